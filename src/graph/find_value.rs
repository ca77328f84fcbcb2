//! Names in a model to which options may refer.

use super::{Dialect, Model};
use crate::dim::Dim;
use crate::ids::ValueId;

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

/// Whether this is a name of a value: the tensor's, the layer's, one of the port's tensor names, or the ids of the layer and
/// the port, as in `14:2`.
pub(crate) fn is_named(model: &Model, value: ValueId, name: &str) -> bool {
    let tensor_names = model.name(model.value(value).tensor_names);
    model.value_name(value) == name || tensor_names.split(',').any(|n| n == name) || is_port(model, value, name)
}

/// IR: whether these are the ids of a value's layer and port.
fn is_port(model: &Model, value: ValueId, name: &str) -> bool {
    let (Some((layer, port)), Some(node)) = (name.split_once(':'), model.producer(value)) else { return false };
    model.dialect() == Dialect::OpenVino
        && model.name(model.node(node).layer) == layer
        && model.name(model.value(value).port) == port
}
