//! Where a dimension, an element type or a value comes from: step by step back to its first cause.
//!
//! Nothing is recorded while facts are inferred. A node is asked again instead, with one thing about one input known
//! less well (or, where the output is vague, better): if the output changes, that is what decides it.

mod aspect;

use std::collections::HashSet;
use std::sync::Arc;

pub use aspect::Aspect;

use super::Options;
use super::call::Calls;
use super::facts::FactStore;
use super::lookup::Lookups;
use super::made::MadeNames;
use super::named::is_named;
use super::order;
use crate::diagnostic::Sink;
use crate::fact::{Content, Fact, Origin, Reason};
use crate::graph::{GraphRole, Model, NodeId, Operand, ValueId, ValueRole};
use crate::ops::Resolved;

/// Inputs of one node that are looked at.
const INPUTS: usize = 32;
/// Steps of an explanation that a caller asks for.
const STEPS: usize = 10_000;

/// Why one thing about a value is as it is: the way back, and where it ends.
#[derive(Clone, Debug)]
pub struct Chain {
    /// What is explained, of the first step's value.
    pub aspect: Aspect,
    /// The way back: each value follows from the next one.
    pub steps: Vec<Step>,
    /// The first cause, a sentence.
    pub cause: String,
}

/// One value on the way, and what of it matters there.
#[derive(Clone, Debug)]
pub struct Step {
    /// The value.
    pub value: ValueId,
    /// What of it decides the step before.
    pub aspect: Aspect,
    /// What else decides the step before.
    pub others: Vec<(ValueId, Aspect)>,
}

/// Explains a value: its element type, and each dimension or why the rank is unknown.
pub fn explain(model: &Model, options: &Options, facts: &FactStore, value: ValueId) -> Vec<Chain> {
    let fact = facts.get(value);
    let mut tracer = Tracer::new(model, options, facts);
    Aspect::of(&fact).into_iter().map(|aspect| tracer.follow(value, &fact, aspect, STEPS)).collect()
}

/// Where a trace goes from a value.
enum Next {
    To { value: ValueId, aspect: Aspect, others: Vec<(ValueId, Aspect)> },
    End(String),
}

pub(super) struct Tracer<'m> {
    model: &'m Model,
    options: &'m Options,
    facts: &'m FactStore,
    lookups: Lookups<'m>,
    names: Arc<MadeNames>,
}

impl<'m> Tracer<'m> {
    pub(super) fn new(model: &'m Model, options: &'m Options, facts: &'m FactStore) -> Tracer<'m> {
        let lookups = Lookups::new(model, &options.operators);
        Tracer { model, options, facts, lookups, names: Arc::default() }
    }

    /// The way back from what is known of a value, in at most so many steps.
    pub(super) fn follow(&mut self, value: ValueId, fact: &Fact, aspect: Aspect, limit: usize) -> Chain {
        let mut chain = Chain { aspect, steps: Vec::new(), cause: String::new() };
        let mut seen = HashSet::new();
        let (mut at, mut fact, mut others) = ((value, aspect), fact.clone(), Vec::new());
        loop {
            chain.steps.push(Step { value: at.0, aspect: at.1, others: std::mem::take(&mut others) });
            if !seen.insert(at) || chain.steps.len() >= limit {
                return chain;
            }
            match self.step(at.0, &fact, at.1) {
                Next::To { value, aspect, others: more } => {
                    (at, others) = ((value, aspect), more);
                    fact = self.facts.get(value);
                }
                Next::End(cause) => {
                    chain.cause = cause;
                    return chain;
                }
            }
        }
    }

    fn step(&mut self, value: ValueId, fact: &Fact, aspect: Aspect) -> Next {
        let ValueRole::Output { node, index } = self.model.value(value).role else {
            return Next::End(self.given(value, aspect));
        };
        if order::is_body(self.model, self.model.node(node).graph) && self.model.inputs(node).is_empty() {
            // A Parameter in the body of a layer.
            if self.model.graph(self.model.node(node).graph).inputs.contains(&value) {
                return Next::End(self.given(value, aspect));
            }
        }
        let inputs: Vec<Fact> = self.model.inputs(node).iter().map(|o| self.operand(*o)).collect();
        let Some((outputs, faults)) = self.infer(node, inputs.clone()) else {
            return self.through_body(node, index, fact, aspect);
        };
        let own = outputs.get(index as usize).cloned().unwrap_or(Fact::UNKNOWN);
        if fact.origin == Origin::Declared && !aspect.same(&own, fact) && self.is_declared(value, fact, aspect) {
            let why = own.why.as_ref().map(|why| format!(": {}", self.reason(why, node))).unwrap_or_default();
            return Next::End(format!("the file declares it; without that it is {}{why}", aspect.show(&own)));
        }
        let mut deciders = self.deciders((node, index as usize), inputs, (&own, faults), aspect);
        if deciders.is_empty() {
            return self.without_decider(node, fact, aspect);
        }
        let best = self.best(&deciders, fact, aspect);
        let (value, aspect) = deciders.remove(best);
        Next::To { value, aspect, others: deciders }
    }

    fn operand(&self, operand: Operand) -> Fact {
        operand.value().map_or(Fact::UNKNOWN, |v| self.facts.get(v))
    }

    fn is_declared(&self, value: ValueId, fact: &Fact, aspect: Aspect) -> bool {
        self.model.declared(value).is_some_and(|ty| aspect.same(&Fact::from(ty.clone()), fact))
    }

    /// What a node gives for these facts of its inputs, and how many faults it has then; `None` for one that runs
    /// bodies.
    fn infer(&mut self, node: NodeId, inputs: Vec<Fact>) -> Option<(Vec<Fact>, usize)> {
        let lookup = self.lookups.of(node);
        let mut quiet = Sink::new(self.model.dialect(), 0).naming(self.names.clone());
        let mut cx = lookup.cx((self.model, self.options, &mut quiet), node, inputs, &[], &[]);
        match lookup.resolve(&mut cx, &Calls::default()) {
            Resolved::Operator(operator) => operator.infer(&mut cx),
            Resolved::ControlFlow(_) => return None,
        }
        let outputs = cx.outputs;
        Some((outputs, quiet.dropped()))
    }

    /// What of the inputs of a node decides this of an output.
    fn deciders(
        &mut self,
        (node, output): (NodeId, usize),
        inputs: Vec<Fact>,
        (own, faults): (&Fact, usize),
        aspect: Aspect,
    ) -> Vec<(ValueId, Aspect)> {
        let mut found = Vec::new();
        let operands = self.model.inputs(node);
        for (index, operand) in operands.iter().enumerate().take(INPUTS) {
            let Some(value) = operand.value() else { continue };
            for candidate in Aspect::candidates(&inputs[index], aspect) {
                let Some(changed) = candidate.perturb(&inputs[index], !aspect.is_vague(own)) else { continue };
                let mut asked = inputs.clone();
                asked[index] = changed;
                let (outputs, new) = self.infer(node, asked).unwrap_or_default();
                let changes = outputs.get(output).is_some_and(|fact| !aspect.same(fact, own));
                // What makes a fault when it is tried out decides something, too.
                if changes || (aspect.is_vague(own) && candidate == Aspect::Elements && new > faults) {
                    // What one dimension decides, the rank does not; what elements decide, their number does not.
                    if candidate != Aspect::Rank || found.last().is_none_or(|(v, _)| *v != value) {
                        found.push((value, candidate));
                    }
                    if candidate == Aspect::Elements {
                        break;
                    }
                }
            }
            if let Some((_, last)) = found.last_mut().filter(|f| *f == &(value, Aspect::Elements)) {
                let item = Aspect::items(&inputs[index]).find(|item| {
                    let mut asked = inputs.clone();
                    let changed = item.perturb(&inputs[index], true).map(|fact| asked[index] = fact);
                    let outputs = changed.and_then(|()| self.infer(node, asked)).unwrap_or_default().0;
                    outputs.get(output).is_some_and(|fact| !aspect.same(fact, own))
                });
                *last = item.unwrap_or(*last);
            }
        }
        if found.is_empty() && !aspect.is_vague(own) {
            // Where two inputs say the same, neither alone decides.
            let alike = |(operand, fact): (&Operand, &Fact)| Some((operand.value()?, aspect.alike(own, fact)?));
            found.extend(operands.iter().zip(&inputs).find_map(alike));
        }
        found
    }

    /// Which of several to follow: one that says the same, else one that is vague, else the first.
    fn best(&self, deciders: &[(ValueId, Aspect)], fact: &Fact, aspect: Aspect) -> usize {
        let same = deciders.iter().position(|(v, a)| aspect.equals(fact, *a, &self.facts.get(*v)));
        let vague = || deciders.iter().position(|(v, a)| a.is_vague(&self.facts.get(*v)));
        same.or_else(vague).unwrap_or(0)
    }

    /// No input decides: the node itself does, or it hands a reason on.
    fn without_decider(&self, node: NodeId, fact: &Fact, aspect: Aspect) -> Next {
        if !aspect.is_vague(fact) {
            return Next::End(format!("{} makes it so", self.operator(node)));
        }
        match fact.why.as_ref().filter(|_| !aspect.is_content()) {
            Some(why) if why.node != Some(node) => {
                let inputs = self.model.inputs(node).iter().filter_map(|o| o.value());
                let from = inputs.map(|v| (v, self.facts.get(v))).find(|(_, f)| f.why.as_ref() == Some(why));
                match from {
                    Some((value, fact)) => {
                        let vague = Aspect::of(&fact).into_iter().find(|a| a.is_vague(&fact));
                        Next::To { value, aspect: vague.unwrap_or(Aspect::Elements), others: Vec::new() }
                    }
                    None => Next::End(self.reason(why, node)),
                }
            }
            Some(why) => Next::End(why.text.to_string()),
            None => Next::End(format!("{} does not say it", self.operator(node))),
        }
    }

    /// From an output of a node that runs bodies to the result of a body.
    fn through_body(&mut self, node: NodeId, index: u32, fact: &Fact, aspect: Aspect) -> Next {
        let lookup = self.lookups.of(node);
        let inputs = self.model.inputs(node).iter().map(|o| self.operand(*o)).collect();
        let mut quiet = Sink::new(self.model.dialect(), 0).naming(self.names.clone());
        let mut cx = lookup.cx((self.model, self.options, &mut quiet), node, inputs, &[], &[]);
        let Resolved::ControlFlow(flow) = lookup.resolve(&mut cx, &Calls::default()) else {
            return self.without_decider(node, fact, aspect);
        };
        let results = flow.results(&cx, index as usize).into_iter();
        let values = results.filter_map(|(graph, at)| self.model.graph(graph).outputs.get(at)?.operand.value());
        for value in values {
            let inner = self.facts.get(value);
            if let Some(found) = aspect.through(fact, &inner) {
                return Next::To { value, aspect: found, others: Vec::new() };
            }
        }
        self.without_decider(node, fact, aspect)
    }

    /// The end at a value that no node makes.
    fn given(&self, value: ValueId, aspect: Aspect) -> String {
        let model = self.model;
        let record = model.value(value);
        if let (GraphRole::Body { owner, .. }, false) =
            (model.graph(record.graph).role, matches!(record.role, ValueRole::Initializer(_)))
        {
            return format!("{} hands it to its body `{}`", self.operator(owner), model.path(record.graph));
        }
        match record.role {
            ValueRole::Input { .. } if matches!(model.graph(record.graph).role, GraphRole::Function(_)) => {
                format!("what callers hand to `{}`", model.path(record.graph))
            }
            ValueRole::Initializer(_) => "an initializer of the file".to_owned(),
            _ if aspect.is_content() && *self.facts.content(value) == Content::Unknown => {
                "a graph input, whose elements are known only when the model runs".to_owned()
            }
            _ if self.options.inputs.iter().any(|i| is_named(model, value, &i.name)) => {
                "a graph input, as --input-shape gives it".to_owned()
            }
            _ => match aspect.symbol(model.declared(value)) {
                Some(symbol) if self.options.bind.iter().any(|(name, _)| name == symbol.name()) => {
                    format!("a graph input; the file declares `{symbol}`, and --bind says how much that is")
                }
                _ if model.declared(value).is_none() => "a graph input without a declared type".to_owned(),
                _ => "a graph input, as the file declares it".to_owned(),
            },
        }
    }

    /// A reason, with the place where knowledge ended if that is another node than this one.
    fn reason(&self, why: &Reason, here: NodeId) -> String {
        match why.node.filter(|node| *node != here) {
            Some(node) => format!("{}, at {}", why.text, self.model.describe(node)),
            None => why.text.to_string(),
        }
    }

    /// A node by operator and name.
    pub(super) fn operator(&self, node: NodeId) -> String {
        operator(self.model, node)
    }
}

/// A chain as a finding tells it.
pub(super) struct Sentence {
    pub(super) text: String,
    /// The operators on the way, from the last to the first.
    pub(super) nodes: Vec<String>,
}

/// The chain in one sentence, from the value back; `fact` is what is known of the value that it starts at.
pub(super) fn sentence(model: &Model, facts: &FactStore, fact: &Fact, chain: &Chain) -> Sentence {
    let (mut parts, mut nodes) = (Vec::new(), Vec::new());
    for (at, step) in chain.steps.iter().enumerate() {
        let own = if at == 0 { fact.clone() } else { facts.get(step.value) };
        let from = match model.producer(step.value) {
            Some(node) => {
                nodes.push(model.describe(node));
                format!(" from {}", operator(model, node))
            }
            None => String::new(),
        };
        parts.push(format!("{} of `{}` {}{from}", step.aspect, model.value_name(step.value), own.ty));
    }
    let end = if chain.cause.is_empty() { "...".to_owned() } else { chain.cause.clone() };
    Sentence { text: format!("inferred so: {} <- {end}", parts.join(" <- ")), nodes }
}

/// A node in an explanation: its operator, and its name if it has one.
pub fn operator(model: &Model, node: NodeId) -> String {
    match model.name(model.node(node).name) {
        "" => format!("{} #{}", model.op_type(node), model.position(node)),
        name => format!("{} `{name}`", model.op_type(node)),
    }
}

#[cfg(test)]
mod tests;
