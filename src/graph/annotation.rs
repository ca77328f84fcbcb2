//! What an ONNX file notes beside its graphs and no operator reads: quantization parameters, devices.

use super::id::{GraphId, NameId, NodeId};
use crate::source::Span;

/// The quantization parameters of one value, as the file names them.
#[derive(Clone, Debug)]
pub struct QuantizationAnnotation {
    /// The graph that says so.
    pub graph: GraphId,
    /// The name of the value.
    pub tensor: NameId,
    /// Pairs of a role, such as `SCALE_TENSOR`, and the name of the tensor that plays it.
    pub parameters: Vec<(NameId, NameId)>,
    /// Where it stands in the file.
    pub span: Span,
}

/// A named set of devices that a model can be spread over.
#[derive(Clone, Debug)]
pub struct DeviceConfiguration {
    /// What nodes call it.
    pub name: NameId,
    /// How many devices there are.
    pub count: i64,
    /// Their names; empty if the file gives none.
    pub devices: Vec<NameId>,
    /// Where it stands in the file.
    pub span: Span,
}

/// How one node is spread over devices. The splits themselves stay in the file.
#[derive(Clone, Debug)]
pub struct NodeDevices {
    /// The node.
    pub node: NodeId,
    /// The name of the configuration.
    pub configuration: NameId,
    /// The stage of a pipeline that runs the node.
    pub stage: Option<i64>,
    /// Where it stands in the file.
    pub span: Span,
}
