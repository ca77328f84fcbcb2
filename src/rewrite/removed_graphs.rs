//! The bodies that a rewrite removes with their nodes.

use super::Rewrite;
use crate::graph::{GraphRole, Model};
use crate::ids::GraphId;

/// For each graph, whether a node around it is removed.
pub(crate) struct RemovedGraphs(Vec<bool>);

impl RemovedGraphs {
    pub(crate) fn new(model: &Model, rewrite: &Rewrite) -> RemovedGraphs {
        let mut removed = RemovedGraphs(vec![false; model.graph_ids().count()]);
        for graph in model.graph_ids() {
            // A body comes after the graph that holds it.
            if let GraphRole::Body { owner, .. } = model.graph(graph).role {
                removed.0[graph.index()] = rewrite.removes(owner) || removed.contains(model.node(owner).graph);
            }
        }
        removed
    }

    /// Whether a graph is removed with a node around it.
    pub(crate) fn contains(&self, graph: GraphId) -> bool {
        self.0.get(graph.index()).copied().unwrap_or(false)
    }
}
