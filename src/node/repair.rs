//! Single edits that make a faulty node valid. Such an edit shows that all errors of the node have one cause, and it is
//! the best help.

use super::run::NodeRun;
use crate::diagnostic::{Diagnostic, Label};
use crate::dialect::Dialect;
use crate::fact::{Fact, KnownValue, ValueType};
use crate::fix_edit::{Fix, FixEdit, FixValue};
use crate::graph::ValueRole;
use crate::ops::{InferContext, Operator};
use crate::place::Part;
use crate::rules;
use crate::shape::Shape;

/// The maximum number of inputs of which pairs are exchanged.
const MOST_INPUTS: usize = 8;
/// The maximum number of errors that may have one cause: each edit that is tried finds all of them again.
const MOST_ERRORS: usize = 64;

/// An edit that makes a node valid.
#[derive(Debug)]
pub(crate) struct Repair {
    /// The edit, imperative.
    pub(crate) help: String,
    /// The places that it changes, with what they show; a finding about the first is the best one.
    pub(crate) places: Vec<Label>,
    /// The same for [`fix`](crate::fix), where the edit is one of the graph.
    edits: Vec<FixEdit>,
}

/// What decides whether an edit makes a node valid, besides the node itself.
pub(crate) struct Surroundings<'a> {
    /// Further checks of the inputs.
    pub(crate) inputs: &'a dyn Fn(&mut InferContext<'_>),
    /// Whether the file allows such outputs.
    pub(crate) outputs: &'a dyn Fn(&[Fact]) -> bool,
}

/// Whether these errors of a node are of a kind that one wrong input or attribute causes.
pub(crate) fn may_have_one_cause<'d>(errors: impl Iterator<Item = &'d Diagnostic>) -> bool {
    let decisive = [
        &rules::incompatible_shapes::RULE,
        &rules::wrong_input_rank::RULE,
        &rules::mismatched_types::RULE,
        &rules::type_not_allowed::RULE,
        &rules::wrong_axes_type::RULE,
    ];
    let accompanying =
        [&rules::invalid_attribute_value::RULE, &rules::recorded_input_mismatch::RULE, &rules::wrong_axes_rank::RULE];
    let (mut any, mut all, mut recorded) = (false, true, 0);
    for (before, error) in errors.enumerate() {
        // Of two inputs that are not what the file records, each may be what it records for the other.
        recorded += usize::from(*error.rule == rules::recorded_input_mismatch::RULE);
        any |= decisive.contains(&&*error.rule) || recorded > 1;
        let fits = decisive.contains(&&*error.rule) || accompanying.contains(&&*error.rule);
        all &= fits && before < MOST_ERRORS;
    }
    any && all
}

/// The first edit that makes the node valid.
pub(crate) fn find(run: &NodeRun<'_>, operator: &dyn Operator, around: &Surroundings<'_>) -> Option<Repair> {
    swapped(run, around).or_else(|| other_attribute(run, operator, around)).or_else(|| transposed(run, around))
}

fn is_valid(run: &NodeRun<'_>, inputs: Vec<Fact>, other: Option<&dyn Operator>, around: &Surroundings<'_>) -> bool {
    run.valid_outputs(inputs, other, around.inputs).is_some_and(|outputs| (around.outputs)(&outputs))
}

fn label(run: &NodeRun<'_>, input: usize) -> Label {
    let (.., facts) = run.parts();
    Label { place: run.with_context(|cx| cx.input_place(input)), text: facts[input].ty.to_string() }
}

/// Two inputs in each other's position.
fn swapped(run: &NodeRun<'_>, around: &Surroundings<'_>) -> Option<Repair> {
    let (.., facts) = run.parts();
    let known = |at: &usize| facts[*at].ty.as_tensor().is_some_and(|t| t.element.is_some() && t.shape.rank().is_some());
    let known: Vec<usize> = (0..facts.len().min(MOST_INPUTS)).filter(known).collect();
    let pairs = known.iter().flat_map(|&a| known.iter().filter(move |&&b| a < b).map(move |&b| (a, b)));
    // Constants usually come last.
    let usual = |&(a, b): &(usize, usize)| {
        let is_constant = |at: usize| matches!(facts[at].value, KnownValue::Constant(_));
        is_constant(a) || !is_constant(b)
    };
    // A type decides without such a convention.
    let types_differ = |&(a, b): &(usize, usize)| facts[a].element() != facts[b].element();
    for (a, b) in pairs.filter(|&(a, b)| facts[a].ty != facts[b].ty).filter(|p| usual(p) || types_differ(p)) {
        let mut inputs = facts.to_vec();
        inputs.swap(a, b);
        if is_valid(run, inputs, None, around) {
            let [x, y] = [a, b].map(|input| run.with_context(|cx| cx.input_name(input)));
            let help = format!("swap the inputs {x} and {y}: each fits the position of the other");
            return Some(Repair { help, places: vec![label(run, a), label(run, b)], edits: exchange(run, a, b) });
        }
    }
    None
}

/// The edits that exchange two inputs.
fn exchange(run: &NodeRun<'_>, a: usize, b: usize) -> Vec<FixEdit> {
    let (model, node, _) = run.parts();
    let read = |input: usize| model.inputs(node).get(input).and_then(|operand| operand.value());
    let Some((x, y)) = read(a).zip(read(b)) else { return Vec::new() };
    vec![FixEdit::SetInput { node, input: a, value: y }, FixEdit::SetInput { node, input: b, value: x }]
}

/// Another value of an attribute.
fn other_attribute(run: &NodeRun<'_>, operator: &dyn Operator, around: &Surroundings<'_>) -> Option<Repair> {
    let (.., facts) = run.parts();
    let alternatives = run.with_context(|cx| operator.alternatives(cx));
    let valid = alternatives.into_iter().find(|a| is_valid(run, facts.to_vec(), Some(&*a.operator), around))?;
    let name = valid.attribute;
    let place = run.with_context(|cx| cx.attribute_place(name));
    let places = match place.part {
        Part::Attribute(_) => vec![Label { place, text: format!("`{name}`") }],
        _ => Vec::new(),
    };
    let (model, node, _) = run.parts();
    let value = match valid.value.parse() {
        Ok(number) if model.dialect() == Dialect::Onnx => FixValue::Int(number),
        _ => FixValue::Text(valid.value.clone()),
    };
    let edits = vec![FixEdit::SetAttribute { node, name: name.to_owned(), value }];
    Some(Repair { help: format!("set `{name}` to {}", valid.value), places, edits })
}

/// A constant or a parameter with two axes exchanged: the last two, or the first two.
fn transposed(run: &NodeRun<'_>, around: &Surroundings<'_>) -> Option<Repair> {
    let (model, node, facts) = run.parts();
    for (input, operand) in model.inputs(node).iter().enumerate().take(MOST_INPUTS) {
        let is_weight = |value| matches!(model.value(value).role, ValueRole::Initializer(_) | ValueRole::Input { .. });
        let constant = matches!(facts[input].value, KnownValue::Constant(_));
        if !constant && !operand.value().is_some_and(is_weight) {
            continue;
        }
        let rank = facts[input].shape().rank().unwrap_or_default();
        let axes =
            if rank == 2 { vec![(0, 1)] } else { vec![(0, 1), (rank.saturating_sub(2), rank.saturating_sub(1))] };
        for (a, b) in axes.into_iter().filter(|_| rank >= 2) {
            let mut inputs = facts.to_vec();
            inputs[input] = exchanged(&facts[input], a, b);
            if inputs[input].ty != facts[input].ty && is_valid(run, inputs, None, around) {
                let name = run.with_context(|cx| cx.input_name(input));
                let help = match rank {
                    2 => format!("transpose {name}"),
                    _ => format!("exchange the axes {a} and {b} of {name}"),
                };
                return Some(Repair { help, places: vec![label(run, input)], edits: Vec::new() });
            }
        }
    }
    None
}

fn exchanged(fact: &Fact, a: usize, b: usize) -> Fact {
    let mut dims = fact.shape().dims().unwrap_or_default().to_vec();
    dims.swap(a, b);
    Fact::from(ValueType::tensor(fact.element(), Shape::from_dims(dims)))
}

impl Repair {
    /// How well a finding states what the edit repairs: best if it is about what the edit changes, worst if it is about
    /// a type that the file merely records.
    pub(crate) fn rank(&self, finding: &Diagnostic) -> u8 {
        match &*finding.rule {
            rule if *rule == rules::recorded_input_mismatch::RULE => 2,
            _ => u8::from(self.places.first().is_none_or(|label| label.place.part != finding.place.part)),
        }
    }

    /// Puts the edit into a finding.
    pub(crate) fn apply(self, finding: &mut Diagnostic) {
        if !self.edits.is_empty() {
            finding.fix = Some(Box::new(Fix::guess(self.help.clone(), self.edits)));
        }
        finding.help = vec![self.help];
        for label in self.places {
            let known = label.place.part == finding.place.part;
            if !known && finding.related.iter().all(|other| other.place.part != label.place.part) {
                finding.related.push(label);
            }
        }
    }
}
