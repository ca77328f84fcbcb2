//! `snap`: types and shapes in a small file next to each model.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use clap::Args;

use super::args::{ConfigArgs, FileArgs, Global};
use super::atomic_write::AtomicWrites;
use super::discovery;
use super::input::Input;
use super::output::use_color;
use super::output_conflicts::is_data_of;
use super::report::RunReport;
use super::run::Run;
use super::selection::Selection;
use super::{console, exit, incomplete};
use crate::analyze::analyze;
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::options::AnalysisOptions;
use crate::render::{self, Full};
use crate::report::{FileReport, Locator, Verdict};
use crate::rule::Level;
use crate::rules;
use crate::snapshot::{SnapshotFinding, most_bytes, snapshot_within};

/// Appended to the name of a model, the name of its snapshot.
const SUFFIX: &str = ".shapes";

#[derive(Args, Debug)]
pub(super) struct SnapArgs {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    config: ConfigArgs,
    /// Do not write anything: show the differences from the existing snapshots, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
}

/// The number of snapshots by outcome.
#[derive(Default)]
struct Count {
    same: usize,
    different: usize,
    /// Snapshots of models that no longer exist.
    orphaned: usize,
}

impl Count {
    fn all(&self) -> usize {
        self.same + self.different + self.orphaned
    }
}

/// The outcome for one file.
enum Outcome {
    /// A part of the model could not be read, so a snapshot would be incomplete: the findings about the file.
    Unreadable(Box<FileReport>),
    Same,
    /// The difference, or the note that the snapshot was written.
    Different(Vec<u8>),
    /// Why the snapshot cannot be read or written.
    Failed(String),
}

impl Outcome {
    /// The approximate number of bytes that it holds.
    fn bytes(&self) -> usize {
        match self {
            Outcome::Unreadable(file) => file.findings.len() << 10,
            Outcome::Same => 0,
            Outcome::Different(text) => text.len(),
            Outcome::Failed(text) => text.len(),
        }
    }
}

/// `snap`: writes snapshots, or compares models with them.
pub(super) fn snap(args: &SnapArgs, global: &Global) -> u8 {
    if args.files.paths.iter().any(|path| path.as_os_str() == "-") {
        console::error("standard input cannot have a snapshot; expected a model file");
        return exit::USAGE;
    }
    let Some((inputs, configs, code)) = discovery::find_configured(&args.files, &args.config, None) else {
        return exit::USAGE;
    };
    let options = |job: usize| {
        let mut options = AnalysisOptions {
            run_lints: false,
            limits: args.files.read.options().limits,
            ..AnalysisOptions::default()
        };
        if let Some(input) = inputs.get(job) {
            configs.extend(&mut options, input);
        }
        options
    };
    let run = Run { inputs: &inputs, jobs: args.files.jobs, read: args.files.read.options() };
    let report = RunReport::new(Count::default(), inputs.len(), code, global.quiet);
    let color = use_color(global.color);
    let mut report = run.each(options, report, |queue, job, model, analysis| {
        let input = &inputs[job];
        let outcome = outcome_of(input, model, analysis, args.check);
        queue.submit(job, outcome.bytes(), move |report| {
            report.progress.erase();
            show(report, outcome, color);
            report.progress.step(&mut report.out);
        });
    });
    report.progress.erase();
    if args.check {
        report_orphans(&mut report, &discovery::missing_models(&args.files, &args.config, SUFFIX));
    }
    if !global.quiet && !report.out.has_failed() && report.form.all() > 0 {
        print_summary(&report.form, args.check);
    }
    let differs = args.check && report.form.different + report.form.orphaned > 0;
    report.out.end(report.code.max(if differs { exit::FINDINGS } else { exit::OK }))
}

/// Prints the number of snapshots by outcome.
fn print_summary(count: &Count, check: bool) {
    let Count { same, different, orphaned } = count;
    let what = if check { "different or missing" } else { "written" };
    let all = render::count(count.all(), "snapshot");
    let orphaned = if *orphaned > 0 { format!(", {orphaned} without a model") } else { String::new() };
    // The summary is optional: ignore write errors.
    let _ = writeln!(io::stderr(), "{all}: {different} {what}, {same} unchanged{orphaned}");
}

/// Writes or compares the snapshot of a model.
fn outcome_of(input: &Input, model: &Model, analysis: &Analysis, check: bool) -> Outcome {
    if incomplete::is_incomplete(model) {
        return Outcome::Unreadable(Box::new(incomplete::report(&input.name, model, analysis)));
    }
    let most = most_bytes(model);
    match text_of(model, analysis, most) {
        Some(text) => write_or_compare(input, model, &text, check),
        None => Outcome::Failed(format!(
            "the snapshot of `{}` would have more than {most} bytes, twice those of the file and 16 MiB",
            input.name
        )),
    }
}

/// The snapshot of a model; `None` if it has more than this number of bytes.
fn text_of(model: &Model, analysis: &Analysis, most: usize) -> Option<String> {
    let locator = Locator::new(model, None, &[]);
    let reported = analysis.findings.iter().filter_map(|finding| {
        let Verdict::Report(level) = default_verdict(finding) else { return None };
        let location = locator.path(&finding.place).unwrap_or_default();
        Some(SnapshotFinding { level, rule: finding.rule.clone(), location })
    });
    snapshot_within(model, analysis, reported, most)
}

/// The snapshot of a model, as `snap` writes it next to the model without a configuration.
pub(super) fn text(model: &Model, options: &AnalysisOptions) -> String {
    let analysis = analyze(model, &AnalysisOptions { run_lints: false, ..options.clone() });
    text_of(model, &analysis, usize::MAX).unwrap_or_default()
}

/// Reports snapshots of models that no longer exist.
fn report_orphans(report: &mut RunReport<Count>, orphans: &[Input]) {
    for input in orphans {
        let name = render::one_line(&input.name);
        report.form.orphaned += 1;
        report
            .out
            .write(|out| writeln!(out, "{name}{SUFFIX} is the snapshot of {name}, which does not exist; delete it"));
    }
}

/// The findings in a snapshot: those of the default selection. Shapes need no weights, so missing ones are no error.
fn default_verdict(finding: &Diagnostic) -> Verdict {
    let missing_weights = *finding.rule == rules::missing_weights::RULE;
    Selection::default().judge(&finding.rule, if missing_weights { Level::Warning } else { finding.level })
}

/// Writes a snapshot that has changed, or returns the difference.
fn write_or_compare(input: &Input, model: &Model, now: &str, check: bool) -> Outcome {
    let Some(path) = input.with_suffix(SUFFIX) else { return Outcome::Same };
    let name = format!("{}{SUFFIX}", input.name);
    // A pipe or a device may be endless. A link in a folder from elsewhere may lead to any file of the user.
    let irregular = fs::symlink_metadata(&path).is_ok_and(|meta| !meta.is_file());
    if irregular {
        return Outcome::Failed(format!("`{name}` is not a regular file, and therefore not a snapshot; move it"));
    }
    if is_data_of(model, &path) {
        return Outcome::Failed(format!("`{name}` contains data of the model, and is therefore not a snapshot"));
    }
    if contains_exactly(&path, now.as_bytes()) {
        return Outcome::Same;
    }
    let before = match fs::read(&path) {
        // Data of another model, or another binary file.
        Ok(bytes) if bytes.contains(&0) => {
            return Outcome::Failed(format!("`{name}` is not a text file, and therefore not a snapshot; move it"));
        }
        // Git may have converted the line endings.
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).replace("\r\n", "\n")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Outcome::Failed(format!("cannot read `{name}`: {error}")),
    };
    if before.as_deref() == Some(now) {
        return Outcome::Same;
    }
    if check {
        let mut text = Vec::new();
        // Writing to a vector cannot fail.
        let _ = difference(&mut text, &name, before.as_deref(), now);
        return Outcome::Different(text);
    }
    let mut pending = AtomicWrites::default();
    let written = pending
        .add_by(&path, |out| out.write_all(now.as_bytes()))
        .and_then(|()| pending.commit().map_err(|(_, error)| error));
    match written {
        Ok(()) => Outcome::Different(format!("wrote {}\n", render::one_line(&name)).into_bytes()),
        Err(error) => Outcome::Failed(format!("cannot write to `{name}`: {error}")),
    }
}

/// Whether a file has this content. It is read piece by piece: a snapshot may be several times as long as its model.
fn contains_exactly(path: &Path, mut content: &[u8]) -> bool {
    let file =
        File::open(path).ok().filter(|file| file.metadata().is_ok_and(|meta| meta.len() == content.len() as u64));
    let Some(mut file) = file else { return false };
    let mut piece = vec![0; 64 << 10];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return content.is_empty(),
            Ok(count) => match content.strip_prefix(&piece[..count]) {
                Some(rest) => content = rest,
                None => return false,
            },
            Err(_) => return false,
        }
    }
}

fn difference(out: &mut dyn Write, name: &str, before: Option<&str>, now: &str) -> io::Result<()> {
    let name = render::one_line(name);
    match before {
        None => writeln!(out, "{name} is missing; `shapewright snap` writes it"),
        Some(before) => {
            writeln!(out, "{name} differs (- the snapshot, + the model)")?;
            render::write_line_diff(out, before, now)
        }
    }
}

fn show(report: &mut RunReport<Count>, outcome: Outcome, color: bool) {
    match outcome {
        Outcome::Same => report.form.same += 1,
        Outcome::Different(text) => {
            report.form.different += 1;
            report.out.write(|out| out.write_all(&text));
        }
        Outcome::Unreadable(file) => {
            report.code = report.code.max(exit::FINDINGS);
            report.out.write(|out| Full::new(color, false).findings(out, &file));
        }
        Outcome::Failed(text) => report.fail(&text, exit::USAGE),
    }
}
