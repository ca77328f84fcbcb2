//! Walks all graphs: each node is inferred after its producers, and compared with the declarations.
//!
//! Bodies and functions are frames on an explicit stack, so nesting uses memory but no recursion.

mod answers;
mod repeats;
mod undefined;

use hashbrown::{HashMap, HashSet};

use super::declared::{self, ContradictionReport, RecordedReading};
use super::graph_inputs;
use super::order::{KnownOrders, Order};
use super::state::{Learned, Premise};
use crate::diagnostic::{Diagnostic, Diagnostics, Visit};
use crate::dialect::Dialect;
use crate::expr;
use crate::fact::{Fact, Provenance, UnknownReason, ValueType};
use crate::facts::{SavedFacts, is_vague, unknown_reason};
use crate::graph::captures::Captures;
use crate::graph::{AttributeValue, GraphRole, Operand, bodies};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::node::Bindings;
use crate::node::check_attributes::{self, Misspelt};
use crate::node::function_call::{self, Calls};
use crate::node::repair::{self, Surroundings};
use crate::node::resolver::OpResolver;
use crate::node::run::{NodeErrors, NodeOperator, NodeOutcome, NodeRun};
use crate::ops::held::Held;
use crate::ops::symbol_names::SymbolNamer;
use crate::ops::{BodyCall, ControlFlow, Doubt, Found, InferContext, Operator};
use crate::place::Place;
use crate::rule::Level;
use crate::shape::Shape;
use answers::Answers;
use repeats::Repeats;
use undefined::UndefinedReasons;

pub(super) struct Inference<'m> {
    premise: Premise<'m>,
    captures: Captures,
    /// Node outputs that the caller has computed.
    computed: HashMap<ValueId, Fact>,
    /// Names for data-dependent dimensions.
    names: Option<SymbolNamer>,
    learned: Learned,
    resolver: OpResolver<'m>,
    calls: Calls,
    visited: HashSet<GraphId>,
    orders: KnownOrders,
    /// Bodies with at least one call that was not walked.
    forgotten: HashSet<GraphId>,
    /// Whether outputs and recorded inputs are compared with the declarations in the file.
    compares: bool,
    /// Lists of facts for the next node, so that a node needs no memory of its own.
    inputs: Vec<Fact>,
    outputs: Vec<Fact>,
    answers: Answers,
    undefined: UndefinedReasons,
    repeats: Repeats,
    /// The terms of expressions that this thread had made when they were last counted.
    terms: u64,
}

/// A node that waits for a body.
struct PendingNode {
    node: NodeId,
    flow: Box<dyn ControlFlow>,
    misspelt: Vec<Misspelt>,
    errors: NodeErrors,
}

/// A graph that is being walked.
struct GraphFrame {
    graph: GraphId,
    order: Order,
    next: usize,
    bindings: Bindings,
    /// Facts that the caller provides for values that nodes of this graph produce (Parameters of IR bodies).
    given: HashMap<ValueId, Fact>,
    /// Facts of an earlier visit of the same graph, to be joined with those of this visit.
    before: Option<SavedFacts>,
    pending: Option<PendingNode>,
    /// Whether the graph may run; a branch that is never taken is unreachable.
    reachable: bool,
}

impl GraphFrame {
    fn take(&mut self) -> Option<NodeId> {
        let node = match &self.order {
            Order::File(nodes) => nodes.clone().nth(self.next).map(NodeId::new),
            Order::Edited(nodes) | Order::Sorted(nodes) => nodes.get(self.next).copied(),
        };
        self.next += 1;
        node
    }

    fn visit(&self) -> Visit {
        Visit { revisit: self.before.is_some(), reachable: self.reachable }
    }
}

impl<'m> Inference<'m> {
    pub(super) fn new(
        premise: Premise<'m>,
        diagnostics: Diagnostics,
        computed: HashMap<ValueId, Fact>,
        names: Option<SymbolNamer>,
    ) -> Inference<'m> {
        let Premise { model, options, .. } = premise;
        Inference {
            premise,
            captures: Captures::new(model),
            computed,
            names,
            learned: Learned::new(premise, diagnostics),
            resolver: OpResolver::new(model, &options.operators).with_versions(premise.versions),
            calls: Calls::default(),
            visited: HashSet::new(),
            orders: KnownOrders::default(),
            forgotten: HashSet::new(),
            compares: true,
            inputs: Vec::new(),
            outputs: Vec::new(),
            answers: Answers::default(),
            undefined: UndefinedReasons::default(),
            repeats: Repeats::new(premise),
            terms: expr::terms_made(),
        }
    }

    /// Inference of parts of a model whose other facts are known.
    pub(super) fn continuing(premise: Premise<'m>, learned: Learned) -> Inference<'m> {
        let Premise { model, options, .. } = premise;
        Inference {
            premise,
            captures: Captures::new(model),
            computed: HashMap::new(),
            names: Some(SymbolNamer::default()),
            learned,
            resolver: OpResolver::new(model, &options.operators).with_versions(premise.versions),
            calls: Calls::default(),
            visited: HashSet::new(),
            orders: KnownOrders::default(),
            forgotten: HashSet::new(),
            compares: true,
            inputs: Vec::new(),
            outputs: Vec::new(),
            answers: Answers::default(),
            undefined: UndefinedReasons::default(),
            repeats: Repeats::new(premise),
            terms: expr::terms_made(),
        }
    }

    /// Ignores the declarations in the file.
    pub(super) fn without_declarations(self) -> Inference<'m> {
        Inference { compares: false, ..self }
    }

    /// Whether every graph was walked as often as its callers ask, in the order of the file.
    pub(super) fn is_complete(&self) -> bool {
        let is_limited = self.repeats.is_unbound || self.learned.reads.cut().any();
        self.forgotten.is_empty() && !is_limited && !self.learned.is_reordered
    }

    /// Whether a name for a data-dependent dimension was made.
    pub(super) fn has_made_names(&self) -> bool {
        self.names.as_ref().is_some_and(SymbolNamer::is_used)
    }

    pub(super) fn fact(&self, value: ValueId) -> Fact {
        self.learned.facts.get(value)
    }

    pub(super) fn set_fact(&mut self, value: ValueId, fact: Fact) {
        self.learned.facts.set(value, fact);
    }

    pub(super) fn learned(&mut self) -> &mut Learned {
        &mut self.learned
    }

    /// Forgets what earlier questions took of the limits.
    pub(super) fn begin_question(&mut self) {
        self.repeats = Repeats::new(self.premise);
        if !self.forgotten.is_empty() {
            self.forgotten.clear();
            self.calls = Calls::default();
        }
    }

    /// Infers one node of the main graph and the bodies that it runs.
    pub(super) fn walk_node(&mut self, node: NodeId) {
        let graph = self.premise.model.node(node).graph;
        let order = Order::Edited(vec![node]);
        let (bindings, given) = (Bindings::default(), HashMap::new());
        let frame = GraphFrame { graph, order, next: 0, bindings, given, before: None, pending: None, reachable: true };
        self.visited.insert(graph);
        self.walk_frames(vec![frame]);
    }

    /// Walks those of these graphs that no node ran.
    pub(super) fn walk_unvisited(&mut self, graphs: &[GraphId]) {
        for &graph in graphs {
            if !self.visited.contains(&graph) {
                self.walk(graph, None);
            }
        }
        graphs.iter().for_each(|graph| {
            self.visited.remove(graph);
        });
    }

    /// Walks every graph: first those that run, then those that no other graph ran.
    pub(super) fn run(&mut self) {
        let model = self.premise.model;
        let all: Vec<GraphId> = model.graphs().collect();
        let runs = |role| !matches!(role, GraphRole::Body { .. } | GraphRole::Function(_));
        for &graph in all.iter().filter(|g| runs(model.graph(**g).role)) {
            self.walk(graph, None);
        }
        for &graph in &all {
            if !self.visited.contains(&graph) {
                self.walk(graph, None);
            }
        }
    }

    /// Replaces the declaration of an input of the main graph.
    pub(super) fn suppose(&mut self, input: ValueId, fact: Fact) {
        self.learned.supposed.insert(input, fact);
    }

    pub(super) fn finish(self) -> Learned {
        self.learned
    }

    /// Walks one graph and all bodies that it runs.
    pub(super) fn walk(&mut self, graph: GraphId, inputs: Option<Vec<Fact>>) {
        let frame = self.enter(graph, inputs, Bindings::default(), true);
        self.walk_frames(vec![frame]);
    }

    fn walk_frames(&mut self, mut stack: Vec<GraphFrame>) {
        while let Some(frame) = stack.last_mut() {
            let asked = match frame.take() {
                Some(node) => self.node(node, frame),
                None => {
                    let done = stack.pop();
                    let outputs = done.map(|f| self.leave(f)).unwrap_or_default();
                    let Some(parent) = stack.last_mut() else { return };
                    parent.pending.take().and_then(|pending| self.resume(pending, outputs, parent))
                }
            };
            if let Some((pending, call)) = asked {
                self.push(&mut stack, pending, call);
            }
        }
    }

    /// Starts the body that a node requested; passes unknown facts to the node instead if that would be too many repeats.
    fn push(&mut self, stack: &mut Vec<GraphFrame>, pending: PendingNode, call: BodyCall) {
        let Some(parent) = stack.last_mut() else { return };
        let model = self.premise.model;
        let mut asked = Some((pending, call));
        while let Some((pending, call)) = asked.take() {
            if !self.visited.contains(&call.graph) || self.repeats.take(model, call.graph) {
                let mut bindings = function_call::bindings(model, pending.node, call.graph, &parent.bindings);
                if let Some(parameter) = self.repeats.bind(model, call.graph, &mut bindings)
                    && !std::mem::replace(&mut self.repeats.is_unbound, true)
                {
                    let place = Place::node(parent.graph, pending.node);
                    self.learned.diagnostics.report(self.repeats.too_long(place, model.name(parameter)));
                }
                let reachable = parent.reachable && call.reachable;
                parent.pending = Some(pending);
                stack.push(self.enter(call.graph, Some(call.inputs), bindings, reachable));
                return;
            }
            let why = "bodies and functions run more often than the limit `max_repeated_records` allows";
            if self.forgotten.is_empty() {
                self.learned.diagnostics.report(self.repeats.exceeded(Place::node(parent.graph, pending.node)));
            }
            let why = UnknownReason::operator(pending.node, why);
            let unknown = Fact { unknown_reason: Some(why), ..Fact::UNKNOWN };
            self.forget(call.graph, &unknown);
            let outputs = vec![unknown; function_call::results(model, pending.node, call.graph)];
            asked = self.resume(pending, outputs, parent);
        }
    }

    /// Resets the facts of a body, its nested bodies, and the functions that they call: a call that is not walked may differ
    /// from earlier calls. Later walks are joined with these facts.
    fn forget(&mut self, body: GraphId, unknown: &Fact) {
        let model = self.premise.model;
        let mut inside = vec![body];
        while let Some(graph) = inside.pop() {
            if !self.forgotten.insert(graph) {
                continue;
            }
            self.visited.insert(graph);
            for value in model.values_of(graph) {
                self.learned.facts.set(value, unknown.clone());
            }
            for node in model.nodes_of(graph) {
                let function = model.op(node).function.map(|index| model.functions()[index as usize].graph);
                inside.extend(bodies(model, node).chain(function));
            }
        }
    }

    fn enter(&mut self, graph: GraphId, inputs: Option<Vec<Fact>>, bindings: Bindings, reachable: bool) -> GraphFrame {
        let model = self.premise.model;
        let first = self.visited.insert(graph);
        let before = (!first).then(|| self.learned.facts.save(model.values_of(graph)));
        self.repeats.count_held(before.as_ref().map_or(0, SavedFacts::held));
        let order = self.orders.find(model, graph, &self.captures, &mut self.learned.diagnostics);
        if let Order::Sorted(nodes) = &order {
            // Layers of IR are in any order.
            let is_whole = nodes.len() == model.nodes_of(graph).len();
            self.learned.is_reordered |= model.dialect() == Dialect::Onnx || !is_whole;
        }
        let bindings = match model.graph(graph).role {
            _ if bindings.is_empty() => bindings,
            GraphRole::Function(_) => self.learned.facts.bind_function(graph, bindings),
            _ => {
                self.learned.facts.bind_body(graph, &bindings);
                bindings
            }
        };
        // Wrong declarations are reported whether or not the graph is reachable.
        let visit = Visit { revisit: !first, reachable: true };
        let given = graph_inputs::graph(self.premise, &mut self.learned, visit, graph, inputs);
        if let Order::Sorted(sorted) = &order {
            self.outside_order(graph, sorted);
        }
        GraphFrame { graph, order, next: 0, bindings, given, before, pending: None, reachable }
    }

    /// Marks values of nodes on or after a cycle as unknown for that reason.
    fn outside_order(&mut self, graph: GraphId, sorted: &[NodeId]) {
        let model = self.premise.model;
        let inside: HashSet<NodeId> = sorted.iter().copied().collect();
        for node in model.nodes_of(graph).filter(|n| !inside.contains(n)) {
            let why = UnknownReason::operator(node, "the node is on a cycle or depends on one");
            for output in model.outputs(node) {
                self.learned.facts.set(output, Fact { unknown_reason: Some(why.clone()), ..Fact::UNKNOWN });
            }
        }
    }

    /// Finishes a graph: returns the facts of its outputs, and joins its values with those of earlier visits.
    fn leave(&mut self, frame: GraphFrame) -> Vec<Fact> {
        let model = self.premise.model;
        declared::graph_outputs(self.premise, &mut self.learned, frame.visit(), frame.graph);
        let outputs = &model.graph(frame.graph).outputs;
        let outputs = outputs.iter().map(|o| self.operand(o.operand)).collect();
        if let Some(before) = &frame.before {
            self.learned.facts.join(before);
        }
        outputs
    }

    fn operand(&mut self, operand: Operand) -> Fact {
        match operand {
            Operand::Value(value) if self.premise.model.ambiguous.contains(&value) => {
                let cause = format!("`{}` is defined twice", self.premise.model.value_name(value));
                Fact { unknown_reason: Some(UnknownReason::value(cause)), ..Fact::UNKNOWN }
            }
            Operand::Value(value) => self.learned.facts.get(value),
            Operand::Absent => Fact::UNKNOWN,
            Operand::Undefined(name) => {
                let reason = self.undefined.reason(self.premise.model, name);
                Fact { unknown_reason: Some(reason), ..Fact::UNKNOWN }
            }
        }
    }

    fn run_of<'r>(&mut self, node: NodeId, frame: &'r GraphFrame) -> NodeRun<'r>
    where
        'm: 'r,
    {
        let Premise { model, options, .. } = self.premise;
        let mut inputs = std::mem::take(&mut self.inputs);
        inputs.extend(model.inputs(node).iter().map(|&o| self.operand(o)));
        self.learned.reads.limit(model, &mut inputs);
        self.count_work(node, &inputs);
        self.learned.facts.limit_inputs(&mut inputs);
        self.limit_held(node, frame, &mut inputs);
        let op = self.resolver.resolve(node);
        let doubt = self.learned.doubt_about_inputs(model, node);
        let run = NodeRun::new(model, options, op, node, inputs).bindings(&frame.bindings).visit(frame.visit());
        run.with_doubt(doubt).reusing(std::mem::take(&mut self.outputs))
    }

    /// Counts the work of a node with these inputs, and the expressions that were made since the last node.
    fn count_work(&mut self, node: NodeId, inputs: &[Fact]) {
        const INTEGERS_OF_A_NODE: usize = 16;
        const DIMS_OF_A_NODE: usize = 16;
        // Few operators read all dimensions of a usual shape one by one, and the answer of an earlier node serves many.
        const WIDE_DIMS_OF_A_NODE: usize = 4;
        const TERMS_OF_A_NODE: u64 = 4;
        let before = std::mem::replace(&mut self.terms, expr::terms_made());
        let terms = self.terms.wrapping_sub(before);
        self.learned.facts.count_terms(terms);
        let (mut usual, mut wide) = (inputs.len(), 0);
        for rank in inputs.iter().filter_map(|input| input.shape().rank()) {
            *(if rank > Shape::USUAL_RANK { &mut wide } else { &mut usual }) += rank;
        }
        let lengths = self.premise.model.attributes(node).iter().map(|attribute| match &attribute.value {
            AttributeValue::Ints(list) => list.len(),
            _ => 0,
        });
        self.learned.work += lengths.sum::<usize>() / INTEGERS_OF_A_NODE;
        self.learned.work += usual / DIMS_OF_A_NODE + wide / WIDE_DIMS_OF_A_NODE + (terms / TERMS_OF_A_NODE) as usize;
    }

    /// Removes elements and dimensions of the inputs of a node, or of the results of its body, for which there is no room.
    fn limit_held(&mut self, node: NodeId, frame: &GraphFrame, facts: &mut [Fact]) {
        if Held::limit_all(facts) {
            let place = Place::node(self.premise.model.node(node).graph, node);
            self.learned.diagnostics.report_in(frame.visit(), Held::finding(place));
        }
    }

    /// Infers one node. If it runs bodies, returns the first body that it requests.
    fn node(&mut self, node: NodeId, frame: &mut GraphFrame) -> Option<(PendingNode, BodyCall)> {
        if let Some(current) = &self.premise.options.current_node {
            current.set(node);
        }
        self.learned.work += 1;
        let is_repeated = self.repeat_answer(node, frame);
        // Unit tests infer every node, and compare.
        if is_repeated && !cfg!(test) {
            return None;
        }
        let (model, traces) = (self.premise.model, self.traces());
        let run = self.run_of(node, frame);
        // What expressions of an earlier node exceeded is not a reason here.
        expr::take_excess();
        let Learned { diagnostics, constraints, .. } = &mut self.learned;
        let before = diagnostics.findings().len();
        let found = Found { diagnostics, constraints: Some(constraints), names: self.names.as_ref() };
        let first = |cx: &mut InferContext<'_>| {
            if self.compares {
                declared::input_ports(cx);
            }
        };
        let NodeOutcome { mut inputs, outputs, errors, misspelt, operator, uses_node, uses_elements } =
            run.infer(&self.calls, found, first);
        if uses_elements {
            self.learned.reads.count(model, &inputs);
        }
        inputs.clear();
        self.inputs = inputs;
        if let (true, NodeOperator::Plain(operator)) = (errors.any(), &operator) {
            self.repair(node, frame, &**operator, before);
        }
        match operator {
            NodeOperator::ControlFlow(flow, Some(call)) => Some((PendingNode { node, flow, misspelt, errors }, call)),
            NodeOperator::ControlFlow(_, None) | NodeOperator::Plain(_) => {
                self.done(node, outputs, frame, &misspelt, errors);
                // An answer that follows from less than its key says is not that of other nodes.
                let is_limited = self.learned.reads.cut().any() || self.learned.facts.has_cut_sizes();
                let is_plain = self.learned.facts.excess(node).is_none() && self.traces() == traces;
                let is_general = is_plain && !uses_node && !is_limited;
                let is_kept = is_general && self.keep_answer(node, uses_elements);
                debug_assert!(is_kept || is_limited || !is_repeated, "{} has no general answer", model.describe(node));
                None
            }
        }
    }

    /// Joins the errors of a node, which start at position `before`, if a single edit makes the node valid.
    fn repair(&mut self, node: NodeId, frame: &GraphFrame, operator: &dyn Operator, before: usize) {
        let model = self.premise.model;
        let belongs = move |finding: &Diagnostic| finding.place.node == Some(node);
        let found = || self.learned.diagnostics.findings()[before..].iter().map(|finding| &**finding);
        let errors = || found().filter(|f| f.level == Level::Error);
        if !repair::may_have_one_cause(errors().filter(|f| belongs(f))) {
            return;
        }
        // Each edit that is tried reads all inputs again.
        const MOST_INPUTS: usize = 1_000;
        if self.learned.repairs == 0 || model.inputs(node).len() > MOST_INPUTS {
            return;
        }
        // An edit is looked for by inferring the node again and again, which takes longer the more dimensions it reads.
        const WORK_OF_A_REPAIR: usize = 16;
        let work = self.learned.work;
        let run = self.run_of(node, frame);
        let cost = 1 + (self.learned.work - work) / WORK_OF_A_REPAIR;
        self.learned.repairs = self.learned.repairs.saturating_sub(cost);
        let outputs = |outputs: &[Fact]| declared::allows_outputs(model, node, outputs);
        let around = Surroundings { inputs: &declared::input_ports, outputs: &outputs };
        let Some(edit) = repair::find(&run, operator, &around) else { return };
        let kept = self.learned.diagnostics.keep_one(before, belongs, |finding| edit.rank(finding));
        if let Some(finding) = kept {
            edit.apply(finding);
        }
    }

    /// Passes the facts of the requested body to a node.
    fn resume(
        &mut self,
        mut pending: PendingNode,
        mut body: Vec<Fact>,
        frame: &mut GraphFrame,
    ) -> Option<(PendingNode, BodyCall)> {
        if let Some(call) = pending.flow.next_unread() {
            return Some((pending, call));
        }
        self.limit_held(pending.node, frame, &mut body);
        let run = self.run_of(pending.node, frame);
        let Learned { diagnostics, constraints, .. } = &mut self.learned;
        let found = Found { diagnostics, constraints: Some(constraints), names: self.names.as_ref() };
        expr::take_excess();
        let (next, errors) = run.resume(&mut *pending.flow, body, found);
        pending.errors = pending.errors.and(errors);
        match next {
            Ok(call) => Some((pending, call)),
            Err(outputs) => {
                self.done(pending.node, outputs, frame, &pending.misspelt, pending.errors);
                None
            }
        }
    }

    /// Stores the facts of a node's outputs, after comparing them with the declarations in the file.
    fn done(
        &mut self,
        node: NodeId,
        mut outputs: Vec<Fact>,
        frame: &mut GraphFrame,
        misspelt: &[Misspelt],
        errors: NodeErrors,
    ) {
        self.learned.facts.set_excess(node, expr::take_excess());
        let doubt = self.learned.doubt_about_inputs(self.premise.model, node);
        let report = match self.report_misspelled(node, &outputs, (misspelt, &errors), frame) {
            true => ContradictionReport::Explained,
            false if errors.doubt > Doubt::Nothing => ContradictionReport::AtFault,
            false if errors.any() => ContradictionReport::Explained,
            false if doubt > Doubt::Nothing => ContradictionReport::Consequence,
            false => ContradictionReport::New,
        };
        let doubt = doubt.max(errors.doubt);
        let provenance = self.provenance(node);
        let mut inherited = None;
        for (value, mut fact) in self.premise.model.outputs(node).zip(outputs.drain(..)) {
            if let Some(given) = frame.given.remove(&value) {
                self.learned.facts.set(value, given);
                continue;
            }
            fact.provenance = fact.provenance.max(provenance);
            if let Some(computed) = self.computed.get(&value) {
                fact = computed.clone();
            }
            // An operator with an error may have passed through an input's reason.
            let own =
                |why: &UnknownReason| why.node() == Some(node) || errors.inference.is_none() || !is_vague(&fact.ty);
            if !fact.unknown_reason.as_ref().is_some_and(own) {
                let reason = || inherited.get_or_insert_with(|| self.inherited(node, &fact.ty, &errors)).clone();
                fact.unknown_reason = is_vague(&fact.ty).then(reason);
            }
            if !self.compares {
                self.learned.facts.set(value, fact);
                continue;
            }
            let (premise, learned) = (self.premise, &mut self.learned);
            let fact = declared::output(premise, learned, frame.visit(), (node, value), fact, (report, doubt));
            learned.set(value, fact);
        }
        self.outputs = outputs;
    }

    /// The reason for the unknown outputs of a node if the operator does not provide one: the node's error, otherwise the
    /// reason of an input, otherwise that the node is unknown.
    fn inherited(&mut self, node: NodeId, ty: &ValueType, errors: &NodeErrors) -> UnknownReason {
        let at_fault = |rule| UnknownReason::AtFault { rule, node };
        if let Some(rule) = errors.inference.clone() {
            return at_fault(rule);
        }
        let Premise { model, options, .. } = self.premise;
        let mut inputs: Vec<Fact> = model.inputs(node).iter().map(|&o| self.operand(o)).collect();
        self.learned.reads.limit_again(model, &mut inputs);
        self.learned.facts.limit_inputs(&mut inputs);
        let why = inputs.into_iter().filter(|fact| is_vague(&fact.ty)).find_map(|f| f.unknown_reason);
        let cause = || match unknown_reason::beyond_sizes(ty) {
            Some(cause) => cause,
            None => unknown_reason::trace_cause(model, &self.learned.facts, node, &options.limits),
        };
        let unnamed = || UnknownReason::operator(node, cause());
        why.or_else(|| errors.signature.clone().map(at_fault)).unwrap_or_else(unnamed)
    }

    fn provenance(&self, node: NodeId) -> Provenance {
        let inputs = self.premise.model.inputs(node).iter().filter_map(|o| o.value());
        inputs.map(|v| self.learned.facts.provenance(v)).max().unwrap_or_default()
    }

    /// Reports misspelled attributes. Returns whether reading them as intended resolves a contradiction between the
    /// file and an inferred output; if so, a single finding reports both.
    fn report_misspelled(
        &mut self,
        node: NodeId,
        outputs: &[Fact],
        (misspelt, errors): (&[Misspelt], &NodeErrors),
        frame: &GraphFrame,
    ) -> bool {
        if misspelt.is_empty() {
            return false;
        }
        let mut ignored = Diagnostics::new(self.premise.model.dialect(), 0);
        let run = self.run_of(node, frame).spelling(misspelt);
        let found = Found { diagnostics: &mut ignored, constraints: None, names: self.names.as_ref() };
        let meant = run.ask(&self.calls, found).outputs;
        let recorded = declared::recorded_reading(self.premise.model, node, outputs, &meant);
        let run = self.run_of(node, frame);
        let Learned { diagnostics, constraints, .. } = &mut self.learned;
        let found = Found { diagnostics, constraints: Some(constraints), names: self.names.as_ref() };
        run.report_misspelled(misspelt, found, |finding, written, nearest| {
            // What the layer computes is not what its attributes state, unless the file records that, too.
            // Other errors of a node with a typo are not reported.
            let is_typo = check_attributes::is_typo(written, nearest);
            let (recorded, inferred) = match &recorded {
                RecordedReading::Undecided if is_typo => return finding.level(Level::Error),
                RecordedReading::AsIgnored if is_typo && errors.any() => return finding.level(Level::Error),
                RecordedReading::Undecided | RecordedReading::AsIgnored => return finding,
                RecordedReading::AsIntended { recorded, inferred } => (recorded, inferred),
            };
            let finding = finding.level(Level::Error).note(format!(
                "the file records {recorded}, which `{nearest}` would produce; with `{written}` ignored, it is {inferred}"
            ));
            finding.data("recorded", recorded.as_str()).data("inferred", inferred.as_str())
        });
        matches!(recorded, RecordedReading::AsIntended { .. })
    }
}
