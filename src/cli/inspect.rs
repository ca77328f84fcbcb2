//! `inspect`: what a model consists of, and what a run of it costs.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, FactArgs, FileArgs, Global};
use super::discovery;
use super::name_options::NameOptions;
use super::output::use_color;
use super::report::RunReport;
use super::run::{Run, Slot};
use super::{console, exit};
use crate::analyze::analyze;
use crate::graph::Model;
use crate::options::AnalysisOptions;
use crate::render::{Full, Inspection, write_inspection, write_inspection_json};
use crate::report::{self, FileReport};
use crate::summary::{Summary, summarize};

#[derive(Args, Debug)]
pub(super) struct InspectArgs {
    #[command(flatten)]
    files: FileArgs,
    /// The output format
    #[arg(short, long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Treat initializers that are also graph inputs as constants, although callers can override them
    #[arg(long)]
    overridable: bool,
    #[command(flatten)]
    facts: FactArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Human-readable
    Full,
    /// One JSON object
    Json,
    /// JSON, one object per line
    Jsonl,
}

/// The state of the output.
struct InspectOutput {
    format: Format,
    /// The text before the next file, in JSON.
    separator: &'static str,
    names: NameOptions,
}

/// The text before the first file, in JSON.
const HEAD: &str = "{\"schema_version\": 1, \"files\": [";

/// `inspect`: a screen for each file.
pub(super) fn inspect(args: &InspectArgs, global: &Global) -> u8 {
    let Some((inputs, configs, code)) = discovery::find_configured(&args.files, &args.config, None) else {
        return exit::USAGE;
    };
    let read = &args.files.read;
    let options = |job: usize| {
        let mut options = args.facts.options(read);
        if let Some(input) = inputs.get(job) {
            configs.extend(&mut options, input);
        }
        // Lints read weights, and `lint` shows what they find.
        AnalysisOptions { run_lints: false, fold_overridable_inputs: args.overridable, ..options }
    };
    let names = NameOptions::new(&args.facts, None);
    let run = Run { inputs: &inputs, jobs: args.files.jobs, read: read.options() };
    let state = InspectOutput { format: args.format, separator: HEAD, names: names.clone() };
    let report = RunReport::new(state, inputs.len(), code, global.quiet);
    let report = run.models(report, |queue, job, model, current| {
        let analysis = run.analyzed(job, model, current, options(job));
        // A report may take as much memory as finding the summary, so it is made when that is done, of what it needs.
        let summary = summarize(model, &options(job), &analysis);
        let findings = analysis.into_findings();
        let file = FileReport::new(&inputs[job].name, model, &findings, report::errors);
        let mut slot = Slot::new(queue, job, begin);
        let inspection = Inspection { model, report: &file, summary: &summary };
        // A slot fails only if the output has failed, and the output keeps the error.
        let _ = write(&mut slot, inspection, args.format, use_color(global.color));
        let mut names = names.clone();
        names.search(model);
        slot.finish(move |report| {
            report.summary.add(&file);
            report.form.names.add(names);
            report.progress.step(&mut report.out);
        });
    });
    finish(report)
}

/// The summary of a model, with its screen and its JSON.
pub(super) fn of_model(model: &Model, options: &AnalysisOptions) -> (Summary, String, String) {
    let options = AnalysisOptions { run_lints: false, ..options.clone() };
    let analysis = analyze(model, &options);
    let name = model.source().name().replace('\\', "/");
    let report = FileReport::new(&name, model, &analysis, report::errors);
    let summary = summarize(model, &options, &analysis);
    let inspection = Inspection { model, report: &report, summary: &summary };
    let (mut text, mut json) = (Vec::new(), HEAD.as_bytes().to_vec());
    let written = write(&mut text, inspection, Format::Full, false);
    let written = written.and_then(|()| write(&mut json, inspection, Format::Json, false));
    debug_assert!(written.is_ok(), "a vector takes everything: {written:?}");
    json.extend_from_slice(b"]}\n");
    let [text, json] = [text, json].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (summary, text, json)
}

/// Writes the text before a file.
fn begin(report: &mut RunReport<InspectOutput>) {
    report.progress.erase();
    if report.form.format == Format::Json {
        let separator = std::mem::replace(&mut report.form.separator, ",\n  ");
        report.out.write(|out| out.write_all(separator.as_bytes()));
    }
}

fn write(out: &mut dyn Write, inspection: Inspection<'_>, format: Format, color: bool) -> io::Result<()> {
    match format {
        Format::Full => {
            write_inspection(out, inspection)?;
            Full::new(color, false).findings(out, inspection.report)
        }
        Format::Json => write_inspection_json(out, inspection),
        Format::Jsonl => {
            write_inspection_json(out, inspection)?;
            writeln!(out)
        }
    }
}

/// Ends the output, and returns the exit code.
fn finish(mut report: RunReport<InspectOutput>) -> u8 {
    report.progress.erase();
    if report.form.format == Format::Json {
        let none = report.form.separator == HEAD;
        report.out.write(|out| writeln!(out, "{}]}}", if none { HEAD } else { "" }));
    }
    report.out.flush();
    for missing in report.form.names.missing() {
        console::error(&missing);
        report.code = report.code.max(exit::USAGE);
    }
    let failed = report.summary.counts.errors > 0;
    report.out.end(report.code.max(if failed { exit::FINDINGS } else { exit::OK }))
}
