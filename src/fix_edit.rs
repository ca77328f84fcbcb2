//! Fixes as data: what would repair the model that a diagnostic is about.

use crate::ids::{GraphId, NodeId, ValueId};
use crate::source::Span;

/// Whether a fix may be applied without looking at it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Applicability {
    /// The model computes the same as before, or no tool could read it and exactly one edit repairs it.
    Safe,
    /// The intention is guessed, or the interface of the model changes.
    Unsafe,
}

impl Applicability {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

/// A fix of a finding: edits that are applied together or not at all. [`fix`](crate::fix::fix()) applies them.
#[derive(Clone, PartialEq, Debug)]
pub struct Fix {
    /// What is done, imperative and in lower case: `remove the node`.
    pub title: String,
    /// Whether it may be applied without looking at it.
    pub applicability: Applicability,
    /// The edits, in order.
    pub edits: Vec<FixEdit>,
}

impl Fix {
    /// A fix that does not change what the model computes, or the only one of a file that no tool reads.
    pub fn safe(title: impl Into<String>, edits: Vec<FixEdit>) -> Fix {
        Fix { title: title.into(), applicability: Applicability::Safe, edits }
    }

    /// A fix that guesses the intention.
    pub fn guess(title: impl Into<String>, edits: Vec<FixEdit>) -> Fix {
        Fix { title: title.into(), applicability: Applicability::Unsafe, edits }
    }

    /// The same fix; unsafe unless `is_safe`.
    #[must_use]
    pub(crate) fn safe_if(self, is_safe: bool) -> Fix {
        let applicability = if is_safe { self.applicability } else { Applicability::Unsafe };
        Fix { applicability, ..self }
    }
}

/// One edit of a fix: of the graph, or of the text of a file.
///
/// Edits of the graph refer to the model as it was analyzed. [`FixEdit::ReplaceText`] repairs what has no place in a graph
/// because a reader cannot keep it, such as two layers with one id.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum FixEdit {
    /// Puts the nodes of a graph into an order in which they can run.
    SortNodes {
        /// The graph.
        graph: GraphId,
    },
    /// Removes a node; nothing may read its outputs.
    RemoveNode {
        /// The node.
        node: NodeId,
    },
    /// ONNX: gives each node of a graph that has no name the name of its operator, shortened to 40 characters, and its output,
    /// such as `Relu_y`; if that is taken, with a number at its end.
    NameNodes {
        /// The graph.
        graph: GraphId,
    },
    /// ONNX: renames a value; nodes that read it follow.
    RenameValue {
        /// The value.
        value: ValueId,
        /// Its new name.
        name: String,
    },
    /// Makes a node another operator of its domain; inputs and attributes stay.
    SetOperator {
        /// The node.
        node: NodeId,
        /// The operator.
        op_type: String,
    },
    /// Makes an input of a node read another value.
    SetInput {
        /// The node.
        node: NodeId,
        /// The position of the input.
        input: usize,
        /// The value.
        value: ValueId,
    },
    /// Makes an input of a node read a new constant of integers.
    SetConstant {
        /// The node.
        node: NodeId,
        /// The position of the input; inputs before it that the node does not have are omitted ones.
        input: usize,
        /// The type, such as `i64[2]`.
        ty: String,
        /// The elements.
        elements: Vec<i64>,
    },
    /// ONNX: changes the dims and the element type of an initializer with raw data; its bytes stay.
    SetTensorType {
        /// The value.
        value: ValueId,
        /// The type, such as `f32[3,4]`.
        ty: String,
    },
    /// Removes the inputs of a node from a position on.
    RemoveInputs {
        /// The node.
        node: NodeId,
        /// The first position.
        from: usize,
    },
    /// Sets an attribute.
    SetAttribute {
        /// The node.
        node: NodeId,
        /// The name of the attribute.
        name: String,
        /// Its value.
        value: FixValue,
    },
    /// Renames an attribute; its value stays.
    RenameAttribute {
        /// The node.
        node: NodeId,
        /// The name as written.
        from: String,
        /// The new name.
        to: String,
    },
    /// Keeps the first of several attributes of one name.
    KeepFirstAttribute {
        /// The node.
        node: NodeId,
        /// Their name.
        name: String,
    },
    /// Removes an attribute.
    RemoveAttribute {
        /// The node.
        node: NodeId,
        /// Its name.
        name: String,
    },
    /// Makes everything that reads one value read another.
    ReplaceUses {
        /// The value.
        value: ValueId,
        /// What is read instead.
        with: ValueId,
    },
    /// Removes an initializer; nothing may read it.
    RemoveInitializer {
        /// The value.
        value: ValueId,
    },
    /// Removes an input of a graph. An initializer of its name remains, as a constant.
    RemoveInput {
        /// The value.
        value: ValueId,
    },
    /// Declares the type of a value.
    Declare {
        /// The value.
        value: ValueId,
        /// The type, as in `f32[N,3]`.
        ty: String,
    },
    /// IR: records on an input port the type that is declared for the value that it reads.
    RecordInput {
        /// The layer.
        node: NodeId,
        /// The position of the input.
        input: usize,
    },
    /// ONNX: removes the declared types of values that a graph does not have.
    RemoveUnknownDeclarations {
        /// The graph.
        graph: GraphId,
    },
    /// ONNX: imports an operator set, or another version of it.
    SetOpset {
        /// The domain.
        domain: String,
        /// The version.
        version: i64,
    },
    /// ONNX: removes an import of an operator set.
    RemoveOpset {
        /// Its position in [`Model::opsets`](crate::graph::Model::opsets).
        index: usize,
    },
    /// ONNX: sets the version of the format.
    SetIrVersion {
        /// The version.
        version: i64,
    },
    /// IR and ONNX text: replaces bytes of the file.
    ReplaceText {
        /// The bytes; an empty range is a place.
        span: Span,
        /// What stands there instead.
        text: String,
    },
}

/// The value of an attribute in a fix.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum FixValue {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f32),
    /// Integers.
    Ints(Vec<i64>),
    /// Floats.
    Floats(Vec<f32>),
    /// A string; of IR, any value.
    Text(String),
}
