//! The op graph that both dialects are read into.
//!
//! One [`Model`] holds arenas of graphs, nodes and values; ids are typed indices. Names, attributes and declared types
//! are kept as the file writes them, and every record has a location. Inferred facts are kept in a separate
//! [`FactStore`](crate::facts::FactStore).

mod access;
pub(crate) use access::foreign;
mod annotation;
mod attribute;
mod attribute_arg;
mod bit_set;
pub(crate) use bit_set::BitSet;
mod bodies;
pub(crate) mod captures;
mod edit;
mod edit_log;
pub(crate) use edit_log::Change;
pub(crate) mod find_value;
pub(crate) mod label;
pub(crate) mod layout;
mod load;
mod memory;
mod model;
mod names;
pub(crate) mod order;
mod port_spans;
mod readers;
mod records;
mod shared;
mod tensor;
mod use_lists;
pub(crate) mod uses;

pub use crate::dialect::{Dialect, Format};
pub use crate::ids::{DeclarationId, GraphId, NameId, NodeId, OpId, TensorId, ValueId};
pub use crate::place::{Part, Place};
pub use crate::tensor::typed_data::{DataChunk, TypedDataField};
pub use annotation::{DeviceConfiguration, Header, NodeDevices, QuantizationAnnotation, ValueInfo};
pub use attribute::{
    Attribute, AttributeType, AttributeValue, BackEdge, InputMap, OutputMap, PortMap, Slicing, SparseTensor,
};
pub use attribute_arg::AttributeArg;
pub(crate) use bodies::{bodies, is_body};
pub use edit::{At, EditError, NewNode, Savepoint};
pub(crate) use edit_log::EditLog;
#[cfg(feature = "cli")]
pub(crate) use label::readable_path;
pub use layout::NodeIds;
pub use model::Model;
pub use names::Names;
pub(crate) use port_spans::PortPart;
pub use records::{
    Declaration, Function, Graph, GraphOutput, GraphRole, Node, OpName, Operand, OpsetImport, OutputPort, Parameter,
    Port, Status, Value, ValueRole,
};
pub(crate) use records::{Elision, UNREADABLE};
pub use tensor::{DataFile, FileId, Storage, StoredTensor};
pub use use_lists::Use;
