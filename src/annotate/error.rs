//! Why a model is not annotated.

use std::fmt;

use crate::infer::Analysis;

/// Why a model is not annotated. The analysis holds the findings.
#[derive(Debug)]
#[non_exhaustive]
pub enum AnnotateError {
    /// It could not be read completely, or is only a part of a model.
    Incomplete(Box<Analysis>),
    /// It has errors, so what is inferred is less than what a correct model has.
    Faulty(Box<Analysis>),
    /// Declarations contradict what is inferred.
    Contradicted {
        /// How many.
        count: usize,
        /// The analysis of the model.
        analysis: Box<Analysis>,
    },
    /// It is a text that is too large to be held in memory together with its declarations.
    TooLarge(Box<Analysis>),
}

impl fmt::Display for AnnotateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnnotateError::Incomplete(_) => f.write_str("it cannot be read completely, or is only a part of a model"),
            AnnotateError::Faulty(_) => f.write_str("it has errors"),
            AnnotateError::Contradicted { count, .. } => {
                write!(f, "{count} of its declarations contradict what is inferred")
            }
            AnnotateError::TooLarge(_) => f.write_str(
                "it is too large to be held in memory together with its declarations; convert it to `.onnx`, then annotate that file",
            ),
        }
    }
}

impl std::error::Error for AnnotateError {}

impl AnnotateError {
    /// The analysis of the model.
    pub fn analysis(&self) -> &Analysis {
        match self {
            AnnotateError::Incomplete(analysis)
            | AnnotateError::Faulty(analysis)
            | AnnotateError::TooLarge(analysis)
            | AnnotateError::Contradicted { analysis, .. } => analysis,
        }
    }

    /// The analysis of the model.
    pub fn into_analysis(self) -> Analysis {
        match self {
            AnnotateError::Incomplete(analysis)
            | AnnotateError::Faulty(analysis)
            | AnnotateError::TooLarge(analysis)
            | AnnotateError::Contradicted { analysis, .. } => *analysis,
        }
    }
}
