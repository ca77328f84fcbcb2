//! See the page of `target-difference`.

use super::{LintContext, reductions};
use crate::ops::reduce::runtimes::Effect;
use crate::rules::target_difference::RULE;

/// Reports nodes that a target reads or computes differently.
pub(crate) fn check(whole: &LintContext<'_>) {
    reductions(whole, &RULE, Effect::Differs);
}
