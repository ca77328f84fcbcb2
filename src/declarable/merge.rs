//! A declaration in the file and what is inferred, joined.

use crate::dim::Dim;
use crate::fact::{TensorType, ValueType};
use crate::shape::Shape;

/// The declared type with what is inferred in the place of what it leaves open. A name stays, unless the size is known.
pub(crate) fn refined(declared: &ValueType, inferred: &ValueType) -> ValueType {
    use ValueType::{Map, Optional, Sequence, Sparse, Tensor, Unknown};
    match (declared, inferred) {
        (Tensor(a), Tensor(b)) => Tensor(tensor(a, b)),
        (Sparse(a), Sparse(b)) => Sparse(tensor(a, b)),
        (Sequence(a), Sequence(b)) => Sequence(refined(a, b).into()),
        (Optional(a), Optional(b)) => Optional(refined(a, b).into()),
        (Map(k, a), Map(l, b)) => Map(k.or(*l), refined(a, b).into()),
        (Unknown, _) => inferred.clone(),
        _ => declared.clone(),
    }
}

fn tensor(declared: &TensorType, inferred: &TensorType) -> TensorType {
    let shape = match (declared.shape.dims(), inferred.shape.dims()) {
        (None, Some(_)) => inferred.shape.clone(),
        (Some(a), Some(b)) if a.len() == b.len() => Shape::from_dims(a.iter().zip(b).map(|(a, b)| dimension(a, b))),
        _ => declared.shape.clone(),
    };
    TensorType { element: declared.element.or(inferred.element), shape }
}

fn dimension(declared: &Dim, inferred: &Dim) -> Dim {
    let is_kept = declared.size().is_some() || declared.name().is_some() && inferred.size().is_none();
    if is_kept { declared.clone() } else { inferred.clone() }
}
