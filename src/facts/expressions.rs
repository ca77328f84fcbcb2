//! The memory of the expressions that facts have, each counted once however many facts share it.

use hashbrown::HashMap;

use crate::expr::Expr;

/// The expressions that facts have, and the limit on their memory.
#[derive(Clone, Debug)]
pub(super) struct Expressions {
    /// The bytes that the expressions take, and those that further ones may take.
    memory: u64,
    left: u64,
    /// How many times facts have the expression at an address.
    held: HashMap<usize, u32>,
}

impl Expressions {
    /// With a limit in bytes.
    pub(super) fn new(left: u64) -> Expressions {
        Expressions { memory: 0, left, held: HashMap::new() }
    }

    /// The bytes that the expressions take.
    pub(super) fn memory(&self) -> u64 {
        self.memory
    }

    /// Counts expressions that a fact is to have. `false`, and no change, if the limit does not allow them.
    pub(super) fn hold<'e>(&mut self, exprs: impl Iterator<Item = &'e Expr> + Clone) -> bool {
        for (at, expr) in exprs.clone().enumerate() {
            if !self.hold_one(expr) {
                self.release(exprs.take(at));
                return false;
            }
        }
        true
    }

    fn hold_one(&mut self, expr: &Expr) -> bool {
        if let Some(count) = self.held.get_mut(&expr.address()) {
            *count += 1;
            return true;
        }
        let Some(left) = self.left.checked_sub(expr.memory()) else { return false };
        self.left = left;
        self.memory += expr.memory();
        self.held.insert(expr.address(), 1);
        true
    }

    /// Counts expressions that a fact had.
    pub(super) fn release<'e>(&mut self, exprs: impl Iterator<Item = &'e Expr>) {
        for expr in exprs {
            let Some(count) = self.held.get_mut(&expr.address()) else { continue };
            *count -= 1;
            if *count == 0 {
                self.held.remove(&expr.address());
                self.left += expr.memory();
                self.memory -= expr.memory();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dim::Dim;

    #[test]
    fn a_shared_expression_counts_once_until_no_fact_has_it() {
        // 240 bytes for a sum of two symbols.
        let sum = |other: &str| Dim::from("N").add(&Dim::from(other)).expr().cloned().expect("a sum");
        let [first, second, third] = ["A", "B", "C"].map(sum);
        let mut expressions = Expressions::new(500);
        assert!(expressions.hold([&first, &first, &second].into_iter()));
        assert!(!expressions.hold([&first, &third].into_iter()), "no room");
        expressions.release([&second].into_iter());
        assert!(expressions.hold([&third].into_iter()));
        expressions.release([&first].into_iter());
        assert!(!expressions.hold([&second].into_iter()), "a fact still has the first");
        expressions.release([&first].into_iter());
        assert!(expressions.hold([&second].into_iter()));
    }
}
