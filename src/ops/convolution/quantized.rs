//! Constraints of quantized convolution on scales and zero points.

use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::diagnostics;

/// Checks that these inputs have one element, or one per output channel.
pub(super) fn agree(cx: &mut InferContext<'_>, single: &[usize], by_channel: &[usize], channels: &Dim) {
    let one = Dim::exact(1);
    for &input in single {
        check(cx, input, &one, "a scalar or one element");
    }
    for &input in by_channel {
        check(cx, input, channels, "a scalar, one element, or one per output channel");
    }
}

fn check(cx: &mut InferContext<'_>, input: usize, channels: &Dim, valid: &str) {
    let shape = cx.shape(input);
    let fits = match shape.dims() {
        None => shape.min_rank() <= 1,
        Some([]) => true,
        Some([length]) => length.contains(1) || length.meet(channels).is_some(),
        Some(_) => false,
    };
    if !fits {
        let message = format!("input {} has shape {shape}; expected {valid}", cx.input_name(input));
        diagnostics::shapes(cx, [input, input], message, "use one scale or zero point for the whole tensor");
    }
}
