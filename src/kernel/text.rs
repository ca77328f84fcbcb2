//! Numbers as text and text as numbers, as far as ONNX specifies it for Cast and implementations agree.

use std::sync::Arc;

use super::convert::{Rules, convert};
use super::number::{Real, Whole, with_whole};
use crate::element::ElementType;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Parses text. Accepts plain and scientific notation, INF and NaN; integers accept plain digits only.
pub(crate) fn parsed(texts: &[Arc<[u8]>], sizes: &[usize], to: ElementType, rules: Rules) -> Result<Tensor, EvalError> {
    let all = |f: &dyn Fn(&str) -> bool| texts.iter().position(|t| !std::str::from_utf8(t).is_ok_and(f));
    let failed = |at: usize| {
        let text = String::from_utf8_lossy(&texts[at]);
        EvalError::Undefined(format!("element {at} is {text:?}, whose conversion to {to} is undefined"))
    };
    let text = |t: &Arc<[u8]>| String::from_utf8_lossy(t).into_owned();
    if let Some((low, high)) = to.integer_range().filter(|_| to != ElementType::Bool) {
        let within = |t: &str| digits(t) && t.parse::<i128>().is_ok_and(|n| (low..=high).contains(&n));
        if let Some(at) = all(&within) {
            return Err(failed(at));
        }
        let numbers: Vec<i128> = texts.iter().map(|t| text(t).parse().unwrap_or(0)).collect();
        let made = with_whole!(to, T => Tensor::new(sizes, numbers.iter().map(|&n| T::wrap(n)).collect()));
        return made.and_then(Result::ok).ok_or(EvalError::Type(to));
    }
    if !to.is_float() {
        return Err(EvalError::Type(to));
    }
    if let Some(at) = all(&|t| real(t)) {
        return Err(failed(at));
    }
    if to == ElementType::F32 {
        let numbers = texts.iter().map(|t| text(t).parse().unwrap_or(f32::NAN)).collect();
        return Tensor::new(sizes, numbers).map_err(|_| EvalError::UnknownType);
    }
    let numbers = texts.iter().map(|t| text(t).parse().unwrap_or(f64::NAN)).collect();
    convert(&Tensor::new(sizes, numbers).map_err(|_| EvalError::UnknownType)?, to, rules)
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn digits(text: &str) -> bool {
    let rest = unsigned(text);
    !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a text is a number in ONNX's notation: what Rust parses, except the word "infinity".
fn real(text: &str) -> bool {
    !unsigned(text).eq_ignore_ascii_case("infinity") && text.parse::<f64>().is_ok()
}

/// Formats integers, and floats for which all implementations write the same plain notation.
pub(crate) fn written(data: &Tensor) -> Result<Tensor, EvalError> {
    let element = data.element();
    let texts = match element {
        ElementType::F64 => data.values::<f64>().map(|v| collected(v.iter().map(|x| plain(*x, x.to_string())))),
        ElementType::F32 => data.values::<f32>().map(|v| collected(v.iter().map(|x| plain(x.real(), x.to_string())))),
        ElementType::Bool => None,
        _ => with_whole!(element, T => {
            collected(data.values::<T>().unwrap_or_default().iter().map(|n| Ok(n.whole().to_string())))
        }),
    };
    Tensor::of_strings(data.sizes(), texts.ok_or(EvalError::Type(element))??).map_err(|_| EvalError::UnknownType)
}

/// The texts up to the first that is undefined: those of large and small floats have hundreds of digits.
fn collected(texts: impl Iterator<Item = Result<String, String>>) -> Result<Vec<Arc<[u8]>>, EvalError> {
    let undefined =
        |(at, x)| EvalError::Undefined(format!("element {at} is {x}, whose conversion to text is undefined"));
    let each = texts
        .enumerate()
        .map(|(at, text)| text.map(|text| Arc::from(text.into_bytes())).map_err(|x| undefined((at, x))));
    each.collect()
}

/// The shortest text that parses to the same number, if eight digits suffice (ONNX Runtime writes eight, NumPy the
/// shortest) and neither runtime writes an exponent or omits a fraction.
fn plain(value: f64, shortest: String) -> Result<String, String> {
    let magnitude = value.abs();
    let mantissa = format!("{magnitude:.7e}");
    let eight: String = mantissa.chars().take_while(|c| *c != 'e').filter(char::is_ascii_digit).collect();
    let digits: String = shortest.chars().filter(char::is_ascii_digit).collect();
    let alike = eight.trim_end_matches('0') == digits.trim_start_matches('0').trim_end_matches('0');
    let fraction = shortest.contains('.');
    if (1e-4..1e8).contains(&magnitude) && fraction && alike { Ok(shortest) } else { Err(shortest) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::small_float::PowerRounding;

    const RULES: Rules = Rules {
        saturate: true,
        infinity: true,
        power: PowerRounding::Up,
        power_limits: Some(true),
        small_truncate: false,
        cautious: false,
    };

    fn read(text: &str, to: ElementType) -> Result<Tensor, EvalError> {
        parsed(&[Arc::from(text.as_bytes())], &[1], to, RULES)
    }

    #[test]
    fn numbers_in_the_specified_notation_are_parsed() {
        for (text, value) in
            [("-12.5", -12.5f32), ("1e-5", 1e-5), ("1E8", 1e8), ("+INF", f32::INFINITY), ("-inf", f32::NEG_INFINITY)]
        {
            assert_eq!(read(text, ElementType::F32).unwrap().values::<f32>(), Some(&[value][..]));
        }
        assert!(read("nAn", ElementType::F64).unwrap().values::<f64>().unwrap()[0].is_nan());
        assert_eq!(read("-7", ElementType::I8).unwrap().values::<i8>(), Some(&[-7][..]));
        for (text, to) in [
            ("2.718", ElementType::I32),
            ("300", ElementType::U8),
            ("hello", ElementType::F32),
            ("", ElementType::F32),
            ("infinity", ElementType::F32),
            (" 1", ElementType::I64),
        ] {
            assert!(matches!(read(text, to), Err(EvalError::Undefined(_))), "{text}");
        }
    }

    #[test]
    fn no_text_is_written_after_an_undefined_one() {
        let mut written = 0;
        let texts = [Ok("1.5"), Err("5e-324"), Ok("2.5")].into_iter().inspect(|_| written += 1);
        let failed = collected(texts.map(|text| text.map(str::to_owned).map_err(str::to_owned)));
        let message = "element 1 is 5e-324, whose conversion to text is undefined";
        assert_eq!((failed, written), (Err(EvalError::Undefined(message.to_owned())), 2));
    }

    #[test]
    fn numbers_are_written_where_implementations_agree() {
        let of = |x: f32| written(&Tensor::new([1], vec![x]).unwrap());
        for (value, text) in [(314.15926, "314.15927"), (0.1, "0.1"), (-1.5, "-1.5")] {
            assert_eq!(of(value).unwrap().strings(), Some(&[Arc::from(text.as_bytes())][..]));
        }
        for value in [1.0, -0.7, 1e-5, f32::NAN, f32::INFINITY, 0.0] {
            assert!(matches!(of(value), Err(EvalError::Undefined(_))), "{value}");
        }
        let ints = written(&Tensor::new([1], vec![i64::MIN]).unwrap()).unwrap();
        assert_eq!(ints.strings(), Some(&[Arc::from(i64::MIN.to_string().into_bytes())][..]));
    }
}
