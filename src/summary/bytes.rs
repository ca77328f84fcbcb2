//! The memory of values.

use super::quantity::Quantity;
use super::sums::Sums;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{TensorType, ValueType};
use crate::facts::FactStore;
use crate::ids::ValueId;
use crate::shape::Shape;

/// The packed bytes of this many elements; `None` for strings, and if the number is unknown.
pub(super) fn of_elements(sums: &Sums, element: ElementType, count: &Dim) -> Option<Quantity> {
    let list = TensorType::new(element, Shape::from_dims([count.clone()]));
    sums.of_dim(&list.byte_size()?)
}

/// The bytes of a value; `None` unless it is a tensor of known size.
pub(super) fn of_value(sums: &Sums, facts: &FactStore, value: ValueId) -> Option<Quantity> {
    let ty = facts.ty(value);
    // What would be thrown away is not computed.
    if sums.is_used_up() && !is_exact(ty) { None } else { sums.of_dim(&ty.as_tensor()?.byte_size()?) }
}

/// The bytes of a value of this type; `None` unless it is a tensor of known size.
pub(super) fn of_type(ty: &ValueType) -> Option<Quantity> {
    Quantity::from_dim(&ty.as_tensor()?.byte_size()?)
}

fn is_exact(ty: &ValueType) -> bool {
    ty.as_tensor()
        .and_then(|tensor| tensor.shape.dims())
        .is_some_and(|dims| dims.iter().all(|dim| dim.size().is_some()))
}
