//! Traces a dimension, an element type or a value back to its first cause, step by step.
//!
//! Inference records nothing for this. Instead, a node is inferred again with one property of one input weakened (or,
//! if the output is vague, strengthened): if the output changes, that property determines it. The number of such
//! inferences is bounded, and a chain reports where the budget ended.

mod aspect;
mod probe;
mod work;

use crate::graph::{Attribute, AttributeValue};
use crate::node::run::NodeRun;
use crate::ops::Found;
use std::collections::HashSet;
use std::sync::Arc;

pub use aspect::FactProperty;
use probe::{Asked, Deciders, Probe};
pub(crate) use work::ExplainBudget;

use crate::diagnostic::Diagnostics;
use crate::fact::{Fact, KnownValue, Provenance, UnknownReason};
use crate::facts::FactStore;
use crate::facts::unknown_reason;
use crate::graph::find_value::is_named;
use crate::graph::is_body;
use crate::graph::{GraphRole, Model, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::node::resolver::OpResolver;
use crate::ops::symbol_names::SymbolNamer;
use crate::options::AnalysisOptions;

/// Text in a chain where the budget ended.
const UNSEEN: &str = "further inputs were not examined";
/// Maximum number of steps in an explanation that a caller requests.
const STEPS: usize = 10_000;

/// The cause of one property of a value: the chain of steps, and where it ends.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// The explained property of the first step's value.
    pub aspect: FactProperty,
    /// The chain: each value follows from the next one.
    pub steps: Vec<ExplanationStep>,
    /// The first cause, as a sentence.
    pub cause: String,
    /// Whether inputs that may contribute were omitted because the budget ended. The cause reports this.
    pub cut: bool,
}

/// One value in the chain, and its relevant property.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ExplanationStep {
    /// The value.
    pub value: ValueId,
    /// The property that determines the previous step.
    pub aspect: FactProperty,
    /// Other properties that determine the previous step.
    pub others: Vec<(ValueId, FactProperty)>,
}

/// Explains a value: its element type, and each dimension or why the rank is unknown.
pub fn explain(model: &Model, options: &AnalysisOptions, facts: &FactStore, value: ValueId) -> Vec<Explanation> {
    Explainer::new(model, options, facts, ExplainBudget::EXPLANATION).explain(value, 1)
}

/// The next step of a trace from a value.
enum Next {
    To {
        value: ValueId,
        aspect: FactProperty,
        others: Vec<(ValueId, FactProperty)>,
    },
    End(String),
    /// The work budget is exhausted.
    Spent,
}

/// Explains values of one model within a shared work budget.
pub(crate) struct Explainer<'m> {
    model: &'m Model,
    options: &'m AnalysisOptions,
    facts: &'m FactStore,
    lookups: OpResolver<'m>,
    names: Arc<SymbolNamer>,
    pub(crate) work: ExplainBudget,
    /// The producer of the explained value, which every chain of that value probes first.
    start: Option<Probe>,
    /// Whether the current chain omitted inputs.
    cut: bool,
}

impl<'m> Explainer<'m> {
    pub(crate) fn new(
        model: &'m Model,
        options: &'m AnalysisOptions,
        facts: &'m FactStore,
        work: ExplainBudget,
    ) -> Explainer<'m> {
        let lookups = OpResolver::new(model, &options.operators).with_versions(facts.op_versions());
        Explainer { model, options, facts, lookups, names: Arc::default(), work, start: None, cut: false }
    }

    /// With names that several explainers of one model share.
    pub(crate) fn with_names(self, names: &Arc<SymbolNamer>) -> Explainer<'m> {
        Explainer { names: names.clone(), ..self }
    }

    /// Like [`explain`], for the first of `values` values that share the remaining work.
    pub(crate) fn explain(&mut self, value: ValueId, values: usize) -> Vec<Explanation> {
        let fact = self.facts.get(value);
        let aspects = FactProperty::of(&fact);
        let (mut all, share) = (self.work, self.work.share(values));
        self.work = share;
        let mut chains = Vec::new();
        for (at, &aspect) in aspects.iter().enumerate() {
            let (mut rest, share) = (self.work, self.work.share(aspects.len() - at));
            self.work = share;
            chains.push(self.follow(value, &fact, aspect, STEPS));
            rest.settle(share, self.work);
            self.work = rest;
        }
        all.settle(share, self.work);
        self.work = all;
        self.start = None;
        chains
    }

    /// Traces a property of a value back, in at most `limit` steps.
    pub(crate) fn follow(&mut self, value: ValueId, fact: &Fact, aspect: FactProperty, limit: usize) -> Explanation {
        let mut chain = Explanation { aspect, steps: Vec::new(), cause: String::new(), cut: false };
        self.cut = false;
        let mut seen = HashSet::new();
        let (mut at, mut fact, mut others) = ((value, aspect), fact.clone(), Vec::new());
        loop {
            chain.steps.push(ExplanationStep { value: at.0, aspect: at.1, others: std::mem::take(&mut others) });
            if !seen.insert(at) || chain.steps.len() >= limit {
                chain.cut = self.cut;
                return chain;
            }
            match self.step(at.0, &fact, at.1) {
                Next::To { value, aspect, others: more } => {
                    (at, others) = ((value, aspect), more);
                    fact = self.facts.get(value);
                }
                Next::End(cause) if self.cut => {
                    return Explanation { cause: format!("{cause}; {UNSEEN}"), cut: true, ..chain };
                }
                Next::End(cause) => return Explanation { cause, ..chain },
                Next::Spent => return Explanation { cause: UNSEEN.to_owned(), cut: true, ..chain },
            }
        }
    }

    fn step(&mut self, value: ValueId, fact: &Fact, aspect: FactProperty) -> Next {
        let Some((node, index)) = self.model.producing_output(value) else {
            return Next::End(self.given(value, aspect));
        };
        if is_body(self.model, self.model.node(node).graph) && self.model.inputs(node).is_empty() {
            // A Parameter in the body of a layer.
            if self.model.graph(self.model.node(node).graph).inputs.contains(&value) {
                return Next::End(self.given(value, aspect));
            }
        }
        if self.is_ambiguous(node) {
            return Next::End("calls of the function set its attributes to different values".to_owned());
        }
        let index = index as usize;
        let mut probe = match self.probe(node) {
            Asked::Answer(probe) => probe,
            Asked::Body => return self.through_body(node, index, fact, aspect),
            Asked::Spent => return Next::Spent,
        };
        let own = probe.outputs.get(index).cloned().unwrap_or(Fact::UNKNOWN);
        let next = if fact.provenance == Provenance::Declared
            && !aspect.same(&own, fact)
            && self.is_declared(value, fact, aspect)
        {
            let why = match &own.unknown_reason {
                Some(why) => format!(": {}", self.reason(why, node)),
                None if aspect.is_vague(&own) => {
                    format!(": {}", unknown_reason::trace_cause(self.model, self.facts, node, &self.options.limits))
                }
                None => String::new(),
            };
            Next::End(format!("declared in the file; otherwise it is {}{why}", aspect.show(&own)))
        } else {
            self.next(&mut probe, index, fact, aspect)
        };
        if self.start.is_none() {
            self.start = Some(probe);
        }
        next
    }

    /// Whether a node has an attribute that is a function parameter with different values in different calls.
    fn is_ambiguous(&self, node: NodeId) -> bool {
        let refers = |attribute: &Attribute| matches!(attribute.value, AttributeValue::Reference(..));
        self.facts.bindings(self.model.node(node).graph).is_none() && self.model.attributes(node).iter().any(refers)
    }

    /// The next step from an output of a probed node.
    fn next(&mut self, probe: &mut Probe, output: usize, fact: &Fact, aspect: FactProperty) -> Next {
        let at_fault = |why: &&UnknownReason| matches!(why, UnknownReason::AtFault { node, .. } if *node == probe.node);
        if let Some(why) =
            fact.unknown_reason.as_ref().filter(at_fault).filter(|_| aspect.is_vague(fact) && !aspect.is_content())
        {
            return Next::End(why.to_string());
        }
        let Deciders { mut found, cut } = self.deciders(probe, output, aspect);
        if found.is_empty() && cut && (fact.unknown_reason.is_none() || aspect.is_content() || !aspect.is_vague(fact)) {
            return Next::Spent;
        }
        self.cut |= cut;
        if found.is_empty() {
            return self.without_decider(probe.node, fact, aspect);
        }
        let best = self.best(&found, fact, aspect);
        let (value, aspect) = found.remove(best);
        Next::To { value, aspect, others: found }
    }

    fn is_declared(&self, value: ValueId, fact: &Fact, aspect: FactProperty) -> bool {
        self.model.declared(value).is_some_and(|ty| aspect.same(&Fact::from(ty.clone()), fact))
    }

    /// Selects which of several deciders to follow: one with the same property, otherwise a vague one, otherwise the
    /// first.
    fn best(&self, deciders: &[(ValueId, FactProperty)], fact: &Fact, aspect: FactProperty) -> usize {
        let same = deciders.iter().position(|(v, a)| aspect.equals(fact, *a, &self.facts.get(*v)));
        let vague = || deciders.iter().position(|(v, a)| a.is_vague(&self.facts.get(*v)));
        same.or_else(vague).unwrap_or(0)
    }

    /// No input determines the property: the node itself does, or it passes a reason through.
    fn without_decider(&self, node: NodeId, fact: &Fact, aspect: FactProperty) -> Next {
        if !aspect.is_vague(fact) {
            return Next::End(format!("determined by {}", self.operator(node)));
        }
        match fact.unknown_reason.as_ref().filter(|_| !aspect.is_content()) {
            Some(why) if why.node() != Some(node) => {
                let inputs = self.model.inputs(node).iter().filter_map(|o| o.value());
                let from = inputs.map(|v| (v, self.facts.get(v))).find(|(_, f)| f.unknown_reason.as_ref() == Some(why));
                match from {
                    Some((value, fact)) => {
                        let vague = FactProperty::of(&fact).into_iter().find(|a| a.is_vague(&fact));
                        Next::To { value, aspect: vague.unwrap_or(FactProperty::Elements), others: Vec::new() }
                    }
                    None => Next::End(self.reason(why, node)),
                }
            }
            Some(why) => Next::End(why.to_string()),
            None => Next::End(format!("not determined by {}", self.operator(node))),
        }
    }

    /// Steps from an output of a node that runs bodies to the result of a body.
    fn through_body(&mut self, node: NodeId, index: usize, fact: &Fact, aspect: FactProperty) -> Next {
        let op = self.lookups.resolve(node);
        let bindings = self.facts.bindings(self.model.node(node).graph).unwrap_or_default();
        let run = NodeRun::new(self.model, self.options, op, node, self.operands(node)).bindings(bindings);
        let mut diagnostics = Diagnostics::new(self.model.dialect(), 0);
        let found = Found { diagnostics: &mut diagnostics, constraints: None, names: Some(&self.names) };
        let results = run.body_results(index, found).into_iter();
        let values = results.filter_map(|(graph, at)| self.model.graph(graph).outputs.get(at)?.operand.value());
        for value in values {
            let inner = self.facts.get(value);
            if let Some(found) = aspect.through(fact, &inner) {
                return Next::To { value, aspect: found, others: Vec::new() };
            }
        }
        self.without_decider(node, fact, aspect)
    }

    /// The end of a chain at a value that no node produces.
    fn given(&self, value: ValueId, aspect: FactProperty) -> String {
        let model = self.model;
        let record = model.value(value);
        if let (GraphRole::Body { owner, .. }, false) =
            (model.graph(record.graph).role, matches!(record.role, ValueRole::Initializer(_)))
        {
            // A property that the loop itself made vague did not come from its input.
            let fact = self.facts.get(value);
            if let Some(why) =
                fact.unknown_reason.as_ref().filter(|why| why.node() == Some(owner) && aspect.is_vague(&fact))
            {
                return format!("{}: {}", self.operator(owner), why);
            }
            return format!("passed by {} to its body `{}`", self.operator(owner), model.display_path(record.graph));
        }
        match record.role {
            ValueRole::Input { .. } if matches!(model.graph(record.graph).role, GraphRole::Function(_)) => {
                format!("passed by the callers of `{}`", model.display_path(record.graph))
            }
            ValueRole::Initializer(_) => "an initializer".to_owned(),
            _ if aspect.is_content() && *self.facts.value(value) == KnownValue::Unknown => {
                "a graph input, whose elements are known only at run time".to_owned()
            }
            _ => self.input(value, aspect),
        }
    }

    /// The source of a graph input's type.
    fn input(&self, value: ValueId, aspect: FactProperty) -> String {
        let (model, options) = (self.model, self.options);
        if let Some(at) = options.inputs.iter().position(|i| is_named(model, value, &i.name)) {
            return format!("a graph input, set by {}", options.input_source(at));
        }
        if let Some(symbol) = aspect.symbol(model.declared(value))
            && let Some(at) = options.bind.iter().position(|(name, _)| name == symbol.name())
        {
            let source = options.bind_source(at);
            let what = if options.bind[at].1.size().is_some() { "size" } else { "bounds" };
            return format!("a graph input; the file declares `{symbol}`, and {source} sets its {what}");
        }
        match model.declared(value) {
            None => "a graph input without a declared type".to_owned(),
            Some(_) => "a graph input, as declared in the file".to_owned(),
        }
    }

    /// A reason, with the node where the fact became unknown if it is not this node.
    fn reason(&self, why: &UnknownReason, here: NodeId) -> String {
        match why.node().filter(|node| *node != here) {
            Some(node) => format!("{}, at {}", why, self.model.describe(node)),
            None => why.to_string(),
        }
    }

    /// A node's operator and name.
    pub(crate) fn operator(&self, node: NodeId) -> String {
        operator(self.model, node)
    }
}

/// A chain as it appears in a finding.
pub(crate) struct Sentence {
    pub(crate) text: String,
    /// The operators in the chain, from last to first.
    pub(crate) nodes: Vec<String>,
}

/// The chain in one sentence, from the value backward; `fact` is the fact of the value at its start.
pub(crate) fn sentence(model: &Model, facts: &FactStore, fact: &Fact, chain: &Explanation) -> Sentence {
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
    Sentence { text: format!("inferred from: {} <- {end}", parts.join(" <- ")), nodes }
}

/// A node in an explanation: its operator, and its name if it has one.
pub fn operator(model: &Model, node: NodeId) -> String {
    match model.name(model.node(node).name) {
        "" => format!("{} #{}", model.op_type(node), model.node_index(node)),
        name => format!("{} `{name}`", model.op_type(node)),
    }
}

#[cfg(test)]
mod tests;
