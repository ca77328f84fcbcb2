//! Dimensions for code generation: operators, and their values and bounds for given symbols.

use super::{Dim, Symbol};
use crate::expr::{Bounds, Expr, arithmetic_operators};

arithmetic_operators!(Dim => Dim, u64);

impl From<&Dim> for Dim {
    fn from(dim: &Dim) -> Dim {
        dim.clone()
    }
}

impl From<Symbol> for Dim {
    fn from(symbol: Symbol) -> Dim {
        Dim::symbol(symbol)
    }
}

impl From<&Dim> for Bounds {
    fn from(dim: &Dim) -> Bounds {
        Bounds::from(dim.low..=dim.high)
    }
}

impl Dim {
    /// Sizes of `low` or more.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let some = Dim::at_least(1);
    /// assert_eq!((some.lower(), some.upper()), (1, None));
    /// ```
    pub fn at_least(low: u64) -> Dim {
        Dim::interval(low, Self::UNBOUNDED)
    }

    /// The least possible size.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!((Dim::from("N") + 2).lower(), 2);
    /// ```
    pub fn lower(&self) -> u64 {
        self.low
    }

    /// The greatest possible size, if there is one.
    ///
    /// ```
    /// use shapewright::{Dim, Symbol};
    ///
    /// let (height, batch) = (Dim::from("H"), Dim::from(Symbol::new("B").with_bounds(1..=8)));
    /// assert_eq!((&batch * 3).upper(), Some(24));
    /// assert_eq!((batch + &height).upper(), None);
    /// assert_eq!(height.floor_div(&Dim::exact(2)).upper(), None);
    /// ```
    pub fn upper(&self) -> Option<u64> {
        // A bound that is only the greatest size, divided, is no bound that a caller could use.
        let is_open =
            |expr: &Expr| expr.tight_bounds().high == i128::from(self.high) && expr.bounds().upper().is_none();
        (self.high < Self::UNBOUNDED && !self.expr.as_ref().is_some_and(is_open)).then_some(self.high)
    }

    /// The size as an expression: a constant for an exact size, `None` for a bare interval.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::exact(4).to_expr().and_then(|size| size.as_constant()), Some(4));
    /// assert!(Dim::interval(1, 4).to_expr().is_none());
    /// ```
    pub fn to_expr(&self) -> Option<Expr> {
        self.expr.clone().or_else(|| i64::try_from(self.size()?).ok().map(Expr::constant))
    }

    /// Whether the size is certainly not less than the other. `false` means that it is not known.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let n = Dim::from("N");
    /// assert!((&n + 1).is_at_least(&n) && n.is_at_least(&n.min(&Dim::from("M"))));
    /// ```
    pub fn is_at_least(&self, other: &Dim) -> bool {
        let compared = || Some(self.to_expr()?.is_at_least(other.to_expr()?));
        (self.low >= other.high && other.high < Self::UNBOUNDED) || compared() == Some(true)
    }

    /// Whether the size is certainly a multiple of `n`, as [`Expr::is_multiple_of`].
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert!((Dim::from("N") * 8).is_multiple_of(4) && !Dim::exact(6).is_multiple_of(4));
    /// ```
    pub fn is_multiple_of(&self, n: u64) -> bool {
        self.to_expr().is_some_and(|size| size.is_multiple_of(n))
    }

    /// The size for the sizes that `size` returns for symbols. `None` if a symbol has no size, the dimension is a bare
    /// interval, or the result is not a size.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let tiles = Dim::from("N").ceil_div(&Dim::exact(16));
    /// assert_eq!(tiles.evaluate(|symbol| (symbol.name() == "N").then_some(40)), Some(3));
    /// ```
    pub fn evaluate(&self, size: impl Fn(&Symbol) -> Option<u64>) -> Option<u64> {
        match &self.expr {
            Some(expr) => expr.evaluate(size).and_then(|value| value.try_into().ok()),
            None => self.size().filter(|size| *size < Self::UNBOUNDED),
        }
    }

    /// The dimension with symbols replaced by sizes or expressions; an interval if the result exceeds the size of an
    /// expression.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let rows = Dim::from("N") * "T";
    /// let fixed = rows.substitute(|symbol| (symbol.name() == "T").then_some(128));
    /// assert_eq!(fixed.to_string(), "128*N");
    /// ```
    #[must_use]
    pub fn substitute<E: Into<Expr>>(&self, other: impl Fn(&Symbol) -> Option<E>) -> Dim {
        self.with_expr(|expr| expr.substitute(other))
    }

    /// The dimension for symbols that are also known to be within these bounds, as [`Expr::with_bounds`].
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let rows = Dim::from("B") * 4;
    /// assert_eq!(rows.with_bounds(|_| Some(1..=8)).upper(), Some(32));
    /// ```
    #[must_use]
    pub fn with_bounds<B: Into<Bounds>>(&self, bounds: impl Fn(&Symbol) -> Option<B>) -> Dim {
        self.with_expr(|expr| Some(expr.with_bounds(bounds)))
    }

    fn with_expr(&self, of: impl FnOnce(&Expr) -> Option<Expr>) -> Dim {
        Dim { expr: None, ..*self }.refine_with(self.expr.as_ref().and_then(of))
    }
}
