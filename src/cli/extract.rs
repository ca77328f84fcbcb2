//! `extract`: writes the part of a model between values.

use std::path::PathBuf;

use clap::Args;

use super::args::{Global, ReadArgs};
use super::edit_outcome::{EditFormat, EditOutcome, edit_file};
use super::exit;
use super::incomplete::is_incomplete;
use super::model_output::{ExternalArgs, OutputArgs};
use crate::extract::extract;
use crate::graph::Model;
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::render::EditCount;

#[derive(Args, Debug)]
pub(super) struct ExtractArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The values that become the inputs; without it, the inputs of the model that the outputs depend on
    #[arg(short, long, value_name = "NAME,...", value_delimiter = ',')]
    inputs: Vec<String>,
    /// The values that become the outputs
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', required = true)]
    outputs: Vec<String>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    external: ExternalArgs,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = EditFormat::Full)]
    format: EditFormat,
    #[command(flatten)]
    read: ReadArgs,
}

/// `extract`: writes the part and the report.
pub(super) fn extract_command(args: &ExtractArgs, global: &Global) -> u8 {
    edit_file(&args.path, args.read.options(), args.format, global, |model, _| extracted(args, model))
}

fn extracted(args: &ExtractArgs, model: &Model) -> EditOutcome {
    if let Err(error) = args.output.check(model) {
        return EditOutcome::failed(error, exit::USAGE);
    }
    let options = AnalysisOptions { limits: args.read.limits(), ..AnalysisOptions::default() };
    let analysis = analyze_without_lints(model, &options);
    if is_incomplete(model) {
        let text = format!("`{}` cannot be read completely, so no part of it is extracted", model.source().name());
        return EditOutcome { analysis: Some(analysis), ..EditOutcome::failed(text, exit::FINDINGS) };
    }
    let [inputs, outputs] =
        [&args.inputs, &args.outputs].map(|list| list.iter().map(String::as_str).collect::<Vec<_>>());
    match extract(model, &analysis.facts, &inputs, &outputs) {
        Ok(part) => {
            let kept = part.main_graph().map_or(0, |graph| part.nodes_of(graph).len());
            let counts = vec![EditCount { key: "nodes", words: ("node", "kept"), count: kept }];
            // What is wrong outside of the part does not concern it.
            let analysis = Some(Analysis { findings: Vec::new(), ..analysis });
            EditOutcome { analysis, counts, ..EditOutcome::default() }.write(
                (&args.output, &args.external),
                model,
                &part,
                "extract a part of",
            )
        }
        Err(error) => {
            let text = format!("no part of `{}` is extracted: {error}", model.source().name());
            EditOutcome::failed(text, exit::USAGE)
        }
    }
}
