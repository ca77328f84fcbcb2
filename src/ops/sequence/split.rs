//! SplitToSequence: splits a tensor along one axis into the items of a sequence.

use std::sync::Arc;

use super::{FOLLOWED, any_of, sequence};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::elements::SymInt;
use crate::fact::{Fact, KnownValue, TensorSplit, ValueType};
use crate::ops::OperandSource;
use crate::ops::attributes;
use crate::ops::axes::{self, Ranked};
use crate::ops::cost::{self, Cost};
use crate::ops::view;
use crate::ops::view::View;
use crate::ops::{InferContext, Operator, Resolved};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

#[derive(Debug)]
struct Split {
    axis: Option<i128>,
    /// Whether a part of size 1 keeps the axis, if no sizes are given.
    keep: Option<bool>,
}

/// The dimensions that all followed parts may have together.
const MOST_DIMS: usize = 1_024;

/// How the axis is split.
enum Parts {
    /// Into these sizes.
    Sizes(Vec<Dim>),
    /// Into a number of parts, each of this size.
    Many { size: Dim, count: Dim },
}

pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let axis = axes::read_one(cx, OperandSource::Attribute("axis")).filter(|_| !cx.has_unknown_value("axis"));
    Resolved::operator(Split { axis, keep: attributes::flag(cx, "keepdims") })
}

impl Operator for Split {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (data, element) = (cx.shape(0), cx.element(0));
        let source = OperandSource::Attribute("axis");
        let axis = data.rank().zip(self.axis);
        let axis = axis.and_then(|(rank, axis)| axes::wrap_one(cx, axis, rank, source, Ranked::Input(0)));
        let (Some(dims), Some(axis)) = (data.dims(), axis) else {
            return cx.set(0, sequence(ValueType::tensor(element, self.unplaced(cx, &data)), None));
        };
        let most = FOLLOWED.min(MOST_DIMS / dims.len());
        let parts = parts(cx, &dims[axis], most);
        let cut = |count: Dim, kept| TensorSplit { axis, size: dims[axis].clone(), count, kept };
        let shape = |size: &Dim| self.part(cx, dims, axis, size);
        let Parts::Sizes(sizes) = parts else {
            let Parts::Many { size, count } = parts else { return };
            let content = KnownValue::Split(Arc::new(cut(count, self.keeps(cx, &size))));
            return cx.set(0, Fact { value: content, ..sequence(ValueType::tensor(element, shape(&size)), None) });
        };
        let shapes: Vec<Shape> = sizes.iter().map(shape).collect();
        let inner = shapes.iter().cloned().reduce(|a, b| a.join(&b)).unwrap_or_else(|| shape(&Dim::unknown()));
        let mut start = Some(0u64);
        let known = view::known(cx, 0);
        let items = shapes.into_iter().zip(&sizes).map(|(shape, size)| {
            let elements = known.as_ref().zip(start).and_then(|((elements, sizes), start)| {
                let mut view = View::contiguous(sizes)?;
                let (_, stride) = *view.dims.get(axis)?;
                view.offset = stride.checked_mul(start.into())?;
                view.dims.get_mut(axis)?.0 = size.size()?;
                view.gather(elements, cx.limits()).filter(|e| shape.num_elements().is(e.len() as u64))
            });
            start = start.zip(size.size()).and_then(|(start, size)| start.checked_add(size));
            Fact::tensor(element, shape).with_elements(elements)
        });
        let fact = sequence(ValueType::tensor(element, inner), Some(items.collect()));
        let content = match fact.value {
            KnownValue::Unknown => {
                let kept = sizes.iter().map(|size| self.keeps(cx, size)).reduce(|a, b| if a == b { a } else { None });
                KnownValue::Split(Arc::new(cut(Dim::exact(sizes.len() as u64), kept.flatten())))
            }
            items => items,
        };
        cx.set(0, Fact { value: content, ..fact });
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

impl Split {
    /// The shape of a part if the axis is unknown.
    fn unplaced(&self, cx: &InferContext<'_>, data: &Shape) -> Shape {
        match (data.rank(), self.keep) {
            (Some(rank), Some(true)) => Shape::of_rank(rank),
            _ if cx.has_input(1) && self.keep == Some(true) => data.clone(),
            _ => Shape::with_min_rank(data.min_rank().saturating_sub(1)),
        }
    }

    /// Whether a part of this size keeps the axis, if certain.
    fn keeps(&self, cx: &InferContext<'_>, size: &Dim) -> Option<bool> {
        let listed = cx.has_input(1) && cx.shape(1).rank() == Some(1);
        match (cx.has_input(1), self.keep) {
            (_, Some(true)) => Some(true),
            // With sizes, the specification ignores `keepdims`; with a scalar, ONNX Runtime does not.
            (true, _) if listed || !size.contains(1) => Some(true),
            (false, Some(false)) => Some(false),
            _ => None,
        }
    }

    fn part(&self, cx: &InferContext<'_>, dims: &[Dim], axis: usize, size: &Dim) -> Shape {
        let kept = dims.iter().enumerate().map(|(i, d)| if i == axis { size.clone() } else { d.clone() });
        let dropped = dims.iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, d)| d.clone());
        match self.keeps(cx, size) {
            Some(true) => Shape::from_dims(kept),
            Some(false) => Shape::from_dims(dropped),
            None => Shape::from_dims(kept).join(&Shape::from_dims(dropped)),
        }
    }
}

/// The parts, one by one if they are at most `most`.
fn parts(cx: &mut InferContext<'_>, dim: &Dim, most: usize) -> Parts {
    if !cx.has_input(1) {
        return equal(dim, &Dim::exact(1), most);
    }
    let shape = cx.shape(1);
    if shape.min_rank() > 1 {
        let message = format!("the split sizes in input {} have shape {shape}; expected rank 0 or 1", cx.input_name(1));
        let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(1), message);
        let finding = finding.level(Level::Warning).note("ONNX Runtime reads the elements in order");
        cx.report(finding.label(&shape).help("use a scalar or a list").data("rank", shape.min_rank()));
        return unknown_parts(dim);
    }
    let ints = view::known_or_any(cx, 1).and_then(|(elements, _)| elements.ints().map(<[SymInt]>::to_vec));
    match (shape.rank(), ints) {
        (Some(0), Some(ints)) => one_size(cx, dim, &ints, most),
        (Some(1), Some(ints)) => explicit_parts(cx, dim, &ints, most),
        _ => unknown_parts(dim),
    }
}

/// Into unknown parts.
fn unknown_parts(dim: &Dim) -> Parts {
    Parts::Many { size: any_of(dim), count: Dim::unknown() }
}

/// As many parts of this size as fit; the last one may be smaller.
fn equal(dim: &Dim, size: &Dim, most: usize) -> Parts {
    let parts = dim.ceil_div(size);
    let count = parts.size().and_then(|count| usize::try_from(count).ok());
    match (count.filter(|&count| count <= most), size.size(), dim.size()) {
        (Some(count), Some(size), Some(dim)) => {
            let start = |part: usize| (part as u64).saturating_mul(size);
            Parts::Sizes((0..count).map(|part| Dim::exact(size.min(dim.saturating_sub(start(part))))).collect())
        }
        _ if size.is(1) => Parts::Many { size: Dim::exact(1), count: dim.clone() },
        (_, Some(part), Some(whole)) if whole % part == 0 => Parts::Many { size: Dim::exact(part), count: parts },
        _ => Parts::Many { size: Dim::interval(1, size.high().min(dim.high()).max(1)), count: parts },
    }
}

fn one_size(cx: &mut InferContext<'_>, dim: &Dim, ints: &[SymInt], most: usize) -> Parts {
    let [int] = ints else { return unknown_parts(dim) };
    if int.high() <= 0 {
        negative(cx, 0, int, 1);
        return unknown_parts(dim);
    }
    let size = int.to_dim().and_then(|size| size.meet(&Dim::interval(1, Dim::UNBOUNDED)));
    equal(dim, &size.unwrap_or(Dim::unknown()), most)
}

fn explicit_parts(cx: &mut InferContext<'_>, dim: &Dim, ints: &[SymInt], most: usize) -> Parts {
    if let Some((position, int)) = ints.iter().enumerate().find(|(_, int)| int.high() < 0) {
        negative(cx, position, int, 0);
        return unknown_parts(dim);
    }
    let sizes: Vec<Dim> = ints.iter().map(|int| int.to_dim().unwrap_or(Dim::unknown())).collect();
    let sum = sizes.iter().fold(Dim::exact(0), |sum, size| sum.add(size));
    if cx.unify(&sum, dim).is_none() {
        let message =
            format!("the split sizes sum to {sum}; expected {dim}, the size of the axis of input {}", cx.input_name(0));
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
        let finding = finding.related(cx.input_place(0), cx.shape(0));
        let finding = match sizes.is_empty() {
            true => {
                let level = if cx.is_stored(1) { Level::Error } else { Level::Warning };
                finding.level(level).note("ONNX Runtime rejects constant sizes but accepts computed ones")
            }
            false => finding,
        };
        cx.report(finding.help("choose sizes that sum to the size of the axis").data("size", dim.to_string()));
        return unknown_parts(dim);
    }
    let any = any_of(dim);
    let sizes = sizes.into_iter().map(|size| size.meet(&any).unwrap_or(size));
    match sizes.len() {
        count if count <= most => Parts::Sizes(sizes.collect()),
        count => Parts::Many {
            size: sizes.reduce(|a, b| a.join(&b)).unwrap_or(any.clone()),
            count: Dim::exact(count as u64),
        },
    }
}

/// OP202.
fn negative(cx: &mut InferContext<'_>, position: usize, int: &SymInt, least: u64) {
    let message = format!("split size {position} is {int}; expected at least {least}");
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(1, position), message);
    cx.report(
        finding
            .help(format!("set the size to at least {least}"))
            .data("element", position)
            .data("value", int.to_string()),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;
    use crate::elements::Elements;
    use crate::op_query::OpQuery;

    /// What is known of the parts of a tensor of this rank that is split into 60.
    fn of_rank(rank: usize) -> KnownValue {
        let data =
            Fact::tensor(ElementType::F32, Shape::from_dims((0..rank).map(|axis| if axis == 0 { 60u64 } else { 2 })));
        let sizes =
            Fact::tensor(ElementType::I64, Shape::from_dims([60u64])).with_elements(Some(Elements::of_ints([1; 60])));
        let query = OpQuery::onnx("SplitToSequence", 11).attribute("axis", 0).input(data).input(sizes);
        query.infer().outputs[0].value.clone()
    }

    #[test]
    fn parts_of_very_many_dimensions_are_not_followed_one_by_one() {
        let KnownValue::Items(items) = of_rank(17) else { panic!("60 parts have 1,020 dimensions") };
        assert_eq!((items.len(), items[59].ty.to_string()), (60, format!("f32[1{}]", ",2".repeat(16))));
        let KnownValue::Split(parts) = of_rank(18) else { panic!("60 parts have 1,080 dimensions") };
        assert_eq!((parts.axis, &parts.size, &parts.count), (0, &Dim::exact(60), &Dim::exact(60)));
    }
}
