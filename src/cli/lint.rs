//! `lint`: reports the findings of every file.

mod destinations;
mod fixing;
mod ignoring;
mod report_file;
mod reports;
mod run_info;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{FileArgs, Global, SettingsArgs};
use super::baseline::Baselines;
use super::config::{Configs, Profile, SettingUsage, Settings};
use super::discovery;
use super::input::Input;
use super::ordered_queue::OrderedQueue;
use super::report::RunReport;
use super::run::{Ending, Run, Slot};
use super::{console, exit, git_changes, incomplete};
use crate::fix::{self, Fixed};
use crate::graph::Model;
use crate::infer::Analysis;
use crate::lint;
use crate::options::{AnalysisOptions, CurrentNode};
use crate::report::{FileReport, Page, Verdict};
use crate::rule::Level;
use crate::rule::Rule;
use crate::rules;
use fixing::{Difference, FixSummary};
use report_file::{ReportFile, ReportFormat};
use reports::Reports;

/// How to suppress findings, below the options.
const SUPPRESSIONS: &str = "Suppressions in a model:
  OpenVINO IR  a comment `<!-- shapewright: ignore[RULE, ...] reason -->` in a layer, before a layer, or elsewhere for
               the whole file
  ONNX text    a comment `# shapewright: ignore[RULE, ...] reason` at a node, or before the graph for the whole file
  ONNX         the key `shapewright.ignore` with the value `RULE, ...` in the metadata of a node, a graph, a function, or
               the model";

#[derive(Args, Debug)]
#[command(after_help = SUPPRESSIONS)]
pub(super) struct LintArgs {
    #[command(flatten)]
    pub(super) files: FileArgs,
    /// The report format; by default `full`
    #[arg(short, long, value_enum)]
    format: Option<ReportFormat>,
    /// Write the report to a file; without `--format`, its extension selects the format: .html, .json, .jsonl, .sarif,
    /// .md, or .xml (JUnit). With a format prefix, such as `sarif:lint.sarif`, write an additional report. `-` is
    /// standard output
    #[arg(short, long, value_name = "[FORMAT:]FILE", value_parser = str::parse::<ReportFile>)]
    output: Vec<ReportFile>,
    /// Check only files that have changed since a git revision, files whose weights, configuration, or baseline has
    /// changed, and untracked files
    #[arg(long, value_name = "REV", conflicts_with = "write_baseline")]
    since: Option<String>,
    /// The name of the model on standard input; weights are searched for next to a file of this name
    #[arg(long, value_name = "NAME")]
    stdin_filename: Option<String>,
    #[command(flatten)]
    fixes: FixArgs,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Write the findings that are shown to a file for `--baseline`; its entries for files and rules that this run does
    /// not cover are kept
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Show the number of findings of each rule and level, hidden ones included, instead of the findings
    #[arg(long)]
    statistics: bool,
    /// Show at most N findings, the most severe of each file first; all are counted
    #[arg(long, value_name = "N")]
    max_diagnostics: Option<usize>,
    /// List similar findings of a file individually; by default, reports for people show the first of four or more
    #[arg(long)]
    no_group: bool,
}

/// How findings are fixed.
#[derive(Args, Debug)]
struct FixArgs {
    /// Fix the findings that are shown, in place, where one edit follows from the model; then report the rest
    #[arg(long)]
    fix: bool,
    /// Show what `--fix` would change, and change nothing; the exit code is 1 if something would change
    #[arg(long, conflicts_with_all = ["format", "output", "statistics", "write_baseline"])]
    diff: bool,
    /// Add a suppression to the file, in place, for each finding that is shown; then report the rest
    #[arg(long, conflicts_with_all = ["fix", "diff", "write_baseline"])]
    add_ignores: bool,
    /// With `--fix` or `--diff`, also apply fixes that guess the intention or change the interface of the model
    #[arg(long)]
    unsafe_fixes: bool,
}

impl FixArgs {
    /// Whether findings are fixed, perhaps only to show the difference.
    fn any(&self) -> bool {
        self.fix || self.diff
    }
}

impl LintArgs {
    /// Whether it repairs files in place.
    pub(super) fn changes_files(&self) -> bool {
        self.fixes.fix
    }

    /// Whether a report says how many findings could be fixed: not after that was tried, nor of standard input, which
    /// cannot be fixed in place.
    fn offers_fixes(&self) -> bool {
        !self.fixes.any() && !self.files.paths.iter().any(|path| path == Path::new("-"))
    }

    /// The format of the main report.
    fn form(&self) -> ReportFormat {
        self.format.unwrap_or(ReportFormat::Full)
    }

    /// The format of an additional report: its prefix, `--format`, or the format that its extension selects.
    fn form_of(&self, report: &ReportFile) -> ReportFormat {
        report.format.or(self.format).or_else(|| report.format_of_extension()).unwrap_or(ReportFormat::Full)
    }
}

/// Applies `--since`.
fn keep_changed(args: &LintArgs, inputs: &mut Vec<Input>, configs: &Configs) -> Result<(), String> {
    if args.stdin_filename.is_some() && !inputs.iter().any(Input::is_stdin) {
        return Err("--stdin-filename has no effect without the path `-`, which is standard input".to_owned());
    }
    let baseline = || args.settings.baseline.clone();
    let settings = |input: &Input| configs.files_of(input).into_iter().chain(baseline()).collect();
    let keep = |revision: &String| git_changes::keep_changed(inputs, &args.files, revision, settings);
    args.since.as_ref().map_or(Ok(()), keep)
}

/// Reads the baselines and opens the reports, after checking that the outputs do not conflict.
fn open(args: &LintArgs, global: &Global, inputs: &[Input], configs: &Configs) -> Option<(Baselines, Reports)> {
    let stdout = destinations::check_distinct(args, inputs, configs).and_then(|()| destinations::on_stdout(args));
    // The difference takes the place of the report.
    let stdout = stdout.map_err(|message| console::error(&message)).ok()?.filter(|_| !args.fixes.diff);
    let baselines = Baselines::read(args.settings.baseline.as_deref(), args.write_baseline.as_deref(), configs);
    let baselines = baselines.map_err(|message| console::error(&message)).ok()?;
    Some((baselines, Reports::open(args, global, stdout)?))
}

/// `lint`: checks files.
pub(super) fn lint(args: &LintArgs, global: &Global) -> u8 {
    if let Err(message) = check_flags(args) {
        console::error(&message);
        return exit::USAGE;
    }
    let found = discovery::find_configured(&args.files, &args.settings.config, args.stdin_filename.as_deref());
    let Some((mut inputs, configs, code)) = found else { return exit::USAGE };
    if let Err(message) = keep_changed(args, &mut inputs, &configs) {
        console::error(&message);
        return exit::USAGE;
    }
    if let Err(message) = fixing::check(args, &inputs) {
        console::error(&message);
        return exit::USAGE;
    }
    let Some((baselines, reports)) = open(args, global, &inputs, &configs) else { return exit::USAGE };
    if !global.quiet {
        say_before(args, &inputs, &configs);
    }
    let run = Run { inputs: &inputs, jobs: args.files.jobs, read: args.files.read.options() };
    let report = RunReport::new(reports, inputs.len(), code, global.quiet);
    let usage = SettingUsage::new(&configs);
    let profiles = configs.all().iter().map(Some).chain([None]);
    let profiles = profiles.map(|config| Profile::new(&args.settings, config)).collect();
    let check = Check { args, inputs: &inputs, configs: &configs, profiles, baselines: &baselines, usage: &usage };
    let mut report = if args.fixes.any() {
        run.files(report, |queue, job, model, current| check.fix(queue, job, model, current))
    } else if args.fixes.add_ignores {
        run.reported(|job| check.options(job), report, |job, model, found| check.ignore(job, model, found))
    } else {
        let result = |job, model, analysis| check.report(job, &model, analysis, |_| {});
        run.reported(|job| check.options(job), report, result)
    };
    report.progress.erase();
    let RunReport { out, mut form, mut summary, code, .. } = report;
    if !global.quiet {
        let new = summary.counts.at_least(Level::Note) > summary.hidden;
        baselines.messages(&form.stale, new).iter().for_each(|message| console::note(message));
        // Settings for files that were not checked are not reported as unused.
        if code == exit::OK && args.since.is_none() && args.files.paths.iter().all(|path| path.is_dir()) {
            usage.messages(&args.files.paths, &inputs).iter().for_each(|message| console::warning(message));
        }
    }
    if args.fixes.any() && !global.quiet {
        form.fixes.say(args);
    }
    if args.fixes.add_ignores && !global.quiet {
        form.ignores.say();
    }
    if args.fixes.diff {
        return out.end(code.max(fixing::diff_code(&form.fixes)));
    }
    let written = baselines.write(std::mem::take(&mut form.baseline_updates));
    written.iter().flatten().filter(|_| !global.quiet).for_each(|text| console::note(text));
    let code = if written.is_ok() { code } else { code.max(exit::USAGE) };
    summary.exit_code = code.max(if summary.failed { exit::FINDINGS } else { exit::OK });
    // If no file could be read, that has been reported; programs still get a report.
    let silent = summary.files == 0 && code != exit::OK && args.form() == ReportFormat::Full;
    form.end(out, &summary, silent)
}

/// Writes what is known before any file is read.
fn say_before(args: &LintArgs, inputs: &[Input], configs: &Configs) {
    if let (Some(revision), []) = (&args.since, inputs) {
        console::note(&format!("no model, weights file, configuration, or baseline has changed since `{revision}`"));
    }
    notes_on_targets(args, configs).iter().for_each(|target| console::note(target));
    args.settings.rules.warnings().for_each(|text| console::warning(&text));
    configs.all().iter().flat_map(|config| &config.warnings).for_each(|text| console::warning(text));
}

/// Notes about targets of which only older versions or few facts are known.
fn notes_on_targets(args: &LintArgs, configs: &Configs) -> BTreeSet<String> {
    let on_command_line = args.settings.target.iter();
    let configured =
        configs.all().iter().filter(|_| args.settings.target.is_empty()).flat_map(|config| &config.targets);
    on_command_line.chain(configured).flat_map(|target| [target.too_new(), target.coverage()]).flatten().collect()
}

/// Whether some report contains the listings of the models.
fn has_listings(args: &LintArgs) -> bool {
    has_format(args, &[ReportFormat::Html])
}

/// Whether some report contains what a fix changes in a file.
fn shows_changes(args: &LintArgs) -> bool {
    has_format(args, &[ReportFormat::Sarif, ReportFormat::Github])
}

/// Whether some report has one of these formats.
fn has_format(args: &LintArgs, wanted: &[ReportFormat]) -> bool {
    let main = args.output.iter().all(|report| report.format.is_some()).then_some(args.form());
    let mut formats = args.output.iter().map(|report| args.form_of(report)).chain(main);
    formats.any(|format| wanted.contains(&format)) && !args.statistics
}

/// Checks that the flags are compatible.
fn check_flags(args: &LintArgs) -> Result<(), String> {
    let mut formats = args.output.iter().map(|report| args.form_of(report)).chain([args.form()]);
    let unsupported = |format| !matches!(format, ReportFormat::Full | ReportFormat::Concise | ReportFormat::Json);
    if args.statistics && formats.any(unsupported) {
        return Err("`--statistics` supports only the formats full, concise, and json".to_owned());
    }
    if args.write_baseline.as_deref() == Some(Path::new("-")) {
        return Err("`--write-baseline` needs a file name, not `-`".to_owned());
    }
    Ok(())
}

/// Ends the job of a file that cannot be changed.
fn failure(message: String) -> Ending<Reports> {
    (message.len(), Box::new(move |report| report.fail(&message, exit::USAGE)))
}

/// The settings of a run.
struct Check<'a> {
    args: &'a LintArgs,
    inputs: &'a [Input],
    configs: &'a Configs,
    /// For each configuration, and at the end without one.
    profiles: Vec<Profile<'a>>,
    baselines: &'a Baselines,
    usage: &'a SettingUsage<'a>,
}

impl Check<'_> {
    fn profile(&self, job: usize) -> &Profile<'_> {
        let position = self.configs.position(&self.inputs[job]);
        &self.profiles[position.unwrap_or(self.configs.all().len())]
    }

    fn settings(&self, job: usize) -> Settings<'_> {
        Settings::new(self.profile(job), &self.inputs[job])
    }

    fn options(&self, job: usize) -> AnalysisOptions {
        let input = &self.inputs[job];
        let options = self.args.settings.options(&self.args.files.read, self.configs.get(input), input);
        let AnalysisOptions { run_lints, targets, enabled_rules, .. } = self.profile(job).lint_options();
        AnalysisOptions { run_lints, targets, enabled_rules, ..options }
    }

    /// Fixes a file, writes it or shows the difference, and reports what remains. Returns what ends the job, unless
    /// it has ended.
    fn fix(
        &self,
        queue: &OrderedQueue<RunReport<Reports>>,
        job: usize,
        before: &mut Option<Model>,
        current: &CurrentNode,
    ) -> Option<Ending<Reports>> {
        let model = before.as_ref()?;
        let (fixed, remaining) = self.fixed(job, model, current);
        let input = &self.inputs[job];
        let name = &input.name;
        let written = match &fixed.output {
            Some(output) if !self.args.fixes.diff => fixing::write_back(input, model, output),
            _ => Ok(()),
        };
        if let Err(message) = written {
            return Some(failure(message));
        }
        let mut fixes = FixSummary::default();
        fixes.add(name, (&fixed, remaining));
        if self.args.fixes.diff {
            self.usage.visit(&self.inputs[job], model);
            let difference = (!fixed.applied.is_empty()).then(|| Difference::new(model, fixed));
            let mut slot = Slot::new(queue, job, |_| {});
            // A slot fails only if the output has failed, and the output keeps the error.
            let _ = difference.map(|difference| difference.write(&mut slot, name));
            slot.finish(move |report| report.form.fixes.merge(fixes));
            return None;
        }
        // The model as it was and the files are gone before the report takes memory.
        *before = None;
        let Fixed { model, analysis, output, .. } = fixed;
        drop(output);
        Some(self.report(job, &model, analysis, move |form| form.fixes.merge(fixes)))
    }

    /// Adds suppressions for the findings of a file that are shown, and reports what remains.
    fn ignore(&self, job: usize, model: Model, analysis: Analysis) -> Ending<Reports> {
        match self.ignored(job, (model, analysis)) {
            Ok(((model, analysis), done)) => self.report(job, &model, analysis, move |form| form.ignores.merge(done)),
            Err(message) => failure(message),
        }
    }

    /// Whether this run would have found a violation of a rule.
    fn checks<'s>(
        &self,
        settings: &'s Settings<'_>,
        model: &Model,
        analysis: &Analysis,
    ) -> impl Fn(&Rule) -> bool + use<'s> {
        let faulty = analysis.findings.iter().chain(&analysis.suppressed).any(|f| f.level == Level::Error);
        let complete = !self.args.files.read.no_weights && !incomplete::is_incomplete(model);
        let options = settings.lint_options();
        move |rule| complete && settings.enables(rule) && lint::looks_for(&options, rule, faulty)
    }

    /// Reports a file and what was changed in it.
    fn report(
        &self,
        job: usize,
        model: &Model,
        mut analysis: Analysis,
        changed: impl FnOnce(&mut Reports) + Send + 'static,
    ) -> Ending<Reports> {
        let input = &self.inputs[job];
        let settings = self.settings(job);
        self.usage.visit(input, model);
        // Findings that need weights are missing, so their suppressions are not unused.
        let no_weights = self.args.files.read.no_weights;
        let config = self.configs.position(input);
        let has_baseline = self.baselines.compares(config);
        let mut file = FileReport::new(&input.name, model, &analysis, |finding| match &*finding.rule {
            rule if no_weights && *rule == rules::unused_suppression::RULE => Verdict::Drop,
            _ => settings.verdict(model, finding, has_baseline),
        });
        file.set_levels(settings.fail_level(), settings.shown_from());
        file.individually = self.args.no_group;
        file.path_bytes = input.path_bytes().to_owned();
        let checks = self.checks(&settings, model, &analysis);
        let update = self.baselines.update(input, &file, &checks);
        let stale = self.baselines.apply(config, input, &mut file, &checks);
        file.hide();
        if shows_changes(self.args) {
            let options = self.fix_options(job, true);
            file.show_changes((model, &analysis), |at| fix::alone(model, &analysis, &options, at));
        }
        if has_listings(self.args) {
            // The report has them all.
            (analysis.findings, analysis.suppressed) = (Vec::new(), Vec::new());
            file.page = Page::new(model, &analysis, &file.findings);
        }
        let bytes = (file.findings.len() << 10) + file.page.as_ref().map_or(0, Page::bytes);
        let end = move |report: &mut RunReport<Reports>| {
            report.progress.erase();
            changed(&mut report.form);
            report.form.baseline_updates.extend(update);
            report.form.stale.extend(stale.map(|(list, count)| (list, file.path.clone(), count)));
            Reports::file(report, file);
            report.progress.step(&mut report.out);
        };
        (bytes, Box::new(end))
    }
}
