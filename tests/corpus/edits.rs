//! Facts that follow the edits of real models. Runs if `../shared/corpus` exists; `SHAPEWRIGHT_EDITS` sets the number of
//! edits of each model, 4 by default.

use std::path::PathBuf;

use shapewright::graph::{At, EditError, Model, NewNode, NodeId, Status, ValueId};
use shapewright::{AnalysisOptions, ReadOptions, Session, analyze};

use crate::shared;

/// A small generator of numbers; the same on every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
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

#[test]
fn facts_follow_edits_of_real_models() {
    let edits: usize = std::env::var("SHAPEWRIGHT_EDITS").map_or(4, |text| text.parse().expect("a number"));
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let (mut models, mut steps, mut followed) = (0, 0, 0);
    // Every fourth file is one in which something happens, and together they are of all kinds.
    for (seed, path) in files().into_iter().enumerate().filter(|(at, _)| at % 4 == 0) {
        let Ok(model) = Model::open(&path, &ReadOptions { no_weights: true, ..ReadOptions::default() }) else {
            continue;
        };
        let count = model.graphs().map(|graph| model.nodes_of(graph).len()).sum::<usize>();
        if model.status() == Status::Unreadable || !(5..5_000).contains(&count) {
            continue;
        }
        models += 1;
        let mut numbers = Numbers(seed as u64);
        let mut session = Session::new(model.clone(), options.clone());
        for step in 0..edits {
            // An error ends what can be followed, so the model is read anew from time to time.
            if step % 16 == 15 && !session.is_incremental() {
                session = Session::new(model.clone(), options.clone());
            }
            session.edit(|model| model.transaction(|model| edit(model, &mut numbers))).ok();
            let fresh = analyze(session.model(), &options);
            for value in session.model().graphs().flat_map(|graph| session.model().values_of(graph)) {
                let (known, expected) = (session.facts().get(value), fresh.facts.get(value));
                let name = session.model().value_name(value);
                // NaN, which is equal to nothing, has the same text.
                let is_same = known == expected || format!("{known:?}") == format!("{expected:?}");
                assert!(is_same, "{}, step {step}: `{name}`: {known:?}, not {expected:?}", path.display());
            }
            steps += 1;
            followed += usize::from(session.is_incremental());
        }
    }
    println!("{models} models, {steps} edits, {followed} of them followed");
    assert!(models == 0 || followed * 4 > steps, "only {followed} of {steps} edits were followed");
}
