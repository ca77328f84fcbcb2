//! Evaluation of convolutions.

use super::deformed;
use super::plan::Plan;
use super::{Convolution, Demands, Groups};
use crate::kernel::dense::{Number, Numbers, reals, whole_tensor, wholes};
use crate::kernel::requantize::requantized;
use crate::kernel::windows::{Cover, Windows};
use crate::ops::window::Padding;
use crate::ops::window::placed::{halves, placed};
use crate::ops::{EvalContext, StaticTensorType, positions};
use crate::tensor::{EvalError, Tensor};

impl Convolution {
    fn plan(&self, inputs: &[Option<Tensor>], result: &StaticTensorType) -> Option<Plan> {
        let (data, filters) = (inputs.first()?.as_ref()?.sizes(), inputs.get(self.filters)?.as_ref()?.sizes());
        let groups = match self.layout.groups {
            Groups::Axis => *filters.first()?,
            Groups::Attribute(groups) => usize::try_from(groups?).ok()?,
        };
        let kernel = filters.get(self.layout.leading()..)?;
        let (&batch, &channels) = (data.first()?, data.get(1)?);
        let (data, made) = (data.get(2..)?, result.sizes.get(2..)?);
        let windows = match &self.spread {
            None => placed(self.slide.as_ref()?, kernel, data, made)?,
            // A transposed convolution slides along its result.
            Some(_) => self.spread_windows(kernel, data, made)?,
        };
        let of_group = |channels: usize| channels.checked_div(groups);
        Some(Plan { batch, groups, inputs: of_group(channels)?, outputs: of_group(*result.sizes.get(1)?)?, windows })
    }

    fn spread_windows(&self, kernel: &[usize], data: &[usize], made: &[usize]) -> Option<Windows> {
        let (slide, spread) = (self.slide.as_ref()?, self.spread.as_ref()?);
        let (explicit, extra) = (spread.asked.is_none(), spread.extra.as_ref()?);
        let without = super::WindowParams { padding: Padding::Valid, ..slide.clone() };
        let mut windows = placed(&without, kernel, made, data)?;
        for (at, axis) in windows.axes.iter_mut().enumerate() {
            let reach = (axis.kernel - 1) * axis.dilation + 1;
            let extra = usize::try_from(extra.get(at).copied().unwrap_or(0)).ok()?;
            let whole =
                axis.positions.checked_sub(1)?.checked_mul(axis.stride)?.checked_add(reach)?.checked_add(extra)?;
            (axis.begin, axis.end) = match &slide.padding {
                Padding::Explicit { begin, end } if explicit => {
                    let of = |list: &[u64]| usize::try_from(list.get(at).copied().unwrap_or(0)).ok();
                    (of(begin)?, of(end)?)
                }
                Padding::Valid if explicit => (0, 0),
                Padding::Unknown => return None,
                padding => {
                    let (total, lower) =
                        (whole.saturating_sub(axis.size), !matches!(padding, Padding::Same { lower: false, .. }));
                    // Where OpenVINO crops one more of an odd number of elements was not measured.
                    let settled = total % 2 == 0 || spread.same == super::transposed::Same::Cuts;
                    settled.then(|| halves(total, lower))?
                }
            };
            // What extends past the result by the output padding or the stride is no part of it.
            axis.end = axis.end.checked_add(whole)?;
            axis.begin.checked_add(axis.size)?.checked_add(axis.end)?;
        }
        Some(windows)
    }

    /// The number of bytes that the sums read.
    pub(super) fn reads(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let plan = outputs.first().and_then(|result| self.plan(inputs, result));
        // Without a plan, there is no evaluation.
        let Some(Plan { batch, groups, inputs, outputs, windows }) = plan else { return 0 };
        let all = [batch, groups, inputs, outputs, windows.positions(), windows.kernel(), 16];
        positions(&all)
    }

    pub(super) fn compute(&self, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
        let result = cx.output(0)?;
        let plan = self.plan(cx.inputs(), result).ok_or_else(|| cx.no_evaluator())?;
        let (data, filters) = (cx.input(0)?, cx.input(self.filters)?);
        let bias = self.bias.and_then(|bias| cx.optional(bias));
        match &self.demands {
            Demands::None => {
                let bias = bias.map(reals).transpose()?;
                let sums = self.sums(&plan, &reals(data)?, &reals(filters)?, bias.as_deref());
                Numbers::Reals(sums).into_tensor(result.element, &result.sizes)
            }
            Demands::Deformable { groups, mask } => {
                let sums = deformed::sums(self, &plan, cx, (*groups, *mask)).ok_or_else(|| cx.no_evaluator())?;
                Numbers::Reals(sums).into_tensor(result.element, &result.sizes)
            }
            Demands::Quantized { single: [zero], .. } => {
                let sums = self.integers(cx, &plan, *zero, 3)?;
                whole_tensor(result.element, &result.sizes, &sums)
            }
            Demands::Quantized { .. } => self.quantized(cx, &plan),
        }
    }

    /// The sums of products of data and filters minus their zero points.
    fn integers(&self, cx: &EvalContext<'_>, plan: &Plan, data: usize, filters: usize) -> Result<Vec<i128>, EvalError> {
        let zeros = |input: usize| cx.optional(input).map_or_else(|| Ok(vec![0]), wholes);
        let (of_data, of_filters) = (zeros(data)?, zeros(filters)?);
        let mut values = wholes(cx.input(0)?)?;
        let zero = *of_data.first().ok_or(EvalError::UnknownType)?;
        values.iter_mut().for_each(|value| *value -= zero);
        let mut weights = wholes(cx.input(self.filters)?)?;
        let each = (plan.inputs * plan.windows.kernel()).max(1);
        for (at, weight) in weights.iter_mut().enumerate() {
            *weight -= channel(&of_filters, at / each)?;
        }
        let bias = self.bias.and_then(|bias| cx.optional(bias)).map(wholes).transpose()?;
        Ok(self.sums(plan, &values, &weights, bias.as_deref()))
    }

    fn quantized(&self, cx: &EvalContext<'_>, plan: &Plan) -> Result<Tensor, EvalError> {
        let result = cx.output(0)?;
        let sums = self.integers(cx, plan, 2, 5)?;
        let single = |input: usize| reals(cx.input(input)?)?.first().copied().ok_or(EvalError::UnknownType);
        let (x, w, y) = (single(1)?, reals(cx.input(4)?)?, single(6)?);
        let zero = wholes(cx.input(7)?)?.first().copied().ok_or(EvalError::UnknownType)?;
        let range = result.element.integer_range().ok_or(EvalError::Type(result.element))?;
        let (positions, channels) = (plan.windows.positions().max(1), plan.groups * plan.outputs);
        let each = sums.iter().enumerate().map(|(at, &sum)| {
            let scale = f64::from((x * channel(&w, at / positions % channels)?) as f32) / y;
            let made = requantized(sum, scale, zero, range);
            made.ok_or_else(|| EvalError::Undefined(format!("element {at} depends on how a tie is rounded")))
        });
        whole_tensor(result.element, &result.sizes, &each.collect::<Result<Vec<_>, _>>()?)
    }

    fn sums<T: Number>(&self, plan: &Plan, data: &[T], filters: &[T], bias: Option<&[T]>) -> Vec<T> {
        let (windows, transposed) = (&plan.windows, self.spread.is_some());
        let (positions, plane, kernel) = (windows.positions(), windows.plane(), windows.kernel());
        let (of_data, of_result) = if transposed { (positions, plane) } else { (plane, positions) };
        let channels = plan.groups * plan.outputs;
        let start = |channel: usize| bias.and_then(|bias| bias.get(channel).copied()).unwrap_or_default();
        let mut sums: Vec<T> =
            (0..plan.batch * channels * of_result).map(|at| start(at / of_result % channels)).collect();
        for image in 0..plan.batch * plan.groups {
            let (group, position) = (image % plan.groups, 0..positions);
            let covers = position
                .flat_map(|position| windows.at(position).enumerate().map(move |(tap, cover)| (position, tap, cover)));
            for (position, tap, cover) in covers {
                let Cover::Element(element) = cover else { continue };
                let (from, to) = if transposed { (position, element) } else { (element, position) };
                for pair in 0..plan.inputs * plan.outputs {
                    let (input, output) = (pair % plan.inputs, pair / plan.inputs);
                    let filter = match transposed {
                        false => (group * plan.outputs + output) * plan.inputs + input,
                        true => (group * plan.inputs + input) * plan.outputs + output,
                    };
                    let value = data[(image * plan.inputs + input) * of_data + from];
                    let sum = &mut sums[(image * plan.outputs + output) * of_result + to];
                    *sum = sum.plus(value.times(filters[filter * kernel + tap]));
                }
            }
        }
        sums
    }
}

/// The parameter of a channel, of which there may be only one for all.
fn channel<T: Copy>(list: &[T], channel: usize) -> Result<T, EvalError> {
    list.get(if list.len() == 1 { 0 } else { channel }).copied().ok_or(EvalError::UnknownType)
}
