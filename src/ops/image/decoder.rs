//! ImageDecoder: decodes an image from the bytes of a file.

use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{diagnostics, shape_checks};

use crate::shape::Shape;

/// A resolved ImageDecoder.
#[derive(Debug)]
pub(super) struct Decoder {
    /// The number of channels.
    channels: Dim,
}

impl Decoder {
    pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let channels = match cx.text("pixel_format") {
            None | Some("RGB" | "BGR") => Dim::exact(3),
            Some("Grayscale") => Dim::exact(1),
            Some(written) => {
                let valid = "one of RGB, BGR, Grayscale";
                diagnostics::attribute(
                    cx,
                    "pixel_format",
                    format!("{written:?}"),
                    valid,
                    "set `pixel_format` to one of these values",
                );
                Dim::unknown()
            }
        };
        Resolved::operator(Decoder { channels })
    }
}

impl Operator for Decoder {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, 1..=1, "reshape it to the bytes of one file");
        let [height, width] = [0, 1].map(|axis| cx.data_dependent_dim(0, axis, 0, Dim::UNBOUNDED));
        let why = cx.unknown_because("the encoded image determines the size");
        let shape = Shape::from_dims([height, width, self.channels.clone()]);
        cx.set(0, Fact { unknown_reason: Some(why), ..Fact::tensor(ElementType::U8, shape) });
    }
}
