//! What each command does.

use std::io::{self, Write};

use super::args::{ExplainArgs, Format, Global, ListFormat, PrintArgs, RulesArgs, ShapesArgs};
use super::files::{self, Input};
use super::output::{Output, coloured};
use super::report::RunReport;
use super::run::{Run, Slot};
use super::{complain, exit};
use crate::analyze::Options;
use crate::graph::Status;
use crate::print::{self, ListingOptions};
use crate::render::{self, Full, Shapes};
use crate::report::{self, FileReport};
use crate::{ops, rules};

/// How a run of `shapes` writes its files.
struct ShapesForm {
    format: Format,
    /// What ends one file's output and begins the next one's, in JSON.
    separator: &'static str,
    values: usize,
    unknown: usize,
}

/// What stands before the first file in JSON.
const LIST: &str = "{\"schema_version\": 1, \"files\": [";

impl ShapesForm {
    fn new(format: Format) -> ShapesForm {
        ShapesForm { format, separator: LIST, values: 0, unknown: 0 }
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
    let (inputs, code) = files::find(&args.files);
    let read = &args.files.read;
    let options = args.facts.options(read);
    let run = Run { inputs: &inputs, jobs: args.files.jobs, read: read.options() };
    let report = RunReport::new(ShapesForm::new(args.format), inputs.len(), code, global.quiet);
    let several = inputs.len() > 1;
    let mut report = run.each(&options, report, |turns, job, model, analysis| {
        let file = FileReport::new(&inputs[job].name, model, analysis, report::errors);
        let shapes = Shapes { model, analysis, report: &file, values: args.values };
        let mut slot = Slot::new(turns, job, ShapesForm::begin);
        // A slot fails only when the output has failed, which keeps the cause.
        let _ = write_shapes(&mut slot, shapes, args.format, several, coloured(global.color));
        let (values, unknown) = shapes.count();
        slot.finish(move |report| {
            report.summary.add(&file);
            report.form.values += values;
            report.form.unknown += unknown;
            report.progress.step(&mut report.out);
        });
    });
    ShapesForm::end(&mut report);
    if !global.quiet && !report.out.has_failed() && matches!(args.format, Format::Full | Format::Concise) {
        say_summary(&report);
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

/// `print`: the canonical text of a model.
pub(super) fn print(args: &PrintArgs, global: &Global) -> u8 {
    let inputs = [Input::new(&args.path)];
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let colour = coloured(global.color);
    let report = run.each(&Options::default(), RunReport::new((), 1, exit::OK, true), |turns, job, model, analysis| {
        if model.status() == Status::Ok {
            let listing = print::listing(model, &ListingOptions { weights: args.weights, hashes: true });
            turns.take(job).out.write(|out| writeln!(out, "{}", listing.text));
            return;
        }
        let file = FileReport::new(&inputs[job].name, model, analysis, report::errors);
        let mut text = Vec::new();
        let _ = Full::new(colour, false).findings(&mut text, &file);
        let _ = io::stderr().write_all(&text);
        let mut turn = turns.take(job);
        turn.code = turn.code.max(exit::FINDINGS);
    });
    report.out.end(report.code)
}

/// `explain`: a rule's page, or an operator's contract.
pub(super) fn explain(args: &ExplainArgs) -> u8 {
    let subject = args.subject.as_str();
    let page = match rules::find(subject) {
        Some(rule) => Some(render::rule_page(rule)),
        None => render::operator_page(subject),
    };
    let Some(page) = page else {
        let near = nearest(subject).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        complain(&format!("`{subject}` is neither a rule nor an operator{near}"));
        return exit::USAGE;
    };
    let mut out = Output::new();
    out.write(|out| out.write_all(page.as_bytes()));
    out.end(exit::OK)
}

/// The rule or operator that the subject was probably meant to be.
fn nearest(subject: &str) -> Option<&'static str> {
    use crate::graph::Dialect;
    let lower = subject.to_lowercase();
    let rules = rules::RULES.iter().flat_map(|rule| [rule.code, rule.name]);
    let operators = [Dialect::Onnx, Dialect::OpenVino].into_iter().flat_map(ops::operators);
    let names = rules.chain(operators.map(|(_, name, _)| name));
    let near = names.map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name)).min();
    near.filter(|(distance, name)| *distance <= 1 + name.len() / 4).map(|(_, name)| name)
}

/// `rules`: all rules.
pub(super) fn rules(args: &RulesArgs) -> u8 {
    let mut out = Output::new();
    out.write(|out| match args.format {
        ListFormat::Json => render::write_rules(out, rules::RULES),
        ListFormat::Full => render::write_rule_table(out, rules::RULES),
    });
    out.end(exit::OK)
}
