//! Arguments.

mod report;
mod settings;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(super) use report::{ReportFile, ReportFormat};
pub(super) use settings::{ConfigArgs, FailOn, InitArgs, SchemaArgs, SchemaOf, SettingsArgs, ShowArgs};

use super::diff::DiffArgs;
use super::graph::GraphArgs;
use super::manual::{CompletionsArgs, ManArgs};
use super::op::OpArgs;
use super::snap::SnapArgs;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::fold::FoldOptions;
use crate::format::options::ReadOptions;
use crate::limits::Limits;
use crate::options::AnalysisOptions;
use crate::type_syntax::NamedType;

/// Checks ONNX and OpenVINO IR models, and infers every type and shape.
///
/// `shapewright PATH...` is short for `shapewright lint PATH...`.
#[derive(Parser, Debug)]
#[command(name = "shapewright", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    #[command(flatten)]
    pub(super) global: Global,
}

const EXIT_CODES: &str = "Exit codes: 0 nothing to fail on, 1 findings, 2 wrong usage or a path that does not exist, \
    3 internal error.";

#[derive(Args, Debug)]
pub(super) struct Global {
    /// When to use colour; `auto` asks the terminal and NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(super) color: Color,
    /// No summary and no progress
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// Check model files (the default command)
    Lint(LintArgs),
    /// Show every value's type and shape
    Shapes(ShapesArgs),
    /// Compute what is constant, and write the smaller model in the format that was read
    Fold(FoldArgs),
    /// Print a model as canonical text, weights elided
    Print(PrintArgs),
    /// Say what differs between two models, of one format or of both
    Diff(DiffArgs),
    /// Write a small text of types and shapes beside each model, or compare with the one that is there
    Snap(SnapArgs),
    /// Draw a model as text for Graphviz or Mermaid, types on the edges
    Graph(GraphArgs),
    /// Ask one operator without a file: what it gives, and what is wrong with the question
    Op(OpArgs),
    /// Explain a rule, or an operator version by version
    Explain(ExplainArgs),
    /// List all rules
    Rules(RulesArgs),
    /// Show every setting that holds, and where it was said
    Config(ShowArgs),
    /// Write a configuration to start from
    Init(InitArgs),
    /// Print the JSON Schema of an output, or of the configuration
    Schema(SchemaArgs),
    /// Print a script that completes arguments in a shell
    Completions(CompletionsArgs),
    /// Print the manual page of the program, or of one command
    Man(ManArgs),
}

/// Which files, and how they are read.
#[derive(Args, Debug)]
pub(super) struct FileArgs {
    /// Model files, or directories to walk for .onnx, .onnxtxt and .xml holding <net> or <layer>; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// Skip what .gitignore names when a directory is walked
    #[arg(long)]
    pub(super) respect_gitignore: bool,
    /// Whether no command was named, so that the first path may be a misspelt one.
    #[arg(skip)]
    pub(super) implied: bool,
    /// Files to read at the same time; all processors by default
    #[arg(short, long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(super) read: ReadArgs,
}

#[derive(Args, Debug)]
pub(super) struct ReadArgs {
    /// Read no .bin file and no external data
    #[arg(long)]
    pub(super) no_weights: bool,
    /// Follow symbolic links to external data
    #[arg(long)]
    pub(super) allow_symlinks: bool,
}

/// What the caller knows beyond the file.
#[derive(Args, Debug)]
pub(super) struct FactArgs {
    /// The size of a symbol
    #[arg(long, value_name = "NAME=SIZE", value_parser = binding)]
    pub(super) bind: Vec<(String, u64)>,
    /// The type of a graph input, as in `x:f32[1,3,224,224]`; the element type may be left out, dimensions may be
    /// symbols or intervals
    #[arg(long, value_name = "NAME:TYPE", value_parser = str::parse::<NamedType>)]
    pub(super) input_shape: Vec<NamedType>,
    /// Infer without the types that the file declares for inner values
    #[arg(long)]
    pub(super) no_declared: bool,
}

#[derive(Args, Debug)]
pub(super) struct LintArgs {
    #[command(flatten)]
    pub(super) files: FileArgs,
    /// The form of the report; `full` if nothing says otherwise
    #[arg(short, long, value_enum)]
    format: Option<ReportFormat>,
    /// Write the report to a file, without `--format` in the form that .html, .json, .jsonl, .sarif, .md or .xml (JUnit)
    /// stands for; with a form before it, as in `sarif:lint.sarif`, another report beside the first; `-` is standard
    /// output
    #[arg(short, long, value_name = "[FORMAT:]FILE", value_parser = str::parse::<ReportFile>)]
    pub(super) output: Vec<ReportFile>,
    /// Check only files that git says have changed since a revision, or whose weights have, or that it does not know
    /// yet
    #[arg(long, value_name = "REV", conflicts_with = "write_baseline")]
    pub(super) since: Option<String>,
    /// What reports call the model on standard input; weights are looked for beside a file of this name
    #[arg(long, value_name = "NAME")]
    pub(super) stdin_filename: Option<String>,
    #[command(flatten)]
    pub(super) settings: SettingsArgs,
    /// Write all findings to a file, which `--baseline` reads; what it lists of files and rules that are not looked at
    /// stays
    #[arg(long, value_name = "FILE")]
    pub(super) write_baseline: Option<PathBuf>,
    /// How many findings each rule has, shown or not, in place of the findings
    #[arg(long)]
    pub(super) statistics: bool,
    /// Show at most so many findings, the gravest of a file first; all are counted
    #[arg(long, value_name = "N")]
    pub(super) max_diagnostics: Option<usize>,
}

#[derive(Args, Debug)]
pub(super) struct ShapesArgs {
    #[command(flatten)]
    pub(super) files: FileArgs,
    /// The form of the output
    #[arg(short, long, value_enum, default_value_t = Format::Full)]
    pub(super) format: Format,
    /// Show the elements of constants that have at most so many
    #[arg(long, value_name = "K")]
    pub(super) values: Option<usize>,
    /// Explain one value instead: where its dimensions come from, or why they are unknown
    #[arg(long, value_name = "VALUE")]
    pub(super) why: Option<String>,
    /// Take initializers that are graph inputs too as constants, though a caller may override them
    #[arg(long)]
    pub(super) overridable: bool,
    #[command(flatten)]
    pub(super) facts: FactArgs,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
}

#[derive(Args, Debug)]
pub(super) struct FoldArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    pub(super) path: PathBuf,
    /// Where the new model goes; an OpenVINO model is written as OUT.xml and OUT.bin, and OUT may carry the extension
    #[arg(short, long, value_name = "OUT", required_unless_present = "dry_run")]
    pub(super) output: Option<PathBuf>,
    /// Write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Say what was folded, what was not, and why
    #[arg(long)]
    pub(super) report: bool,
    /// The form of the report
    #[arg(short, long, value_enum, default_value_t = FoldFormat::Full)]
    pub(super) format: FoldFormat,
    /// Elements that a new constant may have if it is larger than the constants that it replaces
    #[arg(long, value_name = "N")]
    pub(super) max_elements: Option<u64>,
    /// Bytes that a new constant may have if it is larger than the constants that it replaces
    #[arg(long, value_name = "N", default_value_t = FoldOptions::default().max_bytes)]
    pub(super) max_bytes: u64,
    /// Fold constants that hold NaN, which runtimes treat differently
    #[arg(long)]
    pub(super) nan: bool,
    /// Take initializers that are graph inputs too as constants, though a caller may override them
    #[arg(long)]
    pub(super) overridable: bool,
    /// Make constants of the outputs of these operators only
    #[arg(long, value_name = "OP,...", value_delimiter = ',')]
    pub(super) only: Vec<String>,
    /// Fold a model with errors; only nodes without findings are folded, and the exit code stays 1
    #[arg(long)]
    pub(super) force: bool,
    /// ONNX: put external data into the model
    #[arg(long, conflicts_with = "copy_external")]
    pub(super) embed: bool,
    /// ONNX: copy external data to the folder of the new model
    #[arg(long)]
    pub(super) copy_external: bool,
    #[command(flatten)]
    pub(super) read: ReadArgs,
}

impl FoldArgs {
    /// What is folded.
    pub(super) fn options(&self) -> FoldOptions {
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
pub(super) enum FoldFormat {
    /// For people
    Full,
    /// One JSON object, whether or not --report is given
    Json,
}

#[derive(Args, Debug)]
pub(super) struct PrintArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    pub(super) path: PathBuf,
    /// Print the elements of weights
    #[arg(long)]
    pub(super) weights: bool,
    /// For git's textconv: of a model that cannot be read whole print the findings too, and exit with 0
    #[arg(long)]
    pub(super) textconv: bool,
    #[command(flatten)]
    pub(super) read: ReadArgs,
}

#[derive(Args, Debug)]
pub(super) struct ExplainArgs {
    /// A rule's code (OP102) or name (axis-out-of-range), or an operator (ReduceMin)
    #[arg(value_name = "CODE|NAME|OP")]
    pub(super) subject: String,
}

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    /// The form of the list
    #[arg(short, long, value_enum, default_value_t = ListFormat::Full)]
    pub(super) format: ListFormat,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// For people
    Full,
    /// One line each
    Concise,
    /// One JSON object
    Json,
    /// JSON, one object a line
    Jsonl,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListFormat {
    /// For people
    Full,
    /// One JSON object
    Json,
}

impl ReadArgs {
    fn limits(&self) -> Limits {
        Limits { allow_symlinks: self.allow_symlinks, ..Limits::default() }
    }

    /// How files are read.
    pub(super) fn options(&self) -> ReadOptions {
        ReadOptions { limits: self.limits(), no_weights: self.no_weights }
    }
}

impl FactArgs {
    /// What analysis is told.
    pub(super) fn options(&self, read: &ReadArgs) -> AnalysisOptions {
        AnalysisOptions {
            bind: self.bind.clone(),
            inputs: self.input_shape.clone(),
            option_source: None,
            expect: Vec::new(),
            use_declared_types: !self.no_declared,
            fold_overridable_inputs: false,
            operators: Vec::new(),
            run_lints: false,
            targets: Vec::new(),
            enabled_rules: None,
            limits: read.limits(),
            current_node: None,
        }
    }
}

fn binding(text: &str) -> Result<(String, u64), String> {
    let (name, size) = text.rsplit_once('=').ok_or("write NAME=SIZE, as in N=8")?;
    let size = size.parse::<u64>().ok().filter(|&size| i64::try_from(size).is_ok());
    match size {
        Some(size) if !name.is_empty() => Ok((name.to_owned(), size)),
        Some(_) => Err("the name of the symbol is missing".to_owned()),
        None => Err(format!("the size of `{name}` is no whole number")),
    }
}

/// The arguments with `lint` before them, unless they name a command or ask for help; whether that was done.
pub(super) fn with_default_command(mut arguments: Vec<OsString>) -> (Vec<OsString>, bool) {
    let mut first = 1;
    // Options that stand before any command.
    while let Some(argument) = arguments.get(first).and_then(|a| a.to_str()) {
        match argument {
            "--color" => first += 2,
            "-q" | "--quiet" => first += 1,
            other if other.starts_with("--color=") => first += 1,
            _ => break,
        }
    }
    let named = arguments.get(first).is_none_or(|argument| {
        let words = ["-h", "--help", "-V", "--version", "help"];
        words.iter().any(|word| argument == word) || command_names().iter().any(|name| argument == name.as_str())
    });
    if !named {
        arguments.insert(first, "lint".into());
    }
    (arguments, !named)
}

/// The names of all commands.
pub(super) fn command_names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn lint_is_the_default_command() {
        let with = |arguments: &[&str]| {
            let arguments = std::iter::once("shapewright").chain(arguments.iter().copied()).map(OsString::from);
            let (with, _) = with_default_command(arguments.collect());
            with[1..].iter().map(|a| a.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(with(&["m.onnx"]), "lint m.onnx");
        assert_eq!(with(&["--format", "json", "m.onnx"]), "lint --format json m.onnx");
        assert_eq!(with(&["--color", "never", "m.onnx"]), "--color never lint m.onnx");
        assert_eq!(with(&["-q", "shapes", "m.onnx"]), "-q shapes m.onnx");
        assert_eq!(with(&["-"]), "lint -");
        assert_eq!(with(&["--help"]), "--help");
        assert_eq!(with(&[]), "");
    }

    #[test]
    fn a_binding_is_a_name_and_a_size() {
        assert_eq!(binding("N=8"), Ok(("N".to_owned(), 8)));
        assert_eq!(binding("a=b=8"), Ok(("a=b".to_owned(), 8)));
        for wrong in ["N", "N=", "N=x", "N=-1", "=8", "N=9223372036854775808"] {
            assert!(binding(wrong).is_err(), "{wrong}");
        }
    }
}
