//! See the page of `target-operator`.

use super::{LintContext, reductions};
use crate::ops::reduce::runtimes::Effect;
use crate::rules::target_operator::RULE;

/// Reports nodes that a target rejects.
pub(crate) fn check(whole: &LintContext<'_>) {
    reductions(whole, &RULE, Effect::RefusesNode);
}
