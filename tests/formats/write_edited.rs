//! An edited model is written as it then is: read again it is the same, and records that no edit changed are copied.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use shapewright::graph::{Attribute, AttributeValue, GraphId, Model, NodeId, Operand, TensorId, ValueId, ValueRole};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{ReadOptions, Source, ValueType};

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

fn written(model: &Model) -> Vec<u8> {
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
    for graph in model.graphs() {
        if !model.display_path(graph).contains('/') || model.display_path(graph).starts_with("training") {
            lines.push(model.display_path(graph));
            lines.extend(contents(model, graph));
        }
    }
    lines
}

/// A model that is read again is the same.
fn check(model: &Model, again: &Model, name: &str) {
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

const ONNX: [&str; 12] = [
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
    for name in ONNX.into_iter().chain(["onnx/text.onnxtxt", "openvino/if.xml", "onnx/trailing.onnx"]) {
        let model = read(name);
        assert_eq!(written(&model), model.source().bytes().to_vec(), "{name}");
    }
}

#[test]
fn an_edited_model_is_the_same_when_it_is_read_again() {
    let folder = Folder::new("random");
    for name in ONNX {
        for seed in 0..20 {
            let mut model = read(name);
            let mut numbers = Numbers(seed);
            for step in 0..12 {
                edit(&mut model, &mut numbers).ok();
                match write(&model, &ExternalDataPolicy::Keep) {
                    Ok(written) => {
                        let again = folder.read("m.onnx", &written.model.to_bytes());
                        check(&model, &again, &format!("{name}, seed {seed}, step {step}"));
                    }
                    Err(error) => panic!("{name}, seed {seed}, step {step}: {error}"),
                }
            }
        }
    }
}

/// What a node is, without its place.
fn records(model: &Model) -> BTreeMap<NodeId, String> {
    let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
    nodes.map(|node| (node, node_contents(model, node).join("\n"))).collect()
}

#[test]
fn records_that_no_edit_changed_are_copied() {
    let mut copied = 0;
    for name in ONNX {
        let (original, mut model, mut numbers) = (read(name), read(name), Numbers(7));
        let before = records(&original);
        for _ in 0..10 {
            edit(&mut model, &mut numbers).ok();
        }
        let written = written(&model);
        for (node, record) in records(&model) {
            if before.get(&node) != Some(&record) {
                continue;
            }
            let span = original.node(node).span;
            let bytes = &original.source().bytes()[span.start as usize..span.end as usize];
            let found = written.windows(bytes.len()).any(|window| window == bytes);
            assert!(found, "{name}: {} is not as it was", original.describe(node));
            copied += 1;
        }
    }
    assert!(copied > 50, "only {copied} records were copied");
}
