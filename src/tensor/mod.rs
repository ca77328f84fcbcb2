//! Tensors with known elements: the inputs and results of evaluation.

mod eval_error;
pub(crate) mod half_float;
mod integers;
mod moves;
mod nan;
mod native;
pub(crate) mod packing;
pub(crate) mod small_float;
pub(crate) mod typed_data;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use bytes::Bytes;

use self::packing::unpack;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::fact::Fact;
use crate::limits::Limits;
use crate::shape::Shape;
pub use eval_error::EvalError;
pub(crate) use integers::Integers;
pub use native::NativeElement;

/// A tensor with its elements: element type, sizes, and the elements in row-major order.
///
/// The bytes are those of the file if alignment and byte order allow it, otherwise a copy. Clones share them.
///
/// ```
/// use shapewright::{ElementType, Tensor};
///
/// let tensor = Tensor::new([2, 3], vec![1i64, 2, 3, 4, 5, 6]).unwrap();
/// assert_eq!(tensor.element(), ElementType::I64);
/// assert_eq!(tensor.values::<i64>(), Some(&[1, 2, 3, 4, 5, 6][..]));
/// assert_eq!(tensor.values::<f32>(), None);
/// ```
#[derive(Clone)]
pub struct Tensor {
    element: ElementType,
    sizes: Arc<[usize]>,
    data: Data,
    /// The bytes of memory that the elements keep allocated; bytes of a file do not count.
    held: usize,
}

#[derive(Clone)]
enum Data {
    /// Packed as both specifications define, in native byte order, aligned for the element type; a bool is 0 or 1.
    Packed(Bytes),
    Strings(Arc<[Arc<[u8]>]>),
}

/// Sizes and elements that do not form a tensor.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TensorError {
    /// The number of elements exceeds the available memory.
    TooLarge(Vec<usize>),
    /// The number of bytes, elements or strings differs from the one that the sizes require.
    Length {
        /// The required number of bytes, elements or strings.
        needed: usize,
        /// The number found.
        found: usize,
    },
    /// The elements do not match the element type.
    Type(ElementType),
}

impl fmt::Display for TensorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TensorError::TooLarge(what) => write!(f, "a tensor of sizes {what:?} exceeds the available memory"),
            TensorError::Length { found, needed } => write!(f, "the length is {found}; expected {needed}"),
            TensorError::Type(what) => write!(f, "the elements do not match the element type {what}"),
        }
    }
}

impl std::error::Error for TensorError {}

impl Tensor {
    /// A tensor of these sizes and elements, row-major.
    ///
    /// # Errors
    /// The number of elements is not the product of the sizes.
    pub fn new<T: NativeElement>(sizes: impl Into<Arc<[usize]>>, values: Vec<T>) -> Result<Tensor, TensorError> {
        let sizes = sizes.into();
        let needed = count(&sizes)?;
        if values.len() != needed {
            return Err(TensorError::Length { needed, found: values.len() });
        }
        Ok(Tensor::packing(T::ELEMENT, sizes, native::into_bytes(values)))
    }

    /// A tensor of these sizes and packed little-endian bytes, in the layout of both specifications.
    ///
    /// # Errors
    /// The number of bytes does not match the type and sizes, or the type is `string`.
    pub fn from_packed(
        element: ElementType,
        sizes: impl Into<Arc<[usize]>>,
        bytes: impl Into<Bytes>,
    ) -> Result<Tensor, TensorError> {
        let (sizes, bytes) = (sizes.into(), bytes.into());
        let needed = element.packed_bytes(count(&sizes)? as u64).ok_or(TensorError::Type(element))?;
        let needed = usize::try_from(needed).map_err(|_| TensorError::TooLarge(sizes.to_vec()))?;
        if bytes.len() != needed {
            return Err(TensorError::Length { needed, found: bytes.len() });
        }
        Ok(Tensor::packing(element, sizes, native::from_file_order(element, bytes)))
    }

    fn packing(element: ElementType, sizes: Arc<[usize]>, bytes: Bytes) -> Tensor {
        Tensor { element, sizes, held: bytes.len(), data: Data::Packed(bytes) }
    }

    /// A tensor of strings.
    ///
    /// # Errors
    /// The number of strings is not the product of the sizes.
    pub fn of_strings(
        sizes: impl Into<Arc<[usize]>>,
        strings: impl Into<Arc<[Arc<[u8]>]>>,
    ) -> Result<Tensor, TensorError> {
        let (sizes, strings) = (sizes.into(), strings.into());
        let needed = count(&sizes)?;
        if strings.len() != needed {
            return Err(TensorError::Length { needed, found: strings.len() });
        }
        Ok(Tensor { element: ElementType::String, sizes, data: Data::Strings(strings), held: 0 })
    }

    /// A tensor of these exact elements.
    ///
    /// # Errors
    /// An element is not exact or out of range for the type, or their number is not the product of the sizes.
    pub fn from_elements(
        element: ElementType,
        sizes: impl Into<Arc<[usize]>>,
        elements: &Elements,
    ) -> Result<Tensor, TensorError> {
        let sizes = sizes.into();
        let needed = count(&sizes)?;
        if elements.len() != needed {
            return Err(TensorError::Length { needed, found: elements.len() });
        }
        let bytes = packing::pack_elements(element, elements).ok_or(TensorError::Type(element))?;
        Tensor::from_packed(element, sizes, bytes)
    }

    /// The element type.
    pub fn element(&self) -> ElementType {
        self.element
    }

    /// The size of each dimension in elements, outermost first; empty for a scalar.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The same sizes as a [`Shape`], every dimension exact.
    pub fn shape(&self) -> Shape {
        Shape::from_dims(self.sizes.iter().map(|&s| s as u64))
    }

    /// The number of elements: the product of the sizes, 1 for a scalar, 0 if a size is 0.
    pub fn num_elements(&self) -> usize {
        // The sizes of a tensor always have a product.
        count(&self.sizes).unwrap_or(0)
    }

    /// The number of bytes of the elements in memory and, packed, in a file.
    pub fn byte_len(&self) -> usize {
        match &self.data {
            Data::Packed(bytes) => bytes.len(),
            Data::Strings(strings) => strings.iter().map(|s| s.len()).sum(),
        }
    }

    /// The elements, row-major; `None` if they have another type.
    pub fn values<T: NativeElement>(&self) -> Option<&[T]> {
        match &self.data {
            // An empty slice may be unaligned, which a cast rejects.
            Data::Packed(bytes) if self.element == T::ELEMENT && bytes.is_empty() => Some(&[]),
            Data::Packed(bytes) if self.element == T::ELEMENT => bytemuck::checked::try_cast_slice(bytes).ok(),
            _ => None,
        }
    }

    /// The strings; `None` if the elements are not strings.
    pub fn strings(&self) -> Option<&[Arc<[u8]>]> {
        match &self.data {
            Data::Strings(strings) => Some(strings),
            Data::Packed(_) => None,
        }
    }

    /// The elements packed little-endian as in a file; `None` for strings.
    pub fn packed(&self) -> Option<Cow<'_, [u8]>> {
        match &self.data {
            Data::Packed(bytes) => Some(native::file_order(self.element, bytes)),
            Data::Strings(_) => None,
        }
    }

    /// The same bytes as [`Tensor::packed`], shared on little-endian machines.
    pub(crate) fn packed_bytes(&self) -> Option<Bytes> {
        match &self.data {
            Data::Packed(bytes) if cfg!(target_endian = "little") => Some(bytes.clone()),
            Data::Packed(_) => Some(self.packed()?.into_owned().into()),
            Data::Strings(_) => None,
        }
    }

    /// The bits of each element of a type of at most 8 bits, in the low bits of a byte; `None` for other types.
    pub fn codes(&self) -> Option<Cow<'_, [u8]>> {
        match &self.data {
            Data::Packed(bytes) if self.element.bits() == 8 => Some(Cow::Borrowed(bytes)),
            Data::Packed(bytes) if self.element.bits() < 8 => {
                Some(packing::unpack_codes(self.element, bytes, self.num_elements()).into())
            }
            _ => None,
        }
    }

    /// The reverse of [`Tensor::codes`].
    ///
    /// # Errors
    /// The type has more than 8 bits, or the number of codes is not the product of the sizes.
    pub fn from_codes(
        element: ElementType,
        sizes: impl Into<Arc<[usize]>>,
        codes: Vec<u8>,
    ) -> Result<Tensor, TensorError> {
        let sizes = sizes.into();
        let needed = count(&sizes)?;
        if codes.len() != needed {
            return Err(TensorError::Length { needed, found: codes.len() });
        }
        match element.bits() {
            8 => Tensor::from_packed(element, sizes, codes),
            1..8 => Tensor::from_packed(element, sizes, packing::pack_codes(element, &codes)),
            _ => Err(TensorError::Type(element)),
        }
    }

    /// The same elements with other sizes, shared.
    ///
    /// # Errors
    /// The sizes require another number of elements.
    pub fn reshaped(&self, sizes: impl Into<Arc<[usize]>>) -> Result<Tensor, TensorError> {
        let sizes = sizes.into();
        let needed = count(&sizes)?;
        if needed != self.num_elements() {
            return Err(TensorError::Length { needed, found: self.num_elements() });
        }
        Ok(Tensor { sizes, ..self.clone() })
    }

    /// The elements as inference tracks them; `None` if there are more than `limit`, or if their type is not tracked.
    pub fn elements(&self, limit: usize) -> Option<Elements> {
        if self.num_elements() > limit {
            return None;
        }
        unpack(self.element, &self.packed()?, self.num_elements())
    }

    /// The initial fact of inference for a value with these elements.
    pub fn fact(&self, limits: &Limits) -> Fact {
        Fact::tensor(self.element, self.shape()).with_elements(self.elements(limits.max_tracked_elements_per_tensor))
    }
}

impl PartialEq for Tensor {
    /// Equal type, sizes and bits: NaN equals NaN with the same bits, -0 differs from +0.
    fn eq(&self, other: &Tensor) -> bool {
        let data = match (&self.data, &other.data) {
            (Data::Packed(a), Data::Packed(b)) => a == b,
            (Data::Strings(a), Data::Strings(b)) => a == b,
            _ => false,
        };
        self.element == other.element && self.sizes == other.sizes && data
    }
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.element, self.shape())?;
        match (&self.data, self.elements(64)) {
            (_, Some(Elements::Ints(ints))) => {
                f.write_str(" ")?;
                f.debug_list().entries(ints.iter().map(|i| i.low())).finish()
            }
            (_, Some(Elements::Floats(floats))) => write!(f, " {floats:?}"),
            (Data::Packed(bytes), _) => write!(f, " ({} bytes)", bytes.len()),
            (Data::Strings(strings), _) => {
                f.write_str(" ")?;
                f.debug_list().entries(strings.iter().take(64).map(|s| String::from_utf8_lossy(s))).finish()
            }
        }
    }
}

/// The number of elements of these sizes.
pub(crate) fn count(sizes: &[usize]) -> Result<usize, TensorError> {
    // A size of 0 makes the product 0, whatever the others are.
    if sizes.contains(&0) {
        return Ok(0);
    }
    let product = sizes.iter().try_fold(1usize, |n, &s| n.checked_mul(s));
    product.ok_or_else(|| TensorError::TooLarge(sizes.to_vec()))
}

#[cfg(test)]
mod tests;
