//! Single layers: examples of the specification, or a file without `<net>`.
//!
//! Their ports are not connected, so they are inputs of the graph; a comment such as `value is [2, 3]` makes one a
//! constant of the type of axes. An omitted version is the opset of the page, as in `Gather-8` in its heading,
//! otherwise the newest one with the operator.

use std::collections::HashSet;

use super::IrReader;
use super::graph::GraphFields;
use super::memory;
use super::operator::canonical_type;
use crate::dialect::Dialect;
use crate::graph::{GraphOutput, GraphRole, Operand, OutputPort, Status, Value, ValueRole};
use crate::ids::{NameId, NodeId, ValueId};
use crate::ops;
use crate::place::{Part, Place};
use crate::rule::Level;
use crate::rules::dangling_edge;
use crate::source::Span;

/// Bytes of a start tag that are searched for its type.
const LONGEST_TAG: usize = 1_024;

/// A page with `< !-- … -->` rewritten as comments. Every byte keeps its offset.
pub(crate) fn relaxed(page: &str) -> String {
    page.replace("< !--", " <!--")
}

/// The start of the next `<layer …>` of a page that has a type.
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

/// The end of the layer that starts at `start`, including layers of its bodies. One that is never closed ends where the
/// next one starts.
fn layer_end(page: &str, start: usize) -> usize {
    let (mut depth, mut lists) = (0usize, 0usize);
    let mut at = start;
    while let Some(next) = page.get(at..).and_then(|rest| rest.find("layer").map(|n| at + n)) {
        let (before, after) = (&page[..next], &page[next + 5..]);
        at = next + 5;
        let opens = |rest: &str| rest.starts_with([' ', '\t', '\r', '\n', '>']);
        match (before.ends_with("</"), before.ends_with('<')) {
            (true, _) if after.starts_with("s>") => lists = lists.saturating_sub(1),
            (true, _) if after.starts_with('>') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            (_, true) if after.strip_prefix('s').is_some_and(opens) => lists += 1,
            // A nested layer is in a list of layers.
            (_, true) if opens(after) && depth > 0 && lists == 0 => return next - 1,
            (_, true) if opens(after) => depth += 1,
            _ => {}
        }
    }
    page.len()
}

/// The opset of a page: the version of the first operator before its examples, as in `Gather-8`, in any language.
fn page_opset(page: &str) -> Option<i64> {
    let before = page.get(..next_layer(page, 0)?)?;
    before.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').find_map(|word| {
        let (name, number) = word.split_once('-')?;
        let number: i64 = number.parse().ok()?;
        let known = ops::lookup(Dialect::OpenVino, "", canonical_type(name).0)?;
        known.is_in_opset(number).then_some(number)
    })
}

impl IrReader<'_> {
    /// Reads every example of a page, each as a graph of one node.
    pub(crate) fn examples(&mut self) {
        let mut from = 0;
        let mut count = 0;
        self.opset = page_opset(self.text);
        while let Some(start) = next_layer(self.text, from) {
            let end = layer_end(self.text, start);
            count += 1;
            let span = Span::new(start as u64, end as u64);
            if !self.take(memory::EXAMPLE, span) {
                break;
            }
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

    /// Makes ports without a producer inputs of the graph, and unused outputs its outputs.
    pub(crate) fn feed_alone(&mut self, draft: &mut GraphFields) {
        let (astray, more) = draft.edge_errors.take_astray();
        self.diagnostics.count_dropped(&dangling_edge::RULE, Level::Warning, more);
        for finding in astray {
            self.diagnostics.report(finding.level(Level::Warning));
        }
        let free = self.free_ports(draft);
        let fed = self.port_values(draft, &free);
        let added = fed.len() as u32;
        self.shift_values(draft, added);
        for (i, (node, at)) in free.into_iter().enumerate() {
            let id = ValueId::new(draft.first_value + i as u32);
            if let Some(operand) = self.model.operands.get_mut(at) {
                *operand = Operand::Value(id);
            }
            debug_assert!(self.model.node(node).graph == draft.graph);
        }
        let inputs = fed.iter().enumerate().filter(|(_, v)| matches!(v.role, ValueRole::Input { .. }));
        let ports: Vec<ValueId> = inputs.map(|(i, _)| ValueId::new(draft.first_value + i as u32)).collect();
        draft.inputs.splice(0..0, ports);
        let first = draft.first_value as usize;
        self.model.values.splice(first..first, fed);
        if draft.results.is_empty() {
            self.unread_outputs(draft);
        }
    }

    /// Operands without a producer, with their nodes.
    fn free_ports(&self, draft: &GraphFields) -> Vec<(NodeId, usize)> {
        let nodes = (draft.first_node..self.model.nodes.len() as u32).map(NodeId::new);
        let operands = nodes.flat_map(|node| {
            let range = &self.model.node(node).inputs;
            (range.start as usize..range.end as usize).map(move |at| (node, at))
        });
        operands.filter(|&(_, at)| self.model.operands.get(at) == Some(&Operand::Absent)).collect()
    }

    fn port_values(&mut self, draft: &GraphFields, free: &[(NodeId, usize)]) -> Vec<Value> {
        let mut names = HashSet::new();
        let mut values = Vec::with_capacity(free.len());
        for &(node, at) in free {
            let Some(mut port) = self.model.ports.get(at).copied() else { continue };
            let name = self.port_name(node, port.id, &mut names);
            // Comments are in the order of the operands.
            let stated = draft.comments.binary_search_by_key(&at, |(operand, _)| *operand as usize).ok();
            let input = at - self.model.node(node).inputs.start as usize;
            let place = Place::node(draft.graph, node).part(Part::Input(input as u32));
            let stated = stated.and_then(|i| self.stated_tensor(&draft.comments[i].1, name, port, place));
            let role = match stated {
                Some((tensor, agrees)) => {
                    if !agrees {
                        // Reported once: the recorded type of the port must not contradict the constant again.
                        port.declaration = None;
                        self.model.ports[at] = port;
                    }
                    ValueRole::Initializer(tensor)
                }
                None => ValueRole::Input { default: None },
            };
            let declaration = port.declaration;
            let port = self.model.add_output_port(OutputPort { id: port.id, ..OutputPort::default() });
            values.push(Value { graph: draft.graph, name, role, declaration, port });
        }
        values
    }

    /// `port:ID`, with the layer's id if several layers have free ports of one id.
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

    /// Reserves values before the graph's own.
    fn shift_values(&mut self, draft: &mut GraphFields, by: u32) {
        for node in &mut self.model.nodes[draft.first_node as usize..] {
            node.outputs = node.outputs.start + by..node.outputs.end + by;
        }
        for operand in &mut self.model.operands[draft.first_operand as usize..] {
            if let Operand::Value(value) = operand {
                *value = ValueId::new(value.position() + by);
            }
        }
        for input in &mut draft.inputs {
            *input = ValueId::new(input.position() + by);
        }
    }

    fn unread_outputs(&mut self, draft: &GraphFields) {
        let operands = &self.model.operands[draft.first_operand as usize..];
        let read: HashSet<ValueId> = operands.iter().filter_map(|o| o.value()).collect();
        let values = (draft.first_value..self.model.values.len() as u32).map(ValueId::new);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_version_on_a_page_is_its_version() {
        let layer = "<layer type=\"Gather\" ...>";
        assert_eq!(page_opset(&format!("about Gather-7, not Gather-8 {layer}")), Some(7));
        assert_eq!(page_opset(&format!("**Versioned name**: *PReLU-1* {layer}")), Some(1));
        for none in ["", "UTF-8 and x86-64", "Gather-0", "Gather-99999999999999999999", "Gather"] {
            assert_eq!(page_opset(&format!("{none} {layer} Gather-7")), None, "{none}");
        }
    }

    #[test]
    fn an_unclosed_layer_ends_where_the_next_one_starts() {
        let ends = |page: &str| layer_end(page, page.find("<layer").unwrap_or(0));
        assert_eq!(ends("a <layer type> </layer> b"), 23);
        assert_eq!(ends("<layer type> <layer type> </layer>"), 13);
        assert_eq!(ends("<layer><body><layers><layer></layer></layers></body></layer> x"), 60);
        assert_eq!(ends("<layer type> a layer of it"), 26);
    }
}
