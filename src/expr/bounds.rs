//! Interval arithmetic for expressions: every result contains all values that can occur.

use std::fmt;
use std::ops::{RangeFrom, RangeInclusive};

/// The greatest magnitude, which denotes the absence of a bound.
const INFINITY: i128 = i128::MAX;

/// An interval of integers, with or without a lower and an upper bound.
///
/// Sizes and ranges of sizes convert to it; reversed ranges are swapped, and a bound beyond `i64` is no bound.
///
/// ```
/// use shapewright::expr::Bounds;
///
/// let some = Bounds::from(1..);
/// assert_eq!((some.lower(), some.upper()), (Some(1), None));
/// assert!(Bounds::from(1..=8).contains(8) && !some.contains(0));
/// ```
// Aligned like a pointer: a model may have very many expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(Rust, packed(8))]
pub struct Bounds {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Bounds {
    /// The least integer, if there is one.
    ///
    /// ```
    /// use shapewright::expr::Bounds;
    ///
    /// assert_eq!(Bounds::from(1..=8).lower(), Some(1));
    /// ```
    pub fn lower(self) -> Option<i64> {
        self.low.try_into().ok().filter(|low| *low > i64::MIN)
    }

    /// The greatest integer, if there is one.
    ///
    /// ```
    /// use shapewright::expr::Bounds;
    ///
    /// assert_eq!((Bounds::from(1..=8).upper(), Bounds::from(1..).upper()), (Some(8), None));
    /// ```
    pub fn upper(self) -> Option<i64> {
        self.high.try_into().ok().filter(|high| *high < i64::MAX)
    }

    /// The integer, if there is only one.
    ///
    /// ```
    /// use shapewright::expr::Bounds;
    ///
    /// assert_eq!((Bounds::from(4).value(), Bounds::from(1..).value()), (Some(4), None));
    /// ```
    pub fn value(self) -> Option<i64> {
        self.lower().filter(|_| self.low == self.high)
    }

    /// Whether the interval contains this integer.
    ///
    /// ```
    /// use shapewright::expr::Bounds;
    ///
    /// assert!(Bounds::from(1..=8).contains(8) && !Bounds::from(1..=8).contains(-1));
    /// ```
    pub fn contains(self, value: i64) -> bool {
        self.low <= value.into() && self.high >= value.into()
    }
}

impl fmt::Display for Bounds {
    /// `4`, `1..4`, `2..`, `..8` or `?`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lower(), self.upper()) {
            (Some(low), Some(high)) if low == high => write!(f, "{low}"),
            (Some(low), Some(high)) => write!(f, "{low}..{high}"),
            (Some(low), None) => write!(f, "{low}.."),
            (None, Some(high)) => write!(f, "..{high}"),
            (None, None) => f.write_str("?"),
        }
    }
}

impl From<u64> for Bounds {
    fn from(size: u64) -> Bounds {
        Bounds::exact(size.into())
    }
}

impl From<RangeInclusive<u64>> for Bounds {
    fn from(sizes: RangeInclusive<u64>) -> Bounds {
        let (low, high) = sizes.into_inner();
        Bounds { low: low.min(high).into(), high: low.max(high).into() }
    }
}

impl From<RangeFrom<u64>> for Bounds {
    fn from(sizes: RangeFrom<u64>) -> Bounds {
        Bounds { low: sizes.start.into(), high: INFINITY }
    }
}

impl Bounds {
    /// Any size: both formats store sizes as signed 64-bit integers.
    pub(crate) const SIZE: Bounds = Bounds { low: 0, high: i64::MAX as i128 };
    pub(crate) const ANY: Bounds = Bounds { low: -INFINITY, high: INFINITY };

    pub(crate) const fn exact(value: i128) -> Bounds {
        Bounds { low: value, high: value }
    }

    /// The same without an upper bound that holds for every size.
    pub(super) fn without_size_limit(self) -> Bounds {
        Bounds { high: if self.high >= Self::SIZE.high { INFINITY } else { self.high }, ..self }
    }

    /// Whether the interval contains all of these.
    pub(crate) fn contain(self, other: Bounds) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The intersection, which must not be empty.
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The intersection; the interval itself if that is empty, because then no run is valid.
    pub(super) fn narrowed(self, other: Bounds) -> Bounds {
        let both = self.and(other);
        if both.low <= both.high { both } else { self }
    }

    /// The same, limited to sizes.
    pub(crate) fn within_sizes(self) -> Bounds {
        Bounds { low: self.low.min(Self::SIZE.high), high: self.high.min(Self::SIZE.high) }
    }

    /// The smallest interval around all of these.
    fn around(values: [i128; 4]) -> Bounds {
        let fold = |of: fn(i128, i128) -> i128| values.into_iter().reduce(of).unwrap_or(0);
        Bounds { low: fold(i128::min).max(-INFINITY), high: fold(i128::max) }
    }

    pub(crate) fn add(self, other: Bounds) -> Bounds {
        let sum = |a: i128, b: i128, open: i128| if a == open || b == open { open } else { a.saturating_add(b) };
        let low = sum(self.low, other.low, -INFINITY).max(-INFINITY);
        Bounds { low, high: sum(self.high, other.high, INFINITY) }
    }

    pub(crate) fn mul(self, other: Bounds) -> Bounds {
        let of = |a: i128, b: i128| a.saturating_mul(b);
        let (a, b) = (self, other);
        Bounds::around([of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)])
    }

    /// The quotient, rounded down; unbounded if the divisor may be 0 or less.
    pub(crate) fn floor_div(self, by: Bounds) -> Bounds {
        if by.low <= 0 {
            return Bounds::ANY;
        }
        let of = |a: i128, b: i128| match a {
            INFINITY => INFINITY,
            _ if a == -INFINITY => -INFINITY,
            _ => a.div_euclid(b),
        };
        let (a, b) = (self, by);
        Bounds::around([of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)])
    }

    /// The nonnegative remainder; unbounded if the divisor may be 0 or less.
    pub(crate) fn modulo(self, by: Bounds) -> Bounds {
        if by.low <= 0 {
            return Bounds::ANY;
        }
        let most = by.high.saturating_sub(1);
        Bounds { low: 0, high: if self.low >= 0 { self.high.min(most) } else { most } }
    }

    pub(crate) fn min(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    pub(crate) fn max(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.max(other.high) }
    }
}
