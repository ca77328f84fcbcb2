//! Sums, products, quotients, minima and maxima of dimensions.

use super::Dim;
use crate::expr::Expr;

impl Dim {
    /// The interval with the result of `of` for both expressions, if at least one is symbolic.
    fn expressed(self, a: &Dim, b: &Dim, of: impl FnOnce(&Expr, &Expr) -> Option<Expr>) -> Dim {
        if a.expr.is_none() && b.expr.is_none() {
            return self;
        }
        let exprs = a.to_expr().zip(b.to_expr());
        self.refine_with(exprs.and_then(|(a, b)| of(&a, &b)))
    }

    /// The sum; beyond `i64`, it is unbounded. The operator `+` does the same.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::from("N").add(&Dim::exact(1)).to_string(), "N+1");
    /// ```
    pub fn add(&self, other: &Dim) -> Dim {
        if self.is(0) {
            return other.clone();
        }
        if other.is(0) {
            return self.clone();
        }
        let sum = Dim::interval(self.low.saturating_add(other.low), self.high.saturating_add(other.high));
        sum.expressed(self, other, Expr::add)
    }

    /// The product; beyond `i64`, it is unbounded. The operator `*` does the same.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::from("N").mul(&Dim::exact(2)).to_string(), "2*N");
    /// ```
    pub fn mul(&self, other: &Dim) -> Dim {
        if self.is(1) {
            return other.clone();
        }
        if other.is(1) {
            return self.clone();
        }
        // Zero first: 0 * unbounded is 0, as saturating multiplication yields, too.
        let product = Dim::interval(self.low.saturating_mul(other.low), self.high.saturating_mul(other.high));
        product.expressed(self, other, Expr::mul)
    }

    /// The difference; it is not negative in a valid run. The operator `-` does the same.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let less = Dim::from("N").sub(&Dim::exact(1));
    /// assert_eq!((less.to_string().as_str(), less.lower()), ("N-1", 0));
    /// ```
    pub fn sub(&self, other: &Dim) -> Dim {
        if other.is(0) {
            return self.clone();
        }
        if self.provably_eq(other) {
            return Dim::exact(0);
        }
        let high = if self.high == Self::UNBOUNDED { self.high } else { self.high.saturating_sub(other.low) };
        Dim::interval(self.low.saturating_sub(other.high), high).expressed(self, other, Expr::sub)
    }

    /// The quotient, rounded down. Unknown if the divisor may be zero: an expression has no value there.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::exact(7).floor_div(&Dim::exact(2)).size(), Some(3));
    /// assert!(Dim::exact(7).floor_div(&Dim::interval(0, 2)).is_unknown());
    /// ```
    pub fn floor_div(&self, by: &Dim) -> Dim {
        let expr = |a: &Expr, b: &Expr| a.floor_div(b, by.low > 0);
        self.quotient(by, u64::div_euclid).expressed(self, by, expr)
    }

    /// The quotient, rounded up. Unknown if the divisor may be zero: an expression has no value there.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::from("N").ceil_div(&Dim::exact(16)).to_string(), "floor((N-1)/16)+1");
    /// ```
    pub fn ceil_div(&self, by: &Dim) -> Dim {
        let expr = |a: &Expr, b: &Expr| a.ceil_div(b, by.low > 0);
        self.quotient(by, u64::div_ceil).expressed(self, by, expr)
    }

    /// The quotient of a division that has no remainder in a valid run, by a size that is not 0 in one; `None` if it
    /// certainly has one.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!((Dim::from("N") * 8).exact_div(&Dim::exact(8)), Some(Dim::from("N")));
    /// assert_eq!(Dim::exact(7).exact_div(&Dim::exact(2)), None);
    /// ```
    pub fn exact_div(&self, by: &Dim) -> Option<Dim> {
        if let (Some(size), Some(by)) = (self.size(), by.size().filter(|by| *by > 0)) {
            return size.is_multiple_of(by).then(|| Dim::exact(size / by));
        }
        let low = self.low.div_ceil(by.high.max(1));
        let high = if self.high == Self::UNBOUNDED { self.high } else { self.high / by.low.max(1) };
        let expr = |a: &Expr, b: &Expr| a.exact_div(b).or_else(|| a.floor_div(b, true));
        (low <= high).then(|| Dim::interval(low, high).expressed(self, by, expr))
    }

    /// The remainder of [`Dim::exact_div`]: 0 in a valid run.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let n = Dim::from("N");
    /// assert_eq!((&n * 8).exact_div_remainder(&Dim::exact(8)).size(), Some(0));
    /// assert_eq!(n.exact_div_remainder(&Dim::exact(8)).to_string(), "mod(N,8)");
    /// ```
    pub fn exact_div_remainder(&self, by: &Dim) -> Dim {
        let certain = self.expr.as_ref().zip(by.to_expr()).is_some_and(|(a, b)| a.exact_div(&b).is_some());
        if certain { Dim::exact(0) } else { self.modulo(by) }
    }

    fn quotient(&self, by: &Dim, of: fn(u64, u64) -> u64) -> Dim {
        if by.is(1) {
            return Dim { expr: None, ..self.clone() };
        }
        if by.low == 0 {
            return Dim::unknown();
        }
        let high = if self.high == Self::UNBOUNDED { self.high } else { of(self.high, by.low) };
        Dim::interval(of(self.low, by.high), high)
    }

    /// The remainder of the division. Unknown if the divisor may be zero.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let rest = Dim::from("N").modulo(&Dim::exact(4));
    /// assert_eq!((rest.to_string().as_str(), rest.upper()), ("mod(N,4)", Some(3)));
    /// ```
    pub fn modulo(&self, by: &Dim) -> Dim {
        let rest = match (self.size(), by.size()) {
            _ if by.low == 0 => Dim::unknown(),
            (Some(size), Some(by)) => Dim::exact(size % by),
            _ if self.high < by.low => return self.clone(),
            _ => Dim::interval(0, self.high.min(by.high - 1)),
        };
        rest.expressed(self, by, |a, b| a.modulo(b, by.low > 0))
    }

    /// The minimum: one of them if bounds decide, otherwise an interval, with `min` of both as its expression if
    /// possible.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::from("N").min(&Dim::exact(4)).upper(), Some(4));
    /// ```
    pub fn min(&self, other: &Dim) -> Dim {
        if self.provably_eq(other) || self.high <= other.low {
            return self.clone();
        }
        if other.high <= self.low {
            return other.clone();
        }
        let least = Dim::interval(self.low.min(other.low), self.high.min(other.high));
        least.expressed(self, other, Expr::minimum)
    }

    /// The maximum: one of them if bounds decide, otherwise an interval, with `max` of both as its expression if
    /// possible.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::from("N").max(&Dim::exact(4)).lower(), 4);
    /// ```
    pub fn max(&self, other: &Dim) -> Dim {
        if self.provably_eq(other) || self.low >= other.high {
            return self.clone();
        }
        if other.low >= self.high {
            return other.clone();
        }
        let greatest = Dim::interval(self.low.max(other.low), self.high.max(other.high));
        greatest.expressed(self, other, Expr::maximum)
    }
}
