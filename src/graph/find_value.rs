//! Names in a model to which options may refer.

use std::collections::{HashMap, HashSet};

use super::{Dialect, Model};
use crate::dim::Dim;
use crate::ids::{GraphId, ValueId};

/// The symbolic dimensions in declarations.
pub(crate) fn symbols(model: &Model) -> impl Iterator<Item = &str> {
    let shapes = model.declarations.iter().filter_map(|d| d.ty.as_tensor()).filter_map(|t| t.shape.dims());
    shapes.flatten().filter_map(Dim::name).map(|symbol| symbol.name())
}

/// The names of the graph's inputs.
pub(crate) fn input_names(model: &Model) -> impl Iterator<Item = &str> {
    let inputs = model.main_graph().map(|g| &model.graph(g).inputs[..]).unwrap_or_default();
    inputs.iter().map(|&v| model.value_name(v))
}

/// The first value of a graph, in its order, that has each of these names.
pub(crate) fn find_named<'n>(model: &Model, graph: GraphId, names: &[&'n str]) -> HashMap<&'n str, ValueId> {
    let wanted: HashSet<&'n str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
    let mut found = HashMap::new();
    for value in model.values_of(graph).filter(|&value| !model.is_removed_value(value)) {
        let port = port_name(model, value);
        let tensor_names = model.name(model.value(value).tensor_names).split(',');
        for name in tensor_names.chain([model.value_name(value)]).chain(port.as_deref()) {
            if let Some(name) = wanted.get(name) {
                found.entry(*name).or_insert(value);
            }
        }
    }
    found
}

/// Whether this is a name of a value: the tensor's, the layer's, one of the port's tensor names, or the ids of the layer and
/// the port, as in `14:2`.
pub(crate) fn is_named(model: &Model, value: ValueId, name: &str) -> bool {
    let tensor_names = model.name(model.value(value).tensor_names);
    model.value_name(value) == name || tensor_names.split(',').any(|n| n == name) || is_port(model, value, name)
}

/// IR: the ids of a value's layer and port.
fn port_name(model: &Model, value: ValueId) -> Option<String> {
    let node = model.producer(value).filter(|_| model.dialect() == Dialect::OpenVino)?;
    Some(format!("{}:{}", model.name(model.node(node).layer), model.name(model.value(value).port)))
}

/// IR: whether these are the ids of a value's layer and port.
fn is_port(model: &Model, value: ValueId, name: &str) -> bool {
    let (Some((layer, port)), Some(node)) = (name.split_once(':'), model.producer(value)) else { return false };
    model.dialect() == Dialect::OpenVino
        && model.name(model.node(node).layer) == layer
        && model.name(model.value(value).port) == port
}
