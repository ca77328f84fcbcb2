//! What was folded, what was not, and why.

use super::Run;
use super::compute::Computed;
use super::selection::Choice;
use crate::diagnostic::counted;
use crate::ids::{NodeId, ValueId};
use crate::tensor::EvalError;

/// What folding did.
#[derive(Clone, Debug, Default)]
pub struct FoldReport {
    /// Nodes that are folded, in file order.
    pub folded: Vec<FoldedNode>,
    /// Nodes whose inputs are known, or whose outputs inference knows, that are left; in file order. What only depends
    /// on one of them is not named again, nor are operators that the caller left out.
    pub kept: Vec<UnfoldedNode>,
}

/// A folded node.
#[derive(Clone, Debug)]
pub struct FoldedNode {
    /// The node.
    pub node: NodeId,
    /// Its outputs that become constants; empty where only folded nodes read them.
    pub constants: Vec<ValueId>,
}

/// A node that could have been folded.
#[derive(Clone, Debug)]
pub struct UnfoldedNode {
    /// The node.
    pub node: NodeId,
    /// Why it is left.
    pub why: NotFoldedReason,
}

/// Why a node is left.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFoldedReason {
    /// It cannot be computed.
    #[error("{0}")]
    Refused(EvalError),
    /// An input or output holds NaN.
    #[error("an input or output holds NaN, which runtimes treat differently (--nan folds it)")]
    Nan,
    /// An output is larger than the limit and than the constants that it replaces.
    #[error("{}", too_large(*count, *bytes, *replaced))]
    TooLarge {
        /// Elements of the output.
        count: u64,
        /// Bytes of the output.
        bytes: u64,
        /// Bytes of the constants that would go; `None` if it depends on too many nodes to tell.
        replaced: Option<u64>,
    },
    /// Its operator is there for more than its outputs, or gives something else in each run.
    #[error("a run decides what it gives")]
    RunTime,
    /// An output cannot be a constant in the format of the model.
    #[error("its result cannot be written: {0}")]
    Unwritable(String),
    /// The caller named other operators.
    #[error("only other operators were asked for (--only)")]
    NotAsked,
    /// It reads a value that could not be computed.
    #[error("it reads `{0}`, which is left")]
    Upstream(String),
}

fn too_large(count: u64, bytes: u64, replaced: Option<u64>) -> String {
    let result = format!("its result of {} takes {}", counted(count, "element"), counted(bytes, "byte"));
    let limits = "(--max-bytes and --max-elements allow more)";
    match replaced {
        Some(0) => format!("{result} and replaces no constant {limits}"),
        Some(replaced) => format!("{result} and replaces {} {limits}", counted(replaced, "byte")),
        None => format!("{result} {limits}"),
    }
}

impl FoldReport {
    pub(super) fn of(run: &Run<'_>, choice: &Choice, computed: &Computed) -> FoldReport {
        let mut report = FoldReport::default();
        let mut order = run.order.clone();
        order.sort_unstable();
        for node in order {
            if choice.folded[node.index()] {
                let outputs = run.model.outputs(node);
                let constants = outputs.filter(|v| choice.emitted.binary_search(v).is_ok()).collect();
                report.folded.push(FoldedNode { node, constants });
                continue;
            }
            let why = choice.kept.get(&node).or_else(|| computed.refused().get(&node));
            if let Some(why) =
                why.filter(|why| !matches!(why, NotFoldedReason::Upstream(_) | NotFoldedReason::NotAsked))
            {
                report.kept.push(UnfoldedNode { node, why: why.clone() });
            }
        }
        report
    }
}
