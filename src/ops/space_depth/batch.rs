//! SpaceToBatch and BatchToSpace: blocks of all other axes move to the batch axis, or the other way round.

use super::{divided, uneven};
use crate::diagnostic::{are, counted};
use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::cost::{self, Cost};
use crate::ops::diagnostics;
use crate::ops::{InferContext, Operator, Resolved, target_shape};
use crate::shape::Shape;

/// A resolved SpaceToBatch or BatchToSpace.
#[derive(Debug)]
pub(crate) struct Batch {
    /// Whether blocks move to the batch axis.
    pub(crate) into_batch: bool,
}

impl Batch {
    pub(crate) fn resolve(into_batch: bool, _: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(Batch { into_batch })
    }

    /// One number for each axis of the data from an input; unknown ones if the input is.
    fn numbers(cx: &mut InferContext<'_>, input: usize, rank: usize) -> Vec<Dim> {
        let noun = if input == 1 { ["block size", "block sizes"] } else { ["padding", "padding amounts"] };
        let listed = target_shape::counts(cx, input, noun, false);
        match listed.dims() {
            Some(dims) if dims.len() == rank => dims.to_vec(),
            Some(dims) => {
                let message = format!(
                    "input {} has {} {}, but input {} has rank {rank}",
                    cx.input_name(input),
                    dims.len(),
                    noun[1],
                    cx.input_name(0)
                );
                diagnostics::shapes(cx, [input, 0], message, "list one number per axis");
                vec![Dim::unknown(); rank]
            }
            None => vec![Dim::unknown(); rank],
        }
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let data = cx.shape(0);
        if data.rank().is_some_and(|rank| rank < 2) {
            diagnostics::rank(cx, 0, "at least 2", "use a batch dimension and at least one more");
            return Shape::with_min_rank(2);
        }
        let listed = (1..4).find_map(|input| match cx.shape(input).dims()? {
            [length] => length.size(),
            _ => None,
        });
        let rank = data.rank().or(listed.and_then(|n| crate::ops::view::rank(cx.limits(), n)));
        let Some(rank) = rank.filter(|&rank| rank >= data.min_rank().max(2)) else {
            return Shape::with_min_rank(data.min_rank().max(2));
        };
        let any = vec![Dim::unknown(); rank];
        let dims = data.dims().unwrap_or(&any);
        let [blocks, begin, end] = [1, 2, 3].map(|input| Batch::numbers(cx, input, rank));
        self.check_blocks(cx, &blocks);
        // Of many axes, the first is named.
        let mut first = None;
        let mut out = Vec::with_capacity(rank);
        let volume = blocks.iter().fold(Dim::exact(1), |n, block| n.mul(block));
        for (axis, (dim, block)) in dims.iter().zip(&blocks).enumerate() {
            let moved = begin[axis].add(&end[axis]);
            out.push(match (axis, self.into_batch) {
                (0, true) => dim.mul(&volume),
                (0, false) => divided(dim, &volume).unwrap_or_else(|| {
                    uneven(cx, 0, dim, &volume);
                    Dim::unknown()
                }),
                (_, true) => divided(&dim.add(&moved), block).unwrap_or_else(|| {
                    first.get_or_insert_with(|| (axis, dim.add(&moved), block));
                    Dim::unknown()
                }),
                (_, false) => self.cropped(cx, axis, &dim.mul(block), &moved),
            });
        }
        if let Some((axis, dim, block)) = first {
            uneven(cx, axis, &dim, block);
        }
        Shape::from_dims(out)
    }

    fn cropped(&self, cx: &mut InferContext<'_>, axis: usize, dim: &Dim, crop: &Dim) -> Dim {
        if crop.low() > dim.high() {
            let message = format!(
                "{} {} cropped from dimension {axis}, whose size is {dim}",
                counted(crop, "element"),
                are(crop)
            );
            diagnostics::shapes(cx, [2, 0], message, "crop at most as many elements as the dimension has");
            return Dim::unknown();
        }
        dim.sub(crop)
    }

    /// OP202: the edge of every block is at least 1.
    fn check_blocks(&self, cx: &mut InferContext<'_>, blocks: &[Dim]) {
        if let Some(axis) = blocks.iter().position(|block| block.high() == 0) {
            diagnostics::element(cx, (1, axis), 0, "at least 1", "set the block size of an undivided axis to 1");
        }
    }
}

impl Operator for Batch {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        let vague = shape.dims().is_none_or(|dims| dims.iter().any(Dim::is_unknown));
        let why = (vague && cx.elements(1).is_none())
            .then(|| cx.unknown_because("the block sizes are known only at run time"));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}
