//! The text of the model around its graphs: operator sets, metadata, and functions.

use super::super::line;
use super::Printer;
use super::scan::{self, plain};
use crate::format::onnx_text::print::{Text, quoted_text};
use crate::graph::{GraphRole, OpsetImport};
use crate::ids::GraphId;
use crate::rewrite::{PatchedFile, WriteError};
use crate::source::Span;

impl Printer<'_> {
    /// The whole text.
    pub(super) fn model(&mut self) -> Result<PatchedFile, WriteError> {
        let (model, mut file) = (self.model, PatchedFile::default());
        let is_root = |&graph: &GraphId| !matches!(model.graph(graph).role, GraphRole::Body { .. });
        let roots: Vec<GraphId> = model.graphs().filter(is_root).filter(|&g| self.edits.is_changed(g)).collect();
        if self.text.is_empty() {
            let graphs = roots.into_iter().map(|graph| self.whole_graph(graph)).collect::<Result<Vec<_>, _>>()?;
            file.push(format!("{}\n{}\n", self.new_header(), graphs.join("\n")));
            return Ok(file);
        }
        let mut patches = if self.edits.is_header_changed() { self.header() } else { Vec::new() };
        let (read, new): (Vec<_>, Vec<_>) = roots.into_iter().partition(|&graph| self.edits.is_read(graph));
        for graph in read {
            patches.push((model.graph(graph).span, self.whole_graph(graph)?));
        }
        let removed = self.edits.removed_functions().into_iter();
        patches.extend(removed.map(|function| (line(self.text, function), String::new())));
        let end = self.text.len() as u64;
        for function in new {
            patches.push((Span::new(end, end), format!("\n{}\n", self.whole_graph(function)?)));
        }
        self.patch(Span::new(0, end), patches, |piece| file.push(piece.into_owned()))?;
        Ok(file)
    }

    /// What is before the text of a new function.
    pub(super) fn new_function(&self, function: u32) -> String {
        let Some(function) = self.model.functions().get(function as usize) else { return String::new() };
        let domain = quoted_text(self.model.name(function.domain));
        format!("<domain: {domain}, {}>\n", self.opsets(&function.opsets))
    }

    fn new_header(&self) -> String {
        let has_metadata = self.model.metadata().next().is_some();
        let metadata = if has_metadata { format!(", {}", self.metadata()) } else { String::new() };
        format!(
            "<ir_version: {}, {}{metadata}>",
            self.model.ir_version().unwrap_or(0),
            self.opsets(self.model.opsets())
        )
    }

    fn opsets(&self, imports: &[OpsetImport]) -> String {
        let mut text = Text::default();
        text.push("opset_import: [");
        text.list(", ", imports, |text, import| {
            text.quoted(self.model.name(import.domain));
            text.display(format_args!(" : {}", import.version));
        });
        text.push("]");
        text.into_string()
    }

    fn metadata(&self) -> String {
        let mut text = Text::default();
        text.push("metadata_props: [");
        text.list(", ", self.model.metadata(), |text, (key, value)| {
            text.quoted(key);
            text.push(": ");
            text.quoted(value);
        });
        text.push("]");
        text.into_string()
    }

    /// The entries of the header that changed, or a header for a text without one.
    fn header(&self) -> Vec<(Span, String)> {
        let Some(header) = scan::header(self.text) else {
            let start = if self.text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
            return vec![(Span::new(start, start), format!("{}\n", self.new_header()))];
        };
        let version = self.model.ir_version().map(|version| format!("ir_version: {version}"));
        let opsets = self.opsets(self.model.opsets());
        let entries =
            [("ir_version", version), ("opset_import", Some(opsets)), ("metadata_props", Some(self.metadata()))];
        let mut patches = Vec::new();
        let end = header.items.last().map_or(header.whole.start + 1, |item| item.end);
        for (key, new) in entries.into_iter().filter_map(|(key, new)| Some((key, new?))) {
            let written = header.items.iter().find(|item| item.of(self.text).starts_with(key.as_bytes()));
            if written.is_none() && key == "metadata_props" && self.model.metadata().next().is_none() {
                continue;
            }
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
