//! The report: what was folded, what was not, and why.

use super::Run;
use super::computed::Computed;
use super::reason::NotFoldedReason;
use super::selection::Choice;
use crate::ids::{NodeId, ValueId};

/// The outcome of folding.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FoldReport {
    /// The folded nodes, in file order.
    pub folded: Vec<FoldedNode>,
    /// Nodes that are not folded although their inputs are known, or inference knows their outputs; in file order. Nodes
    /// that only depend on one of them are omitted, and so are operators that the caller did not select.
    pub kept: Vec<UnfoldedNode>,
}

/// A folded node.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FoldedNode {
    /// The node.
    pub node: NodeId,
    /// The outputs that become constants; empty if only folded nodes read them.
    pub constants: Vec<ValueId>,
}

/// A node that could have been folded.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UnfoldedNode {
    /// The node.
    pub node: NodeId,
    /// Why it is not folded.
    pub why: NotFoldedReason,
}

impl FoldReport {
    pub(super) fn new(run: &Run<'_>, choice: &Choice, computed: &Computed) -> FoldReport {
        let mut report = FoldReport::default();
        let mut order = run.order.clone();
        order.sort_unstable();
        let mut kept: Vec<&(NodeId, NotFoldedReason)> = choice.kept.iter().collect();
        kept.sort_unstable_by_key(|(node, _)| *node);
        for node in order {
            if choice.folded[node.index()] {
                let outputs = run.model.outputs(node);
                let constants = outputs.filter(|v| choice.emitted.binary_search(v).is_ok()).collect();
                report.folded.push(FoldedNode { node, constants });
                continue;
            }
            let own = kept.binary_search_by_key(&node, |(node, _)| *node).ok().map(|index| &kept[index].1);
            let why = own.or_else(|| computed.refused().get(&node));
            if let Some(why) =
                why.filter(|why| !matches!(why, NotFoldedReason::Upstream(_) | NotFoldedReason::NotAsked))
            {
                report.kept.push(UnfoldedNode { node, why: why.clone() });
            }
        }
        report
    }
}
