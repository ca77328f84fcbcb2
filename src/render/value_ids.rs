//! Ids of values: unique in their graph, and the same in every format.

use hashbrown::{HashMap, HashSet};

use crate::dialect::Dialect;
use crate::graph::find_value::is_named;
use crate::graph::{BitSet, Model, ValueRole};
use crate::ids::{NameId, ValueId};
pub(crate) use crate::snapshot::graphs;

/// The ids of the values of a model. ONNX: the tensor name. IR: `LAYER:PORT`, or `port:ID` for an input without a
/// producer. Further values with the same id are numbered.
pub(crate) struct Ids<'m> {
    model: &'m Model,
    numbers: HashMap<ValueId, u32>,
}

impl<'m> Ids<'m> {
    /// Finds the values whose ids are not unique.
    pub(crate) fn new(model: &'m Model) -> Ids<'m> {
        let (mut numbers, mut names) = (HashMap::new(), BitSet::default());
        for graph in model.graphs() {
            let (mut pairs, mut last) = (HashSet::new(), HashMap::new());
            let values = || model.values_of(graph).filter(|&value| !model.is_omitted(value));
            for value in values() {
                let key = key(model, value);
                let is_new = match key {
                    // An id of ONNX is a name, which needs no hash.
                    (name, NameId::EMPTY) => names.insert(name.index()),
                    pair => pairs.insert(pair),
                };
                if is_new {
                    continue;
                }
                let number = last.entry(key).or_insert(1);
                *number += 1;
                while model.names().find(&format!("{}#{number}", model.value_name(value))).is_some() {
                    *number += 1;
                }
                numbers.insert(value, *number);
            }
            values().for_each(|value| names.remove(key(model, value).0.index()));
        }
        Ids { model, numbers }
    }

    /// Replaces `id` with the id of the value.
    pub(crate) fn write(&self, value: ValueId, id: &mut String) {
        let model = self.model;
        id.clear();
        let record = model.value(value);
        match (model.dialect(), record.role) {
            (Dialect::Onnx, _) => id.push_str(model.name(record.name)),
            (Dialect::OpenVino, ValueRole::Output(node)) => {
                id.push_str(model.name(model.node(node).layer));
                id.push(':');
                id.push_str(model.name(model.output_port(value).id));
            }
            (Dialect::OpenVino, _) => {
                id.push_str("port:");
                id.push_str(model.name(model.output_port(value).id));
            }
        }
        if let Some(number) = self.numbers.get(&value) {
            id.push('#');
            id.push_str(&number.to_string());
        }
    }

    /// Whether the id of the value is its name.
    pub(crate) fn is_name(&self, value: ValueId) -> bool {
        self.model.dialect() == Dialect::Onnx && !self.numbers.contains_key(&value)
    }

    /// The id of the value.
    pub(crate) fn get(&self, value: ValueId) -> String {
        let mut id = String::new();
        self.write(value, &mut id);
        id
    }
}

/// The names by which arguments can refer to values.
pub(crate) struct ValueNames<'m>(Ids<'m>);

impl<'m> ValueNames<'m> {
    /// The names of the values of a model.
    pub(crate) fn new(model: &'m Model) -> ValueNames<'m> {
        ValueNames(Ids::new(model))
    }

    /// The values with this id; if there are none, those with this name in messages or this tensor name.
    pub(crate) fn find(&self, name: &str) -> Vec<ValueId> {
        let model = self.0.model;
        let values = || graphs(model).into_iter().flat_map(|g| model.values_of(g)).filter(|v| !model.is_omitted(*v));
        let mut id = String::new();
        let ids: Vec<ValueId> = values()
            .filter(|&v| {
                self.0.write(v, &mut id);
                id == name
            })
            .collect();
        if ids.is_empty() { values().filter(|&v| is_named(model, v, name)).collect() } else { ids }
    }

    /// Visits every id and every name.
    pub(crate) fn each(&self, mut visit: impl FnMut(&str)) {
        let model = self.0.model;
        let mut id = String::new();
        for value in model.graphs().flat_map(|g| model.values_of(g)).filter(|v| !model.is_omitted(*v)) {
            self.0.write(value, &mut id);
            visit(&id);
            visit(model.value_name(value));
        }
    }
}

/// The parts of an id.
fn key(model: &Model, value: ValueId) -> (NameId, NameId) {
    let record = model.value(value);
    match (model.dialect(), record.role) {
        (Dialect::Onnx, _) => (record.name, NameId::EMPTY),
        (Dialect::OpenVino, ValueRole::Output(node)) => (model.node(node).layer, model.output_port(value).id),
        (Dialect::OpenVino, _) => (NameId::EMPTY, model.output_port(value).id),
    }
}
