//! Concat: concatenates tensors along one axis.

use hashbrown::HashSet;

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Ranked};
use super::consensus;
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, view};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::Elements;
use crate::fact::Fact;
use crate::kernel::runs::{self, Run};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Concat.
#[derive(Debug)]
struct Concat {
    /// The axis; `None` if it is unknown.
    axis: Option<i128>,
}

impl Operator for Concat {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let element = (0..cx.input_count()).find_map(|i| cx.element(i));
        let shapes: Vec<Shape> = (0..cx.input_count()).map(|i| cx.shape(i)).collect();
        let rank = self.rank(&shapes);
        let Some((first, rank)) = shapes.iter().position(|s| s.rank().is_some() && s.rank() == rank).zip(rank) else {
            let least = shapes.iter().map(Shape::min_rank).max().unwrap_or(0).max(1);
            return cx.set_tensor(0, element, Shape::with_min_rank(least));
        };
        let axis = self
            .axis
            .and_then(|axis| axes::wrap_one(cx, axis, rank, OperandSource::Attribute("axis"), Ranked::Input(first)));
        let fits = same_rank(cx, &shapes, first, rank);
        let shape = match axis {
            Some(axis) if fits => shape(cx, &shapes, rank, axis),
            _ => Shape::of_rank(rank),
        };
        let elements = axis.and_then(|axis| elements(cx, axis));
        let elements = elements.filter(|e| shape.num_elements().is(e.len() as u64));
        let why = self.axis.is_none().then(|| cx.unknown_because("the axis is unknown"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element, shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let parts: Vec<&Tensor> = (0..cx.inputs().len()).map(|i| cx.input(i)).collect::<Result<_, _>>()?;
        let result = cx.output(0)?;
        let filled: Vec<&Tensor> = parts.iter().copied().filter(|part| part.num_elements() > 0).collect();
        if let [only] = filled[..] {
            return view::reshaped(only, &result.sizes);
        }
        let axis = self.axis.and_then(|axis| axes::position(axis, result.sizes.len())).ok_or(EvalError::UnknownType)?;
        let rows = if filled.is_empty() { 0 } else { result.sizes[..axis].iter().product() };
        let row = |row: usize| {
            let part = move |(source, part): (usize, &&Tensor)| {
                let count = part.num_elements() / rows;
                Run { from: Some((source, row * count)), count }
            };
            filled.iter().enumerate().map(part)
        };
        let made = runs::joined(result.element, &result.sizes, &filled, (0..rows).flat_map(row));
        Ok(vec![made.ok_or(EvalError::UnknownType)?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        (cx.input_count() == 1).then_some(NodeProperty::Forwards(0, "it is the only input"))
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

impl Concat {
    /// The rank of most inputs; if possible, one that has the axis.
    fn rank(&self, shapes: &[Shape]) -> Option<usize> {
        let has_axis = |rank: &usize| self.axis.is_none_or(|axis| axes::position(axis, *rank).is_some());
        let (fitting, others): (Vec<usize>, _) = shapes.iter().filter_map(Shape::rank).partition(has_axis);
        consensus::majority(&fitting).or(consensus::majority(&others)).copied()
    }
}

fn same_rank(cx: &mut InferContext<'_>, shapes: &[Shape], first: usize, rank: usize) -> bool {
    let other = shapes.iter().enumerate().find_map(|(i, s)| s.rank().filter(|r| *r != rank).map(|r| (i, r)));
    let Some((index, other)) = other else { return true };
    let message = format!(
        "input {} has rank {other}; expected the rank of input {}, {rank}",
        cx.input_name(index),
        cx.input_name(first)
    );
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(index), message);
    let finding = finding.label(&shapes[index]).related(cx.input_place(first), &shapes[first]);
    cx.report(finding.help("reshape one of the inputs").data("rank", other).data("expected", rank));
    false
}

/// Sums the sizes along the axis; every other dimension is equal in all inputs.
fn shape(cx: &mut InferContext<'_>, shapes: &[Shape], rank: usize, axis: usize) -> Shape {
    let mut dims = vec![Dim::unknown(); rank];
    let mut sum = Dim::exact(0);
    // Of many inputs of one shape, the first one decides about the other dimensions.
    let mut known = HashSet::new();
    for (index, shape) in shapes.iter().enumerate() {
        let any = Shape::of_rank(rank);
        let own = shape.dims().or(any.dims()).unwrap_or_default();
        if let Some(size) = own.get(axis) {
            sum = sum.add(size);
        }
        if !known.insert(shape.dims().map(<[Dim]>::as_ptr)) {
            continue;
        }
        for (i, (dim, own)) in dims.iter_mut().zip(own).enumerate().filter(|(i, _)| *i != axis) {
            match cx.unify(dim, own) {
                Some(met) => *dim = met,
                None => {
                    let seen = dim.clone();
                    report(cx, shapes, index, i, &seen);
                    return Shape::of_rank(rank);
                }
            }
        }
    }
    dims[axis] = sum;
    Shape::from_dims(dims)
}

fn report(cx: &mut InferContext<'_>, shapes: &[Shape], index: usize, dim: usize, expected: &Dim) {
    let size = shapes[index].dims().and_then(|d| d.get(dim)).cloned().unwrap_or(Dim::unknown());
    let message = format!(
        "dimension {dim} of input {} is {size}; expected {expected}, the size in the inputs before it",
        cx.input_name(index)
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(index), message);
    let finding = finding.label(&shapes[index]).related(cx.input_place(0), &shapes[0]);
    let finding = finding.help("make the sizes equal, or concatenate along this dimension");
    cx.report(finding.data("dimension", dim).data("size", size.to_string()).data("expected", expected.to_string()));
}

/// Row by row: for each index before the axis, the slice of each input.
fn elements(cx: &InferContext<'_>, axis: usize) -> Option<Elements> {
    // Unknown integers become intervals, so that the known ones beside them are not lost.
    let (mut parts, mut total) = (Vec::new(), 0);
    for input in 0..cx.input_count() {
        let (elements, sizes) = view::known_or_any(cx, input)?;
        total += elements.len();
        if total > cx.limits().max_tracked_elements_per_tensor || sizes.len() <= axis {
            return None;
        }
        // Thousands of inputs may be empty.
        if parts.is_empty() || !elements.is_empty() {
            parts.push((elements, sizes));
        }
    }
    let rows = view::count(parts.first()?.1.get(..axis)?, cx.limits())?;
    if total == 0 {
        return Some(parts[0].0.clone());
    }
    let lists: Vec<Elements> = parts.into_iter().map(|(elements, _)| elements).collect();
    let mut order = Vec::with_capacity(total);
    for row in 0..rows {
        let mut start = 0;
        for list in &lists {
            let width = list.len() / rows;
            order.extend(start + row * width..start + (row + 1) * width);
            start += list.len();
        }
    }
    let elements = Elements::concat(&lists)?.gather(order)?;
    // If every element is unknown, track none.
    let something = |int: &crate::elements::SymInt| view::any_of(cx.element(0)?).map(|any| *int != any);
    let known = match &elements {
        Elements::Ints(ints) => ints.iter().any(|int| something(int) != Some(false)),
        Elements::Floats(_) => true,
        Elements::SymFloats(floats) => !floats.iter().all(crate::elements::SymFloat::is_any),
    };
    known.then_some(elements)
}

/// The first ONNX version concatenates along axis 1 by default.
fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let required = cx.signature.and_then(|s| s.attribute("axis")).is_some_and(|a| a.required);
    let default = if required || cx.has_unknown_value("axis") { None } else { Some(1) };
    Resolved::operator(Concat { axis: cx.int("axis").map(i128::from).or(default) })
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("inputs", "T").variadic(1)])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("axis", AttributeKind::Integer)])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Concat", resolve).with_properties().with_counterpart(Counterpart::WITH_AXIS),
    OperatorDef::openvino("Concat", SIGNATURES, resolve).with_properties(),
];
