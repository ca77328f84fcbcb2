//! IR: a Transpose that exchanges the last two dimensions of a factor becomes `transpose_a` or `transpose_b` of the MatMul.

use shapewright::Session;
use shapewright::graph::{AttributeArg, EditError, NodeId, ValueId};

/// Returns how many factors were changed.
pub fn fuse(session: &mut Session) -> usize {
    let model = session.model();
    let is_product = |&node: &NodeId| model.op_type(node) == "MatMul";
    let products: Vec<NodeId> = model.graphs().flat_map(|graph| model.nodes_of(graph)).filter(is_product).collect();
    let factors = products.into_iter().flat_map(|node| [(node, 0, "transpose_a"), (node, 1, "transpose_b")]);
    factors.filter(|&(node, index, name)| fuse_one(session, node, index, name).unwrap_or(false)).count()
}

fn fuse_one(session: &mut Session, product: NodeId, index: usize, name: &str) -> Result<bool, EditError> {
    let Some((transpose, data)) = transposed(session, product, index) else { return Ok(false) };
    // ONNX has no such attribute.
    let flag = match session.model().attribute_or_default(product, name, session.options()) {
        Some(AttributeArg::Bool(flag)) => flag,
        _ => return Ok(false),
    };
    session.edit(|model| {
        model.transaction(|model| {
            model.set_input(product, index, data)?;
            model.set_attribute(product, name, !flag);
            model.remove_unused(transpose);
            Ok(true)
        })
    })
}

/// The Transpose before a factor, and what it transposes.
fn transposed(session: &Session, product: NodeId, index: usize) -> Option<(NodeId, ValueId)> {
    let model = session.model();
    let transpose = model.producer(model.inputs(product).get(index)?.value()?)?;
    let [data, order] = model.inputs(transpose) else { return None };
    let order = model.load(model.constant(order.value()?)?).ok()?.elements(16)?.exact_ints()?;
    let mut swapped: Vec<i128> = (0..order.len() as i128).collect();
    let last = order.len().checked_sub(2)?;
    swapped[last..].reverse();
    (model.op_type(transpose) == "Transpose" && order == swapped).then_some((transpose, data.value()?))
}
