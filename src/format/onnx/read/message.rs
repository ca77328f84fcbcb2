//! Single messages: a node, a graph or a function without a model.

use bytes::Bytes;

use super::function::imports;
use super::reader::{GraphMessage, GraphTask, Reader};
use crate::dialect::Format;
use crate::format::options::ReadOptions;
use crate::graph::{GraphOutput, GraphRole, Model, Operand};
use crate::ids::{GraphId, NameId};
use crate::place::Place;
use crate::source::{Source, Span};

impl Model {
    /// Reads a `NodeProto`. The main graph contains only this node; the graph's inputs are those of the node, of
    /// unknown type, and the graph's outputs are those of the node. `opsets` are pairs of domain and version.
    pub fn from_node_bytes(bytes: impl Into<Bytes>, opsets: &[(&str, i64)]) -> Model {
        message("node", bytes.into(), opsets, GraphMessage::Node)
    }

    /// Reads a `GraphProto` as the main graph. Undefined names become additional inputs.
    pub fn from_graph_bytes(bytes: impl Into<Bytes>, opsets: &[(&str, i64)]) -> Model {
        message("graph", bytes.into(), opsets, GraphMessage::Graph)
    }

    /// Reads a `FunctionProto`: its body is the main graph, and it is the only function of the model. `opsets` apply to
    /// domains that the function does not import.
    pub fn from_function_bytes(bytes: impl Into<Bytes>, opsets: &[(&str, i64)]) -> Model {
        message("function", bytes.into(), opsets, GraphMessage::Function(0))
    }
}

fn message(what: &str, bytes: Bytes, opsets: &[(&str, i64)], layout: GraphMessage) -> Model {
    let source = Source::from_bytes(what, bytes);
    let options = ReadOptions::default();
    let first = attempt(&source, opsets, layout, &options, &[]);
    // Undefined names are known only after everything is read; a second pass knows them from the start.
    let (model, free) = first;
    if free.is_empty() {
        return model;
    }
    let names: Vec<String> = free.iter().map(|&name| model.name(name).to_owned()).collect();
    attempt(&source, opsets, layout, &options, &names).0
}

fn attempt(
    source: &Source,
    opsets: &[(&str, i64)],
    layout: GraphMessage,
    options: &ReadOptions,
    free: &[String],
) -> (Model, Vec<NameId>) {
    let bytes = source.bytes().clone();
    let mut reader = Reader::new(Model::new(source.clone(), Format::Onnx), &bytes, options, None);
    reader.open = true;
    reader.free = free.iter().map(|name| reader.model.names.intern(name)).collect();
    reader.model.opsets = imports(&mut reader, opsets);
    reader.settle_model_imports();
    let record = Span::new(0, bytes.len() as u64);
    if let GraphMessage::Function(_) = layout {
        reader.function(record, Some(GraphRole::Main), false);
    } else {
        reader.enqueue(GraphRole::Main, GraphTask { parts: vec![record], layout, ..GraphTask::default() }, Place::FILE);
    }
    reader.read_graphs();
    if layout == GraphMessage::Node {
        add_outputs(&mut reader.model);
    }
    reader.resolve();
    let free = std::mem::take(&mut reader.free);
    (reader.finish(), free)
}

/// The outputs of a single node are the outputs of its graph.
fn add_outputs(model: &mut Model) {
    let outputs = model.graphs.iter().take(1).flat_map(|_| model.nodes_of(GraphId::at(0)));
    let outputs: Vec<NameId> = outputs.flat_map(|n| model.outputs(n)).map(|v| model.value(v).name).collect();
    let Some(graph) = model.graphs.first_mut() else { return };
    for name in outputs.into_iter().filter(|name| !name.is_empty()) {
        graph.outputs.push(GraphOutput { operand: Operand::Undefined(name), name, declaration: None, node: None });
    }
}
