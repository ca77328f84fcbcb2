//! What follows from the content of an element, at its end.

use std::ops::Range;

use super::super::super::survey::with_line;
use super::super::super::unreadable;
use super::super::encode::{Port, inputs, outputs, section};
use super::super::plan::label;
use super::super::text::{Lines, Text};
use super::{Edit, Kind, Open, Walk};
use crate::graph::GraphRole;
use crate::ids::GraphId;
use crate::rewrite::WriteError;

impl<'a> Walk<'_, 'a> {
    /// Leaves the element that ends here.
    pub(super) fn leave(&mut self, open: Open<'a>, end: usize) -> Result<(), WriteError> {
        let range = open.start..end;
        match open.kind {
            Kind::Removed => self.cut(range),
            Kind::Metadata => self.metadata.leave((open.name == "rt_info").then_some((open, end))),
            Kind::Entry => self.metadata.leave(self.is_runtime_info().then_some((open, end))),
            Kind::Data => {
                let text = self.layers.last_mut().map(|layer| std::mem::take(&mut layer.data)).unwrap_or_default();
                self.found.edits.push(Edit { range, text });
            }
            Kind::Graph(graph) => {
                if self.plan.has_new_metadata() && self.plan.model.graph(graph).role == GraphRole::Main {
                    self.leave_net(&open, end)?;
                }
                if self.plan.is_edited(graph) {
                    self.leave_graph(&open, graph)?;
                }
            }
            Kind::Layers(graph) => {
                self.sections.insert(graph, range);
                if self.plan.is_edited(graph) {
                    let lines = self.lines(&open);
                    let mut content = Text::default();
                    for node in self.plan.new_layers(graph) {
                        content.append(self.encoder.layer(node, &lines)?);
                    }
                    self.append(&open, end, content, &lines);
                }
            }
            Kind::Edges(graph) if self.plan.is_edited(graph) => {
                let lines = self.lines(&open);
                let content = self.edges.missing(graph, &lines)?;
                self.append(&open, end, content, &lines);
            }
            Kind::Layer => self.leave_layer(&open, end)?,
            Kind::Ports => self.leave_ports(&open, end)?,
            Kind::Port => self.leave_port(&open, end)?,
            Kind::Other if self.open.last().is_some_and(|open| open.kind == Kind::Port) => {
                if let Some(port) = self.layers.last_mut().and_then(|layer| layer.port.as_mut()) {
                    port.others.push(range);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds the sections that a graph does not have.
    fn leave_graph(&mut self, open: &Open<'a>, graph: GraphId) -> Result<(), WriteError> {
        let Some(layers) = self.sections.get(&graph).cloned() else {
            let is_needed = !self.plan.new_layers(graph).is_empty();
            return if is_needed { Err(unreadable("a graph has no `<layers>`")) } else { Ok(()) };
        };
        if !self.edges.start(graph) {
            return Ok(());
        }
        let lines = Lines::new(self.text, open.start, Some(layers.start));
        let content = self.edges.missing(graph, &lines.inner())?;
        if !content.is_empty() {
            let mut text = Text::from(format!("{}<edges>", lines.child()));
            text.append(content);
            text.push(&format!("{}</edges>", lines.child()));
            self.found.edits.push(Edit { range: layers.end..layers.end, text });
        }
        Ok(())
    }

    /// Whether the metadata that is read is in `<rt_info>`; OpenVINO ignores older sections next to it.
    fn is_runtime_info(&self) -> bool {
        self.open.iter().any(|open| open.kind == Kind::Metadata && open.name == "rt_info")
    }

    /// Adds the metadata that the file did not have.
    fn leave_net(&mut self, net: &Open<'a>, end: usize) -> Result<(), WriteError> {
        let text = self.text;
        let new = self.metadata.new_entries(|element| match element {
            Some((open, _)) => Lines::new(text, open.start, open.first_child),
            None => Lines::new(text, net.start, net.first_child).inner(),
        })?;
        for (element, content) in new {
            match element {
                Some((open, end)) => self.append(&open, end, content, &self.lines(&open)),
                None => {
                    let lines = self.lines(net);
                    let mut section = Text::from(format!("{}<rt_info>", lines.child()));
                    section.append(content);
                    section.push(&format!("{}</rt_info>", lines.child()));
                    self.append(net, end, section, &lines);
                }
            }
        }
        Ok(())
    }

    /// Adds the parts that a layer did not have.
    fn leave_layer(&mut self, open: &Open<'a>, end: usize) -> Result<(), WriteError> {
        let Some(layer) = self.layers.pop() else { return Ok(()) };
        let (model, node, lines) = (self.plan.model, layer.node, self.lines(open));
        if layer.bodies != model.bodies(node).count() {
            let message = format!("{} has a body of another layer", label(model, node));
            return Err(WriteError::Unsupported(message));
        }
        let mut content = Text::default();
        if !layer.has_data {
            let data = self.encoder.data(node)?;
            if !data.is_empty() {
                content.push(lines.child());
                content.append(data);
            }
        }
        if !layer.has_inputs {
            content.append(section("input", &inputs(model, node)?, &lines)?);
        }
        if !layer.has_outputs {
            content.append(section("output", &outputs(model, node), &lines)?);
        }
        if self.is_closed(open, end) {
            self.append(open, end, content, &lines);
        } else if !content.is_empty() {
            self.found.edits.push(Edit { range: open.content..open.content, text: content });
        }
        Ok(())
    }

    fn leave_ports(&mut self, open: &Open<'a>, end: usize) -> Result<(), WriteError> {
        let Some(layer) = self.layers.last_mut() else { return Ok(()) };
        let is_output = layer.is_output;
        let rest: Vec<Port> = layer.ports.by_ref().collect();
        let lines = self.lines(open);
        let mut content = Text::default();
        for port in rest {
            content.push(lines.child());
            content.append(port.text(&lines.inner(), is_output, &[])?);
        }
        self.append(open, end, content, &lines);
        Ok(())
    }

    fn leave_port(&mut self, open: &Open<'a>, end: usize) -> Result<(), WriteError> {
        let Some(layer) = self.layers.last_mut() else { return Ok(()) };
        let (is_output, wanted) = (layer.is_output, layer.ports.next());
        let Some(port) = layer.port.take() else { return Ok(()) };
        match wanted {
            None => self.cut(open.start..end),
            Some(wanted) if wanted == port.found => {}
            Some(wanted) => {
                let others: Vec<&str> = port.others.into_iter().filter_map(|range| self.text.get(range)).collect();
                let text = wanted.text(&self.lines(open), is_output, &others)?;
                self.found.edits.push(Edit { range: open.start..end, text });
            }
        }
        Ok(())
    }

    fn lines(&self, open: &Open<'a>) -> Lines {
        Lines::new(self.text, open.start, open.first_child)
    }

    /// Removes an element, with its line if it starts one.
    fn cut(&mut self, range: Range<usize>) {
        self.found.edits.push(Edit { range: with_line(self.text, range), text: Text::default() });
    }

    /// Whether an element is written as one tag.
    fn is_closed(&self, open: &Open<'a>, end: usize) -> bool {
        end == open.content && self.text.get(..end).is_some_and(|text| text.ends_with("/>"))
    }

    /// Adds children at the end of an element.
    fn append(&mut self, open: &Open<'a>, end: usize, content: Text, lines: &Lines) {
        if content.is_empty() {
            return;
        }
        let before = self.text.get(..end).unwrap_or("");
        if !self.is_closed(open, end) {
            let at = before.rfind("</").unwrap_or(end);
            let at = with_line(self.text, at..at).start;
            self.found.edits.push(Edit { range: at..at, text: content });
            return;
        }
        let start = before.trim_end_matches("/>").trim_end().len();
        let mut text = Text::from(">".to_owned());
        text.append(content);
        text.push(&format!("{}</{}>", lines.end(), open.name));
        self.found.edits.push(Edit { range: start..end, text });
    }
}
