//! See the page of `training-mode`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::ids::NodeId;
use crate::ops::NodeProperty;
use crate::rules::training_mode::RULE;

/// Reports nodes that behave as in training.
pub(crate) fn check(whole: &LintContext<'_>) {
    let trains = |(node, remark): &(NodeId, NodeProperty)| match remark {
        NodeProperty::TrainingMode(says) => Some((*node, *says)),
        _ => None,
    };
    let found: Vec<_> = whole.remarks().iter().filter_map(trains).collect();
    for (node, says) in found {
        let message = format!("{} behaves as in training: {says}", whole.model.describe(node));
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message));
    }
}
