//! `print`: a model as canonical text.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::Args;

use super::args::{Global, ReadArgs};
use super::input::Input;
use super::output::use_color;
use super::report::RunReport;
use super::run::Run;
use super::{console, exit, incomplete, panic};
use crate::diagnostic::counted;
use crate::escape::one_line;
use crate::graph::Status;
use crate::options::AnalysisOptions;
use crate::print::{self, ListingOptions};
use crate::render::Full;

#[derive(Args, Debug)]
pub(super) struct PrintArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Print the elements of weights
    #[arg(long)]
    weights: bool,
    /// For git textconv: for a model that cannot be read completely, also print the findings, and exit with 0
    #[arg(long)]
    textconv: bool,
    #[command(flatten)]
    read: ReadArgs,
}

/// `print`: writes the canonical text of a model.
pub(super) fn print(args: &PrintArgs, global: &Global) -> u8 {
    let mut input = Input::new(&args.path);
    if let Err(message) = input.check() {
        console::error(&message);
        return exit::USAGE;
    }
    if args.textconv {
        // Git copies each version to a directory with a random name.
        input.name = args.path.file_name().map_or(input.name, |name| name.to_string_lossy().into_owned());
    }
    let inputs = [input];
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let color = use_color(global.color);
    let terminal = io::stdout().is_terminal();
    let report = run.models(
        RunReport::new((), 1, exit::OK, true),
        |queue, job, model, current| {
            panic::on_request(&inputs[job].name);
            let mut report = queue.lock(job);
            if model.status() == Status::Ok {
                let listing = print::listing(model, &ListingOptions { weights: args.weights, hashes: true });
                if listing.omitted > 0 {
                    let constants = counted(listing.omitted, "constant");
                    console::note(&format!(
                        "the elements of {constants} are omitted: the text would be longer than 20 MiB and 6 times the files"
                    ));
                }
                report.out.write(|out| match terminal {
                    // Names are shown, not obeyed. A file or another program gets what reads back as the same model.
                    true => listing.text.split('\n').try_for_each(|line| writeln!(out, "{}", one_line(line))),
                    false => writeln!(out, "{}", listing.text),
                });
            }
            if !incomplete::is_incomplete(model) {
                return;
            }
            let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
            let file = incomplete::report(&inputs[job].name, model, &run.analyzed(job, model, current, options));
            let mut text = Vec::new();
            let _ = Full::new(color, false).findings(&mut text, &file);
            if args.textconv {
                report.out.write(|out| out.write_all(&text));
                return;
            }
            // There is nowhere left to report that standard error cannot be written.
            let _ = io::stderr().write_all(&text);
            report.code = report.code.max(exit::FINDINGS);
        },
    );
    report.out.end(if args.textconv { exit::OK } else { report.code })
}
