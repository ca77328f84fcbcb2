//! Measured behavior of runtimes for valid pooling.

use crate::ops::runtime_behavior::RuntimeBehavior;
use crate::target::Runtime;

/// Measured with single nodes: the output of ONNX Runtime is smaller.
pub(super) static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::differs(
    Runtime::OnnxRuntime,
    |case| {
        (case.is_text("auto_pad", "SAME_UPPER") || case.is_text("auto_pad", "SAME_LOWER"))
            && case.ints("dilations").iter().any(|&dilation| dilation > 1)
    },
    "ignores `dilations` when it computes the padding of `auto_pad`",
    "write the padding as `pads`",
)];
