//! ConcatFromSequence: concatenates the items along an axis, or stacks them along a new one.

use super::{common, inner};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::elements::Elements;
use crate::fact::{Fact, KnownValue};
use crate::ops::OperandSource;
use crate::ops::attributes;
use crate::ops::axes::{self, Ranked};
use crate::ops::cost::{self, Cost};
use crate::ops::{InferContext, Operator, Resolved};
use crate::rules;
use crate::shape::Shape;

#[derive(Debug)]
struct Concat {
    axis: Option<i128>,
    stacked: Option<bool>,
}

pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let axis = axes::read_one(cx, OperandSource::Attribute("axis")).filter(|_| !cx.has_unknown_value("axis"));
    Resolved::operator(Concat { axis, stacked: attributes::flag(cx, "new_axis") })
}

impl Operator for Concat {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let items = cx.input(0).items().map(<[Fact]>::to_vec);
        if items.as_ref().is_some_and(Vec::is_empty) {
            report_empty(cx);
        }
        let all = items.as_deref().and_then(common).unwrap_or_else(|| inner(cx, 0).into());
        let (element, item) = (all.element(), all.shape().clone());
        let Some(stacked) = self.stacked else {
            return cx.set_unknown(0, element, cx.unknown_because("the attribute `new_axis` is unknown"));
        };
        let items = items.filter(|items| !items.is_empty());
        let Some(rank) = item.rank() else {
            if let Some(items) = &items {
                check_ranks(cx, items);
            }
            let shape = Shape::with_min_rank(item.min_rank() + usize::from(stacked));
            return cx.set(0, Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(element, shape) });
        };
        let rank = rank + usize::from(stacked);
        let source = OperandSource::Attribute("axis");
        let axis = self.axis.and_then(|axis| axes::wrap_one(cx, axis, rank, source, Ranked::Output));
        let Some(axis) = axis else {
            return cx.set_unknown(0, element, cx.unknown_because("the axis is unknown"));
        };
        let shape = match (&items, item.dims()) {
            (Some(items), _) => of_items(cx, items, axis, stacked).unwrap_or_else(|| Shape::of_rank(rank)),
            (None, Some(dims)) => placed(dims, axis, stacked, of_parts(cx, axis, stacked)),
            (None, None) => Shape::of_rank(rank),
        };
        let elements = items.filter(|_| axis == 0).and_then(|items| elements(cx, &items));
        let elements = elements.filter(|e| shape.num_elements().is(e.len() as u64));
        cx.set(
            0,
            Fact { unknown_reason: cx.unknown_reason(0), ..Fact::tensor(element, shape) }.with_elements(elements),
        );
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The dimensions of the items with the axis inserted or replaced.
fn placed(dims: &[Dim], axis: usize, stacked: bool, size: Dim) -> Shape {
    let mut dims = dims.to_vec();
    match stacked {
        true => dims.insert(axis.min(dims.len()), size),
        false => dims.iter_mut().skip(axis).take(1).for_each(|dim| *dim = size.clone()),
    }
    Shape::from_dims(dims)
}

/// The size of the axis along which equal parts of a tensor are concatenated or stacked.
fn of_parts(cx: &InferContext<'_>, axis: usize, stacked: bool) -> Dim {
    match &cx.input(0).value {
        KnownValue::Split(cut) if stacked => cut.count.clone(),
        KnownValue::Split(cut) if cut.axis == axis && cut.kept == Some(true) => cut.size.clone(),
        _ => Dim::unknown(),
    }
}

/// The items must have the same sizes except along the axis. Reports those that do not.
fn of_items(cx: &mut InferContext<'_>, items: &[Fact], axis: usize, stacked: bool) -> Option<Shape> {
    let mut dims = items.first()?.shape().dims()?.to_vec();
    let mut size = if stacked { Dim::exact(items.len() as u64) } else { dims.get(axis)?.clone() };
    for (index, item) in items.iter().enumerate().skip(1) {
        for (at, (dim, own)) in dims.iter_mut().zip(item.shape().dims()?).enumerate() {
            if at == axis && !stacked {
                size = size.add(own);
                continue;
            }
            let Some(met) = cx.unify(dim, own) else {
                report_mismatch(cx, index, at, (own, dim));
                return None;
            };
            *dim = met;
        }
    }
    Some(placed(&dims, axis, stacked, size))
}

/// OP201.
fn report_mismatch(cx: &mut InferContext<'_>, index: usize, at: usize, (own, dim): (&Dim, &Dim)) {
    let message = format!(
        "dimension {at} of item {index} of sequence {} is {own}; expected {dim}, as in the items before it",
        cx.input_name(0)
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
    cx.report(
        finding
            .help("make the items equal in size except along the axis")
            .data("dimension", at)
            .data("size", own.to_string()),
    );
}

/// OP203: items of different ranks.
fn check_ranks(cx: &mut InferContext<'_>, items: &[Fact]) {
    let ranks: Option<Vec<usize>> = items.iter().map(|item| item.shape().rank()).collect();
    let Some(ranks) = ranks else { return };
    let Some(index) = ranks.iter().position(|rank| *rank != ranks[0]) else { return };
    let (rank, first, name) = (ranks[index], ranks[0], cx.input_name(0));
    let message = format!("item {index} of sequence {name} has rank {rank}; expected {first}, the rank of item 0");
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(0), message);
    cx.report(finding.help("reshape the items to the same rank").data("rank", rank).data("expected", first));
}

/// OP202.
fn report_empty(cx: &mut InferContext<'_>) {
    let message = format!("sequence {} is empty", cx.input_name(0));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(0), message);
    let finding = finding.note("ONNX Runtime fails at run time");
    cx.report(finding.help("insert a tensor into the sequence first"));
}

/// Along the first axis, the elements of one item follow those of the previous one.
fn elements(cx: &InferContext<'_>, items: &[Fact]) -> Option<Elements> {
    let known = items.iter().filter(|item| item.value != KnownValue::Unknown);
    let parts: Vec<Elements> = known.filter_map(|item| cx.elements_of(item)).collect();
    let total: usize = parts.iter().map(Elements::len).sum();
    (parts.len() == items.len() && total <= cx.limits().max_tracked_elements_per_tensor)
        .then(|| Elements::concat(&parts))
        .flatten()
}
