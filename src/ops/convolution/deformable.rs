//! Constraints of deformable convolution: offsets for every element of every window, and optionally a mask.

use crate::diagnostic::counted;
use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::{diagnostics, shape_checks};

/// Checks offsets and mask, and refines the result dimensions with theirs.
pub(super) fn agree(
    cx: &mut InferContext<'_>,
    (groups, mask): (Option<u64>, usize),
    batch: &mut Dim,
    (channels, kernel): (&Dim, &[Dim]),
    out: &mut [Dim],
) {
    let offsets = if mask == 4 { 2 } else { 1 };
    let window = kernel.iter().fold(groups.map_or_else(Dim::unknown, Dim::exact), |n, k| n.mul(k));
    check_groups(cx, groups, channels);
    follow(cx, offsets, batch, &window.mul(&Dim::exact(kernel.len() as u64)), out);
    if cx.has_input(mask) {
        follow(cx, mask, batch, &window, out);
    }
}

fn check_groups(cx: &mut InferContext<'_>, groups: Option<u64>, channels: &Dim) {
    let (Some(groups), Some(channels)) = (groups, channels.size()) else { return };
    if channels % groups.max(1) != 0 {
        let name = if cx.attribute_kind("offset_group").is_some() { "offset_group" } else { "deformable_group" };
        let valid = format!("a divisor of the {}", counted(channels, "channel"));
        diagnostics::attribute(cx, name, groups, &valid, "set it to a divisor of the number of channels");
    }
}

/// Checks the dimensions of one input: batch, channels, and the spatial dimensions of the result.
fn follow(cx: &mut InferContext<'_>, input: usize, batch: &mut Dim, channels: &Dim, out: &mut [Dim]) {
    if !shape_checks::rank(cx, input, out.len() + 2..=out.len() + 2, "use the rank of the data") {
        return;
    }
    let shape = cx.shape(input);
    let Some(dims) = shape.dims() else { return };
    let expected: Vec<Dim> = [&*batch, channels].into_iter().chain(out.iter()).cloned().collect();
    for (axis, (dim, expected)) in dims.iter().zip(&expected).enumerate() {
        match (cx.unify(expected, dim), axis.checked_sub(2)) {
            (Some(met), Some(axis)) => out[axis] = met,
            (Some(met), None) if axis == 0 => *batch = met,
            (Some(_), None) => {}
            (None, _) => {
                let what = match axis {
                    0 => "the batch size of the data",
                    1 => "groups times window elements (times spatial axes for offsets)",
                    _ => "the size of the result",
                };
                let name = cx.input_name(input);
                let message = format!("dimension {axis} of input {name} is {dim}; expected {expected}, {what}");
                diagnostics::shapes(cx, [input, 0], message, "use one number per element of every window");
            }
        }
    }
}
