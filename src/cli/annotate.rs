//! `annotate`: writes the inferred types and shapes into the model.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, Global, ReadArgs};
use super::edit_outcome::{EditFormat, EditOutcome, edit_configured};
use super::exit;
use super::model_output::{ExternalArgs, OutputArgs};
use crate::annotate::{AnnotateError, AnnotateOptions, Expressions, Unconfirmed, prepare, strip};
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::ValueId;
use crate::infer::{Analysis, analyze_without_lints};
use crate::ops::OperatorDef;
use crate::options::AnalysisOptions;
use crate::render::EditCount;

/// The number of names that a note lists.
const NAMES: usize = 5;

#[derive(Args, Debug)]
pub(super) struct AnnotateArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    external: ExternalArgs,
    /// How a dimension that is an expression, such as 2*N+1, is declared in ONNX, which has only sizes and names
    #[arg(long, value_enum, default_value_t = ExpressionForm::Text)]
    expressions: ExpressionForm,
    /// Replace declarations that contradict what is inferred or each other; otherwise nothing is written, and the exit code is 1
    #[arg(long)]
    overwrite: bool,
    /// Annotate a model with other errors, with what is certain in spite of them; the exit code stays 1
    #[arg(long)]
    force: bool,
    /// Remove the declared types of all inner values instead
    #[arg(long, conflicts_with_all = ["expressions", "overwrite"])]
    strip: bool,
    /// Ignore the types that the file declares for inner values, and replace them where others are inferred
    #[arg(long)]
    no_declared: bool,
    /// The report format
    #[arg(short, long, value_enum, default_value_t = EditFormat::Full)]
    format: EditFormat,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpressionForm {
    /// The text of the expression is the name
    Text,
    /// A new name for each expression
    Symbol,
    /// The dimension is left unknown
    Omit,
}

impl From<ExpressionForm> for Expressions {
    fn from(form: ExpressionForm) -> Expressions {
        match form {
            ExpressionForm::Text => Expressions::Text,
            ExpressionForm::Symbol => Expressions::Symbol,
            ExpressionForm::Omit => Expressions::Omit,
        }
    }
}

impl AnnotateArgs {
    fn options(&self, analysis: AnalysisOptions) -> AnnotateOptions {
        let expressions = match self.expressions {
            ExpressionForm::Text => Expressions::Text,
            ExpressionForm::Symbol => Expressions::Symbol,
            ExpressionForm::Omit => Expressions::Omit,
        };
        AnnotateOptions::new().expressions(expressions).overwrite(self.overwrite).force(self.force).analysis(analysis)
    }

    fn analysis(&self, operators: Vec<Arc<OperatorDef>>) -> AnalysisOptions {
        let limits = self.read.limits();
        AnalysisOptions { use_declared_types: !self.no_declared, limits, operators, ..AnalysisOptions::default() }
    }
}

/// `annotate`: writes the annotated model and the report.
pub(super) fn annotate_command(args: &AnnotateArgs, global: &Global) -> u8 {
    edit_configured(&args.path, (args.read.options(), &args.config), args.format, global, |model, operators| {
        annotated(args, model, args.analysis(operators))
    })
}

fn annotated(args: &AnnotateArgs, model: &Model, analysis: AnalysisOptions) -> EditOutcome {
    if let Err(error) = args.output.check(model) {
        return EditOutcome::failed(error, exit::USAGE);
    }
    let mut edited = model.clone();
    match edit(args, &mut edited, analysis) {
        Ok((analysis, counts, lines)) => {
            let done = EditOutcome { analysis: Some(analysis), counts, lines, ..EditOutcome::default() };
            done.write((&args.output, &args.external), model, &edited, "annotate")
        }
        Err(error) => {
            let hint = match &error {
                AnnotateError::Contradicted { .. } => "; --overwrite replaces them",
                AnnotateError::Faulty(_) => "; --force annotates it with what is certain in spite of them",
                AnnotateError::Incomplete(_) | AnnotateError::TooLarge(_) => "",
            };
            let text = format!("`{}` is not annotated: {error}{hint}", model.source().name());
            EditOutcome { analysis: Some(error.into_analysis()), ..EditOutcome::failed(text, exit::FINDINGS) }
        }
    }
}

fn edit(
    args: &AnnotateArgs,
    model: &mut Model,
    analysis: AnalysisOptions,
) -> Result<(Analysis, Vec<EditCount>, Vec<String>), AnnotateError> {
    let count = |key, what, count| EditCount::new(key, ("type", what), count);
    if args.strip {
        let analysis = analyze_without_lints(model, &analysis);
        if !model.is_whole() {
            return Err(AnnotateError::Incomplete(analysis.into()));
        }
        // Other errors do not concern it.
        let analysis = Analysis { findings: Vec::new(), ..analysis };
        return Ok((analysis, vec![count("removed", "removed", strip(model))], Vec::new()));
    }
    let mut found = prepare(model, &args.options(analysis))?;
    // The report has only the findings, and the edited model takes memory, too.
    found.analysis.facts = FactStore::new(0, 0);
    let done = found.apply(model);
    let counts = vec![
        count("added", "added", done.added),
        count("refined", "refined", done.refined),
        count("corrected", "corrected", done.corrected),
    ];
    let lines = unconfirmed(model, &done.unconfirmed);
    Ok((done.analysis, counts, lines))
}

/// A line for each declaration that new ones rest on.
fn unconfirmed(model: &Model, values: &[Unconfirmed]) -> Vec<String> {
    let mut by_source: BTreeMap<&[ValueId], Vec<&str>> = BTreeMap::new();
    for found in values {
        by_source.entry(&found.sources).or_default().push(model.value_name(found.value));
    }
    let line = |(sources, names): (&[ValueId], Vec<&str>)| {
        let sources = sources.iter().map(|&source| model.value_name(source)).collect::<Vec<_>>();
        // Not all may have been found, so the rest is not counted.
        let more = if sources.len() > NAMES { ", and more" } else { "" };
        let of = match sources.is_empty() {
            true => "inner values".to_owned(),
            false => listed(&sources[..sources.len().min(NAMES)]) + more,
        };
        format!(
            "note: what is declared of {} rests on what the file declares of {of}, which inference does not confirm; \
             --no-declared declares only what is inferred",
            listed(&names)
        )
    };
    by_source.into_iter().map(line).collect()
}

/// The first names of a list, and how many there are besides.
fn listed(names: &[&str]) -> String {
    let shown = names.iter().take(NAMES).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        more => format!("{shown}, and {more} more"),
    }
}
