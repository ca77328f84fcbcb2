//! Diagnostics: the problem, its place, and the next step.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::rule::{Level, Rule};

use crate::dialect::Dialect;
use crate::fix_edit::Fix;
use crate::place::{Part, Place};
use crate::rule::RuleRef;
use crate::short_text::{LONGEST_TEXT, SHORT_TEXT, shorten_to, start_of};

/// `1 error`, `2 errors`, `2 entries`, `2 axes`.
pub(crate) fn counted(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let endings = [("axis", "axes"), ("index", "indices"), ("y", "ies"), ("", "s")];
    let plural = || endings.iter().find_map(|(one, many)| Some(format!("{number} {}{many}", noun.strip_suffix(one)?)));
    if number == "1" { format!("1 {noun}") } else { plural().unwrap_or_default() }
}

/// Valid keywords, as they follow "expected".
pub(crate) fn one_of(words: &[&str]) -> String {
    match words {
        [word] => (*word).to_owned(),
        [a, b] => format!("{a} or {b}"),
        _ => format!("one of {}", words.join(", ")),
    }
}

/// The verb for this many things.
pub(crate) fn are(number: impl fmt::Display) -> &'static str {
    if number.to_string() == "1" { "is" } else { "are" }
}

/// A value in a finding for programs to read.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum DiagnosticValue {
    /// An integer.
    Int(i128),
    /// A text.
    Text(String),
    /// Several.
    List(Vec<DiagnosticValue>),
}

impl DiagnosticValue {
    fn each_text_mut(&mut self, visit: &mut impl FnMut(&mut String)) {
        match self {
            DiagnosticValue::Int(_) => {}
            DiagnosticValue::Text(text) => visit(text),
            DiagnosticValue::List(values) => values.iter_mut().for_each(|value| value.each_text_mut(visit)),
        }
    }

    fn sum_of_texts(&self, of: &impl Fn(&String) -> usize) -> usize {
        match self {
            DiagnosticValue::Int(_) => 0,
            DiagnosticValue::Text(text) => of(text),
            DiagnosticValue::List(values) => values.iter().map(|value| value.sum_of_texts(of)).sum(),
        }
    }
}

impl From<i128> for DiagnosticValue {
    fn from(value: i128) -> DiagnosticValue {
        DiagnosticValue::Int(value)
    }
}

impl From<i64> for DiagnosticValue {
    fn from(value: i64) -> DiagnosticValue {
        DiagnosticValue::Int(value.into())
    }
}

impl From<u64> for DiagnosticValue {
    fn from(value: u64) -> DiagnosticValue {
        DiagnosticValue::Int(value.into())
    }
}

impl From<usize> for DiagnosticValue {
    fn from(value: usize) -> DiagnosticValue {
        DiagnosticValue::Int(value as i128)
    }
}

impl From<&str> for DiagnosticValue {
    fn from(value: &str) -> DiagnosticValue {
        DiagnosticValue::Text(value.to_owned())
    }
}

impl From<String> for DiagnosticValue {
    fn from(value: String) -> DiagnosticValue {
        DiagnosticValue::Text(value)
    }
}

impl<T: Into<DiagnosticValue>> From<Vec<T>> for DiagnosticValue {
    fn from(values: Vec<T>) -> DiagnosticValue {
        DiagnosticValue::List(values.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for DiagnosticValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagnosticValue::Int(value) => value.fmt(f),
            DiagnosticValue::Text(text) => text.fmt(f),
            DiagnosticValue::List(items) => {
                f.write_str("[")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
                }
                f.write_str("]")
            }
        }
    }
}

/// Another place that explains a finding.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// What the place shows.
    pub text: String,
}

/// One finding: what a rule reports about a place. An operator or a pass creates it with [`Diagnostic::new`], adds
/// details, and reports it to [`InferContext`](crate::ops::InferContext);
/// [`Analysis::findings`](crate::infer::Analysis::findings) contains them.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The violated rule.
    pub rule: RuleRef,
    /// The severity.
    pub level: Level,
    /// One sentence with the element, the value as written and the expected values.
    pub message: String,
    /// The place that the finding is about.
    pub place: Place,
    /// What the place shows, shorter than the message; may be empty.
    pub label: String,
    /// Other places that explain the finding.
    pub related: Vec<Label>,
    /// What the specification says, and which tools diverge.
    pub notes: Vec<String>,
    /// The next step.
    pub help: Vec<String>,
    /// The values in the message, for programs.
    pub data: Vec<(&'static str, DiagnosticValue)>,
    /// What repairs it, if that is known.
    pub fix: Option<Box<Fix>>,
    overridden: bool,
    exact_outputs: bool,
    /// The number of findings that are not listed and that this one stands for.
    unlisted: usize,
}

impl Diagnostic {
    /// A finding of this rule at this place. Its level is the rule's for the model's dialect.
    pub fn new(rule: impl Into<RuleRef>, place: Place, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            rule: rule.into(),
            level: Level::Error,
            message: message.into(),
            place,
            label: String::new(),
            related: Vec::new(),
            notes: Vec::new(),
            help: Vec::new(),
            data: Vec::new(),
            fix: None,
            overridden: false,
            exact_outputs: false,
            unlisted: 0,
        }
    }

    /// Stands for findings of a rule that are not listed because there are too many. It is one of their rule and level, so
    /// what selects, ignores, or fails on them also does on it.
    fn unlisted(rule: &RuleRef, level: Level, count: usize) -> Diagnostic {
        let message = format!("{} of this rule {} not listed", counted(count, &format!("more {level}")), are(count));
        let finding = Diagnostic::new(rule.clone(), Place::FILE, message)
            .level(level)
            .note("the number of findings that are listed is limited: `max_diagnostics` in docs/limits.md")
            .help("correct the listed ones first, or ignore the rule for the whole file")
            .data("unlisted", count);
        Diagnostic { unlisted: count, ..finding }
    }

    /// How many findings that are not listed it stands for; 0 for all but the last finding of a rule of which there are too
    /// many.
    pub fn stands_for(&self) -> usize {
        self.unlisted
    }

    /// Sets what the place shows. A text of more than 500 bytes ends there.
    #[must_use]
    pub fn label(mut self, text: impl fmt::Display) -> Diagnostic {
        self.label = start_of(text);
        self
    }

    /// Adds another place that explains the finding, with what it shows, as for [`Diagnostic::label`]; the finding's own place
    /// does not change.
    #[must_use]
    pub fn related(mut self, place: Place, text: impl fmt::Display) -> Diagnostic {
        self.related.push(Label { place, text: start_of(text) });
        self
    }

    /// Adds a note: what the specification says, with operator and version, or which tool diverges, with its version.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Sets the next step, imperative and in lower case; the default is the rule's.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Adds a value in the message for programs. It is part of the fingerprint, so it must be stable between runs: no
    /// index of a node.
    #[must_use]
    pub fn data(mut self, key: &'static str, value: impl Into<DiagnosticValue>) -> Diagnostic {
        self.data.push((key, value.into()));
        self
    }

    /// Sets what repairs it.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Diagnostic {
        self.fix = Some(Box::new(fix));
        self
    }

    /// An error that leaves no doubt about the outputs: every tool that accepts the node computes the same.
    #[must_use]
    pub(crate) fn with_exact_outputs(mut self) -> Diagnostic {
        self.exact_outputs = true;
        self
    }

    /// Whether the node cannot be evaluated: an error, unless it leaves no doubt about the outputs.
    pub(crate) fn prevents_evaluation(&self) -> bool {
        self.level == Level::Error && !self.exact_outputs
    }

    /// Sets the level, overriding the rule's default for the dialect.
    #[must_use]
    pub fn level(mut self, level: Level) -> Diagnostic {
        self.level = level;
        self.overridden = true;
        self
    }

    /// Removes the middle of texts with more than this many bytes.
    fn shorten(&mut self, longest: usize) {
        let Diagnostic { message, label, related, notes, help, data, .. } = self;
        let texts = [message, label].into_iter().chain(related.iter_mut().map(|r| &mut r.text));
        texts.chain(notes).chain(help).for_each(|text| shorten_to(text, longest));
        data.iter_mut().for_each(|(_, value)| value.each_text_mut(&mut |text| shorten_to(text, longest)));
    }

    /// The bytes of its long texts.
    fn long_text(&self) -> usize {
        let texts = [&self.message, &self.label].into_iter().chain(self.related.iter().map(|r| &r.text));
        let long = |text: &String| if text.len() > SHORT_TEXT { text.len() } else { 0 };
        let data = self.data.iter().map(|(_, value)| value.sum_of_texts(&long));
        texts.chain(&self.notes).chain(&self.help).map(long).chain(data).sum()
    }

    /// Its level in a model of this dialect.
    pub(crate) fn level_in(&self, dialect: Dialect) -> Level {
        if self.overridden { self.level } else { self.rule.level(dialect) }
    }

    /// The rule and the place.
    fn fault(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.rule.code(), self.place).hash(&mut hasher);
        hasher.finish()
    }

    /// The identity of a finding: a fault is reported once however often its node is inferred.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.rule.code(), self.place).hash(&mut hasher);
        for (key, value) in &self.data {
            (key, value.to_string()).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// The bytes that long texts of all findings may have before they are cut to [`SHORT_TEXT`].
const MAX_LONG_TEXT: usize = 2 << 20;

/// The visit of a graph in which a finding is reported.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// Whether the graph was visited before. Another finding of a rule at one place is then the first one again, with
    /// other facts.
    pub(crate) revisit: bool,
    /// Whether the graph may run. Errors in unreachable code become warnings.
    pub(crate) reachable: bool,
}

impl Visit {
    pub(crate) const FIRST: Visit = Visit { revisit: false, reachable: true };
}

/// The number of findings of each rule that are kept in any case, so that those of other rules never hide it.
const FIRST_OF_RULE: usize = 20;

/// The findings of one rule and level.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    kept: usize,
    dropped: usize,
}

/// Collects findings. Equal ones are kept once, and at most a limit of each level: many notes never hide an error. The first
/// findings of each rule are kept beyond it, and one finding of each rule and level stands for those that are not.
#[derive(Debug)]
pub struct Diagnostics {
    dialect: Dialect,
    limit: usize,
    /// The maximum number of each level.
    kept: [usize; 3],
    seen: HashSet<u64>,
    /// Rules and places of reported findings, for nodes that are inferred again with other facts.
    faults: HashSet<u64>,
    findings: Vec<Arc<Diagnostic>>,
    tallies: HashMap<(RuleRef, Level), Tally>,
    /// The bytes that long texts of findings may still take; further ones are cut to a shorter length.
    long_text_left: usize,
    /// Whether an error was omitted because another one explains it.
    omitted_consequence: bool,
    /// The number of findings so far, including those that were dropped or omitted.
    received: usize,
}

impl Diagnostics {
    /// An empty sink for a model of this dialect that keeps at most `limit` findings of each level.
    pub fn new(dialect: Dialect, limit: usize) -> Diagnostics {
        Diagnostics {
            dialect,
            limit,
            kept: [0; 3],
            seen: HashSet::new(),
            faults: HashSet::new(),
            findings: Vec::new(),
            tallies: HashMap::new(),
            long_text_left: MAX_LONG_TEXT,
            omitted_consequence: false,
            received: 0,
        }
    }

    /// Omits an error of a node that another error explains.
    pub(crate) fn omit_consequence(&mut self, visit: Visit) {
        self.received += 1;
        self.omitted_consequence |= visit.reachable;
    }

    /// Whether every omitted error has an error that explains it: no fault is hidden.
    pub(crate) fn explains_omissions(&self) -> bool {
        let is_error = |finding: &Arc<Diagnostic>| finding.level == Level::Error;
        !self.omitted_consequence || self.dropped() > 0 || self.findings.iter().any(is_error)
    }

    /// The dialect whose levels apply.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Takes a finding. Its texts are shortened where a name in the file makes them too long.
    pub fn report(&mut self, finding: Diagnostic) {
        self.report_in(Visit::FIRST, finding);
    }

    /// Takes a finding that was reported in this visit of a graph.
    pub(crate) fn report_in(&mut self, visit: Visit, mut finding: Diagnostic) {
        self.received += 1;
        finding.level = finding.level_in(self.dialect);
        if !visit.reachable && finding.level == Level::Error {
            finding.level = Level::Warning;
            finding.notes.push("the condition is known, and this branch never runs".to_owned());
        }
        if !self.admits(visit, &finding) {
            return;
        }
        if finding.help.is_empty() {
            finding.help.push(finding.rule.help().to_owned());
        }
        finding.shorten(if self.long_text_left > 0 { LONGEST_TEXT } else { SHORT_TEXT });
        self.long_text_left = self.long_text_left.saturating_sub(finding.long_text());
        self.findings.push(Arc::new(finding));
    }

    /// Takes a finding that another sink has.
    pub(crate) fn take(&mut self, finding: &Arc<Diagnostic>) {
        if finding.unlisted > 0 {
            return self.count_dropped(finding.rule.clone(), finding.level, finding.unlisted);
        }
        self.received += 1;
        if self.admits(Visit::FIRST, finding) {
            self.findings.push(finding.clone());
        }
    }

    /// Takes the findings of another sink of the same model.
    pub(crate) fn append(&mut self, other: Diagnostics) {
        other.into_findings().iter().for_each(|finding| self.take(finding));
    }

    /// Counts a finding; whether it is to be kept: it is new, and the limit is not reached.
    fn admits(&mut self, visit: Visit, finding: &Diagnostic) -> bool {
        let (key, fault) = (finding.key(), finding.fault());
        if self.seen.contains(&key) || visit.revisit && self.faults.contains(&fault) {
            return false;
        }
        let tally = self.tallies.entry((finding.rule.clone(), finding.level)).or_default();
        let kept = &mut self.kept[finding.level as usize];
        // Of what is dropped, nothing but the number is stored.
        if *kept >= self.limit && tally.kept >= FIRST_OF_RULE.min(self.limit) {
            tally.dropped += 1;
            return false;
        }
        *kept += 1;
        tally.kept += 1;
        self.seen.insert(key);
        self.faults.insert(fault);
        true
    }

    /// Moves the findings from position `first` on to their graphs: the reader dropped the node that they are about,
    /// and another node gets its id.
    pub(crate) fn detach(&mut self, first: usize) {
        for finding in self.findings.iter_mut().skip(first) {
            let finding = Arc::make_mut(finding);
            finding.place = Place { node: None, part: Part::Whole, ..finding.place };
        }
    }

    /// Of the errors from position `first` on that `belongs` selects, keeps the one with the lowest rank, because they
    /// have the same cause. Returns it; `None` if there is no such error.
    pub(crate) fn keep_one(
        &mut self,
        first: usize,
        belongs: impl Fn(&Diagnostic) -> bool,
        rank: impl Fn(&Diagnostic) -> u8,
    ) -> Option<&mut Diagnostic> {
        let selected = |finding: &Arc<Diagnostic>| finding.level == Level::Error && belongs(finding);
        let rest = self.findings.split_off(first.min(self.findings.len()));
        let (mut joined, mut others): (Vec<_>, Vec<_>) = rest.into_iter().partition(selected);
        let best = (0..joined.len()).min_by_key(|&at| rank(&joined[at]));
        self.kept[Level::Error as usize] -= joined.len().saturating_sub(1);
        let kept = best.map(|at| joined.swap_remove(at));
        self.findings.append(&mut others);
        self.findings.extend(kept);
        if best.is_some() { self.findings.last_mut().map(Arc::make_mut) } else { None }
    }

    /// Of each group of errors, which are given by their positions, keeps the first, because all have the same cause. It is as
    /// `told` makes it of it and the others, and comes after all findings that are in no group.
    pub(crate) fn join(
        &mut self,
        groups: &[Vec<usize>],
        mut told: impl FnMut(Diagnostic, &[Arc<Diagnostic>]) -> Diagnostic,
    ) {
        let mut findings: Vec<Option<Arc<Diagnostic>>> =
            std::mem::take(&mut self.findings).into_iter().map(Some).collect();
        let mut kept = Vec::new();
        for group in groups {
            let joined: Vec<Arc<Diagnostic>> = group.iter().filter_map(|&at| findings[at].take()).collect();
            let [first, others @ ..] = &joined[..] else { continue };
            self.kept[Level::Error as usize] -= others.len();
            kept.push(Arc::new(told(Diagnostic::clone(first), others)));
        }
        self.findings = findings.into_iter().flatten().chain(kept).collect();
    }

    /// Changes findings that were reported before their whole cause was known, and drops those for which `keep` returns
    /// `false`.
    pub(crate) fn revise(&mut self, keep: impl FnMut(&mut Arc<Diagnostic>) -> bool) {
        self.findings.retain_mut(keep);
        self.kept = [0; 3];
        for finding in &self.findings {
            self.kept[finding.level as usize] += 1;
        }
    }

    /// Changes the texts of a finding that was reported before its whole cause was known.
    pub(crate) fn change(&mut self, at: usize, change: impl FnOnce(&mut Diagnostic)) {
        if let Some(finding) = self.findings.get_mut(at) {
            change(Arc::make_mut(finding));
        }
    }

    /// Counts findings that are not kept.
    pub(crate) fn count_dropped(&mut self, rule: impl Into<RuleRef>, level: Level, count: usize) {
        if count > 0 {
            self.received += count;
            self.tallies.entry((rule.into(), level)).or_default().dropped += count;
        }
    }

    /// How many findings of a level are kept.
    pub(crate) fn kept_of(&self, level: Level) -> usize {
        self.kept[level as usize]
    }

    /// Whether further findings of this level are only counted, so that they need no complete message.
    pub(crate) fn is_full_of(&self, level: Level) -> bool {
        self.kept[level as usize] >= self.limit
    }

    /// Whether further findings of this rule and level are only counted, so that they need no message.
    pub(crate) fn only_counts(&self, rule: &'static Rule, level: Level) -> bool {
        let kept = self.tallies.get(&(rule.into(), level)).map_or(0, |tally| tally.kept);
        self.is_full_of(level) && kept >= FIRST_OF_RULE.min(self.limit)
    }

    /// The number of findings so far, including those that were dropped, omitted, or known: while it is the same, nothing
    /// was found.
    pub(crate) fn received(&self) -> usize {
        self.received
    }

    /// How many findings were dropped because there were too many.
    pub fn dropped(&self) -> usize {
        self.tallies.values().map(|tally| tally.dropped).sum()
    }

    /// The findings so far that are kept.
    pub fn findings(&self) -> &[Arc<Diagnostic>] {
        &self.findings
    }

    /// The findings, in order of arrival, and after them one for each rule and level of which some are not kept.
    pub fn into_findings(self) -> Vec<Arc<Diagnostic>> {
        let mut findings = self.findings;
        let mut unlisted: Vec<_> = self.tallies.into_iter().filter(|(_, tally)| tally.dropped > 0).collect();
        unlisted.sort_by(|((a, a_level), _), ((b, b_level), _)| (b_level, a.code()).cmp(&(a_level, b.code())));
        let finding = |((rule, level), tally): ((RuleRef, Level), Tally)| {
            Arc::new(Diagnostic::unlisted(&rule, level, tally.dropped))
        };
        findings.extend(unlisted.into_iter().map(finding));
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_notes_do_not_hide_an_error() {
        let mut sink = Diagnostics::new(Dialect::Onnx, 2);
        let finding =
            |level, n: u64| Diagnostic::new(&crate::rules::cycle::RULE, Place::FILE, "").level(level).data("n", n);
        (0..5).for_each(|n| sink.report(finding(Level::Note, n)));
        sink.report(finding(Level::Error, 9));
        assert_eq!(sink.findings().iter().map(|f| f.level).max(), Some(Level::Error));
        assert_eq!((sink.findings().len(), sink.dropped()), (3, 3));
    }

    #[test]
    fn texts_of_many_findings_are_cut_to_a_shorter_length() {
        let mut sink = Diagnostics::new(Dialect::Onnx, usize::MAX);
        let text = |length| "n".repeat(length);
        let finding = |n: usize| Diagnostic::new(&crate::rules::cycle::RULE, Place::FILE, text(2_000)).data("n", n);
        let most = MAX_LONG_TEXT / 2_000 + 1;
        (0..=most).for_each(|n| sink.report(finding(n).help(text(400))));
        let lengths = |at: usize| (sink.findings()[at].message.len(), sink.findings()[at].help[0].len());
        assert_eq!(lengths(most - 1), (2_000, 400));
        assert_eq!(lengths(most), (SHORT_TEXT + "[...]".len(), 400));
    }
}
