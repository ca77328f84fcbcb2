//! Transposed convolution: every element of the data scales the filters, and the overlapping results are summed.

use super::padding;
use crate::dim::Dim;
use crate::ops::InferContext;
use crate::ops::diagnostics;
use crate::ops::window::{Padding, WindowParams};
use crate::shape::Shape;

/// The parameters of a transposed convolution.
#[derive(Clone, Debug)]
pub(crate) struct Spread {
    /// The explicit output sizes, if any.
    pub(super) asked: Option<Shape>,
    /// The output padding per axis; empty for none.
    pub(super) extra: Option<Vec<u64>>,
    /// The effect of automatic padding without explicit output sizes.
    pub(super) same: Same,
}

/// The effect of automatic padding without explicit output sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Same {
    /// The result is cropped to one stride per element of the data.
    Cuts,
    /// Nothing is cropped.
    KeepsAll,
}

impl Spread {
    /// The sizes of the spatial axes.
    pub(super) fn sizes(
        &self,
        cx: &mut InferContext<'_>,
        slide: Option<&WindowParams>,
        dims: &[Dim],
        kernel: &[Dim],
    ) -> Vec<Dim> {
        let unknown = vec![Dim::unknown(); dims.len()];
        if let Some(asked) = &self.asked {
            return match asked.dims() {
                Some(asked) if asked.len() == dims.len() => asked.to_vec(),
                _ => unknown,
            };
        }
        let (Some(slide), Some(extra)) = (slide, &self.extra) else { return unknown };
        let mut out = Vec::with_capacity(dims.len());
        for (axis, (dim, kernel)) in dims.iter().zip(kernel).enumerate() {
            let of = |list: &[u64], default| Dim::exact(list.get(axis).copied().unwrap_or(default));
            let reach = kernel.sub(&Dim::exact(1)).mul(&of(&slide.dilations, 1)).add(&Dim::exact(1));
            let (stride, extra) = (of(&slide.strides, 1), of(extra, 0));
            let size = match (&slide.padding, self.same) {
                (Padding::Unknown, _) => Dim::unknown(),
                (Padding::Same { .. }, Same::Cuts) => cut(dim, &stride, &reach, &extra),
                (..) => {
                    let (begin, end) = padding(slide, axis).unwrap_or((0, 0));
                    let lost = Dim::exact(begin.saturating_add(end));
                    self.spread(dim, &stride, &reach.add(&extra), &lost)
                }
            };
            if size.high() == 0 && !dim.is(0) {
                report_empty(cx, axis);
            }
            out.push(size);
        }
        out
    }

    /// One stride per element except the last, plus the window for that one, minus the padding.
    fn spread(&self, dim: &Dim, stride: &Dim, reach: &Dim, lost: &Dim) -> Dim {
        let first = match self.same {
            // OpenVINO adds one window even if the data is empty.
            Same::KeepsAll => dim.sub(&Dim::exact(1)).mul(stride).add(reach),
            Same::Cuts => match (reach.low() >= stride.low(), dim.low()) {
                (true, _) => dim.mul(stride).add(&reach.sub(stride)),
                (false, 0) => Dim::interval(0, dim.mul(stride).add(reach).high()),
                (false, _) => dim.sub(&Dim::exact(1)).mul(stride).add(reach),
            },
        };
        first.sub(lost)
    }
}

/// One stride per element, or possibly less if the window is shorter than the stride.
fn cut(dim: &Dim, stride: &Dim, reach: &Dim, extra: &Dim) -> Dim {
    let all = dim.mul(stride);
    if extra.is(0) && reach.low() >= stride.low() {
        return all;
    }
    // The specification has one stride per element; ONNX Runtime and onnx's inference do not pad a window shorter than
    // that. onnx adds the output padding to the result, ONNX Runtime crops it.
    let short = stride.sub(&Dim::exact(reach.low()));
    Dim::interval(all.sub(&short).low(), all.add(extra).high())
}

fn report_empty(cx: &mut InferContext<'_>, axis: usize) {
    let message = format!("spatial axis {axis} of the result is empty");
    let name = if cx.attribute_kind("pads").is_some() { "pads" } else { "pads_begin" };
    let shape = cx.shape(0);
    let valid = format!("less than the unpadded size of the result for data of shape {shape}: {message}");
    let written = cx.ints(name).map(|list| list.iter().take(16).map(i64::to_string).collect::<Vec<_>>().join(","));
    diagnostics::attribute(cx, name, written.unwrap_or_default(), &valid, "reduce the padding");
}
