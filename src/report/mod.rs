//! What is told of files: findings with their places resolved, so that a model can be dropped before they are printed.

mod annotated_listing;
mod excerpt;
mod fingerprint;
mod locate;
mod onnx_text;
mod unknown;

use std::collections::HashSet;

pub(crate) use annotated_listing::{Page, PageMark, PageValue};
pub(crate) use excerpt::Excerpt;
pub(crate) use fingerprint::Identity;
pub(crate) use locate::Location;
pub(crate) use unknown::{is_unknown, is_vague, why_unknown};

use crate::diagnostic::{Diagnostic, DiagnosticValue};
use crate::dialect::Format;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::place::Place;
use crate::print::{self, ListingOptions};
use crate::rule::Level;
use crate::rule::Rule;

/// What is told of one file.
#[derive(Debug)]
pub(crate) struct FileReport {
    /// The path as given, with `/` on every system.
    pub(crate) path: String,
    /// What kind of file it is.
    pub(crate) format: Format,
    /// The version of the format, if the file gives one.
    pub(crate) ir_version: Option<i64>,
    /// ONNX: imported operator sets, each domain once.
    pub(crate) opsets: Vec<(String, i64)>,
    /// Nodes of all graphs.
    pub(crate) nodes: usize,
    /// What is wrong, in file order.
    pub(crate) findings: Vec<Finding>,
    /// Findings that were dropped because there were too many.
    pub(crate) dropped: usize,
    /// Findings that somebody has said not to report.
    pub(crate) suppressed: usize,
    /// Findings below the least level that is shown.
    pub(crate) hidden: usize,
    /// Rule and level of what is not shown: below the least level, or too much.
    pub(crate) unshown: Vec<(&'static Rule, Level)>,
    /// The level at which a finding fails the run; `None` if none does.
    pub(crate) fails_at: Option<Level>,
    /// The listing with its types, for a report that shows it.
    pub(crate) page: Option<Page>,
}

/// What becomes of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is reported, at this level.
    Report(Level),
    /// It is counted among those that somebody has said not to report.
    Suppress,
    /// Nobody has asked for it.
    Drop,
}

/// One finding, independent of the model that it is about.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) rule: &'static Rule,
    pub(crate) level: Level,
    pub(crate) message: String,
    pub(crate) location: Location,
    /// The location in ids, which mean something to the model only.
    place: Place,
    /// The lines to show, the primary place's first; empty where the file has none to show.
    pub(crate) excerpts: Vec<Excerpt>,
    pub(crate) notes: Vec<String>,
    pub(crate) help: Vec<String>,
    pub(crate) data: Vec<(&'static str, DiagnosticValue)>,
    /// Equal for the same finding in another version of the file; unique in the report of one file.
    pub(crate) fingerprint: String,
    /// What gives the fingerprint under another path.
    pub(crate) identity: Identity,
}

/// How many findings of each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) errors: usize,
    pub(crate) warnings: usize,
    pub(crate) notes: usize,
}

impl Counts {
    /// Counts the findings of a file.
    pub(crate) fn of(findings: &[Finding]) -> Counts {
        let mut counts = Counts::default();
        findings.iter().for_each(|finding| counts.count(finding.level));
        counts
    }

    /// Counts one finding.
    pub(crate) fn count(&mut self, level: Level) {
        *self.of_level(level) += 1;
    }

    /// Takes one of a level away; whether there was one.
    fn take(&mut self, level: Level) -> bool {
        let left = self.of_level(level);
        let any = *left > 0;
        *left -= usize::from(any);
        any
    }

    fn of_level(&mut self, level: Level) -> &mut usize {
        match level {
            Level::Error => &mut self.errors,
            Level::Warning => &mut self.warnings,
            Level::Note => &mut self.notes,
        }
    }

    /// Adds those of another file.
    pub(crate) fn add(&mut self, other: Counts) {
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
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

/// What is told of all files together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) files: usize,
    pub(crate) nodes: usize,
    pub(crate) counts: Counts,
    pub(crate) dropped: usize,
    pub(crate) suppressed: usize,
    pub(crate) hidden: usize,
    /// Whether a finding of some file fails the run.
    pub(crate) failed: bool,
    pub(crate) exit_code: u8,
}

impl Summary {
    /// Adds a file.
    pub(crate) fn add(&mut self, file: &FileReport) {
        self.files += 1;
        self.nodes += file.nodes;
        self.dropped += file.dropped;
        self.suppressed += file.suppressed;
        self.hidden += file.hidden;
        let counts = Counts::of(&file.findings);
        self.failed |= file.findings.iter().any(|finding| file.fails(finding.level));
        self.counts.add(counts);
    }
}

impl FileReport {
    /// What is told of a model that reports call `path`: the findings that `judge` has reported.
    pub(crate) fn new(
        path: &str,
        model: &Model,
        analysis: &Analysis,
        judge: impl Fn(&Diagnostic) -> Verdict,
    ) -> FileReport {
        let mut domains = HashSet::new();
        let opsets = model.opsets().iter().filter(|o| domains.insert(o.domain));
        let (mut shown, mut suppressed) = (Vec::new(), 0);
        for finding in &analysis.findings {
            match judge(finding) {
                Verdict::Report(level) => shown.push((finding, level)),
                Verdict::Suppress => suppressed += 1,
                Verdict::Drop => {}
            }
        }
        let noted = analysis.suppressed.iter().filter(|finding| judge(finding) != Verdict::Drop);
        suppressed += noted.count();
        FileReport {
            path: path.to_owned(),
            format: model.format(),
            ir_version: model.ir_version(),
            opsets: opsets.map(|o| (model.name(o.domain).to_owned(), o.version)).collect(),
            nodes: model.graphs().map(|g| model.nodes_of(g).len()).sum(),
            findings: findings(path, model, &shown),
            dropped: analysis.dropped,
            suppressed,
            hidden: 0,
            unshown: Vec::new(),
            fails_at: Some(Level::Error),
            page: None,
        }
    }
}

impl FileReport {
    /// Takes away what is below a level. What fails the run is always shown.
    pub(crate) fn hide_below(&mut self, level: Level) {
        let least = self.fails_at.map_or(level, |fails| fails.min(level));
        self.hidden += self.keep(|finding| finding.level >= least);
    }

    /// Keeps so many findings, the gravest, in file order. Returns how many go.
    pub(crate) fn keep_most_severe(&mut self, most: usize) -> usize {
        let counts = Counts::of(&self.findings);
        let errors = counts.errors.min(most);
        let warnings = counts.warnings.min(most - errors);
        let mut room = Counts { errors, warnings, notes: most - errors - warnings };
        let gone = self.keep(|finding| room.take(finding.level));
        self.dropped += gone;
        gone
    }

    /// Shows only the findings that hold. Returns how many go.
    fn keep(&mut self, mut holds: impl FnMut(&Finding) -> bool) -> usize {
        let (mut kept, unshown) = (Vec::with_capacity(self.findings.len()), &mut self.unshown);
        self.findings.retain(|finding| {
            let keeps = holds(finding);
            kept.push(keeps);
            unshown.extend((!keeps).then_some((finding.rule, finding.level)));
            keeps
        });
        if let Some(page) = &mut self.page {
            page.keep(&kept);
        }
        kept.len() - self.findings.len()
    }

    /// Whether a finding of this level fails the run.
    pub(crate) fn fails(&self, level: Level) -> bool {
        self.fails_at.is_some_and(|least| level >= least)
    }

    /// Rule and level of what fails the run and is not shown.
    pub(crate) fn unshown_failures(&self) -> impl Iterator<Item = (&'static Rule, Level)> {
        self.unshown.iter().copied().filter(|(_, level)| self.fails(*level))
    }
}

/// Reports errors, and nothing else.
pub(crate) fn errors(finding: &Diagnostic) -> Verdict {
    if finding.level == Level::Error { Verdict::Report(Level::Error) } else { Verdict::Drop }
}

fn findings(path: &str, model: &Model, shown: &[(&Diagnostic, Level)]) -> Vec<Finding> {
    if shown.is_empty() {
        return Vec::new();
    }
    let listing =
        (!model.format().is_text()).then(|| print::listing(model, &ListingOptions { weights: false, hashes: false }));
    let text = listing.as_ref().map_or(&model.source().bytes()[..], |l| l.text.as_bytes());
    let locator = locate::Locator::new(model, listing.as_ref(), text);
    let mut identities = fingerprint::Identities::default();
    let finding = |(found, level): &(&Diagnostic, Level)| {
        let location = locator.location(&found.place);
        let identity = identities.of(model, found);
        let (excerpts, unplaced) = excerpt::of(&locator, found);
        Finding {
            rule: found.rule,
            level: *level,
            message: found.message.clone(),
            location,
            place: found.place,
            excerpts,
            notes: found.notes.iter().cloned().chain(unplaced).collect(),
            help: found.help.clone(),
            data: found.data.clone(),
            fingerprint: identity.under(path),
            identity,
        }
    };
    shown.iter().map(finding).collect()
}
