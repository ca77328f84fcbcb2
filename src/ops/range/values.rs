//! The numbers of a Range.

use super::Range;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::evaluate::{Evaluation, OutputType, Refusal};
use crate::tensor::Tensor;

/// So many numbers as inference found, in the type of the output.
pub(super) fn of(range: &Range, cx: &Evaluation<'_>, output: &OutputType) -> Result<Tensor, Refusal> {
    let (start, step) = (Number::of(cx.input(0)?)?, Number::of(cx.input(2)?)?);
    let count: usize = output.count();
    let made = match output.element {
        ElementType::F64 => Tensor::new([count], floats(range, start.wide(), step.wide(), count)),
        ElementType::F32 => Tensor::new([count], floats(range, start.narrow(), step.narrow(), count)),
        ElementType::F16 if range.widens => Tensor::new([count], halves(start, step, count, half::f16::from_f32)),
        ElementType::Bf16 if range.widens => Tensor::new([count], halves(start, step, count, half::bf16::from_f32)),
        element if element.is_integer() => {
            let (start, step) = (start.whole()?, step.whole()?);
            integers(element, count, (0..count as i128).map(|i| start.wrapping_add(step.wrapping_mul(i))))
        }
        element => return Err(Refusal::Type(element)),
    };
    made.map_err(|_| Refusal::UnknownType)
}

#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    fn of(tensor: &Tensor) -> Result<Number, Refusal> {
        let number = match tensor.elements(1) {
            Some(Elements::Ints(ints)) => ints.first().and_then(crate::Int::value).map(Number::Int),
            Some(Elements::Floats(floats)) => floats.first().copied().map(Number::Float),
            None => None,
        };
        number.ok_or(Refusal::Type(tensor.element()))
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

    fn whole(self) -> Result<i128, Refusal> {
        match self {
            Number::Int(int) => Ok(int),
            Number::Float(float) if float.fract() == 0.0 => Ok(float as i128),
            Number::Float(float) => Err(Refusal::Undefined(format!("{float} is no integer"))),
        }
    }
}

/// What floats of 32 and 64 bits have in common here.
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

/// Floats of 16 bits: computed in 32 bits and rounded once.
fn halves<T>(start: Number, step: Number, count: usize, rounded: fn(f32) -> T) -> Vec<T> {
    let (start, step) = (start.narrow(), step.narrow());
    (0..count).map(|i| rounded(start + i as f32 * step)).collect()
}

fn integers(
    element: ElementType,
    count: usize,
    values: impl Iterator<Item = i128>,
) -> Result<Tensor, crate::TensorError> {
    let bits = element.bits();
    if bits < 8 {
        let codes = values.map(|v| v as u8 & ((1 << bits) - 1));
        return Tensor::collect_codes(element, &[count], count, codes);
    }
    let width = bits as usize / 8;
    let mut packed = Vec::with_capacity(count * width);
    values.for_each(|v| packed.extend_from_slice(&v.to_le_bytes()[..width]));
    Tensor::from_packed(element, [count], packed)
}
