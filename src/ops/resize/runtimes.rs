//! Measured behavior of runtimes for valid resizing.

use crate::element::ElementType;
use crate::ops::runtime_behavior::RuntimeBehavior;
use crate::target::Runtime;

const WHOLE: [ElementType; 3] = [ElementType::I8, ElementType::U8, ElementType::I32];

/// Measured with single nodes.
pub(super) static BEHAVIORS: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| case.is_text("coordinate_transformation_mode", "tf_crop_and_resize"),
        "rejects the coordinates `tf_crop_and_resize`",
        "slice the region of interest, then resize it",
    ),
    RuntimeBehavior::refuses(
        Runtime::OnnxRuntime,
        |case| case.is_text("mode", "cubic") && case.has(&WHOLE),
        "has the mode `cubic` for floats only",
        "convert the data to float32 before the node",
    ),
    RuntimeBehavior::differs(
        Runtime::OnnxRuntime,
        |case| case.is_text("mode", "linear") && case.has(&WHOLE),
        "truncates interpolated integers, where OpenVINO rounds them",
        "convert the data to float32 before the node, and the result back",
    ),
];
