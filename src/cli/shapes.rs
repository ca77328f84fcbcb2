//! `shapes`: the type and shape of every value, or the explanation of one.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, FactArgs, FileArgs, Global};
use super::discovery;
use super::name_options::NameOptions;
use super::output::coloured;
use super::report::RunReport;
use super::run::{Run, Slot};
use super::{console, exit};
use crate::options::AnalysisOptions;
use crate::render::{self, Full, Shapes};
use crate::report::{self, FileReport};

#[derive(Args, Debug)]
pub(super) struct ShapesArgs {
    #[command(flatten)]
    files: FileArgs,
    /// The form of the output
    #[arg(short, long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Show the elements of constants that have at most so many
    #[arg(long, value_name = "K")]
    values: Option<usize>,
    /// Explain one value instead: where its dimensions come from, or why they are unknown
    #[arg(long, value_name = "VALUE")]
    why: Option<String>,
    /// Take initializers that are graph inputs too as constants, though a caller may override them
    #[arg(long)]
    overridable: bool,
    #[command(flatten)]
    facts: FactArgs,
    #[command(flatten)]
    config: ConfigArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// For people
    Full,
    /// One line each
    Concise,
    /// One JSON object
    Json,
    /// JSON, one object a line
    Jsonl,
}

/// How a run of `shapes` writes its files.
struct ShapesForm {
    format: Format,
    /// What ends one file's output and begins the next one's, in JSON.
    separator: &'static str,
    values: usize,
    unknown: usize,
    wanted: NameOptions,
}

/// What stands before the first file in JSON.
const LIST: &str = "{\"schema_version\": 1, \"files\": [";

impl ShapesForm {
    fn new(args: &ShapesArgs) -> ShapesForm {
        ShapesForm {
            format: args.format,
            separator: LIST,
            values: 0,
            unknown: 0,
            wanted: NameOptions::new(&args.facts, args.why.as_deref()),
        }
    }

    /// What stands before a file's output.
    fn begin(report: &mut RunReport<ShapesForm>) {
        report.progress.erase();
        if report.form.format == Format::Json {
            let separator = std::mem::replace(&mut report.form.separator, ",\n  ");
            report.out.write(|out| out.write_all(separator.as_bytes()));
        }
    }

    /// What stands behind the last file's output.
    fn end(report: &mut RunReport<ShapesForm>) {
        report.progress.erase();
        if report.form.format == Format::Json {
            let none = report.form.separator == LIST;
            report.out.write(|out| writeln!(out, "{}]}}", if none { LIST } else { "" }));
        }
        report.out.flush();
    }
}

/// `shapes`: the type and shape of every value.
pub(super) fn shapes(args: &ShapesArgs, global: &Global) -> u8 {
    let Some((inputs, configs, code)) = discovery::find_configured(&args.files, &args.config, None) else {
        return exit::USAGE;
    };
    let read = &args.files.read;
    let options = |job: usize| {
        let mut options = AnalysisOptions { fold_overridable_inputs: args.overridable, ..args.facts.options(read) };
        if let Some(input) = inputs.get(job) {
            configs.extend(&mut options, input);
        }
        options
    };
    let run = Run { inputs: &inputs, jobs: args.files.jobs, read: read.options() };
    let report = RunReport::new(ShapesForm::new(args), inputs.len(), code, global.quiet);
    let several = inputs.len() > 1;
    let wanted = NameOptions::new(&args.facts, args.why.as_deref());
    let mut report = run.each(options, report, |turns, job, model, analysis| {
        let file = FileReport::new(&inputs[job].name, model, analysis, report::errors);
        let shapes = Shapes { model, analysis, report: &file, values: args.values };
        let mut slot = Slot::new(turns, job, ShapesForm::begin);
        // A slot fails only when the output has failed, which keeps the cause.
        let _ = match &args.why {
            Some(name) => write_why(&mut slot, shapes, args.format, &options(job), name),
            None => write_shapes(&mut slot, shapes, args.format, several, coloured(global.color)),
        };
        let mut wanted = wanted.clone();
        wanted.look(model);
        let (values, unknown) = shapes.count();
        slot.finish(move |report| {
            report.summary.add(&file);
            report.form.values += values;
            report.form.unknown += unknown;
            report.form.wanted.add(wanted);
            report.progress.step(&mut report.out);
        });
    });
    ShapesForm::end(&mut report);
    finish(report, args.format, global.quiet)
}

/// What is said behind the output, and the exit code.
fn finish(mut report: RunReport<ShapesForm>, format: Format, quiet: bool) -> u8 {
    // Who has been told that nothing could be read needs no summary.
    let read = report.summary.files > 0 || report.code == exit::OK;
    if read && !quiet && !report.out.has_failed() && matches!(format, Format::Full | Format::Concise) {
        say_summary(&report);
    }
    for missing in report.form.wanted.missing() {
        console::error(&missing);
        report.code = report.code.max(exit::USAGE);
    }
    let failed = report.summary.counts.errors > 0;
    report.out.end(report.code.max(if failed { exit::FINDINGS } else { exit::OK }))
}

/// What `shapes` says beside its output.
fn say_summary(report: &RunReport<ShapesForm>) {
    let RunReport { summary, form, .. } = report;
    let errors = summary.counts.errors;
    let (files, values) = (render::count(summary.files, "file"), render::count(form.values, "value"));
    let (unknown, errors, hint) =
        (form.unknown, render::count(errors, "error"), if errors > 0 { ", `shapewright lint` says more" } else { "" });
    // A summary that cannot be shown is no loss.
    let _ = writeln!(io::stderr(), "{files}: {values}, {unknown} not known in full, {errors}{hint}");
}

/// Writes where what is known of the values of this name comes from.
fn write_why(
    out: &mut dyn Write,
    shapes: Shapes<'_>,
    format: Format,
    options: &AnalysisOptions,
    name: &str,
) -> io::Result<()> {
    match format {
        Format::Full | Format::Concise => render::write_why(out, shapes, options, name),
        Format::Json => render::write_why_json(out, shapes, options, name),
        Format::Jsonl => {
            render::write_why_json(out, shapes, options, name)?;
            writeln!(out)
        }
    }
}

fn write_shapes(
    out: &mut dyn Write,
    shapes: Shapes<'_>,
    format: Format,
    several: bool,
    colour: bool,
) -> io::Result<()> {
    match format {
        Format::Full => {
            render::write_table(out, shapes)?;
            Full::new(colour, false).findings(out, shapes.report)
        }
        Format::Concise => {
            let path = render::one_line(&shapes.report.path);
            render::write_lines(out, shapes, &if several { format!("{path}: ") } else { String::new() })
        }
        Format::Json => render::write_shapes_json(out, shapes),
        Format::Jsonl => {
            render::write_shapes_json(out, shapes)?;
            writeln!(out)
        }
    }
}
