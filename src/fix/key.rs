//! What identifies a finding in all rounds, in which nodes and bytes change their places.

use std::collections::HashMap;
use std::sync::Arc;

use super::Candidate;
use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
use crate::fix_edit::Fix;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::place::Part;
use crate::rewrite::KeptPieces;

/// What distinguishes a fix from others: what is reported, where, and what is done.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    code: String,
    message: String,
    title: String,
    /// The graph, the node, and its part, by names: ids are those of one model.
    names: [String; 3],
    /// IR, where several findings may be about equal names.
    at: Option<At>,
}

/// Where the bytes of a finding start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum At {
    /// After so many bytes of its layer.
    Layer(u64),
    File(u64),
}

impl Key {
    pub(super) fn new(model: &Model, (finding, fix): Candidate<'_>) -> Key {
        let place = &finding.place;
        let graph = place.graph.map(|graph| model.path_by(graph, &|node| name_of(model, node)));
        let node = place.node.map(|node| name_of(model, node));
        let part = match place.part {
            Part::Attribute(name) | Part::Name(name) => model.name(name).to_owned(),
            Part::Value(value) => model.value_name(value).to_owned(),
            position => format!("{position:?}"),
        };
        Key {
            code: finding.rule.code().to_owned(),
            message: finding.message.clone(),
            title: fix.title.clone(),
            names: [graph.unwrap_or_default(), node.unwrap_or_default(), part],
            at: start(model, finding),
        }
    }

    /// The same finding in the file that has these pieces of the old one; `None` if its bytes are not among them.
    pub(super) fn moved(self, kept: &KeptPieces) -> Option<Key> {
        let at = match self.at {
            Some(At::File(start)) => Some(At::File(kept.new_place(start)?)),
            at => at,
        };
        Some(Key { at, ..self })
    }
}

/// A node by what no edit of another one changes: its first output, in IR the id of the layer.
fn name_of(model: &Model, node: NodeId) -> String {
    let record = model.node(node);
    if model.format() == Format::OpenVinoIr {
        return format!("{} {}", model.name(record.layer), model.name(record.name));
    }
    let mut outputs = model.outputs(node).map(|value| model.value_name(value));
    outputs.find(|name| !name.is_empty()).unwrap_or_else(|| model.name(record.name)).to_owned()
}

fn start(model: &Model, finding: &Diagnostic) -> Option<At> {
    let span = finding.place.span.filter(|_| model.format() == Format::OpenVinoIr)?;
    let layer = finding.place.node.map(|node| model.node(node).span());
    let layer = layer.filter(|layer| layer.start <= span.start && span.end <= layer.end);
    Some(layer.map_or(At::File(span.start), |layer| At::Layer(span.start - layer.start)))
}

/// How often each fix is possible.
pub(super) fn counts(keys: impl Iterator<Item = Key>) -> HashMap<Key, usize> {
    let mut counts = HashMap::new();
    keys.for_each(|key| *counts.entry(key).or_default() += 1);
    counts
}

/// The findings of an analysis that have a fix.
pub(super) fn fixable(findings: &[Arc<Diagnostic>]) -> impl Iterator<Item = (&Diagnostic, &Fix)> {
    findings.iter().filter_map(|finding| Some((&**finding, finding.fix.as_deref()?)))
}
