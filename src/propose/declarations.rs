//! Declared and recorded types that contradict what is inferred.

use super::{Context, value_of};
use crate::declarable::declarable;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::fact::{Provenance, TensorType, ValueType};
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::{GraphRole, Model, Use, ValueRole};
use crate::ids::ValueId;
use crate::place::Part;
use crate::shape::Shape;

/// Declares what is inferred. For an output of the model this changes its interface.
pub(super) fn declare(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let value = value_of(finding).or_else(|| match finding.place.part {
        Part::Output(index) => model.outputs(finding.place.node?).nth(index as usize),
        _ => model.outputs(finding.place.node?).next().filter(|_| model.dialect() == Dialect::OpenVino),
    })?;
    declared_as_inferred(context, value)
}

/// Declares what is inferred of a value.
pub(super) fn declared_as_inferred(context: &Context<'_>, value: ValueId) -> Option<Fix> {
    let model = context.model;
    let fact = context.analysis.facts.get(value);
    let declared = model.declared(value)?;
    if model.dialect() == Dialect::Onnx && model.value_name(value).is_empty() {
        return None;
    }
    let is_inner = matches!(model.value(value).role, ValueRole::Output(_));
    let ty = declarable(context.names(), &completed(&fact.ty, declared));
    if !is_inner || ty.as_tensor().is_some_and(|t| t.shape.rank().is_none() || t.element.is_none()) {
        return None;
    }
    // Not every name of a dimension can be told apart in the text of a type: `min(N,8)` has a comma.
    if ty.to_string().parse() != Ok(ty.clone()) {
        return None;
    }
    let fix = Fix::safe(format!("declare `{}` as {ty}", model.value_name(value)), vec![declaration(value, &ty)]);
    let is_interface = model.dialect() == Dialect::Onnx && is_output(model, value);
    Some(fix.safe_if(!is_interface && fact.provenance != Provenance::Declared))
}

/// IR: records at an input port what its producer declares. ONNX: declares an input as its initializer is.
pub(super) fn record(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    if let (Part::Input(input), Some(node)) = (finding.place.part, finding.place.node) {
        let title = format!("record the type of what {} reads", model.describe(node));
        return Some(Fix::safe(title, vec![FixEdit::RecordInput { node, input: input as usize }]));
    }
    let value = value_of(finding).filter(|_| model.dialect() == Dialect::Onnx)?;
    let ValueRole::Input { default: Some(tensor) } = model.value(value).role else { return None };
    let stored = model.tensor(tensor);
    let shape = Shape::from_dims(stored.sizes.as_ref()?.iter().map(|&size| Dim::exact(size)));
    let ty = ValueType::Tensor(TensorType { element: stored.element, shape });
    Some(Fix::guess(format!("declare `{}` as {ty}", model.value_name(value)), vec![declaration(value, &ty)]))
}

fn declaration(value: ValueId, ty: &ValueType) -> FixEdit {
    FixEdit::Declare { value, ty: ty.to_string() }
}

fn is_output(model: &Model, value: ValueId) -> bool {
    let is_main = |graph| matches!(model.graph(graph).role, GraphRole::Main);
    model.uses(value).any(|used| matches!(used, Use::Output { graph, .. } if is_main(graph)))
}

/// An inferred type, with what only the declaration says of its dimensions.
fn completed(inferred: &ValueType, declared: &ValueType) -> ValueType {
    let (Some(known), Some(old)) = (inferred.as_tensor(), declared.as_tensor()) else { return inferred.clone() };
    let (Some(dims), Some(old)) = (known.shape.dims(), old.shape.dims()) else { return inferred.clone() };
    if !matches!(inferred, ValueType::Tensor(_)) || dims.len() != old.len() {
        return inferred.clone();
    }
    let is_told = |dim: &Dim| dim.size().is_some() || dim.name().is_some();
    let dims = dims.iter().zip(old).map(|(dim, old)| match is_told(dim) || dim.provably_ne(old) {
        true => dim.clone(),
        false => old.clone(),
    });
    ValueType::Tensor(TensorType { shape: Shape::from_dims(dims), ..known.clone() })
}
