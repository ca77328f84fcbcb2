//! `graph`: a model as text for drawing programs, or as the picture that one of them makes of it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, FactArgs, Global, ReadArgs};
use super::atomic_write::AtomicWrites;
use super::config::Configs;
use super::input::{Input, has_extension};
use super::name_options::NameOptions;
use super::output::use_color;
use super::output_conflicts::ProtectedFiles;
use super::report::RunReport;
use super::run::Run;
use super::suggestions::ClosestName;
use super::{console, exit, graphviz, incomplete};
use crate::graph::{Model, Status};
use crate::infer::Analysis;
use crate::render::{self, Drawing, Full, Shapes};
use crate::report::{self, FileReport};

#[derive(Args, Debug)]
pub(super) struct GraphArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The language of the drawing; by default the one that the extension of FILE selects, or dot
    #[arg(short, long, value_enum)]
    format: Option<GraphFormat>,
    /// Write the drawing to a file: .dot or .gv for Graphviz, .mmd or .mermaid for Mermaid; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Run Graphviz to draw FILE as a picture: .svg, .png, or .pdf
    #[arg(long, requires = "output", conflicts_with = "format")]
    render: bool,
    /// Draw only what is near a node: its name, its layer id, `#INDEX` in the main graph, or the name of a value
    #[arg(long, value_name = "NODE")]
    around: Option<String>,
    /// Maximum number of steps from that node
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
    /// For Mermaid, which GitHub and GitLab render
    Mermaid,
}

impl GraphArgs {
    /// The output file, unless it is standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// The language in the arguments, or the one that the extension selects.
    fn language(&self) -> GraphFormat {
        let extension = self.file().and_then(Path::extension);
        let is = |known: &str| extension.is_some_and(|extension| extension.eq_ignore_ascii_case(known));
        let by_extension = if is("mmd") || is("mermaid") { GraphFormat::Mermaid } else { GraphFormat::Dot };
        self.format.unwrap_or(by_extension)
    }

    /// Checks that the file is named like what is written to it.
    fn check_name(&self) -> Result<(), String> {
        let Some(path) = self.file() else {
            let lost = "a picture cannot be written to standard output; name a .svg, .png, or .pdf file with --output";
            return if self.render { Err(lost.to_owned()) } else { Ok(()) };
        };
        let (name, is) = (path.display(), |known: &&str| has_extension(path, known));
        match self.render {
            true if graphviz::format_of(path).is_some() => Ok(()),
            true => Err(format!("--render cannot draw `{name}`; expected .svg, .png, or .pdf")),
            false if graphviz::is_picture(path) => Err(format!(
                "`{name}` is a picture, and a drawing is text; --render draws .svg, .png, and .pdf with Graphviz"
            )),
            false if self.format.is_some() || path.extension().is_none() => Ok(()),
            false if LANGUAGES.iter().any(is) => Ok(()),
            false => Err(format!(
                "the extension of `{name}` selects no language; expected .dot or .gv for Graphviz, .mmd or .mermaid for \
                 Mermaid, or --format"
            )),
        }
    }
}

/// The extensions of files that contain a drawing.
const LANGUAGES: [&str; 5] = ["dot", "gv", "mmd", "mermaid", "txt"];

/// `graph`: writes a model as text that other programs draw.
pub(super) fn graph(args: &GraphArgs, global: &Global) -> u8 {
    let mut inputs = vec![Input::new(&args.path)];
    if let Err(message) = inputs[0].check() {
        console::error(&message);
        return exit::USAGE;
    }
    let Ok(configs) = Configs::load(&args.config, &mut inputs) else { return exit::USAGE };
    let protected =
        ProtectedFiles { inputs: &inputs, configs: &configs, baseline: None, read: &args.read, writes: "a drawing" };
    let conflict = args.file().and_then(|path| protected.conflict(path));
    if let Some(message) = conflict.or_else(|| args.check_name().err()) {
        console::error(&message);
        return exit::USAGE;
    }
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let mut options = args.facts.options(&args.read);
    configs.extend(&mut options, &inputs[0]);
    let report = run.each(
        |_| options.clone(),
        RunReport::new((), 1, exit::OK, true),
        |queue, job, model, analysis| {
            show(args, &inputs[job].name, (model, analysis), use_color(global.color), &mut queue.lock(job));
        },
    );
    report.out.end(report.code)
}

/// Draws a model, and reports the parts that could not be read.
fn show(args: &GraphArgs, path: &str, analyzed: (&Model, &Analysis), color: bool, report: &mut RunReport<()>) {
    let (model, analysis) = analyzed;
    let whole = !incomplete::is_incomplete(model);
    if !whole {
        let mut text = Vec::new();
        let _ = Full::new(color, false).findings(&mut text, &incomplete::report(path, model, analysis));
        let _ = io::stderr().write_all(&text);
        report.code = report.code.max(exit::FINDINGS);
    }
    // A file would not show that its drawing is incomplete.
    if model.status() != Status::Ok || (!whole && args.file().is_some()) {
        return;
    }
    // The missing part may contain the names.
    let missing = if whole { NameOptions::missing_in(&args.facts, &[model]) } else { Vec::new() };
    if !missing.is_empty() {
        return missing.iter().for_each(|message| report.fail(message, exit::USAGE));
    }
    let errors = FileReport::new(path, model, analysis, report::errors);
    match drawing(args, Shapes { model, analysis, report: &errors, values: None, constants: None }, model) {
        Ok(drawing) => draw(args, &drawing, report),
        Err(message) => report.fail(&message, exit::USAGE),
    }
}

/// Writes the drawing to a file or to standard output.
fn draw(args: &GraphArgs, drawing: &Drawing<'_>, report: &mut RunReport<()>) {
    let write = |out: &mut dyn Write| match args.language() {
        GraphFormat::Dot => render::write_dot(out, drawing),
        GraphFormat::Mermaid => render::write_mermaid(out, drawing),
    };
    let Some(path) = args.file() else {
        return report.out.write(write);
    };
    let picture = match graphviz::format_of(path).filter(|_| args.render).map(|format| graphviz::render(format, write))
    {
        Some(Err(message)) => return report.fail(&message, exit::USAGE),
        Some(Ok(picture)) => Some(picture),
        None => None,
    };
    let mut pending = AtomicWrites::default();
    let written = pending.add_by(path, |out| match &picture {
        Some(picture) => out.write_all(picture),
        None => write(out),
    });
    let written = written.and_then(|()| pending.commit().map_err(|(_, error)| error));
    if let Err(error) = written {
        report.fail(&format!("cannot write to `{}`: {error}", path.display()), exit::USAGE);
    }
}

/// The drawing; an error message if `--around` names no node.
fn drawing<'a>(args: &GraphArgs, shapes: Shapes<'a>, model: &Model) -> Result<Drawing<'a>, String> {
    let drawing = Drawing::new(shapes);
    let Some(name) = &args.around else { return Ok(drawing) };
    let centers = drawing.named(name);
    if !centers.is_empty() {
        return Ok(drawing.around(name, &centers, args.depth));
    }
    let mut near = ClosestName::default();
    for node in model.graphs().flat_map(|graph| model.nodes_of(graph)) {
        near.compare(name, model.name(model.node(node).name));
        model.outputs(node).for_each(|value| near.compare(name, model.value_name(value)));
    }
    let near = near.suggestion("; `shapewright print PATH` lists the nodes");
    Err(format!("--around names `{name}`, but the file has no such node{near}"))
}
