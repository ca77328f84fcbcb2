//! Measured behavior of runtimes for valid nodes.

use super::{NodeProperty, Reduction};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::graph::{AttributeValue, Model};
use crate::ids::NodeId;
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

/// An input of a valid node.
#[derive(Clone, Default, Debug)]
pub(crate) struct RuntimeInput {
    /// Whether it is left out by an empty name.
    pub(crate) omitted: bool,
    /// Whether an input of the model decides its elements, so that no tool can compute them before the run.
    pub(crate) computed: bool,
    /// The element type, if known.
    pub(crate) element: Option<ElementType>,
    /// The sizes; `None` for an unknown one.
    pub(crate) sizes: Option<Vec<Option<u64>>>,
    /// The elements, if they are few integers that are known before the run.
    pub(crate) ints: Option<Vec<i128>>,
}

/// A valid node of a model, as far as the behavior of runtimes depends on it.
#[derive(Debug)]
pub(crate) struct RuntimeCase<'a> {
    pub(crate) model: &'a Model,
    pub(crate) node: NodeId,
    /// The version of the operator that applies.
    pub(crate) version: i64,
    pub(crate) inputs: Vec<RuntimeInput>,
    /// The element type of the first output.
    pub(crate) result: Option<ElementType>,
    /// The property that the operator reports about the node.
    pub(crate) property: Option<&'a NodeProperty>,
}

impl RuntimeCase<'_> {
    pub(crate) fn is_onnx(&self) -> bool {
        self.model.dialect() == Dialect::Onnx
    }

    /// The input at a position; `None` if the node has fewer.
    pub(crate) fn input(&self, index: usize) -> Option<&RuntimeInput> {
        self.inputs.get(index)
    }

    /// Whether an input is left out by an empty name, rather than by a shorter list.
    pub(crate) fn omits(&self, index: usize) -> bool {
        self.input(index).is_some_and(|input| input.omitted)
    }

    /// Whether the elements of an input are known only at run time.
    pub(crate) fn is_computed(&self, index: usize) -> bool {
        self.input(index).is_some_and(|input| input.computed)
    }

    /// The rank of an input, if known.
    pub(crate) fn rank(&self, index: usize) -> Option<usize> {
        self.input(index)?.sizes.as_ref().map(Vec::len)
    }

    /// The number of elements of an input of rank 1, if known.
    pub(crate) fn length(&self, index: usize) -> Option<u64> {
        match self.input(index)?.sizes.as_deref()? {
            &[length] => length,
            _ => None,
        }
    }

    /// The element type of the first input.
    pub(crate) fn element(&self) -> Option<ElementType> {
        self.input(0)?.element
    }

    /// Whether the first input has one of these element types.
    pub(crate) fn has(&self, elements: &[ElementType]) -> bool {
        self.element().is_some_and(|element| elements.contains(&element))
    }

    /// The sizes of the first input.
    pub(crate) fn sizes(&self) -> Option<&[Option<u64>]> {
        self.input(0)?.sizes.as_deref()
    }

    /// Whether an axis of the first input has no elements.
    pub(crate) fn is_empty(&self, axis: usize) -> bool {
        self.sizes().and_then(|sizes| sizes.get(axis).copied()) == Some(Some(0))
    }

    /// An ONNX attribute as written; `None` if the node leaves it to the default.
    fn attribute(&self, name: &str) -> Option<&AttributeValue> {
        self.model.attribute(self.node, name).map(|attribute| &attribute.value)
    }

    pub(crate) fn int(&self, name: &str) -> Option<i64> {
        match self.attribute(name)? {
            &AttributeValue::Int(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn float(&self, name: &str) -> Option<f32> {
        match self.attribute(name)? {
            &AttributeValue::Float(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn ints(&self, name: &str) -> &[i64] {
        match self.attribute(name) {
            Some(AttributeValue::Ints(values)) => values,
            _ => &[],
        }
    }

    /// Whether an attribute has this text.
    pub(crate) fn is_text(&self, name: &str, text: &str) -> bool {
        matches!(self.attribute(name), Some(AttributeValue::String(written)) if **written == *text.as_bytes())
    }

    /// Whether the node has an attribute of this name.
    pub(crate) fn writes(&self, name: &str) -> bool {
        self.attribute(name).is_some()
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

type Applies = fn(&RuntimeCase<'_>) -> bool;

impl RuntimeBehavior {
    /// A runtime was measured to reject nodes.
    pub(crate) const fn refuses(
        runtime: Runtime,
        applies: Applies,
        does: &'static str,
        help: &'static str,
    ) -> RuntimeBehavior {
        RuntimeBehavior { runtime, effect: RuntimeEffect::RefusesNode, applies, does, source: None, help }
    }

    /// A runtime was measured to give other results than the other runtimes.
    pub(crate) const fn differs(
        runtime: Runtime,
        applies: Applies,
        does: &'static str,
        help: &'static str,
    ) -> RuntimeBehavior {
        RuntimeBehavior { runtime, effect: RuntimeEffect::Differs, applies, does, source: None, help }
    }
}

/// Rejects an input that an empty name leaves out, where other runtimes treat it as if it were not listed.
pub(crate) const REJECTS_EMPTY_NAME: &str = "rejects an input that an empty name leaves out";
/// How to leave out the last input.
pub(crate) const SHORTEN_INPUTS: &str = "remove the empty name from the inputs";
