//! Unknown properties of a value, and their reasons.

use super::Analysis;
use crate::dim::Dim;
use crate::fact::ValueType;
use crate::graph::Model;
use crate::ids::ValueId;

/// Whether nothing is known about a type.
#[cfg_attr(not(feature = "text"), allow(dead_code))] // Only listings distinguish it.
pub(crate) fn is_unknown(ty: &ValueType) -> bool {
    match ty {
        ValueType::Unknown => true,
        ValueType::Tensor(t) => t.element.is_none() && t.shape.rank().is_none(),
        _ => false,
    }
}

/// Whether an element type, a rank, or a dimension is unknown.
pub(crate) fn is_vague(ty: &ValueType) -> bool {
    match ty {
        ValueType::Tensor(t) | ValueType::Sparse(t) => {
            let vague = |d: &Dim| d.size().is_none() && d.expr().is_none();
            t.element.is_none() || t.shape.dims().is_none_or(|dims| dims.iter().any(vague))
        }
        ValueType::Unknown => true,
        _ => false,
    }
}

/// Why a value is partly unknown, and the node that caused it unless that is the producer of the value.
pub(crate) fn why_unknown(model: &Model, analysis: &Analysis, value: ValueId) -> Option<String> {
    let reason = analysis.facts.unknown_reason(value).filter(|_| is_vague(analysis.facts.ty(value)))?;
    match reason.node().filter(|_| reason.node() != model.producer(value)) {
        Some(node) => Some(format!("{reason}, at {}", model.describe(node))),
        None => Some(reason.to_string()),
    }
}
