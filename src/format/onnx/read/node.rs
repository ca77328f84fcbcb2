//! Nodes, with one scan each.

use super::attribute::Owner;
use super::memory;
use super::opset::OpKey;
use super::reader::Reader;
use crate::diagnostic::Diagnostic;
use crate::format::onnx::schema::node;
use crate::graph::{Node, Operand, Value, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, OpId};
use crate::place::Place;
use crate::protobuf::Wire;
use crate::rules::limit_exceeded;
use crate::source::{PackedSpan, Span};
use crate::suppression::Scope;

/// The result of scanning a node. One is reused for all nodes of a graph, to keep the capacity of its lists.
#[derive(Default)]
pub(crate) struct NodeFields {
    name: NameId,
    key: OpKey,
    /// The number of inputs and outputs, those beyond the limit included, which are not stored.
    ports: usize,
    /// The texts of its names.
    texts: Texts,
    metadata: Vec<Span>,
    devices: Vec<Span>,
    /// Operators of the nodes before, by the position of their names.
    recent_ops: [Option<(OpKey, OpId)>; RECENT],
}

/// The number of operators that are found without a hash.
const RECENT: usize = 16;

/// The names in a node. They are added together: asking for the table of names takes as long as finding one.
#[derive(Default)]
struct Texts {
    name: Span,
    op_type: Span,
    domain: Span,
    overload: Span,
    inputs: Vec<Span>,
    outputs: Vec<Span>,
    /// Those that are no UTF-8, with their fields.
    invalid: Vec<(&'static str, Span)>,
}

impl Texts {
    fn clear(&mut self) {
        (self.name, self.op_type, self.domain, self.overload) = Default::default();
        self.inputs.clear();
        self.outputs.clear();
        self.invalid.clear();
    }
}

/// Where the arenas ended before a node, to discard the parts of a malformed one.
struct Mark {
    operands: usize,
    values: usize,
    attributes: usize,
    graphs: usize,
    findings: usize,
    /// Tensors in other files that cannot be used.
    affected: usize,
}

impl Reader<'_> {
    /// Reads a `NodeProto`. `false`, and a finding, if it is malformed or exceeds a limit; it is then omitted.
    pub(crate) fn node(&mut self, graph: GraphId, record: Span, draft: &mut NodeFields) -> bool {
        let node = NodeId::at(self.model.nodes.len());
        let span = self.span(record);
        // Findings about a node that does not exist yet refer to its bytes.
        let place = Place::node(graph, node).at(span);
        let mark = self.mark();
        let Some(op) = self.whole_node(record, draft, &mark, place) else {
            self.diagnostics.detach(mark.findings);
            self.external.detach(node, mark.affected);
            self.reset(mark);
            return false;
        };
        self.push_node(graph, op, draft.name, span, &mark);
        self.unique_keys(&draft.metadata, place);
        self.suppressions(&draft.metadata, Scope::Node(node));
        self.node_devices(node, &draft.devices, place);
        true
    }

    /// Scans a node, and looks up its operator. `None`, and a finding, if it is malformed or exceeds a limit.
    fn whole_node(&mut self, record: Span, draft: &mut NodeFields, mark: &Mark, place: Place) -> Option<OpId> {
        let (graph, node) = (place.graph?, place.node?);
        let whole = self.take(1, memory::NODE)
            && self.node_fields(record, draft, place)
            && self.take_ports(draft.ports, mark, place);
        if !whole {
            return None;
        }
        let recent = &mut draft.recent_ops[draft.key.name.index() % RECENT];
        if let Some((_, op)) = recent.filter(|(key, _)| *key == draft.key) {
            return Some(op);
        }
        let op = self.op(self.work[graph.index()].opsets, draft.key, Place::node(graph, node))?;
        *recent = Some((draft.key, op));
        Some(op)
    }

    /// Takes the inputs and outputs of a node from the limits. `false`, and a finding, if there are too many.
    fn take_ports(&mut self, count: usize, mark: &Mark, place: Place) -> bool {
        let (operands, values) = (&self.model.operands[mark.operands..], &self.model.values[mark.values..]);
        let limit = self.options.limits.max_ports;
        let unnamed = values.iter().filter(|value| value.name.is_empty()).count();
        let memory = memory::of_operands(operands) + memory::of_outputs(values.len(), unnamed);
        if count > limit {
            let message = format!("the node has {count} inputs and outputs; expected at most {limit} (`max_ports`)");
            let finding = Diagnostic::new(&limit_exceeded::RULE, place, message).note("it was not read");
            self.diagnostics.report(finding.data("count", count).data("limit", limit));
            return false;
        }
        self.take(count, memory)
    }

    fn node_fields(&mut self, record: Span, draft: &mut NodeFields, place: Place) -> bool {
        let (Some(graph), node) = (place.graph, place.node) else { return false };
        draft.ports = 0;
        draft.texts.clear();
        let most = self.options.limits.max_ports;
        draft.metadata.clear();
        draft.devices.clear();
        let mut fields = self.fields(record);
        for field in fields.by_ref() {
            let Wire::Payload(span) = field.value else {
                self.unexpected(&node::MESSAGE, field, place);
                continue;
            };
            draft.ports += usize::from(matches!(field.number, node::INPUT | node::OUTPUT));
            match field.number {
                node::INPUT | node::OUTPUT if draft.ports > most => {}
                node::INPUT => draft.texts.inputs.push(span),
                node::OUTPUT => draft.texts.outputs.push(span),
                node::NAME => draft.texts.name = span,
                node::OP_TYPE => draft.texts.op_type = span,
                node::ATTRIBUTE => match self.attribute(span, Owner { graph, node }, place) {
                    Some(attribute) if self.take(1, memory::ATTRIBUTE) => self.model.attributes.push(attribute),
                    _ => return false,
                },
                node::DOMAIN => draft.texts.domain = span,
                node::OVERLOAD => draft.texts.overload = span,
                node::METADATA_PROPS | node::DEVICE_CONFIGURATIONS if !self.take(1, memory::OTHER) => return false,
                node::METADATA_PROPS => draft.metadata.push(span),
                node::DEVICE_CONFIGURATIONS => draft.devices.push(span),
                _ => {}
            }
        }
        self.add_names(graph, draft);
        for &(field, span) in &draft.texts.invalid {
            self.report_utf8(field, span, place);
            if !self.take_replaced(span) {
                return false;
            }
        }
        !self.broken(&fields, &node::MESSAGE, record, place)
    }

    /// Adds the names of a node, its inputs, and its outputs.
    fn add_names(&mut self, graph: GraphId, draft: &mut NodeFields) {
        let node = NodeId::at(self.model.nodes.len());
        let Texts { name, op_type, domain, overload, inputs, outputs, invalid } = &mut draft.texts;
        let (bytes, names) = (self.bytes, &mut *self.model.names);
        let mut add = |field: &'static str, span: Span| {
            if span.is_empty() {
                return NameId::EMPTY;
            }
            let text = span.of(bytes);
            names.intern_bytes(text).unwrap_or_else(|| {
                invalid.push((field, span));
                names.intern(&String::from_utf8_lossy(text))
            })
        };
        let operands = &mut *self.model.operands;
        for &span in &*inputs {
            let name = add("input", span);
            operands.push(if name.is_empty() { Operand::Absent } else { Operand::Undefined(name) });
        }
        let values = &mut *self.model.values;
        for &span in &*outputs {
            values.push(Value::new(graph, add("output", span), ValueRole::Output(node), None));
        }
        draft.name = add("name", *name);
        draft.key = OpKey {
            name: add("op_type", *op_type),
            domain: add("domain", *domain),
            overload: add("overload", *overload),
        };
    }

    fn push_node(&mut self, graph: GraphId, op: OpId, name: NameId, span: Span, mark: &Mark) {
        let range = |start: usize, end: usize| start as u32..end as u32;
        self.model.nodes.push(Node {
            graph,
            op,
            name,
            layer: NameId::EMPTY,
            inputs: range(mark.operands, self.model.operands.len()),
            outputs: range(mark.values, self.model.values.len()),
            attributes: range(mark.attributes, self.model.attributes.len()),
            place: PackedSpan::new(span),
        });
    }

    fn mark(&self) -> Mark {
        Mark {
            operands: self.model.operands.len(),
            values: self.model.values.len(),
            attributes: self.model.attributes.len(),
            graphs: self.model.graphs.len(),
            findings: self.diagnostics.findings().len(),
            affected: self.external.affected(),
        }
    }

    fn reset(&mut self, mark: Mark) {
        self.model.operands.truncate(mark.operands);
        self.model.values.truncate(mark.values);
        self.model.attributes.truncate(mark.attributes);
        self.model.graphs.truncate(mark.graphs);
        self.work.truncate(mark.graphs);
    }
}
