//! The names of unknown sizes.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::Bounds;

/// The name of an unknown size. Equal names denote equal sizes everywhere in one model.
///
/// Compared by name: within one model, a name has one set of bounds. User and loop-local symbols never compare equal.
#[derive(Clone, Debug)]
pub struct Symbol(Arc<Record>);

#[derive(Debug)]
struct Record {
    name: Box<str>,
    bounds: Bounds,
    made: bool,
    /// Whether it denotes another size in each iteration of a loop.
    loop_local: bool,
}

impl Symbol {
    /// A symbol with this name, as written in a file or by a caller.
    pub fn new(name: &str) -> Symbol {
        Symbol(Arc::new(Record { name: name.into(), bounds: Bounds::SIZE, made: false, loop_local: false }))
    }

    /// A symbol for a data-dependent dimension, named after the value that has it.
    pub(crate) fn inferred(name: &str, bounds: Bounds) -> Symbol {
        Symbol(Arc::new(Record { name: name.into(), bounds, made: true, loop_local: false }))
    }

    /// A symbol for a size that differs in each iteration of a loop; it is unknown outside the analysis of the loop.
    pub(crate) fn loop_local(name: &str, bounds: Bounds) -> Symbol {
        Symbol(Arc::new(Record { name: name.into(), bounds, made: true, loop_local: true }))
    }

    /// The name, as written in the file.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Whether inference created it for a data-dependent dimension; other symbols come from the file or the caller.
    pub fn is_inferred(&self) -> bool {
        self.0.made
    }

    pub(crate) fn is_loop_local(&self) -> bool {
        self.0.loop_local
    }

    pub(crate) fn bounds(&self) -> Bounds {
        self.0.bounds
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.name == other.0.name && self.0.loop_local == other.0.loop_local)
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
        self.0.name.cmp(&other.0.name).then(self.0.loop_local.cmp(&other.0.loop_local))
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
