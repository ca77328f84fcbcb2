//! Access to tensors for kernels that move elements.

use std::sync::Arc;

use bytemuck::{AnyBitPattern, NoUninit};
use bytes::Bytes;

use super::packing::Packer;
use super::{Data, Tensor, TensorError, count, native, packing};
use crate::element::ElementType;

impl Tensor {
    /// A tensor without elements.
    pub(crate) fn empty(element: ElementType, sizes: &[usize]) -> Result<Tensor, TensorError> {
        match element {
            ElementType::String => Tensor::of_strings(sizes, []),
            _ => Tensor::of_memory(element, sizes.into(), Bytes::new()),
        }
    }

    /// The packed bytes in native byte order; `None` for strings.
    pub(crate) fn memory(&self) -> Option<&[u8]> {
        match &self.data {
            Data::Packed(bytes) => Some(bytes),
            Data::Strings(_) => None,
        }
    }

    /// The elements as words of their width, complex ones as pairs; `None` for elements of another width.
    pub(crate) fn words<W: AnyBitPattern>(&self) -> Option<&[W]> {
        let bytes = self.memory()?;
        // An empty slice may be unaligned, which a cast rejects.
        if bytes.is_empty() { Some(&[]) } else { bytemuck::try_cast_slice(bytes).ok() }
    }

    /// The reverse of [`Tensor::words`]; a bool is 0 or 1.
    pub(crate) fn of_words<W: NoUninit + Send + Sync>(
        element: ElementType,
        sizes: impl Into<Arc<[usize]>>,
        words: Vec<W>,
    ) -> Result<Tensor, TensorError> {
        Tensor::of_memory(element, sizes.into(), native::into_bytes(words))
    }

    /// A tensor of packed bytes in native byte order, aligned for the type.
    fn of_memory(element: ElementType, sizes: Arc<[usize]>, bytes: Bytes) -> Result<Tensor, TensorError> {
        let needed = element.packed_bytes(count(&sizes)? as u64).and_then(|n| usize::try_from(n).ok());
        let needed = needed.ok_or(TensorError::Type(element))?;
        if bytes.len() != needed {
            return Err(TensorError::Length { needed, found: bytes.len() });
        }
        Ok(Tensor::packing(element, sizes, native::aligned(bytes, native::word(element))))
    }

    /// The bits of one element of a type of at most 8 bits.
    pub(crate) fn code_at(&self, index: usize) -> u8 {
        self.memory().map_or(0, |bytes| packing::code_at(self.element, bytes, index))
    }

    /// A tensor of these codes of a type of fewer than 8 bits.
    pub(crate) fn collect_codes(
        element: ElementType,
        sizes: &[usize],
        count: usize,
        codes: impl Iterator<Item = u8>,
    ) -> Result<Tensor, TensorError> {
        let mut packer = Packer::new(element, count);
        codes.for_each(|code| packer.push(code));
        Tensor::of_packer(element, sizes, packer)
    }

    /// A tensor of the codes in a packer.
    pub(crate) fn of_packer(element: ElementType, sizes: &[usize], packer: Packer) -> Result<Tensor, TensorError> {
        Tensor::of_memory(element, sizes.into(), packer.finish().into())
    }

    /// The elements from `start` on with these sizes. They are shared unless they would keep far more memory allocated
    /// than they take themselves: memory is accounted by the size of tensors.
    pub(crate) fn run(&self, start: usize, sizes: &[usize]) -> Result<Tensor, TensorError> {
        let (needed, found) = (count(sizes)?, self.num_elements().saturating_sub(start));
        if needed > found {
            return Err(TensorError::Length { needed, found });
        }
        if needed == self.num_elements() {
            return self.reshaped(sizes);
        }
        match &self.data {
            Data::Strings(strings) => Tensor::of_strings(sizes, &strings[start..start + needed]),
            Data::Packed(bytes) if self.element.bits() >= 8 => {
                let width = self.element.bits() as usize / 8;
                let bytes = bytes.slice(start * width..(start + needed) * width);
                match bytes.len() >= self.held / 2 {
                    true => Ok(Tensor { sizes: sizes.into(), data: Data::Packed(bytes), ..self.clone() }),
                    false => Tensor::of_memory(self.element, sizes.into(), Bytes::copy_from_slice(&bytes)),
                }
            }
            Data::Packed(_) => {
                let codes = (start..start + needed).map(|at| self.code_at(at));
                Tensor::collect_codes(self.element, sizes, needed, codes)
            }
        }
    }

    /// The same tensor, marked as borrowed from a file: bytes that are not copied keep no memory allocated.
    pub(crate) fn borrowed_from(self, file: &[u8]) -> Tensor {
        let shared = self.memory().is_some_and(|bytes| bytes.as_ptr() == file.as_ptr());
        Tensor { held: if shared { 0 } else { self.held }, ..self }
    }
}
