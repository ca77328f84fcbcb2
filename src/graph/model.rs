//! The model: arenas of graphs, nodes and values, with everything as the file writes it.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;

use bytes::Bytes;

use super::annotation::{DeviceConfiguration, Header, NodeDevices, QuantizationAnnotation, ValueInfo};
use super::attribute::Attribute;
use super::edit_log::EditLog;
use super::layout::Layout;
use super::names::Names;
use super::port_spans::PortSpans;
use super::records::{
    Declaration, Elision, Function, Graph, Node, OpName, Operand, OpsetImport, OutputPort, Port, Status, Value,
};
use super::shared::Shared;
use super::tensor::{DataFile, StoredTensor};
use super::use_lists::{OutputLists, UseLists};
use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
use crate::ids::{GraphId, NameId, NodeId, OpId, OutputPortId, ValueId};
use crate::source::Source;
use crate::suppression::Suppression;

/// A model as read from a file.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) source: Source,
    /// The bytes that tensors of the model file refer to: the file itself, or for ONNX text the records that it was
    /// converted to.
    pub(crate) records: Bytes,
    pub(crate) format: Format,
    pub(crate) status: Status,
    /// Only part of a model: a bare layer or a single message.
    pub(crate) fragment: bool,
    pub(crate) ir_version: Option<i64>,
    pub(crate) opsets: Vec<OpsetImport>,
    pub(crate) metadata: Shared<Vec<(NameId, Option<NameId>)>>,
    pub(crate) names: Shared<Names>,
    pub(crate) ops: Vec<OpName>,
    pub(crate) graphs: Shared<Vec<Graph>>,
    pub(crate) nodes: Shared<Vec<Node>>,
    pub(crate) values: Shared<Vec<Value>>,
    pub(crate) operands: Shared<Vec<Operand>>,
    pub(crate) ports: Shared<Vec<Port>>,
    pub(crate) output_ports: Shared<Vec<OutputPort>>,
    pub(crate) port_spans: Shared<PortSpans>,
    pub(crate) attributes: Shared<Vec<Attribute>>,
    pub(crate) tensors: Shared<Vec<StoredTensor>>,
    pub(crate) declarations: Shared<Vec<Declaration>>,
    pub(crate) functions: Vec<Function>,
    pub(crate) files: Vec<DataFile>,
    /// Whether files next to the model were not read because the caller does not want their weights.
    pub(crate) omits_weights: bool,
    /// ONNX: the locations of external data, each once.
    pub(crate) locations: Vec<String>,
    /// Layers of examples that explicitly omit something.
    pub(crate) elisions: Vec<(NodeId, Elision)>,
    /// Graphs that could not be read completely, in ascending order.
    pub(crate) incomplete_graphs: Vec<GraphId>,
    /// ONNX: values whose name another definition in the same graph also has, so that readers may mean either.
    pub(crate) ambiguous: BTreeSet<ValueId>,
    pub(crate) header: Header,
    /// In the order of the graphs, and of the file.
    pub(crate) infos: Shared<Vec<ValueInfo>>,
    pub(crate) quantization: Shared<Vec<QuantizationAnnotation>>,
    /// The names in `initialization_binding` and `update_binding` of the training information.
    pub(crate) training_bindings: Vec<NameId>,
    pub(crate) device_configurations: Vec<DeviceConfiguration>,
    /// In the order of the nodes.
    pub(crate) node_devices: Vec<NodeDevices>,
    /// The suppressions in the file.
    pub(crate) suppressions: Vec<Suppression>,
    /// The diagnostics of reading.
    pub(crate) findings: Vec<Arc<Diagnostic>>,
    /// The edits since then; `None`: the model is as read.
    pub(crate) edits: Option<Box<EditLog>>,
    /// The order of nodes in which edits and questions about the order are made; made when it is first needed.
    pub(crate) layout: OnceLock<Layout>,
    /// The readers of each value; made when it is first needed.
    pub(crate) use_lists: OnceLock<UseLists>,
    pub(crate) output_lists: OnceLock<OutputLists>,
    /// The ids of `ops`, once nodes are added.
    pub(crate) op_ids: HashMap<OpName, OpId>,
    /// IR: an id above those of all layers, once a layer is added.
    pub(crate) next_layer: Option<u64>,
    /// The number of names made from each stem.
    pub(crate) next_names: HashMap<String, u64>,
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
            metadata: Shared::default(),
            names: Shared::default(),
            ops: Vec::new(),
            graphs: Shared::default(),
            nodes: Shared::default(),
            values: Shared::default(),
            operands: Shared::default(),
            ports: Shared::default(),
            output_ports: Shared::default(),
            port_spans: Shared::default(),
            attributes: Shared::default(),
            tensors: Shared::default(),
            declarations: Shared::default(),
            functions: Vec::new(),
            files: Vec::new(),
            omits_weights: false,
            locations: Vec::new(),
            elisions: Vec::new(),
            incomplete_graphs: Vec::new(),
            ambiguous: BTreeSet::new(),
            header: Header::default(),
            infos: Shared::default(),
            quantization: Shared::default(),
            training_bindings: Vec::new(),
            device_configurations: Vec::new(),
            node_devices: Vec::new(),
            suppressions: Vec::new(),
            findings: Vec::new(),
            edits: None,
            layout: OnceLock::new(),
            use_lists: OnceLock::new(),
            output_lists: OnceLock::new(),
            op_ids: HashMap::new(),
            next_layer: None,
            next_names: HashMap::new(),
        }
    }

    /// IR: adds the port that a value is; ONNX has none.
    pub(crate) fn add_output_port(&mut self, port: OutputPort) -> Option<OutputPortId> {
        if port == OutputPort::default() {
            return None;
        }
        self.output_ports.push(port);
        Some(OutputPortId::at(self.output_ports.len() - 1))
    }
}
