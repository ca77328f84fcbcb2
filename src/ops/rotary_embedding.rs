//! RotaryEmbedding: rotates pairs of elements by angles that depend on the position.

use super::attention::heads;
use super::shape_checks;
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::dim::Dim;
use crate::shape::Shape;

/// A resolved RotaryEmbedding: data, cosines, sines and optional positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RotaryEmbedding {
    /// The number of heads that the last of three dimensions contains.
    pub(crate) heads: Option<u64>,
    /// The number of rotated elements per head, if not all are.
    pub(crate) rotated: Option<u64>,
}

impl RotaryEmbedding {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        // Zero means unspecified.
        if cx.int("num_heads") != Some(0) {
            heads::positive(cx, "num_heads");
        }
        let heads = heads::written(cx, "num_heads");
        let rotated = cx.int("rotary_embedding_dim").and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        Resolved::operator(RotaryEmbedding { heads, rotated })
    }

    /// The size of a head.
    fn size(self, cx: &mut InferContext<'_>) -> Dim {
        match cx.shape(0).dims() {
            Some([_, _, packed]) => {
                heads::required(cx, "num_heads", self.heads, 0);
                self.heads.map_or(Dim::unknown(), |heads| heads::part(cx, 0, packed, ("num_heads", heads)))
            }
            Some([_, _, _, size]) => size.clone(),
            _ => Dim::unknown(),
        }
    }

    /// Cosines and sines: one row per position, or one per position of each sample.
    fn check_tables(self, cx: &mut InferContext<'_>, size: &Dim, length: usize) {
        let by_position = cx.has_input(3);
        let rank = if by_position { 2 } else { 3 };
        let help = "use two dimensions with `position_ids`, three without";
        let right = [1, 2].map(|input| shape_checks::rank(cx, input, rank..=rank, help));
        if right.contains(&false) {
            return;
        }
        let half = self.rotated.map_or_else(|| size.clone(), Dim::exact).floor_div(&Dim::exact(2));
        let help = "provide one angle for each pair of rotated elements";
        shape_checks::size(cx, (1, rank - 1), &half, "half of the rotated size", help);
        for axis in 0..rank {
            shape_checks::agree(cx, (1, axis), (2, axis), "give cosines and sines the same shape");
        }
        let tables = if by_position { 3 } else { 1 };
        if by_position && !shape_checks::rank(cx, 3, 2..=2, "use batch and length") {
            return;
        }
        shape_checks::agree(cx, (0, 0), (tables, 0), "provide one row per sample");
        shape_checks::agree(cx, (0, length), (tables, 1), "provide one position for each element along the length");
    }
}

impl Operator for RotaryEmbedding {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        if shape_checks::rank(cx, 0, 3..=4, "use batch, heads, length, head size; or batch, length, hidden size") {
            let size = self.size(cx);
            if let Some(rank) = data.rank() {
                self.check_tables(cx, &size, rank - 2);
            }
        }
        let shape = if data.rank().is_some() { data } else { Shape::with_min_rank(data.min_rank().max(3)) };
        cx.set_tensor(0, cx.element(0), shape);
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("RotaryEmbedding", RotaryEmbedding::resolve)];
