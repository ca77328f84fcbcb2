//! See the page of `wide-integers`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::rules::wide_integers::RULE;

/// The distance from a limit of the type within which a number means "to the end".
const NEAR_AN_END: u64 = 1 << 32;

/// Reports integers that a target narrows.
pub(crate) fn check(whole: &LintContext<'_>) {
    let targets = whole.options.targets.iter();
    let Some((target, why)) = targets.filter_map(|target| Some((target, target.narrows_integers()?))).next() else {
        return;
    };
    for constant in whole.constants() {
        if whole.model.tensor(constant.tensor).element != Some(ElementType::I64) {
            continue;
        }
        let Some(bytes) = whole.bytes(constant) else { continue };
        let mut elements = bytes.as_chunks::<8>().0.iter().map(|word| i64::from_le_bytes(*word));
        let Some(wide) = elements.find(|&element| is_wide(element)) else { continue };
        let name = whole.model.value_name(constant.value);
        let message = format!("`{name}` contains {wide}, but {} computes in 32 bits", target.runtime.title());
        let finding = Diagnostic::new(&RULE, constant.place, message).note(why);
        whole.report(finding.data("target", target.runtime.name()).data("name", name).data("value", wide));
    }
}

fn is_wide(element: i64) -> bool {
    let from_an_end = element.abs_diff(i64::MAX).min(element.abs_diff(i64::MIN));
    i32::try_from(element).is_err() && from_an_end > NEAR_AN_END && u32::try_from(element) != Ok(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::is_wide;

    #[test]
    fn ends_of_the_type_are_no_numbers() {
        assert!(is_wide(1 << 40) && is_wide(-(1 << 31) - 1) && is_wide(1 << 31));
        assert!(!is_wide(i64::MAX) && !is_wide(i64::MIN) && !is_wide(i64::MAX - 1) && !is_wide(-(1 << 31)));
    }
}
