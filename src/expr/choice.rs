//! Minima and maxima.
//!
//! A minimum of maxima is written as the maximum of minima, and redundant operands are dropped: so a function has one
//! form, and windows over windows do not nest.

use super::limits::{ExprLimit, MAX_CHOICES, exceeded};
use super::{Atom, Expr, Monomial};

impl Expr {
    /// The smaller of two: one of them if bounds or their difference decide, otherwise `min(a,b)`. `None` as for
    /// [`Expr::add`].
    pub(crate) fn minimum(&self, other: &Expr) -> Option<Expr> {
        let lists = [operands(self, true), operands(other, true)];
        let plain = || chosen(lists_of(self, other, false), false);
        if let [[_], [_]] = lists.each_ref().map(Vec::as_slice) {
            return plain();
        }
        distributed(&lists).or_else(plain)
    }

    /// The greater of two: one of them if bounds or their difference decide, otherwise `max(a,b)`. `None` as for
    /// [`Expr::add`].
    pub(crate) fn maximum(&self, other: &Expr) -> Option<Expr> {
        chosen(lists_of(self, other, true), true)
    }

    /// The broadcast of two sizes that are equal or one of them 1: the greater one, but 0 if one is 0.
    pub(crate) fn broadcast(&self, other: &Expr) -> Option<Expr> {
        let mut all = [self.broadcast_parts(), other.broadcast_parts()].concat();
        all.sort();
        all.dedup();
        if all.len() > 1 && all.iter().all(Expr::is_any_size) {
            return undecided_broadcast(all);
        }
        let (first, rest) = all.split_first()?;
        let greatest = rest.iter().try_fold(first.clone(), |all, next| all.maximum(next))?;
        let least = all.iter().try_fold(Expr::constant(1), |all, next| all.minimum(next))?;
        // A dimension that may be 0 is 0 itself in that case.
        if greatest.minimum(&Expr::constant(1)).as_ref() == Some(&least) {
            Some(greatest)
        } else {
            greatest.mul(&least)
        }
    }

    /// Whether this is a symbol that may be 0, 1, or more, about which no bounds decide.
    fn is_any_size(&self) -> bool {
        self.as_symbol().is_some() && self.range().low == 0 && self.range().high > 1
    }

    /// Whether this is the result of broadcasting the other size with further ones, or is 1 unless the other is 0.
    pub(crate) fn is_broadcast_of(&self, other: &Expr) -> bool {
        if self.is_choice(false) && other.minimum(&Expr::constant(1)).as_ref() == Some(self) {
            return true;
        }
        let sizes = |of: &Expr| match of.broadcast_parts() {
            // Without sizes that may be 0, it is their maximum.
            parts if parts.len() == 1 => operands(of, true),
            parts => parts,
        };
        let own = sizes(self);
        own.len() > 1 && sizes(other).iter().all(|size| own.contains(size))
    }

    /// The sizes whose broadcast this is: the operands of its maximum and minimum.
    fn broadcast_parts(&self) -> Vec<Expr> {
        let parts = || {
            let ([term], 0) = (self.monomials(), self.0.constant) else { return None };
            let one = Expr::constant(1);
            let at = term.factors.iter().position(|atom| matches!(atom, Atom::Min(all) if all.contains(&one)))?;
            let mut factors = term.factors.to_vec();
            let Atom::Min(least) = factors.remove(at) else { return None };
            let greatest = operands(&Expr::sum(vec![Monomial { factors: factors.into(), ..term.clone() }], 0)?, true);
            let least: Vec<Expr> = least.iter().filter(|size| **size != one).cloned().collect();
            let within = least.iter().all(|size| greatest.iter().any(|most| most.is_at_least(size)));
            let without = greatest.iter().all(|size| least.iter().any(|few| size.is_at_least(few)));
            (within && without).then(|| [greatest, least].concat())
        };
        parts().unwrap_or_else(|| vec![self.clone()])
    }

    /// Applies a nondecreasing function to the operands of a minimum or maximum, ignoring a constant.
    pub(super) fn each_choice(&self, of: impl Fn(&Expr) -> Option<Expr>) -> Option<Expr> {
        let greatest = self.is_choice(true);
        if !greatest && !self.is_choice(false) {
            return None;
        }
        let list = operands(self, greatest);
        // The constant may be too large to be added to the operands.
        if list.len() < 2 {
            return None;
        }
        let mut all = list.iter().map(of);
        let first = all.next()??;
        all.try_fold(first, |chosen, next| if greatest { chosen.maximum(&next?) } else { chosen.minimum(&next?) })
    }

    /// Whether the expression is a maximum or a minimum, plus an optional constant.
    pub(super) fn is_choice(&self, greatest: bool) -> bool {
        let [Monomial { factors, coefficient: 1 }] = self.monomials() else { return false };
        matches!((&**factors, greatest), ([Atom::Max(_)], true) | ([Atom::Min(_)], false))
    }
}

/// The broadcast of different symbols of any size, which needs no comparison: the usual case.
fn undecided_broadcast(all: Vec<Expr>) -> Option<Expr> {
    if all.len() >= MAX_CHOICES {
        return exceeded(ExprLimit::Choices);
    }
    let least = [Expr::constant(1)].into_iter().chain(all.iter().cloned()).collect();
    let factors = Box::new([Atom::Min(least), Atom::Max(all.into())]);
    Expr::sum(vec![Monomial { factors, coefficient: 1 }], 0)
}

/// The operands of two expressions.
fn lists_of(a: &Expr, b: &Expr, greatest: bool) -> Vec<Expr> {
    [operands(a, greatest), operands(b, greatest)].concat()
}

/// The minimum of two maxima, as the maximum of the pairwise minima; `None` past the limits.
fn distributed([a, b]: &[Vec<Expr>; 2]) -> Option<Expr> {
    if a.len() * b.len() > 2 * MAX_CHOICES {
        return exceeded(ExprLimit::Choices);
    }
    let mut all = Vec::with_capacity(a.len() * b.len());
    for (x, y) in a.iter().flat_map(|x| b.iter().map(move |y| (x, y))) {
        all.push(x.minimum(y)?);
    }
    chosen(all, true)
}

/// The minimum or the maximum of these, without redundant operands; `None` past the limits.
fn chosen(mut all: Vec<Expr>, greatest: bool) -> Option<Expr> {
    // Sorted, since which of them is redundant may depend on the order.
    all.sort();
    all.dedup();
    let mut kept: Vec<Expr> = Vec::new();
    for new in all {
        let beats = |a: &Expr, b: &Expr| if greatest { a.is_at_least(b) } else { b.is_at_least(a) };
        if kept.iter().any(|known| beats(known, &new)) {
            continue;
        }
        kept.retain(|known| !beats(&new, known));
        kept.push(new);
    }
    if let [only] = &kept[..] {
        return Some(only.clone());
    }
    if kept.len() > MAX_CHOICES {
        return exceeded(ExprLimit::Choices);
    }
    let list = kept.into();
    Expr::atom(if greatest { Atom::Max(list) } else { Atom::Min(list) })
}

/// The operands of an expression that is such a choice itself, ignoring a constant.
pub(super) fn operands(expr: &Expr, greatest: bool) -> Vec<Expr> {
    let whole = || vec![expr.clone()];
    if !expr.is_choice(greatest) {
        return whole();
    }
    let atoms = expr.monomials().iter().flat_map(|term| term.factors.iter());
    let constant = Expr::constant(expr.0.constant);
    let moved: Option<Vec<Expr>> = atoms.flat_map(Atom::operands).map(|operand| operand.add(&constant)).collect();
    moved.unwrap_or_else(whole)
}
