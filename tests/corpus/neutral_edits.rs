//! Edits after which a model computes the same.

use shapewright::graph::{At, AttributeArg, AttributeValue, Dialect, EditError, GraphId, Model, NewNode, NodeId, Use};
use shapewright::graph::{ValueId, ValueRole};

use crate::edits::Numbers;

const NONE: EditError = EditError::Unsupported("there is nothing to edit");

/// One random edit.
pub fn neutral_edit(model: &mut Model, numbers: &mut Numbers) -> Result<(), EditError> {
    let graph = model.main_graph().ok_or(NONE)?;
    let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
    let node = numbers.of(&nodes).ok_or(NONE)?;
    match numbers.below(10) {
        0 | 1 => pass_on(model, node, numbers),
        2 => bypass(model, node),
        3 => copy_of_node(model, node, numbers),
        4 => copy_of_constant(model, node, numbers),
        5 => {
            let first = numbers.below(nodes.len());
            let count = 1 + numbers.below(5);
            let some: Vec<NodeId> = nodes[first..].iter().copied().take(count).collect();
            let name = model.unique_name("outlined");
            model.outline(&some, "outlined", &name).map(drop)
        }
        6 => {
            model.inline_call(nodes.into_iter().find(|&node| model.op(node).function.is_some()).ok_or(NONE)?).map(drop)
        }
        7 => rename(model, node),
        8 => {
            model.remove_unused(node);
            model.sort_nodes(graph);
            Ok(())
        }
        _ => {
            let inner = model.outputs(node).next().filter(|&value| !is_output(model, value)).ok_or(NONE)?;
            model.remove_declaration(inner);
            Ok(())
        }
    }
}

fn is_output(model: &Model, value: ValueId) -> bool {
    model.uses(value).any(|used| matches!(used, Use::Output { .. }))
}

/// A random input of a node, with its position.
fn input(model: &Model, node: NodeId, numbers: &mut Numbers) -> Option<(usize, ValueId)> {
    let inputs: Vec<_> = model.inputs(node).iter().enumerate().filter_map(|(at, o)| Some((at, o.value()?))).collect();
    numbers.of(&inputs)
}

/// Whether a node may read another value of the same elements: IR reads some inputs only from constants.
fn is_free(model: &Model, node: NodeId) -> bool {
    let plain =
        ["Add", "Multiply", "MatMul", "Convolution", "Relu", "Sigmoid", "SoftMax", "Softmax", "Concat", "Divide"];
    model.dialect() == Dialect::Onnx || plain.contains(&model.op_type(node))
}

/// A node between a node and its input that passes the input on.
fn pass_on(model: &mut Model, node: NodeId, numbers: &mut Numbers) -> Result<(), EditError> {
    let (at, value) = input(model, node, numbers).filter(|_| is_free(model, node)).ok_or(NONE)?;
    let rank = model.declared(value).and_then(|ty| ty.as_tensor()?.shape.rank());
    let new = match model.dialect() {
        // Runtimes read some inputs only from constants.
        _ if model.constant(value).is_some() => return Err(NONE),
        Dialect::Onnx => NewNode::new("Identity").input(value),
        _ if rank.is_none_or(|rank| rank == 0) => return Err(NONE),
        _ => NewNode::new("Concat").attribute("axis", 0i64).input(value),
    };
    let new = model.insert(At::Before(node), new)?;
    let passed = model.outputs(new).next().ok_or(NONE)?;
    model.set_input(node, at, passed)
}

/// Removes a node that passes its input on.
fn bypass(model: &mut Model, node: NodeId) -> Result<(), EditError> {
    let (inputs, output) = (model.inputs(node).to_vec(), model.outputs(node).next().ok_or(NONE)?);
    let is_passed = matches!(model.op_type(node), "Identity" | "Concat") && inputs.len() == 1;
    let value = inputs.first().and_then(|operand| operand.value()).filter(|_| is_passed).ok_or(NONE)?;
    if is_output(model, output) || model.value(value).graph != model.value(output).graph {
        return Err(NONE);
    }
    model.replace_uses(output, value)?;
    model.remove(node)
}

/// Another node that computes the same, for one of the readers.
fn copy_of_node(model: &mut Model, node: NodeId, numbers: &mut Numbers) -> Result<(), EditError> {
    let op = model.op(node).clone();
    let name = model.name(op.name).to_owned();
    let is_random = ["Random", "Dropout", "Bernoulli", "Multinomial", "Parameter", "Result", "Constant", "Const"];
    let has_bodies = model
        .attributes(node)
        .iter()
        .any(|attribute| !attribute.value.graphs().is_empty() || matches!(attribute.value, AttributeValue::PortMap(_)));
    if has_bodies || model.outputs(node).len() != 1 || is_random.iter().any(|word| name.contains(word)) {
        return Err(NONE);
    }
    let output = model.outputs(node).next().ok_or(NONE)?;
    let readers: Vec<_> = model.uses(output).filter(|used| matches!(used, Use::Input { .. })).collect();
    let Some(Use::Input { node: reader, index }) = numbers.of(&readers) else { return Err(NONE) };
    if model.node(reader).graph != model.node(node).graph {
        return Err(NONE);
    }
    let mut copy = NewNode::new(&name).domain(model.name(op.domain));
    copy = op.version.into_iter().fold(copy, NewNode::opset);
    copy = model.inputs(node).iter().fold(copy, |copy, &operand| copy.input(operand));
    for attribute in model.attributes(node).to_vec() {
        copy = copy.attribute(model.name(attribute.name), AttributeArg::Value(attribute.value));
    }
    let copy = model.insert(At::After(node), copy)?;
    let same = model.outputs(copy).next().ok_or(NONE)?;
    model.set_input(reader, index, same)
}

/// A constant of the same elements for one of its readers.
fn copy_of_constant(model: &mut Model, node: NodeId, numbers: &mut Numbers) -> Result<(), EditError> {
    let (at, value) = input(model, node, numbers).ok_or(NONE)?;
    let tensor = model.constant(value).and_then(|id| model.load(id).ok()).ok_or(NONE)?;
    if matches!(model.value(value).role, ValueRole::Input { .. }) || tensor.byte_len() > 1 << 16 {
        return Err(NONE);
    }
    let graph: GraphId = model.node(node).graph;
    let name = model.unique_name("copied");
    let copy = model.add_constant(graph, &name, &tensor)?;
    model.set_input(node, at, copy)
}

fn rename(model: &mut Model, node: NodeId) -> Result<(), EditError> {
    let value = model.outputs(node).next().filter(|&value| !is_output(model, value)).ok_or(NONE)?;
    let name = model.unique_name("renamed");
    match model.dialect() {
        Dialect::Onnx => model.rename_value(value, &name),
        _ => {
            model.rename_node(node, &name);
            Ok(())
        }
    }
}
