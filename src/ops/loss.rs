//! Losses: the distance between scores and target classes.

use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::dim::Dim;
use crate::kernel::dense::{real_tensor, reals};
use crate::kernel::lines::Lines;
use crate::kernel::rows::log_softmax;
use crate::shape::Shape;
use crate::tensor::{EvalError, Integers, Tensor};

/// A resolved NegativeLogLikelihoodLoss or SoftmaxCrossEntropyLoss: scores, classes and optional weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    /// Whether the losses are reduced to a scalar; `None` if it is unknown.
    pub(crate) reduced: Option<bool>,
    /// Whether the scores are the logarithms of probabilities; otherwise a softmax makes them so.
    pub(crate) logarithms: bool,
    /// Whether the reduction is the mean; otherwise the sum. `None` if neither is certain.
    pub(crate) mean: Option<bool>,
    /// The class that is ignored, if any; `Err` if it is unknown.
    pub(crate) ignored: Result<Option<i64>, ()>,
}

impl Loss {
    fn resolve(logarithms: bool, cx: &mut InferContext<'_>) -> Resolved {
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
        let mean = match cx.text("reduction") {
            None | Some("mean") => Some(true),
            Some("sum" | "none") => Some(false),
            Some(_) => None,
        };
        let ignored = if cx.has_unknown_value("ignore_index") { Err(()) } else { Ok(cx.int("ignore_index")) };
        Resolved::operator(Loss { reduced, logarithms, mean, ignored })
    }

    /// The weighted loss and the weight of each list of scores.
    fn losses(self, cx: &EvalContext<'_>, scores: &[f64], lines: Lines) -> Result<Vec<(f64, f64)>, EvalError> {
        let ignored = self.ignored.map_err(|()| cx.no_evaluator())?.map(i128::from);
        let weights = cx.optional(2).map(reals).transpose()?;
        let classes = Integers::from_tensor(cx.input(1)?)?;
        let loss = |(at, start): (usize, usize)| {
            let class = classes.at(at);
            if Some(class) == ignored {
                return Ok((0.0, 0.0));
            }
            let own = usize::try_from(class).ok().filter(|&class| class < lines.size);
            let weight =
                own.and_then(|class| weights.as_ref().map_or(Some(1.0), |weights| weights.get(class).copied()));
            let (Some(own), Some(weight)) = (own, weight) else {
                let valid = lines.size.saturating_sub(1);
                return Err(EvalError::Invalid(format!("class {class} is out of range; expected 0..={valid}")));
            };
            Ok((-scores[start + own * lines.inner] * weight, weight))
        };
        lines.starts().enumerate().map(loss).collect()
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

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let (Some(reduced), Some(mean)) = (self.reduced, self.mean) else { return Err(cx.no_evaluator()) };
        let lines = Lines::along(data.sizes(), 1)?;
        let mut scores = reals(data)?;
        if !self.logarithms {
            let mut row = vec![0.0; lines.size];
            for start in lines.starts() {
                lines.line(start).zip(&mut row).for_each(|(at, to)| *to = scores[at]);
                log_softmax(&mut row);
                lines.line(start).zip(&row).for_each(|(at, &from)| scores[at] = from);
            }
        }
        let losses = self.losses(cx, &scores, lines)?;
        let (sum, weights) = losses.iter().fold((0.0, 0.0), |(sum, all), &(loss, weight)| (sum + loss, all + weight));
        let made: Vec<f64> = match (reduced, mean) {
            (false, _) => losses.iter().map(|&(loss, _)| loss).collect(),
            (true, false) => vec![sum],
            (true, true) => vec![sum / weights],
        };
        let mut outputs = vec![real_tensor(result.element, &result.sizes, &made)?];
        if let Some(output) = cx.outputs().get(1) {
            outputs.push(real_tensor(output.element, &output.sizes, &scores)?);
        }
        Ok(outputs)
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("NegativeLogLikelihoodLoss", |cx| Loss::resolve(true, cx)),
    OperatorDef::onnx("SoftmaxCrossEntropyLoss", |cx| Loss::resolve(false, cx)),
];
