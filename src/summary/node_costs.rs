//! What each node costs by itself, and which graphs it runs.

use hashbrown::HashSet;
use std::cell::RefCell;
use std::rc::Rc;

use super::bytes;
use super::quantity::Quantity;
use super::sums::Sums;
use crate::diagnostic::Diagnostics;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::facts::{FactStore, without_any_expression};
use crate::graph::{Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::infer::Analysis;
use crate::infer::reads::Reads;
use crate::node::resolver::{OpResolver, ResolvedOp};
use crate::node::run::NodeRun;
use crate::ops::{BodyFacts, BodyRuns, Cost, Found, MemoryAccess};
use crate::options::AnalysisOptions;

/// What each node costs, by node; equal costs are stored once.
pub(super) type Costs = Vec<Option<Rc<NodeCost>>>;

/// What a node costs by itself: without the graphs that it runs.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct NodeCost {
    /// Which graphs it runs.
    pub(super) runs: Runs,
    /// Whether there is a formula for its arithmetic, even if a size in it is unknown.
    pub(super) counted: bool,
    /// `None` if a size is unknown.
    pub(super) macs: Option<Quantity>,
    pub(super) operations: Option<Quantity>,
    /// Bytes that it reads and writes.
    pub(super) bytes: Option<Quantity>,
    /// Whether the first output can share the memory of the first input.
    pub(super) is_view: bool,
    /// Whether the first output can take the memory of an input.
    pub(super) in_place: bool,
}

/// The graphs that a node runs.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Runs {
    /// None.
    Nothing,
    /// A graph, as many times; `None` if the number is unknown.
    Times(GraphId, Option<Box<Quantity>>),
    /// One of these graphs.
    OneOf(Box<[GraphId]>),
    /// These graphs, it is unknown how often.
    Unknown(Box<[GraphId]>),
}

impl Runs {
    /// All of them.
    pub(super) fn graphs(&self) -> &[GraphId] {
        match self {
            Runs::Nothing => &[],
            Runs::Times(graph, _) => std::slice::from_ref(graph),
            Runs::OneOf(graphs) | Runs::Unknown(graphs) => graphs,
        }
    }
}

impl NodeCost {
    /// The cost, unknown if its terms take more memory than is left.
    fn within(self, left: &mut u64) -> NodeCost {
        let parts = [&self.macs, &self.operations, &self.bytes];
        match left.checked_sub(parts.into_iter().flatten().map(Quantity::memory).sum()) {
            Some(rest) => {
                *left = rest;
                self
            }
            None => NodeCost { macs: None, operations: None, bytes: None, ..self },
        }
    }
}

/// The costs of all nodes, by node, and what was read for them.
pub(super) fn find(model: &Model, options: &AnalysisOptions, analysis: &Analysis, sums: &Sums) -> (Costs, Reads) {
    let facts = &analysis.facts;
    let mut resolver = OpResolver::new(model, &options.operators).with_versions(facts.op_versions());
    let (mut costs, mut stored) = (Costs::new(), HashSet::new());
    // A total has few terms, so costs in terms of many symbols are no part of it.
    let reads = RefCell::new(Reads::new(model, &options.limits));
    let mut left = options.limits.max_expression_bytes.saturating_add(model.source().bytes().len() as u64 / 2);
    for node in model.graphs().flat_map(|graph| model.nodes_of(graph)) {
        if costs.len() <= node.index() {
            costs.resize_with(node.index() + 1, || None);
        }
        let asked = Asked { model, options, facts, node, reads: &reads, sums };
        let cost = match analysis.is_constant_node(model, node) {
            true => asked.counted(&Cost::movement().access(MemoryAccess::Nothing)),
            false => asked.cost(resolver.resolve(node)),
        };
        let cost = if stored.contains(&cost) { cost } else { cost.within(&mut left) };
        costs[node.index()] = Some(Rc::clone(stored.get_or_insert(Rc::new(cost))));
    }
    (costs, reads.into_inner())
}

struct Asked<'a> {
    model: &'a Model,
    options: &'a AnalysisOptions,
    facts: &'a FactStore,
    node: NodeId,
    reads: &'a RefCell<Reads>,
    sums: &'a Sums,
}

impl Asked<'_> {
    fn cost(&self, op: ResolvedOp<'_>) -> NodeCost {
        if let Some(function) = self.model.op(self.node).function {
            let graph = self.model.functions()[function as usize].graph;
            return self.running(Runs::Times(graph, Some(Box::new(Quantity::exact(1)))));
        }
        let (cost, runs) = self.ask(op);
        match (cost, runs) {
            (Some(cost), _) => self.counted(&cost),
            (None, Some(BodyRuns::Times(graph, times))) => {
                self.running(Runs::Times(graph, self.sums.of_dim(&times).map(Box::new)))
            }
            (None, Some(BodyRuns::OneOf(graphs))) => self.running(Runs::OneOf(graphs.into())),
            (None, None) => {
                let bodies: Box<[GraphId]> = crate::graph::bodies(self.model, self.node).collect();
                let runs = if bodies.is_empty() { Runs::Nothing } else { Runs::Unknown(bodies) };
                NodeCost { runs, counted: false, macs: None, operations: None, ..self.counted(&Cost::movement()) }
            }
        }
    }

    /// The operator's answer. In a function, the attributes that depend on the call are unknown if calls disagree.
    fn ask(&self, op: ResolvedOp<'_>) -> (Option<Cost>, Option<BodyRuns>) {
        let fact = |operand: &Operand| operand.value().map_or(Fact::UNKNOWN, |value| self.fact(value));
        let mut reads = self.reads.borrow_mut();
        let inputs = self.model.inputs(self.node).iter().map(|operand| reads.read(self.model, fact(operand))).collect();
        let outputs = self.model.outputs(self.node).map(|value| self.fact(value)).collect();
        let mut diagnostics = Diagnostics::new(self.model.dialect(), 0);
        let found = Found { diagnostics: &mut diagnostics, constraints: None, names: None };
        let bindings = self.facts.bindings(self.model.node(self.node).graph).unwrap_or_default();
        let run = NodeRun::new(self.model, self.options, op, self.node, inputs).bindings(bindings);
        run.cost(outputs, found, &|graph| self.results(graph))
    }

    /// A fact for arithmetic with its sizes. Past the limit of the sums, those with expressions are unknown anyway.
    fn fact(&self, value: ValueId) -> Fact {
        let fact = self.facts.get(value);
        if self.sums.is_used_up() { without_any_expression(fact) } else { fact }
    }

    fn results(&self, graph: GraphId) -> BodyFacts {
        let outputs = self.model.graph(graph).outputs.iter();
        outputs.map(|output| output.operand.value().map_or(Fact::UNKNOWN, |value| self.facts.get(value))).collect()
    }

    /// A node that does nothing besides running graphs.
    fn running(&self, runs: Runs) -> NodeCost {
        NodeCost { runs, ..self.counted(&Cost::movement().access(MemoryAccess::Nothing)) }
    }

    fn counted(&self, cost: &Cost) -> NodeCost {
        NodeCost {
            runs: Runs::Nothing,
            counted: true,
            macs: self.sums.of_dim(&cost.macs),
            operations: self.sums.of_dim(&cost.operations),
            bytes: self.moved(cost.access),
            is_view: cost.access == MemoryAccess::View,
            in_place: cost.in_place,
        }
    }

    /// The bytes that are read and written; an input that is given twice is read once.
    fn moved(&self, access: MemoryAccess) -> Option<Quantity> {
        let part = match access {
            MemoryAccess::Whole => None,
            MemoryAccess::Part(input) => self.model.inputs(self.node).get(input).and_then(|operand| operand.value()),
            MemoryAccess::View | MemoryAccess::Nothing => return Some(Quantity::ZERO),
        };
        let mut read: Vec<ValueId> = self.model.inputs(self.node).iter().filter_map(|o| o.value()).collect();
        read.sort_unstable();
        read.dedup();
        let read =
            read.into_iter().map(|value| if Some(value) == part { self.selected(value) } else { self.of(value) });
        let outputs = self.model.outputs(self.node).filter(|&value| !self.model.is_omitted(value));
        let mut all = read.chain(outputs.map(|value| self.of(value)));
        all.try_fold(Quantity::ZERO, |sum, bytes| self.sums.plus(&sum, &bytes?))
    }

    fn of(&self, value: ValueId) -> Option<Quantity> {
        bytes::of_value(self.sums, self.facts, value)
    }

    /// The bytes of as many elements of a value as the first output has.
    fn selected(&self, value: ValueId) -> Option<Quantity> {
        let first = self.model.outputs(self.node).next()?;
        let count = self.fact(first).ty.as_tensor().map_or(Dim::unknown(), |tensor| tensor.shape.num_elements());
        bytes::of_elements(self.sums, self.facts.ty(value).as_tensor()?.element?, &count)
    }
}
