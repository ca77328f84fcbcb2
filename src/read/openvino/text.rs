//! The grammars of IR attribute values, read as leniently as OpenVINO reads them.

use crate::dim::Dim;
use crate::element::ElementType;
use crate::shape::Shape;

/// A value, and whether it is written in a form that OpenVINO reads but never writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parsed<T> {
    pub(crate) value: T,
    pub(crate) sloppy: bool,
}

/// `true`, `1`, `false`, `0` in any case; anything else is no boolean, and OpenVINO keeps the default.
pub(crate) fn bool(text: &str) -> Option<Parsed<bool>> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some(Parsed { value: true, sloppy: false }),
        "false" => Some(Parsed { value: false, sloppy: false }),
        "1" => Some(Parsed { value: true, sloppy: true }),
        "0" => Some(Parsed { value: false, sloppy: true }),
        _ => None,
    }
}

/// A 64-bit integer at the start of the text.
pub(crate) fn int(text: &str) -> Option<Parsed<i64>> {
    let trimmed = text.trim_start();
    let sign = usize::from(trimmed.starts_with(['-', '+']));
    let digits = trimmed[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let value = trimmed[..sign + digits].parse().ok()?;
    Some(Parsed { value, sloppy: sign + digits != text.len() || text.starts_with('+') })
}

/// Integers separated by commas.
pub(crate) fn ints(text: &str) -> Option<Parsed<Vec<i64>>> {
    list(text, int)
}

/// A floating-point number at the start of the text.
pub(crate) fn real(text: &str) -> Option<Parsed<f64>> {
    let trimmed = text.trim_start();
    let longest = (1..=trimmed.len()).rev().filter(|&n| trimmed.is_char_boundary(n));
    let (value, used) = longest.take(64).find_map(|n| Some((trimmed[..n].parse::<f64>().ok()?, n)))?;
    Some(Parsed { value, sloppy: used != text.len() })
}

fn list<T>(text: &str, item: fn(&str) -> Option<Parsed<T>>) -> Option<Parsed<Vec<T>>> {
    let (body, trailing) = text.strip_suffix(',').map_or((text, false), |body| (body, true));
    let mut all = Parsed { value: Vec::new(), sloppy: trailing };
    if body.trim().is_empty() {
        return Some(all);
    }
    for part in body.split(',') {
        let parsed = item(part.trim_start())?;
        all.sloppy |= parsed.sloppy;
        all.value.push(parsed.value);
    }
    Some(all)
}

/// An element type attribute: the name in any case.
pub(crate) fn element_type(text: &str) -> Option<ElementType> {
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "boolean" => Some(ElementType::Bool),
        "bool" | "c64" | "c128" => None,
        name => name.parse().ok(),
    }
}

/// A partial shape: `1,?,2..,..5`, `...`, empty for a scalar.
pub(crate) fn shape(text: &str) -> Option<Parsed<Shape>> {
    let inner = text.trim();
    let inner = inner.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(inner).trim();
    if inner == "..." {
        return Some(Parsed { value: Shape::UNKNOWN, sloppy: false });
    }
    if inner.is_empty() {
        return Some(Parsed { value: Shape::scalar(), sloppy: false });
    }
    let dims: Option<Vec<Dim>> = inner.split(',').map(|d| dim(d.trim())).collect();
    Some(Parsed { value: Shape::of(dims?), sloppy: false })
}

fn dim(text: &str) -> Option<Dim> {
    let number = |t: &str| t.trim().parse::<u64>().ok();
    match text {
        "?" | "-1" | ".." => Some(Dim::any()),
        _ => match text.split_once("..") {
            None => number(text).map(Dim::exact),
            Some(("", high)) => Some(Dim::interval(0, number(high)?)),
            Some((low, "")) => Some(Dim::interval(number(low)?, Dim::UNBOUNDED)),
            Some((low, high)) => Some(Dim::interval(number(low)?, number(high)?)),
        },
    }
}

/// Floating-point numbers separated by commas.
pub(crate) fn reals(text: &str) -> Option<Parsed<Vec<f64>>> {
    list(text, real)
}

/// Whether the text names the element type that stands for an unknown one.
pub(crate) fn is_dynamic_type(text: &str) -> bool {
    matches!(text.to_ascii_lowercase().as_str(), "dynamic" | "undefined")
}
