//! The value of an expression where symbols have values.

use super::{Atom, Bounds, Expr, Symbol};

impl Expr {
    /// Whether it is at least 1 wherever every symbol in it is.
    pub(crate) fn is_positive_by_name(&self) -> bool {
        let positive = |symbol: &Symbol| {
            let Bounds { low, high } = symbol.bounds();
            Bounds { low: low.max(1), high: high.max(1) }
        };
        self.bounds_where(&positive).low >= 1
    }

    /// Whether it is at least 1 where every symbol in it is a large number that much divides: not what could mean
    /// anything but a size, and nothing that changes with the turns of a loop.
    pub(crate) fn reads_as_size(&self) -> bool {
        const LARGE: i128 = 5_040;
        let large = |symbol: &Symbol| Some(LARGE.clamp(symbol.bounds().low, symbol.bounds().high));
        !self.is_loop_local() && self.evaluate(&large).is_some_and(|value| value >= 1)
    }

    /// The interval that it lies in where symbols lie in these.
    fn bounds_where(&self, of: &dyn Fn(&Symbol) -> Bounds) -> Bounds {
        self.terms().iter().fold(Bounds::exact(self.0.constant.into()), |sum, term| {
            let factors = term.factors.iter().map(|atom| atom.bounds_where(of));
            sum.add(factors.fold(Bounds::exact(term.coefficient.into()), Bounds::mul))
        })
    }

    /// The number that it is where `value` gives the symbols' sizes; `None` where it has none or it is too large.
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

    /// The expression with symbols replaced; those for which `other` gives nothing stay. `None` past the limits.
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
