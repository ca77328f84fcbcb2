//! Constants of a model as tensors.

use bytes::Bytes;

use super::{Tensor, TensorError};
use crate::element::ElementType;
use crate::evaluate::Refusal;
use crate::graph::{FileId, Model, Storage, TensorId};
use crate::read::onnx::fields;
use crate::source::Span;

impl Model {
    /// A constant of the file with its elements. Bytes of the file are borrowed where they are aligned.
    ///
    /// # Errors
    /// Type or sizes are unknown, or the elements are not there: a file that is missing, or a fault that the reader
    /// reported.
    pub fn load(&self, tensor: TensorId) -> Result<Tensor, Refusal> {
        let stored = self.tensor(tensor);
        let (Some(element), Some(sizes)) = (stored.element, &stored.sizes) else { return Err(Refusal::Unreadable) };
        let sizes: Option<Vec<usize>> = sizes.iter().map(|&s| usize::try_from(s).ok()).collect();
        let sizes = sizes.ok_or(Refusal::Unreadable)?;
        let count = super::count(&sizes).map_err(|_| Refusal::Unreadable)?;
        let made = match &stored.storage {
            Storage::Strings(spans) => {
                let strings: Vec<_> = spans.iter().map(|span| span.of(&self.records).into()).collect();
                Tensor::of_strings(sizes, strings)
            }
            Storage::OwnedStrings(strings) => Tensor::of_strings(sizes, strings.clone()),
            Storage::Dense(elements) => Tensor::from_elements(element, sizes, elements),
            Storage::Missing if count == 0 && element == ElementType::String => Tensor::of_strings(sizes, []),
            storage => self.packed(storage, element, count).ok_or(TensorError::Type(element)).and_then(|bytes| {
                let file = matches!(storage, Storage::Packed(..)).then(|| bytes.clone());
                let tensor = Tensor::from_packed(element, sizes, bytes)?;
                Ok(file.map_or(tensor.clone(), |file| tensor.borrowed_from(&file)))
            }),
        };
        made.map_err(|_| Refusal::Unreadable)
    }

    /// The packed bytes of so many elements.
    fn packed(&self, storage: &Storage, element: ElementType, count: usize) -> Option<Bytes> {
        let needed = usize::try_from(element.packed_bytes(count as u64)?).ok()?;
        match storage {
            Storage::Packed(file, span) => {
                self.shared(*file, *span).filter(|b| b.len() >= needed).map(|bytes| bytes.slice(..needed))
            }
            Storage::Owned(bytes) => Some(Bytes::copy_from_slice(bytes.get(..needed)?)),
            Storage::Fields(field, runs) => {
                fields::pack(element, *field, runs, &self.records, count).filter(|b| b.len() == needed).map(Bytes::from)
            }
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
