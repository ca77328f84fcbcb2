//! Values that several outputs of a graph return: their types are written for each.

use hashbrown::{HashMap, HashSet};

use super::types::{counted_bytes, written_bytes};
use crate::fact::ValueType;
use crate::graph::Model;
use crate::ids::{GraphId, ValueId};

/// For each value that several outputs of a graph return: how many do besides the first.
#[derive(Debug, Default)]
pub(crate) struct Repeats(HashMap<ValueId, u64>);

/// The bytes of text about a value that the record of an output accounts for. Each further byte counts.
const BYTES_OF_AN_OUTPUT: u64 = 16;

impl Repeats {
    pub(crate) fn new(model: &Model) -> Repeats {
        let (mut returned, mut repeats) = (HashSet::new(), HashMap::new());
        for graph in model.graphs() {
            for value in returned_by(model, graph) {
                if !returned.insert(value) {
                    *repeats.entry(value).or_insert(0) += 1;
                }
            }
        }
        Repeats(repeats)
    }

    /// Whether outputs of a graph return one value.
    pub(crate) fn occur_in(model: &Model, graph: GraphId) -> bool {
        let mut returned = HashSet::new();
        !returned_by(model, graph).all(|value| returned.insert(value))
    }

    /// What the texts of the type of a value count besides the first.
    pub(super) fn of_type(&self, value: ValueId, ty: &ValueType) -> u64 {
        self.get(value).map_or(0, |further| {
            let length = written_bytes(ty).max(counted_bytes(ty));
            further.saturating_mul(length.saturating_sub(BYTES_OF_AN_OUTPUT))
        })
    }

    fn get(&self, value: ValueId) -> Option<u64> {
        if self.0.is_empty() { None } else { self.0.get(&value).copied() }
    }
}

fn returned_by(model: &Model, graph: GraphId) -> impl Iterator<Item = ValueId> + '_ {
    model.graph(graph).outputs.iter().filter_map(|output| output.operand.value())
}
