//! Resolution of ONNX's Loop and Scan.

use super::outputs::position;
use super::trip_count::TripCount;
use super::{BodyInput, Loop, LoopOutput, Slice};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::ids::GraphId;
use crate::ops::OperandSource;
use crate::ops::axes;
use crate::ops::axes::Ranked;
use crate::ops::{InferContext, Resolved, body};
use crate::rules;
use crate::short_text::start_of;

/// Loop: the body receives the iteration number, the condition and the carried values; it returns the condition, the
/// carried values, and the values to stack.
pub(crate) fn resolve_loop(cx: &mut InferContext<'_>) -> Resolved {
    let count = TripCount::from_inputs(cx, 0, 1, false);
    body::check_single(cx, 0);
    body::check_single(cx, 1);
    let Some(graph) = cx.graph("body") else {
        return Resolved::control_flow(Loop::new(None, Vec::new(), Vec::new(), count));
    };
    let carried = cx.input_count().saturating_sub(2);
    if !arity(cx, graph, carried + 2, carried + 1) {
        return Resolved::control_flow(mismatched(cx, graph));
    }
    let results = cx.model().graph(graph).outputs.len();
    body::check_outputs(cx, "body", results - 1, cx.output_count());
    let states = (2..carried + 2).map(|input| BodyInput::Carried { initial: input, result: input - 1 });
    let body_inputs =
        [BodyInput::Counter, BodyInput::Condition { initial: 1, result: 0 }].into_iter().chain(states).collect();
    let node_outputs = (0..cx.output_count()).map(|output| match output {
        _ if output + 1 >= results => LoopOutput::Nothing,
        _ if output < carried => LoopOutput::Last { result: output + 1, initial: Some(output + 2) },
        _ => LoopOutput::Stacked { result: output + 1, axis: 0 },
    });
    let node_outputs = node_outputs.collect();
    let iteration = Loop { condition: Some(0), ..Loop::new(Some(graph), body_inputs, node_outputs, count) };
    Resolved::control_flow(iteration)
}

/// A body with a wrong number of inputs or outputs: it is checked by itself, and determines no output.
fn mismatched(cx: &InferContext<'_>, graph: GraphId) -> Loop {
    let own = vec![BodyInput::Own; cx.model().graph(graph).inputs.len()];
    Loop::new(Some(graph), own, vec![LoopOutput::Nothing; cx.output_count()], TripCount::from_dim(&Dim::unknown()))
}

/// OP204: the number of inputs and outputs of a body, where `outputs` is the minimum.
fn arity(cx: &mut InferContext<'_>, graph: GraphId, inputs: usize, outputs: usize) -> bool {
    let (given, results) = (cx.model().graph(graph).inputs.len(), cx.model().graph(graph).outputs.len());
    let message = if given != inputs {
        format!("the body has {}, but {} passes {inputs}", counted(given, "input"), cx.op_type())
    } else if results < outputs {
        format!("the body has {}, but {} requires at least {outputs}", counted(results, "output"), cx.op_type())
    } else {
        return true;
    };
    let wiring = match cx.attribute_kind("num_scan_inputs") {
        Some(_) => "the body takes the states and one element of each scanned input, and returns the states first",
        None => {
            "the body takes the iteration number, the condition and the carried values, and returns the condition first"
        }
    };
    let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("body"), message).note(wiring);
    let finding = finding.help("match the inputs and outputs of the body with those of the node");
    cx.report(finding.data("inputs", given).data("outputs", results));
    false
}

/// Scan: the body receives the states and one element of each scanned input.
pub(crate) fn resolve_scan(cx: &mut InferContext<'_>) -> Resolved {
    // The first version has an additional input for lengths, and a batch dimension.
    let batched = cx.version() < 9;
    let first = usize::from(batched);
    let inputs = cx.input_count().saturating_sub(first);
    let scanned = scan_inputs(cx, inputs);
    let graph = cx.graph("body");
    let Some(graph) = graph else {
        return Resolved::control_flow(Loop::new(None, Vec::new(), Vec::new(), TripCount::from_dim(&Dim::unknown())));
    };
    let Some(states) = scanned.and_then(|scanned| inputs.checked_sub(scanned)) else {
        return Resolved::control_flow(mismatched(cx, graph));
    };
    if !arity(cx, graph, inputs, states) {
        return Resolved::control_flow(mismatched(cx, graph));
    }
    let scanned = inputs - states;
    let results = cx.model().graph(graph).outputs.len();
    body::check_outputs(cx, "body", results, cx.output_count());
    directions(cx, "directions", scanned);
    directions(cx, "scan_input_directions", scanned);
    directions(cx, "scan_output_directions", results.saturating_sub(states));
    let slices = slices(cx, first + states, scanned, batched);
    let length = length(cx, &slices, batched);
    let carried = (0..states).map(|state| BodyInput::Carried { initial: first + state, result: state });
    let body_inputs = carried.chain(slices.into_iter().map(BodyInput::Slice)).collect();
    let axes = per_input(cx, "scan_output_axes", results - states);
    let node_outputs = (0..cx.output_count()).map(|output| match output.checked_sub(states) {
        _ if output >= results => LoopOutput::Nothing,
        None => LoopOutput::Last { result: output, initial: Some(first + output) },
        Some(at) => LoopOutput::Stacked { result: output, axis: axes.get(at).copied().unwrap_or(0) },
    });
    let node_outputs = node_outputs.collect();
    let iteration = Loop::new(Some(graph), body_inputs, node_outputs, TripCount::from_dim(&length));
    Resolved::control_flow(Loop { batched, ..iteration })
}

/// The number of scanned inputs; OP105 if it is invalid.
fn scan_inputs(cx: &mut InferContext<'_>, inputs: usize) -> Option<usize> {
    let written = cx.int("num_scan_inputs")?;
    let count = usize::try_from(written).ok().filter(|&n| n >= 1 && n <= inputs);
    if count.is_none() {
        let message =
            format!("attribute `num_scan_inputs` is {written}; expected 1..={inputs}, at most the number of inputs");
        let place = cx.attribute_place("num_scan_inputs");
        let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
        let finding = finding.help("set `num_scan_inputs` to the number of trailing inputs that are scanned");
        cx.report(finding.data("attribute", "num_scan_inputs").data("value", written));
    }
    count
}

/// A list with one number per scanned input or output; OP105 if its length is wrong.
fn per_input(cx: &mut InferContext<'_>, name: &'static str, count: usize) -> Vec<i64> {
    let list = cx.ints(name).map(|l| l.to_vec()).unwrap_or_default();
    if list.is_empty() || list.len() == count {
        return list;
    }
    let message = format!(
        "attribute `{name}` has {}; expected {count}, one per scanned input or output",
        counted(list.len(), "number")
    );
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    cx.report(
        finding.help(format!("list {}", counted(count, "number"))).data("attribute", name).data("length", list.len()),
    );
    Vec::new()
}

fn slices(cx: &mut InferContext<'_>, first: usize, count: usize, batched: bool) -> Vec<Slice> {
    let axes = if batched { Vec::new() } else { per_input(cx, "scan_input_axes", count) };
    let slice = |at: usize| {
        let input = first + at;
        let axis = axes.get(at).copied().unwrap_or(0);
        let rank = cx.shape(input).rank().map(|r| r.saturating_sub(usize::from(batched)));
        let Some(rank) = rank else {
            return Slice { input, axis: usize::try_from(axis).ok(), part: None };
        };
        let axis = match position(axis, rank) {
            Some(axis) => Some(axis),
            None => {
                axes::wrap(cx, &[axis.into()], rank, OperandSource::Attribute("scan_input_axes"), Ranked::Input(input));
                None
            }
        };
        Slice { input, axis, part: None }
    };
    (0..count).map(slice).collect()
}

/// OP105: one direction per scanned input or output, each 0 or 1.
fn directions(cx: &mut InferContext<'_>, name: &'static str, count: usize) {
    let list = per_input(cx, name, count);
    let Some(wrong) = list.iter().find(|d| !matches!(d, 0 | 1)) else { return };
    let message = format!("attribute `{name}` contains {wrong}; expected 0 for forward or 1 for reverse");
    let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, cx.attribute_place(name), message);
    cx.report(finding.help("set it to 0 or 1").data("attribute", name).data("value", *wrong));
}

/// The length of the scanned inputs; OP201 if they differ.
fn length(cx: &mut InferContext<'_>, slices: &[Slice], batched: bool) -> Dim {
    let mut common: Option<(usize, Dim)> = None;
    for slice in slices {
        let Some(axis) = slice.axis.map(|a| a + usize::from(batched)) else { continue };
        let Some(size) = cx.shape(slice.input).dims().and_then(|d| d.get(axis)).cloned() else { continue };
        common = Some(match common {
            None => (slice.input, size),
            Some((first, so_far)) => match cx.unify(&so_far, &size) {
                Some(both) => (first, both),
                None => {
                    let (a, b) = (cx.input_name(first), cx.input_name(slice.input));
                    let message = format!("lengths of scanned inputs {a} and {b} differ: {so_far} and {size}");
                    let place = cx.input_place(slice.input);
                    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, place, message);
                    let finding = finding.related(cx.input_place(first), &so_far);
                    let finding = finding.help("give all scanned inputs the same length");
                    cx.report(finding.data("lengths", [&so_far, &size].map(start_of).to_vec()));
                    return Dim::unknown();
                }
            },
        });
    }
    common.map_or_else(Dim::unknown, |(_, dim)| dim)
}
