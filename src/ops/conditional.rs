//! If: runs one of two bodies.
//!
//! Both are checked, whatever the condition is; a fault that follows from facts in an unreachable branch is a warning.
//! The outputs have the facts of the branch that runs, or the join of both.

use super::counterpart::Counterpart;
use super::signature::{FormalParameter, Signature, TypeConstraint, TypeVariable};
use super::{BodyCall, BodyFacts, BodyRuns, ControlFlow, InferContext, NodeProperty, OperatorDef, Resolved, body};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{Fact, KnownValue, ValueType};
use crate::graph::Model;
use crate::ids::{GraphId, NodeId};
use crate::rules;

/// A resolved If.
#[derive(Clone, Debug)]
pub(crate) struct If {
    /// The branch for a true condition and the one for a false condition; `None` if the file has none.
    branches: [Option<Branch>; 2],
    facts: [Option<BodyFacts>; 2],
    next: usize,
    /// The index of the branch that runs, if the condition is known.
    taken: Option<usize>,
}

/// One of the two bodies and its connections.
#[derive(Clone, Debug)]
struct Branch {
    /// The attribute or XML element that contains it.
    name: &'static str,
    graph: GraphId,
    /// For each input of the body, the input of the node that it receives, if any.
    inputs: Vec<Option<usize>>,
    /// For each output of the node, the output of the body that it returns, if any.
    outputs: Vec<Option<usize>>,
}

impl If {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let branches = match cx.dialect() {
            Dialect::Onnx => ["then_branch", "else_branch"].map(|name| onnx_branch(cx, name)),
            Dialect::OpenVino => [("then_body", "then_port_map"), ("else_body", "else_port_map")]
                .map(|(name, map)| openvino_branch(cx, name, map)),
        };
        body::check_single(cx, 0);
        Resolved::control_flow(If { branches, facts: [None, None], next: 0, taken: None })
    }

    /// The fact of one output in one branch.
    fn output(&self, branch: usize, output: usize) -> Option<&Fact> {
        let result = (*self.branches[branch].as_ref()?.outputs.get(output)?)?;
        self.facts[branch].as_ref()?.get(result)
    }

    fn finish(&self, cx: &mut InferContext<'_>) {
        for output in 0..cx.output_count() {
            self.check_types(cx, output);
            let fact = match (self.taken, self.output(0, output), self.output(1, output)) {
                (Some(0), Some(fact), _) | (Some(_), _, Some(fact)) => fact.clone(),
                (None, Some(a), Some(b)) => either(cx, a, b),
                _ => Fact {
                    unknown_reason: Some(cx.unknown_because("a branch does not return this output")),
                    ..Fact::UNKNOWN
                },
            };
            cx.set(output, fact);
        }
    }

    /// OP204: both branches must return the same element type.
    fn check_types(&self, cx: &mut InferContext<'_>, output: usize) {
        let (Some(a), Some(b)) = (self.output(0, output), self.output(1, output)) else { return };
        let (Some(x), Some(y)) = (a.element(), b.element()) else { return };
        if x == y {
            return;
        }
        let [Some(first), Some(second)] = &self.branches else { return };
        let message =
            format!("element types of output {output} differ: {x} in `{}` and {y} in `{}`", first.name, second.name);
        let place = cx.attribute_place(second.name);
        let finding = Diagnostic::new(&rules::invalid_body::RULE, place, message);
        let finding = finding.related(cx.attribute_place(first.name), x.name());
        let finding = finding.note("both branches must return the same element type; shapes may differ");
        cx.report(finding.help(format!("convert the output of `{}` to {x}", second.name)).data("output", output));
    }
}

/// The join of both branches, with a reason where it loses what each branch knows.
fn either(cx: &InferContext<'_>, a: &Fact, b: &Fact) -> Fact {
    let mut joined = a.join(b);
    if joined.value == KnownValue::Unknown && cx.held.has_room() {
        // `Fact::join` compares stored constants without reading them; their elements may still share bounds.
        joined.value = match cx.elements_of(a).zip(cx.elements_of(b)).and_then(|(a, b)| a.join(&b)) {
            Some(elements) => KnownValue::Elements(elements),
            None => KnownValue::Unknown,
        };
    }
    let vague = |fact: &Fact| match fact.ty.as_tensor() {
        Some(t) => t.element.is_none() || t.shape.dims().is_none_or(|d| d.iter().any(Dim::is_unknown)),
        None => fact.ty == ValueType::Unknown,
    };
    if joined.unknown_reason.is_none() && vague(&joined) {
        joined.unknown_reason = Some(cx.unknown_because("the branches return different types or shapes"));
    }
    joined
}

fn onnx_branch(cx: &mut InferContext<'_>, name: &'static str) -> Option<Branch> {
    let graph = cx.graph(name)?;
    let record = cx.model().graph(graph);
    let (inputs, results, outputs) = (record.inputs.len(), record.outputs.len(), cx.output_count());
    if inputs > 0 {
        let message = format!("`{name}` has {}; expected none", counted(inputs, "input"));
        let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place(name), message);
        cx.report(finding.help("remove the inputs: a branch reads outer values by name").data("inputs", inputs));
    }
    body::check_outputs(cx, name, results, outputs);
    Some(Branch { name, graph, inputs: vec![None; inputs], outputs: (0..results).map(Some).collect() })
}

fn openvino_branch(cx: &mut InferContext<'_>, name: &'static str, map_name: &'static str) -> Option<Branch> {
    let Some(graph) = cx.graph(name) else {
        body::missing(cx, name);
        return None;
    };
    let count = cx.model().graph(graph).inputs.len();
    let map = body::port_map(cx, map_name)?;
    let mut branch = Branch { name, graph, inputs: vec![None; count], outputs: vec![None; cx.output_count()] };
    for entry in &map.inputs {
        let Some(slot) = entry.parameter.and_then(|p| branch.inputs.get_mut(p)) else { continue };
        *slot = entry.external;
    }
    for entry in &map.outputs {
        let Some(slot) = entry.external.and_then(|e| branch.outputs.get_mut(e)) else { continue };
        *slot = entry.result;
    }
    // The reader has already reported a missing result.
    let unmapped = branch.outputs.iter().position(Option::is_none);
    if let (Some(output), true) = (unmapped, map.outputs.iter().all(|e| e.result.is_some())) {
        let message = format!("`{name}` has no result for output {output} of the layer");
        let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place(map_name), message);
        cx.report(finding.help(format!("map a Result of `{name}` to this output")).data("output", output));
    }
    Some(branch)
}

impl ControlFlow for If {
    fn resume(&mut self, cx: &mut InferContext<'_>, body: Option<BodyFacts>) -> Option<BodyCall> {
        self.taken = match cx.exact_ints(0).as_deref() {
            Some([value]) => Some(usize::from(*value == 0)),
            _ => None,
        };
        if let Some(facts) = body {
            self.facts[self.next.saturating_sub(1).min(1)] = Some(facts);
        }
        while let Some(branch) = self.branches.get(self.next) {
            self.next += 1;
            if let Some(branch) = branch {
                let given = |input: &Option<usize>| input.map_or(Fact::UNKNOWN, |i| body::handed(cx, i));
                let inputs = branch.inputs.iter().map(given).collect();
                let reachable = self.taken.is_none_or(|taken| self.next == taken + 1);
                return Some(BodyCall { graph: branch.graph, inputs, reachable });
            }
        }
        self.finish(cx);
        None
    }

    fn results(&self, cx: &InferContext<'_>, output: usize) -> Vec<(GraphId, usize)> {
        let taken = match cx.exact_ints(0).as_deref() {
            Some([value]) => Some(usize::from(*value == 0)),
            _ => None,
        };
        let run = self.branches.iter().enumerate().filter(|(at, _)| taken.is_none_or(|taken| taken == *at));
        let result = |branch: &Branch| Some((branch.graph, (*branch.outputs.get(output)?)?));
        run.filter_map(|(_, branch)| result(branch.as_ref()?)).collect()
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let [condition] = cx.exact_ints(0)?[..] else { return None };
        let taken = self.branches[usize::from(condition == 0)].as_ref()?;
        Some(NodeProperty::ConstantCondition(0, taken.name))
    }

    fn body_runs(&self, cx: &InferContext<'_>, _: &dyn Fn(GraphId) -> BodyFacts) -> Option<BodyRuns> {
        let graphs = || self.branches.iter().flatten().map(|branch| branch.graph);
        match cx.exact_ints(0).as_deref() {
            Some([value]) => {
                let taken = self.branches[usize::from(*value == 0)].as_ref()?;
                Some(BodyRuns::Times(taken.graph, Dim::exact(1)))
            }
            _ => Some(BodyRuns::OneOf(graphs().collect())),
        }
    }
}

/// Whether each body of a node runs at most once in a run of the node.
pub(crate) fn runs_bodies_once(model: &Model, node: NodeId) -> bool {
    let op = model.op(node);
    op.function.is_none() && matches!(model.name(op.domain), "" | "ai.onnx") && model.name(op.name) == "If"
}

const IR: &[Signature] = &[Signature::since(8)
    .until(16)
    .inputs(&[
        FormalParameter::fixed("cond", TypeConstraint::tensor(ElementType::Bool)),
        FormalParameter::new("inputs", "T").heterogeneous_variadic(0),
    ])
    .outputs(&[FormalParameter::new("outputs", "T").heterogeneous_variadic(1)])
    .variables(&[TypeVariable { name: "T", allowed: TypeConstraint::ANY }])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("If", If::resolve)
        .with_properties()
        .depends_on_runtime()
        .with_counterpart(Counterpart::SAME_NAME.inputs(&[(0, 0)])),
    OperatorDef::openvino("If", IR, If::resolve).with_properties().depends_on_runtime(),
];
