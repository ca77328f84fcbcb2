//! Evaluation of Resize, one axis after the other.

use super::sampling::{Coordinates, Interpolation, Nearest, Sampling};
use super::{Keep, Resize, Target};
use crate::kernel::dense::{floats, real_tensor, reals};
use crate::kernel::lines::{Lines, mapped};
use crate::kernel::runs::{self, Run};
use crate::ops::axes::{self, Axes};
use crate::ops::{EvalContext, StaticTensorType};
use crate::tensor::{EvalError, Tensor};

/// One axis: its sizes before and after, its scale, and the region for some coordinates.
#[derive(Clone, Copy, Debug)]
struct Axis {
    from: usize,
    to: usize,
    scale: f64,
    region: [f64; 2],
}

/// The elements that an element of the result is the sum of, each with its weight; `None` for one outside of the region.
type Weights = Option<Vec<(usize, f64)>>;

impl Resize {
    pub(super) fn compute(&self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let sampling = self.sampling.ok_or_else(|| cx.no_evaluator())?;
        if result.sizes.contains(&0) || data.num_elements() == 0 {
            return Tensor::empty(result.element, &result.sizes).map_err(|_| EvalError::UnknownType);
        }
        let axes = self.scaled(cx, sampling).ok_or_else(|| cx.no_evaluator())?;
        if matches!(sampling.interpolation, Interpolation::Nearest(_)) {
            return nearest(sampling, data, result, &axes);
        }
        let mut order: Vec<usize> = (0..axes.len()).collect();
        // Shorter axes come first, so that no intermediate result is larger than both data and result.
        order.sort_by(|&a, &b| (axes[a].to * axes[b].from).cmp(&(axes[b].to * axes[a].from)));
        let (mut sizes, mut values) = (data.sizes().to_vec(), reals(data)?);
        for at in order {
            let axis = axes[at];
            if axis.from == axis.to && axis.scale == 1.0 && axis.region == [0.0, 1.0] {
                continue;
            }
            values = resized(sampling, axis, &values, Lines::along(&sizes, at)?);
            sizes[at] = axis.to;
        }
        real_tensor(result.element, &result.sizes, &values)
    }

    /// The scale and region of every axis.
    fn scaled(&self, cx: &EvalContext<'_>, sampling: Sampling) -> Option<Vec<Axis>> {
        let (from, to) = (cx.input(0).ok()?.sizes(), &cx.output(0).ok()?.sizes);
        let axes: Vec<usize> = match &self.axes {
            Axes::All => (0..from.len()).collect(),
            Axes::Known(list) => list.iter().map(|&axis| axes::position(axis, from.len())).collect::<Option<_>>()?,
            Axes::Runtime(_) => return None,
        };
        let whole =
            |(&from, &to): (&usize, &usize)| Axis { from, to, scale: to as f64 / from as f64, region: [0.0, 1.0] };
        let mut all: Vec<Axis> = from.iter().zip(&**to).map(whole).collect();
        match &self.target {
            Target::Scales(Some(scales), _) => {
                for (&axis, scale) in axes.iter().zip(scales) {
                    all[axis].scale = (*scale)?.into();
                }
            }
            Target::Sizes { keep: Keep::Nothing, .. } => {}
            Target::Sizes { sizes, keep, .. } => {
                let ratio = |(size, &axis): (u64, &usize)| size as f64 / all[axis].from as f64;
                let ratios = sizes.sizes()?.into_iter().zip(&axes).map(ratio);
                let scale = match keep {
                    Keep::NotLarger => ratios.fold(f64::INFINITY, f64::min),
                    _ => ratios.fold(0.0, f64::max),
                };
                axes.iter().for_each(|&axis| all[axis].scale = scale);
            }
            _ => return None,
        }
        if let Coordinates::TfCropAndResize(input) = sampling.coordinates {
            let region = floats(cx.optional(input)?).ok()?;
            for (at, &axis) in axes.iter().enumerate() {
                all[axis].region = [*region.get(at)?, *region.get(axes.len() + at)?];
            }
        }
        Some(all)
    }
}

/// Selects one element of the data for each of the result.
fn nearest(sampling: Sampling, data: &Tensor, result: &StaticTensorType, axes: &[Axis]) -> Result<Tensor, EvalError> {
    let unsettled = || EvalError::Undefined("the nearest element depends on how positions are rounded".to_owned());
    let map = |axis: &Axis| (0..axis.to).map(|at| sampling.nearest(*axis, at)).collect::<Option<Vec<_>>>();
    let maps = axes.iter().map(map).collect::<Option<Vec<_>>>().ok_or_else(unsettled)?;
    let outside = maps.iter().flatten().any(Option::is_none);
    let fill = if outside { Some(real_tensor(result.element, &[], &[sampling.extrapolated])?) } else { None };
    let each = mapped(&maps, data.sizes()).map(|at| Run { from: Some(at.map_or((1, 0), |at| (0, at))), count: 1 });
    let sources: Vec<&Tensor> = [data].into_iter().chain(&fill).collect();
    runs::joined(result.element, &result.sizes, &sources, each).ok_or(EvalError::UnknownType)
}

fn resized(sampling: Sampling, axis: Axis, values: &[f64], lines: Lines) -> Vec<f64> {
    let weights: Vec<Weights> = (0..axis.to).map(|at| sampling.weights(axis, at)).collect();
    let mut made = Vec::with_capacity(lines.outer * axis.to * lines.inner);
    for outer in 0..lines.outer {
        for weights in &weights {
            for inner in 0..lines.inner {
                let at = |element: usize| values[(outer * lines.size + element) * lines.inner + inner];
                let sum = weights.as_ref().map(|list| list.iter().map(|&(element, weight)| weight * at(element)).sum());
                made.push(sum.unwrap_or(sampling.extrapolated));
            }
        }
    }
    made
}

impl Sampling {
    /// The position in the data of an element of the result, computed with a function that rounds each step.
    fn position(self, axis: Axis, at: usize, step: fn(f64) -> f64) -> f64 {
        let (from, scale, at) = (axis.from as f64, step(axis.scale), at as f64);
        // The size that the scale determines exactly.
        let exact = scale * from;
        match self.coordinates {
            Coordinates::Asymmetric => step(at / scale),
            Coordinates::HalfPixel => step(step((at + 0.5) / scale) - 0.5),
            Coordinates::TfHalfPixelForNn => step((at + 0.5) / scale),
            Coordinates::PytorchHalfPixel if axis.to == 1 => 0.0,
            Coordinates::PytorchHalfPixel => step(step((at + 0.5) / scale) - 0.5),
            Coordinates::HalfPixelSymmetric => {
                let offset = from / 2.0 * (1.0 - axis.to as f64 / exact);
                step(offset + (at + 0.5) / scale - 0.5)
            }
            Coordinates::AlignCorners if axis.to == 1 => 0.0,
            Coordinates::AlignCorners => step(at * (from - 1.0) / (exact - 1.0)),
            Coordinates::TfCropAndResize(_) => {
                let [start, end] = axis.region;
                let within = match axis.to {
                    1 => (end - start) * (from - 1.0) / 2.0,
                    _ => at * (end - start) * (from - 1.0) / (exact - 1.0),
                };
                step(within + start * (from - 1.0))
            }
        }
    }

    /// Whether a position is outside of the region that is extrapolated.
    fn outside(self, axis: Axis, position: f64) -> bool {
        matches!(self.coordinates, Coordinates::TfCropAndResize(_))
            && !(0.0..=axis.from as f64 - 1.0).contains(&position)
    }

    /// The nearest element, or none outside of the region; `None` if tools that round differently disagree.
    fn nearest(self, axis: Axis, at: usize) -> Option<Option<usize>> {
        if axis.from == axis.to && axis.scale == 1.0 && axis.region == [0.0, 1.0] {
            return Some(Some(at));
        }
        let Interpolation::Nearest(mode) = self.interpolation else { return None };
        // Before version 11, ONNX Runtime selects the higher neighbor here.
        if mode == Nearest::Simple && axis.scale < 1.0 && self.position(axis, at, |x| x).fract() != 0.0 {
            return None;
        }
        let of = |step: fn(f64) -> f64| {
            let position = self.position(axis, at, step);
            if self.outside(axis, position) {
                return None;
            }
            let (floor, ceil) = (position.floor(), position.ceil());
            let chosen = match mode {
                Nearest::Floor | Nearest::Simple => floor,
                Nearest::Ceil => ceil,
                Nearest::PreferFloor => {
                    if position - floor <= 0.5 {
                        floor
                    } else {
                        ceil
                    }
                }
                Nearest::PreferCeil => {
                    if position - floor < 0.5 {
                        floor
                    } else {
                        ceil
                    }
                }
            };
            Some(chosen.clamp(0.0, axis.from as f64 - 1.0) as usize)
        };
        let (exact, single) = (of(|x| x), of(|x| f64::from(x as f32)));
        (exact == single).then_some(exact)
    }

    fn weights(self, axis: Axis, at: usize) -> Weights {
        let position = self.position(axis, at, |x| x);
        if self.outside(axis, position) {
            return None;
        }
        let floor = position.floor();
        let stretch = if self.antialias { axis.scale.min(1.0) } else { 1.0 };
        let reach = if matches!(self.interpolation, Interpolation::Cubic(_)) { 2.0 } else { 1.0 };
        // The elements closer than the reach of the formula.
        let (first, last) = ((floor - (reach / stretch)).floor() + 1.0, (floor + (reach / stretch)).ceil());
        let last_index = axis.from as f64 - 1.0;
        let mut list: Vec<(usize, f64)> = Vec::new();
        let mut index = first;
        while index <= last {
            let weight = self.formula((index - position) * stretch);
            let inside = (0.0..=last_index).contains(&index);
            if weight != 0.0 && (inside || !self.exclude_outside) {
                list.push((index.clamp(0.0, last_index) as usize, weight));
            }
            index += 1.0;
        }
        let sum: f64 = list.iter().map(|(_, weight)| weight).sum();
        if (self.antialias || self.exclude_outside) && sum != 0.0 {
            list.iter_mut().for_each(|(_, weight)| *weight /= sum);
        }
        Some(list)
    }

    /// The weight of an element at this distance.
    fn formula(self, distance: f64) -> f64 {
        let x = distance.abs();
        match self.interpolation {
            Interpolation::Cubic(a) if x <= 1.0 => ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0,
            Interpolation::Cubic(a) if x < 2.0 => ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a,
            Interpolation::Linear if x < 1.0 => 1.0 - x,
            _ => 0.0,
        }
    }
}
