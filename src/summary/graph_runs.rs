//! How often each graph runs when the model runs once.

use std::collections::HashMap;
use std::rc::Rc;

use super::node_costs::{NodeCost, Runs};
use super::quantity::Quantity;
use super::sums::Sums;
use crate::graph::order::Wiring;
use crate::graph::{GraphRole, Model};
use crate::ids::{GraphId, NodeId};

/// How often each graph runs.
pub(super) struct GraphRuns {
    /// By graph; `None` if it is unknown.
    counts: Vec<Option<Quantity>>,
    /// By graph: whether a run of the model may run it.
    reached: Vec<bool>,
    /// The graphs in an order in which each comes before those that it runs. Functions that call themselves are missing.
    order: Vec<GraphId>,
}

impl GraphRuns {
    pub(super) fn new(model: &Model, costs: &[Option<Rc<NodeCost>>], sums: &Sums) -> GraphRuns {
        let runners = Runners::find(model, costs);
        let count = runners.0.len();
        let order = runners.order();
        let mut found = GraphRuns { counts: vec![Some(Quantity::ZERO); count], reached: vec![false; count], order };
        let totals = Totals::new(model, (costs, sums), &found.order, &runners);
        let roots = model.graphs().filter(|&graph| is_root(model, graph));
        roots.for_each(|root| found.add(sums, root, Some(Quantity::exact(1))));
        for graph in found.order.clone() {
            let count = found.counts[graph.index()].clone();
            let run = runners.of(graph).iter().filter(|_| found.reached[graph.index()]);
            for (body, times) in run.flat_map(|runs| totals.runs(runs)).collect::<Vec<_>>() {
                found.add(sums, body, count.as_ref().zip(times).and_then(|(count, times)| sums.times(count, &times)));
            }
        }
        found.forget_cycles();
        found
    }

    /// How often a graph runs; `None` if it is unknown.
    pub(super) fn count(&self, graph: GraphId) -> Option<&Quantity> {
        self.counts[graph.index()].as_ref()
    }

    /// Whether a run of the model may run a graph.
    pub(super) fn is_reached(&self, graph: GraphId) -> bool {
        self.reached[graph.index()]
    }

    /// The graphs, each after those that it runs.
    pub(super) fn inner_first(&self) -> impl Iterator<Item = GraphId> + '_ {
        self.order.iter().rev().copied()
    }

    fn add(&mut self, sums: &Sums, graph: GraphId, times: Option<Quantity>) {
        let count = &mut self.counts[graph.index()];
        *count = count.take().zip(times).and_then(|(count, times)| sums.plus(&count, &times));
        self.reached[graph.index()] = true;
    }

    /// What a function that calls itself runs, it runs an unknown number of times.
    fn forget_cycles(&mut self) {
        let mut sorted = vec![false; self.counts.len()];
        self.order.iter().for_each(|graph| sorted[graph.index()] = true);
        let cyclic = (0..sorted.len()).filter(|&graph| !sorted[graph]);
        cyclic.for_each(|graph| self.counts[graph] = None);
    }
}

/// Whether a graph runs by itself: the main graph, or an example of a specification page.
pub(super) fn is_root(model: &Model, graph: GraphId) -> bool {
    matches!(model.graph(graph).role, GraphRole::Main | GraphRole::Example(_))
}

/// What the nodes of each graph run, by graph.
struct Runners<'c>(Vec<Vec<&'c Runs>>);

impl<'c> Runners<'c> {
    fn find(model: &Model, costs: &'c [Option<Rc<NodeCost>>]) -> Runners<'c> {
        let mut all = vec![Vec::new(); model.graph_ids().count()];
        for (at, cost) in costs.iter().enumerate() {
            if let Some(cost) = cost.as_ref().filter(|cost| !cost.runs.graphs().is_empty()) {
                all[model.node(NodeId::at(at)).graph.index()].push(&cost.runs);
            }
        }
        Runners(all)
    }

    fn of(&self, graph: GraphId) -> &[&'c Runs] {
        &self.0[graph.index()]
    }

    /// The graphs, each before those that it runs; those that run themselves are missing.
    fn order(&self) -> Vec<GraphId> {
        let mut producers = vec![Vec::new(); self.0.len()];
        for (graph, runs) in self.0.iter().enumerate() {
            runs.iter().flat_map(|runs| runs.graphs()).for_each(|body| producers[body.index()].push(graph));
        }
        let sorted = Wiring::new(self.0.len(), |graph| producers[graph].iter().copied()).sorted();
        sorted.into_iter().map(GraphId::at).collect()
    }
}

/// The multiply-accumulates and the bytes of one run of each graph that nodes run, as far as they are known: they decide
/// which branch of a condition counts.
struct Totals<'a> {
    by_graph: HashMap<GraphId, [Quantity; 2]>,
    sums: &'a Sums,
}

/// What a node costs by itself; `None` if that is unknown. The arithmetic of a node without a formula is 0, as everywhere.
fn own_cost(cost: &NodeCost) -> Option<[Quantity; 2]> {
    let macs = if cost.counted { cost.macs.clone()? } else { Quantity::ZERO };
    Some([macs, cost.bytes.clone()?])
}

impl<'a> Totals<'a> {
    fn new(
        model: &Model,
        (costs, sums): (&[Option<Rc<NodeCost>>], &'a Sums),
        order: &[GraphId],
        runners: &Runners<'_>,
    ) -> Totals<'a> {
        let mut totals = Totals { by_graph: HashMap::new(), sums };
        for &graph in order.iter().rev().filter(|&&graph| !is_root(model, graph)) {
            let nodes = model.nodes_of(graph).filter_map(|node| costs.get(node.index())?.as_deref());
            let own = nodes.map(own_cost);
            let inner = runners.of(graph).iter().flat_map(|runs| totals.runs(runs)).map(|(body, times)| {
                let [macs, bytes] = totals.by_graph.get(&body)?;
                let times = times?;
                Some([sums.times(macs, &times)?, sums.times(bytes, &times)?])
            });
            let sum = own.chain(inner).try_fold([Quantity::ZERO, Quantity::ZERO], |[macs, bytes], next| {
                let [more, written] = next?;
                Some([sums.plus(&macs, &more)?, sums.plus(&bytes, &written)?])
            });
            totals.by_graph.extend(sum.map(|sum| (graph, sum)));
        }
        totals
    }

    /// The graphs that are run, each with how often; of several branches, the one that costs most.
    fn runs(&self, runs: &Runs) -> Vec<(GraphId, Option<Quantity>)> {
        match runs {
            Runs::Nothing => Vec::new(),
            Runs::Times(graph, times) => vec![(*graph, times.as_deref().cloned())],
            Runs::Unknown(graphs) => graphs.iter().map(|&graph| (graph, None)).collect(),
            Runs::OneOf(graphs) => {
                let most = graphs.iter().position(|&graph| graphs.iter().all(|&other| self.is_at_least(graph, other)));
                let times = |at: usize| most.map(|most| Quantity::exact(u64::from(at == most)));
                graphs.iter().enumerate().map(|(at, &graph)| (graph, times(at))).collect()
            }
        }
    }

    /// Whether a graph certainly costs as much as another: in multiply-accumulates, and if these are equal, in bytes.
    fn is_at_least(&self, graph: GraphId, other: GraphId) -> bool {
        let totals = [graph, other].map(|graph| self.by_graph.get(&graph));
        let [Some([macs, bytes]), Some([other_macs, other_bytes])] = totals else { return graph == other };
        let [less, more] = if macs == other_macs { [other_bytes, bytes] } else { [other_macs, macs] };
        self.sums.is_at_most(less, more)
    }
}
