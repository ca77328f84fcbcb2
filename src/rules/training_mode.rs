use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::NodeId;
use crate::ops::NodeProperty;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU106",
    name: "training-mode",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a node works as in training",
    help: "export the model for inference (eval mode)",
    page: include_str!("training_mode.md"),
};

/// Looks for nodes that train.
pub(crate) fn check(whole: &LintContext<'_>) {
    let trains = |(node, remark): &(NodeId, NodeProperty)| match remark {
        NodeProperty::TrainingMode(says) => Some((*node, *says)),
        _ => None,
    };
    let found: Vec<_> = whole.remarks().iter().filter_map(trains).collect();
    for (node, says) in found {
        let message = format!("{} works as in training: {says}", whole.model.describe(node));
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message));
    }
}
