//! What an operator says of a correct node of its own: for rules that give advice.

use super::InferContext;

/// Something about a node that is no fault, and may yet not be what was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NodeProperty {
    /// The first output is this input, element by element, in every run; and why, as "the order is the one it has".
    Forwards(usize, &'static str),
    /// It reduces axes of its first input.
    Reduces(Reduction),
    /// What stands at this input decides between others and is known; and what it always takes, as "`then_branch`".
    ConstantCondition(usize, &'static str),
    /// The number of elements is that of the first input, which is open, and the sizes of the output are fixed.
    HardcodesShape,
    /// It works as in training; and what says so, as "`training_mode` is 1".
    TrainingMode(&'static str),
}

/// What is done with the elements of one run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the names are the specifications' own
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

/// A reduction as far as its axes are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduction {
    /// What is done with the elements.
    pub kind: ReduceKind,
    /// The axes, counted from the start; `None` if they are not certain.
    pub axes: Option<Vec<usize>>,
    /// The dimensions that negative axes name, counted from the start; none if the axes are not certain.
    pub from_end: Vec<usize>,
    /// Whether the axes are known only when the model runs.
    pub runtime_dependent: bool,
    /// How many axes there are, if that is known.
    pub count: Option<usize>,
    /// Whether reduced dimensions stay; `None` if the file gives a value that means neither.
    pub keep_dims: Option<bool>,
    /// Whether the axes are an attribute.
    pub by_attribute: bool,
    /// Whether that is there and lists nothing.
    pub empty_attribute: bool,
}

/// For operators that keep the elements and their order: whether the shape is the same, too.
pub(crate) fn keeps_shape(cx: &InferContext<'_>) -> Option<NodeProperty> {
    let same_shape = match (cx.shape(0).dims(), cx.outputs.first()?.shape().dims()) {
        (Some(before), Some(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(a, b)| a.provably_eq(b))
        }
        _ => false,
    };
    same_shape.then_some(NodeProperty::Forwards(0, "the shape is the one that it has"))
}
