//! What an operator reports about a correct node: for rules that give advice.

use super::InferContext;

/// A property of a node that is not a fault but may be unintended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NodeProperty {
    /// The first output always equals this input, element by element; and why, as in "every axis keeps its position".
    Forwards(usize, &'static str),
    /// It reduces axes of its first input.
    Reduces(Reduction),
    /// The condition at this input is known; and what it always selects, as in "`then_branch`".
    ConstantCondition(usize, &'static str),
    /// The output sizes are fixed, but the number of elements is that of the first input, which varies.
    HardcodesShape,
    /// It behaves as in training; and the cause, as in "`training_mode` is 1".
    TrainingMode(&'static str),
}

/// The reduction operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are the specifications' own
#[non_exhaustive]
pub enum ReduceKind {
    Min,
    Max,
    Sum,
    Mean,
    Prod,
    L1,
    L2,
    LogSum,
    LogSumExp,
    SumSquare,
    LogicalAnd,
    LogicalOr,
}

/// A reduction, as far as its axes are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// The reduction operation.
    pub kind: ReduceKind,
    /// The axes, counted from the start; `None` if uncertain.
    pub axes: Option<Vec<usize>>,
    /// The dimensions that negative axes denote, counted from the start; empty if the axes are uncertain.
    pub from_end: Vec<usize>,
    /// Whether the axes are known only at run time.
    pub runtime_dependent: bool,
    /// The number of axes, if known.
    pub count: Option<usize>,
    /// Whether reduced dimensions are kept; `None` if the attribute value is invalid.
    pub keep_dims: Option<bool>,
    /// Whether the axes are an attribute.
    pub by_attribute: bool,
    /// Whether that attribute is present and empty.
    pub empty_attribute: bool,
}

/// For operators that keep the elements and their order: whether the shape stays the same, too.
pub(crate) fn keeps_shape(cx: &InferContext<'_>) -> Option<NodeProperty> {
    let same_shape = match (cx.shape(0).dims(), cx.outputs.first()?.shape().dims()) {
        (Some(before), Some(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(a, b)| a.provably_eq(b))
        }
        _ => false,
    };
    same_shape.then_some(NodeProperty::Forwards(0, "the shape does not change"))
}
