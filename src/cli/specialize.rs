//! `specialize`: gives inputs other shapes.

use std::io;
use std::path::PathBuf;

use clap::Args;
use hashbrown::HashSet;

use super::annotate::ExpressionForm;
use super::args::{ConfigArgs, FactArgs, Global, ReadArgs};
use super::config::Configs;
use super::edit_outcome::{EditFormat, EditOutcome, edit_file};
use super::exit;
use super::input::Input;
use super::model_output::{ExternalArgs, NewModel, OutputArgs};
use crate::constraint::Constraint;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::fold::{FoldOptions, fold};
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::graph::find_value::inputs;
use crate::ids::ValueId;
use crate::options::AnalysisOptions;
use crate::render::EditCount;
use crate::source::{Source, map};
use crate::specialize::{Obstacle, Remedy, SpecializeError, SpecializeOptions, Specialized, specialize};
use crate::write::{self, ExternalDataPolicy, PatchedFile, WriteOutput};

#[derive(Args, Debug)]
pub(super) struct SpecializeArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    external: ExternalArgs,
    #[command(flatten)]
    facts: FactArgs,
    /// Also replace what became constant, as `fold` does
    #[arg(long)]
    fold: bool,
    /// With --fold: by how many bytes the constants may make the model larger
    #[arg(long, value_name = "BYTES", default_value_t = 0, requires = "fold")]
    allow_growth: u64,
    /// Change the target of a Reshape where there is one correct form, such as 0 for a size that is now symbolic
    #[arg(long)]
    rewrite: bool,
    /// Leave nodes as they are that are valid with the new shapes, but keep a size that the file had, such as a Resize to
    /// fixed sizes
    #[arg(long)]
    keep_fixed: bool,
    /// How a dimension that is an expression, such as 2*N+1, is declared in ONNX, which has only sizes and names
    #[arg(long, value_enum, default_value_t = ExpressionForm::Text)]
    expressions: ExpressionForm,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = EditFormat::Full)]
    format: EditFormat,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// `specialize`: writes the model with other input shapes, and the report.
pub(super) fn specialize_command(args: &SpecializeArgs, global: &Global) -> u8 {
    let mut inputs = vec![Input::new(&args.path)];
    let Ok(configs) = Configs::load(&args.config, &mut inputs) else { return exit::USAGE };
    edit_file(&args.path, args.read.options(), args.format, global, |model, input| {
        let mut analysis = args.facts.options(&args.read);
        configs.extend(&mut analysis, input);
        specialized(args, model, analysis)
    })
}

fn specialized(args: &SpecializeArgs, model: &Model, analysis: AnalysisOptions) -> EditOutcome {
    if let Err(error) = args.output.check(model) {
        return EditOutcome::failed(error, exit::USAGE);
    }
    let mut edited = model.clone();
    let operators = analysis.operators.clone();
    let settings = options(analysis).expressions(args.expressions.into());
    let settings = settings.rewrite(args.rewrite).keep_fixed(args.keep_fixed);
    let done = match specialize(&mut edited, &settings) {
        Ok(done) => done,
        Err(error) => return *refused(model, &edited, error),
    };
    let lines = conditions(&done, &edited).into_iter().chain(intervals(&done, &edited)).collect();
    let mut outcome = EditOutcome { counts: counts(&done), lines, ..EditOutcome::default() };
    outcome.analysis = Some(done.analysis);
    if !args.fold {
        return outcome.write((&args.output, &args.external), model, &edited, "specialize");
    }
    let reread = match read_again(model, &edited, &args.read.options()) {
        Ok(reread) => reread,
        Err(error) => return EditOutcome::failed(error, exit::USAGE),
    };
    // Folding needs memory of its own.
    drop(edited);
    let analysis = AnalysisOptions { limits: args.read.limits(), operators, ..AnalysisOptions::default() };
    let folded = fold(&reread, &FoldOptions { allow_growth: args.allow_growth, analysis, ..FoldOptions::default() });
    let count = |key, noun, what, count| EditCount::new(key, (noun, what), count);
    outcome.counts.push(count("folded", "node", "folded", folded.report.folded.len()));
    let new = |target| NewModel {
        read: &reread,
        rewrite: &folded.rewrite,
        edited: None,
        target,
        external: Some(args.external.external),
        dry_run: args.output.dry_run,
        verb: "specialize",
    };
    let encode = |external: &ExternalDataPolicy| write::write_rewritten(&reread, &folded.rewrite, external);
    outcome.finish(args.output.target(&reread).and_then(|target| new(target).write(encode)));
    outcome
}

/// Gives inputs of a model the shapes of the settings.
pub(super) fn set(model: &mut Model, analysis: AnalysisOptions) -> Result<(), SpecializeError> {
    specialize(model, &options(analysis)).map(|_| ())
}

/// The settings as options of the library.
fn options(analysis: AnalysisOptions) -> SpecializeOptions {
    // Of several settings of one symbol or input, inference uses the first one: arguments before the configuration.
    let bind = firsts(&analysis.bind, |(symbol, _)| symbol);
    let inputs = firsts(&analysis.inputs, |input| &input.name);
    SpecializeOptions { bind, inputs, ..SpecializeOptions::new() }.analysis(analysis)
}

/// The first setting of each name.
fn firsts<T: Clone>(settings: &[T], name: impl Fn(&T) -> &String) -> Vec<T> {
    let mut seen = HashSet::new();
    settings.iter().filter(|setting| seen.insert(name(setting))).cloned().collect()
}

fn counts(done: &Specialized) -> Vec<EditCount> {
    let count = |key, noun, count| EditCount::new(key, (noun, "set"), count);
    vec![
        count("inputs", "input", done.inputs),
        count("declarations", "declaration", done.declarations),
        EditCount::new("rewritten", ("node", "rewritten"), done.rewritten.len()),
    ]
}

fn conditions(done: &Specialized, edited: &Model) -> Vec<String> {
    let line = |condition: &Constraint| format!("a run requires {condition}: {}", edited.describe(condition.node));
    done.conditions.iter().map(line).collect()
}

/// The intervals that ONNX cannot state.
fn intervals(done: &Specialized, edited: &Model) -> Vec<String> {
    let is_interval = |dim: &&Dim| dim.size().is_none() && (dim.low() > 0 || dim.upper().is_some());
    let unstated = |&input: &ValueId| {
        let ty = done.analysis.facts.ty(input).as_tensor()?;
        let dim = ty.shape.dims()?.iter().find(is_interval)?;
        let written = dim.name().map_or("an unknown dimension".to_owned(), |symbol| format!("`{symbol}`"));
        let bounds = Dim::interval(dim.low(), dim.high());
        Some(format!("ONNX has no intervals: {bounds} of input `{}` is written as {written}", edited.value_name(input)))
    };
    match edited.dialect() {
        Dialect::Onnx => inputs(edited).iter().filter_map(unstated).collect(),
        Dialect::OpenVino => Vec::new(),
    }
}

/// Nothing is written, with the nodes that stand in the way.
pub(super) fn refused(model: &Model, edited: &Model, error: SpecializeError) -> Box<EditOutcome> {
    let code = match &error {
        SpecializeError::Incomplete(_) | SpecializeError::Faulty(_) | SpecializeError::Obstructed { .. } => {
            exit::FINDINGS
        }
        _ => exit::USAGE,
    };
    let hint = match &error {
        SpecializeError::NothingSet => "; set sizes of symbols (`--bind`) or shapes of inputs (`--input-shape`)",
        _ => "",
    };
    let message = format!("`{}` is not specialized: {error}{hint}", model.source().name());
    let mut outcome = EditOutcome::failed(message, code);
    if let SpecializeError::Obstructed { obstacles, .. } = &error {
        outcome.lines = obstacles.iter().map(|obstacle| line(obstacle, edited)).collect();
    }
    outcome.analysis = error.into_analysis();
    outcome.into()
}

fn line(obstacle: &Obstacle, edited: &Model) -> String {
    let place = obstacle.node.map_or("the model".to_owned(), |node| edited.describe(node));
    let option = match obstacle.remedy {
        Some(Remedy::Rewrite) => " (--rewrite sets them)",
        Some(Remedy::KeepFixed) => " (--keep-fixed leaves it)",
        None => "",
    };
    format!("{place}: {}; it needs: {}{option}", obstacle.message, obstacle.needs)
}

/// Larger models go through a file.
const IN_MEMORY: u64 = 64 << 20;

/// The edited model, read again: its records are then those of a file.
pub(super) fn read_again(model: &Model, edited: &Model, options: &ReadOptions) -> Result<Model, String> {
    let written = write::write(edited, &ExternalDataPolicy::Keep);
    let written = written.map_err(|error| format!("cannot specialize `{}`: {error}", model.source().name()))?;
    read_written(model, &written, options)
}

/// A model that is written in place of another one.
pub(super) fn read_written(model: &Model, written: &WriteOutput, options: &ReadOptions) -> Result<Model, String> {
    let name = model.source().name();
    let cannot = |error: io::Error| format!("cannot write a temporary file: {error}");
    let source = Source::from_bytes(name, in_one_piece(&written.model).map_err(cannot)?);
    let source = model.source().path().into_iter().fold(source, |source, path| source.placed(path));
    Ok(match &written.weights {
        Some(weights) => Model::read_with_weights(source, in_one_piece(weights).map_err(cannot)?, options),
        None => Model::read(source, options),
    })
}

/// The bytes of a file, mapped if they are many.
fn in_one_piece(file: &PatchedFile) -> io::Result<bytes::Bytes> {
    if file.len() <= IN_MEMORY {
        return Ok(file.to_bytes());
    }
    let mut copy = tempfile::NamedTempFile::new()?;
    file.write_to(&mut copy)?;
    map(copy.path())
}
