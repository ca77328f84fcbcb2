//! Evaluation of deformable convolution: every element of a window is interpolated at an offset.

use super::Convolution;
use super::plan::Plan;
use crate::kernel::dense::reals;
use crate::ops::EvalContext;

/// Offsets and masks of a plane with two axes.
struct Deformation {
    offsets: Vec<f64>,
    mask: Option<Vec<f64>>,
    groups: usize,
    kernel: usize,
    positions: usize,
}

impl Deformation {
    /// The offset along both axes, and the factor, of an element of a window.
    fn at(&self, image: usize, group: usize, tap: usize, position: usize) -> Option<([f64; 2], f64)> {
        let row = (image * self.groups + group) * self.kernel + tap;
        let offset = |axis: usize| self.offsets.get((row * 2 + axis) * self.positions + position).copied();
        let factor = self.mask.as_ref().map_or(Some(1.0), |mask| mask.get(row * self.positions + position).copied());
        Some(([offset(0)?, offset(1)?], factor?))
    }
}

/// The sums of products of interpolated data and filters; `None` for data without exactly two spatial axes.
pub(super) fn sums(
    of: &Convolution,
    plan: &Plan,
    cx: &EvalContext<'_>,
    (groups, mask): (Option<u64>, usize),
) -> Option<Vec<f64>> {
    let &[rows, columns] = plan.windows.axes.as_slice() else { return None };
    let (kernel, positions) = (plan.windows.kernel(), plan.windows.positions());
    let list = |input: usize| cx.optional(input).map(|tensor| reals(tensor).ok());
    let deformation = Deformation {
        offsets: list(if mask == 4 { 2 } else { 1 })??,
        mask: list(mask).map_or(Some(None), |mask| Some(Some(mask?)))?,
        groups: usize::try_from(groups?).ok()?,
        kernel,
        positions,
    };
    let (data, filters) = (list(0)??, list(of.filters)??);
    let bias = of.bias.and_then(list).map_or(Some(None), |bias| Some(Some(bias?)))?;
    let (inputs, outputs) = (plan.groups * plan.inputs, plan.groups * plan.outputs);
    let share = inputs.checked_div(deformation.groups)?.max(1);
    let start = |channel: usize| bias.as_ref().and_then(|bias| bias.get(channel).copied()).unwrap_or(0.0);
    let mut sums: Vec<f64> = (0..plan.batch * outputs * positions).map(|at| start(at / positions % outputs)).collect();
    for number in 0..plan.batch * inputs * positions * kernel {
        let (tap, rest) = (number % kernel, number / kernel);
        let (position, rest) = (rest % positions, rest / positions);
        let (channel, image) = (rest % inputs, rest / inputs);
        let ([down, right], factor) = deformation.at(image, channel / share, tap, position)?;
        let place = |axis: crate::kernel::windows::WindowAxis, position: usize, tap: usize| {
            (position * axis.stride + tap * axis.dilation) as f64 - axis.begin as f64
        };
        let y = place(rows, position / columns.positions, tap / columns.kernel) + down;
        let x = place(columns, position % columns.positions, tap % columns.kernel) + right;
        let plane = data.get((image * inputs + channel) * rows.size * columns.size..)?;
        let value = interpolated(plane, [rows.size, columns.size], [y, x])? * factor;
        let group = channel / plan.inputs;
        for output in group * plan.outputs..(group + 1) * plan.outputs {
            let filter = filters.get((output * plan.inputs + channel % plan.inputs) * kernel + tap)?;
            *sums.get_mut((image * outputs + output) * positions + position)? += value * filter;
        }
    }
    Some(sums)
}

/// The mean of the four neighbors of a point, weighted by its distances; there are zeros around the plane.
fn interpolated(plane: &[f64], [rows, columns]: [usize; 2], [y, x]: [f64; 2]) -> Option<f64> {
    let mut sum = 0.0;
    for (row, weight_y) in [(y.floor(), 1.0 - (y - y.floor())), (y.floor() + 1.0, y - y.floor())] {
        for (column, weight_x) in [(x.floor(), 1.0 - (x - x.floor())), (x.floor() + 1.0, x - x.floor())] {
            if (0.0..rows as f64).contains(&row) && (0.0..columns as f64).contains(&column) {
                sum += plane.get(row as usize * columns + column as usize)? * weight_y * weight_x;
            }
        }
    }
    Some(sum)
}
