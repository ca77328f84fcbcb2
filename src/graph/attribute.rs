//! Attributes as the file writes them.

use std::sync::Arc;

use crate::fact::ValueType;
use crate::ids::{GraphId, NameId, TensorId};
use crate::source::Span;

/// One attribute of a node, in file order. A name may occur twice; a rule reports it.
#[derive(Clone, PartialEq, Debug)]
pub struct Attribute {
    /// The name as written.
    pub name: NameId,
    /// The value as written.
    pub value: AttributeValue,
    /// Its location in the file; in XML the name and the quoted value.
    pub span: Span,
}

/// The value of an attribute, before its operator's signature interprets it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum AttributeValue {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f32),
    /// Bytes, mostly UTF-8 text.
    String(Arc<[u8]>),
    /// A tensor.
    Tensor(TensorId),
    /// A sparse tensor: its values, its indices and its dense shape.
    SparseTensor(Arc<SparseTensor>),
    /// A subgraph.
    Graph(GraphId),
    /// A type.
    Type(ValueType),
    /// Integers.
    Ints(Arc<[i64]>),
    /// Floats.
    Floats(Arc<[f32]>),
    /// Byte strings.
    Strings(Arc<[Arc<[u8]>]>),
    /// Tensors.
    Tensors(Arc<[TensorId]>),
    /// Sparse tensors.
    SparseTensors(Arc<[SparseTensor]>),
    /// Subgraphs.
    Graphs(Arc<[GraphId]>),
    /// Types as text.
    Types(Arc<[ValueType]>),
    /// ONNX, inside a function: the attribute parameter of this name and type, which the caller binds.
    Reference(NameId, AttributeType),
    /// IR: the text between the quotes, with entities resolved. The signature interprets it.
    Text(NameId),
    /// IR: how the ports of a control-flow layer map to its body.
    PortMap(Arc<PortMap>),
    /// Declared with this type (or none), but with no value or several.
    Malformed(Option<AttributeType>),
}

/// ONNX's attribute types. IR attributes are text until a signature reads them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // the names are ONNX's own: AttributeProto.AttributeType
#[non_exhaustive]
pub enum AttributeType {
    Int,
    Float,
    String,
    Tensor,
    SparseTensor,
    Graph,
    Type,
    Ints,
    Floats,
    Strings,
    Tensors,
    SparseTensors,
    Graphs,
    Types,
}

impl AttributeType {
    /// ONNX's name of the type, `INT`, `SPARSE_TENSORS`, ….
    pub const fn name(self) -> &'static str {
        match self {
            AttributeType::Int => "INT",
            AttributeType::Float => "FLOAT",
            AttributeType::String => "STRING",
            AttributeType::Tensor => "TENSOR",
            AttributeType::SparseTensor => "SPARSE_TENSOR",
            AttributeType::Graph => "GRAPH",
            AttributeType::Type => "TYPE_PROTO",
            AttributeType::Ints => "INTS",
            AttributeType::Floats => "FLOATS",
            AttributeType::Strings => "STRINGS",
            AttributeType::Tensors => "TENSORS",
            AttributeType::SparseTensors => "SPARSE_TENSORS",
            AttributeType::Graphs => "GRAPHS",
            AttributeType::Types => "TYPE_PROTOS",
        }
    }
}

impl AttributeValue {
    /// The type of the value; `None` for IR text, for port maps, and if no type is declared.
    pub fn kind(&self) -> Option<AttributeType> {
        Some(match self {
            AttributeValue::Int(_) => AttributeType::Int,
            AttributeValue::Float(_) => AttributeType::Float,
            AttributeValue::String(_) => AttributeType::String,
            AttributeValue::Tensor(_) => AttributeType::Tensor,
            AttributeValue::SparseTensor(_) => AttributeType::SparseTensor,
            AttributeValue::Graph(_) => AttributeType::Graph,
            AttributeValue::Type(_) => AttributeType::Type,
            AttributeValue::Ints(_) => AttributeType::Ints,
            AttributeValue::Floats(_) => AttributeType::Floats,
            AttributeValue::Strings(_) => AttributeType::Strings,
            AttributeValue::Tensors(_) => AttributeType::Tensors,
            AttributeValue::SparseTensors(_) => AttributeType::SparseTensors,
            AttributeValue::Graphs(_) => AttributeType::Graphs,
            AttributeValue::Types(_) => AttributeType::Types,
            AttributeValue::Reference(_, kind) => *kind,
            AttributeValue::Malformed(kind) => return *kind,
            AttributeValue::Text(_) | AttributeValue::PortMap(_) => return None,
        })
    }

    /// The subgraphs in the attribute.
    pub fn graphs(&self) -> &[GraphId] {
        match self {
            AttributeValue::Graph(graph) => std::slice::from_ref(graph),
            AttributeValue::Graphs(graphs) => graphs,
            _ => &[],
        }
    }
}

/// A sparse tensor in coordinate form.
#[derive(Clone, PartialEq, Debug)]
pub struct SparseTensor {
    /// The non-zero values, of rank 1.
    pub values: TensorId,
    /// Their indices: linear of rank 1, or coordinates of rank 2.
    pub indices: Option<TensorId>,
    /// The shape of the dense tensor; `None` if the dims in the file are invalid.
    pub shape: Option<Arc<[u64]>>,
}

/// How the ports of an IR control-flow layer (If, Loop, TensorIterator) map to one body.
///
/// OpenVINO reads `external_port_id` of an input as a position among the layer's inputs; outputs are numbered in
/// ascending order of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PortMap {
    /// Inputs, in file order.
    pub inputs: Vec<InputMap>,
    /// Outputs, in file order.
    pub outputs: Vec<OutputMap>,
    /// Pairs of a body result and the body parameter that it feeds in the next iteration.
    pub back_edges: Vec<BackEdge>,
}

/// One `<input>` of a port map.
#[derive(Clone, PartialEq, Debug)]
pub struct InputMap {
    /// The position among the layer's inputs; `None` for a negative id.
    pub external: Option<usize>,
    /// The position of the body's parameter among the body's inputs; `None` if there is no such layer.
    pub parameter: Option<usize>,
    /// How the input is sliced, one slice per iteration.
    pub slice: Option<Slicing>,
    /// `purpose="current_iteration"`: the parameter receives the iteration number.
    pub current_iteration: bool,
    /// Its location.
    pub span: Span,
}

/// One `<output>` of a port map.
#[derive(Clone, PartialEq, Debug)]
pub struct OutputMap {
    /// The position among the layer's outputs; `None` for a negative id.
    pub external: Option<usize>,
    /// The position of the body's result among the body's outputs; `None` if there is no such layer.
    pub result: Option<usize>,
    /// How the results of the iterations are concatenated.
    pub concat: Option<Slicing>,
    /// `purpose="execution_condition"`: the result decides whether another iteration runs.
    pub execution_condition: bool,
    /// Its location.
    pub span: Span,
}

/// How an axis is sliced or concatenated, one part per iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are OpenVINO's own
pub struct Slicing {
    pub axis: i64,
    pub start: i64,
    pub end: i64,
    pub stride: i64,
    pub part_size: i64,
}

/// A result of one iteration that becomes a parameter of the next.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BackEdge {
    /// The position of the result among the body's outputs; `None` if there is no such layer.
    pub result: Option<usize>,
    /// The position of the parameter among the body's inputs; `None` if there is no such layer.
    pub parameter: Option<usize>,
}
