//! One round: fixes applied to a copy of the model, which is written, read, and analyzed again.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;
use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};

use super::key::{self, Key, Keys};
use super::{AppliedFix, Candidate, FixOptions, Fixed, RefusedFix, text};
use crate::analyze::analyze;
use crate::dialect::Format;
use crate::fix_edit::FixEdit;
use crate::graph::captures::Captures;
use crate::graph::{GraphRole, Model, Status, order};
use crate::ids::NodeId;
use crate::infer::Analysis;
use crate::propose::apply;
use crate::rewrite::{KeptPieces, PatchedFile};
use crate::rule::Level;
use crate::write::{ExternalDataPolicy, WriteOutput, write};

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
    /// Those of the fixes that were applied, and where the bytes of others are now.
    pub(super) keys: Vec<Key>,
    pub(super) kept: KeptPieces,
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
            return refuse(old, candidates, &why);
        }
        write(&model, &ExternalDataPolicy::Keep).map(|written| (applied, written)).map_err(|error| error.to_string())
    } else {
        text::replaced(old, &textual)
    };
    let tried = if textual.is_empty() { candidates.len() } else { textual.len() };
    let (applied, mut written) = match written {
        Ok(written) => written,
        Err(_) if tried > 1 => return Attempt::Worse(tried),
        Err(why) => return refuse(old, if textual.is_empty() { candidates } else { &textual }, &why),
    };
    let kept = written.model.kept_pieces(old.source().bytes());
    // The new model holds all bytes in one piece. Pieces of the old file would hold that one, too.
    let bytes = written.model.to_bytes();
    written.model = PatchedFile::default();
    written.model.push(bytes);
    let model = read_again(old, &written, options);
    let after = analyze(&model, &options.analysis);
    match new_error(old, analysis, &model, &after) {
        Some(error) if applied.len() == 1 => refuse(old, &applied, &format!("it would cause {error}")),
        Some(_) => Attempt::Worse(applied.len()),
        None => better((old, analysis), (model, after, written), kept, &applied),
    }
}

/// Fixes after which their finding remains are left out of a new attempt: they would change the file for nothing.
fn better(
    (old, before): (&Model, &Analysis),
    (model, analysis, written): (Model, Analysis, WriteOutput),
    kept: KeptPieces,
    applied: &[Candidate<'_>],
) -> Attempt {
    let vain = vain((old, before), (&model, &analysis), &kept, applied);
    if !vain.is_empty() {
        return refuse(old, &vain, "the finding would remain");
    }
    let of_old = Keys::new(old);
    let keys = applied.iter().filter_map(|candidate| of_old.of(*candidate).moved(&kept)).collect();
    let done = |(finding, fix): &Candidate<'_>| AppliedFix {
        rule: finding.rule.clone(),
        message: finding.message.clone(),
        title: fix.title.clone(),
        applicability: fix.applicability,
    };
    let applied = applied.iter().map(done).collect();
    let fixed = Fixed { model, analysis, output: Some(written), applied, refused: Vec::new() };
    Attempt::Better(Box::new(Better { fixed, keys, kept }))
}

/// Those whose finding remains. Of equal findings, as many remain as are not fewer.
fn vain<'f>(
    (old, before): (&Model, &Analysis),
    (new, after): (&Model, &Analysis),
    kept: &KeptPieces,
    applied: &[Candidate<'f>],
) -> Vec<Candidate<'f>> {
    let (of_old, of_new) = (Keys::new(old), Keys::new(new));
    let moved = |candidate: Candidate<'_>| of_old.of(candidate).moved(kept);
    let old_counts = key::counts(key::fixable(&before.findings).filter_map(moved));
    let new_counts = key::counts(key::fixable(&after.findings).map(|candidate| of_new.of(candidate)));
    let mut unfixed = old_counts;
    for key in applied.iter().filter_map(|candidate| moved(*candidate)) {
        unfixed.entry(key).and_modify(|count| *count -= 1);
    }
    let mut remain: HashMap<Key, usize> = HashMap::new();
    for (key, count) in new_counts {
        let others = unfixed.get(&key).copied().unwrap_or_default();
        remain.insert(key, count.saturating_sub(others));
    }
    let mut is_vain = |candidate: &Candidate<'_>| {
        let count = moved(*candidate).and_then(|key| remain.get_mut(&key)).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    };
    applied.iter().filter(|candidate| is_vain(candidate)).copied().collect()
}

fn refuse(model: &Model, candidates: &[Candidate<'_>], why: &str) -> Attempt {
    let keys = Keys::new(model);
    let refused = candidates.iter().map(|&(finding, fix)| {
        let refused = RefusedFix { rule: finding.rule.clone(), title: fix.title.clone(), why: why.to_owned() };
        (keys.of((finding, fix)), refused)
    });
    Attempt::Refused(refused.collect())
}

/// Applies edits of the graph to a copy. What is impossible before another fix is tried again after it; `why` is the
/// reason why the last one is.
fn graph_edits<'f>(model: &Model, candidates: &[Candidate<'f>]) -> (Model, Vec<Candidate<'f>>, String) {
    let mut model = model.clone();
    let mut why = String::new();
    let removed_import = |(_, fix): &Candidate<'_>| match fix.edits[..] {
        [FixEdit::RemoveOpset { index }] => Some(index),
        _ => None,
    };
    // There may be very many imports, which are removed together.
    let mut is_applied: Vec<bool> = candidates.iter().map(|candidate| removed_import(candidate).is_some()).collect();
    // Several findings may have the same fix.
    let hasher = RandomState::new();
    let hashes: Vec<u64> = candidates.iter().map(|(_, fix)| hash_of(&fix.edits, &hasher)).collect();
    let mut done: HashSet<u64> = HashSet::new();
    let order = readers_first(&model, candidates);
    loop {
        let before = is_applied.clone();
        for (at, (_, fix)) in order.iter().map(|&at| (at, candidates[at])).filter(|(at, _)| !before[*at]) {
            if !done.contains(&hashes[at]) {
                if let Err(error) = apply::apply(&mut model, fix) {
                    why = error.to_string();
                    continue;
                }
                done.insert(hashes[at]);
            }
            is_applied[at] = true;
        }
        if is_applied == before {
            break;
        }
    }
    model.remove_opsets(&candidates.iter().filter_map(removed_import).collect());
    let applied = candidates.iter().zip(is_applied).filter_map(|(candidate, done)| done.then_some(*candidate));
    let applied = applied.collect();
    (model, applied, why)
}

/// The hash of the text of edits, which contain floats and so have no hash of their own.
fn hash_of(edits: &[FixEdit], hasher: &RandomState) -> u64 {
    struct Hashed(DefaultHasher);
    impl fmt::Write for Hashed {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hashed = Hashed(hasher.build_hasher());
    // Writing to it cannot fail.
    let _ = fmt::write(&mut hashed, format_args!("{edits:?}"));
    hashed.0.finish()
}

/// The positions of fixes in the order in which they are applied: a node can be removed only after its readers, which are
/// later nodes, also by what their bodies read, or nodes in bodies. Otherwise, the last ones come first.
fn readers_first(model: &Model, candidates: &[Candidate<'_>]) -> Vec<usize> {
    let node_of = |at: usize| candidates[at].0.place.node;
    let nodes: BTreeSet<NodeId> = (0..candidates.len()).filter_map(node_of).collect();
    let nodes: Vec<NodeId> = nodes.into_iter().collect();
    let captures = Captures::new(model);
    let reads = |node: NodeId| {
        let own = model.inputs(node).iter().filter_map(|operand| operand.value());
        own.chain(captures.of_node(node).iter().map(|captured| captured.value))
    };
    let positions: HashMap<NodeId, usize> = order::sorted_by(model, &nodes, reads).into_iter().zip(0..).collect();
    let depths = depths(model);
    let place = |node: NodeId| Some((depths[model.node(node).graph.index()], positions.get(&node)?));
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_cached_key(|&at| Reverse((node_of(at).and_then(place), at)));
    order
}

/// By graph: in how many bodies it is.
fn depths(model: &Model) -> Vec<u32> {
    let mut depths = vec![0; model.graphs.len()];
    for graph in model.graph_ids() {
        // A body comes after the graph that holds it.
        if let GraphRole::Body { owner, .. } = model.graph(graph).role {
            depths[graph.index()] = depths[model.node(owner).graph.index()] + 1;
        }
    }
    depths
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
            counts.entry(finding.rule.code()).or_insert((0, finding.rule.name())).0 += finding.stands_for().max(1);
        }
        counts
    }
    let old = count(old);
    let grown = count(new).into_iter().find(|(code, (count, _))| old.get(code).is_none_or(|(known, _)| count > known));
    grown.map(|(code, (_, name))| format!("{code} {name}"))
}
