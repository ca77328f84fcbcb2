//! See the page of `target-difference`.

use super::{LintContext, known_behaviors};
use crate::ops::runtime_behavior::RuntimeEffect;
use crate::rules::target_difference::RULE;

/// Reports nodes that a target reads or computes differently.
pub(crate) fn check(whole: &LintContext<'_>) {
    known_behaviors(whole, &RULE, RuntimeEffect::Differs);
}
