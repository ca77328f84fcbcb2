//! The peak memory of activations, by a plan over live ranges in file order.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use super::bytes;
use super::graph_runs::GraphRuns;
use super::node_costs::NodeCost;
use super::quantity::Quantity;
use super::sums::Sums;
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::graph::captures::Captures;
use crate::graph::{Model, bodies};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::Analysis;

/// Maximum number of expressions of which the peak is the greatest.
const MAX_CANDIDATES: usize = 8;

/// The most memory that activations need at once.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PeakMemory {
    /// The peak is the greatest of these numbers of bytes; several if it depends on symbols which is. Empty: too many.
    pub candidates: Vec<Quantity>,
    /// The node at which the first of them is reached.
    pub node: Option<NodeId>,
    /// The values of unknown size, which are not included.
    pub unknown: usize,
}

impl PeakMemory {
    /// The peak in bytes, if it is exact.
    pub fn size(&self) -> Option<u64> {
        match &self.candidates[..] {
            [only] => only.size(),
            _ => None,
        }
    }

    /// The peak in bytes as a dimension; `None` if there are too many cases.
    pub fn to_dim(&self) -> Option<Dim> {
        self.candidates.iter().map(Quantity::to_dim).reduce(|peak, other| peak.max(&other))
    }

    /// The peak in bytes for these sizes of symbols.
    pub fn evaluate(&self, size: impl Fn(&Symbol) -> Option<u64>) -> Option<u64> {
        let sizes = self.candidates.iter().map(|candidate| candidate.evaluate(&size));
        sizes.collect::<Option<Vec<_>>>()?.into_iter().max()
    }
}

impl fmt::Display for PeakMemory {
    /// `1024`, `64*N`, `max(64*N,32*N+512)`; `?` if there are too many cases.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.candidates[..] {
            [] => f.write_str("?"),
            [only] => only.fmt(f),
            all => {
                let texts: Vec<String> = all.iter().map(Quantity::to_string).collect();
                write!(f, "max({})", texts.join(","))
            }
        }
    }
}

/// The peak of the graphs that run by themselves, with those that they run.
pub(super) fn peak(
    model: &Model,
    analysis: &Analysis,
    (costs, runs): (&[Option<Rc<NodeCost>>], &GraphRuns),
    sums: &Sums,
) -> PeakMemory {
    let (captures, mut buffers) = (Captures::new(model), Buffers::new(model));
    let mut peaks = HashMap::new();
    let mut greatest = PeakMemory { candidates: vec![Quantity::ZERO], ..PeakMemory::default() };
    for graph in runs.inner_first().filter(|&graph| runs.is_reached(graph)) {
        let plan = Plan { model, analysis, costs, captures: &captures, inner: &peaks, graph, sums };
        let peak = plan.run(&mut buffers);
        greatest.unknown += peak.unknown;
        match super::graph_runs::is_root(model, graph) {
            true => greatest.meet(sums, &peak),
            false => drop(peaks.insert(graph, peak)),
        }
        // No other node runs the bodies of these.
        for body in model.nodes_of(graph).flat_map(|node| bodies(model, node)) {
            peaks.remove(&body);
        }
    }
    greatest
}

impl PeakMemory {
    /// The greater of both peaks.
    fn meet(&mut self, sums: &Sums, other: &PeakMemory) {
        if self.candidates.is_empty() || other.candidates.is_empty() {
            self.candidates.clear();
            return;
        }
        other.candidates.iter().for_each(|candidate| self.add(sums, candidate, other.node));
    }

    /// Adds a number of bytes that is needed at a node.
    fn add(&mut self, sums: &Sums, bytes: &Quantity, node: Option<NodeId>) {
        if self.candidates.is_empty() || self.candidates.iter().any(|known| sums.is_at_most(bytes, known)) {
            return;
        }
        let before = self.candidates.len();
        self.candidates.retain(|known| !sums.is_at_most(known, bytes));
        if self.candidates.len() < before || self.node.is_none() {
            self.node = node;
        }
        self.candidates.push(bytes.clone());
        if self.candidates.len() > MAX_CANDIDATES {
            self.candidates.clear();
        }
    }
}

/// The plan of one graph.
struct Plan<'a> {
    model: &'a Model,
    analysis: &'a Analysis,
    costs: &'a [Option<Rc<NodeCost>>],
    captures: &'a Captures,
    /// The peaks of the graphs that it runs.
    inner: &'a HashMap<GraphId, PeakMemory>,
    graph: GraphId,
    sums: &'a Sums,
}

impl Plan<'_> {
    fn run(&self, buffers: &mut Buffers) -> PeakMemory {
        let order = self.model.topological_order(self.graph);
        let mut freed = buffers.assign(self, &order).into_iter().peekable();
        let mut peak = PeakMemory { candidates: vec![Quantity::ZERO], ..PeakMemory::default() };
        let mut live = Some(Quantity::ZERO);
        for (at, &node) in (0..).zip(&order) {
            for value in self.model.outputs(node).filter(|&value| buffers.is_first(value)) {
                match self.bytes(value) {
                    Some(bytes) => live = live.and_then(|live| self.sums.plus(&live, &bytes)),
                    None => peak.unknown += usize::from(!self.model.is_omitted(value)),
                }
            }
            let Some(held) = &live else { return PeakMemory { candidates: Vec::new(), ..peak } };
            peak.meet(self.sums, &self.with_inner(node, held));
            while let Some((_, buffer)) = freed.next_if(|&(end, _)| end == at) {
                live = live.and_then(|live| self.sums.minus(&live, &self.bytes(buffer).unwrap_or_default()));
            }
        }
        peak
    }

    fn bytes(&self, value: ValueId) -> Option<Quantity> {
        bytes::of_value(self.sums, &self.analysis.facts, value)
    }

    fn cost(&self, node: NodeId) -> Option<&NodeCost> {
        self.costs.get(node.index())?.as_deref()
    }

    /// What is held while a node runs, with what the graphs that it runs need.
    fn with_inner(&self, node: NodeId, held: &Quantity) -> PeakMemory {
        let mut peak = PeakMemory { candidates: vec![held.clone()], node: Some(node), unknown: 0 };
        let runs = self.cost(node).map_or(&[][..], |cost| cost.runs.graphs());
        for inner in runs.iter().filter_map(|graph| self.inner.get(graph)) {
            let sums = inner.candidates.iter().map(|candidate| self.sums.plus(held, candidate));
            let candidates = sums.collect::<Option<Vec<_>>>().unwrap_or_default();
            peak.meet(self.sums, &PeakMemory { candidates, node: inner.node.or(Some(node)), unknown: inner.unknown });
        }
        peak
    }

    /// The values that a node reads, also in its bodies.
    fn read(&self, node: NodeId) -> impl Iterator<Item = ValueId> + '_ {
        let own = self.model.inputs(node).iter().filter_map(|operand| operand.value());
        own.chain(self.captures.of_node(node).iter().map(|capture| capture.value))
    }

    /// Whether the outputs of a node are allocated: those of constants and inputs of the graph are not.
    fn allocates(&self, node: NodeId, inputs: &HashSet<ValueId>) -> bool {
        let stored = self.model.inputs(node).is_empty() && self.analysis.is_constant_node(self.model, node);
        !stored && !self.model.outputs(node).any(|value| inputs.contains(&value))
    }
}

/// Which memory each value uses, by value, for the graphs so far. Those that a node runs come before the node's own graph.
struct Buffers {
    /// For each output of a node, the value that was first in its memory; for a view of an input or of a constant, that
    /// value. Inputs of the graph and constants themselves have none.
    of: Vec<Option<ValueId>>,
    /// The position in the order after which a buffer is freed.
    ends: Vec<u32>,
}

/// The end of a buffer that is never freed.
const NEVER: u32 = u32::MAX;

impl Buffers {
    fn new(model: &Model) -> Buffers {
        Buffers { of: vec![None; model.values.len()], ends: vec![0; model.values.len()] }
    }

    fn of(&self, value: ValueId) -> Option<ValueId> {
        self.of[value.index()]
    }

    /// Whether a value is the first one in its memory.
    fn is_first(&self, value: ValueId) -> bool {
        self.of(value) == Some(value)
    }

    /// Assigns the outputs of the nodes of a graph. Returns the buffers that are freed, each with the position after which
    /// it is, in the order of the positions.
    fn assign(&mut self, plan: &Plan<'_>, order: &[NodeId]) -> Vec<(u32, ValueId)> {
        self.find_last_readers(plan, order);
        let inputs: HashSet<ValueId> = plan.model.graph(plan.graph).inputs.iter().copied().collect();
        for (at, &node) in (0..).zip(order).filter(|(_, node)| plan.allocates(**node, &inputs)) {
            for (index, value) in plan.model.outputs(node).enumerate() {
                let shared = if index == 0 { self.shared(plan, at, node, value) } else { None };
                let buffer = shared.unwrap_or(value);
                self.of[value.index()] = Some(buffer);
                let end = self.ends[value.index()].max(at);
                let known = &mut self.ends[buffer.index()];
                *known = end.max(*known);
            }
        }
        let outputs = order.iter().flat_map(|&node| plan.model.outputs(node));
        let freed = outputs.filter(|&value| self.is_first(value) && self.ends[value.index()] != NEVER);
        let mut freed: Vec<(u32, ValueId)> = freed.map(|value| (self.ends[value.index()], value)).collect();
        freed.sort_unstable();
        freed
    }

    /// Lets each value end with its last reader, or never.
    fn find_last_readers(&mut self, plan: &Plan<'_>, order: &[NodeId]) {
        // Graphs that the nodes run may have read the values, in an order of their own.
        for value in order.iter().flat_map(|&node| plan.model.outputs(node)) {
            self.ends[value.index()] = 0;
        }
        for (at, &node) in (0..).zip(order) {
            plan.read(node).for_each(|value| self.ends[value.index()] = at);
        }
        // Outputs of the graph are never freed.
        for value in plan.model.graph(plan.graph).outputs.iter().filter_map(|output| output.operand.value()) {
            self.ends[value.index()] = NEVER;
        }
    }

    /// The buffer that the first output of a node takes over from an input: as a view, or in place if the input is not
    /// read later.
    fn shared(&self, plan: &Plan<'_>, at: u32, node: NodeId, output: ValueId) -> Option<ValueId> {
        let cost = plan.cost(node)?;
        let inputs = || plan.model.inputs(node).iter().filter_map(|operand| operand.value());
        if cost.is_view {
            return inputs().next().map(|source| self.of(source).unwrap_or(source));
        }
        let size = plan.bytes(output).filter(|_| cost.in_place)?;
        let buffers = inputs().filter_map(|input| self.of(input));
        let mut free = buffers.filter(|&buffer| self.is_first(buffer) && self.ends[buffer.index()] == at);
        free.find(|&buffer| plan.bytes(buffer).as_ref() == Some(&size))
    }
}
