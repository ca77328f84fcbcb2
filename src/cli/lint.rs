//! `lint`: findings of every file, and an exit code.

mod destinations;
mod report_file;
mod reports;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{FileArgs, Global, SettingsArgs};
use super::baseline::Baselines;
use super::config::{Configs, SettingUsage, Settings};
use super::discovery;
use super::input::Input;
use super::ordered_queue::OrderedQueue;
use super::report::RunReport;
use super::run::Run;
use super::{console, exit, git_changes, incomplete};
use crate::graph::Model;
use crate::infer::Analysis;
use crate::lint;
use crate::options::AnalysisOptions;
use crate::report::{FileReport, Page, Verdict};
use crate::rule::Level;
use crate::rule::Rule;
use crate::rules;
use crate::rules::RULES;
use crate::target::Target;
use report_file::{ReportFile, ReportFormat};
use reports::Reports;

#[derive(Args, Debug)]
pub(super) struct LintArgs {
    #[command(flatten)]
    pub(super) files: FileArgs,
    /// The form of the report; `full` if nothing says otherwise
    #[arg(short, long, value_enum)]
    format: Option<ReportFormat>,
    /// Write the report to a file, without `--format` in the form that .html, .json, .jsonl, .sarif, .md or .xml (JUnit)
    /// stands for; with a form before it, as in `sarif:lint.sarif`, another report beside the first; `-` is standard
    /// output
    #[arg(short, long, value_name = "[FORMAT:]FILE", value_parser = str::parse::<ReportFile>)]
    output: Vec<ReportFile>,
    /// Check only files that git says have changed since a revision, or whose weights have, or that it does not know
    /// yet
    #[arg(long, value_name = "REV", conflicts_with = "write_baseline")]
    since: Option<String>,
    /// What reports call the model on standard input; weights are looked for beside a file of this name
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<String>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Write all findings to a file, which `--baseline` reads; what it lists of files and rules that are not looked at
    /// stays
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// How many findings each rule has, shown or not, in place of the findings
    #[arg(long)]
    statistics: bool,
    /// Show at most so many findings, the gravest of a file first; all are counted
    #[arg(long, value_name = "N")]
    max_diagnostics: Option<usize>,
}

impl LintArgs {
    /// The form of the first report.
    fn form(&self) -> ReportFormat {
        self.format.unwrap_or(ReportFormat::Full)
    }

    /// The form of a report that goes elsewhere: its own, or that of all, or what its name says.
    fn form_of(&self, report: &ReportFile) -> ReportFormat {
        report.format.or(self.format).or_else(|| report.called()).unwrap_or(ReportFormat::Full)
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
    let stdout = destinations::apart(args, inputs, configs).and_then(|()| destinations::on_stdout(args));
    let stdout = stdout.map_err(|complaint| console::error(&complaint)).ok()?;
    let baselines = Baselines::read(args.settings.baseline.as_deref(), args.write_baseline.as_deref(), configs).ok()?;
    Some((baselines, Reports::open(args, global, stdout)?))
}

/// Checks files.
pub(super) fn lint(args: &LintArgs, global: &Global) -> u8 {
    if let Err(complaint) = fit(args) {
        console::error(complaint);
        return exit::USAGE;
    }
    let found = discovery::find_configured(&args.files, &args.settings.config, args.stdin_filename.as_deref());
    let Some((mut inputs, configs, code)) = found else { return exit::USAGE };
    if let Err(complaint) = narrow(args, &mut inputs) {
        console::error(&complaint);
        return exit::USAGE;
    }
    let Some((baselines, reports)) = open(args, global, &inputs, &configs) else { return exit::USAGE };
    if !global.quiet {
        unknown_versions(args, &configs).iter().for_each(|target| console::note(target));
        args.settings.rules.warnings().for_each(|text| console::warning(&text));
        configs.all().iter().flat_map(|config| &config.warnings).for_each(|text| console::warning(text));
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
        baselines.complaints(&form.stale, new).iter().for_each(|complaint| console::note(complaint));
        // Of what was not looked at, nothing is said.
        if code == exit::OK && args.since.is_none() && args.files.paths.iter().all(|path| path.is_dir()) {
            met.complaints(&args.files.paths, &inputs).iter().for_each(|complaint| console::warning(complaint));
        }
    }
    let written = baselines.write(std::mem::take(&mut form.renewals));
    written.iter().flatten().filter(|_| !global.quiet).for_each(|said| console::note(said));
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
