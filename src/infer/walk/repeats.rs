//! How often bodies and functions run again, and how often nodes of functions read long attributes of calls, which bounds
//! the cost of functions.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};

use crate::diagnostic::Diagnostic;
use crate::graph::{AttributeValue, GraphRole, Model};
use crate::ids::{GraphId, NameId};
use crate::infer::state::Premise;
use crate::node::Bindings;
use crate::ops::bound;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::limit_exceeded;

/// How much may still be inferred again because a body or function runs again.
pub(super) struct Repeats {
    left: u64,
    limit: u64,
    /// What one run of a graph counts.
    costs: HashMap<GraphId, u64>,
    /// The attribute parameters that a graph reads, each with the number of its readers.
    readers: HashMap<GraphId, Vec<(NameId, u64)>>,
    /// Whether a node has not got a long attribute of a call.
    pub(super) is_unbound: bool,
}

/// The elements of a tensor that count: longer ones are not read.
const MOST_READ: u64 = 1_024;

/// How many elements of lists, and dimensions of shapes of a high rank, take as long as a record.
const ELEMENTS_OF_A_RECORD: u64 = 8;

/// The elements of an attribute that count as a part of its node.
const SHORT: usize = 8;

impl Repeats {
    /// In proportion to the file: a node with one input and one output counts as three, and takes one to two microseconds.
    pub(super) fn new(premise: Premise<'_>) -> Repeats {
        let limit = premise.options.limits.max_repeated_records;
        let length = premise.model.source().bytes().len() as u64;
        let (costs, readers) = (HashMap::new(), HashMap::new());
        Repeats { left: limit.saturating_add(length / 4), limit, costs, readers, is_unbound: false }
    }

    /// Counts a run of a body or function; whether it is within the limit.
    pub(super) fn take(&mut self, model: &Model, graph: GraphId) -> bool {
        let cost = *self.costs.entry(graph).or_insert_with(|| cost_of(model, graph));
        let left = self.left.checked_sub(cost);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Counts the elements and dimensions that the values of a graph have when it runs again.
    pub(super) fn count_held(&mut self, held: usize) {
        self.left = self.left.saturating_sub(held as u64 / ELEMENTS_OF_A_RECORD);
    }

    /// Counts the elements of attribute parameters that a run of a graph reads. Those that are beyond the limit are removed,
    /// so their values are unknown; returns the first one.
    pub(super) fn bind(&mut self, model: &Model, graph: GraphId, bindings: &mut Bindings) -> Option<NameId> {
        if bindings.is_empty() {
            return None;
        }
        let (mut first, mut removed) = (None, HashSet::new());
        for (parameter, readers) in &*self.readers.entry(graph).or_insert_with(|| readers_of(model, graph)) {
            let cost = readers.saturating_mul(bound(bindings, *parameter).map_or(0, long_part));
            match self.left.checked_sub(cost) {
                Some(left) => self.left = left,
                None => {
                    first.get_or_insert(*parameter);
                    removed.insert(*parameter);
                }
            }
        }
        if !removed.is_empty() {
            let kept = bindings.iter().filter(|(name, _)| !removed.contains(name));
            *bindings = Arc::new(kept.cloned().collect());
        }
        first
    }

    /// The finding that an attribute of a call has no value in its function.
    pub(super) fn too_long(&self, place: Place, parameter: &str) -> Diagnostic {
        let limit = self.limit;
        let message = format!(
            "nodes of the function read so many elements of attribute `{parameter}` and of others that these are more than \
             {limit} and one for each 4 bytes of the file, `max_repeated_records`"
        );
        Diagnostic::new(&limit_exceeded::RULE, place, message)
            .level(Level::Warning)
            .note("the attribute is unknown in the function, and so is what follows from it")
            .data("limit", limit)
    }

    /// The finding that a body or function is not inferred again for further runs.
    pub(super) fn exceeded(&self, place: Place) -> Diagnostic {
        let limit = self.limit;
        let message = format!(
            "bodies and functions run so often that more than {limit} nodes, values, and elements of long attributes, \
             and one for each 4 bytes of the file, are \
             inferred again, `max_repeated_records`"
        );
        Diagnostic::new(&limit_exceeded::RULE, place, message)
            .level(Level::Warning)
            .note("the values of further runs are unknown")
            .data("limit", limit)
    }
}

/// The nodes of a graph, their inputs and attributes, the elements of these if they are long, and the values of the graph.
fn cost_of(model: &Model, graph: GraphId) -> u64 {
    let record = model.graph(graph);
    let parameters = match record.role {
        GraphRole::Function(index) => model.functions()[index as usize].attributes.len(),
        _ => 0,
    };
    let nodes = model.nodes_of(graph).map(|node| 1 + model.inputs(node).len() + model.attributes(node).len());
    let attributes = model.nodes_of(graph).flat_map(|node| model.attributes(node));
    let elements = attributes.map(|attribute| match attribute.value {
        AttributeValue::Tensor(id) => {
            model.tensor(id).num_elements().unwrap_or(0).saturating_sub(SHORT as u64).min(MOST_READ)
        }
        _ => long_part(&attribute.value),
    });
    let values = model.values_of(graph).count() + record.outputs.len() + parameters;
    1 + elements.sum::<u64>() + (nodes.sum::<usize>() + values) as u64
}

/// The number of elements of an attribute beyond those that count as a part of its node.
fn long_part(value: &AttributeValue) -> u64 {
    let length = match value {
        AttributeValue::String(bytes) => bytes.len(),
        AttributeValue::Ints(list) => list.len(),
        AttributeValue::Floats(list) => list.len(),
        AttributeValue::Strings(list) => list.len(),
        AttributeValue::Tensors(list) => list.len(),
        AttributeValue::SparseTensors(list) => list.len(),
        AttributeValue::Types(list) => list.len(),
        _ => 0,
    };
    length.saturating_sub(SHORT) as u64
}

/// The attribute parameters that attributes in a graph refer to, each with the number of these attributes.
fn readers_of(model: &Model, graph: GraphId) -> Vec<(NameId, u64)> {
    let mut readers: HashMap<NameId, u64> = HashMap::new();
    for attribute in model.nodes_of(graph).flat_map(|node| model.attributes(node)) {
        if let AttributeValue::Reference(parameter, _) = attribute.value {
            *readers.entry(parameter).or_default() += 1;
        }
    }
    let mut readers: Vec<(NameId, u64)> = readers.into_iter().collect();
    readers.sort_unstable();
    readers
}
