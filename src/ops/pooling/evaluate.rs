//! Evaluation of pools.

use super::Pool;
use super::kind::PoolingKind;
use crate::kernel::dense::{real_tensor, reals, whole_tensor};
use crate::kernel::lines::keys;
use crate::kernel::runs;
use crate::kernel::windows::{Cover, Windows};
use crate::ops::window::placed::placed;
use crate::ops::window::{Padding, Window, WindowParams};
use crate::ops::{EvalContext, InferContext, StaticTensorType};
use crate::tensor::{EvalError, Tensor};

/// The number of a window.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Function {
    /// The greatest element, and its position.
    Max {
        /// Whether positions count columns before rows.
        columns_first: bool,
    },
    /// The mean.
    Average {
        /// Whether padding counts as zeros.
        padded: bool,
        /// Whether all tools agree on what does not count past the padding.
        settled: bool,
    },
    /// The p-norm.
    Norm(f64),
}

impl Function {
    pub(super) fn onnx(kind: PoolingKind, cx: &InferContext<'_>) -> Option<Function> {
        let flag = |name: &str| match cx.has_unknown_value(name) {
            true => None,
            false => Some(cx.attribute_kind(name).and_then(|_| cx.int(name)).unwrap_or(0) != 0),
        };
        Some(match kind {
            PoolingKind::Max => Function::Max { columns_first: flag("storage_order")? },
            PoolingKind::Average => {
                Function::Average { padded: flag("count_include_pad")?, settled: cx.version() >= 19 }
            }
            // The first version has a float.
            PoolingKind::Norm if cx.has_unknown_value("p") => return None,
            PoolingKind::Norm => Function::Norm(cx.int("p").map(|p| p as f64).or(cx.float("p").map(f64::from))?),
        })
    }

    pub(super) fn openvino(kind: PoolingKind, cx: &InferContext<'_>) -> Option<Function> {
        Some(match kind {
            PoolingKind::Max => Function::Max { columns_first: false },
            PoolingKind::Average => Function::Average { padded: !cx.bool("exclude-pad")?, settled: false },
            PoolingKind::Norm => return None,
        })
    }

    /// The function of the elements of a window that covers also so much padding; `None` if it is undefined.
    pub(super) fn of(self, elements: &[f64], padding: usize) -> Option<f64> {
        match self {
            Function::Max { .. } => {
                let greatest = |a: f64, &b: &f64| (!b.is_nan()).then_some(a.max(b));
                elements.iter().try_fold(f64::NEG_INFINITY, greatest).filter(|_| !elements.is_empty())
            }
            Function::Average { padded, .. } => {
                let count = elements.len() + if padded { padding } else { 0 };
                (count > 0).then(|| elements.iter().sum::<f64>() / count as f64)
            }
            Function::Norm(p) => Some(elements.iter().map(|x| x.abs().powf(p)).sum::<f64>().powf(1.0 / p)),
        }
    }
}

impl Pool {
    fn windows(&self, data: &Tensor, made: &[usize]) -> Option<Windows> {
        let Window { kernel, strides, dilations, padding, .. } = self.window.clone()?;
        // Tools disagree on whether the padding depends on the dilation.
        if matches!(padding, Padding::Same { .. }) && dilations.iter().any(|&dilation| dilation > 1) {
            return None;
        }
        let kernel: Vec<usize> = kernel.into_iter().map(|size| usize::try_from(size).ok()).collect::<Option<_>>()?;
        placed(&WindowParams { strides, dilations, padding }, &kernel, data.sizes().get(2..)?, made.get(2..)?)
    }

    /// The number of bytes that the windows read.
    pub(super) fn reads(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let data = inputs.first().and_then(Option::as_ref);
        let windows = data.zip(outputs.first()).and_then(|(data, made)| self.windows(data, &made.sizes));
        let made = outputs.first().map_or(0, StaticTensorType::positions);
        // Without windows, there is no evaluation.
        windows.map_or(0, |windows| made.saturating_mul(windows.kernel() as u64).saturating_mul(16))
    }

    pub(super) fn compute(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let windows = self.windows(data, &result.sizes).ok_or_else(|| cx.no_evaluator())?;
        let function = self.function.ok_or_else(|| cx.no_evaluator())?;
        if let Function::Max { columns_first } = function {
            return self.greatest(cx, &windows, columns_first);
        }
        let values = reals(data)?;
        let mut made = Vec::with_capacity(result.count());
        let mut elements = Vec::with_capacity(windows.kernel());
        for plane in values.chunks_exact(windows.plane().max(1)) {
            for position in 0..windows.positions() {
                elements.clear();
                let (mut padding, mut nothing) = (0, 0);
                windows.at(position).for_each(|cover| match cover {
                    Cover::Element(at) => elements.push(plane[at]),
                    Cover::Padding => padding += 1,
                    Cover::Nothing => nothing += 1,
                });
                let unsettled = nothing > 0 && matches!(function, Function::Average { padded: true, settled: false });
                let number = function.of(&elements, padding).filter(|_| !unsettled);
                made.push(number.ok_or_else(|| undefined(position))?);
            }
        }
        Ok(vec![real_tensor(result.element, &result.sizes, &made)?])
    }

    /// The greatest elements and their positions in the data.
    fn greatest(&self, cx: &EvalContext<'_>, windows: &Windows, columns_first: bool) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let (keys, plane) = (keys(data)?, windows.plane().max(1));
        let mut places = Vec::with_capacity(result.count());
        for (first, keys) in keys.chunks_exact(plane).enumerate() {
            for position in 0..windows.positions() {
                let covered = windows.at(position).filter_map(|cover| match cover {
                    Cover::Element(at) => Some(at),
                    _ => None,
                });
                // The first one of several.
                let best = covered.reduce(|best, at| if keys[at] > keys[best] { at } else { best });
                places.push(first * plane + best.ok_or_else(|| undefined(position))?);
            }
        }
        let values = runs::gathered(data, &result.sizes, 1, |take| take(&places)).ok_or(EvalError::UnknownType)?;
        let Some(indices) = cx.outputs().get(1) else { return Ok(vec![values]) };
        if self.axis.is_some_and(|axis| axis != 0) {
            return Err(cx.no_evaluator());
        }
        let index = |&place: &usize| match columns_first {
            false => place as i128,
            true => (place / plane * plane + transposed(windows, place % plane)) as i128,
        };
        let list: Vec<i128> = places.iter().map(index).collect();
        Ok(vec![values, whole_tensor(indices.element, &indices.sizes, &list)?])
    }
}

/// The position of an element of a plane if the first axis is contiguous.
fn transposed(windows: &Windows, place: usize) -> usize {
    let (mut rest, mut step, mut at) = (place, windows.plane(), 0);
    for axis in windows.axes.iter().rev() {
        step /= axis.size;
        at += rest % axis.size * step;
        rest /= axis.size;
    }
    at
}

fn undefined(position: usize) -> EvalError {
    EvalError::Undefined(format!("the window at position {position} covers no element, or tools disagree on it"))
}
