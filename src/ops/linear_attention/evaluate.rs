//! Evaluation of LinearAttention, step by step.

use super::{DECAY, LinearAttention, RATE, STATE};
use crate::kernel::dense::{real_tensor, reals};
use crate::ops::EvalContext;
use crate::tensor::{EvalError, Tensor};

/// The numbers of an input: for each batch element and step, the same number for each head.
struct Steps {
    values: Vec<f64>,
    heads: usize,
    size: usize,
}

impl Steps {
    fn read(tensor: &Tensor, heads: usize) -> Result<Steps, EvalError> {
        let &[_, _, all] = tensor.sizes() else { return Err(EvalError::UnknownType) };
        let size = all.checked_div(heads).filter(|size| size * heads == all).ok_or(EvalError::UnknownType)?;
        Ok(Steps { values: reals(tensor)?, heads, size })
    }

    fn at(&self, step: usize, head: usize) -> &[f64] {
        &self.values[(step * self.heads + head) * self.size..][..self.size]
    }
}

/// The inputs of a step.
struct Inputs {
    query: Steps,
    key: Steps,
    value: Steps,
    decay: Option<Steps>,
    rate: Option<Steps>,
}

impl LinearAttention {
    fn inputs(self, cx: &EvalContext<'_>) -> Result<Inputs, EvalError> {
        let count =
            |heads: Option<u64>| heads.and_then(|heads| usize::try_from(heads).ok()).ok_or_else(|| cx.no_evaluator());
        let (of_query, of_key) = (count(self.heads[0])?, count(self.heads[1])?);
        // A single rate is that of all heads.
        let rates = |tensor: &Tensor| if tensor.sizes().last() == Some(&1) { 1 } else { of_key };
        let decay = if self.decays { Some(Steps::read(cx.input(DECAY)?, of_key)?) } else { None };
        let rate = if self.rated { Some(Steps::read(cx.input(RATE)?, rates(cx.input(RATE)?))?) } else { None };
        let query = Steps::read(cx.input(0)?, of_query)?;
        Ok(Inputs {
            query,
            key: Steps::read(cx.input(1)?, of_key)?,
            value: Steps::read(cx.input(2)?, of_key)?,
            decay,
            rate,
        })
    }

    pub(super) fn compute(self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let scale = self.scale.ok_or_else(|| cx.no_evaluator())?;
        let inputs = self.inputs(cx)?;
        let &[batch, steps, _] = cx.input(0)?.sizes() else { return Err(EvalError::UnknownType) };
        let (keys, values) = (inputs.key.size, inputs.value.size);
        let scale = if scale == 0.0 { 1.0 / (keys as f64).sqrt() } else { f64::from(scale) };
        let share = inputs.query.heads / inputs.key.heads.max(1);
        let each = keys * values;
        let mut state = match cx.optional(STATE) {
            Some(state) => reals(state)?,
            None => vec![0.0; batch * inputs.key.heads * each],
        };
        let mut made = vec![0.0; batch * steps * inputs.query.heads * values];
        for number in 0..batch * steps * inputs.key.heads {
            // All steps of a head follow each other.
            let (step, head) = (number % steps, number / steps);
            let (row, own) = (head / inputs.key.heads * steps + step, head % inputs.key.heads);
            let state =
                state.get_mut(head * each..).and_then(|rest| rest.get_mut(..each)).ok_or(EvalError::UnknownType)?;
            inputs.update(state, row, own);
            for query in own * share..(own + 1) * share {
                let into = &mut made[(row * inputs.query.heads + query) * values..][..values];
                for (x, line) in inputs.query.at(row, query).iter().zip(state.chunks_exact(values.max(1))) {
                    into.iter_mut().zip(line).for_each(|(sum, number)| *sum += scale * x * number);
                }
            }
        }
        let all = cx.outputs().iter().zip([&made, &state]);
        all.map(|(output, values)| real_tensor(output.element, &output.sizes, values)).collect()
    }
}

impl Inputs {
    /// Decays the state of a head, and adds the product of key and value.
    fn update(&self, state: &mut [f64], step: usize, head: usize) {
        let values = self.value.size.max(1);
        if let Some(decay) = &self.decay {
            let decay = decay.at(step, head);
            for (key, line) in state.chunks_exact_mut(values).enumerate() {
                let factor = decay[if decay.len() == 1 { 0 } else { key }].exp();
                line.iter_mut().for_each(|number| *number *= factor);
            }
        }
        let key = self.key.at(step, head);
        let mut new = self.value.at(step, head).to_vec();
        if let Some(rate) = &self.rate {
            let rate = rate.at(step, if rate.heads == 1 { 0 } else { head })[0];
            for (at, value) in new.iter_mut().enumerate() {
                let known: f64 = key.iter().zip(state.chunks_exact(values)).map(|(k, line)| k * line[at]).sum();
                *value = rate * (*value - known);
            }
        }
        for (k, line) in key.iter().zip(state.chunks_exact_mut(values)) {
            line.iter_mut().zip(&new).for_each(|(number, value)| *number += k * value);
        }
    }
}
