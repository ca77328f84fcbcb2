//! An edited model is written as it then is: read again it is the same, and records that no edit changed are copied.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use shapewright::graph::{
    At, Attribute, AttributeValue, EditError, GraphId, Model, NewNode, NodeId, Operand, TensorId, ValueId, ValueRole,
};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{ReadOptions, Source, Tensor, ValueType};

use crate::random_edits::{Numbers, edit, read};

/// A folder in which a model is written and read again, next to the data of `testdata`.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("edited-{name}"));
        fs::create_dir_all(&path).expect("a folder");
        let data = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/onnx/external.data");
        fs::copy(data, path.join("external.data")).expect("a file of the repository");
        Folder(path)
    }

    fn read(&self, name: &str, bytes: &[u8]) -> Model {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a file");
        let model = Model::read(Source::open(&path).expect("a file"), &ReadOptions::default());
        fs::remove_file(path).expect("the file that was written");
        model
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

pub fn written(model: &Model) -> Vec<u8> {
    write(model, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes().to_vec()
}

/// What a graph contains, by name: a line for each node, and what it lists.
fn contents(model: &Model, graph: GraphId) -> Vec<String> {
    let record = model.graph(graph);
    let outputs: Vec<&str> = record.outputs.iter().map(|output| model.name(output.name)).collect();
    let fed: Vec<ValueId> = record.outputs.iter().filter_map(|output| output.operand.value()).collect();
    let inputs: Vec<&str> = record.inputs.iter().map(|&value| model.value_name(value)).collect();
    let mut lines = vec![format!("{} {inputs:?} => {outputs:?}", model.name(record.name))];
    let mut listed = Vec::new();
    for value in model.values_of(graph) {
        let name = model.value_name(value);
        if let ValueRole::Initializer(id) | ValueRole::Input { default: Some(id) } = model.value(value).role {
            listed.push(format!("{name} = {}", tensor(model, id)));
        }
        // A type of an output is written with the output, which may have had another one.
        if let Some(ty) = model.declared(value).filter(|ty| **ty != ValueType::Unknown)
            && !fed.contains(&value)
            && !name.is_empty()
        {
            listed.push(format!("{name}: {ty}"));
        }
    }
    listed.sort();
    lines.extend(listed);
    for node in model.nodes_of(graph) {
        lines.extend(node_contents(model, node));
    }
    lines
}

fn node_contents(model: &Model, node: NodeId) -> Vec<String> {
    let op = model.op(node);
    let op = [op.domain, op.written, op.overload].map(|id| model.name(id));
    let version = model.op(node).version;
    let operand = |operand: &Operand| match *operand {
        Operand::Value(value) => format!("{}/{}", model.value_name(value), depth(model, model.value(value).graph)),
        Operand::Undefined(name) => format!("{}?", model.name(name)),
        Operand::Absent => String::new(),
    };
    let inputs: Vec<String> = model.inputs(node).iter().map(operand).collect();
    let outputs: Vec<&str> = model.outputs(node).map(|value| model.value_name(value)).collect();
    let name = model.name(model.node(node).name);
    let mut lines = vec![format!("[{name}] {outputs:?} = {op:?} {version:?} {inputs:?}")];
    for attribute in model.attributes(node) {
        lines.extend(attribute_contents(model, attribute).into_iter().map(|line| format!("  {line}")));
    }
    lines
}

fn depth(model: &Model, graph: GraphId) -> usize {
    model.display_path(graph).matches('/').count()
}

fn attribute_contents(model: &Model, attribute: &Attribute) -> Vec<String> {
    let name = model.name(attribute.name);
    let value = match &attribute.value {
        AttributeValue::Tensor(id) => tensor(model, *id),
        AttributeValue::Tensors(ids) => ids.iter().map(|&id| tensor(model, id)).collect(),
        AttributeValue::SparseTensor(sparse) => sparse_contents(model, sparse),
        AttributeValue::SparseTensors(list) => list.iter().map(|sparse| sparse_contents(model, sparse)).collect(),
        AttributeValue::Reference(parameter, kind) => format!("@{} {kind:?}", model.name(*parameter)),
        AttributeValue::Graph(_) | AttributeValue::Graphs(_) => {
            let bodies = attribute.value.graphs().iter().flat_map(|&graph| contents(model, graph));
            return std::iter::once(name.to_owned()).chain(bodies.map(|line| format!("  {line}"))).collect();
        }
        value => format!("{value:?}"),
    };
    vec![format!("{name} = {value}")]
}

fn sparse_contents(model: &Model, sparse: &shapewright::graph::SparseTensor) -> String {
    let indices = sparse.indices.map(|id| tensor(model, id));
    format!("{:?} of {} at {indices:?}", sparse.shape, tensor(model, sparse.values))
}

fn tensor(model: &Model, id: TensorId) -> String {
    let stored = model.tensor(id);
    let loaded = model.load(id).ok();
    let bytes = loaded.as_ref().and_then(|tensor| tensor.packed().map(|bytes| bytes.into_owned()));
    let strings = loaded.as_ref().and_then(|tensor| tensor.strings().map(<[_]>::to_vec));
    format!("{:?}{:?} {bytes:?} {strings:?}", stored.element, stored.sizes)
}

/// Everything in a model, by name.
fn whole(model: &Model) -> Vec<String> {
    let version = |import: &shapewright::graph::OpsetImport| (model.name(import.domain).to_owned(), import.version);
    let opsets: BTreeMap<String, i64> = model.opsets().iter().map(version).collect();
    let mut lines = vec![format!("{:?} {opsets:?} {:?}", model.ir_version(), model.metadata().collect::<Vec<_>>())];
    // A new function is written after the graphs of the file, and read before those of training information.
    let mut graphs: Vec<GraphId> = model.graphs().collect();
    graphs.sort_by_key(|&graph| model.display_path(graph));
    for graph in graphs {
        if !model.display_path(graph).contains('/') || model.display_path(graph).starts_with("training") {
            lines.push(model.display_path(graph));
            lines.extend(contents(model, graph));
        }
    }
    lines
}

/// A model that is read again is the same.
pub fn check(model: &Model, again: &Model, name: &str) {
    let (before, after) = (whole(model), whole(again));
    if let Some(at) = before.iter().zip(&after).position(|(a, b)| a != b) {
        panic!("{name}: line {at}\n  in memory  {}\n  read again {}", before[at], after[at]);
    }
    assert_eq!(before.len(), after.len(), "{name}");
    for (graph, again_graph) in model.main_graph().into_iter().zip(again.main_graph()) {
        for (output, other) in model.graph(graph).outputs.iter().zip(&again.graph(again_graph).outputs) {
            let declared = output.operand.value().and_then(|value| model.declared(value));
            let found = other.operand.value().and_then(|value| again.declared(value));
            if let Some(declared) = declared.filter(|ty| **ty != ValueType::Unknown) {
                assert_eq!(Some(declared.to_string()), found.map(ToString::to_string), "{name}");
            }
        }
    }
}

const ONNX: [&str; 13] = [
    "onnx/text.onnxtxt",
    "onnx/functions.onnx",
    "onnx/if.onnx",
    "onnx/loop.onnx",
    "onnx/scan.onnx",
    "onnx/detector.onnx",
    "onnx/sparse.onnx",
    "onnx/external.onnx",
    "onnx/training.onnx",
    "onnx/value-types.onnx",
    "onnx/typed-fields.onnx",
    "onnx/attributes.onnx",
    "onnx/metadata.onnx",
];

#[test]
fn a_model_without_edits_is_the_file() {
    for name in ONNX.into_iter().chain(["openvino/if.xml", "onnx/trailing.onnx"]) {
        let model = read(name);
        assert_eq!(written(&model), model.source().bytes().to_vec(), "{name}");
    }
}

/// A random edit: of nodes, or of what graphs and models list.
fn either(model: &mut Model, numbers: &mut Numbers) -> Result<(), EditError> {
    let graphs: Vec<_> = model.graphs().collect();
    let Some(graph) = numbers.of(&graphs).filter(|_| numbers.below(2) == 0) else { return edit(model, numbers) };
    let values: Vec<ValueId> = model.values_of(graph).collect();
    let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
    let (Some(node), Some(value)) = (numbers.of(&nodes), numbers.of(&values)) else { return Ok(()) };
    match numbers.below(12) {
        0 => model.remove_constant(value),
        1 => model.remove_input(graph, numbers.below(3)),
        2 => model.remove_output(graph, numbers.below(3)),
        3 => model.add_input(graph, &format!("i{}", numbers.below(9)), "f32[N,2]".parse().expect("a type")).map(drop),
        4 => {
            model.set_opset("my.domain", 1 + numbers.below(3) as i64);
            Ok(())
        }
        5 => {
            model.set_metadata(["author", "key \"1\""][numbers.below(2)], &format!("v {}", numbers.below(3)));
            Ok(())
        }
        6 => {
            model.rename_node(node, ["", "a node", "n"][numbers.below(3)]);
            Ok(())
        }
        7 => {
            let names: Vec<String> = model.attributes(node).iter().map(|a| model.name(a.name).to_owned()).collect();
            let name = names.get(numbers.below(names.len())).cloned().unwrap_or_default();
            // The attributes of `If` and its like hold the graphs that other edits change.
            if !name.contains("branch") && name != "body" {
                model.remove_attribute(node, &name);
            }
            Ok(())
        }
        8 => add_if(model, node, value),
        9 => model.add_constant(graph, &format!("t{}", numbers.below(9)), &of_strings()).map(drop),
        10 => {
            model.set_attribute(node, "list", vec!["a", "b \"c\""]);
            Ok(())
        }
        _ => {
            model.declare(value, "seq(f32[M,3])".parse().expect("a type"));
            Ok(())
        }
    }
}

fn of_strings() -> Tensor {
    Tensor::of_strings([2], [Arc::from(&b"x"[..]), Arc::from(&b"y z"[..])]).expect("two strings")
}

/// A node with two bodies that read a value around them.
fn add_if(model: &mut Model, node: NodeId, value: ValueId) -> Result<(), EditError> {
    model.transaction(|model| {
        let condition = model.insert(At::Before(node), NewNode::new("Not").input(value))?;
        let condition = model.outputs(condition).next().expect("an output");
        let choice = model.insert(At::Before(node), NewNode::new("If").input(condition))?;
        for branch in ["then_branch", "else_branch"] {
            let body = model.add_body(choice, branch)?;
            let shift = model.unique_name("shift");
            let shift = model.add_constant(body, &shift, &Tensor::new([1], vec![1.5f32]).expect("one element"))?;
            let sum = model.insert(At::End(body), NewNode::new("Add").inputs([value, shift]))?;
            let sum = model.outputs(sum).next().expect("an output");
            model.declare(sum, "f32[?]".parse().expect("a type"));
            model.add_output(body, sum)?;
        }
        Ok(())
    })
}

#[test]
fn an_edited_model_is_the_same_when_it_is_read_again() {
    let folder = Folder::new("random");
    let mut done = 0;
    for name in ONNX {
        for seed in 0..20 {
            let mut model = read(name);
            let mut numbers = Numbers(seed);
            for step in 0..12 {
                done += usize::from(either(&mut model, &mut numbers).is_ok());
                match write(&model, &ExternalDataPolicy::Keep) {
                    Ok(written) => {
                        let again = folder.read(name.rsplit('/').next().expect("a file"), &written.model.to_bytes());
                        check(&model, &again, &format!("{name}, seed {seed}, step {step}"));
                    }
                    Err(error) => panic!("{name}, seed {seed}, step {step}: {error}"),
                }
            }
        }
    }
    assert!(done > 1000, "only {done} edits were possible");
}

/// What a node is, without its place.
fn records(model: &Model) -> BTreeMap<NodeId, String> {
    let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
    nodes.map(|node| (node, node_contents(model, node).join("\n"))).collect()
}

#[test]
fn records_that_no_edit_changed_are_copied() {
    let mut copied = 0;
    for (name, seed) in ONNX.into_iter().flat_map(|name| (0..4).map(move |seed| (name, seed))) {
        let (original, mut model, mut numbers) = (read(name), read(name), Numbers(seed));
        let before = records(&original);
        for _ in 0..10 {
            either(&mut model, &mut numbers).ok();
        }
        let written = written(&model);
        for (node, record) in records(&model) {
            // The contents of bodies are not part of it.
            let has_body = model.attributes(node).iter().any(|attribute| !attribute.value.graphs().is_empty());
            if has_body || before.get(&node) != Some(&record) {
                continue;
            }
            let span = original.node(node).span();
            let bytes = &original.source().bytes()[span.start as usize..span.end as usize];
            let found = written.windows(bytes.len()).any(|window| window == bytes);
            assert!(found, "{name}: {} is not as it was", original.describe(node));
            copied += 1;
        }
    }
    assert!(copied > 100, "only {copied} records were copied");
}

#[test]
fn broken_models_are_written_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/onnx");
    let mut written = 0;
    for file in fs::read_dir(folder).expect("a folder of the repository") {
        let path = file.expect("an entry").path();
        let bytes = fs::read(&path).expect("a file of the repository");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if !name.contains(".onnx") {
            continue;
        }
        for seed in 0..20 {
            let mut numbers = Numbers(seed);
            let mut bytes = bytes.clone();
            if seed > 0 {
                let at = numbers.below(bytes.len());
                bytes[at] ^= 1 << numbers.below(8);
                bytes.truncate(bytes.len() - numbers.below(2) * numbers.below(40).min(bytes.len()));
            }
            let mut model = Model::read(Source::from_bytes(name.clone(), bytes), &ReadOptions::default());
            for _ in 0..6 {
                either(&mut model, &mut numbers).ok();
            }
            if let Ok(file) = write(&model, &ExternalDataPolicy::Keep) {
                let source = Source::from_bytes(name.clone(), file.model.to_bytes());
                Model::read(source, &ReadOptions::default());
                written += 1;
            }
            drop(write(&model, &ExternalDataPolicy::Embed));
        }
    }
    assert!(written > 200, "only {written} models were written");
}

#[test]
fn a_replaced_node_leaves_the_declared_type_of_an_output() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,4] x) => (float[N,4] y) { a = Neg (x)  y = Abs (a) }"#;
    for name in ["m.onnxtxt", "m.onnx"] {
        let source = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let bytes = if name == "m.onnx" { source.records().to_vec() } else { text.as_bytes().to_vec() };
        let mut model = Model::read(Source::from_bytes(name, bytes), &ReadOptions::default());
        let graph = model.main_graph().expect("a graph");
        let last = model.nodes_of(graph).last().expect("a node");
        let input = model.inputs(last)[0];
        model.replace_node(last, NewNode::new("Exp").input(input)).expect("one output");
        let read = Model::read(Source::from_bytes(name, written(&model)), &ReadOptions::default());
        let output = read.graph(read.main_graph().expect("a graph")).outputs[0].declaration.expect("a type");
        assert_eq!(read.declaration(output).ty.to_string(), "f32[N,4]", "{name}");
    }
}

#[test]
fn blanks_in_names_with_quotes_are_written() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N] x) => (float[N] y) {
  "q\" b" = Neg (x)
  y = Add ("q\" b", x) # the sum
}"#;
    let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let first = model.nodes_of(model.main_graph().expect("a graph")).next().expect("a node");
    let value = model.outputs(first).next().expect("an output");
    model.rename_value(value, "q\"b").expect("the name is free");
    assert_eq!(String::from_utf8(written(&model)).expect("text"), text.replace("q\\\" b", "q\\\"b"));
    model.rename_value(value, "q\" b").expect("the name is free");
    assert_eq!(String::from_utf8(written(&model)).expect("text"), text);
}

/// As after an edit that was taken back.
#[test]
fn a_node_that_is_the_same_keeps_its_white_space_and_comments() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>
g (float[N] x) => (float[N] y) {
  y = Add # of\x0b both
    (x,\x0b x)
}";
    let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let node = model.nodes_of(model.main_graph().expect("a graph")).next().expect("a node");
    for name in ["Sub", "Add"] {
        model.set_op_type(node, name).expect("it is known");
    }
    assert_eq!(String::from_utf8(written(&model)).expect("text"), text);
}
