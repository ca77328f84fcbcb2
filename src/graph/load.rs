//! Constants of a model as tensors.

use std::sync::Arc;

use bytes::Bytes;

use super::{FileId, Model, Storage};
use crate::element::ElementType;
use crate::ids::TensorId;
use crate::source::Span;
use crate::tensor::EvalError;
use crate::tensor::typed_data;
use crate::tensor::{Tensor, TensorError};

impl Model {
    /// A constant of the file with its elements. Aligned bytes of the file are borrowed.
    ///
    /// # Errors
    /// The element type or the shape is unknown, or the elements are missing: a file is missing, or the reader reported
    /// an error in them.
    pub fn load(&self, tensor: TensorId) -> Result<Tensor, EvalError> {
        let stored = self.tensor(tensor);
        let (Some(element), Some(sizes)) = (stored.element, &stored.sizes) else { return Err(EvalError::Unreadable) };
        let sizes: Option<Vec<usize>> = sizes.iter().map(|&s| usize::try_from(s).ok()).collect();
        let sizes = sizes.ok_or(EvalError::Unreadable)?;
        let count = crate::tensor::count(&sizes).map_err(|_| EvalError::Unreadable)?;
        let made = match &stored.storage {
            Storage::Strings(spans) => {
                let strings: Vec<_> = spans.iter().map(|span| span.of(&self.records).into()).collect();
                Tensor::of_strings(sizes, strings)
            }
            Storage::OwnedStrings(strings) => Tensor::of_strings(sizes, strings.clone()),
            Storage::Dense(elements) => Tensor::from_elements(element, sizes, elements),
            Storage::Missing if count == 0 && element == ElementType::String => Tensor::of_strings(sizes, []),
            Storage::Packed(file, span) if element == ElementType::String => {
                let packed = self.file_bytes(*file).map(|bytes| span.of(bytes)).and_then(packed_strings);
                Tensor::of_strings(sizes, packed.ok_or(EvalError::Unreadable)?)
            }
            storage => self.packed(storage, element, count).ok_or(TensorError::Type(element)).and_then(|bytes| {
                let file = matches!(storage, Storage::Packed(..)).then(|| bytes.clone());
                let tensor = Tensor::from_packed(element, sizes, bytes)?;
                Ok(file.map_or(tensor.clone(), |file| tensor.borrowed_from(&file)))
            }),
        };
        made.map_err(|_| EvalError::Unreadable)
    }

    /// The elements of a constant, packed little-endian as in a file: those of a file are shared with it, at whatever
    /// address they are.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N] x) => (float[N] y) <int32[2] two = {1, 2}> { y = Neg (x) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let values = model.values_of(model.main_graph().unwrap());
    /// let two = values.into_iter().find_map(|value| model.constant(value)).unwrap();
    /// assert_eq!(&model.packed_bytes(two).unwrap()[..], [1, 0, 0, 0, 2, 0, 0, 0]);
    /// ```
    ///
    /// # Errors
    /// The elements are strings, which have no bytes, or as for [`Model::load`].
    pub fn packed_bytes(&self, tensor: TensorId) -> Result<Bytes, EvalError> {
        let stored = self.tensor(tensor);
        let (Some(element), Some(count)) = (stored.element, stored.num_elements()) else {
            return Err(EvalError::Unreadable);
        };
        let count = usize::try_from(count).map_err(|_| EvalError::Unreadable)?;
        match &stored.storage {
            Storage::Dense(_) => self.load(tensor)?.packed_bytes().ok_or(EvalError::Unreadable),
            storage => self.packed(storage, element, count).ok_or(EvalError::Unreadable),
        }
    }

    /// The packed bytes of this many elements.
    fn packed(&self, storage: &Storage, element: ElementType, count: usize) -> Option<Bytes> {
        let needed = usize::try_from(element.packed_bytes(count as u64)?).ok()?;
        match storage {
            Storage::Packed(file, span) => {
                self.shared(*file, *span).filter(|b| b.len() >= needed).map(|bytes| bytes.slice(..needed))
            }
            Storage::Owned(bytes) => (bytes.len() >= needed).then(|| bytes.slice(..needed)),
            Storage::Fields(field, runs) => typed_data::pack(element, *field, runs, &self.records, count)
                .filter(|b| b.len() == needed)
                .map(Bytes::from),
            Storage::Missing if count == 0 => Some(Bytes::new()),
            _ => None,
        }
    }

    /// A range of a file, shared.
    fn shared(&self, file: FileId, span: Span) -> Option<Bytes> {
        let bytes = self.file_bytes(file)?;
        let (start, end) = (usize::try_from(span.start).ok()?, usize::try_from(span.end).ok()?);
        (start <= end && end <= bytes.len()).then(|| bytes.slice(start..end))
    }
}

/// The strings of an IR constant: their number, where each begins, where the last ends, and their bytes.
fn packed_strings(bytes: &[u8]) -> Option<Vec<Arc<[u8]>>> {
    let (count, rest) = bytes.split_first_chunk()?;
    let count = usize::try_from(i32::from_le_bytes(*count)).ok()?;
    let (offsets, text) = rest.split_at_checked(count.checked_add(1)?.checked_mul(4)?)?;
    let offset = |word: &[u8]| usize::try_from(i32::from_le_bytes(word.try_into().ok()?)).ok();
    let offsets: Vec<usize> = offsets.chunks_exact(4).map(offset).collect::<Option<_>>()?;
    offsets.windows(2).map(|ends| Some(text.get(*ends.first()?..*ends.last()?)?.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_split_at_their_offsets() {
        let packed = |words: &[i32], text: &str| -> Option<Vec<Arc<[u8]>>> {
            let bytes: Vec<u8> = words.iter().flat_map(|n| n.to_le_bytes()).chain(text.bytes()).collect();
            packed_strings(&bytes)
        };
        assert_eq!(packed(&[3, 0, 2, 2, 3], "abc"), Some(vec![b"ab"[..].into(), b""[..].into(), b"c"[..].into()]));
        assert_eq!(packed(&[0, 0], ""), Some(vec![]));
        for (words, text) in
            [(&[2, 0, 1][..], ""), (&[1, 0, 4], "abc"), (&[1, 2, 1], "abc"), (&[-1, 0], ""), (&[i32::MAX, 0], "a")]
        {
            assert_eq!(packed(words, text), None, "{words:?}");
        }
    }
}
