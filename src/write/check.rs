//! Whether a rewrite leaves a model whose every name is defined.

use std::collections::HashSet;

use crate::graph::{Model, Use, ValueRole};
use crate::ids::{GraphId, ValueId};
use crate::rewrite::{RemovedGraphs, Rewrite, WriteError};

/// Refuses to write a model whose file was not read whole.
pub(super) fn is_whole(model: &Model) -> Result<(), WriteError> {
    if model.source().unread().is_empty() { Ok(()) } else { Err(WriteError::Unread) }
}

/// Refuses a rewrite of a model that is no longer as its file is.
pub(super) fn is_as_read(model: &Model) -> Result<(), WriteError> {
    is_whole(model)?;
    match model.edits {
        None => Ok(()),
        Some(_) => Err(WriteError::Edited),
    }
}

/// Refuses a rewrite that removes what something else still reads.
pub(super) fn leaves_every_name(model: &Model, rewrite: &Rewrite) -> Result<(), WriteError> {
    let removed = RemovedGraphs::new(model, rewrite);
    let constants: HashSet<ValueId> = rewrite.constants.iter().map(|(value, _)| *value).collect();
    let outputs = rewrite.nodes.iter().filter(|node| node.index() < model.nodes.len());
    let outputs = outputs.flat_map(|&node| model.outputs(node)).filter(|value| !constants.contains(value));
    // The initializer of an input is only its default.
    let is_initializer = |value: &ValueId| matches!(model.value(*value).role, ValueRole::Initializer(_));
    let initializers = rewrite.initializers.iter().copied().filter(|value| value.index() < model.values.len());
    let gone = outputs.chain(initializers.filter(is_initializer));
    let reader = |value: ValueId| {
        model.uses(value).find(|used| match *used {
            Use::Input { node, .. } => !rewrite.removes(node) && !removed.contains(model.node(node).graph),
            Use::Output { graph, .. } => !removed.contains(graph),
        })
    };
    for value in gone {
        if let Some(used) = reader(value) {
            let reader = match used {
                Use::Input { node, .. } => model.describe(node),
                Use::Output { graph, .. } => output_of(model, graph),
            };
            return Err(WriteError::StillRead { name: model.value_name(value).to_owned(), reader });
        }
    }
    Ok(())
}

fn output_of(model: &Model, graph: GraphId) -> String {
    format!("an output of graph `{}`", model.display_path(graph))
}
