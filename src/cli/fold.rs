//! `fold`: constants computed, and the smaller model written.

mod external;
mod target;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::{Global, ReadArgs};
use super::atomic_write::AtomicWrites;
use super::incomplete::is_cut;
use super::input::Input;
use super::output::coloured;
use super::report::RunReport;
use super::run::Run;
use super::{console, exit};
use crate::dialect::Format;
use crate::fold::{FoldOptions, Folded, fold};
use crate::graph::Model;
use crate::ops;
use crate::options::AnalysisOptions;
use crate::render::{self, FoldSummary, Full};
use crate::report::{self, FileReport};
use crate::rule::Level;
use crate::write::{self, WriteOutput};
use external::Beside;
use target::Target;

#[derive(Args, Debug)]
pub(super) struct FoldArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Where the new model goes; an OpenVINO model is written as OUT.xml and OUT.bin, and OUT may carry the extension
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    /// Write nothing
    #[arg(long)]
    dry_run: bool,
    /// Say what was folded, what was not, and why
    #[arg(long)]
    report: bool,
    /// The form of the report
    #[arg(short, long, value_enum, default_value_t = FoldFormat::Full)]
    format: FoldFormat,
    /// Elements that a new constant may have if it is larger than the constants that it replaces
    #[arg(long, value_name = "N")]
    max_elements: Option<u64>,
    /// Bytes that a new constant may have if it is larger than the constants that it replaces
    #[arg(long, value_name = "N", default_value_t = FoldOptions::default().max_bytes)]
    max_bytes: u64,
    /// Fold constants that hold NaN, which runtimes treat differently
    #[arg(long)]
    nan: bool,
    /// Take initializers that are graph inputs too as constants, though a caller may override them
    #[arg(long)]
    overridable: bool,
    /// Make constants of the outputs of these operators only
    #[arg(long, value_name = "OP,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Fold a model with errors; only nodes without findings are folded, and the exit code stays 1
    #[arg(long)]
    force: bool,
    /// ONNX: put external data into the model
    #[arg(long, conflicts_with = "copy_external")]
    embed: bool,
    /// ONNX: copy external data to the folder of the new model
    #[arg(long)]
    copy_external: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl FoldArgs {
    /// What is folded.
    fn options(&self) -> FoldOptions {
        let limits = self.read.limits();
        FoldOptions {
            max_elements: self.max_elements.unwrap_or(u64::MAX),
            max_bytes: self.max_bytes,
            fold_nan: self.nan,
            only_ops: self.only.clone(),
            force: self.force,
            analysis: AnalysisOptions {
                fold_overridable_inputs: self.overridable,
                limits,
                ..AnalysisOptions::default()
            },
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum FoldFormat {
    /// For people
    Full,
    /// One JSON object, whether or not --report is given
    Json,
}

/// `fold`: what was folded goes to the report, the new model to its file.
pub(super) fn fold_command(args: &FoldArgs, global: &Global) -> u8 {
    let input = Input::new(&args.path);
    if let Err(error) = input.check() {
        console::error(&error);
        return exit::USAGE;
    }
    let inputs = [input];
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let report = run.models(RunReport::new((), 1, exit::OK, true), |turns, job, model, _| {
        let path = &inputs[job].name;
        let done = model_of(args, model, path);
        let mut text = Vec::new();
        // Writing to memory cannot fail.
        let code = done.tell(args, global, model, path, &mut text).unwrap_or(exit::INTERNAL);
        let mut turn = turns.take(job);
        turn.code = turn.code.max(code);
        turn.out.write(|out| out.write_all(&text));
    });
    report.out.end(report.code)
}

/// What became of a model.
struct Done {
    folded: Folded,
    /// The new model, unless there is none to write.
    written: Option<WriteOutput>,
    /// Where it went.
    output: Option<String>,
    /// Why nothing was written, if that is no finding.
    trouble: Option<String>,
}

fn model_of(args: &FoldArgs, model: &Model, path: &str) -> Done {
    let folded = fold(model, &args.options());
    let mut done = Done { folded, written: None, output: None, trouble: None };
    if is_cut(model) || (done.has_errors() && !args.force) {
        return done;
    }
    if model.format() == Format::SpecExample || model.is_fragment() {
        done.trouble = Some(format!("`{path}` is a piece of a model, which cannot be folded; give a whole model"));
        return done;
    }
    match unknown_operator(args, model).map_or_else(|| write_model(args, model, &done.folded), Err) {
        Ok((written, output)) => (done.written, done.output) = (Some(written), output),
        Err(why) => done.trouble = Some(why),
    }
    done
}

/// What to say of the first name after `--only` that no operator has.
fn unknown_operator(args: &FoldArgs, model: &Model) -> Option<String> {
    let dialect = model.dialect();
    let written = |name: &str| model.ops.iter().any(|op| model.name(op.written) == name);
    let known = |name: &str| written(name) || ops::lookup(dialect, "", name).is_some();
    let name = args.only.iter().find(|name| !known(name))?;
    let near = ops::suggest(dialect, "", name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Some(format!("--only names `{name}`, which is no operator{near}"))
}

/// The new model, and where it went; nowhere in a dry run.
fn write_model(args: &FoldArgs, model: &Model, folded: &Folded) -> Result<(WriteOutput, Option<String>), String> {
    let target = args.output.as_deref().map(|out| Target::of(model, out)).transpose()?;
    let beside = Beside::of(args, model, &folded.rewrite, target.as_ref())?;
    let written = write::write(model, &folded.rewrite, &beside.external);
    let written = written.map_err(|error| format!("cannot fold `{}`: {error}", model.source().name()))?;
    let Some(target) = target.filter(|_| !args.dry_run) else { return Ok((written, None)) };
    let cannot = |path: &Path, error: io::Error| format!("cannot write `{}`: {error}", path.display());
    let mut pending = AtomicWrites::default();
    for (from, to) in &beside.copies {
        pending.copy(from, to).map_err(|error| cannot(to, error))?;
    }
    // The weights first: the model must never name bytes that are not there.
    if let (Some(path), Some(weights)) = (&target.weights, &written.weights) {
        pending.add(path, weights).map_err(|error| cannot(path, error))?;
    }
    pending.add(&target.model, &written.model).map_err(|error| cannot(&target.model, error))?;
    pending.commit().map_err(|(path, error)| cannot(&path, error))?;
    Ok((written, Some(target.model.display().to_string())))
}

impl Done {
    fn has_errors(&self) -> bool {
        self.folded.analysis.findings.iter().any(|f| f.level == Level::Error)
    }

    /// Writes the report. Returns the exit code.
    fn tell(&self, args: &FoldArgs, global: &Global, model: &Model, path: &str, out: &mut Vec<u8>) -> io::Result<u8> {
        let findings = FileReport::new(path, model, &self.folded.analysis, report::errors);
        let summary = FoldSummary {
            model,
            path,
            folded: &self.folded,
            findings: &findings,
            written: self.written.as_ref(),
            embeds: args.embed,
            output: self.output.as_deref(),
        };
        match args.format {
            FoldFormat::Json => render::write_fold_json(out, &summary)?,
            FoldFormat::Full => {
                Full::new(coloured(global.color), false).findings(out, &findings)?;
                if args.report && self.written.is_some() {
                    render::write_fold(out, &summary)?;
                }
            }
        }
        if let Some(trouble) = &self.trouble {
            console::error(trouble);
            return Ok(exit::USAGE);
        }
        if is_cut(model) {
            console::error(&format!("`{path}` cannot be read whole, so it is not folded"));
        } else if self.written.is_none() {
            console::error(&format!("`{path}` has errors and is not folded; --force folds the nodes without findings"));
        } else if !global.quiet && !args.report && args.format == FoldFormat::Full {
            // A summary that cannot be shown is no loss.
            let _ = writeln!(io::stderr(), "{}", render::fold_line(&summary));
        }
        Ok(if self.has_errors() { exit::FINDINGS } else { exit::OK })
    }
}
