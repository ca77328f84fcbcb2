//! The reports of a run.

use super::LintArgs;
use super::fixing::FixSummary;
use super::ignoring::IgnoreSummary;
use super::report_file::ReportFormat;
use super::run_info::run_info;
use crate::cli::args::Global;
use crate::cli::baseline::BaselineUpdate;
use crate::cli::console;
use crate::cli::output::{Output, use_color};
use crate::cli::report::RunReport;
use crate::render::{
    Concise, Emitter, Full, Github, Gitlab, Html, Json, JsonLines, Junit, Markdown, Sarif, Statistics,
};
use crate::report::{FileReport, Summary};

/// The reports of a run.
pub(super) struct Reports {
    /// The number of findings that can still be shown.
    remaining: usize,
    /// The report on standard output, if there is one.
    main: Option<Box<dyn Emitter>>,
    files: Vec<(Box<dyn Emitter>, Output)>,
    /// What was fixed.
    pub(super) fixes: FixSummary,
    /// What was suppressed.
    pub(super) ignores: IgnoreSummary,
    /// The updates of the baseline, if one is to be written.
    pub(super) baseline_updates: Vec<BaselineUpdate>,
    /// Stale entries of baselines: the baseline, the file, and the number of entries.
    pub(super) stale: Vec<(usize, String, usize)>,
}

impl Reports {
    /// Opens every file; `None` if one cannot be written, which is reported. `stdout` is the format on standard output.
    pub(super) fn open(args: &LintArgs, global: &Global, stdout: Option<ReportFormat>) -> Option<Reports> {
        let mut reports = Reports {
            remaining: args.max_diagnostics.unwrap_or(usize::MAX),
            main: stdout.map(|form| emitter(form, args, global, use_color(global.color))),
            files: Vec::new(),
            fixes: FixSummary::default(),
            ignores: IgnoreSummary::default(),
            baseline_updates: Vec::new(),
            stale: Vec::new(),
        };
        for report in args.output.iter().filter(|report| !report.is_stdout()) {
            let out = Output::file(&report.path).map_err(|error| {
                console::error(&format!("cannot write to `{}`: {error}", report.path.display()));
            });
            let form = emitter(args.form_of(report), args, global, false);
            reports.files.push((form, out.ok()?));
        }
        Some(reports)
    }

    pub(super) fn file(report: &mut RunReport<Reports>, mut file: FileReport) {
        report.summary.add(&file);
        let RunReport { out, form, summary, .. } = report;
        summary.dropped += file.keep_most_severe(form.remaining);
        form.remaining -= file.findings.len();
        let file = &file;
        if let Some(main) = &mut form.main {
            out.write(|out| main.file(out, file));
        }
        for (form, out) in &mut form.files {
            out.write(|out| form.file(out, file));
        }
    }

    /// Ends all reports. Returns the exit code of a run that would end with the one in the summary. If `silent`, the main
    /// report is omitted, because nothing could be read and that has been reported.
    pub(super) fn end(mut self, mut out: Output, summary: &Summary, silent: bool) -> u8 {
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

fn emitter(format: ReportFormat, args: &LintArgs, global: &Global, color: bool) -> Box<dyn Emitter> {
    if args.statistics {
        return Box::new(Statistics::new(format == ReportFormat::Json));
    }
    match format {
        ReportFormat::Full => Box::new(Full::new(color, !global.quiet).offering_fixes(args.offers_fixes())),
        ReportFormat::Concise => Box::new(Concise),
        ReportFormat::Json => Box::new(Json::default()),
        ReportFormat::Jsonl => Box::new(JsonLines::default()),
        ReportFormat::Sarif => Box::new(Sarif::default()),
        ReportFormat::Github => Box::new(Github::new(std::env::var_os("GITHUB_STEP_SUMMARY").map(Into::into))),
        ReportFormat::Gitlab => Box::new(Gitlab::default()),
        ReportFormat::Junit => Box::new(Junit::default()),
        ReportFormat::Markdown => Box::new(Markdown::default()),
        ReportFormat::Html => Box::new(Html::new(run_info())),
    }
}
