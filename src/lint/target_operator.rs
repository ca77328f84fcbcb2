//! See the page of `target-operator`.

use super::{LintContext, known_behaviors};
use crate::ops::runtime_behavior::RuntimeEffect;
use crate::rules::target_operator::RULE;

/// Reports nodes that a target rejects.
pub(crate) fn check(whole: &LintContext<'_>) {
    known_behaviors(whole, &RULE, RuntimeEffect::RefusesNode);
}
