//! Writes an edited model: the text of everything that did not change is copied, new and changed statements and list
//! items are printed.
//!
//! As in the binary form, changed graphs are written one by one, bodies before the graphs around them.

mod graph;
mod header;
mod items;
mod list;
mod node;
mod scan;

use std::borrow::Cow;

use hashbrown::{HashMap, HashSet};

use super::tensor;
use crate::format::onnx::write::ExternalDataPolicy;
use crate::format::onnx_text::print::{name_text, type_text};
use crate::graph::{EditLog, GraphRole, Model, Storage};
use crate::ids::{GraphId, TensorId};
use crate::rewrite::{Edits, PatchedFile, WriteError};
use crate::short_text::LONGEST_INDENT;
use crate::source::Span;

/// Writes a model that was edited since it was read, or made from nothing.
pub(crate) fn edited(model: &Model, log: &EditLog, external: &ExternalDataPolicy) -> Result<PatchedFile, WriteError> {
    let edits = Edits::new(model, log);
    let graphs = edits.graphs();
    let text = &model.source().bytes()[..];
    let moved = moved(model, external);
    let mut printer = Printer { edits, model, text, moved, graphs: HashMap::new(), differing: HashSet::new() };
    for graph in graphs {
        let text = printer.graph(graph)?;
        printer.graphs.insert(graph, text);
    }
    printer.model()
}

/// A tensor whose external data is moved: what is replaced, by what.
type Moved = (Span, Result<String, WriteError>);

/// Prints the statements of a model.
struct Printer<'m> {
    edits: Edits<'m>,
    model: &'m Model,
    text: &'m [u8],
    /// In the order of the text.
    moved: Vec<Moved>,
    /// Changed graphs that were printed and are not part of another text yet.
    graphs: HashMap<GraphId, String>,
    /// The graphs of the file of which the new text is another one.
    differing: HashSet<GraphId>,
}

fn moved(model: &Model, external: &ExternalDataPolicy) -> Vec<Moved> {
    let mut seen = HashSet::new();
    let mut tensors = (0..model.tensors.len()).map(TensorId::at).collect::<Vec<_>>();
    tensors.retain(|&id| is_written(model, id) && seen.insert(model.tensor(id).span));
    let mut moved: Vec<Moved> = Vec::new();
    for id in tensors {
        match tensor::edit(model, id, external) {
            Ok(None) => {}
            Ok(Some((at, with))) => moved.push((at, Ok(with))),
            // The data of a tensor that was removed may be missing.
            Err(error) => moved.push((model.tensor(id).span, Err(error))),
        }
    }
    moved.sort_by_key(|&(at, _)| at);
    moved
}

/// Whether a tensor is in the text; one made of a sparse tensor has the location of something else.
fn is_written(model: &Model, id: TensorId) -> bool {
    let tensor = model.tensor(id);
    let text = tensor.span.of(model.source().bytes());
    let element = crate::format::onnx_text::print::element_name(tensor.element);
    tensor.span != Span::default()
        && !matches!(tensor.storage, Storage::Dense(_))
        && text.starts_with(element.as_bytes())
}

impl<'m> Printer<'m> {
    /// A part of the text in which nothing was edited.
    fn copied(&self, part: Span) -> Result<Cow<'m, str>, WriteError> {
        let start = self.moved.partition_point(|(at, _)| at.start < part.start);
        let mut moved = self.moved.iter().skip(start).take_while(|(at, _)| at.end <= part.end).peekable();
        if moved.peek().is_none() {
            return Ok(self.slice(part));
        }
        let mut text = String::new();
        let mut done = part.start;
        for (at, with) in moved {
            text.push_str(&self.slice(Span::new(done, at.start)));
            text.push_str(&with.clone()?);
            done = at.end;
        }
        text.push_str(&self.slice(Span::new(done, part.end)));
        Ok(text.into())
    }

    fn slice(&self, part: Span) -> Cow<'m, str> {
        String::from_utf8_lossy(part.of(self.text))
    }

    /// A part of the text with replacements in it, in any order; of two at one place, the first one comes first.
    fn patched(&self, part: Span, patches: Vec<(Span, String)>) -> Result<String, WriteError> {
        let mut text = String::new();
        self.patch(part, patches, |piece| text.push_str(&piece))?;
        Ok(text)
    }

    /// The pieces of [`Printer::patched`], in order.
    fn patch(
        &self,
        part: Span,
        mut patches: Vec<(Span, String)>,
        mut push: impl FnMut(Cow<'m, str>),
    ) -> Result<(), WriteError> {
        patches.sort_by_key(|&(at, _)| (at.start, at.end));
        let mut done = part.start;
        for (at, with) in patches {
            push(self.copied(Span::new(done, at.start.max(done)))?);
            push(with.into());
            done = at.end.max(done);
        }
        push(self.copied(Span::new(done, part.end))?);
        Ok(())
    }

    /// The graph of an attribute: as in the text, or as printed before.
    fn whole_graph(&mut self, graph: GraphId) -> Result<String, WriteError> {
        if !self.edits.is_changed(graph) {
            return Ok(self.copied(self.model.graph(graph).span)?.into_owned());
        }
        let twice = || {
            let path = self.model.display_path(graph);
            WriteError::Inconsistent(format!("graph `{path}` belongs to two attributes or contains itself"))
        };
        self.graphs.remove(&graph).ok_or_else(twice)
    }

    /// The number of spaces before the nodes of a new graph.
    fn indent(&self, mut graph: GraphId) -> usize {
        let mut indent = 3;
        while let GraphRole::Body { owner, .. } = self.model.graph(graph).role {
            graph = self.model.node(owner).graph;
            indent += 3;
        }
        indent.min(LONGEST_INDENT)
    }

    /// A tensor with this name, if it needs one: `float[2] w = {1,2}`. `label` is for messages.
    fn tensor(&self, id: TensorId, name: Option<&str>, label: &str) -> Result<String, WriteError> {
        let span = self.model.tensor(id).span;
        let named = name.map_or(String::new(), |name| format!("{} = ", name_text(name)));
        if is_written(self.model, id) {
            let Some(data) = scan::value_of(self.text, span).filter(|_| name.is_some()) else {
                return Ok(self.copied(span)?.into_owned());
            };
            let data = self.copied(Span::new(data, span.end))?;
            return Ok(format!("{} {named}{}", self.stored_type(id), data.trim_start()));
        }
        let unknown = |_| WriteError::Inconsistent(format!("`{label}` cannot be written: its elements are not known"));
        let tensor = self.model.load(id).map_err(unknown)?;
        Ok(format!("{} {named}{}", type_text(&tensor), tensor::data(&tensor, label)?))
    }

    fn stored_type(&self, id: TensorId) -> String {
        let (element, shape) = (self.model.tensor(id).element, self.model.tensor(id).sizes.as_deref());
        let mut text = crate::format::onnx_text::print::Text::default();
        text.push(crate::format::onnx_text::print::element_name(element));
        text.sizes(shape);
        text.into_string()
    }
}
