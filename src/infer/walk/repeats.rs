//! How often bodies and functions run again, which bounds the cost of those that call each other.

use hashbrown::HashMap;

use crate::diagnostic::Diagnostic;
use crate::graph::{GraphRole, Model};
use crate::ids::GraphId;
use crate::infer::state::Premise;
use crate::place::Place;
use crate::rule::Level;
use crate::rules::limit_exceeded;

/// How much may still be inferred again because a body or function runs again.
pub(super) struct Repeats {
    left: u64,
    limit: u64,
    /// What one run of a graph counts.
    costs: HashMap<GraphId, u64>,
}

impl Repeats {
    /// In proportion to the file: a node with one input and one output counts as three, and takes one to two microseconds.
    pub(super) fn new(premise: Premise<'_>) -> Repeats {
        let limit = premise.options.limits.max_repeated_records;
        let length = premise.model.source().bytes().len() as u64;
        Repeats { left: limit.saturating_add(length / 2), limit, costs: HashMap::new() }
    }

    /// Counts a run of a body or function; whether it is within the limit.
    pub(super) fn take(&mut self, model: &Model, graph: GraphId) -> bool {
        let cost = *self.costs.entry(graph).or_insert_with(|| cost_of(model, graph));
        let left = self.left.checked_sub(cost);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// The finding that a body or function is not inferred again for further runs.
    pub(super) fn exceeded(&self, place: Place) -> Diagnostic {
        let limit = self.limit;
        let message = format!(
            "bodies and functions run so often that more than {limit} nodes and values, and one for each 2 bytes of the file, are \
             inferred again, `max_repeated_records`"
        );
        Diagnostic::new(&limit_exceeded::RULE, place, message)
            .level(Level::Warning)
            .note("the values of further runs are unknown")
            .data("limit", limit)
    }
}

/// The nodes of a graph, their inputs and outputs, and what the graph has itself.
fn cost_of(model: &Model, graph: GraphId) -> u64 {
    let record = model.graph(graph);
    let parameters = match record.role {
        GraphRole::Function(index) => model.functions()[index as usize].attributes.len(),
        _ => 0,
    };
    let nodes = model.nodes_of(graph).map(|node| 1 + model.inputs(node).len() + model.outputs(node).len());
    1 + (nodes.sum::<usize>() + record.inputs.len() + record.outputs.len() + parameters) as u64
}
