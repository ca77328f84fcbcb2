//! Eye: ones on a diagonal.

use super::cost::{self, Cost};
use super::scalar::{self, OneListed};
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, target_shape};
use super::{attributes, shape_checks};

use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::kernel::dense::Numbers;
use crate::shape::Shape;
use crate::tensor::{EvalError, Integers, Tensor};

/// A resolved EyeLike: the shape is that of the input.
#[derive(Debug)]
struct EyeLike {
    /// The element type of the result.
    element: Option<ElementType>,
    /// The diagonal; `None` if it is unknown.
    diagonal: Option<i64>,
}

impl Operator for EyeLike {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let fits = shape_checks::rank(cx, 0, 2..=2, "reshape it to a matrix");
        let matrix = Shape::of_rank(2);
        let shape = if fits { shape.meet(&matrix).unwrap_or(matrix) } else { matrix };
        cx.set_tensor(0, self.element, shape);
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![ones(cx.output(0)?, self.diagonal.ok_or_else(|| cx.no_evaluator())?.into())?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// Matrices of zeros with ones where the column exceeds the row by `diagonal`.
fn ones(result: &StaticTensorType, diagonal: i128) -> Result<Tensor, EvalError> {
    let &[.., rows, columns] = &*result.sizes else { return Err(EvalError::UnknownType) };
    let one = |at: usize| i64::from((at % columns) as i128 == (at / columns % rows) as i128 + diagonal);
    Numbers::of_integers(result.element, (0..result.count()).map(one)).into_tensor(result.element, &result.sizes)
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    let element = match cx.int("dtype") {
        Some(_) => attributes::output_element(cx, "dtype", 0),
        _ if cx.has_unknown_value("dtype") => None,
        None => cx.element(0),
    };
    let diagonal = if cx.has_unknown_value("k") { None } else { cx.int("k") };
    Resolved::operator(EyeLike { element, diagonal })
}

/// A resolved Eye: the inputs determine the shape.
#[derive(Debug)]
struct Eye {
    element: Option<ElementType>,
}

impl Operator for Eye {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let batch = if cx.has_input(3) { target_shape::read(cx, 3) } else { Shape::scalar() };
        scalar::expect(cx, 2, OneListed::Valid);
        let sizes = [(0, "number of rows"), (1, "number of columns")]
            .map(|(input, what)| scalar::count(cx, input, 0, what, OneListed::Valid).unwrap_or(Dim::unknown()));
        let shape = match batch.dims() {
            Some(batch) => Shape::from_dims(batch.iter().chain(&sizes).cloned()),
            None => Shape::with_min_rank(2),
        };
        let vague = shape.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
        let why = vague.then(|| cx.unknown_because("the sizes are known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.element, shape) });
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![ones(cx.output(0)?, Integers::from_tensor(cx.input(2)?)?.at(0))?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Eye { element: cx.element_attribute("output_type") })
}

const SIGNATURES: &[Signature] = &[Signature::since(9)
    .until(16)
    .inputs(&[
        FormalParameter::new("num_rows", "T_NUM"),
        FormalParameter::new("num_columns", "T_NUM"),
        FormalParameter::new("diagonal_index", "T_NUM"),
        FormalParameter::new("batch_shape", "T_SHAPE").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("output_type", AttributeKind::Element)])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_NUM", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
        TypeVariable::tensors("T_SHAPE", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
    ])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("EyeLike", resolve_onnx), OperatorDef::openvino("Eye", SIGNATURES, resolve_ir)];
