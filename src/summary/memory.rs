//! The peak memory of activations, by a plan over live ranges in file order.

use std::collections::{HashMap, HashSet};
use std::fmt;

use super::bytes;
use super::graph_runs::GraphRuns;
use super::node_costs::NodeCost;
use super::quantity::Quantity;
use crate::expr::Symbol;
use crate::graph::Model;
use crate::graph::captures::Captures;
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
pub(super) fn peak(model: &Model, analysis: &Analysis, costs: &[Option<NodeCost>], runs: &GraphRuns) -> PeakMemory {
    let captures = Captures::new(model);
    let mut peaks: Vec<Option<PeakMemory>> = vec![None; model.graph_ids().count()];
    let mut greatest = PeakMemory { candidates: vec![Quantity::ZERO], ..PeakMemory::default() };
    for graph in runs.inner_first().filter(|&graph| runs.is_reached(graph)) {
        let plan = Plan { model, analysis, costs, captures: &captures, inner: &peaks, graph };
        let peak = plan.run();
        greatest.unknown += peak.unknown;
        if super::graph_runs::is_root(model, graph) {
            greatest.meet(&peak);
        }
        peaks[graph.index()] = Some(peak);
    }
    greatest
}

impl PeakMemory {
    /// The greater of both peaks.
    fn meet(&mut self, other: &PeakMemory) {
        if self.candidates.is_empty() || other.candidates.is_empty() {
            self.candidates.clear();
            return;
        }
        other.candidates.iter().for_each(|candidate| self.add(candidate, other.node));
    }

    /// Adds a number of bytes that is needed at a node.
    fn add(&mut self, bytes: &Quantity, node: Option<NodeId>) {
        if self.candidates.is_empty() || self.candidates.iter().any(|known| bytes.is_at_most(known)) {
            return;
        }
        let before = self.candidates.len();
        self.candidates.retain(|known| !known.is_at_most(bytes));
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
    costs: &'a [Option<NodeCost>],
    captures: &'a Captures,
    /// The peaks of the graphs that it runs.
    inner: &'a [Option<PeakMemory>],
    graph: GraphId,
}

impl Plan<'_> {
    fn run(&self) -> PeakMemory {
        let order = self.model.topological_order(self.graph);
        let owners = self.owners(&order);
        let mut ends = self.ends(&order, &owners);
        let mut peak = PeakMemory { candidates: vec![Quantity::ZERO], ..PeakMemory::default() };
        let mut live = Some(Quantity::ZERO);
        for (at, &node) in order.iter().enumerate() {
            for value in self.model.outputs(node).filter(|value| owners.get(value) == Some(value)) {
                match bytes::of_value(&self.analysis.facts, value) {
                    Some(bytes) => live = live.and_then(|live| live.plus(&bytes)),
                    None => peak.unknown += usize::from(!bytes::is_omitted(self.model, value)),
                }
            }
            let Some(held) = &live else { return PeakMemory { candidates: Vec::new(), ..peak } };
            peak.meet(&self.with_inner(node, held));
            for value in ends.remove(&at).unwrap_or_default() {
                let bytes = bytes::of_value(&self.analysis.facts, value).unwrap_or_default();
                live = live.and_then(|live| live.minus(&bytes));
            }
        }
        peak
    }

    /// What is held while a node runs, with what the graphs that it runs need.
    fn with_inner(&self, node: NodeId, held: &Quantity) -> PeakMemory {
        let mut peak = PeakMemory { candidates: vec![held.clone()], node: Some(node), unknown: 0 };
        let runs = self.costs.get(node.index()).and_then(Option::as_ref).map_or(&[][..], |cost| cost.runs.graphs());
        for inner in runs.iter().filter_map(|graph| self.inner[graph.index()].as_ref()) {
            let sums = inner.candidates.iter().map(|candidate| held.plus(candidate));
            let candidates = sums.collect::<Option<Vec<_>>>().unwrap_or_default();
            peak.meet(&PeakMemory { candidates, node: inner.node.or(Some(node)), unknown: inner.unknown });
        }
        peak
    }

    /// For each output of a node, the value whose memory it uses: its own, or the one that it is a view of. Inputs of the
    /// graph and constants are missing, because no node allocates them.
    fn owners(&self, order: &[NodeId]) -> HashMap<ValueId, ValueId> {
        let inputs: HashSet<ValueId> = self.model.graph(self.graph).inputs.iter().copied().collect();
        let given = |node| self.model.outputs(node).any(|value| inputs.contains(&value));
        let stored = |node| self.model.inputs(node).is_empty() && self.analysis.is_constant_node(self.model, node);
        let mut owners = HashMap::new();
        for &node in order.iter().filter(|&&node| !stored(node) && !given(node)) {
            let cost = self.costs.get(node.index()).and_then(Option::as_ref);
            let source = self.model.inputs(node).first().and_then(|operand| operand.value());
            for (index, value) in self.model.outputs(node).enumerate() {
                let owner = match source {
                    Some(source) if index == 0 && cost.is_some_and(|cost| cost.is_view) => {
                        owners.get(&source).copied().unwrap_or(source)
                    }
                    _ => value,
                };
                owners.insert(value, owner);
            }
        }
        owners
    }

    /// The values whose memory is free after each position in the order. Outputs of the graph stay.
    fn ends(&self, order: &[NodeId], owners: &HashMap<ValueId, ValueId>) -> HashMap<usize, Vec<ValueId>> {
        let mut last: HashMap<ValueId, usize> = HashMap::new();
        for (at, &node) in order.iter().enumerate() {
            let own = self.model.outputs(node);
            let read = self.model.inputs(node).iter().filter_map(|operand| operand.value());
            let captured = self.captures.of_node(node).iter().map(|capture| capture.value);
            for owner in own.chain(read).chain(captured).filter_map(|value| owners.get(&value)) {
                last.insert(*owner, at);
            }
        }
        let outputs = self.model.graph(self.graph).outputs.iter().filter_map(|output| output.operand.value());
        for owner in outputs.filter_map(|value| owners.get(&value)) {
            last.remove(owner);
        }
        let mut ends: HashMap<usize, Vec<ValueId>> = HashMap::new();
        let allocated = last.into_iter().filter(|(value, _)| owners.get(value) == Some(value));
        allocated.for_each(|(value, at)| ends.entry(at).or_default().push(value));
        ends
    }
}
