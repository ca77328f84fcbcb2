//! Evaluation of arithmetic.
//!
//! Integers wrap in their own type. Floats are computed in `f64` and rounded once, which for sums, differences,
//! products and quotients is correct rounding; with more than two inputs, each step is rounded. The minimum of two
//! zeros is -0, whatever their order. Operations without a defined result are not computed: integer division by zero,
//! shifts by at least the bit width, integer powers with a negative exponent or outside the range of the type.

use super::{Binary, K};
use crate::element::ElementType;
use crate::kernel::elementwise::{
    Layout, all_reals, all_wholes, no_nan, real_pairs, real_pairs_of, reals, whole_pairs, whole_pairs_of,
};
use crate::kernel::number::whole_power;
use crate::kernel::remainder::remainder;
use crate::ops::EvalContext;
use crate::ops::floats::rounded;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

impl Binary {
    pub(super) fn compute(self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let broadcast = self.broadcast.ok_or_else(|| cx.no_evaluator())?;
        if self.kind == K::Shift {
            return Err(cx.no_evaluator());
        }
        if self.alpha.is_none() {
            return Err(cx.no_evaluator());
        }
        let output = cx.output(0)?;
        if output.sizes.contains(&0) {
            // The output is empty, but an intermediate result of two inputs may be larger than memory.
            return Tensor::from_packed(output.element, output.sizes.clone(), vec![])
                .map_err(|_| EvalError::UnknownType);
        }
        let mut result = cx.input(0)?.clone();
        let count = cx.inputs().len();
        for index in 1..count {
            let next = cx.input(index)?;
            let layout = broadcast.layout(result.sizes(), next.sizes()).ok_or(EvalError::UnknownType)?;
            result = self.of_pair((&result, next), &layout)?;
        }
        match self.kind {
            K::Mean if count > 1 => reals(&result, |sum| sum / count as f64),
            _ => Ok(result),
        }
    }

    fn of_pair(self, pair: (&Tensor, &Tensor), layout: &Layout) -> Result<Tensor, EvalError> {
        let element = pair.0.element();
        if self.kind == K::Pow && pair.1.element() != element {
            return self.mixed_power(pair, layout);
        }
        if !element.is_float() {
            let made = whole_pairs(pair, layout, |a, b| self.whole(a, b, element))?;
            return made.ok_or_else(|| self.undefined(element));
        }
        if self.cautious && matches!(self.kind, K::Min | K::Max) {
            no_nan([pair.0, pair.1])?;
        }
        match self.kind {
            K::Add | K::Mean => real_pairs(pair, layout, |a, b| a + b),
            K::Sub => real_pairs(pair, layout, |a, b| a - b),
            K::Mul => real_pairs(pair, layout, |a, b| a * b),
            K::Div { .. } => real_pairs(pair, layout, |a, b| a / b),
            K::Mod { floor } if !self.cautious => {
                real_pairs(pair, layout, if floor { floor_remainder } else { remainder })
            }
            K::Pow => real_pairs(pair, layout, f64::powf),
            K::SwiGlu => {
                let alpha = f64::from(self.alpha.unwrap_or(1.0));
                real_pairs(pair, layout, |a, b| a / (1.0 + (-alpha * a).exp()) * b)
            }
            K::Min => real_pairs(pair, layout, minimum),
            K::Max => real_pairs(pair, layout, maximum),
            K::SquaredDifference => real_pairs(pair, layout, |a, b| {
                let difference = rounded(element, a - b).unwrap_or(f64::NAN);
                difference * difference
            }),
            _ => Err(EvalError::Type(element)),
        }
    }

    /// A power whose exponent is of a different type.
    fn mixed_power(self, (base, exponent): (&Tensor, &Tensor), layout: &Layout) -> Result<Tensor, EvalError> {
        let element = base.element();
        let made = match (element.is_float(), all_reals(exponent), all_wholes(exponent)) {
            (true, Some(by), _) => return real_pairs_of((base, &by), layout, f64::powf),
            (true, _, Some(by)) => return real_pairs_of((base, &by), layout, |base, by| base.powf(by as f64)),
            (false, Some(by), _) => {
                let range = element.integer_range();
                let of = |base: i128, by: f64| {
                    let power = (base as f64).powf(by).trunc();
                    let (low, high) = range?;
                    (power >= low as f64 && power < high as f64 + 1.0).then_some(power as i128)
                };
                whole_pairs_of((base, &by), layout, of)?
            }
            (false, _, Some(by)) => whole_pairs_of((base, &by), layout, |a, b| self.whole(a, b, element))?,
            _ => return Err(EvalError::Type(exponent.element())),
        };
        made.ok_or_else(|| self.undefined(element))
    }

    /// The integer before wrapping into the type; `None` if the operation has no defined result.
    fn whole(self, a: i128, b: i128, element: ElementType) -> Option<i128> {
        let (low, high) = element.integer_range()?;
        let within = |value: i128| (low..=high).contains(&value).then_some(value);
        let bits = u32::try_from(b).ok().filter(|&by| by < element.bits());
        let value = match self.kind {
            K::Add => a + b,
            K::Sub => a - b,
            K::Mul => a.wrapping_mul(b),
            K::Div { floor: false } => within(a.checked_div(b)?)?,
            K::Div { floor: true } => within(floor_quotient(a, b)?)?,
            K::Mod { floor: false } => a.checked_rem(b)?,
            K::Mod { floor: true } => a - floor_quotient(a, b)? * b,
            K::Pow => within(whole_power(a, b)?)?,
            K::Min => a.min(b),
            K::Max => a.max(b),
            // OpenVINO loses a difference that overflows before it is squared.
            K::SquaredDifference => (if self.cautious { within(a - b)? } else { a - b }).checked_pow(2)?,
            K::BitwiseAnd => a & b,
            K::BitwiseOr => a | b,
            K::BitwiseXor => a ^ b,
            K::ShiftLeft if bits.is_none() && self.fills => 0,
            K::ShiftRight if bits.is_none() && self.fills => a >> 127,
            K::ShiftLeft => a << bits?,
            K::ShiftRight => a >> bits?,
            K::Mean | K::Shift | K::SwiGlu => return None,
        };
        if self.cautious && element.bits() < 32 { within(value) } else { Some(value) }
    }

    fn undefined(self, element: ElementType) -> EvalError {
        EvalError::Undefined(match self.kind {
            K::Div { .. } | K::Mod { .. } => "an integer is divided by zero, or the quotient overflows".into(),
            K::Pow => format!("an integer power has a negative exponent or overflows {element}"),
            K::ShiftLeft | K::ShiftRight => format!("a shift amount is outside 0..={}", element.bits().max(1) - 1),
            K::Mean | K::Shift | K::SwiGlu => return EvalError::Type(element),
            _ => format!("a result overflows {element}, which OpenVINO's plugins compute differently"),
        })
    }
}

fn floor_quotient(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// The remainder with the sign of the divisor.
fn floor_remainder(a: f64, b: f64) -> f64 {
    let rest = remainder(a, b);
    match rest != 0.0 {
        true if (rest < 0.0) != (b < 0.0) => rest + b,
        true => rest,
        false if rest == 0.0 => rest.copysign(b),
        false => rest,
    }
}

/// NaN if either is NaN; 0 orders above -0.
pub(super) fn maximum(a: f64, b: f64) -> f64 {
    -minimum(-a, -b)
}

/// NaN if either is NaN; -0 orders below 0.
pub(super) fn minimum(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else if a < b || (a == b && a.is_sign_negative()) {
        a
    } else {
        b
    }
}
