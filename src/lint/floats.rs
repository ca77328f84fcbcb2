//! Unusual floats among weights: NaN, infinities, and subnormal numbers.
//!
//! Nearly all weights are normal numbers. Blocks are tested as a whole, which compilers turn into vector instructions that
//! keep up with memory; only blocks with an unusual element are counted element by element.

use crate::element::ElementType;

/// The number of elements that are tested together.
const BLOCK: usize = 2048;

/// The number of floats of each unusual kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Floats {
    pub(crate) nan: u64,
    pub(crate) infinite: u64,
    pub(crate) subnormal: u64,
    /// Of floats with infinities and without NaN: whether two finite nonzero ones differ.
    pub(crate) varied: bool,
}

/// Defines whether a float of a width, of which so many bits are the fraction, is no normal number and not zero.
macro_rules! unusual {
    ($name:ident, $bits:ty, $signed:ty) => {
        fn $name(word: [u8; size_of::<$bits>()], fraction: u32) -> bool {
            // Signed, because vector instructions compare signed integers.
            let magnitude = (<$bits>::from_le_bytes(word) & (<$bits>::MAX >> 1)) as $signed;
            let (smallest_normal, infinity) = (1 << fraction, <$signed>::MAX >> fraction << fraction);
            (magnitude >= infinity) | ((magnitude > 0) & (magnitude < smallest_normal))
        }
    };
}

unusual!(is_unusual_of_16, u16, i16);
unusual!(is_unusual_of_32, u32, i32);
unusual!(is_unusual_of_64, u64, i64);

/// Counts the unusual floats in packed bytes. Other types have none.
pub(crate) fn floats(element: ElementType, bytes: &[u8]) -> Floats {
    match element {
        ElementType::F32 => Layout::new(23, 8).count(bytes, |word| is_unusual_of_32(word, 23)),
        ElementType::F64 => Layout::new(52, 11).count(bytes, |word| is_unusual_of_64(word, 52)),
        ElementType::F16 => Layout::new(10, 5).count(bytes, |word| is_unusual_of_16(word, 10)),
        ElementType::Bf16 => Layout::new(7, 8).count(bytes, |word| is_unusual_of_16(word, 7)),
        _ => Floats::default(),
    }
}

/// The bits of a float: the fraction, and above it the exponent.
struct Layout {
    fraction: u64,
    exponent: u64,
}

impl Layout {
    fn new(fraction: u32, exponent: u32) -> Layout {
        Layout { fraction: (1 << fraction) - 1, exponent: ((1 << exponent) - 1) << fraction }
    }

    fn count<const N: usize>(&self, bytes: &[u8], is_unusual: impl Fn([u8; N]) -> bool) -> Floats {
        let (words, _) = bytes.as_chunks::<N>();
        let mut found = Floats::default();
        for block in words.chunks(BLOCK) {
            if block.iter().fold(false, |any, &word| any | is_unusual(word)) {
                block.iter().for_each(|word| self.classify(widened(word), &mut found));
            }
        }
        found.varied = found.infinite > 0 && found.nan == 0 && self.varies(words);
        found
    }

    fn classify(&self, word: u64, found: &mut Floats) {
        let (exponent, fraction) = (word & self.exponent, word & self.fraction);
        found.nan += u64::from(exponent == self.exponent && fraction != 0);
        found.infinite += u64::from(exponent == self.exponent && fraction == 0);
        found.subnormal += u64::from(exponent == 0 && fraction != 0);
    }

    /// Whether two finite nonzero numbers differ.
    fn varies<const N: usize>(&self, words: &[[u8; N]]) -> bool {
        let is_counted =
            |word: &u64| word & self.exponent != self.exponent && word & (self.exponent | self.fraction) != 0;
        let mut finite = words.iter().map(widened).filter(is_counted);
        finite.next().is_some_and(|first| finite.any(|word| word != first))
    }
}

fn widened<const N: usize>(word: &[u8; N]) -> u64 {
    word.iter().rev().fold(0, |wide, &byte| wide << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f32]) -> Floats {
        floats(ElementType::F32, &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<_>>())
    }

    #[test]
    fn floats_are_told_by_their_bits() {
        let inf = f32::INFINITY;
        assert_eq!(of(&[f32::NAN, -f32::NAN, 1.0]), Floats { nan: 2, ..Floats::default() });
        assert_eq!(of(&[inf, -inf, 0.0, -0.0]), Floats { infinite: 2, ..Floats::default() });
        assert_eq!(of(&[inf, 2.0, 0.0, 2.0]), Floats { infinite: 1, ..Floats::default() });
        assert_eq!(of(&[1.0, inf, -1.0]), Floats { infinite: 1, varied: true, ..Floats::default() });
        assert_eq!(of(&[1e-40, f32::MIN_POSITIVE, -1e-45]), Floats { subnormal: 2, ..Floats::default() });
        assert_eq!(of(&[]), Floats::default());
        let halves: Vec<u8> = [0x7e00u16, 0x7c00, 0x0001, 0x3c00].iter().flat_map(|h| h.to_le_bytes()).collect();
        assert_eq!(floats(ElementType::F16, &halves), Floats { nan: 1, infinite: 1, subnormal: 1, varied: false });
        let doubles: Vec<u8> = [f64::NAN, 1e-310].iter().flat_map(|d| d.to_le_bytes()).collect();
        assert_eq!(floats(ElementType::F64, &doubles), Floats { nan: 1, subnormal: 1, ..Floats::default() });
        assert_eq!(floats(ElementType::Bf16, &[0x80, 0x7f]), Floats { infinite: 1, ..Floats::default() });
        assert_eq!(floats(ElementType::I32, &[0xff; 4]), Floats::default());
    }

    #[test]
    fn every_16_bit_float_is_of_the_kind_that_its_value_has() {
        for bits in 0..=u16::MAX {
            let value = half::f16::from_bits(bits);
            let found = floats(ElementType::F16, &bits.to_le_bytes());
            let kinds = [value.is_nan(), value.is_infinite(), value.classify() == std::num::FpCategory::Subnormal];
            assert_eq!([found.nan, found.infinite, found.subnormal], kinds.map(u64::from), "{bits:#x}");
            let value = half::bf16::from_bits(bits);
            let found = floats(ElementType::Bf16, &bits.to_le_bytes());
            let kinds = [value.is_nan(), value.is_infinite(), value.classify() == std::num::FpCategory::Subnormal];
            assert_eq!([found.nan, found.infinite, found.subnormal], kinds.map(u64::from), "{bits:#x}");
        }
    }

    #[test]
    fn position_does_not_matter() {
        for at in [0, 1, BLOCK - 1, BLOCK, 3 * BLOCK] {
            let mut values = vec![1.5_f32; 3 * BLOCK + 1];
            values[at] = f32::NAN;
            assert_eq!(of(&values), Floats { nan: 1, ..Floats::default() }, "{at}");
        }
    }
}
