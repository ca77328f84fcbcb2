//! The model: arenas of graphs, nodes and values, with everything as the file writes it.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;

use super::annotation::{DeviceConfiguration, Header, NodeDevices, QuantizationAnnotation, ValueInfo};
use super::attribute::{Attribute, AttributeValue};
use super::id::{DeclarationId, GraphId, NameId, NodeId, OpId, TensorId, ValueId};
use super::names::Names;
use super::tensor::{DataFile, FileId, Storage, Tensor, unpack};
use crate::diagnostic::Diagnostic;
use crate::elements::Elements;
use crate::fact::ValueType;
use crate::source::{Source, Span};

/// Whose specification the operators follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// ONNX.
    Onnx,
    /// OpenVINO IR.
    OpenVino,
}

/// What kind of file a model was read from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Binary ONNX.
    Onnx,
    /// The text form of ONNX.
    OnnxText,
    /// OpenVINO IR: XML, perhaps with a `.bin` beside it.
    OpenVinoIr,
    /// A page of OpenVINO's operator specification, one graph an example.
    SpecExample,
    /// A file that is none of these.
    Unknown,
}

impl Format {
    /// The contract's name of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Onnx | Format::OnnxText => "onnx",
            Format::OpenVinoIr => "openvino-ir",
            Format::SpecExample => "spec-example",
            Format::Unknown => "unknown",
        }
    }

    /// Whether the file is text that a person can open at a line.
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::Onnx | Format::Unknown)
    }
}

/// Whether there is a model at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The file was read, whatever is wrong in it.
    Ok,
    /// The file is no model, or so broken that no graph could be read.
    Unreadable,
}

/// A whole model file, read.
#[derive(Debug)]
pub struct Model {
    pub(crate) source: Source,
    /// The bytes that tensors of the model file point into: the file itself, or for ONNX text the records that the
    /// text was turned into.
    pub(crate) records: Bytes,
    pub(crate) format: Format,
    pub(crate) status: Status,
    /// A piece of a model: a bare layer, a single message.
    pub(crate) fragment: bool,
    pub(crate) ir_version: Option<i64>,
    pub(crate) opsets: Vec<OpsetImport>,
    pub(crate) metadata: Vec<(NameId, NameId)>,
    pub(crate) names: Names,
    pub(crate) ops: Vec<OpName>,
    pub(crate) graphs: Vec<Graph>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) values: Vec<Value>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) ports: Vec<Port>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) tensors: Vec<Tensor>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) functions: Vec<Function>,
    pub(crate) files: Vec<DataFile>,
    /// Graphs of which something is missing, in ascending order.
    pub(crate) partial: Vec<GraphId>,
    pub(crate) header: Header,
    /// In the order of the graphs, and of the file.
    pub(crate) infos: Vec<ValueInfo>,
    pub(crate) quantization: Vec<QuantizationAnnotation>,
    pub(crate) device_configurations: Vec<DeviceConfiguration>,
    /// In the order of the nodes.
    pub(crate) node_devices: Vec<NodeDevices>,
    /// What reading found.
    pub(crate) findings: Vec<Diagnostic>,
}

/// One graph: nodes and values in file order, inputs and outputs.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The name as written.
    pub name: NameId,
    /// What the graph is to the model.
    pub role: GraphRole,
    /// Its nodes, in file order.
    pub nodes: Range<u32>,
    /// Its values: inputs, initializers, then node outputs in file order.
    pub values: Range<u32>,
    /// Inputs, in file order. A body of an IR layer lists its Parameters.
    pub inputs: Vec<ValueId>,
    /// Outputs, in file order. IR: what feeds the Results.
    pub outputs: Vec<GraphOutput>,
    /// An order in which every node follows its producers, where file order is none; nodes on or behind a cycle are
    /// left out. `None` means file order.
    pub order: Option<Vec<NodeId>>,
    /// Where it stands in the file.
    pub span: Span,
}

/// What a graph is to its model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphRole {
    /// The graph that runs.
    Main,
    /// A body: held by an attribute of a node.
    Body {
        /// The node that holds it.
        owner: NodeId,
        /// The attribute (`then_branch`) or the element (`then_body`).
        attribute: NameId,
        /// The position among the graphs of the attribute, 0 for most.
        index: u32,
    },
    /// The body of a model-local function, by position in [`Model::functions`].
    Function(u32),
    /// An example of a spec page, counted from 1.
    Example(u32),
    /// Training information of an ONNX model, by position; `false` is the initialization, `true` the algorithm.
    Training(u32, bool),
}

/// One output of a graph.
#[derive(Clone, Debug)]
pub struct GraphOutput {
    /// What is handed out.
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
    /// The graph that it is in.
    pub graph: GraphId,
    /// Domain, name, overload and version of its operator.
    pub op: OpId,
    /// Its name as written, perhaps empty.
    pub name: NameId,
    /// IR: the layer's id as written.
    pub layer: NameId,
    /// Positions of its inputs in the model's operands.
    pub(crate) inputs: Range<u32>,
    /// Positions of its outputs in the model's values.
    pub(crate) outputs: Range<u32>,
    /// Positions of its attributes in the model's attributes.
    pub(crate) attributes: Range<u32>,
    /// Where it stands in the file.
    pub span: Span,
}

/// An operator as nodes name it.
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
    /// ONNX: which of several functions of one name.
    pub overload: NameId,
    /// The version of the operator set that applies: what the model imports for the domain, or the `N` of a layer's
    /// `opsetN`. `None` if there is none.
    pub version: Option<i64>,
    /// ONNX: the model-local function that a node of this operator calls, by position in [`Model::functions`].
    pub function: Option<u32>,
}

/// What stands at one input of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A value of this graph or of one around it.
    Value(ValueId),
    /// Nothing: an optional input left out.
    Absent,
    /// A name or an edge without a producer; a finding says so. The name is the value's or the layer's.
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

/// IR: an input port of a layer, with what the file records on it.
#[derive(Clone, Copy, Debug)]
pub struct Port {
    /// The id as written.
    pub id: NameId,
    /// Recorded precision and dims.
    pub declaration: Option<DeclarationId>,
}

/// One value: a graph input, an initializer, or an output of a node.
#[derive(Clone, Debug)]
pub struct Value {
    /// The graph that it belongs to.
    pub graph: GraphId,
    /// ONNX: the tensor's name (empty: an output left out). IR: the layer's name.
    pub name: NameId,
    /// What it is.
    pub role: ValueRole,
    /// The type that the file declares for it.
    pub declaration: Option<DeclarationId>,
    /// IR: the id of the output port as written.
    pub port: NameId,
    /// IR: the port's tensor names as written, separated by commas.
    pub tensor_names: NameId,
}

/// What a value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueRole {
    /// A graph input; with a default that a caller may override, so its content is no constant.
    Input {
        /// The initializer of the same name.
        default: Option<TensorId>,
    },
    /// A constant of the graph.
    Initializer(TensorId),
    /// An output of a node.
    Output {
        /// The node.
        node: NodeId,
        /// The position among its outputs.
        index: u32,
    },
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
    /// The version; 0 if the file gives none.
    pub version: i64,
    /// Where it stands in the file.
    pub span: Span,
}

/// A model-local function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its domain as written.
    pub domain: NameId,
    /// Its name.
    pub name: NameId,
    /// Which of several of this name.
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

impl Model {
    /// An empty model of this file, for a reader to fill.
    pub(crate) fn new(source: Source, format: Format) -> Model {
        Model {
            records: source.bytes().clone(),
            source,
            format,
            status: Status::Ok,
            fragment: false,
            ir_version: None,
            opsets: Vec::new(),
            metadata: Vec::new(),
            names: Names::default(),
            ops: Vec::new(),
            graphs: Vec::new(),
            nodes: Vec::new(),
            values: Vec::new(),
            operands: Vec::new(),
            ports: Vec::new(),
            attributes: Vec::new(),
            tensors: Vec::new(),
            declarations: Vec::new(),
            functions: Vec::new(),
            files: Vec::new(),
            partial: Vec::new(),
            header: Header::default(),
            infos: Vec::new(),
            quantization: Vec::new(),
            device_configurations: Vec::new(),
            node_devices: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// The file.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What kind of file it is.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether a model could be read at all.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Whose specification the operators follow.
    pub fn dialect(&self) -> Dialect {
        match self.format {
            Format::Onnx | Format::OnnxText | Format::Unknown => Dialect::Onnx,
            Format::OpenVinoIr | Format::SpecExample => Dialect::OpenVino,
        }
    }

    /// ONNX: `ir_version`. IR: `version` of the root.
    pub fn ir_version(&self) -> Option<i64> {
        self.ir_version
    }

    /// ONNX: the operator sets that the model imports, as written.
    pub fn opsets(&self) -> &[OpsetImport] {
        &self.opsets
    }

    /// Key and value pairs that the model carries.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, &str)> {
        self.metadata.iter().map(|&(k, v)| (self.name(k), self.name(v)))
    }

    /// What reading the file found wrong with it.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.findings
    }

    /// The string of an id.
    pub fn name(&self, id: NameId) -> &str {
        self.names.get(id)
    }

    /// All names, to look one up.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Every graph: the main graph or the examples first, then functions and bodies.
    pub fn graphs(&self) -> impl Iterator<Item = GraphId> + use<> {
        (0..self.graphs.len()).map(GraphId::at)
    }

    /// The graph that runs; `None` in an unreadable file and in a spec page.
    pub fn main_graph(&self) -> Option<GraphId> {
        self.graphs().find(|&g| self.graph(g).role == GraphRole::Main)
    }

    /// A graph.
    pub fn graph(&self, id: GraphId) -> &Graph {
        &self.graphs[id.index()]
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A value.
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.index()]
    }

    /// The operator that a node names.
    pub fn op(&self, node: NodeId) -> &OpName {
        &self.ops[self.node(node).op.index()]
    }

    /// The operator's type as written, as in `ReduceMin`.
    pub fn op_type(&self, node: NodeId) -> &str {
        self.name(self.op(node).name)
    }

    /// A constant tensor.
    pub fn tensor(&self, id: TensorId) -> &Tensor {
        &self.tensors[id.index()]
    }

    /// A declared type.
    pub fn declaration(&self, id: DeclarationId) -> &Declaration {
        &self.declarations[id.index()]
    }

    /// The model-local functions.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Whether records of this graph, or of one around it, could not be read: what is missing in it is then no fault
    /// of its own.
    pub fn is_partial(&self, graph: GraphId) -> bool {
        self.partial.binary_search(&graph).is_ok()
    }

    /// ONNX: who wrote the model, and what it says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// ONNX: the types that a graph's `value_info` declares, in file order.
    pub fn value_infos(&self, graph: GraphId) -> &[ValueInfo] {
        let start = self.infos.partition_point(|i| i.graph < graph);
        let end = self.infos.partition_point(|i| i.graph <= graph);
        &self.infos[start..end]
    }

    /// ONNX: the quantization parameters that the file notes.
    pub fn quantization(&self) -> &[QuantizationAnnotation] {
        &self.quantization
    }

    /// ONNX: the sets of devices that nodes may refer to.
    pub fn device_configurations(&self) -> &[DeviceConfiguration] {
        &self.device_configurations
    }

    /// ONNX: how a node is spread over devices.
    pub fn node_devices(&self, node: NodeId) -> &[NodeDevices] {
        let start = self.node_devices.partition_point(|d| d.node < node);
        let end = self.node_devices.partition_point(|d| d.node <= node);
        &self.node_devices[start..end]
    }

    /// The nodes of a graph, in file order.
    pub fn nodes_of(&self, graph: GraphId) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        self.graph(graph).nodes.clone().map(NodeId)
    }

    /// The values of a graph: inputs, initializers, then node outputs in file order.
    pub fn values_of(&self, graph: GraphId) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        self.graph(graph).values.clone().map(ValueId)
    }

    /// The position of a node in its graph, counted from 0 in file order.
    pub fn position(&self, node: NodeId) -> usize {
        (node.0 - self.graph(self.node(node).graph).nodes.start) as usize
    }

    /// The inputs of a node, in order.
    pub fn inputs(&self, node: NodeId) -> &[Operand] {
        let range = &self.node(node).inputs;
        &self.operands[range.start as usize..range.end as usize]
    }

    /// IR: the input port at a position, with what the file records on it.
    pub fn input_port(&self, node: NodeId, input: usize) -> Option<&Port> {
        let range = &self.node(node).inputs;
        let index = range.start as usize + input;
        if index < range.end as usize { self.ports.get(index) } else { None }
    }

    /// The outputs of a node, in order. An output that ONNX leaves out is a value with an empty name.
    pub fn outputs(&self, node: NodeId) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        self.node(node).outputs.clone().map(ValueId)
    }

    /// The attributes of a node, in file order.
    pub fn attributes(&self, node: NodeId) -> &[Attribute] {
        let range = &self.node(node).attributes;
        &self.attributes[range.start as usize..range.end as usize]
    }

    /// The first attribute of this name.
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<&Attribute> {
        self.attributes(node).iter().find(|a| self.name(a.name) == name)
    }

    /// The declared type of a value.
    pub fn declared(&self, value: ValueId) -> Option<&ValueType> {
        self.value(value).declaration.map(|d| &*self.declaration(d).ty)
    }

    /// The node that produces a value; `None` for graph inputs and initializers.
    pub fn producer(&self, value: ValueId) -> Option<NodeId> {
        match self.value(value).role {
            ValueRole::Output { node, .. } => Some(node),
            _ => None,
        }
    }

    /// The bytes of a file that tensors lie in; `None` if it cannot be read any more.
    pub(crate) fn file_bytes(&self, file: FileId) -> Option<&[u8]> {
        match file.0 {
            0 => Some(&self.records),
            n => self.files.get(n as usize - 1)?.bytes().map(|b| &b[..]),
        }
    }

    /// Adds a file that tensors lie in.
    pub(crate) fn add_file(&mut self, file: DataFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32)
    }

    /// The elements of a constant with at most `limit` elements; `None` if there are more, if they are neither
    /// integers nor floats, or if their bytes are missing.
    pub fn elements(&self, tensor: TensorId, limit: usize) -> Option<Elements> {
        let tensor = self.tensor(tensor);
        let count = usize::try_from(tensor.count()?).ok().filter(|&n| n <= limit)?;
        let element = tensor.element?;
        match &tensor.storage {
            Storage::Packed(file, span) => unpack(element, span.of(self.file_bytes(*file)?), count),
            Storage::Owned(bytes) => unpack(element, bytes, count),
            Storage::Fields(field, spans) => {
                crate::read::onnx::fields::elements(element, *field, spans, &self.records, count)
            }
            Storage::Dense(elements) => (elements.len() == count).then(|| elements.clone()),
            Storage::Missing if count == 0 => unpack(element, &[], 0),
            Storage::Missing | Storage::Strings(_) | Storage::OwnedStrings(_) => None,
        }
    }

    /// The contract's path of a graph: `main`, `main/NODE/then_branch`, `function DOMAIN::NAME`, `example/1`.
    pub fn path(&self, graph: GraphId) -> String {
        let mut parts = Vec::new();
        let mut at = graph;
        loop {
            match self.graph(at).role {
                GraphRole::Main => parts.push("main".to_owned()),
                GraphRole::Example(n) => parts.push(format!("example/{n}")),
                GraphRole::Training(n, algorithm) => {
                    parts.push(format!("training/{n}/{}", if algorithm { "algorithm" } else { "initialization" }));
                }
                GraphRole::Function(n) => {
                    let f = &self.functions[n as usize];
                    let (domain, name, overload) = (self.name(f.domain), self.name(f.name), self.name(f.overload));
                    let colon = if overload.is_empty() { "" } else { ":" };
                    parts.push(format!("function {domain}::{name}{colon}{overload}"));
                }
                GraphRole::Body { owner, attribute, index } => {
                    let index = if index == 0 { String::new() } else { format!("/{index}") };
                    parts.push(format!("{}/{}{index}", self.node_label(owner), self.name(attribute)));
                    at = self.node(owner).graph;
                    continue;
                }
            }
            break;
        }
        parts.reverse();
        parts.join("/")
    }

    /// A node in a path: its name with `~` and `/` escaped, or `#INDEX` where it has none.
    pub fn node_label(&self, node: NodeId) -> String {
        match self.name(self.node(node).name) {
            "" => format!("#{}", self.position(node)),
            name => name.replace('~', "~0").replace('/', "~1"),
        }
    }

    /// A node in a message: its name in backquotes, or its operator and index.
    pub fn describe(&self, node: NodeId) -> String {
        match self.name(self.node(node).name) {
            "" => format!("node #{} ({})", self.position(node), self.op_type(node)),
            name => format!("`{name}`"),
        }
    }

    /// Whether the file is a piece of a model (a bare layer, a single message), where nothing is the whole.
    pub fn is_fragment(&self) -> bool {
        self.fragment
    }

    /// ONNX: the protobuf bytes that the model was read from; for ONNX text those that the text stands for.
    pub fn records(&self) -> &Bytes {
        &self.records
    }

    /// The name by which messages call a value: the tensor's, or the layer's.
    pub fn value_name(&self, value: ValueId) -> &str {
        self.name(self.value(value).name)
    }
}
