//! ScaledDotProductAttention: IR's attention, with any number of batch dimensions.

use super::cost::{self, Cost};
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, broadcast};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::rules;
use crate::shape::Shape;

/// A resolved ScaledDotProductAttention: query, key, value, then mask, scale and sink.
#[derive(Clone, Copy, Debug)]
struct ScaledDotProduct {
    /// Whether the mask applies. OpenVINO ignores it if the attention is causal.
    masked: bool,
}

const MASK: usize = 3;
const SCALE: usize = 4;

/// The dimensions of an input before its last two, if its rank is known.
fn batch(shape: &Shape) -> Option<Shape> {
    let dims = shape.dims()?;
    Some(Shape::from_dims(dims.get(..dims.len().checked_sub(2)?)?.iter().cloned()))
}

impl Operator for ScaledDotProduct {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let help = "use batch dimensions, length and size";
        let right = [0, 1, 2].map(|input| shape_checks::rank(cx, input, 3..=usize::MAX, help));
        check_scale(cx);
        let ranks = [0, 1, 2].map(|input| cx.shape(input).rank());
        let shape = match ranks.iter().flatten().max() {
            Some(rank) if right == [true; 3] => self.shape(cx, rank - 2),
            _ => Shape::with_min_rank(3),
        };
        cx.set_tensor(0, cx.element(0), shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        products(cx)
    }
}

/// A dimension of an input counted from the end; unknown if the rank is.
fn from_end(cx: &InferContext<'_>, input: usize, back: usize) -> (usize, usize) {
    // With an unknown rank, the axis is absent and its size unknown.
    (input, cx.shape(input).rank().and_then(|rank| rank.checked_sub(back)).unwrap_or(usize::MAX))
}

/// Scores of all queries and keys, whether or not a mask excludes them.
fn products(cx: &InferContext<'_>) -> Option<Cost> {
    let result = cx.output_shape(0);
    let rows = result.dims().and_then(<[Dim]>::split_last).map(|(_, rows)| rows);
    let rows = rows.map_or(Dim::unknown(), |rows| rows.iter().fold(Dim::exact(1), |n, dim| n.mul(dim)));
    let [keys, head, value] =
        [(1, 2), (0, 1), (2, 1)].map(|(input, back)| shape_checks::dim(cx, from_end(cx, input, back)));
    cost::attention(&rows, [&Dim::exact(1), &keys], [&head, &value])
}

impl ScaledDotProduct {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        Resolved::operator(ScaledDotProduct { masked: cx.bool("causal") != Some(true) })
    }

    /// The shape with this many batch dimensions; inputs of unknown rank are assumed to have no more.
    fn shape(self, cx: &mut InferContext<'_>, batches: usize) -> Shape {
        let [query, key] = [0, 1].map(|input| from_end(cx, input, 1));
        shape_checks::agree(cx, query, key, "give query and key the same size");
        let [keys, values] = [1, 2].map(|input| from_end(cx, input, 2));
        shape_checks::agree(cx, keys, values, "provide one value for each key");
        let mut together = Shape::scalar();
        for input in [0, 1, 2] {
            let own = batch(&cx.shape(input)).unwrap_or_else(|| Shape::of_rank(batches));
            together = merge(cx, &together, &own, input);
        }
        let mut length = shape_checks::dim(cx, from_end(cx, 0, 2));
        if self.masked && cx.has_input(MASK) {
            let scores = [length.clone(), shape_checks::dim(cx, keys)];
            (together, length) = self.masked(cx, together, scores);
        }
        let dims = together.dims().map_or_else(|| vec![Dim::unknown(); batches], <[Dim]>::to_vec);
        Shape::from_dims(dims.into_iter().chain([length, shape_checks::dim(cx, from_end(cx, 2, 1))]))
    }

    /// Batch and length with the mask, which is broadcast together with the scores.
    fn masked(self, cx: &mut InferContext<'_>, together: Shape, [length, keys]: [Dim; 2]) -> (Shape, Dim) {
        let mask = cx.shape(MASK);
        let Some(dims) = mask.dims() else {
            let any = Shape::of_rank(together.min_rank());
            return (merge(cx, &together, &any, MASK), broadcast::dim(&length, &Dim::unknown()).unwrap_or(length));
        };
        let [.., of_length, of_keys] = dims else {
            if dims.len() == 1 {
                let help = "give the mask the lengths of query and key, or the shape [1, S]";
                diagnostics::rank(cx, MASK, "0, or at least 2", help);
            }
            return (together, length);
        };
        let both = broadcast::dim(&length, of_length).zip(broadcast::dim(&keys, of_keys));
        let Some((broadcast_length, _)) = both else {
            let message = format!(
                "the end of mask {} is [{of_length},{of_keys}]; expected [{length},{keys}], as in the scores",
                cx.input_name(MASK)
            );
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(MASK), message);
            cx.report(finding.label(&mask).help("give the mask the lengths of query and key, or 1"));
            return (together, length);
        };
        (merge(cx, &together, &batch(&mask).unwrap_or_else(Shape::scalar), MASK), broadcast_length)
    }
}

/// Broadcasts batch dimensions together; reports those of an input that do not fit (OP201).
fn merge(cx: &mut InferContext<'_>, together: &Shape, own: &Shape, input: usize) -> Shape {
    broadcast::merged(together, own).unwrap_or_else(|| {
        let name = diagnostics::described(cx, input);
        let message = format!("{name} has batch dimensions {own}, but the inputs before it have {together}");
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
        let finding = finding.label(cx.shape(input));
        cx.report(finding.help("make the batch dimensions equal or 1"));
        Shape::of_rank(together.min_rank())
    })
}

fn check_scale(cx: &mut InferContext<'_>) {
    let shape = cx.shape(SCALE);
    if cx.has_input(SCALE) && shape_checks::rank(cx, SCALE, 0..=1, "use a single number") && shape.rank() == Some(1) {
        shape_checks::size(cx, (SCALE, 0), &Dim::exact(1), "a single number", "use a single number");
    }
}

const MASKS: TypeSet = TypeSet::FLOAT.union(TypeSet::from_types(&[ElementType::Bool]));
const IR: &[Signature] = &[Signature::since(13)
    .until(16)
    .inputs(&[
        FormalParameter::new("query", "T"),
        FormalParameter::new("key", "T"),
        FormalParameter::new("value", "T"),
        FormalParameter::new("attention_mask", "T_MASK").optional(),
        FormalParameter::new("scale", "T").optional(),
        FormalParameter::new("sink", "T").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::required("causal", AttributeKind::Bool)])
    .variables(&[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_MASK", MASKS)])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::openvino("ScaledDotProductAttention", IR, ScaledDotProduct::resolve)];
