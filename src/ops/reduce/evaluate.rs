//! Evaluation: which fold, over elements of which type.

use half::{bf16, f16};

use super::codes::Ranks;
use super::integer::{self, Integer};
use super::kernel::{self, Fold};
use super::order::{Extreme, Ordered};
use super::plan::Plan;
use super::sum::{self, Real, Total};
use super::{Axes, AxesSource, Reduce, ReduceKind};
use crate::element::ElementType;
use crate::evaluate::{Evaluation, Refusal};
use crate::tensor::{Native, Tensor, TensorError};

/// The only output.
pub(super) fn evaluate(reduce: &Reduce, cx: &Evaluation<'_>) -> Result<Tensor, Refusal> {
    let (data, sizes) = (cx.input(0)?, &cx.output(0)?.sizes);
    let reduced = reduced(reduce, cx, data.sizes().len())?;
    let plan = Plan::new(data.sizes(), &reduced);
    let untouched = !reduced.contains(&true) && reduce.nothing_is_identity;
    let made = if untouched || (plan.run == 1 && leaves_one_alone(reduce.kind)) {
        data.reshaped(sizes.clone())
    } else if plan.run == 0 && plan.outputs > 0 && !reduce.empty_is_defined {
        return Err(undefined("a reduction over no elements"));
    } else {
        let task = Task { kind: reduce.kind, plan: &plan, data, sizes };
        match reduce.kind {
            ReduceKind::Min | ReduceKind::LogicalAnd => task.extreme::<false>()?,
            ReduceKind::Max | ReduceKind::LogicalOr => task.extreme::<true>()?,
            _ => task.arithmetic()?,
        }
    };
    made.map_err(|_| Refusal::UnknownType)
}

/// Which dimensions are reduced, now that everything is known.
fn reduced(reduce: &Reduce, cx: &Evaluation<'_>, rank: usize) -> Result<Vec<bool>, Refusal> {
    let read;
    let list = match (&reduce.axes, reduce.source) {
        (Axes::All, _) => return Ok(vec![true; rank]),
        (Axes::Nothing, _) => return Ok(vec![false; rank]),
        (Axes::Known(list), _) => list,
        (Axes::Runtime { .. }, AxesSource::Attribute(_)) => return Err(Refusal::UnknownType),
        (Axes::Runtime { all_if_empty, .. }, AxesSource::Input(input)) => {
            let axes = cx.input(input)?;
            let ints = axes.elements(usize::MAX).and_then(|e| e.exact_ints());
            read = ints.ok_or(Refusal::Type(axes.element()))?;
            if read.is_empty() {
                return Ok(vec![*all_if_empty; rank]);
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

fn out_of_range(axis: i128, rank: usize) -> Refusal {
    let valid = match rank {
        0 => "no axis is valid".to_owned(),
        _ => format!("valid: -{rank}..={}", rank - 1),
    };
    Refusal::Invalid(format!("axis {axis} is out of range for rank {rank} ({valid})"))
}

fn undefined(what: &str) -> Refusal {
    Refusal::Undefined(format!("{what} has no defined result"))
}

/// Whether the result of a single element is that element.
fn leaves_one_alone(kind: ReduceKind) -> bool {
    !matches!(kind, ReduceKind::L1 | ReduceKind::L2 | ReduceKind::LogSum | ReduceKind::SumSquare)
}

type Made = Result<Result<Tensor, TensorError>, Refusal>;

/// A reduction of which everything is known.
struct Task<'a> {
    kind: ReduceKind,
    plan: &'a Plan,
    data: &'a Tensor,
    sizes: &'a std::sync::Arc<[usize]>,
}

impl Task<'_> {
    fn values<T: Native>(&self) -> Result<&[T], Refusal> {
        self.data.values().ok_or(Refusal::Type(self.data.element()))
    }

    fn fold<F: Fold>(&self, fold: &F, data: &[F::Element]) -> impl Iterator<Item = F::State> + use<F> {
        kernel::fold(fold, self.plan, data).into_iter()
    }

    // --- the least and the greatest ---

    fn extreme<const GREATEST: bool>(&self) -> Made {
        match self.data.element() {
            ElementType::F64 => self.extreme_of::<f64, GREATEST>(),
            ElementType::F32 => self.extreme_of::<f32, GREATEST>(),
            ElementType::F16 => self.extreme_of::<f16, GREATEST>(),
            ElementType::Bf16 => self.extreme_of::<bf16, GREATEST>(),
            ElementType::I64 => self.extreme_of::<i64, GREATEST>(),
            ElementType::I32 => self.extreme_of::<i32, GREATEST>(),
            ElementType::I16 => self.extreme_of::<i16, GREATEST>(),
            ElementType::I8 => self.extreme_of::<i8, GREATEST>(),
            ElementType::U64 => self.extreme_of::<u64, GREATEST>(),
            ElementType::U32 => self.extreme_of::<u32, GREATEST>(),
            ElementType::U16 => self.extreme_of::<u16, GREATEST>(),
            ElementType::U8 => self.extreme_of::<u8, GREATEST>(),
            ElementType::Bool => self.extreme_of::<bool, GREATEST>(),
            element => self.extreme_code(element, GREATEST),
        }
    }

    fn extreme_of<T: Native + Ordered, const GREATEST: bool>(&self) -> Made {
        let keys = self.fold(&Extreme::<T, GREATEST>::new(), self.values()?);
        Ok(Tensor::new(self.sizes.clone(), keys.map(|key| T::of_key(key, GREATEST)).collect()))
    }

    fn extreme_code(&self, element: ElementType, greatest: bool) -> Made {
        if !element.is_integer() && !element.is_float() {
            return Err(Refusal::Type(element));
        }
        let ranks = Ranks::new(element, greatest);
        let codes = self.data.codes().ok_or(Refusal::Type(element))?;
        let codes: Vec<u8> = codes.iter().map(|&code| ranks.of_code[usize::from(code)]).collect();
        let made = self.fold(&Extreme::<u8, false>::new(), &codes);
        let made = made.map(|rank| ranks.to_code[usize::from(rank)]).collect();
        Ok(Tensor::from_codes(element, self.sizes.clone(), made))
    }

    // --- sums and products ---

    fn arithmetic(&self) -> Made {
        match self.data.element() {
            ElementType::F64 => self.float::<f64>(self.values()?),
            ElementType::F32 => self.float::<f32>(self.values()?),
            ElementType::F16 => self.float::<f16>(self.values()?),
            ElementType::Bf16 => self.float::<bf16>(self.values()?),
            ElementType::I64 => self.integer::<i64>(),
            ElementType::I32 => self.integer::<i32>(),
            ElementType::I16 => self.integer::<i16>(),
            ElementType::I8 => self.integer::<i8>(),
            ElementType::U64 => self.integer::<u64>(),
            ElementType::U32 => self.integer::<u32>(),
            ElementType::U16 => self.integer::<u16>(),
            ElementType::U8 => self.integer::<u8>(),
            element => self.narrow(element),
        }
    }

    /// Kept in f64 or better, and rounded once.
    fn float<E: Real>(&self, data: &[E]) -> Made {
        use sum::{LogSumExp, Magnitude, Plain, Product, Square, Sum};

        let nothing = match self.kind {
            ReduceKind::Prod => 1.0,
            ReduceKind::LogSum | ReduceKind::LogSumExp => f64::NEG_INFINITY,
            _ => 0.0,
        };
        if self.plan.run == 0 {
            return self.rounded(std::iter::repeat_n(nothing, self.plan.outputs));
        }
        let count = self.plan.run as f64;
        let total = <E::Total as Total>::value;
        match self.kind {
            ReduceKind::Sum => self.rounded(self.fold(&Sum::<E, Plain>::new(), data).map(total)),
            ReduceKind::Mean => self.rounded(self.fold(&Sum::<E, Plain>::new(), data).map(|s| total(s) / count)),
            ReduceKind::LogSum => self.rounded(self.fold(&Sum::<E, Plain>::new(), data).map(|s| total(s).ln())),
            ReduceKind::L1 => self.rounded(self.fold(&Sum::<E, Magnitude>::new(), data).map(total)),
            ReduceKind::L2 => self.rounded(self.fold(&Sum::<E, Square>::new(), data).map(|s| total(s).sqrt())),
            ReduceKind::SumSquare => self.rounded(self.fold(&Sum::<E, Square>::new(), data).map(total)),
            ReduceKind::Prod => self.rounded(self.fold(&Product::<E>::new(), data)),
            _ => self.rounded(self.fold(&LogSumExp::<E>::new(), data).map(|s| s.value())),
        }
    }

    /// A tensor of the data's type, of these numbers.
    fn rounded(&self, numbers: impl Iterator<Item = f64>) -> Made {
        // Which NaN an operation gives is the processor's choice.
        let numbers = numbers.map(|n| if n.is_nan() { f64::NAN } else { n });
        let sizes = self.sizes.clone();
        Ok(match self.data.element() {
            ElementType::F64 => Tensor::new(sizes, numbers.collect()),
            ElementType::F32 => Tensor::new(sizes, numbers.map(|n| n as f32).collect()),
            ElementType::F16 => Tensor::new(sizes, numbers.map(|n| f16::from_f32(sum::to_odd(n))).collect()),
            ElementType::Bf16 => Tensor::new(sizes, numbers.map(|n| bf16::from_f32(sum::to_odd(n))).collect()),
            element => return Err(Refusal::Type(element)),
        })
    }

    fn integer<E: Integer + Native>(&self) -> Made {
        Ok(Tensor::new(self.sizes.clone(), self.integers::<E>(self.values()?)?))
    }

    /// Sums and products wrap around; what is computed from an exact sum ends at the type's range.
    fn integers<E: Integer>(&self, data: &[E]) -> Result<Vec<E>, Refusal> {
        use integer::{ExactSquares, ExactSum, LogSumExp, Magnitude, Plain, Product, Square, Sum};

        let range = self.data.element().integer_range().ok_or(Refusal::Type(self.data.element()))?;
        let wrapped = |number: u64| E::wrapped(number.into());
        let within = |number: i128| E::wrapped(number.clamp(range.0, range.1));
        Ok(match self.kind {
            ReduceKind::Sum => self.fold(&Sum::<E, Plain>::new(), data).map(wrapped).collect(),
            ReduceKind::L1 => self.fold(&Sum::<E, Magnitude>::new(), data).map(wrapped).collect(),
            ReduceKind::SumSquare => self.fold(&Sum::<E, Square>::new(), data).map(wrapped).collect(),
            ReduceKind::Prod => self.fold(&Product::<E>::new(), data).map(wrapped).collect(),
            ReduceKind::L2 => {
                let roots = self.fold(&ExactSquares::<E>::new(), data).map(|s| s.isqrt());
                roots.map(|root| within(i128::try_from(root).unwrap_or(i128::MAX))).collect()
            }
            _ if self.plan.run == 0 && self.plan.outputs > 0 => {
                return Err(undefined("a mean or a logarithm over no integers"));
            }
            ReduceKind::Mean => {
                let count = self.plan.run.max(1) as i128;
                self.fold(&ExactSum::<E>::new(), data).map(|sum| within(sum / count)).collect()
            }
            ReduceKind::LogSum => {
                let mut sums = self.fold(&ExactSum::<E>::new(), data);
                let logarithm = |sum: i128| (sum > 0).then(|| within((sum as f64).ln() as i128));
                let made: Option<Vec<E>> = sums.try_fold(Vec::new(), |mut made, sum| {
                    made.push(logarithm(sum)?);
                    Some(made)
                });
                made.ok_or_else(|| undefined("the logarithm of a sum that is not positive, as an integer,"))?
            }
            _ => self.fold(&LogSumExp::<E>::new(), data).map(|s| within(s.value())).collect(),
        })
    }

    /// Types that Rust does not have.
    fn narrow(&self, element: ElementType) -> Made {
        let Some((low, _)) = element.integer_range().filter(|_| element.is_integer()) else {
            return Err(Refusal::Type(element));
        };
        let codes = self.data.codes().ok_or(Refusal::Type(element))?;
        let spare = 8 - element.bits();
        let made: Vec<u8> = if low < 0 {
            let data: Vec<i8> = codes.iter().map(|&code| ((code << spare) as i8) >> spare).collect();
            self.integers(&data)?.into_iter().map(|number| number as u8).collect()
        } else {
            self.integers(&codes)?
        };
        let made = made.into_iter().map(|number| number & (u8::MAX >> spare)).collect();
        Ok(Tensor::from_codes(element, self.sizes.clone(), made))
    }
}
