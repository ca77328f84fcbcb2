//! An order of all nodes of a model in which producers stand before readers, over the bounds of graphs.

use std::collections::VecDeque;

use crate::graph::{GraphRole, Model};
use crate::ids::{GraphId, NodeId};

/// The nodes of the main graph and of its bodies. Nodes on a cycle or behind one are left out.
pub(super) fn of(model: &Model) -> Vec<NodeId> {
    let inside = runs(model);
    let scope = |node: NodeId| inside[model.node(node).graph.index()];
    let nodes = || (0..model.nodes.len() as u32).map(NodeId).filter(|&n| scope(n));
    let mut waiting = vec![0u32; model.nodes.len()];
    let mut first = vec![0u32; model.nodes.len() + 1];
    let producers = |node: NodeId| {
        let values = model.inputs(node).iter().filter_map(|o| o.value());
        values.filter_map(|v| model.producer(v)).filter(|&p| scope(p))
    };
    for node in nodes() {
        for producer in producers(node) {
            waiting[node.index()] += 1;
            first[producer.index() + 1] += 1;
        }
    }
    for i in 1..first.len() {
        first[i] += first[i - 1];
    }
    let mut next = first.clone();
    let mut readers = vec![NodeId(0); first.last().copied().unwrap_or(0) as usize];
    for node in nodes() {
        for producer in producers(node) {
            let at = &mut next[producer.index()];
            readers[*at as usize] = node;
            *at += 1;
        }
    }
    let mut ready: VecDeque<NodeId> = nodes().filter(|n| waiting[n.index()] == 0).collect();
    let mut order = Vec::with_capacity(model.nodes.len());
    while let Some(node) = ready.pop_front() {
        order.push(node);
        for reader in &readers[first[node.index()] as usize..first[node.index() + 1] as usize] {
            waiting[reader.index()] -= 1;
            if waiting[reader.index()] == 0 {
                ready.push_back(*reader);
            }
        }
    }
    order
}

/// Which graphs are the main graph or bodies inside it. Functions are not: what they compute depends on the call.
fn runs(model: &Model) -> Vec<bool> {
    let graphs: Vec<GraphId> = model.graphs().collect();
    let mut inside: Vec<Option<bool>> = vec![None; graphs.len()];
    for &graph in &graphs {
        let mut path = Vec::new();
        let mut at = graph;
        // A chain of owners longer than there are graphs cannot be.
        let found = loop {
            if let Some(found) = inside[at.index()] {
                break found;
            }
            path.push(at);
            match model.graph(at).role {
                GraphRole::Body { owner, .. } if path.len() <= graphs.len() => at = model.node(owner).graph,
                role => break role == GraphRole::Main,
            }
        };
        for graph in path {
            inside[graph.index()] = Some(found);
        }
    }
    inside.into_iter().map(|i| i.unwrap_or(false)).collect()
}
