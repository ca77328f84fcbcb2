//! Names in a model to which options may refer.

use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

use super::{Dialect, Model, tensor_names};
use crate::dim::Dim;
use crate::ids::{GraphId, ValueId};

/// The symbolic dimensions in declarations.
pub(crate) fn symbols(model: &Model) -> impl Iterator<Item = &str> {
    let shapes = model.declarations.iter().filter_map(|d| d.ty.as_tensor()).filter_map(|t| t.shape.dims());
    shapes.flatten().filter_map(Dim::name).map(|symbol| symbol.name())
}

/// The inputs of the main graph.
pub(crate) fn inputs(model: &Model) -> &[ValueId] {
    model.main_graph().map(|g| &model.graph(g).inputs[..]).unwrap_or_default()
}

/// The first value of a graph, in its order, that has each of these names.
pub(crate) fn find_named<'n>(model: &Model, graph: GraphId, names: &[&'n str]) -> HashMap<&'n str, ValueId> {
    let wanted: HashSet<&'n str> = names.iter().copied().filter(|name| !name.is_empty()).collect();
    let mut found = HashMap::new();
    for value in model.values_of(graph).filter(|&value| !model.is_removed_value(value)) {
        for name in names_of(model, value) {
            if let Some(name) = wanted.get(&*name) {
                found.entry(*name).or_insert(value);
            }
        }
    }
    found
}

/// The names by which a message lists the inputs: each with its tensor names, if these are others. At most as many as fit in
/// a line.
pub(crate) fn listed_inputs(model: &Model) -> Vec<String> {
    const SHOWN: usize = 8;
    let listed = |&value: &ValueId| {
        let (name, others) = (model.value_name(value), tensor_names(model.name(model.value(value).tensor_names)));
        let others: Vec<String> = others.filter(|other| other != name).map(|other| format!("`{other}`")).collect();
        if others.is_empty() { format!("`{name}`") } else { format!("`{name}` ({})", others.join(", ")) }
    };
    let inputs = inputs(model);
    let more = (inputs.len() > SHOWN).then(|| format!("{} more", inputs.len() - SHOWN));
    inputs.iter().take(SHOWN).map(listed).chain(more).collect()
}

/// All names of a value: the tensor's or the layer's, in IR also the port's tensor names and the ids of the layer and the
/// port, as in `14:2`.
pub(crate) fn names_of(model: &Model, value: ValueId) -> impl Iterator<Item = Cow<'_, str>> {
    let record = model.value(value);
    let tensors = tensor_names(model.name(record.tensor_names));
    let is_port = model.dialect() == Dialect::OpenVino;
    let port = model
        .producer(value)
        .filter(|_| is_port)
        .map(|node| Cow::Owned(format!("{}:{}", model.name(model.node(node).layer), model.name(record.port))));
    std::iter::once(Cow::Borrowed(model.value_name(value))).chain(tensors).chain(port)
}

/// Whether this is a name of a value ([`names_of`]).
pub(crate) fn is_named(model: &Model, value: ValueId, name: &str) -> bool {
    // Most values have no other name, and many are asked.
    model.value_name(value) == name
        || model.dialect() == Dialect::OpenVino && names_of(model, value).any(|known| known == name)
}
