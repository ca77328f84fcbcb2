//! Blocks that move between axes: space and depth, space and batch, channels in groups.

use super::InferContext;
use crate::dim::Dim;

mod batch;
mod definition;
mod depth;
mod shuffle;
mod yolo;

pub(crate) use definition::OPERATORS;

/// A size divided by another; `None` if no possible size is a multiple.
pub(crate) fn divided(dim: &Dim, by: &Dim) -> Option<Dim> {
    if by.is(1) {
        return Some(dim.clone());
    }
    let Some(divisor) = by.size() else {
        return Some(Dim::interval(0, dim.high()));
    };
    let (low, high) = (dim.low().div_ceil(divisor.max(1)), dim.high() / divisor.max(1));
    let bounds = if dim.high() == Dim::UNBOUNDED {
        Dim::interval(low, Dim::UNBOUNDED)
    } else if low <= high {
        Dim::interval(low, high)
    } else {
        return None;
    };
    // The quotient is exact in every run, so rounding it down changes nothing.
    let quotient = dim.floor_div(by);
    Some(quotient.meet(&bounds).unwrap_or(bounds))
}

/// OP201: an axis is not a multiple of the block size.
pub(crate) fn uneven(cx: &mut InferContext<'_>, axis: usize, dim: &Dim, by: &Dim) {
    let message = format!("dimension {axis} of input {} is {dim}; expected a multiple of {by}", cx.input_name(0));
    super::diagnostics::shapes(cx, [0, 0], message, "pad the axis, or choose a block size that divides it");
}
