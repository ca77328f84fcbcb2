//! Topological order: producers before consumers, and the cycles that prevent it.

use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::{GraphRole, Model};
use crate::ids::{NodeId, ValueId};

/// A directed graph over the numbers below a count: which consumers each producer has.
pub(crate) struct Wiring {
    /// By producer: where its consumers start in `consumers`.
    first: Vec<u32>,
    /// Ascending for each producer; one entry for each edge.
    consumers: Vec<usize>,
}

impl Wiring {
    /// The graph of these nodes, where `producers` lists those of a consumer.
    pub(crate) fn new<P: Iterator<Item = usize>>(count: usize, producers: impl Fn(usize) -> P) -> Wiring {
        let mut first = vec![0u32; count + 1];
        (0..count).flat_map(&producers).for_each(|producer| first[producer + 1] += 1);
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut consumers = vec![0; first.last().copied().unwrap_or(0) as usize];
        for consumer in 0..count {
            for producer in producers(consumer) {
                consumers[next[producer] as usize] = consumer;
                next[producer] += 1;
            }
        }
        Wiring { first, consumers }
    }

    fn count(&self) -> usize {
        self.first.len() - 1
    }

    fn consumers(&self, producer: usize) -> &[usize] {
        &self.consumers[self.first[producer] as usize..self.first[producer + 1] as usize]
    }

    /// Kahn's algorithm; of the nodes that are ready, the lowest goes first. Nodes on a cycle or after one are omitted.
    pub(crate) fn sorted(&self) -> Vec<usize> {
        let mut waiting = vec![0u32; self.count()];
        self.consumers.iter().for_each(|&consumer| waiting[consumer] += 1);
        let ready = (0..self.count()).filter(|&node| waiting[node] == 0);
        let mut ready: BinaryHeap<Reverse<usize>> = ready.map(Reverse).collect();
        let mut order = Vec::with_capacity(self.count());
        while let Some(Reverse(node)) = ready.pop() {
            order.push(node);
            for &next in self.consumers(node) {
                waiting[next] -= 1;
                if waiting[next] == 0 {
                    ready.push(Reverse(next));
                }
            }
        }
        order
    }

    /// The strongly connected components that contain a cycle, by their lowest nodes; each ascending. Tarjan's
    /// algorithm, without recursion.
    pub(crate) fn knots(&self) -> Vec<Vec<usize>> {
        const UNSEEN: usize = usize::MAX;
        let mut index = vec![UNSEEN; self.count()];
        let mut low = vec![UNSEEN; self.count()];
        let mut on_stack = vec![false; self.count()];
        let (mut seen, mut stack, mut knots) = (0, Vec::new(), Vec::new());
        for root in 0..self.count() {
            let mut path: Vec<(usize, usize)> = if index[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
            while let Some((node, next)) = path.last_mut() {
                let node = *node;
                if *next == 0 {
                    (index[node], low[node], on_stack[node]) = (seen, seen, true);
                    seen += 1;
                    stack.push(node);
                }
                let consumer = self.consumers(node).get(*next).copied();
                *next += 1;
                match consumer {
                    Some(consumer) if index[consumer] == UNSEEN => path.push((consumer, 0)),
                    Some(consumer) if on_stack[consumer] => low[node] = low[node].min(index[consumer]),
                    Some(_) => {}
                    None => {
                        path.pop();
                        if let Some(&(outer, _)) = path.last() {
                            low[outer] = low[outer].min(low[node]);
                        }
                        if low[node] == index[node] {
                            let start = stack.iter().rposition(|&n| n == node).unwrap_or(0);
                            let mut knot = stack.split_off(start);
                            knot.iter().for_each(|&n| on_stack[n] = false);
                            knot.sort_unstable();
                            if knot.len() > 1 || self.consumers(node).contains(&node) {
                                knots.push(knot);
                            }
                        }
                    }
                }
            }
        }
        knots.sort_unstable();
        knots
    }

    /// A shortest cycle through the lowest node of a knot, in the direction of the data.
    pub(crate) fn shortest_cycle(&self, knot: &[usize]) -> Vec<usize> {
        let Some(&start) = knot.iter().min() else { return Vec::new() };
        let mut came_from: HashMap<usize, usize> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for &next in self.consumers(node).iter().rev() {
                if next == start {
                    let mut cycle = vec![node];
                    while let Some(&before) = came_from.get(cycle.last().unwrap_or(&start)) {
                        cycle.push(before);
                    }
                    cycle.reverse();
                    return cycle;
                }
                came_from.entry(next).or_insert_with(|| {
                    queue.push_back(next);
                    node
                });
            }
        }
        vec![start]
    }
}

/// These nodes of one graph, producers before consumers, otherwise in this order. Nodes on a cycle come last.
pub(crate) fn sorted(model: &Model, nodes: &[NodeId]) -> Vec<NodeId> {
    sorted_by(model, nodes, |node| model.inputs(node).iter().filter_map(|operand| operand.value()))
}

/// Like [`sorted`], where `reads` lists the values that a node needs.
pub(crate) fn sorted_by<V: Iterator<Item = ValueId>>(
    model: &Model,
    nodes: &[NodeId],
    reads: impl Fn(NodeId) -> V,
) -> Vec<NodeId> {
    let mut positions: Vec<(NodeId, u32)> = nodes.iter().copied().zip(0..).collect();
    positions.sort_unstable();
    let position = |node: NodeId| {
        let found = positions.binary_search_by_key(&node, |&(node, _)| node).ok()?;
        Some(positions[found].1 as usize)
    };
    let producers = |at: usize| {
        let producers = reads(nodes[at]).filter_map(|value| model.producer(value));
        producers.filter_map(position).collect::<Vec<_>>().into_iter()
    };
    // Of the nodes that are ready, the lowest goes first, so nodes that are in order stay where they are.
    if (0..nodes.len()).all(|at| producers(at).all(|producer| producer < at)) {
        return nodes.to_vec();
    }
    let order = Wiring::new(nodes.len(), producers).sorted();
    let mut placed = vec![false; nodes.len()];
    order.iter().for_each(|&at| placed[at] = true);
    let cyclic = (0..nodes.len()).filter(|&at| !placed[at]);
    order.iter().copied().chain(cyclic).map(|at| nodes[at]).collect()
}

/// All nodes of the main graph and of its bodies, producers before consumers across the bounds of graphs. Functions are
/// excluded: what they compute depends on the call.
pub(crate) fn across_graphs(model: &Model) -> Vec<NodeId> {
    let mut runs = vec![false; model.graphs.len()];
    for graph in model.graphs() {
        runs[graph.index()] = model.graph(model.root(graph)).role == GraphRole::Main;
    }
    let runs = |node: NodeId| runs[model.node(node).graph.index()] && !model.is_removed(node);
    let producers = |node: usize| {
        let inputs = if runs(NodeId::at(node)) { model.inputs(NodeId::at(node)) } else { &[] };
        let producers = inputs.iter().filter_map(|operand| model.producer(operand.value()?));
        producers.filter(|&producer| runs(producer)).map(NodeId::index)
    };
    let count = model.nodes.len();
    let is_in_order = (0..count).all(|node| producers(node).all(|producer| producer < node));
    // Of the nodes that are ready, the lowest goes first, so nodes that are in order stay where they are.
    let order = if is_in_order { (0..count).collect() } else { Wiring::new(count, producers).sorted() };
    order.into_iter().map(NodeId::at).filter(|&node| runs(node)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wiring(count: usize, edges: &[(usize, usize)]) -> Wiring {
        Wiring::new(count, |consumer| edges.iter().filter(move |edge| edge.1 == consumer).map(|edge| edge.0))
    }

    #[test]
    fn the_lowest_ready_node_goes_first() {
        assert_eq!(wiring(5, &[(4, 0), (0, 1), (2, 1), (2, 1)]).sorted(), [2, 3, 4, 0, 1]);
        assert_eq!(wiring(4, &[(0, 1), (1, 2), (2, 1), (2, 3)]).sorted(), [0]);
        assert!(wiring(4, &[(3, 0), (0, 2), (2, 1)]).knots().is_empty());
    }

    #[test]
    fn nodes_in_order_stay_where_they_are() {
        assert_eq!(wiring(5, &[(0, 3), (1, 2), (3, 4), (0, 4)]).sorted(), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn knots_are_the_cycles_that_share_nodes() {
        let tangle = wiring(9, &[(5, 1), (1, 5), (5, 7), (7, 2), (2, 5), (7, 8), (3, 3), (3, 4), (0, 5)]);
        assert_eq!(tangle.knots(), [vec![1, 2, 5, 7], vec![3]]);
        assert_eq!(tangle.shortest_cycle(&[1, 2, 5, 7]), [1, 5]);
        assert_eq!(tangle.shortest_cycle(&[3]), [3]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let count = 200_000;
        let ring = Wiring::new(count, |node| std::iter::once((node + count - 1) % count));
        assert_eq!(ring.knots(), [(0..count).collect::<Vec<usize>>()]);
        assert_eq!(ring.shortest_cycle(&ring.knots()[0]).len(), count);
    }
}
