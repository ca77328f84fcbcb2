//! Scatter of tensors in memory: runs of kept data alternate with updated runs.

use super::{Axis, Places, Reduction, Scatter};
use crate::element::ElementType;
use crate::kernel::dense::{Number, Numbers};
use crate::kernel::runs::{self, Run};
use crate::ops::EvalContext;
use crate::ops::axes;
use crate::ops::indices::starts;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Bytes of memory for the starts of the updates.
pub(super) fn start_bytes(scatter: &Scatter, inputs: &[Option<Tensor>]) -> u64 {
    let input = |at: usize| inputs.get(at).and_then(Option::as_ref);
    match scatter.places {
        Places::Elements(_) => starts::bytes_of_elements(input(1)),
        Places::Slices => starts::bytes_of_slices(input(1)),
        Places::Rows(Axis(axis, _)) => {
            let sizes = input(0).map_or(&[][..], Tensor::sizes);
            let axis = axis.and_then(|axis| axes::position(axis, sizes.len())).unwrap_or(0);
            starts::bytes_of_rows(input(1), &sizes[..axis])
        }
    }
}

/// The data with the updates applied.
///
/// # Errors
/// Two updates overlap, or an index is out of range.
pub(super) fn replaced(scatter: &Scatter, cx: &EvalContext<'_>) -> Result<Tensor, EvalError> {
    let (data, indices, updates, result) = (cx.input(0)?, cx.input(1)?, cx.input(2)?, cx.output(0)?);
    let axis = |Axis(axis, _): Axis| {
        axis.and_then(|axis| axes::position(axis, data.sizes().len())).ok_or(EvalError::UnknownType)
    };
    let (starts, length) = match scatter.places {
        Places::Elements(at) => (starts::of_elements(indices, data.sizes(), axis(at)?)?, 1),
        Places::Slices => starts::of_slices(indices, data.sizes(), 0)?,
        Places::Rows(at) => starts::of_rows(indices, data.sizes(), axis(at)?)?,
    };
    match scatter.reduction {
        Some(Reduction::None) => {}
        Some(reduction) => return combined(reduction, cx, &starts, length),
        None => return Err(cx.no_evaluator()),
    }
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

/// The data with the updates combined with its elements, in order.
fn combined(reduction: Reduction, cx: &EvalContext<'_>, starts: &[usize], length: usize) -> Result<Tensor, EvalError> {
    let result = cx.output(0)?;
    // The runs of updates follow each other.
    let places = starts.iter().flat_map(|&start| start..start + length);
    let made = match (Numbers::of(cx.input(0)?)?, Numbers::of(cx.input(2)?)?) {
        (Numbers::Reals(data), Numbers::Reals(updates)) if !data.iter().chain(&updates).any(|x| x.is_nan()) => {
            Numbers::Reals(updated(reduction, data, &updates, places))
        }
        (Numbers::Wholes(data), Numbers::Wholes(updates)) if result.element != ElementType::Bool => {
            Numbers::Wholes(updated(reduction, data, &updates, places))
        }
        _ => return Err(EvalError::Type(result.element)),
    };
    made.into_tensor(result.element, &result.sizes)
}

fn updated<T: Number>(
    reduction: Reduction,
    mut data: Vec<T>,
    updates: &[T],
    places: impl Iterator<Item = usize>,
) -> Vec<T> {
    for (place, &update) in places.zip(updates) {
        let before = data[place];
        data[place] = match reduction {
            Reduction::None => update,
            Reduction::Sum => before.plus(update),
            Reduction::Difference => before.minus(update),
            Reduction::Product => before.times(update),
            Reduction::Least => {
                if update < before {
                    update
                } else {
                    before
                }
            }
            Reduction::Greatest => {
                if update > before {
                    update
                } else {
                    before
                }
            }
        };
    }
    data
}
