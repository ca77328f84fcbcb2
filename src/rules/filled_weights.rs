use super::{Category, Rule};
use crate::analyze::advice::{LintContext, Scanned};
use crate::diagnostic::{Diagnostic, Level};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU110",
    name: "filled-weights",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "all elements of a large constant are equal",
    help: "store one element, and broadcast it, implicitly or with Expand",
    source: include_str!("filled_weights.md"),
};

/// Smaller constants are not worth a finding.
const LEAST_BYTES: u64 = 4 << 10;

/// Reports constants whose elements are all equal.
pub(crate) fn check(whole: &LintContext<'_>) {
    let filled = |s: &&Scanned| s.filled && s.bytes >= LEAST_BYTES;
    let found: Vec<Scanned> = whole.scanned().iter().filter(filled).cloned().collect();
    for Scanned { constant, count, bytes, .. } in found {
        let name = whole.model.value_name(constant.value);
        let message = format!("all {count} elements of `{name}` are equal ({bytes} bytes)");
        let finding = Diagnostic::new(&RULE, constant.place, message).data("name", name);
        whole.report(finding.data("bytes", bytes));
    }
}
