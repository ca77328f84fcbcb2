//! See the page of `target-type`.

use super::target_support::{Gap, gaps};
use super::{LintContext, known_behaviors, target_interface};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::ops::runtime_behavior::RuntimeEffect;
use crate::ops::support;
use crate::rules::target_type::RULE;

/// Reports inputs, outputs, and nodes whose type a target rejects.
pub(crate) fn check(whole: &LintContext<'_>) {
    known_behaviors(whole, &RULE, RuntimeEffect::RefusesType);
    target_interface::check(whole);
    gaps(whole).iter().filter(|gap| !support::is_refused(gap.row)).for_each(|gap| whole.report(finding(gap)));
}

fn finding(gap: &Gap<'_>) -> Diagnostic {
    let (subject, operator, title) = (gap.subject(), gap.operator(), gap.title());
    let one = gap.bindings.iter().enumerate().find_map(|(index, binding)| {
        let runs = support::alternatives(gap.row, &gap.bindings, index);
        let nearest = nearest(binding.element?, &runs)?;
        Some((binding, runs, nearest))
    });
    let Some((binding, runs, nearest)) = one else {
        let bound = gap.bindings.iter().filter_map(|b| Some(format!("{} = {}", b.variable, b.element?)));
        let types = bound.collect::<Vec<_>>().join(", ");
        let message = format!("{subject}: {title} has no implementation of {operator} with the types {types}");
        let finding = gap.complete(Diagnostic::new(&RULE, gap.place(), message));
        return match gap.other_version() {
            Some(help) => finding.help(help),
            None => finding,
        };
    };
    let (variable, own) = (binding.variable, binding.element.map_or("?", ElementType::name));
    let runs = runs.iter().map(|element| element.name()).collect::<Vec<_>>().join(", ");
    let message = format!("{subject}: type {variable} of {operator} is {own}; expected for {title}: {runs}");
    let convert = match gap.input_of(variable) {
        Some(name) => format!("convert `{name}` to {nearest} before the node"),
        None => format!("produce {nearest} instead of {own}"),
    };
    let help = gap.other_version().map_or(convert.clone(), |other| format!("{convert}, or {other}"));
    gap.complete(Diagnostic::new(&RULE, gap.place(), message)).help(help)
}

/// The type that is closest: of the same kind, with every value if possible, and no wider than needed.
fn nearest(own: ElementType, others: &[ElementType]) -> Option<ElementType> {
    let kind = |element: ElementType| (element.is_float(), element.is_integer());
    let contains = |other: ElementType| match (own.integer_range(), other.integer_range()) {
        (Some((least, most)), Some(range)) => range.0 <= least && most <= range.1,
        _ => own.bits() <= other.bits(),
    };
    let distance =
        |other: &ElementType| (kind(*other) != kind(own), !contains(*other), other.bits().abs_diff(own.bits()));
    others.iter().copied().min_by_key(distance)
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::element::ElementType::{Bf16, F16, F32, F64, I32, I64, U8, U32, U64};

    #[test]
    fn the_nearest_type_keeps_every_value_if_one_does() {
        assert_eq!(nearest(Bf16, &[F64, F32, I64]), Some(F32));
        assert_eq!(nearest(F64, &[F16, F32, I64]), Some(F32));
        assert_eq!(nearest(U64, &[F64, I32, I64]), Some(I64));
        assert_eq!(nearest(U32, &[F32, I32, I64, U8]), Some(I64));
        assert_eq!(nearest(U8, &[F32]), Some(F32));
        assert_eq!(nearest(U8, &[]), None);
    }
}
