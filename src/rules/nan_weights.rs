use super::{Category, Rule};
use crate::analyze::advice::{Scanned, LintContext};
use crate::diagnostic::{Diagnostic, Level, are, counted};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU101",
    name: "nan-weights",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "weights hold NaN, or infinities among other numbers",
    help: "train or convert the model again; no run can give a number behind a NaN",
    page: include_str!("nan_weights.md"),
};

/// Looks for NaN and infinities.
pub(crate) fn check(whole: &LintContext<'_>) {
    let odd = |s: &&Scanned| s.floats.nan > 0 || (s.floats.infinite > 0 && s.floats.varied);
    let found: Vec<Scanned> = whole.scanned().iter().filter(odd).cloned().collect();
    for Scanned { constant, count, floats, .. } in found {
        let name = whole.model.value_name(constant.value);
        let finding = if floats.nan > 0 {
            let message =
                format!("{} of {} of `{name}` {} NaN", floats.nan, counted(count, "element"), are(floats.nan));
            Diagnostic::new(&RULE, constant.place, message).data("nan", floats.nan)
        } else {
            let message = format!(
                "{} of {} of `{name}` {} infinite",
                floats.infinite,
                counted(count, "element"),
                are(floats.infinite)
            );
            let finding = Diagnostic::new(&RULE, constant.place, message).level(Level::Note);
            finding.help("see whether they overflowed in a conversion").data("infinite", floats.infinite)
        };
        whole.report(finding.data("name", name));
    }
}
