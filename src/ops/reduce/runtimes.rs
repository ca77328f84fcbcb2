//! Measured behavior of runtimes for valid reductions.

use super::ReduceKind;
use crate::element::ElementType;
use crate::ops::runtime_behavior::{REJECTS_EMPTY_NAME, RuntimeBehavior, RuntimeCase, RuntimeEffect, SHORTEN_INPUTS};
use crate::target::Runtime;

fn is(case: &RuntimeCase<'_>, kinds: &[ReduceKind]) -> bool {
    case.reduction().is_some_and(|reduction| kinds.contains(&reduction.kind))
}

fn reduces_nothing(case: &RuntimeCase<'_>) -> bool {
    let axes = case.reduction().and_then(|reduction| reduction.axes.as_ref());
    axes.is_some_and(|axes| axes.iter().any(|&axis| case.is_empty(axis)))
}

const NAME_AXES: &str = "make the axes a constant";

/// Measurements with single nodes.
pub(super) static BEHAVIORS: &[RuntimeBehavior] = &[
    RuntimeBehavior {
        runtime: Runtime::OpenVino,
        effect: RuntimeEffect::RefusesNode,
        applies: |case| {
            case.reduction().is_some_and(|reduction| {
                let removed = reduction.keep_dims != Some(true) && reduction.count != Some(1);
                reduction.runtime_dependent && (removed || case.is_onnx() && reduction.count.is_none())
            })
        },
        does: "rejects several axes that are known only at run time",
        source: None,
        help: NAME_AXES,
    },
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| case.is_onnx() && case.omits(1),
        REJECTS_EMPTY_NAME,
        SHORTEN_INPUTS,
    ),
    RuntimeBehavior {
        runtime: Runtime::TensorRt,
        effect: RuntimeEffect::RefusesNode,
        applies: |case| is(case, &[ReduceKind::Min]) && case.sizes().is_some_and(<[_]>::is_empty),
        does: "rejects the reduction of a scalar",
        source: Some("reported in NVIDIA/TensorRT#4472"),
        help: "remove the node: the data has one element",
    },
    RuntimeBehavior {
        runtime: Runtime::OpenVino,
        effect: RuntimeEffect::Differs,
        applies: |case| {
            use ReduceKind::{L1, LogSum, LogSumExp};
            let Some(reduction) = case.reduction() else { return false };
            let ignored = case.version == 13 && reduction.axes.is_some() && reduction.by_attribute;
            let some = reduction.axes.as_ref().zip(case.sizes());
            let some = some.is_none_or(|(axes, sizes)| axes.len() < sizes.len());
            case.is_onnx() && is(case, &[L1, LogSum, LogSumExp]) && ignored && some
        },
        does: "ignores the attribute `axes` and reduces every axis",
        source: None,
        help: "convert the model to opset 18, where the axes are an input",
    },
    RuntimeBehavior {
        runtime: Runtime::OnnxRuntime,
        effect: RuntimeEffect::Differs,
        applies: |case| {
            let named = |axis: &usize| case.is_empty(*axis);
            case.is_onnx() && case.reduction().is_some_and(|r| r.from_end.iter().any(named))
        },
        does: "leaves an empty dimension unchanged if a negative axis denotes it",
        source: None,
        help: "count the axis from the start",
    },
    RuntimeBehavior {
        runtime: Runtime::OpenVino,
        effect: RuntimeEffect::Differs,
        applies: |case| is(case, &[ReduceKind::Min]) && case.has(&[ElementType::I64, ElementType::U64]),
        does: "computes with the low 32 bits of each element on the CPU",
        source: None,
        help: "ensure that the numbers fit 32 bits, or convert them to a float type first",
    },
    RuntimeBehavior {
        runtime: Runtime::OpenVino,
        effect: RuntimeEffect::Differs,
        applies: |case| is(case, &[ReduceKind::Min]) && case.has(&[ElementType::F32]) && reduces_nothing(case),
        does: "returns the greatest finite number for a minimum over no elements; ONNX defines infinity",
        source: None,
        help: "ensure that the reduced axis is not empty",
    },
];
