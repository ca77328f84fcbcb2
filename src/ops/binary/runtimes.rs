//! Measured behavior of runtimes for valid arithmetic.

use crate::element::ElementType;
use crate::ops::runtime_behavior::{REJECTS_EMPTY_NAME, RuntimeBehavior, RuntimeCase, SHORTEN_INPUTS};
use crate::target::Runtime;

/// Measured with single nodes in both runtimes: 2 - 3 of uint8 is 255 in ONNX Runtime and 0 in OpenVINO.
pub(super) static SATURATES: &[RuntimeBehavior] = &[RuntimeBehavior::differs(
    Runtime::OpenVino,
    |case| case.is_onnx() && case.has(&[ElementType::U8, ElementType::I8]),
    "limits results to the range of the type on the CPU, where ONNX Runtime wraps around",
    "convert the inputs to a wider type, or ensure that all results fit",
)];

/// Measured with single nodes.
pub(super) static VARIADIC: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(
        Runtime::OnnxRuntime,
        omits_any,
        "crashes on an input that an empty name leaves out",
        SHORTEN_INPUTS,
    ),
    RuntimeBehavior::refuses(Runtime::OpenVino, omits_any, REJECTS_EMPTY_NAME, SHORTEN_INPUTS),
];

/// Measured with single nodes.
pub(super) static REMAINDER: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OpenVino,
    |case| {
        let float = case.element().is_some_and(ElementType::is_float);
        case.is_onnx() && float && case.int("fmod").unwrap_or(0) == 0
    },
    "rejects the remainder of floats with `fmod = 0`",
    "set `fmod` to 1, which gives the remainder the sign of the dividend",
)];

fn omits_any(case: &RuntimeCase<'_>) -> bool {
    case.inputs.iter().any(|input| input.omitted)
}
