//! See the page of `constant-condition`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::ids::NodeId;
use crate::ops::NodeProperty;
use crate::place::Part;
use crate::rules::constant_condition::RULE;

/// Reports conditions whose value is known before the model runs.
pub(crate) fn check(whole: &LintContext<'_>) {
    let decided = |(node, remark): &(NodeId, NodeProperty)| match remark {
        NodeProperty::ConstantCondition(input, taken) => Some((*node, *input, *taken)),
        _ => None,
    };
    let found: Vec<_> = whole.remarks().iter().filter_map(decided).collect();
    for (node, input, taken) in found.into_iter().filter(|(node, ..)| !whole.is_known(*node)) {
        let message = format!("{} always takes {taken}: its condition is constant", whole.model.describe(node));
        let place = whole.place(node).part(Part::Input(input as u32));
        whole.report(Diagnostic::new(&RULE, place, message).data("taken", taken));
    }
}
