//! LinearAttention: keys and values are accumulated in a state of fixed size, which the queries read.

#[cfg(feature = "evaluate")]
mod evaluate;

use super::attention::heads::{self, Packed};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved LinearAttention: query, key, value, then the state, decay and update rate of the rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinearAttention {
    /// The number of heads of the query, and of key and value.
    pub(crate) heads: [Option<u64>; 2],
    /// Whether the rule decays the state.
    pub(crate) decays: bool,
    /// Whether the rule has an update rate.
    pub(crate) rated: bool,
    /// The factor of the result, 0 for the default; `None` if it or the rule is unknown.
    pub(crate) scale: Option<f32>,
}

const STATE: usize = 3;
const DECAY: usize = 4;
const RATE: usize = 5;

impl LinearAttention {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let heads = ["q_num_heads", "kv_num_heads"].map(|name| {
            heads::positive(cx, name);
            heads::written(cx, name)
        });
        if let [Some(query), Some(key)] = heads
            && query % key != 0
        {
            let valid = format!("a multiple of `kv_num_heads`, {key}");
            diagnostics::attribute(cx, "q_num_heads", query, &valid, "set it to a multiple of `kv_num_heads`");
        }
        let rule = if cx.has_unknown_value("update_rule") { None } else { cx.text("update_rule") };
        let (decays, rated) = match rule {
            Some("gated") => (true, false),
            Some("delta") => (false, true),
            Some("gated_delta") => (true, true),
            None | Some("linear") => (false, false),
            Some(written) => {
                let valid = "`linear`, `gated`, `delta` or `gated_delta`";
                diagnostics::attribute(
                    cx,
                    "update_rule",
                    format!("{written:?}"),
                    valid,
                    "set `update_rule` to one of these values",
                );
                (false, false)
            }
        };
        let known = matches!(rule, Some("linear" | "gated" | "delta" | "gated_delta"));
        let scale = cx.float("scale").or(Some(0.0)).filter(|_| known && !cx.has_unknown_value("scale"));
        Resolved::operator(LinearAttention { heads, decays, rated, scale })
    }

    /// OP203, OP201: for each step, a decay for each head or each of its elements, a rate for each head or for all.
    fn check_gates(self, cx: &mut InferContext<'_>, query: &heads::Heads) {
        let Some(heads) = self.heads[1].map(Dim::exact) else { return };
        let valid = [(DECAY, [heads.clone(), heads.mul(&query.size)]), (RATE, [Dim::exact(1), heads])];
        for (input, [one, other]) in valid {
            let help = "use shape [batch, length, heads], or with as many numbers for each head";
            if !cx.has_input(input) || !shape_checks::rank(cx, input, 3..=3, help) {
                continue;
            }
            let help = "give it one row for each step of the query";
            shape_checks::size(cx, (input, 0), &query.batch, "the batch size of the query", help);
            shape_checks::size(cx, (input, 1), &query.length, "the length of the query", help);
            let last = shape_checks::dim(cx, (input, 2));
            if last.meet(&one).is_some() || last.meet(&other).is_some() {
                continue;
            }
            let message =
                format!("dimension 2 of {} is {last}; expected {one} or {other}", diagnostics::described(cx, input));
            diagnostics::shapes(cx, [input, 1], message, "give it one number per head");
        }
    }

    /// OP115, OP101: inputs that the rule requires but that are absent, and those that it does not use.
    fn check_present(self, cx: &mut InferContext<'_>) {
        let rule = cx.text("update_rule").filter(|_| !cx.has_unknown_value("update_rule"));
        let valid = matches!(rule, Some("linear" | "gated" | "delta" | "gated_delta"));
        let rule = rule.unwrap_or_default();
        for (needed, input, name) in [(self.decays, DECAY, "decay"), (self.rated, RATE, "beta")] {
            if valid && !needed && cx.has_input(input) {
                let message = format!("`{name}` is set; the update rule `{rule}` does not use it");
                let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.input_place(input), message);
                cx.report(finding.help("omit the input, or change `update_rule`").data("input", name));
            }
            if needed && !cx.has_input(input) {
                let message = format!("`{name}` is missing; the update rule `{rule}` requires it");
                let finding = Diagnostic::new(&rules::missing_input::RULE, cx.place(), message);
                cx.report(finding.help("add the input, or change `update_rule`").data("input", name));
            }
        }
    }
}

impl Operator for LinearAttention {
    fn infer(&self, cx: &mut InferContext<'_>) {
        self.check_present(cx);
        let help = "use shape [batch, length, heads times head size]";
        let right = [0, 1, 2].map(|input| shape_checks::rank(cx, input, 3..=3, help));
        let packed = if right == [true; 3] { Packed::Yes } else { Packed::Unknown };
        let [of_query, of_key] = self.heads;
        let mut query = heads::Heads::from_input(cx, 0, packed, ("q_num_heads", of_query));
        let key = heads::Heads::from_input(cx, 1, packed, ("kv_num_heads", of_key));
        let value = heads::Heads::from_input(cx, 2, packed, ("kv_num_heads", of_key));
        if packed == Packed::Yes {
            let help = "give query, key and value the same batch size and length";
            query.batch = heads::shared(cx, 0, query.batch, "the batch size of the query", help);
            query.length = heads::shared(cx, 1, query.length, "the length of the query", help);
        }
        self.check_gates(cx, &query);
        let size = cx.unify(&query.size, &key.size);
        if size.is_none() {
            let expected = key.heads.mul(&query.size);
            shape_checks::size(
                cx,
                (1, 2),
                &expected,
                "the number of key heads times the head size of the query",
                "give all heads the same size",
            );
        }
        let mut state = [query.batch.clone(), key.heads.clone(), size.unwrap_or(key.size), value.size.clone()];
        if cx.has_input(STATE) && shape_checks::rank(cx, STATE, 4..=4, "use shape [batch, heads, key size, value size]")
        {
            for (axis, own) in state.iter_mut().enumerate() {
                let help = "pass the state that the previous run returned";
                *own = shape_checks::size(cx, (STATE, axis), own, "the size in the new state", help)
                    .unwrap_or(own.clone());
            }
        }
        let element = if cx.has_input(STATE) { cx.element(STATE) } else { cx.element(0) };
        let output = [state[0].clone(), query.length.clone(), query.heads.mul(&state[3])];
        cx.set_tensor(0, cx.element(0), Shape::from_dims(output));
        cx.set_tensor(1, element, Shape::from_dims::<Dim>(state));
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        // Every step reads and writes the whole state.
        let steps = inputs.first().and_then(Option::as_ref).and_then(|query| query.sizes().get(1));
        let state = outputs.get(1).map_or(0, |state| state.positions());
        let heads = self.heads[0].zip(self.heads[1]).map_or(1, |(query, key)| query / key.max(1)).saturating_add(2);
        steps.map_or(0, |&steps| steps.max(1) as u64).saturating_mul(state).saturating_mul(heads).saturating_mul(16)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.compute(cx)
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("LinearAttention", LinearAttention::resolve)];
