//! The inputs and outputs of an IR graph: Parameter and Result.

use super::cost::{self, Cost};
use super::ir_spelling::IrSpelling;
use super::role::OperatorRole;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeConstraint};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fact::{Fact, TensorType, ValueType};
use crate::graph::Model;
use crate::ids::NodeId;
use crate::ir_syntax;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// A resolved Parameter: its declared type.
#[derive(Debug)]
struct Parameter(TensorType);

impl Operator for Parameter {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let vague = self.0.element.is_none() || !self.0.shape.is_static();
        let why = vague.then(|| cx.unknown_because("the graph input's declaration leaves it open"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::from(ValueType::Tensor(self.0.clone())) });
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::nothing()
    }
}

fn resolve_parameter(cx: &mut InferContext<'_>) -> Resolved {
    let (shape, element) = (cx.text("shape"), cx.text("element_type"));
    let missing: Vec<&str> = [("shape", shape), ("element_type", element)]
        .iter()
        .filter(|(_, text)| text.is_none())
        .map(|(name, _)| *name)
        .collect();
    if !missing.is_empty() {
        report_missing(cx, &missing);
    }
    // Without a shape, OpenVINO assumes a scalar unless it rejects the file; an invalid shape is unknown.
    let shape = match shape {
        None if element.is_none() => Shape::UNKNOWN,
        None => Shape::scalar(),
        Some(text) => ir_syntax::shape(text).map_or(Shape::UNKNOWN, |p| p.value),
    };
    Resolved::operator(Parameter(TensorType::new(element.and_then(ir_syntax::element_type), shape)))
}

/// OpenVINO rejects a Parameter that lacks both, and assumes a default for either.
fn report_missing(cx: &mut InferContext<'_>, missing: &[&str]) {
    let names = missing.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" and ");
    let message = format!("{} needs the attribute {names}", cx.op_with_version());
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
    let finding = match missing {
        [_, _] => finding.help("add `<data shape=\"...\" element_type=\"...\"/>`"),
        ["shape"] => finding.level(Level::Warning).note("OpenVINO reads it as a scalar").help("add `shape`"),
        _ => finding.level(Level::Warning).note("OpenVINO leaves the element type dynamic").help("add `element_type`"),
    };
    cx.report(finding.data("attributes", missing.to_vec()));
}

/// A Result: it has an input and no output value.
#[derive(Debug)]
struct GraphResult;

impl Operator for GraphResult {
    fn infer(&self, _: &mut InferContext<'_>) {}

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::nothing()
    }
}

fn resolve_result(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(GraphResult)
}

const PARAMETER_SIGNATURES: &[Signature] =
    &[Signature::since(1).outputs(&[FormalParameter::fixed("output", TypeConstraint::ANY)]).attributes(&[
        AttributeSpec::optional("shape", AttributeKind::Shape),
        AttributeSpec::optional("element_type", AttributeKind::Element),
    ])];
const RESULT_SIGNATURES: &[Signature] = &[Signature::since(1)
    .inputs(&[FormalParameter::fixed("value", TypeConstraint::ANY)])
    // Old writers give a Result the output of its base class; nothing reads it.
    .outputs(&[FormalParameter::fixed("output", TypeConstraint::ANY).optional()])];

/// An input of a graph.
pub(crate) const PARAMETER: &str = "Parameter";

/// Whether a node is an input of a graph of IR.
pub(crate) fn is_parameter(model: &Model, node: NodeId) -> bool {
    model.dialect() == Dialect::OpenVino && model.name(model.op(node).name) == PARAMETER
}
/// An output of a graph.
pub(crate) const RESULT: &str = "Result";

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino(PARAMETER, PARAMETER_SIGNATURES, resolve_parameter)
        .depends_on_runtime()
        .with_role(OperatorRole::Parameter)
        .with_ir_spelling(IrSpelling::NAME.otherwise("OpenVINO does not treat such a layer as a model input")),
    OperatorDef::openvino(RESULT, RESULT_SIGNATURES, resolve_result)
        .depends_on_runtime()
        .with_role(OperatorRole::Result)
        .with_ir_spelling(
            IrSpelling::NAME.otherwise("OpenVINO silently drops such a layer and everything that only it needs"),
        ),
];
