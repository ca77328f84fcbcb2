//! Removes nodes whose output is their input: ONNX and IR.

use shapewright::graph::{EditError, NodeId, Use, ValueId, ValueRole};
use shapewright::{Elements, Session};

/// Returns how many nodes were removed.
pub fn remove(session: &mut Session) -> usize {
    let model = session.model();
    let nodes: Vec<NodeId> = model.graphs().flat_map(|graph| model.nodes_of(graph)).collect();
    nodes.into_iter().filter(|&node| bypass(session, node).unwrap_or(false)).count()
}

/// The input that the output of a node equals.
fn same_input(session: &Session, node: NodeId) -> Option<ValueId> {
    let model = session.model();
    let input = |at: usize| model.inputs(node).get(at)?.value();
    let output = model.outputs(node).next()?;
    let first = input(0)?;
    match model.op_type(node) {
        "Identity" => Some(first),
        // These never change elements, only types and shapes.
        "Cast" | "Convert" | "Reshape" | "Flatten" | "Squeeze" | "Unsqueeze" | "Broadcast" | "Expand" => {
            is_same_type(session, first, output).then_some(first)
        }
        "Multiply" | "Mul" => [(first, input(1)?), (input(1)?, first)].into_iter().find_map(|(kept, factor)| {
            let ones = constant(session, factor)?.floats()?.iter().all(|&factor| factor == 1.0);
            (ones && is_same_type(session, kept, output)).then_some(kept)
        }),
        _ => None,
    }
}

/// The elements of a small constant.
fn constant(session: &Session, value: ValueId) -> Option<Elements> {
    session.model().load(session.model().constant(value)?).ok()?.elements(16)
}

/// Whether two values are known to have the same element type and shape.
fn is_same_type(session: &Session, a: ValueId, b: ValueId) -> bool {
    let [a, b] = [a, b].map(|value| session.facts().get(value));
    let (Some(left), Some(right)) = (a.shape().dims(), b.shape().dims()) else { return false };
    let is_same = left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.provably_eq(b));
    is_same && a.element().is_some() && a.element() == b.element()
}

fn bypass(session: &mut Session, node: NodeId) -> Result<bool, EditError> {
    let Some(input) = same_input(session, node) else { return Ok(false) };
    session.edit(|model| {
        let output = model.outputs(node).next().ok_or(EditError::Unsupported("the node has no output"))?;
        // An output of the graph that is also an input of it needs a node between them.
        let is_output = model.uses(output).any(|used| matches!(used, Use::Output { .. }));
        let is_plain = matches!(model.value(input).role, ValueRole::Output(_))
            && !model.uses(input).any(|used| matches!(used, Use::Output { .. }))
            && model.value(input).graph == model.value(output).graph;
        if is_output && !is_plain {
            return Ok(false);
        }
        model.transaction(|model| {
            model.replace_uses(output, input)?;
            model.remove(node)?;
            Ok(true)
        })
    })
}
