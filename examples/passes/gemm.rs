//! ONNX: `Add (MatMul (x, w), b)` of matrices becomes one `Gemm (x, w, b)`.

use shapewright::Session;
use shapewright::graph::{Dialect, EditError, NewNode, NodeId, ValueId};

/// Returns how many pairs were fused.
pub fn fuse(session: &mut Session) -> usize {
    let model = session.model();
    // IR has no Gemm.
    let graphs = model.graphs().filter(|_| model.dialect() == Dialect::Onnx);
    let adds: Vec<NodeId> =
        graphs.flat_map(|graph| model.nodes_of(graph)).filter(|&node| model.op_type(node) == "Add").collect();
    adds.into_iter().filter(|&add| fuse_one(session, add).unwrap_or(false)).count()
}

fn fuse_one(session: &mut Session, add: NodeId) -> Result<bool, EditError> {
    let Some((product, bias)) = product_and_bias(session, add) else { return Ok(false) };
    session.edit(|model| {
        model.transaction(|model| {
            let factors: Vec<ValueId> = model.inputs(product).iter().filter_map(|operand| operand.value()).collect();
            model.replace_node(add, NewNode::new("Gemm").inputs(factors).input(bias))?;
            model.remove(product)?;
            Ok(true)
        })
    })
}

/// The MatMul that only this Add reads, and what is added to it.
fn product_and_bias(session: &Session, add: NodeId) -> Option<(NodeId, ValueId)> {
    let (model, facts) = (session.model(), session.facts());
    let [a, b] = model.inputs(add) else { return None };
    let (a, b) = (a.value()?, b.value()?);
    [(a, b), (b, a)].into_iter().find_map(|(product, bias)| {
        let node = model.producer(product).filter(|&node| model.op_type(node) == "MatMul")?;
        let is_alone = model.uses(product).count() == 1 && model.node(node).graph == model.node(add).graph;
        let is_matrix = |value: ValueId| facts.get(value).shape().rank() == Some(2);
        let factors: Vec<ValueId> = model.inputs(node).iter().filter_map(|operand| operand.value()).collect();
        // The bias must broadcast to the product, not the other way.
        let grows = facts.ty(model.outputs(add).next()?) != facts.ty(product);
        let fits = is_alone && factors.len() == 2 && factors.into_iter().all(is_matrix) && !grows;
        (fits && facts.get(bias).shape().rank().is_some_and(|rank| rank <= 2)).then_some((node, bias))
    })
}
