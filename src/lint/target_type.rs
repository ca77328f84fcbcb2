//! See the page of `target-type`.

use super::{LintContext, reductions};
use crate::ops::reduce::runtimes::Effect;
use crate::rules::target_type::RULE;

/// Reports nodes whose element type a target rejects.
pub(crate) fn check(whole: &LintContext<'_>) {
    reductions(whole, &RULE, Effect::RefusesType);
}
