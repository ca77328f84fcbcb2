//! Names in a model to which options may refer.

use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

use super::{Dialect, Model};
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

/// The first input of the main graph that has each of the [`option_names`].
pub(crate) fn inputs_by_name(model: &Model) -> HashMap<Cow<'_, str>, ValueId> {
    let mut known = HashMap::new();
    for &value in inputs(model) {
        for name in option_names(model, value) {
            known.entry(name).or_insert(value);
        }
    }
    known
}

/// Where the entries of an option name something: options and models may have many names.
#[derive(Debug, Default)]
pub(crate) struct Positions(HashMap<String, usize>);

impl Positions {
    /// The first position of each name: of several entries for one name, the first one applies.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Positions {
        let mut positions = HashMap::new();
        for (at, name) in names.enumerate() {
            positions.entry_ref(name).or_insert(at);
        }
        Positions(positions)
    }

    pub(crate) fn of(&self, name: &str) -> Option<usize> {
        self.0.get(name).copied()
    }

    /// The first position of a name of a value.
    pub(crate) fn of_value(&self, model: &Model, value: ValueId) -> Option<usize> {
        let names = option_names(model, value).take_while(|_| !self.0.is_empty());
        names.filter_map(|name| self.of(&name)).min()
    }
}

/// The names by which a message lists the inputs: each with its tensor names, if these are others. At most as many as fit in
/// a line.
pub(crate) fn listed_inputs(model: &Model) -> Vec<String> {
    const SHOWN: usize = 8;
    let listed = |&value: &ValueId| {
        let (name, others) = (model.value_name(value), model.tensor_names(value));
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
    let output = model.output_port(value);
    let tensors = model.tensor_names(value);
    let is_port = model.dialect() == Dialect::OpenVino;
    let port = model
        .producer(value)
        .filter(|_| is_port)
        .map(|node| Cow::Owned(format!("{}:{}", model.name(model.node(node).layer), model.name(output.id))));
    std::iter::once(Cow::Borrowed(model.value_name(value))).chain(tensors).chain(port)
}

/// The names by which options refer to a value: in IR all of them.
pub(crate) fn option_names(model: &Model, value: ValueId) -> impl Iterator<Item = Cow<'_, str>> {
    let most = if model.dialect() == Dialect::OpenVino { usize::MAX } else { 1 };
    names_of(model, value).take(most)
}

/// Whether this is one of the [`option_names`] of a value.
pub(crate) fn is_named(model: &Model, value: ValueId, name: &str) -> bool {
    // Most values have no other name, and many are asked.
    model.value_name(value) == name
        || model.dialect() == Dialect::OpenVino && names_of(model, value).any(|known| known == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::options::ReadOptions;
    use crate::source::Source;

    #[test]
    fn the_first_entry_that_names_a_value_applies() {
        let text = r#"<?xml version="1.0"?><net name="m" version="11"><layers>
            <layer id="7" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
              <output><port id="3" precision="FP32" names="a,b"><dim>2</dim></port></output></layer>
            <layer id="8" name="y" type="Result" version="opset1">
              <input><port id="0" precision="FP32"><dim>2</dim></port></input></layer>
            </layers><edges><edge from-layer="7" from-port="3" to-layer="8" to-port="0"/></edges></net>"#;
        let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
        let &[input] = inputs(&model) else { panic!("one input") };
        for (names, expected) in [
            (&["x"][..], Some(0)),
            (&["z", "b", "a", "b"], Some(1)),
            (&["z", "7:3", "x"], Some(1)),
            (&["z", "7", ""], None),
            (&[], None),
        ] {
            let positions = Positions::new(names.iter().copied());
            assert_eq!(positions.of_value(&model, input), expected, "{names:?}");
            let is_known = |name: &&str| inputs_by_name(&model).contains_key(*name);
            assert_eq!(names.iter().position(is_known), expected, "{names:?}");
        }
    }
}
