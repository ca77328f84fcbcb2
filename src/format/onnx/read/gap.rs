//! What declarations omit.

use crate::fact::{TensorType, ValueType};
use crate::shape::Shape;

/// What a declaration omits.
#[derive(Clone, Copy)]
pub(crate) enum Gap {
    Type,
    Element,
    Shape,
}

impl Gap {
    /// What a type omits that a declaration has.
    pub(crate) fn of(ty: Option<&ValueType>) -> Option<Gap> {
        match ty {
            None => Some(Gap::Type),
            Some(ValueType::Tensor(t) | ValueType::Sparse(t)) => match t {
                TensorType { element: None, .. } => Some(Gap::Element),
                TensorType { shape: Shape::Unranked { .. }, .. } => Some(Gap::Shape),
                TensorType { .. } => None,
            },
            Some(ValueType::Sequence(element) | ValueType::Optional(element)) => {
                (**element == ValueType::Unknown).then_some(Gap::Element)
            }
            Some(ValueType::Map(key, value)) => {
                (key.is_none() || **value == ValueType::Unknown).then_some(Gap::Element)
            }
            Some(ValueType::Unknown) => None,
        }
    }
}
