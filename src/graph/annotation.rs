//! What an ONNX file notes beside its graphs and no operator reads: who wrote it, quantization parameters, devices.

use crate::ids::{DeclarationId, GraphId, NameId, NodeId};
use crate::source::Span;

/// Who wrote an ONNX model, and what it says of itself; each part as far as the file has it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Header {
    /// The tool that wrote it.
    pub producer_name: Option<NameId>,
    /// The tool's version.
    pub producer_version: Option<NameId>,
    /// The model's namespace.
    pub domain: Option<NameId>,
    /// The model's own version.
    pub model_version: Option<i64>,
    /// Prose.
    pub doc_string: Option<NameId>,
}

/// One entry of a graph's or function's `value_info`, whether or not there is such a value.
#[derive(Clone, Copy, Debug)]
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
