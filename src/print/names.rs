//! Names of values in a listing.

use std::hash::{BuildHasher, RandomState};

use hashbrown::{HashMap, HashSet};

use crate::dialect::Dialect;
use crate::format::onnx_text::print::Text;
use crate::graph::label::LONGEST_NAME;
use crate::graph::{Model, Operand, ValueRole};
use crate::ids::ValueId;

/// The names of values. In ONNX, these are the names in the file. An output of an IR layer has the layer's name, with
/// `:PORT` if the layer has several outputs, or `LAYER:PORT` if the layer has no name or a long one, or another value of the
/// graph has the same name. If that name is also taken, a number is added.
pub(super) struct ValueNames {
    numbered: HashMap<ValueId, u32>,
    by_id: HashSet<ValueId>,
}

impl ValueNames {
    pub(super) fn of(model: &Model) -> ValueNames {
        let mut names = ValueNames { numbered: HashMap::new(), by_id: HashSet::new() };
        if model.dialect() == Dialect::Onnx {
            return names;
        }
        let (hasher, longest) = (RandomState::new(), longest_name(model));
        for graph in model.graphs() {
            let (mut taken, mut next) = (HashSet::new(), HashMap::new());
            for value in model.values_of(graph) {
                // The file has the name once, and the listing has it at each use.
                let has_usable_name = (1..=longest).contains(&model.value_name(value).len());
                if has_usable_name && taken.insert(hasher.hash_one(plain(model, value))) {
                    continue;
                }
                names.by_id.insert(value);
                // If many layers have the same id, the search for a free number continues from the last one.
                let number: &mut u32 = next.entry(hasher.hash_one(numbered(model, value, 0))).or_default();
                while !taken.insert(hasher.hash_one(numbered(model, value, *number))) {
                    *number += 1;
                }
                if *number > 0 {
                    names.numbered.insert(value, *number);
                }
            }
        }
        names
    }

    /// Writes the name of a value.
    pub(super) fn value(&self, text: &mut Text, model: &Model, value: ValueId) {
        if model.dialect() == Dialect::Onnx {
            return text.name(model.value_name(value));
        }
        if !self.by_id.contains(&value) {
            return text.name(&plain(model, value));
        }
        text.name(&numbered(model, value, self.numbered.get(&value).copied().unwrap_or(0)));
    }

    /// Writes an input or output operand of a graph.
    pub(super) fn operand(&self, text: &mut Text, model: &Model, operand: Operand) {
        match operand {
            Operand::Value(value) => self.value(text, model, value),
            Operand::Undefined(name) => text.name(model.name(name)),
            Operand::Absent => text.name(""),
        }
    }
}

/// The longest name of a layer that its values have. A layer with a name of 1,024 bytes may have very many readers, each of 72
/// bytes: if the names that are read would be longer than twice the file, long ones are not used.
fn longest_name(model: &Model) -> usize {
    const SHORT: usize = 256;
    const TIMES: u64 = 2;
    let nodes = model.graphs().flat_map(|graph| model.nodes_of(graph));
    let read = nodes.flat_map(|node| model.inputs(node)).filter_map(|operand| operand.value());
    let lengths = read.map(|value| model.value_name(value).len());
    let long = lengths.filter(|&length| length > SHORT && length <= LONGEST_NAME).map(|length| length as u64);
    if long.sum::<u64>() > TIMES.saturating_mul(model.file_len()) { SHORT } else { LONGEST_NAME }
}

fn plain(model: &Model, value: ValueId) -> String {
    let record = model.value(value);
    let several = model.producer(value).is_some_and(|node| model.outputs(node).len() > 1);
    let name = model.name(record.name);
    if several { format!("{name}:{}", model.name(model.output_port(value).id)) } else { name.to_owned() }
}

/// `LAYER:PORT`, or `port:PORT` for an input of a standalone layer, followed by a number unless it is 0.
fn numbered(model: &Model, value: ValueId, number: u32) -> String {
    let record = model.value(value);
    let layer = match record.role {
        ValueRole::Output(node) => model.name(model.node(node).layer),
        ValueRole::Input { .. } | ValueRole::Initializer(_) => "port",
    };
    let id = format!("{layer}:{}", model.name(model.output_port(value).id));
    if number == 0 { id } else { format!("{id}#{number}") }
}
