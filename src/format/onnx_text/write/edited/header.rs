//! The text of the model around its graphs: operator sets, metadata, and functions.

use super::Printer;
use super::scan::{self, plain};
use crate::format::onnx_text::print::Text;
use crate::graph::GraphRole;
use crate::ids::GraphId;
use crate::rewrite::WriteError;
use crate::source::Span;

impl Printer<'_> {
    /// The whole text.
    pub(super) fn model(&mut self) -> Result<String, WriteError> {
        let model = self.model;
        let is_root = |&graph: &GraphId| !matches!(model.graph(graph).role, GraphRole::Body { .. });
        let roots: Vec<GraphId> = model.graphs().filter(is_root).filter(|&g| self.edits.is_changed(g)).collect();
        if self.text.is_empty() {
            let graphs = roots.into_iter().map(|graph| self.whole_graph(graph)).collect::<Result<Vec<_>, _>>()?;
            return Ok(format!("{}\n{}\n", self.new_header(), graphs.join("\n")));
        }
        let mut patches = if self.edits.is_header_changed() { self.header() } else { Vec::new() };
        for graph in roots {
            patches.push((model.graph(graph).span, self.whole_graph(graph)?));
        }
        self.patched(Span::new(0, self.text.len() as u64), patches)
    }

    fn new_header(&self) -> String {
        let metadata = self.metadata().map_or(String::new(), |metadata| format!(", {metadata}"));
        format!("<ir_version: {}, {}{metadata}>", self.model.ir_version().unwrap_or(0), self.opsets())
    }

    fn opsets(&self) -> String {
        let mut text = Text::default();
        text.push("opset_import: [");
        text.list(", ", self.model.opsets(), |text, import| {
            text.quoted(self.model.name(import.domain));
            text.display(format_args!(" : {}", import.version));
        });
        text.push("]");
        text.into_string()
    }

    fn metadata(&self) -> Option<String> {
        let mut text = Text::default();
        text.push("metadata_props: [");
        text.list(", ", self.model.metadata(), |text, (key, value)| {
            text.quoted(key);
            text.push(": ");
            text.quoted(value);
        });
        text.push("]");
        self.model.metadata().next().map(|_| text.into_string())
    }

    /// The entries of the header that changed, or a header for a text without one.
    fn header(&self) -> Vec<(Span, String)> {
        let Some(header) = scan::header(self.text) else {
            let start = if self.text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
            return vec![(Span::new(start, start), format!("{}\n", self.new_header()))];
        };
        let version = self.model.ir_version().map(|version| format!("ir_version: {version}"));
        let entries =
            [("ir_version", version), ("opset_import", Some(self.opsets())), ("metadata_props", self.metadata())];
        let mut patches = Vec::new();
        let end = header.items.last().map_or(header.whole.start + 1, |item| item.end);
        for (key, new) in entries.into_iter().filter_map(|(key, new)| Some((key, new?))) {
            let written = header.items.iter().find(|item| item.of(self.text).starts_with(key.as_bytes()));
            match written {
                Some(item) if plain(item.of(self.text)) == plain(new.as_bytes()) => {}
                Some(item) => patches.push((*item, new)),
                None if header.items.is_empty() => patches.push((Span::new(end, end), new)),
                None => patches.push((Span::new(end, end), format!(", {new}"))),
            }
        }
        patches
    }
}
