//! See the page of `opset-ir-pair`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::ops::{latest_version, release};
use crate::place::Place;
use crate::rules::opset_ir_pair::RULE;

/// Reports imports that are newer than the IR version.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(ir) = model.ir_version().filter(|&ir| ir >= 3 && model.dialect() == Dialect::Onnx) else { return };
    for import in model.opsets() {
        let domain = model.name(import.domain);
        // The release of an unknown operator set is unknown.
        if latest_version(Dialect::Onnx, domain).is_none_or(|known| import.version > known) {
            continue;
        }
        let version = import.version;
        let Some(needed) = release::ir_version_of(domain, version).filter(|needed| *needed > ir) else { continue };
        let shown = if matches!(domain, "" | "ai.onnx") { String::new() } else { format!("{domain} ") };
        let message = format!(
            "operator set {shown}{version} was released with IR version {needed}, but the file has IR version {ir}"
        );
        let place = Place { span: Some(import.span), ..Place::FILE };
        let finding = Diagnostic::new(&RULE, place, message).help(format!("set `ir_version` to {needed} or later"));
        whole.report(finding.data("opset", version).data("ir", ir).data("needed", needed));
    }
}
