//! See the page of `opset-ir-pair`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::ops::latest_version;
use crate::place::Place;
use crate::rules::opset_ir_pair::RULE;

/// The first operator set that was released with each IR version, as (operator set, IR version).
const DEFAULT: &[(i64, i64)] =
    &[(1, 3), (9, 4), (10, 5), (11, 6), (12, 7), (15, 8), (19, 9), (21, 10), (23, 11), (24, 12), (25, 13), (28, 14)];
/// The same for `ai.onnx.ml`.
const ML: &[(i64, i64)] = &[(1, 3), (2, 6), (3, 8), (4, 9), (5, 10)];

/// Reports imports that are newer than the IR version.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(ir) = model.ir_version().filter(|&ir| ir >= 3 && model.dialect() == Dialect::Onnx) else { return };
    for import in model.opsets() {
        let (table, domain) = match model.name(import.domain) {
            "" | "ai.onnx" => (DEFAULT, ""),
            "ai.onnx.ml" => (ML, "ai.onnx.ml "),
            _ => continue,
        };
        // The release of an unknown operator set is unknown.
        if latest_version(Dialect::Onnx, model.name(import.domain)).is_none_or(|known| import.version > known) {
            continue;
        }
        let came = table.iter().rfind(|(first, _)| *first <= import.version);
        let Some(&(_, needed)) = came.filter(|(_, needed)| *needed > ir) else { continue };
        let version = import.version;
        let message = format!(
            "operator set {domain}{version} was released with IR version {needed}, but the file has IR version {ir}"
        );
        let place = Place { span: Some(import.span), ..Place::FILE };
        let finding = Diagnostic::new(&RULE, place, message).help(format!("set `ir_version` to {needed} or later"));
        whole.report(finding.data("opset", version).data("ir", ir).data("needed", needed));
    }
}
