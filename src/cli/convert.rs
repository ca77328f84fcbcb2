//! `convert`: writes a model in the other form of ONNX, or with its data elsewhere.

use std::path::{Component, Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::{Global, ReadArgs};
use super::edit_outcome::{EditFormat, EditOutcome, edit_file};
use super::exit;
use super::model_output::{ExternalData, ModelTarget, NewModel, OutputArgs};
use crate::convert::{
    ConvertError, ConvertOptions, Converted, OnnxForm, TextLoss, Weights, convert, is_read_completely,
};
use crate::dialect::Format;
use crate::graph::{Model, Status};
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::render::EditCount;
use crate::rewrite::Rewrite;
use crate::write::{ExternalDataPolicy, WriteError, WriteOutput};

/// The size in bytes from which the data of a tensor goes into another file: that of onnx's `save_as_external_data`.
const DEFAULT_THRESHOLD: u64 = 1024;

#[derive(Args, Debug)]
pub(super) struct ConvertArgs {
    /// An ONNX model, binary or text; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    /// Where the data of tensors is afterwards
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = WeightsIn::Keep)]
    external: WeightsIn,
    /// With `--external file`: the file, relative to OUT; by default OUT.data
    #[arg(long, value_name = "FILE")]
    external_file: Option<String>,
    /// With `--external file`: the size of a tensor from which its data is in the file; by default 1024
    #[arg(long, value_name = "BYTES")]
    external_threshold: Option<u64>,
    /// Text: omit the elements of all but small tensors, as `print` does; such a text is for people and cannot be run
    #[arg(long, conflicts_with_all = ["external", "external_file", "external_threshold"])]
    omit_weights: bool,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = EditFormat::Full)]
    format: EditFormat,
    #[command(flatten)]
    read: ReadArgs,
}

/// `--external` of `convert`: as for other commands, and one more.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum WeightsIn {
    /// Where it is: inside the model, or in files that must be below the directory of the new model
    Keep,
    /// Where it is, with the files copied to the directory of the new model
    Copy,
    /// All inside the model
    Inline,
    /// In one file next to the model, except for small tensors
    File,
}

impl WeightsIn {
    /// What happens to data in other files; `None` if the new model refers to none of them.
    fn external(self) -> Option<ExternalData> {
        match self {
            WeightsIn::Keep => Some(ExternalData::Keep),
            WeightsIn::Copy => Some(ExternalData::Copy),
            WeightsIn::Inline => Some(ExternalData::Inline),
            WeightsIn::File => None,
        }
    }
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
    let file = external_file(args, out)?;
    let target = out.map(|out| ModelTarget::converted(model, out, file.as_deref())).transpose()?;
    let (mut losses, rewrite) = (Vec::new(), Rewrite::default());
    let dry_run = args.output.dry_run;
    let new = NewModel {
        read: model,
        rewrite: &rewrite,
        target,
        external: args.external.external(),
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
    let (counts, lines) = (counts(&written, &losses), losses.iter().map(line).collect());
    Ok(EditOutcome { analysis, counts, lines, written: Some(written), output, failure: None })
}

fn weights(args: &ConvertArgs, file: Option<String>, policy: &ExternalDataPolicy) -> Weights {
    match file {
        Some(location) => {
            Weights::OneFile { location, min_bytes: args.external_threshold.unwrap_or(DEFAULT_THRESHOLD) }
        }
        None if args.omit_weights => Weights::Omitted,
        None => Weights::Stored(policy.clone()),
    }
}

fn is_onnx(model: &Model) -> bool {
    matches!(model.format(), Format::Onnx | Format::OnnxText)
}

/// The form that a model has.
fn form_of(model: &Model) -> OnnxForm {
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

/// The file for data, as the model names it.
fn external_file(args: &ConvertArgs, out: Option<&Path>) -> Result<Option<String>, String> {
    if args.external != WeightsIn::File {
        let given = [
            ("--external-file", args.external_file.is_some()),
            ("--external-threshold", args.external_threshold.is_some()),
        ];
        return match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(format!("`{option}` has no effect without `--external file`")),
            None => Ok(None),
        };
    }
    let name =
        out.and_then(Path::file_name).map_or_else(|| "model".to_owned(), |name| name.to_string_lossy().into_owned());
    let file = args.external_file.clone().unwrap_or_else(|| format!("{name}.data"));
    let is_below = !file.is_empty() && Path::new(&file).components().all(|part| matches!(part, Component::Normal(_)));
    match is_below {
        true => Ok(Some(file.replace('\\', "/"))),
        false => {
            Err(format!("`--external-file {file}` is not below the directory of the new model; expected a file name"))
        }
    }
}

fn counts(written: &WriteOutput, losses: &[TextLoss]) -> Vec<EditCount> {
    let bytes = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
    let data = written.weights.as_ref().map_or(0, |data| data.len());
    vec![
        EditCount { key: "bytes", words: ("byte", "written"), count: bytes(written.model.len()) },
        EditCount { key: "data_bytes", words: ("byte", "of data"), count: bytes(data) },
        EditCount { key: "lost", words: ("field", "lost"), count: losses.iter().map(|loss| loss.count).sum() },
    ]
}

fn line(loss: &TextLoss) -> String {
    let TextLoss { field, count, .. } = loss;
    format!("the text form has no `{field}`; lost: {count}")
}
