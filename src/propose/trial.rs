//! Edits that are tried out: where several are possible, the one that leaves a model without the finding and without new
//! ones.
//!
//! The model is inferred again for each edit, so the work is bounded; a model without such findings costs nothing.

use std::collections::HashSet;

use super::{Context, apply};
use crate::diagnostic::Diagnostic;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::Model;
use crate::infer::infer_model;
use crate::place::Place;
use crate::rule::{Level, RuleRef};

/// The most edits of a model that are tried out, and the most nodes that are inferred again in total.
const MOST_TRIALS: usize = 32;
const MOST_NODES: usize = 100_000;

/// How many edits of a model may be tried out.
pub(super) fn most(model: &Model) -> usize {
    (MOST_NODES / model.nodes.len().max(1)).min(MOST_TRIALS)
}

/// What identifies a finding in different analyses of a model.
pub(super) type Key = (RuleRef, Place);

fn key(finding: &Diagnostic) -> Key {
    (finding.rule.clone(), Place { span: None, ..finding.place })
}

/// The only one of these fixes that repairs a finding without causing others.
pub(super) fn only_valid(context: &Context<'_>, finding: &Diagnostic, fixes: Vec<Fix>) -> Option<Fix> {
    if fixes.is_empty() {
        return None;
    }
    let left = context.trials.get().checked_sub(fixes.len())?;
    context.trials.set(left);
    let findings = || context.analysis.findings.iter().chain(&context.analysis.suppressed);
    let known = context.known.get_or_init(|| findings().map(|finding| key(finding)).collect());
    let mut valid = fixes.into_iter().filter(|fix| is_valid(context, known, finding, &fix.edits));
    match (valid.next(), valid.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

fn is_valid(context: &Context<'_>, known: &HashSet<Key>, finding: &Diagnostic, edits: &[FixEdit]) -> bool {
    let mut model = context.model.clone();
    if edits.iter().any(|edit| apply::one(&mut model, edit).is_err()) {
        return false;
    }
    let (_, diagnostics) = infer_model(&model, context.options);
    let own = key(finding);
    // What was found when the file was read is not found anew.
    let is_read = context.model.findings().iter().any(|finding| key(finding) == own);
    let after = diagnostics.findings().iter().filter(|finding| finding.level >= Level::Warning).map(|f| key(f));
    after.into_iter().all(|key| (is_read || key != own) && known.contains(&key))
}
