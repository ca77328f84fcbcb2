//! Reductions: ReduceMin and its siblings, in every version of both dialects.
//!
//! `docs/spec/reduce.md` defines `reduce` C1 to C15. The generic checks cover `reduce` C1, C2, C8 to C10, C14 and C15;
//! `reduce` C3 to C7 and C11 to C13 follow from what is resolved and inferred here.

mod definition;
#[cfg(feature = "evaluate")]
mod evaluate;
#[cfg(feature = "evaluate")]
mod integer;
#[cfg(feature = "evaluate")]
mod kernel;
#[cfg(feature = "evaluate")]
mod minifloat_order;
#[cfg(feature = "evaluate")]
mod order;
#[cfg(feature = "evaluate")]
mod plan;
mod runtimes;
#[cfg(feature = "evaluate")]
mod sum;
mod values;
mod word;

pub(super) use definition::OPERATORS;

use super::EvalContext;
use super::OperandSource;
use super::attributes;
use super::axes::{self, Axes, Ranked};
use super::cost::{self, Cost};
use super::{InferContext, NodeProperty, Operator, ReduceKind, Reduction, Resolved};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::fact::{Fact, UnknownReason};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved reduction: the input of inference, evaluation and folding.
#[derive(Clone, Debug)]
struct Reduce {
    /// The reduction operation.
    kind: ReduceKind,
    /// Which axes are reduced. The meaning of an empty list is resolved where the list is known: every axis is
    /// [`Axes::All`], and an empty list leaves the shape unchanged.
    axes: Axes,
    /// Whether an empty list of axes that is known only at run time means every axis.
    all_if_empty: bool,
    /// Whether the specification guarantees that the axes are distinct.
    unique: bool,
    /// Whether reduced dimensions are kept with size 1; `None` if the attribute value is invalid.
    keep_dims: Option<bool>,
    /// Whether an empty list of axes leaves the elements unchanged even if the reduction of one element does not.
    nothing_is_identity: bool,
    /// Whether a reduction over no elements has a result.
    empty_is_defined: bool,
    /// How the specification or the runtimes define a minimum, maximum or mean over no elements.
    over_nothing: OverNothing,
    source: OperandSource,
}

/// Notes on a reduction over no elements that has no meaningful result.
#[derive(Clone, Copy, Debug)]
struct OverNothing {
    note: &'static str,
    /// A note for a dimension that a negative axis denotes.
    from_end: Option<&'static str>,
}

const ONNX_OVER_NOTHING: OverNothing = OverNothing {
    note: "ONNX defines a minimum as +inf or the type's greatest value; OpenVINO's CPU plugin returns 3.4e38",
    from_end: Some("ONNX Runtime 1.31.1 leaves the dimension unchanged, since a negative axis denotes it"),
};
const IR_OVER_NOTHING: OverNothing =
    OverNothing { note: "OpenVINO's specification leaves the result undefined", from_end: None };

impl Reduce {
    /// Reads attributes and the axes input of a node, and reports `reduce` C3, C6 and C7.
    fn resolve(kind: ReduceKind, cx: &mut InferContext<'_>) -> Resolved {
        let source = OperandSource::attribute_or_input(cx, "axes", 1);
        let ir = cx.dialect() == Dialect::OpenVino;
        let misplaced = axes::misplaced(cx, source);
        let noop = ir.then_some(true);
        let noop = noop.or_else(|| attributes::flag_or(cx, "noop_with_empty_axes", false, Some(NOOP_READERS)));
        // Versions with the attribute `axes` do not have the flag.
        let noop = if source.is_attribute() { Some(false) } else { noop };
        let axes = match axes::read_list(cx, source) {
            // Omitting it in IR is a wrong number of inputs (`reduce` C9), so the axes could be any.
            Axes::All if ir => Axes::Runtime(Dim::unknown()),
            other => resolve_empty(other, noop),
        };
        let keep_dims = match ir {
            false => attributes::flag_or(cx, "keepdims", true, Some(KEEPDIMS_READERS)),
            true => keep_dims(cx),
        };
        Resolved::operator(Reduce {
            kind,
            axes,
            all_if_empty: misplaced || noop != Some(true),
            unique: ir && !misplaced,
            keep_dims,
            nothing_is_identity: ir,
            empty_is_defined: !ir && kind != ReduceKind::Mean,
            over_nothing: if ir { IR_OVER_NOTHING } else { ONNX_OVER_NOTHING },
            source,
        })
    }

    /// The output's shape for one meaning of `keep_dims` (`docs/spec/reduce.md`, "Shapes").
    fn shape(&self, data: &Shape, reduced: Option<&[bool]>, keep: bool) -> Shape {
        match (&self.axes, data.dims()) {
            (Axes::Known(list), _) if list.is_empty() => data.clone(),
            (Axes::All, _) if !keep => Shape::scalar(),
            (Axes::All, None) => data.clone(),
            (Axes::All | Axes::Known(_), Some(dims)) => match reduced {
                Some(reduced) => known(dims, reduced, keep),
                None if keep => Shape::of_rank(dims.len()),
                None => Shape::UNKNOWN,
            },
            (Axes::Known(list), None) => {
                let least = data.min_rank().max(axes::implied_rank(list));
                Shape::with_min_rank(if keep { least } else { least.saturating_sub(list.len()) })
            }
            (Axes::Runtime(count), Some(dims)) if keep => {
                let all = self.unique && count.is(dims.len() as u64);
                Shape::from_dims(
                    dims.iter().map(|d| if all || d.is(1) { Dim::exact(1) } else { d.join(&Dim::exact(1)) }),
                )
            }
            (Axes::Runtime(_), None) if keep => data.clone(),
            (Axes::Runtime(count), _) => self.dropped(data, count),
        }
    }

    /// Run-time axes with dropped dimensions: each remaining dimension is one of those that may have moved there.
    fn dropped(&self, data: &Shape, count: &Dim) -> Shape {
        let rank = data.min_rank();
        let possibly_all = self.all_if_empty && count.contains(0);
        let removed = if possibly_all { rank } else { usize::try_from(count.high()).unwrap_or(usize::MAX) };
        match (data.dims(), count.size()) {
            (Some(dims), Some(k)) if (k <= 1 || self.unique) && !possibly_all => {
                let k = usize::try_from(k).unwrap_or(usize::MAX);
                let window = |i: usize| dims[i..=i + k].iter().skip(1).fold(dims[i].clone(), |all, d| all.join(d));
                Shape::from_dims((0..rank.saturating_sub(k)).map(window))
            }
            _ => Shape::with_min_rank(rank.saturating_sub(removed)),
        }
    }

    /// The reduced dimensions, if certain; reports `reduce` C4 and C5.
    fn reduced(&self, cx: &mut InferContext<'_>, data: &Shape) -> Option<Vec<bool>> {
        let Some(rank) = data.rank() else {
            if let Axes::Known(axes) = &self.axes {
                axes::repeated(cx, axes, self.source, Ranked::Input(0));
            }
            return None;
        };
        match &self.axes {
            Axes::All => Some(vec![true; rank]),
            Axes::Known(list) => {
                let wrapped = axes::wrap(cx, list, rank, self.source, Ranked::Input(0));
                // With duplicates alone, the axes are a set: every tool that accepts them agrees.
                let mut reduced = vec![false; rank];
                for dim in wrapped.dims {
                    reduced[dim] = true;
                }
                (!wrapped.out_of_range).then_some(reduced)
            }
            Axes::Runtime(_) => None,
        }
    }

    /// `reduce` C4 and C5 for axes that are known only by bounds or symbols.
    fn check_open(&self, cx: &mut InferContext<'_>, data: &Shape) -> bool {
        let (Axes::Runtime(_), OperandSource::Input(input), Some(rank)) = (&self.axes, self.source, data.rank()) else {
            return true;
        };
        axes::check_open(cx, input, rank, Ranked::Input(0))
    }

    /// `reduce` C12: more axes than dimensions, so that one of them repeats.
    fn check_count(&self, cx: &mut InferContext<'_>, data: &Shape) -> bool {
        let (Axes::Runtime(count), Some(rank)) = (&self.axes, data.rank()) else { return true };
        if count.low() <= rank as u64 {
            return true;
        }
        let least = if count.size().is_some() { String::new() } else { "at least ".to_owned() };
        let message = format!(
            "input {} has {least}{}, but input {} has rank {rank}: an axis must repeat or be out of range",
            cx.input_name(1),
            counted(count.low(), "axis"),
            cx.input_name(0)
        );
        let finding = Diagnostic::new(&rules::too_many_axes::RULE, cx.input_place(1), message);
        let finding = finding.help(format!("list at most {}", counted(rank, "axis")));
        cx.report(finding.data("count", count.low()).data("rank", rank));
        false
    }

    /// `reduce` C13: a reduction over no elements with a nonempty result.
    fn check_empty(&self, cx: &mut InferContext<'_>, data: &Shape, reduced: &[bool]) {
        let undefined = matches!(self.kind, ReduceKind::Min | ReduceKind::Max | ReduceKind::Mean);
        let Some(dims) = data.dims() else { return };
        let mut pairs = dims.iter().zip(reduced);
        let Some(empty) = pairs.clone().position(|(d, r)| *r && d.is(0)) else { return };
        if !undefined || !pairs.all(|(d, r)| *r || d.low() > 0) {
            return;
        }
        let message = format!(
            "dimension {empty} of input {} has no elements, so {} reduces over no elements",
            cx.input_name(0),
            cx.op_type()
        );
        let finding = Diagnostic::new(&rules::reduce_over_empty::RULE, cx.input_place(0), message).label(data);
        let finding = finding.note(self.over_nothing.note);
        let from_end = self.named_from_end(dims.len()).any(|dim| dim == empty);
        let finding = match self.over_nothing.from_end.filter(|_| from_end) {
            Some(note) => finding.note(note),
            None => finding,
        };
        cx.report(finding.help("ensure that the dimension is at least 1").data("dimension", empty));
    }

    /// The dimensions that negative axes denote.
    fn named_from_end(&self, rank: usize) -> impl Iterator<Item = usize> {
        let list = if let Axes::Known(list) = &self.axes { &list[..] } else { &[] };
        list.iter().filter(|&&axis| axis < 0).filter_map(move |&axis| axes::position(axis, rank))
    }
}

impl Operator for Reduce {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let reduced = self.reduced(cx, &data);
        let countable = self.check_count(cx, &data) && self.check_open(cx, &data);
        if let Some(reduced) = &reduced {
            self.check_empty(cx, &data, reduced);
        }
        let shape = |keep| match (countable, data.rank()) {
            (true, _) => self.shape(&data, reduced.as_deref(), keep),
            (false, Some(rank)) if keep => Shape::of_rank(rank),
            (false, _) => Shape::UNKNOWN,
        };
        let shape = match self.keep_dims {
            Some(keep) => shape(keep),
            None => shape(true).join(&shape(false)),
        };
        let elements = reduced.as_ref().and_then(|reduced| {
            let elements = cx.elements(0)?;
            values::reduce(self.kind, &elements, &data.sizes()?, reduced, cx.element(0))
        });
        let fits = elements.filter(|e| shape.num_elements().is(e.len() as u64));
        let why = self.why(cx, &data, reduced.is_none());
        let fact = Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) };
        cx.set(0, fact.with_elements(fits));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![evaluate::evaluate(self, cx)?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let rank = cx.shape(0).rank();
        let (axes, count) = match &self.axes {
            Axes::All => (rank.map(|rank| (0..rank).collect()), rank),
            Axes::Known(list) if list.is_empty() => (Some(Vec::new()), Some(0)),
            Axes::Known(list) => {
                let axes = rank.and_then(|rank| list.iter().map(|&axis| axes::position(axis, rank)).collect());
                (axes, Some(list.len()))
            }
            Axes::Runtime(count) => (None, count.size().and_then(|count| usize::try_from(count).ok())),
        };
        let by_attribute = self.source.is_attribute();
        Some(NodeProperty::Reduces(Reduction {
            kind: self.kind,
            axes,
            from_end: rank.map_or_else(Vec::new, |rank| self.named_from_end(rank).collect()),
            runtime_dependent: matches!(self.axes, Axes::Runtime(_)),
            count,
            keep_dims: self.keep_dims,
            by_attribute,
            empty_attribute: by_attribute && cx.ints("axes").is_some_and(|axes| axes.is_empty()),
        }))
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 1)
    }
}

impl Reduce {
    /// Why the output shape is unknown; the engine passes on the data's own reason.
    fn why(&self, cx: &InferContext<'_>, data: &Shape, uncertain: bool) -> Option<UnknownReason> {
        match &self.axes {
            Axes::Known(list) if list.is_empty() => None,
            Axes::Runtime(_) => {
                Some(cx.unknown_reason(1).unwrap_or_else(|| cx.unknown_because("the axes are known only at run time")))
            }
            Axes::Known(_) if data.dims().is_none() => Some(
                cx.unknown_reason(0)
                    .unwrap_or_else(|| cx.unknown_because(format!("the rank of {} is unknown", cx.input_name(0)))),
            ),
            Axes::Known(_) if uncertain => Some(cx.unknown_because("an axis is out of range")),
            _ => None,
        }
    }
}

/// How tools interpret numbers other than 0 and 1.
const KEEPDIMS_READERS: &str =
    "onnx and ONNX Runtime drop the dimensions, onnx.reference (from opset 18) and OpenVINO keep them";
const NOOP_READERS: &str = "ONNX Runtime infers the shape as for 1 and runs as for 0";

/// IR's `keep_dims`: `None` if the text is not a boolean, which the signature check reports (`reduce` C6).
fn keep_dims(cx: &InferContext<'_>) -> Option<bool> {
    let written = cx.attribute_record("keep_dims").is_some();
    let default = cx.bool("keep_dims");
    if written && !cx.is_bool("keep_dims") { None } else { default }
}

/// The meaning of a known empty list of axes: none with `noop`, every axis without; `None` if neither
/// is certain.
fn resolve_empty(axes: Axes, noop: Option<bool>) -> Axes {
    match (&axes, noop) {
        (Axes::Known(list), _) if !list.is_empty() => axes,
        (Axes::Runtime(count), _) if !count.is(0) => axes,
        (_, Some(false)) => Axes::All,
        (_, Some(true)) => Axes::Known(Vec::new()),
        (_, None) => Axes::Runtime(Dim::unknown()),
    }
}

/// The shape with dimensions kept or dropped, if it is certain which are reduced.
fn known(dims: &[Dim], reduced: &[bool], keep: bool) -> Shape {
    let pairs = dims.iter().zip(reduced);
    Shape::from_dims(pairs.filter(|(_, r)| keep || !**r).map(|(d, r)| if *r { Dim::exact(1) } else { d.clone() }))
}

#[cfg(test)]
mod tests;
