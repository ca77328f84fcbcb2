//! Variables that persist from one run of a model to the next: ReadValue and Assign.

use super::cost::{self, Cost};
use super::ir_spelling::IrSpelling;
use std::collections::HashSet;

use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeConstraint};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::Format;
use crate::fact::{Fact, KnownValue, TensorType, ValueType};
use crate::graph::{AttributeValue, Model};
use crate::ids::{NodeId, OpId};
use crate::place::Place;
use crate::rules;
use crate::shape::Shape;

/// A resolved ReadValue: the type of the variable, as far as the node itself declares it.
#[derive(Debug)]
struct ReadValue(TensorType);

impl Operator for ReadValue {
    fn infer(&self, cx: &mut InferContext<'_>) {
        // The first run returns the initial value, later runs what was assigned: the elements are unknown, and the type
        // is the declared one. Before version 6, only the initial value determines it.
        let declared = ValueType::Tensor(self.0.clone());
        let ty = if declared == ValueType::Tensor(TensorType::UNKNOWN) { cx.ty(0).clone() } else { declared };
        cx.set(0, Fact { value: KnownValue::Unknown, unknown_reason: cx.unknown_reason(0), ..Fact::from(ty) });
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

fn resolve_read(cx: &mut InferContext<'_>) -> Resolved {
    let shape = cx.shape_attribute("variable_shape").unwrap_or(Shape::UNKNOWN);
    Resolved::operator(ReadValue(TensorType::new(cx.element_attribute("variable_type"), shape)))
}

/// A resolved Assign: it passes its input through.
#[derive(Debug)]
struct Assign;

impl Operator for Assign {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fact = cx.input(0).clone();
        cx.set(0, fact);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

fn resolve_assign(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Assign)
}

fn variable(model: &Model, node: NodeId) -> Option<&str> {
    match model.attribute(node, "variable_id")?.value {
        AttributeValue::Text(id) => Some(model.name(id)),
        _ => None,
    }
}

/// A variable that is assigned must be read somewhere, or OpenVINO rejects the model.
fn check_pairs(model: &Model, op: OpId, sink: &mut Diagnostics) {
    // The examples of a specification are not one model.
    if model.format() == Format::SpecExample {
        return;
    }
    let all = || model.graphs().flat_map(|g| model.nodes_of(g));
    let assigned: Vec<NodeId> = all().filter(|&n| model.node(n).op == op).collect();
    let read: HashSet<&str> = all()
        .filter(|&n| model.node(n).op != op && model.outputs(n).len() > 0)
        .filter_map(|n| variable(model, n))
        .collect();
    for node in assigned {
        let Some(id) = variable(model, node).filter(|id| !read.contains(id)) else { continue };
        let message = format!("variable `{id}` is written by {}, but no ReadValue reads it", model.describe(node));
        let finding =
            Diagnostic::new(&rules::unpaired_variable::RULE, Place::node(model.node(node).graph, node), message);
        sink.report(finding.help(format!("add a ReadValue with variable_id=\"{id}\"")).data("variable", id));
    }
}

const VARIABLE: AttributeSpec = AttributeSpec::required("variable_id", AttributeKind::Text);
const ANY: TypeConstraint = TypeConstraint::ANY;

const READ: &[Signature] = &[
    Signature::since(3)
        .inputs(&[FormalParameter::fixed("init_value", ANY)])
        .outputs(&[FormalParameter::fixed("output", ANY)])
        .attributes(&[VARIABLE]),
    Signature::since(6)
        .inputs(&[FormalParameter::fixed("init_value", ANY).optional()])
        .outputs(&[FormalParameter::fixed("output", ANY)])
        .attributes(&[
            VARIABLE,
            AttributeSpec::optional("variable_type", AttributeKind::Element),
            AttributeSpec::optional("variable_shape", AttributeKind::Shape),
        ]),
];
const WRITE: &[Signature] = &[Signature::since(3)
    .inputs(&[FormalParameter::fixed("new_value", ANY)])
    .outputs(&[FormalParameter::fixed("output", ANY).optional()])
    .attributes(&[VARIABLE])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("ReadValue", READ, resolve_read).depends_on_runtime(),
    OperatorDef::openvino("Assign", WRITE, resolve_assign)
        .with_side_effects()
        .depends_on_runtime()
        .with_model_check(check_pairs)
        .with_ir_spelling(IrSpelling::NAME.otherwise("OpenVINO rejects the file")),
];
