//! ReorgYolo and RegionYolo: the grid operators of the YOLO networks.

use super::{divided, uneven};
use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::OperandSource;
use crate::ops::axes;
use crate::ops::axes::Ranked;
use crate::ops::cost::{self, Cost};
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{diagnostics, shape_checks};

use crate::shape::Shape;

/// A resolved ReorgYolo: blocks of the grid become channels.
#[derive(Debug)]
pub(crate) struct Reorg {
    stride: Option<u64>,
}

impl Reorg {
    pub(crate) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let written = cx.ints("stride").and_then(|list| list.first().copied());
        let stride = written.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        if let (Some(written), None) = (written, stride) {
            diagnostics::attribute(cx, "stride", written, "at least 1", "set `stride` to the edge of a block");
        }
        Resolved::operator(Reorg { stride })
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        if !shape_checks::rank(cx, 0, 4..=4, "use batch, channels, height and width") {
            return Shape::of_rank(4);
        }
        let (Some([batch, channels, height, width]), Some(stride)) = (data.dims(), self.stride) else {
            return Shape::of_rank(4);
        };
        let edge = Dim::exact(stride);
        let area = edge.mul(&edge);
        if channels.high() < area.low() {
            let message = format!("input {} has {channels} channels; expected at least {area}", cx.input_name(0));
            diagnostics::shapes(cx, [0, 0], message, "provide a channel for each element of a block");
        }
        let mut shrunk = |axis, dim| {
            divided(dim, &edge).unwrap_or_else(|| {
                uneven(cx, axis, dim, &edge);
                Dim::unknown()
            })
        };
        let (height, width) = (shrunk(2, height), shrunk(3, width));
        Shape::from_dims([batch.clone(), channels.mul(&area), height, width])
    }
}

impl Operator for Reorg {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// A resolved RegionYolo.
#[derive(Debug)]
pub(crate) struct Region {
    /// With a softmax over classes: the axes that are merged into one.
    joined: Option<[i64; 2]>,
    /// Otherwise: the number of channels per cell.
    channels: Option<u64>,
}

impl Region {
    pub(crate) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let joined = cx.bool("do_softmax").unwrap_or(false);
        let joined = joined.then(|| ["axis", "end_axis"].map(|name| cx.int(name).unwrap_or(0)));
        let boxes = cx.ints("mask").map_or(0, |mask| mask.len());
        // Either number may be negative; only their combination is a size.
        let [classes, coords] = ["classes", "coords"].map(|name| i128::from(cx.int(name).unwrap_or(0)));
        let cell = u64::try_from(classes + coords + 1).ok();
        let channels = cell.and_then(|cell| cell.checked_mul(boxes as u64));
        Resolved::operator(Region { joined, channels })
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        let fits = shape_checks::rank(cx, 0, 4..=4, "use batch, channels, height and width");
        let any = Shape::of_rank(4);
        let dims = data.dims().filter(|_| fits).or(any.dims()).unwrap_or_default();
        let Some(written) = self.joined else {
            let channels = self.channels.map_or_else(Dim::unknown, Dim::exact);
            return Shape::from_dims(
                dims.iter().enumerate().map(|(axis, d)| if axis == 1 { channels.clone() } else { d.clone() }),
            );
        };
        let axis = |cx: &mut InferContext<'_>, name, axis: i64| {
            axes::wrap_one(cx, axis.into(), 4, OperandSource::Attribute(name), Ranked::Input(0))
        };
        let (Some(first), Some(last)) = (axis(cx, "axis", written[0]), axis(cx, "end_axis", written[1])) else {
            return Shape::UNKNOWN;
        };
        // An end before the start leaves the axes unchanged.
        let end = (last + 1).max(first);
        let joined = dims[first..end].iter().fold(Dim::exact(1), |n, d| n.mul(d));
        let joined = (end > first).then_some(joined);
        Shape::from_dims(dims[..first].iter().cloned().chain(joined).chain(dims[end..].iter().cloned()))
    }
}

impl Operator for Region {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }
}
