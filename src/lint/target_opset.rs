//! See the page of `target-opset`.

use hashbrown::HashSet;

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::ids::NodeId;
use crate::place::Place;
use crate::rules::target_opset::RULE;
use crate::target::{Newest, Target};

/// Reports versions of the model that are newer than a target reads.
pub(crate) fn check(whole: &LintContext<'_>) {
    let mut seen = HashSet::new();
    for target in whole.options.targets.iter().filter(|&&target| seen.insert(target)) {
        let Some(newest) = target.newest(whole.model.dialect()) else { continue };
        match whole.model.dialect() {
            Dialect::Onnx => onnx(whole, target, newest),
            Dialect::OpenVino => openvino(whole, target, newest),
        }
    }
}

fn onnx(whole: &LintContext<'_>, target: &Target, newest: Newest) {
    let model = whole.model;
    let report = |place: Place, what: &str, version: i64, most: i64| {
        let message =
            format!("the model has {what} {version}, but {} reads {what} up to {most}", newest.reader(target));
        let finding = about(target, Diagnostic::new(&RULE, place, message));
        whole.report(finding.data("what", what).data("version", version).data("newest", most));
    };
    for import in model.opsets() {
        let (most, what) = match model.name(import.domain) {
            "" | "ai.onnx" => (Some(newest.opset), "operator set"),
            "ai.onnx.ml" => (newest.ml, "operator set ai.onnx.ml"),
            _ => continue,
        };
        if let Some(most) = most.filter(|&most| import.version > most) {
            report(Place { span: Some(import.span), ..Place::FILE }, what, import.version, most);
        }
    }
    if let (Some(ir), Some(most)) = (model.ir_version(), newest.ir)
        && ir > most
    {
        report(Place::FILE, "IR version", ir, most);
    }
}

/// Reports one finding, at the first layer of a newer opset.
fn openvino(whole: &LintContext<'_>, target: &Target, newest: Newest) {
    let model = whole.model;
    let newer = |node: &NodeId| model.op(*node).version.filter(|&version| version > newest.opset);
    let found = whole.nodes().find_map(|node| Some((node, newer(&node)?)));
    let Some((node, version)) = found else { return };
    let (layer, reader) = (model.describe(node), newest.reader(target));
    let message = format!("{layer} uses opset{version}, but {reader} reads opsets up to {}", newest.opset);
    let finding = about(target, Diagnostic::new(&RULE, whole.place(node), message));
    whole.report(finding.data("version", version).data("newest", newest.opset));
}

/// Adds the target to the finding.
fn about(target: &Target, finding: Diagnostic) -> Diagnostic {
    let finding = finding.data("target", target.runtime.name());
    match target.too_new() {
        Some(note) => finding.note(note),
        None => finding,
    }
}
