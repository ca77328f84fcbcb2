//! `lint`: findings of every file, and an exit code.

use crate::lint;
use std::collections::BTreeSet;
use std::path::Path;

use super::args::{Global, LintArgs, ReportFormat};
use super::baseline::{BaselineUpdate, Baselines};
use super::config::{Configs, SettingUsage, Settings};
use super::files::{self, Input};
use super::ordered_queue::OrderedQueue;
use super::output::{Output, coloured};
use super::report::RunReport;
use super::run::Run;
use super::{complain, exit, git_changes, incomplete, output_conflicts, remark, warn};
use crate::graph::Model;
use crate::infer::Analysis;
use crate::options::AnalysisOptions;
use crate::render::{
    Concise, Emitter, Full, Github, Gitlab, Html, Json, JsonLines, Junit, Markdown, Sarif, Statistics,
};
use crate::report::{FileReport, Page, Summary, Verdict};
use crate::rule::Level;
use crate::rule::Rule;
use crate::rules;
use crate::rules::RULES;
use crate::target::Target;

/// The reports that are written at the same time.
struct Reports {
    /// How many findings may still be shown.
    left: usize,
    /// To standard output, unless it goes to a file.
    main: Option<Box<dyn Emitter>>,
    files: Vec<(Box<dyn Emitter>, Output)>,
    /// What a new baseline says of the files, if one is to be written.
    renewals: Vec<BaselineUpdate>,
    /// Files for which baselines have entries that no finding has: which baseline, the file, how many.
    stale: Vec<(usize, String, usize)>,
}

impl Reports {
    /// Opens every file; `None` if one cannot be written, which is said. `stdout` is the form of what is no file.
    fn open(args: &LintArgs, global: &Global, stdout: Option<ReportFormat>) -> Option<Reports> {
        let mut reports = Reports {
            left: args.max_diagnostics.unwrap_or(usize::MAX),
            main: stdout.map(|form| emitter(form, args, global, coloured(global.color))),
            files: Vec::new(),
            renewals: Vec::new(),
            stale: Vec::new(),
        };
        for report in args.output.iter().filter(|report| !report.is_stdout()) {
            let out = Output::file(&report.path).map_err(|error| {
                complain(&format!("cannot write to `{}`: {error}", report.path.display()));
            });
            let form = emitter(args.form_of(report), args, global, false);
            reports.files.push((form, out.ok()?));
        }
        Some(reports)
    }

    fn file(report: &mut RunReport<Reports>, mut file: FileReport) {
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
        ReportFormat::Junit => Box::new(Junit::default()),
        ReportFormat::Markdown => Box::new(Markdown::default()),
        ReportFormat::Html => Box::new(Html::default()),
    }
}

/// Keeps what `--since` asks for.
fn narrow(args: &LintArgs, inputs: &mut Vec<Input>) -> Result<(), String> {
    if args.stdin_filename.is_some() && !inputs.iter().any(Input::is_stdin) {
        return Err("--stdin-filename names standard input, which is read where a PATH is `-`".to_owned());
    }
    args.since.as_ref().map_or(Ok(()), |revision| git_changes::keep_changed(inputs, &args.files, revision))
}

/// Reads the lists and opens the reports, once it is known that none is in the way of another.
fn open(args: &LintArgs, global: &Global, inputs: &[Input], configs: &Configs) -> Option<(Baselines, Reports)> {
    let stdout = output_conflicts::apart(args, inputs, configs).and_then(|()| output_conflicts::on_stdout(args));
    let stdout = stdout.map_err(|complaint| complain(&complaint)).ok()?;
    let baselines = Baselines::read(args, configs).ok()?;
    Some((baselines, Reports::open(args, global, stdout)?))
}

/// Checks files.
pub(super) fn lint(args: &LintArgs, global: &Global) -> u8 {
    if let Err(complaint) = fit(args) {
        complain(complaint);
        return exit::USAGE;
    }
    let found = files::find_configured(&args.files, &args.settings.config, args.stdin_filename.as_deref());
    let Some((mut inputs, configs, code)) = found else { return exit::USAGE };
    if let Err(complaint) = narrow(args, &mut inputs) {
        complain(&complaint);
        return exit::USAGE;
    }
    let Some((baselines, reports)) = open(args, global, &inputs, &configs) else { return exit::USAGE };
    if !global.quiet {
        unknown_versions(args, &configs).iter().for_each(|target| remark(target));
    }
    let run = Run { inputs: &inputs, jobs: args.files.jobs, read: args.files.read.options() };
    let report = RunReport::new(reports, inputs.len(), code, global.quiet);
    let met = SettingUsage::new(&configs);
    let check = Check { args, inputs: &inputs, configs: &configs, baselines: &baselines, met: &met };
    let mut report = run.each(
        |job| check.options(job),
        report,
        |turns, job, model, analysis| {
            check.report(turns, job, model, analysis);
        },
    );
    report.progress.erase();
    let RunReport { out, mut form, mut summary, code, .. } = report;
    if !global.quiet {
        let new = summary.counts.at_least(Level::Note) + summary.hidden > 0;
        baselines.complaints(&form.stale, new).iter().for_each(|complaint| remark(complaint));
        // Of what was not looked at, nothing is said.
        if code == exit::OK && args.since.is_none() && args.files.paths.iter().all(|path| path.is_dir()) {
            met.complaints(&args.files.paths, &inputs).iter().for_each(|complaint| warn(complaint));
        }
    }
    let written = baselines.write(std::mem::take(&mut form.renewals));
    written.iter().flatten().filter(|_| !global.quiet).for_each(|said| remark(said));
    let code = if written.is_ok() { code } else { code.max(exit::USAGE) };
    summary.exit_code = code.max(if summary.failed { exit::FINDINGS } else { exit::OK });
    // A person of whose files none could be read has been told so; a program still gets its report.
    let silent = summary.files == 0 && code != exit::OK && args.form() == ReportFormat::Full;
    form.end(out, &summary, silent)
}

/// What is to be said of targets of which nothing is known but older versions.
fn unknown_versions(args: &LintArgs, configs: &Configs) -> BTreeSet<String> {
    let given = args.settings.target.iter();
    let said = configs.all().iter().filter(|_| args.settings.target.is_empty()).flat_map(|config| &config.targets);
    given.chain(said).filter_map(Target::too_new).collect()
}

/// Whether some report shows the models themselves.
fn has_pages(args: &LintArgs) -> bool {
    let main = args.output.iter().all(|report| report.format.is_some()).then_some(args.form());
    let mut forms = args.output.iter().map(|report| args.form_of(report)).chain(main);
    forms.any(|form| form == ReportFormat::Html) && !args.statistics
}

/// Whether the flags go together.
fn fit(args: &LintArgs) -> Result<(), &'static str> {
    let mut forms = args.output.iter().map(|report| args.form_of(report)).chain([args.form()]);
    let other = |form| !matches!(form, ReportFormat::Full | ReportFormat::Concise | ReportFormat::Json);
    if args.statistics && forms.any(other) {
        return Err("`--statistics` has the forms full, concise and json");
    }
    if args.write_baseline.as_deref() == Some(Path::new("-")) {
        return Err("`--write-baseline` needs the name of a file, and `-` is none");
    }
    Ok(())
}

/// What every file is checked with.
struct Check<'a> {
    args: &'a LintArgs,
    inputs: &'a [Input],
    configs: &'a Configs,
    baselines: &'a Baselines,
    met: &'a SettingUsage<'a>,
}

impl Check<'_> {
    fn options(&self, job: usize) -> AnalysisOptions {
        let input = &self.inputs[job];
        let settings = Settings::new(&self.args.settings, self.configs.of(input), input);
        let wanted = RULES.iter().copied().filter(|rule| settings.asks(rule)).collect();
        let options = self.args.settings.options(&self.args.files.read, self.configs.of(input), input);
        AnalysisOptions { run_lints: true, targets: settings.targets(), enabled_rules: Some(wanted), ..options }
    }

    /// Whether a finding of the rule would have been made.
    fn looks_for(&self, job: usize, rule: &Rule, model: &Model, analysis: &Analysis) -> bool {
        let faulty = analysis.findings.iter().chain(&analysis.suppressed).any(|f| f.level == Level::Error);
        !incomplete::is_cut(model) && lint::looks_for(&self.options(job), rule, faulty)
    }

    /// Ends the job of a file.
    fn report(&self, turns: &OrderedQueue<RunReport<Reports>>, job: usize, model: &Model, analysis: &Analysis) {
        let input = &self.inputs[job];
        let settings = Settings::new(&self.args.settings, self.configs.of(input), input);
        self.met.see(input, model);
        // What needs weights that nobody reads is not found, whatever the file suppresses of it.
        let blind = self.args.files.read.no_weights;
        let mut file = FileReport::new(&input.name, model, analysis, |finding| match finding.rule {
            rule if blind && *rule == rules::unused_suppression::RULE => Verdict::Drop,
            _ => settings.judge(model, finding),
        });
        file.fails_at = settings.fails_at;
        let asked = |rule: &Rule| settings.asks(rule) && !blind && self.looks_for(job, rule, model, analysis);
        let renewal = self.baselines.renewal(input, &file, asked);
        let config = self.configs.position(input);
        let stale = self.baselines.apply(config, input, &mut file, asked);
        if let Some(level) = settings.shows {
            file.hide_below(level);
        }
        if has_pages(self.args) {
            file.page = Page::new(model, analysis, &file.findings);
        }
        let bytes = (file.findings.len() << 10) + file.page.as_ref().map_or(0, Page::bytes);
        turns.submit(job, bytes, move |report| {
            report.progress.erase();
            report.form.renewals.extend(renewal);
            report.form.stale.extend(stale.map(|(list, count)| (list, file.path.clone(), count)));
            Reports::file(report, file);
            report.progress.step(&mut report.out);
        });
    }
}
