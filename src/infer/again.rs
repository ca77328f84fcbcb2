//! How much work a model may cause by being inferred again: as other versions, with other declarations, after a change.

use crate::graph::Model;

/// The work of a finding, in nodes: its message has the texts of types.
const NODES_OF_A_FINDING: usize = 4;
/// The work that is allowed for a file of any size, in nodes, and one more node for so many of its bytes.
pub(crate) const LEAST_WORK: usize = 30_000;
pub(crate) const BYTES_OF_A_NODE: usize = 2;

/// The work of an inference, in nodes of a few inputs, from that of its nodes and the number of findings, also of those that
/// were not kept.
pub(crate) fn work_of(nodes: usize, findings: usize) -> usize {
    nodes.saturating_add(findings.saturating_mul(NODES_OF_A_FINDING))
}

/// The work that is left for inferring a model again.
#[derive(Debug)]
pub(crate) struct WorkBudget {
    left: usize,
    is_exceeded: bool,
}

impl WorkBudget {
    pub(crate) fn new(model: &Model) -> WorkBudget {
        WorkBudget { left: LEAST_WORK + model.source().bytes().len() / BYTES_OF_A_NODE, is_exceeded: false }
    }

    /// Whether this much work is left, which is then taken.
    pub(crate) fn take(&mut self, work: usize) -> bool {
        match self.left.checked_sub(work) {
            Some(left) => self.left = left,
            None => self.is_exceeded = true,
        }
        !self.is_exceeded
    }

    /// Whether there was not enough left once.
    pub(crate) fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}
