//! The reductions of each dialect.

/// Those of ONNX.
pub const ONNX: [&str; 10] = [
    "ReduceMin",
    "ReduceMax",
    "ReduceSum",
    "ReduceMean",
    "ReduceProd",
    "ReduceL1",
    "ReduceL2",
    "ReduceLogSum",
    "ReduceLogSumExp",
    "ReduceSumSquare",
];
/// Those of OpenVINO.
pub const OPENVINO: [&str; 9] = [
    "ReduceMin",
    "ReduceMax",
    "ReduceSum",
    "ReduceMean",
    "ReduceProd",
    "ReduceL1",
    "ReduceL2",
    "ReduceLogicalAnd",
    "ReduceLogicalOr",
];
