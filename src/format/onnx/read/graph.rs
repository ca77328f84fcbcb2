//! Graphs, one after another: subgraphs found in attributes are queued. So nothing recurses, the nodes and values of a
//! graph are contiguous, and a graph is complete before its subgraphs are read.

use super::gap::Gap;
use super::memory;
use super::node::NodeFields;
use super::reader::{GraphMessage, GraphTask, Info, Reader};
use super::types::Declared;
use crate::diagnostic::Diagnostic;
use crate::format::onnx::schema::{Message, function, graph};
use crate::graph::{Graph, GraphOutput, GraphRole, Operand, Value, ValueRole};
use crate::ids::{DeclarationId, GraphId, NameId, ValueId};
use crate::place::Place;
use crate::protobuf::{Fields, Wire};
use crate::rule::Level;
use crate::rules::{limit_exceeded, unnamed_graph};
use crate::source::Span;
use crate::suppression::Scope;

/// The records of a graph except its nodes, in file order.
#[derive(Default)]
struct GraphRecords {
    name: NameId,
    nodes: usize,
    inputs: Vec<Span>,
    initializers: Vec<Span>,
    sparse: Vec<Span>,
    outputs: Vec<Span>,
    infos: Vec<Span>,
    annotations: Vec<Span>,
    metadata: Vec<Span>,
}

/// The meaning of the fields of a graph's record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Node,
    Name,
    Initializer,
    Sparse,
    Input,
    Output,
    Info,
    Annotation,
    Metadata,
}

impl Role {
    /// The memory of a record.
    fn memory(self) -> u64 {
        match self {
            Role::Input => memory::DECLARED_INPUT,
            Role::Output => memory::DECLARED_OUTPUT,
            Role::Info => memory::DECLARED_TYPE,
            Role::Initializer => memory::INITIALIZER,
            Role::Sparse => memory::SPARSE_INITIALIZER,
            _ => memory::OTHER,
        }
    }
}

impl GraphMessage {
    fn message(self) -> &'static Message {
        match self {
            GraphMessage::Graph | GraphMessage::Node => &graph::MESSAGE,
            GraphMessage::Function(_) => &function::MESSAGE,
        }
    }

    fn role(self, number: u32) -> Option<Role> {
        Some(match (self, number) {
            (GraphMessage::Graph, graph::NODE) | (GraphMessage::Function(_), function::NODE) => Role::Node,
            (GraphMessage::Graph, graph::NAME) | (GraphMessage::Function(_), function::NAME) => Role::Name,
            (GraphMessage::Graph, graph::INITIALIZER) => Role::Initializer,
            (GraphMessage::Graph, graph::SPARSE_INITIALIZER) => Role::Sparse,
            (GraphMessage::Graph, graph::INPUT) | (GraphMessage::Function(_), function::INPUT) => Role::Input,
            (GraphMessage::Graph, graph::OUTPUT) | (GraphMessage::Function(_), function::OUTPUT) => Role::Output,
            (GraphMessage::Graph, graph::VALUE_INFO) | (GraphMessage::Function(_), function::VALUE_INFO) => Role::Info,
            (GraphMessage::Graph, graph::QUANTIZATION_ANNOTATION) => Role::Annotation,
            (GraphMessage::Graph, graph::METADATA_PROPS) | (GraphMessage::Function(_), function::METADATA_PROPS) => {
                Role::Metadata
            }
            _ => return None,
        })
    }
}

impl<'a> Reader<'a> {
    /// Queues a graph to be read. One that nests too deep remains empty and is reported. `None` if there is no memory for it, which
    /// is reported, too; for the main graph, there always is.
    pub(crate) fn enqueue(&mut self, role: GraphRole, mut work: GraphTask, place: Place) -> Option<GraphId> {
        if !self.take(1, memory::GRAPH) && role != GraphRole::Main {
            return None;
        }
        let limit = self.options.limits.max_depth;
        if work.depth > limit {
            let message = format!("subgraphs nest deeper than {limit} (`max_depth`)");
            self.diagnostics.report(
                Diagnostic::new(&limit_exceeded::RULE, place, message)
                    .note("this one was not read")
                    .data("limit", limit),
            );
        }
        if work.depth > limit {
            work.parts.clear();
            work.partial = true;
        }
        work.partial |= work.parts.iter().any(|&part| self.is_partial(part));
        let span = work.parts.first().map_or(place.span.unwrap_or_default(), |&part| self.span(part));
        self.model.graphs.push(Graph {
            name: NameId::EMPTY,
            role,
            nodes: 0..0,
            values: 0..0,
            inputs: Vec::new(),
            outputs: Vec::new(),
            span,
        });
        self.work.push(work);
        Some(GraphId::at(self.model.graphs.len() - 1))
    }

    /// Reads every queued graph and their subgraphs.
    pub(crate) fn read_graphs(&mut self) {
        let mut next = 0;
        while next < self.work.len() {
            self.read_graph(GraphId::at(next));
            next += 1;
        }
    }

    fn read_graph(&mut self, graph: GraphId) {
        let Some(work) = self.work.get_mut(graph.index()) else { return };
        let (layout, parts) = (work.layout, std::mem::take(&mut work.parts));
        let records = match layout {
            GraphMessage::Node => GraphRecords { nodes: 1, ..GraphRecords::default() },
            _ => self.gather(graph, layout, &parts),
        };
        self.set_name(graph, records.name, layout);
        let (nodes, values) = (self.model.nodes.len() as u32, self.model.values.len() as u32);
        self.reserve(&records, graph);
        self.read_inputs(graph, &records, layout);
        self.read_initializers(graph, &records.initializers, &records.sparse);
        self.read_nodes(graph, layout, &parts);
        self.read_outputs(graph, &records, layout);
        self.read_infos(graph, &records);
        self.read_annotations(graph, &records.annotations);
        self.unique_keys(&records.metadata, Place::graph(graph));
        self.suppressions(&records.metadata, Scope::Graph(graph));
        let (last_node, last_value) = (self.model.nodes.len() as u32, self.model.values.len() as u32);
        let read = &mut self.model.graphs[graph.index()];
        (read.nodes, read.values) = (nodes..last_node, values..last_value);
    }

    fn set_name(&mut self, graph: GraphId, name: NameId, layout: GraphMessage) {
        let read = &mut self.model.graphs[graph.index()];
        read.name = name;
        let wanted = name.is_empty() && layout == GraphMessage::Graph && !self.open;
        let (main, body) = (read.role == GraphRole::Main, matches!(read.role, GraphRole::Body { .. }));
        if wanted && body && !self.work[graph.index()].partial {
            let message = "a subgraph has no name";
            let finding = Diagnostic::new(&unnamed_graph::RULE, Place::graph(graph), message).level(Level::Error);
            let finding = finding.note("`onnx.checker` and ONNX Runtime reject the model");
            self.diagnostics.report(finding.help("set `name` of the graph"));
        }
        if wanted && main && !self.work[graph.index()].partial {
            self.diagnostics.report(
                Diagnostic::new(&unnamed_graph::RULE, Place::graph(graph), "the main graph has no name")
                    .note("`onnx.checker` rejects the model; ONNX Runtime accepts it")
                    .help("set `graph.name`"),
            );
        }
    }

    /// The first scan: counts nodes and collects the records of everything else.
    fn gather(&mut self, graph: GraphId, layout: GraphMessage, parts: &[Span]) -> GraphRecords {
        let mut records = GraphRecords::default();
        for &part in parts {
            let mut fields = self.fields(part);
            for field in fields.by_ref() {
                let Some((role, span)) = layout.role(field.number).zip(payload(field.value)) else {
                    self.unexpected(layout.message(), field, Place::graph(graph));
                    continue;
                };
                if !matches!(role, Role::Node | Role::Name) && !self.take(1, role.memory()) {
                    self.work[graph.index()].partial = true;
                    break;
                }
                match role {
                    Role::Node => records.nodes += 1,
                    Role::Name => records.name = self.name(span, "name", Place::graph(graph)),
                    Role::Input => records.inputs.push(span),
                    Role::Initializer => records.initializers.push(span),
                    Role::Sparse => records.sparse.push(span),
                    Role::Output => records.outputs.push(span),
                    Role::Info => records.infos.push(span),
                    Role::Annotation => records.annotations.push(span),
                    Role::Metadata => records.metadata.push(span),
                }
            }
            self.note_end(graph, &fields, part, layout);
        }
        records
    }

    /// Marks a graph whose record is malformed. Truncation of the file has already been reported.
    fn note_end(&mut self, graph: GraphId, fields: &Fields<'_>, part: Span, layout: GraphMessage) {
        let cut = self.truncated && part.end >= self.bytes.len() as u64;
        if fields.fault().is_some() && (cut || self.broken(fields, layout.message(), part, Place::graph(graph))) {
            self.work[graph.index()].partial = true;
        }
    }

    fn reserve(&mut self, records: &GraphRecords, graph: GraphId) {
        // Reserving matters for one large graph; small subgraphs grow the arenas as needed.
        if graph.index() > 0 {
            return;
        }
        let nodes = records.nodes.min(self.left());
        let others = records.inputs.len() + records.initializers.len();
        self.model.nodes.reserve(nodes);
        self.model.values.reserve(nodes + others);
        self.model.operands.reserve(nodes + nodes / 2);
        // In a chain of nodes with short names, each name has 16 bytes of the file or more.
        self.model.names.reserve((2 * nodes + others).min(self.bytes.len() / 16));
        self.model.declarations.reserve(records.infos.len() + records.inputs.len());
        self.model.tensors.reserve(records.initializers.len());
    }

    fn read_inputs(&mut self, graph: GraphId, records: &GraphRecords, layout: GraphMessage) {
        self.model.graphs[graph.index()].inputs.reserve_exact(records.inputs.len());
        for &record in &records.inputs {
            let declared = match layout {
                GraphMessage::Function(_) => {
                    Declared { name: self.name(record, "input", Place::graph(graph)), declaration: None }
                }
                _ => self.value_info(record, Place::graph(graph)),
            };
            self.add_input(graph, declared);
        }
        if self.open && graph.index() == 0 {
            for name in std::mem::take(&mut self.free) {
                self.add_input(graph, Declared { name, declaration: None });
            }
        }
    }

    fn add_input(&mut self, graph: GraphId, declared: Declared) {
        let Declared { name, declaration } = declared;
        let value = self.add_value(graph, name, ValueRole::Input { default: None }, declaration);
        self.model.graphs[graph.index()].inputs.push(value);
        if self.model.graph(graph).role == GraphRole::Main {
            self.input_gaps.push(Gap::of(self.model.declared(value)));
        }
    }

    pub(crate) fn add_value(
        &mut self,
        graph: GraphId,
        name: NameId,
        role: ValueRole,
        declaration: Option<DeclarationId>,
    ) -> ValueId {
        self.model.values.push(Value::new(graph, name, role, declaration));
        ValueId::at(self.model.values.len() - 1)
    }

    fn read_nodes(&mut self, graph: GraphId, layout: GraphMessage, parts: &[Span]) {
        let mut draft = NodeFields::default();
        for &part in parts {
            if layout == GraphMessage::Node {
                self.node(graph, part, &mut draft);
                continue;
            }
            for field in self.fields(part) {
                if layout.role(field.number) != Some(Role::Node) {
                    continue;
                }
                let Some(record) = payload(field.value) else { continue };
                if !self.node(graph, record, &mut draft) {
                    self.work[graph.index()].partial = true;
                }
            }
        }
    }

    fn read_outputs(&mut self, graph: GraphId, records: &GraphRecords, layout: GraphMessage) {
        // Bodies are many, and most have one output.
        self.model.graphs[graph.index()].outputs.reserve_exact(records.outputs.len());
        for &record in &records.outputs {
            let declared = match layout {
                GraphMessage::Function(_) => {
                    Declared { name: self.name(record, "output", Place::graph(graph)), declaration: None }
                }
                _ => self.value_info(record, Place::graph(graph)),
            };
            let Declared { name, declaration } = declared;
            let output = GraphOutput { operand: Operand::Undefined(name), name, declaration, node: None };
            self.model.graphs[graph.index()].outputs.push(output);
        }
    }

    fn read_infos(&mut self, graph: GraphId, records: &GraphRecords) {
        let start = self.infos.len();
        for &record in &records.infos {
            let Declared { name, declaration } = self.value_info(record, Place::graph(graph));
            let declaration = declaration.unwrap_or_else(|| {
                let span = self.span(record);
                self.declare(crate::fact::ValueType::Unknown, span)
            });
            self.infos.push(Info { name, declaration });
        }
        self.work[graph.index()].infos = start..self.infos.len();
    }
}

fn payload(value: Wire) -> Option<Span> {
    match value {
        Wire::Payload(span) => Some(span),
        _ => None,
    }
}
