//! Element types with a Rust type, and bytes in native order.

use std::borrow::Cow;

use bytemuck::{CheckedBitPattern, NoUninit};
use bytes::Bytes;
#[cfg(feature = "evaluate")]
use half::{bf16, f16};

use crate::element::ElementType;

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that corresponds to an element type.
pub trait NativeElement: CheckedBitPattern + NoUninit + Send + Sync + sealed::Sealed {
    /// The element type.
    const ELEMENT: ElementType;
}

macro_rules! native {
    ($($rust:ty => $element:ident,)*) => {$(
        impl sealed::Sealed for $rust {}
        impl NativeElement for $rust {
            const ELEMENT: ElementType = ElementType::$element;
        }
    )*};
}

native! {
    f64 => F64, f32 => F32,
    i64 => I64, i32 => I32, i16 => I16, i8 => I8,
    u64 => U64, u32 => U32, u16 => U16, u8 => U8,
    bool => Bool,
}

#[cfg(feature = "evaluate")]
native! {
    f16 => F16, bf16 => Bf16,
}

/// Values that own their memory, as bytes.
struct Owned<T>(Vec<T>);

impl<T: NoUninit> AsRef<[u8]> for Owned<T> {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

/// The bytes of these values, without copying.
pub(super) fn into_bytes<T: NoUninit + Send + Sync>(values: Vec<T>) -> Bytes {
    // An empty vector of ours has arbitrary alignment.
    if values.is_empty() { Bytes::new() } else { Bytes::from_owner(Owned(values)) }
}

/// Bytes of a file in the representation of a tensor: aligned, in native byte order, a bool as 0 or 1.
pub(super) fn from_file_order(element: ElementType, bytes: Bytes) -> Bytes {
    if element == ElementType::Bool && bytes.iter().any(|&b| b > 1) {
        return bytes.iter().map(|&b| u8::from(b != 0)).collect::<Vec<u8>>().into();
    }
    let width = word(element);
    if cfg!(target_endian = "big") && width > 1 {
        return aligned(swapped(&bytes, width).into(), width);
    }
    aligned(bytes, width)
}

/// The reverse of [`from_file_order`].
pub(super) fn file_order(element: ElementType, bytes: &[u8]) -> Cow<'_, [u8]> {
    let width = word(element);
    if cfg!(target_endian = "big") && width > 1 { swapped(bytes, width).into() } else { bytes.into() }
}

/// The size in bytes of one number of an element: half of a complex one.
pub(super) fn word(element: ElementType) -> usize {
    match element {
        ElementType::C64 => 4,
        ElementType::C128 => 8,
        _ => (element.bits() as usize).div_ceil(8).max(1),
    }
}

fn swapped(bytes: &[u8], width: usize) -> Vec<u8> {
    bytes.chunks(width).flat_map(|word| word.iter().rev()).copied().collect()
}

/// The same bytes at an address that `width` divides, copied if necessary.
pub(super) fn aligned(bytes: Bytes, width: usize) -> Bytes {
    if bytes.is_empty() || bytes.as_ptr().addr().is_multiple_of(width) {
        return bytes;
    }
    let mut words = vec![0u64; bytes.len().div_ceil(8)];
    bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(&bytes);
    Bytes::from_owner(Owned(words)).slice(..bytes.len())
}
