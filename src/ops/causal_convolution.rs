//! CausalConvWithState: a depthwise convolution over time that keeps the end of its input as state.

use super::cost::{self, Cost};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::kernel::dense::{real_tensor, reals};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved CausalConvWithState: data, weight, bias and the state of the previous run.
#[derive(Clone, Copy, Debug)]
struct CausalConvolution {
    /// Whether the result is multiplied by its sigmoid; `None` if it is unknown.
    gated: Option<bool>,
}

const WEIGHT: usize = 1;
const BIAS: usize = 2;
const STATE: usize = 3;

impl CausalConvolution {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let known = cx.text("activation").filter(|_| !cx.has_unknown_value("activation"));
        if let Some(written) = known.filter(|word| !matches!(*word, "none" | "silu" | "swish")) {
            let valid = "`none`, `silu` or `swish`";
            diagnostics::attribute(
                cx,
                "activation",
                format!("{written:?}"),
                valid,
                "set `activation` to one of these values",
            );
        }
        let gated = match known {
            Some("silu" | "swish") => Some(true),
            Some("none") => Some(false),
            _ => None,
        };
        Resolved::operator(CausalConvolution { gated })
    }

    /// The weight has shape `[channels, 1, k]`; returns the length of the state, k - 1.
    fn remembered(self, cx: &mut InferContext<'_>, channels: &mut Dim) -> Dim {
        let help = "use a weight of shape [channels, 1, kernel length]";
        if !shape_checks::rank(cx, WEIGHT, 3..=3, help) {
            return Dim::unknown();
        }
        *channels = shape_checks::size(cx, (WEIGHT, 0), channels, "the number of channels", help)
            .unwrap_or_else(|| channels.clone());
        shape_checks::size(cx, (WEIGHT, 1), &Dim::exact(1), "the number of input channels per kernel", help);
        let kernel = shape_checks::dim(cx, (WEIGHT, 2));
        if kernel.is(0) {
            let message = format!("the kernel {} is empty", diagnostics::described(cx, WEIGHT));
            let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(WEIGHT), message);
            cx.report(finding.help("give the kernel at least one element"));
            return Dim::unknown();
        }
        kernel.sub(&Dim::exact(1))
    }
}

impl Operator for CausalConvolution {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, 3..=3, "use data of shape [batch, channels, length]");
        let [mut batch, mut channels, length] = [0, 1, 2].map(|axis| shape_checks::dim(cx, (0, axis)));
        let mut remembered = self.remembered(cx, &mut channels);
        if cx.has_input(BIAS) {
            channels = shape_checks::list(cx, BIAS, &channels, "the number of channels").unwrap_or(channels);
        }
        if cx.has_input(STATE)
            && shape_checks::rank(cx, STATE, 3..=3, "use a state of shape [batch, channels, kernel length - 1]")
        {
            let help = "pass the state that the previous run returned";
            batch = shape_checks::size(cx, (STATE, 0), &batch, "the batch size", help).unwrap_or(batch);
            channels =
                shape_checks::size(cx, (STATE, 1), &channels, "the number of channels", help).unwrap_or(channels);
            remembered = shape_checks::size(cx, (STATE, 2), &remembered, "the kernel length minus 1", help)
                .unwrap_or(remembered);
        }
        let element = cx.element(0);
        cx.set_tensor(0, element, Shape::from_dims([batch.clone(), channels.clone(), length]));
        cx.set_tensor(1, element, Shape::from_dims([batch, channels, remembered]));
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        let kernel = inputs.get(WEIGHT).and_then(Option::as_ref).and_then(|weight| weight.sizes().last());
        let made = outputs.first().map_or(0, StaticTensorType::positions);
        made.saturating_mul(kernel.map_or(0, |&kernel| kernel.max(1) as u64)).saturating_mul(16)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let gated = self.gated.ok_or_else(|| cx.no_evaluator())?;
        let &[_, channels, length] = cx.input(0)?.sizes() else { return Err(EvalError::UnknownType) };
        let kernel = cx.input(WEIGHT)?.sizes().last().copied().filter(|&kernel| kernel > 0);
        let kernel = kernel.ok_or(EvalError::UnknownType)?;
        let (data, weights) = (reals(cx.input(0)?)?, reals(cx.input(WEIGHT)?)?);
        let [bias, state] = [BIAS, STATE].map(|input| cx.optional(input).map(reals).transpose());
        let (bias, state) = (bias?, state?);
        let (mut made, mut kept) = (Vec::with_capacity(data.len()), Vec::new());
        let rows = data.len().checked_div(length).unwrap_or(0);
        for row in 0..rows {
            let channel = row % channels;
            let before = match &state {
                Some(state) => state.get(row * (kernel - 1)..).and_then(|row| row.get(..kernel - 1)),
                None => Some(&[][..]),
            };
            let mut padded = vec![0.0; if state.is_some() { 0 } else { kernel - 1 }];
            padded.extend(before.ok_or(EvalError::UnknownType)?);
            padded.extend(&data[row * length..][..length]);
            let start = bias.as_ref().map_or(0.0, |bias| bias.get(channel).copied().unwrap_or(0.0));
            for window in padded.windows(kernel) {
                let own = window.iter().zip(&weights[channel * kernel..]).map(|(x, w)| x * w).sum::<f64>() + start;
                made.push(if gated { own / (1.0 + (-own).exp()) } else { own });
            }
            kept.extend(&padded[length..]);
        }
        let all = cx.outputs().iter().zip([&made, &kept]);
        all.map(|(output, values)| real_tensor(output.element, &output.sizes, values)).collect()
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::matrix_product(cx, &shape_checks::dim(cx, (WEIGHT, 2)))
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("CausalConvWithState", CausalConvolution::resolve)];
