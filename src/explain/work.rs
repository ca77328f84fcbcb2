//! The work budget of explanations, counted as inferences times the facts that each reads.

use crate::elements::{Elements, SymInt};
use crate::fact::{Fact, KnownValue};

/// The cost of one symbolic dimension relative to a number: expressions are normalized.
const SYMBOLIC: u64 = 100;

/// Remaining work, in facts, dimensions and elements read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExplainBudget {
    left: u64,
    /// The current node may not spend below this amount.
    floor: u64,
    /// The number of times a node was inferred.
    pub(crate) inferences: u64,
}

impl ExplainBudget {
    /// The budget for everything that one caller requests: under a second.
    pub(crate) const EXPLANATION: ExplainBudget = ExplainBudget::of(4_000_000);
    /// The budget for the chains of all findings of one model.
    pub(crate) const FINDINGS: ExplainBudget = ExplainBudget::of(1_000_000);

    pub(crate) const fn of(left: u64) -> ExplainBudget {
        ExplainBudget { left, floor: 0, inferences: 0 }
    }

    /// This budget, or the other one if that is smaller.
    #[cfg(feature = "cli")]
    pub(crate) fn at_most(self, other: ExplainBudget) -> ExplainBudget {
        ExplainBudget { left: self.left.min(other.left), ..self }
    }

    /// Spends this amount, if it remains.
    pub(crate) fn spend(&mut self, cost: u64) -> bool {
        let enough = self.left.saturating_sub(self.floor) >= cost;
        self.left -= if enough { cost } else { 0 };
        enough
    }

    /// Reserves half of the remaining budget for the nodes after the current one.
    pub(crate) fn start_node(&mut self) {
        self.floor = self.left / 2;
    }

    pub(crate) fn end_node(&mut self) {
        self.floor = 0;
    }

    /// The share of the next of `of` values: an equal share, or an eighth if equal shares are too small.
    pub(crate) fn share(&self, of: usize) -> ExplainBudget {
        let equal = self.left / (of as u64).max(1);
        ExplainBudget { left: equal.max(self.left / 8), ..*self }
    }

    /// Deducts the amount spent from a share.
    pub(crate) fn settle(&mut self, share: ExplainBudget, now: ExplainBudget) {
        self.left -= share.left.saturating_sub(now.left).min(self.left);
        self.inferences = now.inferences;
    }
}

/// The cost of reading a fact, with at most `elements` elements.
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
