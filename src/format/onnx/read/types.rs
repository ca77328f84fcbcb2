//! Declared types: `TypeProto` becomes a [`ValueType`].

use std::sync::Arc;

use super::memory;
use super::reader::Reader;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{TensorType, ValueType};
use crate::format::onnx::decoded::{DeclaredShape, Dimension, Type, TypeValue};
use crate::format::onnx::schema::value_info;
use crate::graph::Declaration;
use crate::ids::{DeclarationId, NameId};
use crate::place::Place;
use crate::protobuf::Wire;
use crate::rules::{limit_exceeded, negative_dim, unknown_element_type};
use crate::shape::Shape;
use crate::source::Span;

/// A `ValueInfoProto`: its name, and its type if it could be read.
pub(crate) struct Declared {
    pub(crate) name: NameId,
    pub(crate) declaration: Option<DeclarationId>,
}

impl Reader<'_> {
    /// Reads a `ValueInfoProto`.
    pub(crate) fn value_info(&mut self, record: Span, place: Place) -> Declared {
        let place = place.at(self.span(record));
        let mut fields = self.fields(record);
        let (mut name, mut ty, mut again) = (NameId::EMPTY, None, false);
        for field in fields.by_ref() {
            match (field.number, field.value) {
                (value_info::NAME, Wire::Payload(text)) => name = self.name(text, "name", place),
                (value_info::TYPE, Wire::Payload(_)) if again => {}
                (value_info::TYPE, Wire::Payload(_)) if ty.is_some() => {
                    self.report_again(&value_info::MESSAGE, value_info::TYPE, place);
                    again = true;
                }
                (value_info::TYPE, Wire::Payload(record)) => ty = Some(record),
                (value_info::METADATA_PROPS, Wire::Payload(entry)) => {
                    self.pair_key(entry, place);
                }
                _ => self.unexpected(&value_info::MESSAGE, field, place),
            }
        }
        let broken = self.broken(&fields, &value_info::MESSAGE, record, place);
        let ty = match ty.filter(|_| !broken) {
            Some(_) if again => Some(Arc::new(ValueType::Unknown)),
            ty => ty.and_then(|ty| self.declared_type(ty, name, place)),
        };
        let span = self.span(record);
        Declared { name, declaration: ty.map(|ty| self.declare(ty, span)) }
    }

    /// Adds a declaration.
    pub(crate) fn declare(&mut self, ty: impl Into<Arc<ValueType>>, span: Span) -> DeclarationId {
        self.model.declarations.push(Declaration { ty: ty.into(), span });
        DeclarationId::at(self.model.declarations.len() - 1)
    }

    /// The type of a declaration. Most are one of a few, each of which is decoded and stored once, if there is nothing to
    /// report.
    fn declared_type(&mut self, record: Span, name: NameId, place: Place) -> Option<Arc<ValueType>> {
        const KEPT: usize = 4_096;
        let bytes = record.of(self.bytes);
        if let Some(known) = self.types.get(bytes) {
            return Some(known.clone());
        }
        let reported = |reader: &Self| (reader.diagnostics.findings().len(), reader.diagnostics.dropped());
        let before = reported(self);
        let ty = Arc::new(self.type_proto(record, name, place)?);
        if self.types.len() < KEPT && reported(self) == before {
            self.types.insert(bytes, ty.clone());
        }
        Some(ty)
    }

    /// Decodes a type; `None` if it is malformed or empty. `name` is the value it belongs to, for messages.
    pub(crate) fn type_proto(&mut self, record: Span, name: NameId, place: Place) -> Option<ValueType> {
        let proto = self.decode::<Type>(record, "type", place).filter(|proto| proto.value.is_some())?;
        let (mut wraps, mut at) = (Vec::new(), Some(proto));
        let mut ty = ValueType::Unknown;
        // The nesting depth of types was limited when they were decoded.
        while let Some(TypeValue::Sequence(_) | TypeValue::Map(_) | TypeValue::Optional(_)) =
            at.as_ref().and_then(|t| t.value.as_ref())
        {
            if !self.take(1, memory::TYPE) {
                return None;
            }
            at = self.unwrap_type(at.and_then(|t| t.value), &mut wraps, name, place);
        }
        match at.and_then(|t| t.value) {
            Some(TypeValue::Tensor(t)) => {
                ty = ValueType::Tensor(self.tensor_type(t.elem_type, t.shape, name, place));
            }
            Some(TypeValue::Sparse(t)) => {
                ty = ValueType::Sparse(self.tensor_type(t.elem_type, t.shape, name, place));
            }
            _ => {}
        }
        Some(wraps.into_iter().rev().fold(ty, |inner, wrap| wrap.around(inner)))
    }

    fn unwrap_type(
        &mut self,
        value: Option<TypeValue>,
        wraps: &mut Vec<Wrap>,
        name: NameId,
        place: Place,
    ) -> Option<Type> {
        match value? {
            TypeValue::Sequence(t) => {
                wraps.push(Wrap::Sequence);
                t.elem_type.map(|t| *t)
            }
            TypeValue::Optional(t) => {
                wraps.push(Wrap::Optional);
                t.elem_type.map(|t| *t)
            }
            TypeValue::Map(t) => {
                let key = t.key_type.and_then(|number| self.declared_element(number, name, place));
                wraps.push(Wrap::Map(key));
                t.value_type.map(|t| *t)
            }
            _ => None,
        }
    }

    fn tensor_type(
        &mut self,
        element: Option<i32>,
        shape: Option<DeclaredShape>,
        name: NameId,
        place: Place,
    ) -> TensorType {
        let element = element.and_then(|number| self.declared_element(number, name, place));
        let Some(shape) = shape else { return TensorType::new(element, Shape::UNKNOWN) };
        let (rank, limit) = (shape.dims.len(), self.options.limits.max_rank);
        if rank > limit {
            let message = format!(
                "`{}` is declared with {rank} dimensions; expected at most {limit} (`max_rank`)",
                self.shown(name)
            );
            self.diagnostics
                .report(Diagnostic::new(&limit_exceeded::RULE, place, message).data("rank", rank).data("limit", limit));
            return TensorType::new(element, Shape::UNKNOWN);
        }
        if !self.take(rank, memory::DIM * rank as u64) {
            return TensorType::new(element, Shape::UNKNOWN);
        }
        let dims: Vec<Dim> =
            shape.dims.into_iter().enumerate().map(|(i, dim)| self.dimension(dim, i, name, place)).collect();
        TensorType::new(element, Shape::from_dims(dims))
    }

    fn dimension(&mut self, value: Dimension, index: usize, name: NameId, place: Place) -> Dim {
        match value {
            Dimension::Named(symbol) if symbol.len() > self.options.limits.max_dim_name => {
                self.report_long_name(symbol.len(), index, name, place);
                Dim::unknown()
            }
            Dimension::Named(symbol) if !symbol.is_empty() => self.symbol(&symbol),
            Dimension::Value(size) => u64::try_from(size).map(Dim::exact).unwrap_or_else(|_| {
                self.report_negative(size, index, name, place);
                Dim::unknown()
            }),
            _ => Dim::unknown(),
        }
    }

    /// The dimension of a name, which all declarations share.
    fn symbol(&mut self, name: &str) -> Dim {
        if let Some(known) = self.symbols.get(name) {
            return known.clone();
        }
        if !self.take(0, memory::SYMBOL) {
            return Dim::unknown();
        }
        self.symbols.entry_ref(name).or_insert_with(|| Dim::from(name)).clone()
    }

    /// A long name would be repeated in the type of every value that has the dimension.
    fn report_long_name(&mut self, bytes: usize, index: usize, name: NameId, place: Place) {
        let (name, limit) = (self.shown(name), self.options.limits.max_dim_name);
        let message = format!(
            "the name of dimension {index} of `{name}` is {bytes} bytes; expected at most {limit} (`max_dim_name`)"
        );
        self.diagnostics.report(
            Diagnostic::new(&limit_exceeded::RULE, place, message)
                .note("treated as an unknown dimension")
                .help("shorten the value of `dim_param`")
                .data("bytes", bytes)
                .data("limit", limit),
        );
    }

    fn report_negative(&mut self, size: i64, index: usize, name: NameId, place: Place) {
        let name = self.shown(name);
        let message = format!("dimension {index} of `{name}` is declared as {size}; expected at least 0");
        self.diagnostics.report(
            Diagnostic::new(&negative_dim::RULE, place, message)
                .note("treated as an unknown dimension")
                .help("omit the value of the dimension, or name it with `dim_param`")
                .data("name", &*name)
                .data("dimension", index)
                .data("value", size),
        );
    }

    /// The element type of a declaration; 0 means unknown.
    fn declared_element(&mut self, number: i32, name: NameId, place: Place) -> Option<ElementType> {
        let element = ElementType::from_onnx(number.into());
        if element.is_none() && number != 0 {
            let name = self.shown(name);
            let message = format!("`{name}` is declared with the unknown element type {number}; expected 1 to 28");
            self.diagnostics.report(
                Diagnostic::new(&unknown_element_type::RULE, place, message)
                    .note("treated as an unknown type")
                    .data("name", &*name)
                    .data("data_type", i64::from(number)),
            );
        }
        element
    }
}

/// A wrapper around a type.
enum Wrap {
    Sequence,
    Optional,
    Map(Option<ElementType>),
}

impl Wrap {
    fn around(self, inner: ValueType) -> ValueType {
        match self {
            Wrap::Sequence => ValueType::Sequence(inner.into()),
            Wrap::Optional => ValueType::Optional(inner.into()),
            Wrap::Map(key) => ValueType::Map(key, inner.into()),
        }
    }
}
