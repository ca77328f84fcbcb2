//! RotaryEmbedding: rotates pairs of elements by angles that depend on the position.

use super::attention::heads;
use super::cost::{self, Cost};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{attributes, diagnostics, shape_checks};
use crate::dim::Dim;
use crate::kernel::dense::{real_tensor, reals};
use crate::shape::Shape;
use crate::tensor::{EvalError, Integers, Tensor};

/// A resolved RotaryEmbedding: data, cosines, sines and optional positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RotaryEmbedding {
    /// The number of heads that the last of three dimensions contains.
    pub(crate) heads: Option<u64>,
    /// The number of rotated elements per head, if not all are.
    pub(crate) rotated: Option<u64>,
    /// Whether the elements of a pair are neighbors; otherwise they are half of the rotated elements apart.
    pub(crate) interleaved: Option<bool>,
}

impl RotaryEmbedding {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        // Zero means unspecified.
        if cx.int("num_heads") != Some(0) {
            heads::positive(cx, "num_heads");
        }
        let heads = heads::written(cx, "num_heads");
        let rotated = cx.int("rotary_embedding_dim").and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        let interleaved = attributes::nonzero_or(cx, "interleaved", false);
        Resolved::operator(RotaryEmbedding { heads, rotated, interleaved })
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

    /// OP105 if more elements are rotated than a head certainly has.
    fn fits(self, cx: &mut InferContext<'_>, size: &Dim) -> bool {
        let Some(rotated) = self.rotated.filter(|&rotated| size.upper().is_some_and(|size| rotated > size)) else {
            return true;
        };
        let help = "rotate at most all elements of a head, with half as many cosines and sines for each position";
        diagnostics::attribute(cx, "rotary_embedding_dim", rotated, format!("0..={size}, the size of a head"), help);
        false
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
            if let Some(rank) = data.rank().filter(|_| self.fits(cx, &size)) {
                self.check_tables(cx, &size, rank - 2);
            }
        }
        let shape = if data.rank().is_some() { data } else { Shape::with_min_rank(data.min_rank().max(3)) };
        cx.set_tensor(0, cx.element(0), shape);
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let interleaved = self.interleaved.ok_or_else(|| cx.no_evaluator())?;
        // The number of positions, and the heads before and after them in memory.
        let (length, before, after, size) = match (data.sizes(), self.heads) {
            (&[_, heads, length, size], _) => (length, heads, 1, size),
            (&[_, length, packed], Some(heads)) => {
                let heads = usize::try_from(heads).map_err(|_| EvalError::UnknownType)?;
                (length, 1, heads, packed.checked_div(heads).unwrap_or(0))
            }
            _ => return Err(cx.no_evaluator()),
        };
        let rotated = self.rotated.map_or(Ok(size), usize::try_from).map_err(|_| EvalError::UnknownType)?;
        if rotated > size {
            return Err(EvalError::Invalid(format!("a head of {size} elements has no {rotated} to rotate")));
        }
        let half = rotated / 2;
        let tables = [reals(cx.input(1)?)?, reals(cx.input(2)?)?];
        let positions = cx.optional(3).map(Integers::from_tensor).transpose()?;
        let mut values = reals(data)?;
        for (head, row) in values.chunks_exact_mut(size.max(1)).enumerate() {
            let (position, sample) = (head / after % length, head / after / length / before);
            let place = sample * length + position;
            let place = match positions {
                None => place,
                Some(positions) => usize::try_from(positions.at(place)).map_err(|_| EvalError::UnknownType)?,
            };
            let angle = |table: &[f64], pair: usize| table.get(place.checked_mul(half)?.checked_add(pair)?).copied();
            for pair in 0..half {
                let (first, second) = if interleaved { (2 * pair, 2 * pair + 1) } else { (pair, pair + half) };
                let (Some(cos), Some(sin)) = (angle(&tables[0], pair), angle(&tables[1], pair)) else {
                    return Err(EvalError::Invalid(format!("position {place} has no angles")));
                };
                let (x, y) = (row[first], row[second]);
                (row[first], row[second]) = (cos * x - sin * y, sin * x + cos * y);
            }
        }
        Ok(vec![real_tensor(data.element(), data.sizes(), &values)?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 3)
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("RotaryEmbedding", RotaryEmbedding::resolve)];
