//! What many operators demand alike of one input or attribute.

use std::ops::RangeInclusive;

use super::{NodeCx, layout};
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::Dim;
use crate::elements::{Elements, Int};
use crate::rules;

/// Whether an input may have a rank that its operator takes; reports one that has not (OP203).
pub(crate) fn rank(cx: &mut NodeCx<'_>, input: usize, valid: RangeInclusive<usize>, help: &str) -> bool {
    let shape = cx.shape(input);
    let (least, greatest) = (shape.min_rank(), shape.rank().unwrap_or(usize::MAX));
    if least <= *valid.end() && greatest >= *valid.start() {
        return true;
    }
    let valid = match (*valid.start(), *valid.end()) {
        (low, high) if low == high => low.to_string(),
        (low, usize::MAX) => format!("{low} or more"),
        (low, high) => format!("{low} to {high}"),
    };
    let message = format!("input {} of shape {shape} has rank {least} (valid: {valid})", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    cx.report(finding.label(shape.to_string()).help(help.to_owned()).data("rank", least));
    false
}

/// Whether an input may be one number: a scalar, or where that is allowed a list of one.
pub(crate) fn one_number(cx: &mut NodeCx<'_>, input: usize, list_of_one: bool) -> bool {
    let shape = cx.shape(input);
    if shape.min_rank() == 0 || list_of_one && shape.min_rank() == 1 && shape.elements().contains(1) {
        return true;
    }
    let valid = if list_of_one { "a scalar or a list of one, [] or [1]" } else { "a scalar, []" };
    let message = format!("input {} has shape {shape} (valid: {valid})", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    let finding = finding.label(shape.to_string()).help("squeeze it to one number");
    cx.report(finding.data("rank", shape.min_rank()));
    false
}

/// The only integer of an input; of an integer type of which nothing is known, any of the type. A whole float is one.
pub(crate) fn integer(cx: &NodeCx<'_>, input: usize) -> Option<Int> {
    match cx.elements(input) {
        Some(Elements::Ints(ints)) => <[Int; 1]>::try_from(ints.to_vec()).ok().map(|[int]| int),
        Some(Elements::Floats(floats)) => match floats[..] {
            [float] if float.trunc() == float && float.abs() < 1e15 => Some(Int::exact(float as i64)),
            _ => None,
        },
        None => layout::any_of(cx.element(input)?),
    }
}

/// The size that an input's only integer stands for; reports one that is negative (OP202).
pub(crate) fn size(cx: &mut NodeCx<'_>, input: usize, what: &str) -> Option<Dim> {
    let int = integer(cx, input)?;
    let dim = int.to_dim();
    if dim.is_none() {
        let message = format!("{what} in input {} is {int} (valid: 0 or more)", cx.input_name(input));
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, 0), message);
        let finding = finding.label(format!("the value is {int}")).help(format!("write {what} as 0 or more"));
        cx.report(finding.data("value", int.to_string()));
    }
    dim
}

/// Whether a flag of ONNX is set; reports one that is neither 0 nor 1 (OP105), of which nothing is then certain.
pub(crate) fn flag(cx: &mut NodeCx<'_>, name: &'static str) -> Option<bool> {
    let value = cx.int(name).filter(|_| !cx.is_unbound(name))?;
    if matches!(value, 0 | 1) {
        return Some(value == 1);
    }
    invalid(cx, name, &value.to_string(), "0 or 1", Level::Warning);
    None
}

/// Whether an integer attribute has at least this value; reports one that has not (OP105).
pub(crate) fn at_least(cx: &mut NodeCx<'_>, name: &'static str, least: i64, level: Level) -> bool {
    let Some(value) = cx.int(name).filter(|&value| value < least) else { return true };
    invalid(cx, name, &value.to_string(), &format!("{least} or more"), level);
    false
}

/// Whether a text attribute is one of these words; reports another one (OP105).
pub(crate) fn word(cx: &mut NodeCx<'_>, name: &'static str, words: &[&str]) -> bool {
    let Some(written) = cx.text(name).filter(|text| !words.contains(text)) else { return true };
    invalid(cx, name, &format!("{written:?}"), &words.join(", "), Level::Error);
    false
}

/// OP105.
pub(crate) fn invalid(cx: &mut NodeCx<'_>, name: &'static str, written: &str, valid: &str, level: Level) {
    let message = format!("attribute `{name}` is {written} (valid: {valid})");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    let finding = finding.level(level).help(format!("write one of: {valid}"));
    cx.report(finding.data("attribute", name).data("value", written));
}
