//! See the page of `opset-ir-pair`.

use std::collections::HashMap;

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::node::resolver::plain_domain;
use crate::ops::{latest_version, release};
use crate::place::Place;
use crate::rules::opset_ir_pair::RULE;

/// Reports imports that are newer than the IR version.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(ir) = model.ir_version().filter(|&ir| ir >= 3 && model.dialect() == Dialect::Onnx) else { return };
    // Of several imports of a domain, the highest applies. The release of an unknown operator set is unknown.
    let mut highest: HashMap<&str, i64> = HashMap::new();
    for import in model.opsets() {
        let domain = model.name(import.domain);
        if latest_version(Dialect::Onnx, domain).is_some_and(|known| import.version <= known) {
            let version = highest.entry(plain_domain(domain)).or_insert(import.version);
            *version = import.version.max(*version);
        }
    }
    for import in model.opsets() {
        let domain = plain_domain(model.name(import.domain));
        if highest.get(domain) != Some(&import.version) {
            continue;
        }
        // The others of the domain are reported by FM014.
        highest.remove(domain);
        let version = import.version;
        let Some(needed) = release::ir_version_of(domain, version).filter(|needed| *needed > ir) else { continue };
        let shown = if domain.is_empty() { String::new() } else { format!("{domain} ") };
        let message = format!(
            "operator set {shown}{version} was released with IR version {needed}, but the file has IR version {ir}"
        );
        let place = Place { span: Some(import.span), ..Place::FILE };
        let finding = Diagnostic::new(&RULE, place, message).help(format!("set `ir_version` to {needed} or later"));
        whole.report(finding.data("opset", version).data("ir", ir).data("needed", needed));
    }
}
