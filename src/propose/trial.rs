//! Edits that are tried out: where several are possible, the one that leaves a model without the finding and without new
//! ones.
//!
//! The model is inferred again for each edit, so the work is bounded; a model without such findings costs nothing.

use std::collections::HashSet;

use super::{Context, apply};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::Model;
use crate::infer::{infer_as_declared, infer_model};
use crate::place::Place;
use crate::rule::{Level, RuleRef};
use crate::rules;

/// The maximum number of nodes that are inferred again in total: one for so many bytes of the file, within a range.
const BYTES_OF_A_NODE: usize = 16;
const LEAST_NODES: usize = 20_000;
const MOST_NODES: usize = 100_000;
/// The number of nodes as which a smaller model counts.
const SMALLEST: usize = 600;
/// How many times a model with errors may be inferred to find a declaration that causes them.
const SEARCHES: usize = 12;

/// What identifies a finding in different analyses of a model.
pub(super) type Key = (RuleRef, Place);

fn key(finding: &Diagnostic) -> Key {
    (finding.rule.clone(), Place { span: None, ..finding.place })
}

/// The only one of these fixes that repairs a finding without causing others. They are made when they are tried: there may be
/// too many.
pub(super) fn only_valid(
    context: &Context<'_>,
    finding: &Diagnostic,
    fixes: impl ExactSizeIterator<Item = Fix>,
) -> Option<Fix> {
    if fixes.len() == 0 {
        return None;
    }
    take(context, fixes.len() * cost(context).max(SMALLEST))?;
    let findings = || context.analysis.findings.iter().chain(&context.analysis.suppressed);
    let known = context.known.get_or_init(|| findings().map(|finding| key(finding)).collect());
    let mut valid = fixes.filter(|fix| is_valid(context, known, finding, &fix.edits));
    match (valid.next(), valid.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The number of nodes that may be inferred again to try edits of a model out.
pub(super) fn most(model: &Model) -> usize {
    (model.source().bytes().len() / BYTES_OF_A_NODE).clamp(LEAST_NODES, MOST_NODES)
}

/// What it costs to infer the model again, in nodes: bodies and functions run more than once, and a node with very many inputs
/// or outputs takes as long as several.
fn cost(context: &Context<'_>) -> usize {
    const PORTS_OF_A_NODE: usize = 8;
    let ports = context.model.operands.len() + context.model.values.len();
    context.model.nodes.len().max(ports / PORTS_OF_A_NODE).max(context.analysis.work)
}

/// Counts nodes that are inferred again. `None` if that is too many.
fn take(context: &Context<'_>, nodes: usize) -> Option<()> {
    context.trials.set(context.trials.get().checked_sub(nodes)?);
    Some(())
}

fn is_valid(context: &Context<'_>, known: &HashSet<Key>, finding: &Diagnostic, edits: &[FixEdit]) -> bool {
    let mut model = context.model.clone();
    if edits.iter().any(|edit| apply::one(&mut model, edit).is_err()) {
        return false;
    }
    let own = key(finding);
    // What was found when the file was read is not found anew.
    let is_read = context.model.findings().iter().any(|finding| key(finding) == own);
    let is_allowed = |diagnostics: Diagnostics| {
        let after = diagnostics.findings().iter().filter(|finding| finding.level >= Level::Warning).map(|f| key(f));
        after.into_iter().all(|key| (is_read || key != own) && known.contains(&key))
    };
    if is_allowed(infer_as_declared(&model, context.options).1) {
        return true;
    }
    // A finding about a declaration replaced others, which are found anew unless the declaration is doubted again.
    let is_declaration = |(rule, _): &Key| {
        *rule == &rules::declared_shape_mismatch::RULE || *rule == &rules::declared_type_mismatch::RULE
    };
    known.iter().any(is_declaration)
        && take(context, SEARCHES * cost(context).max(SMALLEST / SEARCHES)).is_some()
        && is_allowed(infer_model(&model, context.options).1)
}
