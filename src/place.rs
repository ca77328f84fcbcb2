//! Places: what a finding is about.

use crate::ids::{GraphId, NameId, NodeId, ValueId};
use crate::source::Span;

/// What a finding is about, from the graph down to the element, and where that stands in the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Place {
    /// The graph; `None` for the file as a whole.
    pub graph: Option<GraphId>,
    /// The node.
    pub node: Option<NodeId>,
    /// The part of the node or graph.
    pub part: Part,
    /// Bytes of the file, where they say more than the part.
    pub span: Option<Span>,
}

/// The part of a node or of a graph that a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Part {
    /// All of it.
    #[default]
    Whole,
    /// The input at this position.
    Input(u32),
    /// One element of the constant at this input: position of the input, index of the element.
    Element(u32, u32),
    /// The output at this position.
    Output(u32),
    /// The attribute of this name.
    Attribute(NameId),
    /// A value or its declaration: a graph input or output, an initializer, a value info.
    Value(ValueId),
    /// Something with a name that is no value of the graph.
    Name(NameId),
}

impl Place {
    /// The file as a whole.
    pub const FILE: Place = Place { graph: None, node: None, part: Part::Whole, span: None };

    /// A range of bytes, before there is a graph.
    pub fn bytes(span: Span) -> Place {
        Place { span: Some(span), ..Place::FILE }
    }

    /// A graph as a whole.
    pub fn graph(graph: GraphId) -> Place {
        Place { graph: Some(graph), ..Place::FILE }
    }

    /// A node as a whole.
    pub fn node(graph: GraphId, node: NodeId) -> Place {
        Place { graph: Some(graph), node: Some(node), ..Place::FILE }
    }

    /// A value or its declaration.
    pub fn value(graph: GraphId, value: ValueId) -> Place {
        Place { graph: Some(graph), part: Part::Value(value), ..Place::FILE }
    }

    /// The same place, narrowed to a part.
    pub fn part(self, part: Part) -> Place {
        Place { part, ..self }
    }

    /// The same place with these bytes.
    pub fn at(self, span: Span) -> Place {
        Place { span: Some(span), ..self }
    }
}
