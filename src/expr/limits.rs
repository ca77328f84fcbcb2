//! The limits of one expression. A result beyond them is no expression, and the caller keeps its interval.

use std::cell::Cell;
use std::fmt;

use super::Atom;

/// Terms of one polynomial.
pub(super) const MAX_TERMS: usize = 16;
/// Factors of one term.
pub(super) const MAX_FACTORS: usize = 8;
/// Operands of one minimum or maximum.
pub(super) const MAX_CHOICES: usize = 4;
/// Nesting depth of atoms.
const MAX_DEPTH: u32 = 8;
/// Symbols and operations in total.
const MAX_PARTS: u32 = 96;

/// A limit that an expression would exceed, written as in "it has more than 16 terms".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ExprLimit {
    Terms,
    Factors,
    Choices,
    Depth,
    Parts,
}

impl fmt::Display for ExprLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExprLimit::Terms => write!(f, "{MAX_TERMS} terms"),
            ExprLimit::Factors => write!(f, "{MAX_FACTORS} factors in a term"),
            ExprLimit::Choices => write!(f, "{MAX_CHOICES} operands of a minimum or maximum"),
            ExprLimit::Depth => write!(f, "{MAX_DEPTH} operations inside each other"),
            ExprLimit::Parts => write!(f, "{MAX_PARTS} symbols and operations"),
        }
    }
}

thread_local! {
    static EXCESS: Cell<Option<ExprLimit>> = const { Cell::new(None) };
}

/// Notes that an expression would exceed a limit. Returns `None`: there is no such expression.
pub(super) fn exceeded<T>(excess: ExprLimit) -> Option<T> {
    EXCESS.set(Some(excess));
    None
}

/// The limit that an expression last exceeded on this thread since this was last called.
pub(crate) fn take_excess() -> Option<ExprLimit> {
    EXCESS.take()
}

/// The result of a comparison, whose expressions are no sizes: what they exceed is not noted.
pub(super) fn compared<T>(comparison: impl FnOnce() -> T) -> T {
    let before = EXCESS.get();
    let result = comparison();
    EXCESS.set(before);
    result
}

/// The content of an expression, measured against the limits.
pub(super) struct Extent {
    pub(super) depth: u32,
    pub(super) parts: u32,
}

impl Extent {
    pub(super) fn of<'a>(atoms: impl IntoIterator<Item = &'a Atom>) -> Option<Extent> {
        let (mut depth, mut parts) = (0, 0u32);
        for atom in atoms {
            depth = depth.max(1 + atom.operands().map(|e| e.0.depth).max().unwrap_or(0));
            parts = parts.saturating_add(1 + atom.operands().map(|e| e.0.parts).sum::<u32>());
        }
        match () {
            () if depth > MAX_DEPTH => exceeded(ExprLimit::Depth),
            () if parts > MAX_PARTS => exceeded(ExprLimit::Parts),
            () => Some(Extent { depth, parts }),
        }
    }
}
