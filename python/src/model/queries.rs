//! What a model has.

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shapewright::graph::{Dialect, GraphRole, Model, Operand, Use, ValueRole};

use super::attributes::Shown;
use super::constants::{Parts, parts};
use super::node_iterator::NodeIterator;
use super::problem::Problem;
use super::refs::{GraphRef, NodeRef, ValueRef};
use super::state::{Shared, State, with, with_detached};
use crate::facts;
use crate::run::{run, size_of};

/// A use of a value: a node or a graph, and the position among its inputs or outputs.
type Place = (Option<NodeRef>, Option<GraphRef>, usize);

/// What a model has. It shares the model with an editor.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct Reader(pub Shared);

impl Reader {
    fn with<T>(&self, py: Python<'_>, work: impl FnOnce(&mut State) -> Result<T, Problem>) -> PyResult<T> {
        with(py, &self.0, work)
    }
}

#[pymethods]
impl Reader {
    /// The name in reports.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |state| Ok(state.read.source().name().to_owned()))
    }

    /// The name of the format.
    #[getter]
    fn format(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.with(py, |state| Ok(state.read.format().name()))
    }

    /// Whether it is ONNX in its text form.
    #[getter]
    fn is_text(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |state| Ok(state.read.format() == shapewright::graph::Format::OnnxText))
    }

    fn ir_version(&self, py: Python<'_>) -> PyResult<Option<i64>> {
        self.with(py, |state| Ok(state.model()?.ir_version()))
    }

    fn opsets(&self, py: Python<'_>) -> PyResult<Vec<(String, i64)>> {
        self.with(py, |state| {
            let model = state.model()?;
            Ok(model.opsets().iter().map(|import| (model.name(import.domain).to_owned(), import.version)).collect())
        })
    }

    fn metadata(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        self.with(py, |state| {
            Ok(state.model()?.metadata().map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
        })
    }

    /// The main graph.
    fn main(&self, py: Python<'_>) -> PyResult<Option<GraphRef>> {
        self.with(py, |state| Ok(state.model()?.main_graph().map(|id| GraphRef { model: state.number, id })))
    }

    /// The main graph, functions, and bodies.
    fn graphs(&self, py: Python<'_>) -> PyResult<Vec<GraphRef>> {
        self.with(py, |state| Ok(state.model()?.graphs().map(|id| GraphRef { model: state.number, id }).collect()))
    }

    /// The name, the path, and the role of a graph.
    fn graph(&self, py: Python<'_>, graph: GraphRef) -> PyResult<(String, String, &'static str)> {
        self.with(py, |state| {
            let (graph, model) = (state.graph(&graph)?, state.model()?);
            let record = model.graph(graph);
            let role = match record.role {
                GraphRole::Main => "main",
                GraphRole::Body { .. } => "body",
                GraphRole::Function(_) => "function",
                _ => "other",
            };
            let name = match record.role {
                GraphRole::Function(at) => model.functions().get(at as usize).map_or(record.name, |of| of.name),
                _ => record.name,
            };
            Ok((model.name(name).to_owned(), model.path(graph), role))
        })
    }

    /// The node whose body a graph is, and the attribute.
    fn owner(&self, py: Python<'_>, graph: GraphRef) -> PyResult<Option<(NodeRef, String)>> {
        self.with(py, |state| {
            let (graph, model) = (state.graph(&graph)?, state.model()?);
            Ok(match model.graph(graph).role {
                GraphRole::Body { owner, attribute, .. } => {
                    Some((state.node_ref(owner), model.name(attribute).to_owned()))
                }
                _ => None,
            })
        })
    }

    /// The number of nodes of a graph.
    fn node_count(&self, py: Python<'_>, graph: GraphRef) -> PyResult<usize> {
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            Ok(state.model()?.nodes_of(graph).len())
        })
    }

    /// The node at a position of a graph, which is counted from the end if it is negative.
    fn node_at(&self, py: Python<'_>, graph: GraphRef, index: isize) -> PyResult<Option<NodeRef>> {
        self.with(py, |state| {
            let order = state.order(&graph)?;
            let index =
                if index < 0 { order.len().checked_sub(index.unsigned_abs()) } else { Some(index.unsigned_abs()) };
            Ok(index.and_then(|index| order.get(index)).map(|&node| state.node_ref(node)))
        })
    }

    /// The nodes at positions of a graph.
    fn nodes_at(&self, py: Python<'_>, graph: GraphRef, indexes: Vec<usize>) -> PyResult<Vec<NodeRef>> {
        self.with(py, |state| {
            let order = state.order(&graph)?;
            Ok(indexes.iter().filter_map(|&index| order.get(index)).map(|&node| state.node_ref(node)).collect())
        })
    }

    /// Whether a node is one of a graph.
    fn has_node(&self, py: Python<'_>, graph: GraphRef, node: NodeRef) -> PyResult<bool> {
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            Ok(state.node(&node).is_ok_and(|node| state.model().is_ok_and(|model| model.node(node).graph == graph)))
        })
    }

    /// The nodes that a graph has now, without those that are removed before their turn.
    fn iterate(&self, py: Python<'_>, graph: GraphRef) -> PyResult<NodeIterator> {
        let order = self.with(py, |state| state.order(&graph))?;
        Ok(NodeIterator { shared: Arc::clone(&self.0), order, next: 0 })
    }

    fn values(&self, py: Python<'_>, graph: GraphRef) -> PyResult<Vec<ValueRef>> {
        self.with(py, |state| {
            let (graph, model) = (state.graph(&graph)?, state.model()?);
            let values = model.values_of(graph).filter(|&value| !model.value_name(value).is_empty());
            Ok(values.map(|value| state.value_ref(value)).collect())
        })
    }

    fn inputs(&self, py: Python<'_>, graph: GraphRef) -> PyResult<Vec<ValueRef>> {
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            Ok(state.model()?.graph(graph).inputs.iter().map(|&value| state.value_ref(value)).collect())
        })
    }

    /// The outputs of a graph: what they are, and their names.
    fn outputs(&self, py: Python<'_>, graph: GraphRef) -> PyResult<Vec<(Option<ValueRef>, String)>> {
        self.with(py, |state| {
            let (graph, model) = (state.graph(&graph)?, state.model()?);
            let outputs = model.graph(graph).outputs.iter();
            let named = |name| model.name(name).to_owned();
            Ok(outputs.map(|o| (o.operand.value().map(|value| state.value_ref(value)), named(o.name))).collect())
        })
    }

    /// The node with a name; of several, the first.
    fn find_node(&self, py: Python<'_>, graph: GraphRef, name: &str) -> PyResult<Option<NodeRef>> {
        self.with(py, |state| {
            let (graph, model) = (state.graph(&graph)?, state.model()?);
            let found = model.names().find(name).and_then(|name| {
                let mut nodes = model.nodes_of(graph);
                nodes.find(|&node| model.node(node).name == name)
            });
            Ok(found.map(|node| state.node_ref(node)))
        })
    }

    /// The value with a name, or with a tensor name in OpenVINO IR; of several, the first.
    fn find_value(&self, py: Python<'_>, graph: GraphRef, name: &str) -> PyResult<Option<ValueRef>> {
        self.with(py, |state| {
            let (graph, model) = (state.graph(&graph)?, state.model()?);
            let mut values = model.values_of(graph);
            let found = values.find(|&value| model.value_name(value) == name);
            let found = found
                .or_else(|| model.values_of(graph).find(|&value| model.tensor_names(value).any(|own| own == name)));
            Ok(found.map(|value| state.value_ref(value)))
        })
    }

    /// The graph of a node.
    fn node_graph(&self, py: Python<'_>, node: NodeRef) -> PyResult<GraphRef> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            Ok(GraphRef { model: state.number, id: state.model()?.node(node).graph })
        })
    }

    fn node_name(&self, py: Python<'_>, node: NodeRef) -> PyResult<String> {
        self.with(py, |state| {
            let (node, model) = (state.node(&node)?, state.model()?);
            Ok(model.name(model.node(node).name).to_owned())
        })
    }

    /// The node in messages, even if it was removed; whether it was.
    fn describe(&self, py: Python<'_>, node: NodeRef) -> PyResult<(String, bool)> {
        self.with(py, |state| match state.node(&node) {
            Ok(node) => Ok((state.model()?.describe(node), false)),
            Err(Problem::Removed(what)) => Ok((what, true)),
            Err(other) => Err(other),
        })
    }

    fn node_index(&self, py: Python<'_>, node: NodeRef) -> PyResult<usize> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            Ok(state.model()?.node_index(node))
        })
    }

    /// The domain, the type, the overload, and the version of the operator.
    fn operator(&self, py: Python<'_>, node: NodeRef) -> PyResult<(String, String, String, Option<i64>)> {
        self.with(py, |state| {
            let (node, model) = (state.node(&node)?, state.model()?);
            let op = model.op(node);
            let name = |id| model.name(id).to_owned();
            Ok((name(op.domain), name(op.name), name(op.overload), op.version))
        })
    }

    fn node_inputs(&self, py: Python<'_>, node: NodeRef) -> PyResult<Vec<Option<ValueRef>>> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            Ok(state.model()?.inputs(node).iter().map(|o| o.value().map(|value| state.value_ref(value))).collect())
        })
    }

    fn node_outputs(&self, py: Python<'_>, node: NodeRef) -> PyResult<Vec<ValueRef>> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            Ok(state.model()?.outputs(node).map(|value| state.value_ref(value)).collect())
        })
    }

    fn bodies(&self, py: Python<'_>, node: NodeRef) -> PyResult<Vec<GraphRef>> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            Ok(state.model()?.bodies(node).map(|id| GraphRef { model: state.number, id }).collect())
        })
    }

    /// The names of the attributes, each once.
    fn attribute_names(&self, py: Python<'_>, node: NodeRef) -> PyResult<Vec<String>> {
        self.with(py, |state| {
            let (node, model) = (state.node(&node)?, state.model()?);
            let mut names: Vec<String> = Vec::new();
            for attribute in model.attributes(node) {
                let name = model.name(attribute.name);
                if !names.iter().any(|known| known == name) {
                    names.push(name.to_owned());
                }
            }
            Ok(names)
        })
    }

    fn attribute(&self, py: Python<'_>, node: NodeRef, name: &str) -> PyResult<Option<Shown>> {
        self.with(py, |state| {
            let (node, model) = (state.node(&node)?, state.model()?);
            let found = model.attribute(node, name);
            found.map(|attribute| Shown::new(model, state.number, &attribute.value)).transpose()
        })
    }

    fn value_graph(&self, py: Python<'_>, value: ValueRef) -> PyResult<GraphRef> {
        self.with(py, |state| {
            let value = state.value(&value)?;
            Ok(GraphRef { model: state.number, id: state.model()?.value(value).graph })
        })
    }

    fn value_name(&self, py: Python<'_>, value: ValueRef) -> PyResult<String> {
        self.with(py, |state| {
            let value = state.value(&value)?;
            Ok(state.model()?.value_name(value).to_owned())
        })
    }

    /// The name of a value, even if it was removed; whether it was.
    fn describe_value(&self, py: Python<'_>, value: ValueRef) -> PyResult<(String, bool)> {
        self.with(py, |state| match state.value(&value) {
            Ok(value) => Ok((state.model()?.value_name(value).to_owned(), false)),
            Err(Problem::Removed(what)) => Ok((what, true)),
            Err(other) => Err(other),
        })
    }

    /// IR: the tensor names of the port.
    fn tensor_names(&self, py: Python<'_>, value: ValueRef) -> PyResult<Vec<String>> {
        self.with(py, |state| {
            let (value, model) = (state.value(&value)?, state.model()?);
            Ok(model.tensor_names(value).map(Cow::into_owned).collect())
        })
    }

    fn producer(&self, py: Python<'_>, value: ValueRef) -> PyResult<Option<(NodeRef, u32)>> {
        self.with(py, |state| {
            let (value, model) = (state.value(&value)?, state.model()?);
            Ok(model.producing_output(value).map(|(node, index)| (state.node_ref(node), index)))
        })
    }

    /// Whether a value is an input of its graph, and whether it is a constant.
    fn value_role(&self, py: Python<'_>, value: ValueRef) -> PyResult<(bool, bool)> {
        self.with(py, |state| {
            let (value, model) = (state.value(&value)?, state.model()?);
            let record = model.value(value);
            let is_input = match model.dialect() {
                Dialect::Onnx => matches!(record.role, ValueRole::Input { .. }),
                Dialect::OpenVino => model.graph(record.graph).inputs.contains(&value),
            };
            Ok((is_input, model.constant(value).is_some()))
        })
    }

    fn uses(&self, py: Python<'_>, value: ValueRef) -> PyResult<Vec<Place>> {
        self.with(py, |state| {
            let (value, model) = (state.value(&value)?, state.model()?);
            let place = |used| match used {
                Use::Output { graph, index } => Some((None, Some(GraphRef { model: state.number, id: graph }), index)),
                // A Result of IR is the output of the graph.
                Use::Input { node, .. } if is_result(model, node) => None,
                Use::Input { node, index } => Some((Some(state.node_ref(node)), None, index)),
                _ => None,
            };
            let mut places: Vec<Place> = model.uses(value).filter_map(place).collect();
            places.sort_by_key(|(node, graph, index)| (node.map(|of| of.id), graph.map(|of| of.id), *index));
            Ok(places)
        })
    }

    fn declared(&self, py: Python<'_>, value: ValueRef) -> PyResult<Option<String>> {
        self.with(py, |state| {
            let value = state.value(&value)?;
            Ok(state.model()?.declared(value).map(ToString::to_string))
        })
    }

    /// The constant that a value is.
    fn constant(&self, py: Python<'_>, value: ValueRef) -> PyResult<Option<Parts>> {
        self.with(py, |state| {
            let (value, model) = (state.value(&value)?, state.model()?);
            // An input with a default is not a constant, but the default can be looked at.
            let default = match model.value(value).role {
                ValueRole::Input { default } => default,
                _ => None,
            };
            model.constant(value).or(default).map(|tensor| parts(model, tensor)).transpose()
        })
    }

    /// The fields of the fact of a value.
    fn fact<'py>(&self, py: Python<'py>, value: ValueRef) -> PyResult<Bound<'py, PyTuple>> {
        let shared = Arc::clone(&self.0);
        // A large model takes longer than a user waits, so the first question after an edit can be interrupted.
        let size = self.with(py, |state| Ok(if state.is_stale { size_of(&[state.model()?]) } else { 0 }))?;
        let found = run(py, size, move || {
            with_detached(&shared, |state| {
                let value = state.value(&value)?;
                let (model, facts) = state.facts()?;
                let reason = facts::unknown_reason(model, facts, value);
                Ok((facts.with_elements(model, value, facts::MAX_ELEMENTS), reason))
            })
        })?;
        let (fact, reason) = found.map_err(|problem| problem.raise(py))?;
        facts::fields(py, &fact, reason)
    }
}

fn is_result(model: &Model, node: shapewright::graph::NodeId) -> bool {
    let graph = model.node(node).graph;
    model.dialect() == Dialect::OpenVino && model.graph(graph).outputs.iter().any(|output| output.node == Some(node))
}

impl State {
    pub fn node_ref(&self, id: shapewright::graph::NodeId) -> NodeRef {
        NodeRef { model: self.number, id }
    }

    pub fn value_ref(&self, id: shapewright::graph::ValueId) -> ValueRef {
        ValueRef { model: self.number, id }
    }

    /// What a new node reads.
    pub fn operand(&self, value: Option<&ValueRef>) -> Result<Operand, Problem> {
        value.map_or(Ok(Operand::Absent), |value| Ok(Operand::Value(self.value(value)?)))
    }
}
