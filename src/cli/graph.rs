//! `graph`: a model drawn by another program.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, FactArgs, Global, ReadArgs};
use super::atomic_write::AtomicWrites;
use super::config::Configs;
use super::input::Input;
use super::name_options::NameOptions;
use super::output::coloured;
use super::output_conflicts::ProtectedFiles;
use super::report::RunReport;
use super::run::Run;
use super::suggestions::Near;
use super::{console, exit, incomplete};
use crate::graph::{Model, Status};
use crate::infer::Analysis;
use crate::render::{self, Drawing, Full, Shapes};
use crate::report::{self, FileReport};

#[derive(Args, Debug)]
pub(super) struct GraphArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The language of the drawing; without it what the name after `-o` stands for, or else dot
    #[arg(short, long, value_enum)]
    format: Option<GraphFormat>,
    /// Write the drawing to a file; `-` is standard output. `.mmd` and `.mermaid` are names for Mermaid
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only what is near a node: its name, its layer's id, `#INDEX` in the main graph, or the name of a value
    #[arg(long, value_name = "NODE")]
    around: Option<String>,
    /// How many steps from that node
    #[arg(long, value_name = "N", default_value_t = 2, requires = "around")]
    depth: usize,
    #[command(flatten)]
    facts: FactArgs,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    read: ReadArgs,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum GraphFormat {
    /// For Graphviz
    Dot,
    /// For Mermaid, which GitHub and GitLab draw
    Mermaid,
}

impl GraphArgs {
    /// The file that the drawing goes to, if it goes to one.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// The language that is asked for, or that the file's name stands for.
    fn language(&self) -> GraphFormat {
        let extension = self.file().and_then(Path::extension);
        let is = |known: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(known));
        let called = if is("mmd") || is("mermaid") { GraphFormat::Mermaid } else { GraphFormat::Dot };
        self.format.unwrap_or(called)
    }
}

/// `graph`: a model as text that other programs draw.
pub(super) fn graph(args: &GraphArgs, global: &Global) -> u8 {
    let mut inputs = vec![Input::new(&args.path)];
    if let Err(complaint) = inputs[0].check() {
        console::error(&complaint);
        return exit::USAGE;
    }
    let Ok(configs) = Configs::load(&args.config, &mut inputs) else { return exit::USAGE };
    let taken =
        ProtectedFiles { inputs: &inputs, configs: &configs, baseline: None, read: &args.read, writes: "a drawing" };
    if let Some(complaint) = args.file().and_then(|path| taken.over(path)) {
        console::error(&complaint);
        return exit::USAGE;
    }
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let mut options = args.facts.options(&args.read);
    configs.extend(&mut options, &inputs[0]);
    let report = run.each(
        |_| options.clone(),
        RunReport::new((), 1, exit::OK, true),
        |turns, job, model, analysis| {
            show(args, &inputs[job].name, (model, analysis), coloured(global.color), &mut turns.take(job));
        },
    );
    report.out.end(report.code)
}

/// Draws a model, and says what of it could not be read.
fn show(args: &GraphArgs, path: &str, of: (&Model, &Analysis), colour: bool, report: &mut RunReport<()>) {
    let (model, analysis) = of;
    let whole = !incomplete::is_cut(model);
    if !whole {
        let mut text = Vec::new();
        let _ = Full::new(colour, false).findings(&mut text, &incomplete::report(path, model, analysis));
        let _ = io::stderr().write_all(&text);
        report.code = report.code.max(exit::FINDINGS);
    }
    // Who looks at a file later is not told that it is half a drawing.
    if model.status() != Status::Ok || (!whole && args.file().is_some()) {
        return;
    }
    // What a name stands for may be in the part that is missing.
    let missing = if whole { NameOptions::missing_in(&args.facts, &[model]) } else { Vec::new() };
    if !missing.is_empty() {
        return missing.iter().for_each(|complaint| report.trouble(complaint, exit::USAGE));
    }
    let errors = FileReport::new(path, model, analysis, report::errors);
    match drawing(args, Shapes { model, analysis, report: &errors, values: None }, model) {
        Ok(drawing) => draw(args, &drawing, report),
        Err(complaint) => report.trouble(&complaint, exit::USAGE),
    }
}

/// Writes the drawing to its file, or to standard output.
fn draw(args: &GraphArgs, drawing: &Drawing<'_>, report: &mut RunReport<()>) {
    let write = |out: &mut dyn Write| match args.language() {
        GraphFormat::Dot => render::write_dot(out, drawing),
        GraphFormat::Mermaid => render::write_mermaid(out, drawing),
    };
    let Some(path) = args.file() else {
        return report.out.write(write);
    };
    let mut pending = AtomicWrites::default();
    let written = pending.add_by(path, |out| write(out));
    let written = written.and_then(|()| pending.commit().map_err(|(_, error)| error));
    if let Err(error) = written {
        report.trouble(&format!("cannot write to `{}`: {error}", path.display()), exit::USAGE);
    }
}

/// What is drawn; else what to say.
fn drawing<'a>(args: &GraphArgs, shapes: Shapes<'a>, model: &Model) -> Result<Drawing<'a>, String> {
    let drawing = Drawing::new(shapes);
    let Some(name) = &args.around else { return Ok(drawing) };
    let centers = drawing.named(name);
    if !centers.is_empty() {
        return Ok(drawing.around(name, &centers, args.depth));
    }
    let mut near = Near::default();
    for node in model.graphs().flat_map(|graph| model.nodes_of(graph)) {
        near.compare(name, model.name(model.node(node).name));
        model.outputs(node).for_each(|value| near.compare(name, model.value_name(value)));
    }
    let near = near.suggestion("; `shapewright print PATH` shows what there is");
    Err(format!("--around names `{name}`, but the file has no such node{near}"))
}
