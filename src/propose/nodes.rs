//! Nodes, initializers, and inputs: order, names, and what nothing uses.

use super::{Context, value_of};
use crate::diagnostic::{Diagnostic, counted};
use crate::dialect::Dialect;
use crate::fix_edit::{Fix, FixEdit};
use crate::graph::{GraphRole, Model, ValueRole};
use crate::ids::GraphId;

/// Sorts the graph of the node that comes too late.
pub(super) fn sort(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    // The producer, if the finding is about a reader in a body; otherwise both are in one graph.
    let there = finding.related.iter().filter_map(|label| label.place.node).chain(finding.place.node);
    let model = context.model;
    let depth = |&graph: &GraphId| std::iter::successors(Some(graph), |&graph| owner(model, graph)).count();
    let outermost = there.map(|node| model.node(node).graph).min_by_key(depth)?;
    Some(Fix::safe("sort the nodes of the graph", vec![FixEdit::SortNodes { graph: outermost }]))
}

/// The graph around a body.
pub(super) fn owner(model: &Model, graph: GraphId) -> Option<GraphId> {
    match model.graph(graph).role {
        GraphRole::Body { owner, .. } => Some(model.node(owner).graph),
        _ => None,
    }
}

/// Removes a node on which nothing depends.
pub(super) fn remove(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let node = finding.place.node?;
    let model = context.model;
    // A layer without outputs acts through a variable.
    let acts = model.dialect() == Dialect::OpenVino && model.outputs(node).len() == 0;
    (!acts).then(|| Fix::safe(format!("remove {}", model.describe(node)), vec![FixEdit::RemoveNode { node }]))
}

/// Names every node of a graph that has no name.
pub(super) fn name_all(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let (model, graph) = (context.model, finding.place.graph?);
    let unnamed = model.nodes_of(graph).filter(|&node| model.node(node).name.is_empty()).count();
    Some(Fix::safe(format!("name {}", counted(unnamed, "node")), vec![FixEdit::NameNodes { graph }]))
}

/// Removes an initializer that nothing reads.
pub(super) fn remove_initializer(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let value = value_of(finding)?;
    let name = context.model.value_name(value);
    Some(Fix::safe(format!("remove the initializer `{name}`"), vec![FixEdit::RemoveInitializer { value }]))
}

/// Removes an input that nothing reads: the callers of the model pass it.
pub(super) fn remove_input(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let value = value_of(finding).or_else(|| model.outputs(finding.place.node?).next())?;
    let name = model.value_name(value);
    Some(Fix::guess(format!("remove the input `{name}`"), vec![FixEdit::RemoveInput { value }]))
}

/// Makes the initializers that are also inputs constants. Callers can no longer override them.
pub(super) fn remove_inputs(context: &Context<'_>, finding: &Diagnostic) -> Option<Fix> {
    let model = context.model;
    let inputs = &model.graph(finding.place.graph?).inputs;
    let has_default = |value: &&_| matches!(model.value(**value).role, ValueRole::Input { default: Some(_) });
    let edits: Vec<FixEdit> = inputs.iter().filter(has_default).map(|&value| FixEdit::RemoveInput { value }).collect();
    let what = counted(edits.len(), "initializer");
    Some(Fix::guess(format!("remove {what} from the inputs of the graph"), edits))
}
