//! The one driver of a node: checks it against its signature, reads its attributes, infers and evaluates it.

use super::check_signature::{self, Misspelt};
use super::function_call::Calls;
use super::resolver::ResolvedOp;
use super::unknown_op::{self, UnknownOp};
use crate::diagnostic::{Diagnostic, Visit};
use crate::fact::Fact;
use crate::graph::{AttributeValue, Model};
use crate::ids::{GraphId, NodeId};
use crate::ops::{
    BodyCall, BodyFacts, ControlFlow, EvalContext, Found, InferContext, NodeProperty, Operator, Resolved,
    StaticTensorType,
};
use crate::options::AnalysisOptions;
use crate::rule::Rule;
use crate::tensor::{EvalError, Tensor};

/// A node, with what is known of its inputs and how it is reached.
pub(crate) struct NodeRun<'a> {
    model: &'a Model,
    options: &'a AnalysisOptions,
    op: ResolvedOp,
    node: NodeId,
    inputs: Vec<Fact>,
    bindings: &'a [(String, AttributeValue)],
    spelling: &'a [Misspelt],
    visit: Visit,
}

/// What inference of a node yields.
pub(crate) struct NodeOutcome {
    /// The facts that the run was given.
    pub(crate) inputs: Vec<Fact>,
    /// Facts of the outputs; not final while a body is awaited.
    pub(crate) outputs: Vec<Fact>,
    pub(crate) errors: NodeErrors,
    pub(crate) misspelt: Vec<Misspelt>,
    pub(crate) operator: NodeOperator,
}

/// The rule of the first error of each kind.
#[derive(Clone, Copy, Default)]
pub(crate) struct NodeErrors {
    /// The node contradicts its signature.
    pub(crate) signature: Option<&'static Rule>,
    /// The node contradicts what is known of its inputs.
    pub(crate) inference: Option<&'static Rule>,
}

/// The resolved operator of a node.
pub(crate) enum NodeOperator {
    /// One that works on its inputs alone.
    Plain(Box<dyn Operator>),
    /// One that runs bodies, and the body that it asks for; `None` if it is done.
    ControlFlow(Box<dyn ControlFlow>, Option<BodyCall>),
}

impl<'a> NodeRun<'a> {
    pub(crate) fn new(
        model: &'a Model,
        options: &'a AnalysisOptions,
        op: ResolvedOp,
        node: NodeId,
        inputs: Vec<Fact>,
    ) -> NodeRun<'a> {
        NodeRun { model, options, op, node, inputs, bindings: &[], spelling: &[], visit: Visit::FIRST }
    }

    /// With the values of the attribute parameters of the function that the node stands in.
    pub(crate) fn bindings(self, bindings: &'a [(String, AttributeValue)]) -> NodeRun<'a> {
        NodeRun { bindings, ..self }
    }

    /// With misspelled attributes read as they were probably meant.
    pub(crate) fn spelling(self, spelling: &'a [Misspelt]) -> NodeRun<'a> {
        NodeRun { spelling, ..self }
    }

    /// In this visit of its graph.
    pub(crate) fn visit(self, visit: Visit) -> NodeRun<'a> {
        NodeRun { visit, ..self }
    }

    /// Checks the node against its signature and infers it, up to the first body that it asks for. `first` looks at the
    /// node before all else.
    pub(crate) fn infer(
        self,
        calls: &Calls,
        found: Found<'_>,
        first: impl FnOnce(&mut InferContext<'_>),
    ) -> NodeOutcome {
        let (op, visit) = (self.op, self.visit);
        // What contradicts a signature is an error wherever it stands; what follows from facts is one only if it runs.
        let mut cx = self.visit(Visit { reachable: true, ..visit }).context(found);
        first(&mut cx);
        let misspelt = match (op.known, op.signature) {
            (Some(known), Some(signature)) => check_signature::check(&mut cx, signature, known.signatures),
            _ => Vec::new(),
        };
        let signature = cx.first_error.take();
        let operator = resolve(op, &mut cx, calls);
        cx.visit = visit;
        let operator = start(operator, &mut cx);
        let errors = NodeErrors { signature, inference: cx.first_error };
        NodeOutcome { inputs: cx.inputs, outputs: cx.outputs, errors, misspelt, operator }
    }

    /// Infers the node without a check of its signature, for those who ask what it would yield.
    pub(crate) fn ask(self, calls: &Calls, found: Found<'_>) -> NodeOutcome {
        let op = self.op;
        let mut cx = self.context(found);
        let operator = match resolve(op, &mut cx, calls) {
            Resolved::ControlFlow(flow) => NodeOperator::ControlFlow(flow, None),
            plain => start(plain, &mut cx),
        };
        let errors = NodeErrors { signature: None, inference: cx.first_error };
        NodeOutcome { inputs: cx.inputs, outputs: cx.outputs, errors, misspelt: Vec::new(), operator }
    }

    /// Hands the node the facts of the body that it asked for. Returns the next body that it asks for, or its outputs.
    pub(crate) fn resume(
        self,
        flow: &mut dyn ControlFlow,
        body: BodyFacts,
        found: Found<'_>,
    ) -> (Result<BodyCall, Vec<Fact>>, Option<&'static Rule>) {
        let mut cx = self.context(found);
        let call = flow.resume(&mut cx, Some(body));
        (call.ok_or(cx.outputs), cx.first_error)
    }

    /// What the operator says of the node, whose outputs have these facts; `None` for an operator that is not known.
    pub(crate) fn properties(self, outputs: Vec<Fact>, found: Found<'_>) -> Option<NodeProperty> {
        let def = self.op.known.and_then(|known| known.def).filter(|_| self.op.held)?;
        let mut cx = self.context(found);
        let resolved = def.resolve(&mut cx);
        cx.outputs = outputs;
        match resolved {
            Resolved::Operator(operator) => operator.properties(&cx),
            Resolved::ControlFlow(operator) => operator.properties(&cx),
        }
    }

    /// The results of bodies that an output is made from: the body, and the position among its outputs.
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
        for &(name, nearest) in misspelt {
            let finding = check_signature::unknown_attribute(&cx, name, Some(nearest), signature, known.signatures);
            let finding = add(finding, cx.model().name(name), nearest);
            cx.report(finding);
        }
    }

    fn context<'c>(self, found: Found<'c>) -> InferContext<'c>
    where
        'a: 'c,
    {
        InferContext {
            model: self.model,
            node: self.node,
            signature: self.op.signature,
            known_divergences: self.op.known.and_then(|k| k.def).map_or(&[], |d| d.known_divergences),
            spelling_overrides: self.spelling,
            inputs: self.inputs,
            outputs: vec![Fact::UNKNOWN; self.model.outputs(self.node).len()],
            bindings: self.bindings,
            limits: &self.options.limits,
            visit: self.visit,
            found,
            first_error: None,
        }
    }
}

/// The operator of a node with its attributes read; for an unknown one, what leaves everything unknown.
fn resolve(op: ResolvedOp, cx: &mut InferContext<'_>, calls: &Calls) -> Resolved {
    if cx.model().op(cx.node()).function.is_some() {
        return Resolved::ControlFlow(calls.call());
    }
    if !op.held {
        unknown_op::report_unknown(cx, op.known);
    } else if op.beyond {
        unknown_op::report_beyond(cx);
    }
    match op.known.and_then(|known| known.def) {
        Some(def) if op.held => def.resolve(cx),
        _ => Resolved::control_flow(UnknownOp::new(cx, op.held, op.known.is_some())),
    }
}

/// Infers a plain operator; asks one that runs bodies for the first.
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

/// Computes the outputs of a node, which have exactly these types.
///
/// # Errors
/// Why the operator does not compute them.
pub(crate) fn evaluate(
    operator: &dyn Operator,
    model: &Model,
    node: NodeId,
    inputs: &[Option<Tensor>],
    outputs: &[StaticTensorType],
) -> Result<Vec<Tensor>, EvalError> {
    let made = operator.evaluate(&EvalContext { inputs, outputs, model, node })?;
    let fits = made.len() == outputs.len()
        && made.iter().zip(outputs).all(|(t, o)| t.element() == o.element && *t.sizes() == *o.sizes);
    // What contradicts the inference is an internal error; no value is better than a wrong one.
    debug_assert!(fits, "{}: {made:?} is not {outputs:?}", model.op_type(node));
    if fits { Ok(made) } else { Err(EvalError::UnknownType) }
}
