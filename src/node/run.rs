//! The driver for one node: checks it against its signature, reads its attributes, infers and evaluates it.

use super::check_attributes::{self, Misspelt};
use super::check_signature;
use super::function_call::Calls;
use super::resolver::ResolvedOp;
use super::unknown_op::{self, UnknownOp};
use crate::constraint::{ConstraintKind, Constraints};
use crate::diagnostic::{Diagnostic, Diagnostics, Visit, counted};
use crate::dialect::Dialect;
use crate::fact::Fact;
use crate::graph::{AttributeValue, Model};
use crate::ids::{GraphId, NameId, NodeId};
use crate::ops::held::Held;
use crate::ops::{
    BodyCall, BodyFacts, BodyRuns, ControlFlow, Cost, Doubt, EvalContext, Found, InferContext, NodeProperty, Operator,
    Resolved, StaticTensorType,
};
use crate::options::AnalysisOptions;
use crate::rule::RuleRef;
use crate::tensor::{EvalError, Tensor};
use std::borrow::Cow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock};

/// A node, with the facts of its inputs and its context.
#[derive(Clone)]
pub(crate) struct NodeRun<'a> {
    model: &'a Model,
    options: &'a AnalysisOptions,
    op: ResolvedOp<'a>,
    node: NodeId,
    inputs: Vec<Fact>,
    /// The memory of the outputs.
    outputs: Vec<Fact>,
    bindings: &'a [(NameId, AttributeValue)],
    spelling: &'a [Misspelt],
    visit: Visit,
    inputs_in_doubt: Doubt,
}

/// The result of inferring a node.
pub(crate) struct NodeOutcome {
    /// The input facts of the run.
    pub(crate) inputs: Vec<Fact>,
    /// Facts of the outputs; not final while a body is pending.
    pub(crate) outputs: Vec<Fact>,
    pub(crate) errors: NodeErrors,
    pub(crate) misspelt: Vec<Misspelt>,
    pub(crate) operator: NodeOperator,
    /// Whether the operator used more than its attributes and the facts of its inputs.
    pub(crate) uses_node: bool,
    /// Whether the operator used what is known of the elements of its inputs.
    pub(crate) uses_elements: bool,
}

/// The errors of a node: the rule of the first one of each kind.
#[derive(Clone, Default)]
pub(crate) struct NodeErrors {
    /// The node contradicts its signature.
    pub(crate) signature: Option<RuleRef>,
    /// The node contradicts the facts of its inputs.
    pub(crate) inference: Option<RuleRef>,
    /// What the errors make uncertain about the outputs.
    pub(crate) doubt: Doubt,
}

impl NodeErrors {
    /// Whether the node has an error.
    pub(crate) fn any(&self) -> bool {
        self.signature.is_some() || self.inference.is_some()
    }

    /// These errors, and more of the same node.
    pub(crate) fn and(self, more: NodeErrors) -> NodeErrors {
        NodeErrors {
            signature: self.signature.or(more.signature),
            inference: self.inference.or(more.inference),
            doubt: self.doubt.max(more.doubt),
        }
    }
}

/// The resolved operator of a node.
pub(crate) enum NodeOperator {
    /// An operator without bodies.
    Plain(Box<dyn Operator>),
    /// An operator that runs bodies, and the body that it requests; `None` if it is done.
    ControlFlow(Box<dyn ControlFlow>, Option<BodyCall>),
}

impl<'a> NodeRun<'a> {
    pub(crate) fn new(
        model: &'a Model,
        options: &'a AnalysisOptions,
        op: ResolvedOp<'a>,
        node: NodeId,
        inputs: Vec<Fact>,
    ) -> NodeRun<'a> {
        NodeRun {
            model,
            options,
            op,
            node,
            inputs,
            outputs: Vec::new(),
            bindings: &[],
            spelling: &[],
            visit: Visit::FIRST,
            inputs_in_doubt: Doubt::Nothing,
        }
    }

    /// Sets the attribute parameters of the function that contains the node.
    pub(crate) fn bindings(self, bindings: &'a [(NameId, AttributeValue)]) -> NodeRun<'a> {
        NodeRun { bindings, ..self }
    }

    /// Uses the memory of this list for the outputs.
    pub(crate) fn reusing(self, outputs: Vec<Fact>) -> NodeRun<'a> {
        NodeRun { outputs, ..self }
    }

    /// Reads misspelled attributes as probably intended.
    pub(crate) fn spelling(self, spelling: &'a [Misspelt]) -> NodeRun<'a> {
        NodeRun { spelling, ..self }
    }

    /// Sets the visit of the graph.
    pub(crate) fn visit(self, visit: Visit) -> NodeRun<'a> {
        NodeRun { visit, ..self }
    }

    /// Sets what is uncertain about the inputs because of faults elsewhere.
    pub(crate) fn with_doubt(self, inputs_in_doubt: Doubt) -> NodeRun<'a> {
        NodeRun { inputs_in_doubt, ..self }
    }

    /// Checks the node against its signature and infers it, up to the first body that it requests. `first` runs before
    /// everything else.
    pub(crate) fn infer(
        self,
        calls: &Calls,
        found: Found<'_>,
        first: impl FnOnce(&mut InferContext<'_>),
    ) -> NodeOutcome {
        let (op, visit) = (self.op, self.visit);
        // A contradiction of the signature is always an error; one that follows from facts is an error only if the node
        // runs.
        let mut cx = self.visit(Visit { reachable: true, ..visit }).context(found);
        first(&mut cx);
        let misspelt = match (op.known, op.signature) {
            (Some(known), Some(signature)) => check_signature::check(&mut cx, signature, known),
            _ => Vec::new(),
        };
        if !misspelt.is_empty() {
            cx.misspelled = misspelt.iter().map(|(_, meant)| meant.clone()).collect();
            cx.spelling_overrides = Cow::Owned(read_as_intended(op, cx.dialect(), &misspelt));
        }
        let signature = cx.first_error.take();
        // What a faulty attribute leads to is a consequence. A misspelled one is reported later; only a typo at a faulty
        // node is certain to be an error.
        let has_typo = misspelt.iter().any(|(name, meant)| check_attributes::is_typo(cx.model().name(*name), meant));
        cx.doubt = cx.doubt.max(if has_typo { Doubt::Shape } else { Doubt::Nothing });
        cx.inputs_in_doubt = cx.inputs_in_doubt.max(cx.doubt);
        // The checks use nothing of the node that a `walk::answers` key does not contain.
        cx.uses_node = AtomicBool::new(false);
        cx.uses_elements = AtomicBool::new(false);
        let operator = resolve(op, &mut cx, calls);
        cx.visit = visit;
        let operator = start(operator, &mut cx);
        check_attributes::report_long_list(&mut cx);
        let errors = NodeErrors { signature, inference: cx.first_error, doubt: cx.doubt };
        let (uses_node, uses_elements) = (cx.uses_node.into_inner(), cx.uses_elements.into_inner());
        NodeOutcome { inputs: cx.inputs, outputs: cx.outputs, errors, misspelt, operator, uses_node, uses_elements }
    }

    /// Infers the node without checking its signature, for hypothetical inputs.
    pub(crate) fn ask(self, calls: &Calls, found: Found<'_>) -> NodeOutcome {
        let op = self.op;
        let mut cx = self.context(found);
        let operator = match resolve(op, &mut cx, calls) {
            Resolved::ControlFlow(flow) => NodeOperator::ControlFlow(flow, None),
            plain => start(plain, &mut cx),
        };
        let errors = NodeErrors { signature: None, inference: cx.first_error, doubt: cx.doubt };
        let (uses_node, uses_elements) = (cx.uses_node.into_inner(), cx.uses_elements.into_inner());
        let (inputs, outputs, misspelt) = (cx.inputs, cx.outputs, Vec::new());
        NodeOutcome { inputs, outputs, errors, misspelt, operator, uses_node, uses_elements }
    }

    /// Passes the facts of the requested body to the node. Returns the next requested body, or the outputs.
    pub(crate) fn resume(
        self,
        flow: &mut dyn ControlFlow,
        body: BodyFacts,
        found: Found<'_>,
    ) -> (Result<BodyCall, Vec<Fact>>, NodeErrors) {
        let mut cx = self.context(found);
        let call = flow.resume(&mut cx, Some(body));
        let errors = NodeErrors { signature: None, inference: cx.first_error, doubt: cx.doubt };
        (call.ok_or(cx.outputs), errors)
    }

    /// The node, its input facts, and its operator for another look at it.
    pub(super) fn parts(&self) -> (&'a Model, NodeId, &[Fact]) {
        (self.model, self.node, &self.inputs)
    }

    /// The outputs for hypothetical inputs or another operator, if the node is certainly valid then: it has no error, and
    /// no sizes must happen to be equal. `first` runs before everything else.
    pub(super) fn valid_outputs(
        &self,
        inputs: Vec<Fact>,
        other: Option<&dyn Operator>,
        first: &dyn Fn(&mut InferContext<'_>),
    ) -> Option<Vec<Fact>> {
        let (mut ignored, mut required) = (Diagnostics::new(self.model.dialect(), 0), Constraints::default());
        let found = Found { diagnostics: &mut ignored, constraints: Some(&mut required), names: None };
        let run = NodeRun { inputs, inputs_in_doubt: Doubt::Nothing, ..self.clone() };
        let mut cx = run.visit(Visit::FIRST).context(found);
        first(&mut cx);
        if let (Some(known), Some(signature)) = (self.op.known, self.op.signature) {
            check_signature::check(&mut cx, signature, known);
        }
        match (other, resolve(self.op, &mut cx, &Calls::default())) {
            (Some(other), _) => other.infer(&mut cx),
            (None, Resolved::Operator(operator)) => operator.infer(&mut cx),
            (None, Resolved::ControlFlow(_)) => return None,
        }
        let (error, outputs) = (cx.first_error, cx.outputs);
        let may_fail = [ConstraintKind::Equal, ConstraintKind::BroadcastCompatible];
        let is_cut = required.is_cut();
        let certain = !is_cut && !required.into_list().iter().any(|required| may_fail.contains(&required.kind));
        (error.is_none() && certain).then_some(outputs)
    }

    /// The operator's alternatives, and the places and names that a finding needs.
    pub(super) fn with_context<T>(&self, of: impl FnOnce(&InferContext<'_>) -> T) -> T {
        let mut ignored = Diagnostics::new(self.model.dialect(), 0);
        let found = Found { diagnostics: &mut ignored, constraints: None, names: None };
        of(&self.clone().context(found))
    }

    /// The property that the operator reports for a node with these output facts; `None` for an unknown operator.
    pub(crate) fn properties(self, outputs: Vec<Fact>, found: Found<'_>) -> Option<NodeProperty> {
        let def = self.op.known.and_then(|known| known.def).filter(|_| self.op.held)?;
        let mut cx = self.context(found);
        let resolved = def.resolve_node(&mut cx);
        cx.outputs = outputs;
        let found = match resolved {
            Resolved::Operator(operator) => operator.properties(&cx),
            Resolved::ControlFlow(operator) => operator.properties(&cx),
        };
        debug_assert!(found.is_none() || def.may_have_properties(), "{} has properties", def.name());
        found
    }

    /// What the node costs and which bodies it runs, for these output facts; nothing is known of an unknown operator.
    pub(crate) fn cost(
        self,
        outputs: Vec<Fact>,
        found: Found<'_>,
        results: &dyn Fn(GraphId) -> BodyFacts,
    ) -> (Option<Cost>, Option<BodyRuns>) {
        let Some(def) = self.op.known.and_then(|known| known.def).filter(|_| self.op.held) else { return (None, None) };
        let mut cx = self.context(found);
        let resolved = def.resolve_node(&mut cx);
        cx.outputs = outputs;
        match resolved {
            Resolved::Operator(operator) => (operator.cost(&mut cx), None),
            Resolved::ControlFlow(operator) => (None, operator.body_runs(&cx, results)),
        }
    }

    /// The body results that an output is computed from: the body, and the position among its outputs.
    pub(crate) fn body_results(self, output: usize, found: Found<'_>) -> Vec<(GraphId, usize)> {
        let op = self.op;
        let mut cx = self.context(found);
        match resolve(op, &mut cx, &Calls::default()) {
            Resolved::ControlFlow(flow) => flow.results(&cx, output),
            Resolved::Operator(_) => Vec::new(),
        }
    }

    /// The findings on misspelled attributes; `add` completes each.
    pub(crate) fn report_misspelled(
        self,
        misspelt: &[Misspelt],
        found: Found<'_>,
        add: impl Fn(Diagnostic, &str, &str) -> Diagnostic,
    ) {
        let (Some(known), Some(signature)) = (self.op.known, self.op.signature) else { return };
        let mut cx = self.context(found);
        for (name, nearest) in misspelt {
            // Only nodes with few attributes have misspelled ones.
            let Some(record) = cx.model().attributes(cx.node()).iter().find(|record| record.name == *name) else {
                continue;
            };
            let finding = check_attributes::unknown_attribute(&cx, record, Some(nearest), signature, known.versions);
            let finding = add(finding, cx.model().name(*name), nearest);
            cx.report(finding);
        }
    }

    fn context<'c>(self, found: Found<'c>) -> InferContext<'c>
    where
        'a: 'c,
    {
        let mut outputs = self.outputs;
        outputs.clear();
        outputs.resize(self.model.outputs(self.node).len(), Fact::UNKNOWN);
        InferContext {
            model: self.model,
            node: self.node,
            signature: self.op.signature,
            known_divergences: self.op.known.and_then(|k| k.def).map_or(&[], |d| d.known_divergences),
            spelling_overrides: Cow::Borrowed(self.spelling),
            misspelled: Vec::new(),
            inputs: self.inputs,
            outputs,
            held: Held::new(self.model.outputs(self.node).len()),
            bindings: self.bindings,
            limits: &self.options.limits,
            visit: self.visit,
            found,
            first_error: None,
            doubt: Doubt::default(),
            inputs_in_doubt: self.inputs_in_doubt,
            shapes_differ: false,
            types_differ: false,
            uses_node: AtomicBool::new(false),
            uses_elements: AtomicBool::new(false),
            long_list: OnceLock::new(),
            asked: Mutex::default(),
        }
    }
}

/// The operator of a node with its attributes read; for an unknown operator, one that infers nothing.
fn resolve(op: ResolvedOp<'_>, cx: &mut InferContext<'_>, calls: &Calls) -> Resolved {
    if cx.model.op(cx.node).function.is_some() {
        return Resolved::ControlFlow(calls.call());
    }
    if !op.held {
        unknown_op::report_unknown(cx, op);
    } else if op.beyond {
        unknown_op::report_beyond(cx, op);
    }
    match op.known.and_then(|known| known.def) {
        Some(def) if op.held => def.resolve_node(cx),
        _ => Resolved::control_flow(UnknownOp::new(cx, op.held, op.known.is_some())),
    }
}

/// Infers a plain operator, or requests the first body of one that runs bodies.
fn start(resolved: Resolved, cx: &mut InferContext<'_>) -> NodeOperator {
    match resolved {
        Resolved::Operator(operator) => {
            operator.infer(cx);
            NodeOperator::Plain(operator)
        }
        Resolved::ControlFlow(mut flow) => {
            let call = flow.resume(cx, None);
            NodeOperator::ControlFlow(flow, call)
        }
    }
}

/// The misspelled attributes that are read as probably intended, so that one typo has one finding: all of them in ONNX,
/// where such a node does not run; in IR, whose runtime ignores them, those without which the layer does not run.
fn read_as_intended(op: ResolvedOp<'_>, dialect: Dialect, misspelt: &[Misspelt]) -> Vec<Misspelt> {
    let required = |name: &str| op.signature.and_then(|s| s.attribute(name)).is_some_and(|spec| spec.required);
    let reads = |(_, meant): &&Misspelt| dialect == Dialect::Onnx || required(meant);
    misspelt.iter().filter(reads).cloned().collect()
}

/// Computes the outputs of a node of this operator.
///
/// # Errors
/// Why the operator does not compute them, or, for one of the caller's own, that it computes something else than it infers.
#[cfg(feature = "evaluate")]
pub(crate) fn evaluate(
    op: ResolvedOp<'_>,
    operator: &dyn Operator,
    cx: &EvalContext<'_>,
) -> Result<Vec<Tensor>, EvalError> {
    let made = operator.evaluate(cx)?;
    let outputs = cx.outputs();
    let fits = |(made, inferred): (&Tensor, &StaticTensorType)| {
        made.element() == inferred.element && *made.sizes() == *inferred.sizes
    };
    if made.len() == outputs.len() && made.iter().zip(outputs).all(fits) {
        return Ok(made);
    }
    // No value is better than a wrong one. For an operator of a specification, this is an internal error.
    debug_assert!(op.is_own(), "{}: {made:?} is not {outputs:?}", cx.model.op_type(cx.node));
    let describe = |(made, inferred): (&Tensor, &StaticTensorType)| {
        let made = format!("{}{:?}", made.element(), made.sizes());
        format!("{made}; expected {}{:?}, which it infers", inferred.element, inferred.sizes)
    };
    let what = match made.iter().zip(outputs).find(|&pair| !fits(pair)) {
        Some(pair) => describe(pair),
        None => format!("{}; expected {}", counted(made.len(), "output"), outputs.len()),
    };
    Err(EvalError::Invalid(format!("the definition of {} computes {what}", cx.model.op_type(cx.node))))
}
