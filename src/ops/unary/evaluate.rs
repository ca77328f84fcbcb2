//! Evaluation of functions of one element.
//!
//! Floats are computed in `f64` and rounded once: roots and reciprocals correctly, functions of narrower types within a
//! unit in the last place, those of `f64` as the standard library computes them, except where it overflows. The sign of
//! NaN is NaN, that of either zero is 0. Functions that map integers to fractions are evaluated for floats only.

use super::{K, Unary};
use crate::kernel::elementwise::{no_nan, real_tests, reals, wholes};
use crate::kernel::erf;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Above this, `asinh` and `acosh` of a number are the logarithm of twice the number, where the standard library overflows.
const HUGE: f64 = 1e150;

fn log_of_twice(x: f64) -> f64 {
    x.ln() + std::f64::consts::LN_2
}

/// A function of one number.
type Function = fn(f64) -> f64;

impl Unary {
    /// `None` if the function is not evaluated.
    pub(super) fn compute(self, data: &Tensor) -> Option<Result<Tensor, EvalError>> {
        if self.is_predicate() {
            return Some(real_tests(data, |x| self.predicate(x) == Some(true)));
        }
        if !data.element().is_float() {
            return self.of_wholes(data);
        }
        let (f, everywhere) = self.function()?;
        let allowed = if self.cautious && !everywhere { no_nan([data]) } else { Ok(()) };
        Some(allowed.and_then(|()| reals(data, f)))
    }

    fn of_wholes(self, data: &Tensor) -> Option<Result<Tensor, EvalError>> {
        let element = data.element();
        let (low, high) = element.integer_range()?;
        let f: fn(i128) -> i128 = match self.kind {
            K::Ceil | K::Floor | K::Round { .. } => return Some(Ok(data.clone())),
            K::Abs => i128::abs,
            K::Neg => |x| -x,
            K::Sign => i128::signum,
            K::Not | K::BitwiseNot => |x| !x,
            _ => return None,
        };
        let overflows = self.cautious && element.bits() < 32 && matches!(self.kind, K::Abs | K::Neg);
        let made = wholes(data, |x| Some(f(x)).filter(|y| !overflows || (low..=high).contains(y)));
        let undefined = || EvalError::Undefined(format!("a result is out of range for {element}"));
        Some(made.and_then(|made| made.ok_or_else(undefined)))
    }

    /// The function, and whether all runtimes treat NaN alike.
    fn function(self) -> Option<(Function, bool)> {
        Some(match self.kind {
            K::Abs => (f64::abs, true),
            K::Neg => (|x| -x, true),
            K::Ceil => (f64::ceil, true),
            K::Floor => (f64::floor, true),
            K::Round { ties_away: true } => (f64::round, true),
            K::Round { ties_away: false } => (f64::round_ties_even, true),
            K::Sqrt => (f64::sqrt, true),
            K::Sign => (|x| if x.is_nan() || x == 0.0 { x.abs() } else { x.signum() }, true),
            K::Reciprocal => (|x| 1.0 / x, true),
            K::Exp => (f64::exp, false),
            K::Log => (f64::ln, false),
            K::Erf => (erf::erf, false),
            K::Sin => (f64::sin, false),
            K::Cos => (f64::cos, false),
            K::Tan => (f64::tan, false),
            K::Asin => (f64::asin, false),
            K::Acos => (f64::acos, false),
            K::Atan => (f64::atan, false),
            K::Sinh => (f64::sinh, false),
            K::Cosh => (f64::cosh, false),
            K::Tanh => (f64::tanh, false),
            K::Asinh => (|x| if x.abs() > HUGE { log_of_twice(x.abs()).copysign(x) } else { x.asinh() }, false),
            K::Acosh => (|x| if x > HUGE { log_of_twice(x) } else { x.acosh() }, false),
            // The standard library's function loses precision for negative arguments.
            K::Atanh => (|x| x.abs().atanh().copysign(x), false),
            _ => return None,
        })
    }
}
