//! `extract`: writes the part of a model between values.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::args::{ConfigArgs, Global, ReadArgs};
use super::convert::form_of;
use super::edit_outcome::{EditFormat, EditOutcome, NewFiles, edit_configured};
use super::exit;
use super::incomplete::is_incomplete;
use super::model_output::{ModelTarget, NewModel, OutputArgs, WeightsArgs};
use super::save::encode_with;
use super::specialize::read_written;
use super::value_list::{ListedValue, values};
use crate::convert::{ConvertOptions, Converted, Weights, convert};
use crate::dialect::{Dialect, Format};
use crate::extract::{ExtractError, extract_typed};
use crate::facts::FactStore;
use crate::graph::find_value::inputs_by_name;
use crate::graph::{GraphRole, Model};
use crate::infer::{Analysis, analyze_without_lints};
use crate::limits::memory_of_copies;
use crate::ops::OperatorDef;
use crate::options::AnalysisOptions;
use crate::render::EditCount;
use crate::rewrite::{PatchedFile, Rewrite};
use crate::write::{ExternalDataPolicy, WriteError, WriteOutput};

#[derive(Args, Debug)]
pub(super) struct ExtractArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The values that become the inputs, with a type where none is inferred, such as `b:f32[N,4]`; without it, the inputs of
    /// the model that the outputs depend on. A name with a comma is quoted: `"a,b"`
    #[arg(short, long, value_name = "NAME[:TYPE],...")]
    inputs: Vec<String>,
    /// The values that become the outputs
    #[arg(long, value_name = "NAME[:TYPE],...", required = true)]
    outputs: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    weights: WeightsArgs,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = EditFormat::Full)]
    format: EditFormat,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// `extract`: writes the part and the report.
pub(super) fn extract_command(args: &ExtractArgs, global: &Global) -> u8 {
    edit_configured(&args.path, (args.read.options(), &args.config), args.format, global, |model, operators| {
        extracted(args, model, operators)
    })
}

fn extracted(args: &ExtractArgs, model: &Model, operators: Vec<Arc<OperatorDef>>) -> EditOutcome {
    if let Err(error) = args.output.check(model) {
        return EditOutcome::failed(error, exit::USAGE);
    }
    let options = AnalysisOptions { limits: args.read.limits(), operators, ..AnalysisOptions::default() };
    let mut analysis = analyze_without_lints(model, &options);
    let name = model.source().name();
    if is_incomplete(model) {
        let text = format!("`{name}` cannot be read completely, so no part of it is extracted");
        return EditOutcome { analysis: Some(analysis), ..EditOutcome::failed(text, exit::FINDINGS) };
    }
    let refused =
        |error: String| EditOutcome::failed(format!("no part of `{name}` is extracted: {error}"), exit::USAGE);
    let (inputs, outputs) = match (values(model, &args.inputs), values(model, &args.outputs)) {
        (Ok(inputs), Ok(outputs)) => (inputs, outputs),
        (Err(error), _) | (_, Err(error)) => return refused(error),
    };
    let names = |list: &[ListedValue]| list.iter().map(|value| value.name.clone()).collect::<Vec<_>>();
    let [input_names, output_names] = [&inputs, &outputs].map(|list| names(list));
    let types: Vec<_> = inputs.iter().chain(&outputs).filter_map(|value| value.ty.clone()).collect();
    let [by_input, by_output] =
        [&input_names, &output_names].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    // Only types are declared, and lists take memory.
    analysis.facts.forget_contents();
    match extract_typed(model, &analysis.facts, &by_input, &by_output, &types) {
        Ok(part) => {
            let lines = unread(&part, &input_names);
            // What is wrong outside of the part does not concern it, and the facts take memory.
            let analysis = Some(Analysis { findings: Vec::new(), facts: FactStore::new(0, 0), ..analysis });
            let outcome = EditOutcome { analysis, counts: counts(model, &part), lines, ..EditOutcome::default() };
            write(args, outcome, model, part)
        }
        Err(error @ ExtractError::NoSuchValue { near: None, .. }) => {
            refused(format!("{error}; `shapewright shapes` lists those that it has"))
        }
        Err(error) => refused(error.to_string()),
    }
}

fn counts(model: &Model, part: &Model) -> Vec<EditCount> {
    let nodes = |model: &Model| model.main_graph().map_or(0, |graph| model.nodes_of(graph).len());
    vec![EditCount { total: Some(nodes(model)), ..EditCount::new("nodes", ("node", "kept"), nodes(part)) }]
}

/// A line for each input that nothing in the part reads.
fn unread(part: &Model, inputs: &[String]) -> Vec<String> {
    let own = inputs_by_name(part);
    let is_unread = |name: &&String| own.get(name.as_str()).is_some_and(|&value| part.uses(value).next().is_none());
    inputs.iter().filter(is_unread).map(|name| format!("note: nothing in the part reads input `{name}`")).collect()
}

fn write(args: &ExtractArgs, mut outcome: EditOutcome, model: &Model, part: Model) -> EditOutcome {
    const VERB: &str = "extract a part of";
    match args.output.path(model).and_then(|out| args.weights.file(out)) {
        Ok(None) => {
            let external = args.weights.external();
            let files = NewFiles { args: &args.output, external, read: model, edited: Some(&part), verb: VERB };
            outcome.save(files, |policy| encode_with(model, &part, policy));
        }
        Ok(Some(location)) => outcome.finish(write_with_file(args, model, part, location, VERB)),
        Err(error) => outcome.failure = Some((error, exit::USAGE)),
    }
    outcome
}

/// Refuses a part that takes too much memory together with its model, once it is read again, for a text in its binary form, too.
/// Its file is held besides the one that is written with the data in another. A text is written with new indentation, which makes
/// one of short nodes deep in bodies several times as long.
fn check_memory(model: &Model, written: &PatchedFile) -> Result<(), String> {
    let is_text = model.format() == Format::OnnxText;
    let has_bodies = model.graphs().any(|graph| matches!(model.graph(graph).role, GraphRole::Body { .. }));
    let (forms, growth) = (1 + usize::from(is_text), if is_text && has_bodies { 6 } else { 1 });
    let bytes = model.source().bytes().len();
    let file = usize::try_from(written.len()).unwrap_or(usize::MAX);
    // The part is to the model as their files are, and its lists grow while it is read.
    let read = model.memory() as u128 * 3 / 2 * file as u128 / bytes.max(1) as u128;
    let read = usize::try_from(read).unwrap_or(usize::MAX).saturating_mul(forms);
    let held = model.memory().saturating_add(read).saturating_add(file.saturating_mul(growth));
    if held <= memory_of_copies(bytes) {
        return Ok(());
    }
    let name = model.source().name();
    Err(format!(
        "`{name}` is too large to be held in memory together with its part; extract it without --external, then move the data of the \
         result with `shapewright convert --external file`"
    ))
}

/// Writes the part with its data in one new file.
fn write_with_file(
    args: &ExtractArgs,
    model: &Model,
    part: Model,
    location: String,
    verb: &'static str,
) -> Result<(WriteOutput, Option<String>), String> {
    if model.dialect() == Dialect::OpenVino {
        return Err(
            "the weights of OpenVINO IR are always in its .bin file; --external applies only to ONNX".to_owned()
        );
    }
    let written = encode_with(model, &part, &ExternalDataPolicy::Keep)
        .map_err(|error| format!("no part of `{}` is extracted: {error}", model.source().name()))?;
    drop(part);
    check_memory(model, &written.model)?;
    let part = read_written(model, &written, &args.read.options())?;
    let out = args.output.path(model)?;
    let target = out.map(|out| {
        ModelTarget::new(model, out)?;
        ModelTarget::converted(model, out, Some(&location))
    });
    let (target, rewrite) = (target.transpose()?, Rewrite::default());
    let dry_run = args.output.dry_run;
    let new = NewModel { read: model, rewrite: &rewrite, edited: None, target, external: None, dry_run, verb };
    new.write(|_| {
        let weights = Weights::OneFile { location, min_bytes: args.weights.threshold() };
        let options = ConvertOptions::new(form_of(model)).weights(weights).read(args.read.options());
        let converted = convert(&part, &options).map_err(|error| WriteError::Unsupported(error.to_string()));
        converted.map(|Converted { model, data, .. }| WriteOutput { model, weights: data })
    })
}
