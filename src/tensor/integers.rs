//! Integers of any type, read one by one.

use super::EvalError;
use super::{Tensor, packing};

/// The elements of a tensor of any integer type, without copying them.
#[derive(Clone, Copy)]
pub(crate) enum Integers<'a> {
    /// The usual type of indices.
    I64(&'a [i64]),
    I32(&'a [i32]),
    /// Any other type.
    Of(&'a Tensor),
}

impl<'a> Integers<'a> {
    /// The elements of a tensor.
    ///
    /// # Errors
    /// They are not integers.
    pub(crate) fn from_tensor(tensor: &'a Tensor) -> Result<Integers<'a>, EvalError> {
        if let Some(values) = tensor.values() {
            return Ok(Integers::I64(values));
        }
        if let Some(values) = tensor.values() {
            return Ok(Integers::I32(values));
        }
        tensor.element.is_integer().then_some(Integers::Of(tensor)).ok_or(EvalError::Type(tensor.element))
    }

    pub(crate) fn len(self) -> usize {
        match self {
            Integers::I64(values) => values.len(),
            Integers::I32(values) => values.len(),
            Integers::Of(tensor) => tensor.num_elements(),
        }
    }

    /// The element at a position; 0 past the end.
    pub(crate) fn at(self, index: usize) -> i128 {
        match self {
            Integers::I64(values) => values.get(index).map_or(0, |&v| v.into()),
            Integers::I32(values) => values.get(index).map_or(0, |&v| v.into()),
            Integers::Of(tensor) => tensor.integer(index).unwrap_or(0),
        }
    }

    /// The element at a position as one of `0..size`, counted from the end if it is negative.
    pub(crate) fn index(self, at: usize, size: usize) -> Option<usize> {
        let narrow = match self {
            Integers::I64(values) => values.get(at).copied(),
            Integers::I32(values) => values.get(at).map(|&v| v.into()),
            // The saturated value is out of range as well.
            Integers::Of(tensor) => tensor.integer(at).map(|v| i64::try_from(v).unwrap_or(i64::MAX)),
        }?;
        let from_start = if narrow < 0 { (size as u64).wrapping_add(narrow as u64) } else { narrow as u64 };
        // A value far below the start wraps to far past the end.
        usize::try_from(from_start).ok().filter(|&index| index < size)
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = i128> {
        (0..self.len()).map(move |i| self.at(i))
    }

    /// All of them as positions; `None` if one is negative.
    pub(crate) fn indices(self) -> Option<Vec<usize>> {
        self.iter().map(|v| usize::try_from(v).ok()).collect()
    }
}

impl Tensor {
    /// One element of an integer type.
    fn integer(&self, index: usize) -> Option<i128> {
        let (bits, bytes) = (self.element.bits(), self.memory()?);
        let unsigned = match bits {
            1..8 => packing::code_at(self.element, bytes, index).into(),
            _ => {
                let width = bits as usize / 8;
                let own = bytes.get(index.checked_mul(width)?..)?.get(..width)?;
                let mut wide = [0; 8];
                match cfg!(target_endian = "big") {
                    true => wide.get_mut(8 - width..)?.copy_from_slice(own),
                    false => wide.get_mut(..width)?.copy_from_slice(own),
                }
                u64::from_ne_bytes(wide)
            }
        };
        let (low, _) = self.element.integer_range()?;
        let negative = low < 0 && unsigned >> (bits - 1) == 1;
        Some(i128::from(unsigned) - if negative { 1 << bits } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;

    #[test]
    fn every_integer_type_is_read() {
        for &element in ElementType::ALL.iter().filter(|e| e.is_integer()) {
            let (low, high) = element.integer_range().unwrap();
            let values = [low, high, 0, high / 2, high];
            let elements = crate::elements::Elements::of_ints(values);
            let tensor = Tensor::from_elements(element, [5], &elements).unwrap();
            assert_eq!(Integers::from_tensor(&tensor).unwrap().iter().collect::<Vec<_>>(), values, "{element}");
            assert_eq!(Integers::from_tensor(&tensor).unwrap().indices().is_some(), low == 0, "{element}");
        }
        let float = Tensor::new([1], vec![1f32]).unwrap();
        assert_eq!(Integers::from_tensor(&float).err(), Some(EvalError::Type(ElementType::F32)));
    }
}
