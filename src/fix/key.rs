//! What identifies a finding in all rounds, in which nodes and bytes change their places.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::Candidate;
use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
use crate::fix_edit::Fix;
use crate::graph::label::cut_name;
use crate::graph::{GraphRole, Model};
use crate::ids::{GraphId, NodeId};
use crate::place::Part;
use crate::rewrite::KeptPieces;

/// What distinguishes a fix from others: what is reported, where, and what is done. There may be many of them, with long texts
/// and paths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    /// The hash of all texts: of the finding and the fix, and of the graph, the node, and its part by names, since ids are those
    /// of one model.
    texts: u64,
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

/// The keys of the findings of one model.
pub(super) struct Keys<'m> {
    model: &'m Model,
    /// The hashes of the paths of graphs: many findings may be about a graph that is deep in bodies.
    paths: RefCell<HashMap<GraphId, u64>>,
}

impl<'m> Keys<'m> {
    pub(super) fn new(model: &'m Model) -> Keys<'m> {
        Keys { model, paths: RefCell::default() }
    }

    pub(super) fn of(&self, (finding, fix): Candidate<'_>) -> Key {
        let (model, place) = (self.model, &finding.place);
        let mut hasher = DefaultHasher::new();
        (finding.rule.code(), &finding.message, &fix.title).hash(&mut hasher);
        if let Some(graph) = place.graph {
            self.path(graph).hash(&mut hasher);
        }
        place.node.map(|node| name_of(model, node).map(shown)).hash(&mut hasher);
        match place.part {
            Part::Attribute(name) | Part::Name(name) => shown(model.name(name)).hash(&mut hasher),
            Part::Value(value) => shown(model.value_name(value)).hash(&mut hasher),
            position => format!("{position:?}").hash(&mut hasher),
        }
        Key { texts: hasher.finish(), at: start(model, finding) }
    }

    /// The hash of the path of a graph.
    fn path(&self, graph: GraphId) -> u64 {
        let (model, mut known) = (self.model, self.paths.borrow_mut());
        let around = |&graph: &GraphId| match model.graph(graph).role {
            GraphRole::Body { owner, .. } => Some(model.node(owner).graph),
            _ => None,
        };
        let new: Vec<GraphId> =
            std::iter::successors(Some(graph), around).take_while(|graph| !known.contains_key(graph)).collect();
        for &graph in new.iter().rev() {
            let mut hasher = DefaultHasher::new();
            match model.graph(graph).role {
                GraphRole::Body { owner, attribute, index } => {
                    known.get(&model.node(owner).graph).hash(&mut hasher);
                    (name_of(model, owner).map(shown), shown(model.name(attribute)), index).hash(&mut hasher);
                }
                _ => model.path(graph).hash(&mut hasher),
            }
            known.insert(graph, hasher.finish());
        }
        known.get(&graph).copied().unwrap_or_default()
    }
}

impl Key {
    /// The same finding in the file that has these pieces of the old one; `None` if its bytes are not among them.
    pub(super) fn moved(self, kept: &KeptPieces) -> Option<Key> {
        let at = match self.at {
            Some(At::File(start)) => Some(At::File(kept.new_place(start)?)),
            at => at,
        };
        Some(Key { at, ..self })
    }
}

/// A node by what no edit of another one changes: its first output, in IR the id and the name of the layer.
fn name_of(model: &Model, node: NodeId) -> [&str; 2] {
    let record = model.node(node);
    if model.format() == Format::OpenVinoIr {
        return [model.name(record.layer), model.name(record.name)];
    }
    let mut outputs = model.outputs(node).map(|value| model.value_name(value));
    ["", outputs.find(|name| !name.is_empty()).unwrap_or_else(|| model.name(record.name))]
}

/// What stands for a name: many findings may be about one with a very long name. Its length tells apart most that are equal at
/// their ends.
fn shown(name: &str) -> (Cow<'_, str>, usize) {
    (cut_name(name), name.len())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::options::ReadOptions;
    use crate::source::Source;

    #[test]
    fn the_path_of_each_graph_is_hashed_once() {
        let text = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N] x, bool c) => (float[N] y) {
  y = If (c) <then_branch = t () => (a) { a = If (c) <then_branch = u () => (d) { d = Abs (x) }> },
              else_branch = e () => (b) { b = Abs (x) }>
}"#;
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let keys = Keys::new(&model);
        let graphs: Vec<GraphId> = model.graph_ids().collect();
        let paths: Vec<u64> = graphs.iter().rev().map(|&graph| keys.path(graph)).collect();
        assert_eq!(keys.paths.borrow().len(), graphs.len());
        let again: Vec<u64> = graphs.iter().map(|&graph| Keys::new(&model).path(graph)).rev().collect();
        assert_eq!((graphs.len(), &again), (4, &paths), "they do not depend on the order");
        assert_eq!(paths.iter().collect::<std::collections::HashSet<_>>().len(), graphs.len());
    }
}
