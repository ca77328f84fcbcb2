//! `fold`: evaluates constants, and writes the smaller model.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, FactArgs, Global, ReadArgs};
use super::config::Configs;
use super::edit_outcome::{EditFormat, EditOutcome};
use super::incomplete::is_incomplete;
use super::input::Input;
use super::model_output::{ExternalArgs, ExternalData, NewModel, OutputArgs};
use super::output::use_color;
use super::report::RunReport;
use super::run::Run;
use super::specialize::{self, read_again, refused};
use super::{console, exit};
use crate::dialect::Format;
use crate::fold::{FoldOptions, Folded, fold};
use crate::graph::Model;
use crate::limits::Limits;
use crate::ops::OperatorDef;
use crate::options::AnalysisOptions;
use crate::render::{self, FoldSummary, Full};
use crate::report::{FileReport, Verdict};
use crate::rule::Level;
use crate::write::{self, WriteOutput};

#[derive(Args, Debug)]
pub(super) struct FoldArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    /// Report what was folded, what was not, and why
    #[arg(long)]
    report: bool,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = FoldFormat::Full)]
    format: FoldFormat,
    /// Maximum number of elements of a new constant that is larger than the constants that it replaces
    #[arg(long, value_name = "N")]
    max_elements: Option<u64>,
    /// Maximum number of bytes of a new constant that is larger than the constants that it replaces
    #[arg(long, value_name = "N", default_value_t = FoldOptions::default().max_bytes)]
    max_bytes: u64,
    /// By how many bytes the constants may make the model larger; those that would make it larger than that are left out
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    allow_growth: u64,
    /// Maximum number of bytes that computed values occupy at the same time, in addition to four times the model's files
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_resident_bytes)]
    max_memory: u64,
    /// Fold constants that contain NaN, which runtimes handle differently
    #[arg(long)]
    nan: bool,
    /// Treat initializers that are also graph inputs as constants, although callers can override them
    #[arg(long)]
    overridable: bool,
    /// Replace only the outputs of these operators with constants
    #[arg(long, value_name = "OP,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Fold a model with errors; only nodes without findings are folded, and the exit code stays 1
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    external: ExternalArgs,
    #[command(flatten)]
    facts: FactArgs,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl FoldArgs {
    /// The options for folding.
    fn options(&self, operators: &[Arc<OperatorDef>]) -> FoldOptions {
        let limits = Limits { max_resident_bytes: self.max_memory, ..self.read.limits() };
        FoldOptions {
            max_elements: self.max_elements.unwrap_or(u64::MAX),
            max_bytes: self.max_bytes,
            allow_growth: self.allow_growth,
            fold_nan: self.nan,
            only_ops: self.only.clone(),
            force: self.force,
            analysis: AnalysisOptions {
                fold_overridable_inputs: self.overridable,
                use_declared_types: !self.facts.no_declared,
                limits,
                operators: operators.to_vec(),
                ..AnalysisOptions::default()
            },
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum FoldFormat {
    /// Human-readable
    Full,
    /// One JSON object, with or without --report
    Json,
}

impl From<FoldFormat> for EditFormat {
    fn from(format: FoldFormat) -> EditFormat {
        match format {
            FoldFormat::Full => EditFormat::Full,
            FoldFormat::Json => EditFormat::Json,
        }
    }
}

/// `fold`: writes the folded model and the report.
pub(super) fn fold_command(args: &FoldArgs, global: &Global) -> u8 {
    let input = Input::new(&args.path);
    if let Err(error) = input.check() {
        console::error(&error);
        return exit::USAGE;
    }
    let mut inputs = vec![input];
    let Ok(configs) = Configs::load(&args.config, &mut inputs) else { return exit::USAGE };
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let report = run.models(RunReport::new((), 1, exit::OK, true), |queue, job, model, _| {
        let path = &inputs[job].name;
        let mut text = Vec::new();
        let operators = configs.operators(&inputs[job]);
        let code = match with_shapes(args, model, &operators) {
            Ok(shaped) => {
                let model = shaped.as_ref().unwrap_or(model);
                fold_model(args, model, path, &operators).write_report(args, global, model, path, &mut text)
            }
            Err(refused) => refused.report(args.format.into(), global, model, path, &mut text),
        };
        // Writing to memory cannot fail.
        let code = code.unwrap_or(exit::INTERNAL);
        let mut report = queue.lock(job);
        report.code = report.code.max(code);
        report.out.write(|out| out.write_all(&text));
    });
    report.out.end(report.code)
}

/// The model with the input shapes of the arguments, if there are any.
fn with_shapes(
    args: &FoldArgs,
    model: &Model,
    operators: &[Arc<OperatorDef>],
) -> Result<Option<Model>, Box<EditOutcome>> {
    let analysis = AnalysisOptions { operators: operators.to_vec(), ..args.facts.options(&args.read) };
    // A model that cannot be read completely is reported as such.
    if analysis.bind.is_empty() && analysis.inputs.is_empty() || !model.is_whole() {
        return Ok(None);
    }
    let mut edited = model.clone();
    specialize::set(&mut edited, analysis).map_err(|error| refused(model, &edited, error))?;
    let read = read_again(model, &edited, &args.read.options());
    read.map(Some).map_err(|error| EditOutcome::failed(error, exit::USAGE).into())
}

/// The outcome for a model.
struct Outcome {
    folded: Folded,
    /// The new model, if there is one.
    written: Option<WriteOutput>,
    /// The file that it was written to.
    output: Option<String>,
    /// Why nothing was written, apart from findings.
    failure: Option<String>,
}

fn fold_model(args: &FoldArgs, model: &Model, path: &str, operators: &[Arc<OperatorDef>]) -> Outcome {
    let options = args.options(operators);
    let folded = fold(model, &options);
    let mut done = Outcome { folded, written: None, output: None, failure: None };
    if is_incomplete(model) || (done.has_errors() && !args.force) {
        return done;
    }
    if model.format() == Format::SpecExample || model.is_fragment() {
        done.failure = Some(format!("`{path}` is only a part of a model and cannot be folded; expected a whole model"));
        return done;
    }
    let written = match options.unknown_operator(model) {
        Some((name, near)) => {
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Err(format!("unknown operator `{name}` in --only{near}"))
        }
        None => write_model(args, model, &done.folded),
    };
    match written {
        Ok((written, output)) => (done.written, done.output) = (Some(written), output),
        Err(why) => done.failure = Some(why),
    }
    done
}

/// Writes the new model, except in a dry run. Returns it with the file name.
fn write_model(args: &FoldArgs, model: &Model, folded: &Folded) -> Result<(WriteOutput, Option<String>), String> {
    args.output.check(model)?;
    let new = NewModel {
        read: model,
        rewrite: &folded.rewrite,
        edited: None,
        target: args.output.target(model)?,
        external: Some(args.external.external),
        dry_run: args.output.dry_run,
        verb: "fold",
    };
    new.write(|external| write::write_rewritten(model, &folded.rewrite, external))
}

impl Outcome {
    fn has_errors(&self) -> bool {
        self.folded.analysis.findings.iter().any(|f| f.level == Level::Error)
    }

    /// Writes the report. Returns the exit code.
    fn write_report(
        &self,
        args: &FoldArgs,
        global: &Global,
        model: &Model,
        path: &str,
        out: &mut Vec<u8>,
    ) -> io::Result<u8> {
        // Nodes are computed from weights: missing ones are errors here.
        let findings = FileReport::new(path, model, &self.folded.analysis, |finding| match finding.level {
            Level::Error => Verdict::Report(Level::Error),
            _ => Verdict::Drop,
        });
        let summary = FoldSummary {
            model,
            path,
            folded: &self.folded,
            findings: &findings,
            written: self.written.as_ref(),
            embeds: args.external.external == ExternalData::Inline,
            output: self.output.as_deref(),
        };
        match args.format {
            FoldFormat::Json => render::write_fold_json(out, &summary)?,
            FoldFormat::Full => {
                Full::new(use_color(global.color), false).findings(out, &findings)?;
                if args.report && self.written.is_some() {
                    render::write_fold(out, &summary)?;
                }
            }
        }
        if let Some(failure) = &self.failure {
            console::error(failure);
            return Ok(exit::USAGE);
        }
        if is_incomplete(model) {
            console::error(&format!("`{path}` cannot be read completely and is not folded"));
        } else if self.written.is_none() {
            console::error(&format!("`{path}` has errors and is not folded; --force folds the nodes without findings"));
        } else if !global.quiet && !args.report && args.format == FoldFormat::Full {
            // The summary is optional: ignore write errors.
            let _ = writeln!(io::stderr(), "{}", render::fold_line(&summary));
        }
        Ok(if self.has_errors() || is_incomplete(model) { exit::FINDINGS } else { exit::OK })
    }
}
