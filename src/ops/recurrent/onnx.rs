//! ONNX's RNN, GRU and LSTM.

use super::Size::{Any, Batch, Directions, Hidden, Input, Sequence};
use super::{Cell, HIDDEN, Recurrent, Resolved, Size, evaluate, operator};
use crate::ops::InferContext;
use crate::ops::{attributes, diagnostics};
use crate::rule::Level;

pub(super) fn resolve(cell: Cell, cx: &mut InferContext<'_>) -> Resolved {
    // GRU's first versions misspell the default, so it is not read.
    let directions = match cx.attribute_record("direction") {
        Some(_) => attributes::word(cx, "direction", &["forward", "reverse", "bidirectional"]),
        None => Some("forward"),
    };
    let directions = directions.map(|word| if word == "bidirectional" { 2 } else { 1 });
    if cx.attribute_record("hidden_size").is_none() {
        attributes::missing(cx, "hidden_size", "ONNX Runtime rejects the model without it");
    }
    // With no directions, ONNX Runtime's RNN returns an empty result.
    let empty = cell == Cell::Rnn && cx.int("hidden_size") == Some(0);
    let hidden = attributes::positive(cx, "hidden_size", empty.then_some(Level::Warning));
    check_clip(cx);
    for name in ["input_forget", "linear_before_reset", "output_sequence"] {
        if cx.attribute_kind(name).is_some() {
            attributes::flag(cx, name);
        }
    }
    // Before version 14, the batch is always second.
    let by_batch = if cx.attribute_kind("layout").is_some() { attributes::flag(cx, "layout") } else { Some(false) };
    operator(Recurrent {
        inputs: inputs(cell, by_batch),
        outputs: outputs(cell, by_batch),
        directions,
        onnx: Some(cell),
        hidden,
        inputs_first: false,
        lengths: Some(4),
        formula: evaluate::Formula::onnx(cell, cx),
    })
}

/// A warning: the specification does not require a positive bound.
fn check_clip(cx: &mut InferContext<'_>) {
    let Some(clip) = cx.float("clip").filter(|&clip| clip.is_nan() || clip <= 0.0) else { return };
    let finding = diagnostics::invalid_attribute(cx, "clip", clip, "greater than 0").level(Level::Warning);
    cx.report(finding.note("ONNX Runtime rejects the model").help("remove `clip` to disable clipping"));
}

fn inputs(cell: Cell, by_batch: Option<bool>) -> Vec<Vec<Size>> {
    let gates = cell.gates();
    let (x, state) = match by_batch {
        Some(false) => (vec![Sequence, Batch, Input], vec![Directions, Batch, HIDDEN]),
        Some(true) => (vec![Batch, Sequence, Input], vec![Batch, Directions, HIDDEN]),
        None => (vec![Any, Any, Input], vec![Any, Any, HIDDEN]),
    };
    let mut inputs = vec![
        x,
        vec![Directions, Hidden(gates), Input],
        vec![Directions, Hidden(gates), HIDDEN],
        vec![Directions, Hidden(2 * gates)],
        vec![Batch],
        state.clone(),
    ];
    if cell == Cell::Lstm {
        inputs.extend([state, vec![Directions, Hidden(3)]]);
    }
    inputs
}

fn outputs(cell: Cell, by_batch: Option<bool>) -> Vec<Vec<Size>> {
    let (all, last) = match by_batch {
        Some(false) => (vec![Sequence, Directions, Batch, HIDDEN], vec![Directions, Batch, HIDDEN]),
        Some(true) => (vec![Batch, Sequence, Directions, HIDDEN], vec![Batch, Directions, HIDDEN]),
        None => (vec![Any, Any, Any, HIDDEN], vec![Any, Any, HIDDEN]),
    };
    let mut outputs = vec![all, last.clone()];
    if cell == Cell::Lstm {
        outputs.push(last);
    }
    outputs
}
