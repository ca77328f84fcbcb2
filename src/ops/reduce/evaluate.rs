//! Evaluation: selects the fold for each operator and element type.
//!
//! Results where the specifications leave them open (the references: onnx.reference, ONNX Runtime and OpenVINO's
//! constant folding):
//!
//! * **Minimum and maximum** are exact for every type. NaN propagates wherever it occurs, as the type's quiet NaN;
//!   -0 orders before +0. The reduction of a single element is that element, bit for bit.
//! * **Floats** of up to 32 bits are summed and multiplied in f64; f64 sums are compensated for rounding errors. The
//!   result is rounded once. The references round at every step, so their sums may overflow where these do not.
//! * **Integers**: sum, product, L1 and the sum of squares wrap around in the type, as in onnx.reference and OpenVINO.
//!   Mean, L2, LogSum and LogSumExp are computed from the exact sum, truncated toward zero, and saturate at the type's
//!   range; the references overflow in between, each differently. The logarithm of a nonpositive sum is undefined.
//! * **No elements**: in ONNX, the minimum is +inf or the type's greatest value, the maximum the opposite, sums are 0,
//!   a product is 1, logarithms are -inf; a mean and a logarithm of integers are undefined. In IR, a reduction over no
//!   elements is undefined, whatever OpenVINO returns.
//! * **No axes** in IR leave every element unchanged, as specified, although OpenVINO's L1 and L2 return |x|. In ONNX,
//!   L1, L2, LogSum and SumSquare still apply their function to each element.

use std::borrow::Cow;
use std::marker::PhantomData;

use half::{bf16, f16};

use super::integer::{self, Integer};
use super::kernel::fold;
use super::minifloat_order::Ranks;
use super::order::{Least, Order, Ordered};
use super::plan::ReducePlan;
use super::sum::{self, Real, Total};
use super::{Axes, OperandSource, Reduce, ReduceKind};
use crate::element::ElementType;
use crate::ops::EvalContext;
use crate::tensor::EvalError;
use crate::tensor::{NativeElement, Tensor, TensorError, small_float};

/// The only output.
pub(super) fn evaluate(reduce: &Reduce, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
    let (data, sizes) = (cx.input(0)?, &cx.output(0)?.sizes);
    let reduced = reduced(reduce, cx, data.sizes().len())?;
    let plan = ReducePlan::new(data.sizes(), &reduced);
    let untouched = !reduced.contains(&true) && reduce.nothing_is_identity;
    let made = if untouched || (plan.run == 1 && keeps_single_element(reduce.kind)) {
        data.reshaped(sizes.clone())
    } else if plan.run == 0 && plan.outputs > 0 && !reduce.empty_is_defined {
        return Err(undefined("a reduction over no elements"));
    } else {
        let task = Task { kind: reduce.kind, plan: &plan, data, sizes };
        match reduce.kind {
            ReduceKind::Min | ReduceKind::LogicalAnd => task.extreme(false)?,
            ReduceKind::Max | ReduceKind::LogicalOr => task.extreme(true)?,
            _ => task.arithmetic()?,
        }
    };
    made.map_err(|_| EvalError::UnknownType)
}

/// The reduced dimensions; all inputs are known here.
fn reduced(reduce: &Reduce, cx: &EvalContext<'_>, rank: usize) -> Result<Vec<bool>, EvalError> {
    let read;
    let list = match (&reduce.axes, reduce.source) {
        (Axes::All, _) => return Ok(vec![true; rank]),
        (Axes::Known(list), _) => list,
        (Axes::Runtime(_), OperandSource::Attribute(_)) => return Err(EvalError::UnknownType),
        (Axes::Runtime(_), OperandSource::Input(input)) => {
            let axes = cx.input(input)?;
            let ints = axes.elements(usize::MAX).and_then(|e| e.exact_ints());
            read = ints.ok_or(EvalError::Type(axes.element()))?;
            if read.is_empty() {
                return Ok(vec![reduce.all_if_empty; rank]);
            }
            &read
        }
    };
    let mut reduced = vec![false; rank];
    for &axis in list {
        let from_start = if axis < 0 { axis.saturating_add(rank as i128) } else { axis };
        let dim = usize::try_from(from_start).ok().and_then(|d| reduced.get_mut(d));
        *dim.ok_or_else(|| out_of_range(axis, rank))? = true;
    }
    Ok(reduced)
}

fn out_of_range(axis: i128, rank: usize) -> EvalError {
    let valid = match rank {
        0 => "a scalar has no axes".to_owned(),
        _ => format!("expected -{rank}..={}", rank - 1),
    };
    EvalError::Invalid(format!("axis {axis} is out of range for rank {rank}; {valid}"))
}

fn undefined(what: &str) -> EvalError {
    EvalError::Undefined(format!("{what} has no defined result"))
}

/// Whether the reduction of a single element is that element.
fn keeps_single_element(kind: ReduceKind) -> bool {
    !matches!(kind, ReduceKind::L1 | ReduceKind::L2 | ReduceKind::LogSum | ReduceKind::SumSquare)
}

type Made = Result<Result<Tensor, TensorError>, EvalError>;

/// A reduction with all inputs known.
struct Task<'a> {
    kind: ReduceKind,
    plan: &'a ReducePlan,
    data: &'a Tensor,
    sizes: &'a std::sync::Arc<[usize]>,
}

impl Task<'_> {
    fn values<T: NativeElement>(&self) -> Result<&[T], EvalError> {
        self.data.values().ok_or(EvalError::Type(self.data.element()))
    }

    // --- minimum and maximum ---

    fn extreme(&self, greatest: bool) -> Made {
        match self.data.element() {
            ElementType::F64 => self.extreme_of::<f64>(greatest),
            ElementType::F32 => self.extreme_of::<f32>(greatest),
            ElementType::F16 => self.extreme_of::<f16>(greatest),
            ElementType::Bf16 => self.extreme_of::<bf16>(greatest),
            ElementType::I64 => self.extreme_of::<i64>(greatest),
            ElementType::I32 => self.extreme_of::<i32>(greatest),
            ElementType::I16 => self.extreme_of::<i16>(greatest),
            ElementType::I8 => self.extreme_of::<i8>(greatest),
            ElementType::U64 => self.extreme_of::<u64>(greatest),
            ElementType::U32 => self.extreme_of::<u32>(greatest),
            ElementType::U16 => self.extreme_of::<u16>(greatest),
            ElementType::U8 => self.extreme_of::<u8>(greatest),
            element => self.extreme_code(element, greatest),
        }
    }

    fn extreme_of<T: NativeElement + Ordered>(&self, greatest: bool) -> Made {
        Ok(Tensor::new(self.sizes.clone(), self.extremes(self.values::<T>()?, greatest)))
    }

    fn extremes<T: Ordered>(&self, elements: &[T], greatest: bool) -> Vec<T> {
        let words = bytemuck::cast_slice(elements);
        let made = if greatest { self.least(T::GREATEST, words) } else { self.least(T::LEAST, words) };
        // The same vector, its words read as the type says.
        bytemuck::allocation::cast_vec(made)
    }

    fn least<O: Order>(&self, order: O, words: &[O::Word]) -> Vec<O::Word> {
        fold(&Least(order), self.plan, words, |key| order.word(key))
    }

    /// Types of at most 8 bits that Rust lacks, and bool.
    fn extreme_code(&self, element: ElementType, greatest: bool) -> Made {
        let codes = self.data.codes().ok_or(EvalError::Type(element))?;
        let mut made;
        if element == ElementType::Bool {
            made = self.extremes::<u8>(&codes, greatest);
            // The minimum of no elements is the greatest byte.
            made.iter_mut().for_each(|code| *code = (*code).min(1));
        } else if element.is_integer() || element.is_float() {
            let ranks = Ranks::new(element, greatest);
            let codes: Vec<u8> = codes.iter().map(|&code| ranks.of_code[usize::from(code)]).collect();
            made = self.extremes::<u8>(&codes, false);
            made.iter_mut().for_each(|rank| *rank = ranks.to_code[usize::from(*rank)]);
        } else {
            return Err(EvalError::Type(element));
        }
        Ok(Tensor::from_codes(element, self.sizes.clone(), made))
    }

    // --- sums and products ---

    fn arithmetic(&self) -> Made {
        match self.data.element() {
            ElementType::F64 => self.float::<f64>(self.values()?),
            ElementType::F32 => self.float::<f32>(self.values()?),
            ElementType::F16 => self.float::<f16>(self.values()?),
            ElementType::Bf16 => self.float::<bf16>(self.values()?),
            ElementType::I64 => self.integer::<i64, i64>(),
            ElementType::I32 => self.integer::<i32, i32>(),
            ElementType::I16 => self.integer::<i16, i16>(),
            ElementType::U64 => self.integer::<u64, i64>(),
            ElementType::U32 => self.integer::<u32, i32>(),
            ElementType::U16 => self.integer::<u16, i16>(),
            element if element.is_integer() => self.integer_code(element),
            element if element.is_float() => self.narrow_float(element),
            element => Err(EvalError::Type(element)),
        }
    }

    /// A tensor of the data's type, each number rounded once.
    fn float<E: Real>(&self, data: &[E]) -> Made {
        let (sizes, numbers) = (self.sizes.clone(), self.floats(data).into_iter());
        // Which NaN an operation produces depends on the processor.
        let numbers = numbers.map(|n| if n.is_nan() { f64::NAN } else { n });
        Ok(match self.data.element() {
            ElementType::F64 => Tensor::new(sizes, numbers.collect()),
            ElementType::F32 => Tensor::new(sizes, numbers.map(|n| n as f32).collect()),
            ElementType::F16 => Tensor::new(sizes, numbers.map(|n| f16::from_f32(sum::to_odd(n))).collect()),
            ElementType::Bf16 => Tensor::new(sizes, numbers.map(|n| bf16::from_f32(sum::to_odd(n))).collect()),
            element => {
                let codes = numbers.map(|n| small_float::encode(element, n, false));
                Tensor::from_codes(element, sizes, codes.collect())
            }
        })
    }

    /// Accumulated in f64 or better.
    fn floats<E: Real>(&self, data: &[E]) -> Vec<f64> {
        use sum::{LogSumExp, Magnitude, Plain, Product, Square, Sum};

        if self.plan.run == 0 {
            return vec![of_no_elements(self.kind); self.plan.outputs];
        }
        let (plan, total) = (self.plan, <E::Total as Total>::value);
        let mut made = match self.kind {
            ReduceKind::Prod => fold(&Product::<E>::new(), plan, data, |product| product),
            ReduceKind::LogSumExp => fold(&LogSumExp::<E>::new(), plan, data, |sum| sum.value()),
            ReduceKind::L1 => fold(&Sum::<E, Magnitude>::new(), plan, data, total),
            ReduceKind::L2 | ReduceKind::SumSquare => fold(&Sum::<E, Square>::new(), plan, data, total),
            _ => fold(&Sum::<E, Plain>::new(), plan, data, total),
        };
        let count = plan.run as f64;
        match self.kind {
            ReduceKind::Mean => made.iter_mut().for_each(|n| *n /= count),
            ReduceKind::L2 => made.iter_mut().for_each(|n| *n = n.sqrt()),
            ReduceKind::LogSum => made.iter_mut().for_each(|n| *n = n.ln()),
            _ => {}
        }
        made
    }

    fn integer<T: NativeElement + bytemuck::AnyBitPattern, W: Integer>(&self) -> Made {
        let words = self.integers::<W>(bytemuck::cast_slice(self.values::<T>()?))?;
        // The same vector, reinterpreted with the signedness of the type.
        Ok(Tensor::new(self.sizes.clone(), bytemuck::allocation::cast_vec::<W, T>(words)))
    }

    /// Sums and products wrap around; functions of an exact sum saturate at the type's range.
    fn integers<W: Integer>(&self, data: &[W]) -> Result<Vec<W>, EvalError> {
        use integer::{Elements, LogSumExp, Squares, WrappedMagnitudes, WrappedProduct, WrappedSquares, WrappedSum};

        let (element, plan) = (self.data.element(), self.plan);
        let (low, high) = element.integer_range().ok_or(EvalError::Type(element))?;
        let within = |number: i128| W::wrapped(number.clamp(low, high));
        let undefined_if_empty = matches!(self.kind, ReduceKind::Mean | ReduceKind::LogSum | ReduceKind::LogSumExp);
        if undefined_if_empty && plan.run == 0 && plan.outputs > 0 {
            return Err(undefined("a mean or a logarithm over no integers"));
        }
        let elements = Elements::<W>::new(element.is_unsigned());
        Ok(match self.kind {
            ReduceKind::Mean => self.exact_sums(data, |sum| within(sum / plan.run as i128)),
            ReduceKind::LogSum => {
                let logarithm = |sum: i128| (sum > 0).then(|| within((sum as f64).ln() as i128));
                let made: Option<Vec<W>> = self.exact_sums(data, logarithm).into_iter().collect();
                made.ok_or_else(|| undefined("an integer logarithm of a nonpositive sum"))?
            }
            ReduceKind::LogSumExp => fold(&LogSumExp(elements), plan, data, |sum| within(sum.value())),
            ReduceKind::L2 => fold(&Squares(elements), plan, data, |squares| within(squares.root())),
            ReduceKind::SumSquare => fold(&WrappedSquares(PhantomData), plan, data, |sum| sum),
            ReduceKind::Prod => fold(&WrappedProduct(PhantomData), plan, data, |product| product),
            ReduceKind::L1 if !element.is_unsigned() => fold(&WrappedMagnitudes(PhantomData), plan, data, |sum| sum),
            _ => fold(&WrappedSum(PhantomData), plan, data, |sum| sum),
        })
    }

    /// A function of the exact sums, which are computed in 64 bits if they fit.
    fn exact_sums<W: Integer, R: Clone + Default + Send>(&self, data: &[W], of: impl Fn(i128) -> R + Sync) -> Vec<R> {
        let (elements, plan) = (integer::Elements::<W>::new(self.data.element().is_unsigned()), self.plan);
        if (plan.run as u128) << W::BITS <= 1 << 63 {
            fold(&integer::ShortSum(elements), plan, data, |sum| of(sum.into()))
        } else {
            fold(&integer::Sum(elements), plan, data, of)
        }
    }

    /// Integers of at most 8 bits: computed with 8 bits, of which the low bits are kept.
    fn integer_code(&self, element: ElementType) -> Made {
        let codes = self.data.codes().ok_or(EvalError::Type(element))?;
        let spare = 8 - element.bits().clamp(1, 8);
        let extended = |&code: &u8| if element.is_unsigned() { code as i8 } else { ((code << spare) as i8) >> spare };
        let data: Cow<'_, [i8]> = match spare {
            0 => Cow::Borrowed(bytemuck::cast_slice(&codes)),
            _ => codes.iter().map(extended).collect(),
        };
        let made = self.integers(&data)?.into_iter().map(|number| number as u8 & (u8::MAX >> spare)).collect();
        Ok(Tensor::from_codes(element, self.sizes.clone(), made))
    }

    /// Floats of at most 8 bits.
    fn narrow_float(&self, element: ElementType) -> Made {
        let codes = self.data.codes().ok_or(EvalError::Type(element))?;
        let table: [f32; 256] = std::array::from_fn(|code| small_float::decode(element, code as u8));
        let data: Vec<f32> = codes.iter().map(|&code| table[usize::from(code)]).collect();
        self.float(&data)
    }
}

/// The result of a reduction of no floats.
fn of_no_elements(kind: ReduceKind) -> f64 {
    match kind {
        ReduceKind::Prod => 1.0,
        ReduceKind::LogSum | ReduceKind::LogSumExp => f64::NEG_INFINITY,
        _ => 0.0,
    }
}
