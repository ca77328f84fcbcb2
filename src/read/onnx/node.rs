//! Nodes: one scan each.

use super::attribute::Owner;
use super::opset::OpKey;
use super::reader::Reader;
use super::schema;
use super::wire::Wire;
use crate::graph::{GraphId, NameId, Node, NodeId, Operand, Place, ValueRole};
use crate::source::Span;

/// Places kept from one node to the next, so that their room is used again.
#[derive(Default)]
pub(super) struct Drafts {
    metadata: Vec<Span>,
    devices: Vec<Span>,
}

/// Where the arenas ended before a node: what a broken node leaves behind is taken away again.
struct Mark {
    operands: usize,
    values: usize,
    attributes: usize,
    graphs: usize,
    findings: usize,
}

impl Reader<'_> {
    /// Reads a `NodeProto`. `false` if it is broken, or one too many, and was left out; a finding says so.
    pub(super) fn node(&mut self, graph: GraphId, record: Span, drafts: &mut Drafts) -> bool {
        let node = NodeId::at(self.model.nodes.len());
        let span = self.span(record);
        // Findings about a node that is not there yet carry its bytes.
        let place = Place::node(graph, node).at(span);
        let mark = self.mark();
        let mut key = OpKey { domain: NameId::EMPTY, name: NameId::EMPTY, overload: NameId::EMPTY };
        let (mut name, mut whole) = (NameId::EMPTY, self.take(1));
        drafts.metadata.clear();
        drafts.devices.clear();
        let mut fields = self.fields(record);
        while whole && let Some(field) = fields.next() {
            let Wire::Payload(span) = field.value else {
                self.unexpected(&schema::NODE, field, place);
                continue;
            };
            match field.number {
                1 => whole = self.input(span, place),
                2 => whole = self.output(graph, node, span, mark.values, place),
                3 => name = self.name(span, "name", place),
                4 => key.name = self.name(span, "op_type", place),
                5 => match self.attribute(span, Owner { graph, node: Some(node) }, place) {
                    Some(attribute) if self.take(1) => self.model.attributes.push(attribute),
                    _ => whole = false,
                },
                7 => key.domain = self.name(span, "domain", place),
                8 => key.overload = self.name(span, "overload", place),
                9 => drafts.metadata.push(span),
                10 => drafts.devices.push(span),
                _ => {}
            }
        }
        if !whole || self.broken(&fields, &schema::NODE, record, Place::graph(graph).at(span)) {
            self.sink.detach(mark.findings);
            self.reset(mark);
            return false;
        }
        self.push_node(graph, name, key, span, &mark);
        self.unique_keys(&drafts.metadata, place);
        self.node_devices(node, &drafts.devices, place);
        true
    }

    fn input(&mut self, text: Span, place: Place) -> bool {
        let name = self.name(text, "input", place);
        self.model.operands.push(if name.is_empty() { Operand::Absent } else { Operand::Undefined(name) });
        self.take(1)
    }

    fn output(&mut self, graph: GraphId, node: NodeId, text: Span, first: usize, place: Place) -> bool {
        let name = self.name(text, "output", place);
        let index = (self.model.values.len() - first) as u32;
        self.add_value(graph, name, ValueRole::Output { node, index }, None);
        self.take(1)
    }

    fn push_node(&mut self, graph: GraphId, name: NameId, key: OpKey, span: Span, mark: &Mark) {
        let node = NodeId::at(self.model.nodes.len());
        let opsets = self.work[graph.index()].opsets;
        let op = self.op(opsets, key, Place::node(graph, node));
        let range = |start: usize, end: usize| start as u32..end as u32;
        self.model.nodes.push(Node {
            graph,
            op,
            name,
            layer: NameId::EMPTY,
            inputs: range(mark.operands, self.model.operands.len()),
            outputs: range(mark.values, self.model.values.len()),
            attributes: range(mark.attributes, self.model.attributes.len()),
            span,
        });
    }

    fn mark(&self) -> Mark {
        Mark {
            operands: self.model.operands.len(),
            values: self.model.values.len(),
            attributes: self.model.attributes.len(),
            graphs: self.model.graphs.len(),
            findings: self.sink.findings().len(),
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
