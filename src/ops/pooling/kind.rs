//! The kinds of pooling.

/// What a pool computes of the elements of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PoolingKind {
    /// The greatest element and its index.
    Max,
    /// The mean.
    Average,
    /// The p-norm.
    Norm,
}
