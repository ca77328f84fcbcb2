//! `shapes`: the type and shape of every value, or the explanation of one.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, FactArgs, FileArgs, Global};
use super::discovery;
use super::name_options::NameOptions;
use super::output::use_color;
use super::report::RunReport;
use super::run::{Run, Slot};
use super::{console, exit};
use crate::fold::ConstantValues;
use crate::options::AnalysisOptions;
use crate::render::{self, Full, Shapes, ShownElements};
use crate::report::{self, FileReport};

#[derive(Args, Debug)]
pub(super) struct ShapesArgs {
    #[command(flatten)]
    files: FileArgs,
    /// The output format
    #[arg(short, long, value_enum, default_value_t = Format::Full)]
    format: Format,
    /// Show the elements of constants that have at most K elements
    #[arg(long, value_name = "K")]
    values: Option<usize>,
    /// Explain one value instead: where its dimensions come from, or why they are unknown
    #[arg(long, value_name = "VALUE")]
    why: Option<String>,
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
    /// One line per value
    Concise,
    /// One JSON object
    Json,
    /// JSON, one object per line
    Jsonl,
}

impl ShapesArgs {
    /// Whether the report says which values are constants, or shows their elements.
    fn shows_constants(&self) -> bool {
        let json = matches!(self.format, Format::Json | Format::Jsonl);
        self.why.is_none() && (json || self.values.is_some())
    }
}

/// The state of the output of `shapes`.
struct ShapesOutput {
    format: Format,
    /// The text before the next file, in JSON.
    separator: &'static str,
    values: usize,
    unknown: usize,
    /// Whether the elements of some constants were too long to show.
    is_cut: bool,
    names: NameOptions,
}

/// The text before the first file, in JSON.
const HEAD: &str = "{\"schema_version\": 1, \"files\": [";

impl ShapesOutput {
    fn new(args: &ShapesArgs) -> ShapesOutput {
        ShapesOutput {
            format: args.format,
            separator: HEAD,
            values: 0,
            unknown: 0,
            is_cut: false,
            names: NameOptions::new(&args.facts, args.why.as_deref()),
        }
    }

    /// Writes the text before a file.
    fn begin(report: &mut RunReport<ShapesOutput>) {
        report.progress.erase();
        if report.form.format == Format::Json {
            let separator = std::mem::replace(&mut report.form.separator, ",\n  ");
            report.out.write(|out| out.write_all(separator.as_bytes()));
        }
    }

    /// Writes the text after the last file.
    fn end(report: &mut RunReport<ShapesOutput>) {
        report.progress.erase();
        if report.form.format == Format::Json {
            let none = report.form.separator == HEAD;
            report.out.write(|out| writeln!(out, "{}]}}", if none { HEAD } else { "" }));
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
    let report = RunReport::new(ShapesOutput::new(args), inputs.len(), code, global.quiet);
    let several = inputs.len() > 1;
    let names = NameOptions::new(&args.facts, args.why.as_deref());
    let mut report = run.each(options, report, |queue, job, model, analysis| {
        let file = FileReport::new(&inputs[job].name, model, analysis, report::errors);
        let find = || ConstantValues::find(model, analysis, &options(job), args.values);
        let constants = args.shows_constants().then(find);
        let shown = args.values.map(|most| ShownElements::new(model, most));
        let shapes = Shapes { model, analysis, report: &file, values: shown.as_ref(), constants: constants.as_ref() };
        let mut slot = Slot::new(queue, job, ShapesOutput::begin);
        // A slot fails only if the output has failed, and the output keeps the error.
        let _ = match &args.why {
            Some(name) => write_why(&mut slot, shapes, args.format, &options(job), name),
            None => write_shapes(&mut slot, shapes, args.format, several, use_color(global.color)),
        };
        let mut names = names.clone();
        names.search(model);
        let (values, unknown) = shapes.count();
        let is_cut = shown.is_some_and(|shown| shown.is_cut());
        slot.finish(move |report| {
            report.summary.add(&file);
            report.form.values += values;
            report.form.unknown += unknown;
            report.form.is_cut |= is_cut;
            report.form.names.add(names);
            report.progress.step(&mut report.out);
        });
    });
    ShapesOutput::end(&mut report);
    finish(report, args.format, global.quiet)
}

/// Prints the summary, and returns the exit code.
fn finish(mut report: RunReport<ShapesOutput>, format: Format, quiet: bool) -> u8 {
    // If nothing could be read, that has been reported instead of a summary.
    let read = report.summary.files > 0 || report.code == exit::OK;
    if read && !quiet && !report.out.has_failed() && matches!(format, Format::Full | Format::Concise) {
        print_summary(&report);
    }
    if report.form.is_cut && !quiet {
        console::note(
            "some elements are omitted: those of a model may have 20 MiB of text, and 6 times the size of its files",
        );
    }
    for missing in report.form.names.missing() {
        console::error(&missing);
        report.code = report.code.max(exit::USAGE);
    }
    let failed = report.summary.counts.errors > 0;
    report.out.end(report.code.max(if failed { exit::FINDINGS } else { exit::OK }))
}

/// Prints the summary to standard error.
fn print_summary(report: &RunReport<ShapesOutput>) {
    let RunReport { summary, form, .. } = report;
    let errors = summary.counts.errors;
    let (files, values) = (render::count(summary.files, "file"), render::count(form.values, "value"));
    let (unknown, errors, hint) =
        (form.unknown, render::count(errors, "error"), if errors > 0 { ", see `shapewright lint`" } else { "" });
    // The summary is optional: ignore write errors.
    let _ = writeln!(io::stderr(), "{files}: {values}, {unknown} not fully known, {errors}{hint}");
}

/// Writes the explanations of the values with this name.
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

fn write_shapes(out: &mut dyn Write, shapes: Shapes<'_>, format: Format, several: bool, color: bool) -> io::Result<()> {
    match format {
        Format::Full => {
            render::write_table(out, shapes)?;
            Full::new(color, false).findings(out, shapes.report)
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
