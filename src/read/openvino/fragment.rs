//! Layers that stand alone: examples of the specification, or a file without `<net>`.
//!
//! Nothing feeds their ports, so the ports are inputs of the graph; a comment such as `value is [2, 3]` makes one a
//! constant, of the type that axes have. A version left out is the newest opset that holds the operator.

use std::collections::HashSet;
use std::sync::Arc;

use super::graph::Draft;
use super::{Reading, text};
use crate::diagnostic::{Diagnostic, Level};
use crate::element::ElementType;
use crate::graph::{
    GraphOutput, GraphRole, NameId, NodeId, Operand, Part, Place, Port, Status, Storage, StoredTensor, TensorId, Value,
    ValueId, ValueRole,
};
use crate::rules::example_value_mismatch;
use crate::source::Span;

/// The values that a comment gives, and whether they stand in brackets.
struct Comment {
    values: Vec<i64>,
    list: bool,
    span: Span,
}

/// Bytes of a start tag that are searched for its type.
const LONGEST_TAG: usize = 1_024;

/// A page with `< !-- … -->` written as comments are. Every byte keeps its place.
pub(super) fn relaxed(page: &str) -> String {
    page.replace("< !--", " <!--")
}

/// Where the next `<layer …>` of a page begins that names a type.
pub(crate) fn next_layer(page: &str, from: usize) -> Option<usize> {
    let mut at = from;
    loop {
        at += page.get(at..)?.find("<layer")?;
        at += 6;
        let rest = &page.as_bytes()[at..page.len().min(at + LONGEST_TAG)];
        let tag = rest.split(|b| *b == b'>').next().unwrap_or(&[]);
        if tag.first().is_some_and(u8::is_ascii_whitespace) && tag.windows(4).any(|w| w == b"type") {
            return Some(at - 6);
        }
    }
}

/// Where the layer that begins at `start` ends, layers of its bodies included.
fn layer_end(page: &str, start: usize) -> usize {
    let mut depth = 0usize;
    let mut at = start;
    while let Some(next) = page.get(at..).and_then(|rest| rest.find("layer").map(|n| at + n)) {
        let (before, after) = (&page[..next], &page[next + 5..]);
        at = next + 5;
        if before.ends_with("</") && after.starts_with('>') {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + 1;
            }
        } else if before.ends_with('<') && after.starts_with([' ', '\t', '\r', '\n', '>']) {
            depth += 1;
        }
    }
    page.len()
}

impl Reading<'_> {
    /// Reads every example of a page, each as a graph of one node.
    pub(super) fn examples(&mut self) {
        let mut from = 0;
        let mut count = 0;
        while let Some(start) = next_layer(self.text, from) {
            let end = layer_end(self.text, start);
            count += 1;
            let span = Span::new(start as u64, end as u64);
            let graph = self.add_graph(NameId::EMPTY, GraphRole::Example(count), span);
            let mut draft = self.draft(graph, 0, true);
            let mut xml = self.xml(start..end);
            if let Some(tag) = xml.child() {
                self.layer(&mut xml, tag, &mut draft);
            }
            self.done(xml);
            self.finish_graph(draft, end);
            from = end;
        }
        self.read_bodies();
        if count == 0 {
            self.model.status = Status::Unreadable;
        }
    }

    /// Makes the ports without a producer inputs of the graph, and what nobody reads its outputs.
    pub(super) fn feed_alone(&mut self, draft: &mut Draft) {
        for finding in draft.losses.take_astray() {
            self.sink.report(finding.level(Level::Warning));
        }
        let free = self.free_ports(draft);
        let fed = self.port_values(draft, &free);
        let added = fed.len() as u32;
        self.shift_values(draft, added);
        for (i, (node, at)) in free.into_iter().enumerate() {
            let id = ValueId(draft.first_value + i as u32);
            if let Some(operand) = self.model.operands.get_mut(at) {
                *operand = Operand::Value(id);
            }
            debug_assert!(self.model.node(node).graph == draft.graph);
        }
        let inputs = fed.iter().enumerate().filter(|(_, v)| matches!(v.role, ValueRole::Input { .. }));
        let ports: Vec<ValueId> = inputs.map(|(i, _)| ValueId(draft.first_value + i as u32)).collect();
        draft.inputs.splice(0..0, ports);
        let first = draft.first_value as usize;
        self.model.values.splice(first..first, fed);
        if draft.results.is_empty() {
            self.unread_outputs(draft);
        }
    }

    /// Operands without a producer, with their nodes.
    fn free_ports(&self, draft: &Draft) -> Vec<(NodeId, usize)> {
        let nodes = (draft.first_node..self.model.nodes.len() as u32).map(NodeId);
        let operands = nodes.flat_map(|node| {
            let range = &self.model.node(node).inputs;
            (range.start as usize..range.end as usize).map(move |at| (node, at))
        });
        operands.filter(|&(_, at)| self.model.operands.get(at) == Some(&Operand::Absent)).collect()
    }

    fn port_values(&mut self, draft: &Draft, free: &[(NodeId, usize)]) -> Vec<Value> {
        let mut names = HashSet::new();
        let mut values = Vec::with_capacity(free.len());
        for &(node, at) in free {
            let Some(mut port) = self.model.ports.get(at).copied() else { continue };
            let name = self.port_name(node, port.id, &mut names);
            // Comments came in the order of the operands.
            let comment = draft.comments.binary_search_by_key(&at, |(operand, _)| *operand as usize);
            let comment = comment.ok().and_then(|i| self.comment_value(draft.comments[i].1));
            let role = match comment {
                Some(comment) => {
                    let input = at - self.model.node(node).inputs.start as usize;
                    let place = Place::node(draft.graph, node).part(Part::Input(input as u32));
                    let (tensor, agrees) = self.comment_tensor(&comment, name, port, place);
                    if !agrees {
                        // Said once: what the port records must not contradict the constant again.
                        port.declaration = None;
                        self.model.ports[at] = port;
                    }
                    ValueRole::Initializer(tensor)
                }
                None => ValueRole::Input { default: None },
            };
            values.push(Value {
                graph: draft.graph,
                name,
                role,
                declaration: port.declaration,
                port: port.id,
                tensor_names: NameId::EMPTY,
            });
        }
        values
    }

    /// `port:ID`; with the layer's id where several layers have free ports of one id.
    fn port_name(&mut self, node: NodeId, port: NameId, taken: &mut HashSet<String>) -> NameId {
        let id = self.model.name(port);
        let mut name = format!("port:{id}");
        if taken.contains(&name) {
            name = format!("port:{}:{id}", self.model.name(self.model.node(node).layer));
        }
        while !taken.insert(name.clone()) {
            name = format!("{name}#{}", taken.len());
        }
        self.model.names.intern(&name)
    }

    /// What `value is [2, 3]` or `value is 2` in a comment says.
    fn comment_value(&self, span: Span) -> Option<Comment> {
        let comment = self.text.get(span.start as usize..span.end as usize)?;
        let rest = comment.split_once("value is")?.1.trim_start();
        let (values, list) = match rest.strip_prefix('[') {
            Some(rest) => (text::ints(rest.split_once(']')?.0.trim())?.value, true),
            None => (vec![text::int(rest)?.value], false),
        };
        Some(Comment { values, list, span })
    }

    /// The constant that a comment gives, and whether the port's dimensions agree with it.
    fn comment_tensor(&mut self, comment: &Comment, name: NameId, port: Port, place: Place) -> (TensorId, bool) {
        let count = comment.values.len() as u64;
        let recorded = port.declaration.and_then(|d| self.model.declaration(d).ty.as_tensor()?.shape.sizes());
        let product = recorded.as_ref().map(|s| s.iter().try_fold(1u64, |n, &d| n.checked_mul(d)));
        let own: Vec<u64> = if comment.list { vec![count] } else { Vec::new() };
        let agrees = product.is_none_or(|product| product == Some(count));
        let sizes = match product {
            Some(Some(product)) if product == count => recorded.unwrap_or(own),
            Some(_) => {
                let recorded = recorded.unwrap_or_default();
                let message = format!("the comment gives {count} values, but the port records the shape {recorded:?}");
                let finding = Diagnostic::new(&example_value_mismatch::RULE, place.at(comment.span), message)
                    .help("correct the `<dim>`s or the comment")
                    .data("values", count);
                self.sink.report(finding);
                own
            }
            None => own,
        };
        let bytes: Arc<[u8]> = comment.values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.model.tensors.push(StoredTensor {
            name,
            element: Some(ElementType::I64),
            sizes: Some(sizes.into()),
            storage: Storage::Owned(bytes),
            span: comment.span,
        });
        (TensorId::at(self.model.tensors.len() - 1), agrees)
    }

    /// Makes room for values in front of the graph's own.
    fn shift_values(&mut self, draft: &mut Draft, by: u32) {
        for node in &mut self.model.nodes[draft.first_node as usize..] {
            node.outputs = node.outputs.start + by..node.outputs.end + by;
        }
        for operand in &mut self.model.operands[draft.first_operand as usize..] {
            if let Operand::Value(value) = operand {
                value.0 += by;
            }
        }
        for input in &mut draft.inputs {
            input.0 += by;
        }
    }

    fn unread_outputs(&mut self, draft: &Draft) {
        let operands = &self.model.operands[draft.first_operand as usize..];
        let read: HashSet<ValueId> = operands.iter().filter_map(|o| o.value()).collect();
        let values = (draft.first_value..self.model.values.len() as u32).map(ValueId);
        let made = values.filter(|&v| self.model.producer(v).is_some() && !read.contains(&v));
        let outputs: Vec<GraphOutput> = made
            .map(|v| GraphOutput {
                operand: Operand::Value(v),
                name: self.model.value(v).name,
                declaration: None,
                node: None,
            })
            .collect();
        self.model.graphs[draft.graph.index()].outputs = outputs;
    }
}
