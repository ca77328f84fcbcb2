//! Evaluation of Attention: each query is compared with all keys, and the result is a mean of values.

use super::{Attention, LENGTHS, PAST_KEY, PAST_VALUE};
use crate::element::ElementType;
use crate::kernel::dense::{Numbers, real_tensor, reals};
use crate::kernel::rows::softmax;
use crate::ops::{EvalContext, InferContext, positions};
use crate::tensor::{EvalError, Integers, Tensor};

/// How scores are computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Settings {
    /// The factor of the products; `None` for the default.
    scale: Option<f64>,
    /// Whether a query sees no later keys.
    causal: bool,
    /// The bound that scores approach; 0 for none.
    softcap: f64,
    /// The stage of the computation that is the last output.
    stage: i64,
    /// How many keys before and after its own position a query sees, if there is a bound.
    window: [Option<i128>; 2],
}

impl Settings {
    pub(super) fn onnx(cx: &InferContext<'_>) -> Option<Settings> {
        let names = ["scale", "is_causal", "softcap", "qk_matmul_output_mode", "left_window_size", "right_window_size"];
        if names.iter().any(|name| cx.has_unknown_value(name)) {
            return None;
        }
        let bound = |name: &str| {
            let size = cx.attribute_kind(name).and_then(|_| cx.int(name));
            size.filter(|&size| size >= 0).map(i128::from)
        };
        Some(Settings {
            scale: cx.float("scale").map(f64::from),
            causal: cx.int("is_causal").unwrap_or(0) != 0,
            softcap: cx.float("softcap").map_or(0.0, f64::from),
            stage: cx.int("qk_matmul_output_mode").unwrap_or(0),
            window: [bound("left_window_size"), bound("right_window_size")],
        })
    }
}

/// The rows of an input: one for each batch element, head and position.
#[derive(Clone, Copy)]
struct Rows {
    batch: usize,
    heads: usize,
    length: usize,
    size: usize,
    packed: bool,
}

impl Rows {
    fn of(sizes: &[usize], heads: Option<u64>) -> Option<Rows> {
        match *sizes {
            [batch, heads, length, size] => Some(Rows { batch, heads, length, size, packed: false }),
            [batch, length, all] => {
                let heads = usize::try_from(heads?).ok()?;
                Some(Rows { batch, heads, length, size: all.checked_div(heads)?, packed: true })
            }
            _ => None,
        }
    }

    fn row(self, values: &[f64], batch: usize, head: usize, position: usize) -> &[f64] {
        let row = match self.packed {
            true => (batch * self.length + position) * self.heads + head,
            false => (batch * self.heads + head) * self.length + position,
        };
        &values[row * self.size..][..self.size]
    }
}

/// The rows of query, key and value, and the number of keys of previous runs.
struct Plan {
    query: Rows,
    key: Rows,
    value: Rows,
    past: usize,
}

/// The keys that a query sees, and what is added to the scores of the others.
struct Mask<'a> {
    /// Numbers to add, and the sizes of their tensor.
    added: Option<(Vec<f64>, &'a [usize])>,
    lengths: Option<Vec<i128>>,
    settings: Settings,
    past: Option<i128>,
    queries: i128,
    keys: usize,
}

impl Mask<'_> {
    fn new<'a>(cx: &EvalContext<'a>, settings: Settings, plan: &Plan) -> Result<Mask<'a>, EvalError> {
        let keys = plan.past + plan.key.length;
        let added = cx.optional(3).map(|mask| {
            let values = match Numbers::of(mask)? {
                Numbers::Reals(values) => values,
                Numbers::Wholes(values) if mask.element() == ElementType::Bool => {
                    values.into_iter().map(|seen| if seen != 0 { 0.0 } else { f64::NEG_INFINITY }).collect()
                }
                // The specification describes boolean and float masks. onnx and ONNX Runtime add integers, too.
                Numbers::Wholes(values) => values.into_iter().map(|number| number as f64).collect(),
            };
            Ok((values, mask.sizes()))
        });
        let added: Option<(Vec<f64>, &[usize])> = added.transpose()?;
        // Whether a single element is repeated or followed by masked ones is unsettled.
        if added.as_ref().is_some_and(|(_, sizes)| keys != 1 && sizes.last() == Some(&1)) {
            return Err(cx.no_evaluator());
        }
        let lengths = cx.optional(LENGTHS).map(|lengths| Ok(Integers::from_tensor(lengths)?.iter().collect()));
        let past = cx.optional(PAST_KEY).map(|_| plan.past as i128);
        Ok(Mask { added, lengths: lengths.transpose()?, settings, past, queries: plan.query.length as i128, keys })
    }

    /// What is added to the score of a query and a key: minus infinity if the query does not see it.
    fn at(&self, [batch, head, query, key]: [usize; 4]) -> f64 {
        let length = self.lengths.as_ref().and_then(|lengths| lengths.get(batch).copied());
        let offset = self.past.or(length.map(|length| length - self.queries)).unwrap_or(0);
        let distance = query as i128 + offset - key as i128;
        let [before, after] = self.settings.window;
        let hidden = (self.settings.causal && distance < 0)
            || before.is_some_and(|before| distance > before)
            || after.is_some_and(|after| -distance > after)
            || length.is_some_and(|length| key as i128 >= length);
        if hidden { f64::NEG_INFINITY } else { self.added([batch, head, query, key]) }
    }

    fn added(&self, at: [usize; 4]) -> f64 {
        let Some((values, sizes)) = &self.added else { return 0.0 };
        // Keys past the end of the mask are not seen.
        if sizes.last().is_some_and(|&size| at[3] >= size && size < self.keys) {
            return f64::NEG_INFINITY;
        }
        let (mut place, mut step) = (0, 1);
        for (&size, &index) in sizes.iter().rev().zip(at.iter().rev()) {
            place += if size == 1 { 0 } else { index * step };
            step *= size;
        }
        values.get(place).copied().unwrap_or(f64::NEG_INFINITY)
    }
}

impl Attention {
    fn plan(&self, inputs: &[Option<Tensor>]) -> Option<Plan> {
        let rows = |input: usize, heads| Rows::of(inputs.get(input)?.as_ref()?.sizes(), heads);
        let past = match inputs.get(PAST_KEY).and_then(Option::as_ref) {
            Some(past) => *past.sizes().get(2)?,
            None => 0,
        };
        Some(Plan {
            query: rows(0, self.heads[0])?,
            key: rows(1, self.heads[1])?,
            value: rows(2, self.heads[1])?,
            past,
        })
    }

    /// The number of bytes that the products read.
    pub(super) fn reads(&self, inputs: &[Option<Tensor>]) -> u64 {
        let Some(Plan { query, key, value, past }) = self.plan(inputs) else { return 0 };
        let all = [query.batch, query.heads, query.length, key.length + past, query.size + value.size, 16];
        positions(&all)
    }

    pub(super) fn compute(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let settings = self.settings.ok_or_else(|| cx.no_evaluator())?;
        let plan = self.plan(cx.inputs()).ok_or_else(|| cx.no_evaluator())?;
        let (query, keys) = (plan.query, plan.past + plan.key.length);
        let mask = Mask::new(cx, settings, &plan)?;
        let [present_key, present_value] =
            [(1, PAST_KEY, plan.key), (2, PAST_VALUE, plan.value)].map(|of| joined(cx, of));
        let (present_key, present_value) = (present_key?, present_value?);
        let scale = settings.scale.unwrap_or(1.0 / (query.size as f64).sqrt());
        let (queries, share) = (reals(cx.input(0)?)?, query.heads.checked_div(plan.key.heads).unwrap_or(0).max(1));
        if query.heads > share * plan.key.heads {
            return Err(EvalError::Invalid("some heads of the query have no key".into()));
        }
        let value_size = plan.value.size;
        let mut made = vec![0.0; query.batch * query.length * query.heads * value_size];
        let mut stages = Vec::new();
        for number in 0..query.batch * query.heads * query.length {
            let (position, rest) = (number % query.length, number / query.length);
            let (batch, head) = (rest / query.heads, rest % query.heads);
            let row = query.row(&queries, batch, head, position);
            let first = (batch * plan.key.heads + head / share) * keys;
            let dot = |key: usize| {
                let key = &present_key[(first + key) * query.size..][..query.size];
                row.iter().zip(key).map(|(a, b)| a * b).sum::<f64>() * scale
            };
            let bias: Vec<f64> = (0..keys).map(|key| mask.at([batch, head, position, key])).collect();
            let weights = settings.weights((0..keys).map(dot).collect(), &bias, &mut stages);
            let place = match query.packed {
                true => (batch * query.length + position) * query.heads + head,
                false => number,
            };
            let into = &mut made[place * value_size..][..value_size];
            for (key, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
                let value = &present_value[(first + key) * value_size..][..value_size];
                into.iter_mut().zip(value).for_each(|(sum, x)| *sum += weight * x);
            }
        }
        let all = [&made, &present_key, &present_value, &stages];
        let made =
            cx.outputs().iter().zip(all).map(|(output, values)| real_tensor(output.element, &output.sizes, values));
        made.collect()
    }
}

impl Settings {
    /// The weights of all keys from their scores; adds the requested stage of the computation to `stages`.
    fn weights(self, mut scores: Vec<f64>, bias: &[f64], stages: &mut Vec<f64>) -> Vec<f64> {
        if self.stage == 0 {
            stages.extend(&scores);
        }
        if self.softcap > 0.0 {
            scores.iter_mut().for_each(|score| *score = (*score / self.softcap).tanh() * self.softcap);
        }
        if self.stage == 1 {
            stages.extend(&scores);
        }
        scores.iter_mut().zip(bias).for_each(|(score, bias)| *score += bias);
        if self.stage == 2 {
            stages.extend(&scores);
        }
        match bias.iter().all(|&bias| bias == f64::NEG_INFINITY) {
            // A query that sees no key has no result but zeros.
            true => scores.fill(0.0),
            false => softmax(&mut scores),
        }
        if self.stage == 3 {
            stages.extend(&scores);
        }
        scores
    }
}

/// The keys or values of previous runs, followed by those of this one: by batch element, head, and position.
fn joined(cx: &EvalContext<'_>, (input, past, rows): (usize, usize, Rows)) -> Result<Vec<f64>, EvalError> {
    let values = reals(cx.input(input)?)?;
    let before = cx.optional(past).map(reals).transpose()?.unwrap_or_default();
    let each = before.len().checked_div(rows.batch * rows.heads).unwrap_or(0);
    let mut all = Vec::with_capacity(values.len() + before.len());
    for number in 0..rows.batch * rows.heads {
        let (batch, head) = (number / rows.heads, number % rows.heads);
        all.extend(&before[number * each..][..each]);
        (0..rows.length).for_each(|position| all.extend(rows.row(&values, batch, head, position)));
    }
    Ok(all)
}
