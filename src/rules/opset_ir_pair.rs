use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::{Dialect, Place};
use crate::ops::latest_version;

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO101",
    name: "opset-ir-pair",
    category: Category::Portability,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "the operator set is newer than the IR version that the file names",
    help: "write the IR version that came with the operator set, or a later one",
    page: include_str!("opset_ir_pair.md"),
};

/// The first operator set that came with an IR version, and that version.
const DEFAULT: &[(i64, i64)] =
    &[(1, 3), (9, 4), (10, 5), (11, 6), (12, 7), (15, 8), (19, 9), (21, 10), (23, 11), (24, 12), (25, 13), (28, 14)];
/// The same of `ai.onnx.ml`.
const ML: &[(i64, i64)] = &[(1, 3), (2, 6), (3, 8), (4, 9), (5, 10)];

/// Compares every import with the IR version.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(ir) = model.ir_version().filter(|&ir| ir >= 3 && model.dialect() == Dialect::Onnx) else { return };
    for import in model.opsets() {
        let (table, domain) = match model.name(import.domain) {
            "" | "ai.onnx" => (DEFAULT, ""),
            "ai.onnx.ml" => (ML, "ai.onnx.ml "),
            _ => continue,
        };
        // Of a set that nobody knows nobody knows the release.
        if latest_version(Dialect::Onnx, model.name(import.domain)).is_none_or(|known| import.version > known) {
            continue;
        }
        let came = table.iter().rfind(|(first, _)| *first <= import.version);
        let Some(&(_, needed)) = came.filter(|(_, needed)| *needed > ir) else { continue };
        let version = import.version;
        let message =
            format!("operator set {domain}{version} came with IR version {needed}, but the file has IR version {ir}");
        let place = Place { span: Some(import.span), ..Place::FILE };
        let finding = Diagnostic::new(&RULE, place, message).help(format!("write ir_version {needed} or later"));
        whole.report(finding.data("opset", version).data("ir", ir).data("needed", needed));
    }
}
