//! Axes: dimensions by index, where negative ones count from the end.
//!
//! Resolution and the rules `reduce` C2 to C5 are the same for every operator that takes axes.

use std::fmt::Display;

use super::signature::AttributeKind;
use super::{InferContext, OperandSource, diagnostics};
use crate::diagnostic::{Diagnostic, DiagnosticValue};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::elements::SymInt;
use crate::graph::AttributeType;
use crate::rule::Level;
use crate::rules;

/// The tensor whose dimensions the axes index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ranked {
    /// The input at this position. The axes are a set: one that is repeated adds nothing.
    Input(usize),
    /// The input at this position. Other lists have an element for each axis, so a repeated one has two of them.
    Paired(usize),
    /// The output.
    Output,
}

/// Axes wrapped into `0..rank`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrapped {
    /// The dimensions, in the order written, without those out of range.
    pub(crate) dims: Vec<usize>,
    /// Whether an axis was out of range (`reduce` C4).
    pub(crate) out_of_range: bool,
    /// Whether two axes are the same dimension (`reduce` C5).
    pub(crate) duplicate: bool,
}

/// The axes of a node, as far as they are known statically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Axes {
    /// Every axis: there are none, or the operator treats an empty list as all axes.
    All,
    /// These, as written in the file.
    Known(Vec<i128>),
    /// This many axes of unknown value.
    Runtime(Dim),
}

/// Whether the axes are where another version of the operator takes them: in an attribute instead of an input, or the
/// other way round. The signature reports that (`reduce` C8, C9); the axes are unknown then.
pub(crate) fn misplaced(cx: &InferContext<'_>, source: OperandSource) -> bool {
    match source {
        OperandSource::Attribute(name) => cx.attribute_record(name).is_none() && cx.input_count() > 1,
        OperandSource::Input(input) => !cx.has_input(input) && cx.attribute_record("axes").is_some(),
    }
}

/// Whether a scalar input is read as one axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScalarAxes {
    /// The specification requires it.
    Valid,
    /// Some runtimes do.
    Doubtful,
    /// No runtime that follows the specification does.
    Invalid,
}

/// Reads the axes of a node, and reports an input that is neither a list nor a scalar (`reduce` C3).
pub(crate) fn read(cx: &mut InferContext<'_>, source: OperandSource) -> Axes {
    let onnx = cx.dialect() == Dialect::Onnx;
    read_as(cx, source, if onnx { ScalarAxes::Doubtful } else { ScalarAxes::Valid })
}

/// Like [`read`], but ONNX axes must be a list.
pub(crate) fn read_list(cx: &mut InferContext<'_>, source: OperandSource) -> Axes {
    let onnx = cx.dialect() == Dialect::Onnx;
    read_as(cx, source, if onnx { ScalarAxes::Invalid } else { ScalarAxes::Valid })
}

fn read_as(cx: &mut InferContext<'_>, source: OperandSource, scalar: ScalarAxes) -> Axes {
    let input = match source {
        _ if misplaced(cx, source) => return Axes::Runtime(Dim::unknown()),
        OperandSource::Attribute(name) if cx.has_unknown_value(name) => return Axes::Runtime(Dim::unknown()),
        OperandSource::Attribute(name) => {
            let ints = cx.ints(name);
            return ints.map_or(Axes::All, |list| Axes::Known(list.iter().map(|&a| a.into()).collect()));
        }
        OperandSource::Input(input) if !cx.has_input(input) => return Axes::All,
        OperandSource::Input(input) => input,
    };
    let shape = cx.shape(input);
    let fault = || rank_finding(cx, input, scalar == ScalarAxes::Valid);
    match (shape.rank(), scalar) {
        (Some(0), ScalarAxes::Doubtful) => {
            let finding = fault().level(Level::Warning);
            cx.report(finding.note("some runtimes accept a scalar as one axis, others reject it"));
        }
        (Some(0), ScalarAxes::Valid) | (Some(1) | None, _) => {}
        _ => {
            let finding = fault();
            cx.report(finding);
            return Axes::Runtime(Dim::unknown());
        }
    }
    match cx.exact_ints(input) {
        _ if shape.min_rank() > 1 => Axes::Runtime(Dim::unknown()),
        Some(list) => Axes::Known(list),
        None => Axes::Runtime(shape.num_elements()),
    }
}

/// `reduce` C3: the axes are not one-dimensional.
pub(crate) fn rank_finding(cx: &InferContext<'_>, input: usize, scalar_allowed: bool) -> Diagnostic {
    let shape = cx.shape(input);
    let rank = shape.rank().unwrap_or(0);
    let valid = if scalar_allowed { "0 or 1" } else { "1" };
    let message = format!("input {} contains axes of shape {shape}; expected rank {valid}", cx.input_name(input));
    let finding = Diagnostic::new(&rules::wrong_axes_rank::RULE, cx.input_place(input), message);
    finding.label(&shape).help("reshape the axes to one dimension").data("rank", rank)
}

/// Reads the only axis of a node; `None` if it is not known statically.
pub(crate) fn read_one(cx: &InferContext<'_>, source: OperandSource) -> Option<i128> {
    match source {
        OperandSource::Attribute(name) => cx.int(name).map(i128::from),
        OperandSource::Input(input) => match cx.exact_ints(input)?.as_slice() {
            [axis] => Some(*axis),
            _ => None,
        },
    }
}

/// Wraps one axis, and reports one that is out of range (`reduce` C4).
pub(crate) fn wrap_one(
    cx: &mut InferContext<'_>,
    axis: i128,
    rank: usize,
    source: OperandSource,
    ranked: Ranked,
) -> Option<usize> {
    wrap(cx, &[axis], rank, source, ranked).dims.first().copied()
}

/// The dimension of a tensor of this rank that an axis refers to, if it is in range.
pub(crate) fn position(axis: i128, rank: usize) -> Option<usize> {
    let from_start = if axis < 0 { axis.checked_add(rank as i128)? } else { axis };
    usize::try_from(from_start).ok().filter(|&dim| dim < rank)
}

/// Wraps axes for a tensor of this rank, and reports those out of range (`reduce` C4) and duplicates (`reduce` C5).
pub(crate) fn wrap(
    cx: &mut InferContext<'_>,
    axes: &[i128],
    rank: usize,
    source: OperandSource,
    ranked: Ranked,
) -> Wrapped {
    let mut wrapped = Wrapped { dims: Vec::with_capacity(axes.len()), out_of_range: false, duplicate: false };
    let (mut first, mut repeated) = (vec![None; rank], Vec::new());
    for (position, &axis) in axes.iter().enumerate() {
        let Some(dim) = self::position(axis, rank) else {
            let is_another = std::mem::replace(&mut wrapped.out_of_range, true);
            if !(is_another && cx.skips_another(&rules::axis_out_of_range::RULE)) {
                out_of_range(cx, axis, position, rank, source, ranked);
            }
            continue;
        };
        match first[dim] {
            None => {
                first[dim] = Some(position);
                wrapped.dims.push(dim);
            }
            Some(earlier) => {
                wrapped.duplicate = true;
                repeated.push(Repeated { earlier, position, dim: Some(dim) });
            }
        }
    }
    duplicates(cx, axes, &repeated, source, ranked);
    wrapped
}

/// Reports axes that are inexact but provably out of range (`reduce` C4) or provably duplicates (`reduce` C5) for a
/// tensor of this rank. Returns whether there are none.
pub(crate) fn check_open(cx: &mut InferContext<'_>, input: usize, rank: usize, ranked: Ranked) -> bool {
    let Some(elements) = cx.elements(input) else { return true };
    let Some(ints) = elements.ints().filter(|ints| ints.len() <= cx.limits().max_rank) else { return true };
    let size = rank as i128;
    let source = OperandSource::Input(input);
    let (mut fine, mut repeated) = (true, Vec::new());
    for (position, axis) in ints.iter().enumerate() {
        let same = |other: &SymInt| match (axis.value(), other.value()) {
            (Some(a), Some(b)) => self::position(a, rank).is_some_and(|dim| self::position(b, rank) == Some(dim)),
            _ => axis.expr().is_some() && axis.expr() == other.expr(),
        };
        if axis.low() >= size || axis.high() < -size {
            let axis = match axis.expr() {
                None if axis.high() >= i128::from(i64::MAX) => format!("{}..", axis.low()),
                _ => axis.to_string(),
            };
            out_of_range(cx, axis, position, rank, source, ranked);
            fine = false;
        } else if let Some(earlier) = ints.iter().take(position).position(same) {
            let dim = axis.value().and_then(|axis| self::position(axis, rank));
            repeated.push(Repeated { earlier, position, dim });
            fine = false;
        }
    }
    duplicates(cx, ints, &repeated, source, ranked);
    fine
}

/// Whether an attribute contains one number, not a list.
fn is_one(cx: &InferContext<'_>, name: &str) -> bool {
    matches!(cx.attribute_kind(name), Some(AttributeKind::Onnx(AttributeType::Int) | AttributeKind::Integer))
}

/// `reduce` C4.
fn out_of_range(
    cx: &mut InferContext<'_>,
    axis: impl Display + Into<DiagnosticValue>,
    position: usize,
    rank: usize,
    source: OperandSource,
    ranked: Ranked,
) {
    let place = source.element_place(cx, position);
    if cx.only_counts(&rules::axis_out_of_range::RULE) {
        return cx.report(Diagnostic::new(&rules::axis_out_of_range::RULE, place, ""));
    }
    let valid = match rank {
        0 => "a scalar has no axis".to_owned(),
        _ => format!("expected -{rank}..={}", rank - 1),
    };
    let ranked = match ranked {
        Ranked::Input(input) | Ranked::Paired(input) => format!("input {}", cx.input_name(input)),
        Ranked::Output => "the output".to_owned(),
    };
    let message = format!("axis {axis} is out of range for {ranked} of rank {rank}; {valid}");
    let finding = Diagnostic::new(&rules::axis_out_of_range::RULE, place, message);
    let finding = finding
        .label(match source {
            // An attribute of one axis has no elements.
            OperandSource::Attribute(name) if is_one(cx, name) => format!("attribute `{name}` is {axis}"),
            _ => format!("element {position} of {} is {axis}", source.describe(cx)),
        })
        .note(format!("{}: every axis is in [-r, r-1], where r is the rank of {ranked}", cx.op_with_version()));
    let finding = match rank {
        0 => finding.help("remove the axes: a scalar has no dimensions"),
        _ => finding.help(format!("set it to {} or -1 for the last dimension", rank - 1)),
    };
    cx.report(finding.data("axis", axis).data("rank", rank).data("element", position));
}

/// The most elements that a message names.
const MOST_NAMED: usize = 16;

/// An axis that repeats an earlier one.
struct Repeated {
    earlier: usize,
    position: usize,
    /// The dimension that both refer to, if it is known.
    dim: Option<usize>,
}

/// `reduce` C5: one finding for the list, about the first axis that repeats another.
fn duplicates<T: Display + PartialEq + Clone + Into<DiagnosticValue>>(
    cx: &mut InferContext<'_>,
    axes: &[T],
    repeated: &[Repeated],
    source: OperandSource,
    ranked: Ranked,
) {
    let Some(&Repeated { earlier, position, dim }) = repeated.first() else { return };
    let (axis, before) = (&axes[position], &axes[earlier]);
    let message = match dim.filter(|_| axis != before) {
        None => match 1 + repeated.iter().filter(|other| other.earlier == earlier).count() {
            2 => format!("axis {axis} appears twice"),
            times => format!("axis {axis} appears {times} times"),
        },
        Some(dim) => format!("axis {axis} is a duplicate of axis {before}: both refer to dimension {dim}"),
    };
    let finding = Diagnostic::new(&rules::duplicate_axis::RULE, source.element_place(cx, position), message)
        .label(format!("{} is {}", source.describe(cx), diagnostics::listed(axes)))
        .related(source.element_place(cx, earlier), format!("element {earlier} is {before}"))
        .help(match repeated {
            _ if matches!(ranked, Ranked::Paired(_)) => {
                "list each axis once, with one value in the other lists".to_owned()
            }
            [_] => format!("remove element {position}"),
            [rest @ .., last] if rest.len() < MOST_NAMED => {
                let rest = rest.iter().map(|other| other.position.to_string()).collect::<Vec<_>>().join(", ");
                format!("remove the elements {rest} and {}", last.position)
            }
            _ => format!("remove the {} elements that repeat an earlier one", repeated.len()),
        });
    let finding = finding.data("axis", axis.clone());
    let finding = if let Some(dim) = dim { finding.data("dimension", dim) } else { finding };
    let finding = match ranked {
        // Every tool that accepts a repeated axis treats the axes as a set.
        Ranked::Input(_) => finding.with_exact_outputs(),
        // The rank of an output can depend on how many axes there are.
        Ranked::Output => finding.data("ranked", "output").with_exact_outputs(),
        Ranked::Paired(_) => finding.data("ranked", "paired"),
    };
    cx.report(finding.data("element", position));
}

/// The smallest rank for which all of these axes are in range.
pub(crate) fn implied_rank(axes: &[i128]) -> usize {
    let implied = axes.iter().map(|&a| if a < 0 { a.saturating_neg() } else { a.saturating_add(1) });
    usize::try_from(implied.max().unwrap_or(0)).unwrap_or(0)
}

/// Reports identical axes if the rank is unknown.
pub(crate) fn repeated(cx: &mut InferContext<'_>, axes: &[i128], source: OperandSource, ranked: Ranked) {
    let (mut first, mut repeated) = (std::collections::HashMap::new(), Vec::new());
    for (position, &axis) in axes.iter().enumerate() {
        if let Some(&earlier) = first.get(&axis) {
            repeated.push(Repeated { earlier, position, dim: usize::try_from(axis.unsigned_abs()).ok() });
        } else {
            first.insert(axis, position);
        }
    }
    duplicates(cx, axes, &repeated, source, ranked);
}
