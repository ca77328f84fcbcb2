//! InstanceNormalization and GroupNormalization: normalize each channel, or each group of channels, of each batch
//! element to zero mean and unit variance.

use super::cost::{self, Cost};
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::counted;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::kernel::dense::{real_tensor, reals};
use crate::kernel::statistics::mean_and_variance;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// How many elements scale and bias have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parameters {
    /// One per channel.
    Channel,
    /// One per channel, or one for all.
    ChannelOrAll,
    /// One per group, or one for all.
    Group,
}

/// A resolved InstanceNormalization or GroupNormalization.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChannelNormalization {
    /// The minimum rank of the data.
    pub(crate) rank: usize,
    /// The number of groups; `None` if each channel is one, or if it is unknown.
    pub(crate) groups: Option<u64>,
    /// The number of elements of scale and bias.
    pub(crate) parameters: Parameters,
    /// The number that is added to the variance; `None` if it is unknown.
    pub(crate) epsilon: Option<f32>,
    /// Whether each channel is a group.
    pub(crate) single: bool,
}

impl ChannelNormalization {
    fn resolve_instance(cx: &mut InferContext<'_>) -> Resolved {
        let (groups, parameters, epsilon) = (None, Parameters::Channel, epsilon(cx));
        Resolved::operator(ChannelNormalization { rank: 3, groups, parameters, epsilon, single: true })
    }

    fn resolve_group(cx: &mut InferContext<'_>) -> Resolved {
        let written = cx.int("num_groups");
        let groups = written.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        if let (Some(written), None) = (written, groups) {
            diagnostics::attribute(
                cx,
                "num_groups",
                written,
                "at least 1",
                "set it to a divisor of the number of channels",
            );
        }
        let parameters = match cx.dialect() {
            Dialect::OpenVino => Parameters::Channel,
            Dialect::Onnx if cx.version() < 21 => Parameters::Group,
            Dialect::Onnx => Parameters::ChannelOrAll,
        };
        let epsilon = epsilon(cx);
        Resolved::operator(ChannelNormalization { rank: 2, groups, parameters, epsilon, single: false })
    }

    /// Reports a number of channels that is not divisible by the number of groups (OP105).
    fn check_groups(self, cx: &mut InferContext<'_>, channels: &Dim) {
        let Some(groups) = self.groups else { return };
        if channels.size().is_some_and(|channels| channels % groups != 0) {
            let valid = format!("a divisor of the {} of input {}", counted(channels, "channel"), cx.input_name(0));
            diagnostics::attribute(cx, "num_groups", groups, &valid, "set it to a divisor of the number of channels");
        }
    }
}

impl Operator for ChannelNormalization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, self.rank..=usize::MAX, "use data of shape [batch, channels, ...]");
        let data = cx.shape(0);
        let channels = shape_checks::dim(cx, (0, 1));
        self.check_groups(cx, &channels);
        // Runtimes broadcast a single element.
        let one = |input: &usize| self.parameters != Parameters::Channel && shape_checks::may_be_one(&cx.shape(*input));
        let parameters: Vec<usize> = [1, 2].into_iter().filter(|input| !one(input)).collect();
        let known = if self.parameters == Parameters::Group {
            let groups = self.groups.map_or(Dim::unknown(), Dim::exact);
            shape_checks::lists(cx, &parameters, groups, "the number of groups");
            channels
        } else {
            shape_checks::lists(cx, &parameters, channels, "the number of channels")
        };
        let shape = match data.dims() {
            Some([batch, _, rest @ ..]) => {
                Shape::from_dims([batch.clone(), known].into_iter().chain(rest.iter().cloned()))
            }
            Some(_) => data,
            None => Shape::with_min_rank(data.min_rank().max(self.rank)),
        };
        cx.set_tensor(0, cx.element(0), shape);
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, epsilon) = (cx.input(0)?, self.epsilon.ok_or_else(|| cx.no_evaluator())?);
        let &[_, channels, ref plane @ ..] = data.sizes() else { return Err(EvalError::UnknownType) };
        let groups = match self.groups {
            _ if self.single => channels,
            Some(groups) => usize::try_from(groups).map_err(|_| EvalError::UnknownType)?,
            None => return Err(cx.no_evaluator()),
        };
        let plane = plane.iter().fold(1usize, |n, &size| n.saturating_mul(size));
        let length = channels.checked_div(groups).unwrap_or(0).saturating_mul(plane);
        let [scale, bias] = [reals(cx.input(1)?)?, reals(cx.input(2)?)?];
        let of = |list: &[f64], channel: usize| match list.len() {
            1 => list.first().copied(),
            count if count == groups && self.parameters == Parameters::Group => {
                list.get(channel * groups / channels).copied()
            }
            _ => list.get(channel).copied(),
        };
        let mut values = reals(data)?;
        for (group, row) in values.chunks_exact_mut(length.max(1)).enumerate() {
            let (mean, variance) = mean_and_variance(row.iter().copied());
            let divisor = (variance + f64::from(epsilon)).sqrt();
            for (at, value) in row.iter_mut().enumerate() {
                let channel = (group * length + at) / plane % channels;
                let (Some(scale), Some(bias)) = (of(&scale, channel), of(&bias, channel)) else {
                    return Err(EvalError::UnknownType);
                };
                *value = (*value - mean) / divisor * scale + bias;
            }
        }
        Ok(vec![real_tensor(data.element(), data.sizes(), &values)?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::normalization(cx)
    }
}

fn epsilon(cx: &InferContext<'_>) -> Option<f32> {
    cx.float("epsilon").filter(|_| !cx.has_unknown_value("epsilon"))
}

const IR: &[Signature] = &[Signature::since(12)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("scale", "T"), FormalParameter::new("bias", "T")])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[
        AttributeSpec::required("num_groups", AttributeKind::Integer),
        AttributeSpec::required("epsilon", AttributeKind::Real),
    ])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("InstanceNormalization", ChannelNormalization::resolve_instance),
    OperatorDef::onnx("GroupNormalization", ChannelNormalization::resolve_group),
    OperatorDef::openvino("GroupNormalization", IR, ChannelNormalization::resolve_group),
];
