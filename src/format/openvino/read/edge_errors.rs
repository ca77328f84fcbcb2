//! Known errors in the connections of a graph, so that their consequences are not reported again.

use hashbrown::{HashMap, HashSet};

use crate::diagnostic::Diagnostic;
use crate::ids::NodeId;

/// The maximum number of findings on edges to missing layers; further ones are counted.
const MOST: usize = 10_000;

/// Errors in the ids and edges of one graph.
#[derive(Default)]
pub(crate) struct EdgeErrorFilter {
    /// Layers without a readable id, or not read completely.
    pub(crate) nameless: HashSet<NodeId>,
    /// Layers shadowed by a later one of the same id.
    pub(crate) hidden: HashSet<NodeId>,
    /// Layers that shadow an earlier one.
    pub(crate) hiding: HashSet<NodeId>,
    /// Layers with two ports of one id: an edge to a missing port may mean one of them.
    pub(crate) doubled: HashSet<NodeId>,
    /// A layer without a type: it may be a Parameter or Result.
    pub(crate) untyped: bool,
    /// Ids of missing layers that have been reported.
    missing: HashSet<u64>,
    /// Missing output ports that have been reported.
    no_outputs: HashSet<(NodeId, u64)>,
    /// Findings on edges to missing layers, one per layer.
    astray: Vec<(u64, Diagnostic)>,
    astray_ids: HashSet<u64>,
    /// Missing layers of further edges.
    more_astray: Vec<u64>,
    /// Edges to ports that were not found.
    unplaced: usize,
    /// Edges to a layer, but not to one of its free ports.
    misses: HashMap<NodeId, usize>,
}

impl EdgeErrorFilter {
    /// Whether a missing layer may be one with an unreadable id.
    pub(crate) fn ids_are_lost(&self) -> bool {
        !self.nameless.is_empty() || !self.hidden.is_empty()
    }

    /// Whether missing ports of a layer are not reported.
    pub(crate) fn excuses(&self, node: NodeId) -> bool {
        self.hidden.contains(&node) || self.hiding.contains(&node) || self.nameless.contains(&node)
    }

    /// Records a missing layer; whether it is the first time.
    pub(crate) fn is_new_missing(&mut self, id: u64) -> bool {
        !self.ids_are_lost() && self.missing.insert(id)
    }

    /// Whether an edge comes from a missing layer.
    pub(crate) fn has_missing(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Whether edges both lead to a missing layer and come from it.
    pub(crate) fn is_removed(&self, id: &str) -> bool {
        id.parse().is_ok_and(|id: u64| self.missing.contains(&id) && self.astray_ids.contains(&id))
    }

    /// Records a missing output port; whether it is the first time.
    pub(crate) fn is_new_output(&mut self, node: NodeId, port: u64) -> bool {
        self.no_outputs.insert((node, port))
    }

    /// Records an edge to a missing layer, with a finding for the first one to that layer.
    pub(crate) fn stray(&mut self, id: u64, finding: impl FnOnce() -> Diagnostic) {
        self.unplaced += 1;
        if self.ids_are_lost() || !self.astray_ids.insert(id) {
            return;
        }
        match self.astray.len() < MOST {
            true => self.astray.push((id, finding())),
            false => self.more_astray.push(id),
        }
    }

    /// Records an edge whose target is unreadable.
    pub(crate) fn unreadable_target(&mut self) {
        self.unplaced += 1;
    }

    /// Records an edge to a layer that could not be connected.
    pub(crate) fn miss(&mut self, node: NodeId) {
        *self.misses.entry(node).or_default() += 1;
    }

    /// Whether an edge with a wrong target explains an unconnected port of a layer.
    pub(crate) fn is_missed(&mut self, node: NodeId) -> bool {
        match self.misses.get_mut(&node) {
            Some(left @ 1..) => {
                *left -= 1;
                true
            }
            _ => self.excuses(node),
        }
    }

    /// The remaining edges that may explain a port of any layer.
    pub(crate) fn excused(&self) -> usize {
        self.unplaced + self.misses.values().sum::<usize>()
    }

    /// The findings on dangling edges and the number of further ones, except those to layers that are reported elsewhere.
    pub(crate) fn take_astray(&mut self) -> (Vec<Diagnostic>, usize) {
        let (astray, more) = (std::mem::take(&mut self.astray), std::mem::take(&mut self.more_astray));
        let is_reported = |id: &u64| self.missing.contains(id);
        let findings = astray.into_iter().filter(|(id, _)| !is_reported(id)).map(|(_, finding)| finding).collect();
        (findings, more.iter().filter(|id| !is_reported(id)).count())
    }
}
