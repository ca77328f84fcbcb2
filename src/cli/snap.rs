//! `snap`: types and shapes in a small file beside each model.

use std::fs;
use std::io::{self, Write};

use clap::Args;

use super::args::{ConfigArgs, FileArgs, Global};
use super::atomic_write::AtomicWrites;
use super::discovery;
use super::input::Input;
use super::output::coloured;
use super::output_conflicts::is_data_of;
use super::report::RunReport;
use super::run::Run;
use super::selection::Selection;
use super::{console, exit, incomplete};
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::options::AnalysisOptions;
use crate::render::{self, Full};
use crate::report::{FileReport, Verdict};
use crate::snapshot::{SnapshotFinding, snapshot};

/// Behind the name of a model, the name of its snapshot.
const ENDING: &str = ".shapes";

#[derive(Args, Debug)]
pub(super) struct SnapArgs {
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    config: ConfigArgs,
    /// Write nothing: show what differs from the snapshots that are there, and exit with 1 if something does
    #[arg(long)]
    check: bool,
}

/// How many snapshots of each kind.
#[derive(Default)]
struct Count {
    same: usize,
    different: usize,
    /// Snapshots of models that are gone.
    gone: usize,
}

impl Count {
    fn all(&self) -> usize {
        self.same + self.different + self.gone
    }
}

/// What became of one file.
enum Outcome {
    /// Not all of the model could be read, so that a snapshot would tell of half a model.
    Unreadable,
    Same,
    /// What is said of it.
    Different(Vec<u8>),
    /// Why the snapshot cannot be read or written.
    Trouble(String),
}

/// `snap`: writes snapshots, or compares with them.
pub(super) fn snap(args: &SnapArgs, global: &Global) -> u8 {
    if args.files.paths.iter().any(|path| path.as_os_str() == "-") {
        console::error("there is no place for a snapshot beside standard input; name a file");
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
    let colour = coloured(global.color);
    let mut report = run.each(options, report, |turns, job, model, analysis| {
        let input = &inputs[job];
        let file = match incomplete::is_cut(model) {
            true => incomplete::report(&input.name, model, analysis),
            false => FileReport::new(&input.name, model, analysis, found),
        };
        let outcome = outcome_of(input, model, analysis, &file, args.check);
        turns.submit(job, file.findings.len() << 10, move |report| {
            report.progress.erase();
            tell(report, outcome, &file, colour);
            report.progress.step(&mut report.out);
        });
    });
    report.progress.erase();
    if args.check {
        tell_gone(&mut report, &discovery::gone(&args.files, &args.config, ENDING));
    }
    if !global.quiet && !report.out.has_failed() && report.form.all() > 0 {
        say_summary(&report.form, args.check);
    }
    let differs = args.check && report.form.different + report.form.gone > 0;
    report.out.end(report.code.max(if differs { exit::FINDINGS } else { exit::OK }))
}

/// Says at the end how many snapshots there are of each kind.
fn say_summary(count: &Count, check: bool) {
    let Count { same, different, gone } = count;
    let what = if check { "different or missing" } else { "written" };
    let all = render::count(count.all(), "snapshot");
    let gone = if *gone > 0 { format!(", {gone} of no model") } else { String::new() };
    // A summary that cannot be shown is no loss.
    let _ = writeln!(io::stderr(), "{all}: {different} {what}, {same} as before{gone}");
}

/// Takes a model's snapshot, and says what became of it.
fn outcome_of(input: &Input, model: &Model, analysis: &Analysis, file: &FileReport, check: bool) -> Outcome {
    if incomplete::is_cut(model) {
        return Outcome::Unreadable;
    }
    let told = file.findings.iter().map(|f| {
        let place = f.location.path.as_deref().unwrap_or("");
        SnapshotFinding { level: f.level, rule: f.rule, place }
    });
    settle(input, model, &snapshot(model, analysis, told), check)
}

/// Says which models are gone, of which there are snapshots.
fn tell_gone(report: &mut RunReport<Count>, gone: &[Input]) {
    for input in gone {
        let name = render::one_line(&input.name);
        report.form.gone += 1;
        report.out.write(|out| writeln!(out, "{name}{ENDING} is the snapshot of {name}, which is gone; delete it"));
    }
}

/// What a snapshot tells of: what is found where nobody has chosen.
fn found(finding: &Diagnostic) -> Verdict {
    Selection::default().judge(finding)
}

/// Writes the snapshot where it is new, or says what differs.
fn settle(input: &Input, model: &Model, now: &str, check: bool) -> Outcome {
    let Some(path) = input.beside(ENDING) else { return Outcome::Same };
    let name = format!("{}{ENDING}", input.name);
    // Anything else, as a pipe or a device, may have no end.
    let irregular = fs::metadata(&path).is_ok_and(|meta| !meta.is_file());
    if irregular {
        return Outcome::Trouble(format!("`{name}` is no file, so it is no snapshot"));
    }
    if is_data_of(model, &path) {
        return Outcome::Trouble(format!("`{name}` is for data of the model, so it is no snapshot"));
    }
    let before = match fs::read(&path) {
        // Data of another model, or anything else that nobody reviews.
        Ok(bytes) if bytes.contains(&0) => {
            return Outcome::Trouble(format!("`{name}` is no text, so it is no snapshot; move it away"));
        }
        // Git may have made the line ends those of the system.
        Ok(bytes) => Some(String::from_utf8_lossy(&bytes).replace("\r\n", "\n")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Outcome::Trouble(format!("cannot read `{name}`: {error}")),
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
        Err(error) => Outcome::Trouble(format!("cannot write to `{name}`: {error}")),
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

fn tell(report: &mut RunReport<Count>, outcome: Outcome, file: &FileReport, colour: bool) {
    match outcome {
        Outcome::Same => report.form.same += 1,
        Outcome::Different(text) => {
            report.form.different += 1;
            report.out.write(|out| out.write_all(&text));
        }
        Outcome::Unreadable => {
            report.code = report.code.max(exit::FINDINGS);
            report.out.write(|out| Full::new(colour, false).findings(out, file));
        }
        Outcome::Trouble(text) => report.trouble(&text, exit::USAGE),
    }
}
