use super::{Category, Rule};
use crate::analyze::advice::{Scanned, LintContext};
use crate::diagnostic::{Diagnostic, Level};
use crate::element::ElementType;

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF105",
    name: "subnormal-weights",
    category: Category::Performance,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "many weights are so small that processors are slow on them",
    help: "write 0 in place of numbers below the smallest normal one",
    page: include_str!("subnormal_weights.md"),
};

/// Fewer than these are not worth a line.
const LEAST: u64 = 16;
/// Other constants that are shown.
const SHOWN: usize = 3;

/// Looks for constants with many subnormal numbers.
pub(crate) fn check(whole: &LintContext<'_>) {
    let many = |s: &&Scanned| s.floats.subnormal >= LEAST && s.floats.subnormal.saturating_mul(100) >= s.count;
    let wide = |s: &&Scanned| s.element != ElementType::F16;
    let found: Vec<Scanned> = whole.scanned().iter().filter(wide).filter(many).cloned().collect();
    let Some(most) = found.iter().max_by_key(|s| s.floats.subnormal) else { return };
    let (name, some) = (whole.model.value_name(most.constant.value), most.floats.subnormal);
    let more = match found.len() - 1 {
        0 => String::new(),
        1 => ", and many of another constant".to_owned(),
        others => format!(", and many of {others} other constants"),
    };
    let message = format!("{some} of {} elements of `{name}` are subnormal{more}", most.count);
    let mut finding = Diagnostic::new(&RULE, most.constant.place, message);
    let others = found.iter().filter(|other| other.constant.value != most.constant.value);
    for other in others.take(SHOWN) {
        finding = finding.related(other.constant.place, format!("{} of {} here", other.floats.subnormal, other.count));
    }
    whole.report(finding.data("name", name).data("count", some).data("of", most.count).data("constants", found.len()));
}
