//! Evaluation of ONNX's recurrent operators, step by step.

use super::Cell;
use crate::kernel::dense::{real_tensor, reals};
use crate::ops::{EvalContext, InferContext, attributes};
use crate::tensor::{EvalError, Integers, Tensor};

/// An activation function without parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Function {
    Sigmoid,
    Tanh,
    Relu,
}

impl Function {
    fn from_name(name: &str) -> Option<Function> {
        match name.to_ascii_lowercase().as_str() {
            "sigmoid" => Some(Function::Sigmoid),
            "tanh" => Some(Function::Tanh),
            "relu" => Some(Function::Relu),
            _ => None,
        }
    }

    fn of(self, x: f64) -> f64 {
        match self {
            Function::Sigmoid => 1.0 / (1.0 + (-x).exp()),
            Function::Tanh => x.tanh(),
            Function::Relu => x.max(0.0),
        }
    }
}

/// How the states of a sequence follow from each other.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    cell: Cell,
    /// For each direction: whether it runs from the end, and its functions.
    directions: Vec<(bool, Vec<Function>)>,
    /// The bound of the inputs of functions, if there is one.
    clip: Option<f64>,
    /// GRU: whether the reset gate applies after the product.
    reset_late: bool,
    /// LSTM: whether input and forget gate add up to 1.
    coupled: bool,
    /// Whether the batch is the first dimension.
    by_batch: bool,
}

impl Formula {
    pub(super) fn onnx(cell: Cell, cx: &InferContext<'_>) -> Option<Formula> {
        let names = ["activations", "clip", "direction", "input_forget", "layout", "linear_before_reset"];
        if names.iter().any(|name| cx.has_unknown_value(name)) {
            return None;
        }
        let backwards: &[bool] = match cx.attribute_record("direction").and_then(|_| cx.text("direction")) {
            None | Some("forward") => &[false],
            Some("reverse") => &[true],
            Some("bidirectional") => &[false, true],
            Some(_) => return None,
        };
        let default: &[&str] = match cell {
            Cell::Rnn => &["Tanh"],
            Cell::Gru => &["Sigmoid", "Tanh"],
            Cell::Lstm => &["Sigmoid", "Tanh", "Tanh"],
        };
        let functions: Option<Vec<Function>> = match cx.attribute_record("activations") {
            Some(_) => attributes::strings(cx, "activations")?.map(|name| Function::from_name(&name)).collect(),
            None => {
                let names = default.iter().cycle().take(default.len() * backwards.len());
                names.map(|name| Function::from_name(name)).collect()
            }
        };
        let functions = functions?;
        if functions.len() != default.len() * backwards.len() {
            return None;
        }
        let each = backwards.iter().zip(functions.chunks_exact(default.len()));
        let flag = |name: &str| cx.attribute_kind(name).and_then(|_| cx.int(name)).is_some_and(|value| value != 0);
        // Runtimes reject a bound that is none.
        let clip = cx.float("clip").map(f64::from);
        if clip.is_some_and(|clip| clip.is_nan() || clip < 0.0) {
            return None;
        }
        Some(Formula {
            cell,
            directions: each.map(|(&back, functions)| (back, functions.to_vec())).collect(),
            clip,
            reset_late: flag("linear_before_reset"),
            coupled: flag("input_forget"),
            by_batch: flag("layout"),
        })
    }

    pub(super) fn run(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let &[first, second, _] = cx.input(0)?.sizes() else { return Err(EvalError::UnknownType) };
        let &[directions, _, hidden] = cx.input(2)?.sizes() else { return Err(EvalError::UnknownType) };
        let (steps, batch) = if self.by_batch { (second, first) } else { (first, second) };
        if directions != self.directions.len() {
            return Err(EvalError::UnknownType);
        }
        let inputs = Inputs::read(cx)?;
        let mut outputs = [vec![0.0; steps * directions * batch * hidden], Vec::new(), Vec::new()];
        outputs[1] = vec![0.0; directions * batch * hidden];
        outputs[2] = outputs[1].clone();
        for number in 0..directions * batch {
            let (direction, sample) = (number / batch, number % batch);
            let state = if self.by_batch { sample * directions + direction } else { number };
            let length = inputs.lengths.as_ref().map_or(Some(steps), |lengths| lengths.get(sample).copied());
            let length = length.filter(|&length| length <= steps).ok_or(EvalError::UnknownType)?;
            let mut own = inputs.state(state).ok_or(EvalError::UnknownType)?;
            for step in 0..length {
                let time = if self.directions[direction].0 { length - 1 - step } else { step };
                let (row, into) = match self.by_batch {
                    true => (sample * steps + time, (sample * steps + time) * directions + direction),
                    false => (time * batch + sample, (time * directions + direction) * batch + sample),
                };
                own = self.advance(&inputs, direction, row, &own).ok_or(EvalError::UnknownType)?;
                outputs[0][into * hidden..][..hidden].copy_from_slice(&own.hidden);
            }
            outputs[1][state * hidden..][..hidden].copy_from_slice(&own.hidden);
            outputs[2][state * hidden..][..hidden].copy_from_slice(&own.cell);
        }
        let made = cx.outputs().iter().zip(&outputs);
        made.map(|(output, values)| real_tensor(output.element, &output.sizes, values)).collect()
    }

    /// The next state of one direction and batch element.
    fn advance(&self, inputs: &Inputs, direction: usize, step: usize, state: &State) -> Option<State> {
        let (count, functions) = (inputs.hidden, &self.directions[direction].1);
        let apply = |which: usize, x: f64| functions[which].of(self.clip.map_or(x, |clip| x.clamp(-clip, clip)));
        let of_data = |gate: usize, at: usize| inputs.of_data(direction, gate * count + at, step);
        let of_state = |gate: usize, at: usize, state: &[f64]| inputs.of_state(direction, gate * count + at, state);
        let both = |gate: usize, at: usize| Some(of_data(gate, at)? + of_state(gate, at, &state.hidden)?);
        let mut next = state.clone();
        match self.cell {
            Cell::Rnn => {
                for at in 0..count {
                    next.hidden[at] = apply(0, both(0, at)?);
                }
            }
            Cell::Gru => {
                let gate =
                    |gate: usize| (0..count).map(|at| Some(apply(0, both(gate, at)?))).collect::<Option<Vec<_>>>();
                let (update, reset) = (gate(0)?, gate(1)?);
                let kept: Vec<f64> = reset.iter().zip(&state.hidden).map(|(r, h)| r * h).collect();
                for at in 0..count {
                    let recurrent = match self.reset_late {
                        true => reset[at] * of_state(2, at, &state.hidden)?,
                        false => of_state(2, at, &kept)?,
                    };
                    let new = apply(1, of_data(2, at)? + recurrent);
                    next.hidden[at] = (1.0 - update[at]) * new + update[at] * state.hidden[at];
                }
            }
            Cell::Lstm => {
                for at in 0..count {
                    // The gates are stacked in the order input, output, forget, cell.
                    let gate = |gate: usize, cell: f64| {
                        Some(apply(0, both(gate, at)? + inputs.peephole(direction, gate, at, cell)?))
                    };
                    let input = gate(0, state.cell[at])?;
                    let forget = if self.coupled { 1.0 - input } else { gate(2, state.cell[at])? };
                    let cell = forget * state.cell[at] + input * apply(1, both(3, at)?);
                    (next.cell[at], next.hidden[at]) = (cell, gate(1, cell)? * functions[2].of(cell));
                }
            }
        }
        Some(next)
    }
}

/// The hidden state and the cell state.
#[derive(Clone)]
struct State {
    hidden: Vec<f64>,
    cell: Vec<f64>,
}

/// The numbers of all inputs.
struct Inputs {
    data: Vec<f64>,
    weights: Vec<f64>,
    recurrent: Vec<f64>,
    biases: Option<Vec<f64>>,
    lengths: Option<Vec<usize>>,
    /// The first hidden and cell states, and the weights of the cell state in the gates.
    more: [Option<Vec<f64>>; 3],
    /// The number of elements of a step, the hidden size, and the number of rows of the weights of one direction.
    width: usize,
    hidden: usize,
    rows: usize,
}

impl Inputs {
    fn read(cx: &EvalContext<'_>) -> Result<Inputs, EvalError> {
        let &[_, rows, hidden] = cx.input(2)?.sizes() else { return Err(EvalError::UnknownType) };
        let optional = |input: usize| cx.optional(input).map(reals).transpose();
        let lengths = |lengths| Integers::from_tensor(lengths)?.indices().ok_or(EvalError::UnknownType);
        Ok(Inputs {
            data: reals(cx.input(0)?)?,
            weights: reals(cx.input(1)?)?,
            recurrent: reals(cx.input(2)?)?,
            biases: optional(3)?,
            lengths: cx.optional(4).map(lengths).transpose()?,
            more: [optional(5)?, optional(6)?, optional(7)?],
            width: cx.input(0)?.sizes().last().copied().unwrap_or(0),
            hidden,
            rows,
        })
    }

    /// The state before the first step: its number counts directions and batch elements as the inputs do.
    fn state(&self, number: usize) -> Option<State> {
        let of = |list: &Option<Vec<f64>>| match list {
            Some(list) => Some(list.get(number * self.hidden..)?.get(..self.hidden)?.to_vec()),
            None => Some(vec![0.0; self.hidden]),
        };
        Some(State { hidden: of(&self.more[0])?, cell: of(&self.more[1])? })
    }

    /// The product of a row of the weights and a step, plus its bias.
    fn of_data(&self, direction: usize, row: usize, step: usize) -> Option<f64> {
        let weights = self.weights.get((direction * self.rows + row) * self.width..)?;
        let data = self.data.get(step * self.width..)?.get(..self.width)?;
        Some(product(data, weights) + self.bias(2 * direction, row)?)
    }

    /// The product of a row of the recurrent weights and a hidden state, plus its bias.
    fn of_state(&self, direction: usize, row: usize, state: &[f64]) -> Option<f64> {
        let weights = self.recurrent.get((direction * self.rows + row) * self.hidden..)?;
        Some(product(state, weights) + self.bias(2 * direction + 1, row)?)
    }

    /// In each direction, the biases of the recurrent weights follow those of the others.
    fn bias(&self, block: usize, row: usize) -> Option<f64> {
        self.biases.as_ref().map_or(Some(0.0), |biases| biases.get(block * self.rows + row).copied())
    }

    /// The part of a cell state in a gate.
    fn peephole(&self, direction: usize, gate: usize, at: usize, cell: f64) -> Option<f64> {
        let Some(weights) = &self.more[2] else { return Some(0.0) };
        Some(weights.get((direction * 3 + gate) * self.hidden + at)? * cell)
    }
}

fn product(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(x, w)| x * w).sum()
}
