//! Fixes applied: findings are repaired in rounds, and the model is written, read, and analyzed again after each.
//!
//! A [`Diagnostic`] may carry a [`Fix`]. A round applies all fixes that do not exclude each other, as edits of the graph or,
//! where the graph cannot hold what is wrong, as edits of the text. A fix that adds an error is taken back. Records that
//! no fix concerns keep their bytes.

mod key;
mod round;
mod text;

use std::collections::HashSet;

pub use crate::fix_edit::{Applicability, Fix, FixEdit, FixValue};

use crate::analyze::analyze;
use crate::diagnostic::Diagnostic;
use crate::format::ReadOptions;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::limits::memory_of_copies;
use crate::options::AnalysisOptions;
use crate::rule::RuleRef;
use crate::rules::limit_exceeded;
use crate::write::WriteOutput;
use key::{Key, Keys};
use round::Attempt;

/// The maximum number of rounds and attempts of one call.
const MOST_ROUNDS: usize = 10;
const MOST_ATTEMPTS: usize = 100;
/// The cost that the attempts on a file of any size may have, and for each of its bytes if that is more. The reason of a fix
/// that is not tried states both.
const LEAST_COST: usize = 200_000;
const COST_OF_A_BYTE: usize = 2;

/// Bounds on the work of one call. What is left remains a finding, and is refused with the reason.
struct Budget {
    /// Rounds. A fix may make another one possible: a node without readers is removed after its last reader.
    rounds: usize,
    /// The times that the model is written, with those that are taken back.
    attempts: usize,
    /// What they cost in total, as [`attempt_cost`] counts it.
    cost: usize,
    /// The most bytes that are held at one time, as [`held_bytes`] counts them.
    memory: usize,
}

impl Budget {
    /// In proportion to the file, so that a large model has several attempts, too. Only nodes of a few bytes each need more
    /// memory.
    fn of(model: &Model) -> Budget {
        let bytes = model.source().bytes().len();
        let cost = LEAST_COST.max(COST_OF_A_BYTE.saturating_mul(bytes));
        Budget { rounds: MOST_ROUNDS, attempts: MOST_ATTEMPTS, cost, memory: memory_of_copies(bytes) }
    }

    /// Why no further attempt is made, with the limit that was reached; `None` if none was.
    fn spent(&self) -> Option<String> {
        let limit = if self.rounds == 0 {
            format!("{MOST_ROUNDS} rounds")
        } else if self.attempts == 0 {
            format!("{MOST_ATTEMPTS} attempts")
        } else if self.cost == 0 {
            format!(
                "attempts that cost {LEAST_COST} records, or {COST_OF_A_BYTE} for each byte of the file if that is more"
            )
        } else {
            return None;
        };
        Some(format!("not tried, because one run is limited to {limit}; run the fixes again"))
    }
}

/// The bytes, about, of this many models with their analyses, and of the new files of all but the first.
fn held_bytes(model: &Model, analysis: &Analysis, models: usize) -> usize {
    const FINDING: usize = 1_000;
    /// An edited model has a list of the readers of each value, and what a node reads instead is behind what it read.
    const EDITED_OPERAND: usize = 32;
    /// Rules about weights list the constants.
    const CONSTANT: usize = 72;
    /// The reader has two tables of imports by their domain.
    const IMPORT: usize = 90;
    let held = model.memory() + analysis.facts.memory() + FINDING * analysis.findings.len();
    let work = EDITED_OPERAND * model.operands.len() + CONSTANT * model.tensors.len() + IMPORT * model.opsets.len();
    let files = (models - 1).saturating_mul(model.source().bytes().len());
    models.saturating_mul(held).saturating_add(work).saturating_add(files)
}

/// The bytes, about, of what fixes add to the model for each node that they edit without a finding of its own.
fn edited_bytes(model: &Model, candidates: &[Candidate<'_>]) -> usize {
    /// A new name, and the node as it was before.
    const NAMED_NODE: usize = 240;
    let named = |edit: &FixEdit| match *edit {
        FixEdit::NameNodes { graph } => model.nodes_of(graph).filter(|&node| model.node(node).name.is_empty()).count(),
        _ => 0,
    };
    NAMED_NODE * candidates.iter().flat_map(|(_, fix)| &fix.edits).map(named).sum::<usize>()
}

/// The bytes, about, of what is told of the fixes.
fn list_bytes(fixed: &Fixed) -> usize {
    let applied = |fix: &AppliedFix| size_of::<AppliedFix>() + fix.message.len() + fix.title.len();
    let refused = |fix: &RefusedFix| size_of::<RefusedFix>() + fix.title.len() + fix.why.len();
    fixed.applied.iter().map(applied).sum::<usize>() + fixed.refused.iter().map(refused).sum::<usize>()
}

/// What one attempt costs, in records of the model: it is copied, written, read, and analyzed, which was work before, and each
/// finding of the new model is written and compared with the old ones. Long names and texts count, and tensors do not.
pub(crate) fn attempt_cost(model: &Model, analysis: &Analysis) -> usize {
    const FINDING: usize = 20;
    const BYTES_OF_A_RECORD: usize = 16;
    let results: usize = model.graphs.iter().map(|graph| graph.outputs.len()).sum();
    let records = model.nodes.len() + model.operands.len() + model.values.len() + model.attributes.len() + results;
    let tensors: u64 = model.tensors.iter().map(|tensor| tensor.span.len()).sum();
    let text = model.source().bytes().len().saturating_sub(usize::try_from(tensors).unwrap_or(usize::MAX));
    1 + records + analysis.work + text / BYTES_OF_A_RECORD + FINDING * analysis.findings.len()
}

/// A finding with its fix.
type Candidate<'f> = (&'f Diagnostic, &'f Fix);

/// The fixes that were applied, and the files with them.
type Written<'f> = (Vec<Candidate<'f>>, WriteOutput);

/// How a model is fixed.
#[derive(Clone, Debug, Default)]
pub struct FixOptions {
    /// Whether fixes that guess the intention are applied, too.
    pub unsafe_fixes: bool,
    /// How the model was read; what a round wrote is read in the same way.
    pub read: ReadOptions,
    /// The options of the analysis, whose findings are fixed.
    pub analysis: AnalysisOptions,
}

/// A model after its fixes.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fixed {
    /// The model, as read from what was written; the given one if nothing was fixed.
    pub model: Model,
    /// Its analysis: the findings that remain.
    pub analysis: Analysis,
    /// The new bytes; `None` if nothing was fixed.
    pub output: Option<WriteOutput>,
    /// The fixes that were applied, in order.
    pub applied: Vec<AppliedFix>,
    /// The fixes that were not: why.
    pub refused: Vec<RefusedFix>,
}

/// A fix that was applied.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct AppliedFix {
    /// The rule of the finding.
    pub rule: RuleRef,
    /// The message of the finding.
    pub message: String,
    /// What was done.
    pub title: String,
    /// Whether the intention was guessed.
    pub applicability: Applicability,
}

/// A fix that was not applied.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct RefusedFix {
    /// The rule of the finding.
    pub rule: RuleRef,
    /// What was not done.
    pub title: String,
    /// Why.
    pub why: String,
}

/// Fixes the findings of a model that `wanted` selects.
///
/// ```
/// use shapewright::fix::{FixOptions, fix};
/// use shapewright::graph::Model;
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[N] x) => (float[N] y) {
///   y = Relu (a)
///   a = Relu (x)  # kept
/// }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let fixed = fix(model, &FixOptions::default(), |_, _| true);
/// assert_eq!(fixed.applied[0].title, "sort the nodes of the graph");
/// assert!(fixed.analysis.findings.is_empty());
/// let written = fixed.output.unwrap().model.to_bytes();
/// assert!(String::from_utf8_lossy(&written).contains("\n  a = Relu (x)\n  y = Relu (a)"));
/// ```
pub fn fix(model: Model, options: &FixOptions, wanted: impl Fn(&Model, &Diagnostic) -> bool) -> Fixed {
    let budget = Budget::of(&model);
    fix_within(model, options, wanted, budget)
}

fn fix_within(
    model: Model,
    options: &FixOptions,
    wanted: impl Fn(&Model, &Diagnostic) -> bool,
    mut budget: Budget,
) -> Fixed {
    let analysis = analyze(&model, &options.analysis);
    let mut fixed = Fixed { model, analysis, output: None, applied: Vec::new(), refused: Vec::new() };
    let mut done: HashSet<Key> = HashSet::new();
    let mut most = usize::MAX;
    loop {
        let candidates = candidates(&fixed, options, &wanted, &done, most);
        if candidates.is_empty() {
            break;
        }
        // The caller may hold the first model besides the last one and the one that is tried.
        let models = if fixed.output.is_some() { 3 } else { 2 };
        let held = held_bytes(&fixed.model, &fixed.analysis, models)
            .saturating_add(edited_bytes(&fixed.model, &candidates))
            .saturating_add(list_bytes(&fixed));
        let why = if is_cut(&fixed.model) {
            Some(CUT.to_owned())
        } else if held > budget.memory {
            Some(TOO_LARGE.to_owned())
        } else {
            budget.spent()
        };
        if let Some(why) = why {
            let untried = untried(&fixed, options, &wanted, &done, &why);
            fixed.refused.extend(untried);
            break;
        }
        budget.attempts -= 1;
        budget.cost = budget.cost.saturating_sub(attempt_cost(&fixed.model, &fixed.analysis));
        match round::attempt((&fixed.model, &fixed.analysis), options, &candidates) {
            Attempt::Better(better) => {
                done = done.into_iter().filter_map(|key| key.moved(&better.kept)).chain(better.keys).collect();
                let (mut applied, refused) = (fixed.applied, fixed.refused);
                applied.extend(better.fixed.applied);
                fixed = Fixed { applied, refused, ..better.fixed };
                budget.rounds -= 1;
                most = usize::MAX;
            }
            // Fewer are tried.
            Attempt::Worse(count) => most = count / 2,
            Attempt::Refused(refused) => {
                done.extend(refused.iter().map(|(key, _)| *key));
                fixed.refused.extend(refused.into_iter().map(|(_, refused)| refused));
                most = usize::MAX;
            }
        }
    }
    fixed
}

/// The files after the fix of a single finding, at this position of the analysis; `None` if it has no fix that `fix` would
/// apply, or the model was not read completely, or is too large to be held together with a fixed one.
#[cfg(feature = "text")]
pub(crate) fn alone(model: &Model, analysis: &Analysis, options: &FixOptions, at: usize) -> Option<WriteOutput> {
    let finding = analysis.findings.get(at)?;
    let candidate = (&**finding, finding.fix.as_deref()?);
    let held = held_bytes(model, analysis, 2).saturating_add(edited_bytes(model, &[candidate]));
    if is_cut(model) || held > Budget::of(model).memory {
        return None;
    }
    match round::attempt((model, analysis), options, &[candidate]) {
        Attempt::Better(better) => better.fixed.output,
        _ => None,
    }
}

/// Whether a limit cut off a part of the model. What a fix would break there is not found.
fn is_cut(model: &Model) -> bool {
    model.findings().iter().any(|finding| finding.rule == &limit_exceeded::RULE)
}

/// Why the fixes of such a model are refused.
const CUT: &str = "not tried, because a limit cut off a part of the model (FM011), where the fix could cause errors; change it as the help \
                   of the finding says";

/// Why the fixes of a large model are refused.
const TOO_LARGE: &str = "not tried, because the model and its analysis are too large to be held in memory together with a fixed one; change it \
                         as the help of the finding says";

/// Those that were not tried, with the reason.
fn untried(
    fixed: &Fixed,
    options: &FixOptions,
    wanted: impl Fn(&Model, &Diagnostic) -> bool,
    done: &HashSet<Key>,
    why: &str,
) -> Vec<RefusedFix> {
    let refused = |(finding, fix): Candidate<'_>| RefusedFix {
        rule: finding.rule.clone(),
        title: fix.title.clone(),
        why: why.to_owned(),
    };
    candidates(fixed, options, wanted, done, usize::MAX).into_iter().map(refused).collect()
}

/// The findings to fix, at most this many.
fn candidates<'f>(
    fixed: &'f Fixed,
    options: &FixOptions,
    wanted: impl Fn(&Model, &Diagnostic) -> bool,
    done: &HashSet<Key>,
    most: usize,
) -> Vec<Candidate<'f>> {
    let is_applicable = |fix: &Fix| options.unsafe_fixes || fix.applicability == Applicability::Safe;
    let keys = Keys::new(&fixed.model);
    let is_done = |candidate| !done.is_empty() && done.contains(&keys.of(candidate));
    let chosen = key::fixable(&fixed.analysis.findings).filter(|(_, fix)| is_applicable(fix));
    let chosen = chosen.filter(|&(finding, fix)| !is_done((finding, fix)) && wanted(&fixed.model, finding));
    chosen.take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::FactStore;
    use crate::graph::{Declaration, Node, Operand, OpsetImport, Value};
    use crate::limits::Limits;
    use crate::source::Source;

    /// The fix of the second node would cause an error about its attribute, so the two are tried together, then the first
    /// alone, then the second alone.
    const TYPOS: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N] x) => (float[N] y) {
  a = Relo (x)
  y = LeakyRelo <alpa = 0.1> (a)
}"#;

    /// What was applied, and why each other fix was not.
    fn applied_and_refused(budget: Budget) -> (Vec<String>, Vec<String>) {
        applied_and_refused_in(TYPOS, budget)
    }

    fn applied_and_refused_in(text: &str, budget: Budget) -> (Vec<String>, Vec<String>) {
        let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
        let options = FixOptions { unsafe_fixes: true, ..FixOptions::default() };
        let fixed = fix_within(model, &options, |_, _| true, budget);
        let applied = fixed.applied.into_iter().map(|applied| applied.title).collect();
        (applied, fixed.refused.into_iter().map(|refused| refused.why).collect())
    }

    #[test]
    fn what_the_budget_leaves_is_refused_with_the_reason() {
        const FIRST: &str = "rename the operator `Relo` to `Relu`";
        let of = |applied: &[&str], why: &[&str]| {
            let [applied, why] = [applied, why].map(|list| list.iter().map(|&text| text.to_owned()).collect());
            (applied, why)
        };
        let refused =
            |rounds, attempts, cost| applied_and_refused(Budget { rounds, attempts, cost, memory: usize::MAX });
        let [rounds, attempts, cost] = [
            "not tried, because one run is limited to 10 rounds; run the fixes again",
            "not tried, because one run is limited to 100 attempts; run the fixes again",
            "not tried, because one run is limited to attempts that cost 200000 records, or 2 for each byte of the file \
             if that is more; run the fixes again",
        ];
        assert_eq!(refused(10, 100, 500_000), of(&[FIRST], &["it would cause OP104 unknown-attribute"]));
        assert_eq!(refused(1, 100, 500_000), of(&[FIRST], &[rounds]));
        assert_eq!(refused(10, 2, 500_000), of(&[FIRST], &[attempts]));
        assert_eq!(refused(10, 1, 500_000), of(&[], &[attempts, attempts]));
        assert_eq!(refused(10, 100, 1), of(&[], &[cost, cost]));
    }

    #[test]
    fn imports_are_removed_together() {
        let imports = ["\"ai.onnx.ml\" : 3"; 4].join(", ");
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18, {imports}]>\n\
             g (float[N] x) => (float[N] y) {{ y = ai.onnx.ml.Normalizer (x) }}"
        );
        let budget = Budget { rounds: 1, attempts: 1, cost: 500_000, memory: usize::MAX };
        let second = "remove the second import of ai.onnx.ml 3".to_owned();
        assert_eq!(applied_and_refused_in(&text, budget), (vec![second; 3], Vec::new()));
    }

    /// The first attempt has both fixes, the second one of them, and the third the other one after it.
    #[test]
    fn records_that_take_too_much_memory_are_not_held_again() {
        // Nodes that stay, so that three models take more than two although the first fix removes a finding.
        let inner: String = (1..9).map(|at| format!("  b{at} = Abs (b{})\n", at - 1)).collect();
        let nodes = format!("  b0 = Abs (x)\n{inner}");
        let text = TYPOS.replace("  a = Relo (x)\n", &format!("{nodes}  a = Relo (b8)\n"));
        let of = |memory| applied_and_refused_in(&text, Budget { rounds: 10, attempts: 100, cost: 500_000, memory });
        let model = Model::read(Source::from_bytes("m.onnxtxt", text.clone()), &ReadOptions::default());
        let analysis = analyze(&model, &FixOptions::default().analysis);
        // Eleven nodes with an input and an output, the input of the graph, and two findings.
        let least = 11 * (size_of::<Node>() + size_of::<Operand>())
            + 2 * size_of::<Declaration>()
            + 12 * (size_of::<Value>() + FactStore::BYTES_OF_A_FACT)
            + 2 * 1_000;
        let [two, three] = [2, 3].map(|models| held_bytes(&model, &analysis, models));
        assert!(two > 2 * least + text.len() && three > 3 * least + 2 * text.len());
        assert_eq!(of(two - 1), (Vec::new(), vec![TOO_LARGE.to_owned(); 2]));
        let (applied, refused) = of(two);
        assert_eq!((applied.len(), refused), (1, vec![TOO_LARGE.to_owned()]));
        assert!(!of(three).1.contains(&TOO_LARGE.to_owned()));
    }

    #[test]
    fn a_model_that_a_limit_cut_off_is_not_fixed() {
        let applied_and_refused = |max_records| {
            let read = ReadOptions { limits: Limits { max_records, ..Limits::default() }, ..ReadOptions::default() };
            let model = Model::read(Source::from_bytes("m.onnxtxt", TYPOS), &read);
            let options = FixOptions { unsafe_fixes: true, ..FixOptions::default() };
            let fixed = fix(model, &options, |_, _| true);
            let why: Vec<String> = fixed.refused.into_iter().map(|refused| refused.why).collect();
            (fixed.applied.len(), why)
        };
        assert_eq!(applied_and_refused(10), (0, vec![CUT.to_owned()]));
        assert_eq!(applied_and_refused(100), (1, vec!["it would cause OP104 unknown-attribute".to_owned()]));
    }

    #[test]
    fn imports_are_held_by_both_models_and_looked_up_by_one() {
        let held = |imports: usize| {
            let imports: String = (0..imports).map(|at| format!(", \"d{at}\" : 1")).collect();
            let text = format!(
                "<ir_version: 9, opset_import: [\"\" : 18{imports}]>\ng (float[N] x) => (float[N] y) {{ y = Abs (x) }}"
            );
            let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
            held_bytes(&model, &Analysis::empty(&model), 2)
        };
        // The domain, its name, and the version; `90` for the tables.
        assert!(held(100) - held(0) > 100 * (2 * (size_of::<OpsetImport>() + 16) + 90));
    }

    /// Of the optional rules, the one whose fix names nodes.
    fn only_names() -> FixOptions {
        let only = Some(vec![(&crate::rules::unnamed_node::RULE).into()]);
        let analysis = AnalysisOptions { enabled_rules: only, ..AnalysisOptions::default() };
        FixOptions { analysis, ..FixOptions::default() }
    }

    #[test]
    fn a_new_name_has_the_start_of_a_long_operator() {
        let operator = "o".repeat(40);
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18, \"my\" : 1]>\ng (float[N] x) => (float[N] y, float[N] z) {{ \
             y = my.{operator} (x)\nz = my.{operator}s (x) }}"
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let fixed = fix(model, &only_names(), |_, _| true).model;
        let names: Vec<&str> = fixed.nodes.iter().map(|node| fixed.name(node.name)).collect();
        assert_eq!(names, [format!("{operator}_y"), format!("{operator}_z")]);
    }

    #[test]
    fn the_names_of_many_nodes_take_memory() {
        let nodes: String = (1..9).map(|at| format!("  b{at} = Abs (b{})\n", at - 1)).collect();
        let nodes = format!("{nodes}  [named] c = Abs (b8)\n");
        let text = format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] b0) => (float[N] c) {{\n{nodes}}}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let options = only_names();
        let analysis = analyze(&model, &options.analysis);
        let named = held_bytes(&model, &analysis, 2) + 8 * 240;
        let refused = |memory| {
            let budget = Budget { rounds: 10, attempts: 100, cost: 500_000, memory };
            fix_within(model.clone(), &options, |_, _| true, budget).refused.len()
        };
        assert_eq!([named - 1, named].map(refused), [1, 0]);
    }
}
