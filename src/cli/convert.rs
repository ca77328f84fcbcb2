//! `convert`: writes a model in the other form of ONNX, or with its data elsewhere.

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Global, ReadArgs};
use super::edit_outcome::{EditFormat, EditOutcome, edit_file};
use super::exit;
use super::model_output::{ModelTarget, NewModel, OutputArgs, WeightsArgs};
use crate::convert::{ConvertError, ConvertOptions, Converted, Loss, OnnxForm, Weights, convert, is_read_completely};
use crate::dialect::Format;
use crate::graph::{Model, Status};
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::render::EditCount;
use crate::rewrite::Rewrite;
use crate::write::{ExternalDataPolicy, WriteError, WriteOutput};

#[derive(Args, Debug)]
pub(super) struct ConvertArgs {
    /// An ONNX model, binary or text; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    weights: WeightsArgs,
    /// Text: omit the elements of all but small tensors, as `print` does; such a text is for people and cannot be run
    #[arg(long, conflicts_with_all = ["external", "external_file", "external_threshold"])]
    omit_weights: bool,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = EditFormat::Full)]
    format: EditFormat,
    #[command(flatten)]
    read: ReadArgs,
}

/// `convert`: writes the converted model and the report.
pub(super) fn convert_command(args: &ConvertArgs, global: &Global) -> u8 {
    edit_file(&args.path, args.read.options(), args.format, global, |model, _| converted(args, model))
}

fn converted(args: &ConvertArgs, model: &Model) -> EditOutcome {
    let name = model.source().name();
    if model.status() == Status::Unreadable || (is_onnx(model) && !is_read_completely(model)) {
        let analysis = analyze_without_lints(model, &AnalysisOptions::default());
        let text = format!("`{name}` cannot be read completely and is not converted");
        return EditOutcome { analysis: Some(analysis), ..EditOutcome::failed(text, exit::FINDINGS) };
    }
    match write(args, model) {
        Ok(outcome) => outcome,
        Err(error) => EditOutcome::failed(error, exit::USAGE),
    }
}

fn write(args: &ConvertArgs, model: &Model) -> Result<EditOutcome, String> {
    let name = model.source().name();
    if !is_onnx(model) {
        let error = ConvertError::Format(model.format());
        return Err(format!("`{name}` is not converted: {error}"));
    }
    args.output.check(model)?;
    let out = args.output.path(model)?;
    let form = out.map_or(Ok(form_of(model)), form_of_name)?;
    let file = args.weights.file(out)?;
    let target = out.map(|out| ModelTarget::converted(model, out, file.as_deref())).transpose()?;
    let (mut losses, rewrite) = (Vec::new(), Rewrite::default());
    let dry_run = args.output.dry_run;
    let new = NewModel {
        read: model,
        rewrite: &rewrite,
        edited: None,
        target,
        external: args.weights.external(),
        dry_run,
        verb: "convert",
    };
    let (written, output) = new.write(|policy| {
        let weights = weights(args, file, policy);
        let options = ConvertOptions::new(form).weights(weights).read(args.read.options());
        let Converted { model: file, data, losses: lost } = convert(model, &options).map_err(|error| match error {
            ConvertError::Write(error) => error,
            other => WriteError::Unsupported(other.to_string()),
        })?;
        losses = lost;
        Ok(WriteOutput { model: file, weights: data })
    })?;
    // A conversion reports no findings.
    let analysis = Some(Analysis::empty(model));
    let lines = losses.iter().map(|loss| line(form, loss)).collect();
    let counts = counts(&written, &losses);
    Ok(EditOutcome { analysis, counts, lines, written: Some(written), output, failure: None })
}

fn weights(args: &ConvertArgs, file: Option<String>, policy: &ExternalDataPolicy) -> Weights {
    match file {
        Some(location) => Weights::OneFile { location, min_bytes: args.weights.threshold() },
        None if args.omit_weights => Weights::Omitted,
        None => Weights::Stored(policy.clone()),
    }
}

fn is_onnx(model: &Model) -> bool {
    matches!(model.format(), Format::Onnx | Format::OnnxText)
}

/// The form that a model has.
pub(super) fn form_of(model: &Model) -> OnnxForm {
    if model.format() == Format::OnnxText { OnnxForm::Text } else { OnnxForm::Binary }
}

/// The form that the extension of a file selects.
fn form_of_name(out: &Path) -> Result<OnnxForm, String> {
    let is = |known: &str| out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known));
    match (is("onnx"), is("onnxtxt")) {
        (true, _) => Ok(OnnxForm::Binary),
        (_, true) => Ok(OnnxForm::Text),
        _ => Err(format!(
            "the extension of `{}` selects no form of ONNX; expected `.onnx` for binary or `.onnxtxt` for text",
            out.display()
        )),
    }
}

fn counts(written: &WriteOutput, losses: &[Loss]) -> Vec<EditCount> {
    let bytes = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    let data = written.weights.as_ref().map_or(0, |data| data.len());
    vec![
        EditCount::new("bytes", ("byte", "written"), bytes(written.model.len())),
        EditCount::new("data_bytes", ("byte", "of data"), bytes(data)),
        EditCount::new("lost", ("field", "lost"), losses.iter().map(|loss| loss.count).sum()),
    ]
}

fn line(form: OnnxForm, loss: &Loss) -> String {
    let Loss { field, count, .. } = loss;
    let form = match form {
        OnnxForm::Binary => "binary",
        OnnxForm::Text => "text",
    };
    format!("the {form} form has no `{field}`; lost: {count}")
}
