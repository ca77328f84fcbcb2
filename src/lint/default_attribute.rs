//! See the page of `default-attribute`.

use super::LintContext;
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::AttributeValue;
use crate::ids::{GraphId, NodeId};
use crate::node::resolver::OpResolver;
use crate::ops::signature::DefaultValue;
use crate::place::{Part, Place};
use crate::rules::default_attribute::RULE;

/// Counts the attributes with their default value in each graph.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    if model.dialect() != Dialect::Onnx {
        return;
    }
    let mut resolver = whole.resolver();
    for graph in whole.graphs() {
        let found: Vec<(NodeId, usize)> =
            whole.nodes_in(graph).flat_map(|node| at_default(whole, &mut resolver, node)).collect();
        report(whole, graph, &found);
    }
}

/// The attributes of a node, by position, that would have the same value if they were absent.
fn at_default(whole: &LintContext<'_>, resolver: &mut OpResolver<'_>, node: NodeId) -> Vec<(NodeId, usize)> {
    let Some(signature) = resolver.resolve(node).signature else { return Vec::new() };
    let records = whole.model.attributes(node).iter().enumerate();
    let is_default = |(_, record): &(usize, &crate::graph::Attribute)| {
        let spec = signature.attribute(whole.model.name(record.name)).filter(|spec| !spec.required);
        spec.and_then(|spec| spec.default).is_some_and(|default| is_equal(&record.value, default))
    };
    records.filter(is_default).map(|(at, _)| (node, at)).collect()
}

fn is_equal(value: &AttributeValue, default: DefaultValue<'_>) -> bool {
    match (value, default) {
        (AttributeValue::Int(value), DefaultValue::Int(default)) => *value == default,
        (AttributeValue::Ints(values), DefaultValue::Ints(default)) => values[..] == *default,
        (AttributeValue::Float(value), DefaultValue::Float(default)) => value.to_bits() == default.to_bits(),
        (AttributeValue::String(value), DefaultValue::Text(default)) => value[..] == *default.as_bytes(),
        _ => false,
    }
}

fn report(whole: &LintContext<'_>, graph: GraphId, found: &[(NodeId, usize)]) {
    let model = whole.model;
    let name = |&(node, at): &(NodeId, usize)| model.name(model.attributes(node)[at].name);
    let Some(first) = found.first() else { return };
    let count = found.len();
    let have = if count == 1 { "attribute has its" } else { "attributes have their" };
    let message =
        format!("{count} {have} default value; the first is `{}` of {}", name(first), model.describe(first.0));
    let record = &model.attributes(first.0)[first.1];
    let place = Place::node(graph, first.0).part(Part::Attribute(record.name)).at(record.span);
    let remove = |found: (NodeId, usize)| FixEdit::RemoveAttribute { node: found.0, name: name(&found).to_owned() };
    let title = format!("remove {}", counted(count, "attribute"));
    let fix = Fix::safe(title, found.iter().copied().map(remove).collect());
    whole.report(Diagnostic::new(&RULE, place, message).data("count", count).fix(fix));
}
