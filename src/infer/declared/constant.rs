//! IR constants whose bytes match the type recorded on the port.

use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::graph::{AttributeValue, Model, Operand, StoredTensor};
use crate::ids::NodeId;

/// Whether a node widens an f16 constant to f32 and its port records f16. OpenVINO writes such ports when it compresses
/// weights that are outputs of the model.
pub(crate) fn is_decompressed(model: &Model, node: NodeId, inferred: &ValueType, recorded: &ValueType) -> bool {
    let element = |ty: &ValueType| ty.as_tensor().and_then(|tensor| tensor.element);
    let [Operand::Value(value)] = model.inputs(node) else { return false };
    let constant = model.producer(*value).is_some_and(|producer| stored(model, producer).is_some());
    model.dialect() == Dialect::OpenVino
        && constant
        && model.declared(*value).and_then(element) == Some(ElementType::F16)
        && element(recorded) == Some(ElementType::F16)
        && element(inferred) == Some(ElementType::F32)
}

/// Whether the byte count of a Const matches the type that its port records and not the type that `<data>` declares. In
/// that case `<data>` is wrong: a finding reports it, and nothing is inferred from it.
pub(crate) fn is_of(model: &Model, node: NodeId, recorded: &ValueType) -> bool {
    if model.dialect() != Dialect::OpenVino {
        return false;
    }
    let written = |name: &str| match model.attribute(node, name).map(|a| &a.value) {
        Some(AttributeValue::Text(text)) => model.name(*text).parse::<u64>().ok(),
        _ => None,
    };
    let (Some(size), Some(own), Some(recorded)) = (written("size"), stored(model, node), recorded.as_tensor()) else {
        return false;
    };
    let needed = |element: Option<crate::element::ElementType>, count: Option<u64>| element?.packed_bytes(count?);
    let count = own.sizes.as_ref().and_then(|sizes| sizes.iter().try_fold(1u64, |n, &s| n.checked_mul(s)));
    let recorded_count = if recorded.shape.rank().is_some() { recorded.shape.num_elements().size() } else { count };
    needed(own.element, count) != Some(size) && needed(recorded.element, recorded_count) == Some(size)
}

/// The elements of a Const.
fn stored(model: &Model, node: NodeId) -> Option<&StoredTensor> {
    match model.attribute(node, "value")?.value {
        AttributeValue::Tensor(tensor) => Some(model.tensor(tensor)),
        _ => None,
    }
}
