//! The walk over all graphs: resolve, check, infer, compare with what is declared.
//!
//! Bodies and functions are frames on a stack of our own, so nesting costs memory but no recursion.

use crate::facts::FAULT;
use crate::facts::is_vague;
use crate::graph::bodies;
use crate::node::Bindings;
use std::collections::{HashMap, HashSet};

use super::graph_inputs;
use super::order;
use super::order::Order;
use super::symbols::Symbols;
use super::{Analysis, declared};
use crate::diagnostic::Diagnostics;
use crate::explain::ExplainBudget;
use crate::fact::{Fact, Provenance, UnknownReason};
use crate::facts::FactStore;
use crate::facts::unknown_reason;
use crate::graph::captures::Captures;
use crate::graph::{GraphRole, Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::node::check_signature;
use crate::node::check_signature::Misspelt;
use crate::node::function_call;
use crate::node::function_call::Calls;
use crate::node::resolver::OpResolver;
use crate::ops::{BodyCall, ControlFlow, Resolved};
use crate::options::AnalysisOptions;

pub(crate) struct Inference<'m> {
    pub(crate) model: &'m Model,
    pub(crate) options: &'m AnalysisOptions,
    pub(crate) facts: FactStore,
    pub(crate) sink: Diagnostics,
    pub(crate) symbols: Symbols,
    pub(crate) calls: Calls,
    lookups: OpResolver<'m>,
    captures: Captures,
    ran: HashSet<GraphId>,
    /// Bodies of which a call was not walked.
    forgotten: HashSet<GraphId>,
    /// Outputs of nodes that the caller has computed.
    pub(crate) computed: HashMap<ValueId, Fact>,
    /// Node inferences that bodies may still take; a bound on what nested bodies and functions cost together.
    budget: u64,
    /// Contradictions whose chain of operators was shown.
    pub(crate) traced: usize,
    /// Work that is left for such chains.
    pub(crate) tracing: ExplainBudget,
}

/// A node that waits for a body.
struct PendingNode {
    node: NodeId,
    flow: Box<dyn ControlFlow>,
    misspelt: Vec<Misspelt>,
    faults: NodeErrors,
}

/// What is wrong with a node, by code: against its signature, and by what is known of its inputs.
#[derive(Clone, Copy, Default)]
struct NodeErrors {
    form: Option<&'static str>,
    facts: Option<&'static str>,
}

/// One graph that is being walked.
pub(crate) struct GraphFrame {
    graph: GraphId,
    order: Order,
    next: usize,
    pub(crate) bindings: Bindings,
    /// Facts that the caller gives to values that nodes of this graph produce (Parameters of IR bodies).
    pub(crate) given: HashMap<ValueId, Fact>,
    /// Facts of an earlier run of the same graph, to be joined with those of this one.
    before: Option<Vec<Fact>>,
    pending: Option<PendingNode>,
    /// Whether the graph is a branch that never runs, or inside one.
    dead: bool,
}

impl GraphFrame {
    fn take(&mut self, model: &Model) -> Option<NodeId> {
        let range = &model.graph(self.graph).nodes;
        let node = match &self.order {
            Order::File => range.clone().nth(self.next).map(NodeId),
            Order::Sorted(nodes) => nodes.get(self.next).copied(),
        };
        self.next += 1;
        node
    }
}

impl<'m> Inference<'m> {
    pub(crate) fn new(model: &'m Model, options: &'m AnalysisOptions, sink: Diagnostics) -> Inference<'m> {
        Inference {
            model,
            options,
            facts: FactStore::new(model.values.len(), options.limits.max_tracked_elements),
            sink,
            symbols: Symbols::default(),
            calls: Calls::default(),
            lookups: OpResolver::new(model, &options.operators),
            captures: Captures::of(model),
            ran: HashSet::new(),
            forgotten: HashSet::new(),
            computed: HashMap::new(),
            budget: 100_000 + 64 * model.nodes.len() as u64,
            traced: 0,
            tracing: ExplainBudget::FINDINGS,
        }
    }

    /// Walks every graph: those that run first, then those that nothing ran.
    pub(crate) fn run(&mut self) {
        graph_inputs::check_options(self);
        let all: Vec<GraphId> = self.model.graphs().collect();
        let runs = |role| !matches!(role, GraphRole::Body { .. } | GraphRole::Function(_));
        for &graph in all.iter().filter(|g| runs(self.model.graph(**g).role)) {
            self.walk(graph, None);
        }
        for &graph in &all {
            if !self.ran.contains(&graph) {
                self.walk(graph, None);
            }
        }
    }

    /// What is known, and what was found.
    pub(crate) fn finish(mut self) -> (Analysis, Diagnostics) {
        let symbols = self.symbols.finish(&mut self.sink);
        let constraints = self.sink.take_constraints();
        let (findings, suppressed) = (Vec::new(), Vec::new());
        (Analysis { facts: self.facts, symbols, constraints, findings, suppressed, dropped: 0 }, self.sink)
    }

    /// Walks one graph and all bodies that it runs.
    pub(crate) fn walk(&mut self, graph: GraphId, inputs: Option<Vec<Fact>>) {
        let mut stack = vec![self.enter(graph, inputs, Bindings::default())];
        while let Some(frame) = stack.last_mut() {
            let asked = match frame.take(self.model) {
                Some(node) => self.node(node, frame),
                None => {
                    let done = stack.pop();
                    let outputs = done.map(|f| self.leave(f)).unwrap_or_default();
                    let Some(parent) = stack.last_mut() else { return };
                    parent.pending.take().and_then(|pending| self.resume(pending, Some(outputs), parent))
                }
            };
            if let Some((pending, call)) = asked {
                self.push(&mut stack, pending, call);
            }
        }
    }

    /// Starts the body that a node asked for; hands the node unknown facts instead if bodies cost too much together.
    fn push(&mut self, stack: &mut Vec<GraphFrame>, pending: PendingNode, call: BodyCall) {
        let Some(parent) = stack.last_mut() else { return };
        let mut asked = Some((pending, call));
        while let Some((pending, call)) = asked.take() {
            let cost = self.model.graph(call.graph).nodes.len() as u64 + 1;
            if self.budget >= cost {
                self.budget -= cost;
                let bindings = function_call::bindings(self.model, pending.node, call.graph, &parent.bindings);
                let dead = parent.dead || pending.flow.never_runs();
                parent.pending = Some(pending);
                let frame = self.enter(call.graph, Some(call.inputs), bindings);
                stack.push(GraphFrame { dead, ..frame });
                return;
            }
            let why =
                UnknownReason { text: "the limit on repeated bodies was reached".into(), node: Some(pending.node) };
            let unknown = Fact { unknown_reason: Some(why), ..Fact::UNKNOWN };
            self.forget(call.graph, &unknown);
            let outputs = vec![unknown; self.model.graph(call.graph).outputs.len()];
            asked = self.resume(pending, Some(outputs), parent);
        }
    }

    /// Forgets what is known of a body and those inside it: a call that is not walked may differ from those that were.
    /// Later walks are joined with that.
    fn forget(&mut self, body: GraphId, unknown: &Fact) {
        if !self.forgotten.insert(body) {
            return;
        }
        let mut inside = vec![body];
        while let Some(graph) = inside.pop() {
            self.ran.insert(graph);
            for value in self.model.values_of(graph) {
                self.facts.set(value, unknown.clone());
            }
            inside.extend(self.model.nodes_of(graph).flat_map(|node| bodies(self.model, node)));
        }
    }

    fn enter(&mut self, graph: GraphId, inputs: Option<Vec<Fact>>, bindings: Bindings) -> GraphFrame {
        let first = self.ran.insert(graph);
        self.sink.again(!first);
        self.sink.dead(false);
        let before = (!first).then(|| self.model.values_of(graph).map(|v| self.facts.get(v)).collect());
        let order = order::of(self.model, graph, &self.captures, &mut self.sink);
        let given = graph_inputs::graph(self, graph, inputs);
        if let Order::Sorted(sorted) = &order {
            self.outside_order(graph, sorted);
        }
        GraphFrame { graph, order, next: 0, bindings, given, before, pending: None, dead: false }
    }

    /// Values of nodes on a cycle or behind one are unknown for that reason.
    fn outside_order(&mut self, graph: GraphId, sorted: &[NodeId]) {
        let inside: HashSet<NodeId> = sorted.iter().copied().collect();
        for node in self.model.nodes_of(graph).filter(|n| !inside.contains(n)) {
            let why = UnknownReason { text: "the node is on a cycle or behind one".into(), node: Some(node) };
            for output in self.model.outputs(node) {
                self.facts.set(output, Fact { unknown_reason: Some(why.clone()), ..Fact::UNKNOWN });
            }
        }
    }

    /// Ends a graph: the facts of its outputs; its values are joined with those of earlier runs.
    fn leave(&mut self, frame: GraphFrame) -> Vec<Fact> {
        self.sink.again(frame.before.is_some());
        self.sink.dead(frame.dead);
        declared::graph_outputs(self, frame.graph);
        let outputs = &self.model.graph(frame.graph).outputs;
        let outputs = outputs.iter().map(|o| self.operand(o.operand)).collect();
        for (value, earlier) in self.model.values_of(frame.graph).zip(frame.before.into_iter().flatten()) {
            let joined = self.facts.get(value).join(&earlier);
            self.facts.set(value, joined);
        }
        outputs
    }

    pub(crate) fn operand(&self, operand: Operand) -> Fact {
        match operand {
            Operand::Value(value) => self.facts.get(value),
            Operand::Absent => Fact::UNKNOWN,
            Operand::Undefined(name) => {
                let text = format!("`{}` is produced by nothing", self.model.name(name));
                Fact { unknown_reason: Some(UnknownReason { text: text.into(), node: None }), ..Fact::UNKNOWN }
            }
        }
    }

    fn inputs(&self, node: NodeId) -> Vec<Fact> {
        self.model.inputs(node).iter().map(|&o| self.operand(o)).collect()
    }

    /// Infers one node. Returns the body that it asks for first, if it runs bodies.
    fn node(&mut self, node: NodeId, frame: &mut GraphFrame) -> Option<(PendingNode, BodyCall)> {
        self.sink.again(frame.before.is_some());
        self.sink.dead(false);
        self.sink.take_fault();
        if let Some(current) = &self.options.current_node {
            current.set(node);
        }
        let lookup = self.lookups.resolve(node);
        let inputs = self.inputs(node);
        let own = (self.model, self.options, &mut self.sink);
        let mut cx = lookup.cx(own, node, inputs, &frame.bindings, &[]);
        declared::input_ports(&mut cx, &self.facts);
        let mut misspelt = Vec::new();
        if let (Some(known), Some(signature)) = (lookup.known, lookup.signature) {
            misspelt = check_signature::check(&mut cx, signature, known.signatures);
        }
        let form = cx.sink.take_fault();
        let resolved = lookup.resolve(&mut cx, &self.calls);
        // What contradicts a signature is an error wherever it stands; what follows from facts is one only if it runs.
        cx.sink.dead(frame.dead);
        match resolved {
            Resolved::Operator(operator) => {
                operator.infer(&mut cx);
                let outputs = cx.outputs;
                let faults = NodeErrors { form, facts: self.sink.take_fault() };
                self.done(node, outputs, frame, &misspelt, faults);
                None
            }
            Resolved::ControlFlow(flow) => {
                let faults = NodeErrors { form, facts: cx.sink.take_fault() };
                self.resume(PendingNode { node, flow, misspelt, faults }, None, frame)
            }
        }
    }

    /// Hands a node the facts of the body that it asked for.
    fn resume(
        &mut self,
        pending: PendingNode,
        body: Option<Vec<Fact>>,
        frame: &mut GraphFrame,
    ) -> Option<(PendingNode, BodyCall)> {
        let PendingNode { node, mut flow, misspelt, faults } = pending;
        // Those of a body are not the node's own.
        self.sink.take_fault();
        self.sink.again(frame.before.is_some());
        self.sink.dead(frame.dead);
        let lookup = self.lookups.resolve(node);
        let inputs = self.inputs(node);
        let own = (self.model, self.options, &mut self.sink);
        let mut cx = lookup.cx(own, node, inputs, &frame.bindings, &[]);
        if let Some(call) = flow.resume(&mut cx, body) {
            let faults = NodeErrors { facts: faults.facts.or(cx.sink.take_fault()), ..faults };
            return Some((PendingNode { node, flow, misspelt, faults }, call));
        }
        let outputs = cx.outputs;
        let faults = NodeErrors { facts: faults.facts.or(self.sink.take_fault()), ..faults };
        self.done(node, outputs, frame, &misspelt, faults);
        None
    }

    /// Keeps the facts of a node's outputs, after a comparison with what the file declares.
    fn done(
        &mut self,
        node: NodeId,
        outputs: Vec<Fact>,
        frame: &mut GraphFrame,
        misspelt: &[Misspelt],
        faults: NodeErrors,
    ) {
        let respelt = self.respelt(node, &outputs, misspelt, frame);
        let origin = self.origin(node);
        for (value, mut fact) in self.model.outputs(node).zip(outputs) {
            if let Some(given) = frame.given.remove(&value) {
                self.facts.set(value, given);
                continue;
            }
            fact.provenance = fact.provenance.max(origin);
            if let Some(computed) = self.computed.get(&value) {
                fact = computed.clone();
            }
            // An operator at fault may have handed the reason of an input on.
            let own = |why: &UnknownReason| why.node == Some(node) || faults.facts.is_none() || !is_vague(&fact);
            if !fact.unknown_reason.as_ref().is_some_and(own) {
                fact.unknown_reason = self.inherited(node, &fact, faults);
            }
            let fact = declared::output(self, node, value, fact, respelt);
            self.facts.set(value, fact);
        }
    }

    /// The reason for an unknown that the operator gives none for: what is wrong with the node, that of an input, else
    /// that the node is unknown.
    fn inherited(&self, node: NodeId, fact: &Fact, faults: NodeErrors) -> Option<UnknownReason> {
        if !is_vague(fact) {
            return None;
        }
        let fault = |code| UnknownReason { text: format!("{FAULT}{code}").into(), node: Some(node) };
        if let Some(code) = faults.facts {
            return Some(fault(code));
        }
        let inputs = self.model.inputs(node).iter().map(|&o| self.operand(o));
        let why = inputs.filter(is_vague).find_map(|f| f.unknown_reason);
        let unnamed =
            || UnknownReason { text: unknown_reason::of(self.model, &self.facts, node).into(), node: Some(node) };
        Some(why.or_else(|| faults.form.map(fault)).unwrap_or_else(unnamed))
    }

    fn origin(&self, node: NodeId) -> Provenance {
        let inputs = self.model.inputs(node).iter().filter_map(|o| o.value());
        inputs.map(|v| self.facts.provenance(v)).max().unwrap_or_default()
    }

    /// Reports misspelt attributes. Returns whether reading them as meant explains what the file records of an output
    /// that contradicts the inference; then the one finding says both.
    fn respelt(&mut self, node: NodeId, outputs: &[Fact], misspelt: &[Misspelt], frame: &GraphFrame) -> bool {
        if misspelt.is_empty() {
            return false;
        }
        let lookup = self.lookups.resolve(node);
        let (Some(known), Some(signature)) = (lookup.known, lookup.signature) else { return false };
        let inputs = self.inputs(node);
        let mut quiet = self.sink.quiet();
        let own = (self.model, self.options, &mut quiet);
        let mut cx = lookup.cx(own, node, inputs, &frame.bindings, misspelt);
        if let Resolved::Operator(operator) = lookup.resolve(&mut cx, &self.calls) {
            operator.infer(&mut cx);
        }
        let meant = cx.outputs;
        let explained = declared::explained(self.model, node, outputs, &meant);
        let own = (self.model, self.options, &mut self.sink);
        let mut cx = lookup.cx(own, node, Vec::new(), &frame.bindings, &[]);
        for &(name, nearest) in misspelt {
            let mut finding = check_signature::unknown_attribute(&cx, name, Some(nearest), signature, known.signatures);
            if let Some((recorded, inferred)) = &explained {
                let written = cx.model().name(name);
                finding = finding.level(crate::rule::Level::Error).note(format!(
                    "the file records {recorded}, which is what `{nearest}` would give; with `{written}` ignored it is {inferred}"
                ));
                finding = finding.data("recorded", recorded.as_str()).data("inferred", inferred.as_str());
            }
            cx.report(finding);
        }
        explained.is_some()
    }
}
