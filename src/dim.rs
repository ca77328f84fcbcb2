//! One dimension of a shape: a size known exactly, within bounds, or by name.

use std::fmt;
use std::sync::Arc;

/// The name of an unknown size. The same name means the same size everywhere in one model.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(Arc<str>);

impl Symbol {
    /// A symbol of this name.
    pub fn new(name: &str) -> Symbol {
        Symbol(name.into())
    }

    /// The name, as the file writes it.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A size in elements: an interval, with a symbol where two unknown sizes are known to be the same.
///
/// The interval is never empty. [`Dim::UNBOUNDED`] as the upper end means that nothing bounds the size.
/// A dimension whose ends meet is exact and carries no symbol: the number says more.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dim {
    low: u64,
    high: u64,
    symbol: Option<Symbol>,
}

impl Dim {
    /// The upper end of a dimension that nothing bounds.
    pub const UNBOUNDED: u64 = u64::MAX;

    /// A dimension of which nothing is known, `?`.
    pub const fn any() -> Dim {
        Dim { low: 0, high: Self::UNBOUNDED, symbol: None }
    }

    /// An exact size.
    pub const fn exact(size: u64) -> Dim {
        Dim { low: size, high: size, symbol: None }
    }

    /// Sizes from `low` to `high`, both included. The ends are swapped if they are the wrong way round.
    pub fn interval(low: u64, high: u64) -> Dim {
        Dim { low: low.min(high), high: low.max(high), symbol: None }
    }

    /// An unknown size with a name.
    pub const fn symbol(symbol: Symbol) -> Dim {
        Dim { low: 0, high: Self::UNBOUNDED, symbol: Some(symbol) }
    }

    /// The same dimension with a name; an exact size stays without.
    pub fn named(self, symbol: Symbol) -> Dim {
        if self.low == self.high { self } else { Dim { symbol: Some(symbol), ..self } }
    }

    /// The least size possible.
    pub fn low(&self) -> u64 {
        self.low
    }

    /// The greatest size possible, [`Dim::UNBOUNDED`] if there is no bound.
    pub fn high(&self) -> u64 {
        self.high
    }

    /// The size, if it is exact.
    pub fn size(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The name of the unknown size, if it has one.
    pub fn name(&self) -> Option<&Symbol> {
        self.symbol.as_ref()
    }

    /// Whether the size is exactly `size`.
    pub fn is(&self, size: u64) -> bool {
        self.size() == Some(size)
    }

    /// Whether nothing at all is known.
    pub fn is_any(&self) -> bool {
        self.low == 0 && self.high == Self::UNBOUNDED && self.symbol.is_none()
    }

    /// Whether `size` is possible.
    pub fn contains(&self, size: u64) -> bool {
        self.low <= size && size <= self.high
    }

    /// Whether both are certainly the same size: equal exact sizes or the same symbol.
    pub fn same(&self, other: &Dim) -> bool {
        match (&self.symbol, &other.symbol) {
            (Some(a), Some(b)) if a == b => true,
            _ => self.size().is_some() && self.size() == other.size(),
        }
    }

    /// What is known if both hold; `None` if they cannot both hold. Keeps `self`'s symbol before `other`'s.
    pub fn meet(&self, other: &Dim) -> Option<Dim> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low > high {
            return None;
        }
        let symbol = if low == high { None } else { self.symbol.clone().or_else(|| other.symbol.clone()) };
        Some(Dim { low, high, symbol })
    }

    /// What is known if either holds: the smallest interval around both, with the symbol if they share it.
    pub fn join(&self, other: &Dim) -> Dim {
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        let symbol = if self.symbol == other.symbol { self.symbol.clone() } else { None };
        Dim { low, high, symbol }
    }

    /// The sum; sizes past [`Dim::UNBOUNDED`] are unbounded.
    pub fn plus(&self, other: &Dim) -> Dim {
        if self.is(0) {
            return other.clone();
        }
        if other.is(0) {
            return self.clone();
        }
        Dim::interval(self.low.saturating_add(other.low), self.high.saturating_add(other.high))
    }

    /// The product; sizes past [`Dim::UNBOUNDED`] are unbounded.
    pub fn times(&self, other: &Dim) -> Dim {
        if self.is(1) {
            return other.clone();
        }
        if other.is(1) {
            return self.clone();
        }
        // Zero first: 0 * unbounded is 0, which saturating multiplication gives as well.
        Dim::interval(self.low.saturating_mul(other.low), self.high.saturating_mul(other.high))
    }

    /// The difference; a correct run has none below zero.
    pub fn minus(&self, other: &Dim) -> Dim {
        if other.is(0) {
            return self.clone();
        }
        if self.same(other) {
            return Dim::exact(0);
        }
        let high = if self.high == Self::UNBOUNDED { self.high } else { self.high.saturating_sub(other.low) };
        Dim::interval(self.low.saturating_sub(other.high), high)
    }

    /// The quotient, rounded down. A divisor that may be zero gives anything.
    pub fn floor_div(&self, by: &Dim) -> Dim {
        self.quotient(by, u64::div_euclid)
    }

    /// The quotient, rounded up. A divisor that may be zero gives anything.
    pub fn ceil_div(&self, by: &Dim) -> Dim {
        self.quotient(by, u64::div_ceil)
    }

    fn quotient(&self, by: &Dim, of: fn(u64, u64) -> u64) -> Dim {
        if by.is(1) {
            return self.clone();
        }
        if by.low == 0 {
            return Dim::any();
        }
        let high = if self.high == Self::UNBOUNDED { self.high } else { of(self.high, by.low) };
        Dim::interval(of(self.low, by.high), high)
    }

    /// The remainder of the division. A divisor that may be zero gives anything.
    pub fn modulo(&self, by: &Dim) -> Dim {
        match (self.size(), by.size()) {
            _ if by.low == 0 => Dim::any(),
            (Some(size), Some(by)) => Dim::exact(size % by),
            _ if self.high < by.low => self.clone(),
            _ => Dim::interval(0, self.high.min(by.high - 1)),
        }
    }

    /// The smaller one.
    pub fn least(&self, other: &Dim) -> Dim {
        if self.same(other) || self.high <= other.low {
            return self.clone();
        }
        if other.high <= self.low {
            return other.clone();
        }
        Dim::interval(self.low.min(other.low), self.high.min(other.high))
    }

    /// The greater one.
    pub fn greatest(&self, other: &Dim) -> Dim {
        if self.same(other) || self.low >= other.high {
            return self.clone();
        }
        if other.low >= self.high {
            return other.clone();
        }
        Dim::interval(self.low.max(other.low), self.high.max(other.high))
    }
}

impl From<u64> for Dim {
    fn from(size: u64) -> Dim {
        Dim::exact(size)
    }
}

impl From<&str> for Dim {
    /// A symbol of this name.
    fn from(name: &str) -> Dim {
        Dim::symbol(Symbol::new(name))
    }
}

impl fmt::Display for Dim {
    /// `4`, `N`, `1..4`, `2..` or `?`: the forms of the command line contract.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.symbol, self.low, self.high) {
            (_, low, high) if low == high => write!(f, "{low}"),
            (Some(symbol), ..) => symbol.fmt(f),
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
        assert_eq!(Dim::any().meet(&Dim::from("N")), Some(Dim::from("N")));
    }

    #[test]
    fn join_keeps_a_shared_symbol_only() {
        assert_eq!(Dim::from("N").join(&Dim::from("N")), Dim::from("N"));
        assert_eq!(Dim::from("N").join(&Dim::from("M")), Dim::any());
        assert_eq!(Dim::exact(1).join(&Dim::exact(4)), Dim::interval(1, 4));
    }

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Dim::interval(1, Dim::UNBOUNDED).plus(&Dim::exact(2)), Dim::interval(3, Dim::UNBOUNDED));
        assert_eq!(Dim::any().times(&Dim::exact(0)), Dim::exact(0));
        assert_eq!(Dim::from("N").times(&Dim::exact(1)), Dim::from("N"));
    }

    #[test]
    fn division_keeps_what_is_known() {
        let n = Dim::from("N");
        assert_eq!(Dim::interval(5, 9).floor_div(&Dim::exact(2)), Dim::interval(2, 4));
        assert_eq!(Dim::interval(5, 9).ceil_div(&Dim::exact(2)), Dim::interval(3, 5));
        assert_eq!(n.floor_div(&Dim::exact(1)), n);
        assert_eq!(n.floor_div(&Dim::any()), Dim::any());
        assert_eq!(n.modulo(&Dim::exact(4)), Dim::interval(0, 3));
        assert_eq!(n.minus(&n), Dim::exact(0));
        assert_eq!(Dim::interval(5, 9).minus(&Dim::interval(1, 6)), Dim::interval(0, 8));
        assert_eq!(n.least(&Dim::exact(4)), Dim::interval(0, 4));
        assert_eq!(n.greatest(&Dim::exact(4)), Dim::interval(4, Dim::UNBOUNDED));
    }

    #[test]
    fn display_is_the_contracts() {
        for (dim, text) in [
            (Dim::exact(4), "4"),
            (Dim::from("N"), "N"),
            (Dim::interval(1, 4), "1..4"),
            (Dim::interval(2, Dim::UNBOUNDED), "2.."),
            (Dim::any(), "?"),
        ] {
            assert_eq!(dim.to_string(), text);
        }
    }
}
