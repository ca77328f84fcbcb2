//! The parts of a model outside its graphs: the header, and functions.

use super::graph::{Walk, items};
use crate::dialect::Dialect;
use crate::format::onnx_text::print::Text;
use crate::graph::{Function, GraphRole};
use crate::ids::GraphId;
use crate::source::Span;

impl Walk<'_> {
    /// Writes the whole model.
    pub(super) fn model_text(&mut self) {
        let model = self.writer.model;
        let mut first = true;
        if model.graphs().next().is_some() {
            self.header();
        }
        for graph in model.graphs() {
            match model.graph(graph).role {
                GraphRole::Main | GraphRole::Example(_) => {
                    self.writer.text.push(if std::mem::take(&mut first) { "" } else { "\n" });
                    self.graph(graph);
                }
                _ => {}
            }
        }
        for function in model.functions() {
            if !matches!(model.graph(function.graph).role, GraphRole::Function(_)) {
                continue;
            }
            self.writer.text.push("\n");
            self.function(function);
        }
    }

    /// `<ir_version: …, …>`; a spec page has none.
    fn header(&mut self) {
        let model = self.writer.model;
        let version = model.ir_version();
        if model.dialect() == Dialect::OpenVino && version.is_none() {
            return;
        }
        let text = &mut self.writer.text;
        text.display(format_args!("<\n   ir_version: {}", version.unwrap_or(0)));
        text.push(",\n   opset_import: [");
        if model.dialect() == Dialect::OpenVino {
            // The newest operator set that a layer uses: it contains the older ones.
            let newest = model.ops.iter().filter_map(|op| op.version).max().unwrap_or(1);
            text.display(format_args!("\"openvino\" : {newest}"));
        }
        text.list(", ", model.opsets(), |text, import| {
            text.quoted(model.name(import.domain));
            text.display(format_args!(" : {}", import.version));
        });
        text.push("]");
        self.notes();
        self.writer.text.push("\n>\n");
    }

    fn notes(&mut self) {
        let model = self.writer.model;
        let text = &mut self.writer.text;
        let header = model.header();
        let entries = [
            ("producer_name", header.producer_name),
            ("producer_version", header.producer_version),
            ("domain", header.domain),
        ];
        let quoted = |text: &mut Text, key: &str, id| {
            text.display(format_args!(",\n   {key}: "));
            text.quoted(model.name(id));
        };
        for (key, id) in entries {
            if let Some(id) = id {
                quoted(text, key, id);
            }
        }
        if let Some(version) = header.model_version {
            text.display(format_args!(",\n   model_version: {version}"));
        }
        if let Some(id) = header.doc_string {
            quoted(text, "doc_string", id);
        }
        if model.dialect() == Dialect::Onnx && model.metadata().next().is_some() {
            text.push(",\n   metadata_props: ");
            text.entries(&model.metadata().collect::<Vec<_>>());
        }
    }

    /// A function; its value infos follow its outputs, and its defaults are among its attributes.
    fn function(&mut self, function: &Function) {
        let model = self.writer.model;
        let text = &mut self.writer.text;
        text.push("<\n  domain: ");
        text.quoted(model.name(function.domain));
        if !function.overload.is_empty() {
            text.push(",\n  overload: ");
            text.quoted(model.name(function.overload));
        }
        text.push(",\n  opset_import: [");
        text.list(",", &function.opsets, |text, import| {
            text.quoted(model.name(import.domain));
            text.display(format_args!(" : {}", import.version));
        });
        text.push("]\n>\n");
        let start = text.position();
        text.name(model.name(function.name));
        let name = Span::new(start, text.position());
        text.push(" ");
        self.parameters(function);
        self.signature(function.graph, name);
        self.nodes(function.graph, 3);
    }

    fn parameters(&mut self, function: &Function) {
        let model = self.writer.model;
        if function.attributes.is_empty() {
            return;
        }
        self.writer.text.push("<");
        for (i, parameter) in function.attributes.iter().enumerate() {
            self.writer.text.push(if i > 0 { "," } else { "" });
            match &parameter.default {
                None => self.writer.text.word(model.name(parameter.name), None),
                Some(default) => self.writer.parameter(model.name(parameter.name), default),
            }
        }
        self.writer.text.push(">");
    }

    fn signature(&mut self, graph: GraphId, name: Span) {
        let model = self.writer.model;
        let first = self.index.items.len() as u32;
        let record = model.graph(graph);
        let inputs = record.inputs.iter().map(|&v| model.value(v).name);
        let names: Vec<_> = inputs.chain(record.outputs.iter().map(|o| o.name)).collect();
        for (i, &name) in names.iter().enumerate() {
            let between = if i == record.inputs.len() { ") => (" } else { ", " };
            self.writer.text.push(if i == 0 { "(" } else { between });
            self.writer.text.push(if i == 0 && record.inputs.is_empty() { ") => (" } else { "" });
            let start = self.writer.text.position();
            self.writer.text.untyped_name(model.name(name));
            self.index.items.push(Span::new(start, self.writer.text.position()));
        }
        let end = match (names.len(), record.outputs.len()) {
            (0, _) => "() => ()\n",
            (_, 0) => ") => ()\n",
            _ => ")\n",
        };
        self.writer.text.push(end);
        let items = items(model, graph);
        let infos = items.get(names.len()..).unwrap_or(&[]);
        if !infos.is_empty() {
            self.lines(infos, graph, 3);
        }
        self.writer.text.push("{\n");
        let entry = &mut self.index.graphs[graph.index()];
        (entry.name, entry.items) = (name, first);
    }
}
