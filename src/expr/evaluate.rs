//! Expressions for given values, other expressions, or bounds of their symbols.

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
        !self.is_loop_local() && self.value_at(&large).is_some_and(|value| value >= 1)
    }

    /// The interval of the expression for symbols within these intervals.
    pub(super) fn bounds_where(&self, of: &dyn Fn(&Symbol) -> Bounds) -> Bounds {
        self.monomials().iter().fold(Bounds::exact(self.0.constant.into()), |sum, term| {
            let factors = term.factors.iter().map(|atom| atom.bounds_where(of));
            sum.add(factors.fold(Bounds::exact(term.coefficient.into()), Bounds::mul))
        })
    }

    /// The value for the sizes that `size` returns for symbols. `None` if a symbol has no size, a divisor is less than
    /// 1, or the value is out of range.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let tiles = Expr::from("N").checked_ceil_div(16)?.checked_mul("C")?;
    /// let sizes = |name: &str| match name {
    ///     "N" => Some(40),
    ///     "C" => Some(3),
    ///     _ => None,
    /// };
    /// assert_eq!(tiles.evaluate(|symbol| sizes(symbol.name())), Some(9));
    /// assert_eq!(Expr::from("N").checked_sub("M")?.evaluate(|symbol| sizes(symbol.name())), None);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn evaluate(&self, size: impl Fn(&Symbol) -> Option<u64>) -> Option<i64> {
        self.value_at(&|symbol| size(symbol).map(i128::from)).and_then(|value| value.try_into().ok())
    }

    /// As [`Expr::evaluate`], for any integers.
    pub(crate) fn value_at(&self, value: &dyn Fn(&Symbol) -> Option<i128>) -> Option<i128> {
        let mut sum = i128::from(self.0.constant);
        for term in self.monomials() {
            let mut product = i128::from(term.coefficient);
            for atom in &term.factors {
                product = product.checked_mul(atom.evaluate(value)?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }

    /// The expression with symbols replaced by sizes or expressions; symbols for which `other` returns nothing stay.
    /// `None` if the result exceeds the size of an expression or a divisor is less than 1.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let tiles = Expr::from("N").checked_ceil_div(16)?;
    /// assert_eq!(tiles.substitute(|_| Some(40))?.as_constant(), Some(3));
    /// // A caller who knows that a symbol is a multiple says so by substitution.
    /// let multiple = Expr::from("K").checked_mul(32)?;
    /// assert_eq!(tiles.substitute(|_| Some(&multiple))?.to_string(), "2*K");
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn substitute<E: Into<Expr>>(&self, other: impl Fn(&Symbol) -> Option<E>) -> Option<Expr> {
        self.replaced(&|symbol| other(symbol).map(Into::into))
    }

    /// The same expression for symbols that are also known to be within these bounds, which may simplify it. Symbols
    /// for which `bounds` returns nothing keep their own.
    ///
    /// `bounds` may return ranges, or the intervals of
    /// [`Analysis::symbols`](crate::Analysis::symbols): `expr.with_bounds(|symbol| analysis.symbols.get(symbol))`.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let rows = Expr::from("N").checked_min(64)?.checked_mul(4)?;
    /// assert_eq!((rows.to_string().as_str(), rows.bounds().upper()), ("4*min(64,N)", Some(256)));
    /// let small = rows.with_bounds(|_| Some(1..=8));
    /// assert_eq!((small.to_string().as_str(), small.bounds()), ("4*N", (4..=32).into()));
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    #[must_use]
    pub fn with_bounds<B: Into<Bounds>>(&self, bounds: impl Fn(&Symbol) -> Option<B>) -> Expr {
        let narrowed = |symbol: &Symbol| {
            let symbol = symbol.clone().with_bounds(bounds(symbol)?);
            let Bounds { low, high } = symbol.bounds();
            let size = i64::try_from(low).ok().filter(|_| low == high);
            Some(size.map_or_else(|| Expr::symbol(symbol), Expr::constant))
        };
        self.replaced(&narrowed).unwrap_or_else(|| self.clone())
    }

    /// As [`Expr::substitute`].
    pub(super) fn replaced(&self, other: &dyn Fn(&Symbol) -> Option<Expr>) -> Option<Expr> {
        let mut touched = false;
        self.each_symbol(&mut |symbol| touched |= other(symbol).is_some());
        if !touched {
            return Some(self.clone());
        }
        let mut sum = Expr::constant(self.0.constant);
        for term in self.monomials() {
            let mut product = Expr::constant(term.coefficient);
            for atom in &term.factors {
                product = product.mul(&atom.replaced(other)?)?;
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
        let of = |e: &Expr| e.value_at(value);
        match self {
            Atom::Symbol(symbol) => value(symbol),
            Atom::FloorDiv(a, b) => of(a)?.checked_div_euclid(of(b).filter(|b| *b > 0)?),
            Atom::Modulo(a, b) => of(a)?.checked_rem_euclid(of(b).filter(|b| *b > 0)?),
            Atom::Min(all) => all.iter().map(of).reduce(|a, b| Some(a?.min(b?)))?,
            Atom::Max(all) => all.iter().map(of).reduce(|a, b| Some(a?.max(b?)))?,
        }
    }

    fn replaced(&self, other: &dyn Fn(&Symbol) -> Option<Expr>) -> Option<Expr> {
        let of = |e: &Expr| e.replaced(other);
        // Where the divisor is less than 1, there is no value, so the new expression may have any.
        let divisor = |e: &Expr| of(e).filter(|by| by.as_constant().is_none_or(|by| by > 0));
        match self {
            Atom::Symbol(symbol) => Some(other(symbol).unwrap_or_else(|| Expr::symbol(symbol.clone()))),
            Atom::FloorDiv(a, b) => of(a)?.floor_div(&divisor(b)?, true),
            Atom::Modulo(a, b) => of(a)?.modulo(&divisor(b)?, true),
            Atom::Min(all) => all.iter().map(of).reduce(|a, b| a?.minimum(&b?))?,
            Atom::Max(all) => all.iter().map(of).reduce(|a, b| a?.maximum(&b?))?,
        }
    }
}
