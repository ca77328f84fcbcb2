//! The names of unknown sizes.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{Bounds, hash_of};

/// The name of an unknown size. Equal names denote equal sizes everywhere in one model.
///
/// Compared by name: within one model, a name has one set of bounds. A symbol of a file is any size, unless
/// [`AnalysisOptions::bind`](crate::AnalysisOptions::bind) sets its bounds. User and loop-local symbols never compare equal.
#[derive(Clone, Debug)]
pub struct Symbol(Arc<Record>);

#[derive(Debug)]
struct Record {
    name: Box<str>,
    /// Of the name, which may be long and which every expression with the symbol hashes.
    hash: u64,
    /// `None`: those of a size, which nearly all symbols have.
    bounds: Option<Box<Bounds>>,
    made: bool,
    /// Whether it denotes another size in each iteration of a loop.
    loop_local: bool,
}

impl Symbol {
    /// A symbol with this name, as written in a file or by a caller.
    ///
    /// ```
    /// use shapewright::Symbol;
    ///
    /// assert_eq!(Symbol::new("past + 1").name(), "past + 1");
    /// ```
    pub fn new(name: &str) -> Symbol {
        Symbol::make(name.into(), Bounds::SIZE, false, false)
    }

    /// A symbol for a data-dependent dimension, named after the value that has it.
    pub(crate) fn inferred(name: &str, bounds: Bounds) -> Symbol {
        Symbol::make(name.into(), bounds, true, false)
    }

    fn make(name: Box<str>, bounds: Bounds, made: bool, loop_local: bool) -> Symbol {
        Symbol(Arc::new(Record { hash: hash_of(&name), name, bounds: stored(bounds), made, loop_local }))
    }

    /// A symbol for a size that differs in each iteration of a loop; it is unknown outside the analysis of the loop.
    pub(crate) fn loop_local(name: &str, bounds: Bounds) -> Symbol {
        Symbol::make(name.into(), bounds, true, true)
    }

    /// The name, as written in the file.
    ///
    /// ```
    /// use shapewright::Symbol;
    ///
    /// assert_eq!(Symbol::new("N").name(), "N");
    /// ```
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Whether inference created it for a data-dependent dimension; other symbols come from the file or the caller.
    ///
    /// ```
    /// use shapewright::Symbol;
    ///
    /// assert!(!Symbol::new("N").is_inferred());
    /// ```
    pub fn is_inferred(&self) -> bool {
        self.0.made
    }

    pub(crate) fn is_loop_local(&self) -> bool {
        self.0.loop_local
    }

    /// The bounds that hold for it in every run: from the caller, or, for an inferred symbol, from inference.
    ///
    /// ```
    /// use shapewright::Symbol;
    ///
    /// let n = Symbol::new("N");
    /// assert_eq!((n.bounds().lower(), n.bounds().upper()), (Some(0), None));
    /// ```
    pub fn bounds(&self) -> Bounds {
        self.0.bounds.as_deref().copied().unwrap_or(Bounds::SIZE)
    }

    /// The same symbol, also known to be within these bounds. Bounds that contradict its own are ignored.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::{Expr, Symbol};
    ///
    /// let batch = Expr::symbol(Symbol::new("B").with_bounds(1..=8));
    /// assert_eq!(batch.checked_mul(3)?.bounds(), (3..=24).into());
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    #[must_use]
    pub fn with_bounds(self, bounds: impl Into<Bounds>) -> Symbol {
        let bounds = self.bounds().narrowed(bounds.into());
        self.with_exactly(bounds)
    }

    /// The same symbol with these bounds.
    pub(super) fn with_exactly(&self, bounds: Bounds) -> Symbol {
        let Record { name, hash, made, loop_local, .. } = &*self.0;
        let (bounds, made, loop_local) = (stored(bounds), *made, *loop_local);
        Symbol(Arc::new(Record { name: name.clone(), hash: *hash, bounds, made, loop_local }))
    }
}

fn stored(bounds: Bounds) -> Option<Box<Bounds>> {
    (bounds != Bounds::SIZE).then(|| Box::new(bounds))
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Symbol) -> bool {
        let (a, b) = (&self.0, &other.0);
        Arc::ptr_eq(a, b) || (a.hash == b.hash && a.name == b.name && a.loop_local == b.loop_local)
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Symbol) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Symbol) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) {
            return Ordering::Equal;
        }
        self.0.name.cmp(&other.0.name).then(self.0.loop_local.cmp(&other.0.loop_local))
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
