//! `+`, `-` and `*` of integers and of expressions.

use super::SymInt;
use crate::expr::{Expr, arithmetic_operators};

// A result that is too large for an expression is still an interval.
arithmetic_operators!(SymInt => SymInt, i64);
arithmetic_operators!(Expr => SymInt, i64);

impl From<i64> for SymInt {
    fn from(value: i64) -> SymInt {
        SymInt::exact(value)
    }
}

impl From<&SymInt> for SymInt {
    fn from(int: &SymInt) -> SymInt {
        int.clone()
    }
}

impl From<Expr> for SymInt {
    fn from(expr: Expr) -> SymInt {
        match expr.as_constant() {
            Some(value) => SymInt::exact(value),
            None => SymInt::unknown().refine_with(Some(expr)),
        }
    }
}

impl From<&Expr> for SymInt {
    fn from(expr: &Expr) -> SymInt {
        expr.clone().into()
    }
}

impl SymInt {
    fn add(&self, other: &SymInt) -> SymInt {
        SymInt::spanning([self.low() + other.low(), self.high() + other.high()]).expressed(self, other, Expr::add)
    }

    fn sub(&self, other: &SymInt) -> SymInt {
        SymInt::spanning([self.low() - other.high(), self.high() - other.low()]).expressed(self, other, Expr::sub)
    }

    fn mul(&self, other: &SymInt) -> SymInt {
        let of = |a: i128, b: i128| a.saturating_mul(b);
        let (a, b) = ((self.low(), self.high()), (other.low(), other.high()));
        let ends = [of(a.0, b.0), of(a.0, b.1), of(a.1, b.0), of(a.1, b.1)];
        SymInt::spanning(ends).expressed(self, other, Expr::mul)
    }

    /// The integers around these; unknown if none of them is an integer of some type.
    fn spanning<const N: usize>(ends: [i128; N]) -> SymInt {
        let (low, high) =
            ends.into_iter().fold((i128::MAX, i128::MIN), |(low, high), end| (low.min(end), high.max(end)));
        if low > SymInt::MAX || high < SymInt::MIN { SymInt::unknown() } else { SymInt::interval(low, high) }
    }

    fn expressed(self, a: &SymInt, b: &SymInt, of: impl FnOnce(&Expr, &Expr) -> Option<Expr>) -> SymInt {
        let symbolic = a.expr.is_some() || b.expr.is_some();
        let exprs = if symbolic { a.to_expr().zip(b.to_expr()) } else { None };
        self.refine_with(exprs.and_then(|(a, b)| of(&a, &b)))
    }
}
