//! Shapes as values: Shape, Size and ShapeOf.

use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeConstraint, TypeVariable,
};
use super::{EvalContext, StaticTensorType};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Shape or ShapeOf: the dimensions from `start` to `end`; negative ones count from the end.
#[derive(Debug)]
struct ShapeOf {
    start: Option<i64>,
    end: Option<Bound>,
    element: Option<ElementType>,
}

/// The upper bound of the dimensions.
#[derive(Clone, Copy, Debug)]
enum Bound {
    /// All remaining dimensions.
    Last,
    /// Up to this one, exclusive.
    At(i64),
}

/// An axis as a position from 0 to `rank`, clamped like the ends of a slice.
fn clamped(axis: i64, rank: usize) -> usize {
    let rank = rank as i128;
    let from_start = if axis < 0 { i128::from(axis) + rank } else { axis.into() };
    usize::try_from(from_start.clamp(0, rank)).unwrap_or(0)
}

impl ShapeOf {
    fn range(&self, rank: usize) -> Option<std::ops::Range<usize>> {
        let start = clamped(self.start?, rank);
        let end = match self.end? {
            Bound::Last => rank,
            Bound::At(end) => clamped(end, rank),
        };
        Some(start..end.max(start))
    }

    /// The number of dimensions for a rank that is only known to be at least `least`.
    fn count(&self, least: usize) -> Dim {
        let (Some(start), Some(end)) = (self.start, self.end) else { return Dim::unknown() };
        let now = self.range(least).map_or(0, |r| r.len() as u64);
        let distance = |a: i64, b: i64| u64::try_from(i128::from(b) - i128::from(a)).unwrap_or(0);
        match end {
            Bound::Last if start >= 0 => Dim::interval(now, Dim::UNBOUNDED),
            Bound::Last => Dim::interval(now, start.unsigned_abs()),
            Bound::At(end) if (start < 0) == (end < 0) => Dim::interval(now, distance(start, end).max(now)),
            Bound::At(_) if start >= 0 => Dim::interval(now, Dim::UNBOUNDED),
            // A negative start with a nonnegative end: a large rank leaves nothing.
            Bound::At(end) => Dim::interval(0, end.unsigned_abs().min(start.unsigned_abs())),
        }
    }
}

impl Operator for ShapeOf {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let dims = shape.dims().and_then(|dims| Some(&dims[self.range(dims.len())?]));
        let Some(dims) = dims else {
            let why = cx
                .unknown_reason(0)
                .unwrap_or_else(|| cx.unknown_because(format!("the rank of {} is unknown", cx.input_name(0))));
            let fact = Fact::tensor(self.element, Shape::from_dims([self.count(shape.min_rank())]));
            return cx.set(0, Fact { unknown_reason: Some(why), ..fact });
        };
        let elements = (dims.len() <= cx.limits().max_tracked_elements_per_tensor).then(|| sizes(dims, self.element));
        cx.set(0, Fact::tensor(self.element, Shape::from_dims([dims.len() as u64])).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let sizes = cx.input(0)?.sizes();
        let range = self.range(sizes.len()).ok_or(EvalError::UnknownType)?;
        let sizes = Elements::of_ints(sizes[range].iter().map(|&size| size as i128));
        to_tensor(&sizes, cx.output(0)?)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::nothing()
    }
}

/// Sizes as a tensor; one that exceeds the type is undefined.
fn to_tensor(sizes: &Elements, output: &StaticTensorType) -> Result<Vec<Tensor>, EvalError> {
    let tensor = Tensor::from_elements(output.element, output.sizes.clone(), sizes);
    Ok(vec![tensor.map_err(|_| EvalError::Undefined(format!("a size does not fit {}", output.element)))?])
}

/// Sizes as integers of a type; every size is assumed to fit, or the model could not run.
pub(crate) fn sizes(dims: &[Dim], element: Option<ElementType>) -> Elements {
    let high = element.and_then(ElementType::integer_range).map_or(SymInt::MAX, |(_, high)| high);
    Elements::Ints(dims.iter().map(|dim| SymInt::from(dim).at_most(high)).collect())
}

/// A resolved Size: the number of elements.
#[derive(Debug)]
struct Size;

impl Operator for Size {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let count = SymInt::from(&cx.shape(0).num_elements());
        let fact = Fact::tensor(ElementType::I64, Shape::scalar());
        cx.set(0, fact.with_elements(Some(Elements::Ints([count].into()))));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        to_tensor(&Elements::of_ints([cx.input(0)?.num_elements() as i128]), cx.output(0)?)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::nothing()
    }
}

fn resolve_shape(cx: &mut InferContext<'_>) -> Resolved {
    let start = if cx.has_unknown_value("start") { None } else { Some(cx.int("start").unwrap_or(0)) };
    let end = if cx.has_unknown_value("end") { None } else { Some(cx.int("end").map_or(Bound::Last, Bound::At)) };
    Resolved::operator(ShapeOf { start, end, element: Some(ElementType::I64) })
}

fn resolve_size(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Size)
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    let element = match cx.text("output_type") {
        None => Some(ElementType::I64),
        Some(text) => match text.to_ascii_lowercase().as_str() {
            "i64" => Some(ElementType::I64),
            "i32" => Some(ElementType::I32),
            _ => None,
        },
    };
    Resolved::operator(ShapeOf { start: Some(0), end: Some(Bound::Last), element })
}

const INPUTS: &[FormalParameter] = &[FormalParameter::new("data", "T")];
const VARIABLES: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::ALL)];
const OUTPUT_TYPE: AttributeSpec =
    AttributeSpec::default("output_type", AttributeKind::Word(&["i64", "i32"]), DefaultValue::Text("i64"));
const SIGNATURES: &[Signature] = &[
    Signature::since(1)
        .inputs(INPUTS)
        .outputs(&[FormalParameter::fixed("output", TypeConstraint::tensor(ElementType::I64))])
        .variables(VARIABLES),
    Signature::since(3)
        .until(17)
        .inputs(INPUTS)
        .outputs(&[FormalParameter::fixed(
            "output",
            TypeConstraint::tensors(TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
        )])
        .attributes(&[OUTPUT_TYPE])
        .variables(VARIABLES),
];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Shape", resolve_shape).with_counterpart(Counterpart::named("ShapeOf")),
    OperatorDef::onnx("Size", resolve_size),
    OperatorDef::openvino("ShapeOf", SIGNATURES, resolve_ir),
];
