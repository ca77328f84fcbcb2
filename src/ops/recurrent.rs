//! Recurrent cells and sequences: every dimension of their inputs and outputs is one of five sizes.

use super::cost::{self, Cost};
use super::diagnostics;
use super::ir_spelling::IrSpelling;
use super::runtime_behavior::RuntimeBehavior;
use super::{Alternative, InferContext, Operator, OperatorDef, Resolved};
use super::{EvalContext, StaticTensorType, positions, wide_bytes};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::fact::Fact;
use crate::place::Place;
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::{EvalError, Tensor};

mod activations;
mod evaluate;
mod onnx;
mod openvino;

/// The kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    Rnn,
    Gru,
    Lstm,
}

impl Cell {
    /// How many matrices the weights stack.
    fn gates(self) -> u64 {
        match self {
            Cell::Rnn => 1,
            Cell::Gru => 3,
            Cell::Lstm => 4,
        }
    }
}

/// What a dimension counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    Sequence,
    Batch,
    Input,
    Directions,
    /// A multiple of the hidden size.
    Hidden(u64),
    /// Something unknown.
    Any,
}

impl Size {
    fn slot(self) -> Option<usize> {
        match self {
            Size::Sequence => Some(0),
            Size::Batch => Some(1),
            Size::Input => Some(2),
            Size::Directions => Some(3),
            Size::Hidden(_) => Some(4),
            Size::Any => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Size::Sequence => "sequence length",
            Size::Batch => "batch size",
            Size::Input => "input size",
            Size::Directions => "number of directions",
            Size::Hidden(_) => "hidden size",
            Size::Any => "size",
        }
    }

    fn times(self) -> u64 {
        if let Size::Hidden(times) = self { times } else { 1 }
    }
}

const HIDDEN: Size = Size::Hidden(1);

/// A resolved cell or sequence.
#[derive(Clone, Debug)]
pub(super) struct Recurrent {
    /// What each dimension of each input counts.
    inputs: Vec<Vec<Size>>,
    /// What each dimension of each output counts.
    outputs: Vec<Vec<Size>>,
    /// The number of directions, if known; 1 in a cell.
    directions: Option<u64>,
    /// The cell of an ONNX operator: its list of activations depends on the number of directions.
    onnx: Option<Cell>,
    /// The attribute `hidden_size`.
    hidden: Option<u64>,
    /// Whether the hidden size comes from the inputs alone, and the attribute must only agree.
    inputs_first: bool,
    /// The input with the sequence lengths.
    lengths: Option<usize>,
    /// How states are computed; `None` if it is not known.
    formula: Option<evaluate::Formula>,
}

/// The five sizes, as far as the node's inputs and attributes determine them.
#[derive(Debug)]
struct Sizes {
    known: [Dim; 5],
    /// Where each size was first found: the place and its text.
    from: [Option<(Place, String)>; 5],
    /// Whether a contradiction was reported.
    broken: [bool; 5],
}

impl Sizes {
    /// The dimension of an output that counts this.
    fn dim(&self, size: Size) -> Dim {
        match size.slot() {
            Some(slot) if !self.broken[slot] => self.known[slot].mul(&Dim::exact(size.times())),
            Some(_) | None => Dim::unknown(),
        }
    }

    /// Adds one dimension of an input; reports one that contradicts an earlier size.
    fn learn(&mut self, cx: &mut InferContext<'_>, input: usize, at: usize, size: Size, dim: &Dim) {
        let Some(slot) = size.slot().filter(|&slot| !self.broken[slot]) else { return };
        let times = Dim::exact(size.times());
        let met = cx.unify(&self.dim(size), dim);
        let met = met.filter(|met| met.size().is_none_or(|met| met % size.times() == 0));
        let Some(met) = met else { return self.contradiction(cx, input, at, (size, slot), dim) };
        let one = met.floor_div(&times);
        self.known[slot] = self.known[slot].meet(&one).unwrap_or(one);
        if dim.size().is_some() && self.from[slot].is_none() {
            self.from[slot] = Some((cx.input_place(input), cx.shape(input).to_string()));
        }
    }

    /// OP201.
    fn contradiction(
        &mut self,
        cx: &mut InferContext<'_>,
        input: usize,
        at: usize,
        (size, slot): (Size, usize),
        dim: &Dim,
    ) {
        let known = self.known[slot].clone();
        let (name, what) = (cx.input_name(input), size.name());
        let valid = match size {
            Size::Hidden(times) if known.is_unknown() => format!("a multiple of {times}"),
            Size::Hidden(times) if times > 1 => format!("{times} times the {what} ({known})"),
            _ => format!("{known}, the {what}"),
        };
        let message = format!("dimension {at} of input {name} is {dim}; expected {valid}");
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
        let mut finding = finding.label(cx.shape(input));
        if let Some((place, text)) = &self.from[slot] {
            finding = finding.related(*place, text.clone());
        }
        let finding = match known.mul(&Dim::exact(size.times())).size() {
            Some(exact) => {
                finding.help(format!("set dimension {at} of {name} to {exact}, or give all inputs another {what}"))
            }
            None => finding.help(format!("give all inputs the same {what}")),
        };
        cx.report(finding.data("dimension", at).data("size", dim.to_string()).data("input", input));
        self.broken[slot] = true;
    }
}

impl Recurrent {
    /// Every element of the two weights once for each step of each batch element.
    fn products(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        let sizes = self.sizes(cx);
        let is_step = |size: &&Size| matches!(size, Size::Batch | Size::Sequence);
        let steps = self.inputs.first()?.iter().filter(is_step).fold(Dim::exact(1), |n, &size| n.mul(&sizes.dim(size)));
        let is_weight = |formal: &Vec<Size>| matches!(formal[..], [.., Size::Hidden(_), Size::Input | Size::Hidden(_)]);
        let weights = self.inputs.iter().enumerate().filter(|(_, formal)| is_weight(formal));
        let count = weights.fold(Dim::exact(0), |n, (_, formal)| {
            n.add(&formal.iter().fold(Dim::exact(1), |n, &size| n.mul(&sizes.dim(size))))
        });
        cost::products(steps.mul(&count))
    }

    fn sizes(&self, cx: &mut InferContext<'_>) -> Sizes {
        let directions = self.directions.map_or(Dim::interval(1, 2), Dim::exact);
        let known = [Dim::unknown(), Dim::unknown(), Dim::unknown(), directions, Dim::unknown()];
        let mut sizes = Sizes { known, from: Default::default(), broken: [false; 5] };
        if let Some(hidden) = self.hidden.filter(|_| !self.inputs_first) {
            sizes.known[4] = Dim::exact(hidden);
            sizes.from[4] = Some((cx.attribute_place("hidden_size"), format!("hidden_size is {hidden}")));
        }
        for (input, formal) in self.inputs.iter().enumerate() {
            let shape = if cx.has_input(input) { cx.shape(input) } else { Shape::UNKNOWN };
            match shape.dims() {
                Some(dims) if dims.len() != formal.len() => wrong_rank(cx, input, formal),
                Some(dims) => {
                    for (at, (dim, size)) in dims.iter().zip(formal).enumerate() {
                        sizes.learn(cx, input, at, *size, dim);
                    }
                }
                None if shape.min_rank() > formal.len() => wrong_rank(cx, input, formal),
                None => {}
            }
        }
        // OpenVINO infers the size from the inputs alone, whatever the attribute says.
        if let Some(hidden) = self.hidden.filter(|_| self.inputs_first && !sizes.broken[4])
            && !sizes.known[4].contains(hidden)
        {
            other_hidden_size(cx, hidden, &sizes.known[4]);
        }
        sizes
    }

    /// OP202: a sequence length that is negative or exceeds the data.
    fn check_lengths(&self, cx: &mut InferContext<'_>, sequence: &Dim) {
        let Some(input) = self.lengths.filter(|&input| cx.has_input(input)) else { return };
        let Some(elements) = cx.elements(input) else { return };
        let Some(ints) = elements.ints() else { return };
        let most = i128::from(sequence.high());
        let Some((at, int)) = ints.iter().enumerate().find(|(_, int)| int.high() < 0 || int.low() > most) else {
            return;
        };
        let message = format!(
            "length {at} in input {} is {int}; expected 0..={sequence} (the sequence length)",
            cx.input_name(input)
        );
        let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(input, at), message);
        let finding = finding.label(format!("element {at} is {int}")).related(cx.input_place(0), cx.shape(0));
        let finding = match self.inputs_first {
            true => finding.level(Level::Warning).note("OpenVINO runs such a model"),
            false => finding.note("ONNX Runtime fails at run time"),
        };
        cx.report(finding.help("shorten the sequence to its data").data("element", at).data("value", int.to_string()));
    }
}

impl Operator for Recurrent {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let sizes = self.sizes(cx);
        if let Some(cell) = self.onnx {
            activations::check_onnx(cx, cell, self.directions);
        }
        self.check_lengths(cx, &sizes.dim(Size::Sequence));
        for (output, formal) in self.outputs.iter().enumerate() {
            let shape = Shape::from_dims(formal.iter().map(|size| sizes.dim(*size)));
            let vague = shape.dims().is_some_and(|dims| dims.iter().any(Dim::is_unknown));
            let why = vague
                .then(|| cx.unknown_reason(0).unwrap_or_else(|| cx.unknown_because("no input determines the size")));
            cx.set(output, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
        }
    }

    fn alternatives(&self, cx: &InferContext<'_>) -> Vec<Alternative> {
        if self.onnx.is_none() {
            return Vec::new();
        }
        let other = |attribute, value: String, operator| Alternative { attribute, value, operator: Box::new(operator) };
        let directions = self.directions.map(|directions| {
            let (directions, value) = if directions == 1 { (2, "bidirectional") } else { (1, "forward or reverse") };
            other("direction", value.to_owned(), Recurrent { directions: Some(directions), ..self.clone() })
        });
        // The recurrence weights state the hidden size.
        let stated = cx.shape(2).dims().and_then(|dims| dims.last()?.size()).filter(|size| Some(*size) != self.hidden);
        let hidden =
            stated.map(|size| other("hidden_size", size.to_string(), Recurrent { hidden: Some(size), ..self.clone() }));
        directions.into_iter().chain(hidden).collect()
    }

    #[cfg(feature = "evaluate")]
    fn extra_bytes_read(&self, inputs: &[Option<Tensor>], _: &[StaticTensorType]) -> u64 {
        /// What a step takes at least, in weights.
        const STEP: u64 = 64;
        // Every step of every batch element reads all weights.
        let count = |input: usize| inputs.get(input).and_then(Option::as_ref).map_or(0, |t| positions(t.sizes()));
        let steps = inputs.first().and_then(Option::as_ref).and_then(|data| data.sizes().get(..2));
        steps.map_or(0, positions).saturating_mul(count(1).saturating_add(count(2)).max(STEP)).saturating_mul(16)
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        self.formula.as_ref().ok_or_else(|| cx.no_evaluator())?.run(cx)
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        self.products(cx)
    }
}

/// OP203.
fn wrong_rank(cx: &mut InferContext<'_>, input: usize, formal: &[Size]) {
    let finding = diagnostics::invalid_rank(cx, input, formal.len());
    let names: Vec<String> = formal
        .iter()
        .map(|size| match size {
            Size::Hidden(times) if *times > 1 => format!("{times} times the hidden size"),
            size => size.name().to_owned(),
        })
        .collect();
    let finding = finding.note(format!("{}: [{}]", cx.op_with_version(), names.join(", ")));
    cx.report(finding.help("reshape the input to the expected rank"));
}

/// OP105: the attribute contradicts the inputs.
fn other_hidden_size(cx: &mut InferContext<'_>, hidden: u64, known: &Dim) {
    let valid = format!("{known}, the hidden size of the inputs");
    let finding = diagnostics::invalid_attribute(cx, "hidden_size", hidden, &valid).level(Level::Warning);
    let finding = finding.note("OpenVINO reads such a model, but some of its kernels reject it");
    cx.report(finding.help(format!("set hidden_size=\"{known}\"")));
}

/// Measured with single nodes of every cell.
static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OnnxRuntime,
    |case| case.int("layout") == Some(1),
    "rejects `layout = 1`",
    "transpose the inputs and outputs, and set `layout` to 0",
)];

/// Measured with single nodes; an RNN without gates accepts every `clip`.
static GATED: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(
        Runtime::OnnxRuntime,
        |case| case.int("layout") == Some(1),
        "rejects `layout = 1`",
        "transpose the inputs and outputs, and set `layout` to 0",
    ),
    RuntimeBehavior::refuses(
        Runtime::OnnxRuntime,
        |case| case.float("clip").is_some_and(|clip| clip <= 0.0),
        "rejects a `clip` that is not positive",
        "remove the attribute `clip` to compute without a limit",
    ),
];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("GRU", |cx| onnx::resolve(Cell::Gru, cx)).with_runtime_behaviors(GATED),
    OperatorDef::onnx("LSTM", |cx| onnx::resolve(Cell::Lstm, cx)).with_runtime_behaviors(GATED),
    OperatorDef::onnx("RNN", |cx| onnx::resolve(Cell::Rnn, cx)).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("GRUCell", openvino::GRU_CELL, |cx| openvino::cell(Cell::Gru, cx))
        .with_ir_spelling(IrSpelling::EXTENSION),
    OperatorDef::openvino("GRUSequence", openvino::GRU_SEQUENCE, |cx| openvino::sequence(Cell::Gru, cx)),
    OperatorDef::openvino("LSTMCell", openvino::LSTM_CELL, |cx| openvino::cell(Cell::Lstm, cx)),
    OperatorDef::openvino("LSTMSequence", openvino::LSTM_SEQUENCE, |cx| openvino::sequence(Cell::Lstm, cx)),
    OperatorDef::openvino("RNNCell", openvino::RNN_CELL, |cx| openvino::cell(Cell::Rnn, cx))
        .with_ir_spelling(IrSpelling::EXTENSION),
    OperatorDef::openvino("RNNSequence", openvino::RNN_SEQUENCE, |cx| openvino::sequence(Cell::Rnn, cx)),
];

/// Resolved.
fn operator(recurrent: Recurrent) -> Resolved {
    Resolved::operator(recurrent)
}
