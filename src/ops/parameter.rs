//! Where an IR graph begins and ends: Parameter and Result.

use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeConstraint};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::fact::{Fact, TensorType, ValueType};
use crate::ir_syntax;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;

/// A resolved Parameter: the type that the file gives it.
#[derive(Debug)]
struct Parameter(TensorType);

impl Operator for Parameter {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let vague = self.0.element.is_none() || !self.0.shape.is_static();
        let why = vague.then(|| cx.unknown_because("the graph input is declared so"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::from(ValueType::Tensor(self.0.clone())) });
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
    // Without a shape OpenVINO takes a scalar, unless it refuses the file; a shape that is no shape says nothing.
    let shape = match shape {
        None if element.is_none() => Shape::UNKNOWN,
        None => Shape::scalar(),
        Some(text) => ir_syntax::shape(text).map_or(Shape::UNKNOWN, |p| p.value),
    };
    Resolved::operator(Parameter(TensorType::new(element.and_then(ir_syntax::element_type), shape)))
}

/// OpenVINO refuses a Parameter without both, and takes its own defaults for one of them.
fn report_missing(cx: &mut InferContext<'_>, missing: &[&str]) {
    let names = missing.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" and ");
    let message = format!("{} needs the attribute {names}", cx.op_with_version());
    let finding = Diagnostic::new(&rules::missing_attribute::RULE, cx.place(), message);
    let finding = match missing {
        [_, _] => finding.help("add `<data shape=\"...\" element_type=\"...\"/>`"),
        ["shape"] => finding.level(Level::Warning).note("OpenVINO reads it as a scalar").help("add `shape`"),
        _ => finding.level(Level::Warning).note("OpenVINO leaves the type open").help("add `element_type`"),
    };
    cx.report(finding.data("attributes", missing.to_vec()));
}

/// A Result: it has an input and gives nothing.
#[derive(Debug)]
struct GraphResult;

impl Operator for GraphResult {
    fn infer(&self, _: &mut InferContext<'_>) {}
}

fn resolve_result(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(GraphResult)
}

const PARAMETER: &[Signature] =
    &[Signature::since(1).outputs(&[FormalParameter::fixed("output", TypeConstraint::ANY)]).attributes(&[
        AttributeSpec::optional("shape", AttributeKind::Shape),
        AttributeSpec::optional("element_type", AttributeKind::Element),
    ])];
const RESULT: &[Signature] = &[Signature::since(1)
    .inputs(&[FormalParameter::fixed("value", TypeConstraint::ANY)])
    // Old writers give a Result the output that its class has; nothing reads it.
    .outputs(&[FormalParameter::fixed("output", TypeConstraint::ANY).optional()])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("Parameter", PARAMETER, resolve_parameter).depends_on_runtime(),
    OperatorDef::openvino("Result", RESULT, resolve_result).depends_on_runtime(),
];
