//! Rounding to multiples: a remainder added to or subtracted from its dividend.

use super::{Atom, Expr, Monomial};

impl Expr {
    /// The same, where `N-mod(N,4)` is `4*floor(N/4)`, and `N+mod(-N,4)` is `4` times the quotient rounded up.
    pub(super) fn without_remainders(self) -> Option<Expr> {
        let found = self.monomials().iter().enumerate().find_map(|(at, term)| {
            let [Atom::Modulo(divided, by)] = &*term.factors else { return None };
            self.multiple(at, term.coefficient, divided, by.as_constant()?)
        });
        // Each step removes one remainder, so the recursion terminates.
        found.map_or(Some(self), Expr::without_remainders)
    }

    /// The same with `factor * mod(divided, by)`, its term at `at`, written as a multiple plus the rest, if the other
    /// terms contain `factor` times the complement of the remainder.
    fn multiple(&self, at: usize, factor: i64, divided: &Expr, by: i64) -> Option<Expr> {
        // Congruent to `-divided`; the sum contains `factor` times it.
        let mut filled = Vec::with_capacity(divided.monomials().len());
        for term in divided.monomials() {
            let here = self.monomials().iter().find(|other| other.factors == term.factors)?;
            let coefficient = here.coefficient.checked_div(factor)?;
            let is_whole = here.coefficient.checked_rem(factor)? == 0;
            let fills = coefficient.checked_add(term.coefficient)?.checked_rem(by)? == 0;
            if !is_whole || !fills {
                return None;
            }
            filled.push(Monomial { factors: term.factors.clone(), coefficient });
        }
        let filled = Expr::sum(filled, divided.0.constant.checked_neg()?)?;
        let by = Expr::constant(by);
        // `N` is rounded up, and `-N` is the negative of `N` rounded down.
        let whole = match filled.monomials().first()?.coefficient {
            1.. => filled.ceil_div(&by, false)?,
            _ => filled.scaled(-1)?.floor_div(&by, false)?.scaled(-1)?,
        };
        let whole = whole.mul(&by)?.scaled(factor)?;
        let mut others = self.monomials().to_vec();
        others.remove(at);
        Expr::sum(others, self.0.constant)?.sub(&filled.scaled(factor)?)?.add(&whole)
    }

    /// The same up to multiples of `by`, without remainders of divisions by multiples of it.
    pub(super) fn without_remainders_by(&self, by: i64) -> Option<Expr> {
        let multiple = |divisor: &Expr| divisor.as_constant().is_some_and(|divisor| divisor % by == 0);
        let is_needless = |atom: &Atom| matches!(atom, Atom::Modulo(_, divisor) if multiple(divisor));
        let found = self.monomials().iter().position(|term| matches!(&*term.factors, [atom] if is_needless(atom)))?;
        let mut others = self.monomials().to_vec();
        let term = others.remove(found);
        let [Atom::Modulo(divided, _)] = &*term.factors else { return None };
        Expr::sum(others, self.0.constant)?.add(&divided.scaled(term.coefficient)?)
    }
}
