//! The bodies that a rewrite removes with their nodes.

use super::Rewrite;
use crate::graph::{GraphRole, Model};
use crate::ids::GraphId;

/// For each graph, whether a node around it is removed.
pub(crate) struct RemovedGraphs(Vec<bool>);

impl RemovedGraphs {
    pub(crate) fn new(model: &Model, rewrite: &Rewrite) -> RemovedGraphs {
        let mut removed = RemovedGraphs(Vec::new());
        for graph in model.graphs() {
            // A body comes after the graph that holds it.
            removed.0.push(match model.graph(graph).role {
                GraphRole::Body { owner, .. } => rewrite.removes(owner) || removed.contains(model.node(owner).graph),
                _ => false,
            });
        }
        removed
    }

    /// Whether a graph is removed with a node around it.
    pub(crate) fn contains(&self, graph: GraphId) -> bool {
        self.0.get(graph.index()).copied().unwrap_or(false)
    }
}
