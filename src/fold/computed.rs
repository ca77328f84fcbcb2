//! The values that have been evaluated so far.

use std::cell::Cell;

use hashbrown::HashMap;

use super::reason::NotFoldedReason;
use crate::fact::{Fact, KnownValue};
use crate::ids::{NodeId, ValueId};
use crate::infer::Analysis;
use crate::limits::Limits;
use crate::tensor::Tensor;

/// The values that have been evaluated so far.
#[derive(Default)]
pub(super) struct Computed {
    /// The values that become constants; `None` if a record of the file is copied.
    pub(super) values: HashMap<ValueId, Option<Tensor>>,
    /// The number of elements and of bytes of every evaluated value.
    pub(super) sizes: HashMap<ValueId, (u64, u64)>,
    /// The nodes that could not be evaluated, and why.
    pub(super) refused: HashMap<NodeId, NotFoldedReason>,
    /// The bytes that evaluation has read and written.
    pub(super) traffic: u64,
    /// The nodes that were visited to find what large results replace.
    pub(super) visited: Cell<usize>,
    /// The nodes whose results may not become constants, because the file would grow by so many bytes.
    pub(super) too_growing: HashMap<NodeId, u64>,
}

impl Computed {
    pub(super) fn refused(&self) -> &HashMap<NodeId, NotFoldedReason> {
        &self.refused
    }

    pub(super) fn size(&self, value: ValueId) -> Option<(u64, u64)> {
        self.sizes.get(&value).copied()
    }

    pub(super) fn tensor(&self, value: ValueId) -> Option<Tensor> {
        self.values.get(&value)?.clone()
    }

    /// The facts of evaluated values that inference does not know, with as many elements as it still follows.
    pub(super) fn new_facts(&self, analysis: &Analysis, limits: &Limits) -> HashMap<ValueId, Fact> {
        let mut values: Vec<_> =
            self.values.iter().filter_map(|(value, tensor)| Some((*value, tensor.as_ref()?))).collect();
        values.sort_unstable_by_key(|(value, _)| *value);
        let (mut facts, mut cost) = (HashMap::new(), 0);
        for (value, tensor) in values {
            let (mut fact, inferred) = (tensor.fact(limits), analysis.facts.get(value));
            if !analysis.facts.follows(&fact.value, cost) {
                fact.value = KnownValue::Unknown;
            }
            if is_new(&inferred, &fact) {
                cost += fact.value.tracking_cost();
                facts.insert(value, fact);
            }
        }
        facts
    }
}

/// Whether an evaluated value has a shape or elements that inference does not know.
fn is_new(inferred: &Fact, computed: &Fact) -> bool {
    let exact = match &inferred.value {
        KnownValue::Unknown => computed.value == KnownValue::Unknown,
        KnownValue::Constant(_) | KnownValue::Items(_) | KnownValue::Split(_) => true,
        KnownValue::Elements(elements) => elements.is_exact(),
    };
    !exact && computed.value != KnownValue::Unknown || inferred.element().is_none() || !inferred.shape().is_static()
}
