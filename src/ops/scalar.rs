//! Inputs that are a single number: a size, a step, a position, a threshold.

use super::{InferContext, diagnostics};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::elements::{Elements, SymInt};
use crate::rule::Level;
use crate::rules;

/// How a one-element list is treated where a scalar is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OneListed {
    /// Equivalent to a scalar.
    Valid,
    /// Accepted as a scalar, with a warning.
    Read,
    /// Accepted as a scalar with a warning if the model computes it; an error if it is a constant.
    ReadIfComputed,
    /// An error.
    Refused,
}

/// What ONNX Runtime does with a one-element list where a scalar is expected.
pub(super) const ONLY_COMPUTED: &str =
    "ONNX Runtime accepts a one-element list that the model computes but rejects a constant one";

/// Whether an input may be a single number; reports one that is not (OP203).
pub(crate) fn expect(cx: &mut InferContext<'_>, input: usize, listed: OneListed) -> bool {
    let Some(finding) = fault(cx, input, listed) else { return true };
    let read = finding.level == Level::Warning;
    cx.report(finding);
    read
}

/// OP203 for an input that is not a single number.
pub(crate) fn fault(cx: &InferContext<'_>, input: usize, listed: OneListed) -> Option<Diagnostic> {
    let shape = cx.shape(input);
    let list_of_one =
        shape.min_rank() <= 1 && shape.rank().is_none_or(|rank| rank == 1) && shape.num_elements().contains(1);
    if shape.min_rank() == 0 || list_of_one && listed == OneListed::Valid {
        return None;
    }
    let valid = if listed == OneListed::Valid { "a scalar or a one-element list, [] or [1]" } else { "a scalar, []" };
    let message = format!("{} has shape {shape}; expected {valid}", diagnostics::described(cx, input));
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    let finding = finding.label(&shape).help("squeeze the input to one element").data("rank", shape.min_rank());
    Some(match listed {
        OneListed::Read if list_of_one => {
            finding.level(Level::Warning).note("runtimes read a one-element list as a scalar")
        }
        OneListed::ReadIfComputed if list_of_one => {
            let level = if cx.is_stored(input) { Level::Error } else { Level::Warning };
            finding.level(level).note(ONLY_COMPUTED)
        }
        _ => finding,
    })
}

/// The only integer of an input, as far as it is known. An integral float counts as one.
pub(crate) fn integer(cx: &InferContext<'_>, input: usize) -> Option<SymInt> {
    match cx.elements(input)? {
        Elements::Ints(ints) => <[SymInt; 1]>::try_from(ints.to_vec()).ok().map(|[int]| int),
        Elements::Floats(floats) => match floats[..] {
            [float] if float.trunc() == float && float.abs() < 1e15 => Some(SymInt::exact(float as i64)),
            _ => None,
        },
        Elements::SymFloats(_) => None,
    }
}

/// A count in an input, at least `least`, as far as it is known. Reports an input that is not a single number or is
/// certainly less (OP203, OP202). `None` if the input is omitted.
pub(crate) fn count(cx: &mut InferContext<'_>, input: usize, least: u64, what: &str, listed: OneListed) -> Option<Dim> {
    if !cx.has_input(input) {
        return None;
    }
    if !expect(cx, input, listed) {
        return Some(Dim::unknown());
    }
    let Some(int) = integer(cx, input) else { return Some(Dim::unknown()) };
    if int.high() < least.into() {
        let message =
            format!("the {what} in {} is {int}; expected at least {least}", diagnostics::described(cx, input));
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, 0), message);
        let finding = finding.label(&int).help(format!("set the {what} to at least {least}"));
        cx.report(finding.data("value", int.to_string()).data("input", input));
        return Some(Dim::unknown());
    }
    Some(int.to_dim().and_then(|dim| dim.meet(&Dim::interval(least, Dim::UNBOUNDED))).unwrap_or(Dim::unknown()))
}
