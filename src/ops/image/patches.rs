//! ExtractImagePatches: stores the window at every position in the channels.

use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::cost::{self, Cost};
use crate::ops::window::{Extent, Padding, Rounding, UndersizedInput, Window, numbers};
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{diagnostics, shape_checks};

use crate::shape::Shape;

/// A resolved ExtractImagePatches.
#[derive(Debug)]
pub(super) struct Patches {
    /// The window; `None` if the attributes are invalid.
    window: Option<Window>,
}

impl Patches {
    pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let [kernel, strides] = ["sizes", "strides"].map(|name| numbers(cx, name, Some(2), 1));
        let odd = cx.ints("rates").and_then(|list| list.iter().copied().find(|&rate| rate < 1));
        let dilations = match odd {
            Some(rate) => {
                diagnostics::doubtful_attribute(
                    cx,
                    "rates",
                    rate,
                    "at least 1",
                    "set `rates` to 1 for adjacent elements",
                );
                None
            }
            None => numbers(cx, "rates", Some(2), 1),
        };
        let padding = match cx.text("auto_pad").map(str::to_ascii_lowercase).as_deref() {
            Some("valid") => Some(Padding::Valid),
            Some(word @ ("same_upper" | "same_lower")) => {
                Some(Padding::Same { despite_dilation: true, lower: word == "same_lower" })
            }
            _ => None,
        };
        let window = match (kernel, strides, dilations, padding) {
            (Some(kernel), Some(strides), Some(dilations), Some(padding)) => Some(Window {
                kernel,
                strides,
                dilations,
                padding,
                rounding: Rounding::Floor,
                too_short: UndersizedInput::Unsettled,
            }),
            _ => None,
        };
        Resolved::operator(Patches { window })
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        let fits = shape_checks::rank(cx, 0, 4..=4, "use data of shape [batch, channels, height, width]");
        let any = Shape::of_rank(4);
        let dims = data.dims().filter(|_| fits).or(any.dims()).unwrap_or_default();
        let ([batch, channels, ..], Some(window)) = (dims, &self.window) else { return any };
        let volume = window.kernel.iter().fold(Dim::exact(1), |n, &edge| n.mul(&Dim::exact(edge)));
        let positions = dims[2..].iter().enumerate().map(|(axis, dim)| match window.extent(axis, dim) {
            Extent::Of(positions) => positions,
            Extent::TooLong { .. } => Dim::exact(0),
        });
        Shape::from_dims([batch.clone(), channels.mul(&volume)].into_iter().chain(positions))
    }
}

impl Operator for Patches {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        let why = self.window.is_none().then(|| cx.unknown_because("the window is invalid"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}
