//! Types as text.

use super::text::Text;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{TensorType, ValueType};
use crate::shape::Shape;

/// The name of an element type in ONNX text; types that only OpenVINO has keep theirs.
pub(crate) fn element_name(element: Option<ElementType>) -> &'static str {
    use ElementType as E;
    let Some(element) = element else { return "undefined" };
    match element {
        E::F64 => "double",
        E::F32 => "float",
        E::F16 => "float16",
        E::Bf16 => "bfloat16",
        E::I64 => "int64",
        E::I32 => "int32",
        E::I16 => "int16",
        E::I8 => "int8",
        E::U64 => "uint64",
        E::U32 => "uint32",
        E::U16 => "uint16",
        E::U8 => "uint8",
        E::I4 => "int4",
        E::U4 => "uint4",
        E::I2 => "int2",
        E::U2 => "uint2",
        E::C64 => "complex64",
        E::C128 => "complex128",
        E::F8E4M3 => "float8e4m3fn",
        E::F8E4M3Fnuz => "float8e4m3fnuz",
        E::F8E5M2 => "float8e5m2",
        E::F8E5M2Fnuz => "float8e5m2fnuz",
        E::F8E8M0 => "float8e8m0",
        E::F6E2M3 => "float6e2m3",
        E::F6E3M2 => "float6e3m2",
        E::F4E2M1 => "float4e2m1",
        E::Bool | E::String | E::U1 | E::U3 | E::U6 | E::Nf4 => element.name(),
    }
}

/// Whether a name alone would be read as a type.
fn is_type_word(name: &str) -> bool {
    let wrapper = matches!(name, "seq" | "map" | "optional" | "sparse_tensor" | "opaque");
    wrapper || ElementType::ALL.iter().any(|&e| element_name(Some(e)) == name)
}

impl Text {
    /// A name where a type may come first: in quotes if it would be read as one.
    pub(crate) fn untyped_name(&mut self, name: &str) {
        if is_type_word(name) { self.quoted(name) } else { self.name(name) }
    }

    /// A declared type; nothing if it is unknown.
    pub(crate) fn ty(&mut self, ty: &ValueType) {
        self.type_with(ty, Text::dim);
    }

    /// The value of an attribute, where nothing is no type. An opaque type is as unknown as one without any contents.
    pub(crate) fn given_type(&mut self, ty: &ValueType) {
        match ty {
            ValueType::Unknown => self.push("opaque()"),
            ty => self.ty(ty),
        }
    }

    /// A declared type as ONNX can state it: a dimension is a size, a name, or unknown.
    pub(crate) fn onnx_type(&mut self, ty: &ValueType) {
        self.type_with(ty, |text, dim| match (dim.size(), dim.name()) {
            (None, None) => text.push("?"),
            _ => text.dim(dim),
        });
    }

    fn type_with(&mut self, ty: &ValueType, dim: fn(&mut Text, &Dim)) {
        // From the outside in, so that nesting needs no stack.
        let (mut at, mut depth) = (ty, 0);
        loop {
            at = match at {
                ValueType::Sequence(inner) => {
                    self.push("seq(");
                    inner
                }
                ValueType::Optional(inner) => {
                    self.push("optional(");
                    inner
                }
                ValueType::Map(key, inner) => {
                    self.push("map(");
                    self.push(element_name(*key));
                    self.push(", ");
                    inner
                }
                ValueType::Sparse(tensor) => {
                    self.push("sparse_tensor(");
                    self.tensor_type(tensor, dim);
                    self.push(")");
                    break;
                }
                ValueType::Tensor(tensor) => {
                    self.tensor_type(tensor, dim);
                    break;
                }
                ValueType::Unknown => break,
            };
            depth += 1;
        }
        for _ in 0..depth {
            self.push(")");
        }
    }

    /// `float[2,N]`: `float` is a scalar, `float[]` of unknown rank.
    fn tensor_type(&mut self, tensor: &TensorType, dim: fn(&mut Text, &Dim)) {
        self.push(element_name(tensor.element));
        match &tensor.shape {
            Shape::Unranked { .. } => self.push("[]"),
            Shape::Ranked(dims) if dims.is_empty() => {}
            Shape::Ranked(dims) => {
                self.push("[");
                self.list(",", dims.iter(), dim);
                self.push("]");
            }
        }
    }

    fn dim(&mut self, dim: &Dim) {
        match dim.name() {
            Some(symbol) => self.name(symbol.name()),
            None => self.display(dim),
        }
    }

    /// The shape of a tensor. An invalid one is written as an invalid one.
    pub(crate) fn sizes(&mut self, sizes: Option<&[u64]>) {
        match sizes {
            None => self.push("[-1]"),
            Some([]) => {}
            Some(sizes) => {
                self.push("[");
                self.list(",", sizes, |text, size| text.display(size));
                self.push("]");
            }
        }
    }
}
