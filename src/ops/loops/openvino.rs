//! OpenVINO's Loop and TensorIterator, resolved.

use super::trip_count;
use super::trip_count::Count;
use super::{BodyInput, Iteration, LoopOutput, Slice};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::graph::{InputMap, PortMap, Slicing};
use crate::ops::{InferContext, Resolved, body};
use crate::rules;

/// Loop: a trip count and a condition come first; slices do not decide how often it runs.
pub(crate) fn resolve_loop(cx: &mut InferContext<'_>) -> Resolved {
    let count = Count::from_inputs(cx, 0, 1, true);
    body::check_single(cx, 0);
    body::check_single(cx, 1);
    let Some((map, mut iteration)) = mapped(cx, count) else { return absent() };
    iteration.condition = map.outputs.iter().find(|o| o.execution_condition).and_then(|o| o.result);
    let named = map.outputs.iter().any(|o| o.execution_condition);
    if !named {
        let message = "no output of the body is the execution condition".to_owned();
        let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("port_map"), message);
        let finding = finding.note("OpenVINO refuses to run such a Loop, and leaves its outputs unknown");
        cx.report(finding.help("map a boolean Result with purpose=\"execution_condition\""));
        // Whether it goes on is anybody's guess.
        iteration.count.starts = None;
        iteration.condition = Some(usize::MAX);
    }
    Resolved::control_flow(iteration)
}

/// TensorIterator: the slices decide how often it runs.
pub(crate) fn resolve_tensor_iterator(cx: &mut InferContext<'_>) -> Resolved {
    let Some((map, mut iteration)) = mapped(cx, Count::from_dim(&Dim::unknown())) else { return absent() };
    let length = iterations(cx, &map, &iteration.entries);
    iteration.count = Count::from_dim(&length);
    Resolved::control_flow(iteration)
}

fn absent() -> Resolved {
    Resolved::control_flow(Iteration::new(None, Vec::new(), Vec::new(), Count::from_dim(&Dim::unknown())))
}

/// The body and the port map as entries and exits.
fn mapped(cx: &mut InferContext<'_>, count: Count) -> Option<(std::sync::Arc<PortMap>, Iteration)> {
    let Some(graph) = cx.graph("body") else {
        body::missing(cx, "body");
        return None;
    };
    let map = body::port_map(cx, "port_map").unwrap_or_default();
    let mut entries = vec![BodyInput::Own; cx.model().graph(graph).inputs.len()];
    for input in &map.inputs {
        let Some(at) = input.parameter.filter(|&p| p < entries.len()) else { continue };
        if entries[at] != BodyInput::Own {
            mapped_twice(cx, input, at);
            continue;
        }
        entries[at] = match (input.external, input.slice) {
            _ if input.current_iteration => BodyInput::Own,
            (Some(external), Some(cut)) => BodyInput::Slice(slice(cx, input, external, cut)),
            (Some(external), None) => BodyInput::Invariant(external),
            (None, _) => BodyInput::Own,
        };
    }
    for edge in &map.back_edges {
        let (Some(result), Some(parameter)) = (edge.result, edge.parameter) else { continue };
        match entries.get_mut(parameter) {
            Some(entry @ BodyInput::Invariant(_)) => {
                let BodyInput::Invariant(initial) = *entry else { continue };
                *entry = BodyInput::Carried { initial, result };
            }
            Some(BodyInput::Slice(_) | BodyInput::Own) => wrong_back_edge(cx, &map, parameter),
            _ => {}
        }
    }
    let exits = exits(cx, &map, &entries);
    Some((map, Iteration::new(Some(graph), entries, exits, count)))
}

fn exits(cx: &mut InferContext<'_>, map: &PortMap, entries: &[BodyInput]) -> Vec<LoopOutput> {
    let mut exits = vec![LoopOutput::Nothing; cx.output_count()];
    for output in &map.outputs {
        let (Some(slot), Some(result)) = (output.external.and_then(|e| exits.get_mut(e)), output.result) else {
            continue;
        };
        *slot = match output.concat {
            Some(cut) => LoopOutput::Concatenated { result, axis: cut.axis, part: cut.part_size },
            None => {
                let initial = entries.iter().find_map(|e| match *e {
                    BodyInput::Carried { initial, result: r } if r == result => Some(initial),
                    _ => None,
                });
                LoopOutput::Last { result, initial }
            }
        };
    }
    let unmapped = exits.iter().position(|e| *e == LoopOutput::Nothing);
    if let (Some(output), true) = (unmapped, map.outputs.iter().all(|o| o.result.is_some())) {
        let message = format!("the body gives nothing for output {output} of the layer");
        let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("port_map"), message);
        cx.report(finding.help("map a Result of the body to it").data("output", output));
    }
    exits
}

/// One sliced input, and OP204 for a cut that cannot be made.
fn slice(cx: &mut InferContext<'_>, input: &InputMap, external: usize, cut: Slicing) -> Slice {
    let shape = cx.shape(external);
    let part = u64::try_from(cut.part_size).ok().filter(|&p| p > 0);
    let name = cx.input_name(external);
    let mut fault = None;
    if part.is_none() {
        fault = Some(format!("`part_size` is {} (valid: 1 or more)", cut.part_size));
    } else if cut.stride == 0 {
        fault = Some("`stride` is 0, so that no iteration moves on".to_owned());
    }
    let axis = match shape.rank() {
        None => usize::try_from(cut.axis).ok(),
        Some(rank) => {
            let axis = usize::try_from(cut.axis).ok().filter(|&a| a < rank);
            if axis.is_none() && fault.is_none() {
                fault = Some(format!("`axis` is {}, but {name} has rank {rank}", cut.axis));
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
        let finding = Diagnostic::new(&rules::invalid_body::RULE, place, message).label(shape.to_string());
        cx.report(finding.help("change the <input> of the port map").data("input", external));
        return Slice { input: external, axis: None, part: Some(part.unwrap_or(1)) };
    }
    Slice { input: external, axis, part }
}

/// Whether `start` or `end` lies outside of an axis of this size.
fn out_of_bounds(size: u64, cut: &Slicing) -> Option<String> {
    let size = i128::from(size);
    let outside = |at: i64, most: i128| i128::from(at) < -size - 1 || i128::from(at) > most;
    if outside(cut.start, size) {
        return Some(format!("`start` is {}, but axis {} has {size} elements", cut.start, cut.axis));
    }
    outside(cut.end, size).then(|| format!("`end` is {}, but axis {} has {size} elements", cut.end, cut.axis))
}

/// OP204: one parameter, two inputs.
fn mapped_twice(cx: &mut InferContext<'_>, input: &InputMap, parameter: usize) {
    let message = format!("parameter {parameter} of the body is mapped a second time");
    let place = cx.attribute_place("port_map").at(input.span);
    let finding = Diagnostic::new(&rules::invalid_body::RULE, place, message);
    cx.report(finding.help("map each Parameter of the body once").data("parameter", parameter));
}

/// OP204: a back edge to a parameter that is sliced, or that has no value for the first iteration.
fn wrong_back_edge(cx: &mut InferContext<'_>, map: &PortMap, parameter: usize) {
    let entry = map.inputs.iter().find(|i| i.parameter == Some(parameter));
    let why = match entry {
        Some(entry) if entry.current_iteration => "holds the number of the iteration",
        Some(entry) if entry.slice.is_some() => "takes slices of an input",
        _ => "has no input for the first iteration",
    };
    let message = format!("a back edge leads to parameter {parameter} of the body, which {why}");
    let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("port_map"), message);
    let finding = finding.help("map an input of the layer to that Parameter, without an axis");
    cx.report(finding.data("parameter", parameter));
}

/// How often the slices let it run; OP204 if they disagree. Without slices it runs once.
fn iterations(cx: &mut InferContext<'_>, map: &PortMap, entries: &[BodyInput]) -> Dim {
    let mut common: Option<(usize, Dim)> = None;
    for entry in &map.inputs {
        let (Some(cut), Some(external)) = (entry.slice, entry.external) else { continue };
        let sliced = entry.parameter.and_then(|p| entries.get(p));
        let Some(BodyInput::Slice(Slice { axis: Some(axis), .. })) = sliced else { return Dim::unknown() };
        let size = cx.shape(external).dims().and_then(|d| d.get(*axis)).cloned().unwrap_or(Dim::unknown());
        let Some(count) = trip_count::of_slices(&size, &cut) else { return Dim::unknown() };
        common = Some(match common {
            None => (external, count),
            Some((first, so_far)) => match so_far.meet(&count) {
                Some(both) => (first, both),
                None => {
                    let (a, b) = (cx.input_name(first), cx.input_name(external));
                    let message =
                        format!("slices of {a} make {}, but those of {b} make {count}", counted(&so_far, "iteration"));
                    let place = cx.input_place(external).at(entry.span);
                    let finding = Diagnostic::new(&rules::invalid_body::RULE, place, message);
                    let finding = finding.related(cx.input_place(first), so_far.to_string());
                    cx.report(finding.help("cut both into as many parts").data("input", external));
                    return Dim::unknown();
                }
            },
        });
    }
    common.map_or(Dim::exact(1), |(_, count)| count)
}
