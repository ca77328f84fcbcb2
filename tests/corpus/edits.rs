//! Facts that follow the edits of real models. Runs if `../shared/corpus` exists; `SHAPEWRIGHT_EDITS` sets the number of
//! edits of each model, 4 by default. `SHAPEWRIGHT_EDITED` names a folder to which 100 models are written after every 100th
//! edit, for `tools/run_edited.py`; each is read again.

use std::io::Write;
use std::path::{Path, PathBuf};

use shapewright::graph::{
    At, Attribute, AttributeValue, Dialect, EditError, Model, NewNode, NodeId, Status, ValueId, ValueRole,
};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, Level, ReadOptions, Session, analyze};

use crate::neutral_edits::neutral_edit;
use crate::shared;

/// After as many edits, a model is read anew: the edits before it were of one kind.
const BLOCK: usize = 100;

/// A small generator of numbers; the same on every run.
pub struct Numbers(u64);

impl Numbers {
    pub fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    pub fn of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| list[self.below(list.len())])
    }
}

const UNARY: [&str; 4] = ["Relu", "Neg", "Abs", "Sigmoid"];

/// One random edit. Most of them keep the model valid; a few make shapes that contradict what follows.
fn edit(model: &mut Model, numbers: &mut Numbers) -> Result<(), EditError> {
    let Some(graph) = model.main_graph() else { return Ok(()) };
    let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
    let Some(node) = numbers.of(&nodes) else { return Ok(()) };
    let inputs: Vec<ValueId> = model.inputs(node).iter().filter_map(|operand| operand.value()).collect();
    let Some(input) = numbers.of(&inputs) else { return Ok(()) };
    let unary = UNARY[numbers.below(UNARY.len())];
    match numbers.below(12) {
        0..5 => {
            let at = model.inputs(node).iter().position(|operand| operand.value() == Some(input)).unwrap_or(0);
            let new = model.insert(At::Before(node), NewNode::new(unary).input(input))?;
            let new = model.outputs(new).next().ok_or(EditError::Unsupported("one output"))?;
            model.set_input(node, at, new)
        }
        5..8 if UNARY.contains(&model.op_type(node)) => model.replace_node(node, NewNode::new(unary).input(input)),
        5..8 => {
            model.remove_unused(node);
            Ok(())
        }
        8 => {
            let value = model.outputs(node).next();
            value.into_iter().for_each(|value| model.remove_declaration(value));
            Ok(())
        }
        9 => {
            let output = model.outputs(node).next().ok_or(EditError::Unsupported("one output"))?;
            model.replace_uses(output, input)
        }
        10 => model.set_output(graph, 0, input),
        _ => {
            let other = numbers.of(&nodes).and_then(|other| model.outputs(other).next());
            model.set_input(node, 0, other.unwrap_or(input))
        }
    }
}

fn files() -> Vec<PathBuf> {
    let Some(corpus) = shared::folder("corpus") else { return Vec::new() };
    let mut files = Vec::new();
    let mut folders = vec![corpus.join("onnx"), corpus.join("ir")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("onnx" | "xml") => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// A model to edit.
struct Subject {
    path: PathBuf,
    model: Model,
}

/// Models of a size at which something happens and an analysis of each step takes no time. To be run again, a model must
/// have its weights and no error.
fn subjects(is_run: bool) -> Vec<Subject> {
    let options = ReadOptions { no_weights: !is_run, ..ReadOptions::default() };
    let read = |path: PathBuf| Some(Subject { model: Model::open(&path, &options).ok()?, path });
    let is_fit = |subject: &Subject| {
        let model = &subject.model;
        let count = model.graphs().map(|graph| model.nodes_of(graph).len()).sum::<usize>();
        let is_sound = || analyze(model, &AnalysisOptions::default()).findings.iter().all(|f| f.level != Level::Error);
        model.status() != Status::Unreadable && (5..5_000).contains(&count) && (!is_run || is_sound())
    };
    if is_run {
        let fit: Vec<Subject> = files().into_iter().filter_map(read).filter(is_fit).collect();
        let count = fit.len().max(1);
        return fit
            .into_iter()
            .enumerate()
            .filter(|(at, _)| at * 100 / count != (at + 1) * 100 / count)
            .map(|f| f.1)
            .collect();
    }
    // Every fourth file is one in which something happens, and together they are of all kinds.
    files().into_iter().step_by(4).filter_map(read).filter(is_fit).collect()
}

/// Compares all facts of a session with those of a fresh analysis.
fn check_facts(session: &Session, label: &str) {
    let fresh = analyze(session.model(), session.options());
    for value in session.model().graphs().flat_map(|graph| session.model().values_of(graph)) {
        let (known, expected) = (session.facts().get(value), fresh.facts.get(value));
        let name = session.model().value_name(value);
        // NaN, which is equal to nothing, has the same text.
        let is_same = known == expected || format!("{known:?}") == format!("{expected:?}");
        assert!(is_same, "{label}: `{name}`: {known:?}, not {expected:?}");
    }
}

/// What is in a model, by name: nodes with operators, inputs, outputs, and attributes, inputs and outputs of graphs, and
/// constants with their elements.
fn lines(model: &Model) -> Vec<String> {
    let mut lines = Vec::new();
    let name = |value: Option<ValueId>| value.map_or("", |value| model.value_name(value));
    let tensor = |id| {
        let tensor = model.load(id).ok();
        let bytes = tensor.as_ref().and_then(|tensor| tensor.packed().map(|bytes| bytes.len()));
        format!(
            "{:?} {:?} {bytes:?}",
            tensor.as_ref().map(|t| t.element()),
            tensor.as_ref().map(|t| t.sizes().to_vec())
        )
    };
    for graph in model.graphs() {
        let record = model.graph(graph);
        // Before IR version 4, a new constant is also an input.
        let is_fed = |value: &ValueId| {
            !matches!(model.value(*value).role, ValueRole::Input { default: Some(_) } | ValueRole::Initializer(_))
        };
        let inputs: Vec<&str> = record.inputs.iter().copied().filter(is_fed).map(|value| name(Some(value))).collect();
        let outputs: Vec<&str> = record.outputs.iter().map(|output| model.name(output.name)).collect();
        lines.push(format!("{} {inputs:?} {outputs:?}", model.display_path(graph)));
        for value in model.values_of(graph) {
            let default = match model.value(value).role {
                ValueRole::Input { default } => default,
                _ => model.constant(value),
            };
            if let Some(constant) = default {
                lines.push(format!("{} = {}", name(Some(value)), tensor(constant)));
            }
        }
        for node in model.nodes_of(graph) {
            let op = model.op(node);
            let op = (model.name(op.domain), model.name(op.name), op.version);
            let inputs: Vec<&str> = model.inputs(node).iter().map(|operand| name(operand.value())).collect();
            let outputs: Vec<&str> = model.outputs(node).map(|value| name(Some(value))).collect();
            let mut attributes: Vec<String> = model.attributes(node).iter().map(|a| attribute(model, a)).collect();
            // IR names the place and the type of a constant.
            attributes.retain(|_| model.op_type(node) != "Constant" || model.dialect() == Dialect::Onnx);
            attributes.sort();
            lines.push(format!("{outputs:?} = {op:?} {inputs:?} {attributes:?}"));
        }
    }
    lines.sort();
    lines
}

fn attribute(model: &Model, attribute: &Attribute) -> String {
    let value = match &attribute.value {
        AttributeValue::Text(text) => model.name(*text).to_owned(),
        AttributeValue::Tensor(_) | AttributeValue::Tensors(_) => "a tensor".to_owned(),
        AttributeValue::Graph(_) | AttributeValue::Graphs(_) => "a body".to_owned(),
        AttributeValue::PortMap(_) => "a port map".to_owned(),
        AttributeValue::SparseTensor(_) | AttributeValue::SparseTensors(_) => "a sparse tensor".to_owned(),
        value => format!("{value:?}"),
    };
    format!("{}: {value}", model.name(attribute.name))
}

/// Writes an edited model and reads it again. Returns the file.
fn written(model: &Model, folder: &Path, name: &str, label: &str) -> Option<PathBuf> {
    let extension = if model.dialect() == Dialect::OpenVino { "xml" } else { "onnx" };
    let path = folder.join(format!("{name}.{extension}"));
    let written = write(model, &ExternalDataPolicy::Embed).unwrap_or_else(|error| panic!("{label}: {error}"));
    std::fs::write(&path, written.model.to_bytes()).expect("a file");
    if let Some(weights) = written.weights {
        std::fs::write(path.with_extension("bin"), weights.to_bytes()).expect("a file");
    }
    let again = Model::open(&path, &ReadOptions::default()).expect("the file just written");
    let (before, after) = (lines(model), lines(&again));
    let only = |one: &[String], other: &[String]| -> Vec<String> {
        one.iter().filter(|line| !other.contains(line)).take(3).cloned().collect()
    };
    assert!(before == after, "{label}: {:#?} became {:#?}", only(&before, &after), only(&after, &before));
    Some(path)
}

#[test]
fn facts_follow_edits_of_real_models() {
    let edits: usize = std::env::var("SHAPEWRIGHT_EDITS").map_or(4, |text| text.parse().expect("a number"));
    let folder = std::env::var_os("SHAPEWRIGHT_EDITED").map(PathBuf::from);
    let mut index = folder.as_ref().map(|folder| std::fs::File::create(folder.join("index.tsv")).expect("a file"));
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let (mut models, mut steps, mut done, mut followed, mut files) = (0, 0, 0, 0, 0);
    for (seed, Subject { path, model }) in subjects(folder.is_some()).into_iter().enumerate() {
        models += 1;
        let mut numbers = Numbers(seed as u64);
        let mut session = Session::new(model.clone(), options.clone());
        for step in 0..edits {
            let is_neutral = step / BLOCK % 2 == 1;
            // An error ends what can be followed, so the model is read anew from time to time.
            if step % BLOCK == 0 || (!is_neutral && step % 16 == 15 && !session.is_incremental()) {
                session = Session::new(model.clone(), options.clone());
            }
            let edit = if is_neutral { neutral_edit } else { edit };
            let edited = session.edit(|model| model.transaction(|model| edit(model, &mut numbers)));
            let label = format!("{}, step {step}", path.display());
            check_facts(&session, &label);
            steps += 1;
            done += usize::from(edited.is_ok());
            followed += usize::from(session.is_incremental());
            if let (Some(folder), Some(index), true) = (&folder, &mut index, step % BLOCK == BLOCK - 1) {
                let file = written(session.model(), folder, &format!("{seed}_{step}"), &label);
                let kind = if is_neutral { "same" } else { "any" };
                file.iter().for_each(|file| {
                    writeln!(index, "{}\t{}\t{kind}", file.display(), path.display()).expect("a line")
                });
                files += usize::from(file.is_some());
            }
        }
    }
    println!(
        "{models} models, {steps} steps, {done} edits, {followed} steps followed, {files} files written and read again"
    );
    assert!(models == 0 || followed * 4 > steps, "only {followed} of {steps} steps were followed");
}
