//! The order of inference, and what is wrong with the order in the file.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::Dialect;
use crate::graph::Model;
use crate::graph::captures::Captures;
use crate::ids::{GraphId, NodeId, ValueId};
use crate::place::{Part, Place};
use crate::rules;

/// An order of a graph's nodes in which producers stand before consumers.
#[derive(Debug)]
pub(crate) enum Order {
    /// The order of the file.
    File,
    /// Another one, without the nodes on a cycle or behind one.
    Sorted(Vec<NodeId>),
}

/// Finds the order, and reports cycles and nodes that stand before their producers.
pub(crate) fn of(model: &Model, graph: GraphId, captures: &Captures, sink: &mut Diagnostics) -> Order {
    let nodes = model.graph(graph).nodes.clone();
    if nodes.clone().map(NodeId).all(|node| producers(model, captures, node).all(|p| p < node)) {
        return Order::File;
    }
    let mut wiring = DiGraph::<NodeId, ()>::with_capacity(nodes.len(), nodes.len());
    for node in nodes.clone() {
        wiring.add_node(NodeId(node));
    }
    let index = |node: NodeId| NodeIndex::new((node.0 - nodes.start) as usize);
    for node in nodes.clone().map(NodeId) {
        for producer in producers(model, captures, node) {
            wiring.add_edge(index(producer), index(node), ());
        }
    }
    let cyclic = report_cycles(model, graph, &wiring, sink);
    if model.dialect() == Dialect::Onnx {
        report_unsorted(model, captures, graph, &cyclic, sink);
    }
    Order::Sorted(sorted(&wiring))
}

/// A read of a value that a node of the same graph produces.
struct Read {
    value: ValueId,
    producer: NodeId,
    /// The node that reads: the node itself, or one inside a body that it holds.
    reader: NodeId,
}

/// The nodes of the same graph whose outputs a node reads; a body's reads of outer values count for its owner.
fn producers<'m>(model: &'m Model, captures: &'m Captures, node: NodeId) -> impl Iterator<Item = NodeId> + 'm {
    reads(model, captures, node).map(|read| read.producer)
}

/// What a node and the bodies that it holds read of nodes of its graph.
fn reads<'m>(model: &'m Model, captures: &'m Captures, node: NodeId) -> impl Iterator<Item = Read> + 'm {
    let graph = model.node(node).graph;
    let own = model.inputs(node).iter().filter_map(|o| o.value()).map(move |value| (value, node));
    let inside = captures.of_node(node).iter().map(|capture| (capture.value, capture.reader));
    let read = |(value, reader)| Some(Read { value, producer: model.producer(value)?, reader });
    own.chain(inside).filter_map(read).filter(move |read| model.node(read.producer).graph == graph)
}

/// Kahn's algorithm; among the nodes that are ready the one that stands first in the file goes first.
fn sorted(wiring: &DiGraph<NodeId, ()>) -> Vec<NodeId> {
    let mut waiting: Vec<usize> =
        wiring.node_indices().map(|n| wiring.neighbors_directed(n, petgraph::Incoming).count()).collect();
    let ready = wiring.node_indices().filter(|n| waiting[n.index()] == 0).map(std::cmp::Reverse);
    let mut ready: std::collections::BinaryHeap<_> = ready.collect();
    let mut order = Vec::with_capacity(waiting.len());
    while let Some(std::cmp::Reverse(node)) = ready.pop() {
        order.push(wiring[node]);
        for next in wiring.neighbors(node) {
            waiting[next.index()] -= 1;
            if waiting[next.index()] == 0 {
                ready.push(std::cmp::Reverse(next));
            }
        }
    }
    order
}

/// GR102: one finding a knot of nodes, with the nodes of one shortest cycle. Returns which nodes are on a cycle.
fn report_cycles(model: &Model, graph: GraphId, wiring: &DiGraph<NodeId, ()>, sink: &mut Diagnostics) -> Vec<bool> {
    let mut cyclic = vec![false; wiring.node_count()];
    for knot in kosaraju_scc(wiring) {
        if knot.len() == 1 && !wiring.contains_edge(knot[0], knot[0]) {
            continue;
        }
        for node in &knot {
            cyclic[node.index()] = true;
        }
        let cycle = shortest_cycle(wiring, &knot);
        let names: Vec<String> = cycle.iter().map(|&n| model.describe(wiring[n])).collect();
        let Some(&first) = cycle.first() else { continue };
        let shown = if names.len() > 8 { 7 } else { names.len() };
        let rest = if names.len() > shown { format!(" -> ... ({} more)", names.len() - shown) } else { String::new() };
        let message = format!("the nodes {}{rest} -> {} form a cycle", names[..shown].join(" -> "), names[0]);
        let mut finding = Diagnostic::new(&rules::cycle::RULE, Place::node(graph, wiring[first]), message);
        for &node in cycle.iter().skip(1).take(7) {
            finding = finding.related(Place::node(graph, wiring[node]), "on the same cycle");
        }
        let finding = finding.help("break the cycle: one of these nodes must read another value");
        sink.report(finding.data("length", cycle.len()).data("nodes", names));
    }
    cyclic
}

/// A shortest cycle through the node of the knot that stands first in the file, in the direction of the data.
fn shortest_cycle(wiring: &DiGraph<NodeId, ()>, knot: &[NodeIndex]) -> Vec<NodeIndex> {
    let Some(&start) = knot.iter().min() else { return Vec::new() };
    let mut came_from: std::collections::HashMap<NodeIndex, NodeIndex> = std::collections::HashMap::new();
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for next in wiring.neighbors(node) {
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

/// GR104, only where order is demanded and no cycle is the cause.
fn report_unsorted(model: &Model, captures: &Captures, graph: GraphId, cyclic: &[bool], sink: &mut Diagnostics) {
    let first = model.graph(graph).nodes.start;
    for node in model.nodes_of(graph) {
        if cyclic[(node.0 - first) as usize] {
            continue;
        }
        if let Some(read) = reads(model, captures, node).find(|read| read.producer >= node) {
            sink.report(unsorted(model, node, &read));
        }
    }
}

/// The finding on a node that reads, itself or in a body, what a later one produces.
fn unsorted(model: &Model, node: NodeId, read: &Read) -> Diagnostic {
    let [here, reader, there] = [node, read.reader, read.producer].map(|node| model.describe(node));
    let holder = if read.reader == node { "it".to_owned() } else { format!("{here}, the node that holds the body") };
    let message = format!("{reader} reads `{}` of {there}, which stands after {holder}", model.value_name(read.value));
    let mut finding = Diagnostic::new(&rules::unsorted_nodes::RULE, reading(model, node, read), message)
        .related(Place::node(model.node(read.producer).graph, read.producer), "produces the value");
    if read.reader != node {
        finding = finding.related(Place::node(model.node(node).graph, node), "holds the body");
    }
    let finding = finding.note("ONNX demands that nodes are sorted topologically");
    finding.help(format!("move {here} behind {there}")).data("node", here).data("producer", there)
}

/// Where the value is read.
fn reading(model: &Model, node: NodeId, read: &Read) -> Place {
    let place = Place::node(model.node(read.reader).graph, read.reader);
    let input = model.inputs(read.reader).iter().position(|operand| operand.value() == Some(read.value));
    match input.filter(|_| read.reader != node) {
        Some(input) => place.part(Part::Input(input as u32)),
        None => place,
    }
}
