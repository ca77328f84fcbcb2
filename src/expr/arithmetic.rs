//! Sums and products.

use super::limits::{ExprLimit, MAX_FACTORS, MAX_TERMS, exceeded};
use super::{Atom, Expr, Monomial};

impl Expr {
    /// The sum; `None` if a coefficient does not fit `i64`, or the result exceeds the limits of an expression. The
    /// caller then keeps an interval.
    pub(crate) fn add(&self, other: &Expr) -> Option<Expr> {
        let constant = self.0.constant.checked_add(other.0.constant)?;
        merged(self.monomials(), other.monomials(), constant)
    }

    /// The difference, which may be negative; `None` as for [`Expr::add`].
    pub(crate) fn sub(&self, other: &Expr) -> Option<Expr> {
        self.add(&other.scaled(-1)?)
    }

    /// The product with any integer; `None` as for [`Expr::add`].
    pub(crate) fn scaled(&self, by: i64) -> Option<Expr> {
        match by {
            0 => return Some(Expr::constant(0)),
            1 => return Some(self.clone()),
            _ => {}
        }
        let scale =
            |t: &Monomial| Some(Monomial { coefficient: t.coefficient.checked_mul(by)?, factors: t.factors.clone() });
        let terms: Option<Vec<Monomial>> = self.monomials().iter().map(scale).collect();
        Expr::sum(terms?, self.0.constant.checked_mul(by)?)
    }

    /// The product without its coefficient, if the expression is a single product.
    pub(crate) fn without_factor(&self) -> Option<Expr> {
        match (self.monomials(), self.0.constant) {
            ([Monomial { factors, .. }], 0) => {
                Expr::sum(vec![Monomial { factors: factors.clone(), coefficient: 1 }], 0)
            }
            _ => None,
        }
    }

    /// The product, expanded; `None` as for [`Expr::add`].
    pub(crate) fn mul(&self, other: &Expr) -> Option<Expr> {
        match (self.as_constant(), other.as_constant()) {
            (_, Some(by)) => return self.scaled(by),
            (Some(by), _) => return other.scaled(by),
            _ => {}
        }
        // The result cannot have more terms than that, and few of them vanish.
        if self.monomials().len() * other.monomials().len() > 4 * MAX_TERMS {
            return exceeded(ExprLimit::Terms);
        }
        let mut product = self.scaled(other.0.constant)?;
        for term in other.monomials() {
            product = product.add(&self.mul_term(term)?)?;
        }
        Some(product)
    }

    /// The product with one term; the order of terms is kept.
    pub(super) fn mul_term(&self, by: &Monomial) -> Option<Expr> {
        let mut terms = Vec::with_capacity(self.monomials().len() + 1);
        for term in self.monomials() {
            let coefficient = term.coefficient.checked_mul(by.coefficient)?;
            terms.push(Monomial { factors: product(&term.factors, &by.factors)?, coefficient });
        }
        if self.0.constant != 0 {
            let coefficient = self.0.constant.checked_mul(by.coefficient)?;
            terms.push(Monomial { factors: by.factors.clone(), coefficient });
        }
        Expr::sum(terms, 0)
    }
}

fn product(a: &[Atom], b: &[Atom]) -> Option<Box<[Atom]>> {
    if a.len() + b.len() > MAX_FACTORS {
        return exceeded(ExprLimit::Factors);
    }
    let mut factors = [a, b].concat();
    factors.sort();
    Some(factors.into())
}

/// The sum of two ordered lists.
fn merged(a: &[Monomial], b: &[Monomial], constant: i64) -> Option<Expr> {
    let mut terms = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (Some(x), Some(y)) => x.order(y),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (None, None) => return Expr::sum(terms, constant)?.without_remainders(),
        };
        let (from_a, from_b) =
            (if order.is_le() { a.next() } else { None }, if order.is_ge() { b.next() } else { None });
        match (from_a, from_b) {
            (Some(x), Some(y)) => {
                let coefficient = x.coefficient.checked_add(y.coefficient)?;
                if coefficient != 0 {
                    terms.push(Monomial { factors: x.factors.clone(), coefficient });
                }
            }
            (one, other) => terms.extend(one.or(other).cloned()),
        }
    }
}
