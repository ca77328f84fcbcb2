//! f16 and bf16 as bits: every one is an exact `f64`, and numbers are rounded to one once, ties to even. Evaluation
//! computes with the types of `half`; inference needs no more than this.

use crate::element::ElementType;

/// A format of 16 bits: a sign, an exponent, and a fraction of so many bits.
#[derive(Clone, Copy)]
pub(crate) struct HalfFormat {
    fraction_bits: u32,
}

/// The format of f16.
pub(crate) const F16: HalfFormat = HalfFormat { fraction_bits: 10 };

/// The format of bf16.
pub(crate) const BF16: HalfFormat = HalfFormat { fraction_bits: 7 };

impl HalfFormat {
    /// The format of f16 or bf16; `None` for another type.
    pub(crate) const fn of(element: ElementType) -> Option<HalfFormat> {
        match element {
            ElementType::F16 => Some(F16),
            ElementType::Bf16 => Some(BF16),
            _ => None,
        }
    }

    /// The bits of infinity: the greatest exponent.
    const fn infinity(self) -> u16 {
        0x7FFF >> self.fraction_bits << self.fraction_bits
    }

    /// What is subtracted from a stored exponent.
    const fn bias(self) -> i32 {
        (1 << (14 - self.fraction_bits)) - 1
    }

    /// The exponent of the last bit of numbers with this stored exponent.
    const fn unit(self, exponent: i32) -> i32 {
        let exponent = if exponent == 0 { 1 } else { exponent };
        exponent - self.bias() - self.fraction_bits as i32
    }

    /// Whether these bits are NaN.
    pub(crate) const fn is_nan(self, bits: u16) -> bool {
        bits & 0x7FFF > self.infinity()
    }

    /// The number, exact. A NaN has no sign.
    pub(crate) fn value(self, bits: u16) -> f64 {
        if self.is_nan(bits) {
            return f64::NAN;
        }
        let (exponent, fraction) = ((bits & 0x7FFF) >> self.fraction_bits, bits & ((1 << self.fraction_bits) - 1));
        let significand = if exponent == 0 { fraction } else { fraction | (1 << self.fraction_bits) };
        let magnitude = match bits & 0x7FFF == self.infinity() {
            true => f64::INFINITY,
            false => f64::from(significand) * power_of_two(self.unit(exponent.into())),
        };
        if bits & 0x8000 == 0 { magnitude } else { -magnitude }
    }

    /// The bits of the nearest number; NaN is the quiet one without a sign.
    pub(crate) fn bits(self, value: f64) -> u16 {
        if value.is_nan() {
            return self.infinity() | (1 << (self.fraction_bits - 1));
        }
        let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
        let magnitude = value.abs();
        // The exponent as this format stores it; 1 for subnormal numbers too, whose unit is the same.
        let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023 + self.bias()).max(1);
        if exponent >= i32::from(self.infinity() >> self.fraction_bits) {
            return sign | self.infinity();
        }
        // Scaling by a power of two is exact. A significand that is rounded up carries into the exponent.
        let significand = (magnitude * power_of_two(-self.unit(exponent))).round_ties_even() as u16;
        sign | ((((exponent - 1) as u16) << self.fraction_bits) + significand)
    }

    /// The number of the format that is nearest to this one.
    pub(crate) fn rounded(self, value: f64) -> f64 {
        self.value(self.bits(value))
    }
}

/// A power of two, exact, for the exponents of these formats.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::number::Real;
    use half::{bf16, f16};

    #[test]
    fn values_are_those_of_an_independent_implementation() {
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        for bits in 0..=u16::MAX {
            let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
            assert_eq!((F16.is_nan(bits), BF16.is_nan(bits)), (half.is_nan(), brain.is_nan()), "{bits:#x}");
            assert!(same(F16.value(bits), half.to_f64()) && same(BF16.value(bits), brain.to_f64()), "{bits:#x}");
        }
    }

    #[test]
    fn numbers_around_every_tie_are_rounded_once() {
        for (format, greatest) in [(F16, 0x7BFF), (BF16, 0x7F7F)] {
            for bits in 0..greatest {
                let tie = format.value(bits).midpoint(format.value(bits + 1));
                assert_eq!(format.bits(tie), bits + (bits & 1), "{tie:e}");
                assert_eq!((format.bits(tie.next_down()), format.bits(tie.next_up())), (bits, bits + 1), "{tie:e}");
                assert_eq!(format.bits(-tie.next_up()), 0x8000 | (bits + 1), "{tie:e}");
            }
        }
    }

    #[test]
    fn numbers_out_of_range_become_infinite_or_zero() {
        for value in [65519.0, 65520.0, 1e300, f64::INFINITY, -1e300, 1e-300, -5e-324, 3.4e38, f64::MAX, 0.0, -0.0] {
            assert_eq!(F16.bits(value), f16::rounded(value).to_bits(), "{value:e}");
            assert_eq!(BF16.bits(value), bf16::rounded(value).to_bits(), "{value:e}");
        }
        assert_eq!((F16.bits(f64::NAN), BF16.bits(-f64::NAN)), (f16::NAN.to_bits(), bf16::NAN.to_bits()));
    }
}
