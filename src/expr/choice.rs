//! Minima and maxima.

use super::{Atom, Expr, MOST_CHOICES};

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
        greatest.times(&least)
    }

    /// The sizes that have been stretched to this one.
    fn stretched_parts(&self) -> &[Expr] {
        let whole = std::slice::from_ref(self);
        let ([term], 0) = (self.terms(), self.0.constant) else { return whole };
        let [Atom::Least(least), Atom::Greatest(greatest)] = &*term.factors else { return whole };
        let one = |e: &Expr| e.as_constant() == Some(1);
        let same = least.iter().filter(|e| !one(e)).eq(greatest.iter()) && least.iter().any(one);
        if same && term.coefficient == 1 { greatest } else { whole }
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

    /// Whether this is certainly not less than the other.
    pub(crate) fn is_at_least(&self, other: &Expr) -> bool {
        self == other || self.minus(other).is_some_and(|difference| difference.bounds().low >= 0)
    }
}

/// The operands that none of the others makes needless.
fn choice(a: &Expr, b: &Expr, greatest: bool) -> Option<Expr> {
    let mut all: Vec<Expr> = Vec::new();
    for new in operands(a, greatest).iter().chain(operands(b, greatest)) {
        let beats = |a: &Expr, b: &Expr| if greatest { a.is_at_least(b) } else { b.is_at_least(a) };
        if all.iter().any(|known| beats(known, new)) {
            continue;
        }
        all.retain(|known| !beats(new, known));
        all.push(new.clone());
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

/// The operands of an expression that is such a choice itself.
fn operands(expr: &Expr, greatest: bool) -> &[Expr] {
    if let ([term], 0) = (expr.terms(), expr.0.constant)
        && let ([atom], 1) = (&*term.factors, term.coefficient)
    {
        match (atom, greatest) {
            (Atom::Greatest(all), true) | (Atom::Least(all), false) => return all,
            _ => {}
        }
    }
    std::slice::from_ref(expr)
}
