//! `annotate`: writes the inferred types and shapes into the model.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::{Global, ReadArgs};
use super::edit_outcome::{EditFormat, EditOutcome, edit_file};
use super::exit;
use super::model_output::{ExternalArgs, OutputArgs};
use crate::annotate::{AnnotateError, AnnotateOptions, Expressions, annotate, strip};
use crate::graph::Model;
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::render::EditCount;

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
    edit_file(&args.path, args.read.options(), args.format, global, |model, _| annotated(args, model))
}

fn annotated(args: &AnnotateArgs, model: &Model) -> EditOutcome {
    if let Err(error) = args.output.check(model) {
        return EditOutcome::failed(error, exit::USAGE);
    }
    let mut edited = model.clone();
    match edit(args, &mut edited) {
        Ok((analysis, counts)) => {
            let done = EditOutcome { analysis: Some(analysis), counts, ..EditOutcome::default() };
            done.write((&args.output, &args.external), model, &edited, "annotate")
        }
        Err(error) => {
            let hint = match &error {
                AnnotateError::Contradicted { .. } => "; --overwrite replaces them",
                AnnotateError::Faulty(_) => "; --force annotates it with what is certain in spite of them",
                AnnotateError::Incomplete(_) => "",
            };
            let text = format!("`{}` is not annotated: {error}{hint}", model.source().name());
            EditOutcome { analysis: Some(error.into_analysis()), ..EditOutcome::failed(text, exit::FINDINGS) }
        }
    }
}

fn edit(args: &AnnotateArgs, model: &mut Model) -> Result<(Analysis, Vec<EditCount>), AnnotateError> {
    let count = |key, what, count| EditCount { key, words: ("type", what), count };
    if args.strip {
        let analysis = analyze_without_lints(model, &args.analysis());
        if !model.is_whole() {
            return Err(AnnotateError::Incomplete(analysis.into()));
        }
        return Ok((analysis, vec![count("removed", "removed", strip(model))]));
    }
    let done = annotate(model, &args.options())?;
    let counts = vec![
        count("added", "added", done.added),
        count("refined", "refined", done.refined),
        count("corrected", "corrected", done.corrected),
    ];
    Ok((done.analysis, counts))
}
