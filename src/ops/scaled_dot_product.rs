//! ScaledDotProductAttention: IR's attention, with any number of batch dimensions.

use super::demands;
use super::signature::{AttributeKind, AttributeSpec, Formal, Signature, TypeVariable};
use super::{NodeCx, Operator, OperatorDef, Resolved, broadcast};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::rules;
use crate::shape::Shape;

/// A resolved ScaledDotProductAttention: query, key, value, then mask, scale and sink.
#[derive(Clone, Copy, Debug)]
struct ScaledDotProduct;

const MASK: usize = 3;
const SCALE: usize = 4;

/// The dimensions of an input before its last two, if its rank is known.
fn batch(shape: &Shape) -> Option<Shape> {
    let dims = shape.dims()?;
    Some(Shape::of(dims.get(..dims.len().checked_sub(2)?)?.iter().cloned()))
}

impl Operator for ScaledDotProduct {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let help = "batch dimensions, length and size";
        let right = [0, 1, 2].map(|input| demands::rank(cx, input, 3..=usize::MAX, help));
        check_scale(cx);
        let shapes = [0, 1, 2].map(|input| cx.shape(input));
        let shape = match shapes.iter().find_map(Shape::rank).filter(|_| right == [true; 3]) {
            Some(rank) => self.shape(cx, &shapes, rank),
            None => Shape::at_least(3),
        };
        cx.set_tensor(0, cx.element(0), shape);
    }
}

impl ScaledDotProduct {
    fn shape(self, cx: &mut NodeCx<'_>, shapes: &[Shape; 3], rank: usize) -> Shape {
        let other = shapes.iter().position(|shape| shape.rank().is_some_and(|other| other != rank));
        if let Some(other) = other {
            demands::wrong_rank(
                cx,
                other,
                &format!("{rank}, that of the others"),
                "query, key and value have one rank",
            );
            return Shape::at_least(3);
        }
        let (length, last) = (rank - 2, rank - 1);
        demands::agree(cx, (0, last), (1, last), "query and key are multiplied: give them one size");
        demands::agree(cx, (1, length), (2, length), "there is one value for each key");
        let mut together = Shape::of(vec![Dim::exact(1); length]);
        for (input, shape) in shapes.iter().enumerate() {
            let own = batch(shape).unwrap_or_else(|| Shape::of_rank(length));
            together = merge(cx, &together, &own, input);
        }
        if cx.has_input(MASK) {
            together = self.masked(cx, together, length);
        }
        let ends = [demands::dim(cx, (0, length)), demands::dim(cx, (2, last))];
        let dims = together.dims().map_or_else(|| vec![Dim::any(); length], <[Dim]>::to_vec);
        Shape::of(dims.into_iter().chain(ends))
    }

    /// Checks the mask, whose batch dimensions stretch those of the rest.
    fn masked(self, cx: &mut NodeCx<'_>, together: Shape, length: usize) -> Shape {
        let mask = cx.shape(MASK);
        let Some(dims) = mask.dims() else { return merge(cx, &together, &Shape::of_rank(length), MASK) };
        if dims.len() > length + 2 {
            demands::wrong_rank(cx, MASK, &format!("{} or less", length + 2), "the mask stretches over the scores");
            return Shape::of_rank(length);
        }
        let scores = [demands::dim(cx, (0, length)), demands::dim(cx, (1, length))];
        let tail = Shape::of(dims[dims.len().saturating_sub(2)..].iter().cloned());
        if !broadcast::stretches(&tail, &Shape::of(scores.clone())) {
            let message =
                format!("mask {} ends in {tail}, but the scores in {}", cx.input_name(MASK), Shape::of(scores));
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(MASK), message);
            cx.report(finding.label(mask.to_string()).help("give it the lengths of query and key, or 1"));
        }
        merge(cx, &together, &batch(&mask).unwrap_or_else(Shape::scalar), MASK)
    }
}

/// Batch dimensions together; reports those of an input that do not fit (OP201).
fn merge(cx: &mut NodeCx<'_>, together: &Shape, own: &Shape, input: usize) -> Shape {
    broadcast::merged(together, own).unwrap_or_else(|| {
        let name = demands::described(cx, input);
        let message = format!("{name} has the batch {own}, but the inputs before it {together}");
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
        let finding = finding.label(cx.shape(input).to_string());
        cx.report(finding.help("batch dimensions must be equal or 1"));
        Shape::of_rank(together.min_rank())
    })
}

fn check_scale(cx: &mut NodeCx<'_>) {
    let shape = cx.shape(SCALE);
    if cx.has_input(SCALE) && demands::rank(cx, SCALE, 0..=1, "the scale is one number") && shape.rank() == Some(1) {
        demands::size(cx, (SCALE, 0), &Dim::exact(1), "the scale", "the scale is one number");
    }
}

const MASKS: TypeSet = TypeSet::FLOAT.union(TypeSet::of(&[ElementType::Bool]));
const IR: &[Signature] = &[Signature::since(13)
    .until(16)
    .inputs(&[
        Formal::of("query", "T"),
        Formal::of("key", "T"),
        Formal::of("value", "T"),
        Formal::of("attention_mask", "T_MASK").optional(),
        Formal::of("scale", "T").optional(),
        Formal::of("sink", "T").optional(),
    ])
    .outputs(&[Formal::of("output", "T")])
    .attributes(&[AttributeSpec::required("causal", AttributeKind::Bool)])
    .variables(&[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_MASK", MASKS)])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::openvino("ScaledDotProductAttention", IR, |_| Resolved::operator(ScaledDotProduct))];

#[cfg(test)]
mod tests {
    use super::super::sample::{ask, fact};
    use crate::ops::Query;

    fn attention(inputs: &[&str]) -> (String, Vec<&'static str>) {
        let query = Query::openvino("ScaledDotProductAttention", 13).attribute("causal", false);
        ask(inputs.iter().fold(query, |query, input| query.input(fact(input))))
    }

    #[test]
    fn batches_stretch() {
        let of = |q: &str, k: &str, v: &str, mask: &str| attention(&[q, k, v, mask]);
        assert_eq!(attention(&["f32[N,L,4]", "f32[N,S,4]", "f32[N,S,6]"]), ("f32[N,L,6]".into(), vec![]));
        assert_eq!(of("f16[2,1,3,4]", "f16[1,2,5,4]", "f16[2,1,5,6]", "bool[5]"), ("f16[2,2,3,6]".into(), vec![]));
        assert_eq!(of("f32[1,1,3,4]", "f32[1,1,5,4]", "f32[1,1,5,6]", "f32[2,7,3,5]").0, "f32[2,7,3,6]");
        assert_eq!(attention(&["f32[N,L,4]", "f32[...]", "f32[...]"]), ("f32[?,L,?]".into(), vec![]));
        assert_eq!(attention(&["f32[1,3,4]", "f32[1,5,4]", "f32[1,5,6]", "f32[]", "f32[1]"]).1, [""; 0]);
    }

    #[test]
    fn what_does_not_fit() {
        assert_eq!(attention(&["f32[3,4]", "f32[5,4]", "f32[5,6]"]).1, ["OP203"; 3]);
        assert_eq!(attention(&["f32[2,3,4]", "f32[2,5,3]", "f32[2,5,6]"]).1, ["OP201"]);
        assert_eq!(attention(&["f32[2,3,4]", "f32[2,5,4]", "f32[2,7,6]"]).1, ["OP201"]);
        assert_eq!(attention(&["f32[2,3,4]", "f32[3,5,4]", "f32[2,5,6]"]).1, ["OP201"]);
        assert_eq!(attention(&["f32[2,3,4]", "f32[2,5,4]", "f32[2,5,6]", "f32[3,6]"]).1, ["OP201"]);
        assert_eq!(attention(&["f32[2,3,4]", "f32[2,5,4]", "f32[2,5,6]", "f32[]", "f32[2]"]).1, ["OP201"]);
        assert_eq!(attention(&["f32[2,3,4]", "f32[2,2,5,4]", "f32[2,5,6]"]).1, ["OP203"]);
    }
}
