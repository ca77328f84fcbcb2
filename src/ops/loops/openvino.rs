//! Resolution of OpenVINO's Loop and TensorIterator.

use hashbrown::HashMap;

use super::trip_count;
use super::trip_count::TripCount;
use super::{BodyInput, Loop, LoopOutput, Slice};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::graph::{InputMap, PortMap, Slicing};
use crate::ops::{InferContext, Resolved, body};
use crate::rules;

/// Loop: a trip count and a condition come first; slices do not determine the number of iterations.
pub(crate) fn resolve_loop(cx: &mut InferContext<'_>) -> Resolved {
    let count = TripCount::from_inputs(cx, 0, 1, true);
    body::check_single(cx, 0);
    body::check_single(cx, 1);
    let Some((map, mut iteration)) = mapped(cx, count) else { return absent() };
    iteration.condition = map.outputs.iter().find(|o| o.execution_condition).and_then(|o| o.result);
    let named = map.outputs.iter().any(|o| o.execution_condition);
    if !named {
        let message = "no output of the body is the execution condition".to_owned();
        let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("port_map"), message);
        let finding = finding.note("OpenVINO does not run such a Loop and leaves its outputs unknown");
        cx.report(finding.help("map a boolean Result with purpose=\"execution_condition\""));
        // Whether the loop continues is unknown.
        iteration.count.starts = None;
        iteration.condition = Some(usize::MAX);
    }
    Resolved::control_flow(iteration)
}

/// TensorIterator: the slices determine the number of iterations.
pub(crate) fn resolve_tensor_iterator(cx: &mut InferContext<'_>) -> Resolved {
    let Some((map, mut iteration)) = mapped(cx, TripCount::from_dim(&Dim::unknown())) else { return absent() };
    let length = iterations(cx, &map, &iteration.body_inputs);
    iteration.count = TripCount::from_dim(&length);
    Resolved::control_flow(iteration)
}

fn absent() -> Resolved {
    Resolved::control_flow(Loop::new(None, Vec::new(), Vec::new(), TripCount::from_dim(&Dim::unknown())))
}

/// The body and the port map as sources of inputs and outputs.
fn mapped(cx: &mut InferContext<'_>, count: TripCount) -> Option<(std::sync::Arc<PortMap>, Loop)> {
    let Some(graph) = cx.graph("body") else {
        body::missing(cx, "body");
        return None;
    };
    let map = body::port_map(cx, "port_map").unwrap_or_default();
    let mut body_inputs = vec![BodyInput::Own; cx.model().graph(graph).inputs.len()];
    // By parameter, the first input that is mapped to it.
    let mut entries = vec![None; body_inputs.len()];
    for input in &map.inputs {
        let Some(at) = input.parameter.filter(|&p| p < body_inputs.len()) else { continue };
        entries[at].get_or_insert(input);
        if body_inputs[at] != BodyInput::Own {
            report_duplicate_mapping(cx, input, at);
            continue;
        }
        body_inputs[at] = match (input.external, input.slice) {
            _ if input.current_iteration => BodyInput::Own,
            (Some(external), Some(cut)) => BodyInput::Slice(slice(cx, input, external, cut)),
            (Some(external), None) => BodyInput::Invariant(external),
            (None, _) => BodyInput::Own,
        };
    }
    // An input that is mapped to a missing port or layer may be an initial value; the reader reports it.
    let is_whole = map.inputs.iter().all(|input| input.parameter.is_some());
    for edge in &map.back_edges {
        let (Some(result), Some(parameter)) = (edge.result, edge.parameter) else { continue };
        match body_inputs.get_mut(parameter) {
            Some(entry @ BodyInput::Invariant(_)) => {
                let BodyInput::Invariant(initial) = *entry else { continue };
                *entry = BodyInput::Carried { initial, result };
            }
            Some(BodyInput::Slice(_) | BodyInput::Own) if is_whole => {
                report_back_edge(cx, entries[parameter], parameter);
            }
            _ => {}
        }
    }
    let node_outputs = node_outputs(cx, &map, &body_inputs);
    Some((map, Loop::new(Some(graph), body_inputs, node_outputs, count)))
}

fn node_outputs(cx: &mut InferContext<'_>, map: &PortMap, body_inputs: &[BodyInput]) -> Vec<LoopOutput> {
    let mut node_outputs = vec![LoopOutput::Nothing; cx.output_count()];
    let carried = body_inputs.iter().rev().filter_map(|entry| match *entry {
        BodyInput::Carried { initial, result } => Some((result, initial)),
        _ => None,
    });
    // Of several, the first.
    let initials: HashMap<usize, usize> = carried.collect();
    for output in &map.outputs {
        let (Some(slot), Some(result)) = (output.external.and_then(|e| node_outputs.get_mut(e)), output.result) else {
            continue;
        };
        *slot = match output.concat {
            Some(cut) => LoopOutput::Concatenated { result, axis: cut.axis, part: cut.part_size },
            None => LoopOutput::Last { result, initial: initials.get(&result).copied() },
        };
    }
    let unmapped = node_outputs.iter().position(|e| *e == LoopOutput::Nothing);
    if let (Some(output), true) = (unmapped, map.outputs.iter().all(|o| o.result.is_some())) {
        let message = format!("the body has no result for output {output} of the layer");
        let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("port_map"), message);
        cx.report(finding.help("map a Result of the body to this output").data("output", output));
    }
    node_outputs
}

/// One sliced input; OP204 if it cannot be sliced.
fn slice(cx: &mut InferContext<'_>, input: &InputMap, external: usize, cut: Slicing) -> Slice {
    let shape = cx.shape(external);
    let part = u64::try_from(cut.part_size).ok().filter(|&p| p > 0);
    let name = cx.input_name(external);
    let mut fault = None;
    if part.is_none() {
        fault = Some(format!("`part_size` is {}; expected at least 1", cut.part_size));
    } else if cut.stride == 0 {
        fault = Some("`stride` is 0; expected a non-zero number".to_owned());
    }
    let axis = match shape.rank() {
        None => usize::try_from(cut.axis).ok(),
        Some(rank) => {
            let axis = usize::try_from(cut.axis).ok().filter(|&a| a < rank);
            if axis.is_none() && fault.is_none() {
                fault = Some(format!("`axis` is {}; expected 0..{rank}, the axes of {name}", cut.axis));
            }
            axis
        }
    };
    let size = axis.and_then(|a| shape.dims()?.get(a)?.size());
    if let (Some(size), None) = (size, &fault) {
        fault = out_of_bounds(size, &cut);
    }
    if let Some(fault) = fault {
        let message = format!("input {name} cannot be sliced: {fault}");
        let place = cx.input_place(external).at(input.span);
        let finding = Diagnostic::new(&rules::invalid_body::RULE, place, message).label(&shape);
        cx.report(finding.help("correct the <input> in the port map").data("input", external));
        return Slice { input: external, axis: None, part: Some(part.unwrap_or(1)) };
    }
    Slice { input: external, axis, part }
}

/// Whether `start` or `end` is out of range for an axis of this size.
fn out_of_bounds(size: u64, cut: &Slicing) -> Option<String> {
    let size = i128::from(size);
    let outside = |at: i64, most: i128| i128::from(at) < -size - 1 || i128::from(at) > most;
    if outside(cut.start, size) {
        return Some(format!("`start` is {}, which is out of range for axis {} of size {size}", cut.start, cut.axis));
    }
    outside(cut.end, size)
        .then(|| format!("`end` is {}, which is out of range for axis {} of size {size}", cut.end, cut.axis))
}

/// OP204: two inputs are mapped to one parameter.
fn report_duplicate_mapping(cx: &mut InferContext<'_>, input: &InputMap, parameter: usize) {
    let message = format!("parameter {parameter} of the body is mapped twice");
    let place = cx.attribute_place("port_map").at(input.span);
    let finding = Diagnostic::new(&rules::invalid_body::RULE, place, message);
    cx.report(finding.help("map each Parameter of the body only once").data("parameter", parameter));
}

/// OP204: a back edge to a parameter that is sliced, or that has no value in the first iteration.
fn report_back_edge(cx: &mut InferContext<'_>, entry: Option<&InputMap>, parameter: usize) {
    let why = match entry {
        Some(entry) if entry.current_iteration => "is the iteration number",
        Some(entry) if entry.slice.is_some() => "receives slices of an input",
        _ => "has no initial value",
    };
    let message = format!("a back edge leads to parameter {parameter} of the body, which {why}");
    let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("port_map"), message);
    let finding = finding.help("map an input of the layer to that Parameter, without an axis");
    cx.report(finding.data("parameter", parameter));
}

/// The number of iterations that the slices determine; OP204 if they disagree. Without slices, one.
fn iterations(cx: &mut InferContext<'_>, map: &PortMap, body_inputs: &[BodyInput]) -> Dim {
    let mut common: Option<(usize, Dim)> = None;
    for entry in &map.inputs {
        let Some(cut) = entry.slice else { continue };
        let Some(external) = entry.external else { return Dim::unknown() };
        let sliced = entry.parameter.and_then(|p| body_inputs.get(p));
        let Some(BodyInput::Slice(Slice { axis: Some(axis), .. })) = sliced else { return Dim::unknown() };
        let size = cx.shape(external).dims().and_then(|d| d.get(*axis)).cloned().unwrap_or(Dim::unknown());
        let Some(count) = trip_count::of_slices(&size, &cut) else { return Dim::unknown() };
        common = Some(match common {
            None => (external, count),
            Some((first, so_far)) => match so_far.meet(&count) {
                Some(both) => (first, both),
                None => {
                    let (a, b) = (cx.input_name(first), cx.input_name(external));
                    let message = format!(
                        "iteration counts differ: {} for {a} and {count} for {b}",
                        counted(&so_far, "iteration")
                    );
                    let place = cx.input_place(external).at(entry.span);
                    let finding = Diagnostic::new(&rules::invalid_body::RULE, place, message);
                    let finding = finding.related(cx.input_place(first), &so_far);
                    cx.report(finding.help("slice both inputs into the same number of parts").data("input", external));
                    return Dim::unknown();
                }
            },
        });
    }
    common.map_or(Dim::exact(1), |(_, count)| count)
}
