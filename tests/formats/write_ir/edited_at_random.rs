//! A model that is written after any edits and read again is the same.

use std::collections::{BTreeMap, BTreeSet};

use shapewright::graph::{AttributeValue, DeclarationId, GraphId, GraphRole, Model, NodeId, Operand};
use shapewright::write::openvino::{Ir, edited};
use shapewright::{ReadOptions, Source, ValueType};

use crate::random_edits::{Numbers, edit, read};

const MODELS: [&str; 16] = [
    "openvino/detector.xml",
    "openvino/dynamic.xml",
    "openvino/if.xml",
    "openvino/loop.xml",
    "openvino/packed.xml",
    "openvino/siblings.xml",
    "openvino/state.xml",
    "openvino/strings.xml",
    "openvino/tensor-iterator.xml",
    "openvino/version-10.xml",
    "openvino/lenient.xml",
    "cases/ir_samples/all_reduce.xml",
    "cases/ir_samples/const_all_types.xml",
    "cases/ir_samples/loop_reduce_min.xml",
    "cases/ir_samples/names_layout.xml",
    "cases/ir_samples/split_multi_out.xml",
];

/// The path of a graph, by the ids of the layers around it.
fn path(model: &Model, graph: GraphId) -> String {
    match model.graph(graph).role {
        GraphRole::Body { owner, attribute, .. } => {
            let around = path(model, model.node(owner).graph);
            format!("{around}/{}/{}", model.name(model.node(owner).layer), model.name(attribute))
        }
        _ => "main".to_owned(),
    }
}

/// What an attribute says; where a constant is may change.
fn attribute(model: &Model, node: NodeId, name: &str, value: &AttributeValue) -> Option<String> {
    let is_place = ["element_type", "shape", "offset", "size"].contains(&name) && model.op_type(node) == "Constant";
    Some(match value {
        AttributeValue::Text(_) if is_place => return None,
        AttributeValue::Text(text) => format!("{name}={:?}", model.name(*text)),
        AttributeValue::Tensor(id) => format!("{:?}", model.load(*id)),
        AttributeValue::Graph(_) => name.to_owned(),
        AttributeValue::PortMap(map) => {
            // An entry for an input that was removed says nothing.
            let is_input = |at: &usize| *at < inputs_of(model, node).len();
            let inputs = map.inputs.iter().map(|i| match i.external {
                Some(at) if !is_input(&at) => "none".to_owned(),
                None if i.parameter.is_none() => "none".to_owned(),
                _ => format!("{:?} {:?} {:?} {}", i.external, i.parameter, i.slice, i.current_iteration),
            });
            let outputs = map
                .outputs
                .iter()
                .map(|o| format!("{:?} {:?} {:?} {}", o.external, o.result, o.concat, o.execution_condition));
            format!("{:?} {:?} {:?}", inputs.collect::<Vec<_>>(), outputs.collect::<Vec<_>>(), map.back_edges)
        }
        other => panic!("{other:?} in IR"),
    })
}

/// What a port can record of a type.
fn recorded(model: &Model, declaration: Option<DeclarationId>) -> String {
    declaration.map_or(written_type(&ValueType::Unknown), |id| written_type(&model.declaration(id).ty))
}

fn written_type(ty: &ValueType) -> String {
    let ty = ty.as_tensor();
    let dims = ty.and_then(|ty| ty.shape.dims()).unwrap_or(&[]).iter().map(|dim| dim.size()).collect::<Vec<_>>();
    format!("{:?}{dims:?}", ty.and_then(|ty| ty.element))
}

fn operand(model: &Model, operand: Operand) -> String {
    let Some(value) = operand.value() else { return "nothing".to_owned() };
    let node = model.producer(value).expect("values of IR are outputs");
    let index = model.outputs(node).position(|output| output == value);
    format!("{}.{}", model.name(model.node(node).layer), index.expect("an output of its producer"))
}

/// The inputs of a layer up to the last one that it has.
fn inputs_of(model: &Model, node: NodeId) -> &[Operand] {
    let inputs = model.inputs(node);
    &inputs[..inputs.iter().rposition(|&input| input != Operand::Absent).map_or(0, |last| last + 1)]
}

fn layer(model: &Model, node: NodeId) -> String {
    let op = model.op(node);
    let inputs = inputs_of(model, node);
    let record = |index| recorded(model, model.input_port(node, index).and_then(|port| port.declaration));
    let inputs: Vec<String> = inputs
        .iter()
        .enumerate()
        .map(|(index, input)| format!("{} {}", operand(model, *input), record(index)))
        .collect();
    let attributes = model.attributes(node).iter();
    let attributes: BTreeSet<String> =
        attributes.filter_map(|a| attribute(model, node, model.name(a.name), &a.value)).collect();
    let outputs: Vec<_> = model
        .outputs(node)
        .map(|value| {
            let record = model.value(value);
            let ty = match model.attribute(node, "value").map(|attribute| &attribute.value) {
                Some(AttributeValue::Tensor(id)) if record.declaration.is_none() => {
                    let tensor = model.tensor(*id);
                    written_type(&ValueType::tensor(tensor.element, tensor.shape()))
                }
                _ => recorded(model, record.declaration),
            };
            let port = model.output_port(value);
            (model.name(port.id), model.name(port.tensor_names), ty)
        })
        .collect();
    let name = (model.name(model.node(node).name), model.name(op.name), model.name(op.domain), op.version);
    format!("{name:?} {inputs:?} {attributes:?} {outputs:?}")
}

/// What a model says, by graph and layer.
fn contents(model: &Model) -> BTreeMap<(String, String), String> {
    let mut all = BTreeMap::new();
    for graph in model.graphs() {
        let (path, record) = (path(model, graph), model.graph(graph));
        let inputs: Vec<String> = record.inputs.iter().map(|&value| operand(model, Operand::Value(value))).collect();
        let outputs: Vec<_> = record.outputs.iter().map(|o| (model.name(o.name), operand(model, o.operand))).collect();
        all.entry((path.clone(), "interface".to_owned())).or_insert_with(|| format!("{inputs:?} {outputs:?}"));
        for node in model.nodes_of(graph) {
            let id = model.name(model.node(node).layer).to_owned();
            all.entry((path.clone(), id)).or_default().push_str(&layer(model, node));
        }
    }
    all
}

fn read_again(ir: &Ir) -> Model {
    let source = Source::from_bytes("m.xml", ir.xml.to_bytes().to_vec());
    Model::read_with_weights(source, ir.weights.to_bytes().to_vec(), &ReadOptions::default())
}

/// The text of every layer without a body, by graph and id.
fn layer_texts(model: &Model) -> Vec<((String, String), String)> {
    let text = std::str::from_utf8(model.source().bytes()).expect("UTF-8");
    let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
    let plain = nodes.filter(|&node| model.bodies(node).next().is_none());
    let key = |node| (path(model, model.node(node).graph), model.name(model.node(node).layer).to_owned());
    plain
        .map(|node| {
            let start = model.node(node).span().start as usize;
            let end = text[start..].find("</layer>").expect("an end tag");
            (key(node), text[start..start + end].to_owned())
        })
        .collect()
}

#[test]
fn any_edits_are_read_again() {
    for (seed, name) in MODELS.into_iter().enumerate() {
        let original = read(name);
        assert_eq!(edited(&original).expect("it can be written").xml.to_bytes(), original.records(), "{name}");
        let (before, texts) = (contents(&original), layer_texts(&original));
        let mut model = original.clone();
        let mut numbers = Numbers(7 + seed as u64);
        for step in 0..150 {
            edit(&mut model, &mut numbers).ok();
            if numbers.below(4) > 0 {
                continue;
            }
            let ir = edited(&model).unwrap_or_else(|error| panic!("{name}, step {step}: {error}"));
            let (now, again) = (contents(&model), read_again(&ir));
            assert_eq!(contents(&again), now, "{name}, step {step}");
            let written = String::from_utf8(ir.xml.to_bytes().to_vec()).expect("UTF-8");
            for (key, text) in &texts {
                let is_same = now.get(key) == before.get(key);
                assert!(!is_same || written.contains(text), "{name}, step {step}: layer {key:?} did not change");
            }
            // What was written is a model like any other.
            assert_eq!(edited(&again).expect("it can be written").xml.to_bytes(), ir.xml.to_bytes());
        }
    }
}

#[test]
fn edits_of_a_written_model_are_written() {
    let mut model = read("openvino/detector.xml");
    let mut numbers = Numbers(3);
    for step in 0..60 {
        edit(&mut model, &mut numbers).ok();
        let ir = edited(&model).unwrap_or_else(|error| panic!("step {step}: {error}"));
        let again = read_again(&ir);
        assert_eq!(contents(&again), contents(&model), "step {step}");
        model = again;
    }
}

/// A text with elements that are missing, doubled, or exchanged, and with other digits.
fn damaged(text: &str, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_whole = |line: &String| line.contains("/>") || !line.trim().starts_with("</") && line.contains("</");
    for _ in 0..1 + numbers.below(4) {
        let whole: Vec<usize> = (0..lines.len()).filter(|&at| is_whole(&lines[at])).collect();
        let (Some(at), Some(other)) = (numbers.of(&whole), numbers.of(&whole)) else { break };
        match numbers.below(4) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            _ => {
                let at = numbers.below(lines.len());
                let (from, to) = (numbers.below(10).to_string(), numbers.below(10).to_string());
                lines[at] = lines[at].replacen(&from, &to, 1);
            }
        }
    }
    lines.join("\n")
}

#[test]
fn edits_of_damaged_files_are_written_or_refused() {
    let (mut written, mut refused) = (0, 0);
    for (seed, name) in MODELS.into_iter().enumerate() {
        let original = read(name);
        let text = std::str::from_utf8(original.source().bytes()).expect("UTF-8");
        let weights = original.data_files().first().and_then(|file| file.bytes()).cloned().unwrap_or_default();
        let mut numbers = Numbers(1000 + seed as u64);
        for _ in 0..25 {
            let source = Source::from_bytes("m.xml", damaged(text, &mut numbers).into_bytes());
            let mut model = Model::read_with_weights(source, weights.to_vec(), &ReadOptions::default());
            for _ in 0..8 {
                edit(&mut model, &mut numbers).ok();
            }
            let Ok(ir) = edited(&model) else {
                refused += 1;
                continue;
            };
            written += 1;
            let again = read_again(&ir);
            assert_eq!(
                contents(&again),
                contents(&model),
                "{name}:\n{}",
                String::from_utf8_lossy(model.source().bytes())
            );
        }
    }
    assert!(written > 300 && refused < 50, "{written} written, {refused} refused");
}
