//! Types as a format can state them: what `annotate`, `extract`, and fixes declare of a value is the same.

mod merge;
mod names;

use crate::dim::Dim;
use crate::fact::{TensorType, ValueType};
use crate::shape::Shape;
pub(crate) use merge::refined;
pub(crate) use names::Names;

/// How a dimension that is an expression, such as `2*N+1`, is declared. ONNX has sizes and names only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Expressions {
    /// The text of the expression is the name. ONNX Runtime and onnx accept any text, and equal texts denote equal sizes.
    #[default]
    Text,
    /// A new name for each expression: `d0`, `d1`, ….
    Symbol,
    /// The dimension is left unknown.
    Omit,
}

/// A type without what the format cannot state.
pub(crate) fn declarable(names: &Names, ty: &ValueType) -> ValueType {
    match ty {
        ValueType::Tensor(tensor) => ValueType::Tensor(tensor_type(names, tensor)),
        ValueType::Sparse(tensor) => ValueType::Sparse(tensor_type(names, tensor)),
        ValueType::Sequence(inner) => ValueType::Sequence(declarable(names, inner).into()),
        ValueType::Optional(inner) => ValueType::Optional(declarable(names, inner).into()),
        ValueType::Map(key, inner) => ValueType::Map(*key, declarable(names, inner).into()),
        ValueType::Unknown => ValueType::Unknown,
    }
}

fn tensor_type(names: &Names, tensor: &TensorType) -> TensorType {
    // Most types share their dimensions with the declaration.
    if tensor.shape.dims().is_none_or(|dims| dims.iter().all(|dim| names.can_state(dim))) {
        return tensor.clone();
    }
    let dims = tensor.shape.dims().map(|dims| Shape::from_dims(dims.iter().map(|dim| dimension(names, dim))));
    TensorType { element: tensor.element, shape: dims.unwrap_or(Shape::UNKNOWN) }
}

/// Whether a declaration can state a size: that of a product beyond every size is none.
fn is_statable(size: u64) -> bool {
    i64::try_from(size).is_ok()
}

fn dimension(names: &Names, dim: &Dim) -> Dim {
    match (dim.size(), dim.expr()) {
        (Some(size), _) if is_statable(size) => Dim::exact(size),
        (Some(_), _) => Dim::unknown(),
        (None, Some(expr)) => names.name(expr).map_or(Dim::unknown(), |name| Dim::from(name.as_str())),
        (None, None) => Dim::unknown(),
    }
}

/// Whether a type says nothing that a declaration can state: ONNX has no tensor of an unknown element type.
pub(crate) fn is_empty(ty: &ValueType) -> bool {
    match ty {
        ValueType::Unknown => true,
        ValueType::Tensor(tensor) | ValueType::Sparse(tensor) => tensor.element.is_none(),
        ValueType::Sequence(inner) | ValueType::Optional(inner) => is_empty(inner),
        ValueType::Map(key, inner) => key.is_none() || is_empty(inner),
    }
}
