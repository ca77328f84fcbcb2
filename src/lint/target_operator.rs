//! See the page of `target-operator`.

use super::target_support::{Gap, gaps};
use super::{LintContext, known_behaviors, target_domain};
use crate::diagnostic::Diagnostic;
use crate::ops::runtime_behavior::RuntimeEffect;
use crate::ops::support;
use crate::rules::target_operator::RULE;

/// Reports nodes that a target rejects.
pub(crate) fn check(whole: &LintContext<'_>) {
    known_behaviors(whole, &RULE, RuntimeEffect::RefusesNode);
    target_domain::check(whole);
    gaps(whole).iter().filter(|gap| support::is_refused(gap.row)).for_each(|gap| whole.report(finding(gap)));
}

fn finding(gap: &Gap<'_>) -> Diagnostic {
    let (subject, operator, title) = (gap.subject(), gap.operator(), gap.title());
    let message = format!("{subject}: {title} has no implementation of {operator}");
    let other = gap.other_version();
    let help = other.unwrap_or_else(|| format!("replace the operator by others that {title} has"));
    gap.complete(Diagnostic::new(&RULE, gap.place(), message)).help(help)
}
