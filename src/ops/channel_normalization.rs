//! InstanceNormalization and GroupNormalization: normalize each channel, or each group of channels, of each batch
//! element to zero mean and unit variance.

use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::counted;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::shape::Shape;

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
}

impl ChannelNormalization {
    fn resolve_instance(_: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(ChannelNormalization { rank: 3, groups: None, parameters: Parameters::Channel })
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
        Resolved::operator(ChannelNormalization { rank: 2, groups, parameters })
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
