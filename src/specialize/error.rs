//! Why a model cannot have other input shapes.

use std::fmt;

use crate::diagnostic::counted;
use crate::dim::Dim;
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
    /// The option that makes it none.
    pub remedy: Option<Remedy>,
}

/// An option of [`SpecializeOptions`](super::SpecializeOptions) with which a node is no obstacle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Remedy {
    /// `rewrite` gives the node the sizes that it needs.
    Rewrite,
    /// `keep_fixed` leaves the node as it is.
    KeepFixed,
}

/// Why a model cannot have other input shapes. Where there is an analysis, it holds the findings.
#[derive(Debug)]
#[non_exhaustive]
pub enum SpecializeError {
    /// It could not be read completely, or is only a part of a model.
    Incomplete(Box<Analysis>),
    /// It has errors already.
    Faulty(Box<Analysis>),
    /// The options set nothing.
    NothingSet,
    /// No input has this name.
    UnknownInput {
        /// The name.
        name: String,
        /// The inputs that it has.
        inputs: String,
    },
    /// No declaration has this symbol.
    UnknownSymbol {
        /// The symbol.
        name: String,
        /// The symbols that declarations have.
        symbols: String,
    },
    /// Another element type or another kind than the input has.
    Type {
        /// The input.
        name: String,
        /// Its type.
        declared: String,
        /// The type that was to be set.
        given: TensorType,
    },
    /// One symbol would have two sizes.
    Conflict {
        /// The symbol.
        symbol: String,
        /// The sizes, in words.
        sizes: String,
    },
    /// A symbol would be an expression, as which no input can be declared.
    Expression {
        /// The symbol.
        symbol: String,
        /// The expression.
        given: Dim,
    },
    /// Nodes do not allow the shapes.
    Obstructed {
        /// The nodes, and what each needs.
        obstacles: Vec<Obstacle>,
        /// Whether these are all: after many nodes that depend on each other, no others are looked for.
        is_complete: bool,
        /// The analysis of the model with the shapes.
        analysis: Box<Analysis>,
    },
    /// The format cannot state a type.
    Edit(EditError),
}

impl fmt::Display for SpecializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecializeError::Incomplete(_) => f.write_str("it cannot be read completely, or is only a part of a model"),
            SpecializeError::Faulty(_) => f.write_str("it has errors"),
            SpecializeError::NothingSet => f.write_str("nothing is set: no size of a symbol, and no shape of an input"),
            SpecializeError::UnknownInput { inputs, name } => {
                write!(f, "the model has no input `{name}`; it has {inputs}")
            }
            SpecializeError::UnknownSymbol { symbols, name } => {
                write!(f, "the model has no symbolic dimension `{name}`; it has {symbols}")
            }
            SpecializeError::Type { declared, given, name } => write!(
                f,
                "input `{name}` is {declared}; another element type needs other nodes, so {given} cannot be set"
            ),
            SpecializeError::Conflict { sizes, symbol } => {
                write!(f, "symbol `{symbol}` would be {sizes}; a symbol has the same size everywhere in a model")
            }
            SpecializeError::Expression { given, symbol } => {
                write!(f, "symbol `{symbol}` cannot be `{given}`; expected a size, an interval, or another symbol")
            }
            SpecializeError::Obstructed { obstacles, is_complete, .. } => {
                let (least, others) = match is_complete {
                    true => ("", ""),
                    false => ("at least ", "; after these, no others are looked for"),
                };
                let verb = if obstacles.len() == 1 { "does" } else { "do" };
                write!(f, "{least}{} {verb} not allow these shapes{others}", counted(obstacles.len(), "node"))
            }
            SpecializeError::Edit(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for SpecializeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SpecializeError::Edit(error) => error.source(),
            _ => None,
        }
    }
}

impl From<EditError> for SpecializeError {
    fn from(error: EditError) -> SpecializeError {
        SpecializeError::Edit(error)
    }
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
