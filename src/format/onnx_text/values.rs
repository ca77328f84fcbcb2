//! Floats of fewer than 32 bits by value, as in `float16[2] w = {1.0,-0.5}`. Integers of fewer than 8 bits have a form by
//! value as well, which needs no conversion.
//!
//! In the reference syntax an integer is the bits of such an element (`{15360,47104}`), and any other number is an
//! error, so a point, an exponent, or a word marks a value. It is rounded once, ties to even (of f8e8m0 up). As for wider floats, a
//! number may round to zero but not to infinity.

use crate::element::ElementType;
use crate::tensor::half_float::HalfFormat;
use crate::tensor::small_float::{self, PowerRounding};

/// Whether elements of the type have a form by value besides the entries of ONNX's field for the type. For nf4, which ONNX does
/// not have, it is the positions in its code book.
pub(crate) fn has_two_forms(element: ElementType) -> bool {
    element != ElementType::String && element.bits() < if element.is_float() { 32 } else { 8 }
}

/// The bits of the element nearest to a number as written; `None` if the type cannot represent it.
pub(crate) fn code(element: ElementType, digits: &str) -> Option<u16> {
    let number = digits.parse::<f64>().ok()?;
    // Whether a parsed NaN keeps its sign is not specified.
    let number =
        if number.is_nan() { f64::NAN.copysign(if digits.starts_with('-') { -1.0 } else { 1.0 }) } else { number };
    let code = match (HalfFormat::of(element), element) {
        (Some(format), _) => format.bits(number) | sign_of_nan(number),
        // The type has only powers of two: ties go up, as the other tools round them.
        (None, ElementType::F8E8M0) => small_float::encode_power(number, false, PowerRounding::Nearest).into(),
        _ => small_float::encode(element, number, false).into(),
    };
    let found = value(element, code);
    let infinite = digits.contains(['i', 'I']);
    let represented = found.is_nan() == number.is_nan() && found.is_infinite() == infinite;
    (represented && !saturates(element, number)).then_some(code)
}

fn sign_of_nan(number: f64) -> u16 {
    if number.is_nan() && number.is_sign_negative() { 1 << 15 } else { 0 }
}

/// Whether the types of 4 and 6 bits, which have no infinity, would replace a number by their greatest one.
fn saturates(element: ElementType, number: f64) -> bool {
    let greatest = (1 << (element.bits() - 1)) - 1;
    let [top, next] = [greatest, greatest - 1].map(|code| f64::from(value(element, code)));
    element.bits() < 8 && number.abs() >= top + (top - next) / 2.0
}

/// The value of an element, exact.
pub(crate) fn value(element: ElementType, code: u16) -> f32 {
    match HalfFormat::of(element) {
        // A NaN keeps its sign.
        Some(format) => (format.value(code) as f32).copysign(if code >> 15 == 0 { 1.0 } else { -1.0 }),
        None => small_float::decode(element, code as u8),
    }
}

/// Digits that are read back as the same element, in scientific notation: the fewest for 16 bits, where `0.1` is more
/// familiar than `0.099975586`, and the exact value for the few numbers of the narrower types. `nan`, `-nan`, `inf`, or
/// `-inf` for the others; `None` for a NaN with bits that are lost.
pub(crate) fn digits(element: ElementType, bits: u16) -> Option<String> {
    let value = value(element, bits);
    let same = |digits: &String| code(element, digits) == Some(bits);
    if value.is_nan() {
        return ["nan", "-nan"].map(str::to_owned).into_iter().find(same);
    }
    if value.is_infinite() {
        return Some(value.to_string());
    }
    let fewest = if element.bits() == 16 { (0..8).map(|places| format!("{value:.places$e}")).find(same) } else { None };
    Some(fewest.unwrap_or_else(|| format!("{value:e}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ElementType as E;

    const TYPES: [ElementType; 10] = [
        E::F16,
        E::Bf16,
        E::F8E4M3,
        E::F8E4M3Fnuz,
        E::F8E5M2,
        E::F8E5M2Fnuz,
        E::F8E8M0,
        E::F6E2M3,
        E::F6E3M2,
        E::F4E2M1,
    ];

    #[test]
    fn every_element_is_read_back_bit_for_bit() {
        for element in TYPES {
            let greatest = (1u32 << element.bits()) - 1;
            let (mut lost, mut nan) = (0, 0);
            for bits in 0..=greatest as u16 {
                nan += u32::from(value(element, bits).is_nan());
                match digits(element, bits) {
                    Some(digits) => assert_eq!(code(element, &digits), Some(bits), "{element} {digits}"),
                    None => lost += 1,
                }
            }
            // All NaN but `nan` and `-nan` have a payload.
            let named = nan.min(if matches!(element, E::F8E4M3Fnuz | E::F8E5M2Fnuz | E::F8E8M0) { 1 } else { 2 });
            assert_eq!(lost, nan - named, "{element}");
        }
    }

    #[test]
    fn numbers_that_a_type_lacks_have_no_code() {
        for (element, least, beyond) in [
            (E::F16, "65519.9", "65520.0"),
            (E::Bf16, "3.39e38", "3.3961776e38"),
            (E::F8E4M3, "464.0", "464.1"),
            (E::F8E4M3Fnuz, "247.9", "248.0"),
            (E::F8E5M2, "61439.0", "61440.0"),
            (E::F8E5M2Fnuz, "61439.0", "61440.0"),
            (E::F8E8M0, "1.7e38", "1e39"),
            (E::F6E2M3, "7.74", "7.75"),
            (E::F6E3M2, "29.9", "30.0"),
            (E::F4E2M1, "6.9", "7.0"),
        ] {
            assert!(code(element, least).is_some() && code(element, beyond).is_none(), "{element}");
        }
        let has = |digits| TYPES.map(|element| code(element, digits).is_some());
        assert_eq!(has("inf"), [true, true, false, false, true, false, false, false, false, false]);
        assert_eq!(has("-nan"), [true, true, true, true, true, true, true, false, false, false]);
        assert_eq!(has("-1.0"), [true, true, true, true, true, true, false, true, true, true]);
        assert_eq!(has("0.0"), [true, true, true, true, true, true, false, true, true, true]);
    }

    #[test]
    fn halves_are_rounded_once_and_to_even() {
        // The middle of 1 and its neighbor, and slightly more than it, which a detour over `f32` would lose.
        assert_eq!(code(E::F16, "1.00048828125"), Some(0x3c00));
        assert_eq!(code(E::F16, "1.00048828126"), Some(0x3c01));
        assert_eq!(code(E::F16, "2.9e-8"), Some(0));
        assert_eq!(["1.4", "1.5", "2.9", "3.0"].map(|power| code(E::F8E8M0, power)), [127, 128, 128, 129].map(Some));
        assert_eq!(code(E::F16, "-0.0"), Some(0x8000));
        assert_eq!(code(E::F8E4M3Fnuz, "-0.0"), Some(0), "the type has no negative zero");
        assert_eq!(digits(E::F16, 0x2e66).as_deref(), Some("1e-1"));
        assert_eq!(digits(E::F8E4M3, 0x01).as_deref(), Some("1.953125e-3"));
    }
}
