use super::{Category, Rule};
use crate::analyze::advice::{Scanned, LintContext};
use crate::diagnostic::{Diagnostic, Level};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU110",
    name: "filled-weights",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "all elements of a large constant are the same",
    help: "let one element stretch, by Expand or by broadcasting",
    page: include_str!("filled_weights.md"),
};

/// Smaller constants are not worth a line.
const LEAST_BYTES: u64 = 4 << 10;

/// Looks for constants of one number.
pub(crate) fn check(whole: &LintContext<'_>) {
    let filled = |s: &&Scanned| s.filled && s.bytes >= LEAST_BYTES;
    let found: Vec<Scanned> = whole.scanned().iter().filter(filled).cloned().collect();
    for Scanned { constant, count, bytes, .. } in found {
        let name = whole.model.value_name(constant.value);
        let message = format!("all {count} elements of `{name}` are the same ({bytes} bytes)");
        let finding = Diagnostic::new(&RULE, constant.place, message).data("name", name);
        whole.report(finding.data("bytes", bytes));
    }
}
