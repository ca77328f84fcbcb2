//! What is known to be wrong with the connections of a graph, so that one fault is not said again by its echoes.

use hashbrown::{HashMap, HashSet};

use crate::diagnostic::Diagnostic;
use crate::ids::NodeId;

/// Findings on edges to layers that do not exist that are kept: a report holds no more.
const MOST: usize = 10_000;

/// Faults of ids and edges of one graph.
#[derive(Default)]
pub(crate) struct EdgeErrorFilter {
    /// Layers without an id that can be read.
    pub(crate) nameless: HashSet<NodeId>,
    /// Layers that a later one of the same id hides.
    pub(crate) hidden: HashSet<NodeId>,
    /// Layers that hide an earlier one.
    pub(crate) hiding: HashSet<NodeId>,
    /// Layers with two ports of one id: an edge to none of its ports may mean one of them.
    pub(crate) doubled: HashSet<NodeId>,
    /// A layer without a type: it may be a Parameter or Result.
    pub(crate) untyped: bool,
    /// Ids of layers that do not exist, and of which a finding says so.
    missing: HashSet<u64>,
    /// Output ports that do not exist, and of which a finding says so.
    no_outputs: HashSet<(NodeId, u64)>,
    /// Findings on edges to layers that do not exist, one for each layer.
    astray: Vec<(u64, Diagnostic)>,
    astray_ids: HashSet<u64>,
    /// Edges that lead to no port that could be found.
    unplaced: usize,
    /// Edges that lead to a layer, but to none of its free ports.
    misses: HashMap<NodeId, usize>,
}

impl EdgeErrorFilter {
    /// Whether a layer that seems missing may be one whose id was lost.
    pub(crate) fn ids_are_lost(&self) -> bool {
        !self.nameless.is_empty() || !self.hidden.is_empty()
    }

    /// Whether nothing is to be said of what a layer's ports lack.
    pub(crate) fn excuses(&self, node: NodeId) -> bool {
        self.hidden.contains(&node) || self.nameless.contains(&node)
    }

    /// Takes a layer that does not exist; whether nothing has been said of it yet.
    pub(crate) fn is_new_missing(&mut self, id: u64) -> bool {
        !self.ids_are_lost() && self.missing.insert(id)
    }

    /// Takes an output port that does not exist; whether nothing has been said of it yet.
    pub(crate) fn is_new_output(&mut self, node: NodeId, port: u64) -> bool {
        self.no_outputs.insert((node, port))
    }

    /// An edge to a layer that does not exist: `finding` says so, if it is the first to that layer.
    pub(crate) fn stray(&mut self, id: u64, finding: impl FnOnce() -> Diagnostic) {
        self.unplaced += 1;
        if !self.ids_are_lost() && self.astray.len() < MOST && self.astray_ids.insert(id) {
            self.astray.push((id, finding()));
        }
    }

    /// An edge whose target cannot be read.
    pub(crate) fn unreadable_target(&mut self) {
        self.unplaced += 1;
    }

    /// An edge to a layer that could not be connected.
    pub(crate) fn miss(&mut self, node: NodeId) {
        *self.misses.entry(node).or_default() += 1;
    }

    /// Whether a port of a layer without an edge is accounted for by an edge that missed it.
    pub(crate) fn is_missed(&mut self, node: NodeId) -> bool {
        match self.misses.get_mut(&node) {
            Some(left @ 1..) => {
                *left -= 1;
                true
            }
            _ => self.excuses(node),
        }
    }

    /// The edges left that may account for a port of any layer.
    pub(crate) fn excused(&self) -> usize {
        self.unplaced + self.misses.values().sum::<usize>()
    }

    /// The findings on edges that lead nowhere; not those to layers that are missed elsewhere.
    pub(crate) fn take_astray(&mut self) -> Vec<Diagnostic> {
        let astray = std::mem::take(&mut self.astray).into_iter();
        astray.filter(|(id, _)| !self.missing.contains(id)).map(|(_, finding)| finding).collect()
    }
}
