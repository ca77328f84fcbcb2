//! Numbers of every native type, read exactly and rounded once.
//!
//! Floats are computed in `f64` and rounded to their type once. For sums, products, quotients and roots of the narrower
//! types, that is the correctly rounded result, since `f64` has more than twice their bits. A computed NaN has neither
//! sign nor payload, so that results are the same on every machine.

#[cfg(feature = "evaluate")]
use half::{bf16, f16};

use crate::tensor::NativeElement;

/// A float of a native type.
pub(crate) trait Real: NativeElement + Default {
    /// The number, exact.
    fn real(self) -> f64;
    /// Rounds to the nearest number of the type, ties to even.
    fn rounded(value: f64) -> Self;
}

/// An integer of a native type, or a bool as 0 or 1.
pub(crate) trait Whole: NativeElement + Default {
    /// The number.
    fn whole(self) -> i128;
    /// The number of the type with the same low bits.
    fn wrap(value: i128) -> Self;
}

impl Real for f64 {
    fn real(self) -> f64 {
        self
    }
    fn rounded(value: f64) -> f64 {
        if value.is_nan() { f64::NAN } else { value }
    }
}

impl Real for f32 {
    fn real(self) -> f64 {
        self.into()
    }
    fn rounded(value: f64) -> f32 {
        if value.is_nan() { f32::NAN } else { value as f32 }
    }
}

#[cfg(feature = "evaluate")]
impl Real for f16 {
    fn real(self) -> f64 {
        self.to_f32().into()
    }
    fn rounded(value: f64) -> f16 {
        if value.is_nan() { f16::NAN } else { f16::from_f32(to_odd(value)) }
    }
}

#[cfg(feature = "evaluate")]
impl Real for bf16 {
    fn real(self) -> f64 {
        self.to_f32().into()
    }
    fn rounded(value: f64) -> bf16 {
        if value.is_nan() { bf16::NAN } else { bf16::from_f32(to_odd(value)) }
    }
}

/// A number as an `f32` that rounds correctly to fewer bits: an inexact number becomes the neighbor with the last bit
/// set, so that it is never mistaken for a tie. (`half` rounds to the nearest `f32` first, and so rounds twice.)
fn to_odd(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) == value || nearest.is_nan() {
        return nearest;
    }
    let towards_zero = nearest.to_bits() - u32::from(f64::from(nearest).abs() > value.abs());
    f32::from_bits(towards_zero | 1)
}

/// An integer as an `f64` that rounds correctly to fewer bits, like [`to_odd`].
pub(crate) fn whole_to_odd(value: i128) -> f64 {
    let bits = 128 - value.unsigned_abs().leading_zeros();
    let Some(lost) = bits.checked_sub(53).filter(|&lost| lost > 0) else { return value as f64 };
    let kept = (value.unsigned_abs() >> lost) << lost;
    let odd = if kept == value.unsigned_abs() { kept } else { kept | (1 << lost) };
    // At most 53 significant bits remain, so this is exact.
    let magnitude = odd as f64;
    if value < 0 { -magnitude } else { magnitude }
}

/// A power within the range of some integer type. `None` if there is none, without the steps that find the power itself: a
/// power of 1 has up to 32 of them, and each of a broadcast result's millions of elements takes them again.
pub(crate) fn whole_power(base: i128, exponent: i128) -> Option<i128> {
    let exponent = match base {
        // Whether the exponent is 0 and whether it is even decides.
        -1..=1 if exponent > 1 => 2 + exponent % 2,
        _ => exponent,
    };
    // Powers of 2 and -2 are the least ones of all others.
    u32::try_from(exponent)
        .ok()
        .filter(|&exponent| exponent <= u64::BITS)
        .and_then(|exponent| base.checked_pow(exponent))
}

macro_rules! wholes {
    ($($integer:ty)*) => {$(
        impl Whole for $integer {
            fn whole(self) -> i128 {
                self.into()
            }
            fn wrap(value: i128) -> $integer {
                value as $integer
            }
        }
    )*};
}

wholes! { i64 i32 i16 i8 u64 u32 u16 u8 }

impl Whole for bool {
    fn whole(self) -> i128 {
        self.into()
    }
    fn wrap(value: i128) -> bool {
        value & 1 == 1
    }
}

/// Evaluates an expression with the Rust type of a native float; `None` for other types.
macro_rules! with_real {
    ($element:expr, $rust:ident => $body:expr) => {
        match $element {
            $crate::ElementType::F64 => with_real!(@as f64, $rust, $body),
            $crate::ElementType::F32 => with_real!(@as f32, $rust, $body),
            #[cfg(feature = "evaluate")]
            $crate::ElementType::F16 => with_real!(@as half::f16, $rust, $body),
            #[cfg(feature = "evaluate")]
            $crate::ElementType::Bf16 => with_real!(@as half::bf16, $rust, $body),
            _ => None,
        }
    };
    (@as $type:ty, $rust:ident, $body:expr) => {{
        type $rust = $type;
        Some($body)
    }};
}

/// Evaluates an expression with the Rust type of a native integer or bool; `None` for other types.
macro_rules! with_whole {
    ($element:expr, $rust:ident => $body:expr) => {
        match $element {
            $crate::ElementType::I64 => with_whole!(@as i64, $rust, $body),
            $crate::ElementType::I32 => with_whole!(@as i32, $rust, $body),
            $crate::ElementType::I16 => with_whole!(@as i16, $rust, $body),
            $crate::ElementType::I8 => with_whole!(@as i8, $rust, $body),
            $crate::ElementType::U64 => with_whole!(@as u64, $rust, $body),
            $crate::ElementType::U32 => with_whole!(@as u32, $rust, $body),
            $crate::ElementType::U16 => with_whole!(@as u16, $rust, $body),
            $crate::ElementType::U8 => with_whole!(@as u8, $rust, $body),
            $crate::ElementType::Bool => with_whole!(@as bool, $rust, $body),
            _ => None,
        }
    };
    (@as $type:ty, $rust:ident, $body:expr) => {{
        type $rust = $type;
        Some($body)
    }};
}

pub(crate) use {with_real, with_whole};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_happens_once() {
        // Halfway between 1 and the next f16 lies 1 + 2^-11; a number slightly above it must not be mistaken for the
        // tie.
        let tie = 1.0 + 2f64.powi(-11);
        assert_eq!(f16::rounded(tie), f16::ONE);
        assert_eq!(f16::rounded(tie + 2f64.powi(-50)), f16::from_bits(f16::ONE.to_bits() + 1));
        assert_eq!(f16::rounded(-tie - 2f64.powi(-50)), f16::from_bits(0x8000 | (f16::ONE.to_bits() + 1)));
        let tie = 1.0 + 2f64.powi(-8);
        assert_eq!(bf16::rounded(tie), bf16::ONE);
        assert_eq!(bf16::rounded(tie + 2f64.powi(-50)), bf16::from_bits(bf16::ONE.to_bits() + 1));
        // Also below the least subnormal f32: half of the least f16 is a tie, anything more is not.
        assert_eq!(f16::rounded(2f64.powi(-25)), f16::ZERO);
        assert_eq!(f16::rounded(2f64.powi(-25).next_up()), f16::from_bits(1));
        assert_eq!(bf16::rounded(2f64.powi(-134).next_up()), bf16::from_bits(1));
        assert_eq!(f16::rounded(65520f64.next_down()), f16::MAX);
        assert_eq!((f16::rounded(65520.0), f16::rounded(1e300)), (f16::INFINITY, f16::INFINITY));
        assert_eq!(bf16::rounded(-1e300), bf16::NEG_INFINITY);
    }

    #[test]
    fn every_16_bit_number_round_trips() {
        for bits in 0..=u16::MAX {
            let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
            assert!(half.is_nan() || f16::rounded(half.real()).to_bits() == bits, "{bits:#x}");
            assert!(brain.is_nan() || bf16::rounded(brain.real()).to_bits() == bits, "{bits:#x}");
        }
    }

    #[test]
    fn powers_are_exact_within_the_range_of_integers() {
        for base in -5i128..=5 {
            for exponent in [0i128, 1, 2, 3, 4, 5, 26, 27, 39, 63, 64, 65, 66, 200] {
                let exact = base.checked_pow(exponent as u32);
                let within = |power: &i128| power.unsigned_abs() <= u64::MAX.into();
                assert_eq!(whole_power(base, exponent).filter(within), exact.filter(within), "{base} to {exponent}");
            }
        }
        let (even, odd) = (i128::from(u64::MAX) - 1, i128::from(u64::MAX));
        assert_eq!([even, odd].map(|by| whole_power(-1, by)), [Some(1), Some(-1)]);
        assert_eq!([0, 1].map(|base| whole_power(base, odd)), [Some(0), Some(1)]);
        assert_eq!([even, odd].map(|by| whole_power(2, by)), [None, None]);
        assert_eq!([-1, 0, 1, 2].map(|base| whole_power(base, -1)), [None; 4]);
    }

    #[test]
    fn integers_are_rounded_to_odd() {
        assert_eq!(whole_to_odd(i64::MIN.into()), -(2f64.powi(63)));
        assert_eq!(whole_to_odd((1 << 53) + 1), (1u64 << 53) as f64 + 2.0, "the odd neighbor");
        // 2^62 + 2^54 is a tie for bf16; one more is not, although it has the same nearest f64.
        let tie = (1i128 << 62) + (1 << 54);
        assert_eq!(bf16::rounded(whole_to_odd(tie)).to_f64(), 2f64.powi(62));
        assert_eq!(bf16::rounded(whole_to_odd(tie + 1)).to_f64(), 2f64.powi(62) + 2f64.powi(55));
        assert_eq!(whole_to_odd(u64::MAX.into()), (u64::MAX - 2047) as f64, "all 53 bits are set, so it is odd");
    }
}
