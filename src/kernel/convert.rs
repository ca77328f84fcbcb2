//! Conversion of numbers from one element type to another.

use super::elementwise::widened;
use super::number::{Real, Whole, whole_to_odd, with_real, with_whole};
use crate::element::ElementType;
use crate::tensor::EvalError;
use crate::tensor::half_float::F16;
use crate::tensor::small_float::{self, PowerRounding};
use crate::tensor::{NativeElement, Tensor};

/// Where specifications and runtimes differ, or leave a result undefined. If the rules define no result for a number,
/// the conversion fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    /// Whether a number too great for an 8-bit float becomes the greatest one; otherwise infinity or NaN.
    pub(crate) saturate: bool,
    /// Whether infinity saturates in a type without infinity, if `saturate`.
    pub(crate) infinity: bool,
    /// How a number becomes a power of two (f8e8m0).
    pub(crate) power: PowerRounding,
    /// Whether zero, infinity and numbers out of range become the nearest power of two; otherwise NaN. `None`:
    /// undefined.
    pub(crate) power_limits: Option<bool>,
    /// Whether integers of fewer than 8 bits truncate the fraction.
    pub(crate) small_truncate: bool,
    /// Whether conversions that depend on the runtime are not evaluated. OpenVINO's runtimes convert NaN to true or
    /// false, and an integer too great for f16 to infinity or the greatest number; they round to bf16 or truncate, and
    /// convert to 16-bit and 8-bit floats by way of f32 or f16.
    pub(crate) cautious: bool,
}

/// The elements as numbers of another type.
pub(crate) fn convert(data: &Tensor, to: ElementType, rules: Rules) -> Result<Tensor, EvalError> {
    if data.element() == to {
        return Ok(data.clone());
    }
    let wide = match (data.element(), data.codes()) {
        (ElementType::Nf4, Some(codes)) => {
            let values = codes.iter().map(|&c| small_float::decode(ElementType::Nf4, c)).collect();
            std::borrow::Cow::Owned(Tensor::new(data.sizes(), values).map_err(|_| EvalError::UnknownType)?)
        }
        _ => widened(data)?,
    };
    let sizes = data.sizes();
    let made = with_real!(to, T => fill(&wide, &ToReal { rules })
        .and_then(|v: Vec<T>| native(sizes, v)));
    let made = made.or_else(|| match to {
        ElementType::Bool => Some(fill(&wide, &ToBool { rules }).and_then(|v: Vec<bool>| native(sizes, v))),
        _ => with_whole!(to, T => fill(&wide, &ToWhole { to }).and_then(|v: Vec<T>| native(sizes, v))),
    });
    made.unwrap_or_else(|| {
        let codes = match to {
            _ if to.bits() > 8 => return Err(EvalError::Type(to)),
            _ if to.is_integer() => fill(&wide, &ToSmallWhole { to, rules })?,
            _ if to.is_float() => fill(&wide, &ToSmallReal { to, rules })?,
            _ => return Err(EvalError::Type(to)),
        };
        Tensor::from_codes(to, sizes, codes).map_err(|_| EvalError::UnknownType)
    })
}

fn native<T: NativeElement>(sizes: &[usize], values: Vec<T>) -> Result<Tensor, EvalError> {
    Tensor::new(sizes, values).map_err(|_| EvalError::UnknownType)
}

/// A number as an element of a type; `None` if the rules define none.
trait Target<T> {
    fn of_whole(&self, value: i128) -> Option<T>;
    fn of_real(&self, value: f64) -> Option<T>;
    /// The type.
    fn element(&self) -> ElementType;
}

/// A block of elements of a tensor.
enum Numbers<'a> {
    Wholes(&'a [i128]),
    Reals(&'a [f64]),
}

/// Converts block by block, so that not every pair of types needs its own loop.
fn fill<T>(data: &Tensor, target: &impl Target<T>) -> Result<Vec<T>, EvalError> {
    let mut made = Vec::with_capacity(data.num_elements());
    let done = blocks(data, &mut |numbers| {
        let before = made.len();
        match numbers {
            Numbers::Wholes(block) => made.extend(block.iter().map_while(|&n| target.of_whole(n))),
            Numbers::Reals(block) => made.extend(block.iter().map_while(|&x| target.of_real(x))),
        }
        let undefined = |value: String| {
            let message =
                format!("element {} is {value}, whose conversion to {} is undefined", made.len(), target.element());
            Err(EvalError::Undefined(message))
        };
        let at = made.len() - before;
        match numbers {
            Numbers::Wholes(block) => block.get(at).map_or(Ok(()), |n| undefined(n.to_string())),
            Numbers::Reals(block) => block.get(at).map_or(Ok(()), |x| undefined(x.to_string())),
        }
    });
    done.map(|()| made)
}

/// Reads a tensor of a native type block by block.
fn blocks(data: &Tensor, take: &mut dyn FnMut(Numbers<'_>) -> Result<(), EvalError>) -> Result<(), EvalError> {
    const SIZE: usize = 256;
    let element = data.element();
    let read = with_real!(element, T => {
        let mut block = [0.0; SIZE];
        data.values::<T>().unwrap_or_default().chunks(SIZE).try_for_each(|values| {
            block.iter_mut().zip(values).for_each(|(to, from)| *to = from.real());
            take(Numbers::Reals(&block[..values.len()]))
        })
    });
    let read = read.or_else(|| {
        with_whole!(element, T => {
            let mut block = [0; SIZE];
            data.values::<T>().unwrap_or_default().chunks(SIZE).try_for_each(|values| {
                block.iter_mut().zip(values).for_each(|(to, from)| *to = from.whole());
                take(Numbers::Wholes(&block[..values.len()]))
            })
        })
    });
    read.unwrap_or(Err(EvalError::Type(element)))
}

struct ToReal {
    rules: Rules,
}

impl ToReal {
    /// The number as all runtimes round it; `None` if they disagree.
    fn agreed<T: Real>(value: f64) -> Option<T> {
        let made = T::rounded(value);
        if T::ELEMENT.bits() != 16 || value.is_nan() || value.is_infinite() {
            return Some(made);
        }
        let cut_off = T::ELEMENT != ElementType::Bf16 || made.real().abs() <= value.abs();
        let through_f32 = T::rounded(f64::from(value as f32)).real();
        (cut_off && through_f32 == made.real()).then_some(made)
    }
}

impl<T: Real> Target<T> for ToReal {
    fn of_whole(&self, value: i128) -> Option<T> {
        let made = T::rounded(whole_to_odd(value));
        if !self.rules.cautious {
            return Some(made);
        }
        Self::agreed(value as f64).filter(|other: &T| other.real() == made.real() && made.real().is_finite())
    }
    fn of_real(&self, value: f64) -> Option<T> {
        if self.rules.cautious { Self::agreed(value) } else { Some(T::rounded(value)) }
    }
    fn element(&self) -> ElementType {
        T::ELEMENT
    }
}

struct ToBool {
    rules: Rules,
}

impl Target<bool> for ToBool {
    fn of_whole(&self, value: i128) -> Option<bool> {
        Some(value != 0)
    }
    fn of_real(&self, value: f64) -> Option<bool> {
        (!self.rules.cautious || !value.is_nan()).then_some(value != 0.0)
    }
    fn element(&self) -> ElementType {
        ElementType::Bool
    }
}

/// The number without its fraction, as an integer of the type if in range.
fn truncated(value: f64, to: ElementType) -> Option<i128> {
    let (low, high) = to.integer_range()?;
    let whole = value.trunc();
    // The range of every integer type is within 2^64, which f64 represents exactly. NaN is in no range.
    (whole >= low as f64 && whole < high as f64 + 1.0).then_some(whole as i128)
}

struct ToWhole {
    to: ElementType,
}

impl<T: Whole> Target<T> for ToWhole {
    fn of_whole(&self, value: i128) -> Option<T> {
        Some(T::wrap(value))
    }
    fn of_real(&self, value: f64) -> Option<T> {
        truncated(value, self.to).map(T::wrap)
    }
    fn element(&self) -> ElementType {
        self.to
    }
}

/// Integers of fewer than 8 bits, as codes.
struct ToSmallWhole {
    to: ElementType,
    rules: Rules,
}

impl Target<u8> for ToSmallWhole {
    fn of_whole(&self, value: i128) -> Option<u8> {
        Some(value as u8 & (u8::MAX >> 8u32.saturating_sub(self.to.bits())))
    }
    fn of_real(&self, value: f64) -> Option<u8> {
        let whole = truncated(value, self.to)?;
        if whole as f64 != value && !self.rules.small_truncate {
            return None;
        }
        self.of_whole(whole)
    }
    fn element(&self) -> ElementType {
        self.to
    }
}

/// Floats of at most 8 bits, as codes.
struct ToSmallReal {
    to: ElementType,
    rules: Rules,
}

impl ToSmallReal {
    fn power(&self, value: f64) -> Option<u8> {
        const GREATEST: f64 = (1u128 << 127) as f64;
        let least = f64::from(small_float::decode(ElementType::F8E8M0, 0));
        if value.is_nan() {
            return Some(u8::MAX);
        }
        if value.is_sign_negative() {
            return None;
        }
        let saturate = match self.rules.power_limits {
            _ if value >= least && value <= GREATEST => true,
            // Whether the range check applies before or after rounding is unspecified for numbers just above the
            // greatest one.
            Some(false) if value > GREATEST && value.is_finite() => return None,
            limits => limits?,
        };
        Some(small_float::encode_power(value, saturate, self.rules.power))
    }
}

impl Target<u8> for ToSmallReal {
    fn of_whole(&self, value: i128) -> Option<u8> {
        self.of_real(whole_to_odd(value))
    }
    fn of_real(&self, value: f64) -> Option<u8> {
        let no_nan = matches!(self.to, ElementType::F6E2M3 | ElementType::F6E3M2 | ElementType::F4E2M1);
        let no_zero = matches!(self.to, ElementType::F8E4M3Fnuz | ElementType::F8E5M2Fnuz);
        match self.to {
            ElementType::F8E8M0 => self.power(value),
            _ if no_nan && value.is_nan() => None,
            _ if no_zero && value.is_infinite() && self.rules.saturate && !self.rules.infinity => None,
            _ => {
                let code = |value| small_float::encode(self.to, value, self.rules.saturate);
                let agreed = !self.rules.cautious || code(F16.rounded(value)) == code(value);
                agreed.then(|| code(value))
            }
        }
    }
    fn element(&self) -> ElementType {
        self.to
    }
}
