//! Constant tensors: the location of their bytes, which are read on demand.

use crate::tensor::typed_data::{DataChunk, TypedDataField};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use crate::element::ElementType;
use crate::elements::Elements;
use crate::ids::NameId;
use crate::shape::Shape;
use crate::source::{self, Span};

/// A constant tensor of the file.
#[derive(Clone, Debug)]
pub struct StoredTensor {
    /// The name as written; empty for a tensor in an attribute.
    pub name: NameId,
    /// The element type; `None` if it is unknown.
    pub element: Option<ElementType>,
    /// The shape, row-major; `None` if it is invalid: a negative dimension, or too many elements.
    pub sizes: Option<Arc<[u64]>>,
    /// Where the elements are.
    pub storage: Storage,
    /// The record in the file: the whole `TensorProto`, or the `<data>` of a Const layer.
    pub span: Span,
}

impl StoredTensor {
    /// The shape: static, or unknown if the dimensions are invalid.
    pub fn shape(&self) -> Shape {
        match &self.sizes {
            Some(sizes) => Shape::from_dims(sizes.iter().copied()),
            None => Shape::UNKNOWN,
        }
    }

    /// The element type and the shape, as far as they can be relied on.
    pub fn reliable_type(&self) -> (Option<ElementType>, Shape) {
        match self.storage {
            Storage::Mismatched => (None, Shape::UNKNOWN),
            _ => (self.element, self.shape()),
        }
    }

    /// The number of elements, if the dimensions are valid and their product fits into 64 bits.
    pub fn num_elements(&self) -> Option<u64> {
        self.sizes.as_ref()?.iter().try_fold(1u64, |n, &s| n.checked_mul(s))
    }
}

/// Where the elements of a tensor are.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Storage {
    /// Nowhere: no data field, a missing file, or an error that the reader reported.
    Missing,
    /// Data of another length or type than the tensor states, which the reader reported: any of the three may be wrong.
    Mismatched,
    /// Packed little-endian bytes in a file. Both specifications use the same layout for the types that they share
    /// (`src/tensor/packing.rs`).
    Packed(FileId, Span),
    /// Packed bytes converted from another form in the file: text, or lists of numbers in an attribute.
    Owned(Bytes),
    /// ONNX: numbers in one of the typed fields, in one or more runs of the model file.
    Fields(TypedDataField, Arc<[DataChunk]>),
    /// Strings, each a range of the model file.
    Strings(Arc<[Span]>),
    /// Strings kept here.
    OwnedStrings(Arc<[Arc<[u8]>]>),
    /// The dense elements of a sparse tensor with few elements.
    Dense(Elements),
}

/// A file with tensor data; the model file itself is [`FileId::MODEL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FileId(pub(crate) u32);

impl FileId {
    /// The model file.
    pub const MODEL: FileId = FileId(0);
}

/// A weights file next to the model; mapped when the first value in it is needed.
#[derive(Clone, Debug)]
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

    /// Bytes in memory in place of a file.
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

    /// The file's bytes; `None` if it can no longer be read, is no regular file any more, or is shorter than it was.
    pub fn bytes(&self) -> Option<&Bytes> {
        let read = || source::map_regular(&self.path).ok().filter(|bytes| bytes.len() as u64 >= self.len);
        self.bytes.get_or_init(read).as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_shrank_has_no_bytes() {
        let path = std::env::temp_dir().join(format!("shapewright-shrank-{}", std::process::id()));
        std::fs::write(&path, b"01234567").expect("a file");
        let file = || DataFile::new(path.clone(), 8);
        assert_eq!(file().bytes().map(|bytes| bytes.len()), Some(8));
        std::fs::write(&path, b"0123").expect("a file");
        assert!(file().bytes().is_none());
        std::fs::remove_file(&path).expect("the file");
        assert!(file().bytes().is_none());
    }
}
