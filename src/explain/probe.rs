//! Infers a node again with one property of one input weakened or strengthened.

use super::work::cost;
use super::{Explainer, FactProperty};
use crate::diagnostic::Diagnostics;
use crate::fact::Fact;
use crate::graph::Operand;
use crate::ids::{NodeId, ValueId};
use crate::node::function_call::Calls;
use crate::node::run::{NodeOperator, NodeRun};
use crate::ops::Found;

/// Maximum number of inputs examined per node.
const INPUTS: usize = 32;

/// A node, and its outputs for the facts of its inputs.
pub(crate) struct Probe {
    pub(crate) node: NodeId,
    inputs: Vec<Fact>,
    pub(crate) outputs: Vec<Fact>,
    faults: usize,
    cost: u64,
}

/// The result of probing a node.
pub(crate) enum Asked {
    Answer(Probe),
    /// The node runs bodies.
    Body,
    /// The work budget is exhausted.
    Spent,
}

/// The properties that determine an output, and whether unexamined inputs may also determine it.
#[derive(Default)]
pub(crate) struct Deciders {
    pub(crate) found: Vec<(ValueId, FactProperty)>,
    pub(crate) cut: bool,
}

/// The question for a probe: one property of one output.
struct Question<'p> {
    probe: &'p mut Probe,
    output: usize,
    own: Fact,
    aspect: FactProperty,
    /// Whether dimensions of an input were omitted.
    cut: bool,
}

impl Explainer<'_> {
    /// Infers a node from the facts of its inputs.
    pub(crate) fn probe(&mut self, node: NodeId) -> Asked {
        let model = self.model;
        if let Some(start) = self.start.take_if(|start| start.node == node) {
            return Asked::Answer(start);
        }
        let ends = 1 + (model.inputs(node).len() + model.outputs(node).len()) as u64;
        if !self.work.spend(ends) {
            return Asked::Spent;
        }
        let mut inputs = self.operands(node);
        let elements = self.options.limits.max_tracked_elements_per_tensor;
        let cost = ends + inputs.iter().map(|fact| cost(fact, elements)).sum::<u64>();
        if !self.work.spend(cost) {
            return Asked::Spent;
        }
        match self.infer(node, &mut inputs) {
            Some((outputs, faults)) => Asked::Answer(Probe { node, inputs, outputs, faults, cost }),
            None => Asked::Body,
        }
    }

    /// The facts of the inputs of a node.
    pub(crate) fn operands(&self, node: NodeId) -> Vec<Fact> {
        let known = |operand: &Operand| operand.value().map_or(Fact::UNKNOWN, |v| self.facts.get(v));
        self.model.inputs(node).iter().map(known).collect()
    }

    /// The outputs of a node for these input facts, and its number of errors; `None` for a node that runs bodies.
    fn infer(&mut self, node: NodeId, inputs: &mut Vec<Fact>) -> Option<(Vec<Fact>, usize)> {
        self.work.inferences += 1;
        let op = self.lookups.resolve(node);
        let bindings = self.facts.bindings(self.model.node(node).graph).unwrap_or_default();
        let run = NodeRun::new(self.model, self.options, op, node, std::mem::take(inputs)).bindings(bindings);
        let mut diagnostics = Diagnostics::new(self.model.dialect(), 0);
        let found = Found { diagnostics: &mut diagnostics, constraints: None, names: Some(&self.names) };
        let outcome = run.ask(&Calls::default(), found);
        *inputs = outcome.inputs;
        matches!(outcome.operator, NodeOperator::Plain(_)).then(|| (outcome.outputs, diagnostics.dropped()))
    }

    /// The input properties that determine this property of an output.
    pub(crate) fn deciders(&mut self, probe: &mut Probe, output: usize, aspect: FactProperty) -> Deciders {
        let own = probe.outputs.get(output).cloned().unwrap_or(Fact::UNKNOWN);
        let operands = self.model.inputs(probe.node);
        let mut asked = Question { probe, output, own, aspect, cut: operands.len() > INPUTS };
        let mut deciders = Deciders::default();
        self.work.start_node();
        for (index, operand) in operands.iter().enumerate().take(INPUTS) {
            let Some(value) = operand.value() else { continue };
            let mut found = Vec::new();
            let looked = self.of_input(&mut asked, index, &mut found);
            deciders.found.extend(found.into_iter().map(|aspect| (value, aspect)));
            if looked.is_none() {
                asked.cut = true;
                break;
            }
        }
        self.work.end_node();
        deciders.cut = asked.cut;
        if deciders.found.is_empty() && !aspect.is_vague(&asked.own) {
            // If two inputs have the same property, neither determines the output alone.
            let alike = |(operand, fact): (&Operand, &Fact)| Some((operand.value()?, aspect.alike(&asked.own, fact)?));
            deciders.found.extend(operands.iter().zip(&asked.probe.inputs).find_map(alike));
        }
        deciders
    }

    /// The properties of one input that determine it; `None` if the budget ended before all were examined.
    fn of_input(&mut self, asked: &mut Question<'_>, index: usize, found: &mut Vec<FactProperty>) -> Option<()> {
        match asked.aspect {
            FactProperty::Type => self.each(asked, index, [FactProperty::Type, FactProperty::Element], found),
            FactProperty::Element => self.each(asked, index, [FactProperty::Element], found),
            _ => {
                self.each(asked, index, [FactProperty::Elements], found)?;
                if !found.is_empty() {
                    *found = vec![self.item(asked, index)?.unwrap_or(FactProperty::Elements)];
                    return Some(());
                }
                self.dims(asked, index, found)?;
                // If a dimension determines the output, the rank does not.
                if found.is_empty() { self.each(asked, index, [FactProperty::Rank], found) } else { Some(()) }
            }
        }
    }

    /// The candidates among these input properties that determine it.
    fn each(
        &mut self,
        asked: &mut Question<'_>,
        index: usize,
        candidates: impl IntoIterator<Item = FactProperty>,
        found: &mut Vec<FactProperty>,
    ) -> Option<()> {
        let weaker = !asked.aspect.is_vague(&asked.own);
        for candidate in candidates {
            let Some(changed) = candidate.perturb(&asked.probe.inputs[index], weaker) else { continue };
            let (changes, faults) = self.ask(asked, index, changed)?;
            // A candidate that causes an error when tried also determines something.
            if changes || (!weaker && candidate == FactProperty::Elements && faults > asked.probe.faults) {
                found.push(candidate);
            }
        }
        Some(())
    }

    /// The dimensions of an input that determine it: the one at the same position first, since usually no other does.
    fn dims(&mut self, asked: &mut Question<'_>, index: usize, found: &mut Vec<FactProperty>) -> Option<()> {
        let input = asked.probe.inputs[index].clone();
        let aligned = asked.aspect.aligned(&asked.own, &input);
        self.each(asked, index, aligned, found)?;
        let weaker = !asked.aspect.is_vague(&asked.own);
        let handed_on = |at: &FactProperty| match weaker {
            true => asked.aspect.equals(&asked.own, *at, &input),
            false => at.is_vague(&input) || asked.own.shape().rank() == input.shape().rank(),
        };
        if found.iter().any(handed_on) {
            return Some(());
        }
        // Weakening all others at once shows whether any of them matters.
        if weaker {
            let Some(changed) = FactProperty::without_dims(&input, aligned) else { return Some(()) };
            if !self.ask(asked, index, changed)?.0 {
                return Some(());
            }
        }
        asked.cut |= FactProperty::dims(&input).count() < input.shape().rank().unwrap_or(0);
        let others = FactProperty::dims(&input).filter(|at| Some(*at) != aligned);
        self.each(asked, index, others, found)?;
        found.sort_by_key(FactProperty::axis);
        Some(())
    }

    /// The single element of an input that determines it, if there is one.
    fn item(&mut self, asked: &mut Question<'_>, index: usize) -> Option<Option<FactProperty>> {
        for item in FactProperty::items(&asked.probe.inputs[index]) {
            let Some(changed) = item.perturb(&asked.probe.inputs[index], true) else { continue };
            if self.ask(asked, index, changed)?.0 {
                return Some(Some(item));
            }
        }
        Some(None)
    }

    /// Whether a different input fact changes the examined property, and the resulting number of errors; `None` if the
    /// budget is exhausted.
    fn ask(&mut self, asked: &mut Question<'_>, index: usize, changed: Fact) -> Option<(bool, usize)> {
        let Question { probe, output, own, aspect, .. } = asked;
        if !self.work.spend(probe.cost) {
            return None;
        }
        let kept = std::mem::replace(&mut probe.inputs[index], changed);
        let answer = self.infer(probe.node, &mut probe.inputs);
        probe.inputs[index] = kept;
        let (outputs, faults) = answer.unwrap_or_default();
        Some((outputs.get(*output).is_some_and(|fact| !aspect.same(fact, own)), faults))
    }
}
