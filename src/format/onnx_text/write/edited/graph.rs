//! The text of a graph or function.

use super::Printer;
use super::list::Items;
use super::scan::{self, Head, plain};
use crate::format::onnx_text::print::name_text;
use crate::format::onnx_text::write::{before, line, line_end, separator};
use crate::graph::GraphRole;
use crate::ids::{GraphId, NodeId};
use crate::rewrite::WriteError;
use crate::source::Span;

impl Printer<'_> {
    /// The text of a graph or function that is new or changed.
    pub(super) fn graph(&mut self, graph: GraphId) -> Result<String, WriteError> {
        if !self.edits.is_read(graph) {
            return self.new_graph(graph);
        }
        let span = self.model.graph(graph).span;
        let broken = || WriteError::structure(span.start, "the text of the graph is malformed");
        let head = scan::head(self.text, span).ok_or_else(broken)?;
        let mut patches = self.lists(graph, &head)?;
        let patches_of_nodes = self.statements(graph, &head, span)?;
        patches.extend(patches_of_nodes);
        if !patches.is_empty() {
            self.differing.insert(graph);
        }
        self.patched(span, patches)
    }

    fn lists(&self, graph: GraphId, head: &Head) -> Result<Vec<(Span, String)>, WriteError> {
        fn spans(list: &Option<scan::List>) -> &[Span] {
            list.as_ref().map_or(&[], |list| &list.items)
        }
        let items = self.inputs(graph, spans(&head.inputs))?;
        let inputs = self.list(head.inputs.as_ref(), &items, ("(", ")"), head.arrow)?;
        let items = self.outputs(graph, spans(&head.outputs))?;
        let outputs = self.list(head.outputs.as_ref(), &items, ("(", ")"), head.body - 1)?;
        let items = self.values(graph, spans(&head.values), spans(&head.inputs).len())?;
        let values = self.list(head.values.as_ref(), &items, ("<", ">"), head.body - 1)?;
        Ok([inputs, outputs, values].into_iter().flatten().collect())
    }

    /// The replacements of statements: changed and removed ones, and new ones after those that they follow.
    fn statements(&mut self, graph: GraphId, head: &Head, span: Span) -> Result<Vec<(Span, String)>, WriteError> {
        let model = self.model;
        let mut patches: Vec<(Span, String)> = Vec::new();
        let removed = model.graph(graph).nodes.clone().map(NodeId::new).filter(|&node| model.is_removed(node));
        for at in removed.map(|node| line(self.text, model.node(node).span())) {
            match patches.last_mut() {
                // Of very many nodes, most are next to each other.
                Some((last, _)) if last.end == at.start => last.end = at.end,
                _ => patches.push((at, String::new())),
            }
        }
        let mut new: Vec<NodeId> = Vec::new();
        let mut last = None;
        // Each node of the file is where the file has one, though perhaps another one.
        let written = model.graph(graph).nodes.clone().map(NodeId::new).filter(|&node| !model.is_removed(node));
        let mut places = written.map(|node| model.node(node).span());
        for node in model.nodes_of(graph) {
            let own = model.node(node).span();
            let Some(at) = self.edits.is_read_node(node).then(|| places.next()).flatten() else {
                new.push(node);
                continue;
            };
            let gap = separator(self.text, at);
            for node in std::mem::take(&mut new) {
                patches.push((Span::new(at.start, at.start), format!("{}{gap}", self.node(node)?)));
            }
            if self.edits.is_changed_node(node) {
                let new = self.node(node)?;
                // An edit that was taken back leaves the node as it was. The text of a node around many bodies in each other is
                // not compared with each of them.
                let has_other_body = model.bodies(node).any(|body| self.differing.contains(&body));
                if has_other_body || plain(new.as_bytes()) != plain(at.of(self.text)) {
                    patches.push((at, new));
                }
            } else if at != own {
                patches.push((at, self.copied(own)?.into_owned()));
            }
            last = Some((at, gap));
        }
        let (end, gap) = match last {
            Some((at, gap)) => (if gap.starts_with('\n') { line_end(self.text, at.end) } else { at.end }, gap),
            None => (head.body, self.first_gap(graph, span)),
        };
        for node in new {
            patches.push((Span::new(end, end), format!("{gap}{}", self.node(node)?)));
        }
        Ok(patches)
    }

    /// What comes before a statement in a graph without any.
    fn first_gap(&self, graph: GraphId, span: Span) -> String {
        match before(self.text, span.end.saturating_sub(1)) {
            (_, true) => format!("\n{}", " ".repeat(self.indent(graph))),
            _ => " ".to_owned(),
        }
    }

    fn new_graph(&mut self, graph: GraphId) -> Result<String, WriteError> {
        let indent = self.indent(graph);
        let joined = |items: Items| items.added().collect::<Vec<_>>().join(", ");
        let inputs = joined(self.inputs(graph, &[])?);
        let outputs = joined(self.outputs(graph, &[])?);
        let values = joined(self.values(graph, &[], 0)?);
        let values = if values.is_empty() { values } else { format!("<{values}> ") };
        let name = name_text(self.model.name(self.model.graph(graph).name));
        let before = match self.model.graph(graph).role {
            GraphRole::Function(function) => self.new_function(function),
            _ => String::new(),
        };
        let mut text = format!("{before}{name} ({inputs}) => ({outputs}) {values}{{\n");
        for node in self.model.nodes_of(graph) {
            text.push_str(&format!("{}{}\n", " ".repeat(indent), self.node(node)?));
        }
        text.push_str(&format!("{}}}", " ".repeat(indent - 3)));
        Ok(text)
    }
}
