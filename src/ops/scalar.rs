//! Inputs that are one number.

use super::NodeCx;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::elements::{Elements, Int};
use crate::rules;

/// Whether an input may be one number: a scalar, or where that is allowed a list of one.
pub(crate) fn expect(cx: &mut NodeCx<'_>, input: usize, list_of_one: bool) -> bool {
    let fault = fault(cx, input, list_of_one);
    let fits = fault.is_none();
    fault.into_iter().for_each(|finding| cx.report(finding));
    fits
}

/// OP203 for an input that is not one number.
pub(crate) fn fault(cx: &NodeCx<'_>, input: usize, list_of_one: bool) -> Option<Diagnostic> {
    let shape = cx.shape(input);
    if shape.min_rank() == 0 || list_of_one && shape.min_rank() == 1 && shape.elements().contains(1) {
        return None;
    }
    let valid = if list_of_one { "a scalar or a list of one, [] or [1]" } else { "a scalar, []" };
    let message = format!("input {} has shape {shape} (valid: {valid})", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    let finding = finding.label(shape.to_string()).help("squeeze it to one number");
    Some(finding.data("rank", shape.min_rank()))
}

/// The only integer of an input, as far as it is known. A whole float is one.
pub(crate) fn integer(cx: &NodeCx<'_>, input: usize) -> Option<Int> {
    match cx.elements(input) {
        Some(Elements::Ints(ints)) => <[Int; 1]>::try_from(ints.to_vec()).ok().map(|[int]| int),
        Some(Elements::Floats(floats)) => match floats[..] {
            [float] if float.trunc() == float && float.abs() < 1e15 => Some(Int::exact(float as i64)),
            _ => None,
        },
        None => None,
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
