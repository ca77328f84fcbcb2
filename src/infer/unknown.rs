//! Unknown properties of a value, and their reasons.

use super::Analysis;
use crate::dim::Dim;
use crate::fact::{UnknownReason, ValueType};
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
    Some(Why::of(model, analysis, value)?.text(model))
}

/// Why a value is partly unknown. Many values share a reason, whose text is then the same.
pub(crate) struct Why {
    reason: UnknownReason,
    /// Whether another node than the producer of the value caused it.
    is_elsewhere: bool,
}

impl Why {
    pub(crate) fn of(model: &Model, analysis: &Analysis, value: ValueId) -> Option<Why> {
        let reason = analysis.facts.unknown_reason(value).filter(|_| is_vague(analysis.facts.ty(value)))?;
        let is_elsewhere = reason.node().is_some() && reason.node() != model.producer(value);
        Some(Why { reason, is_elsewhere })
    }

    /// Whether it certainly has the same text as another one.
    #[cfg_attr(not(feature = "cli"), allow(dead_code))] // Only one report has a text for each value.
    pub(crate) fn is_same(&self, other: &Why) -> bool {
        self.reason == other.reason && self.is_elsewhere == other.is_elsewhere
    }

    pub(crate) fn text(&self, model: &Model) -> String {
        match self.reason.node().filter(|_| self.is_elsewhere) {
            Some(node) => format!("{}, at {}", self.reason, model.describe(node)),
            None => self.reason.to_string(),
        }
    }
}
