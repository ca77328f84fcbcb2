//! What inference works from, and what it has learned so far.

use super::symbols::Symbols;
use crate::constraint::Constraints;
use crate::diagnostic::Diagnostics;
use crate::explain::ExplainBudget;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::options::AnalysisOptions;

/// The model, and what the caller adds. Nothing of it changes.
#[derive(Clone, Copy)]
pub(super) struct Premise<'m> {
    pub(super) model: &'m Model,
    pub(super) options: &'m AnalysisOptions,
}

/// What was learned from the graphs that were walked.
pub(super) struct Learned {
    pub(super) facts: FactStore,
    pub(super) symbols: Symbols,
    pub(super) constraints: Constraints,
    pub(super) diagnostics: Diagnostics,
    pub(super) chains: Chains,
}

/// How many contradictions may still be explained by the chain of operators that led to them, and the work for it.
pub(super) struct Chains {
    pub(super) left: usize,
    pub(super) budget: ExplainBudget,
}

impl Learned {
    pub(super) fn new(premise: Premise<'_>, diagnostics: Diagnostics) -> Learned {
        let Premise { model, options } = premise;
        Learned {
            facts: FactStore::new(model.values.len(), options.limits.max_tracked_elements),
            symbols: Symbols::default(),
            constraints: Constraints::default(),
            diagnostics,
            chains: Chains { left: 100, budget: ExplainBudget::FINDINGS },
        }
    }
}
