//! Names and values of attributes, and names of operators.

use super::{Context, numbers, text};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fix_edit::{Fix, FixEdit, FixValue};
use crate::graph::{Attribute, AttributeType, AttributeValue, Model};
use crate::ids::NodeId;
use crate::node::check_attributes;
use crate::ops;
use crate::ops::signature::{AttributeKind, AttributeSpec};
use crate::ops::signature_ref::SignatureRef;
use crate::place::Part;
use crate::rule::Level;
use crate::suggest;

/// The attribute that a finding is about, of a node with as many attributes as real nodes have.
fn record_of<'m>(context: &Context<'m>, finding: &Diagnostic) -> Option<(NodeId, &'m Attribute)> {
    let Part::Attribute(name) = finding.place.part else { return None };
    let node = finding.place.node?;
    let records = context.model.attributes(node);
    if records.len() > check_attributes::MANY {
        return None;
    }
    let found: Vec<&Attribute> = records.iter().filter(|record| record.name == name).collect();
    match found[..] {
        [record] => Some((node, record)),
        _ => None,
    }
}

/// Renames an attribute to the only one that differs in one letter, or in the case of letters, and that the node lacks.
pub(super) fn rename(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, (node, record)) = (context.model, record_of(context, finding)?);
    let resolved = context.resolve(node);
    let signature = resolved.signature?;
    let written = model.name(record.name);
    if let Some(fix) = as_input(model, node, record, signature, finding) {
        return Some(fix);
    }
    let neighbor = suggest::only_neighbor(written, signature.attributes().map(|spec| spec.name));
    let Some(meant) = neighbor.and_then(|neighbor| signature.attribute(neighbor.name)) else {
        return removed(node, written, signature);
    };
    if model.attribute(node, meant.name).is_some() || !fits(record, &meant) {
        return None;
    }
    let (from, to) = (written.to_owned(), meant.name.to_owned());
    let fix = Fix::safe(format!("rename `{from}` to `{to}`"), vec![FixEdit::RenameAttribute { node, from, to }]);
    // OpenVINO runs a layer with an unknown attribute, but not one that lacks an attribute.
    let refused = model.dialect() == Dialect::Onnx || meant.required;
    Some(fix.safe_if(refused && finding.level == Level::Error && is_settled(model, node)))
}

/// Whether what is known of the operator of a node is all there is: a newer version of it may have other attributes.
fn is_settled(model: &Model, node: NodeId) -> bool {
    let (dialect, op) = (model.dialect(), model.op(node));
    let domain = model.name(op.domain);
    let latest = ops::latest_version(dialect, domain);
    !ops::is_extensible_domain(domain) && op.version.is_none_or(|version| latest.is_none_or(|latest| version <= latest))
}

/// Removes an attribute that resembles none of its operator. Which one was meant, or which operator, is unknown.
fn removed(node: NodeId, written: &str, signature: SignatureRef<'_>) -> Option<Fix> {
    let resembles = signature.attributes().any(|spec| suggest::distance(written, spec.name).is_some());
    let is_input = signature.inputs().iter().any(|formal| formal.name == written);
    let edit = FixEdit::RemoveAttribute { node, name: written.to_owned() };
    (!resembles && !is_input).then(|| Fix::guess(format!("remove `{written}`"), vec![edit]))
}

fn fits(record: &Attribute, spec: &AttributeSpec<'_>) -> bool {
    match (&record.value, spec.kind) {
        (AttributeValue::Text(_), _) => true,
        (value, AttributeKind::Onnx(kind)) => value.kind() == Some(kind),
        _ => false,
    }
}

/// ONNX: an attribute that is an input in this version.
fn as_input(
    model: &Model,
    node: NodeId,
    record: &Attribute,
    signature: SignatureRef<'_>,
    finding: &Diagnostic,
) -> Option<Fix> {
    let name = model.name(record.name);
    let input = signature.inputs().iter().position(|formal| formal.name == name)?;
    let AttributeValue::Ints(elements) = &record.value else { return None };
    let is_free = model.inputs(node).get(input).is_none_or(|operand| operand.value().is_none());
    if model.dialect() != Dialect::Onnx || !is_free || finding.level < Level::Error || elements.len() > numbers::MANY {
        return None;
    }
    let edits = vec![
        FixEdit::SetConstant { node, input, ty: format!("i64[{}]", elements.len()), elements: elements.to_vec() },
        FixEdit::RemoveAttribute { node, name: name.to_owned() },
    ];
    Some(Fix::safe(format!("pass `{name}` as an input"), edits).safe_if(is_settled(model, node)))
}

/// Corrects the name of an operator if only one of its domain differs in one letter, or in the case of letters. Operators
/// with names that are one letter apart compute different things, so that one letter is wrong is a guess.
pub(super) fn rename_operator(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let op = model.op(node);
    let domain = match model.name(op.domain) {
        "ai.onnx" => "",
        domain => domain,
    };
    let written = model.written_op_type(node);
    let known = ops::similar(model.dialect(), domain, written).filter(|name| *name != written);
    let neighbor = suggest::only_neighbor(written, known)?;
    let entry = ops::lookup(model.dialect(), domain, neighbor.name)?;
    if op.version.is_some_and(|version| !entry.is_in_opset(version)) {
        return None;
    }
    let name = neighbor.name.to_owned();
    let title = format!("rename the operator `{written}` to `{name}`");
    Some(Fix::safe(title, vec![FixEdit::SetOperator { node, op_type: name }]).safe_if(neighbor.is_respelled))
}

/// IR: writes the type of a layer as OpenVINO does.
pub(super) fn respell(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let span = finding.place.span?;
    let usual = format!("type=\"{}\"", text(finding, "expected")?);
    let is_type = span.of(model.source().bytes()).starts_with(b"type=");
    let title = format!("write `{}` as `{usual}`", model.written_op_type(node));
    is_type.then(|| Fix::safe(title, vec![FixEdit::ReplaceText { span, text: usual }]))
}

/// Gives an attribute the type that it must have, if that loses nothing.
pub(super) fn convert(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, (node, record)) = (context.model, record_of(context, finding)?);
    let name = model.name(record.name);
    let spec = context.resolve(node).signature?.attribute(name)?;
    let AttributeKind::Onnx(kind) = spec.kind else { return None };
    let value = converted(&record.value, kind)?;
    let edit = FixEdit::SetAttribute { node, name: name.to_owned(), value };
    Some(Fix::safe(format!("write `{name}` as type {}", kind.name()), vec![edit]).safe_if(is_settled(model, node)))
}

fn converted(value: &AttributeValue, kind: AttributeType) -> Option<FixValue> {
    /// From here on, not every integer is a float.
    const EXACT: u64 = 1 << 24;
    let whole = |value: f32| (value.fract() == 0.0 && value.abs() < EXACT as f32).then_some(value as i64);
    let real = |value: i64| (value.unsigned_abs() < EXACT).then_some(value as f32);
    Some(match (value, kind) {
        (&AttributeValue::Int(v), AttributeType::Ints) => FixValue::Ints(vec![v]),
        (&AttributeValue::Int(v), AttributeType::Float) => FixValue::Float(real(v)?),
        (&AttributeValue::Int(v), AttributeType::Floats) => FixValue::Floats(vec![real(v)?]),
        (&AttributeValue::Float(v), AttributeType::Floats) => FixValue::Floats(vec![v]),
        (&AttributeValue::Float(v), AttributeType::Int) => FixValue::Int(whole(v)?),
        (&AttributeValue::Float(v), AttributeType::Ints) => FixValue::Ints(vec![whole(v)?]),
        (AttributeValue::Ints(v), AttributeType::Int) => FixValue::Int(only(v)?),
        (AttributeValue::Ints(v), AttributeType::Float) => FixValue::Float(real(only(v)?)?),
        (AttributeValue::Ints(v), AttributeType::Floats) if v.len() <= numbers::MANY => {
            FixValue::Floats(v.iter().map(|&v| real(v)).collect::<Option<_>>()?)
        }
        (AttributeValue::Floats(v), AttributeType::Float) => FixValue::Float(only(v)?),
        (AttributeValue::Floats(v), AttributeType::Int) => FixValue::Int(whole(only(v)?)?),
        (AttributeValue::Floats(v), AttributeType::Ints) if v.len() <= numbers::MANY => {
            FixValue::Ints(v.iter().map(|&v| whole(v)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn only<T: Copy>(items: &[T]) -> Option<T> {
    match items {
        [one] => Some(*one),
        _ => None,
    }
}

/// ONNX: removes the later of two equal attributes; of two others, the first is what every reader uses or refuses.
pub(super) fn keep_first(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let Part::Attribute(name) = finding.place.part else { return None };
    let (model, node) = (context.model, finding.place.node?);
    // Each fix copies the attributes of the node, and there may be one for each of them.
    if model.attributes(node).len() > check_attributes::MANY {
        return None;
    }
    let records: Vec<&Attribute> = model.attributes(node).iter().filter(|record| record.name == name).collect();
    let [first, others @ ..] = &records[..] else { return None };
    if model.dialect() != Dialect::Onnx {
        return None;
    }
    let written = model.name(name).to_owned();
    let edit = FixEdit::KeepFirstAttribute { node, name: written.clone() };
    let fix = Fix::safe(format!("keep the first `{written}`"), vec![edit]);
    Some(fix.safe_if(others.iter().all(|other| is_same(&other.value, &first.value))))
}

/// Whether two values are the same bit by bit: 0 and -0 are not.
fn is_same(a: &AttributeValue, b: &AttributeValue) -> bool {
    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    match (a, b) {
        (AttributeValue::Float(a), AttributeValue::Float(b)) => a.to_bits() == b.to_bits(),
        (AttributeValue::Floats(a), AttributeValue::Floats(b)) => bits(a) == bits(b),
        _ => a == b,
    }
}
