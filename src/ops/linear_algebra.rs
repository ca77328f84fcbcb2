//! Operators on square matrices: Det and Inverse; and GroupedMatMul, one product per group of rows.

use super::cost::{self, Cost};
use super::shape_checks;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, positions, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, binary};
use crate::diagnostic::Diagnostic;
use crate::element::{ElementType, TypeSet};
use crate::kernel::dense::{real_tensor, reals};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved operator on square matrices.
#[derive(Clone, Copy, Debug)]
struct Square {
    /// Whether each matrix is reduced to a scalar.
    reduced: bool,
}

impl Operator for Square {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let square = shape_checks::rank(cx, 0, 2..=usize::MAX, "use data whose last two dimensions are a matrix");
        let shape = cx.shape(0);
        let kept = |shape: &Shape| if self.reduced { shape.min_rank().max(2) - 2 } else { shape.min_rank().max(2) };
        let result = match shape.dims() {
            _ if !square => Shape::UNKNOWN,
            None => Shape::with_min_rank(kept(&shape)),
            Some(dims) => {
                let (rows, columns) = (dims.len() - 2, dims.len() - 1);
                let side = shape_checks::agree(cx, (0, rows), (0, columns), "use square matrices");
                let side = side.map_or_else(|| dims[rows..].to_vec(), |side| vec![side.clone(), side]);
                let batch = dims[..rows].iter().cloned();
                Shape::from_dims(batch.chain(if self.reduced { Vec::new() } else { side }))
            }
        };
        cx.set_tensor(0, cx.element(0), result);
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], _: &[StaticTensorType]) -> u64 {
        let data = inputs.first().and_then(Option::as_ref);
        let side = data.and_then(|data| data.sizes().last()).map_or(0, |&side| side.max(1) as u64);
        data.map_or(0, |data| positions(data.sizes()).saturating_mul(side).saturating_mul(8))
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        if !self.reduced {
            return Err(cx.no_evaluator());
        }
        let &[.., side, _] = data.sizes() else { return Err(EvalError::UnknownType) };
        let mut values = reals(data)?;
        let found: Vec<f64> = match side {
            0 => vec![1.0; result.count()],
            side => values.chunks_exact_mut(side * side).map(|matrix| determinant(matrix, side)).collect(),
        };
        Ok(vec![real_tensor(result.element, &result.sizes, &found)?])
    }
}

/// The determinant by elimination with row pivots.
fn determinant(matrix: &mut [f64], side: usize) -> f64 {
    let mut product = 1.0;
    for column in 0..side {
        let pivot =
            (column..side).max_by(|&a, &b| matrix[a * side + column].abs().total_cmp(&matrix[b * side + column].abs()));
        let pivot = pivot.unwrap_or(column);
        if pivot != column {
            (0..side).for_each(|at| matrix.swap(pivot * side + at, column * side + at));
            product = -product;
        }
        let diagonal = matrix[column * side + column];
        if diagonal == 0.0 {
            return 0.0;
        }
        product *= diagonal;
        for row in column + 1..side {
            let factor = matrix[row * side + column] / diagonal;
            for at in column..side {
                matrix[row * side + at] -= factor * matrix[column * side + at];
            }
        }
    }
    product
}

/// A resolved GroupedMatMul.
#[derive(Clone, Copy, Debug)]
struct GroupedMatMul;

impl Operator for GroupedMatMul {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let element = binary::common_element(cx, &[0, 1]);
        let fits = shape_checks::rank(cx, 0, 2..=3, "use the rows of all groups, or one matrix per group")
            & shape_checks::rank(cx, 1, 3..=3, "use one matrix per group");
        if !fits {
            return cx.set_tensor(0, element, Shape::UNKNOWN);
        }
        if cx.has_input(2) {
            shape_checks::rank(cx, 2, 1..=1, "use a list with the end offset of each group");
        }
        let columns = shape_checks::dim(cx, (1, 1));
        let help = "make the last dimensions of both equal";
        let shape = match cx.shape(0).rank() {
            Some(2) => {
                check_offsets(cx);
                shape_checks::agree(cx, (0, 1), (1, 2), help);
                Shape::from_dims([shape_checks::dim(cx, (0, 0)), columns])
            }
            Some(_) => {
                shape_checks::agree(cx, (0, 2), (1, 2), help);
                let groups = shape_checks::agree(cx, (0, 0), (1, 0), "use one matrix per group in both inputs");
                Shape::from_dims([
                    groups.unwrap_or_else(|| shape_checks::dim(cx, (0, 0))),
                    shape_checks::dim(cx, (0, 1)),
                    columns,
                ])
            }
            None => Shape::with_min_rank(2),
        };
        cx.set_tensor(0, element, shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::matrix_product(cx, &cost::last_dim(cx, 0))
    }
}

/// OP115: the rows of all groups without the ends of the groups.
fn check_offsets(cx: &mut InferContext<'_>) {
    if !cx.has_input(2) {
        let name = cx.input_name(0);
        let message = format!("`offsets` is missing; input {name} of rank 2 requires it");
        let finding = Diagnostic::new(&rules::missing_input::RULE, cx.place(), message);
        cx.report(finding.help("add the end offset of each group's rows").data("input", "offsets"));
    }
}

const T: &[FormalParameter] = &[FormalParameter::new("data", "T")];
const FLOAT: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::FLOAT)];
const INVERSE: &[Signature] = &[Signature::since(14)
    .until(16)
    .inputs(T)
    .outputs(T)
    .variables(FLOAT)
    .attributes(&[AttributeSpec::default("adjoint", AttributeKind::Bool, DefaultValue::Bool(false))])];
const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I32, ElementType::I64]);
const GROUPED: &[Signature] = &[Signature::since(17)
    .until(17)
    .inputs(&[
        FormalParameter::new("mat_a", "T"),
        FormalParameter::new("mat_b", "T"),
        FormalParameter::new("offsets", "T_IND").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_IND", INDEX)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Det", |_| Resolved::operator(Square { reduced: true })),
    OperatorDef::openvino("Inverse", INVERSE, |_| Resolved::operator(Square { reduced: false })),
    OperatorDef::openvino("GroupedMatMul", GROUPED, |_| Resolved::operator(GroupedMatMul)),
];
