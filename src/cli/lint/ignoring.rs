//! `--add-ignores`: adds suppressions to files in place.

use std::collections::BTreeMap;

use super::Check;
use super::fixing::{Refused, write_back};
use crate::analyze::analyze;
use crate::cli::console;
use crate::diagnostic::counted;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::infer::again::WorkBudget;
use crate::rewrite::PatchedFile;
use crate::source::Source;
use crate::suppress::{NotSuppressed, suppress};
use crate::write::WriteOutput;

/// In one run, findings may come to light that a limit had cut off; each round suppresses those that are shown.
const ROUNDS: usize = 3;

/// What was suppressed: findings by the name of their rule, and files.
#[derive(Default)]
pub(super) struct IgnoreSummary {
    by_rule: BTreeMap<String, usize>,
    files: usize,
    /// The findings that cannot be suppressed, with the reason.
    refused: Refused,
}

impl IgnoreSummary {
    pub(super) fn merge(&mut self, other: IgnoreSummary) {
        self.files += other.files;
        other.by_rule.into_iter().for_each(|(rule, count)| *self.by_rule.entry(rule).or_default() += count);
        self.refused.merge(other.refused);
    }

    /// `suppressed 3 findings in 2 files: 2 no-op-node, 1 dead-node`.
    fn line(&self) -> String {
        let rules: Vec<String> = self.by_rule.iter().map(|(rule, count)| format!("{count} {rule}")).collect();
        match self.by_rule.values().sum() {
            0 if self.refused.is_empty() => "suppressed nothing: there are no findings".to_owned(),
            0 => "suppressed nothing: no finding can be suppressed".to_owned(),
            count => {
                let (findings, files) = (counted(count, "finding"), counted(self.files, "file"));
                format!("suppressed {findings} in {files}: {}", rules.join(", "))
            }
        }
    }

    /// Says what was suppressed, and what was not.
    pub(super) fn say(&self) {
        self.refused.say("suppressed");
        console::note(&self.line());
    }
}

impl Check<'_> {
    /// Writes the suppressions. Returns the model with them.
    pub(super) fn ignored(
        &self,
        job: usize,
        mut now: (Model, Analysis),
    ) -> Result<((Model, Analysis), IgnoreSummary), String> {
        let input = &self.inputs[job];
        let name = &input.name;
        let settings = self.settings(job);
        let (mut done, mut last) = (IgnoreSummary::default(), None);
        let mut budget = WorkBudget::new(&now.0);
        for round in 0..ROUNDS {
            let (model, analysis) = &now;
            // What is found beyond that stays in the report.
            if round > 0 && !budget.take(analysis.work) {
                break;
            }
            let shown = analysis.findings.iter().filter(|finding| settings.shows(model, finding));
            let found =
                suppress(model, shown).map_err(|error| format!("cannot suppress findings of `{name}`: {error}"))?;
            done.refused = Refused::default();
            done.refused.extend(found.refused.iter().map(|refused| refusal(name, model, refused)));
            let bytes = found.file.map(|file| file.to_bytes());
            let Some(bytes) = bytes.filter(|bytes| bytes != raw(model)) else { break };
            found.added.iter().for_each(|rule| *done.by_rule.entry(rule.name().to_owned()).or_default() += 1);
            done.files = 1;
            // The model is gone before the new one is read.
            let source = model.source().clone().with_bytes(bytes.clone());
            drop(now);
            now = self.read_again(job, source);
            last = Some(bytes);
        }
        if let Some(bytes) = last {
            let mut file = PatchedFile::default();
            file.push(bytes);
            write_back(input, &now.0, &WriteOutput { model: file, weights: None })?;
        }
        Ok((now, done))
    }

    fn read_again(&self, job: usize, source: Source) -> (Model, Analysis) {
        let model = Model::read(source, &self.args.files.read.options());
        let analysis = analyze(&model, &self.options(job));
        (model, analysis)
    }
}

/// The bytes of the file; those of the source may be in another encoding.
fn raw(model: &Model) -> &bytes::Bytes {
    if model.format() == crate::dialect::Format::OnnxText { model.source().bytes() } else { model.records() }
}

fn refusal(path: &str, model: &Model, refused: &NotSuppressed) -> String {
    let place = refused.finding.place.node.map_or(String::new(), |node| format!(" at {}", model.describe(node)));
    format!("`{path}`: {}{place} was not suppressed: {}", refused.finding.rule.code(), refused.why)
}
