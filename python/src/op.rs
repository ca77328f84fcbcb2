//! `op` and `evaluate`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shapewright::graph::{AttributeArg, AttributeType, Dialect, Model, ValueId};
use shapewright::ops::signature::AttributeKind;
use shapewright::ops::{latest_version, lookup};
use shapewright::{AnalysisOptions, Diagnostic, EvalError, Fact, OpQuery, Tensor, ValueType};

use crate::errors;
use crate::facts::fields;
use crate::handle::ModelHandle;
use crate::run::run;
use crate::tensors::{self, Data};

/// A tensor as Python passes it.
type TensorParts = (String, Vec<usize>, Data);

/// An input: a type as text, a tensor, or none.
#[derive(FromPyObject)]
pub enum Input {
    Tensor(TensorParts),
    Type(String),
}

/// The value of an attribute.
#[derive(FromPyObject)]
pub enum Attribute {
    Bool(bool),
    Int(i64),
    Float(f32),
    Text(String),
    Tensor(TensorParts),
    Ints(Vec<i64>),
    Floats(Vec<f32>),
    Texts(Vec<String>),
}

impl Attribute {
    pub fn argument(self) -> PyResult<AttributeArg> {
        Ok(match self {
            Attribute::Bool(value) => AttributeArg::Bool(value),
            Attribute::Int(value) => AttributeArg::Int(value),
            Attribute::Float(value) => AttributeArg::Float(value),
            Attribute::Text(value) => AttributeArg::Text(value),
            Attribute::Ints(values) => AttributeArg::Ints(values),
            Attribute::Floats(values) => AttributeArg::Floats(values),
            Attribute::Texts(values) => AttributeArg::Texts(values),
            Attribute::Tensor(parts) => AttributeArg::Tensor(tensors::from_python(parts)?),
        })
    }
}

/// The kind of an attribute that an operator defines, such as `INTS`; None if it is not known.
#[pyfunction]
pub fn attribute_kind(
    domain: &str,
    operator: &str,
    version: Option<i64>,
    name: &str,
    openvino: bool,
) -> Option<&'static str> {
    let dialect = if openvino { Dialect::OpenVino } else { Dialect::Onnx };
    let version = version.or_else(|| latest_version(dialect, domain))?;
    let signature = lookup(dialect, domain, operator)?.signature(version)?;
    Some(match signature.attributes.iter().find(|known| known.name == name)?.kind {
        AttributeKind::Onnx(kind) => kind.name(),
        AttributeKind::Bool | AttributeKind::Integer => AttributeType::Int.name(),
        AttributeKind::Integers | AttributeKind::Shape => AttributeType::Ints.name(),
        AttributeKind::Real => AttributeType::Float.name(),
        AttributeKind::Reals => AttributeType::Floats.name(),
        _ => AttributeType::String.name(),
    })
}

/// The fields of several objects.
type Tuples<'py> = Vec<Bound<'py, PyTuple>>;

/// One operator with its inputs.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct Query(OpQuery);

/// One operator with its inputs.
#[pyfunction]
#[pyo3(signature = (name, version, inputs, attributes, *, domain, openvino, outputs))]
pub fn query(
    name: &str,
    version: i64,
    inputs: Vec<Option<Input>>,
    attributes: Vec<(String, Attribute)>,
    domain: &str,
    openvino: bool,
    outputs: usize,
) -> PyResult<Query> {
    let mut query = if openvino { OpQuery::openvino(name, version) } else { OpQuery::onnx(name, version) };
    if !domain.is_empty() {
        query = query.domain(domain);
    }
    for (name, value) in attributes {
        query = query.attribute(&name, value.argument()?);
    }
    for input in inputs {
        query = match input {
            None => query.absent(),
            Some(Input::Tensor(parts)) => query.tensor(tensors::from_python(parts)?),
            Some(Input::Type(text)) => query.input(Fact::from(text.parse::<ValueType>().map_err(errors::option)?)),
        };
    }
    Ok(Query(query.outputs(outputs)))
}

#[pymethods]
impl Query {
    /// The facts of the outputs, and the findings as level, code, name, message, notes, and help.
    fn infer<'py>(&self, py: Python<'py>) -> PyResult<(Tuples<'py>, Tuples<'py>)> {
        let query = self.0.clone();
        let result = run(py, 0, move || query.infer())?;
        let facts = result.outputs.iter().map(|fact| {
            let reason = fact.unknown_reason.as_ref().map(ToString::to_string);
            fields(py, fact, reason)
        });
        let findings = result.findings.iter().map(|found| finding(py, found));
        Ok((facts.collect::<PyResult<_>>()?, findings.collect::<PyResult<_>>()?))
    }

    /// The outputs.
    fn evaluate<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let query = self.0.clone();
        let outputs = run(py, usize::MAX, move || query.evaluate())?;
        let outputs = outputs.map_err(|error| errors::model(py, error.to_string(), None))?;
        outputs.iter().map(|tensor| tensors::to_python(py, tensor)).collect()
    }
}

fn finding<'py>(py: Python<'py>, found: &Diagnostic) -> PyResult<Bound<'py, PyTuple>> {
    let rule = (found.rule.code(), found.rule.name());
    (
        rule.0,
        rule.1,
        found.level.name(),
        &found.message,
        PyTuple::new(py, &found.notes)?,
        PyTuple::new(py, &found.help)?,
    )
        .into_pyobject(py)
}

/// Computes values of a model. Without names, the outputs of the graph.
#[pyfunction]
pub fn evaluate<'py>(
    model: &Bound<'py, ModelHandle>,
    inputs: Vec<(String, TensorParts)>,
    outputs: Vec<String>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (py, read) = (model.py(), Arc::clone(&model.get().model));
    let inputs = inputs.into_iter().map(|(name, parts)| Ok((name, tensors::from_python(parts)?)));
    let inputs = inputs.collect::<PyResult<Vec<_>>>()?;
    let values = run(py, usize::MAX, move || values(&read, inputs, &outputs))?;
    let values = values.map_err(|message| errors::model(py, message, None))?;
    values.iter().map(|tensor| tensors::to_python(py, tensor)).collect()
}

fn values(model: &Model, inputs: Vec<(String, Tensor)>, outputs: &[String]) -> Result<Vec<Tensor>, String> {
    let find = |name: &str| find(model, name).ok_or_else(|| format!("the main graph has no value `{name}`"));
    let given = inputs.into_iter().map(|(name, tensor)| Ok((find(&name)?, tensor)));
    let given = given.collect::<Result<Vec<_>, String>>()?;
    let targets = outputs.iter().map(|name| find(name)).collect::<Result<Vec<_>, String>>()?;
    let computed = shapewright::evaluate(model, &targets, given, &AnalysisOptions::default());
    computed.map_err(|error| match &error {
        EvalError::NotConstant(name) if is_input(model, name) => {
            format!("{error}; pass an array for `{name}` in `inputs`")
        }
        _ => error.to_string(),
    })
}

fn is_input(model: &Model, name: &str) -> bool {
    let inputs = model.main_graph().map(|graph| &model.graph(graph).inputs[..]).unwrap_or_default();
    inputs.iter().any(|&input| model.value_name(input) == name)
}

fn find(model: &Model, name: &str) -> Option<ValueId> {
    let graph = model.main_graph()?;
    let output = model.graph(graph).outputs.iter().find(|output| model.name(output.name) == name);
    let named =
        |value: &ValueId| model.value_name(*value) == name || model.tensor_names(*value).any(|known| known == name);
    output.and_then(|output| output.operand.value()).or_else(|| model.values_of(graph).find(named))
}
