use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level, counted};
use crate::fold::estimate::MOST_BYTES;

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF101",
    name: "foldable-subgraph",
    category: Category::Performance,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "nodes can be computed before the model runs",
    help: "run `shapewright fold --max-bytes 1024`",
    page: include_str!("foldable_subgraph.md"),
};

/// Looks for nodes that folding would take.
pub(crate) fn check(whole: &LintContext<'_>) {
    let Some(estimate) = whole.estimate() else { return };
    // A node that only holds a constant computes nothing.
    let mut nodes = estimate.nodes.iter().filter(|&&node| !whole.model.inputs(node).is_empty());
    let Some(&first) = nodes.next() else { return };
    let (count, added, removed) = (1 + nodes.count(), estimate.added, estimate.removed);
    let nodes = format!("{} can", counted(count, "node"));
    let message = format!("{nodes} be computed before the model runs");
    let weight = match removed.checked_sub(added) {
        Some(0) => "the constants would take as many bytes as now".to_owned(),
        Some(less) => format!("the constants would take {} less", counted(less, "byte")),
        None => format!("the constants would take {} more", counted(added - removed, "byte")),
    };
    let finding = Diagnostic::new(&RULE, whole.place(first), message).label("the first of them").note(weight);
    // The largest new constant that is counted is the largest that is then written.
    let finding = finding.help(format!("run `shapewright fold --max-bytes {MOST_BYTES}`"));
    let finding = finding.data("nodes", count).data("added", added).data("removed", removed);
    whole.report(finding);
}
