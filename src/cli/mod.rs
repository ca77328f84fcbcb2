//! The command line.

mod args;
mod atomic_write;
mod baseline;
mod commands;
mod config;
mod diff;
mod files;
mod fold;
mod git_changes;
mod graph;
mod incomplete;
mod lint;
mod manual;
mod name_options;
mod op;
mod ordered_queue;
mod output;
mod output_conflicts;
mod panic;
mod report;
mod run;
mod selection;
mod shapes;
mod snap;
mod stdin;
mod suggestions;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

/// Exit codes, which `docs/ci.md` describes.
mod exit {
    /// Nothing to fail on.
    pub(super) const OK: u8 = 0;
    /// A finding at or above the level that fails.
    pub(super) const FINDINGS: u8 = 1;
    /// Wrong usage, a path that does not exist, nothing matched, output that cannot be written.
    pub(super) const USAGE: u8 = 2;
    /// Our own fault.
    pub(super) const INTERNAL: u8 = 3;
}

/// Runs the command that the process's arguments name.
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os().collect()))
}

fn run(arguments: Vec<OsString>) -> u8 {
    panic::keep_quiet();
    let (arguments, implied) = args::with_default_command(arguments);
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
        Command::Print(args) => commands::print(&args, &cli.global),
        Command::Diff(args) => diff::diff_command(&args, &cli.global),
        Command::Snap(args) => snap::snap(&args, &cli.global),
        Command::Graph(args) => graph::graph(&args, &cli.global),
        Command::Op(args) => op::op(&args, &cli.global),
        Command::Explain(args) => commands::explain(&args),
        Command::Rules(args) => commands::rules(&args),
        Command::Config(args) => config::config(&args),
        Command::Init(args) => config::init(&args),
        Command::Schema(args) => commands::schema(&args),
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
    out.write(|out| match output::coloured(args::Color::Auto) {
        true => write!(out, "{}", text.ansi()),
        false => write!(out, "{text}"),
    });
    out.end(exit::OK)
}

/// Says what is worth knowing and no fault.
fn remark(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {}", crate::escape::one_line(text));
}

/// Says what is probably not as it was meant, outside any model.
fn warn(text: &str) {
    let _ = writeln!(std::io::stderr(), "warning: {}", crate::escape::one_line(text));
}

/// Says what went wrong outside any model.
fn complain(text: &str) {
    // There is nowhere left to say that this cannot be written.
    let _ = writeln!(std::io::stderr(), "error: {}", crate::escape::one_line(text));
}
