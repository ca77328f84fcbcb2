//! The order of the nodes of an edited model.

use std::sync::OnceLock;

use crate::ids::{GraphId, NodeId};

/// A linked list of nodes for each graph. Nodes have ascending keys, so their order is known without a walk.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// By node.
    links: Vec<Link>,
    /// By graph.
    ends: Vec<Ends>,
    /// The position of each node in its graph, counted when it is first needed after a change: messages about many nodes
    /// name it.
    positions: OnceLock<Vec<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    previous: Option<NodeId>,
    next: Option<NodeId>,
    key: u64,
}

/// No neighbors.
const UNLINKED: Link = Link { previous: None, next: None, key: 0 };

#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    first: Option<NodeId>,
    last: Option<NodeId>,
    count: usize,
}

/// The distance between the keys of neighbors, and after a place that ran out of keys.
const FAR: u64 = 1 << 32;
const NEAR: u64 = 1 << 8;

impl Layout {
    /// No nodes, with room for this many of them in this many graphs.
    pub(crate) fn new(nodes: usize, graphs: usize) -> Layout {
        Layout { links: vec![UNLINKED; nodes], ends: vec![Ends::default(); graphs], positions: OnceLock::new() }
    }

    pub(crate) fn first(&self, graph: GraphId) -> Option<NodeId> {
        self.ends[graph.index()].first
    }

    pub(crate) fn last(&self, graph: GraphId) -> Option<NodeId> {
        self.ends[graph.index()].last
    }

    pub(crate) fn count(&self, graph: GraphId) -> usize {
        self.ends[graph.index()].count
    }

    pub(crate) fn next(&self, node: NodeId) -> Option<NodeId> {
        self.links[node.index()].next
    }

    pub(crate) fn previous(&self, node: NodeId) -> Option<NodeId> {
        self.links[node.index()].previous
    }

    /// The position of a node among those of its graph, as a number that only serves to compare nodes.
    pub(crate) fn key(&self, node: NodeId) -> u64 {
        self.links[node.index()].key
    }

    /// The position of a node in its graph, counted from 0.
    pub(crate) fn position(&self, node: NodeId) -> usize {
        self.positions.get_or_init(|| self.count_positions()).get(node.index()).copied().unwrap_or_default() as usize
    }

    fn count_positions(&self) -> Vec<u32> {
        let mut positions = vec![0; self.links.len()];
        for ends in &self.ends {
            let nodes = std::iter::successors(ends.first, |&node| self.next(node));
            (0..).zip(nodes).for_each(|(at, node)| positions[node.index()] = at);
        }
        positions
    }

    /// Makes room for a new graph.
    pub(crate) fn add_graph(&mut self) {
        self.ends.push(Ends::default());
    }

    /// Adds a node after another one, or at the start.
    pub(crate) fn insert(&mut self, graph: GraphId, node: NodeId, after: Option<NodeId>) {
        if self.links.len() <= node.index() {
            self.links.resize(node.index() + 1, UNLINKED);
        }
        self.positions.take();
        let next = after.map_or(self.first(graph), |after| self.next(after));
        self.links[node.index()] = Link { previous: after, next, key: 0 };
        let ends = &mut self.ends[graph.index()];
        ends.count += 1;
        match after {
            Some(after) => self.links[after.index()].next = Some(node),
            None => ends.first = Some(node),
        }
        match next {
            Some(next) => self.links[next.index()].previous = Some(node),
            None => ends.last = Some(node),
        }
        self.number(graph, node);
    }

    /// Removes a node from its graph.
    pub(crate) fn remove(&mut self, graph: GraphId, node: NodeId) {
        self.positions.take();
        let (previous, next) = (self.previous(node), self.next(node));
        let ends = &mut self.ends[graph.index()];
        ends.count -= 1;
        match previous {
            Some(previous) => self.links[previous.index()].next = next,
            None => ends.first = next,
        }
        match next {
            Some(next) => self.links[next.index()].previous = previous,
            None => ends.last = previous,
        }
    }

    /// Gives a new node a key between those of its neighbors. Where there is none, the nodes that follow move up.
    fn number(&mut self, graph: GraphId, node: NodeId) {
        let (previous, next) = (self.previous(node), self.next(node));
        let low = previous.map_or(0, |previous| self.key(previous));
        let key = match next.map(|next| self.key(next)) {
            Some(high) => low + (high - low) / 2,
            None => low.saturating_add(FAR),
        };
        self.links[node.index()].key = key;
        let (mut last, mut at) = (low, Some(node));
        while let Some(node) = at.filter(|&node| self.key(node) <= last) {
            let Some(key) = last.checked_add(NEAR) else { return self.renumber(graph) };
            self.links[node.index()].key = key;
            (last, at) = (key, self.next(node));
        }
    }

    fn renumber(&mut self, graph: GraphId) {
        let (mut key, mut at) = (0, self.first(graph));
        while let Some(node) = at {
            key += FAR;
            self.links[node.index()].key = key;
            at = self.next(node);
        }
    }
}

/// The nodes of a graph, in order.
#[derive(Clone, Debug)]
pub struct NodeIds<'m>(Order<'m>);

#[derive(Clone, Debug)]
enum Order<'m> {
    /// A graph as read.
    Ascending(std::ops::Range<u32>),
    Linked {
        layout: &'m Layout,
        next: Option<NodeId>,
        left: usize,
    },
}

impl<'m> NodeIds<'m> {
    pub(crate) fn ascending(nodes: std::ops::Range<u32>) -> NodeIds<'m> {
        NodeIds(Order::Ascending(nodes))
    }

    pub(crate) fn linked(layout: &'m Layout, graph: GraphId) -> NodeIds<'m> {
        NodeIds(Order::Linked { layout, next: layout.first(graph), left: layout.count(graph) })
    }
}

impl Iterator for NodeIds<'_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        match &mut self.0 {
            Order::Ascending(range) => range.next().map(NodeId::new),
            Order::Linked { layout, next, left } => {
                let node = (*next)?;
                *left -= 1;
                *next = layout.next(node);
                Some(node)
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Order::Ascending(range) => range.len(),
            Order::Linked { left, .. } => *left,
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for NodeIds<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(layout: &Layout) -> Vec<u32> {
        NodeIds::linked(layout, GraphId::new(0)).map(NodeId::position).collect()
    }

    #[test]
    fn keys_ascend_after_any_insertion() {
        let mut layout = Layout::new(0, 1);
        let mut plain: Vec<u32> = Vec::new();
        let mut state = 7u64;
        for node in 0..4_000u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Half of the nodes go after the same one, which soon runs out of keys.
            let at = if node % 2 == 0 { plain.len().min(1) } else { (state >> 33) as usize % (plain.len() + 1) };
            layout.insert(
                GraphId::new(0),
                NodeId::new(node),
                at.checked_sub(1).map(|before| NodeId::new(plain[before])),
            );
            plain.insert(at, node);
            if node % 7 == 3 {
                let gone = plain.remove((state >> 40) as usize % plain.len());
                layout.remove(GraphId::new(0), NodeId::new(gone));
            }
        }
        assert_eq!(nodes(&layout), plain);
        for (position, &node) in plain.iter().enumerate() {
            assert_eq!(layout.position(NodeId::new(node)), position);
        }
        assert!(plain.windows(2).all(|pair| layout.key(NodeId::new(pair[0])) < layout.key(NodeId::new(pair[1]))));
    }
}
