//! What quantized convolution demands of scales and zero points.

use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::diagnostics;

/// Checks that these inputs hold one number, or one for each output channel.
pub(super) fn agree(cx: &mut InferContext<'_>, single: &[usize], by_channel: &[usize], channels: &Dim) {
    let one = Dim::exact(1);
    for &input in single {
        check(cx, input, &one, "one number: a scalar, or a list of one");
    }
    for &input in by_channel {
        check(cx, input, channels, "one number, or a list with one for each output channel");
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
        let message = format!("input {} has shape {shape} (valid: {valid})", cx.input_name(input));
        diagnostics::shapes(cx, [input, input], message, "give the scale or zero point for the whole tensor");
    }
}
