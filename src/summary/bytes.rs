//! The memory of values.

use super::quantity::Quantity;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::TensorType;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::ValueId;
use crate::shape::Shape;

/// The packed bytes of this many elements; `None` for strings, and if the number is unknown.
pub(super) fn of_elements(element: ElementType, count: &Dim) -> Option<Quantity> {
    let list = TensorType::new(element, Shape::from_dims([count.clone()]));
    Quantity::from_dim(&list.byte_size()?)
}

/// Whether a value is an output that its node does not compute: ONNX writes it as an empty name.
pub(super) fn is_omitted(model: &Model, value: ValueId) -> bool {
    model.dialect() == Dialect::Onnx && model.value_name(value).is_empty()
}

/// The bytes of a value; `None` unless it is a tensor of known size.
pub(super) fn of_value(facts: &FactStore, value: ValueId) -> Option<Quantity> {
    Quantity::from_dim(&facts.ty(value).as_tensor()?.byte_size()?)
}
