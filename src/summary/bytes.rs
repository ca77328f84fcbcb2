//! The memory of values.

use super::quantity::Quantity;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::ValueId;

/// The packed bytes of this many elements; `None` for strings, and if the number is unknown.
pub(super) fn of_elements(element: ElementType, count: &Dim) -> Option<Quantity> {
    // Groups of elements, and the bytes of each.
    let (group, bytes) = match (element, u64::from(element.bits())) {
        (ElementType::U3, _) => (8, 3),
        (ElementType::U6, _) => (4, 3),
        (_, 0) => return None,
        (_, bits @ 1..8) => (8 / bits, 1),
        (_, bits) => (1, bits / 8),
    };
    Quantity::from_dim(&count.ceil_div(&Dim::exact(group)))?.times(&Quantity::exact(bytes))
}

/// Whether a value is an output that its node does not compute: ONNX writes it as an empty name.
pub(super) fn is_omitted(model: &Model, value: ValueId) -> bool {
    model.dialect() == Dialect::Onnx && model.value_name(value).is_empty()
}

/// The bytes of a value; `None` unless it is a tensor of known size.
pub(super) fn of_value(facts: &FactStore, value: ValueId) -> Option<Quantity> {
    let tensor = facts.ty(value).as_tensor()?;
    of_elements(tensor.element?, &tensor.shape.num_elements())
}
