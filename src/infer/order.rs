//! The order of inference, and errors in the order of the file.

use std::ops::Range;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::diagnostic::{Diagnostic, Diagnostics, counted};
use crate::dialect::Dialect;
use crate::graph::captures::Captures;
use crate::graph::order::Wiring;
use crate::graph::{BitSet, GraphRole, Model};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::place::{Part, Place};
use crate::rules;

/// An order of a graph's nodes in which producers precede consumers.
#[derive(Debug)]
pub(crate) enum Order {
    /// The order of the file.
    File(Range<u32>),
    /// The order of an edited graph.
    Edited(Vec<NodeId>),
    /// A different order, without nodes on or after a cycle.
    Sorted(Vec<NodeId>),
}

/// The nodes of a graph by position.
enum Positions {
    AsRead(Range<u32>),
    Edited { nodes: Vec<NodeId>, positions: HashMap<NodeId, u32> },
}

impl Positions {
    fn new(model: &Model, graph: GraphId) -> Positions {
        if model.edits.is_none() {
            return Positions::AsRead(model.graph(graph).nodes.clone());
        }
        let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
        let positions = nodes.iter().copied().zip(0..).collect();
        Positions::Edited { nodes, positions }
    }

    fn len(&self) -> usize {
        match self {
            Positions::AsRead(range) => range.len(),
            Positions::Edited { nodes, .. } => nodes.len(),
        }
    }

    fn node(&self, position: usize) -> NodeId {
        match self {
            Positions::AsRead(range) => NodeId::new(range.start + position as u32),
            Positions::Edited { nodes, .. } => nodes[position],
        }
    }

    fn of(&self, node: NodeId) -> usize {
        match self {
            Positions::AsRead(range) => (node.position() - range.start) as usize,
            // A removed producer comes after everything that reads it.
            Positions::Edited { nodes, positions } => positions.get(&node).map_or(nodes.len(), |&at| at as usize),
        }
    }

    /// Whether a node is before this position, or may be in another graph and not be after it.
    fn precedes(&self, node: NodeId, position: usize) -> bool {
        match self {
            Positions::AsRead(_) => node < self.node(position),
            Positions::Edited { .. } => self.of(node) < position,
        }
    }

    fn order(self) -> Order {
        match self {
            Positions::AsRead(range) => Order::File(range),
            Positions::Edited { nodes, .. } => Order::Edited(nodes),
        }
    }
}

/// Determines the order, and reports cycles and nodes that precede their producers.
pub(crate) fn inference_order(model: &Model, graph: GraphId, captures: &Captures, sink: &mut Diagnostics) -> Order {
    let nodes = Positions::new(model, graph);
    let is_early = |read: Read, at| nodes.precedes(read.producer, at) || model.node(read.producer).graph != graph;
    if (0..nodes.len()).all(|at| reads(model, captures, nodes.node(at)).all(|read| is_early(read, at))) {
        return nodes.order();
    }
    let wiring = Wiring::new(nodes.len(), |at| {
        let producers = producers(model, captures, nodes.node(at)).map(|producer| nodes.of(producer));
        producers.filter(|&producer| producer < nodes.len())
    });
    let cyclic = report_cycles(model, graph, (&nodes, &wiring), sink);
    if model.dialect() == Dialect::Onnx {
        report_unsorted(model, captures, &nodes, &cyclic, sink);
    }
    Order::Sorted(wiring.sorted().into_iter().map(|at| nodes.node(at)).collect())
}

/// The orders of the graphs so far. A function may run thousands of times, and have bodies that do not run but read very many
/// values, so that its order is determined once.
#[derive(Debug, Default)]
pub(crate) struct KnownOrders {
    /// By graph: whether its nodes are in order.
    plain: BitSet,
    /// The orders of other graphs, except for those that run by themselves.
    sorted: HashMap<GraphId, Arc<[NodeId]>>,
}

impl KnownOrders {
    /// The order of a graph, as of [`inference_order`]. Findings are reported the first time.
    pub(crate) fn find(&mut self, model: &Model, graph: GraphId, captures: &Captures, sink: &mut Diagnostics) -> Order {
        if self.plain.contains(graph.index()) {
            return Positions::new(model, graph).order();
        }
        if let Some(sorted) = self.sorted.get(&graph) {
            return Order::Sorted(sorted.to_vec());
        }
        let order = inference_order(model, graph, captures, sink);
        match (&order, model.graph(graph).role) {
            (Order::Sorted(nodes), GraphRole::Body { .. } | GraphRole::Function(_)) => {
                self.sorted.insert(graph, Arc::from(&nodes[..]));
            }
            (Order::Sorted(_), _) => {}
            (Order::File(_) | Order::Edited(_), _) => drop(self.plain.insert(graph.index())),
        }
        order
    }
}

/// A read of a value that a node of the same graph produces.
struct Read {
    value: ValueId,
    producer: NodeId,
    /// The node that reads: the node itself, or one inside a body that it contains.
    reader: NodeId,
}

/// The nodes of the same graph whose outputs a node reads; a body's reads of outer values count for its owner.
fn producers<'m>(model: &'m Model, captures: &'m Captures, node: NodeId) -> impl Iterator<Item = NodeId> + 'm {
    inner_reads(model, captures, node).map(|read| read.producer)
}

/// Reads of values from the same graph by a node and the bodies that it contains.
fn inner_reads<'m>(model: &'m Model, captures: &'m Captures, node: NodeId) -> impl Iterator<Item = Read> + 'm {
    let graph = model.node(node).graph;
    reads(model, captures, node).filter(move |read| model.node(read.producer).graph == graph)
}

/// Reads of values that nodes produce by a node, and by the bodies that it contains.
fn reads<'m>(model: &'m Model, captures: &'m Captures, node: NodeId) -> impl Iterator<Item = Read> + 'm {
    let own = model.inputs(node).iter().filter_map(|o| o.value()).map(move |value| (value, node));
    let inside = captures.of_node(node).iter().map(|capture| (capture.value, capture.reader));
    let read = |(value, reader)| Some(Read { value, producer: model.producer(value)?, reader });
    own.chain(inside).filter_map(read)
}

/// GR102: one finding per strongly connected component, with the nodes of one shortest cycle. Returns which nodes are
/// on a cycle.
fn report_cycles(
    model: &Model,
    graph: GraphId,
    (nodes, wiring): (&Positions, &Wiring),
    sink: &mut Diagnostics,
) -> Vec<bool> {
    let mut cyclic = vec![false; nodes.len()];
    for knot in wiring.knots() {
        knot.iter().for_each(|&node| cyclic[node] = true);
        let cycle = wiring.shortest_cycle(&knot);
        let cycle: Vec<NodeId> = cycle.into_iter().map(|at| nodes.node(at)).collect();
        let names: Vec<String> = cycle.iter().map(|&node| model.describe(node)).collect();
        let Some(&first) = cycle.first() else { continue };
        let shown = if names.len() > 8 { 7 } else { names.len() };
        let rest = if names.len() > shown { format!(" -> ... ({} more)", names.len() - shown) } else { String::new() };
        let message = format!("the nodes {}{rest} -> {} form a cycle", names[..shown].join(" -> "), names[0]);
        let mut finding = Diagnostic::new(&rules::cycle::RULE, Place::node(graph, first), message);
        for &node in cycle.iter().skip(1).take(7) {
            finding = finding.related(Place::node(graph, node), "on the same cycle");
        }
        let finding = finding.help("break the cycle: one of these nodes must read another value");
        sink.report(finding.data("length", cycle.len()).data("nodes", names));
    }
    cyclic
}

/// GR104, only where order is required and no cycle is the cause: one finding for each node that comes too late, or for
/// its reader if there is only one.
fn report_unsorted(model: &Model, captures: &Captures, nodes: &Positions, cyclic: &[bool], sink: &mut Diagnostics) {
    let early = (0..nodes.len()).filter(|&at| !cyclic[at]).filter_map(|at| {
        let node = nodes.node(at);
        Some((node, inner_reads(model, captures, node).find(|read| nodes.of(read.producer) >= at)?))
    });
    let early: Vec<(NodeId, Read)> = early.collect();
    let mut readers: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
    for (node, read) in &early {
        readers.entry(read.producer).or_default().push(*node);
    }
    // Before its first reader, a node must find everything that it reads itself.
    readers.retain(|&late, readers| {
        let first = nodes.of(readers[0]);
        readers.len() > 1 && producers(model, captures, late).all(|producer| nodes.of(producer) < first)
    });
    for (node, read) in &early {
        match readers.get(&read.producer).map(Vec::as_slice) {
            Some([first, rest @ ..]) if first == node => sink.report(late(model, read, *first, rest)),
            Some(_) => {}
            None => sink.report(unsorted(model, *node, read)),
        }
    }
}

/// The finding on a node after several of its readers.
fn late(model: &Model, read: &Read, first: NodeId, rest: &[NodeId]) -> Diagnostic {
    let [here, there] = [first, read.producer].map(|node| model.describe(node));
    let others = counted(rest.len(), "other node");
    let message = format!("{there} appears after {here} and {others} that read what it computes");
    let place = |node: NodeId| Place::node(model.node(node).graph, node);
    let finding = Diagnostic::new(&rules::unsorted_nodes::RULE, place(read.producer), message);
    let finding = finding.related(place(first), "reads its output");
    let finding = rest.iter().take(7).fold(finding, |f, &node| f.related(place(node), "reads its output"));
    let finding = finding.note("ONNX requires nodes in topological order");
    finding.help(format!("move {there} before {here}")).data("node", here).data("producer", there)
}

/// The finding on a node that reads, directly or in a body, an output of a later node.
fn unsorted(model: &Model, node: NodeId, read: &Read) -> Diagnostic {
    let [here, reader, there] = [node, read.reader, read.producer].map(|node| model.describe(node));
    let holder = if read.reader == node { "it".to_owned() } else { format!("{here}, the node that contains the body") };
    let message = format!("{reader} reads `{}` of {there}, which appears after {holder}", model.value_name(read.value));
    let mut finding = Diagnostic::new(&rules::unsorted_nodes::RULE, reading(model, node, read), message)
        .related(Place::node(model.node(read.producer).graph, read.producer), "produces the value");
    if read.reader != node {
        finding = finding.related(Place::node(model.node(node).graph, node), "contains the body");
    }
    let finding = finding.note("ONNX requires nodes in topological order");
    finding.help(format!("move {here} after {there}")).data("node", here).data("producer", there)
}

/// The location of the read.
fn reading(model: &Model, node: NodeId, read: &Read) -> Place {
    let place = Place::node(model.node(read.reader).graph, read.reader);
    let input = model.inputs(read.reader).iter().position(|operand| operand.value() == Some(read.value));
    match input.filter(|_| read.reader != node) {
        Some(input) => place.part(Part::Input(input as u32)),
        None => place,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::options::ReadOptions;
    use crate::source::Source;

    #[test]
    fn the_order_of_a_graph_is_determined_once() {
        let text = "<ir_version: 9, opset_import: [\"\" : 18, \"my\" : 1]>
            g (bool c, float x) => (y) { y = my.f (c, x) }
            <domain: \"my\", opset_import: [\"\" : 18]> f (c, x) => (y)
            { y = If (c) <then_branch = t () => (a) { a = Relu (z) }, else_branch = e () => (b) { b = Neg (x) }> z = Abs (x) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let graph = model.functions()[0].graph;
        let (captures, none) = (Captures::new(&model), Captures::default());
        // What the nodes read is only looked at the first time.
        for (first, then, is_sorted) in [(&captures, &none, true), (&none, &captures, false)] {
            let (mut orders, mut sink) = (KnownOrders::default(), Diagnostics::new(model.dialect(), 9));
            let found = [first, then].map(|captures| orders.find(&model, graph, captures, &mut sink));
            assert_eq!(found.map(|order| matches!(order, Order::Sorted(_))), [is_sorted; 2]);
            assert_eq!(sink.findings().len(), usize::from(is_sorted));
        }
    }
}
