//! The elements of a tensor as numbers of one width, for evaluations whose loops are not worth compiling once for each
//! element type. Floats are computed in `f64` and rounded once; integers are computed modulo a power of two that is
//! greater than the range of every type.

use super::elementwise::{all_reals, all_wholes};
use super::number::{Real, Whole, with_real, with_whole};
use crate::element::ElementType;
use crate::tensor::EvalError;
use crate::tensor::{Tensor, small_float};

/// The elements of a tensor.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    /// Of a floating-point type.
    Reals(Vec<f64>),
    /// Of an integer type, or booleans as 0 and 1.
    Wholes(Vec<i128>),
}

/// Bytes that an element takes at most.
pub(crate) const BYTES: u64 = 16;

/// What both kinds of numbers have in common.
pub(crate) trait Number: Copy + Default + PartialOrd {
    /// The neutral element of multiplication.
    const ONE: Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
    /// The product.
    fn times(self, other: Self) -> Self;
}

impl Number for f64 {
    const ONE: f64 = 1.0;
    fn plus(self, other: f64) -> f64 {
        self + other
    }
    fn minus(self, other: f64) -> f64 {
        self - other
    }
    fn times(self, other: f64) -> f64 {
        self * other
    }
}

impl Number for i128 {
    const ONE: i128 = 1;
    fn plus(self, other: i128) -> i128 {
        self.wrapping_add(other)
    }
    fn minus(self, other: i128) -> i128 {
        self.wrapping_sub(other)
    }
    fn times(self, other: i128) -> i128 {
        self.wrapping_mul(other)
    }
}

/// Computes a vector of numbers from one of the same kind.
macro_rules! with_numbers {
    ($numbers:expr, $values:ident => $body:expr) => {
        match $numbers {
            $crate::kernel::dense::Numbers::Reals($values) => $crate::kernel::dense::Numbers::Reals($body),
            $crate::kernel::dense::Numbers::Wholes($values) => $crate::kernel::dense::Numbers::Wholes($body),
        }
    };
}
pub(crate) use with_numbers;

impl Numbers {
    /// The elements of a tensor.
    ///
    /// # Errors
    /// They are not numbers.
    pub(crate) fn of(tensor: &Tensor) -> Result<Numbers, EvalError> {
        let reals = all_reals(tensor).map(Numbers::Reals);
        reals.or_else(|| all_wholes(tensor).map(Numbers::Wholes)).ok_or(EvalError::Type(tensor.element()))
    }

    /// Small integers as elements of a type.
    pub(crate) fn of_integers(element: ElementType, values: impl Iterator<Item = i64>) -> Numbers {
        match element.is_float() {
            true => Numbers::Reals(values.map(|value| value as f64).collect()),
            false => Numbers::Wholes(values.map(i128::from).collect()),
        }
    }

    /// The tensor of these elements: floats are rounded to the type, integers wrap.
    ///
    /// # Errors
    /// The type has no such elements, or their number is not that of the sizes.
    pub(crate) fn into_tensor(self, element: ElementType, sizes: &[usize]) -> Result<Tensor, EvalError> {
        match self {
            Numbers::Reals(values) => real_tensor(element, sizes, &values),
            Numbers::Wholes(values) => whole_tensor(element, sizes, &values),
        }
    }
}

/// The floats of a tensor, of any width.
///
/// # Errors
/// The elements are not floats.
pub(crate) fn reals(tensor: &Tensor) -> Result<Vec<f64>, EvalError> {
    all_reals(tensor).ok_or(EvalError::Type(tensor.element()))
}

/// The integers of a tensor, of any width.
///
/// # Errors
/// The elements are not integers.
pub(crate) fn wholes(tensor: &Tensor) -> Result<Vec<i128>, EvalError> {
    all_wholes(tensor).ok_or(EvalError::Type(tensor.element()))
}

/// All numbers of a tensor as floats; integers of more than 53 bits are rounded.
///
/// # Errors
/// The elements are not numbers.
pub(crate) fn floats(tensor: &Tensor) -> Result<Vec<f64>, EvalError> {
    Ok(match Numbers::of(tensor)? {
        Numbers::Reals(values) => values,
        Numbers::Wholes(values) => values.into_iter().map(|value| value as f64).collect(),
    })
}

/// Floats rounded to a type of any width; those out of range of an 8-bit type become infinity, NaN or the greatest
/// number.
///
/// # Errors
/// It is no floating-point type, or the number of values is not that of the sizes.
pub(crate) fn real_tensor(element: ElementType, sizes: &[usize], values: &[f64]) -> Result<Tensor, EvalError> {
    let made = with_real!(element, T => Tensor::new(sizes, values.iter().map(|&value| T::rounded(value)).collect()));
    let made = made.unwrap_or_else(|| {
        let small = element.is_float() && element.bits() <= 8 && element != ElementType::F8E8M0;
        let codes = values.iter().map(|&value| small_float::encode(element, value, false));
        if small { Tensor::from_codes(element, sizes, codes.collect()) } else { Tensor::new([1], Vec::<u8>::new()) }
    });
    made.map_err(|_| EvalError::Type(element))
}

/// Integers wrapped into a type of any width.
///
/// # Errors
/// It is no integer type, or the number of values is not that of the sizes.
pub(crate) fn whole_tensor(element: ElementType, sizes: &[usize], values: &[i128]) -> Result<Tensor, EvalError> {
    let made = with_whole!(element, T => Tensor::new(sizes, values.iter().map(|&value| T::wrap(value)).collect()));
    let made = made.unwrap_or_else(|| {
        let mask = u8::MAX >> 8u32.saturating_sub(element.bits());
        let codes = || values.iter().map(|&value| value as u8 & mask).collect();
        if element.is_integer() {
            Tensor::from_codes(element, sizes, codes())
        } else {
            Tensor::new([1], Vec::<u8>::new())
        }
    });
    made.map_err(|_| EvalError::Type(element))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_of_number_round_trips() {
        for &element in ElementType::ALL {
            let one = match element.bits() {
                _ if !(element.is_float() || element.is_integer()) || element == ElementType::F8E8M0 => continue,
                1..=8 => Tensor::from_codes(element, [2], vec![1, 0]).unwrap(),
                bits => Tensor::from_packed(element, [2], vec![0; bits as usize / 4]).unwrap(),
            };
            if element == ElementType::Nf4 {
                continue;
            }
            assert_eq!(Numbers::of(&one).unwrap().into_tensor(element, &[2]).unwrap(), one, "{element}");
        }
    }

    #[test]
    fn numbers_of_the_other_kind_are_rejected() {
        assert!(real_tensor(ElementType::I32, &[1], &[1.0]).is_err());
        assert!(whole_tensor(ElementType::F32, &[1], &[1]).is_err());
        assert!(Numbers::Reals(vec![1.0]).into_tensor(ElementType::F32, &[2]).is_err());
        let wrapped = whole_tensor(ElementType::I4, &[2], &[9, -9]).unwrap();
        assert_eq!(wholes(&wrapped).unwrap(), [-7, 7]);
    }
}
