//! Values of attributes: what is meant by one that is not allowed, or what a missing one must be.
//!
//! Words are compared with the allowed ones. Of other values, each that is close is tried out; the types that an IR file
//! records decide, or the nodes that read the outputs.

use super::numbers::{Numbers, Site};
use super::{Context, integer, layers, text, trial};
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::fix_edit::{Applicability, Fix, FixEdit, FixValue};
use crate::graph::{AttributeValue, Model};
use crate::ids::NodeId;
use crate::ir_syntax;
use crate::ops::signature::{AttributeKind, AttributeSpec};
use crate::place::Part;
use crate::rule::Level;
use crate::rules;
use crate::suggest;

/// More numbers than a list has of which others are tried.
const MANY: usize = 8;
/// The most numbers of a list of which one is replaced.
const MOST_ITEMS: usize = 32;
/// The most dimensions that are tried in place of one.
const MOST_DIMS: i64 = 6;

/// Sets an attribute to the value that is meant.
pub(super) fn correct(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    if let Part::Attribute(name) = finding.place.part {
        let name = model.name(name);
        if let Some(fix) = layers::constant_as_recorded(model, node, name) {
            return Some(fix);
        }
        let record = model.attribute(node, name)?;
        if let AttributeValue::Text(written) = record.value {
            let spec = context.resolve(node).signature?.attribute(name)?;
            if !matches!(spec.kind, AttributeKind::Integer | AttributeKind::Integers) {
                return corrected_text(context, finding, &spec, (node, model.name(written)));
            }
        }
    }
    let numbers = Numbers::of(model, finding).filter(|numbers| numbers.items.len() <= MOST_ITEMS)?;
    let fix = |list: Vec<i64>| {
        let what = match &numbers.site {
            Site::Attribute { name, .. } => format!("`{name}`"),
            Site::Input { input, .. } => format!("input {input} of {}", model.describe(node)),
        };
        let shown = if numbers.is_list() { format!("{list:?}") } else { list[0].to_string() };
        Fix::guess(format!("set {what} to {shown}"), vec![numbers.edit(&list)])
    };
    let is_axis =
        [&rules::axis_out_of_range::RULE, &rules::duplicate_axis::RULE].iter().any(|rule| *finding.rule == **rule);
    let element = integer(finding, "element").filter(|_| is_axis);
    let others = others(&numbers, element, integer(finding, "rank"));
    trial::only_valid(context, finding, others.into_iter().map(fix))
}

/// What may be meant by numbers: lists that are one slip away, or another dimension in place of the element at fault.
fn others(numbers: &Numbers, element: Option<i64>, rank: Option<i64>) -> Vec<Vec<i64>> {
    let items = &numbers.items;
    let dims = 0..rank.unwrap_or(MOST_DIMS).clamp(0, MOST_DIMS);
    let at = element.and_then(|at| usize::try_from(at).ok()).filter(|&at| at < items.len());
    let replaced = at.into_iter().flat_map(|at| {
        dims.clone().filter(|dim| !items.contains(dim)).map(move |dim| {
            let mut items = items.clone();
            items[at] = dim;
            items
        })
    });
    let slips = if numbers.is_list() { lists(items) } else { Vec::new() };
    let mut found: Vec<Vec<i64>> = replaced.chain(slips).collect();
    found.sort();
    found.dedup();
    found
}

/// The same for the text of an IR attribute.
fn corrected_text(
    context: &Context<'_>,
    finding: &Diagnostic,
    spec: &AttributeSpec<'_>,
    (node, written): (NodeId, &str),
) -> Option<Fix> {
    let of_text = |value: String| set(node, spec.name, FixValue::Text(value));
    if let Some(words) = spec.kind.words() {
        if let Some(only) = suggest::only_neighbor(written, words.iter().copied()) {
            let fix = Fix { applicability: Applicability::Safe, ..of_text(only.name.to_owned()) };
            return Some(fix.safe_if(finding.level == Level::Error));
        }
        let words = words.into_iter().take(MANY).map(|word| of_text(word.to_owned()));
        return trial::only_valid(context, finding, words);
    }
    recorded(context, finding, spec, node)
}

/// IR: adds an attribute whose value follows from what the ports record.
pub(super) fn add(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, node) = (context.model, finding.place.node?);
    let name = text(finding, "attribute").filter(|_| model.dialect() == Dialect::OpenVino)?;
    match context.resolve(node).signature.and_then(|signature| signature.attribute(name)) {
        Some(spec) => recorded(context, finding, &spec, node),
        None => layers::constant_as_recorded(model, node, name),
    }
}

/// The only type or flag with which a layer has the outputs that the file records.
fn recorded(context: &Context<'_>, finding: &Diagnostic, spec: &AttributeSpec<'_>, node: NodeId) -> Option<Fix> {
    let values: Vec<String> = match spec.kind {
        AttributeKind::Bool => vec!["true".to_owned(), "false".to_owned()],
        AttributeKind::Element => recorded_types(context.model, node),
        _ => return None,
    };
    let fixes = values.into_iter().map(|value| set(node, spec.name, FixValue::Text(value)));
    let fix = trial::only_valid(context, finding, fixes)?;
    // Nothing else says what the element type is.
    let is_stated = spec.kind == AttributeKind::Element && finding.level == Level::Error;
    Some(Fix { applicability: if is_stated { Applicability::Safe } else { fix.applicability }, ..fix })
}

/// The element types that the output ports of a layer record, as OpenVINO spells them.
fn recorded_types(model: &Model, node: NodeId) -> Vec<String> {
    let declared = model.outputs(node).filter_map(|value| model.declared(value)?.as_tensor()?.element);
    let mut types: Vec<String> = declared.map(|element| ir_syntax::spelled(element).to_owned()).collect();
    types.sort();
    types.dedup();
    types
}

fn set(node: NodeId, name: &str, value: FixValue) -> Fix {
    let shown = match &value {
        FixValue::Ints(list) => format!("{list:?}"),
        FixValue::Text(text) => text.clone(),
        other => format!("{other:?}"),
    };
    Fix::guess(format!("set `{name}` to {shown}"), vec![FixEdit::SetAttribute { node, name: name.to_owned(), value }])
}

/// Lists of numbers that are one slip away: numbers too many or too few, a zero in place of a one, or a dimension twice in
/// an order of dimensions.
fn lists(items: &[i64]) -> Vec<Vec<i64>> {
    if items.is_empty() || items.len() > MANY {
        return Vec::new();
    }
    let mut found: Vec<Vec<i64>> = (1..items.len()).map(|length| items[..length].to_vec()).collect();
    if items.iter().all(|item| *item == items[0]) {
        found.extend((items.len() + 1..=MANY).map(|length| vec![items[0]; length]));
    }
    if items.contains(&0) {
        found.push(items.iter().map(|&item| if item == 0 { 1 } else { item }).collect());
    }
    let absent: Vec<i64> = (0..items.len() as i64).filter(|dim| !items.contains(dim)).collect();
    if let [absent] = absent[..] {
        let is_wrong =
            |item: i64| !(0..items.len() as i64).contains(&item) || items.iter().filter(|i| **i == item).count() > 1;
        for at in (0..items.len()).filter(|&at| is_wrong(items[at])) {
            let mut order = items.to_vec();
            order[at] = absent;
            found.push(order);
        }
    }
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_one_slip_away() {
        assert_eq!(
            lists(&[0, 0, 3, 1]),
            [vec![0], vec![0, 0], vec![0, 0, 3], vec![0, 2, 3, 1], vec![1, 1, 3, 1], vec![2, 0, 3, 1],]
        );
        assert!(lists(&[2, 2, 2]).contains(&vec![2, 2]) && lists(&[2]).contains(&vec![2, 2]));
        assert!(lists(&[]).is_empty());
    }
}
