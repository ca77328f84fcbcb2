//! The command line.

mod args;
mod atomic_write;
mod baseline;
mod config;
mod console;
mod default_command;
mod diff;
mod discovery;
mod exit;
mod explain;
mod file_identity;
mod fold;
mod git_changes;
mod graph;
mod incomplete;
mod input;
mod lint;
mod manual;
mod name_options;
mod op;
mod ordered_queue;
mod output;
mod output_conflicts;
mod panic;
mod print;
mod report;
mod rules;
mod run;
mod schema;
mod selection;
mod shapes;
mod snap;
mod stdin;
mod suggestions;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use args::{Color, Global};
use config::{InitArgs, ShowArgs};
use diff::DiffArgs;
use explain::ExplainArgs;
use fold::FoldArgs;
use graph::GraphArgs;
use lint::LintArgs;
use manual::{CompletionsArgs, ManArgs};
use op::OpArgs;
use print::PrintArgs;
use rules::RulesArgs;
use schema::SchemaArgs;
use shapes::ShapesArgs;
use snap::SnapArgs;

/// Checks ONNX and OpenVINO IR models, and infers every type and shape.
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

const EXIT_CODES: &str = "Exit codes: 0 nothing to fail on, 1 findings, 2 wrong usage or a path that does not exist, \
    3 internal error.";

#[derive(Subcommand, Debug)]
enum Command {
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

/// Runs the command that the process's arguments name.
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os().collect()))
}

fn run(arguments: Vec<OsString>) -> u8 {
    panic::keep_quiet();
    let (arguments, implied) = default_command::with_default_command(arguments);
    let arguments = op::with_attributes(arguments);
    let mut cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return answer(&error),
    };
    if let Command::Lint(args) = &mut cli.command {
        args.files.implied = implied;
    }
    match cli.command {
        Command::Shapes(args) => shapes::shapes(&args, &cli.global),
        Command::Lint(args) => lint::lint(&args, &cli.global),
        Command::Fold(args) => fold::fold_command(&args, &cli.global),
        Command::Print(args) => print::print(&args, &cli.global),
        Command::Diff(args) => diff::diff_command(&args, &cli.global),
        Command::Snap(args) => snap::snap(&args, &cli.global),
        Command::Graph(args) => graph::graph(&args, &cli.global),
        Command::Op(args) => op::op(&args, &cli.global),
        Command::Explain(args) => explain::explain(&args),
        Command::Rules(args) => rules::rules(&args),
        Command::Config(args) => config::config(&args),
        Command::Init(args) => config::init(&args),
        Command::Schema(args) => schema::schema(&args),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    }
}

/// Says what is wrong with the arguments. Help and version come as errors, too, and are printed.
fn answer(error: &clap::Error) -> u8 {
    if error.use_stderr() {
        // There is nowhere left to say that this cannot be written.
        let _ = error.print();
        return exit::USAGE;
    }
    let text = error.render();
    let mut out = output::Output::new();
    out.write(|out| match output::coloured(Color::Auto) {
        true => write!(out, "{}", text.ansi()),
        false => write!(out, "{text}"),
    });
    out.end(exit::OK)
}
