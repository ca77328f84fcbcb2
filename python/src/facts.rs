//! `infer`.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shapewright::graph::{GraphId, Model, ValueId};
use shapewright::render::one_line;
use shapewright::{
    Analysis, AnalysisOptions, Dim, ElementType, Fact, FactStore, KnownValue, Provenance, SymInt, ValueType, analyze,
    explain,
};

use crate::check::Checked;
use crate::dim;
use crate::errors;
use crate::fit;
use crate::handle::ModelHandle;
use crate::options;
use crate::run::{run, size_of};

/// A model with the facts of its values.
struct Inferred {
    model: Arc<Model>,
    options: AnalysisOptions,
    analysis: Analysis,
}

/// The facts of the values of one graph.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct FactTable {
    inferred: Arc<Inferred>,
    graph: Option<GraphId>,
    /// The values by name; the first one of a name counts.
    by_name: OnceLock<HashMap<String, ValueId>>,
}

/// Infers a model.
#[pyfunction]
#[pyo3(signature = (model, *, bind, input_shapes, use_declared))]
pub fn infer(
    py: Python<'_>,
    model: &Bound<'_, ModelHandle>,
    bind: Option<&Bound<'_, PyDict>>,
    input_shapes: Option<&Bound<'_, PyDict>>,
    use_declared: bool,
) -> PyResult<FactTable> {
    let model = Arc::clone(&model.get().model);
    let options = options::analysis(bind, input_shapes)?;
    let options = AnalysisOptions { use_declared_types: use_declared, run_lints: false, ..options };
    let inferred = run(py, size_of(&[&model]), move || {
        let analysis = analyze(&model, &options);
        fit::require(&model, &analysis)?;
        Ok(Inferred { model, options, analysis })
    })?;
    let inferred = inferred.map_err(|message: String| errors::misfit(py, &message))?;
    let graph = inferred.model.main_graph();
    Ok(FactTable { inferred: Arc::new(inferred), graph, by_name: OnceLock::new() })
}

/// Elements that are shown of a small integer tensor.
pub const MAX_ELEMENTS: usize = 1024;

impl FactTable {
    fn model(&self) -> &Model {
        &self.inferred.model
    }

    fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        let model = self.model();
        let values = self.graph.into_iter().flat_map(|graph| model.values_of(graph));
        values.filter(|&value| !model.value_name(value).is_empty())
    }

    /// The names of the values, unique in the graph: an output of a layer with several has its port.
    fn names(&self) -> Vec<(String, ValueId)> {
        let model = self.model();
        let mut counts = HashMap::new();
        self.values().for_each(|value| *counts.entry(model.value_name(value)).or_insert(0) += 1);
        let name = |value: ValueId| match (model.value_name(value), model.name(model.output_port(value).id)) {
            (name, port) if counts[name] > 1 && !port.is_empty() => format!("{name}:{port}"),
            (name, _) => name.to_owned(),
        };
        self.values().map(|value| (name(value), value)).collect()
    }

    /// The value with a name, or with a tensor name in OpenVINO IR.
    fn find(&self, py: Python<'_>, name: &str) -> Option<ValueId> {
        let by_name = match self.by_name.get() {
            Some(by_name) => by_name,
            None => py.detach(|| self.by_name.get_or_init(|| self.index())),
        };
        by_name.get(name).copied()
    }

    fn index(&self) -> HashMap<String, ValueId> {
        let (mut all, model) = (HashMap::new(), self.model());
        for (name, value) in self.names() {
            all.entry(name).or_insert(value);
        }
        for value in self.values() {
            for alias in model.tensor_names(value) {
                all.entry(alias.into_owned()).or_insert(value);
            }
        }
        let outputs = self.graph.map(|graph| &model.graph(graph).outputs[..]).unwrap_or_default();
        for output in outputs {
            if let Some(value) = output.operand.value() {
                all.entry(model.name(output.name).to_owned()).or_insert(value);
            }
        }
        all
    }
}

#[pymethods]
impl FactTable {
    /// The path of the graph.
    #[getter]
    fn path(&self) -> String {
        self.graph.map(|graph| self.model().display_path(graph)).unwrap_or_default()
    }

    /// The names of the values, in the order of the file: inputs and constants first.
    #[pyo3(name = "names")]
    fn listed(&self, py: Python<'_>) -> Vec<String> {
        py.detach(|| self.names().into_iter().map(|(name, _)| name).collect())
    }

    /// The fields of the fact of a value; None if there is no such value.
    fn get<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.find(py, name).map(|value| self.fact(py, value)).transpose()
    }

    /// The names of the inputs of the graph.
    fn inputs(&self) -> Vec<String> {
        let inputs = self.graph.map(|graph| self.model().graph(graph).inputs.clone()).unwrap_or_default();
        inputs.iter().map(|&value| self.model().value_name(value).to_owned()).collect()
    }

    /// The names of the outputs of the graph.
    fn outputs(&self) -> Vec<String> {
        let outputs = self.graph.map(|graph| &self.model().graph(graph).outputs[..]).unwrap_or_default();
        outputs.iter().map(|output| self.model().name(output.name).to_owned()).collect()
    }

    /// The tables of all other graphs: bodies and functions.
    fn others(&self) -> Vec<FactTable> {
        let model = self.model();
        let others = model.graphs().filter(|graph| Some(*graph) != self.graph);
        let table =
            |graph| FactTable { inferred: Arc::clone(&self.inferred), graph: Some(graph), by_name: OnceLock::new() };
        others.map(table).collect()
    }

    /// What a run requires of the symbolic dimensions.
    fn constraints(&self) -> Vec<String> {
        self.inferred.analysis.constraints.iter().map(ToString::to_string).collect()
    }

    /// The findings.
    fn report(&self, py: Python<'_>) -> Checked {
        py.detach(|| Checked::of(self.model(), &self.inferred.analysis))
    }

    /// Where the properties of a value come from; None if there is no such value.
    fn why(&self, py: Python<'_>, name: &str) -> PyResult<Option<String>> {
        let Some(value) = self.find(py, name) else { return Ok(None) };
        let inferred = Arc::clone(&self.inferred);
        run(py, size_of(&[&inferred.model]), move || why(&inferred, value)).map(Some)
    }
}

impl FactTable {
    fn fact<'py>(&self, py: Python<'py>, value: ValueId) -> PyResult<Bound<'py, PyTuple>> {
        let (model, facts) = (self.model(), &self.inferred.analysis.facts);
        let reason = unknown_reason(model, facts, value);
        fields(py, &facts.with_elements(model, value, MAX_ELEMENTS), reason)
    }
}

/// Why the type of a value is not fully known, with the node.
pub fn unknown_reason(model: &Model, facts: &FactStore, value: ValueId) -> Option<String> {
    let is_known = |dim: &Dim| dim.size().is_some() || dim.expr().is_some();
    if let Some((Some(_), Some(dims))) = tensor(facts.ty(value))
        && dims.iter().all(is_known)
    {
        return None;
    }
    let reason = facts.unknown_reason(value)?;
    Some(match reason.node().map(|node| model.describe(node)) {
        Some(node) => format!("{reason}, at {node}"),
        None => reason.to_string(),
    })
}

/// The fields of a fact.
pub fn fields<'py>(py: Python<'py>, fact: &Fact, unknown_reason: Option<String>) -> PyResult<Bound<'py, PyTuple>> {
    let (element, dims) = tensor(&fact.ty).unwrap_or_default();
    let shape = dims.map(|dims| shape(py, dims));
    let elements = match &fact.value {
        KnownValue::Elements(elements) => elements.ints().map(|ints| self::elements(py, ints)).transpose()?,
        _ => None,
    };
    let declared = fact.provenance == Provenance::Declared;
    (fact.ty.to_string(), element, shape.transpose()?, elements, declared, unknown_reason).into_pyobject(py)
}

/// The element type and the dimensions of a tensor, as far as they are known.
pub fn tensor(ty: &ValueType) -> Option<(Option<&'static str>, Option<&[Dim]>)> {
    match ty {
        ValueType::Tensor(tensor) | ValueType::Sparse(tensor) => {
            Some((tensor.element.map(ElementType::name), tensor.shape.dims()))
        }
        _ => None,
    }
}

/// Dimensions as a tuple.
pub fn shape<'py>(py: Python<'py>, dims: &[Dim]) -> PyResult<Bound<'py, PyTuple>> {
    let dims = dims.iter().map(|size| dim::to_python(py, size.clone()));
    PyTuple::new(py, dims.collect::<PyResult<Vec<_>>>()?)
}

/// Integers, or dimensions that they are; None for others.
fn elements<'py>(py: Python<'py>, ints: &[SymInt]) -> PyResult<Bound<'py, PyTuple>> {
    let element = |int: &SymInt| match (int.value(), int.to_dim()) {
        (Some(value), _) => Ok(value.into_pyobject(py)?.into_any()),
        (None, Some(size)) => dim::to_python(py, size),
        (None, None) => Ok(py.None().into_bound(py)),
    };
    PyTuple::new(py, ints.iter().map(element).collect::<PyResult<Vec<_>>>()?)
}

/// The chains of an explanation, one paragraph for each property.
fn why(inferred: &Inferred, value: ValueId) -> String {
    let Inferred { model, options, analysis } = inferred;
    let fact = analysis.facts.get(value);
    let mut lines = vec![format!("{}: {}", model.value_name(value), fact.ty)];
    for chain in explain(model, options, &analysis.facts, value) {
        lines.extend([String::new(), format!("{} is {}", chain.aspect, chain.aspect.show(&fact))]);
        for step in &chain.steps {
            let from = model.producer(step.value).map(|node| format!(", from {}", model.describe(node)));
            let ty = analysis.facts.ty(step.value);
            let name = model.value_name(step.value);
            lines.push(format!("  {} of `{name}` {ty}{}", step.aspect, from.unwrap_or_default()));
        }
        lines.push(format!("  = {}", chain.cause));
    }
    lines.iter().map(|line| one_line(line)).collect::<Vec<_>>().join("\n")
}
