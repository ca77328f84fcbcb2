//! BatchNormalization: subtracts the mean of each channel and divides by its standard deviation.

use super::counterpart::Counterpart;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved};
use super::{attributes, diagnostics, shape_checks};

use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::rules;
use crate::shape::Shape;

/// A resolved BatchNormalization.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchNormalization {
    /// The input to normalize.
    pub(crate) data: usize,
    /// Scale, bias, mean and variance.
    pub(crate) parameters: [usize; 4],
    /// Whether the parameters have one element per channel; otherwise one per position of a batch element. `None` if
    /// unknown.
    pub(crate) per_channel: Option<bool>,
    /// Whether one-dimensional data is allowed, with one channel.
    pub(crate) list: bool,
    /// Whether the node is in training mode, if that determines the number of outputs.
    pub(crate) training: Option<bool>,
}

impl BatchNormalization {
    fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
        let spatial = cx.attribute_kind("spatial").is_some();
        let per_channel = match spatial {
            true if cx.has_unknown_value("spatial") => None,
            true => Some(cx.int("spatial") != Some(0)),
            false => Some(true),
        };
        let kind = cx.attribute_kind("training_mode");
        let training = kind.and_then(|_| attributes::nonzero_or(cx, "training_mode", false));
        let parameters = [1, 2, 3, 4];
        Resolved::operator(BatchNormalization { data: 0, parameters, per_channel, list: true, training })
    }

    fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
        let (data, parameters) = if cx.version() < 5 { (2, [0, 1, 3, 4]) } else { (0, [1, 2, 3, 4]) };
        if let Some(epsilon) = cx.float("epsilon").filter(|e| *e < 0.0) {
            diagnostics::attribute(cx, "epsilon", epsilon, "at least 0", "set it to a small non-negative number");
        }
        Resolved::operator(BatchNormalization {
            data,
            parameters,
            per_channel: Some(true),
            list: false,
            training: None,
        })
    }

    /// The shape of each parameter, as far as data and parameters determine it; reports those that do not match.
    fn parameter(self, cx: &mut InferContext<'_>) -> Shape {
        if self.per_channel != Some(true) {
            return self.same(cx);
        }
        let channels = match cx.shape(self.data).dims() {
            Some([_]) => Dim::exact(1),
            Some([_, channels, ..]) => channels.clone(),
            _ => Dim::unknown(),
        };
        Shape::from_dims([shape_checks::lists(cx, &self.parameters, channels, "the number of channels")])
    }

    /// The common shape of all parameters; reports those that differ.
    fn same(self, cx: &mut InferContext<'_>) -> Shape {
        let mut met = Shape::UNKNOWN;
        for input in self.parameters {
            let Some(both) = met.meet(&cx.shape(input)) else {
                let message = format!(
                    "the shape of parameter {} differs from that of the parameters before it",
                    cx.input_name(input)
                );
                let inputs = [input, self.parameters[0]];
                diagnostics::doubtful_shapes(cx, inputs, message, "give all parameters the same shape");
                return Shape::UNKNOWN;
            };
            met = both;
        }
        met
    }

    /// The shape of the data, refined with the number of channels of the parameters.
    fn shape(self, cx: &InferContext<'_>, parameter: &Shape) -> Shape {
        let shape = cx.shape(self.data);
        match (shape.dims(), parameter.dims(), self.per_channel) {
            (Some([batch, channels, rest @ ..]), Some([size]), Some(true)) => {
                let channels = channels.meet(size).unwrap_or_else(|| channels.clone());
                Shape::from_dims([batch.clone(), channels].into_iter().chain(rest.iter().cloned()))
            }
            (None, ..) if !self.list => Shape::with_min_rank(shape.min_rank().max(2)),
            (None, ..) => Shape::with_min_rank(shape.min_rank().max(1)),
            _ => shape,
        }
    }
}

impl Operator for BatchNormalization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let least = if self.list { 1 } else { 2 };
        shape_checks::rank(cx, self.data, least..=usize::MAX, "use data of shape [batch, channels, ...]");
        match self.training {
            Some(training) => check_outputs(cx, training),
            None if cx.dialect() == Dialect::Onnx && cx.version() < 14 => check_old_outputs(cx),
            None => {}
        }
        let parameter = self.parameter(cx);
        let shape = self.shape(cx, &parameter);
        cx.set_tensor(0, cx.element(self.data), shape);
        for output in 1..cx.output_count() {
            cx.set_tensor(output, cx.element(self.parameters[2]), parameter.clone());
        }
    }

    fn properties(&self, _: &InferContext<'_>) -> Option<NodeProperty> {
        (self.training == Some(true)).then_some(NodeProperty::TrainingMode("`training_mode` is 1"))
    }
}

/// Below opset 14 the node has all five outputs if it is written for training, otherwise one.
fn check_old_outputs(cx: &mut InferContext<'_>) {
    let given = cx.output_count();
    if matches!(given, 1 | 5) {
        return;
    }
    let message = format!("{} has {}; expected 1 or 5", cx.op_with_version(), counted(given, "output"));
    let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
    cx.report(finding.help("remove the outputs after the first").data("given", given).data("least", 1usize));
}

/// Mean and variance are outputs in training mode only.
fn check_outputs(cx: &mut InferContext<'_>, training: bool) {
    let named = cx.model().outputs(cx.node()).filter(|&value| !cx.model().value_name(value).is_empty()).count();
    let expected = if training { 3 } else { 1 };
    if named == expected {
        return;
    }
    let mode = i32::from(training);
    let message = format!("the node has {}; expected {expected} with `training_mode` {mode}", counted(named, "output"));
    let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
    let finding = match training {
        true => finding.help("add outputs for the running mean and variance, or set `training_mode` to 0"),
        false => finding.help("remove the outputs after the first, or set `training_mode` to 1"),
    };
    cx.report(finding.data("given", named).data("least", expected));
}

const FLOAT: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::FLOAT)];
const EPSILON: &[AttributeSpec] = &[AttributeSpec::required("epsilon", AttributeKind::Real)];
const OUTPUT: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const DATA: FormalParameter = FormalParameter::new("data", "T");
const GAMMA: FormalParameter = FormalParameter::new("gamma", "T");
const BETA: FormalParameter = FormalParameter::new("beta", "T");
const MEAN: FormalParameter = FormalParameter::new("mean", "T");
const VARIANCE: FormalParameter = FormalParameter::new("variance", "T");

const fn ir(since: i64, inputs: &'static [FormalParameter]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUT).attributes(EPSILON).variables(FLOAT)
}

const IR: &[Signature] = &[ir(1, &[GAMMA, BETA, DATA, MEAN, VARIANCE]), ir(5, &[DATA, GAMMA, BETA, MEAN, VARIANCE])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("BatchNormalization", BatchNormalization::resolve_onnx)
        .with_counterpart(Counterpart::named("BatchNormInference")),
    OperatorDef::openvino("BatchNormInference", IR, BatchNormalization::resolve_ir),
];
