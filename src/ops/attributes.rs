//! Attribute checks shared by many operators: flags, counts, keywords.

use std::borrow::Cow;

use super::InferContext;
use super::diagnostics;
use super::diagnostics::invalid_attribute;
use crate::diagnostic::{Diagnostic, one_of};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::graph::AttributeValue;
use crate::rule::Level;
use crate::rules;

/// OP109 for an attribute that the signature lists as optional: an error in ONNX, where ONNX Runtime rejects the model
/// without it, and a warning in IR, where OpenVINO has a default.
pub(crate) fn missing(cx: &mut InferContext<'_>, name: &'static str, note: &'static str) {
    let finding = left_out(cx, name, note);
    cx.report(match cx.dialect() {
        Dialect::Onnx => finding,
        Dialect::OpenVino => finding.level(Level::Warning),
    });
}

/// OP109: every tool requires the attribute, although the signature lists it as optional.
pub(crate) fn left_out(cx: &InferContext<'_>, name: &'static str, note: &'static str) -> Diagnostic {
    let message = format!("{} needs the attribute `{name}`", cx.op_with_version());
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
    finding.note(note).help(format!("add `{name}`")).data("attribute", name)
}

/// An ONNX flag, 0 or 1; reports any other value as an error. `None` if it is unknown.
pub(crate) fn flag(cx: &mut InferContext<'_>, name: &'static str) -> Option<bool> {
    flag_at(cx, name, Level::Error)
}

/// Like [`flag`], where some tools treat any other number as a set flag: reports a warning, and the flag is unknown.
pub(crate) fn doubtful_flag(cx: &mut InferContext<'_>, name: &'static str) -> Option<bool> {
    flag_at(cx, name, Level::Warning)
}

fn flag_at(cx: &mut InferContext<'_>, name: &'static str, level: Level) -> Option<bool> {
    let value = cx.int(name).filter(|_| !cx.has_unknown_value(name))?;
    let flag = flag_value(value);
    if flag.is_none() {
        let finding = invalid_flag(cx, name, value).level(level);
        cx.report(finding.help("set it to 0 or 1").data("value", value.to_string()));
    }
    flag
}

/// Like [`flag`], for an attribute with a default; the note says how tools treat other numbers.
pub(crate) fn flag_or(
    cx: &mut InferContext<'_>,
    name: &'static str,
    default: bool,
    note: Option<&'static str>,
) -> Option<bool> {
    if cx.has_unknown_value(name) {
        return None;
    }
    let Some(value) = cx.int(name) else { return Some(default) };
    let flag = flag_value(value);
    if flag.is_none() {
        let finding = invalid_flag(cx, name, value).help("set it to 0 or 1").data("value", value);
        cx.report(note.into_iter().fold(finding, Diagnostic::note));
    }
    flag
}

/// The value of a flag; `None` if it is neither 0 nor 1.
pub(crate) fn flag_value(value: i64) -> Option<bool> {
    match value {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

/// OP105, to be completed: a flag that is neither 0 nor 1.
pub(crate) fn invalid_flag(cx: &InferContext<'_>, name: &'static str, value: i64) -> Diagnostic {
    let message = format!("attribute `{name}` is {value}; expected 0 or 1");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    finding.data("attribute", name)
}

/// A flag that every tool treats as set unless it is 0. `None` if it is unknown.
pub(crate) fn nonzero_or(cx: &InferContext<'_>, name: &str, default: bool) -> Option<bool> {
    (!cx.has_unknown_value(name)).then(|| cx.int(name).map_or(default, |value| value != 0))
}

/// Whether an integer attribute is at least `least`; reports one that is not (OP105).
pub(crate) fn at_least(cx: &mut InferContext<'_>, name: &'static str, least: i64) -> bool {
    let Some(value) = cx.int(name).filter(|&value| value < least) else { return true };
    diagnostics::attribute(cx, name, value, format_args!("at least {least}"), format!("set it to at least {least}"));
    false
}

/// A count, at least 1; reports any other value. `None` if it is unknown.
pub(crate) fn positive(cx: &mut InferContext<'_>, name: &'static str, level: Option<Level>) -> Option<u64> {
    let value = cx.int(name).filter(|_| !cx.has_unknown_value(name))?;
    if value > 0 {
        return Some(value.unsigned_abs());
    }
    let finding = invalid_attribute(cx, name, value, "at least 1").help("set it to a positive number");
    cx.report(match level {
        Some(level) => finding.level(level),
        None => finding,
    });
    None
}

/// One of these keywords; reports any other value. `None` if it is unknown.
pub(crate) fn word(
    cx: &mut InferContext<'_>,
    name: &'static str,
    words: &'static [&'static str],
) -> Option<&'static str> {
    let written = cx.text(name).filter(|_| !cx.has_unknown_value(name))?;
    let found = words.iter().copied().find(|word| *word == written);
    if found.is_none() {
        let finding = invalid_attribute(cx, name, format_args!("{written:?}"), one_of(words));
        cx.report(finding.help("set it to one of these values; case matters"));
    }
    found
}

/// An ONNX list of strings; invalid UTF-8 is replaced. `None` if the attribute is absent.
pub(crate) fn strings<'a>(cx: &'a InferContext<'_>, name: &str) -> Option<impl ExactSizeIterator<Item = Cow<'a, str>>> {
    match cx.attribute(name)? {
        AttributeValue::Strings(list) => Some(list.iter().map(|text| String::from_utf8_lossy(text))),
        _ => None,
    }
}

/// The number of items of an ONNX list or tensor attribute of any type. `None` if the attribute is absent.
pub(crate) fn length(cx: &InferContext<'_>, name: &str) -> Option<usize> {
    Some(match cx.attribute(name)? {
        AttributeValue::Ints(list) => list.len(),
        AttributeValue::Floats(list) => list.len(),
        AttributeValue::Strings(list) => list.len(),
        AttributeValue::Tensor(tensor) => {
            let count = super::constant::from_tensor(cx, *tensor).shape().num_elements().size()?;
            return usize::try_from(count).ok();
        }
        _ => return None,
    })
}

/// The element type with this number; reports an invalid number. `None` if it is unknown.
pub(crate) fn element(cx: &mut InferContext<'_>, name: &'static str, number: Option<i64>) -> Option<ElementType> {
    let number = number?;
    let element = ElementType::from_onnx(number);
    if element.is_none() {
        let finding = invalid_attribute(cx, name, number, "the number of an element type");
        cx.report(finding.help("set it to a TensorProto.DataType, such as 1 for float or 7 for int64"));
    }
    element
}

/// The element type that an attribute selects for an output; reports one that the output does not allow. `None` if it
/// is unknown.
pub(crate) fn output_element(cx: &mut InferContext<'_>, name: &'static str, output: usize) -> Option<ElementType> {
    let number = cx.int(name).filter(|_| !cx.has_unknown_value(name));
    let element = element(cx, name, number)?;
    let allowed = cx.signature.and_then(|s| Some(s.allowed(&s.outputs().get(output)?)))?.tensor;
    if !allowed.contains(element) {
        let finding =
            invalid_attribute(cx, name, format_args!("{} ({element})", number.unwrap_or(0)), allowed.to_string());
        cx.report(finding.help("set it to the number of a type that the output allows"));
    }
    Some(element)
}
