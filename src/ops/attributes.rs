//! What many operators demand alike of an attribute.

use super::NodeCx;
use crate::diagnostic::{Diagnostic, Level};
use crate::rules;

/// Whether a flag of ONNX is set; reports one that is neither 0 nor 1 (OP105), of which nothing is then certain.
pub(crate) fn flag(cx: &mut NodeCx<'_>, name: &'static str) -> Option<bool> {
    let value = cx.int(name).filter(|_| !cx.is_unbound(name))?;
    if matches!(value, 0 | 1) {
        return Some(value == 1);
    }
    invalid(cx, name, &value.to_string(), "0 or 1", Level::Warning);
    None
}

/// Whether an integer attribute has at least this value; reports one that has not (OP105).
pub(crate) fn at_least(cx: &mut NodeCx<'_>, name: &'static str, least: i64, level: Level) -> bool {
    let Some(value) = cx.int(name).filter(|&value| value < least) else { return true };
    invalid(cx, name, &value.to_string(), &format!("{least} or more"), level);
    false
}

/// OP105.
pub(crate) fn invalid(cx: &mut NodeCx<'_>, name: &'static str, written: &str, valid: &str, level: Level) {
    let message = format!("attribute `{name}` is {written} (valid: {valid})");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    let finding = finding.level(level).help(format!("write one of: {valid}"));
    cx.report(finding.data("attribute", name).data("value", written));
}
