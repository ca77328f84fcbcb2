//! Evaluation of activations: the specification's formula in `f64`, rounded once. Relu maps -0 to 0.
//!
//! Hard sigmoids round each step to `f32` (for `f64` to `f64`) as all implementations do, because the result near the
//! ends of the linear segment depends on it.

use super::{Activation, Factor, K};
use crate::element::ElementType;
use crate::kernel::elementwise::{all_reals, no_nan, reals, wholes};
use crate::kernel::erf::erfc;
use crate::ops::EvalContext;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

impl Activation {
    pub(super) fn compute(self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let data = cx.input(0)?;
        let element = data.element();
        if !element.is_float() {
            let made = if self.kind == K::Relu { wholes(data, |x| Some(x.max(0)))? } else { None };
            return made.ok_or(EvalError::Type(element));
        }
        if self.cautious {
            no_nan([data])?;
        }
        let step = |x: f64| if element == ElementType::F64 { x } else { f64::from(x as f32) };
        let (a, b) = (factor(self.factors[0], cx)?, factor(self.factors[1], cx)?);
        match self.kind {
            K::Relu => reals(data, above_zero),
            K::LeakyRelu => reals(data, |x| if x < 0.0 { a * x } else { x }),
            K::ThresholdedRelu => reals(data, |x| if x > a { x } else { 0.0 }),
            K::Elu => reals(data, |x| if x < 0.0 { a * x.exp_m1() } else { x }),
            K::Selu => reals(data, |x| b * if x > 0.0 { x } else { a * x.exp_m1() }),
            K::Celu => reals(data, |x| if x < 0.0 { a * (x / a).exp_m1() } else { x }),
            K::Sigmoid => reals(data, sigmoid),
            K::HardSigmoid => reals(data, |x| clamp(step(step(a * x) + b), 1.0)),
            K::HSigmoid => reals(data, |x| clamp(x + 3.0, 6.0) / 6.0),
            K::HardSwish => reals(data, |x| x * clamp(step(step(f64::from(1f32 / 6.0) * x) + 0.5), 1.0)),
            K::HSwish => reals(data, |x| x * (clamp(x + 3.0, 6.0) / 6.0)),
            K::Softplus => reals(data, softplus),
            K::Softsign => reals(data, |x| x / (1.0 + x.abs())),
            K::Shrink => reals(data, |x| shrink(x, a, b)),
            K::Gelu { tanh: false } => reals(data, |x| 0.5 * x * erfc(-x * std::f64::consts::FRAC_1_SQRT_2)),
            K::Gelu { tanh: true } => reals(data, gelu_by_tanh),
            K::Mish => reals(data, |x| x * softplus(x).tanh()),
            K::Swish => reals(data, |x| x * sigmoid(a * x)),
        }
    }
}

fn factor(factor: Factor, cx: &EvalContext<'_>) -> Result<f64, EvalError> {
    match factor {
        Factor::Number(number) => Ok(number.into()),
        Factor::Input(input) => match all_reals(cx.input(input)?).as_deref() {
            Some([only]) => Ok(*only),
            _ => Err(EvalError::Type(cx.input(input)?.element())),
        },
        Factor::Unknown => Err(cx.no_evaluator()),
    }
}

/// The maximum of the number and zero; NaN propagates.
pub(super) fn above_zero(x: f64) -> f64 {
    if x > 0.0 || x.is_nan() { x } else { 0.0 }
}

/// Clamps to `0..=high`; NaN propagates.
fn clamp(x: f64, high: f64) -> f64 {
    if x > high { high } else { above_zero(x) }
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn softplus(x: f64) -> f64 {
    above_zero(x) + (-x.abs()).exp().ln_1p()
}

fn shrink(x: f64, bias: f64, lambda: f64) -> f64 {
    if x < -lambda {
        x + bias
    } else if x > lambda {
        x - bias
    } else {
        0.0
    }
}

/// The constants are those of the formula in the specification.
fn gelu_by_tanh(x: f64) -> f64 {
    let slope = (2.0 / std::f64::consts::PI).sqrt();
    0.5 * x * (1.0 + (slope * (x + 0.044715 * x * x * x)).tanh())
}
