//! See the page of `no-op-node`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::fix_edit::{Fix, FixEdit};
use crate::ids::NodeId;
use crate::ops::NodeProperty;
use crate::rules::no_op_node::RULE;

/// Reports nodes that pass an input through unchanged.
pub(crate) fn check(whole: &LintContext<'_>) {
    let hands_on = |(node, remark): &(NodeId, NodeProperty)| match remark {
        NodeProperty::Forwards(input, why) => Some((*node, *input, *why)),
        _ => None,
    };
    let found: Vec<_> = whole.remarks().iter().filter_map(hands_on).collect();
    let mut resolver = whole.resolver();
    for (node, input, why) in found {
        let mut outputs = whole.model.outputs(node);
        let first = outputs.next();
        let uses = whole.uses();
        let alone = !outputs.any(|value| uses.is_used(value));
        let between = first.is_some_and(|value| uses.is_used(value) && !uses.is_pinned(value));
        if !alone || !between || whole.is_known(node) {
            continue;
        }
        let model = whole.model;
        let name = model.inputs(node).get(input).and_then(|o| o.value()).map_or("", |value| model.value_name(value));
        let message = format!("{} passes `{name}` through unchanged: {why}", model.describe(node));
        let place = whole.place(node);
        let finding = Diagnostic::new(&RULE, place, message).data("input", name);
        let ends = first.zip(model.inputs(node).get(input).and_then(|operand| operand.value()));
        let fix = ends.map(|(value, with)| {
            let edits = vec![FixEdit::ReplaceUses { value, with }, FixEdit::RemoveNode { node }];
            let is_proven = whole.is_proven(node, resolver.resolve(node), &NodeProperty::Forwards(input, why));
            let is_sound = is_proven && !whole.rests_on_shared_names(node, input);
            Fix::safe(format!("remove {}", model.describe(node)), edits).safe_if(is_sound)
        });
        whole.report(fix.into_iter().fold(finding, Diagnostic::fix));
    }
}
