//! The reports that a run writes at the same time.

use super::LintArgs;
use super::report_file::ReportFormat;
use crate::cli::args::Global;
use crate::cli::baseline::BaselineUpdate;
use crate::cli::console;
use crate::cli::output::{Output, coloured};
use crate::cli::report::RunReport;
use crate::render::{
    Concise, Emitter, Full, Github, Gitlab, Html, Json, JsonLines, Junit, Markdown, Sarif, Statistics,
};
use crate::report::{FileReport, Summary};

/// The reports that are written at the same time.
pub(super) struct Reports {
    /// How many findings may still be shown.
    left: usize,
    /// To standard output, unless it goes to a file.
    main: Option<Box<dyn Emitter>>,
    files: Vec<(Box<dyn Emitter>, Output)>,
    /// What a new baseline says of the files, if one is to be written.
    pub(super) renewals: Vec<BaselineUpdate>,
    /// Files for which baselines have entries that no finding has: which baseline, the file, how many.
    pub(super) stale: Vec<(usize, String, usize)>,
}

impl Reports {
    /// Opens every file; `None` if one cannot be written, which is said. `stdout` is the form of what is no file.
    pub(super) fn open(args: &LintArgs, global: &Global, stdout: Option<ReportFormat>) -> Option<Reports> {
        let mut reports = Reports {
            left: args.max_diagnostics.unwrap_or(usize::MAX),
            main: stdout.map(|form| emitter(form, args, global, coloured(global.color))),
            files: Vec::new(),
            renewals: Vec::new(),
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
        summary.dropped += file.keep_most_severe(form.left);
        form.left -= file.findings.len();
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
        ReportFormat::Junit => Box::new(Junit::default()),
        ReportFormat::Markdown => Box::new(Markdown::default()),
        ReportFormat::Html => Box::new(Html::default()),
    }
}
