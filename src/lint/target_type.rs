//! See the page of `target-type`.

use super::{LintContext, known_behaviors};
use crate::ops::runtime_behavior::RuntimeEffect;
use crate::rules::target_type::RULE;

/// Reports nodes whose element type a target rejects.
pub(crate) fn check(whole: &LintContext<'_>) {
    known_behaviors(whole, &RULE, RuntimeEffect::RefusesType);
}
