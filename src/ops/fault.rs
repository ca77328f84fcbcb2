//! Faults that many families meet, reported in the same form each time.

use std::fmt::Display;

use super::NodeCx;
use crate::diagnostic::{Diagnostic, Level};
use crate::rules;

/// OP105: an attribute has a value that the operator does not allow.
pub(crate) fn attribute(cx: &mut NodeCx<'_>, name: &'static str, value: impl Display, valid: &str, help: &str) {
    let message = format!("attribute `{name}` is {value} (valid: {valid})");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    cx.report(finding.help(help).data("attribute", name).data("value", value.to_string()));
}

/// OP203: an input has a rank that the operator does not allow.
pub(crate) fn rank(cx: &mut NodeCx<'_>, input: usize, valid: impl Display, help: &str) {
    let shape = cx.shape(input);
    let rank = shape.min_rank();
    let message = format!("input {} of shape {shape} has rank {rank} (valid: {valid})", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    cx.report(finding.label(shape.to_string()).help(help).data("rank", rank));
}

/// OP203 as a warning: what some readers run all the same.
pub(crate) fn doubtful_rank(cx: &mut NodeCx<'_>, input: usize, valid: impl Display, help: &str) {
    let shape = cx.shape(input);
    let rank = shape.min_rank();
    let message = format!("input {} of shape {shape} has rank {rank} (valid: {valid})", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    let finding = finding.level(Level::Warning).note("some runtimes read it all the same, others refuse it");
    cx.report(finding.label(shape.to_string()).help(help).data("rank", rank));
}

/// Whether an input has this rank, as far as is known; OP203 if it has not.
pub(crate) fn has_rank(cx: &mut NodeCx<'_>, input: usize, valid: usize, help: &str) -> bool {
    let shape = cx.shape(input);
    let fits = shape.rank().map_or(shape.min_rank() <= valid, |rank| rank == valid);
    if !fits {
        rank(cx, input, valid, help);
    }
    fits
}

/// OP201: the shape of an input does not fit that of another.
pub(crate) fn shapes(cx: &mut NodeCx<'_>, [input, other]: [usize; 2], message: String, help: &str) {
    report_shapes(cx, [input, other], message, help, Level::Error);
}

/// OP201 as a warning: what some readers run all the same.
pub(crate) fn doubtful_shapes(cx: &mut NodeCx<'_>, inputs: [usize; 2], message: String, help: &str) {
    report_shapes(cx, inputs, message, help, Level::Warning);
}

fn report_shapes(cx: &mut NodeCx<'_>, [input, other]: [usize; 2], message: String, help: &str, level: Level) {
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    let mut finding = finding.label(cx.shape(input).to_string()).help(help);
    if input != other {
        finding = finding.related(cx.input_place(other), cx.shape(other).to_string());
    }
    cx.report(if level == Level::Error { finding } else { finding.level(level) });
}

/// OP202: an element of an input has a value that the operator does not allow.
pub(crate) fn element(cx: &mut NodeCx<'_>, (input, at): (usize, usize), value: impl Display, valid: &str, help: &str) {
    let message = format!("element {at} of input {} is {value} (valid: {valid})", cx.input_name(input));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, at), message);
    let finding = finding.label(format!("element {at} is {value}")).help(help);
    cx.report(finding.data("element", at).data("value", value.to_string()));
}
