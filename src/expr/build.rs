//! Construction of expressions by callers.
//!
//! No operation is total: a result may exceed the limits of an expression or of its coefficients. `Dim` and `SymInt`
//! have operators, because both can fall back to an interval.

use super::Expr;

impl Expr {
    /// The sum; `None` if the result exceeds the size of an expression or a coefficient exceeds `i64`.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let both = Expr::from("N").checked_add(1)?.checked_add("M")?;
    /// assert_eq!(both.to_string(), "M+N+1");
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_add(&self, other: impl Into<Expr>) -> Option<Expr> {
        self.add(&other.into())
    }

    /// The difference, which may be negative; `None` as for [`Expr::checked_add`].
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// assert_eq!(n.checked_sub(1)?.to_string(), "N-1");
    /// assert_eq!(n.checked_sub(&n)?.as_constant(), Some(0));
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_sub(&self, other: impl Into<Expr>) -> Option<Expr> {
        self.sub(&other.into())
    }

    /// The product, expanded; `None` as for [`Expr::checked_add`].
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// assert_eq!(n.checked_add(1)?.checked_mul(&n)?.to_string(), "N*N+N");
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_mul(&self, other: impl Into<Expr>) -> Option<Expr> {
        self.mul(&other.into())
    }

    /// The quotient, rounded down. `None` as for [`Expr::checked_add`], and for a divisor that is 0 or may be negative;
    /// for sizes for which the divisor is 0, the result has no value.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// assert_eq!(n.checked_mul(8)?.checked_add(4)?.checked_floor_div(8)?, n);
    /// assert_eq!(n.checked_floor_div("M")?.to_string(), "floor(N/M)");
    /// assert_eq!(n.checked_floor_div(0), None);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_floor_div(&self, by: impl Into<Expr>) -> Option<Expr> {
        self.floor_div(&by.into(), false)
    }

    /// The quotient, rounded up; `None` as for [`Expr::checked_floor_div`].
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let tiles = Expr::from("N").checked_ceil_div(16)?;
    /// assert_eq!(tiles.to_string(), "floor((N-1)/16)+1");
    /// assert_eq!(tiles.evaluate(|_| Some(33)), Some(3));
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_ceil_div(&self, by: impl Into<Expr>) -> Option<Expr> {
        self.ceil_div(&by.into(), false)
    }

    /// The remainder of [`Expr::checked_floor_div`], which is not negative; `None` as for it, and for a negative
    /// divisor.
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let rest = Expr::from("N").checked_modulo(16)?;
    /// assert_eq!(rest.bounds(), (0..=15).into());
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_modulo(&self, by: impl Into<Expr>) -> Option<Expr> {
        self.modulo(&by.into(), false)
    }

    /// The lesser of two: one of them if that is provable, otherwise `min(N,M)`. `None` as for [`Expr::checked_add`].
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// assert_eq!(n.checked_min(8)?.to_string(), "min(8,N)");
    /// assert_eq!(n.checked_min(n.checked_add(1)?)?, n);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_min(&self, other: impl Into<Expr>) -> Option<Expr> {
        self.minimum(&other.into())
    }

    /// The greater of two: one of them if that is provable, otherwise `max(N,M)`. `None` as for [`Expr::checked_add`].
    ///
    /// ```
    /// # fn example() -> Option<()> {
    /// use shapewright::Expr;
    ///
    /// let n = Expr::from("N");
    /// assert_eq!(n.checked_max(8)?.bounds().lower(), Some(8));
    /// assert_eq!(n.checked_max(0)?, n);
    /// # Some(())
    /// # }
    /// # example().unwrap();
    /// ```
    pub fn checked_max(&self, other: impl Into<Expr>) -> Option<Expr> {
        self.maximum(&other.into())
    }
}
