//! Softmax, LogSoftmax and Hardmax: type and shape are kept, and the axis must exist.

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::ir_spelling::IrSpelling;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::table::operators;
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::kernel::elementwise::no_nan;
use crate::kernel::rows;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The three operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SoftmaxKind {
    Softmax,
    LogSoftmax,
    Hardmax,
}

use SoftmaxKind as K;

/// A resolved Softmax, LogSoftmax or Hardmax: they differ only in their values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softmax {
    /// The operator.
    pub(crate) kind: SoftmaxKind,
    /// The axis as written; `None` if unknown.
    pub(crate) axis: Option<i64>,
    /// Whether a negative axis counts from the end.
    pub(crate) negative: bool,
    /// Whether a scalar, which has no axis, is accepted as if it had one.
    pub(crate) scalar: bool,
    /// Whether all dimensions from the axis on form one row, as in ONNX before version 13.
    pub(crate) flatten: bool,
}

impl Softmax {
    fn resolve(kind: SoftmaxKind, cx: &mut InferContext<'_>) -> Resolved {
        // If IR omits it, the specification's default is 1 and OpenVINO's is 0: the intended axis is unknown.
        let ir = cx.dialect() == Dialect::OpenVino;
        let left_out = ir && cx.attribute_record("axis").is_none();
        let axis = if left_out || cx.has_unknown_value("axis") { None } else { cx.int("axis") };
        // Only the first IR version has no negative axes.
        let negative = !ir || cx.version() > 1;
        Resolved::operator(Softmax { kind, axis, negative, scalar: ir, flatten: !ir && cx.version() < 13 })
    }
}

impl Operator for Softmax {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let mut shape = cx.shape(0);
        if let Some(axis) = self.axis {
            let of_scalar = self.scalar && matches!(axis, 0 | -1);
            match shape.rank() {
                _ if axis < 0 && !self.negative => negative_axis(cx, axis, shape.rank()),
                Some(0) | None if of_scalar => {}
                Some(rank) => {
                    axes::wrap(cx, &[axis.into()], rank, OperandSource::Attribute("axis"), Ranked::Input(0));
                }
                None => {
                    let implied = if axis < 0 { axis.unsigned_abs() } else { axis.unsigned_abs() + 1 };
                    let implied = usize::try_from(implied).unwrap_or(0).min(cx.limits().max_rank);
                    shape = Shape::with_min_rank(shape.min_rank().max(implied));
                }
            }
        }
        cx.set_tensor(0, cx.element(0), shape);
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let axis = self.axis.ok_or_else(|| cx.no_evaluator())?;
        // In IR, a scalar is a row of one element.
        let sizes = if data.sizes().is_empty() && self.scalar { &[1] } else { data.sizes() };
        let axis = if axis < 0 { axis.saturating_add(sizes.len() as i64) } else { axis };
        let behind = usize::try_from(axis).ok().and_then(|axis| sizes.get(axis..)).unwrap_or_default();
        let Some((&size, rest)) = behind.split_first() else { return Err(cx.no_evaluator()) };
        if data.num_elements() == 0 {
            return Ok(vec![data.clone()]);
        }
        let rest: usize = rest.iter().product();
        // For NaN, OpenVINO's constant folding and kernels disagree; the maximum of a row with NaN is unpredictable.
        if self.scalar || self.kind == K::Hardmax {
            no_nan([data])?;
        }
        let (length, step) = if self.flatten { (size * rest, 1) } else { (size, rest) };
        let made = rows::map_rows(
            data,
            length,
            step,
            match self.kind {
                K::Softmax => rows::softmax,
                K::LogSoftmax => rows::log_softmax,
                K::Hardmax => rows::hardmax,
            },
        )?;
        Ok(vec![made])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::normalization(cx)
    }
}

/// OP102 for operators without negative axes.
fn negative_axis(cx: &mut InferContext<'_>, axis: i64, rank: Option<usize>) {
    let valid = rank.map_or_else(|| "at least 0".to_owned(), |r| format!("0..={}", r.saturating_sub(1)));
    let message = format!("axis {axis} is out of range for input {}; expected {valid}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::axis_out_of_range::RULE, cx.attribute_place("axis"), message);
    let finding = finding.note(format!("{} does not support negative axes", cx.op_with_version()));
    cx.report(finding.help("count the axis from the start, or set version=\"opset8\"").data("axis", axis));
}

const AXIS: &[AttributeSpec] = &[AttributeSpec::default("axis", AttributeKind::Integer, DefaultValue::Int(1))];

const INPUTS: &[FormalParameter] = &[FormalParameter::new("data", "T")];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).attributes(AXIS).variables(NUMERIC)
}

const SOFTMAX: &[Signature] = &[ir(1), ir(8)];
const LOG_SOFTMAX: &[Signature] = &[ir(5)];

pub(super) static OPERATORS: &[OperatorDef] = operators! { Softmax::resolve:
    K::Softmax => onnx "Softmax" {.with_counterpart(Counterpart::WITH_AXIS)}
        openvino "Softmax" SOFTMAX {.with_ir_spelling(IrSpelling::written("SoftMax"))};
    K::LogSoftmax => onnx "LogSoftmax" {.with_counterpart(Counterpart::WITH_AXIS)}
        openvino "LogSoftmax" LOG_SOFTMAX;
    K::Hardmax => onnx "Hardmax";
};
