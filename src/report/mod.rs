//! Reports on files: findings with resolved locations, so that a model can be dropped before they are printed.

// Only the command line selects, hides, and groups findings.
#![cfg_attr(not(feature = "cli"), allow(dead_code, unused_imports))]

#[cfg(feature = "cli")]
mod annotated_listing;
mod excerpt;
mod file_changes;
#[cfg(feature = "render")]
mod fingerprint;
mod grouping;
mod locate;
mod onnx_text;
mod proposed_fix;

use std::collections::HashSet;
use std::sync::Arc;

#[cfg(feature = "cli")]
pub(crate) use annotated_listing::{Page, PageMark, PageValue};
pub(crate) use excerpt::Excerpt;
#[cfg_attr(not(feature = "render"), allow(unused_imports))]
pub(crate) use file_changes::{FileChanges, Replacement};
#[cfg(feature = "render")]
pub(crate) use fingerprint::Identity;
pub(crate) use grouping::{Cause, Group};
pub(crate) use locate::Locator;
pub use locate::{Location, Region};
pub use proposed_fix::{ProposedEdit, ProposedFix};

use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
#[cfg(feature = "cli")]
use crate::fix::attempt_cost;
use crate::fix_edit::Applicability;
use crate::graph::Model;
use crate::infer::Analysis;
pub(crate) use crate::infer::unknown::{is_unknown, is_vague, why_unknown};
use crate::print::{self, ListingOptions};
use crate::rule::Level;
use crate::rule::RuleRef;
use crate::rules;
use crate::unread_weights::UnreadWeights;
#[cfg(feature = "cli")]
use crate::write::WriteOutput;

/// The most fixes of a file whose changes are shown: for each, the model is written and analyzed.
#[cfg(feature = "cli")]
const MOST_SHOWN_CHANGES: usize = 100;

/// The most that these attempts cost in total, as [`attempt_cost`](crate::fix::attempt_cost) counts it.
#[cfg(feature = "cli")]
const MAX_ATTEMPT_COST: usize = 200_000;

/// The number of fixes whose changes are shown. A large model with few findings shows one whatever it costs.
#[cfg(feature = "cli")]
fn max_shown_changes(cost_of_one: usize, findings: usize) -> usize {
    const FEW: usize = 1_000;
    (MAX_ATTEMPT_COST / cost_of_one).clamp(usize::from(findings <= FEW), MOST_SHOWN_CHANGES)
}

/// The report on one file.
#[derive(Debug)]
pub(crate) struct FileReport {
    /// The path as given, with `/` on every system.
    pub(crate) path: String,
    /// The same as it is in the file system, where that is not UTF-8.
    pub(crate) path_bytes: Vec<u8>,
    /// The format of the file.
    pub(crate) format: Format,
    /// The version of the format, if the file contains one.
    pub(crate) ir_version: Option<i64>,
    /// ONNX: imported operator sets, each domain once.
    pub(crate) opsets: Vec<(String, i64)>,
    /// Nodes of all graphs.
    pub(crate) nodes: usize,
    /// The findings, in file order.
    pub(crate) findings: Vec<Finding>,
    /// The number of findings that were dropped because there were too many.
    pub(crate) dropped: usize,
    /// The constants whose weights the lints did not read.
    pub(crate) unread_weights: UnreadWeights,
    /// The number of suppressed findings.
    pub(crate) suppressed: usize,
    /// The number of findings below the minimum level that is shown.
    pub(crate) hidden: Counts,
    /// The minimum level of findings that are shown.
    shown_from: Level,
    /// Rule and level of findings that are not shown: those below the minimum level, and those that were dropped.
    pub(crate) unshown: Vec<(RuleRef, Level)>,
    /// The minimum level of findings that fail the run; `None` if no finding does.
    pub(crate) fails_at: Option<Level>,
    /// Whether similar findings are shown individually.
    pub(crate) individually: bool,
    /// The listing with its types, for a report that shows it.
    #[cfg(feature = "cli")]
    pub(crate) page: Option<Page>,
}

/// The verdict on a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// Report it at this level.
    Report(Level),
    /// Count it at this level without showing it.
    Hide(Level),
    /// Count it as suppressed.
    Suppress,
    /// Ignore it: its rule is not selected.
    Drop,
}

/// One finding, independent of the model that it is about.
#[derive(Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The finding of the analysis, with its rule, its message, the next steps, and the parts of the message as data.
    pub diagnostic: Arc<Diagnostic>,
    /// The level at which it is reported.
    pub level: Level,
    /// Where it is.
    pub location: Location,
    /// Other locations that it is about, each with what is there.
    pub related: Vec<(Location, String)>,
    /// The lines to show, those of the primary location first; empty if there are none.
    pub(crate) excerpts: Vec<Excerpt>,
    /// What locations without a line show.
    unplaced: Vec<String>,
    /// What repairs it, if one edit follows from the model.
    pub fix: Option<Box<ProposedFix>>,
    /// The position in the analysis.
    position: usize,
    /// Equal for the same finding in another version of the file; unique in the report of one file.
    #[cfg(feature = "render")]
    pub(crate) fingerprint: String,
    /// From which the fingerprint for another path is computed.
    #[cfg(feature = "render")]
    pub(crate) identity: Identity,
}

impl Finding {
    /// The rule.
    pub fn rule(&self) -> &RuleRef {
        &self.diagnostic.rule
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.diagnostic.message
    }

    /// What else is known.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.diagnostic.notes.iter().chain(&self.unplaced).map(String::as_str)
    }

    /// The next steps.
    pub fn help(&self) -> &[String] {
        &self.diagnostic.help
    }
}

/// The number of findings of each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
}

impl Counts {
    /// Counts the findings of a file.
    pub(crate) fn new(findings: &[Finding]) -> Counts {
        let mut counts = Counts::default();
        findings.iter().for_each(|finding| counts.count(finding.level));
        counts
    }

    /// Counts one finding.
    pub(crate) fn count(&mut self, level: Level) {
        *self.of_level(level) += 1;
    }

    /// Removes one finding of a level. Returns whether there was one.
    fn take(&mut self, level: Level) -> bool {
        let count = self.of_level(level);
        let any = *count > 0;
        *count -= usize::from(any);
        any
    }

    fn of_level(&mut self, level: Level) -> &mut usize {
        match level {
            Level::Error => &mut self.errors,
            Level::Warning => &mut self.warnings,
            Level::Note => &mut self.notes,
        }
    }

    /// Adds the counts of another file.
    pub(crate) fn add(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
    }

    /// These counts without some of them.
    fn minus(self, some: Counts) -> Counts {
        Counts {
            errors: self.errors - some.errors,
            warnings: self.warnings - some.warnings,
            notes: self.notes - some.notes,
        }
    }

    /// The number of findings at this level or above.
    pub(crate) fn at_least(self, level: Level) -> usize {
        match level {
            Level::Error => self.errors,
            Level::Warning => self.errors + self.warnings,
            Level::Note => self.errors + self.warnings + self.notes,
        }
    }
}

/// The number of findings with a fix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fixable {
    pub(crate) safe: usize,
    pub(crate) guessed: usize,
}

impl Fixable {
    /// Counts the fixes of a file.
    fn count(&mut self, file: &FileReport) {
        for fix in file.findings.iter().filter_map(|finding| finding.fix.as_deref()) {
            match fix.applicability {
                Applicability::Safe => self.safe += 1,
                Applicability::Unsafe => self.guessed += 1,
            }
        }
    }
}

/// The summary of all files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) files: usize,
    pub(crate) nodes: usize,
    pub(crate) unread_weights: UnreadWeights,
    pub(crate) counts: Counts,
    pub(crate) dropped: usize,
    pub(crate) suppressed: usize,
    pub(crate) hidden: usize,
    /// The findings that are not hidden and that have a fix.
    pub(crate) fixable: Fixable,
    /// Whether a finding of some file fails the run.
    pub(crate) failed: bool,
    pub(crate) exit_code: u8,
}

impl Summary {
    /// Adds a file.
    pub(crate) fn add(&mut self, file: &FileReport) {
        self.files += 1;
        self.nodes += file.nodes;
        self.unread_weights += file.unread_weights;
        self.dropped += file.dropped;
        self.suppressed += file.suppressed;
        self.hidden += file.hidden.at_least(Level::Note);
        self.fixable.count(file);
        self.failed |= file.findings.iter().any(|finding| file.fails(finding.level));
        self.counts.add(Counts::new(&file.findings));
        self.counts.add(file.hidden);
    }
}

impl FileReport {
    /// The report on a model with the name `path`: the findings that `judge` reports.
    pub(crate) fn new(
        path: &str,
        model: &Model,
        analysis: &Analysis,
        judge: impl Fn(&Diagnostic) -> Verdict,
    ) -> FileReport {
        let mut domains = HashSet::new();
        let opsets = model.opsets().iter().filter(|o| domains.insert(o.domain));
        let (mut shown, mut suppressed, mut hidden, mut unshown) = (Vec::new(), 0, Counts::default(), Vec::new());
        let mut dropped = 0;
        for (position, finding) in analysis.findings.iter().enumerate() {
            let verdict = judge(finding);
            if matches!(verdict, Verdict::Report(_) | Verdict::Hide(_)) {
                dropped += finding.stands_for();
            }
            match verdict {
                Verdict::Report(level) => shown.push((position, finding, level)),
                Verdict::Hide(level) => {
                    hidden.count(level);
                    unshown.push((finding.rule.clone(), level));
                }
                Verdict::Suppress => suppressed += 1,
                Verdict::Drop => {}
            }
        }
        let noted = analysis.suppressed.iter().filter(|finding| judge(finding) != Verdict::Drop);
        suppressed += noted.count();
        FileReport {
            path: path.to_owned(),
            path_bytes: path.into(),
            format: model.format(),
            ir_version: model.ir_version(),
            opsets: opsets.map(|o| (model.name(o.domain).to_owned(), o.version)).collect(),
            nodes: model.graphs().map(|g| model.nodes_of(g).len()).sum(),
            findings: findings(path, model, &shown),
            dropped,
            unread_weights: analysis.unread_weights,
            suppressed,
            hidden,
            shown_from: Level::Note,
            unshown,
            fails_at: Some(Level::Error),
            individually: false,
            #[cfg(feature = "cli")]
            page: None,
        }
    }
}

impl FileReport {
    /// Sets the minimum level of findings that fail the run, and of findings that are shown.
    #[cfg(feature = "cli")]
    pub(crate) fn set_levels(&mut self, fails_at: Option<Level>, shown_from: Level) {
        (self.fails_at, self.shown_from) = (fails_at, shown_from);
    }

    /// Whether a finding is shown.
    pub(crate) fn shows(&self, finding: &Finding) -> bool {
        finding.level >= self.shown_from
    }

    /// Hides the findings that are not shown.
    pub(crate) fn hide(&mut self) {
        let before = Counts::new(&self.findings);
        let min = self.shown_from;
        self.keep(|finding| finding.level >= min);
        self.hidden.add(before.minus(Counts::new(&self.findings)));
    }

    /// Finds out what the fixes change in the file. `written` is what the fix of the finding at a position of the analysis
    /// writes; it is asked for the first of many findings only, and if an attempt is cheap.
    #[cfg(feature = "cli")]
    pub(crate) fn show_changes(
        &mut self,
        (model, analysis): (&Model, &Analysis),
        written: impl Fn(usize) -> Option<WriteOutput>,
    ) {
        let fixable =
            self.findings.iter_mut().filter_map(|finding| Some((finding.position, finding.fix.as_deref_mut()?)));
        let most = max_shown_changes(attempt_cost(model, analysis), analysis.findings.len());
        for (position, fix) in fixable.take(most) {
            fix.changes = written(position).and_then(|written| FileChanges::new(model, &written));
        }
    }

    /// Keeps the `max` most severe findings, in file order. Returns the number of dropped findings.
    pub(crate) fn keep_most_severe(&mut self, max: usize) -> usize {
        let counts = Counts::new(&self.findings);
        let errors = counts.errors.min(max);
        let warnings = counts.warnings.min(max - errors);
        let mut room = Counts { errors, warnings, notes: max - errors - warnings };
        let dropped = self.keep(|finding| room.take(finding.level));
        self.dropped += dropped;
        dropped
    }

    /// Keeps the findings for which the predicate holds. Returns the number of removed findings.
    fn keep(&mut self, mut predicate: impl FnMut(&Finding) -> bool) -> usize {
        let (mut kept, unshown) = (Vec::with_capacity(self.findings.len()), &mut self.unshown);
        self.findings.retain(|finding| {
            let keeps = predicate(finding);
            kept.push(keeps);
            unshown.extend((!keeps).then_some((finding.rule().clone(), finding.level)));
            keeps
        });
        #[cfg(feature = "cli")]
        if let Some(page) = &mut self.page {
            page.keep(&kept);
        }
        kept.len() - self.findings.len()
    }

    /// Whether a finding of this level fails the run.
    pub(crate) fn fails(&self, level: Level) -> bool {
        self.fails_at.is_some_and(|min| level >= min)
    }

    /// Whether the file fails the run.
    pub(crate) fn has_failed(&self) -> bool {
        self.findings.iter().any(|finding| self.fails(finding.level)) || self.unshown_failures().next().is_some()
    }

    /// Rule and level of findings that fail the run but are not shown.
    pub(crate) fn unshown_failures(&self) -> impl Iterator<Item = (RuleRef, Level)> {
        self.unshown.iter().filter(|(_, level)| self.fails(*level)).cloned()
    }
}

/// Reports only errors, for commands that need the graph but not the weights: missing weights are no error there.
pub(crate) fn errors(finding: &Diagnostic) -> Verdict {
    let reported = finding.level == Level::Error && *finding.rule != rules::missing_weights::RULE;
    if reported { Verdict::Report(Level::Error) } else { Verdict::Drop }
}

#[cfg_attr(not(feature = "render"), allow(unused_variables))] // A fingerprint depends on the path.
fn findings(path: &str, model: &Model, shown: &[(usize, &Arc<Diagnostic>, Level)]) -> Vec<Finding> {
    if shown.is_empty() {
        return Vec::new();
    }
    let listing =
        (!model.format().is_text()).then(|| print::listing(model, &ListingOptions { weights: false, hashes: false }));
    let text = listing.as_ref().map_or(&model.source().bytes()[..], |l| l.text.as_bytes());
    let locator = locate::Locator::new(model, listing.as_ref(), text);
    #[cfg(feature = "render")]
    let mut identities = fingerprint::Identities::default();
    let finding = |&(position, found, level): &(usize, &Arc<Diagnostic>, Level)| {
        let location = locator.location(&found.place);
        #[cfg(feature = "render")]
        let identity = identities.identify(model, found);
        let (excerpts, unplaced) = excerpt::excerpts(&locator, found);
        Finding {
            diagnostic: found.clone(),
            level,
            location,
            related: found.related.iter().map(|label| (locator.location(&label.place), label.text.clone())).collect(),
            excerpts,
            unplaced,
            fix: found.fix.as_deref().map(|fix| Box::new(ProposedFix::new(&locator, fix))),
            position,
            #[cfg(feature = "render")]
            fingerprint: identity.under(path),
            #[cfg(feature = "render")]
            identity,
        }
    };
    shown.iter().map(finding).collect()
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use crate::report::max_shown_changes;

    #[test]
    fn large_models_show_the_changes_of_few_fixes() {
        for (cost, findings, expected) in
            [(500, 10, 100), (5_000, 50, 40), (300_000, 50, 1), (230_000, 10_000, 0), (100_000, 4_000, 2)]
        {
            assert_eq!(max_shown_changes(cost, findings), expected, "{cost} {findings}");
        }
    }
}
