//! Edits.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use shapewright::cli::save::{ExternalData, encode};
use shapewright::convert::{ConvertError, ConvertOptions, OnnxForm, convert};
use shapewright::graph::{At, EditError, GraphId, Model, NewNode, Operand};
use shapewright::write::WriteError;
use shapewright::{ReadOptions, Tensor, ValueType};

use super::attributes::{Argument, NewAttribute};
use super::problem::Problem;
use super::queries::Reader;
use super::refs::{GraphRef, NodeRef, ValueRef};
use super::state::{Shared, State, with_detached};
use crate::destination::{Destination, Output};
use crate::errors;
use crate::handle::ModelHandle;
use crate::run::{run, size_of};
use crate::tensors::{self, Data};

/// A model that is edited.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct Editor(Shared);

impl Editor {
    /// Edits the model. Other threads of Python go on: the data of a constant may be large, and a graph long.
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut State) -> Result<T, Problem> + Send) -> PyResult<T> {
        py.detach(|| with_detached(&self.0, work)).map_err(|problem| problem.raise(py))
    }
}

/// What a new node reads: a value, or an array that becomes a constant.
#[derive(FromPyObject)]
pub enum Input {
    Value(ValueRef),
    Tensor((String, Vec<usize>, Data)),
}

/// The same with the constant made.
enum Reads {
    Nothing,
    Value(ValueRef),
    Tensor(Tensor),
}

/// A new node: everything but its place.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Description {
    op_type: String,
    domain: String,
    version: Option<i64>,
    inputs: Vec<Option<Input>>,
    attributes: Vec<(String, NewAttribute)>,
}

/// The same with its tensors made, which needs Python.
struct Described {
    op_type: String,
    domain: String,
    version: Option<i64>,
    inputs: Vec<Reads>,
    attributes: Vec<(String, Argument)>,
}

impl Description {
    fn made(self) -> PyResult<Described> {
        let reads = |input| {
            Ok(match input {
                None => Reads::Nothing,
                Some(Input::Value(value)) => Reads::Value(value),
                Some(Input::Tensor(parts)) => Reads::Tensor(tensors::from_python(parts)?),
            })
        };
        let argument = |(name, value): (String, NewAttribute)| Ok((name, value.argument()?));
        Ok(Described {
            op_type: self.op_type,
            domain: self.domain,
            version: self.version,
            inputs: self.inputs.into_iter().map(reads).collect::<PyResult<_>>()?,
            attributes: self.attributes.into_iter().map(argument).collect::<PyResult<_>>()?,
        })
    }
}

/// Arrays among the inputs of a node, with their positions.
type Arrays = Vec<(usize, Tensor)>;

impl Described {
    /// The node, and the arrays among its inputs with their positions.
    fn new_node(self, state: &State) -> Result<(NewNode, Vec<Operand>, Arrays), Problem> {
        let mut node = NewNode::new(&self.op_type).domain(&self.domain);
        if let Some(version) = self.version {
            node = node.opset(version);
        }
        for (name, value) in self.attributes {
            node = node.attribute(&name, value.in_model(state)?);
        }
        let (mut operands, mut arrays) = (Vec::new(), Vec::new());
        for (at, input) in self.inputs.into_iter().enumerate() {
            operands.push(match input {
                Reads::Value(value) => state.operand(Some(&value))?,
                Reads::Nothing => Operand::Absent,
                Reads::Tensor(tensor) => {
                    arrays.push((at, tensor));
                    Operand::Absent
                }
            });
        }
        Ok((node, operands, arrays))
    }
}

/// Makes constants of arrays.
fn add_arrays(model: &mut Model, graph: GraphId, operands: &mut [Operand], arrays: Arrays) -> Result<(), EditError> {
    for (at, tensor) in arrays {
        let name = model.unique_name("constant");
        operands[at] = Operand::Value(model.add_constant(graph, &name, &tensor)?);
    }
    Ok(())
}

/// A model to edit: what reads it and what edits it.
#[pyfunction]
pub fn edit(model: &Bound<'_, ModelHandle>) -> (Reader, Editor) {
    let shared = Arc::new(Mutex::new(State::new(Arc::clone(&model.get().model))));
    (Reader(Arc::clone(&shared)), Editor(shared))
}

#[pymethods]
impl Editor {
    /// Adds a node: before or after one, or at the end of a graph. Its outputs have names, or their number.
    #[pyo3(signature = (graph, before, after, description, *, name, outputs, count))]
    #[allow(clippy::too_many_arguments)]
    fn insert(
        &self,
        py: Python<'_>,
        graph: GraphRef,
        before: Option<NodeRef>,
        after: Option<NodeRef>,
        description: Description,
        name: &str,
        outputs: Option<Vec<String>>,
        count: Option<usize>,
    ) -> PyResult<NodeRef> {
        let described = description.made()?;
        self.with(py, |state| {
            let at = match (&before, &after) {
                (Some(node), _) => At::Before(state.node(node)?),
                (_, Some(node)) => At::After(state.node(node)?),
                _ => At::End(state.graph(&graph)?),
            };
            let stem = if name.is_empty() { &described.op_type } else { name }.to_owned();
            let (mut node, mut operands, arrays) = described.new_node(state)?;
            let inserted = state.edit(|model| {
                model.transaction(|model| {
                    add_arrays(model, graph.id, &mut operands, arrays)?;
                    node = node.name(name).inputs(operands);
                    node = match (outputs, count) {
                        (Some(names), _) if names.is_empty() => node.without_outputs(),
                        (Some(names), _) => names.iter().fold(node, |node, name| node.output(name)),
                        (None, Some(0)) => node.without_outputs(),
                        (None, Some(count)) if count > 1 => {
                            let names = unique_names(model, &stem, count);
                            names.iter().fold(node, |node, name| node.output(name))
                        }
                        _ => node,
                    };
                    model.insert(at, node)
                })
            })?;
            Ok(state.node_ref(inserted))
        })
    }

    /// Makes a node compute something else.
    fn replace_node(&self, py: Python<'_>, node: NodeRef, description: Description) -> PyResult<()> {
        let described = description.made()?;
        self.with(py, |state| {
            let id = state.node(&node)?;
            let graph = state.model()?.node(id).graph;
            let (new, mut operands, arrays) = described.new_node(state)?;
            state.edit(|model| {
                model.transaction(|model| {
                    add_arrays(model, graph, &mut operands, arrays)?;
                    model.replace_node(id, new.inputs(operands))
                })
            })
        })
    }

    fn remove(&self, py: Python<'_>, node: NodeRef) -> PyResult<()> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            state.edit(|model| model.remove(node))
        })
    }

    /// Removes a node and what only it needs, if nothing reads it. Returns the number of removed nodes.
    fn remove_unused(&self, py: Python<'_>, node: NodeRef) -> PyResult<usize> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            state.edit(|model| Ok(model.remove_unused(node)))
        })
    }

    fn set_op_type(&self, py: Python<'_>, node: NodeRef, op_type: &str) -> PyResult<()> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            state.edit(|model| model.set_op_type(node, op_type))
        })
    }

    fn rename_node(&self, py: Python<'_>, node: NodeRef, name: &str) -> PyResult<()> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            state.edit(|model| {
                model.rename_node(node, name);
                Ok(())
            })
        })
    }

    fn set_input(&self, py: Python<'_>, node: NodeRef, index: usize, value: Option<ValueRef>) -> PyResult<()> {
        self.with(py, |state| {
            let (node, operand) = (state.node(&node)?, state.operand(value.as_ref())?);
            state.edit(|model| model.set_input(node, index, operand))
        })
    }

    fn set_inputs(&self, py: Python<'_>, node: NodeRef, values: Vec<Option<ValueRef>>) -> PyResult<()> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            let operands = values.iter().map(|value| state.operand(value.as_ref()));
            let operands = operands.collect::<Result<Vec<_>, _>>()?;
            state.edit(|model| model.set_inputs(node, &operands))
        })
    }

    fn set_attribute(&self, py: Python<'_>, node: NodeRef, name: &str, value: NewAttribute) -> PyResult<()> {
        let value = value.argument()?;
        self.with(py, |state| {
            let (node, value) = (state.node(&node)?, value.in_model(state)?);
            state.edit(|model| {
                model.set_attribute(node, name, value);
                Ok(())
            })
        })
    }

    fn remove_attribute(&self, py: Python<'_>, node: NodeRef, name: &str) -> PyResult<()> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            state.edit(|model| {
                model.remove_attribute(node, name);
                Ok(())
            })
        })
    }

    fn add_body(&self, py: Python<'_>, node: NodeRef, attribute: &str) -> PyResult<GraphRef> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            let id = state.edit(|model| model.add_body(node, attribute))?;
            Ok(GraphRef { model: state.number, id })
        })
    }

    /// Replaces a call of a function by its nodes.
    fn inline_call(&self, py: Python<'_>, node: NodeRef) -> PyResult<Vec<NodeRef>> {
        self.with(py, |state| {
            let node = state.node(&node)?;
            let nodes = state.edit(|model| model.inline_call(node))?;
            Ok(nodes.into_iter().map(|node| state.node_ref(node)).collect())
        })
    }

    fn remove_unused_functions(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |state| state.edit(|model| Ok(model.remove_unused_functions())))
    }

    fn rename_value(&self, py: Python<'_>, value: ValueRef, name: &str) -> PyResult<()> {
        self.with(py, |state| {
            let value = state.value(&value)?;
            state.edit(|model| model.rename_value(value, name))
        })
    }

    fn replace_uses(&self, py: Python<'_>, value: ValueRef, other: ValueRef) -> PyResult<()> {
        self.with(py, |state| {
            let (value, other) = (state.value(&value)?, state.value(&other)?);
            state.edit(|model| model.replace_uses(value, other))
        })
    }

    /// Declares the type of a value; None removes the declaration.
    fn declare(&self, py: Python<'_>, value: ValueRef, ty: Option<&str>) -> PyResult<()> {
        let ty = ty.map(|text| text.parse::<ValueType>().map_err(errors::option)).transpose()?;
        self.with(py, |state| {
            let value = state.value(&value)?;
            let is_input = state.model()?.graph(state.model()?.value(value).graph).inputs.contains(&value);
            state.edit(|model| match ty {
                Some(ty) if is_input => model.set_input_type(value, ty),
                Some(ty) => {
                    model.declare(value, ty);
                    Ok(())
                }
                None => {
                    model.remove_declaration(value);
                    Ok(())
                }
            })
        })
    }

    fn add_input(&self, py: Python<'_>, graph: GraphRef, name: &str, ty: &str) -> PyResult<ValueRef> {
        let ty = ty.parse::<ValueType>().map_err(errors::option)?;
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            let value = state.edit(|model| model.add_input(graph, name, ty))?;
            Ok(state.value_ref(value))
        })
    }

    fn remove_input(&self, py: Python<'_>, graph: GraphRef, index: usize) -> PyResult<()> {
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            state.edit(|model| model.remove_input(graph, index))
        })
    }

    fn add_output(&self, py: Python<'_>, graph: GraphRef, value: ValueRef) -> PyResult<()> {
        self.with(py, |state| {
            let (graph, value) = (state.graph(&graph)?, state.value(&value)?);
            state.edit(|model| model.add_output(graph, value))
        })
    }

    fn set_output(&self, py: Python<'_>, graph: GraphRef, index: usize, value: ValueRef) -> PyResult<()> {
        self.with(py, |state| {
            let (graph, value) = (state.graph(&graph)?, state.value(&value)?);
            state.edit(|model| model.set_output(graph, index, value))
        })
    }

    fn remove_output(&self, py: Python<'_>, graph: GraphRef, index: usize) -> PyResult<()> {
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            state.edit(|model| model.remove_output(graph, index))
        })
    }

    /// Adds a constant. Without a name, it gets one.
    fn add_constant(
        &self,
        py: Python<'_>,
        graph: GraphRef,
        name: Option<&str>,
        parts: (String, Vec<usize>, Data),
    ) -> PyResult<ValueRef> {
        let tensor = tensors::from_python(parts)?;
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            let value = state.edit(|model| {
                let name = name.map_or_else(|| model.unique_name("constant"), str::to_owned);
                model.add_constant(graph, &name, &tensor)
            })?;
            Ok(state.value_ref(value))
        })
    }

    fn remove_constant(&self, py: Python<'_>, value: ValueRef) -> PyResult<()> {
        self.with(py, |state| {
            let value = state.value(&value)?;
            state.edit(|model| model.remove_constant(value))
        })
    }

    /// Puts producers before consumers.
    fn sort(&self, py: Python<'_>, graph: GraphRef) -> PyResult<()> {
        self.with(py, |state| {
            let graph = state.graph(&graph)?;
            state.edit(|model| {
                model.sort_nodes(graph);
                Ok(())
            })
        })
    }

    fn unique_name(&self, py: Python<'_>, stem: &str) -> PyResult<String> {
        self.with(py, |state| state.edit(|model| Ok(model.unique_name(stem))))
    }

    fn set_ir_version(&self, py: Python<'_>, version: i64) -> PyResult<()> {
        self.with(py, |state| {
            state.edit(|model| {
                model.set_ir_version(version);
                Ok(())
            })
        })
    }

    fn set_opset(&self, py: Python<'_>, domain: &str, version: i64) -> PyResult<()> {
        self.with(py, |state| {
            state.edit(|model| {
                model.set_opset(domain, version);
                Ok(())
            })
        })
    }

    /// Removes the imports of a domain; whether there was one.
    fn remove_opset(&self, py: Python<'_>, domain: &str) -> PyResult<bool> {
        self.with(py, |state| {
            state.edit(|model| {
                let at = |model: &Model| model.opsets().iter().position(|of| model.name(of.domain) == domain);
                let is_there = at(model).is_some();
                while let Some(index) = at(model) {
                    model.remove_opset(index);
                }
                Ok(is_there)
            })
        })
    }

    fn set_metadata(&self, py: Python<'_>, key: &str, value: &str) -> PyResult<()> {
        self.with(py, |state| {
            state.edit(|model| {
                model.set_metadata(key, value);
                Ok(())
            })
        })
    }

    /// Whether there was an entry.
    fn remove_metadata(&self, py: Python<'_>, key: &str) -> PyResult<bool> {
        self.with(py, |state| state.edit(|model| Ok(model.remove_metadata(key))))
    }

    /// Begins a transaction of this thread.
    fn begin(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, State::begin)
    }

    /// Ends the last transaction: keeps its edits, or takes them back.
    fn end(&self, py: Python<'_>, keep: bool) -> PyResult<()> {
        self.with(py, |state| state.end(keep))
    }

    /// The model as the file that would be written, for functions that refer to places in it or rewrite it.
    fn file(&self, py: Python<'_>) -> PyResult<ModelHandle> {
        let (read, edited) = self.with(py, |state| Ok((Arc::clone(&state.read), state.shared()?)))?;
        let model = run(py, size_of(&[&read]), move || as_file(read, edited))?;
        Ok(ModelHandle { model: model.map_err(|error| errors::model(py, error.to_string(), None))? })
    }

    /// Writes the model to a file and returns the path, or returns its bytes and the weights of OpenVINO IR.
    fn write<'py>(&self, py: Python<'py>, output: Option<PathBuf>, external: &str) -> PyResult<Output<'py>> {
        let destination = Destination::new(output, external)?;
        let (read, edited) = self.with(py, |state| Ok((Arc::clone(&state.read), state.shared()?)))?;
        let written = run(py, size_of(&[&read]), move || match destination.other_form(&read) {
            Some(form) => {
                let model = as_file(read, edited).map_err(|error| (error.to_string(), None))?;
                let model = in_form(&model, form).map_err(|error| (error.to_string(), None))?;
                destination.write(&model, &model)
            }
            None => destination.write(&read, &edited),
        })?;
        written.map_err(|(message, report)| errors::model(py, message, report))?.into_python(py)
    }
}

/// The model as the file that would be written. Data in other files stays there.
fn as_file(read: Arc<Model>, edited: Arc<Model>) -> Result<Arc<Model>, WriteError> {
    if Arc::ptr_eq(&read, &edited) {
        return Ok(edited);
    }
    let written = encode(&read, &edited, ExternalData::Keep)?;
    let (source, options) = (read.source().clone().with_bytes(written.model.to_bytes()), ReadOptions::default());
    Ok(Arc::new(match written.weights {
        Some(weights) => Model::read_with_weights(source, weights.to_bytes(), &options),
        None => Model::read(source, &options),
    }))
}

/// The model in the other form of ONNX.
fn in_form(model: &Model, form: OnnxForm) -> Result<Model, ConvertError> {
    let converted = convert(model, &ConvertOptions::new(form))?;
    let source = model.source().clone().with_bytes(converted.model.to_bytes());
    Ok(Model::read(source, &ReadOptions::default()))
}

fn unique_names(model: &mut Model, stem: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| model.unique_name(&format!("{stem}_{at}"))).collect()
}
