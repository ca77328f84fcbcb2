//! The memory of values.

use super::quantity::Quantity;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{TensorType, ValueType};
use crate::facts::FactStore;
use crate::ids::ValueId;
use crate::shape::Shape;

/// The packed bytes of this many elements; `None` for strings, and if the number is unknown.
pub(super) fn of_elements(element: ElementType, count: &Dim) -> Option<Quantity> {
    let list = TensorType::new(element, Shape::from_dims([count.clone()]));
    Quantity::from_dim(&list.byte_size()?)
}

/// The bytes of a value; `None` unless it is a tensor of known size.
pub(super) fn of_value(facts: &FactStore, value: ValueId) -> Option<Quantity> {
    of_type(facts.ty(value))
}

/// The bytes of a value of this type; `None` unless it is a tensor of known size.
pub(super) fn of_type(ty: &ValueType) -> Option<Quantity> {
    Quantity::from_dim(&ty.as_tensor()?.byte_size()?)
}
