use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::element::ElementType;

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO102",
    name: "wide-integers",
    category: Category::Portability,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "an integer constant does not fit the 32 bits in which a target computes",
    help: "use numbers that fit, or a float type",
    page: include_str!("wide_integers.md"),
};

/// So near to the ends of the type a number means "as far as it goes".
const NEAR_AN_END: u64 = 1 << 32;
/// Bytes of one constant that are looked at.
const MOST_BYTES: usize = 16 << 20;

/// Looks for wide integers, if a target narrows them.
pub(crate) fn check(whole: &LintContext<'_>) {
    let targets = whole.options.targets.iter();
    let Some((target, why)) = targets.filter_map(|target| Some((target, target.narrows_integers()?))).next() else {
        return;
    };
    for constant in whole.constants() {
        if whole.model.tensor(constant.tensor).element != Some(ElementType::I64) {
            continue;
        }
        let Some(bytes) = whole.bytes(&constant).filter(|bytes| bytes.len() <= MOST_BYTES) else { continue };
        let mut elements = bytes.as_chunks::<8>().0.iter().map(|word| i64::from_le_bytes(*word));
        let Some(wide) = elements.find(|&element| is_wide(element)) else { continue };
        let name = whole.model.value_name(constant.value);
        let message = format!("`{name}` holds {wide}, and {} computes with 32 bits", target.runtime.title());
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
