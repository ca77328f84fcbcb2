//! ONNX: a BatchNormalization after a Conv with constant filters becomes part of the filters and the bias.

use shapewright::graph::{AttributeArg, EditError, NewNode, NodeId, Operand, ValueId};
use shapewright::{Session, Tensor};

/// Returns how many nodes were fused.
pub fn fuse(session: &mut Session) -> usize {
    let model = session.model();
    let is_norm = |&node: &NodeId| model.op_type(node) == "BatchNormalization";
    let norms: Vec<NodeId> = model.graphs().flat_map(|graph| model.nodes_of(graph)).filter(is_norm).collect();
    norms.into_iter().filter(|&norm| fuse_one(session, norm).unwrap_or(false)).count()
}

fn fuse_one(session: &mut Session, norm: NodeId) -> Result<bool, EditError> {
    let Some((conv, filters, bias)) = folded(session, norm) else { return Ok(false) };
    session.edit(|model| {
        model.transaction(|model| {
            let graph = model.node(conv).graph;
            let [filters_name, bias_name] = ["fused_filters", "fused_bias"].map(|stem| model.unique_name(stem));
            let filters = model.add_constant(graph, &filters_name, &filters)?;
            let bias = model.add_constant(graph, &bias_name, &bias)?;
            let data = model.inputs(conv)[0];
            let attributes = model.attributes(conv).to_vec();
            let mut fused = NewNode::new("Conv").input(data).input(filters).input(bias);
            for attribute in attributes {
                fused = fused.attribute(model.name(attribute.name), attribute.value);
            }
            model.replace_node(norm, fused)?;
            model.remove(conv)?;
            Ok(true)
        })
    })
}

/// The Conv before a BatchNormalization in inference, with the filters and the bias that do the work of both.
fn folded(session: &Session, norm: NodeId) -> Option<(NodeId, Tensor, Tensor)> {
    let model = session.model();
    let inputs: Vec<ValueId> = model.inputs(norm).iter().map(|operand| operand.value()).collect::<Option<_>>()?;
    let [data, scale, offset, mean, variance] = inputs[..] else { return None };
    let conv = model.producer(data).filter(|&node| model.op_type(node) == "Conv")?;
    let is_alone = model.uses(data).count() == 1 && model.outputs(norm).len() == 1;
    let is_near = model.node(conv).graph == model.node(norm).graph;
    let training = model.attribute_or_default(norm, "training_mode", session.options());
    if !is_alone || !is_near || matches!(training, Some(AttributeArg::Int(1))) {
        return None;
    }
    let constant = |value: ValueId| model.load(model.constant(value)?).ok();
    let floats = |value: ValueId| Some(constant(value)?.values::<f32>()?.to_vec());
    let filters = constant(model.inputs(conv).get(1)?.value()?)?;
    let before = match model.inputs(conv).get(2) {
        Some(Operand::Value(bias)) => floats(*bias)?,
        _ => vec![0.0; *filters.sizes().first()?],
    };
    let Some(AttributeArg::Float(epsilon)) = model.attribute_or_default(norm, "epsilon", session.options()) else {
        return None;
    };
    let (scale, offset, mean, variance) = (floats(scale)?, floats(offset)?, floats(mean)?, floats(variance)?);
    let factors: Vec<f32> = scale.iter().zip(&variance).map(|(scale, v)| scale / (v + epsilon).sqrt()).collect();
    let elements = filters.values::<f32>()?;
    let each = elements.len() / factors.len().max(1);
    let scaled = elements.iter().enumerate().map(|(at, element)| element * factors[at / each.max(1)]).collect();
    let bias = before.iter().zip(&mean).zip(&factors).zip(&offset);
    let bias = bias.map(|(((bias, mean), factor), offset)| (bias - mean) * factor + offset).collect();
    let filters = Tensor::new::<f32>(filters.sizes().to_vec(), scaled).ok()?;
    Some((conv, filters, Tensor::new::<f32>([factors.len()], bias).ok()?))
}
