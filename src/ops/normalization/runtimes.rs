//! Measured behavior of runtimes for valid normalizations.

use crate::ops::runtime_behavior::RuntimeBehavior;
use crate::target::Runtime;

/// Measured with single nodes.
pub(super) static LOCAL: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(
        Runtime::OnnxRuntime,
        |case| ["alpha", "beta"].iter().any(|name| case.float(name).is_some_and(|value| value <= 0.0)),
        "rejects an `alpha` or `beta` that is not positive",
        "make `alpha` and `beta` positive",
    ),
    RuntimeBehavior::refuses(
        Runtime::OnnxRuntime,
        |case| case.rank(0).is_some_and(|rank| rank != 4),
        "rejects data of another rank than 4",
        "reshape the data to rank 4 and back",
    ),
];
