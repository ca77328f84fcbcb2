//! The outputs of a loop, and checks of its carried values.

use super::{BodyInput, Loop, LoopOutput};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::{Fact, KnownValue, ValueType};
use crate::ops::{InferContext, body};
use crate::place::Part;
use crate::rules;
use crate::shape::Shape;

impl Loop {
    /// The fact of one output, after this number of iterations.
    pub(super) fn output_fact(
        &self,
        cx: &mut InferContext<'_>,
        exit: LoopOutput,
        results: &[Fact],
        trips: &Dim,
        output: usize,
    ) -> Fact {
        let unknown = |cx: &InferContext<'_>| Fact {
            unknown_reason: Some(cx.unknown_because("the body does not return this output")),
            ..Fact::UNKNOWN
        };
        let of = |result: usize| Some(self.state.growth.without_loop_locals(results.get(result)?.clone()));
        let fact = match exit {
            LoopOutput::Nothing => return unknown(cx),
            LoopOutput::Last { result, initial } => return self.last(cx, result, initial, results, trips),
            LoopOutput::Stacked { result, axis } => of(result).map(|fact| stacked(cx, fact, axis, trips)),
            LoopOutput::Concatenated { result, axis, part } => {
                of(result).map(|fact| or_not_run(concatenated(cx, fact, (axis, part), trips, output), trips))
            }
        };
        let Some(mut fact) = fact else { return unknown(cx) };
        if fact.unknown_reason.is_none() && trips.is_unknown() {
            fact.unknown_reason = Some(cx.unknown_because("the number of iterations is known only at run time"));
        }
        self.batch(cx, fact)
    }

    fn last(
        &self,
        cx: &InferContext<'_>,
        result: usize,
        initial: Option<usize>,
        results: &[Fact],
        trips: &Dim,
    ) -> Fact {
        // If unrolled, use the last iteration by itself, not the join.
        let after = match self.state.unrolled {
            true => self.state.last.get(result),
            false => results.get(result),
        };
        let after = after.cloned().map(|fact| self.batch(cx, self.state.growth.without_loop_locals(fact)));
        let before = initial.map(|i| body::handed(cx, i));
        let fact = match (after, before) {
            (_, Some(before)) if trips.is(0) => before,
            (Some(after), Some(before)) if trips.contains(0) => after.join(&before),
            (Some(after), None) => or_not_run(after, trips),
            (Some(after), _) => after,
            (None, _) => Fact {
                unknown_reason: Some(cx.unknown_because("the body does not return this output")),
                ..Fact::UNKNOWN
            },
        };
        match self.carried.get(&result) {
            Some(&entry) => self.state.growth.after(entry, fact, trips),
            None => fact,
        }
    }

    /// The fact with the leading batch dimension restored.
    fn batch(&self, cx: &InferContext<'_>, fact: Fact) -> Fact {
        if !self.batched {
            return fact;
        }
        let find = |e: &BodyInput| match *e {
            BodyInput::Carried { initial: input, .. } => cx.shape(input).dims()?.first().cloned(),
            BodyInput::Slice(slice) => cx.shape(slice.input).dims()?.first().cloned(),
            _ => None,
        };
        let size = self.batch_size.get_or_init(|| self.body_inputs.iter().find_map(find)).clone();
        let size = size.unwrap_or(Dim::unknown());
        let shape = match fact.shape().dims() {
            Some(dims) => Shape::from_dims(std::iter::once(size).chain(dims.iter().cloned())),
            None => Shape::with_min_rank(fact.shape().min_rank() + 1),
        };
        Fact {
            unknown_reason: fact.unknown_reason.clone(),
            provenance: fact.provenance,
            ..Fact::tensor(fact.element(), shape)
        }
    }

    /// OP204: carried values must keep their element type.
    pub(crate) fn check_carried(&mut self, cx: &mut InferContext<'_>, results: &[Fact]) {
        if self.state.retyped {
            return;
        }
        for (position, entry) in self.body_inputs.iter().enumerate() {
            let BodyInput::Carried { initial, result } = *entry else { continue };
            let (before, after) = (cx.element(initial), results.get(result).and_then(Fact::element));
            let (Some(before), Some(after)) = (before, after) else { continue };
            if before == after {
                continue;
            }
            self.state.retyped = true;
            let name = cx.input_name(initial);
            let message = format!(
                "carried value {name} changes from {before} to {after} in an iteration (output {result} of the body)"
            );
            let finding =
                Diagnostic::new(&rules::invalid_body::RULE, cx.place().part(Part::Input(initial as u32)), message);
            let finding = finding.note("carried values must keep their element type");
            let finding = finding.help(format!("convert output {result} of the body to {before}"));
            cx.report(finding.data("input", position).data("output", result));
        }
    }
}

impl Loop {
    /// OP204: the condition must be a Boolean, and only tensors can be stacked.
    pub(super) fn check_types(&mut self, cx: &mut InferContext<'_>, results: &[Fact]) {
        if self.state.mistyped {
            return;
        }
        let condition = self.condition.and_then(|at| Some((at, results.get(at)?.element()?)));
        if let Some((at, element)) = condition.filter(|&(_, element)| element != ElementType::Bool) {
            self.state.mistyped = true;
            report_result(cx, at, format!("the loop condition, is of type {element}; expected bool"));
        }
        for output in self.node_outputs.clone() {
            let LoopOutput::Stacked { result, .. } = output else { continue };
            let Some(ty @ (ValueType::Sequence(_) | ValueType::Optional(_) | ValueType::Map(..))) =
                results.get(result).map(|fact| &fact.ty)
            else {
                continue;
            };
            self.state.mistyped = true;
            report_result(cx, result, format!("a scan output, is of type {ty}; expected a tensor"));
        }
    }
}

/// A result of a body of IR that may not run at all: OpenVINO then writes 0 for each dimension that it does not know, so that
/// no lower bound holds, no size that follows from others, and no elements.
fn or_not_run(fact: Fact, trips: &Dim) -> Fact {
    let Some(dims) = fact.shape().dims().filter(|_| trips.contains(0)) else { return fact };
    let or_none = |dim: &Dim| if dim.size().is_some() { dim.clone() } else { Dim::interval(0, dim.high()) };
    let ty = ValueType::tensor(fact.element(), Shape::from_dims(dims.iter().map(or_none)));
    Fact { ty, value: KnownValue::Unknown, ..fact }
}

fn report_result(cx: &mut InferContext<'_>, result: usize, what: String) {
    let message = format!("output {result} of the body, {what}");
    let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("body"), message);
    let finding = finding.help(format!("change what the body returns as output {result}"));
    cx.report(finding.data("output", result));
}

/// The results of all iterations, stacked along a new axis.
fn stacked(cx: &mut InferContext<'_>, fact: Fact, axis: i64, trips: &Dim) -> Fact {
    let shape = match fact.shape().dims() {
        None => Shape::with_min_rank(fact.shape().min_rank() + 1),
        Some(dims) => match position(axis, dims.len() + 1) {
            Some(at) => {
                let (before, behind) = dims.split_at(at.min(dims.len()));
                let all = before.iter().chain(std::iter::once(trips)).chain(behind);
                Shape::from_dims(all.cloned().collect::<Vec<_>>())
            }
            None => {
                axis_out_of_range(cx, axis, dims.len() + 1);
                Shape::of_rank(dims.len() + 1)
            }
        },
    };
    Fact {
        unknown_reason: fact.unknown_reason.clone(),
        provenance: fact.provenance,
        ..Fact::tensor(fact.element(), shape)
    }
}

/// The results of all iterations, concatenated.
fn concatenated(cx: &mut InferContext<'_>, fact: Fact, (axis, part): (i64, i64), trips: &Dim, output: usize) -> Fact {
    let shape = match fact.shape().dims() {
        None => {
            let implied = usize::try_from(axis).map_or(0, |a| a.saturating_add(1)).min(cx.limits().max_rank);
            Shape::with_min_rank(fact.shape().min_rank().max(implied))
        }
        Some(dims) => match position(axis, dims.len()) {
            Some(at) => {
                let own = dims.get(at).cloned().unwrap_or(Dim::unknown());
                let fits = u64::try_from(part).is_ok_and(|part| own.contains(part));
                if !fits {
                    report_part_length(cx, part, &own, output);
                }
                let size = if fits { own.mul(trips) } else { Dim::unknown() };
                Shape::from_dims(dims.iter().enumerate().map(|(i, d)| if i == at { size.clone() } else { d.clone() }))
            }
            None => {
                axis_out_of_range(cx, axis, dims.len());
                Shape::of_rank(dims.len())
            }
        },
    };
    Fact {
        unknown_reason: fact.unknown_reason.clone(),
        provenance: fact.provenance,
        ..Fact::tensor(fact.element(), shape)
    }
}

/// An axis counted from the start.
pub(crate) fn position(axis: i64, rank: usize) -> Option<usize> {
    let from_start = if axis < 0 { i128::from(axis) + rank as i128 } else { axis.into() };
    usize::try_from(from_start).ok().filter(|&a| a < rank)
}

/// OP102 for an axis along which outputs are stacked or concatenated.
fn axis_out_of_range(cx: &mut InferContext<'_>, axis: i64, rank: usize) {
    let message = match rank {
        0 => format!("axis {axis} is out of range: the result of the body is a scalar"),
        _ => format!("axis {axis} is out of range for an output of rank {rank}; expected -{rank}..={}", rank - 1),
    };
    let place = if cx.attribute_record("scan_output_axes").is_some() {
        cx.attribute_place("scan_output_axes")
    } else {
        cx.attribute_place("port_map")
    };
    let finding = Diagnostic::new(&rules::axis_out_of_range::RULE, place, message);
    cx.report(finding.help("use an axis within the rank of the output").data("axis", axis).data("rank", rank));
}

/// OP204: the part length differs from that of the body's result.
fn report_part_length(cx: &mut InferContext<'_>, part: i64, own: &Dim, output: usize) {
    let message =
        format!("output {output} is concatenated from parts of length {part}; expected {own}, the length in the body");
    let finding = Diagnostic::new(&rules::invalid_body::RULE, cx.attribute_place("port_map"), message);
    let finding = finding.help(format!("set part_size=\"{own}\""));
    cx.report(finding.data("output", output).data("part_size", part));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_not_run_has_no_size_that_follows_from_another() {
        let shape = Shape::from_dims([Dim::from("N"), Dim::exact(3), Dim::interval(2, 9)]);
        let fact = Fact::tensor(ElementType::F32, shape);
        let run = |trips| or_not_run(fact.clone(), &trips).ty.to_string();
        assert_eq!([run(Dim::unknown()), run(Dim::interval(1, 4))], ["f32[?,3,0..9]", "f32[N,3,2..9]"]);
    }
}
