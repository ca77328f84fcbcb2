//! The input of inference, and its results so far.

use std::sync::Arc;

use hashbrown::HashMap;

use super::given::Given;
use super::reads::Reads;
use super::symbols::Symbols;
use crate::constraint::Constraints;
use crate::diagnostic::Diagnostics;
use crate::explain::ExplainBudget;
use crate::fact::{Fact, ValueType};
use crate::facts::{FactStore, Repeats};
use crate::graph::Model;
use crate::ids::{NodeId, ValueId};
use crate::node::resolver::OpVersions;
use crate::ops::Doubt;
use crate::ops::symbol_names::SymbolNamer;
use crate::options::AnalysisOptions;

/// The model, the caller's options, and the versions of operators. All are immutable.
#[derive(Clone, Copy)]
pub(super) struct Premise<'m> {
    pub(super) model: &'m Model,
    pub(super) options: &'m AnalysisOptions,
    /// Versions of operators to use instead of the imported ones.
    pub(super) versions: &'m OpVersions,
}

/// Results from the graphs walked so far.
pub(super) struct Learned {
    /// Where the options say something of symbols and inputs.
    pub(super) given: Given,
    pub(super) facts: FactStore,
    pub(super) symbols: Symbols,
    pub(super) constraints: Constraints,
    pub(super) diagnostics: Diagnostics,
    pub(super) chains: Chains,
    /// What is uncertain about values because of faults: those of the producing node, of nodes before it, and
    /// declarations that contradict what is inferred.
    pub(super) doubts: Doubts,
    /// The work so far, in nodes of a few inputs: each visit of a node counts, and so do the integers of its attributes, the
    /// dimensions of its inputs, the expressions that it makes, and attempts to explain errors.
    pub(super) work: usize,
    /// Facts of inputs of the main graph that replace their declarations.
    pub(super) supposed: HashMap<ValueId, Fact>,
    /// Whether the nodes of a graph were inferred in another order than that of the file.
    pub(super) is_reordered: bool,
    /// The number of outputs that contradict their declarations, including those for which that is not reported.
    pub(super) contradictions: usize,
    /// The number of faulty nodes for which an edit may still be looked for; one that reads very many dimensions counts as several.
    pub(super) repairs: usize,
    /// The elements that nodes may still read.
    pub(super) reads: Reads,
}

/// The number of contradictions that may still be explained by a chain of operators, and the work budget for it.
pub(super) struct Chains {
    pub(super) left: usize,
    pub(super) budget: ExplainBudget,
    /// The names that all chains share: to collect those of a model takes long.
    pub(super) names: Arc<SymbolNamer>,
}

/// The tracked elements that a file of any size may have; further ones are in proportion to its bytes.
const UNCONDITIONAL_ELEMENTS: usize = 200_000;
const BYTES_OF_AN_ELEMENT: usize = 64;

impl Learned {
    pub(super) fn new(premise: Premise<'_>, diagnostics: Diagnostics) -> Learned {
        let Premise { model, options, versions } = premise;
        let length = model.source().bytes().len() as u64;
        let max_text = options.limits.max_shape_text.saturating_add(2 * length);
        let max_expressions = options.limits.max_expression_bytes.saturating_add(length / 2);
        let max_tracked = UNCONDITIONAL_ELEMENTS + model.source().bytes().len() / BYTES_OF_AN_ELEMENT;
        let max_tracked = max_tracked.min(options.limits.max_tracked_elements);
        let max_terms = options.limits.max_expression_terms.saturating_add(length);
        let facts = FactStore::new(model.values.len(), max_tracked).with_max_memory(max_text, max_expressions);
        let facts = facts.with_max_terms(max_terms).with_repeats(Repeats::new(model));
        Learned::continuing(premise, facts.with_op_versions(versions), diagnostics)
    }

    /// What is learned on top of these facts, which new values are added to.
    pub(super) fn continuing(premise: Premise<'_>, mut facts: FactStore, diagnostics: Diagnostics) -> Learned {
        facts.grow(premise.model.values.len());
        Learned {
            given: Given::default(),
            facts,
            symbols: Symbols::default(),
            constraints: Constraints::default(),
            diagnostics,
            chains: Chains { left: 100, budget: ExplainBudget::FINDINGS, names: Arc::default() },
            doubts: Doubts::default(),
            work: 0,
            supposed: HashMap::new(),
            is_reordered: false,
            contradictions: 0,
            repairs: 100,
            reads: Reads::new(premise.model, &premise.options.limits),
        }
    }

    /// Records the symbols of a type that is inferred, declared, or both.
    pub(super) fn see(&mut self, ty: &ValueType) {
        // Once facts lose expressions, only what they keep is recorded, after it is set.
        if let Some(t) = ty.as_tensor().filter(|_| !self.facts.has_cut_expressions()) {
            self.symbols.see(&t.shape);
        }
    }

    /// Sets a fact whose symbols have been recorded.
    pub(super) fn set(&mut self, value: ValueId, fact: Fact) {
        self.facts.set(value, fact);
        if self.facts.has_cut_expressions()
            && let Some(t) = self.facts.ty(value).as_tensor()
        {
            self.symbols.see(&t.shape);
        }
    }

    /// What is uncertain about the inputs of a node: a contradiction at the node may be a consequence of that.
    pub(super) fn doubt_about_inputs(&self, model: &Model, node: NodeId) -> Doubt {
        if self.doubts.is_empty() {
            return Doubt::Nothing;
        }
        let inputs = model.inputs(node).iter().filter_map(|operand| operand.value());
        inputs.map(|value| self.doubts.get(value)).max().unwrap_or_default()
    }

    /// Sets what is uncertain about a value in this visit of its graph.
    pub(super) fn set_doubt(&mut self, value: ValueId, doubt: Doubt) {
        self.doubts.set(value, doubt);
    }
}

/// What is uncertain about each value. Most models have no doubts.
#[derive(Debug, Default)]
pub(super) struct Doubts {
    by_value: Vec<Doubt>,
    /// The number of values with a doubt.
    count: usize,
}

impl Doubts {
    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn get(&self, value: ValueId) -> Doubt {
        self.by_value.get(value.index()).copied().unwrap_or_default()
    }

    fn set(&mut self, value: ValueId, doubt: Doubt) {
        let before = self.get(value);
        if before == doubt {
            return;
        }
        if self.by_value.len() <= value.index() {
            self.by_value.resize(value.index() + 1, Doubt::Nothing);
        }
        self.by_value[value.index()] = doubt;
        self.count += usize::from(before == Doubt::Nothing);
        self.count -= usize::from(doubt == Doubt::Nothing);
    }
}
