//! What runtimes were seen to do with valid nodes.

use super::{NodeProperty, Reduction};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::target::Runtime;

/// What a runtime does with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuntimeEffect {
    /// It refuses the node.
    RefusesNode,
    /// It refuses the node for its element type.
    RefusesType,
    /// It gives something else than others.
    Differs,
}

/// A valid node of a model, as far as the behavior of runtimes depends on it.
#[derive(Debug)]
pub(crate) struct RuntimeCase<'a> {
    pub(crate) dialect: Dialect,
    /// The version of the operator that applies.
    pub(crate) version: i64,
    /// The element type of the first input.
    pub(crate) element: Option<ElementType>,
    /// The sizes of the first input; `None` for one that is open.
    pub(crate) sizes: Option<Vec<Option<u64>>>,
    /// What the operator says of the node.
    pub(crate) property: Option<&'a NodeProperty>,
}

impl RuntimeCase<'_> {
    /// Whether the first input has one of these element types.
    pub(crate) fn has(&self, elements: &[ElementType]) -> bool {
        self.element.is_some_and(|element| elements.contains(&element))
    }

    /// Whether an axis of the first input has no elements.
    pub(crate) fn is_empty(&self, axis: usize) -> bool {
        self.sizes.as_ref().and_then(|sizes| sizes.get(axis).copied()) == Some(Some(0))
    }

    /// The reduction that the node is.
    pub(crate) fn reduction(&self) -> Option<&Reduction> {
        match self.property {
            Some(NodeProperty::Reduces(reduction)) => Some(reduction),
            _ => None,
        }
    }
}

/// Something that a runtime was seen to do with nodes of an operator.
#[derive(Debug)]
pub(crate) struct RuntimeBehavior {
    pub(crate) runtime: Runtime,
    pub(crate) effect: RuntimeEffect,
    pub(crate) applies: fn(&RuntimeCase<'_>) -> bool,
    /// What it does, after the runtime's name.
    pub(crate) does: &'static str,
    /// Where that is written, if it was not measured.
    pub(crate) source: Option<&'static str>,
    pub(crate) help: &'static str,
}
