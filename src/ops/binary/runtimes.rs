//! Measured behavior of runtimes for valid arithmetic.

use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::ops::runtime_behavior::{RuntimeBehavior, RuntimeEffect};
use crate::target::Runtime;

/// Measured with single nodes in both runtimes: 2 - 3 is 255 in ONNX Runtime and 0 in OpenVINO.
pub(super) static SATURATES: &[RuntimeBehavior] = &[RuntimeBehavior {
    runtime: Runtime::OpenVino,
    effect: RuntimeEffect::Differs,
    applies: |case| case.dialect == Dialect::Onnx && case.has(&[ElementType::U8]),
    does: "limits results to 0 to 255 on the CPU, where ONNX Runtime wraps around",
    source: None,
    help: "convert the inputs to a wider type, or ensure that all results fit",
}];
