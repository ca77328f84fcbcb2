//! How much work explanations may take, counted in inferences times what each of them reads.

use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, KnownValue};

/// What one symbolic size costs beside a number: expressions are put in a normal form.
const SYMBOLIC: u64 = 100;

/// Work that is left, in facts, dimensions and elements read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExplainBudget {
    left: u64,
    /// Below this nothing more is spent on the node at hand.
    floor: u64,
    /// How many times a node was asked.
    pub(crate) inferences: u64,
}

impl ExplainBudget {
    /// For everything that one caller asks: under a second.
    pub(crate) const EXPLANATION: ExplainBudget = ExplainBudget::of(4_000_000);
    /// For the chains of all findings of one model.
    pub(crate) const FINDINGS: ExplainBudget = ExplainBudget::of(1_000_000);

    pub(crate) const fn of(left: u64) -> ExplainBudget {
        ExplainBudget { left, floor: 0, inferences: 0 }
    }

    /// Takes this much, if it is left.
    pub(crate) fn spend(&mut self, cost: u64) -> bool {
        let enough = self.left.saturating_sub(self.floor) >= cost;
        self.left -= if enough { cost } else { 0 };
        enough
    }

    /// Keeps half of what is left for the nodes behind the one at hand.
    pub(crate) fn start_node(&mut self) {
        self.floor = self.left / 2;
    }

    pub(crate) fn end_node(&mut self) {
        self.floor = 0;
    }

    /// The share of the next of so many: an equal one, or an eighth where equal ones are too small for any.
    pub(crate) fn share(&self, of: usize) -> ExplainBudget {
        let equal = self.left / (of as u64).max(1);
        ExplainBudget { left: equal.max(self.left / 8), ..*self }
    }

    /// Takes what was spent of a share.
    pub(crate) fn settle(&mut self, share: ExplainBudget, now: ExplainBudget) {
        self.left -= share.left.saturating_sub(now.left).min(self.left);
        self.inferences = now.inferences;
    }
}

/// What it costs to read a fact, of at most so many elements.
pub(crate) fn cost(fact: &Fact, elements: usize) -> u64 {
    let size = |symbolic: bool| if symbolic { SYMBOLIC } else { 1 };
    let dims: u64 = fact.shape().dims().unwrap_or_default().iter().map(|d| size(d.expr().is_some())).sum();
    let content = match &fact.value {
        KnownValue::Unknown => 0,
        KnownValue::Constant(_) => fact.shape().num_elements().size().map_or(0, |n| n.min(elements as u64)),
        KnownValue::Elements(Elements::Ints(ints)) => ints.iter().map(|i| size(SymInt::expr(i).is_some())).sum(),
        KnownValue::Elements(Elements::Floats(floats)) => floats.len() as u64,
        KnownValue::Elements(Elements::SymFloats(floats)) => floats.len() as u64 * SYMBOLIC,
        KnownValue::Items(items) => items.len() as u64,
        KnownValue::Split(_) => SYMBOLIC,
    };
    1 + dims + content
}
