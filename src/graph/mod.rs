//! The op graph that both dialects are read into.
//!
//! One [`Model`] holds arenas of graphs, nodes and values; ids are typed indices. Names, attributes and declared types
//! are kept as the file writes them, and every record has a place. What is inferred is kept beside the graph, in
//! a [`FactStore`](crate::FactStore), never in it.

mod access;
mod annotation;
mod attribute;
mod edit;
mod id;
mod label;
mod model;
mod names;
mod place;
mod tensor;

pub use annotation::{DeviceConfiguration, Header, NodeDevices, QuantizationAnnotation, ValueInfo};
pub use attribute::{
    Attribute, AttributeType, AttributeValue, BackEdge, InputMap, OutputMap, PortMap, Slicing, SparseTensor,
};
pub use id::{DeclarationId, GraphId, NameId, NodeId, OpId, TensorId, ValueId};
pub(crate) use label::tensor_names;
pub(crate) use model::Elision;
pub use model::{
    Declaration, Dialect, Format, Function, Graph, GraphOutput, GraphRole, Model, Node, OpName, Operand, OpsetImport,
    Parameter, Port, Status, Value, ValueRole,
};
pub use names::Names;
pub use place::{Part, Place};
pub(crate) use tensor::unpack;
pub use tensor::{DataFile, Field, FileId, Run, Storage, StoredTensor};
