//! Totals over all nodes: by operator, and the heaviest ones.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::rc::Rc;

use hashbrown::HashMap;

use super::bytes;
use super::graph_runs::GraphRuns;
use super::node_costs::NodeCost;
use super::quantity::Quantity;
use super::sums::Sums;
use super::unknowns::Unknowns;
use crate::facts::FactStore;
use crate::graph::label::cut_name;
use crate::graph::{GraphRole, Model};
use crate::ids::{GraphId, NameId, NodeId};
use crate::infer::reads::Reads;
use crate::short_text::start_of;

/// How many of the heaviest nodes are listed.
const HEAVIEST: usize = 5;
/// The size that a symbol is taken to have where nodes are ordered by what they cost.
const TYPICAL: u64 = 64;

/// What one run of a model or of a node costs, as far as it is known.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Work {
    /// Multiply-accumulates.
    pub macs: Quantity,
    /// Other arithmetic operations on elements.
    pub operations: Quantity,
    /// Bytes read and written.
    pub bytes: Quantity,
}

/// The nodes of one operator.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OperatorSummary {
    /// ONNX: the domain, empty for the default one. IR: empty.
    pub domain: String,
    /// The operator type.
    pub name: String,
    /// The number of nodes, in all graphs that a run reaches.
    pub nodes: usize,
    /// What all of them cost in one run of the model.
    pub work: Work,
    /// The nodes whose arithmetic has no formula.
    pub not_counted: usize,
    /// The nodes whose cost or number of runs is unknown.
    pub unknown: usize,
}

/// A node with what it costs in one run of the model.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NodeWork {
    /// The node.
    pub node: NodeId,
    /// What it costs.
    pub work: Work,
}

/// The totals.
#[derive(Default)]
pub(super) struct Totals {
    pub(super) work: Work,
    pub(super) operators: Vec<OperatorSummary>,
    pub(super) heaviest: Vec<NodeWork>,
    pub(super) unknown: Unknowns<NodeId>,
}

impl Work {
    fn plus(&self, other: &Work, sums: &Sums) -> Option<Work> {
        Some(Work {
            macs: sums.plus(&self.macs, &other.macs)?,
            operations: sums.plus(&self.operations, &other.operations)?,
            bytes: sums.plus(&self.bytes, &other.bytes)?,
        })
    }

    /// The number by which nodes are ordered.
    fn weight(&self) -> (u64, u64) {
        let size = |quantity: &Quantity| quantity.evaluate(|_| Some(TYPICAL)).unwrap_or(u64::MAX);
        (size(&self.macs), size(&self.bytes))
    }
}

/// Adds up the nodes of all graphs that a run reaches.
pub(super) fn total(
    model: &Model,
    facts: &FactStore,
    (costs, runs): (&[Option<Rc<NodeCost>>], &GraphRuns),
    (sums, reads): (&Sums, &Reads),
) -> Totals {
    let mut totals = Totals::default();
    let reasons = Reasons { model, facts, runs, sums, reads, calls: OnceCell::new() };
    let mut operators: HashMap<(NameId, NameId), u32> = HashMap::new();
    for graph in model.graphs().filter(|&graph| runs.is_reached(graph)) {
        for node in model.nodes_of(graph) {
            let Some(cost) = costs.get(node.index()).and_then(Option::as_ref) else { continue };
            let op = model.op(node);
            let index = *operators.entry((op.domain, op.name)).or_insert_with(|| {
                totals.operators.push(OperatorSummary::new(model.name(op.domain), model.name(op.name)));
                totals.operators.len() as u32 - 1
            });
            let entry = &mut totals.operators[index as usize];
            entry.nodes += 1;
            entry.not_counted += usize::from(!cost.counted);
            let work = node_work(cost, runs.count(graph), sums);
            let added = |work: Work| Some((totals.work.plus(&work, sums)?, entry.work.plus(&work, sums)?, work));
            match work.and_then(added) {
                Some((all, of_operator, work)) => {
                    (totals.work, entry.work) = (all, of_operator);
                    totals.add_heavy(NodeWork { node, work });
                }
                None => {
                    entry.unknown += 1;
                    totals.unknown.push(node, || Some(reasons.of(graph, cost, node)));
                }
            }
        }
    }
    drop(operators);
    totals.operators.sort_unstable_by(|a, b| (&a.domain, &a.name).cmp(&(&b.domain, &b.name)));
    totals.operators.sort_by_cached_key(|operator| (Reverse(operator.work.weight()), Reverse(operator.nodes)));
    totals.keep_heaviest();
    totals
}

impl Totals {
    /// Adds a node to the heaviest ones, of which more than enough are kept meanwhile.
    fn add_heavy(&mut self, node: NodeWork) {
        const KEPT: usize = 1_000;
        self.heaviest.push(node);
        if self.heaviest.len() > KEPT {
            self.keep_heaviest();
        }
    }

    fn keep_heaviest(&mut self) {
        self.heaviest.retain(|node| node.work.weight() > (0, 0));
        self.heaviest.sort_by_key(|node| Reverse(node.work.weight()));
        self.heaviest.truncate(HEAVIEST);
    }
}

impl OperatorSummary {
    fn new(domain: &str, name: &str) -> OperatorSummary {
        let (domain, name) = (domain.to_owned(), name.to_owned());
        OperatorSummary { domain, name, nodes: 0, work: Work::default(), not_counted: 0, unknown: 0 }
    }
}

/// What a node costs when its graph runs this often. The arithmetic of a node without a formula is 0 here, and counted as
/// missing elsewhere.
fn node_work(cost: &NodeCost, runs: Option<&Quantity>, sums: &Sums) -> Option<Work> {
    let runs = runs?;
    if runs.is_zero() {
        return Some(Work::default());
    }
    let arithmetic = |quantity: &Option<Quantity>| match cost.counted {
        true => sums.times(quantity.as_ref()?, runs),
        false => Some(Quantity::ZERO),
    };
    let bytes = sums.times(cost.bytes.as_ref()?, runs)?;
    Some(Work { macs: arithmetic(&cost.macs)?, operations: arithmetic(&cost.operations)?, bytes })
}

/// The reason for what is unknown once the limit on sums is reached.
const TOO_MANY_TERMS: &str = "the sizes in the model have too many terms; bind its symbols";

/// Finds why the cost of nodes is unknown.
struct Reasons<'a> {
    model: &'a Model,
    facts: &'a FactStore,
    runs: &'a GraphRuns,
    sums: &'a Sums,
    reads: &'a Reads,
    /// How many nodes call each function, by position.
    calls: OnceCell<HashMap<u32, usize>>,
}

impl Reasons<'_> {
    fn of(&self, graph: GraphId, cost: &NodeCost, node: NodeId) -> String {
        let Reasons { model, facts, .. } = *self;
        if self.runs.count(graph).is_none() {
            if self.sums.is_used_up() {
                return TOO_MANY_TERMS.to_owned();
            }
            let what = match model.graph(graph).role {
                // The path of a graph is far longer than the name of a node if it is deep in others.
                GraphRole::Body { owner, attribute, .. } => {
                    format!("`{}` of {}", cut_name(model.name(attribute)), model.describe(owner))
                }
                _ => format!("`{}`", model.display_path(graph)),
            };
            return format!("it is unknown how often {what} runs");
        }
        let inputs = model.inputs(node).iter().filter_map(|operand| operand.value());
        let outputs = model.outputs(node).filter(|&value| !model.is_omitted(value));
        let cut = inputs.clone().find_map(|value| self.reads.why_cut(model, &facts.get(value)));
        let open = outputs.chain(inputs).find(|&value| bytes::of_value(self.sums, facts, value).is_none());
        let Some(value) = open else {
            if let Some(why) = cut {
                return why.to_owned();
            }
            return match &cost.macs {
                None if cost.counted && cost.bytes.is_some() => "its attributes do not determine it".to_owned(),
                _ => "the sum of all nodes has too many terms; bind its symbols".to_owned(),
            };
        };
        // Very many nodes may read one value, whose name or type is long.
        let name = cut_name(model.value_name(value));
        match (facts.unknown_reason(value), facts.ty(value).as_tensor()) {
            (Some(why), _) => format!("the size of `{name}` is unknown: {why}"),
            (None, Some(_)) if self.sums.is_used_up() => TOO_MANY_TERMS.to_owned(),
            (None, Some(tensor)) => {
                let calls = self.calls(graph).map(|calls| format!("; {calls}")).unwrap_or_default();
                format!("`{name}` is {}, whose size in bytes is unknown{calls}", start_of(tensor))
            }
            (None, None) => format!("`{name}` is not a tensor"),
        }
    }

    /// What is said of a node in a function with several calls, which may differ.
    fn calls(&self, graph: GraphId) -> Option<String> {
        let model = self.model;
        let GraphRole::Function(index) = model.graph(model.root(graph)).role else { return None };
        let calls = self.calls.get_or_init(|| {
            let mut calls = HashMap::new();
            let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
            nodes
                .filter_map(|node| model.op(node).function)
                .for_each(|function| *calls.entry(function).or_default() += 1);
            calls
        });
        let count = calls.get(&index).copied().filter(|&count| count > 1)?;
        let name = model.display_path(model.root(graph));
        Some(format!("`{name}` has {count} calls, and is counted only where they have the same shapes"))
    }
}
