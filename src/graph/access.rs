//! Access to the contents of a model.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;

use super::annotation::{DeviceConfiguration, Header, NodeDevices, QuantizationAnnotation, ValueInfo};
use super::attribute::Attribute;
use super::label::tensor_names;
use super::layout::NodeIds;
use super::model::Model;
use super::names::Names;
use super::order;
use super::records::{
    Declaration, Elision, Function, Graph, GraphRole, Node, OpName, Operand, OpsetImport, OutputPort, Port, Status,
    Value, ValueRole,
};
use super::tensor::{DataFile, FileId, Storage, StoredTensor};
use crate::diagnostic::Diagnostic;
use crate::dialect::{Dialect, Format};
use crate::elements::Elements;
use crate::fact::ValueType;
use crate::ids::{DeclarationId, GraphId, NameId, NodeId, TensorId, ValueId};
use crate::rules;
use crate::source::Source;
use crate::tensor::packing::unpack;

impl Model {
    /// The file that the model was read from. Spans are byte ranges of it; a text in UTF-16 is converted to UTF-8
    /// first.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The format of the file.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Whether a model could be read at all.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The specification that the operators follow.
    pub fn dialect(&self) -> Dialect {
        match self.format {
            Format::Onnx | Format::OnnxText | Format::Unknown => Dialect::Onnx,
            Format::OpenVinoIr | Format::SpecExample => Dialect::OpenVino,
        }
    }

    /// ONNX: `ir_version`. IR: `version` of the root. `None` if the file has none.
    pub fn ir_version(&self) -> Option<i64> {
        self.ir_version
    }

    /// ONNX: the operator sets that the model imports, as written.
    pub fn opsets(&self) -> &[OpsetImport] {
        &self.opsets
    }

    /// The metadata of the model as key-value pairs.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, &str)> {
        self.metadata_entries().filter_map(|(key, value)| Some((key, value?)))
    }

    /// The same with the entries that were removed, which have no value: those of the file come first, in its order.
    pub(crate) fn metadata_entries(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.metadata.iter().map(|&(key, value)| (self.name(key), value.map(|value| self.name(value))))
    }

    /// The diagnostics of reading the file.
    pub fn findings(&self) -> &[Arc<Diagnostic>] {
        &self.findings
    }

    /// The string of an id. Names of nodes, values, attributes and domains are interned. Empty if the file has none.
    pub fn name(&self, id: NameId) -> &str {
        self.names.get(id)
    }

    /// The interned names.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Every graph: the main graph or the examples first, then functions and bodies.
    pub fn graphs(&self) -> impl Iterator<Item = GraphId> + '_ {
        (0..self.graphs.len()).map(GraphId::at).filter(|&graph| !self.is_removed_graph(graph))
    }

    /// The ids of all graphs, in ascending order, with those of removed nodes: for lists by graph.
    pub(crate) fn graph_ids(&self) -> impl Iterator<Item = GraphId> + use<> {
        (0..self.graphs.len()).map(GraphId::at)
    }

    /// The graph around a body and the bodies around it; any other graph itself.
    pub(crate) fn root(&self, mut graph: GraphId) -> GraphId {
        while let GraphRole::Body { owner, .. } = self.graph(graph).role {
            graph = self.node(owner).graph;
        }
        graph
    }

    /// The main graph; `None` in an unreadable file and in a specification page.
    pub fn main_graph(&self) -> Option<GraphId> {
        self.graphs().find(|&g| self.graph(g).role == GraphRole::Main)
    }

    /// The record of a graph: its role, and the ranges of its nodes, values, inputs and outputs.
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn graph(&self, id: GraphId) -> &Graph {
        self.graphs.get(id.index()).unwrap_or_else(|| foreign("graph", id.index(), self.graphs.len()))
    }

    /// The record of a node, names as the file writes them; [`Model::inputs`], [`Model::outputs`] and
    /// [`Model::attributes`] read it.
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or_else(|| foreign("node", id.index(), self.nodes.len()))
    }

    /// The record of a value: its producer, and what the file declares. What is inferred is in the
    /// [`FactStore`](crate::facts::FactStore).
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn value(&self, id: ValueId) -> &Value {
        self.values.get(id.index()).unwrap_or_else(|| foreign("value", id.index(), self.values.len()))
    }

    /// The operator of a node.
    pub fn op(&self, node: NodeId) -> &OpName {
        &self.ops[self.node(node).op.index()]
    }

    /// The operator's type by which it is looked up, as in `ReduceMin`; [`Model::written_op_type`] is what the file has.
    pub fn op_type(&self, node: NodeId) -> &str {
        self.name(self.op(node).name)
    }

    /// The operator's type as the file writes it. IR: OpenVINO also reads `reducemin` and old names such as `Const`.
    pub fn written_op_type(&self, node: NodeId) -> &str {
        self.name(self.op(node).written)
    }

    /// The record of a constant: element type, shape, and where its bytes are. [`Model::load`] reads them.
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn tensor(&self, id: TensorId) -> &StoredTensor {
        self.tensors.get(id.index()).unwrap_or_else(|| foreign("tensor", id.index(), self.tensors.len()))
    }

    /// IR: the port that a value is. ONNX: one without an id and names.
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn output_port(&self, value: ValueId) -> OutputPort {
        self.value(value).port.map_or_else(OutputPort::default, |port| self.output_ports[port.index()])
    }

    /// IR: the tensor names of a value, by which runtimes find it. A comma in a name is one here, and `\,` in the file. ONNX:
    /// none.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<net name="g" version="11"><layers>
    ///     <layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
    ///     <output><port id="0" precision="FP32" names="a\,b,c"><dim>2</dim></port></output></layer>
    ///     </layers><edges/></net>"#;
    /// let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    /// let x = model.graph(model.main_graph().unwrap()).inputs[0];
    /// assert_eq!(model.tensor_names(x).collect::<Vec<_>>(), ["a,b", "c"]);
    /// ```
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn tensor_names(&self, value: ValueId) -> impl Iterator<Item = Cow<'_, str>> {
        tensor_names(self.name(self.output_port(value).tensor_names))
    }

    /// A declared type as the file writes it, with its location; inference never changes it.
    ///
    /// # Panics
    /// If the id belongs to another model and is out of range for this one.
    #[track_caller]
    pub fn declaration(&self, id: DeclarationId) -> &Declaration {
        self.declarations.get(id.index()).unwrap_or_else(|| foreign("declaration", id.index(), self.declarations.len()))
    }

    /// ONNX: the model-local functions, in file order; each body is a graph of the model. Empty for IR.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Whether records of this graph or of an outer one could not be read. What is missing in it is then not reported.
    pub fn is_partial(&self, graph: GraphId) -> bool {
        self.incomplete_graphs.binary_search(&graph).is_ok()
    }

    /// Whether all of a model was read, so that it can be written and compared: the file is not cut off, within the limits,
    /// and without records that could not be read.
    pub fn is_complete(&self) -> bool {
        let rules = [&rules::truncated_model::RULE, &rules::limit_exceeded::RULE];
        self.status() == Status::Ok
            && !self.graphs().any(|graph| self.is_partial(graph))
            && !self.findings().iter().any(|finding| rules.contains(&&*finding.rule))
    }

    /// Whether it is a whole model, all of which was read.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_complete() && !self.is_fragment() && self.format() != Format::SpecExample
    }

    /// ONNX: the producer of the model and its other header fields.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// ONNX: the types that a graph's `value_info` declares, in file order.
    pub fn value_infos(&self, graph: GraphId) -> &[ValueInfo] {
        let start = self.infos.partition_point(|i| i.graph < graph);
        let end = self.infos.partition_point(|i| i.graph <= graph);
        &self.infos[start..end]
    }

    /// ONNX: the quantization annotations of the file.
    pub fn quantization(&self) -> &[QuantizationAnnotation] {
        &self.quantization
    }

    /// ONNX: the device configurations that nodes may refer to.
    pub fn device_configurations(&self) -> &[DeviceConfiguration] {
        &self.device_configurations
    }

    /// ONNX: how a node is distributed over devices.
    pub fn node_devices(&self, node: NodeId) -> &[NodeDevices] {
        let start = self.node_devices.partition_point(|d| d.node < node);
        let end = self.node_devices.partition_point(|d| d.node <= node);
        &self.node_devices[start..end]
    }

    /// The nodes of a graph, in file order; of an edited model, in the order in which they run.
    pub fn nodes_of(&self, graph: GraphId) -> NodeIds<'_> {
        match &self.edits {
            None => NodeIds::ascending(self.graph(graph).nodes.clone()),
            Some(_) => NodeIds::linked(self.layout(), graph),
        }
    }

    /// The nodes of a graph, producers before consumers, otherwise in file order. Nodes on a cycle come last.
    pub fn topological_order(&self, graph: GraphId) -> Vec<NodeId> {
        order::sorted(self, &self.nodes_of(graph).collect::<Vec<_>>())
    }

    /// The values of a graph: inputs, initializers, then node outputs in file order; after them those that edits added.
    pub fn values_of(&self, graph: GraphId) -> impl Iterator<Item = ValueId> + '_ {
        let new = self.edits.as_ref().and_then(|edits| edits.values.get(&graph)).into_iter().flatten().copied();
        let values = self.graph(graph).values.clone().map(ValueId::new).chain(new);
        values.filter(|&value| !self.is_removed_value(value))
    }

    /// The position of a node in its graph, counted from 0. The first call after an edit takes time in proportion to the model.
    pub fn node_index(&self, node: NodeId) -> usize {
        let graph = self.node(node).graph;
        match self.edits {
            None => (node.position() - self.graph(graph).nodes.start) as usize,
            Some(_) => self.layout().position(node),
        }
    }

    /// The inputs of a node, in order.
    pub fn inputs(&self, node: NodeId) -> &[Operand] {
        let range = &self.node(node).inputs;
        &self.operands[range.start as usize..range.end as usize]
    }

    /// IR: the input port at a position, with what the file records on it. `None` for ONNX and past the last input.
    pub fn input_port(&self, node: NodeId, input: usize) -> Option<&Port> {
        let range = &self.node(node).inputs;
        let index = range.start as usize + input;
        if index < range.end as usize { self.ports.get(index) } else { None }
    }

    /// The outputs of a node, in order. An omitted output of ONNX is a value with an empty name.
    pub fn outputs(&self, node: NodeId) -> impl ExactSizeIterator<Item = ValueId> + use<> {
        self.node(node).outputs.clone().map(ValueId::new)
    }

    /// The attributes of a node, in file order.
    pub fn attributes(&self, node: NodeId) -> &[Attribute] {
        let range = &self.node(node).attributes;
        &self.attributes[range.start as usize..range.end as usize]
    }

    /// The first attribute of this name, as written. `None` if the node has none;
    /// [`Model::attribute_or_default`] applies the default of the operator.
    pub fn attribute(&self, node: NodeId, name: &str) -> Option<&Attribute> {
        self.attributes(node).iter().find(|a| self.names.is(a.name, name.as_bytes()))
    }

    /// The type that the file declares for a value. ONNX: of a graph input, output or `value_info`. IR: of the port.
    /// `None` if it declares none.
    pub fn declared(&self, value: ValueId) -> Option<&ValueType> {
        self.value(value).declaration.map(|d| &*self.declaration(d).ty)
    }

    /// Whether a value is a placeholder for an output that the file omits.
    pub(crate) fn is_omitted(&self, value: ValueId) -> bool {
        let record = self.value(value);
        record.name.is_empty() && self.dialect() == Dialect::Onnx && matches!(record.role, ValueRole::Output(_))
    }

    /// The node that produces a value, and the position of the value among its outputs; `None` for graph inputs and
    /// initializers.
    pub fn producing_output(&self, value: ValueId) -> Option<(NodeId, u32)> {
        let node = self.producer(value)?;
        Some((node, value.position() - self.node(node).outputs.start))
    }

    /// The node that produces a value; `None` for graph inputs and initializers.
    pub fn producer(&self, value: ValueId) -> Option<NodeId> {
        match self.value(value).role {
            ValueRole::Output(node) => Some(node),
            _ => None,
        }
    }

    /// The bytes of a file with tensor data; `None` if it can no longer be read.
    pub(crate) fn file_bytes(&self, file: FileId) -> Option<&Bytes> {
        match file.0 {
            0 => Some(&self.records),
            n => self.files.get(n as usize - 1)?.bytes(),
        }
    }

    /// The files next to the model that contain tensor data.
    pub fn data_files(&self) -> &[DataFile] {
        &self.files
    }

    /// ONNX: the locations of external data as written, relative to the model's folder, whether or not the files exist.
    pub fn data_locations(&self) -> &[String] {
        &self.locations
    }

    /// The size in bytes of the model file on disk.
    pub fn file_len(&self) -> u64 {
        // Text of another encoding is read as UTF-8; the records of IR are the file's own bytes.
        let bytes = if self.format == Format::OpenVinoIr { &self.records } else { self.source.bytes() };
        bytes.len() as u64
    }

    /// Adds a file with tensor data.
    pub(crate) fn add_file(&mut self, file: DataFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32)
    }

    /// The elements of a constant with at most `limit` elements; `None` if there are more, if they are neither
    /// integers nor floats, or if their bytes are missing.
    pub fn elements(&self, tensor: TensorId, limit: usize) -> Option<Elements> {
        let tensor = self.tensor(tensor);
        let count = usize::try_from(tensor.num_elements()?).ok().filter(|&n| n <= limit)?;
        let element = tensor.element?;
        match &tensor.storage {
            Storage::Packed(file, span) => unpack(element, span.of(self.file_bytes(*file)?), count),
            Storage::Owned(bytes) => unpack(element, bytes, count),
            Storage::Fields(field, spans) => {
                crate::tensor::typed_data::elements(element, *field, spans, &self.records, count)
            }
            Storage::Dense(elements) => (elements.len() == count).then(|| elements.clone()),
            Storage::Missing if count == 0 => unpack(element, &[], 0),
            Storage::Missing | Storage::Mismatched | Storage::Strings(_) | Storage::OwnedStrings(_) => None,
        }
    }

    /// Whether a finding is about something that an example explicitly omits.
    pub(crate) fn is_elided(&self, finding: &Diagnostic) -> bool {
        let Some(node) = finding.place.node else { return false };
        let Ok(at) = self.elisions.binary_search_by_key(&node, |(node, _)| *node) else { return false };
        let ports = [&rules::wrong_input_count::RULE, &rules::wrong_output_count::RULE, &rules::invalid_body::RULE];
        finding.rule == &rules::missing_attribute::RULE
            || self.elisions[at].1 == Elision::Anything && ports.contains(&&*finding.rule)
    }

    /// Whether the file is only part of a model: a bare layer or a single message.
    pub fn is_fragment(&self) -> bool {
        self.fragment
    }

    /// ONNX: the protobuf bytes that the model was read from; for ONNX text those that the text was converted to.
    pub fn records(&self) -> &Bytes {
        &self.records
    }

    /// Whether the records are the bytes of the source themselves: places in one are places in the other. IR in another
    /// encoding than UTF-8, or with a byte order mark, was read from a copy or from a part of them.
    pub(crate) fn has_records_of_file(&self) -> bool {
        let (records, source) = (&self.records, self.source.bytes());
        records.as_ptr() == source.as_ptr() && records.len() == source.len()
    }
}

/// Panics: an id of another model is a mistake of the caller, as is an index past the end of a slice.
#[cold]
#[track_caller]
pub(crate) fn foreign(what: &str, index: usize, count: usize) -> ! {
    panic!("{what} {index} does not belong to this model, which has {count} of them")
}
