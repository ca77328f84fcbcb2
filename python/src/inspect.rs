//! `inspect`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shapewright::AnalysisOptions;
use shapewright::Dim;
use shapewright::cli::check::{Inspected, inspect as inspect_model};
use shapewright::graph::{Model, NodeId};
use shapewright::summary::{OperatorSummary, Parameters, PortSummary, Quantity, Summary, Work};

use crate::dim;
use crate::errors;
use crate::facts;
use crate::fit;
use crate::handle::ModelHandle;
use crate::options;
use crate::run::{run, size_of};

/// Inspects a model. The result has the fields of `Inspection`, parts as tuples of their fields.
#[pyfunction]
#[pyo3(signature = (model, *, bind, input_shapes, overridable))]
pub fn inspect<'py>(
    model: &Bound<'py, ModelHandle>,
    bind: Option<&Bound<'py, PyDict>>,
    input_shapes: Option<&Bound<'py, PyDict>>,
    overridable: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let (py, read) = (model.py(), Arc::clone(&model.get().model));
    let options = options::analysis(bind, input_shapes)?;
    let options = AnalysisOptions { fold_overridable_inputs: overridable, ..options };
    let inspected = run(py, size_of(&[&read]), move || {
        fit::require_of(&read, &options)?;
        let inspected = inspect_model(&read, &options);
        Ok::<_, String>((read, inspected))
    })?;
    let (read, inspected) = inspected.map_err(|message| errors::misfit(py, &message))?;
    fields(py, &read, &inspected)
}

fn fields<'py>(py: Python<'py>, model: &Model, inspected: &Inspected) -> PyResult<Bound<'py, PyDict>> {
    let Inspected { summary, text, json, .. } = inspected;
    let fields = PyDict::new(py);
    fields.set_item("name", model.source().name())?;
    fields.set_item("format", summary.format.name())?;
    fields.set_item("ir_version", summary.ir_version)?;
    fields.set_item("graph", &summary.name)?;
    fields.set_item("producer", &summary.producer)?;
    fields.set_item("opsets", &summary.opsets)?;
    fields.set_item("inputs", ports(py, &summary.inputs)?)?;
    fields.set_item("outputs", ports(py, &summary.outputs)?)?;
    fields.set_item("parameters", parameters(&summary.parameters))?;
    let files = summary.external.iter().map(|file| (&file.path, file.len, file.tensors, file.bytes));
    fields.set_item("external", files.collect::<Vec<_>>())?;
    fields.set_item("nodes", summary.nodes)?;
    fields.set_item("values", summary.values)?;
    let of_level = [("error", summary.errors), ("warning", summary.warnings), ("note", summary.notes)];
    fields.set_item("findings", of_level.into_iter().collect::<Vec<_>>())?;
    fields.set_item("suppressed", summary.suppressed)?;
    costs(py, model, summary, &fields)?;
    fields.set_item("text", text)?;
    fields.set_item("json", json)?;
    Ok(fields)
}

/// The fields about what a run costs.
fn costs(py: Python<'_>, model: &Model, summary: &Summary, fields: &Bound<'_, PyDict>) -> PyResult<()> {
    let [macs, operations, bytes] = work(py, &summary.work)?;
    fields.set_item("macs", macs)?;
    fields.set_item("operations", operations)?;
    fields.set_item("bytes", bytes)?;
    let peak = &summary.peak;
    let exact = match &peak.candidates[..] {
        [only] => Some(amount(py, only)?),
        _ => peak.to_dim().map(|peak| dim::to_python(py, peak)).transpose()?,
    };
    fields.set_item("peak_memory", exact)?;
    fields.set_item("peak_node", peak.node.map(|node| model.display_label(node)))?;
    fields.set_item("peak_unknown", peak.unknown)?;
    let operators = summary.operators.iter().map(|of| operator(py, of)).collect::<PyResult<Vec<_>>>()?;
    fields.set_item("operators", operators)?;
    let heaviest = summary.heaviest.iter().map(|of| {
        let (place, [macs, operations, bytes]) = (node(model, of.node), work(py, &of.work)?);
        (place, macs, operations, bytes).into_pyobject(py)
    });
    fields.set_item("heaviest", heaviest.collect::<PyResult<Vec<_>>>()?)?;
    let unknown = summary.unknown_work.iter().map(|(of, reason)| (node(model, of), reason));
    fields.set_item("unknown_costs", unknown.collect::<Vec<_>>())?;
    let unknown = summary
        .unknown_values
        .iter()
        .map(|(value, reason)| (model.path(model.value(value).graph), model.value_name(value), reason));
    fields.set_item("unknown_values", unknown.collect::<Vec<_>>())
}

/// A number as an int, even beyond 64 bits, and an expression as a `Dim`.
fn amount<'py>(py: Python<'py>, quantity: &Quantity) -> PyResult<Bound<'py, PyAny>> {
    match quantity.to_string().parse::<i128>() {
        Ok(number) => Ok(number.into_pyobject(py)?.into_any()),
        Err(_) => dim::to_python(py, quantity.to_dim()),
    }
}

fn work<'py>(py: Python<'py>, work: &Work) -> PyResult<[Bound<'py, PyAny>; 3]> {
    Ok([amount(py, &work.macs)?, amount(py, &work.operations)?, amount(py, &work.bytes)?])
}

fn operator<'py>(py: Python<'py>, of: &OperatorSummary) -> PyResult<Bound<'py, PyTuple>> {
    let [macs, operations, bytes] = work(py, &of.work)?;
    (&of.domain, &of.name, of.nodes, macs, operations, bytes, of.not_counted, of.unknown).into_pyobject(py)
}

/// The graph, the name, the position, and the operator of a node.
fn node(model: &Model, node: NodeId) -> (String, String, usize, String) {
    let record = model.node(node);
    let (graph, name) = (model.path(record.graph), model.name(record.name).to_owned());
    (graph, name, model.node_index(node), model.op_type(node).to_owned())
}

/// Tensors, elements, and bytes: of all constants, and by element type.
type Counts = (u64, u64, u64);

fn parameters(of: &Parameters) -> (Counts, Vec<(Option<&'static str>, Counts)>) {
    let by_type = of.by_type.iter().map(|of| (of.element.map(|e| e.name()), (of.tensors, of.elements, of.bytes)));
    ((of.tensors, of.elements, of.bytes), by_type.collect())
}

fn ports<'py>(py: Python<'py>, ports: &[PortSummary]) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let port = |port: &PortSummary| {
        let (element, dims) = facts::tensor(&port.ty).unwrap_or_default();
        let shape = dims.map(|dims: &[Dim]| facts::shape(py, dims)).transpose()?;
        let bytes = port.bytes().map(|bytes| amount(py, &bytes)).transpose()?;
        (&port.name, port.ty.to_string(), element, shape, bytes).into_pyobject(py)
    };
    ports.iter().map(port).collect()
}
