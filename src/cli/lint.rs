//! `lint`: findings of every file, and an exit code.

use super::args::{Global, LintArgs, ReportFile, ReportFormat};
use super::files::{self, Input};
use super::output::{Output, coloured};
use super::report::RunReport;
use super::run::Run;
use super::{complain, exit};
use crate::analyze::Options;
use crate::render::{Concise, Emitter, Full, Github, Gitlab, Json, JsonLines, Junit, Markdown, Sarif, Statistics};
use crate::report::{FileReport, Summary};
use crate::rules::RULES;

/// The reports that are written at the same time.
struct Reports {
    /// How many findings may still be shown.
    left: usize,
    /// To standard output, unless it goes to a file.
    main: Option<Box<dyn Emitter>>,
    files: Vec<(Box<dyn Emitter>, Output)>,
}

impl Reports {
    /// Opens every file; `None` if one cannot be written, which is said.
    fn open(args: &LintArgs, global: &Global, inputs: &[Input]) -> Option<Reports> {
        let mut reports = Reports { left: args.max_diagnostics.unwrap_or(usize::MAX), main: None, files: Vec::new() };
        for report in &args.output {
            if inputs.iter().any(|input| input.is(&report.path)) {
                complain(&format!("`{}` is a file to check, no place for a report", report.path.display()));
                return None;
            }
            let out = Output::file(&report.path).map_err(|error| {
                complain(&format!("cannot write to `{}`: {error}", report.path.display()));
            });
            let form = emitter(report.format.unwrap_or(args.format), args, global, false);
            reports.files.push((form, out.ok()?));
        }
        if args.output.iter().all(|report| report.format.is_some()) {
            reports.main = Some(emitter(args.format, args, global, coloured(global.color)));
        }
        Some(reports)
    }

    fn file(report: &mut RunReport<Reports>, mut file: FileReport) {
        report.summary.add(&file);
        let RunReport { out, form, summary, .. } = report;
        let hidden = file.findings.len().saturating_sub(form.left);
        file.findings.truncate(form.left);
        form.left -= file.findings.len();
        file.dropped += hidden;
        summary.dropped += hidden;
        let file = &file;
        if let Some(main) = &mut form.main {
            out.write(|out| main.file(out, file));
        }
        for (form, out) in &mut form.files {
            out.write(|out| form.file(out, file));
        }
    }

    /// Ends all reports, and gives the exit code of a run that would end with the summary's. `silent` if a person has
    /// been told already that there is nothing to report on.
    fn end(mut self, mut out: Output, summary: &Summary, silent: bool) -> u8 {
        let mut code = summary.exit_code;
        if let Some(main) = self.main.as_mut().filter(|_| !silent) {
            out.write(|out| main.end(out, summary));
        }
        for (mut form, mut out) in self.files {
            out.write(|out| form.end(out, summary));
            code = code.max(out.end(code));
        }
        out.end(code)
    }
}

fn emitter(format: ReportFormat, args: &LintArgs, global: &Global, colour: bool) -> Box<dyn Emitter> {
    if args.statistics {
        return Box::new(Statistics::new(format == ReportFormat::Json));
    }
    match format {
        ReportFormat::Full => Box::new(Full::new(colour, !global.quiet)),
        ReportFormat::Concise => Box::new(Concise),
        ReportFormat::Json => Box::new(Json::default()),
        ReportFormat::Jsonl => Box::new(JsonLines::default()),
        ReportFormat::Sarif => Box::new(Sarif::default()),
        ReportFormat::Github => Box::new(Github::new(std::env::var_os("GITHUB_STEP_SUMMARY").map(Into::into))),
        ReportFormat::Gitlab => Box::new(Gitlab::default()),
        ReportFormat::Junit => Box::new(Junit::new(args.fail_on.level())),
        ReportFormat::Markdown => Box::new(Markdown::default()),
    }
}

/// Checks files.
pub(super) fn lint(args: &LintArgs, global: &Global) -> u8 {
    let form = |report: &ReportFile| report.format.unwrap_or(args.format);
    let mut forms = args.output.iter().map(form).chain([args.format]);
    if args.statistics && forms.any(|f| !matches!(f, ReportFormat::Full | ReportFormat::Concise | ReportFormat::Json)) {
        complain("`--statistics` has the forms full, concise and json");
        return exit::USAGE;
    }
    let (inputs, code) = files::find(&args.files);
    let read = &args.files.read;
    let selection = args.rules.selection();
    let wanted = RULES.iter().copied().filter(|rule| selection.holds(rule)).collect();
    let options =
        Options { advice: true, targets: args.target.clone(), wanted: Some(wanted), ..args.facts.options(read) };
    let Some(reports) = Reports::open(args, global, &inputs) else { return exit::USAGE };
    let run = Run { inputs: &inputs, jobs: args.files.jobs, read: read.options() };
    let report = RunReport::new(reports, inputs.len(), code, global.quiet);
    let mut report = run.each(&options, report, |turns, job, model, analysis| {
        let file = FileReport::new(&inputs[job].name, model, analysis, |finding| selection.level(finding));
        turns.at_turn(job, file.findings.len() << 10, move |report| {
            report.progress.erase();
            Reports::file(report, file);
            report.progress.step(&mut report.out);
        });
    });
    report.progress.erase();
    let RunReport { out, form, mut summary, code, .. } = report;
    let failed = args.fail_on.level().is_some_and(|level| summary.counts.at_least(level) > 0);
    summary.exit_code = code.max(if failed { exit::FINDINGS } else { exit::OK });
    // A person who named no file that exists has been told so; a program still gets its report.
    let silent = inputs.is_empty() && args.format == ReportFormat::Full;
    form.end(out, &summary, silent)
}
