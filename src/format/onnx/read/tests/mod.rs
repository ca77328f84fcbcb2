//! Tests of the reader with models that are built with the generated code.

mod data;
mod external;
mod functions;
mod hostile;
mod messages;
mod models;
mod scopes;
mod values;

use prost::Message;

use crate::format::onnx::records::attribute_proto::AttributeType;
use crate::format::onnx::records::*;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::ids::{GraphId, NodeId, ValueId};
use crate::rule::Level;
use crate::source::Source;

/// A model of IR version 9 and operator set 18 around a graph.
fn model(graph: GraphProto) -> ModelProto {
    ModelProto { ir_version: Some(9), opset_import: vec![import("", 18)], graph: Some(graph), ..ModelProto::default() }
}

fn import(domain: &str, version: i64) -> OperatorSetIdProto {
    OperatorSetIdProto { domain: Some(domain.into()), version: Some(version) }
}

/// `x -> nodes -> y`, both `f32[2,3]`.
fn graph(nodes: Vec<NodeProto>) -> GraphProto {
    GraphProto {
        name: Some("g".into()),
        node: nodes,
        input: vec![info("x", &[2, 3])],
        output: vec![info("y", &[2, 3])],
        ..GraphProto::default()
    }
}

fn node(op: &str, inputs: &[&str], outputs: &[&str]) -> NodeProto {
    NodeProto {
        op_type: Some(op.into()),
        input: inputs.iter().map(|&s| s.into()).collect(),
        output: outputs.iter().map(|&s| s.into()).collect(),
        ..NodeProto::default()
    }
}

fn with(mut node: NodeProto, attribute: AttributeProto) -> NodeProto {
    node.attribute.push(attribute);
    node
}

fn named(name: &str, node: NodeProto) -> NodeProto {
    NodeProto { name: Some(name.into()), ..node }
}

fn body(name: &str, graph: GraphProto) -> AttributeProto {
    AttributeProto { g: Some(graph), ..attribute(name, AttributeType::Graph) }
}

fn attribute(name: &str, kind: AttributeType) -> AttributeProto {
    AttributeProto { name: Some(name.into()), r#type: Some(kind.into()), ..AttributeProto::default() }
}

fn dims(sizes: &[i64]) -> TensorShapeProto {
    use tensor_shape_proto::{Dimension, dimension::Value};
    let dim = |&size: &i64| Dimension { value: Some(Value::DimValue(size)), denotation: None };
    TensorShapeProto { dim: sizes.iter().map(dim).collect() }
}

fn tensor_type(element: i32, shape: Option<TensorShapeProto>) -> TypeProto {
    let tensor = type_proto::Tensor { elem_type: Some(element), shape };
    TypeProto { value: Some(type_proto::Value::TensorType(tensor)), denotation: None }
}

fn info(name: &str, sizes: &[i64]) -> ValueInfoProto {
    typed(name, tensor_type(1, Some(dims(sizes))))
}

fn typed(name: &str, ty: TypeProto) -> ValueInfoProto {
    ValueInfoProto { name: Some(name.into()), r#type: Some(ty), ..ValueInfoProto::default() }
}

fn i64s(name: &str, values: &[i64]) -> TensorProto {
    TensorProto {
        name: Some(name.into()),
        data_type: Some(7),
        dims: vec![values.len() as i64],
        int64_data: values.to_vec(),
        ..TensorProto::default()
    }
}

fn read(model: &ModelProto) -> Model {
    read_bytes(model.encode_to_vec())
}

fn read_bytes(bytes: Vec<u8>) -> Model {
    super::read(Source::from_bytes("test", bytes), &ReadOptions::default())
}

/// Codes of what was found, in order.
fn codes(model: &Model) -> Vec<&'static str> {
    model.findings().iter().map(|f| f.rule.as_static().map_or("", |rule| rule.code())).collect()
}

/// The only finding.
#[track_caller]
fn only(model: &Model) -> (&'static str, Level, &str) {
    match model.findings() {
        [finding] => (finding.rule.as_static().map_or("", |rule| rule.code()), finding.level, &finding.message),
        all => panic!("one finding expected: {all:#?}"),
    }
}

/// The value of this name in a graph.
#[track_caller]
fn value(model: &Model, graph: usize, name: &str) -> ValueId {
    let mut all = model.values_of(GraphId::at(graph)).filter(|&v| model.value_name(v) == name);
    all.next().unwrap_or_else(|| panic!("no value `{name}`"))
}

fn first_node(model: &Model, graph: usize) -> NodeId {
    model.nodes_of(GraphId::at(graph)).next().expect("a node")
}
