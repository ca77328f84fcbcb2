//! Color conversion between planar YUV images and images with three channels per pixel.

use crate::diagnostic::counted;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::space_depth::{divided, uneven};
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{diagnostics, shape_checks};

use crate::shape::Shape;

/// A resolved conversion from planes.
#[derive(Debug)]
pub(super) struct FromPlanes {
    /// The number of channels of a chroma plane.
    color_planes: u64,
}

impl FromPlanes {
    /// Both chroma channels in one plane, or each in its own.
    pub(super) fn resolve(together: bool, _: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(FromPlanes { color_planes: if together { 2 } else { 1 } })
    }

    /// Batch, height and width of the luma plane.
    fn planes(&self, cx: &mut InferContext<'_>) -> [Dim; 3] {
        let mut size = plane(cx, 0, 1);
        let single = cx.input_count() < 2;
        if single {
            // The planes are stacked vertically: chroma adds half the height.
            let height = thirds(cx, &size[1]);
            let width = halves(cx, &size[2]);
            return [size[0].clone(), height.mul(&Dim::exact(2)), width.mul(&Dim::exact(2))];
        }
        for input in 1..cx.input_count() {
            let own = plane(cx, input, self.color_planes);
            let twice = [own[0].clone(), own[1].mul(&Dim::exact(2)), own[2].mul(&Dim::exact(2))];
            for (axis, (size, own)) in size.iter_mut().zip(&twice).enumerate() {
                match cx.unify(size, own) {
                    Some(met) => *size = met,
                    None => {
                        let message = format!(
                            "dimension {axis} of the luma plane is {size}; expected {own} for chroma plane {}",
                            cx.input_name(input)
                        );
                        diagnostics::shapes(
                            cx,
                            [input, 0],
                            message,
                            "use chroma planes of half the height and half the width",
                        );
                    }
                }
            }
        }
        size
    }
}

impl Operator for FromPlanes {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let [batch, height, width] = self.planes(cx);
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([batch, height, width, Dim::exact(3)])));
    }
}

/// Batch, height and width of an image with this number of channels.
fn plane(cx: &mut InferContext<'_>, input: usize, channels: u64) -> [Dim; 3] {
    let fits = shape_checks::rank(cx, input, 4..=4, "use shape [batch, height, width, channels]");
    let shape = cx.shape(input);
    let Some([batch, height, width, last]) = shape.dims().filter(|_| fits) else {
        return [const { Dim::unknown() }; 3];
    };
    if !last.contains(channels) {
        let message = format!("input {} has {}; expected {channels}", cx.input_name(input), counted(last, "channel"));
        diagnostics::shapes(cx, [input, input], message, "make the last axis the channels of a pixel");
    }
    [batch.clone(), height.clone(), width.clone()]
}

fn thirds(cx: &mut InferContext<'_>, height: &Dim) -> Dim {
    divided(height, &Dim::exact(3)).unwrap_or_else(|| {
        uneven(cx, 1, height, &Dim::exact(3));
        Dim::unknown()
    })
}

fn halves(cx: &mut InferContext<'_>, width: &Dim) -> Dim {
    even(cx, 2, width)
}

fn even(cx: &mut InferContext<'_>, axis: usize, dim: &Dim) -> Dim {
    divided(dim, &Dim::exact(2)).unwrap_or_else(|| {
        uneven(cx, axis, dim, &Dim::exact(2));
        Dim::unknown()
    })
}

/// A resolved conversion to planes.
#[derive(Debug)]
pub(super) struct IntoPlanes {
    /// Whether the planes are stacked vertically in one output.
    single: bool,
}

impl IntoPlanes {
    pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(IntoPlanes { single: cx.bool("single_plane").unwrap_or(true) })
    }
}

impl Operator for IntoPlanes {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let [batch, height, width] = plane(cx, 0, 3);
        let (half, column) = (even(cx, 1, &height), even(cx, 2, &width));
        let [one, two] = [1, 2].map(Dim::exact);
        let element = cx.element(0);
        if self.single {
            let height = half.mul(&Dim::exact(3));
            cx.set(0, Fact::tensor(element, Shape::from_dims([batch, height, width, one])));
            return;
        }
        cx.set(0, Fact::tensor(element, Shape::from_dims([batch.clone(), height, width, one])));
        cx.set(1, Fact::tensor(element, Shape::from_dims([batch, half, column, two])));
    }
}
