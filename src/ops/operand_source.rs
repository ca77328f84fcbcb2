//! Where a node states a parameter: in an attribute, or in an input since a later version.

use super::InferContext;
use crate::place::Place;

/// Where a node states a parameter, such as its axes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperandSource {
    /// The attribute of this name.
    Attribute(&'static str),
    /// The input at this position.
    Input(usize),
}

impl OperandSource {
    /// The attribute if the operator's version has it, the input otherwise.
    pub(crate) fn attribute_or_input(cx: &InferContext<'_>, name: &'static str, input: usize) -> OperandSource {
        if cx.attribute_kind(name).is_some() { OperandSource::Attribute(name) } else { OperandSource::Input(input) }
    }

    /// Whether it is an attribute.
    pub(crate) fn is_attribute(self) -> bool {
        matches!(self, OperandSource::Attribute(_))
    }

    /// The attribute or the input as a whole.
    pub(crate) fn place(self, cx: &InferContext<'_>) -> Place {
        match self {
            OperandSource::Attribute(name) => cx.attribute_place(name),
            OperandSource::Input(input) => cx.input_place(input),
        }
    }

    /// One element: of an attribute, the location is the whole list.
    pub(crate) fn element_place(self, cx: &InferContext<'_>, element: usize) -> Place {
        match self {
            OperandSource::Attribute(name) => cx.attribute_place(name),
            OperandSource::Input(input) => cx.element_place(input, element),
        }
    }

    /// The name in messages: attribute `axes`, input `ends`.
    pub(crate) fn describe(self, cx: &InferContext<'_>) -> String {
        match self {
            OperandSource::Attribute(name) => format!("attribute `{name}`"),
            OperandSource::Input(input) => format!("input {}", cx.input_name(input)),
        }
    }
}
