//! The bounds of an integer in little memory.

use super::SymInt;

/// The least and the greatest possible value. Each has 65 bits: a number and its sign are apart, because two `i128` would make an
/// integer of 48 bytes instead of 32, and lists of integers are most of what inference keeps of some models.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PackedBounds {
    low: u64,
    high: u64,
    is_low_negative: bool,
    is_high_negative: bool,
}

impl PackedBounds {
    /// Both must be in `SymInt::MIN..=SymInt::MAX`.
    #[inline]
    pub(super) const fn new(low: i128, high: i128) -> PackedBounds {
        debug_assert!(SymInt::MIN <= low && low <= high && high <= SymInt::MAX);
        // The two's complement of a negative number of 64 bits is in the lower half of that of 128 bits.
        PackedBounds { low: low as u64, high: high as u64, is_low_negative: low < 0, is_high_negative: high < 0 }
    }

    #[inline]
    pub(super) const fn low(self) -> i128 {
        signed(self.low, self.is_low_negative)
    }

    #[inline]
    pub(super) const fn high(self) -> i128 {
        signed(self.high, self.is_high_negative)
    }
}

#[inline]
const fn signed(bits: u64, is_negative: bool) -> i128 {
    if is_negative { bits as i64 as i128 } else { bits as i128 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bound_comes_back() {
        let ends = [i64::MIN as i128, i64::MIN as i128 + 1, -1, 0, 1, i64::MAX as i128, i64::MAX as i128 + 1];
        let ends = ends.into_iter().chain([u64::MAX as i128 - 1, u64::MAX as i128]);
        let pairs = ends.clone().flat_map(|low| ends.clone().map(move |high| (low, high)));
        for (low, high) in pairs.filter(|(low, high)| low <= high) {
            let bounds = PackedBounds::new(low, high);
            assert_eq!((bounds.low(), bounds.high()), (low, high));
        }
        assert_eq!(size_of::<SymInt>(), 32);
    }
}
