//! Floating-point numbers as far as they are known.

use std::fmt;

use super::quotient::Quotient;

/// A float known exactly, within bounds, or as a quotient of symbolic dimensions.
///
/// A float that may be infinite or NaN, but is not certainly infinite, has no bounds at all.
#[derive(Clone, PartialEq, Debug)]
pub struct SymFloat {
    low: f64,
    high: f64,
    quotient: Option<Quotient>,
}

impl SymFloat {
    /// An unknown float.
    pub const fn unknown() -> SymFloat {
        SymFloat { low: f64::NEG_INFINITY, high: f64::INFINITY, quotient: None }
    }

    /// An exact float; NaN is unknown.
    pub fn exact(value: f64) -> SymFloat {
        if value.is_nan() { Self::unknown() } else { SymFloat { low: value, high: value, quotient: None } }
    }

    /// Finite floats from `low` to `high`, inclusive.
    pub fn interval(low: f64, high: f64) -> SymFloat {
        if low.is_finite() && high.is_finite() { SymFloat { low, high, quotient: None } } else { Self::unknown() }
    }

    /// The least possible value.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The greatest possible value.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The value, if it is exact, including the sign of zero.
    pub fn value(&self) -> Option<f64> {
        (self.low.to_bits() == self.high.to_bits()).then_some(self.low)
    }

    /// Whether nothing is known.
    pub fn is_any(&self) -> bool {
        *self == Self::unknown()
    }

    /// The quotient of symbolic dimensions that it is known to be.
    pub(crate) fn quotient(&self) -> Option<&Quotient> {
        self.quotient.as_ref()
    }

    /// The same float, also known to be this quotient; an exact one has none.
    pub(crate) fn refine_with(self, quotient: Option<Quotient>) -> SymFloat {
        let quotient = quotient.filter(|_| self.value().is_none());
        SymFloat { quotient, ..self }
    }

    /// The smallest interval around both, with the quotient if they share it.
    pub fn join(&self, other: &SymFloat) -> SymFloat {
        let least = if self.low.total_cmp(&other.low).is_le() { self.low } else { other.low };
        let greatest = if self.high.total_cmp(&other.high).is_ge() { self.high } else { other.high };
        let same = self.value().is_some() && self.value().map(f64::to_bits) == other.value().map(f64::to_bits);
        let joined = if same { SymFloat::exact(least) } else { SymFloat::interval(least, greatest) };
        joined.refine_with(if self.quotient == other.quotient { self.quotient.clone() } else { None })
    }
}

impl fmt::Display for SymFloat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.value(), &self.quotient) {
            (Some(value), _) => value.fmt(f),
            (None, Some(quotient)) => quotient.fmt(f),
            (None, None) if self.is_any() => f.write_str("?"),
            (None, None) => write!(f, "{}..{}", self.low, self.high),
        }
    }
}
