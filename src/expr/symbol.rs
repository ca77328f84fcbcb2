//! The names of unknown sizes.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::Bounds;

/// The name of an unknown size. The same name means the same size everywhere in one model.
///
/// Compared by name alone: within one model a name has one set of bounds.
#[derive(Clone, Debug)]
pub struct Symbol(Arc<Record>);

#[derive(Debug)]
struct Record {
    name: Box<str>,
    bounds: Bounds,
    made: bool,
}

impl Symbol {
    /// A symbol of this name, as a file or a caller writes it.
    pub fn new(name: &str) -> Symbol {
        Symbol(Arc::new(Record { name: name.into(), bounds: Bounds::SIZE, made: false }))
    }

    /// A symbol for a size that data decides, named after the value whose size it is.
    pub(crate) fn made(name: &str, bounds: Bounds) -> Symbol {
        Symbol(Arc::new(Record { name: name.into(), bounds, made: true }))
    }

    /// The name, as the file writes it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Whether inference made it, for a size that data decides; the others come from the file or the caller.
    pub fn is_made(&self) -> bool {
        self.0.made
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.0.bounds
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.name == other.0.name
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> Ordering {
        self.0.name.cmp(&other.0.name)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
