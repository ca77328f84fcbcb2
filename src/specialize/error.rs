//! Why a model cannot have other input shapes.

use crate::fact::TensorType;
use crate::graph::EditError;
use crate::ids::NodeId;
use crate::infer::Analysis;

/// A node that does not allow the new shapes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Obstacle {
    /// The node; `None` if it is not one node.
    pub node: Option<NodeId>,
    /// What it does.
    pub message: String,
    /// What it would need.
    pub needs: String,
}

/// Why a model cannot have other input shapes. Where there is an analysis, it holds the findings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecializeError {
    /// It could not be read completely, or is only a part of a model.
    #[error("it cannot be read completely")]
    Incomplete(Box<Analysis>),
    /// It has errors already.
    #[error("it has errors")]
    Faulty(Box<Analysis>),
    /// The options set nothing.
    #[error("nothing is set; set sizes of symbols or types of inputs")]
    NothingSet,
    /// No input has this name.
    #[error("the model has no input `{name}`; it has {inputs}")]
    UnknownInput {
        /// The name.
        name: String,
        /// The inputs that it has.
        inputs: String,
    },
    /// No declaration has this symbol.
    #[error("the model has no symbolic dimension `{0}`")]
    UnknownSymbol(String),
    /// Another element type or another kind than the input has.
    #[error("input `{name}` is {declared}; another element type needs other nodes, so {given} cannot be set")]
    Type {
        /// The input.
        name: String,
        /// Its type.
        declared: String,
        /// The type that was to be set.
        given: TensorType,
    },
    /// One symbol would have two sizes.
    #[error("symbol `{symbol}` would be {sizes}; a symbol has the same size everywhere in a model")]
    Conflict {
        /// The symbol.
        symbol: String,
        /// The sizes, in words.
        sizes: String,
    },
    /// Nodes do not allow the shapes.
    #[error("{} not allow these shapes", match obstacles.len() { 1 => "1 node does".to_owned(), n => format!("{n} nodes do") })]
    Obstructed {
        /// The nodes, and what each needs.
        obstacles: Vec<Obstacle>,
        /// The analysis of the model with the shapes.
        analysis: Box<Analysis>,
    },
    /// The format cannot state a type.
    #[error(transparent)]
    Edit(#[from] EditError),
}

impl SpecializeError {
    /// The analysis of the model, if there is one.
    pub fn into_analysis(self) -> Option<Analysis> {
        match self {
            SpecializeError::Incomplete(analysis)
            | SpecializeError::Faulty(analysis)
            | SpecializeError::Obstructed { analysis, .. } => Some(*analysis),
            _ => None,
        }
    }
}
