//! One dimension of a shape: a size known exactly, within bounds, or as an expression over symbolic dimensions.
//!
//! A name in the file is one symbol, whatever it looks like: exporters write `past + 1` for a sum, but also
//! `batch-size`, and the two cannot be distinguished.

mod arithmetic;
mod symbolic;

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::expr::{Bounds, Expr};

pub use crate::expr::Symbol;

/// A size in elements: an interval, with an expression over symbols if the size is symbolic.
///
/// The interval is never empty. A dimension with equal bounds is exact and has no expression: the number is more
/// precise.
///
/// Dimensions are added, subtracted, and multiplied with the operators, also with integers; every result is a dimension.
/// Where an expression would be too large, the result is an interval. A difference is not negative in a valid run.
///
/// ```
/// use shapewright::Dim;
///
/// let (n, t) = (Dim::from("N"), Dim::from("T"));
/// assert_eq!((2 * &n * &t + 1).to_string(), "2*N*T+1");
/// assert_eq!((&n + 4 - n).size(), Some(4));
/// assert_eq!((Dim::interval(1, 4) * 8 + t).to_string(), "8..");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dim {
    low: u64,
    high: u64,
    expr: Option<Expr>,
}

impl Hash for Dim {
    /// Most dimensions are exact, and one number tells these apart.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.low.hash(state);
        if self.low < self.high {
            (self.high, &self.expr).hash(state);
        }
    }
}

impl Dim {
    /// The upper bound of an unbounded dimension.
    pub(crate) const UNBOUNDED: u64 = u64::MAX;

    /// The greatest size of a run: both formats and their runtimes have 64 bits with a sign for it.
    pub(crate) const GREATEST: u64 = i64::MAX as u64;

    /// An unknown dimension, `?`.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::unknown().to_string(), "?");
    /// ```
    pub const fn unknown() -> Dim {
        Dim { low: 0, high: Self::UNBOUNDED, expr: None }
    }

    /// An exact size, in elements. 0 is an ordinary size. A size beyond `i64`, which no run has, is not exact: it may be
    /// one that saturated, and two of these may differ.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::exact(4).size(), Some(4));
    /// assert_eq!((Dim::exact(1 << 63).size(), Dim::exact(1 << 63).lower()), (None, i64::MAX as u64));
    /// ```
    pub const fn exact(size: u64) -> Dim {
        match size > Self::GREATEST {
            true => Dim { low: Self::GREATEST, high: Self::UNBOUNDED, expr: None },
            false => Dim { low: size, high: size, expr: None },
        }
    }

    /// Sizes from `low` to `high`, inclusive. Reversed bounds are swapped; an upper bound beyond `i64` means unbounded,
    /// and a lower one is that of `i64`.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::interval(1, 4).to_string(), "1..4");
    /// ```
    pub fn interval(low: u64, high: u64) -> Dim {
        let (low, high) = (low.min(high), low.max(high));
        if low == high {
            return Dim::exact(low);
        }
        let high = if high >= Self::GREATEST { Self::UNBOUNDED } else { high };
        Dim { low: low.min(Self::GREATEST), high, expr: None }
    }

    /// An unknown size with a name.
    ///
    /// ```
    /// use shapewright::{Dim, Symbol};
    ///
    /// assert_eq!(Dim::symbol(Symbol::new("N")), Dim::from("N"));
    /// ```
    pub fn symbol(symbol: Symbol) -> Dim {
        Dim::unknown().refine_with(Some(Expr::symbol(symbol)))
    }

    /// A size that is this expression; negative ones do not occur in a valid run.
    ///
    /// ```
    /// use shapewright::{Dim, Expr};
    ///
    /// assert_eq!(Dim::from_expr(Expr::from("N")), Dim::from("N"));
    /// ```
    pub fn from_expr(expr: Expr) -> Dim {
        Dim::unknown().refine_with(Some(expr))
    }

    /// The same dimension with a name; an exact size has none.
    ///
    /// ```
    /// use shapewright::{Dim, Symbol};
    ///
    /// let batch = Dim::interval(1, 8).named(Symbol::new("B"));
    /// assert_eq!((batch.to_string().as_str(), batch.upper()), ("B", Some(8)));
    /// ```
    pub fn named(self, symbol: Symbol) -> Dim {
        Dim { expr: None, ..self }.refine_with(Some(Expr::symbol(symbol)))
    }

    /// The same dimension, also known to be this expression; an exact size has none.
    ///
    /// ```
    /// use shapewright::{Dim, Expr};
    ///
    /// let rows = Dim::interval(1, 8).refine_with(Some(Expr::from("N")));
    /// assert_eq!((rows.to_string().as_str(), rows.upper()), ("N", Some(8)));
    /// ```
    pub fn refine_with(self, expr: Option<Expr>) -> Dim {
        let Some(expr) = expr.filter(|_| self.low < self.high) else { return self };
        let Bounds { low, high } = expr.tight_bounds();
        let low = self.low.max(low.clamp(0, Self::GREATEST.into()) as u64);
        // A bound beyond `i64` is no bound for a size.
        let high = if high >= i128::from(Self::GREATEST) { self.high } else { self.high.min(high.max(0) as u64) };
        match low < high {
            true => Dim { low, high, expr: Some(expr) },
            // The bounds contradict each other: no run is valid, and the interval suffices.
            false if low > high => self,
            false => Dim::exact(low),
        }
    }

    /// As [`Dim::lower`].
    pub(crate) fn low(&self) -> u64 {
        self.low
    }

    /// The greatest possible size, [`Dim::UNBOUNDED`] if there is no bound, for arithmetic that saturates.
    pub(crate) fn high(&self) -> u64 {
        self.high
    }

    /// The size, if it is exact.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!((Dim::exact(4).size(), Dim::from("N").size()), (Some(4), None));
    /// ```
    pub fn size(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The name of the unknown size, if it is a single symbol.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let n = Dim::from("N");
    /// assert_eq!(n.name().map(|symbol| symbol.name()), Some("N"));
    /// assert!((n + 1).name().is_none());
    /// ```
    pub fn name(&self) -> Option<&Symbol> {
        self.expr.as_ref()?.as_symbol()
    }

    /// The unknown size as an expression over symbols, including a single one; `None` for an exact size and a bare
    /// interval.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let rows = Dim::from("N") * 2;
    /// assert_eq!(rows.expr().map(|expr| expr.to_string()).as_deref(), Some("2*N"));
    /// assert!(Dim::exact(4).expr().is_none());
    /// ```
    pub fn expr(&self) -> Option<&Expr> {
        self.expr.as_ref()
    }

    /// Whether the size is exactly `size`.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert!(Dim::exact(1).is(1) && !Dim::interval(1, 4).is(1));
    /// ```
    pub fn is(&self, size: u64) -> bool {
        self.size() == Some(size)
    }

    /// Whether nothing is known about the size.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert!(Dim::unknown().is_unknown() && !Dim::from("N").is_unknown());
    /// ```
    pub fn is_unknown(&self) -> bool {
        self.low == 0 && self.high == Self::UNBOUNDED && self.expr.is_none()
    }

    /// Whether the size is so large that it is the result of arithmetic that exceeds every size, or close to one.
    pub(crate) fn is_beyond_sizes(&self) -> bool {
        self.low > Self::GREATEST / 2 && self.high == Self::UNBOUNDED
    }

    /// Whether `size` is possible: `2*N` contains no odd size.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let even = Dim::from("N") * 2;
    /// assert!(even.contains(4) && !even.contains(5));
    /// ```
    pub fn contains(&self, size: u64) -> bool {
        self.low <= size && size <= self.high && !self.expr.as_ref().is_some_and(|expr| expr.excludes(size))
    }

    /// Whether both are certainly the same size: equal exact sizes or the same expression.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let n = Dim::from("N");
    /// assert!((&n + &n).provably_eq(&(2 * &n)) && !n.provably_eq(&Dim::from("M")));
    /// ```
    pub fn provably_eq(&self, other: &Dim) -> bool {
        match (&self.expr, &other.expr) {
            (Some(a), Some(b)) if a == b => true,
            _ => self.size().is_some() && self.size() == other.size(),
        }
    }

    /// Whether the sizes differ in every run.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// let n = Dim::from("N");
    /// assert!((&n + 1).provably_ne(&n) && !n.provably_ne(&Dim::from("M")));
    /// ```
    pub fn provably_ne(&self, other: &Dim) -> bool {
        if self.provably_eq(other) {
            return false;
        }
        let apart = |a: &Expr, b: &Expr| {
            let bounds = a.sub(b)?.tight_bounds();
            Some(bounds.low > 0 || bounds.high < 0)
        };
        let intervals = self.low > other.high || other.low > self.high;
        let exprs = || self.to_expr().zip(other.to_expr()).and_then(|(a, b)| apart(&a, &b)) == Some(true);
        intervals || (self.expr.is_some() && other.expr.is_some() && exprs())
    }

    /// The intersection; `None` if it is empty. Keeps `self`'s expression before `other`'s.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::interval(1, 8).meet(&Dim::interval(4, 9)), Some(Dim::interval(4, 8)));
    /// assert_eq!(Dim::interval(1, 3).meet(&Dim::exact(4)), None);
    /// ```
    pub fn meet(&self, other: &Dim) -> Option<Dim> {
        if !self.intersects(other) {
            return None;
        }
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        let expr = self.expr.as_ref().or(other.expr.as_ref());
        Some(Dim { low, high, expr: None }.refine_with(expr.cloned()))
    }

    /// Whether [`Dim::meet`] has a result, without computing it.
    pub(crate) fn intersects(&self, other: &Dim) -> bool {
        let never = |a: &Dim, b: &Dim| b.size().is_some_and(|size| !a.contains(size));
        self.low.max(other.low) <= self.high.min(other.high) && !never(self, other) && !never(other, self)
    }

    /// Whether it needs a symbol that inference created.
    pub(crate) fn needs_inferred_symbol(&self) -> bool {
        let mut made = false;
        self.expr.iter().for_each(|expr| expr.each_symbol(&mut |symbol| made |= symbol.is_inferred()));
        made
    }

    /// The union: the smallest interval around both, with the expression if they share it.
    ///
    /// ```
    /// use shapewright::Dim;
    ///
    /// assert_eq!(Dim::exact(1).join(&Dim::exact(4)), Dim::interval(1, 4));
    /// ```
    pub fn join(&self, other: &Dim) -> Dim {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        let expr = if self.expr == other.expr { self.expr.clone() } else { None };
        Dim { low, high, expr }
    }
}

impl From<u64> for Dim {
    fn from(size: u64) -> Dim {
        Dim::exact(size)
    }
}

impl From<&str> for Dim {
    /// A symbol with this name.
    fn from(name: &str) -> Dim {
        Dim::symbol(Symbol::new(name))
    }
}

impl fmt::Display for Dim {
    /// `4`, `N`, `2*N+1`, `1..4`, `2..` or `?`: the notation of the command line and the reports.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.expr, self.low, self.high) {
            (_, low, high) if low == high => write!(f, "{low}"),
            (Some(expr), ..) => expr.fmt(f),
            (None, 0, Self::UNBOUNDED) => f.write_str("?"),
            (None, low, Self::UNBOUNDED) => write!(f, "{low}.."),
            (None, low, high) => write!(f, "{low}..{high}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meet_narrows_and_contradicts() {
        assert_eq!(Dim::interval(1, 8).meet(&Dim::interval(4, 9)), Some(Dim::interval(4, 8)));
        assert_eq!(Dim::interval(1, 3).meet(&Dim::exact(4)), None);
        assert_eq!(Dim::from("N").meet(&Dim::exact(4)), Some(Dim::exact(4)));
        assert_eq!(Dim::unknown().meet(&Dim::from("N")), Some(Dim::from("N")));
        let odd = Dim::from("N").mul(&Dim::exact(2)).add(&Dim::exact(1));
        assert_eq!((odd.meet(&Dim::exact(4)), odd.contains(6)), (None, false));
        assert_eq!((odd.meet(&Dim::exact(5)), odd.contains(7)), (Some(Dim::exact(5)), true));
    }

    #[test]
    fn join_keeps_a_shared_symbol_only() {
        assert_eq!(Dim::from("N").join(&Dim::from("N")), Dim::from("N"));
        assert_eq!(Dim::from("N").join(&Dim::from("M")), Dim::unknown());
        assert_eq!(Dim::exact(1).join(&Dim::exact(4)), Dim::interval(1, 4));
    }

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Dim::interval(1, Dim::UNBOUNDED).add(&Dim::exact(2)), Dim::interval(3, Dim::UNBOUNDED));
        assert_eq!(Dim::unknown().mul(&Dim::exact(0)), Dim::exact(0));
        assert_eq!(Dim::from("N").mul(&Dim::exact(1)), Dim::from("N"));
    }

    /// Sizes that no run has are not exact, and different ones are not equal.
    #[test]
    fn results_beyond_every_size_are_not_exact() {
        let (half, most) = (Dim::exact(1 << 62), Dim::exact(Dim::GREATEST));
        let beyond = Dim::at_least(Dim::GREATEST);
        assert_eq!(most.size(), Some(Dim::GREATEST), "the greatest size is one");
        for result in [&half + &half, &most * &half, &most + 1, &half * 2, &beyond + 1, &beyond * 3] {
            assert_eq!((result.size(), result.lower(), result.upper()), (None, Dim::GREATEST, None));
            assert!(result.is_beyond_sizes() && result.contains(u64::MAX));
            assert!(!result.provably_eq(&result) && !result.provably_ne(&most) && result.provably_ne(&half));
            assert_eq!(result.to_string(), "9223372036854775807..");
        }
        assert_eq!([&half + (&half - 1), &beyond - &half].map(|dim| dim.size()), [Some(Dim::GREATEST), None]);
        assert_eq!(Dim::interval(3, 1 << 62) * 4, Dim::at_least(12), "an upper bound that overflows is none");
        assert_eq!(Dim::interval(1 << 61, 1 << 62) * 16, beyond);
        assert_eq!(
            (beyond.exact_div(&Dim::exact(2)), beyond.floor_div(&Dim::exact(2)).upper()),
            (Some(Dim::at_least(1 << 62)), None)
        );
        assert_eq!(Dim::interval(u64::MAX - 1, u64::MAX), beyond);
        assert!(!most.is_beyond_sizes() && !Dim::from("N").is_beyond_sizes() && !Dim::at_least(1).is_beyond_sizes());
    }

    #[test]
    fn division_keeps_bounds_and_expressions() {
        let n = Dim::from("N");
        assert_eq!(Dim::interval(5, 9).floor_div(&Dim::exact(2)), Dim::interval(2, 4));
        assert_eq!(Dim::interval(5, 9).ceil_div(&Dim::exact(2)), Dim::interval(3, 5));
        assert_eq!(n.floor_div(&Dim::exact(1)), n);
        assert_eq!(n.floor_div(&Dim::unknown()), Dim::unknown());
        let rest = n.modulo(&Dim::exact(4));
        assert_eq!((rest.low(), rest.high(), rest.to_string().as_str()), (0, 3, "mod(N,4)"));
        assert_eq!(n.sub(&n), Dim::exact(0));
        assert_eq!(Dim::interval(5, 9).sub(&Dim::interval(1, 6)), Dim::interval(0, 8));
        let (least, greatest) = (n.min(&Dim::exact(4)), n.max(&Dim::exact(4)));
        assert_eq!((least.low(), least.high(), least.to_string().as_str()), (0, 4, "min(4,N)"));
        assert_eq!((greatest.low(), greatest.high(), greatest.to_string().as_str()), (4, Dim::UNBOUNDED, "max(4,N)"));
    }

    #[test]
    fn symbolic_dimensions_are_computed_with() {
        let (n, two) = (Dim::from("N"), Dim::exact(2));
        let odd = n.mul(&two).add(&Dim::exact(1));
        assert_eq!((odd.to_string().as_str(), odd.low()), ("2*N+1", 1));
        assert_eq!(odd.sub(&Dim::exact(1)).floor_div(&two).to_string(), "N");
        assert!(n.add(&Dim::from("M")).provably_eq(&Dim::from("M").add(&n)));
        assert!(n.add(&two).provably_ne(&n) && !n.mul(&two).provably_ne(&n), "both are 0 for N = 0");
        let up = n.add(&two).ceil_div(&two);
        assert!(up.provably_eq(&n.sub(&Dim::exact(1)).floor_div(&two).add(&two)), "{up}");
        assert_eq!(n.add(&Dim::interval(1, 2)), Dim::interval(1, Dim::UNBOUNDED));
    }

    #[test]
    fn display_is_stable() {
        for (dim, text) in [
            (Dim::exact(4), "4"),
            (Dim::from("N"), "N"),
            (Dim::interval(1, 4), "1..4"),
            (Dim::interval(2, Dim::UNBOUNDED), "2.."),
            (Dim::unknown(), "?"),
        ] {
            assert_eq!(dim.to_string(), text);
        }
    }
}
