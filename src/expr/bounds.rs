//! Interval arithmetic for expressions: every result contains all values that can occur.

/// The greatest magnitude, which denotes the absence of a bound.
const INFINITY: i128 = i128::MAX;

/// Integers from `low` to `high`, inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Bounds {
    /// Any size: both formats store sizes as signed 64-bit integers.
    pub(crate) const SIZE: Bounds = Bounds { low: 0, high: i64::MAX as i128 };
    pub(crate) const ANY: Bounds = Bounds { low: -INFINITY, high: INFINITY };

    pub(crate) const fn exact(value: i128) -> Bounds {
        Bounds { low: value, high: value }
    }

    /// Whether the interval contains all of these.
    pub(crate) fn contain(self, other: Bounds) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The intersection, which must not be empty.
    pub(crate) fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
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
