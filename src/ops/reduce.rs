//! Reductions: ReduceMin and its siblings, in every version of both dialects.
//!
//! `docs/spec/reduce.md` defines `reduce` C1 to C15. The generic checks cover `reduce` C1, C2, C8 to C10, C14 and C15;
//! `reduce` C3 to C7 and C11 to C13 follow from what is resolved and inferred here.

mod definition;
mod evaluate;
mod integer;
mod kernel;
mod minifloat_order;
mod order;
mod plan;
pub(crate) mod runtimes;
mod sum;
mod values;

pub(super) use definition::OPERATORS;

use super::EvalContext;
use super::axes::{self, AxesSource, Ranked};
use super::{InferContext, NodeProperty, Operator, Reduction, Resolved};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::fact::{Fact, UnknownReason};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The reduction operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are the specifications' own
pub enum ReduceKind {
    Min,
    Max,
    Sum,
    Mean,
    Prod,
    L1,
    L2,
    LogSum,
    LogSumExp,
    SumSquare,
    LogicalAnd,
    LogicalOr,
}

/// Which axes are reduced. The three meanings of an empty list are three variants here.
#[derive(Clone, PartialEq, Debug)]
pub enum Axes {
    /// Every axis.
    All,
    /// None: the shape is unchanged.
    Nothing,
    /// These, as written in the file; never empty.
    Known(Vec<i128>),
    /// Known only at run time.
    Runtime {
        /// The number of axes.
        count: Dim,
        /// Whether the specification guarantees that they are distinct.
        unique: bool,
        /// Whether an empty list means every axis.
        all_if_empty: bool,
    },
}

/// A resolved reduction: the input of inference, evaluation and folding.
#[derive(Clone, Debug)]
pub struct Reduce {
    /// The reduction operation.
    pub kind: ReduceKind,
    /// Which axes are reduced.
    pub axes: Axes,
    /// Whether reduced dimensions are kept with size 1; `None` if the attribute value is invalid.
    pub keep_dims: Option<bool>,
    /// Whether an empty list of axes leaves the elements unchanged even if the reduction of one element does not.
    nothing_is_identity: bool,
    /// Whether a reduction over no elements has a result.
    empty_is_defined: bool,
    source: AxesSource,
}

impl Reduce {
    /// Reads attributes and the axes input of a node, and reports `reduce` C3, C6 and C7.
    fn resolve(kind: ReduceKind, cx: &mut InferContext<'_>) -> Resolved {
        let by_attribute = cx.attribute_kind("axes").is_some();
        let source = if by_attribute { AxesSource::Attribute("axes") } else { AxesSource::Input(1) };
        let all_if_empty = match cx.dialect() {
            Dialect::OpenVino => Some(false),
            Dialect::Onnx => flag(cx, "noop_with_empty_axes").map(|noop| !noop.unwrap_or(false)),
        };
        let axes = match (by_attribute, all_if_empty) {
            _ if axes::misplaced(cx, source) => {
                Axes::Runtime { count: Dim::unknown(), unique: false, all_if_empty: true }
            }
            (true, _) => axes_attribute(cx),
            (false, Some(all_if_empty)) => axes_input(cx, all_if_empty),
            // Neither meaning of an empty list is certain; other lists are unambiguous.
            (false, None) => match axes_input(cx, true) {
                Axes::All => Axes::Runtime { count: Dim::unknown(), unique: false, all_if_empty: true },
                other => other,
            },
        };
        let keep_dims = match cx.dialect() {
            Dialect::Onnx => flag(cx, "keepdims").map(|keep| keep.unwrap_or(true)),
            Dialect::OpenVino => keep_dims(cx),
        };
        let by_spec = cx.dialect() == Dialect::OpenVino;
        Resolved::operator(Reduce {
            kind,
            axes,
            keep_dims,
            nothing_is_identity: by_spec,
            empty_is_defined: !by_spec && kind != ReduceKind::Mean,
            source,
        })
    }

    /// The output's shape for one meaning of `keep_dims` (`docs/spec/reduce.md`, "Shapes").
    fn shape(&self, data: &Shape, reduced: Option<&[bool]>, keep: bool) -> Shape {
        match (&self.axes, data.dims()) {
            (Axes::Nothing, _) => data.clone(),
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
            (Axes::Runtime { count, unique, .. }, Some(dims)) if keep => {
                let all = *unique && count.is(dims.len() as u64);
                Shape::from_dims(
                    dims.iter().map(|d| if all || d.is(1) { Dim::exact(1) } else { d.join(&Dim::exact(1)) }),
                )
            }
            (Axes::Runtime { .. }, None) if keep => data.clone(),
            (Axes::Runtime { count, unique, all_if_empty }, _) => dropped(data, count, *unique, *all_if_empty),
        }
    }

    /// The reduced dimensions, if certain; reports `reduce` C4 and C5.
    fn reduced(&self, cx: &mut InferContext<'_>, data: &Shape) -> Option<Vec<bool>> {
        let Some(rank) = data.rank() else {
            if let Axes::Known(axes) = &self.axes {
                axes::repeated(cx, axes, self.source);
            }
            return None;
        };
        match &self.axes {
            Axes::All => Some(vec![true; rank]),
            Axes::Nothing => Some(vec![false; rank]),
            Axes::Known(list) => {
                let wrapped = axes::wrap(cx, list, rank, self.source, Ranked::Input(0));
                // With duplicates alone, the axes are a set: every tool that accepts them agrees.
                let mut reduced = vec![false; rank];
                for dim in wrapped.dims {
                    reduced[dim] = true;
                }
                (!wrapped.out_of_range).then_some(reduced)
            }
            Axes::Runtime { .. } => None,
        }
    }

    /// `reduce` C4 and C5 for axes that are known only by bounds or symbols.
    fn check_open(&self, cx: &mut InferContext<'_>, data: &Shape) -> bool {
        let (Axes::Runtime { .. }, AxesSource::Input(input), Some(rank)) = (&self.axes, self.source, data.rank())
        else {
            return true;
        };
        axes::check_open(cx, input, rank, Ranked::Input(0))
    }

    /// `reduce` C12: more axes than dimensions, so that one of them repeats.
    fn check_count(&self, cx: &mut InferContext<'_>, data: &Shape) -> bool {
        let (Axes::Runtime { count, .. }, Some(rank)) = (&self.axes, data.rank()) else { return true };
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
        let finding =
            Diagnostic::new(&rules::reduce_over_empty::RULE, cx.input_place(0), message).label(data.to_string());
        let finding = match cx.dialect() {
            Dialect::Onnx => finding.note(
                "ONNX defines a minimum as +inf or the type's greatest value; OpenVINO's CPU plugin returns 3.4e38",
            ),
            Dialect::OpenVino => finding.note("OpenVINO's specification leaves the result undefined"),
        };
        let finding = match self.named_from_end(dims.len()).any(|dim| dim == empty) && cx.dialect() == Dialect::Onnx {
            true => {
                finding.note("ONNX Runtime 1.31.1 leaves the dimension unchanged, since a negative axis denotes it")
            }
            false => finding,
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
        let elements = match (&reduced, cx.elements(0), data.sizes()) {
            (Some(reduced), Some(elements), Some(sizes)) => {
                values::reduce(self.kind, &elements, &sizes, reduced, cx.element(0))
            }
            _ => None,
        };
        let fits = elements.filter(|e| shape.num_elements().is(e.len() as u64));
        let why = self.why(cx, &data, reduced.is_none());
        let fact = Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) };
        cx.set(0, fact.with_elements(fits));
    }

    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![evaluate::evaluate(self, cx)?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let rank = cx.shape(0).rank();
        let (axes, count) = match &self.axes {
            Axes::All => (rank.map(|rank| (0..rank).collect()), rank),
            Axes::Nothing => (Some(Vec::new()), Some(0)),
            Axes::Known(list) => {
                let axes = rank.and_then(|rank| list.iter().map(|&axis| axes::position(axis, rank)).collect());
                (axes, Some(list.len()))
            }
            Axes::Runtime { count, .. } => (None, count.size().and_then(|count| usize::try_from(count).ok())),
        };
        let by_attribute = matches!(self.source, AxesSource::Attribute(_));
        Some(NodeProperty::Reduces(Reduction {
            kind: self.kind,
            axes,
            from_end: rank.map_or_else(Vec::new, |rank| self.named_from_end(rank).collect()),
            at_run_time: matches!(self.axes, Axes::Runtime { .. }),
            count,
            keep_dims: self.keep_dims,
            by_attribute,
            empty_attribute: by_attribute && cx.ints("axes").is_some_and(|axes| axes.is_empty()),
        }))
    }
}

impl Reduce {
    /// Why the output shape is unknown; the engine passes on the data's own reason.
    fn why(&self, cx: &InferContext<'_>, data: &Shape, uncertain: bool) -> Option<UnknownReason> {
        match &self.axes {
            Axes::Runtime { .. } => {
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

/// An ONNX flag: `None` if the value is neither 0 nor 1 (`reduce` C6, C7), `Some(None)` if the attribute is absent.
fn flag(cx: &mut InferContext<'_>, name: &'static str) -> Option<Option<bool>> {
    if cx.is_unbound(name) {
        return None;
    }
    match cx.int(name) {
        None => Some(None),
        Some(0) => Some(Some(false)),
        Some(1) => Some(Some(true)),
        Some(value) => {
            let place = cx.attribute_place(name);
            let message = format!("attribute `{name}` is {value}; expected 0 or 1");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            let readers = match name {
                "keepdims" => {
                    "onnx and ONNX Runtime drop the dimensions, onnx.reference (from opset 18) and OpenVINO keep them"
                }
                _ => "ONNX Runtime infers the shape as for 1 and runs as for 0",
            };
            let finding = finding.note(readers).help("set the attribute to 0 or 1");
            cx.report(finding.data("attribute", name).data("value", value));
            None
        }
    }
}

/// IR's `keep_dims`: `None` if the text is not a boolean, which the signature check reports (`reduce` C6).
fn keep_dims(cx: &InferContext<'_>) -> Option<bool> {
    let written = cx.attribute_record("keep_dims").is_some();
    let default = cx.bool("keep_dims");
    if written && !cx.is_bool("keep_dims") { None } else { default }
}

fn axes_attribute(cx: &InferContext<'_>) -> Axes {
    if cx.is_unbound("axes") {
        return Axes::Runtime { count: Dim::unknown(), unique: false, all_if_empty: true };
    }
    match cx.ints("axes") {
        Some(list) if !list.is_empty() => Axes::Known(list.iter().map(|&a| a.into()).collect()),
        _ => Axes::All,
    }
}

/// Axes from input 1, and `reduce` C3.
fn axes_input(cx: &mut InferContext<'_>, all_if_empty: bool) -> Axes {
    let empty = if all_if_empty { Axes::All } else { Axes::Nothing };
    let unique = cx.dialect() == Dialect::OpenVino;
    if !cx.has_input(1) {
        // Omitting it in IR is a wrong number of inputs (`reduce` C9), so the axes could be any.
        let count = Dim::unknown();
        return if unique { Axes::Runtime { count, unique, all_if_empty } } else { empty };
    }
    let shape = cx.shape(1);
    let valid = matches!((shape.rank(), unique), (None | Some(1), _) | (Some(0), true));
    if !valid {
        cx.report(axes::rank_finding(cx, 1, unique));
        return Axes::Runtime { count: Dim::unknown(), unique, all_if_empty };
    }
    let count = shape.num_elements();
    match cx.exact_ints(1) {
        Some(list) if list.is_empty() => empty,
        Some(list) => Axes::Known(list),
        None if count.is(0) => empty,
        None => Axes::Runtime { count, unique, all_if_empty },
    }
}

/// The shape with dimensions kept or dropped, if it is certain which are reduced.
fn known(dims: &[Dim], reduced: &[bool], keep: bool) -> Shape {
    let pairs = dims.iter().zip(reduced);
    Shape::from_dims(pairs.filter(|(_, r)| keep || !**r).map(|(d, r)| if *r { Dim::exact(1) } else { d.clone() }))
}

/// Run-time axes with dropped dimensions: each remaining dimension is one of those that may have moved there.
fn dropped(data: &Shape, count: &Dim, unique: bool, all_if_empty: bool) -> Shape {
    let rank = data.min_rank();
    let possibly_all = all_if_empty && count.contains(0);
    let removed = if possibly_all { rank } else { usize::try_from(count.high()).unwrap_or(usize::MAX) };
    match (data.dims(), count.size()) {
        (Some(dims), Some(k)) if (k <= 1 || unique) && !possibly_all => {
            let k = usize::try_from(k).unwrap_or(usize::MAX);
            let window = |i: usize| dims[i..=i + k].iter().skip(1).fold(dims[i].clone(), |all, d| all.join(d));
            Shape::from_dims((0..rank.saturating_sub(k)).map(window))
        }
        _ => Shape::with_min_rank(rank.saturating_sub(removed)),
    }
}

#[cfg(test)]
mod tests;
