use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::{NodeId, Part};
use crate::ops::NodeProperty;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU105",
    name: "constant-condition",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "a condition is known, so always the same is chosen",
    help: "put what is chosen in the place of the node",
    page: include_str!("constant_condition.md"),
};

/// Looks for conditions that are known.
pub(crate) fn check(whole: &LintContext<'_>) {
    let decided = |(node, remark): &(NodeId, NodeProperty)| match remark {
        NodeProperty::ConstantCondition(input, taken) => Some((*node, *input, *taken)),
        _ => None,
    };
    let found: Vec<_> = whole.remarks().iter().filter_map(decided).collect();
    for (node, input, taken) in found.into_iter().filter(|(node, ..)| !whole.is_known(*node)) {
        let message = format!("{} always takes {taken}: its condition is known", whole.model.describe(node));
        let place = whole.place(node).part(Part::Input(input as u32));
        whole.report(Diagnostic::new(&RULE, place, message).data("taken", taken));
    }
}
