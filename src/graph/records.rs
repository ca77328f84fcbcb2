//! The records of a model: graphs, nodes, and values, with everything as the file writes it.

use std::ops::Range;
use std::sync::Arc;

use super::attribute::AttributeValue;
use crate::fact::ValueType;
use crate::ids::{DeclarationId, GraphId, NameId, NodeId, OpId, OutputPortId, TensorId, ValueId};
use crate::source::{PackedSpan, Span};

/// The domain of the operators that replace unreadable nodes. Their outputs exist, so nodes that read them are not
/// reported.
pub(crate) const UNREADABLE: &str = "shapewright.unreadable";

/// Whether a model could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The file was read; it may contain errors.
    Ok,
    /// The file is not a model, or no graph could be read.
    Unreadable,
}

/// What an example omits with `...`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Elision {
    /// Attributes.
    Attributes,
    /// Ports, or layers of a body.
    Anything,
}

/// One graph: nodes and values in file order, inputs and outputs.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The name as written.
    pub name: NameId,
    /// The role of the graph in the model.
    pub role: GraphRole,
    /// The nodes that it has in the file, in file order.
    pub(crate) nodes: Range<u32>,
    /// The values that it has in the file: inputs, initializers, then node outputs in file order.
    pub(crate) values: Range<u32>,
    /// Inputs, in file order. A body of an IR layer lists its Parameters.
    pub inputs: Vec<ValueId>,
    /// Outputs, in file order. IR: the inputs of the Results.
    pub outputs: Vec<GraphOutput>,
    /// Its location in the file.
    pub span: Span,
}

impl Graph {
    /// A graph without anything in it, which is in no file.
    pub(crate) fn empty(name: NameId, role: GraphRole) -> Graph {
        let (inputs, outputs) = (Vec::new(), Vec::new());
        Graph { name, role, nodes: 0..0, values: 0..0, inputs, outputs, span: Span::default() }
    }
}

/// The role of a graph in its model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphRole {
    /// The main graph.
    Main,
    /// A body, in an attribute of a node.
    Body {
        /// The node that owns it.
        owner: NodeId,
        /// The attribute (`then_branch`) or the element (`then_body`).
        attribute: NameId,
        /// The position among the graphs of the attribute, usually 0.
        index: u32,
    },
    /// The body of a model-local function, by position in [`Model::functions`](crate::graph::Model::functions).
    Function(u32),
    /// An example of a specification page, counted from 1.
    Example(u32),
    /// Training information of an ONNX model, by position; `false` is the initialization, `true` the algorithm.
    Training(u32, bool),
}

/// One output of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GraphOutput {
    /// The value of the output.
    pub operand: Operand,
    /// The name as written.
    pub name: NameId,
    /// The type that the file declares for it.
    pub declaration: Option<DeclarationId>,
    /// IR: the Result layer.
    pub node: Option<NodeId>,
}

/// One node (ONNX) or layer (IR).
#[derive(Clone, Debug)]
pub struct Node {
    /// The graph that contains it.
    pub graph: GraphId,
    /// Domain, name, overload and version of its operator.
    pub op: OpId,
    /// Its name as written; may be empty.
    pub name: NameId,
    /// IR: the layer's id as written.
    pub layer: NameId,
    /// Positions of its inputs in the model's operands.
    pub(crate) inputs: Range<u32>,
    /// Positions of its outputs in the model's values.
    pub(crate) outputs: Range<u32>,
    /// Positions of its attributes in the model's attributes.
    pub(crate) attributes: Range<u32>,
    /// What [`Node::span`] returns.
    pub(crate) place: PackedSpan,
}

impl Node {
    /// Its location in the file.
    pub fn span(&self) -> Span {
        self.place.span()
    }
}

/// An operator as nodes refer to it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OpName {
    /// ONNX: the domain as written (`ai.onnx` and the empty one are the same). IR: empty, or the name of an opset that
    /// is not `opsetN` (`extension`, …).
    pub domain: NameId,
    /// The type by which the operator is looked up. ONNX: as written. IR: what OpenVINO reads it as (`Constant` for
    /// `Const`, `ReduceMin` for `reducemin`).
    pub name: NameId,
    /// The type as written.
    pub written: NameId,
    /// ONNX: the overload, which distinguishes functions of one name.
    pub overload: NameId,
    /// The version of the operator set that applies: what the model imports for the domain, or the `N` of a layer's
    /// `opsetN`. `None` if there is none.
    pub version: Option<i64>,
    /// ONNX: the model-local function that a node of this operator calls, by position in [`Model::functions`](crate::graph::Model::functions).
    pub function: Option<u32>,
}

/// What one input of a node reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value of this graph or of an outer one.
    Value(ValueId),
    /// Nothing: an omitted optional input.
    Absent,
    /// A name or an edge without a producer, which is reported. The name is the value's or the layer's.
    Undefined(NameId),
}

impl Operand {
    /// The value, if there is one.
    pub fn value(self) -> Option<ValueId> {
        match self {
            Operand::Value(value) => Some(value),
            _ => None,
        }
    }
}

/// IR: an input port of a layer, with the type recorded for it.
#[derive(Clone, Copy, Debug)]
pub struct Port {
    /// The id as written.
    pub id: NameId,
    /// Recorded precision and dims.
    pub declaration: Option<DeclarationId>,
}

/// IR: the port that a value is: an output port of a layer, or the input port of a bare layer that no edge enters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OutputPort {
    /// The id as written.
    pub id: NameId,
    /// The tensor names as written, separated by commas.
    pub tensor_names: NameId,
}

/// One value: a graph input, an initializer, or an output of a node.
#[derive(Clone, Debug)]
pub struct Value {
    /// The graph that it belongs to.
    pub graph: GraphId,
    /// ONNX: the tensor's name (empty: an omitted output). IR: the layer's name.
    pub name: NameId,
    /// Its role.
    pub role: ValueRole,
    /// The type that the file declares for it.
    pub declaration: Option<DeclarationId>,
    /// IR: what [`Model::output_port`](crate::graph::Model::output_port) returns.
    pub(crate) port: Option<OutputPortId>,
}

impl Value {
    /// A value without a port of IR.
    pub(crate) fn new(graph: GraphId, name: NameId, role: ValueRole, declaration: Option<DeclarationId>) -> Value {
        Value { graph, name, role, declaration, port: None }
    }
}

/// The role of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueRole {
    /// A graph input. With a default, a caller may override it, so it is not a constant.
    Input {
        /// The initializer of the same name.
        default: Option<TensorId>,
    },
    /// A constant of the graph.
    Initializer(TensorId),
    /// An output of this node, at [`Model::producing_output`](crate::graph::Model::producing_output).
    Output(NodeId),
}

/// The type that a file declares for a value, and where.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The declared type. IR: a port without `<dim>` may be a scalar or of any rank, so its shape is unknown.
    pub ty: Arc<ValueType>,
    /// The record: a `ValueInfoProto`, or a `<port>`.
    pub span: Span,
}

/// ONNX: one entry of `opset_import`.
#[derive(Clone, Copy, Debug)]
pub struct OpsetImport {
    /// The domain as written.
    pub domain: NameId,
    /// The version; 0 if the file has none.
    pub version: i64,
    /// Its location in the file.
    pub span: Span,
}

/// A model-local function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its domain as written.
    pub domain: NameId,
    /// Its name.
    pub name: NameId,
    /// Its overload, which distinguishes functions of one name.
    pub overload: NameId,
    /// Its body; the parameters are the graph's inputs.
    pub graph: GraphId,
    /// Its attribute parameters, in order: those without a default first.
    pub attributes: Vec<Parameter>,
    /// The operator sets that its body uses.
    pub opsets: Vec<OpsetImport>,
}

/// An attribute parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: NameId,
    /// The default, if it has one.
    pub default: Option<AttributeValue>,
}
