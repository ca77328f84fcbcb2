//! One round: fixes applied to a copy of the model, which is written, read, and analyzed again.

use std::collections::{BTreeMap, HashSet};

use super::{AppliedFix, Candidate, FixOptions, Fixed, RefusedFix, text};
use crate::analyze::analyze;
use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::{Model, Status};
use crate::infer::Analysis;
use crate::propose::apply;
use crate::rule::Level;
use crate::write::{ExternalDataPolicy, WriteOutput, write};

/// What distinguishes a fix from others in all rounds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key(String, String, String);

impl Key {
    pub(super) fn new(finding: &Diagnostic, fix: &Fix) -> Key {
        Key(finding.rule.code().to_owned(), finding.message.clone(), fix.title.clone())
    }
}

/// The result of an attempt.
pub(super) enum Attempt {
    Better(Box<Better>),
    /// At least one of this many fixes, which were tried together, makes the model worse.
    Worse(usize),
    /// None of these can be applied.
    Refused(Vec<(Key, RefusedFix)>),
}

pub(super) struct Better {
    pub(super) fixed: Fixed,
    pub(super) applied: Vec<AppliedFix>,
    /// Those without effect.
    pub(super) refused: Vec<RefusedFix>,
    pub(super) keys: Vec<Key>,
}

/// Applies as many of these fixes as go together.
pub(super) fn attempt(
    (old, analysis): (&Model, &Analysis),
    options: &FixOptions,
    candidates: &[Candidate<'_>],
) -> Attempt {
    let is_textual = |(_, fix): &&Candidate<'_>| fix.edits.iter().any(|e| matches!(e, FixEdit::ReplaceText { .. }));
    let textual: Vec<Candidate<'_>> = candidates.iter().filter(is_textual).copied().collect();
    let written = if textual.is_empty() {
        let (model, applied, why) = graph_edits(old, candidates);
        if applied.is_empty() {
            return refuse(candidates, &why);
        }
        write(&model, &ExternalDataPolicy::Keep).map(|written| (applied, written)).map_err(|error| error.to_string())
    } else {
        text::replaced(old, &textual)
    };
    let tried = if textual.is_empty() { candidates.len() } else { textual.len() };
    let (applied, written) = match written {
        Ok(written) => written,
        Err(_) if tried > 1 => return Attempt::Worse(tried),
        Err(why) => return refuse(if textual.is_empty() { candidates } else { &textual }, &why),
    };
    let model = read_again(old, &written, options);
    let after = analyze(&model, &options.analysis);
    match new_error(old, analysis, &model, &after) {
        Some(error) if applied.len() == 1 => refuse(&applied, &format!("it would cause {error}")),
        Some(_) => Attempt::Worse(applied.len()),
        None => better(model, after, written, &applied),
    }
}

fn better(model: Model, analysis: Analysis, written: WriteOutput, applied: &[Candidate<'_>]) -> Attempt {
    let keys = applied.iter().map(|(finding, fix)| Key::new(finding, fix)).collect();
    let remaining = analysis.findings.iter().filter_map(|finding| Some(Key::new(finding, finding.fix.as_deref()?)));
    let remaining: HashSet<Key> = remaining.collect();
    let (applied, vain): (Vec<Candidate<'_>>, _) =
        applied.iter().partition(|(finding, fix)| !remaining.contains(&Key::new(finding, fix)));
    let done = |(finding, fix): &Candidate<'_>| AppliedFix {
        rule: finding.rule.clone(),
        message: finding.message.clone(),
        title: fix.title.clone(),
        applicability: fix.applicability,
    };
    let applied = applied.iter().map(done).collect();
    let refused = refusals(&vain, "the finding would remain").into_iter().map(|(_, refused)| refused).collect();
    let fixed = Fixed { model, analysis, output: Some(written), applied: Vec::new(), refused: Vec::new() };
    Attempt::Better(Box::new(Better { fixed, applied, refused, keys }))
}

fn refuse(candidates: &[Candidate<'_>], why: &str) -> Attempt {
    Attempt::Refused(refusals(candidates, why))
}

fn refusals(candidates: &[Candidate<'_>], why: &str) -> Vec<(Key, RefusedFix)> {
    let refused = candidates.iter().map(|(finding, fix)| {
        let refused = RefusedFix { rule: finding.rule.clone(), title: fix.title.clone(), why: why.to_owned() };
        (Key::new(finding, fix), refused)
    });
    refused.collect()
}

/// Applies edits of the graph to a copy. What is impossible before another fix is tried again after it; `why` is the
/// reason why the last one is.
fn graph_edits<'f>(model: &Model, candidates: &[Candidate<'f>]) -> (Model, Vec<Candidate<'f>>, String) {
    let mut model = model.clone();
    let mut why = String::new();
    let mut is_applied = vec![false; candidates.len()];
    loop {
        let before = is_applied.clone();
        // The last ones first: a node can be removed only after its readers.
        for (at, (_, fix)) in candidates.iter().enumerate().rev() {
            let is_repeated =
                || candidates.iter().zip(&is_applied).any(|((_, other), done)| *done && other.edits == fix.edits);
            if !is_applied[at] && !is_repeated() {
                match apply::apply(&mut model, fix) {
                    Ok(()) => is_applied[at] = true,
                    Err(error) => why = error.to_string(),
                }
            } else {
                is_applied[at] = true;
            }
        }
        if is_applied == before {
            break;
        }
    }
    let applied = candidates.iter().zip(is_applied).filter_map(|(candidate, done)| done.then_some(*candidate));
    let applied = applied.collect();
    (model, applied, why)
}

/// Reads what was written, as the file that the model was read from.
fn read_again(before: &Model, written: &WriteOutput, options: &FixOptions) -> Model {
    let source = before.source().clone().with_bytes(written.model.to_bytes());
    match &written.weights {
        Some(weights) if before.format() == Format::OpenVinoIr && !before.data_files().is_empty() => {
            Model::read_with_weights(source, weights.to_bytes(), &options.read)
        }
        _ => Model::read(source, &options.read),
    }
}

/// A rule of which the new model has more errors, in words.
fn new_error(before: &Model, old: &Analysis, after: &Model, new: &Analysis) -> Option<String> {
    if before.status() == Status::Ok && after.status() != Status::Ok {
        return Some("an unreadable file".to_owned());
    }
    fn count(analysis: &Analysis) -> BTreeMap<&str, (usize, &str)> {
        let mut counts: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for finding in analysis.findings.iter().filter(|finding| finding.level == Level::Error) {
            counts.entry(finding.rule.code()).or_insert((0, finding.rule.name())).0 += 1;
        }
        counts
    }
    let old = count(old);
    let grown = count(new).into_iter().find(|(code, (count, _))| old.get(code).is_none_or(|(known, _)| count > known));
    grown.map(|(code, (_, name))| format!("{code} {name}"))
}
