//! Measured behavior of runtimes for valid convolutions.

use crate::ops::runtime_behavior::{REJECTS_EMPTY_NAME, RuntimeBehavior, RuntimeCase, SHORTEN_INPUTS};
use crate::target::Runtime;

/// Measured with single nodes.
pub(super) static PLAIN_BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OnnxRuntime,
    |case| pads_same(case) && case.ints("dilations").iter().any(|&dilation| dilation > 1),
    "rejects `dilations` beside an `auto_pad` of SAME_UPPER or SAME_LOWER",
    "write the padding as `pads`",
)];

/// Measured with single nodes.
pub(super) static TRANSPOSED_BEHAVIORS: &[RuntimeBehavior] =
    &[RuntimeBehavior::refuses(Runtime::OpenVino, |case| case.omits(2), REJECTS_EMPTY_NAME, SHORTEN_INPUTS)];

/// Measured with single nodes.
pub(super) static INTEGER_BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OnnxRuntime,
    |case| case.length(3).is_some_and(|length| length > 1),
    "rejects a zero point for each output channel",
    "use one zero point for all output channels",
)];

fn pads_same(case: &RuntimeCase<'_>) -> bool {
    case.is_text("auto_pad", "SAME_UPPER") || case.is_text("auto_pad", "SAME_LOWER")
}
