//! The values that have been computed so far.

use std::collections::HashMap;

use super::reason::NotFoldedReason;
use crate::fact::{Fact, KnownValue};
use crate::ids::{NodeId, ValueId};
use crate::infer::Analysis;
use crate::limits::Limits;
use crate::tensor::Tensor;

/// What was computed so far.
#[derive(Default)]
pub(super) struct Computed {
    /// Values that were chosen to become constants; `None` where a record of the file is copied.
    pub(super) values: HashMap<ValueId, Option<Tensor>>,
    /// Elements and bytes of every value that was computed.
    pub(super) sizes: HashMap<ValueId, (u64, u64)>,
    /// Nodes that could not be computed, and why.
    pub(super) refused: HashMap<NodeId, NotFoldedReason>,
}

impl Computed {
    pub(super) fn refused(&self) -> &HashMap<NodeId, NotFoldedReason> {
        &self.refused
    }

    pub(super) fn size(&self, value: ValueId) -> Option<(u64, u64)> {
        self.sizes.get(&value).copied()
    }

    pub(super) fn take(&mut self, value: ValueId) -> Option<Tensor> {
        self.values.remove(&value)?
    }

    /// What is known of computed values that inference does not know.
    pub(super) fn news(&self, analysis: &Analysis, limits: &Limits) -> HashMap<ValueId, Fact> {
        let facts = self.values.iter().filter_map(|(&value, tensor)| Some((value, tensor.as_ref()?.fact(limits))));
        facts.filter(|(value, fact)| is_news(&analysis.facts.get(*value), fact)).collect()
    }
}

/// Whether a computed value has a shape or elements that inference does not know.
fn is_news(inferred: &Fact, computed: &Fact) -> bool {
    let exact = match &inferred.value {
        KnownValue::Unknown => computed.value == KnownValue::Unknown,
        KnownValue::Constant(_) | KnownValue::Items(_) | KnownValue::Split(_) => true,
        KnownValue::Elements(elements) => elements.is_exact(),
    };
    !exact || inferred.element().is_none() || !inferred.shape().is_static()
}
