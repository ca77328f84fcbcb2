//! Minima and maxima.

use super::{Atom, Expr, MOST_CHOICES, Term};

impl Expr {
    /// The smaller of two: one of them where bounds or their difference decide, else `min(a,b)`. `None` as for
    /// [`Expr::plus`].
    pub fn least(&self, other: &Expr) -> Option<Expr> {
        choice(self, other, false)
    }

    /// The greater of two: one of them where bounds or their difference decide, else `max(a,b)`. `None` as for
    /// [`Expr::plus`].
    pub fn greatest(&self, other: &Expr) -> Option<Expr> {
        choice(self, other, true)
    }

    /// What two sizes become that are equal or one of them 1: the greater one, but 0 where one is 0.
    pub(crate) fn stretched(&self, other: &Expr) -> Option<Expr> {
        let mut all = [self.stretched_parts(), other.stretched_parts()].concat();
        all.sort();
        all.dedup();
        let (first, rest) = all.split_first()?;
        let greatest = rest.iter().try_fold(first.clone(), |all, next| all.greatest(next))?;
        let least = all.iter().try_fold(Expr::constant(1), |all, next| all.least(next))?;
        // A size is 0 itself where it is.
        if greatest.least(&Expr::constant(1)).as_ref() == Some(&least) {
            Some(greatest)
        } else {
            greatest.times(&least)
        }
    }

    /// The sizes that have been stretched to this one: all that are the greatest or the least of them.
    fn stretched_parts(&self) -> Vec<Expr> {
        let parts = || {
            let ([term], 0) = (self.terms(), self.0.constant) else { return None };
            let one = Expr::constant(1);
            let at = term.factors.iter().position(|atom| matches!(atom, Atom::Least(all) if all.contains(&one)))?;
            let mut factors = term.factors.to_vec();
            let Atom::Least(least) = factors.remove(at) else { return None };
            let greatest = operands(&Expr::sum(vec![Term { factors: factors.into(), ..term.clone() }], 0)?, true);
            let least: Vec<Expr> = least.iter().filter(|size| **size != one).cloned().collect();
            let within = least.iter().all(|size| greatest.iter().any(|most| most.is_at_least(size)));
            let without = greatest.iter().all(|size| least.iter().any(|few| size.is_at_least(few)));
            (within && without).then(|| [greatest, least].concat())
        };
        parts().unwrap_or_else(|| vec![self.clone()])
    }

    /// What a function that never falls makes of a minimum or a maximum, apart from a constant: that of its operands.
    pub(super) fn each_choice(&self, of: impl Fn(&Expr) -> Option<Expr>) -> Option<Expr> {
        let [term] = self.terms() else { return None };
        let ([atom @ (Atom::Least(all) | Atom::Greatest(all))], 1) = (&*term.factors, term.coefficient) else {
            return None;
        };
        let greatest = matches!(atom, Atom::Greatest(_));
        let constant = Expr::constant(self.0.constant);
        let mut all = all.iter().map(|operand| of(&operand.plus(&constant)?));
        let first = all.next()??;
        all.try_fold(first, |chosen, next| choice(&chosen, &next?, greatest))
    }
}

/// The operands that none of the others makes needless.
fn choice(a: &Expr, b: &Expr, greatest: bool) -> Option<Expr> {
    let mut all: Vec<Expr> = Vec::new();
    for new in operands(a, greatest).into_iter().chain(operands(b, greatest)) {
        let beats = |a: &Expr, b: &Expr| if greatest { a.is_at_least(b) } else { b.is_at_least(a) };
        if all.iter().any(|known| beats(known, &new)) {
            continue;
        }
        all.retain(|known| !beats(&new, known));
        all.push(new);
    }
    if let [only] = &all[..] {
        return Some(only.clone());
    }
    all.sort();
    let list = all.into();
    let atom = if greatest { Atom::Greatest(list) } else { Atom::Least(list) };
    let fits = atom.operands().count() <= MOST_CHOICES;
    if fits { Expr::atom(atom) } else { None }
}

/// The operands of an expression that is such a choice itself, but for a constant.
fn operands(expr: &Expr, greatest: bool) -> Vec<Expr> {
    let whole = || vec![expr.clone()];
    let [term] = expr.terms() else { return whole() };
    let ([atom], 1) = (&*term.factors, term.coefficient) else { return whole() };
    let ((Atom::Greatest(all), true) | (Atom::Least(all), false)) = (atom, greatest) else { return whole() };
    let constant = Expr::constant(expr.0.constant);
    let moved: Option<Vec<Expr>> = all.iter().map(|operand| operand.plus(&constant)).collect();
    moved.unwrap_or_else(whole)
}
