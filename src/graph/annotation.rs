//! Annotations of an ONNX file that no operator reads: producer, quantization parameters, devices.

use crate::ids::{DeclarationId, GraphId, NameId, NodeId};
use crate::source::Span;

/// The header fields of an ONNX model; each is `None` if the file omits it.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Header {
    /// The tool that wrote it.
    pub producer_name: Option<NameId>,
    /// The tool's version.
    pub producer_version: Option<NameId>,
    /// The model's namespace.
    pub domain: Option<NameId>,
    /// The model's own version.
    pub model_version: Option<i64>,
    /// Documentation for people.
    pub doc_string: Option<NameId>,
}

/// One entry of a graph's or function's `value_info`, whether or not the value exists.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ValueInfo {
    /// The graph.
    pub graph: GraphId,
    /// The name of the value.
    pub name: NameId,
    /// The type declared for it.
    pub declaration: DeclarationId,
}

/// The quantization parameters of one value, as the file names them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct QuantizationAnnotation {
    /// The graph that contains the annotation.
    pub graph: GraphId,
    /// The name of the value.
    pub tensor: NameId,
    /// Pairs of a role, such as `SCALE_TENSOR`, and the name of the tensor with that role.
    pub parameters: Vec<(NameId, NameId)>,
    /// Its location in the file.
    pub span: Span,
}

/// A named set of devices over which a model can be distributed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DeviceConfiguration {
    /// The name by which nodes refer to it.
    pub name: NameId,
    /// The number of devices.
    pub count: i64,
    /// Their names; empty if the file has none.
    pub devices: Vec<NameId>,
    /// Its location in the file.
    pub span: Span,
}

/// How one node is distributed over devices. Sharding specifications are not kept.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NodeDevices {
    /// The node.
    pub node: NodeId,
    /// The name of the configuration.
    pub configuration: NameId,
    /// The stage of a pipeline that runs the node.
    pub stage: Option<i64>,
    /// Its location in the file.
    pub span: Span,
}
