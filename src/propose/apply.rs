//! Applies the edits of a fix to a model.

use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::fix_edit::{Fix, FixEdit, FixValue};
use crate::format::onnx::raw_data;
use crate::graph::{AttributeArg, EditError, GraphOutput, Model, Operand, Value, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
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
        FixEdit::NameNodes { graph } => name_nodes(model, graph),
        FixEdit::RenameValue { value, ref name } => return rename_value(model, value, name),
        FixEdit::SetOperator { node, ref op_type } => return model.set_op_type(node, op_type),
        FixEdit::SetInput { node, input, value } => return model.set_input(node, input, value),
        FixEdit::SetConstant { node, input, ref ty, ref elements } => {
            return set_constant(model, (node, input), &constant(ty, elements)?);
        }
        FixEdit::SetTensorType { value, ref ty } => return set_tensor_type(model, value, ty),
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
            model.record_at_readers(value);
        }
        FixEdit::RecordInput { node, input } => model.record_input(node, input),
        FixEdit::RemoveUnknownDeclarations { graph } => model.remove_unknown_declarations(graph),
        FixEdit::SetOpset { ref domain, version } => model.set_opset(domain, version),
        FixEdit::RemoveOpset { index } => model.remove_opset(index),
        FixEdit::SetIrVersion { version } => model.set_ir_version(version),
        FixEdit::ReplaceText { .. } => return Err(EditError::Unsupported("text is not part of a graph")),
    }
    Ok(())
}

/// A name is that of the operator and of the first output that has one.
fn name_nodes(model: &mut Model, graph: GraphId) {
    /// No known operator has a longer name. One that is unknown would be in the file a second time.
    const CHARACTERS: usize = 40;
    let unnamed: Vec<NodeId> = model.nodes_of(graph).filter(|&node| model.node(node).name.is_empty()).collect();
    for node in unnamed {
        let output = model.outputs(node).map(|value| model.value_name(value)).find(|name| !name.is_empty());
        let name = format!("{:.CHARACTERS$}_{}", model.written_op_type(node), output.unwrap_or("node"));
        let name = model.unique_name(&name);
        model.rename_node(node, &name);
    }
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

/// Renames a value. An output of its graph that had this name without a value is the value then.
fn rename_value(model: &mut Model, value: ValueId, name: &str) -> Result<(), EditError> {
    model.rename_value(value, name)?;
    let graph = model.value(value).graph;
    let outputs = model.graph(graph).outputs.iter().enumerate();
    let is_it =
        |output: &GraphOutput| matches!(output.operand, Operand::Undefined(_)) && model.name(output.name) == name;
    let found: Vec<usize> = outputs.filter(|(_, output)| is_it(output)).map(|(index, _)| index).collect();
    for index in found {
        let output = model.graph(graph).outputs[index].clone();
        model.put_output(graph, index, GraphOutput { operand: Operand::Value(value), ..output });
    }
    Ok(())
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

/// A tensor of integers.
fn constant(ty: &str, elements: &[i64]) -> Result<Tensor, EditError> {
    const NO_TENSOR: EditError = EditError::Unsupported("it is not a constant of integers");
    let (element, sizes) = static_type(ty).ok_or(NO_TENSOR)?;
    let packed: Option<Vec<Vec<u8>>> = elements.iter().map(|&value| packed(element, value)).collect();
    Tensor::from_packed(element, sizes, packed.ok_or(NO_TENSOR)?.concat()).map_err(|_| NO_TENSOR)
}

/// The element type and the sizes of a type such as `i64[2]`.
fn static_type(ty: &str) -> Option<(ElementType, Vec<usize>)> {
    let ty: ValueType = ty.parse().ok()?;
    let ty = ty.as_tensor()?;
    let sizes = ty.shape.dims()?.iter().map(|dim| usize::try_from(dim.size()?).ok());
    Some((ty.element?, sizes.collect::<Option<_>>()?))
}

/// Replaces an initializer by one of the same bytes and the same name.
fn set_tensor_type(model: &mut Model, value: ValueId, ty: &str) -> Result<(), EditError> {
    const NO_TENSOR: EditError = EditError::Unsupported("it is not an initializer with raw data of this size");
    let ValueRole::Initializer(old) = model.value(value).role else { return Err(NO_TENSOR) };
    let (element, sizes) = static_type(ty).ok_or(NO_TENSOR)?;
    let bytes = raw_data(model, old).ok_or(NO_TENSOR)?;
    let tensor = Tensor::from_packed(element, sizes, bytes.to_vec()).map_err(|_| NO_TENSOR)?;
    let graph = model.value(value).graph;
    let stem = model.value_name(value).to_owned();
    let name = model.unique_name(&stem);
    let new = model.add_constant(graph, &name, &tensor)?;
    declare_like(model, value, (new, &tensor));
    output_in_place_of(model, value, new);
    model.replace_uses(value, new)?;
    model.remove_constant(value)?;
    take_name(model, value, new);
    Ok(())
}

/// ONNX: gives a value the name of a removed constant in whose place it is. If other values have that name, they had it before.
/// It takes long to look for them among all values for each fix.
fn take_name(model: &mut Model, removed: ValueId, value: ValueId) {
    model.put_name(value, model.value(removed).name);
}

/// Makes outputs of graphs another constant, which will have the name. They keep the type that they are declared with.
fn output_in_place_of(model: &mut Model, old: ValueId, new: ValueId) {
    let outputs: Vec<_> = model.outputs_of(old).collect();
    if !outputs.is_empty() {
        let declaration = model.value(old).declaration;
        model.put_value(new, Value { declaration, ..model.value(new).clone() });
    }
    for (graph, index) in outputs {
        let index = index as usize;
        let output = model.graph(graph).outputs[index].clone();
        model.put_output(graph, index, GraphOutput { operand: Operand::Value(new), ..output });
    }
}

/// The bytes of an integer.
fn packed(element: ElementType, value: i64) -> Option<Vec<u8>> {
    Some(match element {
        ElementType::I64 => value.to_le_bytes().to_vec(),
        ElementType::I32 => i32::try_from(value).ok()?.to_le_bytes().to_vec(),
        ElementType::U64 => u64::try_from(value).ok()?.to_le_bytes().to_vec(),
        ElementType::U32 => u32::try_from(value).ok()?.to_le_bytes().to_vec(),
        _ => return None,
    })
}

/// Reads a new constant.
fn set_constant(model: &mut Model, (node, input): (NodeId, usize), tensor: &Tensor) -> Result<(), EditError> {
    model.check_present(node)?;
    let before = model.inputs(node).get(input).and_then(|operand| operand.value());
    if let Some(held) = before.and_then(|before| held_for_one(model, before)) {
        return hold(model, held, tensor);
    }
    let name = model.unique_name(&format!("{}_{input}", model.written_op_type(node)));
    let value = model.add_constant_before(node, &name, tensor)?;
    if let Some(before) = before {
        declare_like(model, before, (value, tensor));
    }
    read_at(model, (node, input), value)?;
    let Some(before) = before else { return Ok(()) };
    remove_unread(model, before);
    if model.dialect() == Dialect::Onnx && model.is_removed_value(before) {
        // The new constant takes the place of the old one.
        take_name(model, before, value);
    }
    Ok(())
}

/// ONNX: the node that holds a constant as its attribute `value`, if the constant is read only once.
fn held_for_one(model: &Model, value: ValueId) -> Option<NodeId> {
    let node = model.producer(value).filter(|_| model.dialect() == Dialect::Onnx)?;
    let is_held = model.constant(value).is_some() && model.uses(value).nth(1).is_none();
    is_held.then_some(node)
}

/// Holds another constant: the node keeps its name and what else its record states.
fn hold(model: &mut Model, node: NodeId, tensor: &Tensor) -> Result<(), EditError> {
    model.check_present(node)?;
    model.set_attribute(node, "value", tensor.clone());
    for value in model.outputs(node).collect::<Vec<_>>() {
        declare_like(model, value, (value, tensor));
    }
    Ok(())
}

/// Makes an input read a value. The ports of an existing one, and of those beside it, keep what they record.
fn read_at(model: &mut Model, (node, input): (NodeId, usize), value: ValueId) -> Result<(), EditError> {
    if input < model.inputs(node).len() {
        return model.set_input(node, input, value);
    }
    let mut inputs = model.inputs(node).to_vec();
    inputs.resize(input, Operand::Absent);
    inputs.push(Operand::Value(value));
    model.set_inputs(node, &inputs)
}

/// Declares the type of a new constant if that of the old one is declared. IR: ports that read it record it, too.
fn declare_like(model: &mut Model, old: ValueId, (new, tensor): (ValueId, &Tensor)) {
    // The type of an input, or of what a node computes, says nothing of a constant.
    let is_constant = || model.constant(old).is_some() && !model.graph(model.value(old).graph).inputs.contains(&old);
    if model.declared(old).is_some() && (model.dialect() == Dialect::OpenVino || is_constant()) {
        model.declare(new, ValueType::tensor(tensor.element(), tensor.shape()));
    }
}

/// Removes a constant that nothing reads any more.
fn remove_unread(model: &mut Model, value: ValueId) {
    match model.producer(value) {
        Some(node) => drop(model.remove_unused(node)),
        // Something else reads it, or it is an input.
        None => drop(model.remove_constant(value)),
    }
}
