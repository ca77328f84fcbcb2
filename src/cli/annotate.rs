//! `annotate`: writes the inferred types and shapes into the model.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::{Global, ReadArgs};
use super::input::Input;
use super::model_output::{NewModel, OutputArgs};
use super::output::use_color;
use super::report::RunReport;
use super::run::Run;
use super::{console, exit};
use crate::annotate::{AnnotateError, AnnotateOptions, Expressions, annotate, is_about_declaration, strip};
use crate::graph::Model;
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::render::{self, EditCount, EditSummary, Full};
use crate::report::{self, FileReport, Verdict};
use crate::rewrite::Rewrite;
use crate::rule::Level;
use crate::write::{self, WriteOutput};

#[derive(Args, Debug)]
pub(super) struct AnnotateArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    /// How a dimension that is an expression, such as 2*N+1, is declared in ONNX, which has only sizes and names
    #[arg(long, value_enum, default_value_t = ExpressionForm::Text)]
    expressions: ExpressionForm,
    /// Replace declarations that contradict what is inferred; otherwise nothing is written, and the exit code is 1
    #[arg(long)]
    overwrite: bool,
    /// Annotate a model with other errors, with what is certain in spite of them; the exit code stays 1
    #[arg(long)]
    force: bool,
    /// Remove the declared types of all inner values instead
    #[arg(long, conflicts_with_all = ["expressions", "overwrite"])]
    strip: bool,
    /// Ignore the types that the file declares for inner values when others are inferred
    #[arg(long)]
    no_declared: bool,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = EditFormat::Full)]
    format: EditFormat,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum ExpressionForm {
    /// The text of the expression is the name
    Text,
    /// A new name for each expression
    Symbol,
    /// The dimension is left unknown
    Omit,
}

/// The report of a command that edits a model.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EditFormat {
    /// Human-readable
    Full,
    /// One JSON object
    Json,
}

impl AnnotateArgs {
    fn options(&self) -> AnnotateOptions {
        let expressions = match self.expressions {
            ExpressionForm::Text => Expressions::Text,
            ExpressionForm::Symbol => Expressions::Symbol,
            ExpressionForm::Omit => Expressions::Omit,
        };
        AnnotateOptions::new()
            .expressions(expressions)
            .overwrite(self.overwrite)
            .force(self.force)
            .analysis(self.analysis())
    }

    fn analysis(&self) -> AnalysisOptions {
        let limits = self.read.limits();
        AnalysisOptions { use_declared_types: !self.no_declared, limits, ..AnalysisOptions::default() }
    }
}

/// `annotate`: writes the annotated model and the report.
pub(super) fn annotate_command(args: &AnnotateArgs, global: &Global) -> u8 {
    let input = Input::new(&args.path);
    if let Err(error) = input.check() {
        console::error(&error);
        return exit::USAGE;
    }
    let inputs = [input];
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let report = run.models(RunReport::new((), 1, exit::OK, true), |queue, job, model, _| {
        let path = &inputs[job].name;
        let done = annotated(args, model);
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let code = done.write_report(args, global, model, path, &mut text).unwrap_or(exit::INTERNAL);
        let mut report = queue.lock(job);
        report.code = report.code.max(code);
        report.out.write(|out| out.write_all(&text));
    });
    report.out.end(report.code)
}

/// The outcome for a model.
struct Outcome {
    analysis: Option<Analysis>,
    counts: Vec<EditCount>,
    /// The new model, if there is one.
    written: Option<WriteOutput>,
    /// The file that it was written to.
    output: Option<String>,
    /// Why nothing was written, and the exit code.
    failure: Option<(String, u8)>,
}

fn annotated(args: &AnnotateArgs, model: &Model) -> Outcome {
    let mut done = Outcome { analysis: None, counts: Vec::new(), written: None, output: None, failure: None };
    if let Err(error) = args.output.check(model) {
        done.failure = Some((error, exit::USAGE));
        return done;
    }
    let mut edited = model.clone();
    match edit(args, &mut edited) {
        Ok((analysis, counts)) => (done.analysis, done.counts) = (Some(analysis), counts),
        Err(error) => {
            let hint = match &error {
                AnnotateError::Contradicted { .. } => "; --overwrite replaces them",
                AnnotateError::Faulty(_) => "; --force annotates it with what is certain in spite of them",
                _ => "",
            };
            done.failure =
                Some((format!("`{}` is not annotated: {error}{hint}", model.source().name()), exit::FINDINGS));
            done.analysis = Some(error.into_analysis());
            return done;
        }
    }
    let new = NewModel {
        read: model,
        rewrite: &Rewrite::default(),
        output: args.output.output.as_deref(),
        external: &args.output.external,
        dry_run: args.output.dry_run,
        verb: "annotate",
    };
    match new.write(|external| write::write(&edited, external)) {
        Ok((written, output)) => (done.written, done.output) = (Some(written), output),
        Err(error) => done.failure = Some((error, exit::USAGE)),
    }
    done
}

fn edit(args: &AnnotateArgs, model: &mut Model) -> Result<(Analysis, Vec<EditCount>), AnnotateError> {
    let count = |key, words, count| EditCount { key, words, count };
    if args.strip {
        let analysis = analyze_without_lints(model, &args.analysis());
        if !model.is_whole() {
            return Err(AnnotateError::Incomplete(analysis.into()));
        }
        return Ok((analysis, vec![count("removed", ("type", "removed"), strip(model))]));
    }
    let done = annotate(model, &args.options())?;
    let counts = vec![
        count("added", ("type", "added"), done.added),
        count("refined", ("type", "refined"), done.refined),
        count("corrected", ("type", "corrected"), done.corrected),
    ];
    Ok((done.analysis, counts))
}

impl Outcome {
    /// Writes the report. Returns the exit code.
    fn write_report(
        &self,
        args: &AnnotateArgs,
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
            let summary = EditSummary { model, path, findings: &findings, written, output, counts: &self.counts };
            match args.format {
                EditFormat::Json => render::write_edit_json(out, &summary)?,
                EditFormat::Full => Full::new(use_color(global.color), false).findings(out, &findings)?,
            }
            if self.written.is_some() && !global.quiet && args.format == EditFormat::Full {
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
