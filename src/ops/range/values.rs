//! The values of a Range.

use super::Range;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::ops::{EvalContext, StaticTensorType};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The inferred number of values, in the output type.
pub(super) fn compute(range: &Range, cx: &EvalContext<'_>, output: &StaticTensorType) -> Result<Tensor, EvalError> {
    let (start, step) = (Number::from_tensor(cx.input(0)?)?, Number::from_tensor(cx.input(2)?)?);
    let count: usize = output.count();
    let made = match output.element {
        ElementType::F64 => Tensor::new([count], floats(range, start.wide(), step.wide(), count)),
        ElementType::F32 => Tensor::new([count], floats(range, start.narrow(), step.narrow(), count)),
        #[cfg(feature = "evaluate")]
        ElementType::F16 if range.widens => Tensor::new([count], half_floats(start, step, count, half::f16::from_f32)),
        #[cfg(feature = "evaluate")]
        ElementType::Bf16 if range.widens => {
            Tensor::new([count], half_floats(start, step, count, half::bf16::from_f32))
        }
        element if element.is_integer() => integers(element, [start.whole()?, step.whole()?], count),
        element => return Err(EvalError::Type(element)),
    };
    made.map_err(|_| EvalError::UnknownType)
}

#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    fn from_tensor(tensor: &Tensor) -> Result<Number, EvalError> {
        let number = match tensor.elements(1) {
            Some(Elements::Ints(ints)) => ints.first().and_then(crate::elements::SymInt::value).map(Number::Int),
            Some(Elements::Floats(floats)) => floats.first().copied().map(Number::Float),
            Some(Elements::SymFloats(_)) | None => None,
        };
        number.ok_or(EvalError::Type(tensor.element()))
    }

    fn wide(self) -> f64 {
        match self {
            Number::Int(int) => int as f64,
            Number::Float(float) => float,
        }
    }

    fn narrow(self) -> f32 {
        match self {
            Number::Int(int) => int as f32,
            Number::Float(float) => float as f32,
        }
    }

    /// The low bits of an integer.
    fn whole(self) -> Result<i64, EvalError> {
        match self {
            Number::Int(int) => Ok(int as i64),
            Number::Float(float) if float.fract() == 0.0 => Ok(float as i128 as i64),
            Number::Float(float) => Err(EvalError::Undefined(format!("{float} is not an integer"))),
        }
    }
}

/// The operations that f32 and f64 share here.
trait Float: Copy + std::ops::Add<Output = Self> + std::ops::Mul<Output = Self> {
    fn at(index: usize) -> Self;
}

impl Float for f32 {
    fn at(index: usize) -> f32 {
        index as f32
    }
}

impl Float for f64 {
    fn at(index: usize) -> f64 {
        index as f64
    }
}

fn floats<T: Float>(range: &Range, start: T, step: T, count: usize) -> Vec<T> {
    match range.adds {
        true => std::iter::successors(Some(start), |at| Some(*at + step)).take(count).collect(),
        false => (0..count).map(|i| start + T::at(i) * step).collect(),
    }
}

/// 16-bit floats: computed in 32 bits and rounded once.
fn half_floats<T>(start: Number, step: Number, count: usize, rounded: fn(f32) -> T) -> Vec<T> {
    let (start, step) = (start.narrow(), step.narrow());
    (0..count).map(|i| rounded(start + i as f32 * step)).collect()
}

/// Every number lies between start and limit, so the low bits suffice.
fn integers(element: ElementType, [start, step]: [i64; 2], count: usize) -> Result<Tensor, crate::tensor::TensorError> {
    let values = (0..count).map(|i| start.wrapping_add(step.wrapping_mul(i as i64)));
    match element {
        ElementType::I64 => Tensor::new([count], values.collect()),
        ElementType::U64 => Tensor::new([count], values.map(|v| v as u64).collect()),
        ElementType::I32 => Tensor::new([count], values.map(|v| v as i32).collect()),
        ElementType::U32 => Tensor::new([count], values.map(|v| v as u32).collect()),
        ElementType::I16 => Tensor::new([count], values.map(|v| v as i16).collect()),
        ElementType::U16 => Tensor::new([count], values.map(|v| v as u16).collect()),
        ElementType::I8 => Tensor::new([count], values.map(|v| v as i8).collect()),
        ElementType::U8 => Tensor::new([count], values.map(|v| v as u8).collect()),
        _ => {
            let mask = (1 << element.bits()) - 1;
            Tensor::collect_codes(element, &[count], count, values.map(|v| v as u8 & mask))
        }
    }
}
