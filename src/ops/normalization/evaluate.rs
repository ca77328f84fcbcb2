//! Evaluation of ONNX's normalizations.

use super::{K, NormalizationKind};
use crate::kernel::dense::{real_tensor, reals};
use crate::kernel::lines::Lines;
use crate::kernel::statistics::groups;
use crate::ops::{InferContext, axes, positions};
use crate::tensor::{EvalError, Tensor};

/// What is computed of the data.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Formula {
    /// The distance from the mean along the axes, divided by the standard deviation.
    MeanVariance(Vec<i64>),
    /// The quotient of the data and its p-norm along an axis; zeros remain zeros.
    Norm { axis: i64, p: i32 },
    /// The quotient of the data and a power of the mean square of so many neighboring channels.
    Local { size: usize, alpha: f64, beta: f64, bias: f64 },
}

impl Formula {
    pub(super) fn onnx(kind: NormalizationKind, cx: &InferContext<'_>) -> Option<Formula> {
        let names = ["axes", "axis", "p", "size", "alpha", "beta", "bias"];
        if names.iter().any(|name| cx.has_unknown_value(name)) {
            return None;
        }
        let real = |name: &str| cx.float(name).map(f64::from);
        Some(match kind {
            K::MeanVariance => Formula::MeanVariance(cx.ints("axes")?.to_vec()),
            K::Lp => Formula::Norm {
                axis: cx.int("axis")?,
                p: i32::try_from(cx.int("p")?).ok().filter(|p| matches!(p, 1 | 2))?,
            },
            K::Local => Formula::Local {
                size: usize::try_from(cx.int("size")?).ok().filter(|&size| size > 0)?,
                alpha: real("alpha")?,
                beta: real("beta")?,
                bias: real("bias")?,
            },
            K::L2 | K::Global => return None,
        })
    }

    /// The number of bytes that are read besides each element once.
    pub(super) fn reads(&self, inputs: &[Option<Tensor>]) -> u64 {
        let data = inputs.first().and_then(Option::as_ref);
        let each = match self {
            Formula::Local { size, .. } => {
                data.and_then(|data| data.sizes().get(1)).map_or(0, |channels| channels.min(size) + 1)
            }
            _ => 0,
        };
        data.map_or(0, |data| positions(data.sizes())).saturating_mul(each as u64).saturating_mul(8)
    }

    pub(super) fn of(&self, data: &Tensor) -> Result<Tensor, EvalError> {
        let (sizes, mut values) = (data.sizes(), reals(data)?);
        match self {
            Formula::MeanVariance(axes) => {
                let axes: Option<Vec<usize>> =
                    axes.iter().map(|&axis| axes::position(axis.into(), sizes.len())).collect();
                standardize(&mut values, sizes, &axes.ok_or(EvalError::UnknownType)?);
            }
            Formula::Norm { axis, p } => {
                let axis = axes::position((*axis).into(), sizes.len()).ok_or(EvalError::UnknownType)?;
                normalize(&mut values, Lines::along(sizes, axis)?, *p);
            }
            Formula::Local { size, alpha, beta, bias } => {
                let lines = Lines::along(sizes, 1)?;
                let local = |at: usize| {
                    let channel = at / lines.inner % lines.size;
                    let first = channel.saturating_sub((size - 1) / 2);
                    let last = channel.saturating_add(size / 2).min(lines.size - 1);
                    let start = at - channel * lines.inner;
                    let squares: f64 = (first..=last).map(|c| values[start + c * lines.inner].powi(2)).sum();
                    values[at] / (bias + alpha / *size as f64 * squares).powf(*beta)
                };
                values = (0..values.len()).map(local).collect();
            }
        }
        real_tensor(data.element(), sizes, &values)
    }
}

/// The number that the specification's function adds to the standard deviation.
const SMALL: f64 = 1e-9;

fn standardize(values: &mut [f64], sizes: &[usize], axes: &[usize]) {
    let (group, count) = groups(sizes, axes);
    let each = values.len() as f64 / count.max(1) as f64;
    let mut means = vec![0.0; count];
    values.iter().zip(&group).for_each(|(x, &group)| means[group] += x / each);
    values.iter_mut().zip(&group).for_each(|(x, &group)| *x -= means[group]);
    let mut variances = vec![0.0; count];
    values.iter().zip(&group).for_each(|(x, &group)| variances[group] += x * x / each);
    values.iter_mut().zip(&group).for_each(|(x, &group)| *x /= variances[group].sqrt() + SMALL);
}

fn normalize(values: &mut [f64], lines: Lines, p: i32) {
    for start in lines.starts() {
        let sum: f64 = lines.line(start).map(|at| values[at].abs().powi(p)).sum();
        let norm = if p == 2 { sum.sqrt() } else { sum };
        if norm != 0.0 {
            lines.line(start).for_each(|at| values[at] /= norm);
        }
    }
}
