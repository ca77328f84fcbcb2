//! The sizes of a convolution, for evaluation.

use crate::kernel::windows::Windows;

/// The sizes of a convolution.
pub(super) struct Plan {
    pub(super) batch: usize,
    pub(super) groups: usize,
    /// The channels of one group: of the data, and of the result.
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) windows: Windows,
}
