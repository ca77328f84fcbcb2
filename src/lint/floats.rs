//! Unusual floats among weights: NaN, infinities, and subnormal numbers.
//!
//! Nearly all weights are normal numbers, except that small ones of 16 bits are subnormal. Blocks are tested as a whole, and
//! those with an unusual element are counted; compilers turn both into vector instructions that keep up with memory.

use crate::element::ElementType;

/// The number of elements that are tested together. A count of them fits into 16 bits.
const BLOCK: usize = 2048;

/// The number of floats of each unusual kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Floats {
    pub(crate) nan: u64,
    pub(crate) infinite: u64,
    /// Of floats of more than 16 bits and bf16; in other types, subnormal numbers are common.
    pub(crate) subnormal: u64,
    /// Of floats with infinities and without NaN: whether two finite nonzero ones differ.
    pub(crate) varied: bool,
}

impl Floats {
    /// With these counts of [`count_unusual`] for all elements.
    pub(crate) fn new(element: ElementType, bytes: &[u8], [nan, infinite, subnormal]: [u64; 3]) -> Floats {
        let varied = infinite > 0 && nan == 0 && varies(element, bytes);
        Floats { nan, infinite, subnormal, varied }
    }
}

/// Defines the function that counts the NaNs, infinities, and subnormal numbers of a block of floats of a width, of which so
/// many bits are the fraction.
macro_rules! counts {
    ($name:ident, $bits:ty, $signed:ty) => {
        fn $name<const SUBNORMAL: bool>(words: &[[u8; size_of::<$bits>()]], fraction: u32) -> [u64; 3] {
            // Signed, because vector instructions compare signed integers.
            let magnitude =
                |word: &[u8; size_of::<$bits>()]| (<$bits>::from_le_bytes(*word) & (<$bits>::MAX >> 1)) as $signed;
            let (smallest_normal, infinity) = (1 << fraction, <$signed>::MAX >> fraction << fraction);
            let is_subnormal = |magnitude: $signed| SUBNORMAL & (magnitude > 0) & (magnitude < smallest_normal);
            let is_unusual = |magnitude| (magnitude >= infinity) | is_subnormal(magnitude);
            if !words.iter().fold(false, |any, word| any | is_unusual(magnitude(word))) {
                return [0; 3];
            }
            let mut counts: [$bits; 3] = [0; 3];
            for word in words {
                let magnitude = magnitude(word);
                counts[0] += <$bits>::from(magnitude > infinity);
                counts[1] += <$bits>::from(magnitude == infinity);
                counts[2] += <$bits>::from(is_subnormal(magnitude));
            }
            counts.map(u64::from)
        }
    };
}

counts!(counts_of_16, u16, i16);
counts!(counts_of_32, u32, i32);
counts!(counts_of_64, u64, i64);

/// Counts the NaNs and infinities of a block of 8-bit floats.
fn counts_of_8(codes: &[[u8; 1]], is_nan: impl Fn(u8) -> bool, is_infinite: impl Fn(u8) -> bool) -> [u64; 3] {
    if !codes.iter().fold(false, |any, &[code]| any | is_nan(code) | is_infinite(code)) {
        return [0; 3];
    }
    let count = |is: &dyn Fn(u8) -> bool| codes.iter().filter(|&&[code]| is(code)).count() as u64;
    [count(&is_nan), count(&is_infinite), 0]
}

/// The number of NaNs, infinities, and subnormal numbers in packed bytes. Integers have none.
pub(crate) fn count_unusual(element: ElementType, bytes: &[u8]) -> [u64; 3] {
    match element {
        ElementType::F32 => count(bytes, |block| counts_of_32::<true>(block, 23)),
        ElementType::F64 => count(bytes, |block| counts_of_64::<true>(block, 52)),
        ElementType::F16 => count(bytes, |block| counts_of_16::<false>(block, 10)),
        ElementType::Bf16 => count(bytes, |block| counts_of_16::<true>(block, 7)),
        ElementType::F8E4M3 => count(bytes, |block| counts_of_8(block, |code| code & 0x7f == 0x7f, |_| false)),
        ElementType::F8E4M3Fnuz | ElementType::F8E5M2Fnuz => {
            count(bytes, |block| counts_of_8(block, |code| code == 0x80, |_| false))
        }
        ElementType::F8E5M2 => {
            count(bytes, |block| counts_of_8(block, |code| code & 0x7f > 0x7c, |code| code & 0x7f == 0x7c))
        }
        ElementType::F8E8M0 => count(bytes, |block| counts_of_8(block, |code| code == 0xff, |_| false)),
        _ => [0; 3],
    }
}

fn count<const N: usize>(bytes: &[u8], counts: impl Fn(&[[u8; N]]) -> [u64; 3]) -> [u64; 3] {
    let (words, _) = bytes.as_chunks::<N>();
    words.chunks(BLOCK).map(counts).fold([0; 3], |[a, b, c], [d, e, f]| [a + d, b + e, c + f])
}

/// Whether two finite nonzero numbers differ. Only for types with infinities.
fn varies(element: ElementType, bytes: &[u8]) -> bool {
    match element {
        ElementType::F32 => Layout::new(23, 8).varies::<4>(bytes),
        ElementType::F64 => Layout::new(52, 11).varies::<8>(bytes),
        ElementType::F16 => Layout::new(10, 5).varies::<2>(bytes),
        ElementType::Bf16 => Layout::new(7, 8).varies::<2>(bytes),
        ElementType::F8E5M2 => Layout::new(2, 5).varies::<1>(bytes),
        _ => false,
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

    fn varies<const N: usize>(&self, bytes: &[u8]) -> bool {
        let is_counted =
            |word: &u64| word & self.exponent != self.exponent && word & (self.exponent | self.fraction) != 0;
        let mut finite = bytes.as_chunks::<N>().0.iter().map(widened).filter(is_counted);
        finite.next().is_some_and(|first| finite.any(|word| word != first))
    }
}

fn widened<const N: usize>(word: &[u8; N]) -> u64 {
    word.iter().rev().fold(0, |wide, &byte| wide << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::small_float;

    fn floats(element: ElementType, bytes: &[u8]) -> Floats {
        Floats::new(element, bytes, count_unusual(element, bytes))
    }

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
        assert_eq!(floats(ElementType::F16, &halves), Floats { nan: 1, infinite: 1, ..Floats::default() });
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
            let kinds = [value.is_nan(), value.is_infinite(), false];
            assert_eq!([found.nan, found.infinite, found.subnormal], kinds.map(u64::from), "{bits:#x}");
            let value = half::bf16::from_bits(bits);
            let found = floats(ElementType::Bf16, &bits.to_le_bytes());
            let kinds = [value.is_nan(), value.is_infinite(), value.classify() == std::num::FpCategory::Subnormal];
            assert_eq!([found.nan, found.infinite, found.subnormal], kinds.map(u64::from), "{bits:#x}");
        }
    }

    #[test]
    fn every_8_bit_float_is_of_the_kind_that_its_value_has() {
        use ElementType::{F8E4M3, F8E4M3Fnuz, F8E5M2, F8E5M2Fnuz, F8E8M0};
        for element in [F8E4M3, F8E4M3Fnuz, F8E5M2, F8E5M2Fnuz, F8E8M0] {
            for code in 0..=u8::MAX {
                let value = small_float::decode(element, code);
                let expected =
                    Floats { nan: value.is_nan().into(), infinite: value.is_infinite().into(), ..Floats::default() };
                assert_eq!(floats(element, &[code]), expected, "{element:?} {code:#x}");
            }
        }
        assert!(floats(F8E5M2, &[0x7c, 0x3c, 0x40]).varied && !floats(F8E5M2, &[0x7c, 0x3c, 0, 0x3c]).varied);
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
