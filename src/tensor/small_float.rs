//! Floating-point numbers of at most 8 bits: every code is an exact `f32`, and numbers are rounded to a code once.

use crate::element::ElementType;

/// The special values of a format of sign, exponent and fraction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Specials {
    /// As in IEEE 754: the greatest exponent encodes infinity and NaN.
    Ieee,
    /// No infinity; all bits set except the sign is NaN.
    AllOnes,
    /// No infinity and no negative zero, whose code is the only NaN.
    NegativeZero,
    /// Neither infinity nor NaN.
    None,
}

/// A format of sign, exponent and fraction.
#[derive(Clone, Copy)]
struct Format {
    fraction_bits: u32,
    bias: i32,
    /// The sign bit.
    sign: u8,
    /// The code of the greatest finite number.
    greatest: u8,
    specials: Specials,
}

impl Format {
    const fn for_type(element: ElementType) -> Option<Format> {
        let (exponent_bits, fraction_bits, specials, greatest) = match element {
            ElementType::F8E4M3 => (4, 3, Specials::AllOnes, 0x7e),
            ElementType::F8E4M3Fnuz => (4, 3, Specials::NegativeZero, 0x7f),
            ElementType::F8E5M2 => (5, 2, Specials::Ieee, 0x7b),
            ElementType::F8E5M2Fnuz => (5, 2, Specials::NegativeZero, 0x7f),
            ElementType::F6E2M3 => (2, 3, Specials::None, 0x1f),
            ElementType::F6E3M2 => (3, 2, Specials::None, 0x1f),
            ElementType::F4E2M1 => (2, 1, Specials::None, 0x07),
            _ => return None,
        };
        // Formats without negative zero have a bias greater by one.
        let bias = (1 << (exponent_bits - 1)) - !matches!(specials, Specials::NegativeZero) as i32;
        Some(Format { fraction_bits, bias, sign: 1 << (exponent_bits + fraction_bits), greatest, specials })
    }

    fn decode(self, code: u8) -> f32 {
        let magnitude = code & (self.sign - 1);
        let negative = code & self.sign != 0;
        let special = match self.specials {
            Specials::NegativeZero if code == self.sign => Some(f32::NAN),
            Specials::AllOnes if magnitude > self.greatest => Some(f32::NAN),
            Specials::Ieee if magnitude == self.greatest + 1 => Some(f32::INFINITY),
            Specials::Ieee if magnitude > self.greatest => Some(f32::NAN),
            _ => None,
        };
        let value = special.unwrap_or_else(|| {
            let (exponent, fraction) = (magnitude >> self.fraction_bits, magnitude & ((1 << self.fraction_bits) - 1));
            let significand = if exponent == 0 { fraction } else { fraction | (1 << self.fraction_bits) };
            let unit = i32::from(exponent.max(1)) - self.bias - self.fraction_bits as i32;
            (f64::from(significand) * power_of_two(unit)) as f32
        });
        if negative { -value } else { value }
    }

    fn encode(self, value: f64, saturate: bool) -> u8 {
        let sign = if value.is_sign_negative() { self.sign } else { 0 };
        if value.is_nan() {
            return self.nan(sign);
        }
        let least = 1 - self.bias;
        let exponent = exponent(value).clamp(least, 1023);
        // Dividing by a power of two is exact, so this rounds once; a carry increments the exponent.
        let quotient = value.abs() / power_of_two(exponent - self.fraction_bits as i32);
        let code = (i64::from(exponent - least) << self.fraction_bits) as f64 + quotient.round_ties_even();
        if code > f64::from(self.greatest) {
            return if saturate { sign | self.greatest } else { self.overflow(sign) };
        }
        match code as u8 {
            0 if self.specials == Specials::NegativeZero => 0,
            code => sign | code,
        }
    }

    fn nan(self, sign: u8) -> u8 {
        match self.specials {
            Specials::NegativeZero => self.sign,
            Specials::AllOnes => sign | (self.sign - 1),
            Specials::Ieee => sign | (self.greatest + 1) | (1 << (self.fraction_bits - 1)),
            Specials::None => self.greatest,
        }
    }

    fn overflow(self, sign: u8) -> u8 {
        match self.specials {
            Specials::Ieee => sign | (self.greatest + 1),
            Specials::None => sign | self.greatest,
            _ => self.nan(sign),
        }
    }
}

/// The exponent of a normal number; for a subnormal one or zero, less than that of any normal one.
fn exponent(value: f64) -> i32 {
    ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023
}

/// A power of two within the range of normal `f64` numbers.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent.clamp(-1022, 1023) + 1023) as u64) << 52)
}

/// How a number between two powers of two is rounded: `round_mode` of ONNX's Cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PowerRounding {
    /// Up.
    Up,
    /// Down.
    Down,
    /// To nearest, ties up.
    Nearest,
    /// To nearest, ties to the even code, as in OpenVINO.
    Even,
}

/// A number as f8e8m0, a power of two without a sign.
///
/// Zero and numbers below the least power become the least power if `saturate`, otherwise NaN; likewise for numbers
/// above the greatest. The type has no negative numbers; they become NaN.
pub(crate) fn encode_power(value: f64, saturate: bool, rounding: PowerRounding) -> u8 {
    const NAN: u8 = 0xff;
    const LEAST: i32 = -127;
    const GREATEST: i32 = 127;
    const HALF: u64 = 1 << 51;
    if value.is_nan() || (value < 0.0) {
        return NAN;
    }
    let fraction = value.to_bits() & ((1 << 52) - 1);
    let up = match rounding {
        PowerRounding::Up => fraction != 0,
        PowerRounding::Down => false,
        PowerRounding::Nearest => fraction >= HALF,
        // The bias is odd, so an even exponent has an odd code.
        PowerRounding::Even => fraction > HALF || (fraction == HALF && exponent(value) % 2 == 0),
    };
    // Infinity has the exponent 1024, zero and subnormal numbers -1023.
    let power = exponent(value) + i32::from(up);
    let (power, fits) = if value > 0.0 && value < power_of_two(LEAST) {
        // Below the least power, the only neighbor is zero, which the type lacks.
        (LEAST, false)
    } else {
        (power.clamp(LEAST, GREATEST), (LEAST..=GREATEST).contains(&power))
    };
    if fits || saturate { (power - LEAST) as u8 } else { NAN }
}

/// The code book of nf4: quantiles of the normal distribution.
const NF4: [f32; 16] = [
    -1.0,
    -0.696_192_8,
    -0.525_073_05,
    -0.394_917_5,
    -0.284_441_38,
    -0.184_773_43,
    -0.091_050_036,
    0.0,
    0.079_580_3,
    0.160_930_2,
    0.246_112_3,
    0.337_915_24,
    0.440_709_83,
    0.562_617,
    0.722_956_84,
    1.0,
];

/// The value of a code, exact; bits beyond the type's width are ignored. NaN for a type that is not a float of at most
/// 8 bits.
pub(crate) fn decode(element: ElementType, code: u8) -> f32 {
    match (element, Format::for_type(element)) {
        (ElementType::Nf4, _) => NF4[usize::from(code & 15)],
        (ElementType::F8E8M0, _) if code == u8::MAX => f32::NAN,
        (ElementType::F8E8M0, _) => power_of_two(i32::from(code) - 127) as f32,
        (_, Some(format)) => format.decode(code),
        _ => f32::NAN,
    }
}

/// The code nearest to a number, ties to even.
///
/// A number that rounds beyond the greatest finite one, including infinity, becomes that one if `saturate`; otherwise
/// infinity, or NaN if the type has no infinity, as in ONNX's Cast from version 24 on. NaN keeps its sign if the type
/// has two. Types of 4 and 6 bits have neither infinity nor NaN: they saturate, and NaN becomes the greatest number.
///
/// f8e8m0 rounds to the nearer power of two ([`PowerRounding::Even`]).
pub(crate) fn encode(element: ElementType, value: f64, saturate: bool) -> u8 {
    match (element, Format::for_type(element)) {
        (ElementType::F8E8M0, _) => encode_power(value, saturate, PowerRounding::Even),
        (_, Some(format)) => format.encode(value, saturate),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ElementType as E;

    const SIGNED: [ElementType; 7] =
        [E::F8E4M3, E::F8E4M3Fnuz, E::F8E5M2, E::F8E5M2Fnuz, E::F6E2M3, E::F6E3M2, E::F4E2M1];

    #[test]
    fn specials_are_those_of_the_formats() {
        for (element, code, value) in [
            (E::F8E4M3, 0x38, 1.0),
            (E::F8E4M3, 0x7e, 448.0),
            (E::F8E4M3, 0x01, 0.001_953_125),
            (E::F8E4M3Fnuz, 0x40, 1.0),
            (E::F8E4M3Fnuz, 0x7f, 240.0),
            (E::F8E5M2, 0xbc, -1.0),
            (E::F8E5M2, 0x7b, 57344.0),
            (E::F8E5M2, 0xfc, f32::NEG_INFINITY),
            (E::F8E5M2Fnuz, 0x7f, 57344.0),
            (E::F8E5M2Fnuz, 0x01, 7.629_394_5e-6),
            (E::F8E8M0, 0x00, f32::MIN_POSITIVE / 2.0),
            (E::F8E8M0, 0xfe, f32::MAX / 2.0 + 2f32.powi(103)),
            (E::F6E2M3, 0x1f, 7.5),
            (E::F6E3M2, 0x3f, -28.0),
            (E::F4E2M1, 0x07, 6.0),
            (E::F4E2M1, 0x09, -0.5),
            (E::Nf4, 0x07, 0.0),
            (E::Nf4, 0x00, -1.0),
        ] {
            assert_eq!(decode(element, code), value, "{element} {code:#x}");
        }
        for (element, code) in [
            (E::F8E4M3, 0x7f),
            (E::F8E4M3, 0xff),
            (E::F8E4M3Fnuz, 0x80),
            (E::F8E5M2, 0x7d),
            (E::F8E5M2Fnuz, 0x80),
            (E::F8E8M0, 0xff),
        ] {
            assert!(decode(element, code).is_nan(), "{element} {code:#x}");
        }
    }

    #[test]
    fn every_code_round_trips() {
        for element in SIGNED.into_iter().chain([E::F8E8M0]) {
            for code in 0..=u8::MAX >> (8 - element.bits()) {
                let value = decode(element, code);
                for saturate in [false, true] {
                    let again = encode(element, value.into(), saturate);
                    let kept = again == code || (value.is_nan() && decode(element, again).is_nan());
                    assert!(kept || (saturate && value.is_infinite()), "{element} {code:#x} {again:#x}");
                }
            }
        }
    }

    /// The midpoint of two neighbors rounds to the even code, and numbers close to it to the nearer one.
    #[test]
    fn ties_go_to_the_even_code() {
        for element in SIGNED {
            let Some(format) = Format::for_type(element) else { panic!("{element} has a format") };
            for code in 0..format.greatest {
                let [low, high] = [code, code + 1].map(|c| f64::from(decode(element, c)));
                let middle = (low + high) / 2.0;
                let even = code + code % 2;
                for saturate in [false, true] {
                    assert_eq!(encode(element, middle, saturate), even, "{element} {middle}");
                    assert_eq!(encode(element, middle.next_down(), saturate), code, "{element} {middle}");
                    assert_eq!(encode(element, middle.next_up(), saturate), code + 1, "{element} {middle}");
                }
            }
        }
    }

    #[test]
    fn numbers_out_of_range_may_saturate() {
        let both = |element, value| (encode(element, value, true), encode(element, value, false));
        assert_eq!(both(E::F8E4M3, 464.0), (0x7e, 0x7e), "it rounds to the greatest");
        assert_eq!(both(E::F8E4M3, 465.0), (0x7e, 0x7f));
        assert_eq!(both(E::F8E4M3, f64::NEG_INFINITY), (0xfe, 0xff));
        assert_eq!(both(E::F8E5M2, 1e300), (0x7b, 0x7c));
        assert_eq!(both(E::F8E5M2Fnuz, -1e300), (0xff, 0x80));
        assert_eq!(both(E::F8E4M3Fnuz, f64::INFINITY), (0x7f, 0x80));
        assert_eq!(both(E::F8E4M3, f64::NAN), (0x7f, 0x7f));
        assert_eq!(both(E::F8E5M2, -f64::NAN), (0xfe, 0xfe));
        assert_eq!(both(E::F8E5M2Fnuz, -1e-300), (0, 0), "there is no negative zero");
        assert_eq!(both(E::F4E2M1, -1e9), (0x0f, 0x0f));
        assert_eq!(both(E::F8E4M3, f64::from_bits(1)), (0, 0), "the least subnormal f64");
    }

    #[test]
    fn powers_of_two_follow_the_rounding_mode() {
        use PowerRounding::{Down, Even, Nearest, Up};
        let code = |value, rounding| encode_power(value, true, rounding);
        assert_eq!([Up, Down, Nearest].map(|r| code(1.0, r)), [127; 3]);
        assert_eq!([Up, Down, Nearest].map(|r| code(1.25, r)), [128, 127, 127]);
        assert_eq!([Up, Down, Nearest].map(|r| code(1.5, r)), [128, 127, 128]);
        assert_eq!([1.5, 3.0, 3.1].map(|v| code(v, Even)), [128, 128, 129]);
        assert_eq!([Up, Down, Nearest].map(|r| code(3e38, r)), [254, 254, 254]);
        assert_eq!([0.0, 1e-45, f64::INFINITY].map(|v| encode_power(v, true, Up)), [0, 0, 254]);
        assert_eq!([0.0, 1e-45, f64::INFINITY].map(|v| encode_power(v, false, Up)), [255; 3]);
        assert_eq!([f64::NAN, -1.0].map(|v| encode_power(v, true, Up)), [255; 2]);
    }
}
