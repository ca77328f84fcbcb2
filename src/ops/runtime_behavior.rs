//! Measured behavior of runtimes for valid nodes.

use super::{NodeProperty, Reduction};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::target::Runtime;

/// The effect of a runtime's behavior on a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RuntimeEffect {
    /// It rejects the node.
    RefusesNode,
    /// It rejects the element type of the node.
    RefusesType,
    /// Its result differs from that of others.
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
    /// The sizes of the first input; `None` for an unknown one.
    pub(crate) sizes: Option<Vec<Option<u64>>>,
    /// The property that the operator reports about the node.
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

    /// The reduction, if the node is one.
    pub(crate) fn reduction(&self) -> Option<&Reduction> {
        match self.property {
            Some(NodeProperty::Reduces(reduction)) => Some(reduction),
            _ => None,
        }
    }
}

/// A measured behavior of a runtime for nodes of an operator.
#[derive(Debug)]
pub(crate) struct RuntimeBehavior {
    pub(crate) runtime: Runtime,
    pub(crate) effect: RuntimeEffect,
    pub(crate) applies: fn(&RuntimeCase<'_>) -> bool,
    /// What it does, as a predicate of the runtime's name.
    pub(crate) does: &'static str,
    /// The source, if the behavior was not measured.
    pub(crate) source: Option<&'static str>,
    pub(crate) help: &'static str,
}
