//! Builders of ONNX messages from the notation of ONNX text: `float[N,3] x`, `y = ReduceMin(x, axes)`.

use prost::bytes::Bytes;

use crate::onnx_proto::attribute_proto::AttributeType;
use crate::onnx_proto::tensor_shape_proto::{Dimension, dimension};
use crate::onnx_proto::type_proto::{self, Value};
use crate::onnx_proto::{
    AttributeProto, FunctionProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, SparseTensorProto,
    StringStringEntryProto, TensorProto, TensorShapeProto, TypeProto, ValueInfoProto,
};

/// ONNX text's names of the element types; the position is the number in `TensorProto.DataType`.
#[rustfmt::skip]
pub const ELEMENTS: [&str; 29] = [
    "undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool", "float16", "double",
    "uint32", "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn", "float8e4m3fnuz", "float8e5m2",
    "float8e5m2fnuz", "uint4", "int4", "float4e2m1", "float8e8m0", "uint2", "int2", "float6e2m3", "float6e3m2",
];

pub fn element(name: &str) -> i32 {
    ELEMENTS.iter().position(|e| *e == name).unwrap_or_else(|| panic!("`{name}` is no element type")) as i32
}

fn words(list: &str) -> Vec<String> {
    // The empty word stands for an input left out: `f(x, , y)`.
    if list.trim().is_empty() { Vec::new() } else { list.split(',').map(|w| w.trim().to_owned()).collect() }
}

/// A node as `name: a, b = domain.Op(x, y)`; name and domain may be left out.
pub fn node(text: &str) -> NodeProto {
    let (left, right) = text.split_once('=').expect("`outputs = Op(inputs)`");
    let (name, outputs) = left.split_once(':').map_or((None, left), |(n, o)| (Some(n.trim().to_owned()), o));
    let (op, inputs) = right.trim().strip_suffix(')').and_then(|r| r.split_once('(')).expect("`Op(inputs)`");
    let (domain, op) = op.rsplit_once('.').map_or((None, op), |(d, o)| (Some(d.to_owned()), o));
    NodeProto {
        input: words(inputs),
        output: words(outputs),
        name,
        op_type: Some(op.to_owned()),
        domain,
        ..NodeProto::default()
    }
}

fn attribute(name: &str, kind: AttributeType) -> AttributeProto {
    AttributeProto { name: Some(name.to_owned()), r#type: Some(kind.into()), ..AttributeProto::default() }
}

pub fn int(name: &str, i: i64) -> AttributeProto {
    AttributeProto { i: Some(i), ..attribute(name, AttributeType::Int) }
}

pub fn ints(name: &str, ints: &[i64]) -> AttributeProto {
    AttributeProto { ints: ints.to_vec(), ..attribute(name, AttributeType::Ints) }
}

pub fn float(name: &str, f: f32) -> AttributeProto {
    AttributeProto { f: Some(f), ..attribute(name, AttributeType::Float) }
}

pub fn floats(name: &str, floats: &[f32]) -> AttributeProto {
    AttributeProto { floats: floats.to_vec(), ..attribute(name, AttributeType::Floats) }
}

pub fn string(name: &str, s: &str) -> AttributeProto {
    AttributeProto { s: Some(bytes(s.as_bytes())), ..attribute(name, AttributeType::String) }
}

pub fn strings(name: &str, list: &[&str]) -> AttributeProto {
    let strings = list.iter().map(|s| bytes(s.as_bytes())).collect();
    AttributeProto { strings, ..attribute(name, AttributeType::Strings) }
}

pub fn tensor_attribute(name: &str, t: TensorProto) -> AttributeProto {
    AttributeProto { t: Some(t), ..attribute(name, AttributeType::Tensor) }
}

pub fn tensors_attribute(name: &str, tensors: Vec<TensorProto>) -> AttributeProto {
    AttributeProto { tensors, ..attribute(name, AttributeType::Tensors) }
}

pub fn sparse_attribute(name: &str, sparse: SparseTensorProto) -> AttributeProto {
    AttributeProto { sparse_tensor: Some(sparse), ..attribute(name, AttributeType::SparseTensor) }
}

pub fn sparse_list_attribute(name: &str, sparse_tensors: Vec<SparseTensorProto>) -> AttributeProto {
    AttributeProto { sparse_tensors, ..attribute(name, AttributeType::SparseTensors) }
}

pub fn body(name: &str, g: GraphProto) -> AttributeProto {
    AttributeProto { g: Some(g), ..attribute(name, AttributeType::Graph) }
}

pub fn bodies(name: &str, graphs: Vec<GraphProto>) -> AttributeProto {
    AttributeProto { graphs, ..attribute(name, AttributeType::Graphs) }
}

pub fn type_attribute(name: &str, ty: &str) -> AttributeProto {
    AttributeProto { tp: Some(type_of(ty)), ..attribute(name, AttributeType::TypeProto) }
}

pub fn types_attribute(name: &str, types: &[&str]) -> AttributeProto {
    let type_protos = types.iter().map(|t| type_of(t)).collect();
    AttributeProto { type_protos, ..attribute(name, AttributeType::TypeProtos) }
}

/// An attribute of a node in a function that refers to a parameter of the function.
pub fn reference(name: &str, kind: AttributeType, parameter: &str) -> AttributeProto {
    AttributeProto { ref_attr_name: Some(parameter.to_owned()), ..attribute(name, kind) }
}

impl NodeProto {
    pub fn with(mut self, attribute: AttributeProto) -> NodeProto {
        self.attribute.push(attribute);
        self
    }
}

fn dim(text: &str) -> Dimension {
    let value = match text.parse() {
        Ok(size) => Some(dimension::Value::DimValue(size)),
        Err(_) if text == "?" => None,
        Err(_) => Some(dimension::Value::DimParam(text.to_owned())),
    };
    Dimension { value, ..Dimension::default() }
}

/// `float[N,3]`, `float` without a shape, `seq(T)`, `optional(T)`, `map(int64,T)`, `sparse(float[2])`.
pub fn type_of(text: &str) -> TypeProto {
    let text = text.trim();
    let inner = |prefix: &str| text.strip_prefix(prefix).and_then(|t| t.strip_suffix(')'));
    let value = if let Some(inner) = inner("seq(") {
        let elem_type = Some(Box::new(type_of(inner)));
        Value::SequenceType(Box::new(type_proto::Sequence { elem_type }))
    } else if let Some(inner) = inner("optional(") {
        let elem_type = Some(Box::new(type_of(inner)));
        Value::OptionalType(Box::new(type_proto::Optional { elem_type }))
    } else if let Some(inner) = inner("map(") {
        let (key, value) = inner.split_once(',').expect("`map(key,value)`");
        let value_type = Some(Box::new(type_of(value)));
        Value::MapType(Box::new(type_proto::Map { key_type: Some(element(key)), value_type }))
    } else if let Some(inner) = inner("sparse(") {
        let type_proto::Tensor { elem_type, shape } = tensor_type(inner);
        Value::SparseTensorType(type_proto::SparseTensor { elem_type, shape })
    } else {
        Value::TensorType(tensor_type(text))
    };
    TypeProto { value: Some(value), ..TypeProto::default() }
}

fn tensor_type(text: &str) -> type_proto::Tensor {
    let (name, dims) = text.split_once('[').map_or((text, None), |(n, d)| (n, d.strip_suffix(']')));
    let shape = dims.map(|d| TensorShapeProto { dim: words(d).iter().map(|d| dim(d)).collect() });
    type_proto::Tensor { elem_type: Some(element(name)), shape }
}

/// Values as `float[N,3] x; int64[1] axes`.
pub fn values(text: &str) -> Vec<ValueInfoProto> {
    let value = |text: &str| {
        let (ty, name) = text.trim().rsplit_once(' ').expect("`type name`");
        ValueInfoProto { name: Some(name.to_owned()), r#type: Some(type_of(ty)), ..ValueInfoProto::default() }
    };
    text.split(';').filter(|v| !v.trim().is_empty()).map(value).collect()
}

pub fn bytes(bytes: &[u8]) -> Bytes {
    Bytes::copy_from_slice(bytes)
}

/// A tensor without data: `int64[2] axes`.
pub fn tensor(text: &str) -> TensorProto {
    let (ty, name) = text.rsplit_once(' ').unwrap_or((text, ""));
    let type_proto::Tensor { elem_type, shape } = tensor_type(ty);
    let sizes = shape.unwrap_or_default().dim.into_iter().map(|d| match d.value {
        Some(dimension::Value::DimValue(size)) => size,
        _ => panic!("`{text}` is no static shape"),
    });
    let name = (!name.is_empty()).then(|| name.to_owned());
    TensorProto { dims: sizes.collect(), data_type: elem_type, name, ..TensorProto::default() }
}

/// A tensor with these raw bytes.
pub fn raw(text: &str, data: &[u8]) -> TensorProto {
    TensorProto { raw_data: Some(bytes(data)), ..tensor(text) }
}

/// A tensor of 64-bit integers, stored raw: `raw_ints("int64[2] axes", &[1, 2])`.
pub fn raw_ints(text: &str, values: &[i64]) -> TensorProto {
    raw(text, &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>())
}

/// A tensor of floats, stored raw.
pub fn raw_floats(text: &str, values: &[f32]) -> TensorProto {
    raw(text, &values.iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>())
}

pub fn entry(key: &str, value: &str) -> StringStringEntryProto {
    StringStringEntryProto { key: Some(key.to_owned()), value: Some(value.to_owned()) }
}

/// A tensor in a file next to the model.
pub fn external(text: &str, location: &str, offset: u64, length: u64) -> TensorProto {
    let external_data =
        vec![entry("location", location), entry("offset", &offset.to_string()), entry("length", &length.to_string())];
    TensorProto { data_location: Some(1), external_data, ..tensor(text) }
}

/// A graph: its name, inputs, outputs, constants and nodes.
pub fn graph(
    name: &str,
    inputs: &str,
    outputs: &str,
    initializer: Vec<TensorProto>,
    node: Vec<NodeProto>,
) -> GraphProto {
    GraphProto {
        node,
        name: Some(name.to_owned()),
        initializer,
        input: values(inputs),
        output: values(outputs),
        ..GraphProto::default()
    }
}

pub fn opset(domain: &str, version: i64) -> OperatorSetIdProto {
    OperatorSetIdProto { domain: Some(domain.to_owned()), version: Some(version) }
}

pub fn model(ir_version: i64, version: i64, graph: GraphProto) -> ModelProto {
    ModelProto {
        ir_version: Some(ir_version),
        producer_name: Some("shapewright testdata".to_owned()),
        graph: Some(graph),
        opset_import: vec![opset("", version)],
        ..ModelProto::default()
    }
}

/// A function: `domain.Name`, its inputs, outputs and nodes, and the operator set that it uses.
pub fn function(name: &str, inputs: &str, outputs: &str, version: i64, node: Vec<NodeProto>) -> FunctionProto {
    let (domain, name) = name.rsplit_once('.').expect("`domain.Name`");
    FunctionProto {
        name: Some(name.to_owned()),
        input: words(inputs),
        output: words(outputs),
        node,
        opset_import: vec![opset("", version)],
        domain: Some(domain.to_owned()),
        ..FunctionProto::default()
    }
}
