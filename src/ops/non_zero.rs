//! NonZero: the indices of all nonzero elements.

use super::cost::{self, Cost};
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::kernel::dense::{Numbers, whole_tensor};
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved NonZero.
#[derive(Debug)]
struct NonZero {
    /// The type of the indices.
    element: Option<ElementType>,
}

impl Operator for NonZero {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let (least, most) = bounds(cx, &data);
        let found = if least == most { Dim::exact(least) } else { cx.data_dependent_dim(0, 1, least, most) };
        let shape = match data.rank() {
            // The ONNX specification does not say how many rows a scalar has; ONNX Runtime returns one.
            Some(0) => Shape::from_dims([Dim::interval(0, 1), Dim::interval(0, 1)]),
            Some(rank) => Shape::from_dims([Dim::exact(rank as u64), found]),
            None => Shape::from_dims([Dim::interval(data.min_rank() as u64, Dim::UNBOUNDED), found]),
        };
        let elements = indices(cx).filter(|e| shape.num_elements().is(e.len() as u64));
        cx.set(0, Fact::tensor(self.element, shape).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let found: Vec<usize> = match Numbers::of(data)? {
            Numbers::Reals(values) => (0..values.len()).filter(|&at| values[at] != 0.0).collect(),
            Numbers::Wholes(values) => (0..values.len()).filter(|&at| values[at] != 0).collect(),
        };
        // Without elements, there are no positions.
        let mut inner = data.num_elements();
        let rows = data.sizes().iter().flat_map(|&size| {
            inner = inner.checked_div(size).unwrap_or(0);
            let inner = inner;
            found.iter().map(move |at| (at / inner % size) as i128)
        });
        let rows: Vec<i128> = rows.collect();
        Ok(vec![whole_tensor(result.element, &result.sizes, &rows)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// Whether an element is zero; `None` if uncertain.
fn is_zero(int: &SymInt) -> Option<bool> {
    match int.value() {
        Some(value) => Some(value == 0),
        None => (!int.contains(0)).then_some(false),
    }
}

fn zeros(elements: &Elements) -> Vec<Option<bool>> {
    match elements {
        Elements::Ints(ints) => ints.iter().map(is_zero).collect(),
        Elements::Floats(floats) => floats.iter().map(|float| Some(*float == 0.0)).collect(),
        Elements::SymFloats(floats) => floats.iter().map(|float| float.value().map(|v| v == 0.0)).collect(),
    }
}

/// The least and greatest number of nonzero elements.
fn bounds(cx: &InferContext<'_>, data: &Shape) -> (u64, u64) {
    let Some((elements, _)) = view::known(cx, 0) else { return (0, data.num_elements().high()) };
    let zeros = zeros(&elements);
    let count = |of: fn(&Option<bool>) -> bool| zeros.iter().filter(|zero| of(zero)).count() as u64;
    (count(|zero| *zero == Some(false)), count(|zero| *zero != Some(true)))
}

/// One column per nonzero element.
fn indices(cx: &InferContext<'_>) -> Option<Elements> {
    let (elements, sizes) = view::known(cx, 0)?;
    let zeros: Vec<bool> = zeros(&elements).into_iter().collect::<Option<_>>()?;
    let all = view::positions(&sizes, cx.limits())?;
    let found: Vec<Vec<u64>> = all.into_iter().zip(zeros).filter(|(_, zero)| !zero).map(|(at, _)| at).collect();
    view::count(&[found.len() as u64, sizes.len() as u64], cx.limits())?;
    let row = |axis: usize| found.iter().filter_map(move |at| at.get(axis).copied());
    Some(Elements::of_ints((0..sizes.len()).flat_map(row)))
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let element = match cx.dialect() {
        Dialect::Onnx => Some(ElementType::I64),
        Dialect::OpenVino if cx.attribute_record("output_type").is_none() => Some(ElementType::I64),
        Dialect::OpenVino => cx.element_attribute("output_type"),
    };
    Resolved::operator(NonZero { element })
}

const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I64, ElementType::I32]);
const SIGNATURES: &[Signature] = &[Signature::since(3)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T")])
    .outputs(&[FormalParameter {
        name: "output",
        ty: FormalType::Fixed(TypeConstraint::tensors(INDEX)),
        presence: ParameterOption::Required,
    }])
    .attributes(&[AttributeSpec::default("output_type", AttributeKind::Element, DefaultValue::Text("i64"))])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL)])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("NonZero", resolve), OperatorDef::openvino("NonZero", SIGNATURES, resolve)];
