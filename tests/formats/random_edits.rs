//! Any sequence of edits leaves a model whose lists of readers and whose order of nodes are right, or changes nothing.

use std::collections::HashMap;

use shapewright::graph::{At, EditError, Model, NewNode, NodeId, Operand, Use, ValueId};
use shapewright::{AnalysisOptions, ElementType, ReadOptions, Session, Shape, Tensor, ValueType, analyze};

/// A small generator of numbers; the same on every run.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }

    pub(crate) fn of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        (!list.is_empty()).then(|| list[self.below(list.len())])
    }
}

/// Everything that edits may change, as text.
fn contents(model: &Model) -> String {
    let functions: Vec<_> = model.functions().iter().map(|f| (model.name(f.name), f.graph)).collect();
    let mut text = format!("{:?}\n{functions:?}\n", model.metadata().collect::<Vec<_>>());
    for graph in model.graphs() {
        let record = model.graph(graph);
        text += &format!("{graph:?} {:?} {:?}\n", record.role, record.inputs);
        record
            .outputs
            .iter()
            .for_each(|output| text += &format!(" {:?} {}\n", output.operand, model.name(output.name)));
        for node in model.nodes_of(graph) {
            let attributes: Vec<_> = model.attributes(node).iter().map(|a| (model.name(a.name), &a.value)).collect();
            let outputs: Vec<_> = model.outputs(node).map(|v| (v, model.value_name(v))).collect();
            let (op, name) = (model.op(node), model.name(model.node(node).name));
            text += &format!(" {node:?} {op:?} {name} {:?} {attributes:?} {outputs:?}\n", model.inputs(node));
        }
        model
            .values_of(graph)
            .for_each(|v| text += &format!(" {v:?} {} {:?}\n", model.value_name(v), model.declared(v)));
    }
    text
}

/// Compares the lists of readers with those that the nodes state, and the order with the positions.
fn check(model: &Model) {
    let mut expected: HashMap<ValueId, Vec<Use>> = HashMap::new();
    for graph in model.graphs() {
        let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
        for &node in &nodes {
            for (index, operand) in model.inputs(node).iter().enumerate() {
                let Some(value) = operand.value() else { continue };
                assert!(!model.is_removed_value(value), "{} reads a removed value", model.describe(node));
                expected.entry(value).or_default().push(Use::Input { node, index });
            }
        }
        for (index, output) in model.graph(graph).outputs.iter().enumerate() {
            let Some(value) = output.operand.value() else { continue };
            assert!(!model.is_removed_value(value), "an output of the graph is a removed value");
            expected.entry(value).or_default().push(Use::Output { graph, index });
        }
        assert!(
            nodes.windows(2).all(|pair| model.runs_before(pair[0], pair[1]) && !model.runs_before(pair[1], pair[0]))
        );
    }
    let key = |used: &Use| format!("{used:?}");
    for value in model.graphs().flat_map(|graph| model.values_of(graph)) {
        let mut found: Vec<Use> = model.uses(value).collect();
        found.sort_by_key(key);
        let mut expected = expected.remove(&value).unwrap_or_default();
        expected.sort_by_key(key);
        assert_eq!(found, expected, "{}", model.value_name(value));
    }
    assert!(expected.is_empty());
}

/// One random edit. An error is as good as a success.
pub(crate) fn edit(model: &mut Model, numbers: &mut Numbers) -> Result<(), EditError> {
    let graphs: Vec<_> = model.graphs().collect();
    let Some(graph) = numbers.of(&graphs) else { return Ok(()) };
    let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
    let values: Vec<ValueId> = model.graphs().flat_map(|graph| model.values_of(graph)).collect();
    let (Some(node), Some(value), Some(other)) = (numbers.of(&nodes), numbers.of(&values), numbers.of(&values)) else {
        return Ok(());
    };
    let at = [At::Before(node), At::After(node), At::Start(graph), At::End(graph)][numbers.below(4)];
    match numbers.below(19) {
        0 => model.insert(at, NewNode::new("Relu").input(value)).map(drop),
        1 => model.insert(at, NewNode::new("Add").name("sum").inputs([value, other])).map(drop),
        2 => model.remove(node),
        3 => {
            model.remove_unused(node);
            Ok(())
        }
        4 => model.set_input(node, numbers.below(3), value),
        5 => model.set_inputs(node, &[Operand::Value(value), Operand::Absent]),
        6 => model.replace_uses(value, other),
        7 => model.replace_node(node, NewNode::new("Identity").input(value)),
        8 => {
            model.set_attribute(node, "axis", numbers.below(3) as i64);
            Ok(())
        }
        9 => {
            model.declare(value, ValueType::tensor(ElementType::F32, Shape::of_rank(numbers.below(3))));
            Ok(())
        }
        10 => model
            .add_constant(graph, &format!("c{}", numbers.below(99)), &Tensor::new([1], vec![1.0f32]).unwrap())
            .map(drop),
        11 => model.add_output(graph, value),
        12 => model.set_output(graph, numbers.below(2), value),
        13 => model.inline_call(node).map(drop),
        16 => {
            let count = 1 + numbers.below(4);
            let first = numbers.below(nodes.len());
            let some: Vec<NodeId> =
                nodes[first..].iter().copied().take(count).filter(|_| numbers.below(4) > 0).collect();
            model.outline(&some, "outlined", &format!("f{}", numbers.below(99))).map(drop)
        }
        17 => model.remove_function(numbers.below(3)),
        18 => {
            model.remove_unused_functions();
            Ok(())
        }
        14 => {
            model.set_opset("", 13 + numbers.below(6) as i64);
            Ok(())
        }
        _ => model.rename_value(value, &format!("v{}", numbers.below(50))),
    }
}

pub(crate) fn read(name: &str) -> Model {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/");
    Model::open(format!("{folder}{name}"), &ReadOptions::default()).expect("a file of the repository")
}

const MODELS: [&str; 9] = [
    "onnx/functions.onnx",
    "onnx/if.onnx",
    "onnx/loop.onnx",
    "onnx/scan.onnx",
    "onnx/detector.onnx",
    "onnx/text.onnxtxt",
    "openvino/detector.xml",
    "openvino/if.xml",
    "openvino/dynamic.xml",
];

#[test]
fn lists_and_order_follow_every_edit() {
    for (seed, name) in MODELS.into_iter().enumerate() {
        let mut model = read(name);
        let mut numbers = Numbers(seed as u64);
        let mut done = 0;
        for step in 0..300 {
            let before = contents(&model);
            match edit(&mut model, &mut numbers) {
                Ok(()) => done += 1,
                Err(error) => assert_eq!(contents(&model), before, "{name}, step {step}: {error}"),
            }
            check(&model);
        }
        assert!(done > 50, "{name}: only {done} edits were possible");
        // Any such model is analyzed without a panic.
        analyze(&model, &AnalysisOptions::default());
    }
}

#[test]
fn facts_of_a_session_are_those_of_a_fresh_analysis() {
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let mut followed = 0;
    for (seed, name) in MODELS.into_iter().enumerate() {
        // Most random edits soon make an error, with which nothing can be followed; so every few edits start anew.
        for round in 0..12 {
            let mut session = Session::new(read(name), options.clone());
            let mut numbers = Numbers((1000 * round + seed) as u64);
            for step in 0..12 {
                session.edit(|model| edit(model, &mut numbers)).ok();
                let fresh = analyze(session.model(), &options);
                let model = session.model();
                for value in model.graphs().flat_map(|graph| model.values_of(graph)) {
                    let (known, expected) = (session.facts().get(value), fresh.facts.get(value));
                    let label = model.value_name(value);
                    assert_eq!(known, expected, "{name}, round {round}, step {step}: {value:?} `{label}`");
                }
                followed += usize::from(session.is_incremental());
            }
        }
    }
    assert!(followed > 200, "only {followed} steps were followed");
}

#[test]
fn a_failed_transaction_takes_every_edit_back() {
    for (seed, name) in MODELS.into_iter().enumerate() {
        let mut model = read(name);
        let mut numbers = Numbers(100 + seed as u64);
        for _ in 0..20 {
            edit(&mut model, &mut numbers).ok();
        }
        let before = contents(&model);
        for _ in 0..20 {
            let failed: Result<(), ()> = model.transaction(|model| {
                for _ in 0..10 {
                    edit(model, &mut numbers).ok();
                }
                Err(())
            });
            assert!(failed.is_err());
            assert_eq!(contents(&model), before, "{name}");
            check(&model);
        }
    }
}
