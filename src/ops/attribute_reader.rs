//! An attribute as operators read it: as written, or its default.

use std::sync::Arc;

use super::signature::DefaultValue;
use super::signature_ref::SignatureRef;
use crate::graph::{AttributeValue, Model};
use crate::ir_syntax;

/// An attribute of a node.
#[derive(Clone, Copy)]
pub(super) struct AttributeReader<'a, 'n> {
    pub(super) model: &'a Model,
    /// As written; `None` if it is absent or its value is unknown.
    pub(super) value: Option<&'a AttributeValue>,
    pub(super) signature: Option<SignatureRef<'a>>,
    pub(super) name: &'n str,
}

impl<'a> AttributeReader<'a, '_> {
    fn default(self) -> Option<DefaultValue<'a>> {
        self.signature?.attribute(self.name)?.default
    }

    pub(super) fn written_text(self) -> Option<&'a str> {
        match self.value? {
            AttributeValue::Text(id) => Some(self.model.name(*id)),
            AttributeValue::String(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    pub(super) fn int(self) -> Option<i64> {
        let written = match self.value {
            Some(AttributeValue::Int(value)) => Some(*value),
            Some(AttributeValue::Text(id)) => ir_syntax::int(self.model.name(*id)).map(|p| p.value),
            _ => None,
        };
        written.or_else(|| match self.default() {
            Some(DefaultValue::Int(value)) => Some(value),
            _ => None,
        })
    }

    pub(super) fn ints(self) -> Option<Arc<[i64]>> {
        let written = match self.value {
            Some(AttributeValue::Ints(values)) => Some(values.clone()),
            Some(AttributeValue::Text(id)) => ir_syntax::ints(self.model.name(*id)).map(|p| p.value.into()),
            _ => None,
        };
        written.or_else(|| match self.default() {
            Some(DefaultValue::Ints(values)) => Some(values.into()),
            _ => None,
        })
    }

    pub(super) fn float(self) -> Option<f32> {
        let written = match self.value {
            Some(AttributeValue::Float(value)) => Some(*value),
            Some(AttributeValue::Text(id)) => ir_syntax::real(self.model.name(*id)).map(|p| p.value as f32),
            _ => None,
        };
        written.or_else(|| match self.default() {
            Some(DefaultValue::Float(value)) => Some(value),
            _ => None,
        })
    }

    pub(super) fn floats(self) -> Option<Vec<f32>> {
        let written = match self.value {
            Some(AttributeValue::Floats(values)) => Some(values.to_vec()),
            Some(AttributeValue::Text(id)) => {
                ir_syntax::reals(self.model.name(*id)).map(|p| p.value.iter().map(|v| *v as f32).collect())
            }
            _ => None,
        };
        written.or_else(|| match self.default() {
            Some(DefaultValue::Floats(values)) => Some(values.to_vec()),
            _ => None,
        })
    }

    pub(super) fn text(self) -> Option<&'a str> {
        self.written_text().or_else(|| match self.default() {
            Some(DefaultValue::Text(text)) => Some(text),
            _ => None,
        })
    }

    pub(super) fn bool(self) -> Option<bool> {
        self.written_text().and_then(ir_syntax::bool).map(|p| p.value).or_else(|| match self.default() {
            Some(DefaultValue::Bool(value)) => Some(value),
            _ => None,
        })
    }
}
