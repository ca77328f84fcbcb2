//! Constant tensors: where their bytes lie, read only when somebody asks.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use super::id::NameId;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::shape::Shape;
use crate::source::{self, Span};
use crate::tensor::packing::code_at;

/// A constant tensor of the file.
#[derive(Clone, Debug)]
pub struct StoredTensor {
    /// The name as written; empty for a tensor in an attribute.
    pub name: NameId,
    /// The element type; `None` if the file gives none that is known.
    pub element: Option<ElementType>,
    /// The sizes, row-major; `None` if what the file gives are no sizes (negative, or too large together).
    pub sizes: Option<Arc<[u64]>>,
    /// Where the elements are.
    pub storage: Storage,
    /// The record in the file: the whole `TensorProto`, or the `<data>` of a Const layer.
    pub span: Span,
}

impl StoredTensor {
    /// The shape: static, or unknown where the sizes are invalid.
    pub fn shape(&self) -> Shape {
        match &self.sizes {
            Some(sizes) => Shape::from_dims(sizes.iter().copied()),
            None => Shape::UNKNOWN,
        }
    }

    /// The number of elements, if the sizes are valid and their product fits 64 bits.
    pub fn num_elements(&self) -> Option<u64> {
        self.sizes.as_ref()?.iter().try_fold(1u64, |n, &s| n.checked_mul(s))
    }
}

/// Where the elements of a tensor are.
#[derive(Clone, Debug)]
pub enum Storage {
    /// Nowhere: no data field, a missing file, or a fault that the reader reported.
    Missing,
    /// Packed little-endian bytes in a file, laid out as both specifications do: where both
    /// know a type, they pack it alike (`src/tensor/packing.rs`).
    Packed(FileId, Span),
    /// Packed bytes that the file holds in another form (text, lists of numbers in an attribute).
    Owned(Arc<[u8]>),
    /// ONNX: numbers in one of the typed fields, in one or more runs of the model file.
    Fields(TypedDataField, Arc<[DataChunk]>),
    /// Strings, each a range of the model file.
    Strings(Arc<[Span]>),
    /// Strings held here.
    OwnedStrings(Arc<[Arc<[u8]>]>),
    /// A sparse tensor where a dense one is read: the dense elements, if there are few.
    Dense(Elements),
}

/// ONNX's typed data fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are ONNX's own
pub enum TypedDataField {
    Float,
    Int32,
    Int64,
    Double,
    Uint64,
}

/// A stretch of the model file that holds numbers of a typed field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataChunk {
    /// Where: the numbers alone if they are packed, else the fields with their tags.
    pub span: Span,
    /// Whether the numbers stand one after the other, without tags.
    pub packed: bool,
}

/// A file that tensors lie in: the model file itself is [`FileId::MODEL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FileId(pub(crate) u32);

impl FileId {
    /// The model file.
    pub const MODEL: FileId = FileId(0);
}

/// A file with weights beside the model: mapped when the first value in it is asked for.
#[derive(Debug)]
pub struct DataFile {
    path: PathBuf,
    len: u64,
    bytes: OnceLock<Option<Bytes>>,
}

impl DataFile {
    /// A file of known length that is not opened yet.
    pub(crate) fn new(path: PathBuf, len: u64) -> DataFile {
        DataFile { path, len, bytes: OnceLock::new() }
    }

    /// Bytes in memory that stand for a file.
    pub(crate) fn of_bytes(bytes: Bytes) -> DataFile {
        DataFile { path: PathBuf::new(), len: bytes.len() as u64, bytes: OnceLock::from(Some(bytes)) }
    }

    /// Where the file is; empty for bytes in memory.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// The file's length in bytes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the file is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The file's bytes; `None` if it cannot be read any more.
    pub fn bytes(&self) -> Option<&Bytes> {
        self.bytes.get_or_init(|| source::map(&self.path).ok()).as_ref()
    }
}

/// The first `count` elements of packed bytes as integers or floats. `None` if bytes are missing or the type has
/// neither (strings, complex numbers, code books).
pub(crate) fn unpack(element: ElementType, bytes: &[u8], count: usize) -> Option<Elements> {
    let needed = element.packed_bytes(count as u64)?;
    if (bytes.len() as u64) < needed {
        return None;
    }
    if element.is_float() {
        let floats: Option<Arc<[f64]>> = (0..count).map(|i| float_at(element, bytes, i)).collect();
        return floats.map(Elements::Floats);
    }
    let ints: Option<Arc<[SymInt]>> = (0..count).map(|i| int_at(element, bytes, i).map(SymInt::exact)).collect();
    ints.map(Elements::Ints)
}

fn word<const N: usize>(bytes: &[u8], index: usize) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[index * N..][..N]);
    out
}

fn float_at(element: ElementType, bytes: &[u8], i: usize) -> Option<f64> {
    Some(match element {
        ElementType::F64 => f64::from_le_bytes(word(bytes, i)),
        ElementType::F32 => f32::from_le_bytes(word(bytes, i)).into(),
        ElementType::F16 => half::f16::from_le_bytes(word(bytes, i)).into(),
        ElementType::Bf16 => half::bf16::from_le_bytes(word(bytes, i)).into(),
        _ => return None,
    })
}

fn int_at(element: ElementType, bytes: &[u8], i: usize) -> Option<i128> {
    use ElementType as E;
    let code = || code_at(element, bytes, i);
    let signed = |bits: u32| i128::from((code() << (8 - bits)).cast_signed() >> (8 - bits));
    Some(match element {
        E::I64 => i64::from_le_bytes(word(bytes, i)).into(),
        E::I32 => i32::from_le_bytes(word(bytes, i)).into(),
        E::I16 => i16::from_le_bytes(word(bytes, i)).into(),
        E::I8 => i8::from_le_bytes(word(bytes, i)).into(),
        E::U64 => u64::from_le_bytes(word(bytes, i)).into(),
        E::U32 => u32::from_le_bytes(word(bytes, i)).into(),
        E::U16 => u16::from_le_bytes(word(bytes, i)).into(),
        E::U8 => bytes[i].into(),
        E::Bool => i128::from(bytes[i] != 0),
        E::I4 => signed(4),
        E::I2 => signed(2),
        E::U1 | E::U2 | E::U3 | E::U4 | E::U6 => code().into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub_byte_types_unpack_as_both_specifications_say() {
        let ints = |e, bytes: &[u8], n| unpack(e, bytes, n).and_then(|v| v.exact_ints());
        assert_eq!(ints(ElementType::U3, &[0x1b, 0x1b, 0x0f], 8), Some((0..8).collect()));
        assert_eq!(ints(ElementType::U6, &[0x12, 0x34, 0x1b], 4), Some(vec![1, 18, 35, 52]));
        assert_eq!(ints(ElementType::U4, &[0x18], 1), Some(vec![8]));
        assert_eq!(ints(ElementType::I4, &[0xf7], 2), Some(vec![7, -1]));
        assert_eq!(ints(ElementType::U2, &[0b1110_0100], 4), Some(vec![0, 1, 2, 3]));
        assert_eq!(ints(ElementType::U1, &[0b1000_0001], 8), Some(vec![1, 0, 0, 0, 0, 0, 0, 1]));
        assert_eq!(ints(ElementType::I2, &[0b1000], 2), Some(vec![0, -2]));
    }

    #[test]
    fn too_few_bytes_are_nothing() {
        assert_eq!(unpack(ElementType::I64, &[0; 15], 2), None);
        assert_eq!(unpack(ElementType::U3, &[0; 2], 8), None);
        assert_eq!(unpack(ElementType::String, &[0; 8], 1), None);
    }
}
