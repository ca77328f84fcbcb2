//! Applies the edits of a fix to a model.

use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::fix_edit::{Fix, FixEdit, FixValue};
use crate::graph::{AttributeArg, EditError, Model, Operand, Use};
use crate::ids::{NodeId, ValueId};
use crate::tensor::Tensor;

/// Applies all edits of a fix or none. An edit may be impossible after another fix of the same round.
pub(crate) fn apply(model: &mut Model, fix: &Fix) -> Result<(), EditError> {
    model.transaction(|model| fix.edits.iter().try_for_each(|edit| one(model, edit)))
}

/// Applies one edit.
pub(super) fn one(model: &mut Model, edit: &FixEdit) -> Result<(), EditError> {
    match *edit {
        FixEdit::SortNodes { graph } => model.sort_nodes(graph),
        FixEdit::RemoveNode { node } => return model.remove(node),
        FixEdit::RenameNode { node, ref name } => {
            let name = model.unique_name(name);
            model.rename_node(node, &name);
        }
        FixEdit::RenameValue { value, ref name } => return model.rename_value(value, name),
        FixEdit::SetOperator { node, ref op_type } => return model.set_op_type(node, op_type),
        FixEdit::SetInput { node, input, value } => return model.set_input(node, input, value),
        FixEdit::SetConstant { node, input, ref elements } => return set_constant(model, node, input, elements),
        FixEdit::RemoveInputs { node, from } => {
            let (kept, rest) = model.inputs(node).split_at(from.min(model.inputs(node).len()));
            let (kept, rest) = (kept.to_vec(), rest.to_vec());
            model.set_inputs(node, &kept)?;
            rest.into_iter().filter_map(Operand::value).for_each(|value| remove_unread(model, value));
        }
        FixEdit::SetAttribute { node, ref name, ref value } => {
            model.check_present(node)?;
            model.set_attribute(node, name, argument(value));
        }
        FixEdit::RenameAttribute { node, ref from, ref to } => {
            model.check_present(node)?;
            model.rename_attribute(node, from, to);
        }
        FixEdit::KeepFirstAttribute { node, ref name } => {
            model.check_present(node)?;
            model.keep_first_attribute(node, name);
        }
        FixEdit::RemoveAttribute { node, ref name } => {
            model.check_present(node)?;
            model.remove_attribute(node, name);
        }
        FixEdit::ReplaceUses { value, with } => return model.replace_uses(value, with),
        FixEdit::RemoveInitializer { value } => return remove_initializer(model, value),
        FixEdit::RemoveInput { value } => return remove_input(model, value),
        FixEdit::Declare { value, ref ty } => {
            let ty: ValueType = ty.parse().map_err(|_| EditError::Unsupported("the type has no form in a file"))?;
            model.declare(value, ty);
            record_everywhere(model, value);
        }
        FixEdit::RecordInput { node, input } => {
            let operand = model.inputs(node).get(input).copied().unwrap_or(Operand::Absent);
            return model.set_input(node, input, operand);
        }
        FixEdit::RemoveUnknownDeclarations { graph } => model.remove_unknown_declarations(graph),
        FixEdit::SetOpset { ref domain, version } => model.set_opset(domain, version),
        FixEdit::RemoveOpset { index } => model.remove_opset(index),
        FixEdit::SetIrVersion { version } => model.set_ir_version(version),
        FixEdit::ReplaceText { .. } => return Err(EditError::Unsupported("text is not part of a graph")),
    }
    Ok(())
}

fn argument(value: &FixValue) -> AttributeArg {
    match value {
        FixValue::Int(value) => (*value).into(),
        FixValue::Float(value) => (*value).into(),
        FixValue::Ints(values) => values.clone().into(),
        FixValue::Floats(values) => values.clone().into(),
        FixValue::Text(text) => text.as_str().into(),
    }
}

/// IR: every reader repeats the type of what it reads.
fn record_everywhere(model: &mut Model, value: ValueId) {
    if model.dialect() != Dialect::OpenVino {
        return;
    }
    let inputs = model.uses(value).filter_map(|used| match used {
        Use::Input { node, index } => Some((node, index)),
        Use::Output { .. } => None,
    });
    for (node, index) in inputs.collect::<Vec<_>>() {
        // The reader exists, and the value is available there.
        let _ = model.set_input(node, index, value);
    }
}

fn remove_initializer(model: &mut Model, value: ValueId) -> Result<(), EditError> {
    if model.is_removed_value(value) {
        return Err(EditError::Removed(format!("`{}`", model.value_name(value))));
    }
    model.remove_constant(value)
}

/// An input that nothing reads is removed; one with a default becomes a constant.
fn remove_input(model: &mut Model, value: ValueId) -> Result<(), EditError> {
    let graph = model.value(value).graph;
    let position = model.graph(graph).inputs.iter().position(|&input| input == value);
    let Some(index) = position else { return Err(EditError::Unsupported("it is not an input of the graph")) };
    if model.make_constant(graph, index) { Ok(()) } else { model.remove_input(graph, index) }
}

/// Reads a new constant.
fn set_constant(model: &mut Model, node: NodeId, input: usize, elements: &[i64]) -> Result<(), EditError> {
    model.check_present(node)?;
    let name = model.unique_name(&format!("{}_{input}", model.written_op_type(node)));
    let packed: Vec<u8> = elements.iter().flat_map(|element| element.to_le_bytes()).collect();
    let tensor = Tensor::from_packed(ElementType::I64, vec![elements.len()], packed);
    let value =
        model.add_constant_before(node, &name, &tensor.map_err(|_| EditError::Unsupported("it is too large"))?)?;
    let mut inputs = model.inputs(node).to_vec();
    inputs.resize(inputs.len().max(input + 1), Operand::Absent);
    let before = std::mem::replace(&mut inputs[input], Operand::Value(value));
    model.set_inputs(node, &inputs)?;
    let Some(before) = before.value() else { return Ok(()) };
    remove_unread(model, before);
    if model.dialect() == Dialect::Onnx && model.is_removed_value(before) {
        // The new constant takes the place of the old one.
        let name = model.value_name(before).to_owned();
        return model.rename_value(value, &name);
    }
    Ok(())
}

/// Removes a constant that nothing reads any more.
fn remove_unread(model: &mut Model, value: ValueId) {
    match model.producer(value) {
        Some(node) => drop(model.remove_unused(node)),
        // Something else reads it, or it is an input.
        None => drop(model.remove_constant(value)),
    }
}
