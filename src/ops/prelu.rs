//! PRelu: negative elements are multiplied by a slope, which is broadcast to the data.

use super::EvalContext;
use super::cost::{self, Cost};
use super::ir_spelling::IrSpelling;
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, broadcast};
use crate::constraint::ConstraintKind;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::kernel::elementwise::{Layout, no_nan, real_pairs, whole_pairs};
use crate::rules;
use crate::short_text::start_of;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved PRelu.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PRelu {
    /// Whether the slope follows NumPy broadcasting. ONNX before version 7 and OpenVINO also accept a slope of rank 1
    /// with one value per channel, and OpenVINO checks nothing.
    pub(crate) numpy: bool,
    /// Whether NaN is not evaluated: OpenVINO's constant folding and its kernels produce different values.
    pub(crate) cautious: bool,
}

impl PRelu {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let cautious = cx.dialect() == Dialect::OpenVino;
        Resolved::operator(PRelu { numpy: !cautious && cx.version() >= 7, cautious })
    }

    /// How the slope maps to the data. Per-channel slopes take precedence, even if the last dimension has the same
    /// size.
    fn layout(self, data: &[usize], slope: &[usize]) -> Option<Layout> {
        let layout = match (data, slope) {
            ([_, channels, rest @ ..], [size]) if !self.numpy && size == channels => {
                let padded: Vec<usize> = slope.iter().copied().chain(rest.iter().map(|_| 1)).collect();
                Layout::numpy(data, &padded)
            }
            _ => Layout::numpy(data, slope),
        };
        layout.filter(|layout| layout.sizes() == data)
    }
}

impl Operator for PRelu {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (data, slope) = (cx.shape(0), cx.shape(1));
        if self.numpy && !broadcast::stretches(&slope, &data) {
            let (x, s) = (cx.input_name(0), cx.input_name(1));
            let message = format!("slope {s} of shape {slope} cannot be broadcast to input {x} of shape {data}");
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
            let finding = finding
                .label(&slope)
                .related(cx.input_place(0), &data)
                .note(format!(
                    "{}: aligned at the last dimension, each size of the slope is 1 or equal to the data's",
                    cx.op_with_version()
                ))
                .help("reshape the slope; a per-channel slope for [N,C,H,W] has shape [C,1,1]");
            cx.report(finding.data("shapes", [&data, &slope].map(start_of).to_vec()));
        } else if self.numpy {
            let pairs = slope.dims().unwrap_or_default().iter().rev().zip(data.dims().unwrap_or_default().iter().rev());
            pairs.for_each(|(own, dim)| cx.require(ConstraintKind::BroadcastsTo, own, dim));
        }
        let element = cx.element(0);
        cx.set_tensor(0, element, data);
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, slope) = (cx.input(0)?, cx.input(1)?);
        let layout = self.layout(data.sizes(), slope.sizes()).ok_or_else(|| cx.no_evaluator())?;
        if data.element().is_float() {
            if self.cautious {
                no_nan([data, slope])?;
            }
            return Ok(vec![real_pairs((data, slope), &layout, |x, by| if x < 0.0 { by * x } else { x })?]);
        }
        if self.cautious {
            return Err(EvalError::Type(data.element()));
        }
        let made = whole_pairs((data, slope), &layout, |x, by| Some(if x < 0 { by.wrapping_mul(x) } else { x }))?;
        Ok(vec![made.ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    // Converters of compressed models leave f32 slopes with f16 data, and OpenVINO accepts them.
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("slope", "T_SLOPE")])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_SLOPE", TypeSet::NUMERIC)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("PRelu", PRelu::resolve),
    OperatorDef::openvino("PRelu", SIGNATURES, PRelu::resolve).with_ir_spelling(IrSpelling::written("PReLU")),
];
