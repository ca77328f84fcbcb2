//! The bodies of nodes.

use super::attribute::AttributeValue;
use super::model::Model;
use super::records::GraphRole;
use crate::ids::{GraphId, NodeId};

/// The bodies of a node, in attribute order.
pub(crate) fn bodies(model: &Model, node: NodeId) -> impl Iterator<Item = GraphId> + '_ {
    model
        .attributes(node)
        .iter()
        .flat_map(|a| match &a.value {
            value @ (AttributeValue::Graph(_) | AttributeValue::Graphs(_)) => value.graphs(),
            _ => &[],
        })
        .copied()
}

/// Whether a graph is the body of a node.
pub(crate) fn is_body(model: &Model, graph: GraphId) -> bool {
    matches!(model.graph(graph).role, GraphRole::Body { .. })
}
