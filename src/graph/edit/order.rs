//! The order of the nodes in a graph.

use crate::graph::Model;
use crate::graph::captures::Captures;
use crate::graph::order;
use crate::ids::{GraphId, NodeId};

impl Model {
    /// Puts the nodes of a graph into an order in which they can run: producers before consumers, otherwise as they are.
    /// What a body reads from a graph around it counts as an input of the node that owns the body. Nodes on a cycle come
    /// last.
    pub fn sort_nodes(&mut self, graph: GraphId) {
        let nodes: Vec<NodeId> = self.nodes_of(graph).collect();
        let captures = Captures::new(self);
        let reads = |node: NodeId| {
            let own = self.inputs(node).iter().filter_map(|operand| operand.value());
            own.chain(captures.of_node(node).iter().map(|captured| captured.value))
        };
        let sorted = order::sorted_by(self, &nodes, reads);
        if sorted != nodes {
            self.put_order(graph, sorted);
        }
    }
}
