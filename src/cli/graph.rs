//! `graph`: a model drawn by another program.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::args::{ConfigArgs, FactArgs, Global, ReadArgs};
use super::config::Configs;
use super::files::Input;
use super::near::Near;
use super::output::coloured;
use super::report::RunReport;
use super::run::Run;
use super::save::Pending;
use super::{complain, cut, exit};
use crate::graph::{Model, Status};
use crate::render::{self, Drawing, Full, Shapes};
use crate::report::{self, FileReport};

#[derive(Args, Debug)]
pub(super) struct GraphArgs {
    /// A model file; `-` is standard input
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// The language of the drawing
    #[arg(short, long, value_enum, default_value_t = GraphFormat::Dot)]
    format: GraphFormat,
    /// Write the drawing to a file; `-` is standard output
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

/// `graph`: a model as text that other programs draw.
pub(super) fn graph(args: &GraphArgs, global: &Global) -> u8 {
    let mut inputs = vec![Input::new(&args.path)];
    if let Err(complaint) = inputs[0].check() {
        complain(&complaint);
        return exit::USAGE;
    }
    if args.output.as_deref().is_some_and(|path| inputs[0].is(path)) {
        complain(&format!("`{}` is the model, no place for a drawing", inputs[0].name));
        return exit::USAGE;
    }
    let Ok(configs) = Configs::load(&args.config, &mut inputs) else { return exit::USAGE };
    let run = Run { inputs: &inputs, jobs: None, read: args.read.options() };
    let mut options = args.facts.options(&args.read);
    configs.extend(&mut options, &inputs[0]);
    let colour = coloured(global.color);
    let report = run.each(
        |_| options.clone(),
        RunReport::new((), 1, exit::OK, true),
        |turns, job, model, analysis| {
            let file = FileReport::new(&inputs[job].name, model, analysis, report::errors);
            let mut turn = turns.take(job);
            if cut::is_cut(model) {
                let mut text = Vec::new();
                let cut = cut::report(&inputs[job].name, model, analysis);
                let _ = Full::new(colour, false).findings(&mut text, &cut);
                let _ = io::stderr().write_all(&text);
                turn.code = turn.code.max(exit::FINDINGS);
            }
            if model.status() != Status::Ok {
                return;
            }
            let shapes = Shapes { model, analysis, report: &file, values: None };
            match drawing(args, shapes, model) {
                Ok(drawing) => draw(args, &drawing, &mut turn),
                Err(complaint) => turn.trouble(&complaint, exit::USAGE),
            }
        },
    );
    report.out.end(report.code)
}

/// Writes the drawing to its file, or to standard output.
fn draw(args: &GraphArgs, drawing: &Drawing<'_>, report: &mut RunReport<()>) {
    let write = |out: &mut dyn Write| match args.format {
        GraphFormat::Dot => render::write_dot(out, drawing),
        GraphFormat::Mermaid => render::write_mermaid(out, drawing),
    };
    let Some(path) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return report.out.write(write);
    };
    let mut pending = Pending::default();
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
