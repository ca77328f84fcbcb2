//! Shared by operators with bodies: passing facts in, and checks of how a body is connected.

use std::sync::Arc;

use super::InferContext;
use crate::diagnostic::{Diagnostic, counted};
use crate::fact::{Fact, ValueType};
use crate::graph::{AttributeValue, PortMap};
use crate::rules;
use crate::shape::Shape;

/// The fact of a node's input as a body receives it. An unknown input becomes a tensor of unknown type and shape, so
/// that the type that the body declares for it is not used instead.
pub(super) fn handed(cx: &InferContext<'_>, input: usize) -> Fact {
    let fact = cx.input(input).clone();
    if fact.ty != ValueType::Unknown || fact.unknown_reason.is_some() {
        return fact;
    }
    Fact {
        unknown_reason: Some(cx.unknown_because(format!("input {} is unknown", cx.input_name(input)))),
        ..Fact::tensor(None, Shape::UNKNOWN)
    }
}

/// The mapping of an IR layer's ports to a body.
pub(super) fn port_map(cx: &InferContext<'_>, name: &str) -> Option<Arc<PortMap>> {
    match cx.attribute(name)? {
        AttributeValue::PortMap(map) => Some(map.clone()),
        _ => None,
    }
}

/// OP204: the layer has no body.
pub(super) fn missing(cx: &mut InferContext<'_>, name: &str) {
    let message = format!("{} has no <{name}>", cx.op_with_version());
    let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.place(), message);
    cx.report(finding.help(format!("add the <{name}>")).data("body", name));
}

/// OP204: the body must have as many outputs as the node lists.
pub(super) fn check_outputs(cx: &mut InferContext<'_>, name: &str, given: usize, listed: usize) -> bool {
    if given == listed {
        return true;
    }
    let message = format!("`{name}` returns {}, but the node lists {listed}", counted(given, "output"));
    let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place(name), message);
    let finding = finding.help("give the body as many outputs as the node lists");
    cx.report(finding.data("given", given).data("listed", listed));
    false
}

/// OP202: a control input must have exactly one element.
pub(super) fn check_single(cx: &mut InferContext<'_>, input: usize) {
    let shape = cx.shape(input);
    if !cx.has_input(input) || shape.num_elements().contains(1) {
        return;
    }
    let name = cx.input_name(input);
    let message = format!("input {name} of shape {shape} has {}; expected 1", counted(shape.num_elements(), "element"));
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(input), message);
    let finding = finding.label(&shape).note(format!("{}: the input is a single element", cx.op_with_version()));
    cx.report(finding.help("reduce it to one element, or reshape it to []").data("input", input));
}
