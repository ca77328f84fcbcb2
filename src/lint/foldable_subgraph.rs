//! See the page of `foldable-subgraph`.

use super::LintContext;
use crate::diagnostic::{Diagnostic, counted};
use crate::fold::cost::MAX_BYTES;
use crate::rules::foldable_subgraph::RULE;

/// Reports nodes that folding would replace.
pub(crate) fn check(whole: &LintContext<'_>) {
    let Some(estimate) = whole.estimate() else { return };
    // A node that only contains a constant computes nothing.
    let mut nodes = estimate.nodes.iter().filter(|&&node| !whole.model.inputs(node).is_empty());
    let Some(&first) = nodes.next() else { return };
    let (count, added, removed) = (1 + nodes.count(), estimate.added, estimate.removed);
    let nodes = format!("{} can", counted(count, "node"));
    let message = format!("{nodes} be computed before the model runs");
    let weight = match removed.checked_sub(added) {
        Some(0) => "the constants would take as many bytes as before".to_owned(),
        Some(less) => format!("the constants would take {} less", counted(less, "byte")),
        None => format!("the constants would take {} more", counted(added - removed, "byte")),
    };
    let finding = Diagnostic::new(&RULE, whole.place(first), message).label("first of these nodes").note(weight);
    // `fold` then writes only constants that are counted here.
    let finding = finding.help(format!("run `shapewright fold --max-bytes {MAX_BYTES}`"));
    let finding = finding.data("nodes", count).data("added", added).data("removed", removed);
    whole.report(finding);
}
