//! Declared types as `TypeProto`, and the records that name a value with its type.

use bytes::Bytes;

use super::super::record::{self, Fields};
use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan};
use crate::dim::Dim;
use crate::fact::{TensorType, ValueType};
use crate::format::onnx::schema;
use crate::protobuf::Wire;
use crate::rewrite::WriteError;
use crate::source::Span;

/// A `ValueInfoProto` that the file does not have.
///
/// `bytes` are the name in the file, and `name` is for messages.
pub(super) fn new_value_info(
    out: &mut Fields,
    number: u32,
    (name, bytes): (&str, &[u8]),
    ty: &ValueType,
) -> Result<(), WriteError> {
    let ValueType::Tensor(tensor) = ty else {
        let mut info = Fields::default();
        info.text(schema::value_info::NAME, bytes);
        info.message(schema::value_info::TYPE, type_proto(ty, name)?);
        out.message(number, info.finish());
        return Ok(());
    };
    out.nested(number, |out| {
        out.text(schema::value_info::NAME, bytes);
        out.nested(schema::value_info::TYPE, |out| {
            out.nested(schema::ty::TENSOR_TYPE, |out| tensor_type(out, tensor, name))
        })
    })
}

/// What becomes of the type in a record.
#[derive(Clone, Copy)]
pub(super) enum NewType<'t> {
    /// It stays as it is.
    Same,
    /// It becomes this one.
    Declared(&'t ValueType),
}

impl Encoder<'_> {
    /// A `ValueInfoProto`: that of the file with another name or type, or a new one.
    pub(super) fn value_info(&self, read: Option<Span>, name: &str, ty: NewType<'_>) -> Result<Vec<Bytes>, WriteError> {
        let mut out = Output::new(self.model.records());
        out.add().text(schema::value_info::NAME, self.name_bytes(name)?);
        if let NewType::Declared(ty) = ty
            && *ty != ValueType::Unknown
        {
            out.add().message(schema::value_info::TYPE, type_proto(ty, name)?);
        }
        let mut scan = read.map(|read| Scan::new(self.model.records(), Message::Leaf, read));
        while let Some((field, whole)) = scan.as_mut().map_or(Ok(None), Scan::next)? {
            match (field.number, ty) {
                (schema::value_info::NAME, _) | (schema::value_info::TYPE, NewType::Declared(_)) => {}
                _ => out.copy(whole),
            }
        }
        Ok(out.finish())
    }
}

/// The name in a record whose first field is a name.
pub(super) fn name_of(source: &[u8], record: Span) -> &str {
    let names = crate::protobuf::Fields::new(source, record).filter_map(|field| match field.value {
        Wire::Payload(name) if field.number == schema::value_info::NAME => Some(name.of(source)),
        _ => None,
    });
    names.last().and_then(|name| std::str::from_utf8(name).ok()).unwrap_or("")
}

/// A `TypeProto`. `name` is the value that has the type, for messages.
pub(super) fn type_proto(ty: &ValueType, name: &str) -> Result<Vec<Bytes>, WriteError> {
    // From the outside in, so that nesting needs no stack.
    let (mut wraps, mut at) = (Vec::new(), ty);
    loop {
        at = match at {
            ValueType::Sequence(inner) | ValueType::Optional(inner) | ValueType::Map(_, inner) => {
                wraps.push(at);
                inner
            }
            ValueType::Tensor(_) | ValueType::Sparse(_) | ValueType::Unknown => break,
        };
    }
    let mut innermost = Fields::default();
    match at {
        ValueType::Tensor(tensor) => innermost.nested(schema::ty::TENSOR_TYPE, |out| tensor_type(out, tensor, name))?,
        ValueType::Sparse(tensor) => {
            innermost.nested(schema::ty::SPARSE_TENSOR_TYPE, |out| tensor_type(out, tensor, name))?;
        }
        _ => {}
    }
    let mut record = innermost.finish();
    for wrap in wraps.into_iter().rev() {
        let mut fields = Fields::default();
        let kind = match wrap {
            ValueType::Sequence(_) => {
                fields.message(schema::sequence_type::ELEM_TYPE, record);
                schema::ty::SEQUENCE_TYPE
            }
            ValueType::Map(key, _) => {
                fields.int(schema::map_type::KEY_TYPE, element_number(*key, name)?);
                fields.message(schema::map_type::VALUE_TYPE, record);
                schema::ty::MAP_TYPE
            }
            _ => {
                fields.message(schema::optional_type::ELEM_TYPE, record);
                schema::ty::OPTIONAL_TYPE
            }
        };
        record = record::field(kind, fields.finish());
    }
    Ok(record)
}

/// A dimension is a size, or the name of one; what else is known of it, ONNX cannot state.
fn tensor_type(out: &mut Fields, tensor: &TensorType, name: &str) -> Result<(), WriteError> {
    out.int(schema::tensor_type::ELEM_TYPE, element_number(tensor.element, name)?);
    let Some(dims) = tensor.shape.dims() else { return Ok(()) };
    out.nested(schema::tensor_type::SHAPE, |out| {
        dims.iter().try_for_each(|dim| out.nested(schema::shape::DIM, |out| size_of_dim(out, dim)))
    })
}

fn size_of_dim(out: &mut Fields, dim: &Dim) -> Result<(), WriteError> {
    match (dim.size(), dim.name()) {
        (Some(size), _) => out.int(schema::dim::DIM_VALUE, size),
        (None, Some(symbol)) => out.text(schema::dim::DIM_PARAM, symbol.name().as_bytes()),
        (None, None) => {}
    }
    Ok(())
}

fn element_number(element: Option<crate::element::ElementType>, name: &str) -> Result<u64, WriteError> {
    let Some(element) = element else { return Ok(0) };
    record::data_type(element).ok_or_else(|| WriteError::ElementType { name: name.to_owned(), element })
}
