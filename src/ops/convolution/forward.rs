//! The number of window positions of a convolution.

use super::Convolution;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::diagnostics;
use crate::ops::window::{Extent, Rounding, UndersizedInput, Window};
use crate::rules;

/// The number of window positions along every spatial axis; reports windows that do not fit.
pub(super) fn positions(cx: &mut InferContext<'_>, of: &Convolution, dims: &[Dim], kernel: &[Dim]) -> Vec<Dim> {
    let Some(slide) = &of.slide else { return vec![Dim::unknown(); dims.len()] };
    let sized = |size: fn(&Dim) -> u64| {
        let kernel = kernel.iter().map(|k| size(k).max(1)).collect();
        slide.clone().window(kernel, Rounding::Floor, UndersizedInput::Fails)
    };
    let least = sized(Dim::low);
    let most = kernel.iter().any(|k| k.size().is_none()).then(|| sized(Dim::high));
    let mut out = Vec::with_capacity(dims.len());
    for (axis, (dim, kernel)) in dims.iter().zip(kernel).enumerate() {
        out.push(match least.extent(axis, dim) {
            _ if kernel.is(0) => {
                report_empty(cx, of.filters, axis);
                Dim::unknown()
            }
            Extent::Of(positions) => match most.as_ref().filter(|_| kernel.size().is_none()) {
                Some(most) => between(most, axis, dim, &positions),
                None => positions,
            },
            Extent::TooLong { window, axis: room } => {
                report_too_long(cx, of, axis, (window, room));
                Dim::unknown()
            }
        });
    }
    out
}

/// The number of positions of a window of uncertain size: the longest window has the fewest.
fn between(most: &Window, axis: usize, dim: &Dim, least: &Dim) -> Dim {
    match most.extent(axis, dim) {
        Extent::Of(fewest) if fewest == *least => fewest,
        Extent::Of(fewest) => Dim::interval(fewest.low(), least.high()),
        Extent::TooLong { .. } => Dim::interval(1.min(least.high()), least.high()),
    }
}

fn report_empty(cx: &mut InferContext<'_>, filters: usize, axis: usize) {
    let message =
        format!("the filters {} have size 0 along spatial axis {axis}; expected at least 1", cx.input_name(filters));
    diagnostics::doubtful_shapes(cx, [filters, filters], message, "use filters with at least one element per axis");
}

/// The dilated window is longer than the padded axis.
fn report_too_long(cx: &mut InferContext<'_>, of: &Convolution, axis: usize, (window, room): (u64, u64)) {
    let message = format!(
        "the window on spatial axis {axis} is {window}; expected at most {room}, dimension {} of input {} with padding",
        axis + 2,
        cx.input_name(0)
    );
    let place = match of.kernel {
        Some(_) => cx.attribute_place("kernel_shape"),
        None => cx.input_place(of.filters),
    };
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, place, message);
    let finding = finding.related(cx.input_place(0), cx.shape(0));
    let finding = finding.help("reduce the window or the dilation, or increase the padding");
    cx.report(finding.data("window", window).data("room", room));
}
