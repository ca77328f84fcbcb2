//! Findings that many operator families share, with the same wording each time.

use std::fmt::Display;

use super::{InferContext, OperandSource};
use crate::diagnostic::Diagnostic;
use crate::rule::Level;
use crate::rules;

/// OP105, to be completed: an attribute has a value that the operator does not allow.
pub(crate) fn invalid_attribute(
    cx: &InferContext<'_>,
    name: &'static str,
    value: impl Display,
    valid: impl Display,
) -> Diagnostic {
    let message = format!("attribute `{name}` is {value}; expected {valid}");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    finding.data("attribute", name).data("value", value.to_string())
}

/// OP105: an attribute has a value that the operator does not allow.
pub(crate) fn attribute(
    cx: &mut InferContext<'_>,
    name: &'static str,
    value: impl Display,
    valid: impl Display,
    help: impl Into<String>,
) {
    let finding = invalid_attribute(cx, name, value, valid).help(help);
    cx.report(finding);
}

/// OP105 as a warning: some tools accept the value.
pub(crate) fn doubtful_attribute(
    cx: &mut InferContext<'_>,
    name: &'static str,
    value: impl Display,
    valid: impl Display,
    help: impl Into<String>,
) {
    let finding = invalid_attribute(cx, name, value, valid).level(Level::Warning).help(help);
    cx.report(finding);
}

/// A list for messages, truncated after 16 items.
pub(crate) fn listed<T: Display>(numbers: &[T]) -> String {
    let written: Vec<String> = numbers.iter().take(16).map(T::to_string).collect();
    let more = if numbers.len() > 16 { ", ..." } else { "" };
    format!("[{}{more}]", written.join(", "))
}

/// An input with its names in the file and in the specification: input `w` (`scale`).
pub(crate) fn described(cx: &InferContext<'_>, input: usize) -> String {
    let formal = cx.signature.and_then(|s| s.inputs().formal(input)).map_or("", |f| f.name);
    let name = cx.input_name(input);
    if formal.is_empty() || name == format!("`{formal}`") {
        return format!("input {name}");
    }
    format!("input {name} (`{formal}`)")
}

/// OP203, to be completed: an input has a rank that the operator does not allow.
pub(crate) fn invalid_rank(cx: &InferContext<'_>, input: usize, valid: impl Display) -> Diagnostic {
    let (name, shape) = (described(cx, input), cx.shape(input));
    let rank = shape.min_rank();
    let least = if shape.rank().is_some() { "" } else { "at least " };
    let message = format!("{name} of shape {shape} has rank {least}{rank}; expected {valid}");
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    finding.label(&shape).data("input", input).data("rank", rank)
}

/// OP203: an input has a rank that the operator does not allow.
pub(crate) fn rank(cx: &mut InferContext<'_>, input: usize, valid: impl Display, help: impl Into<String>) {
    let finding = invalid_rank(cx, input, valid).help(help);
    cx.report(finding);
}

/// OP203 as a warning: some tools accept the rank.
pub(crate) fn doubtful_rank(cx: &mut InferContext<'_>, input: usize, valid: impl Display, help: impl Into<String>) {
    let finding = invalid_rank(cx, input, valid).level(Level::Warning).help(help);
    cx.report(finding.note("some runtimes accept it, others reject it"));
}

/// OP201: the shapes of two inputs are incompatible.
pub(crate) fn shapes(cx: &mut InferContext<'_>, [input, other]: [usize; 2], message: String, help: &str) {
    report_shapes(cx, [input, other], message, help, Level::Error);
}

/// OP201 as a warning: some tools accept the shapes.
pub(crate) fn doubtful_shapes(cx: &mut InferContext<'_>, inputs: [usize; 2], message: String, help: &str) {
    report_shapes(cx, inputs, message, help, Level::Warning);
}

fn report_shapes(cx: &mut InferContext<'_>, [input, other]: [usize; 2], message: String, help: &str, level: Level) {
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    let mut finding = finding.label(cx.shape(input)).help(help);
    if input != other {
        finding = finding.related(cx.input_place(other), cx.shape(other));
    }
    cx.report(if level == Level::Error { finding } else { finding.level(level) });
}

/// OP105 or OP202: an attribute, or an element of an input, has a value that the operator does not allow.
pub(crate) fn operand(
    cx: &mut InferContext<'_>,
    (source, at): (OperandSource, usize),
    value: impl Display,
    valid: &str,
    help: &str,
) {
    match source {
        OperandSource::Attribute(name) => attribute(cx, name, value, valid, help),
        OperandSource::Input(input) => element(cx, (input, at), value, valid, help),
    }
}

/// OP202: an element of an input has a value that the operator does not allow.
pub(crate) fn element(
    cx: &mut InferContext<'_>,
    (input, at): (usize, usize),
    value: impl Display,
    valid: &str,
    help: &str,
) {
    let message = format!("element {at} of input {} is {value}; expected {valid}", cx.input_name(input));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, at), message);
    let finding = finding.label(format!("element {at} is {value}")).help(help);
    cx.report(finding.data("element", at).data("value", value.to_string()));
}
