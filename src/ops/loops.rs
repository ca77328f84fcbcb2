//! Loop, Scan and TensorIterator: run a body repeatedly.
//!
//! A loop with a known small number of iterations is unrolled. Any other is analyzed until the facts of its carried
//! values hold for every iteration: they are joined, then widened, so that they converge after a few rounds.

mod definition;
mod growth;
mod onnx;
mod openvino;
mod outputs;
mod trip_count;
mod widening;

pub(crate) use definition::OPERATORS;

use std::sync::OnceLock;

use hashbrown::HashMap;

use self::growth::LinearGrowth;
use self::trip_count::TripCount;
use super::held::Held;
use super::{BodyCall, BodyFacts, BodyRuns, ControlFlow, InferContext, body};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, KnownValue, UnknownReason, ValueType};
use crate::ids::GraphId;
use crate::shape::Shape;

/// The source of an input of the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BodyInput {
    /// None: the fact is what the body declares.
    Own,
    /// The iteration number.
    Counter,
    /// The loop condition, which is true inside the loop: an input of the node in the first iteration, then a result of the
    /// body.
    Condition { initial: usize, result: usize },
    /// An input of the node, the same in every iteration.
    Invariant(usize),
    /// An input of the node in the first iteration, then this result of the previous iteration.
    Carried { initial: usize, result: usize },
    /// A slice of an input of the node, along an axis.
    Slice(Slice),
}

/// How an input of the node is sliced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Slice {
    input: usize,
    /// Counted from the start, if it is valid; `None` otherwise.
    axis: Option<usize>,
    /// The length of a slice; `None` if the axis is removed, because a slice is one element.
    part: Option<u64>,
}

/// The source of an output of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LoopOutput {
    /// No result of the body; already reported.
    Nothing,
    /// A result of the last iteration; without iterations, the initial value.
    Last { result: usize, initial: Option<usize> },
    /// The results of all iterations, stacked along a new axis.
    Stacked { result: usize, axis: i64 },
    /// The results of all iterations, concatenated along one of their axes, each of this length.
    Concatenated { result: usize, axis: i64, part: i64 },
}

/// A resolved Loop, Scan or TensorIterator.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    body: Option<GraphId>,
    /// Indexed by input of the body.
    body_inputs: Vec<BodyInput>,
    /// By result of the body: the first of its inputs to which it is carried.
    carried: HashMap<usize, usize>,
    /// Indexed by output of the node.
    node_outputs: Vec<LoopOutput>,
    /// The result that determines whether another iteration runs; `None` if only the trip count does.
    condition: Option<usize>,
    count: TripCount,
    /// Whether every value has a leading batch dimension, which the body does not see.
    batched: bool,
    /// The size of that dimension, if it is known, once it was looked for.
    batch_size: OnceLock<Option<Dim>>,
    state: State,
}

/// The progress of the analysis of a loop.
#[derive(Clone, Debug, Default)]
struct State {
    round: usize,
    /// Whether every iteration is analyzed separately.
    unrolled: bool,
    inputs: Vec<Fact>,
    /// If unrolled, for each result the join over all iterations, and the fact of the last one.
    all: Vec<Fact>,
    last: Vec<Fact>,
    /// The carried dimensions that grow linearly.
    growth: LinearGrowth,
    /// Whether a change of a carried type was reported.
    retyped: bool,
    /// Whether a result of a type that a loop cannot use was reported.
    mistyped: bool,
}

impl Loop {
    fn new(
        body: Option<GraphId>,
        body_inputs: Vec<BodyInput>,
        node_outputs: Vec<LoopOutput>,
        count: TripCount,
    ) -> Loop {
        let mut carried = HashMap::new();
        for (at, input) in body_inputs.iter().enumerate() {
            if let BodyInput::Carried { result, .. } = *input {
                carried.entry(result).or_insert(at);
            }
        }
        let state = State::default();
        Loop {
            body,
            body_inputs,
            carried,
            node_outputs,
            condition: None,
            count,
            batched: false,
            batch_size: OnceLock::new(),
            state,
        }
    }

    /// The facts of the body's inputs in the first iteration.
    fn first_inputs(&self, cx: &mut InferContext<'_>, unrolled: bool) -> Vec<Fact> {
        let (mut held, mut is_cut) = (Held::new(self.body_inputs.len()), false);
        let first = |(at, entry)| {
            let mut fact = self.first_input(cx, (at, entry), unrolled, held.has_room());
            is_cut |= held.limit(&mut fact);
            fact
        };
        let inputs = self.body_inputs.iter().enumerate().map(first).collect();
        if is_cut {
            cx.report(Held::finding(cx.place()));
        }
        inputs
    }

    /// The fact of one of them, with the elements of a state if there is room.
    fn first_input(
        &self,
        cx: &InferContext<'_>,
        (at, entry): (usize, &BodyInput),
        unrolled: bool,
        has_room: bool,
    ) -> Fact {
        let declared = || {
            let parameter = *cx.model().graph(self.body?).inputs.get(at)?;
            Some(cx.model().declared(parameter)?.as_tensor()?.shape.clone())
        };
        match *entry {
            BodyInput::Own => Fact::UNKNOWN,
            BodyInput::Counter => {
                let last = self.count.limit.high().saturating_sub(1).max(0);
                let first = if unrolled { SymInt::exact(0) } else { SymInt::interval(0, last.min(i64::MAX.into())) };
                single(declared().and_then(|shape| shape.rank()), ElementType::I64, first)
            }
            BodyInput::Condition { initial, .. } => {
                let declared = declared().unwrap_or(Shape::UNKNOWN);
                match cx.shape(initial).rank() {
                    Some(_) => condition(&cx.shape(initial)),
                    // The rank that the body declares is that of the condition which ONNX Runtime passes.
                    None if declared.rank().is_some() || cx.has_input(initial) => condition(&declared),
                    None => condition(&Shape::scalar()),
                }
            }
            BodyInput::Invariant(input) => self.unbatched(body::handed(cx, input)),
            BodyInput::Carried { initial, .. } => {
                let fact = self.unbatched(body::handed(cx, initial));
                // Elements keep their bounds when they are joined with those of later iterations.
                match has_room.then(|| cx.elements_of(&fact)).flatten() {
                    Some(elements) => fact.with_elements(Some(elements)),
                    None => fact,
                }
            }
            BodyInput::Slice(slice) => slice.part_of(self.unbatched(body::handed(cx, slice.input))),
        }
    }

    /// The fact without the leading batch dimension.
    fn unbatched(&self, fact: Fact) -> Fact {
        if !self.batched {
            return fact;
        }
        let shape = match fact.shape().dims() {
            Some(dims) => Shape::from_dims(dims.iter().skip(1).cloned()),
            None => Shape::with_min_rank(fact.shape().min_rank().saturating_sub(1)),
        };
        Fact {
            unknown_reason: fact.unknown_reason.clone(),
            provenance: fact.provenance,
            ..Fact::tensor(fact.element(), shape)
        }
    }

    /// Processes the results of a round. Returns whether another round is needed.
    fn advance(&mut self, cx: &mut InferContext<'_>, results: &[Fact]) -> bool {
        self.check_carried(cx, results);
        self.check_types(cx, results);
        if self.state.unrolled {
            return self.advance_unrolled(cx, results);
        }
        self.state.round += 1;
        let (round, limit) = (self.state.round, cx.limits().max_loop_iterations);
        let mut changed = false;
        for (at, (entry, known)) in self.body_inputs.iter().zip(&mut self.state.inputs).enumerate() {
            if let BodyInput::Condition { result, .. } = *entry {
                let next = next_condition(known, results.get(result));
                changed |= next.ty != known.ty;
                *known = next;
            }
            let BodyInput::Carried { result, .. } = *entry else { continue };
            let next = self.state.growth.hold(at, carried(known, results.get(result)));
            if let Some(mut wider) = widening::step(known, &next, round, limit) {
                if round == 1 && !self.batched {
                    wider = self.state.growth.begin(cx.node(), at, known, &next, wider);
                }
                if wider.ty != known.ty {
                    wider.unknown_reason = Some(cx.unknown_because(why_widened(round, limit)));
                }
                *known = wider;
                changed = true;
            }
        }
        changed
    }

    /// Executes one iteration: results become inputs. Restarts without unrolling if it is uncertain whether another
    /// runs.
    fn advance_unrolled(&mut self, cx: &mut InferContext<'_>, results: &[Fact]) -> bool {
        let state = &mut self.state;
        state.round += 1;
        match state.all.is_empty() {
            true => state.all = results.to_vec(),
            false => state.all = state.all.iter().zip(results).map(|(a, b)| a.join(b)).collect(),
        }
        state.last = results.to_vec();
        if self.count.limit.value().is_none_or(|total| state.round as i128 >= total) {
            return false;
        }
        match self.condition.map_or(Some(true), |c| truth(cx, results.get(c))) {
            Some(true) => {}
            Some(false) => return false,
            None => {
                let (retyped, mistyped) = (state.retyped, state.mistyped);
                let inputs = self.first_inputs(cx, false);
                self.state = State { inputs, retyped, mistyped, ..State::default() };
                return true;
            }
        }
        let round = self.state.round as i128;
        for (entry, known) in self.body_inputs.iter().zip(&mut self.state.inputs) {
            match *entry {
                BodyInput::Carried { result, .. } => *known = carried(known, results.get(result)),
                BodyInput::Counter => known.value = KnownValue::Elements(Elements::of_ints([round])),
                BodyInput::Condition { result, .. } => *known = next_condition(known, results.get(result)),
                _ => {}
            }
        }
        true
    }

    fn finish(&mut self, cx: &mut InferContext<'_>, results: &[Fact]) {
        self.state.growth.settle(&self.state.inputs);
        let trips = self.trips(cx, results);
        let results = if self.state.unrolled { &self.state.all } else { results };
        for (output, exit) in self.node_outputs.iter().enumerate() {
            let fact = self.output_fact(cx, *exit, results, &trips, output);
            cx.set(output, fact);
        }
    }

    /// The number of iterations.
    fn trips(&self, cx: &InferContext<'_>, results: &[Fact]) -> Dim {
        match self.state.unrolled {
            true => Dim::exact(self.state.round as u64),
            false => {
                let trips = self.count.trips(self.condition.map_or(Some(true), |c| truth(cx, results.get(c))));
                self.named(cx, trips)
            }
        }
    }

    /// A data-dependent number of iterations, named after the first output that has one element per iteration.
    fn named(&self, cx: &InferContext<'_>, trips: Dim) -> Dim {
        let stacked = self.node_outputs.iter().enumerate().find_map(|(output, exit)| match *exit {
            LoopOutput::Stacked { axis: 0, .. } => Some(output),
            _ => None,
        });
        let open = trips.expr().is_none() && self.condition.is_some();
        stacked
            .filter(|_| open)
            .map_or(trips.clone(), |output| cx.data_dependent_dim(output, 0, trips.low(), trips.high()))
    }
}

/// A tensor with one element: of rank 1 if the body declares it so, otherwise a scalar.
fn single(rank: Option<usize>, element: ElementType, value: SymInt) -> Fact {
    let shape = if rank == Some(1) { Shape::from_dims([1u64]) } else { Shape::scalar() };
    Fact::tensor(element, shape).with_elements(Some(Elements::Ints([value].into())))
}

/// The condition inside the loop, where the one that comes in has this shape: one element of the same rank, which is true.
fn condition(shape: &Shape) -> Fact {
    match shape.rank() {
        Some(rank) => {
            let shape = Shape::from_dims(vec![1u64; rank]);
            Fact::tensor(ElementType::Bool, shape).with_elements(Some(Elements::of_ints([1])))
        }
        None => Fact::tensor(ElementType::Bool, Shape::UNKNOWN),
    }
}

/// The condition in this iteration or the next one, which has the shape that the body returned.
fn next_condition(before: &Fact, result: Option<&Fact>) -> Fact {
    condition(&before.shape().join(result.map_or(&Shape::UNKNOWN, Fact::shape)))
}

/// A result of the body as the next iteration receives it: for a carried optional, a plain value is one that is
/// present.
fn carried(before: &Fact, result: Option<&Fact>) -> Fact {
    let result = result.cloned().unwrap_or(Fact::UNKNOWN);
    match (&before.ty, &result.ty) {
        (ValueType::Optional(_), ValueType::Optional(_) | ValueType::Unknown) => result,
        (ValueType::Optional(_), held) => Fact { ty: ValueType::Optional(held.clone().into()), ..result },
        _ => result,
    }
}

/// Whether a single boolean is true, if that is certain.
fn truth(cx: &InferContext<'_>, fact: Option<&Fact>) -> Option<bool> {
    match cx.elements_of(fact?)?.ints()? {
        [only] => only.value().map(|v| v != 0),
        _ => None,
    }
}

impl Slice {
    /// The fact of one slice.
    fn part_of(self, fact: Fact) -> Fact {
        let why: Option<UnknownReason> = fact.unknown_reason.clone();
        let shape = match (fact.shape().dims(), self.axis) {
            (Some(dims), Some(axis)) => {
                Shape::from_dims(dims.iter().enumerate().filter_map(|(i, dim)| match self.part {
                    _ if i != axis => Some(dim.clone()),
                    part => part.map(Dim::exact),
                }))
            }
            (Some(dims), None) if self.part.is_some() => Shape::of_rank(dims.len()),
            (Some(dims), None) => Shape::of_rank(dims.len().saturating_sub(1)),
            (None, _) => Shape::with_min_rank(fact.shape().min_rank().saturating_sub(usize::from(self.part.is_none()))),
        };
        Fact { unknown_reason: why, provenance: fact.provenance, ..Fact::tensor(fact.element(), shape) }
    }
}

/// Why a value that the loop carries is not known after this pass over the body.
fn why_widened(round: usize, limit: usize) -> String {
    let name = "`max_loop_iterations`";
    match round {
        _ if round < limit => "the value changes in every iteration of the loop".to_owned(),
        _ if round < 2 * limit => {
            format!("the value still changes after {limit} passes over the body, the limit {name}")
        }
        _ => {
            format!("values of the loop still change after {} passes over the body, twice the limit {name}", 2 * limit)
        }
    }
}

impl ControlFlow for Loop {
    fn resume(&mut self, cx: &mut InferContext<'_>, results: Option<BodyFacts>) -> Option<BodyCall> {
        let Some(graph) = self.body else {
            let why = cx.unknown_because("the node has no body");
            (0..cx.output_count()).for_each(|o| cx.set(o, Fact { unknown_reason: Some(why.clone()), ..Fact::UNKNOWN }));
            return None;
        };
        match results {
            None => {
                let few = 1..=cx.limits().max_loop_iterations as i128;
                let unrolled = self.count.starts == Some(true)
                    && self.count.limit.value().is_some_and(|n| few.contains(&n))
                    && self.body_inputs.iter().any(|e| matches!(e, BodyInput::Carried { .. }));
                self.state = State { unrolled, inputs: self.first_inputs(cx, unrolled), ..State::default() };
            }
            Some(results) => {
                if !self.advance(cx, &results) {
                    self.finish(cx, &results);
                    return None;
                }
            }
        }
        let reachable = !self.count.trips(Some(true)).is(0);
        Some(BodyCall { graph, inputs: self.state.inputs.clone(), reachable })
    }

    fn results(&self, _cx: &InferContext<'_>, output: usize) -> Vec<(GraphId, usize)> {
        let result = self.node_outputs.get(output).and_then(|exit| match *exit {
            LoopOutput::Nothing => None,
            LoopOutput::Last { result, .. }
            | LoopOutput::Stacked { result, .. }
            | LoopOutput::Concatenated { result, .. } => Some(result),
        });
        self.body.zip(result).into_iter().collect()
    }

    fn body_runs(&self, cx: &InferContext<'_>, results: &dyn Fn(GraphId) -> BodyFacts) -> Option<BodyRuns> {
        let body = self.body?;
        let trips = self.trips(cx, &results(body));
        let known = |trips: &Dim| trips.size().is_some() || trips.expr().is_some();
        // An output with one element per iteration names a number that the data decides.
        let stacked = self.node_outputs.iter().enumerate().find_map(|(output, exit)| match *exit {
            LoopOutput::Stacked { axis: 0, .. } => cx.output_shape(output).dims()?.first().cloned(),
            _ => None,
        });
        Some(BodyRuns::Times(body, if known(&trips) { trips } else { stacked.unwrap_or(trips) }))
    }
}
