//! How a file is read.

use crate::limits::Limits;

/// How a file is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Bounds on what the file may make us do.
    pub limits: Limits,
    /// Whether files beside the model (`.bin`, external data) are left alone: constants in them have no value.
    pub no_weights: bool,
}
