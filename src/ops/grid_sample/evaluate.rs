//! Evaluation of GridSample and AffineGrid.

use crate::kernel::dense::{floats, real_tensor, reals};
use crate::ops::{EvalContext, InferContext};
use crate::tensor::{EvalError, Tensor};

/// Which neighbors of a point count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Nearest,
    Linear,
    Cubic,
}

/// What elements outside of the data are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outside {
    Zeros,
    Border,
    Reflection,
}

/// How elements are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sampling {
    mode: Mode,
    outside: Outside,
    align_corners: bool,
}

impl Sampling {
    /// ONNX's attributes; `None` for an unknown value.
    pub(super) fn onnx(cx: &InferContext<'_>) -> Option<Sampling> {
        if ["mode", "padding_mode", "align_corners"].iter().any(|name| cx.has_unknown_value(name)) {
            return None;
        }
        let mode = match cx.text("mode")? {
            "nearest" => Mode::Nearest,
            "linear" | "bilinear" => Mode::Linear,
            "cubic" | "bicubic" => Mode::Cubic,
            _ => return None,
        };
        let outside = match cx.text("padding_mode")? {
            "zeros" => Outside::Zeros,
            "border" => Outside::Border,
            "reflection" => Outside::Reflection,
            _ => return None,
        };
        Some(Sampling { mode, outside, align_corners: cx.int("align_corners")? != 0 })
    }

    pub(super) fn sampled(self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let (data, grid, result) = (cx.input(0)?, cx.input(1)?, cx.output(0)?);
        let &[batch, channels, ref plane @ ..] = data.sizes() else { return Err(EvalError::UnknownType) };
        let (values, points) = (reals(data)?, reals(grid)?);
        let size: usize = plane.iter().product();
        let per_image = points.len().checked_div(batch * plane.len()).unwrap_or(0);
        if result.count() > 0 && (size == 0 || points.iter().any(|x| !x.is_finite())) {
            return Err(EvalError::Undefined("the data is empty, or a point is not finite".to_owned()));
        }
        let mut made = vec![0.0; result.count()];
        for (number, point) in points.chunks_exact(plane.len().max(1)).enumerate().filter(|_| result.count() > 0) {
            let (image, at) = (number / per_image, number % per_image);
            let taps = self.taps(point, plane).ok_or_else(|| {
                EvalError::Undefined(format!("the nearest element to point {number} depends on how it is rounded"))
            })?;
            for channel in 0..channels {
                let plane = &values[(image * channels + channel) * size..][..size];
                let sum = taps.iter().map(|&(element, weight)| plane[element] * weight).sum();
                made[(image * channels + channel) * per_image + at] = sum;
            }
        }
        real_tensor(result.element, &result.sizes, &made)
    }

    /// The elements of a plane that count at a point, whose coordinates are in the opposite order of the axes.
    fn taps(self, point: &[f64], plane: &[usize]) -> Option<Vec<(usize, f64)>> {
        let mut all = vec![(0usize, 1.0)];
        for (&coordinate, &size) in point.iter().rev().zip(plane) {
            let own = self.along(coordinate, size)?;
            let next = all.iter().flat_map(|&(at, w)| own.iter().map(move |&(i, weight)| (at * size + i, w * weight)));
            all = next.collect();
        }
        Some(all)
    }

    /// The elements of an axis that count at a coordinate, and their weights.
    fn along(self, coordinate: f64, size: usize) -> Option<Vec<(usize, f64)>> {
        let length = size as f64;
        let position = match self.align_corners {
            true => (coordinate + 1.0) / 2.0 * (length - 1.0),
            false => ((coordinate + 1.0) * length - 1.0) / 2.0,
        };
        if self.mode == Mode::Nearest {
            let nearest = |x: f64| self.element(self.moved(x.round_ties_even(), size), size);
            let (exact, single) = (nearest(position), nearest(f64::from(position as f32)));
            return (exact == single).then(|| exact.map(|at| (at, 1.0)).into_iter().collect());
        }
        let position = self.moved(position, size);
        let (floor, fraction) = (position.floor(), position - position.floor());
        let weights: &[f64] = match self.mode {
            Mode::Cubic => &cubic(fraction),
            _ => &[1.0 - fraction, fraction],
        };
        let first = if self.mode == Mode::Cubic { floor - 1.0 } else { floor };
        let each = weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        let each = each.filter_map(|(i, &weight)| Some((self.element(first + i as f64, size)?, weight)));
        Some(each.collect())
    }

    /// The lowest and highest coordinate of the data.
    fn borders(self, size: usize) -> (f64, f64) {
        if self.align_corners { (0.0, size as f64 - 1.0) } else { (-0.5, size as f64 - 0.5) }
    }

    /// A coordinate moved into the data, unless there are zeros around it.
    fn moved(self, x: f64, size: usize) -> f64 {
        let (low, high) = self.borders(size);
        match self.outside {
            _ if (low..=high).contains(&x) => x,
            Outside::Zeros => x,
            Outside::Border => x.clamp(0.0, size as f64 - 1.0),
            Outside::Reflection => self.reflected(x, size),
        }
    }

    fn reflected(self, x: f64, size: usize) -> f64 {
        let (low, high) = self.borders(size);
        let range = high - low;
        if range <= 0.0 {
            return low.max(0.0);
        }
        let (distance, below) = if x < low { (low - x, true) } else { (x - high, false) };
        if (low..=high).contains(&x) {
            return x;
        }
        let (turns, rest) = ((distance / range).floor(), distance % range);
        if (turns % 2.0 == 0.0) == below { low + rest } else { high - rest }
    }

    /// The element at an integral coordinate.
    fn element(self, x: f64, size: usize) -> Option<usize> {
        let last = size as f64 - 1.0;
        match self.outside {
            Outside::Zeros => (0.0..=last).contains(&x).then_some(x as usize),
            Outside::Border => Some(x.clamp(0.0, last) as usize),
            Outside::Reflection => Some(self.reflected(x, size).clamp(0.0, last) as usize),
        }
    }
}

/// The weights of four neighbors by the cubic convolution with coefficient -0.75.
fn cubic(x: f64) -> [f64; 4] {
    const A: f64 = -0.75;
    let near = |x: f64| ((A + 2.0) * x - (A + 3.0)) * x * x + 1.0;
    let far = |x: f64| ((A * x - 5.0 * A) * x + 8.0 * A) * x - 4.0 * A;
    [far(x + 1.0), near(x), near(1.0 - x), far(2.0 - x)]
}

/// AffineGrid: the points of a regular grid, each multiplied by the matrix of its image.
pub(super) fn affine(cx: &EvalContext<'_>, align_corners: bool) -> Result<Tensor, EvalError> {
    let (theta, result) = (floats(cx.input(0)?)?, cx.output(0)?);
    let &[_, ref plane @ .., axes] = &*result.sizes else { return Err(EvalError::UnknownType) };
    if align_corners && plane.contains(&1) {
        return Err(EvalError::Undefined("an axis of one element has no two corners".to_owned()));
    }
    let size: usize = plane.iter().product();
    let coordinate = |at: usize, size: usize| match align_corners {
        true => 2.0 * at as f64 / (size as f64 - 1.0) - 1.0,
        false => (2.0 * at as f64 + 1.0) / size as f64 - 1.0,
    };
    let mut made = Vec::with_capacity(result.count());
    for point in (0..result.count().checked_div(axes).unwrap_or(0)).map(|number| (number / size, number % size)) {
        let (image, mut rest) = point;
        let mut coordinates = Vec::with_capacity(axes);
        for &size in plane.iter().rev() {
            coordinates.push(coordinate(rest % size, size));
            rest /= size;
        }
        for row in 0..axes {
            let row = theta.get((image * axes + row) * (axes + 1)..).and_then(|row| row.get(..=axes));
            let row = row.ok_or(EvalError::UnknownType)?;
            made.push(row.iter().zip(coordinates.iter().chain(&[1.0])).map(|(a, b)| a * b).sum());
        }
    }
    real_tensor(result.element, &result.sizes, &made)
}
