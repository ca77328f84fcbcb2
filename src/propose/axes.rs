//! Lists of axes: repeated ones, those of another integer type, and those that are an attribute in this version.

use std::collections::HashSet;

use super::Context;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fix_edit::{Fix, FixEdit, FixValue};
use crate::graph::{AttributeValue, Model, Operand};
use crate::ids::NodeId;
use crate::place::Part;
use crate::rule::Level;

/// More axes than any tensor has.
const MANY: usize = 64;

/// Where a node has a list of integers.
enum List {
    Input(usize, ElementType),
    Attribute(String),
}

/// The list that a finding is about.
fn list_of(model: &Model, finding: &Diagnostic) -> Option<(NodeId, List, Vec<i64>)> {
    let node = finding.place.node?;
    match finding.place.part {
        Part::Input(input) | Part::Element(input, _) => {
            let (element, items) = constant(model, node, input as usize)?;
            Some((node, List::Input(input as usize, element), items))
        }
        Part::Attribute(name) => {
            let name = model.name(name);
            match &model.attribute(node, name)?.value {
                AttributeValue::Ints(items) => Some((node, List::Attribute(name.to_owned()), items.to_vec())),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The integers that an input of a node reads from a constant.
fn constant(model: &Model, node: NodeId, input: usize) -> Option<(ElementType, Vec<i64>)> {
    let tensor = model.constant(model.inputs(node).get(input)?.value()?)?;
    let elements = model.elements(tensor, MANY)?;
    let is_list = model.tensor(tensor).sizes.as_ref().is_some_and(|sizes| sizes.len() == 1);
    let items = elements.exact_ints().filter(|_| is_list)?;
    Some((model.tensor(tensor).element?, items.into_iter().map(i64::try_from).collect::<Result<_, _>>().ok()?))
}

/// Keeps the first of axes that denote one dimension: a tool that accepts them treats them as a set.
pub(super) fn keep_distinct(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, (node, list, axes)) = (context.model, list_of(context.model, finding)?);
    let data = model.inputs(node).first()?.value()?;
    let rank = context.analysis.facts.get(data).shape().rank().and_then(|rank| i64::try_from(rank).ok());
    let mut seen = HashSet::new();
    let dim = |axis: i64| if axis < 0 { rank.map_or(axis, |rank| axis + rank) } else { axis };
    let kept: Vec<i64> = axes.iter().copied().filter(|&axis| seen.insert(dim(axis))).collect();
    if kept.len() == axes.len() || model.dialect() == Dialect::OpenVino {
        return None;
    }
    let title = format!("keep the axes {}", listed(&kept));
    Some(Fix::safe(title, vec![put(node, list, kept)?]))
}

/// Writes constant axes as i64.
pub(super) fn as_i64(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (node, list, axes) = list_of(context.model, finding)?;
    let List::Input(_, element) = list else { return None };
    let is_other = context.model.dialect() == Dialect::Onnx && element != ElementType::I64;
    let edit = put(node, List::Input(input_of(finding)?, ElementType::I64), axes);
    is_other.then(|| Fix::safe("write the axes as i64", edit.into_iter().collect()))
}

fn input_of(finding: &Diagnostic) -> Option<usize> {
    match finding.place.part {
        Part::Input(input) | Part::Element(input, _) => Some(input as usize),
        _ => None,
    }
}

fn put(node: NodeId, list: List, elements: Vec<i64>) -> Option<FixEdit> {
    match list {
        List::Input(input, ElementType::I64) => Some(FixEdit::SetConstant { node, input, elements }),
        List::Input(..) => None,
        List::Attribute(name) => Some(FixEdit::SetAttribute { node, name, value: FixValue::Ints(elements) }),
    }
}

fn listed(axes: &[i64]) -> String {
    axes.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Writes an input that a later version has as the attribute of this version.
pub(super) fn as_attribute(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let resolved = context.resolve(node);
    let (known, signature) = (resolved.known?, resolved.signature?);
    let inputs = model.inputs(node);
    let from = signature.inputs().len();
    let later = known.versions.iter().filter(|later| later.since() > signature.since());
    let extra = later.filter_map(|later| later.inputs().get(from)).map(|formal| formal.name).next()?;
    let name = signature.attribute(extra)?.name;
    let is_free = inputs.len() == from + 1 && model.attribute(node, name).is_none();
    let (_, elements) = constant(model, node, from).filter(|_| is_free && finding.level == Level::Error)?;
    let is_read = matches!(inputs.get(from), Some(Operand::Value(_)));
    let edits = vec![
        FixEdit::SetAttribute { node, name: name.to_owned(), value: FixValue::Ints(elements) },
        FixEdit::RemoveInputs { node, from },
    ];
    is_read.then(|| Fix::safe(format!("write `{name}` as an attribute"), edits))
}
