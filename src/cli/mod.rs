//! The command line.

mod annotate;
mod args;
mod atomic_write;
mod baseline;
pub mod check;
mod config;
mod console;
mod convert;
mod default_command;
mod deferred;
mod diff;
mod discovery;
mod edit_outcome;
mod exit;
pub mod explain;
mod extract;
mod file_identity;
mod fold;
mod git;
mod git_changes;
mod git_includes;
mod gitignore;
mod glob;
mod graph;
mod graphviz;
mod incomplete;
mod input;
mod inspect;
mod interrupts;
mod lint;
mod manual;
mod model_output;
mod name_options;
mod op;
mod ordered_queue;
mod output;
mod output_conflicts;
mod panic;
mod path_key;
mod print;
mod repeated;
mod report;
mod rules;
mod run;
pub mod save;
mod schema;
mod selection;
mod shapes;
mod snap;
mod specialize;
mod stdin;
mod suggestions;
mod value_list;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use annotate::AnnotateArgs;
use args::{Color, Global};
use config::{InitArgs, ShowArgs};
use convert::ConvertArgs;
use deferred::Deferred;
use diff::DiffArgs;
use explain::ExplainArgs;
use extract::ExtractArgs;
use fold::FoldArgs;
use graph::GraphArgs;
use inspect::InspectArgs;
use lint::LintArgs;
use manual::{CompletionsArgs, ManArgs};
use op::OpArgs;
use print::PrintArgs;
use rules::RulesArgs;
use schema::SchemaArgs;
use shapes::ShapesArgs;
use snap::SnapArgs;
use specialize::SpecializeArgs;

/// Lints ONNX and OpenVINO models and infers the type and shape of every tensor.
///
/// `shapewright PATH...` is short for `shapewright lint PATH...`.
#[derive(Parser, Debug)]
#[command(name = "shapewright", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    global: Global,
}

const EXIT_CODES: &str = "Exit codes: 0 no finding at or above the failure level, 1 findings, 2 usage error or missing \
    path, 3 internal error.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Check model files (the default command)
    Lint(Deferred<LintArgs>),
    /// Show the type and shape of every value
    Shapes(Deferred<ShapesArgs>),
    /// Summarize a model: inputs, weights, operators, multiply-accumulates, and memory
    Inspect(Deferred<InspectArgs>),
    /// Evaluate constants, and write the smaller model in its original format
    Fold(Deferred<FoldArgs>),
    /// Write the inferred types and shapes into the model
    Annotate(Deferred<AnnotateArgs>),
    /// Give the inputs of a model other shapes, and write it with everything declared accordingly
    Specialize(Deferred<SpecializeArgs>),
    /// Write the part of a model between values
    Extract(Deferred<ExtractArgs>),
    /// Convert ONNX between binary and text, and move weights into the model or out of it
    Convert(Deferred<ConvertArgs>),
    /// Print a model as canonical text, without the elements of weights
    Print(Deferred<PrintArgs>),
    /// Compare two models, of the same format or of different formats
    Diff(Deferred<DiffArgs>),
    /// Write types and shapes to a small text file next to each model, or compare them with that file
    Snap(Deferred<SnapArgs>),
    /// Draw a model for Graphviz or Mermaid, or as a picture, with types on the edges
    Graph(Deferred<GraphArgs>),
    /// Infer a single operator without a file, and check its arguments
    Op(Deferred<OpArgs>),
    /// Explain a rule, or list the versions of an operator
    Explain(Deferred<ExplainArgs>),
    /// List all rules
    Rules(Deferred<RulesArgs>),
    /// Show the effective settings, and where each is set
    Config(Deferred<ShowArgs>),
    /// Write a sample configuration
    Init(Deferred<InitArgs>),
    /// Print the JSON Schema of an output format or of the configuration
    Schema(Deferred<SchemaArgs>),
    /// Print a completion script for a shell
    Completions(Deferred<CompletionsArgs>),
    /// Print the manual page of the program or of a command
    Man(Deferred<ManArgs>),
}

impl Command {
    /// Whether the command may write a model with its data files.
    fn writes_models(&self) -> bool {
        match self {
            Command::Lint(Deferred(args)) => args.changes_files(),
            Command::Fold(_) | Command::Annotate(_) | Command::Specialize(_) => true,
            Command::Extract(_) | Command::Convert(_) => true,
            _ => false,
        }
    }
}

/// The commands with their arguments.
fn command_line() -> clap::Command {
    // Where other commands need a path, `lint` checks the working directory.
    let optional =
        |lint| deferred::described::<LintArgs>(lint).mut_arg("paths", |paths| paths.required(false).default_value("."));
    Cli::command().mut_subcommand("lint", |lint| lint.defer(optional))
}

/// Runs the command that the process's arguments name.
pub fn main() -> ExitCode {
    panic::keep_quiet();
    ExitCode::from(panic::reported(|| run(std::env::args_os().collect())))
}

fn run(arguments: Vec<OsString>) -> u8 {
    panic::on_request("shapewright");
    let (arguments, implied) = default_command::with_default_command(arguments);
    let arguments = op::with_attributes(arguments);
    let parsed =
        command_line().try_get_matches_from(arguments).and_then(|matches| match repeated::contradiction(&matches) {
            Some(message) => Err(command_line().error(ErrorKind::ArgumentConflict, message)),
            None => Cli::from_arg_matches(&matches),
        });
    let mut cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return print_clap_error(&error),
    };
    if let Command::Lint(args) = &mut cli.command {
        args.0.files.implied = implied;
    }
    if cli.command.writes_models() {
        interrupts::defer();
    }
    match cli.command {
        Command::Shapes(Deferred(args)) => shapes::shapes(&args, &cli.global),
        Command::Inspect(Deferred(args)) => inspect::inspect(&args, &cli.global),
        Command::Lint(Deferred(args)) => lint::lint(&args, &cli.global),
        Command::Fold(Deferred(args)) => fold::fold_command(&args, &cli.global),
        Command::Annotate(Deferred(args)) => annotate::annotate_command(&args, &cli.global),
        Command::Specialize(Deferred(args)) => specialize::specialize_command(&args, &cli.global),
        Command::Convert(Deferred(args)) => convert::convert_command(&args, &cli.global),
        Command::Extract(Deferred(args)) => extract::extract_command(&args, &cli.global),
        Command::Print(Deferred(args)) => print::print(&args, &cli.global),
        Command::Diff(Deferred(args)) => diff::diff_command(&args, &cli.global),
        Command::Snap(Deferred(args)) => snap::snap(&args, &cli.global),
        Command::Graph(Deferred(args)) => graph::graph(&args, &cli.global),
        Command::Op(Deferred(args)) => op::op(&args, &cli.global),
        Command::Explain(Deferred(args)) => explain::explain(&args),
        Command::Rules(Deferred(args)) => rules::rules(&args),
        Command::Config(Deferred(args)) => config::config(&args),
        Command::Init(Deferred(args)) => config::init(&args),
        Command::Schema(Deferred(args)) => schema::schema(&args),
        Command::Completions(Deferred(args)) => manual::completions(&args),
        Command::Man(Deferred(args)) => manual::man(&args),
    }
}

/// Prints an error about the arguments. clap returns help and version as errors, too.
fn print_clap_error(error: &clap::Error) -> u8 {
    if error.use_stderr() {
        // There is nowhere left to report that standard error cannot be written.
        let _ = error.print();
        return exit::USAGE;
    }
    let text = error.render();
    let mut out = output::Output::new();
    out.write(|out| match output::use_color(Color::Auto) {
        true => write!(out, "{}", text.ansi()),
        false => write!(out, "{text}"),
    });
    out.end(exit::OK)
}
