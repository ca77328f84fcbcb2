//! Losses: the distance between scores and target classes.

use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::dim::Dim;
use crate::shape::Shape;

/// A resolved NegativeLogLikelihoodLoss or SoftmaxCrossEntropyLoss: scores, classes and optional weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// Whether the losses are reduced to a scalar; `None` if it is unknown.
    pub(crate) reduced: Option<bool>,
}

impl Loss {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let reduced = match cx.text("reduction") {
            _ if cx.has_unknown_value("reduction") => None,
            Some("none") => Some(false),
            None | Some("sum" | "mean") => Some(true),
            Some(written) => {
                let valid = "`none`, `sum` or `mean`";
                diagnostics::doubtful_attribute(
                    cx,
                    "reduction",
                    format!("{written:?}"),
                    valid,
                    "set `reduction` to one of these values",
                );
                // Tools that accept another value treat it as one of the reductions.
                Some(true)
            }
        };
        Resolved::operator(Loss { reduced })
    }

    /// The shape of the classes: that of the scores without the second dimension. Reports incompatible ones.
    fn classes(cx: &mut InferContext<'_>) -> Shape {
        let help = "use scores of shape [batch, classes, ...] and classes of shape [batch, ...]";
        let (scores, classes) = (cx.shape(0), cx.shape(1));
        if !shape_checks::rank(cx, 0, 2..=usize::MAX, help) {
            return classes;
        }
        let Some(rank) = scores.rank() else { return classes };
        if !shape_checks::rank(cx, 1, rank - 1..=rank - 1, "use one class per list of scores") {
            return Shape::of_rank(rank - 1);
        }
        let dims = (0..rank)
            .filter(|&axis| axis != 1)
            .enumerate()
            .map(|(own, axis)| shape_checks::agree(cx, (0, axis), (1, own), help).unwrap_or(Dim::unknown()));
        Shape::from_dims(dims.collect::<Vec<_>>())
    }
}

impl Operator for Loss {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let classes = Loss::classes(cx);
        if cx.has_input(2) {
            shape_checks::rank(cx, 2, 1..=1, "use a list with one weight per class");
        }
        let shape = match self.reduced {
            Some(true) => Shape::scalar(),
            Some(false) => classes,
            None => Shape::UNKNOWN,
        };
        cx.set_tensor(0, cx.element(0), shape);
        cx.set_tensor(1, cx.element(0), cx.shape(0));
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("NegativeLogLikelihoodLoss", Loss::resolve),
    OperatorDef::onnx("SoftmaxCrossEntropyLoss", Loss::resolve),
];
