//! Indices along an axis.

pub(crate) mod starts;

use super::InferContext;
use crate::constraint::ConstraintKind;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::elements::SymInt;
use crate::rule::Level;
use crate::rules;

/// Reports the first index in `input` that is out of range for every possible size; `runs` notes what runtimes return. If
/// they fail, a run requires a size for which all indices are in range.
pub(crate) fn check(cx: &mut InferContext<'_>, input: usize, dim: &Dim, runs: Option<&'static str>) {
    let Some(elements) = cx.elements(input) else { return };
    let (high, ints) = (i128::from(dim.high()), elements.ints().unwrap_or_default());
    let outside = |int: &SymInt| dim.high() != Dim::UNBOUNDED && (int.low() >= high || int.high() < -high);
    if let Some((position, index)) = ints.iter().enumerate().find(|(_, int)| outside(int)) {
        return report(cx, (input, position), index, dim, runs);
    }
    let least = ints.iter().filter_map(SymInt::value).map(|index| if index < 0 { -index } else { index + 1 }).max();
    if let (Some(Ok(least)), None) = (least.map(u64::try_from), runs) {
        cx.require(ConstraintKind::AtLeast, dim, &Dim::exact(least));
    }
}

/// OP202: an index out of range.
pub(crate) fn report(
    cx: &mut InferContext<'_>,
    (input, position): (usize, usize),
    index: &SymInt,
    dim: &Dim,
    runs: Option<&'static str>,
) {
    let high = i128::from(dim.high());
    let valid = if high == 0 { "the axis is empty".to_owned() } else { format!("expected -{high}..={}", high - 1) };
    let message =
        format!("index {index} is out of range for an axis of size {dim} of input {}; {valid}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, position), message);
    let finding = finding.label(format!("element {position} is {index}")).help("use an index within the axis");
    let finding = match runs {
        Some(note) => finding.level(Level::Warning).note(note),
        None => finding.note("ONNX Runtime fails at run time"),
    };
    cx.report(finding.data("index", index.to_string()).data("size", dim.to_string()).data("element", position));
}

/// The position of an exact index along an axis of this size; negative indices count from the end.
pub(crate) fn place(index: i128, size: u64) -> Option<u64> {
    let from_start = if index < 0 { index.checked_add(size.into())? } else { index };
    u64::try_from(from_start).ok().filter(|&at| at < size)
}
