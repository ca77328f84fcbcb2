//! `--fix` and `--diff`: repairs files in place, or shows what would change.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use super::{Check, LintArgs};
use crate::cli::atomic_write::AtomicWrites;
use crate::cli::input::Input;
use crate::cli::{console, exit};
use crate::diagnostic::{Diagnostic, counted};
use crate::fix::{Applicability, AppliedFix, FixOptions, Fixed, fix};
use crate::graph::Model;
use crate::options::CurrentNode;
use crate::print::{self, ListingOptions};
use crate::render::{one_line, write_line_diff};
use crate::write::WriteOutput;

/// How many findings that were refused are listed.
const MOST_REFUSED: usize = 20;

/// The first findings for which nothing was done, with the reason, and the number of the others: a run may have very many, and
/// each text has the path of its file.
#[derive(Default)]
pub(super) struct Refused {
    listed: Vec<String>,
    more: usize,
}

impl Refused {
    pub(super) fn extend(&mut self, texts: impl IntoIterator<Item = String>) {
        let mut texts = texts.into_iter();
        let room = MOST_REFUSED - self.listed.len();
        self.listed.extend(texts.by_ref().take(room));
        self.more += texts.count();
    }

    pub(super) fn merge(&mut self, other: Refused) {
        self.extend(other.listed);
        self.more += other.more;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Says what was not done; `done` is what was not done to the others.
    pub(super) fn say(&self, done: &str) {
        self.lines(done).iter().for_each(|text| console::note(text));
    }

    fn lines(&self, done: &str) -> Vec<String> {
        let verb = if self.more == 1 { "was" } else { "were" };
        let more = (self.more > 0).then(|| format!("{} more {verb} not {done}", self.more));
        self.listed.iter().cloned().chain(more).collect()
    }
}

/// What was fixed, or would be: fixes by the name of their rule, and files.
#[derive(Default)]
pub(super) struct FixSummary {
    by_rule: BTreeMap<String, usize>,
    files: usize,
    /// How many findings remain.
    remaining: usize,
    /// The findings that remain although a fix was tried, with the reason.
    refused: Refused,
}

impl FixSummary {
    pub(super) fn add(&mut self, path: &str, (fixed, remaining): (&Fixed, usize)) {
        self.remaining += remaining;
        self.files += usize::from(!fixed.applied.is_empty());
        for applied in &fixed.applied {
            *self.by_rule.entry(applied.rule.name().to_owned()).or_default() += 1;
        }
        let refused = fixed.refused.iter();
        self.refused
            .extend(refused.map(|r| format!("`{path}`: {} was not fixed ({}): {}", r.rule.code(), r.title, r.why)));
    }

    /// Adds what was fixed in other files.
    pub(super) fn merge(&mut self, other: FixSummary) {
        self.files += other.files;
        self.remaining += other.remaining;
        other.by_rule.into_iter().for_each(|(rule, count)| *self.by_rule.entry(rule).or_default() += count);
        self.refused.merge(other.refused);
    }

    /// How many findings were fixed, or would be.
    pub(super) fn count(&self) -> usize {
        self.by_rule.values().sum()
    }

    /// `fixed 3 of 5 findings in 2 files: 2 no-op-node, 1 unsorted-nodes`.
    fn line(&self, verb: &str) -> String {
        let rules: Vec<String> = self.by_rule.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
        let (count, files) = (self.count(), counted(self.files, "file"));
        match count {
            0 => format!("{verb} nothing: no finding has a fix that can be applied"),
            _ => {
                let all = counted(count + self.remaining, "finding");
                format!("{verb} {count} of {all} in {files}: {}", rules.join(", "))
            }
        }
    }

    /// Says what was fixed, and what was not.
    pub(super) fn say(&self, args: &LintArgs) {
        self.refused.say("fixed");
        console::note(&self.line(if args.fixes.diff { "would fix" } else { "fixed" }));
    }
}

/// Refuses combinations with `--fix` and `--diff` that have no meaning.
pub(super) fn check(args: &LintArgs, inputs: &[Input]) -> Result<(), String> {
    let fixes = &args.fixes;
    if fixes.unsafe_fixes && !fixes.fix && !fixes.diff {
        return Err("`--unsafe-fixes` has no effect without `--fix` or `--diff`".to_owned());
    }
    let has_stdin = inputs.iter().any(Input::is_stdin);
    if fixes.fix && !fixes.diff && has_stdin {
        return Err("standard input cannot be fixed in place; pass a file, or use `--diff`".to_owned());
    }
    if fixes.add_ignores && has_stdin {
        return Err("suppressions cannot be added to standard input; pass a file".to_owned());
    }
    Ok(())
}

impl Check<'_> {
    /// The options of fixes in a file.
    pub(super) fn fix_options(&self, job: usize, unsafe_fixes: bool) -> FixOptions {
        FixOptions { unsafe_fixes, read: self.args.files.read.options(), analysis: self.options(job) }
    }

    /// Fixes the findings of a model that the run would show. Returns how many of them remain.
    pub(super) fn fixed(&self, job: usize, model: &Model, current: &CurrentNode) -> (Fixed, usize) {
        let settings = self.settings(job);
        let mut options = self.fix_options(job, self.args.fixes.unsafe_fixes);
        options.analysis.current_node = Some(current.clone());
        let is_shown = |model: &Model, finding: &Diagnostic| settings.shows(model, finding);
        let fixed = fix(model.clone(), &options, is_shown);
        let remaining = fixed.analysis.findings.iter().filter(|finding| is_shown(&fixed.model, finding)).count();
        (fixed, remaining)
    }
}

/// Writes a fixed model over its files, all of them or none. A directory from elsewhere may contain links to any file of the
/// user, so only one that the user named is written through.
pub(super) fn write_back(input: &Input, model: &Model, output: &WriteOutput) -> Result<(), String> {
    let Some(path) = model.source().path() else { return Err("the model has no file".to_owned()) };
    let cannot = |path: &Path, error: io::Error| format!("cannot write to `{}`: {error}", path.display());
    let weights = output.weights.as_ref().and_then(|_| model.data_files().first()).map(|file| file.path());
    if let Some(link) = [Some(path), weights].into_iter().flatten().find(|path| input.walked && path.is_symlink()) {
        return Err(format!(
            "cannot write to `{}`: it is a symbolic link that was found in a directory; pass the path of the model to \
             replace the target of the link",
            link.display()
        ));
    }
    let mut pending = AtomicWrites::default();
    // The weights first: the model must never refer to missing bytes.
    if let (Some(new), Some(old)) = (&output.weights, model.data_files().first())
        && old.bytes().is_none_or(|bytes| *bytes != new.to_bytes())
    {
        pending.add(old.path(), new).map_err(|error| cannot(old.path(), error))?;
    }
    pending.add(path, &output.model).map_err(|error| cannot(path, error))?;
    pending.commit().map_err(|(path, error)| cannot(&path, error))
}

/// The difference between the listings of a model and of its fixed form; what the listing does not show, by its title.
pub(super) struct Difference {
    applied: Vec<AppliedFix>,
    before: String,
    after: String,
}

impl Difference {
    /// The new model is gone before the listing of the old one takes memory.
    pub(super) fn new(before: &Model, fixed: Fixed) -> Difference {
        let Fixed { model, analysis, output, applied, .. } = fixed;
        drop((analysis, output));
        let after = listed(&model);
        drop(model);
        Difference { applied, before: listed(before), after }
    }

    pub(super) fn write(&self, out: &mut dyn Write, path: &str) -> io::Result<()> {
        let path = one_line(path);
        writeln!(out, "--- {path}\n+++ {path}")?;
        for applied in &self.applied {
            let kind = if applied.applicability == Applicability::Unsafe { " (unsafe)" } else { "" };
            writeln!(out, "# {}: {}{kind}", applied.rule.code(), one_line(&applied.title))?;
        }
        write_line_diff(out, &self.before, &self.after)
    }
}

fn listed(model: &Model) -> String {
    if model.format().is_text() {
        return String::from_utf8_lossy(model.source().bytes()).into_owned();
    }
    let mut text = print::listing(model, &ListingOptions { weights: false, hashes: true }).text;
    text.shrink_to_fit();
    text
}

/// The exit code of `--diff`: whether something would change.
pub(super) fn diff_code(summary: &FixSummary) -> u8 {
    if summary.count() > 0 { exit::FINDINGS } else { exit::OK }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_findings_of_a_run_that_are_refused_are_listed_in_part() {
        let of = |file: &str, count: usize| {
            let mut refused = Refused::default();
            refused.extend((0..count).map(|at| format!("{file}{at}")));
            refused
        };
        let mut all = of("a", 15);
        assert_eq!(all.lines("fixed").len(), 15);
        all.merge(of("b", 6));
        assert_eq!(all.lines("fixed")[15..], ["b0", "b1", "b2", "b3", "b4", "1 more was not fixed"]);
        all.merge(of("c", 5_000));
        assert_eq!(
            (all.listed.len(), all.lines("suppressed")[20..].join(", ")),
            (20, "5001 more were not suppressed".into())
        );
    }
}
