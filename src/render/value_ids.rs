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
        let (mut numbers, mut names, mut taken) = (HashMap::new(), BitSet::default(), TakenNumbers::default());
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
                let name = last_part(key);
                let is_free = |number: u32| model.names().find(&format!("{}#{number}", model.name(name))).is_none();
                *number = taken.next_free(name, *number + 1, is_free);
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

/// The numbers with which names become other names of the model, each with the next number with which they do not. Very many
/// graphs may have values of one name, and very many names may begin with it.
#[derive(Default)]
struct TakenNumbers(HashMap<(NameId, u32), u32>);

impl TakenNumbers {
    /// The first of the numbers from `first` on that are free for a name.
    fn next_free(&mut self, name: NameId, first: u32, is_free: impl Fn(u32) -> bool) -> u32 {
        if let Some(&free) = self.0.get(&(name, first)) {
            return free;
        }
        let free = (first..).find(|&number| is_free(number)).unwrap_or(first);
        if free > first {
            self.0.insert((name, first), free);
        }
        free
    }
}

/// The last part of an id, which a number follows. A layer may have very many ports, and a name that is much longer.
fn last_part((first, port): (NameId, NameId)) -> NameId {
    if port == NameId::EMPTY { first } else { port }
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::{ReadOptions, Source};

    #[test]
    fn numbers_that_are_taken_are_looked_up_once_for_all_graphs() {
        let (mut taken, asked) = (TakenNumbers::default(), Cell::new(0));
        let is_free = |number| {
            asked.set(asked.get() + 1);
            number >= 1_000
        };
        let found = [2, 1_001, 2, 2].map(|first| taken.next_free(NameId::new(7), first, is_free));
        assert_eq!((found, asked.get()), ([1_000, 1_001, 1_000, 1_000], 999 + 1));
        assert_eq!((taken.next_free(NameId::new(8), 2, is_free), asked.get()), (1_000, 1_000 + 999));
    }

    #[test]
    fn ids_of_ports_are_unique() {
        let ports = ["1", "1", "1#2"].map(|id| format!("<port id=\"{id}\"/>")).concat();
        let text = format!(
            "<net name=\"m\" version=\"11\"><layers><layer id=\"5\" name=\"n\" type=\"Foo\" version=\"opset1\"><output>{ports}\
             </output></layer></layers><edges/></net>"
        );
        let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
        let ids = Ids::new(&model);
        let values = model.graphs().flat_map(|graph| model.values_of(graph));
        assert_eq!(values.map(|value| ids.get(value)).collect::<Vec<_>>(), ["5:1", "5:1#3", "5:1#2"]);
    }
}
