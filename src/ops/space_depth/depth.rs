//! SpaceToDepth and DepthToSpace: blocks of the spatial axes move to the channels, or the other way round.

use super::{divided, uneven};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::kernel::copy::strided;
use crate::ops::cost::{self, Cost};
use crate::ops::diagnostics;
use crate::ops::{EvalContext, InferContext, Operator, Resolved};
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved SpaceToDepth or DepthToSpace.
#[derive(Debug)]
pub(crate) struct Depth {
    /// The edge of a block; `None` if the attribute is invalid.
    block: Option<u64>,
    /// Whether blocks move to the channels.
    into_channels: bool,
    /// The only valid rank; `None` for at least three.
    rank: Option<usize>,
    /// Whether the channels of one block are neighbors; `None` if it is unknown.
    blocks_last: Option<bool>,
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
        let blocks_last = match cx.text("mode").map(str::to_ascii_lowercase).as_deref() {
            _ if cx.has_unknown_value("mode") => None,
            None | Some("dcr" | "blocks_first") => Some(false),
            Some("crd" | "depth_first") => Some(true),
            Some(_) => None,
        };
        Resolved::operator(Depth { block, into_channels, rank, blocks_last })
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
        // Of many axes, the first is named.
        let mut first = None;
        let mut out = Vec::with_capacity(dims.len());
        for (axis, dim) in dims.iter().enumerate() {
            let by = if axis == 1 { &volume } else { &edge };
            // Channels grow when blocks move to them; every other axis shrinks.
            out.push(match (axis, self.into_channels == (axis == 1)) {
                (0, _) => dim.clone(),
                (_, true) => dim.mul(by),
                (_, false) => divided(dim, by).unwrap_or_else(|| {
                    first.get_or_insert((axis, dim, by));
                    Dim::unknown()
                }),
            });
        }
        if let Some((axis, dim, by)) = first {
            uneven(cx, axis, dim, by);
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

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let (Some(block), Some(blocks_last)) = (self.block, self.blocks_last) else { return Err(cx.no_evaluator()) };
        let block = usize::try_from(block).map_err(|_| EvalError::UnknownType)?;
        // The side with the blocks in space has one more axis for each spatial axis: see `split`.
        let deep = if self.into_channels { &*result.sizes } else { data.sizes() };
        let (sizes, order) = split(deep, block, blocks_last).ok_or(EvalError::UnknownType)?;
        let moved: Vec<usize> = order.iter().map(|&axis| sizes[axis]).collect();
        let made = match self.into_channels {
            // `order` leads from channels to space; this is the way back.
            true => {
                let back: Vec<usize> =
                    (0..order.len()).map(|axis| order.iter().position(|&o| o == axis).unwrap_or(0)).collect();
                permuted(data, &moved, &back)
            }
            false => permuted(data, &sizes, &order),
        };
        let made = made.and_then(|made| made.reshaped(result.sizes.clone()).ok());
        made.map(|made| vec![made]).ok_or(EvalError::UnknownType)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// The sizes of deep data with the channels split into blocks and channels, and the order of these axes that puts the
/// block of each spatial axis behind it.
fn split(deep: &[usize], block: usize, blocks_last: bool) -> Option<(Vec<usize>, Vec<usize>)> {
    let (&[batch, channels], spatial) =
        deep.split_at_checked(2).and_then(|(a, b)| Some((<&[usize; 2]>::try_from(a).ok()?, b)))?;
    let count = spatial.len();
    let volume = block.checked_pow(u32::try_from(count).ok()?)?;
    let channels = channels.checked_div(volume)?;
    let blocks = vec![block; count];
    let sizes = match blocks_last {
        true => [&[batch, channels], &blocks[..], spatial].concat(),
        false => [&[batch], &blocks[..], &[channels], spatial].concat(),
    };
    let (first, depth) = if blocks_last { (2, 1) } else { (1, count + 1) };
    let pairs = (0..count).flat_map(|axis| [count + 2 + axis, first + axis]);
    Some((sizes, [0, depth].into_iter().chain(pairs).collect()))
}

/// The elements of a tensor, read with these sizes, with its axes in this order.
fn permuted(data: &Tensor, sizes: &[usize], order: &[usize]) -> Option<Tensor> {
    let mut steps = vec![1i128; sizes.len()];
    for axis in (1..sizes.len()).rev() {
        steps[axis - 1] = steps[axis].checked_mul(sizes[axis] as i128)?;
    }
    let moved: Vec<usize> = order.iter().map(|&axis| sizes[axis]).collect();
    let steps: Vec<i128> = order.iter().map(|&axis| steps[axis]).collect();
    strided(data, 0, &moved, &steps)
}
