//! IR's cells and sequences, and their signatures.

use super::Size::{Batch, Directions, Hidden, Input, Sequence};
use super::{Cell, HIDDEN, Recurrent, Resolved, activations, operator};
use crate::element::TypeSet;
use crate::ops::InferContext;
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::{attributes, diagnostics};
use crate::rule::Level;

/// One step: no sequence, one direction.
pub(super) fn cell(cell: Cell, cx: &mut InferContext<'_>) -> Resolved {
    let (hidden, gates, biases) = attributes(cell, cx, false);
    let state = || vec![Batch, HIDDEN];
    let mut inputs = vec![vec![Batch, Input], state()];
    if cell == Cell::Lstm {
        inputs.push(state());
    }
    inputs.extend([vec![Hidden(gates), Input], vec![Hidden(gates), HIDDEN], vec![Hidden(biases)]]);
    if cell == Cell::Lstm {
        inputs.push(vec![Hidden(3)]);
    }
    let outputs = vec![state(); if cell == Cell::Lstm { 2 } else { 1 }];
    operator(Recurrent {
        inputs,
        outputs,
        directions: Some(1),
        onnx: None,
        hidden,
        inputs_first: true,
        lengths: None,
        formula: None,
    })
}

/// A whole sequence.
pub(super) fn sequence(cell: Cell, cx: &mut InferContext<'_>) -> Resolved {
    let (hidden, gates, biases) = attributes(cell, cx, true);
    let directions = match cx.text("direction").map(str::to_ascii_lowercase).as_deref() {
        Some("forward" | "reverse") => Some(1),
        Some("bidirectional") => Some(2),
        _ => None,
    };
    let state = || vec![Batch, Directions, HIDDEN];
    let mut inputs = vec![vec![Batch, Sequence, Input], state()];
    if cell == Cell::Lstm {
        inputs.push(state());
    }
    let lengths = Some(inputs.len());
    inputs.extend([
        vec![Batch],
        vec![Directions, Hidden(gates), Input],
        vec![Directions, Hidden(gates), HIDDEN],
        vec![Directions, Hidden(biases)],
    ]);
    let mut outputs = vec![vec![Batch, Directions, Sequence, HIDDEN], state()];
    if cell == Cell::Lstm {
        outputs.push(state());
    }
    operator(Recurrent { inputs, outputs, directions, onnx: None, hidden, inputs_first: true, lengths, formula: None })
}

/// The hidden size, and the numbers of gates in weights and in biases.
fn attributes(cell: Cell, cx: &mut InferContext<'_>, sequence: bool) -> (Option<u64>, u64, u64) {
    if cx.attribute_record("hidden_size").is_none() {
        attributes::missing(cx, "hidden_size", "OpenVINO infers it from the inputs, but some of its kernels do not");
    }
    let hidden = attributes::positive(cx, "hidden_size", Some(Level::Warning));
    if let Some(clip) = cx.float("clip").filter(|&clip| clip.is_nan() || clip < 0.0) {
        let finding = diagnostics::invalid_attribute(cx, "clip", clip, "at least 0").level(Level::Warning);
        cx.report(finding.note("OpenVINO does not check it").help("set `clip` to 0 to disable clipping"));
    }
    activations::check_openvino(cx, cell, sequence);
    let gates = cell.gates();
    let own_bias = cell == Cell::Gru && cx.bool("linear_before_reset") == Some(true);
    (hidden, gates, gates + u64::from(own_bias))
}

const fn t(name: &'static str) -> FormalParameter<'static> {
    FormalParameter::new(name, "T")
}

const LENGTHS: FormalParameter = FormalParameter::new("sequence_lengths", "T_SEQ");
// The specification has integers; OpenVINO reads and runs any numeric type.
const VARIABLES: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_SEQ", TypeSet::NUMERIC)];

// Required by the specification; OpenVINO reads files without it.
const HIDDEN_SIZE: AttributeSpec = AttributeSpec::optional("hidden_size", AttributeKind::Integer);
const ALPHA: AttributeSpec = AttributeSpec::optional("activations_alpha", AttributeKind::Reals);
const BETA: AttributeSpec = AttributeSpec::optional("activations_beta", AttributeKind::Reals);
const CLIP: AttributeSpec = AttributeSpec::default("clip", AttributeKind::Real, DefaultValue::Float(0.0));
const RESET: AttributeSpec =
    AttributeSpec::default("linear_before_reset", AttributeKind::Bool, DefaultValue::Bool(false));
const INPUT_FORGET: AttributeSpec =
    AttributeSpec::default("input_forget", AttributeKind::Bool, DefaultValue::Bool(false));
const FORMATS: &[&str] = &["fico", "icof", "ifco", "ifoc", "iofc"];
const FORMAT: AttributeSpec =
    AttributeSpec::default("weights_format", AttributeKind::Word(FORMATS), DefaultValue::Text("fico"));
const DIRECTION: AttributeSpec = AttributeSpec::default(
    "direction",
    AttributeKind::Word(&["forward", "reverse", "bidirectional"]),
    DefaultValue::Text("forward"),
);

const fn functions(default: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default("activations", AttributeKind::Text, DefaultValue::Text(default))
}

const RNN_FUNCTIONS: AttributeSpec = functions("tanh");
const GRU_FUNCTIONS: AttributeSpec = functions("sigmoid,tanh");
const LSTM_FUNCTIONS: AttributeSpec = functions("sigmoid,tanh,tanh");

const X: FormalParameter = t("X");
const H: FormalParameter = t("initial_hidden_state");
const C: FormalParameter = t("initial_cell_state");
const W: FormalParameter = t("W");
const R: FormalParameter = t("R");
const B: FormalParameter = t("B");
const P: FormalParameter = t("P");
const Y: FormalParameter = t("Y");
const H_OUT: FormalParameter = t("Ho");
const C_OUT: FormalParameter = t("Co");

const fn since(version: i64) -> Signature {
    Signature::since(version).until(16).variables(VARIABLES)
}

pub(super) const RNN_CELL: &[Signature] =
    &[since(1).inputs(&[X, H, W, R, B]).outputs(&[H_OUT]).attributes(&[HIDDEN_SIZE, RNN_FUNCTIONS, ALPHA, BETA, CLIP])];
pub(super) const GRU_CELL: &[Signature] = &[since(3).inputs(&[X, H, W, R, B]).outputs(&[H_OUT]).attributes(&[
    HIDDEN_SIZE,
    GRU_FUNCTIONS,
    ALPHA,
    BETA,
    CLIP,
    RESET,
])];
pub(super) const LSTM_CELL: &[Signature] = &[
    since(1).inputs(&[X, H, C, W, R, B.optional(), P.optional()]).outputs(&[H_OUT, C_OUT]).attributes(&[
        HIDDEN_SIZE,
        LSTM_FUNCTIONS,
        ALPHA,
        BETA,
        CLIP,
        INPUT_FORGET,
        FORMAT,
    ]),
    since(4).inputs(&[X, H, C, W, R, B]).outputs(&[H_OUT, C_OUT]).attributes(&[
        HIDDEN_SIZE,
        LSTM_FUNCTIONS,
        ALPHA,
        BETA,
        CLIP,
    ]),
];
pub(super) const RNN_SEQUENCE: &[Signature] = &[since(5)
    .inputs(&[X, H, LENGTHS, W, R, B])
    .outputs(&[Y, H_OUT])
    .attributes(&[HIDDEN_SIZE, RNN_FUNCTIONS, ALPHA, BETA, CLIP, DIRECTION])];
pub(super) const GRU_SEQUENCE: &[Signature] = &[since(5)
    .inputs(&[X, H, LENGTHS, W, R, B])
    .outputs(&[Y, H_OUT])
    .attributes(&[HIDDEN_SIZE, GRU_FUNCTIONS, ALPHA, BETA, CLIP, DIRECTION, RESET])];
pub(super) const LSTM_SEQUENCE: &[Signature] = &[since(5)
    .inputs(&[X, H, C, LENGTHS, W, R, B])
    .outputs(&[Y, H_OUT, C_OUT])
    .attributes(&[HIDDEN_SIZE, LSTM_FUNCTIONS, ALPHA, BETA, CLIP, DIRECTION])];
