//! Why a model is not annotated.

use crate::infer::Analysis;

/// Why a model is not annotated. The analysis holds the findings.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnnotateError {
    /// It could not be read completely, or is only a part of a model.
    #[error("it cannot be read completely")]
    Incomplete(Box<Analysis>),
    /// It has errors, so what is inferred is less than what a correct model has.
    #[error("it has errors")]
    Faulty(Box<Analysis>),
    /// Declarations contradict what is inferred.
    #[error("{count} of its declarations contradict what is inferred")]
    Contradicted {
        /// How many.
        count: usize,
        /// The analysis of the model.
        analysis: Box<Analysis>,
    },
}

impl AnnotateError {
    /// The analysis of the model.
    pub fn analysis(&self) -> &Analysis {
        match self {
            AnnotateError::Incomplete(analysis)
            | AnnotateError::Faulty(analysis)
            | AnnotateError::Contradicted { analysis, .. } => analysis,
        }
    }

    /// The analysis of the model.
    pub fn into_analysis(self) -> Analysis {
        match self {
            AnnotateError::Incomplete(analysis)
            | AnnotateError::Faulty(analysis)
            | AnnotateError::Contradicted { analysis, .. } => *analysis,
        }
    }
}
