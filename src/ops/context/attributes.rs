//! Attributes of a node as an operator reads them: with defaults, and with the parameters of the function around it.

use std::sync::Arc;

use super::InferContext;
use crate::element::ElementType;
use crate::graph::{Attribute, AttributeValue};
use crate::ids::{GraphId, NameId, TensorId};
use crate::ir_syntax;
use crate::ops::attribute_reader::AttributeReader;
use crate::ops::signature::AttributeKind;
use crate::shape::Shape;

/// The most integers of an attribute that are read as axes, sizes, or the like.
pub(crate) const MOST_INTS: usize = 65_536;

/// More attributes than any operator has.
const MANY: usize = 64;

/// The value that a caller bound to a parameter of a function; the bindings are sorted by the ids of their names.
pub(crate) fn bound(bindings: &[(NameId, AttributeValue)], parameter: NameId) -> Option<&AttributeValue> {
    let at = bindings.binary_search_by_key(&parameter, |(name, _)| *name).ok()?;
    Some(&bindings[at].1)
}

impl<'a> InferContext<'a> {
    /// The attribute of this name; a parameter of a function is replaced by the value that the caller bound to it.
    /// `None` if it is absent, or the bound value is unknown.
    pub fn attribute(&self, name: &str) -> Option<&'a AttributeValue> {
        let attribute = self.attribute_record(name)?;
        match &attribute.value {
            AttributeValue::Reference(parameter, _) => bound(self.bindings, *parameter),
            value => Some(value),
        }
    }

    /// The record of the attribute of this name, as written, also under a misspelled name that was probably meant to be
    /// this one. `None` if there is none.
    pub fn attribute_record(&self, name: &str) -> Option<&'a Attribute> {
        let records = self.model.attributes(self.node);
        let found =
            if records.len() > MANY { self.found_among_many(name) } else { self.model.attribute(self.node, name) };
        found.or_else(|| {
            let (written, _) = self.spelling_overrides.iter().find(|(_, meant)| meant == name)?;
            records.iter().find(|a| a.name == *written)
        })
    }

    /// The attribute of this name of a node with very many, which are looked through once for each name that an operator asks
    /// for: thousands of findings may be about one attribute.
    fn found_among_many(&self, name: &str) -> Option<&'a Attribute> {
        let mut asked = self.asked.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, found)) = asked.iter().find(|(known, _)| known == name) {
            return *found;
        }
        let found = self.model.attribute(self.node, name);
        if asked.len() < MANY {
            asked.push((name.to_owned(), found));
        }
        found
    }

    /// Whether the attribute is given, but its value is unknown here: it refers to a function parameter without a
    /// value, it is of a kind that the signature does not allow, which is reported (OP110), or it is a list that is too long to
    /// be axes, sizes, or the like (FM011).
    pub fn has_unknown_value(&self, name: &str) -> bool {
        self.has_unknown_data(name) || self.is_too_long(name)
    }

    /// The same for an attribute that is data, which may be a list of any length.
    pub(crate) fn has_unknown_data(&self, name: &str) -> bool {
        let Some(record) = self.attribute_record(name) else { return false };
        match self.attribute(name) {
            None => matches!(record.value, AttributeValue::Reference(..)),
            Some(value) => self.is_of_wrong_kind(name, value),
        }
    }

    /// Whether a list has too many integers to be read. If so, it is noted to be reported.
    fn is_too_long(&self, name: &str) -> bool {
        let is_too_long = match self.attribute(name) {
            Some(AttributeValue::Ints(list)) => list.len() > MOST_INTS,
            Some(AttributeValue::Text(text)) if self.attribute_kind(name) == Some(AttributeKind::Integers) => {
                let text = self.model.name(*text);
                text.len() > 2 * MOST_INTS && text.bytes().filter(|&byte| byte == b',').count() >= MOST_INTS
            }
            _ => false,
        };
        if let Some(record) = self.attribute_record(name).filter(|_| is_too_long) {
            // The first one is enough.
            let _ = self.long_list.set(record.name);
        }
        is_too_long
    }

    fn is_of_wrong_kind(&self, name: &str, value: &AttributeValue) -> bool {
        let spec = self.signature.and_then(|signature| signature.attribute(name));
        match spec.map(|spec| spec.kind) {
            Some(AttributeKind::Onnx(kind)) => {
                value.kind() != Some(kind) || matches!(value, AttributeValue::Malformed(_))
            }
            Some(AttributeKind::Bool) => !self.is_bool(name),
            _ => false,
        }
    }

    fn read<'n>(&self, name: &'n str) -> AttributeReader<'a, 'n> {
        AttributeReader { model: self.model, value: self.attribute(name), signature: self.signature, name }
    }

    fn text_of(&self, name: &str) -> Option<&'a str> {
        self.read(name).written_text()
    }

    /// An integer, or its default. IR text is parsed as in OpenVINO. `None` if the attribute is of another type, or
    /// there is neither a value nor a default.
    pub fn int(&self, name: &str) -> Option<i64> {
        self.read(name).int()
    }

    /// A list of integers, or its default. IR text is parsed as in OpenVINO. `None` if the attribute is of another
    /// type, there is neither a value nor a default, or it has more than 65,536 integers, which no axes, sizes, or outputs
    /// are. The file determines the length: check it before using it as a rank.
    pub fn ints(&self, name: &str) -> Option<Arc<[i64]>> {
        if self.is_too_long(name) { None } else { self.data_ints(name) }
    }

    /// The same for a list that is data, which may have any length.
    pub(crate) fn data_ints(&self, name: &str) -> Option<Arc<[i64]>> {
        self.read(name).ints()
    }

    /// A float, or its default. IR numbers are parsed as in OpenVINO and rounded to `f32`. `None` if the attribute
    /// is of another type, or there is neither a value nor a default.
    pub fn float(&self, name: &str) -> Option<f32> {
        self.read(name).float()
    }

    /// A list of floats, or its default, like [`InferContext::float`]. The file determines the length: check it before
    /// using it as a size.
    pub fn floats(&self, name: &str) -> Option<Vec<f32>> {
        self.read(name).floats()
    }

    /// A string (ONNX string, IR text or keyword), or its default. `None` as for [`InferContext::int`], and for bytes
    /// that are not UTF-8.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.read(name).text()
    }

    /// IR: a boolean, or its default. A value that is not a boolean is ignored, as in OpenVINO. `None` if there is no
    /// default either.
    pub fn bool(&self, name: &str) -> Option<bool> {
        self.read(name).bool()
    }

    /// IR: whether the attribute is written as a boolean.
    pub fn is_bool(&self, name: &str) -> bool {
        self.text_of(name).is_some_and(|t| ir_syntax::bool(t).is_some())
    }

    /// The body in an attribute, the first one of several; `None` if there is none.
    pub fn graph(&self, name: &str) -> Option<GraphId> {
        self.attribute(name)?.graphs().first().copied()
    }

    /// The constant in an attribute; `None` if there is none or the attribute is of another type. Its elements are read
    /// by [`Model::elements`](crate::graph::Model::elements) or [`Model::load`](crate::graph::Model::load).
    pub fn tensor(&self, name: &str) -> Option<TensorId> {
        match self.attribute(name)? {
            AttributeValue::Tensor(tensor) => Some(*tensor),
            _ => None,
        }
    }

    /// IR: an element type by its IR name, such as `f32` or `boolean`; `None` if it is unknown.
    pub fn element_attribute(&self, name: &str) -> Option<ElementType> {
        ir_syntax::element_type(self.text_of(name)?)
    }

    /// IR: a shape in elements, possibly partial: `1,-1,3..5`, or `...` for an unknown rank. `None` if the text is not
    /// a shape.
    pub fn shape_attribute(&self, name: &str) -> Option<Shape> {
        ir_syntax::shape(self.text_of(name)?).map(|p| p.value)
    }

    /// The type of an attribute in the signature. `None` if the signature is unknown or has no such attribute.
    pub fn attribute_kind(&self, name: &str) -> Option<AttributeKind<'a>> {
        self.signature?.attribute(name).map(|a| a.kind)
    }

    // --- outputs ---
}
