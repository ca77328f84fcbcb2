//! How many elements of long lists nodes read: thousands of nodes may read one list.

use crate::fact::{Fact, KnownValue};
use crate::graph::Model;
use crate::limits::{FREE_ELEMENTS, Limits};

/// The elements that nodes may still read.
#[derive(Debug)]
pub(crate) struct ElementReads {
    left: u64,
    longest: u64,
    is_exceeded: bool,
}

impl ElementReads {
    pub(crate) fn new(model: &Model, limits: &Limits) -> ElementReads {
        let left = limits.max_elements_read.saturating_add(model.source().bytes().len() as u64);
        ElementReads { left, longest: limits.max_tracked_elements_per_tensor as u64, is_exceeded: false }
    }

    /// Counts the elements of these inputs of a node.
    pub(crate) fn count(&mut self, model: &Model, inputs: &[Fact]) {
        let read = inputs.iter().map(|input| self.long_part(model, input)).sum();
        self.left = self.left.saturating_sub(read);
    }

    /// Makes the elements of long lists unknown if too many were read before.
    pub(crate) fn limit(&mut self, model: &Model, inputs: &mut [Fact]) {
        if self.left > 0 {
            return;
        }
        for input in inputs {
            if self.long_part(model, input) > 0 {
                input.value = KnownValue::Unknown;
                self.is_exceeded = true;
            }
        }
    }

    /// Counts the elements of a fact, and makes them unknown if too many were read before.
    pub(crate) fn read(&mut self, model: &Model, mut fact: Fact) -> Fact {
        self.limit(model, std::slice::from_mut(&mut fact));
        self.count(model, std::slice::from_ref(&fact));
        fact
    }

    /// Whether elements were made unknown.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }

    fn long_part(&self, model: &Model, input: &Fact) -> u64 {
        let count = match &input.value {
            KnownValue::Elements(elements) => elements.len() as u64,
            // Longer constants are not read.
            KnownValue::Constant(id) => model.tensor(*id).num_elements().filter(|&n| n <= self.longest).unwrap_or(0),
            KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_) => 0,
        };
        count.saturating_sub(FREE_ELEMENTS)
    }
}
