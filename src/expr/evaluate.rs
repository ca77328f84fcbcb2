//! The value of an expression for given values of its symbols.

use super::{Atom, Bounds, Expr, Symbol};

impl Expr {
    /// Whether it is at least 1 whenever every symbol in it is.
    pub(crate) fn is_positive_by_name(&self) -> bool {
        let positive = |symbol: &Symbol| {
            let Bounds { low, high } = symbol.bounds();
            Bounds { low: low.max(1), high: high.max(1) }
        };
        self.bounds_where(&positive).low >= 1
    }

    /// Whether it is at least 1 if every symbol in it is a large, highly divisible number: then it can only be meant as
    /// a size. False for expressions over loop-local symbols.
    pub(crate) fn reads_as_size(&self) -> bool {
        const LARGE: i128 = 5_040;
        let large = |symbol: &Symbol| Some(LARGE.clamp(symbol.bounds().low, symbol.bounds().high));
        !self.is_loop_local() && self.evaluate(&large).is_some_and(|value| value >= 1)
    }

    /// The interval of the expression for symbols within these intervals.
    fn bounds_where(&self, of: &dyn Fn(&Symbol) -> Bounds) -> Bounds {
        self.terms().iter().fold(Bounds::exact(self.0.constant.into()), |sum, term| {
            let factors = term.factors.iter().map(|atom| atom.bounds_where(of));
            sum.add(factors.fold(Bounds::exact(term.coefficient.into()), Bounds::mul))
        })
    }

    /// The value for the sizes that `value` returns for symbols; `None` if it is undefined or too large.
    pub fn evaluate(&self, value: &dyn Fn(&Symbol) -> Option<i128>) -> Option<i128> {
        let mut sum = i128::from(self.0.constant);
        for term in self.terms() {
            let mut product = i128::from(term.coefficient);
            for atom in &term.factors {
                product = product.checked_mul(atom.evaluate(value)?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }

    /// The expression with symbols replaced; symbols for which `other` returns nothing stay. `None` past the limits.
    pub fn substitute(&self, other: &dyn Fn(&Symbol) -> Option<Expr>) -> Option<Expr> {
        let mut touched = false;
        self.symbols(&mut |symbol| touched |= other(symbol).is_some());
        if !touched {
            return Some(self.clone());
        }
        let mut sum = Expr::constant(self.0.constant);
        for term in self.terms() {
            let mut product = Expr::constant(term.coefficient);
            for atom in &term.factors {
                product = product.mul(&atom.substitute(other)?)?;
            }
            sum = sum.add(&product)?;
        }
        Some(sum)
    }
}

impl Atom {
    fn bounds_where(&self, of: &dyn Fn(&Symbol) -> Bounds) -> Bounds {
        let within = |e: &Expr| e.bounds_where(of);
        match self {
            Atom::Symbol(symbol) => of(symbol),
            Atom::FloorDiv(a, b) => within(a).floor_div(within(b)),
            Atom::Modulo(a, b) => within(a).modulo(within(b)),
            Atom::Min(all) => all.iter().map(within).reduce(Bounds::min).unwrap_or(Bounds::ANY),
            Atom::Max(all) => all.iter().map(within).reduce(Bounds::max).unwrap_or(Bounds::ANY),
        }
    }

    fn evaluate(&self, value: &dyn Fn(&Symbol) -> Option<i128>) -> Option<i128> {
        let of = |e: &Expr| e.evaluate(value);
        match self {
            Atom::Symbol(symbol) => value(symbol),
            Atom::FloorDiv(a, b) => of(a)?.checked_div_euclid(of(b).filter(|b| *b > 0)?),
            Atom::Modulo(a, b) => of(a)?.checked_rem_euclid(of(b).filter(|b| *b > 0)?),
            Atom::Min(all) => all.iter().map(of).reduce(|a, b| Some(a?.min(b?)))?,
            Atom::Max(all) => all.iter().map(of).reduce(|a, b| Some(a?.max(b?)))?,
        }
    }

    fn substitute(&self, other: &dyn Fn(&Symbol) -> Option<Expr>) -> Option<Expr> {
        let of = |e: &Expr| e.substitute(other);
        match self {
            Atom::Symbol(symbol) => Some(other(symbol).unwrap_or_else(|| Expr::symbol(symbol.clone()))),
            Atom::FloorDiv(a, b) => of(a)?.floor_div(&of(b)?, false),
            Atom::Modulo(a, b) => of(a)?.modulo(&of(b)?, false),
            Atom::Min(all) => all.iter().map(of).reduce(|a, b| a?.minimum(&b?))?,
            Atom::Max(all) => all.iter().map(of).reduce(|a, b| a?.maximum(&b?))?,
        }
    }
}
