//! How a file is read.

use crate::limits::Limits;

/// How a file is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Limits on the resources that a file may use.
    pub limits: Limits,
    /// Whether other files (`.bin`, external data) are not read; the values of constants in them are then unknown.
    pub no_weights: bool,
}
