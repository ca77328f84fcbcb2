//! The grammars of IR attribute values, read as leniently as OpenVINO 2026.4 reads them (measured, value by value).

use std::borrow::Cow;

use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::shape::Shape;

/// A value, and whether it is written in a form that OpenVINO reads but never writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parsed<T> {
    pub(crate) value: T,
    pub(crate) nonstandard: bool,
}

impl<T> Parsed<T> {
    fn exact(value: T) -> Parsed<T> {
        Parsed { value, nonstandard: false }
    }
}

/// The value of an attribute as it is written between double quotes. A tab or a line end is a reference, because a parser reads
/// one that is none as a space.
pub(crate) fn attribute_text(value: &str) -> Cow<'_, str> {
    const SPECIAL: [(char, &str); 7] = [
        ('&', "&amp;"),
        ('<', "&lt;"),
        ('>', "&gt;"),
        ('"', "&quot;"),
        ('\t', "&#9;"),
        ('\n', "&#10;"),
        ('\r', "&#13;"),
    ];
    let references = SPECIAL.iter().filter(|(c, _)| value.contains(*c));
    references.fold(Cow::Borrowed(value), |text, (c, reference)| text.replace(*c, reference).into())
}

/// `true`, `1`, `false`, `0` in any case; anything else is not a boolean, and OpenVINO keeps the default.
pub(crate) fn bool(text: &str) -> Option<Parsed<bool>> {
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    let value = if is("true") || text == "1" {
        true
    } else if is("false") || text == "0" {
        false
    } else {
        return None;
    };
    Some(Parsed { value, nonstandard: text == "0" || text == "1" })
}

/// A 64-bit integer at the start of the text, after optional white space; anything may follow it.
pub(crate) fn int(text: &str) -> Option<Parsed<i64>> {
    let trimmed = text.trim_ascii_start();
    let number = integer_prefix(trimmed);
    Some(Parsed { value: number.parse().ok()?, nonstandard: number.len() != text.len() || has_padding(number) })
}

/// An optional minus sign and the digits after it.
fn integer_prefix(text: &str) -> &str {
    let sign = usize::from(text.starts_with('-'));
    let digits = text.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
    &text[..sign + digits]
}

/// Leading zeros.
fn has_padding(number: &str) -> bool {
    let digits = number.trim_start_matches('-');
    digits.len() > 1 && digits.starts_with('0') || number == "-0"
}

/// The id of a layer or port, or the version of a model: unsigned, with nothing after it.
pub(crate) fn id(text: &str) -> Option<Parsed<u64>> {
    if let Some(value) = plain_id(text.as_bytes()) {
        return Some(Parsed { value, nonstandard: false });
    }
    let parsed = whole_int(text)?;
    Some(Parsed { value: u64::try_from(parsed.value).ok()?, nonstandard: parsed.nonstandard })
}

/// An id as nearly all files write it: few digits without padding.
pub(crate) fn plain_id(text: &[u8]) -> Option<u64> {
    if text.len() > 15 || !matches!(text, [_] | [b'1'..=b'9', ..]) {
        return None;
    }
    text.iter().try_fold(0, |number, byte| byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0')))
}

/// A number of a port map: an integer with nothing after it.
pub(crate) fn whole_int(text: &str) -> Option<Parsed<i64>> {
    let trimmed = text.trim_ascii_start();
    let number = trimmed.strip_prefix('+').filter(|rest| !rest.starts_with('-')).unwrap_or(trimmed);
    let digits = number.strip_prefix('-').unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(Parsed { value: number.parse().ok()?, nonstandard: number.len() != text.len() || has_padding(number) })
}

/// A recorded `<dim>`: an integer of at least -1 at the start of the text.
pub(crate) fn recorded_dim(text: &str) -> Option<Parsed<i64>> {
    let trimmed = text.trim_ascii_start();
    let parsed =
        int(trimmed.strip_prefix('+').filter(|t| t.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(trimmed))?;
    let blank = trimmed.trim_ascii_end();
    let nonstandard = parsed.nonstandard && int(blank).is_none_or(|p| p.nonstandard) || trimmed.starts_with('+');
    (parsed.value >= -1).then_some(Parsed { value: parsed.value, nonstandard })
}

/// Integers separated by commas.
pub(crate) fn ints(text: &str) -> Option<Parsed<Vec<i64>>> {
    list(text, int)
}

/// A floating-point number at the start of the text.
pub(crate) fn real(text: &str) -> Option<Parsed<f64>> {
    let trimmed = text.trim_ascii_start();
    if let Some(word) = ["inf", "-inf", "nan"].into_iter().find(|word| trimmed.starts_with(word)) {
        if trimmed[word.len()..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return None;
        }
        return Some(Parsed { value: word.parse().ok()?, nonstandard: word.len() != text.len() });
    }
    let number = real_prefix(trimmed)?;
    let value = number.parse::<f64>().ok().filter(|v| v.is_finite())?;
    Some(Parsed { value, nonstandard: number.len() != text.len() || number.starts_with('+') })
}

/// Sign, digits with a point, exponent; an exponent without digits is not a number.
fn real_prefix(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|b| b.is_ascii_digit()).count();
    let sign = |from: usize| usize::from(matches!(bytes.get(from), Some(b'-' | b'+')));
    let whole_from = sign(0);
    let whole = digits(whole_from);
    let mut end = whole_from + whole;
    let mut fraction = 0;
    if bytes.get(end) == Some(&b'.') {
        fraction = digits(end + 1);
        end += 1 + fraction;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let from = end + 1 + sign(end + 1);
        let exponent = digits(from);
        if exponent == 0 {
            return None;
        }
        end = from + exponent;
    }
    text.get(..end)
}

/// Floating-point numbers separated by commas.
pub(crate) fn reals(text: &str) -> Option<Parsed<Vec<f64>>> {
    list(text, real)
}

/// Items separated by commas. One trailing comma is accepted; otherwise no item may be empty.
fn list<T>(text: &str, item: fn(&str) -> Option<Parsed<T>>) -> Option<Parsed<Vec<T>>> {
    if text.is_empty() {
        return Some(Parsed::exact(Vec::new()));
    }
    let (body, trailing) = text.strip_suffix(',').map_or((text, false), |body| (body, true));
    let mut all = Parsed { value: Vec::new(), nonstandard: trailing };
    for part in body.split(',') {
        // Some writers separate by ", ".
        let parsed = item(part.trim_ascii())?;
        all.nonstandard |= parsed.nonstandard;
        all.value.push(parsed.value);
    }
    Some(all)
}

/// An element type attribute: the name in any case; `dynamic` and `undefined` are not types.
pub(crate) fn element_type(text: &str) -> Option<ElementType> {
    element_type_name(text)?.value
}

/// An element type attribute: known (`f32`), unspecified (`dynamic`), or not a name (`None`).
pub(crate) fn element_type_name(text: &str) -> Option<Parsed<Option<ElementType>>> {
    let lower = text.to_ascii_lowercase();
    let nonstandard = lower != text;
    let value = match lower.as_str() {
        "dynamic" | "undefined" => None,
        "boolean" => Some(ElementType::Bool),
        name => Some(of_openvino(name)?),
    };
    Some(Parsed { value, nonstandard })
}

/// OpenVINO's name of a type.
pub(crate) fn spelled(element: ElementType) -> &'static str {
    if element == ElementType::Bool { "boolean" } else { element.name() }
}

/// The `shape` and `element_type` of a Parameter of this type; `None` if it has no such form.
pub(crate) fn parameter_type(ty: &ValueType) -> Option<(String, String)> {
    let tensor = ty.as_tensor()?;
    let element = spelled(tensor.element?);
    let size = |dim: &Dim| match (dim.size(), dim.low(), dim.high()) {
        (Some(size), ..) => size.to_string(),
        (None, 0, Dim::UNBOUNDED) => "?".to_owned(),
        (None, low, Dim::UNBOUNDED) => format!("{low}.."),
        (None, low, high) => format!("{low}..{high}"),
    };
    let shape = match tensor.shape.dims() {
        Some(dims) => dims.iter().map(size).collect::<Vec<_>>().join(","),
        None => "...".to_owned(),
    };
    Some((shape, element.to_owned()))
}

/// OpenVINO's types by our names, which are the same except for `boolean`.
fn of_openvino(name: &str) -> Option<ElementType> {
    use ElementType as E;
    let element: ElementType = name.parse().ok()?;
    let foreign = matches!(element, E::Bool | E::C64 | E::C128 | E::F8E4M3Fnuz | E::F8E5M2Fnuz | E::F6E2M3 | E::F6E3M2);
    (!foreign).then_some(element)
}

/// The `precision` of a port: current names, or the old upper-case ones. `Some(None)` is an unspecified type.
pub(crate) fn precision(text: &str) -> Option<Option<ElementType>> {
    use ElementType as E;
    Some(Some(match text {
        "FP32" => E::F32,
        "FP16" => E::F16,
        "FP64" => E::F64,
        "BF16" => E::Bf16,
        "I64" => E::I64,
        "I32" => E::I32,
        "I16" => E::I16,
        "I8" => E::I8,
        "I4" => E::I4,
        "U64" => E::U64,
        "U32" => E::U32,
        "U16" => E::U16,
        "U8" => E::U8,
        "U6" => E::U6,
        "U4" => E::U4,
        "U3" => E::U3,
        "U2" => E::U2,
        "U1" | "BIN" | "bin" => E::U1,
        "BOOL" | "boolean" => E::Bool,
        "STRING" => E::String,
        "NF4" => E::Nf4,
        "F8E4M3" => E::F8E4M3,
        "F8E5M2" => E::F8E5M2,
        "F8E8M0" => E::F8E8M0,
        "F4E2M1" => E::F4E2M1,
        "dynamic" | "undefined" | "UNSPECIFIED" => return Some(None),
        name => of_openvino(name)?,
    }))
}

/// A partial shape: `1,?,2..,..5`, `...`, empty for a scalar.
pub(crate) fn shape(text: &str) -> Option<Parsed<Shape>> {
    let trimmed = text.trim_ascii();
    let bracketed = trimmed.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    let inner = bracketed.unwrap_or(trimmed).trim_ascii();
    if inner == "..." {
        return Some(Parsed::exact(Shape::UNKNOWN));
    }
    if inner.is_empty() {
        return Some(Parsed::exact(Shape::scalar()));
    }
    let mut dims = Vec::new();
    let mut nonstandard = false;
    for part in inner.split(',') {
        let parsed = dim(part.trim_ascii())?;
        nonstandard |= parsed.nonstandard;
        dims.push(parsed.value);
    }
    Some(Parsed { value: Shape::from_dims(dims), nonstandard })
}

/// One dimension of a partial shape. Where OpenVINO reads another value than the text says (`-2` as 0, `5..2` as
/// unknown), this is the value that OpenVINO reads.
fn dim(text: &str) -> Option<Parsed<Dim>> {
    match text {
        "?" | "-1" => return Some(Parsed::exact(Dim::unknown())),
        ".." => return Some(Parsed { value: Dim::unknown(), nonstandard: true }),
        _ => {}
    }
    let Some((low, high)) = text.split_once("..") else {
        let size = bound(text)?;
        let dim = if size.value == i64::MAX { Dim::unknown() } else { Dim::exact(size.value.unsigned_abs()) };
        return Some(Parsed { value: dim, nonstandard: size.nonstandard || size.value == i64::MAX });
    };
    let low = if low.is_empty() { Parsed::exact(0) } else { bound(low)? };
    if high == "-1" {
        return Some(Parsed { value: Dim::unknown(), nonstandard: true });
    }
    let high = match high {
        "" => Parsed::exact(i64::MAX),
        // A bound that does not fit into an integer is read as absent.
        high => bound(high).map(|b| if b.value == 0 && b.nonstandard { Parsed { value: i64::MAX, ..b } } else { b })?,
    };
    let reversed = low.value > high.value;
    let unbounded = high.value == i64::MAX;
    let value = if reversed {
        Dim::unknown()
    } else {
        Dim::interval(low.value.unsigned_abs(), if unbounded { Dim::UNBOUNDED } else { high.value.unsigned_abs() })
    };
    Some(Parsed { value, nonstandard: low.nonstandard || high.nonstandard || reversed })
}

/// A number of a partial shape: digits, perhaps a minus sign. Negative ones and those past 64 bits are read as 0.
fn bound(text: &str) -> Option<Parsed<i64>> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.bytes().all(|b| b.is_ascii_digit()) || text.is_empty() {
        return None;
    }
    let value = text.parse::<i64>().unwrap_or(-1);
    Some(Parsed { value: value.max(0), nonstandard: value < 0 || has_padding(text) })
}

/// Whether the text names the unknown element type.
pub(crate) fn is_dynamic_type(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "dynamic" | "undefined")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of the table: what is written, what is read, whether it is nonstandard.
    fn rows<T: PartialEq + std::fmt::Debug>(read: fn(&str) -> Option<Parsed<T>>, rows: &[(&str, Option<(T, bool)>)]) {
        for (text, expected) in rows {
            let parsed = read(text).map(|p| (p.value, p.nonstandard));
            assert_eq!(&parsed, expected, "{text:?}");
        }
    }

    #[test]
    fn booleans() {
        rows(
            bool,
            &[
                ("true", Some((true, false))),
                ("False", Some((false, false))),
                ("1", Some((true, true))),
                ("0", Some((false, true))),
                (" true", None),
                ("maybe", None),
                ("", None),
            ],
        );
    }

    #[test]
    fn integers() {
        rows(
            int,
            &[
                ("1", Some((1, false))),
                ("-1", Some((-1, false))),
                (" 1", Some((1, true))),
                ("1x", Some((1, true))),
                ("1.9", Some((1, true))),
                ("0x1", Some((0, true))),
                ("01", Some((1, true))),
                ("+1", None),
                ("abc", None),
                ("", None),
                ("-", None),
                ("99999999999999999999", None),
            ],
        );
    }

    #[test]
    fn reals_are_prefixes() {
        rows(
            real,
            &[
                ("0.5", Some((0.5, false))),
                ("-1e-3", Some((-0.001, false))),
                ("inf", Some((f64::INFINITY, false))),
                ("0.5f", Some((0.5, true))),
                ("0,5", Some((0.0, true))),
                ("0x1p3", Some((0.0, true))),
                (".5", Some((0.5, false))),
                ("5.", Some((5.0, false))),
                ("+0.5", Some((0.5, true))),
                ("1e400", None),
                ("1e", None),
                ("INF", None),
                ("infinity", None),
                ("-nan", None),
                ("abc", None),
                ("", None),
            ],
        );
        assert!(real("nan").is_some_and(|p| p.value.is_nan() && !p.nonstandard));
    }

    #[test]
    fn lists() {
        rows(
            ints,
            &[
                ("1,2", Some((vec![1, 2], false))),
                ("1, 2", Some((vec![1, 2], false))),
                ("", Some((vec![], false))),
                ("1,2,", Some((vec![1, 2], true))),
                ("2x,1", Some((vec![2, 1], true))),
                ("1..2", Some((vec![1], true))),
                ("-2", Some((vec![-2], false))),
                ("1,,2", None),
                (",1", None),
                ("1,2,,", None),
                ("+1,2", None),
                ("1, ,2", None),
                (", ", None),
            ],
        );
    }

    #[test]
    fn ids_allow_nothing_after_them() {
        rows(
            id,
            &[
                ("0", Some((0, false))),
                ("120", Some((120, false))),
                ("999999999999999", Some((999_999_999_999_999, false))),
                ("1000000000000000", Some((1_000_000_000_000_000, false))),
                ("12a", None),
                ("012", Some((12, true))),
                ("+0", Some((0, true))),
                (" 0", Some((0, true))),
                ("00", Some((0, true))),
                ("0 ", None),
                ("-0", Some((0, true))),
                ("-1", None),
                ("0.0", None),
                ("", None),
                ("9223372036854775808", None),
            ],
        );
    }

    #[test]
    fn numbers_of_port_maps() {
        rows(
            whole_int,
            &[("-1", Some((-1, false))), ("+1", Some((1, true))), (" 1", Some((1, true))), ("1x", None), ("+-1", None)],
        );
    }

    #[test]
    fn recorded_dims() {
        rows(
            recorded_dim,
            &[
                ("2", Some((2, false))),
                ("-1", Some((-1, false))),
                (" 2 ", Some((2, false))),
                ("+2", Some((2, true))),
                ("2abc", Some((2, true))),
                ("2.9", Some((2, true))),
                ("-1x", Some((-1, true))),
                ("-2", None),
                ("?", None),
                ("", None),
                ("9223372036854775808", None),
            ],
        );
    }

    #[test]
    fn element_types() {
        assert_eq!(element_type("f32"), Some(ElementType::F32));
        assert_eq!(element_type("BOOLEAN"), Some(ElementType::Bool));
        for none in ["FP32", "bool", " f32", "", "c64", "f6e2m3"] {
            assert_eq!(element_type_name(none), None, "{none}");
        }
        assert_eq!(element_type_name("dynamic"), Some(Parsed { value: None, nonstandard: false }));
        assert_eq!(precision("FP32"), Some(Some(ElementType::F32)));
        assert_eq!(precision("bin"), Some(Some(ElementType::U1)));
        assert_eq!(precision("UNSPECIFIED"), Some(None));
        for none in ["fp32", "F32", "BOOLEAN", "bool", "MIXED", ""] {
            assert_eq!(precision(none), None, "{none}");
        }
    }

    #[test]
    fn partial_shapes() {
        for (text, expected, nonstandard) in [
            ("", "[]", false),
            ("[]", "[]", false),
            (" [1 , 2] ", "[1,2]", false),
            ("...", "[...]", false),
            ("[...]", "[...]", false),
            ("1,?,2..,..5", "[1,?,2..,0..5]", false),
            ("-1", "[?]", false),
            ("..", "[?]", true),
            ("0..0", "[0]", false),
            ("-2", "[0]", true),
            ("-0", "[0]", true),
            ("-", "[0]", true),
            ("01", "[1]", true),
            ("99999999999999999999", "[0]", true),
            ("9223372036854775807", "[?]", true),
            ("5..2", "[?]", true),
            ("1..-1", "[?]", true),
            ("-5..3", "[0..3]", true),
            ("1..99999999999999999999", "[1..]", true),
        ] {
            let parsed = shape(text).map(|p| (p.value.to_string(), p.nonstandard));
            assert_eq!(parsed, Some((expected.to_owned(), nonstandard)), "{text:?}");
        }
        for text in [
            "[[1,2]]", "1 .. 5", "1...5", "1..?", "+2", "1;2", "1 2", "1,,4", "1,", ",1", "{1", "1}", "[1", "1]",
            "..., 1", "...,...", "1,...,2", "a", "2x", "1s,2", "1..g,2", "1.5", "0x1", "?..3", "a=1..5", "1:5",
        ] {
            assert_eq!(shape(text), None, "{text:?}");
        }
    }
}
