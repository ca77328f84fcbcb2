//! Scatter of tensors in memory: runs of kept data alternate with updated runs.

use super::{Axis, Places, Reduction, Scatter};
use crate::kernel::runs::{self, Run};
use crate::ops::EvalContext;
use crate::ops::axes;
use crate::ops::indices::starts;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The data with the updates applied.
///
/// # Errors
/// Updates are combined with existing elements, two updates overlap, or an index is out of range.
pub(super) fn replaced(scatter: &Scatter, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
    if scatter.reduction != Some(Reduction::None) {
        return Err(cx.no_evaluator());
    }
    let (data, indices, updates, result) = (cx.input(0)?, cx.input(1)?, cx.input(2)?, cx.output(0)?);
    let axis = |Axis(axis, _): Axis| {
        axis.and_then(|axis| axes::position(axis, data.sizes().len())).ok_or(EvalError::UnknownType)
    };
    let (starts, length) = match scatter.places {
        Places::Elements(at) => (starts::of_elements(indices, data.sizes(), axis(at)?)?, 1),
        Places::Slices => starts::of_slices(indices, data.sizes(), 0)?,
        Places::Rows(at) => starts::of_rows(indices, data.sizes(), axis(at)?)?,
    };
    let mut order: Vec<usize> = (0..starts.len()).collect();
    order.sort_by_key(|&at| starts[at]);
    if length > 0 && order.windows(2).any(|pair| starts[pair[0]] == starts[pair[1]]) {
        return Err(EvalError::Undefined("two updates overlap, and their order is unspecified".to_owned()));
    }
    let count = data.num_elements();
    let last = order.last().map_or(0, |&at| starts[at] + length);
    let before = |i: usize| i.checked_sub(1).map_or(0, |i| starts[order[i]] + length);
    let each = (0..order.len()).flat_map(|i| {
        let (from, at) = (before(i), order[i]);
        let kept = Run { from: Some((0, from)), count: starts[at].saturating_sub(from) };
        [kept, Run { from: Some((1, at * length)), count: length }]
    });
    let rest = Run { from: Some((0, last)), count: count.saturating_sub(last) };
    let made = runs::joined(result.element, &result.sizes, &[data, updates], each.chain([rest]));
    made.ok_or(EvalError::UnknownType)
}
