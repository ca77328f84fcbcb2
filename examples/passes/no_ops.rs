//! Removes nodes whose output is their input.

use shapewright::Session;
use shapewright::graph::{EditError, NodeId, Use, ValueRole};

/// Returns how many nodes were removed.
pub fn remove(session: &mut Session) -> usize {
    let model = session.model();
    let nodes: Vec<NodeId> = model.graphs().flat_map(|graph| model.nodes_of(graph)).collect();
    nodes.into_iter().filter(|&node| is_no_op(session, node) && bypass(session, node).is_ok()).count()
}

fn is_no_op(session: &Session, node: NodeId) -> bool {
    let (model, facts) = (session.model(), session.facts());
    let Some(input) = model.inputs(node).first().and_then(|operand| operand.value()) else { return false };
    let Some(output) = model.outputs(node).next() else { return false };
    match model.op_type(node) {
        "Identity" => true,
        // A type that is known and the same on both sides.
        "Cast" => facts.get(input).element().is_some_and(|element| facts.get(output).element() == Some(element)),
        _ => false,
    }
}

fn bypass(session: &mut Session, node: NodeId) -> Result<(), EditError> {
    session.edit(|model| {
        let input = model.inputs(node)[0].value().ok_or(EditError::Unsupported("the node has no input"))?;
        let output = model.outputs(node).next().ok_or(EditError::Unsupported("the node has no output"))?;
        // An output of the graph that is also an input of it needs a node between them.
        let is_output = model.uses(output).any(|used| matches!(used, Use::Output { .. }));
        let is_plain = matches!(model.value(input).role, ValueRole::Output { .. })
            && !model.uses(input).any(|used| matches!(used, Use::Output { .. }))
            && model.value(input).graph == model.value(output).graph;
        if is_output && !is_plain {
            return Err(EditError::Unsupported("the output needs a node of its own"));
        }
        model.transaction(|model| {
            model.replace_uses(output, input)?;
            model.remove(node)
        })
    })
}
