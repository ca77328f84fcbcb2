//! BatchNormalization: subtracts the mean of each channel and divides by its standard deviation.

use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved};
use super::{attributes, diagnostics, shape_checks};

use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::kernel::dense::{real_tensor, reals};
use crate::kernel::lines::Lines;
use crate::kernel::statistics::mean_and_variance;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

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
    /// Whether the node computes with the mean and variance of its inputs; `None` if it is unknown.
    pub(crate) inference: Option<bool>,
    /// The number that is added to the variance, and the weight of the running mean and variance.
    pub(crate) factors: [Option<f32>; 2],
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
        let factors = ["epsilon", "momentum"].map(|name| cx.float(name).filter(|_| !cx.has_unknown_value(name)));
        // From version 7 to 9, the number of outputs is the mode.
        let inference = match cx.version() {
            14.. => training.map(|training| !training),
            7.. if cx.output_count() == 1 => Some(true),
            _ => (cx.output_count() == 1 && cx.int("is_test").is_some_and(|mode| mode != 0)).then_some(true),
        };
        Resolved::operator(BatchNormalization {
            data: 0,
            parameters,
            per_channel,
            list: true,
            training,
            inference,
            factors,
        })
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
            inference: Some(true),
            factors: [cx.float("epsilon"), None],
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

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(self.data)?;
        let (Some(inference), Some(true), [Some(epsilon), momentum]) = (self.inference, self.per_channel, self.factors)
        else {
            return Err(cx.no_evaluator());
        };
        let lines = match data.sizes() {
            [] => return Err(EvalError::UnknownType),
            [size] => Lines { outer: *size, size: 1, inner: 1 },
            sizes => Lines::along(sizes, 1)?,
        };
        let [scale, bias, mut mean, mut variance] = self.parameters.map(|input| reals(cx.input(input)?));
        let (mut values, scale, bias) = (reals(data)?, scale?, bias?);
        let (mean, variance) = (mean.as_mut().map_err(|e| e.clone())?, variance.as_mut().map_err(|e| e.clone())?);
        let running = match inference {
            true => None,
            false => Some(trained(&values, lines, (mean, variance), momentum.ok_or_else(|| cx.no_evaluator())?.into())),
        };
        for channel in 0..lines.size {
            let of = |list: &[f64]| list.get(channel).copied().ok_or(EvalError::UnknownType);
            let divisor = (of(variance)? + f64::from(epsilon)).sqrt();
            let (mean, scale, bias) = (of(mean)?, of(&scale)?, of(&bias)?);
            for at in of_channel(lines, channel) {
                values[at] = (values[at] - mean) / divisor * scale + bias;
            }
        }
        let made = cx.outputs().iter().enumerate().map(|(at, output)| {
            let list = match (at, &running) {
                (0, _) => &values,
                (1 | 2, Some(running)) => &running[at - 1],
                _ => return Err(cx.no_evaluator()),
            };
            real_tensor(output.element, &output.sizes, list)
        });
        made.collect()
    }

    fn properties(&self, _: &InferContext<'_>) -> Option<NodeProperty> {
        (self.training == Some(true)).then_some(NodeProperty::TrainingMode("`training_mode` is 1"))
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 2).map(Cost::in_place)
    }
}

/// The positions of a channel's elements.
fn of_channel(lines: Lines, channel: usize) -> impl Iterator<Item = usize> + Clone {
    let start = move |outer: usize| (outer * lines.size + channel) * lines.inner;
    (0..lines.outer).flat_map(move |outer| start(outer)..start(outer) + lines.inner)
}

/// Replaces mean and variance by those of the data; the result is their running mean with the previous ones.
fn trained(values: &[f64], lines: Lines, of: (&mut [f64], &mut [f64]), momentum: f64) -> [Vec<f64>; 2] {
    let mut running = [Vec::new(), Vec::new()];
    for (channel, (mean, variance)) in of.0.iter_mut().zip(of.1.iter_mut()).enumerate().take(lines.size) {
        let (own, spread) = mean_and_variance(of_channel(lines, channel).map(|at| values[at]));
        running[0].push(*mean * momentum + own * (1.0 - momentum));
        running[1].push(*variance * momentum + spread * (1.0 - momentum));
        (*mean, *variance) = (own, spread);
    }
    running
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
    let named = cx.named_output_count();
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
        .with_properties()
        .with_counterpart(Counterpart::named("BatchNormInference")),
    OperatorDef::openvino("BatchNormInference", IR, BatchNormalization::resolve_ir).with_properties(),
];
