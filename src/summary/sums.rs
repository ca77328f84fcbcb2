//! Arithmetic with quantities, within a limit: a small file can have many nodes whose sizes have many terms.

use std::cell::Cell;

use super::quantity::Quantity;
use crate::dim::Dim;
use crate::expr;

/// How many terms a summary may process, and how many more for each byte of the file.
const TERMS: u64 = 500_000;
const TERMS_PER_BYTE: u64 = 4;
/// A term of an expression takes as long to make as this many to add up.
const MADE: u64 = 4;

/// The sums of a summary. Past the limit, sums with symbols are unknown; exact ones are not limited.
pub(super) struct Sums {
    processed: Cell<u64>,
    /// The terms of expressions that this thread had made at the begin.
    made_before: u64,
    limit: u64,
}

impl Sums {
    /// For a file of this many bytes.
    pub(super) fn new(file: u64) -> Sums {
        let limit = TERMS_PER_BYTE.saturating_mul(file).saturating_add(TERMS);
        Sums { processed: Cell::new(0), made_before: expr::terms_made(), limit }
    }

    /// Whether the limit is reached.
    pub(super) fn is_used_up(&self) -> bool {
        self.processed.get() + MADE * (expr::terms_made() - self.made_before) >= self.limit
    }

    fn take(&self, terms: usize) -> Option<()> {
        self.processed.set(self.processed.get() + terms as u64);
        (terms == 0 || !self.is_used_up()).then_some(())
    }

    /// The quantity of a dimension, if it is exact or has an expression.
    pub(super) fn of_dim(&self, dim: &Dim) -> Option<Quantity> {
        let quantity = Quantity::from_dim(dim)?;
        self.take(quantity.term_count())?;
        Some(quantity)
    }

    pub(super) fn plus(&self, a: &Quantity, b: &Quantity) -> Option<Quantity> {
        self.take(a.term_count() + b.term_count())?;
        a.plus(b)
    }

    pub(super) fn minus(&self, a: &Quantity, b: &Quantity) -> Option<Quantity> {
        self.take(a.term_count() + b.term_count())?;
        a.minus(b)
    }

    pub(super) fn times(&self, a: &Quantity, b: &Quantity) -> Option<Quantity> {
        let (own, other) = (a.term_count(), b.term_count());
        self.take(own + other + own * other)?;
        a.times(b)
    }

    /// Whether `a` is at most `b`, for symbols of at least 1. `false` means that it is not known.
    pub(super) fn is_at_most(&self, a: &Quantity, b: &Quantity) -> bool {
        self.take(a.term_count() + b.term_count()).is_some() && a.is_at_most(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn past_the_limit_only_exact_sums_are_known() {
        let (n, one) = (Quantity::from_dim(&Dim::from("N")).unwrap(), Quantity::exact(1));
        // The terms that were made before do not count.
        let sums = Sums { limit: 5, ..Sums::new(0) };
        assert!(sums.plus(&n, &n).is_some() && sums.is_at_most(&n, &n), "four terms");
        assert_eq!(sums.minus(&n, &one), None);
        assert!(!sums.is_at_most(&n, &n) && sums.times(&n, &one).is_none() && sums.of_dim(&Dim::from("N")).is_none());
        let two = Quantity::exact(2);
        assert_eq!(sums.plus(&one, &one).and_then(|sum| sums.times(&sum, &two)), Some(Quantity::exact(4)));
    }
}
