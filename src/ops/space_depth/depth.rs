//! SpaceToDepth and DepthToSpace: blocks of the spatial axes move to the channels, or the other way round.

use super::{divided, uneven};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::diagnostics;
use crate::ops::{InferContext, Operator, Resolved};
use crate::shape::Shape;

/// A resolved SpaceToDepth or DepthToSpace.
#[derive(Debug)]
pub(crate) struct Depth {
    /// The edge of a block; `None` if the attribute is invalid.
    block: Option<u64>,
    /// Whether blocks move to the channels.
    into_channels: bool,
    /// The only valid rank; `None` for at least three.
    rank: Option<usize>,
}

impl Depth {
    pub(crate) fn resolve(into_channels: bool, cx: &mut InferContext<'_>) -> Resolved {
        let (name, rank) = match cx.dialect() {
            Dialect::Onnx => ("blocksize", Some(4)),
            Dialect::OpenVino => ("block_size", None),
        };
        let written = cx.int(name);
        let block = written.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        if let (Some(written), None) = (written, block) {
            diagnostics::attribute(cx, name, written, "at least 1", "set the attribute to the edge of a block");
        }
        let known = cx.dialect() == Dialect::OpenVino || cx.attribute_kind("mode").is_none();
        if let Some(mode) = cx.text("mode").filter(|mode| !known && !matches!(*mode, "DCR" | "CRD")) {
            diagnostics::attribute(cx, "mode", format!("{mode:?}"), "DCR or CRD", "set `mode` to DCR or CRD");
        }
        Resolved::operator(Depth { block, into_channels, rank })
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        let any = self.rank.map(Shape::of_rank);
        let valid = self.rank.map_or_else(|| "at least 3".to_owned(), |rank| rank.to_string());
        let fits = match self.rank {
            Some(rank) => data.rank().map_or(data.min_rank() <= rank, |r| r == rank),
            None => data.rank().is_none_or(|rank| rank >= 3),
        };
        if !fits {
            diagnostics::rank(cx, 0, valid, "use batch, channels and spatial axes");
            return any.unwrap_or(Shape::with_min_rank(3));
        }
        let (Some(dims), Some(block)) = (data.dims(), self.block) else {
            return data.rank().map(Shape::of_rank).or(any).unwrap_or(Shape::with_min_rank(data.min_rank().max(3)));
        };
        let edge = Dim::exact(block);
        let exponent = u32::try_from(dims.len() - 2).unwrap_or(u32::MAX);
        let volume = block.checked_pow(exponent).map_or_else(Dim::unknown, Dim::exact);
        let mut out = Vec::with_capacity(dims.len());
        for (axis, dim) in dims.iter().enumerate() {
            let by = if axis == 1 { &volume } else { &edge };
            // Channels grow when blocks move to them; every other axis shrinks.
            out.push(match (axis, self.into_channels == (axis == 1)) {
                (0, _) => dim.clone(),
                (_, true) => dim.mul(by),
                (_, false) => divided(dim, by).unwrap_or_else(|| {
                    uneven(cx, axis, dim, by);
                    Dim::unknown()
                }),
            });
        }
        Shape::from_dims(out)
    }
}

impl Operator for Depth {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        let why = self.block.is_none().then(|| cx.unknown_because("the block size is invalid"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }
}
