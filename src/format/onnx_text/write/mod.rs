//! Writes ONNX text: statements are replaced or removed, and all other text is preserved.

mod edited;
mod list;
pub(crate) mod tensor;

pub(crate) use edited::edited;

use std::collections::{HashMap, HashSet};

use crate::format::onnx::write::ExternalDataPolicy;
use crate::format::onnx::write::constant_form::{fits_constant, is_constant};
use crate::format::onnx::write::patch::Patches;
use crate::format::onnx_text::print::name_text;
use crate::graph::{Model, ValueRole};
use crate::ids::{GraphId, NameId, NodeId, TensorId, ValueId};
use crate::rewrite::{NewConstant, PatchedFile, RemovedGraphs, Rewrite, WriteError};
use crate::short_text::indentation;
use crate::source::Span;

/// Applies a rewrite to the text that a model was read from.
pub(crate) fn rewrite(
    model: &Model,
    rewrite: &Rewrite,
    external: &ExternalDataPolicy,
) -> Result<PatchedFile, WriteError> {
    let mut plan = TextEdits::new(model, rewrite, external)?;
    plan.add_external(model, external)?;
    Ok(plan.patches().apply(model.source().bytes()))
}

/// The tensors that a rewrite keeps, each location once.
pub(crate) fn kept_tensors(model: &Model, rewrite: &Rewrite) -> Result<Vec<TensorId>, WriteError> {
    Ok(TextEdits::new(model, rewrite, &ExternalDataPolicy::Keep)?.staying(model))
}

/// The changes of a text.
struct TextEdits {
    /// Replacements, in the order of the text.
    edits: Vec<(Span, String)>,
}

/// Collects edits.
struct Builder<'a> {
    model: &'a Model,
    rewrite: &'a Rewrite,
    external: &'a ExternalDataPolicy,
    removed_graphs: RemovedGraphs,
    text: &'a [u8],
    edits: Vec<(Span, String)>,
    /// Statements that replace removed ones.
    made: HashMap<NodeId, Vec<String>>,
    /// `Constant` nodes that remain, since their replacements would be the same.
    kept: HashSet<NodeId>,
    /// Removed values.
    gone: HashSet<(GraphId, NameId)>,
}

impl TextEdits {
    /// The edits for a rewrite.
    fn new(model: &Model, rewrite: &Rewrite, external: &ExternalDataPolicy) -> Result<TextEdits, WriteError> {
        let (removed_graphs, text) = (RemovedGraphs::new(model, rewrite), &model.source().bytes()[..]);
        let (edits, made, kept, gone) = (Vec::new(), HashMap::new(), HashSet::new(), HashSet::new());
        let mut builder = Builder { model, rewrite, external, removed_graphs, text, edits, made, kept, gone };
        for (value, constant) in &rewrite.constants {
            builder.constant(*value, constant)?;
        }
        rewrite.nodes.iter().for_each(|&node| builder.node(node));
        let mut items = Vec::new();
        for &value in &rewrite.initializers {
            items.extend(builder.initializer(value)?);
        }
        items.extend(builder.infos());
        let mut edits = builder.edits;
        edits.extend(list::cuts(text, items).into_iter().map(|cut| (cut, String::new())));
        edits.sort_by_key(|&(at, _)| at);
        Ok(TextEdits { edits })
    }

    /// Adds the edits of external data in remaining tensors.
    fn add_external(&mut self, model: &Model, external: &ExternalDataPolicy) -> Result<(), WriteError> {
        let mut added = Vec::new();
        for id in self.staying(model) {
            added.extend(tensor::edit(model, id, external)?);
        }
        self.edits.extend(added);
        self.edits.sort_by_key(|&(at, _)| at);
        Ok(())
    }

    /// The remaining tensors, each location once.
    fn staying(&self, model: &Model) -> Vec<TensorId> {
        let mut seen = HashSet::new();
        let tensors = (0..model.tensors.len()).map(TensorId::at);
        tensors.filter(|&id| seen.insert(model.tensor(id).span) && !self.cuts(model.tensor(id).span)).collect()
    }

    fn cuts(&self, span: Span) -> bool {
        let after = self.edits.partition_point(|(at, _)| at.start <= span.start);
        after.checked_sub(1).and_then(|last| self.edits.get(last)).is_some_and(|(at, _)| at.end >= span.end)
    }

    /// The patches for the changes.
    fn patches(self) -> Patches {
        let mut patches = Patches::default();
        for (at, with) in self.edits {
            patches.replace(None, at, vec![with.into()]);
        }
        patches
    }
}

impl Builder<'_> {
    fn constant(&mut self, value: ValueId, constant: &NewConstant) -> Result<(), WriteError> {
        let (model, at) = (self.model, self.model.value(value));
        let name = model.name(at.name);
        let ValueRole::Output(node) = at.role else { return Err(WriteError::Request(name.to_owned())) };
        if !self.rewrite.removes(node) {
            return Err(WriteError::Request(name.to_owned()));
        }
        if self.removed_graphs.contains(at.graph) || name.is_empty() {
            return Ok(());
        }
        if is_constant(model, node) {
            self.kept.insert(node);
            return Ok(());
        }
        let tensor = match constant {
            NewConstant::Tensor(tensor) if !fits_constant(model, Some(tensor.element())) => {
                let why = "before operator set 9, `Constant` produces only floats";
                return Err(WriteError::Text { name: name.to_owned(), why });
            }
            NewConstant::Tensor(tensor) => tensor::made(tensor, name)?,
            NewConstant::CopiedFromFile(id) => tensor::stored(model, *id, self.external)?,
        };
        let made = self.made.entry(node).or_default();
        let label = Some(model.name(model.node(node).name)).filter(|label| made.is_empty() && !label.is_empty());
        let label = label.map_or(String::new(), |label| format!("[{}] ", name_text(label)));
        made.push(format!("{label}{} = Constant <value = {tensor}> ()", name_text(name)));
        Ok(())
    }

    fn node(&mut self, id: NodeId) {
        let (model, node) = (self.model, self.model.node(id));
        if self.removed_graphs.contains(node.graph) || self.kept.contains(&id) {
            return;
        }
        let constants = &self.rewrite.constants;
        let is_constant = |value: &ValueId| constants.binary_search_by_key(value, |(value, _)| *value).is_ok();
        let gone = model.outputs(id).filter(|value| !is_constant(value));
        self.gone.extend(gone.map(|value| (node.graph, model.value(value).name)));
        let edit = match self.made.remove(&id) {
            Some(statements) => (node.span(), statements.join(&separator(self.text, node.span()))),
            None => (line(self.text, node.span()), String::new()),
        };
        self.edits.push(edit);
    }

    /// The list item of an initializer. One among the inputs remains, and so does a sparse one, whose location is
    /// unknown.
    fn initializer(&mut self, value: ValueId) -> Result<Option<Span>, WriteError> {
        let (model, at) = (self.model, self.model.value(value));
        let name = model.name(at.name);
        let tensor = match at.role {
            ValueRole::Initializer(tensor) => tensor,
            ValueRole::Input { default: Some(_) } => return Ok(None),
            _ => return Err(WriteError::Request(name.to_owned())),
        };
        let graph = model.graph(at.graph);
        let position = value.index().saturating_sub(graph.values.start as usize);
        let span = model.tensor(tensor).span;
        let cut = !self.removed_graphs.contains(at.graph) && position >= graph.inputs.len();
        let found = cut && tensor::is_named(span.of(self.text), name);
        if found {
            self.gone.insert((at.graph, at.name));
        }
        Ok(found.then_some(span))
    }

    /// The list items that declare types of removed values.
    fn infos(&self) -> Vec<Span> {
        let graphs: HashSet<GraphId> = self.gone.iter().map(|&(graph, _)| graph).collect();
        let infos = graphs.into_iter().flat_map(|graph| self.model.value_infos(graph));
        let gone = infos.filter(|info| self.gone.contains(&(info.graph, info.name)));
        gone.map(|info| self.model.declaration(info.declaration).span).collect()
    }
}

/// Where the blanks before a position start, and whether they start a line.
fn before(text: &[u8], at: u64) -> (u64, bool) {
    let head = Span::new(0, at).of(text);
    let start = head.iter().rposition(|b| !matches!(b, b' ' | b'\t')).map_or(0, |last| last + 1);
    (start as u64, start == 0 || head.get(start - 1) == Some(&b'\n'))
}

/// The separator between statements at this place.
fn separator(text: &[u8], statement: Span) -> String {
    match before(text, statement.start) {
        (start, true) => {
            let blanks = String::from_utf8_lossy(Span::new(start, statement.start).of(text));
            format!("\n{}", indentation(&blanks))
        }
        _ => " ".to_owned(),
    }
}

/// A statement with its line, if nothing else is on it.
fn line(text: &[u8], statement: Span) -> Span {
    let (start, first) = before(text, statement.start);
    let rest = Span::new(statement.end, u64::MAX).of(text);
    let blanks = rest.iter().position(|b| !matches!(b, b' ' | b'\t' | b'\r')).unwrap_or(rest.len());
    let end = statement.end + blanks as u64;
    match rest.get(blanks) {
        Some(b'\n') if first => Span::new(start, end + 1),
        Some(b'\n') | None => Span::new(if first { start } else { statement.start }, end),
        Some(_) => Span::new(statement.start, end),
    }
}

/// The end of the line after a statement, if only blanks and a comment follow on it; otherwise the end of the statement.
fn line_end(text: &[u8], end: u64) -> u64 {
    let rest = Span::new(end, u64::MAX).of(text);
    let line = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    match rest[..line].iter().find(|b| !matches!(b, b' ' | b'\t' | b'\r')) {
        Some(b'#') => end + line as u64,
        _ => end,
    }
}
