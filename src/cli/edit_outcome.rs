//! What commands that edit a model share: one file read, edited, written, and reported.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;

use super::args::{ConfigArgs, Global};
use super::config::Configs;
use super::input::Input;
use super::model_output::{ExternalArgs, ExternalData, NewModel, OutputArgs};
use super::output::use_color;
use super::report::RunReport;
use super::run::Run;
use super::save::encode_with;
use super::{console, exit};
use crate::annotate::is_about_declaration;
use crate::diagnostic::Diagnostic;
use crate::facts::FactStore;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::ops::OperatorDef;
use crate::render::{self, EditCount, EditSummary, Full};
use crate::report::{self, FileReport, Verdict};
use crate::rewrite::Rewrite;
use crate::rule::Level;
use crate::rules;
use crate::write::{self, WriteOutput};

/// The report of a command that edits a model.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditFormat {
    /// Human-readable
    Full,
    /// One JSON object
    Json,
}

/// The outcome for a model.
#[derive(Default)]
pub(super) struct EditOutcome {
    /// What findings are reported of.
    pub(super) analysis: Option<Analysis>,
    pub(super) counts: Vec<EditCount>,
    /// Lines that follow the findings.
    pub(super) lines: Vec<String>,
    /// The new model, if there is one.
    pub(super) written: Option<WriteOutput>,
    /// The file that it was written to.
    pub(super) output: Option<String>,
    /// Why nothing was written, and the exit code.
    pub(super) failure: Option<(String, u8)>,
}

/// Where an edited model and its data go.
pub(super) struct NewFiles<'a> {
    pub(super) args: &'a OutputArgs,
    /// What happens to external data; `None` if what is written refers to none of the files that were read.
    pub(super) external: Option<ExternalData>,
    pub(super) read: &'a Model,
    pub(super) edited: Option<&'a Model>,
    /// What the command does.
    pub(super) verb: &'static str,
}

impl EditOutcome {
    /// Nothing was written.
    pub(super) fn failed(text: String, code: u8) -> EditOutcome {
        EditOutcome { failure: Some((text, code)), ..EditOutcome::default() }
    }

    /// Writes the edited model. `verb`: what the command does.
    pub(super) fn write(
        mut self,
        (args, external): (&OutputArgs, &ExternalArgs),
        model: &Model,
        edited: &Model,
        verb: &'static str,
    ) -> EditOutcome {
        // The report has only the findings, and writing takes memory, too.
        if let Some(analysis) = &mut self.analysis {
            analysis.facts = FactStore::new(0, 0);
        }
        let encode = |policy: &write::ExternalDataPolicy| encode_with(model, edited, policy);
        self.save(
            NewFiles { args, external: Some(external.external), read: model, edited: Some(edited), verb },
            encode,
        );
        self
    }

    /// Writes a model with what `encode` makes of it.
    pub(super) fn save(
        &mut self,
        files: NewFiles<'_>,
        encode: impl FnOnce(&write::ExternalDataPolicy) -> Result<WriteOutput, write::WriteError>,
    ) {
        let (rewrite, dry_run) = (Rewrite::default(), files.args.dry_run);
        let NewFiles { args, external, read, edited, verb } = files;
        let new = |target| NewModel { read, rewrite: &rewrite, edited, target, external, dry_run, verb };
        self.finish(args.target(read).and_then(|target| new(target).write(encode)));
    }

    /// Takes over what was written, or why nothing was.
    pub(super) fn finish(&mut self, written: Result<(WriteOutput, Option<String>), String>) {
        match written {
            Ok((written, output)) => (self.written, self.output) = (Some(written), output),
            Err(error) => self.failure = Some((error, exit::USAGE)),
        }
    }

    /// Warns about data that could not be read, unless the report contains the finding.
    pub(super) fn warn_about_data(&self, model: &Model, global: &Global) {
        let reported = self.analysis.as_ref().map_or(&[][..], |analysis| &analysis.findings);
        let is_reported = |finding: &Diagnostic| {
            let is_error = report::errors(finding) != Verdict::Drop;
            is_error && reported.iter().any(|known| known.rule == finding.rule && known.place == finding.place)
        };
        for finding in model.findings().iter().filter(|finding| is_about_data(finding) && !is_reported(finding)) {
            warn(model, finding, global);
        }
    }

    /// Writes the report. Returns the exit code.
    pub(super) fn report(
        &self,
        format: EditFormat,
        global: &Global,
        model: &Model,
        path: &str,
        out: &mut Vec<u8>,
    ) -> io::Result<u8> {
        let mut has_errors = false;
        if let Some(analysis) = &self.analysis {
            // What was corrected needs no report.
            let is_written = self.written.is_some();
            let findings = FileReport::new(path, model, analysis, |finding| match is_about_declaration(finding) {
                true if is_written => Verdict::Drop,
                true => Verdict::Report(finding.level),
                false => report::errors(finding),
            });
            has_errors = findings.findings.iter().any(|finding| finding.level == Level::Error);
            let (written, output) = (self.written.as_ref(), self.output.as_deref());
            let (counts, lines) = (&self.counts[..], &self.lines[..]);
            let summary = EditSummary { model, path, findings: &findings, written, output, counts, lines };
            match format {
                EditFormat::Json => render::write_edit_json(out, &summary)?,
                EditFormat::Full => {
                    Full::new(use_color(global.color), false).findings(out, &findings)?;
                    self.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
                }
            }
            if is_written && !global.quiet && format == EditFormat::Full {
                // The summary is optional: ignore write errors.
                let _ = writeln!(io::stderr(), "{}", render::edit_line(&summary));
            }
        }
        match &self.failure {
            Some((text, code)) => {
                console::error(text);
                Ok(*code)
            }
            None => Ok(if has_errors { exit::FINDINGS } else { exit::OK }),
        }
    }
}

/// Like [`edit_file`], with the operators that the configuration describes.
pub(super) fn edit_configured(
    path: &Path,
    (read, config): (ReadOptions, &ConfigArgs),
    format: EditFormat,
    global: &Global,
    edit: impl Fn(&Model, Vec<Arc<OperatorDef>>) -> EditOutcome + Sync,
) -> u8 {
    let mut inputs = vec![Input::new(path)];
    let Ok(configs) = Configs::load(config, &mut inputs) else { return exit::USAGE };
    edit_file(path, read, format, global, |model, input| edit(model, configs.operators(input)))
}

/// Reads a model, edits it with `edit`, and reports the outcome. Returns the exit code.
pub(super) fn edit_file(
    path: &Path,
    read: ReadOptions,
    format: EditFormat,
    global: &Global,
    edit: impl Fn(&Model, &Input) -> EditOutcome + Sync,
) -> u8 {
    let input = Input::new(path);
    if let Err(error) = input.check() {
        console::error(&error);
        return exit::USAGE;
    }
    let inputs = [input];
    let run = Run { inputs: &inputs, jobs: None, read };
    let report = run.models(RunReport::new((), 1, exit::OK, true), |queue, job, model, _| {
        let done = edit(model, &inputs[job]);
        done.warn_about_data(model, global);
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let code = done.report(format, global, model, &inputs[job].name, &mut text).unwrap_or(exit::INTERNAL);
        let mut report = queue.lock(job);
        report.code = report.code.max(code);
        report.out.write(|out| out.write_all(&text));
    });
    report.out.end(report.code)
}

/// Whether a finding is an error about data in another file that could not be read.
fn is_about_data(finding: &Diagnostic) -> bool {
    let rules = [
        &rules::missing_weights::RULE,
        &rules::weights_out_of_bounds::RULE,
        &rules::unsafe_weights_path::RULE,
        &rules::git_lfs_pointer::RULE,
    ];
    finding.level == Level::Error && rules.contains(&&*finding.rule)
}

fn warn(model: &Model, finding: &Diagnostic, global: &Global) {
    if !global.quiet {
        let help = finding.help.iter().map(|help| format!("; {help}")).collect::<String>();
        console::warning(&format!("`{}`: {}{help}", model.source().name(), finding.message));
    }
}
