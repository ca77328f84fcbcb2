//! Element-wise activation functions. Type and shape are preserved.

mod evaluate;

use super::cost::{self, Cost};
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::ir_spelling::IrSpelling;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::table::operators;
use super::{EvalContext, StaticTensorType, bytes_of_each};
use super::{InferContext, Operator, OperatorDef, Resolved, integers};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::rules;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The activation function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ActivationKind {
    Relu,
    LeakyRelu,
    ThresholdedRelu,
    Elu,
    Selu,
    Celu,
    Sigmoid,
    /// Slope and offset are attributes in ONNX and scalar inputs in IR.
    HardSigmoid,
    /// IR's HSigmoid: a hard sigmoid with a fixed slope.
    HSigmoid,
    /// The input times its hard sigmoid, whose slope is the `f32` nearest to 1/6.
    HardSwish,
    /// IR's HSwish: the input times its HSigmoid.
    HSwish,
    Softplus,
    Softsign,
    Shrink,
    /// Exact, by the error function, or approximated by tanh.
    Gelu {
        tanh: bool,
    },
    Mish,
    /// The factor is an attribute in ONNX and an optional scalar input in IR.
    Swish,
}

use ActivationKind as K;

/// A parameter of an activation function besides the data.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Factor {
    /// This number.
    Number(f32),
    /// The scalar at this input.
    Input(usize),
    /// Not known.
    Unknown,
}

/// A resolved activation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Activation {
    /// The activation function.
    pub(crate) kind: ActivationKind,
    /// The parameters of the formula, in the order of the specification.
    pub(crate) factors: [Factor; 2],
    /// Whether NaN is not evaluated: OpenVINO's constant folding and its plugins return different results for it.
    pub(crate) cautious: bool,
}

impl Activation {
    fn resolve(kind: ActivationKind, cx: &mut InferContext<'_>) -> Resolved {
        if let (K::Gelu { .. }, Some(written)) = (kind, cx.text("approximate"))
            && !matches!(written, "none" | "tanh")
        {
            let message = format!("attribute `approximate` is {written:?}; expected `none` or `tanh`");
            let place = cx.attribute_place("approximate");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            let finding = finding.help("set `approximate` to `none` or `tanh`");
            cx.report(finding.data("attribute", "approximate").data("value", written));
        }
        let cautious = cx.dialect() == Dialect::OpenVino;
        let kind = match kind {
            K::Gelu { .. } => {
                let mode = cx.text("approximate").or_else(|| cx.text("approximation_mode"));
                K::Gelu { tanh: mode.is_some_and(|m| m.eq_ignore_ascii_case("tanh")) }
            }
            kind => kind,
        };
        let names = match kind {
            K::Shrink => ["bias", "lambd"],
            K::Selu => ["alpha", "gamma"],
            K::HardSigmoid => ["alpha", "beta"],
            _ => ["alpha", ""],
        };
        let factors = [0, 1].map(|i| match cx.attribute_kind(names[i]) {
            Some(_) if cx.has_unknown_value(names[i]) => Factor::Unknown,
            Some(_) => cx.float(names[i]).map_or(Factor::Unknown, Factor::Number),
            None if cx.has_input(i + 1) => Factor::Input(i + 1),
            // IR's Swish without its optional factor.
            None => Factor::Number(1.0),
        });
        Resolved::operator(Activation { kind, factors, cautious })
    }
}

impl Operator for Activation {
    fn infer(&self, cx: &mut InferContext<'_>) {
        if matches!(self.kind, K::HardSigmoid | K::Swish) {
            (1..cx.input_count()).for_each(|input| scalar(cx, input));
        }
        let elements = match (self.kind, cx.elements(0)) {
            (K::Relu, Some(Elements::Ints(v))) => {
                Some(Elements::Ints(v.iter().map(|v| integers::maximum(v, &SymInt::exact(0))).collect()))
            }
            (K::Relu, Some(Elements::Floats(v))) if v.iter().all(|v| !v.is_nan()) => {
                Some(Elements::Floats(v.iter().map(|&v| evaluate::above_zero(v)).collect()))
            }
            _ => None,
        };
        let fact = Fact::tensor(cx.element(0), cx.shape(0));
        cx.set(0, fact.with_elements(elements));
    }

    /// Mish consists of three functions, and the error function in Gelu is a sum of up to 60 terms.
    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, _: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let each = match self.kind {
            K::Mish => 16,
            K::Gelu { tanh: false } => 64,
            _ => 0,
        };
        bytes_of_each(outputs, each)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx).map(|tensor| vec![tensor])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// Reports an input that must be a scalar and is provably not one (OP203).
pub(super) fn scalar(cx: &mut InferContext<'_>, input: usize) {
    if let Some(finding) = no_scalar(cx, input) {
        cx.report(finding);
    }
}

/// The finding for an input that must be a scalar and is provably not one (OP203).
pub(super) fn no_scalar(cx: &InferContext<'_>, input: usize) -> Option<Diagnostic> {
    let shape = cx.shape(input);
    if shape.min_rank() == 0 {
        return None;
    }
    let name = cx.signature.and_then(|s| s.inputs().formal(input)).map_or("", |f| f.name);
    let written = cx.input_name(input);
    let rank = shape.min_rank();
    let message = format!("input {written} (`{name}`) of shape {shape} has rank {rank}; expected a scalar (rank 0)");
    let finding = Diagnostic::new(&rules::wrong_input_rank::RULE, cx.input_place(input), message);
    let finding = finding.label(&shape).note(format!("{}: `{name}` is a scalar", cx.op_with_version()));
    Some(finding.help("reshape it to a scalar, shape []").data("input", name).data("rank", rank))
}

const X: FormalParameter = FormalParameter::new("data", "T");
const Y: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];
const FLOAT: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::FLOAT)];

/// An IR activation of one input.
const fn ir(since: i64, variables: &'static [TypeVariable]) -> Signature {
    Signature::since(since).until(16).inputs(&[X]).outputs(Y).variables(variables)
}

const PLAIN: &[Signature] = &[ir(1, NUMERIC)];
const PLAIN_4: &[Signature] = &[ir(4, NUMERIC)];
const PLAIN_5: &[Signature] = &[ir(5, NUMERIC)];
const FLOAT_4: &[Signature] = &[ir(4, FLOAT)];
const FLOAT_9: &[Signature] = &[ir(9, FLOAT)];
const ELU: &[Signature] = &[ir(1, NUMERIC).attributes(&[AttributeSpec::required("alpha", AttributeKind::Real)])];
const SELU: &[Signature] =
    &[ir(1, FLOAT).inputs(&[X, FormalParameter::new("alpha", "T"), FormalParameter::new("lambda", "T")])];
const HARD_SIGMOID: &[Signature] =
    &[ir(1, NUMERIC).inputs(&[X, FormalParameter::new("alpha", "T"), FormalParameter::new("beta", "T")])];
const SWISH: &[Signature] = &[ir(4, FLOAT).inputs(&[X, FormalParameter::new("beta", "T").optional()])];
const GELU: &[Signature] = &[
    ir(2, FLOAT),
    ir(7, FLOAT).attributes(&[AttributeSpec::default(
        "approximation_mode",
        // OpenVINO's specification writes lower case, its writer upper case.
        AttributeKind::Word(&["erf", "tanh", "ERF", "TANH"]),
        DefaultValue::Text("erf"),
    )]),
];

const LEAKY: Counterpart =
    Counterpart::named("PRelu").settings(&[SettingPair::new("alpha", &["slope"], Equivalence::Plain)]);
const SCALED: Counterpart =
    Counterpart::SAME_NAME.settings(&[SettingPair::new("gamma", &["lambda"], Equivalence::Plain)]);

pub(super) static OPERATORS: &[OperatorDef] = operators! { Activation::resolve:
    K::Relu => onnx "Relu" openvino "Relu" PLAIN {.with_ir_spelling(IrSpelling::written("ReLU"))};
    K::LeakyRelu => onnx "LeakyRelu" {.with_counterpart(LEAKY)};
    K::ThresholdedRelu => onnx "ThresholdedRelu";
    K::Elu => onnx "Elu" openvino "Elu" ELU;
    K::Selu => onnx "Selu" {.with_counterpart(SCALED)} openvino "Selu" SELU;
    K::Celu => onnx "Celu";
    K::Sigmoid => onnx "Sigmoid" openvino "Sigmoid" PLAIN;
    K::HardSigmoid => onnx "HardSigmoid" openvino "HardSigmoid" HARD_SIGMOID;
    K::HSigmoid => openvino "HSigmoid" PLAIN_5;
    K::HardSwish => onnx "HardSwish" as "HSwish";
    K::HSwish => openvino "HSwish" PLAIN_4;
    K::Softplus => onnx "Softplus" openvino "SoftPlus" FLOAT_4;
    K::Softsign => onnx "Softsign" openvino "SoftSign" FLOAT_9;
    K::Shrink => onnx "Shrink";
    K::Gelu { tanh: false } => onnx "Gelu" openvino "Gelu" GELU;
    K::Mish => onnx "Mish" openvino "Mish" FLOAT_4;
    K::Swish => onnx "Swish" openvino "Swish" SWISH;
};
