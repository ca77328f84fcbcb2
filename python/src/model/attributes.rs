//! Attributes of nodes, from Python and back.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use shapewright::graph::{AttributeArg, AttributeValue, Model};

use super::constants::{Parts, parts};
use super::problem::Problem;
use super::refs::GraphRef;
use super::state::State;
use crate::op::Attribute;

/// A value from Python.
#[derive(FromPyObject)]
pub enum NewAttribute {
    Bytes(PyBackedBytes),
    Graph(GraphRef),
    Plain(Attribute),
}

/// The same with its tensors made.
pub enum Argument {
    Graph(GraphRef),
    Plain(AttributeArg),
}

impl NewAttribute {
    pub fn argument(self) -> PyResult<Argument> {
        Ok(match self {
            NewAttribute::Graph(graph) => Argument::Graph(graph),
            NewAttribute::Bytes(bytes) => Argument::Plain(AttributeValue::String(bytes.as_ref().into()).into()),
            NewAttribute::Plain(plain) => Argument::Plain(plain.argument()?),
        })
    }
}

impl Argument {
    pub fn in_model(self, state: &State) -> Result<AttributeArg, Problem> {
        Ok(match self {
            Argument::Graph(graph) => state.graph(&graph)?.into(),
            Argument::Plain(plain) => plain,
        })
    }
}

/// A value for Python.
pub enum Shown {
    Int(i64),
    Float(f32),
    Text(Vec<u8>),
    Ints(Vec<i64>),
    Floats(Vec<f32>),
    Texts(Vec<Vec<u8>>),
    Tensor(Parts),
    Tensors(Vec<Parts>),
    Graph(GraphRef),
    Graphs(Vec<GraphRef>),
    /// What has no Python form: its kind, and what is to be said of it.
    Opaque(&'static str, String),
}

impl Shown {
    pub fn new(model: &Model, number: u64, value: &AttributeValue) -> Result<Shown, Problem> {
        let graph = |&id| GraphRef { model: number, id };
        Ok(match value {
            AttributeValue::Int(value) => Shown::Int(*value),
            AttributeValue::Float(value) => Shown::Float(*value),
            AttributeValue::String(text) => Shown::Text(text.to_vec()),
            AttributeValue::Text(text) => Shown::Text(model.name(*text).into()),
            AttributeValue::Ints(values) => Shown::Ints(values.to_vec()),
            AttributeValue::Floats(values) => Shown::Floats(values.to_vec()),
            AttributeValue::Strings(texts) => Shown::Texts(texts.iter().map(|text| text.to_vec()).collect()),
            AttributeValue::Tensor(tensor) => Shown::Tensor(parts(model, *tensor)?),
            AttributeValue::Tensors(tensors) => {
                Shown::Tensors(tensors.iter().map(|&tensor| parts(model, tensor)).collect::<Result<_, _>>()?)
            }
            AttributeValue::Graph(id) => Shown::Graph(graph(id)),
            AttributeValue::Graphs(ids) => Shown::Graphs(ids.iter().map(graph).collect()),
            AttributeValue::Reference(name, kind) => {
                Shown::Opaque("reference", format!("{}: {}", model.name(*name), kind.name()))
            }
            AttributeValue::Type(ty) => Shown::Opaque("type", ty.to_string()),
            AttributeValue::Types(types) => {
                let types: Vec<String> = types.iter().map(ToString::to_string).collect();
                Shown::Opaque("types", types.join(", "))
            }
            AttributeValue::PortMap(_) => Shown::Opaque("port map", String::new()),
            AttributeValue::SparseTensor(_) | AttributeValue::SparseTensors(_) => {
                Shown::Opaque("sparse tensor", String::new())
            }
            _ => Shown::Opaque("malformed", String::new()),
        })
    }
}

/// The tag says what Python makes of the object.
impl<'py> IntoPyObject<'py> for Shown {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bytes = |text: Vec<u8>| PyBytes::new(py, &text);
        Ok(match self {
            Shown::Int(value) => ("plain", value).into_pyobject(py)?.into_any(),
            Shown::Float(value) => ("plain", value).into_pyobject(py)?.into_any(),
            Shown::Ints(values) => ("list", values).into_pyobject(py)?.into_any(),
            Shown::Floats(values) => ("list", values).into_pyobject(py)?.into_any(),
            Shown::Text(text) => ("text", bytes(text)).into_pyobject(py)?.into_any(),
            Shown::Texts(texts) => {
                ("texts", texts.into_iter().map(bytes).collect::<Vec<_>>()).into_pyobject(py)?.into_any()
            }
            Shown::Tensor(parts) => ("tensor", parts).into_pyobject(py)?.into_any(),
            Shown::Tensors(all) => ("tensors", all).into_pyobject(py)?.into_any(),
            Shown::Graph(graph) => ("graph", graph).into_pyobject(py)?.into_any(),
            Shown::Graphs(graphs) => ("graphs", graphs).into_pyobject(py)?.into_any(),
            Shown::Opaque(kind, text) => ("opaque", (kind, text)).into_pyobject(py)?.into_any(),
        })
    }
}
