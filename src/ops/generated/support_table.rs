//! What runtimes run on the CPU, by operator and version. Written by `tools/runtime_support.py` from onnxruntime 1.31.1 and openvino 2026.4.1; do not edit.

#![cfg_attr(rustfmt, rustfmt_skip)]

use crate::dialect::Dialect::{self, Onnx, OpenVino};
use crate::ops::support::RuntimeSupport as S;

/// Dialect, domain, name, and the measured versions of the operator, oldest first.
pub(crate) static OPERATORS: &[(Dialect, &str, &str, S)] = &[
    (Onnx, "", "Abs", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "Acos", S { onnxruntime: &[
        (7, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (7, "*"),
        (22, "*"),] }),
    (Onnx, "", "Acosh", S { onnxruntime: &[
        (9, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (9, "*"),
        (22, "*"),] }),
    (Onnx, "", "Add", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "*"),
        (13, "T: not bf16"),
        (14, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (13, "*"),
        (14, "*"),] }),
    (Onnx, "", "Affine", S { onnxruntime: &[
        (1, "T: not f64"),
        (10, "-"),], openvino: &[
        (1, "*"),
        (10, "*"),] }),
    (Onnx, "", "AffineGrid", S { onnxruntime: &[
        (20, "T1: not bf16"),], openvino: &[
        (20, "T1: f32"),] }),
    (Onnx, "", "And", S { onnxruntime: &[
        (1, "-"),
        (7, "*"),], openvino: &[
        (1, "*"),
        (7, "*"),] }),
    (Onnx, "", "ArgMax", S { onnxruntime: &[
        (1, "T: not i16 u64 u32 u16"),
        (11, "T: not i16 u64 u32 u16"),
        (12, "T: not i16 u64 u32 u16"),
        (13, "T: not bf16 i16 u64 u32 u16"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (12, "*"),
        (13, "*"),] }),
    (Onnx, "", "ArgMin", S { onnxruntime: &[
        (1, "T: not i16 u64 u32 u16"),
        (11, "T: not i16 u64 u32 u16"),
        (12, "T: not i16 u64 u32 u16"),
        (13, "T: not bf16 i16 u64 u32 u16"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (12, "*"),
        (13, "*"),] }),
    (Onnx, "", "Asin", S { onnxruntime: &[
        (7, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (7, "*"),
        (22, "*"),] }),
    (Onnx, "", "Asinh", S { onnxruntime: &[
        (9, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (9, "*"),
        (22, "*"),] }),
    (Onnx, "", "Atan", S { onnxruntime: &[
        (7, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (7, "*"),
        (22, "*"),] }),
    (Onnx, "", "Atanh", S { onnxruntime: &[
        (9, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (9, "*"),
        (22, "*"),] }),
    (Onnx, "", "Attention", S { onnxruntime: &[
        (23, "T1: f64, T2: f64 | T1: f32, T2: f32 | T1: f16, T2: f16"),
        (24, "T1: f64, T2: f64 | T1: f32, T2: f32 | T1: f16, T2: f16"),
        (25, "T1: f64, T2: f64 | T1: f32, T2: f32 | T1: f16, T2: f16"),], openvino: &[
        (23, "T1: f64, T2: f64 | T1: f32, T2: f32 | T1: f16, T2: f16 | T1: bf16, T2: bf16"),
        (24, "T1: f64, T2: f64 | T1: f32, T2: f32 | T1: f16, T2: f16 | T1: bf16, T2: bf16"),
        (25, "T1: f64, T2: f64 | T1: f32, T2: f32 | T1: f16, T2: f16 | T1: bf16, T2: bf16"),] }),
    (Onnx, "", "AveragePool", S { onnxruntime: &[
        (1, "-"),
        (7, "T: not f64"),
        (10, "T: not f64"),
        (11, "T: not f64"),
        (19, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (7, "*"),
        (10, "*"),
        (11, "*"),
        (19, "*"),
        (22, "*"),] }),
    (Onnx, "", "BatchNormalization", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "*"),
        (9, "*"),
        (14, "T: f64, U: f64 | T: f32 f16, U: f32 f16"),
        (15, "T: f64, T1: f64, T2: f64 | T: f32 f16, T1: f32 f16, T2: f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (9, "*"),
        (14, "*"),
        (15, "T: f64, T1: f64 | T: f32, T1: f32 | T: f16, T1: f16 | T: bf16, T1: bf16"),] }),
    (Onnx, "", "Bernoulli", S { onnxruntime: &[
        (15, "*"),
        (22, "-"),], openvino: &[
        (15, "-"),
        (22, "-"),] }),
    (Onnx, "", "BitCast", S { onnxruntime: &[
        (26, "T1: f64 i64 u64, T2: f64 i64 u64 | T1: f32 i32 u32, T2: f32 i32 u32 | T1: f16 bf16 i16 u16, T2: f16 bf16 i16 u16 | T1: i8 u8, T2: i8 u8"),], openvino: &[
        (26, "-"),] }),
    (Onnx, "", "BitShift", S { onnxruntime: &[
        (11, "T: not u16"),], openvino: &[
        (11, "*"),
        (28, "*"),] }),
    (Onnx, "", "BitwiseAnd", S { onnxruntime: &[
        (18, "*"),], openvino: &[
        (18, "*"),] }),
    (Onnx, "", "BitwiseNot", S { onnxruntime: &[
        (18, "*"),], openvino: &[
        (18, "*"),] }),
    (Onnx, "", "BitwiseOr", S { onnxruntime: &[
        (18, "*"),], openvino: &[
        (18, "*"),] }),
    (Onnx, "", "BitwiseXor", S { onnxruntime: &[
        (18, "*"),], openvino: &[
        (18, "*"),] }),
    (Onnx, "", "BlackmanWindow", S { onnxruntime: &[
        (17, "*"),], openvino: &[
        (17, "*"),] }),
    (Onnx, "", "Cast", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (9, "*"),
        (13, "! T1: string, T2: bf16"),
        (19, "! T1: string, T2: bf16 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (21, "! T1: string, T2: bf16 i4 u4 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (23, "T1: not string f4e2m1, T2: not f4e2m1 | T1: not f4e2m1, T2: not bf16 i4 u4 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1"),
        (24, "T1: not string f4e2m1, T2: not f4e2m1 | T1: not f4e2m1, T2: not bf16 i4 u4 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T1: not string f4e2m1, T2: not f4e2m1 | T1: not f4e2m1, T2: not bf16 i4 u4 i2 u2 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (9, "T1: not string, T2: not string"),
        (13, "T1: not string, T2: not string"),
        (19, "T1: not string f8e4m3fnuz f8e5m2fnuz, T2: not bool string f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz"),
        (21, "T1: not string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3fnuz f8e5m2fnuz, T2: not i4 u4 bool string f8e4m3fnuz f8e5m2fnuz"),
        (23, "T1: not string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz f4e2m1 | T1: not f64 u4 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3fnuz f8e5m2fnuz, T2: not i4 u4 bool string f8e4m3fnuz f8e5m2fnuz f4e2m1"),
        (24, "T1: not string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1 | T1: not f64 u4 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3fnuz f8e5m2fnuz, T2: not i4 u4 bool string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T1: not i2 u2 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not i2 u2 string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1 | T1: not f64 u4 i2 u2 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not i2 u2 string f8e4m3fnuz f8e5m2fnuz | T1: not i2 u2 string f8e4m3fnuz f8e5m2fnuz, T2: not i4 u4 i2 u2 bool string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1"),
        (28, "T1: not i2 u2 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not i2 u2 string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1 | T1: not f64 u4 i2 u2 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: not i2 u2 string f8e4m3fnuz f8e5m2fnuz | T1: not i2 u2 string f8e4m3fnuz f8e5m2fnuz, T2: not i4 u4 i2 u2 bool string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1"),] }),
    (Onnx, "", "CastLike", S { onnxruntime: &[
        (15, "! T1: bf16, T2: string | T1: string, T2: bf16"),
        (19, "! T1: bf16 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: string | T1: string, T2: bf16 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (21, "! T1: bf16 i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz, T2: string | T1: string, T2: bf16 i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (23, "T1: not f4e2m1, T2: not bf16 i4 u4 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1 | T1: not string f4e2m1, T2: not string f4e2m1 | T1: not bf16 i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1, T2: not bf16 i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1"),
        (24, "T1: not f4e2m1, T2: not bf16 i4 u4 string f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1 | T1: not string f4e2m1, T2: not string f4e2m1 | T1: not bf16 i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1, T2: not bf16 i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T1: not f4e2m1, T2: f64 f32 f16 i64 i32 i16 i8 u64 u32 u16 u8 bool | T1: not string f4e2m1, T2: not string f4e2m1 | T1: not bf16 i4 u4 i2 u2 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1, T2: not bf16 i4 u4 i2 u2 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),], openvino: &[
        (15, "T1: not string, T2: not string"),
        (19, "T1: not string f8e4m3fnuz f8e5m2fnuz, T2: not bool string f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3 f8e4m3fnuz f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz"),
        (21, "T1: not string f8e4m3fnuz f8e5m2fnuz, T2: not bool string f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3 f8e4m3fnuz f8e5m2fnuz, T2: not string f8e4m3fnuz f8e5m2fnuz"),
        (23, "T1: not string f8e4m3 f8e4m3fnuz f8e5m2fnuz f4e2m1, T2: not string f8e4m3fnuz f8e5m2fnuz f4e2m1 | T1: not f64 string f8e4m3 f8e4m3fnuz f8e5m2fnuz, T2: not string f8e4m3 f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3fnuz f8e5m2fnuz f4e2m1, T2: not bool string f8e4m3fnuz f8e5m2fnuz f4e2m1"),
        (24, "T1: not string f8e4m3fnuz f8e5m2fnuz, T2: not bool string f8e4m3 f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1 | T1: not string f8e4m3 f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1, T2: not string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1 | T1: not f64 string f8e4m3 f8e4m3fnuz f8e5m2fnuz, T2: not string f8e4m3 f8e4m3fnuz f8e5m2fnuz | T1: not string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1, T2: not bool string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T1: not i2 u2 string f8e4m3fnuz f8e5m2fnuz, T2: not i2 u2 bool string f8e4m3 f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1 | T1: not i2 u2 string f8e4m3 f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1, T2: not i2 u2 string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1 | T1: not f64 i2 u2 string f8e4m3 f8e4m3fnuz f8e5m2fnuz, T2: not i2 u2 string f8e4m3 f8e4m3fnuz f8e5m2fnuz | T1: not i2 u2 string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1, T2: not i2 u2 bool string f8e4m3fnuz f8e5m2fnuz f8e8m0 f4e2m1"),] }),
    (Onnx, "", "CausalConvWithState", S { onnxruntime: &[], openvino: &[
        (27, "-"),] }),
    (Onnx, "", "Ceil", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "Celu", S { onnxruntime: &[
        (12, "*"),], openvino: &[
        (12, "*"),
        (28, "T: f32"),] }),
    (Onnx, "", "CenterCropPad", S { onnxruntime: &[
        (18, "T: not bf16 i16 u16 string c64 c128, Tind: i64"),], openvino: &[
        (18, "T: not string c64 c128"),] }),
    (Onnx, "", "Clip", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (11, "T: not f64"),
        (12, "T: not i16 u16"),
        (13, "T: not bf16 i16 u16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (11, "*"),
        (12, "*"),
        (13, "*"),] }),
    (Onnx, "", "Col2Im", S { onnxruntime: &[
        (18, "T: f32 f16"),], openvino: &[
        (18, "T: not c64 c128"),] }),
    (Onnx, "", "Compress", S { onnxruntime: &[
        (9, "T: not c64 c128"),
        (11, "T: not c64 c128"),], openvino: &[
        (9, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (28, "T: not c64 c128"),] }),
    (Onnx, "", "Concat", S { onnxruntime: &[
        (1, "-"),
        (4, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),], openvino: &[
        (1, "*"),
        (4, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),] }),
    (Onnx, "", "ConcatFromSequence", S { onnxruntime: &[
        (11, "*"),], openvino: &[] }),
    (Onnx, "", "Constant", S { onnxruntime: &[
        (1, "*"),
        (9, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (12, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (19, "T: not c64 c128"),
        (21, "T: not c64 c128"),
        (23, "T: not c64 c128"),
        (24, "T: not c64 c128"),
        (25, "T: not c64 c128"),], openvino: &[
        (1, "*"),
        (9, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (12, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (19, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "ConstantOfShape", S { onnxruntime: &[
        (9, "*"),
        (20, "T2: not f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (21, "T2: not i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (23, "T2: not i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1"),
        (24, "T2: not i4 u4 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T2: not i4 u4 i2 u2 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),], openvino: &[
        (9, "*"),
        (20, "T2: not f8e4m3fnuz f8e5m2fnuz"),
        (21, "T2: not f8e4m3fnuz f8e5m2fnuz"),
        (23, "T2: not f8e4m3fnuz f8e5m2fnuz"),
        (24, "T2: not f8e4m3fnuz f8e5m2fnuz"),
        (25, "T2: not i2 u2 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Conv", S { onnxruntime: &[
        (1, "T: not f64"),
        (11, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (22, "*"),] }),
    (Onnx, "", "ConvInteger", S { onnxruntime: &[
        (10, "*"),], openvino: &[
        (10, "*"),] }),
    (Onnx, "", "ConvTranspose", S { onnxruntime: &[
        (1, "T: not f64"),
        (11, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (22, "*"),] }),
    (Onnx, "", "Cos", S { onnxruntime: &[
        (7, "*"),
        (22, "T: not bf16"),], openvino: &[
        (7, "*"),
        (22, "*"),] }),
    (Onnx, "", "Cosh", S { onnxruntime: &[
        (9, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (9, "*"),
        (22, "*"),] }),
    (Onnx, "", "Crop", S { onnxruntime: &[
        (1, "T: not f64"),
        (10, "-"),], openvino: &[
        (1, "*"),
        (10, "*"),] }),
    (Onnx, "", "CumProd", S { onnxruntime: &[
        (26, "T: not bf16"),], openvino: &[
        (26, "-"),] }),
    (Onnx, "", "CumSum", S { onnxruntime: &[
        (11, "T: not u64 u32"),
        (14, "T: not bf16 u64 u32"),], openvino: &[
        (11, "*"),
        (14, "*"),] }),
    (Onnx, "", "DFT", S { onnxruntime: &[
        (17, "T1: not bf16"),
        (20, "T1: not bf16"),], openvino: &[
        (17, "T1: not f64"),
        (20, "T1: not f64"),] }),
    (Onnx, "", "DeformConv", S { onnxruntime: &[
        (19, "*"),
        (22, "T: not bf16"),], openvino: &[
        (19, "-"),
        (22, "-"),] }),
    (Onnx, "", "DepthToSpace", S { onnxruntime: &[
        (1, "T: f64 f32 f16"),
        (11, "T: f64 f32 f16 i8 u8"),
        (13, "T: f64 f32 f16 i8 u8"),], openvino: &[
        (1, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (28, "T: not c64 c128"),] }),
    (Onnx, "", "DequantizeLinear", S { onnxruntime: &[
        (10, "*"),
        (13, "*"),
        (19, "T2: not bf16"),
        (21, "T2: not bf16"),
        (23, "T1: not f4e2m1, T2: not bf16, T3: not bf16"),
        (24, "T1: not f4e2m1, T2: f32 f16, T3: not bf16"),
        (25, "T1: not f4e2m1, T2: f32 f16, T3: not bf16"),], openvino: &[
        (10, "*"),
        (13, "*"),
        (19, "T1: not f8e4m3fnuz f8e5m2fnuz"),
        (21, "T1: not f8e4m3fnuz f8e5m2fnuz"),
        (23, "T1: not f8e4m3fnuz f8e5m2fnuz"),
        (24, "T1: not f8e4m3fnuz f8e5m2fnuz"),
        (25, "T1: not i2 u2 f8e4m3fnuz f8e5m2fnuz"),
        (28, "T1: not i2 u2 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Det", S { onnxruntime: &[
        (11, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (11, "-"),
        (22, "-"),] }),
    (Onnx, "", "DisentangledAttention_TRT", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "", "Div", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "*"),
        (13, "T: not bf16"),
        (14, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (13, "*"),
        (14, "*"),] }),
    (Onnx, "", "Dropout", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "*"),
        (10, "*"),
        (12, "*"),
        (13, "T: not bf16"),
        (22, "T: f64 f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (10, "*"),
        (12, "*"),
        (13, "*"),
        (22, "T: not f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "DynamicQuantizeLinear", S { onnxruntime: &[
        (11, "*"),], openvino: &[
        (11, "*"),] }),
    (Onnx, "", "DynamicSlice", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (10, "-"),], openvino: &[
        (1, "-"),
        (10, "-"),] }),
    (Onnx, "", "EfficientNMS_TRT", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "", "Einsum", S { onnxruntime: &[
        (12, "T: f64 f32 f16 i64 i32"),], openvino: &[
        (12, "*"),
        (28, "*"),] }),
    (Onnx, "", "Elu", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (22, "*"),] }),
    (Onnx, "", "Equal", S { onnxruntime: &[
        (1, "-"),
        (7, "*"),
        (11, "*"),
        (13, "T: not bf16"),
        (19, "T: not bf16"),], openvino: &[
        (1, "*"),
        (7, "*"),
        (11, "*"),
        (13, "*"),
        (19, "T: not string"),] }),
    (Onnx, "", "Erf", S { onnxruntime: &[
        (9, "T: f32 f16"),
        (13, "T: f32 f16"),], openvino: &[
        (9, "*"),
        (13, "*"),] }),
    (Onnx, "", "Exp", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "Expand", S { onnxruntime: &[
        (8, "T: not c64 c128"),
        (13, "T: not bf16 c64 c128"),], openvino: &[
        (8, "T: not string c64 c128"),
        (13, "T: not string c64 c128"),] }),
    (Onnx, "", "EyeLike", S { onnxruntime: &[
        (9, "T1: f64 f32 f16 i64 i32 u64, T2: f64 f32 i64 i32 u64 | T1: f16, T2: f64 f32 f16 i64 i32 u64"),
        (22, "T1: f64 f32 f16 i64 i32 u64, T2: f64 f32 i64 i32 u64 | T1: f16, T2: f64 f32 f16 i64 i32 u64"),], openvino: &[
        (9, "*"),
        (22, "*"),] }),
    (Onnx, "", "Flatten", S { onnxruntime: &[
        (1, "*"),
        (9, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (23, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1"),
        (24, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T: not i4 u4 i2 u2 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),], openvino: &[
        (1, "*"),
        (9, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Floor", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "GRU", S { onnxruntime: &[
        (1, "-"),
        (3, "-"),
        (7, "T: not f64"),
        (14, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (3, "*"),
        (7, "*"),
        (14, "*"),
        (22, "*"),] }),
    (Onnx, "", "GRUUnit", S { onnxruntime: &[
        (1, "-"),
        (10, "-"),], openvino: &[
        (1, "-"),
        (10, "-"),] }),
    (Onnx, "", "Gather", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),], openvino: &[
        (1, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),] }),
    (Onnx, "", "GatherElements", S { onnxruntime: &[
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),], openvino: &[
        (11, "T: not string c64 c128"),
        (13, "T: not string c64 c128"),] }),
    (Onnx, "", "GatherND", S { onnxruntime: &[
        (11, "T: not c64 c128"),
        (12, "T: not c64 c128"),
        (13, "T: not c64 c128"),], openvino: &[
        (11, "T: not string c64 c128"),
        (12, "T: not string c64 c128"),
        (13, "T: not string c64 c128"),] }),
    (Onnx, "", "Gelu", S { onnxruntime: &[
        (20, "T: not bf16"),], openvino: &[
        (20, "*"),] }),
    (Onnx, "", "Gemm", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "*"),
        (9, "T: f64 f32 f16"),
        (11, "T: f64 f32 f16"),
        (13, "T: f64 f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (9, "*"),
        (11, "*"),
        (13, "*"),] }),
    (Onnx, "", "GivenTensorFill", S { onnxruntime: &[
        (1, "-"),
        (10, "-"),], openvino: &[
        (1, "-"),
        (10, "-"),] }),
    (Onnx, "", "GlobalAveragePool", S { onnxruntime: &[
        (1, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (22, "*"),] }),
    (Onnx, "", "GlobalLpPool", S { onnxruntime: &[
        (1, "-"),
        (2, "T: not f64"),
        (22, "-"),], openvino: &[
        (1, "*"),
        (2, "*"),
        (22, "*"),] }),
    (Onnx, "", "GlobalMaxPool", S { onnxruntime: &[
        (1, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (22, "*"),] }),
    (Onnx, "", "Greater", S { onnxruntime: &[
        (1, "-"),
        (7, "*"),
        (9, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (7, "*"),
        (9, "*"),
        (13, "*"),] }),
    (Onnx, "", "GreaterOrEqual", S { onnxruntime: &[
        (12, "*"),
        (16, "T: not bf16"),], openvino: &[
        (12, "*"),
        (16, "*"),] }),
    (Onnx, "", "GridSample", S { onnxruntime: &[
        (16, "T1: f32 f16, T2: not f64"),
        (20, "T1: f64, T2: f64 | T1: f32 f16, T2: not f64"),
        (22, "T1: f64, T2: f64 | T1: f32 f16, T2: f32 f16"),], openvino: &[
        (16, "T1: not string c64 c128"),
        (20, "T1: not string c64 c128"),
        (22, "T1: not string c64 c128"),] }),
    (Onnx, "", "GroupNormalization", S { onnxruntime: &[
        (18, "T: not bf16"),
        (21, "T: not bf16"),], openvino: &[
        (18, "*"),
        (21, "*"),] }),
    (Onnx, "", "HammingWindow", S { onnxruntime: &[
        (17, "*"),], openvino: &[
        (17, "*"),] }),
    (Onnx, "", "HannWindow", S { onnxruntime: &[
        (17, "*"),], openvino: &[
        (17, "*"),] }),
    (Onnx, "", "HardSigmoid", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (22, "*"),] }),
    (Onnx, "", "HardSwish", S { onnxruntime: &[
        (14, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (14, "*"),
        (22, "*"),] }),
    (Onnx, "", "Hardmax", S { onnxruntime: &[
        (1, "T: not f64"),
        (11, "T: not f64"),
        (13, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),] }),
    (Onnx, "", "Identity", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (14, "*"),
        (16, "*"),
        (19, "*"),
        (21, "*"),
        (23, "*"),
        (24, "*"),
        (25, "*"),], openvino: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (14, "V: not c64 c128"),
        (16, "V: not c64 c128"),
        (19, "V: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (21, "V: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "V: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "V: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "V: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "If", S { onnxruntime: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (16, "*"),
        (19, "*"),
        (21, "*"),
        (23, "*"),
        (24, "*"),
        (25, "*"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (16, "*"),
        (19, "*"),
        (21, "*"),
        (23, "*"),
        (24, "*"),
        (25, "*"),] }),
    (Onnx, "", "ImageDecoder", S { onnxruntime: &[
        (20, "-"),], openvino: &[
        (20, "-"),] }),
    (Onnx, "", "ImageScaler", S { onnxruntime: &[
        (1, "T: not f64"),
        (10, "-"),], openvino: &[
        (1, "*"),
        (10, "*"),] }),
    (Onnx, "", "InstanceNormalization", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (22, "*"),] }),
    (Onnx, "", "IsInf", S { onnxruntime: &[
        (10, "*"),
        (20, "*"),], openvino: &[
        (10, "*"),
        (20, "T1: f64 f32 f16 bf16"),] }),
    (Onnx, "", "IsNaN", S { onnxruntime: &[
        (9, "*"),
        (13, "T1: not bf16"),
        (20, "*"),], openvino: &[
        (9, "*"),
        (13, "*"),
        (20, "T1: f64 f32 f16 bf16"),] }),
    (Onnx, "", "LRN", S { onnxruntime: &[
        (1, "T: not f64"),
        (13, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (13, "*"),] }),
    (Onnx, "", "LSTM", S { onnxruntime: &[
        (1, "-"),
        (7, "T: not f64"),
        (14, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (7, "*"),
        (14, "*"),
        (22, "*"),] }),
    (Onnx, "", "LayerNormalization", S { onnxruntime: &[
        (1, "! T: not bf16, V: bf16"),
        (17, "*"),], openvino: &[
        (1, "*"),
        (17, "*"),] }),
    (Onnx, "", "LeakyRelu", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (16, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (16, "*"),] }),
    (Onnx, "", "Less", S { onnxruntime: &[
        (1, "-"),
        (7, "*"),
        (9, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (7, "*"),
        (9, "*"),
        (13, "*"),] }),
    (Onnx, "", "LessOrEqual", S { onnxruntime: &[
        (12, "*"),
        (16, "T: not bf16"),], openvino: &[
        (12, "*"),
        (16, "*"),] }),
    (Onnx, "", "LinearAttention", S { onnxruntime: &[], openvino: &[
        (27, "-"),] }),
    (Onnx, "", "Log", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "LogSoftmax", S { onnxruntime: &[
        (1, "*"),
        (11, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),] }),
    (Onnx, "", "Loop", S { onnxruntime: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (16, "*"),
        (19, "*"),
        (21, "*"),
        (23, "*"),
        (24, "*"),
        (25, "*"),], openvino: &[
        (1, "*"),
        (11, "*"),] }),
    (Onnx, "", "LpNormalization", S { onnxruntime: &[
        (1, "*"),
        (22, "T: not bf16"),], openvino: &[
        (1, "*"),
        (22, "*"),] }),
    (Onnx, "", "LpPool", S { onnxruntime: &[
        (1, "-"),
        (2, "T: not f64"),
        (11, "T: not f64"),
        (18, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (2, "*"),
        (11, "*"),
        (18, "*"),
        (22, "*"),] }),
    (Onnx, "", "MatMul", S { onnxruntime: &[
        (1, "*"),
        (9, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (9, "*"),
        (13, "*"),] }),
    (Onnx, "", "MatMulInteger", S { onnxruntime: &[
        (10, "*"),], openvino: &[
        (10, "*"),] }),
    (Onnx, "", "Max", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (8, "*"),
        (12, "T: not i16 u16"),
        (13, "T: not bf16 i16 u16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (8, "*"),
        (12, "*"),
        (13, "*"),] }),
    (Onnx, "", "MaxPool", S { onnxruntime: &[
        (1, "T: not f64"),
        (8, "*"),
        (10, "*"),
        (11, "*"),
        (12, "*"),
        (22, "T: not bf16"),], openvino: &[
        (1, "*"),
        (8, "*"),
        (10, "*"),
        (11, "*"),
        (12, "*"),
        (22, "*"),] }),
    (Onnx, "", "MaxRoiPool", S { onnxruntime: &[
        (1, "T: not f64"),
        (22, "-"),], openvino: &[
        (1, "*"),
        (22, "T: not bf16"),] }),
    (Onnx, "", "MaxUnpool", S { onnxruntime: &[
        (9, "T1: not f64"),
        (11, "T1: not f64"),
        (22, "T1: f32 f16"),], openvino: &[
        (9, "-"),
        (11, "-"),
        (22, "-"),] }),
    (Onnx, "", "Mean", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (8, "T: not f64"),
        (13, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (8, "*"),
        (13, "*"),] }),
    (Onnx, "", "MeanVarianceNormalization", S { onnxruntime: &[
        (1, "T: not f64"),
        (9, "T: not f64"),
        (13, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (9, "*"),
        (13, "*"),] }),
    (Onnx, "", "MelWeightMatrix", S { onnxruntime: &[
        (17, "T2: f32 f16, T3: not f16 bf16"),], openvino: &[
        (17, "-"),] }),
    (Onnx, "", "MemcpyFromHost", S { onnxruntime: &[
        (1, "T: not c64 c128"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "", "MemcpyToHost", S { onnxruntime: &[
        (1, "T: not c64 c128"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "", "Min", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (8, "*"),
        (12, "T: not i16 u16"),
        (13, "T: not bf16 i16 u16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (8, "*"),
        (12, "*"),
        (13, "*"),] }),
    (Onnx, "", "Mish", S { onnxruntime: &[
        (18, "*"),
        (22, "T: f32 f16"),], openvino: &[
        (18, "*"),
        (22, "*"),] }),
    (Onnx, "", "Mod", S { onnxruntime: &[
        (10, "*"),
        (13, "T: not bf16"),], openvino: &[
        (10, "*"),
        (13, "*"),
        (28, "*"),] }),
    (Onnx, "", "Mul", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "*"),
        (13, "T: not bf16"),
        (14, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (13, "*"),
        (14, "*"),] }),
    (Onnx, "", "MultilevelCropAndResize_TRT", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "", "Multinomial", S { onnxruntime: &[
        (7, "T1: not f64"),
        (22, "-"),], openvino: &[
        (7, "*"),
        (22, "*"),] }),
    (Onnx, "", "Neg", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "NegativeLogLikelihoodLoss", S { onnxruntime: &[
        (12, "*"),
        (13, "*"),
        (22, "T: not bf16"),], openvino: &[
        (12, "*"),
        (13, "*"),
        (22, "*"),] }),
    (Onnx, "", "NonMaxSuppression", S { onnxruntime: &[
        (10, "*"),
        (11, "*"),], openvino: &[
        (10, "*"),
        (11, "*"),] }),
    (Onnx, "", "NonZero", S { onnxruntime: &[
        (9, "T: f32 f16 i64 i32 u8 bool"),
        (13, "T: f32 f16 i64 i32 u8 bool"),], openvino: &[
        (9, "T: not string c64 c128"),
        (13, "T: not string c64 c128"),] }),
    (Onnx, "", "Not", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "", "OneHot", S { onnxruntime: &[
        (9, "T1: f32 f16 i64 i32, T2: f32 f16, T3: f32 f16 | T1: f32 f16 i64, T2: i64, T3: i64 string | T1: i64, T2: f32 f16, T3: f32 f16 i32 | T1: i64, T2: f32 f16 i64 i32, T3: f32 f16 | T1: i64 i32, T2: f32 f16 i32, T3: f32 f16"),
        (11, "T1: f32 f16 i64 i32, T2: f32 f16, T3: f32 f16 | T1: f32 f16 i64, T2: i64, T3: i64 string | T1: i64, T2: f32 f16, T3: f32 f16 i32 | T1: i64, T2: f32 f16 i64 i32, T3: f32 f16 | T1: i64 i32, T2: f32 f16 i32, T3: f32 f16"),], openvino: &[
        (9, "T3: not c64 c128"),
        (11, "T3: not c64 c128"),
        (28, "T3: not c64 c128"),] }),
    (Onnx, "", "Optional", S { onnxruntime: &[
        (15, "*"),], openvino: &[
        (15, "-"),
        (28, "-"),] }),
    (Onnx, "", "OptionalGetElement", S { onnxruntime: &[
        (18, "*"),], openvino: &[
        (18, "-"),
        (28, "-"),] }),
    (Onnx, "", "OptionalHasElement", S { onnxruntime: &[
        (15, "*"),
        (18, "*"),], openvino: &[
        (15, "-"),
        (18, "-"),
        (28, "-"),] }),
    (Onnx, "", "Or", S { onnxruntime: &[
        (1, "-"),
        (7, "*"),], openvino: &[
        (1, "*"),
        (7, "*"),] }),
    (Onnx, "", "PRelu", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "T: not f64"),
        (9, "T: f32 f16"),
        (16, "T: not bf16 u64"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (9, "*"),
        (16, "*"),] }),
    (Onnx, "", "Pad", S { onnxruntime: &[
        (1, "-"),
        (2, "*"),
        (11, "T: not i16 u16"),
        (13, "T: not bf16 i16 u16 string c64 c128"),
        (18, "T: not bf16 i16 u16 string c64 c128"),
        (19, "T: not bf16 i16 u16 string c64 c128"),
        (21, "T: f64 f32 f16 i64 i32 i8 u64 u32 u8 bool"),
        (23, "T: f64 f32 f16 i64 i32 i8 u64 u32 u8 bool"),
        (24, "T: f64 f32 f16 i64 i32 i8 u64 u32 u8 bool"),
        (25, "T: f64 f32 f16 i64 i32 i8 u64 u32 u8 bool"),], openvino: &[
        (1, "*"),
        (2, "*"),
        (11, "*"),
        (13, "T: not c64 c128"),
        (18, "T: not c64 c128"),
        (19, "T: not c64 c128"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "ParametricSoftplus", S { onnxruntime: &[
        (1, "T: not f64"),
        (10, "-"),], openvino: &[
        (1, "-"),
        (10, "-"),] }),
    (Onnx, "", "Pow", S { onnxruntime: &[
        (1, "-"),
        (7, "*"),
        (12, "T1: f64 f32 f16 i64 i32"),
        (13, "T: not bf16, T1: f64 f32 f16 i64 i32"),
        (15, "T: not bf16, T1: f64 f32 f16 i64 i32"),], openvino: &[
        (1, "*"),
        (7, "*"),
        (12, "*"),
        (13, "*"),
        (15, "*"),] }),
    (Onnx, "", "PyramidROIAlign_TRT", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "", "QLinearConv", S { onnxruntime: &[
        (10, "T1: i8, T2: i8, T3: i8 | T1: u8, T3: u8"),], openvino: &[
        (10, "*"),] }),
    (Onnx, "", "QLinearMatMul", S { onnxruntime: &[
        (10, "T1: i8, T2: i8, T3: i8 | T1: u8, T3: u8"),
        (21, "T1: i8, TS: not bf16, T2: i8, T3: i8 | T1: u8, TS: not bf16, T2: i8 u8, T3: u8"),], openvino: &[
        (10, "*"),
        (21, "T1: not f8e4m3fnuz f8e5m2fnuz, T2: not f8e4m3fnuz f8e5m2fnuz, T3: not f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "QuantizeLinear", S { onnxruntime: &[
        (10, "T1: f32"),
        (13, "T1: f32"),
        (19, "T1: f32 f16"),
        (21, "T1: f32 f16"),
        (23, "T1: f32, T2: f32, T3: not f4e2m1 | T1: f32 f16, T2: f32 f16, T3: i4 u4 f8e4m3 f8e4m3fnuz f8e5m2fnuz | T1: f16, T2: f16, T3: not f4e2m1"),
        (24, "T1: f32, T2: f32, T3: not f4e2m1 | T1: f32 f16, T2: f32 f16, T3: i4 u4 f8e4m3 f8e4m3fnuz f8e5m2fnuz | T1: f16, T2: f16, T3: not f4e2m1"),
        (25, "T1: f32, T2: f32, T3: not f4e2m1 | T1: f32 f16, T2: f32 f16, T3: not i16 i8 u16 u8 f8e5m2 f4e2m1 | T1: f16, T2: f16, T3: not f4e2m1"),], openvino: &[
        (10, "*"),
        (13, "*"),
        (19, "T2: not f8e4m3fnuz f8e5m2fnuz"),
        (21, "T2: not f8e4m3fnuz f8e5m2fnuz"),
        (23, "T3: not f8e4m3fnuz f8e5m2fnuz f4e2m1"),
        (24, "T3: not f8e4m3fnuz f8e5m2fnuz f4e2m1"),
        (25, "T3: not i2 u2 f8e4m3fnuz f8e5m2fnuz f4e2m1"),
        (28, "T3: not i2 u2 f8e4m3fnuz f8e5m2fnuz f4e2m1"),] }),
    (Onnx, "", "RMSNormalization", S { onnxruntime: &[
        (23, "T: f64, V: f64 | T: f32, V: f32 | T: f16, V: f16"),], openvino: &[
        (23, "T: f64, V: f64 | T: f32, V: f32 | T: f16, V: f16 | T: bf16, V: bf16"),] }),
    (Onnx, "", "RNN", S { onnxruntime: &[
        (1, "-"),
        (7, "T: not f64"),
        (14, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (7, "*"),
        (14, "*"),
        (22, "*"),] }),
    (Onnx, "", "RandomNormal", S { onnxruntime: &[
        (1, "T: not f16"),
        (22, "-"),], openvino: &[
        (1, "*"),
        (22, "*"),] }),
    (Onnx, "", "RandomNormalLike", S { onnxruntime: &[
        (1, "T1: not c64 c128, T2: not f16 | T1: f16"),
        (22, "-"),], openvino: &[
        (1, "T1: not c64 c128"),
        (22, "T1: not c64 c128"),] }),
    (Onnx, "", "RandomUniform", S { onnxruntime: &[
        (1, "T: not f16"),
        (22, "-"),], openvino: &[
        (1, "T: f32"),
        (22, "T: f32"),] }),
    (Onnx, "", "RandomUniformLike", S { onnxruntime: &[
        (1, "T1: not c64 c128, T2: not f16 | T1: f16"),
        (22, "-"),], openvino: &[
        (1, "T1: not c64 c128, T2: f32"),
        (22, "T1: not c64 c128, T2: f32"),] }),
    (Onnx, "", "Range", S { onnxruntime: &[
        (11, "*"),], openvino: &[
        (11, "*"),
        (27, "*"),] }),
    (Onnx, "", "Reciprocal", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "ReduceL1", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (18, "*"),] }),
    (Onnx, "", "ReduceL2", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (18, "*"),] }),
    (Onnx, "", "ReduceLogSum", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (18, "*"),
        (28, "*"),] }),
    (Onnx, "", "ReduceLogSumExp", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "*"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (18, "*"),
        (28, "*"),] }),
    (Onnx, "", "ReduceMax", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (12, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),
        (20, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (12, "T: not i8 u8"),
        (13, "*"),
        (18, "*"),
        (20, "*"),] }),
    (Onnx, "", "ReduceMean", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (18, "*"),] }),
    (Onnx, "", "ReduceMin", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (12, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),
        (20, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (12, "T: not i8 u8"),
        (13, "*"),
        (18, "*"),
        (20, "*"),] }),
    (Onnx, "", "ReduceProd", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (18, "*"),] }),
    (Onnx, "", "ReduceSum", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),] }),
    (Onnx, "", "ReduceSumSquare", S { onnxruntime: &[
        (1, "T: not u64 u32"),
        (11, "T: not u64 u32"),
        (13, "T: not bf16 u64 u32"),
        (18, "T: not bf16 u64 u32"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),
        (18, "*"),] }),
    (Onnx, "", "RegexFullMatch", S { onnxruntime: &[
        (20, "*"),], openvino: &[
        (20, "-"),] }),
    (Onnx, "", "Relu", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),
        (14, "T: not bf16 i64 i16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),
        (14, "*"),] }),
    (Onnx, "", "Reshape", S { onnxruntime: &[
        (1, "*"),
        (5, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (14, "T: not c64 c128"),
        (19, "T: not c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (21, "T: not i4 u4 c64 c128"),
        (23, "T: not i4 u4 c64 c128 f4e2m1"),
        (24, "T: not i4 u4 c64 c128 f8e8m0 f4e2m1"),
        (25, "T: not i4 u4 i2 u2 c64 c128 f8e8m0 f4e2m1"),], openvino: &[
        (1, "*"),
        (5, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (14, "T: not c64 c128"),
        (19, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Resize", S { onnxruntime: &[
        (10, "T: f32 f16 i32 i8 u8"),
        (11, "*"),
        (13, "T1: f32 f16 i32 i8 u8"),
        (18, "T1: f32 f16 i32 i8 u8"),
        (19, "T1: f32 f16 i32 i8 u8"),], openvino: &[
        (10, "T: f64"),
        (11, "T1: f64 f32 f16 i64 i32 i8 u8"),
        (13, "T1: f64 f32 f16 bf16 i64 i32 i8 u8"),
        (18, "T1: f64 f32 f16 bf16 i64 i32 i8 u8"),
        (19, "T1: f64 f32 f16 bf16 i64 i32 i8 u8"),] }),
    (Onnx, "", "ReverseSequence", S { onnxruntime: &[
        (10, "T: not c64 c128"),], openvino: &[
        (10, "T: not string c64 c128"),
        (28, "T: not string c64 c128"),] }),
    (Onnx, "", "RoiAlign", S { onnxruntime: &[
        (10, "*"),
        (16, "*"),
        (22, "-"),], openvino: &[
        (10, "*"),
        (16, "*"),
        (22, "*"),] }),
    (Onnx, "", "RotaryEmbedding", S { onnxruntime: &[
        (23, "T: not bf16"),], openvino: &[
        (23, "*"),] }),
    (Onnx, "", "Round", S { onnxruntime: &[
        (11, "*"),
        (22, "T: not bf16"),], openvino: &[
        (11, "*"),
        (22, "*"),] }),
    (Onnx, "", "STFT", S { onnxruntime: &[
        (17, "T1: not bf16"),], openvino: &[
        (17, "T1: not f64"),] }),
    (Onnx, "", "Scale", S { onnxruntime: &[
        (1, "T: not f64"),
        (10, "-"),], openvino: &[
        (1, "-"),
        (10, "-"),] }),
    (Onnx, "", "ScaledTanh", S { onnxruntime: &[
        (1, "T: not f64"),
        (10, "-"),], openvino: &[
        (1, "-"),
        (10, "-"),] }),
    (Onnx, "", "Scan", S { onnxruntime: &[
        (8, "*"),
        (9, "*"),
        (11, "*"),
        (16, "*"),
        (19, "*"),
        (21, "*"),
        (23, "*"),
        (24, "*"),
        (25, "*"),], openvino: &[
        (8, "*"),
        (9, "*"),
        (11, "*"),
        (16, "*"),
        (19, "*"),
        (21, "*"),
        (23, "*"),
        (24, "*"),
        (25, "*"),] }),
    (Onnx, "", "Scatter", S { onnxruntime: &[
        (9, "T: not c64 c128"),
        (11, "-"),], openvino: &[
        (9, "T: not string c64 c128"),
        (11, "T: not string c64 c128"),] }),
    (Onnx, "", "ScatterElements", S { onnxruntime: &[
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (16, "T: not c64 c128"),
        (18, "T: not c64 c128"),], openvino: &[
        (11, "T: not string c64 c128"),
        (13, "T: not string c64 c128"),
        (16, "T: not string c64 c128"),
        (18, "T: not string c64 c128"),] }),
    (Onnx, "", "ScatterND", S { onnxruntime: &[
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (16, "T: not c64 c128"),
        (18, "T: not c64 c128"),], openvino: &[
        (11, "T: not string c64 c128"),
        (13, "T: not string c64 c128"),
        (16, "T: not string c64 c128"),
        (18, "T: not string c64 c128"),] }),
    (Onnx, "", "Selu", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (22, "*"),] }),
    (Onnx, "", "SequenceAt", S { onnxruntime: &[
        (11, "*"),], openvino: &[] }),
    (Onnx, "", "SequenceConstruct", S { onnxruntime: &[
        (11, "*"),], openvino: &[
        (11, "*"),] }),
    (Onnx, "", "SequenceEmpty", S { onnxruntime: &[
        (11, "*"),], openvino: &[
        (11, "*"),] }),
    (Onnx, "", "SequenceErase", S { onnxruntime: &[
        (11, "*"),], openvino: &[] }),
    (Onnx, "", "SequenceInsert", S { onnxruntime: &[
        (11, "*"),], openvino: &[] }),
    (Onnx, "", "SequenceLength", S { onnxruntime: &[
        (11, "*"),], openvino: &[] }),
    (Onnx, "", "SequenceMap", S { onnxruntime: &[
        (17, "*"),], openvino: &[
        (17, "-"),] }),
    (Onnx, "", "Shape", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (15, "T: not c64 c128"),
        (19, "T: not c64 c128"),
        (21, "T: not c64 c128"),
        (23, "T: not c64 c128"),
        (24, "T: not c64 c128"),
        (25, "T: not c64 c128"),], openvino: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (15, "T: not c64 c128"),
        (19, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Shrink", S { onnxruntime: &[
        (9, "*"),], openvino: &[
        (9, "*"),] }),
    (Onnx, "", "Sigmoid", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "Sign", S { onnxruntime: &[
        (9, "*"),
        (13, "*"),], openvino: &[
        (9, "*"),
        (13, "*"),] }),
    (Onnx, "", "SimplifiedLayerNormalization", S { onnxruntime: &[
        (1, "T: f64, V: f64 | T: f32 f16, V: f32 f16 | T: bf16, V: bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "", "Sin", S { onnxruntime: &[
        (7, "*"),
        (22, "T: not bf16"),], openvino: &[
        (7, "*"),
        (22, "*"),] }),
    (Onnx, "", "Sinh", S { onnxruntime: &[
        (9, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (9, "*"),
        (22, "*"),] }),
    (Onnx, "", "Size", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (13, "T: not bf16 c64 c128"),
        (19, "T: not bf16 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (21, "T: not bf16 i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (23, "T: not bf16 i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1"),
        (24, "T: not bf16 i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T: f64 f32 f16 i64 i32 i16 i8 u64 u32 u16 u8 bool string"),], openvino: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (19, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Slice", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (10, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),], openvino: &[
        (1, "T: not c64 c128"),
        (10, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),] }),
    (Onnx, "", "Softmax", S { onnxruntime: &[
        (1, "*"),
        (11, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (11, "*"),
        (13, "*"),] }),
    (Onnx, "", "SoftmaxCrossEntropyLoss", S { onnxruntime: &[
        (12, "*"),
        (13, "T: not bf16"),], openvino: &[
        (12, "*"),
        (13, "*"),] }),
    (Onnx, "", "Softplus", S { onnxruntime: &[
        (1, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (22, "*"),] }),
    (Onnx, "", "Softsign", S { onnxruntime: &[
        (1, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (22, "*"),] }),
    (Onnx, "", "SpaceToDepth", S { onnxruntime: &[
        (1, "T: f64 f32 f16 i8 u8"),
        (13, "T: f64 f32 f16 i8 u8"),], openvino: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (28, "T: not c64 c128"),] }),
    (Onnx, "", "Split", S { onnxruntime: &[
        (1, "-"),
        (2, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (18, "T: not c64 c128"),], openvino: &[
        (1, "*"),
        (2, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (18, "T: not c64 c128"),] }),
    (Onnx, "", "SplitToSequence", S { onnxruntime: &[
        (11, "*"),
        (24, "*"),], openvino: &[
        (11, "*"),
        (24, "*"),] }),
    (Onnx, "", "Sqrt", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "Squeeze", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (23, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1"),
        (24, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T: not i4 u4 i2 u2 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),], openvino: &[
        (1, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "StringConcat", S { onnxruntime: &[
        (20, "*"),], openvino: &[
        (20, "-"),] }),
    (Onnx, "", "StringNormalizer", S { onnxruntime: &[
        (10, "*"),], openvino: &[
        (10, "-"),] }),
    (Onnx, "", "StringSplit", S { onnxruntime: &[
        (20, "*"),], openvino: &[
        (20, "-"),] }),
    (Onnx, "", "Sub", S { onnxruntime: &[
        (1, "-"),
        (6, "-"),
        (7, "*"),
        (13, "T: not bf16"),
        (14, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (7, "*"),
        (13, "*"),
        (14, "*"),] }),
    (Onnx, "", "Sum", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (8, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (8, "*"),
        (13, "*"),] }),
    (Onnx, "", "SwiGLU", S { onnxruntime: &[], openvino: &[
        (28, "-"),] }),
    (Onnx, "", "Swish", S { onnxruntime: &[
        (24, "T: not bf16"),], openvino: &[
        (24, "*"),] }),
    (Onnx, "", "Tan", S { onnxruntime: &[
        (7, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (7, "*"),
        (22, "*"),] }),
    (Onnx, "", "Tanh", S { onnxruntime: &[
        (1, "-"),
        (6, "*"),
        (13, "T: not bf16"),], openvino: &[
        (1, "*"),
        (6, "*"),
        (13, "*"),] }),
    (Onnx, "", "TensorScatter", S { onnxruntime: &[
        (24, "T: not i4 u4 string c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),], openvino: &[
        (24, "-"),] }),
    (Onnx, "", "TfIdfVectorizer", S { onnxruntime: &[
        (9, "*"),], openvino: &[
        (9, "-"),] }),
    (Onnx, "", "ThresholdedRelu", S { onnxruntime: &[
        (1, "T: not f64"),
        (10, "T: not f64"),
        (22, "T: f32 f16"),], openvino: &[
        (1, "*"),
        (10, "*"),
        (22, "*"),] }),
    (Onnx, "", "Tile", S { onnxruntime: &[
        (1, "-"),
        (6, "T: not c64 c128"),
        (13, "T: not bf16 c64 c128"),], openvino: &[
        (1, "*"),
        (6, "T: not string c64 c128"),
        (13, "T: not string c64 c128"),] }),
    (Onnx, "", "TopK", S { onnxruntime: &[
        (1, "*"),
        (10, "*"),
        (11, "T: not u64 u32 u16"),
        (24, "T: not bf16 u64 u32 u16"),], openvino: &[
        (1, "*"),
        (10, "*"),
        (11, "*"),
        (24, "*"),] }),
    (Onnx, "", "Transpose", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not c64 c128"),
        (23, "T: not c64 c128 f4e2m1"),
        (24, "T: not c64 c128 f8e8m0 f4e2m1"),
        (25, "T: not c64 c128 f8e8m0 f4e2m1"),], openvino: &[
        (1, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Trilu", S { onnxruntime: &[
        (14, "T: f64 f32 f16 i64 i32 bool"),], openvino: &[
        (14, "T: not string c64 c128"),] }),
    (Onnx, "", "Unique", S { onnxruntime: &[
        (11, "T: f64 f32 f16 i64 i8 string"),], openvino: &[
        (11, "T: not string c64 c128"),
        (28, "T: not string c64 c128"),] }),
    (Onnx, "", "Unsqueeze", S { onnxruntime: &[
        (1, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz"),
        (23, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f4e2m1"),
        (24, "T: not i4 u4 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),
        (25, "T: not i4 u4 i2 u2 c64 c128 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f4e2m1"),], openvino: &[
        (1, "T: not c64 c128"),
        (11, "T: not c64 c128"),
        (13, "T: not c64 c128"),
        (21, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (23, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (24, "T: not c64 c128 f8e4m3fnuz f8e5m2fnuz"),
        (25, "T: not i2 u2 c64 c128 f8e4m3fnuz f8e5m2fnuz"),] }),
    (Onnx, "", "Upsample", S { onnxruntime: &[
        (1, "-"),
        (7, "T: f32 f16 i32 i8 u8"),
        (9, "T: f32 f16 i32 i8 u8"),
        (10, "-"),], openvino: &[
        (1, "*"),
        (7, "T: f64 f32 f16 i64 i32 i8 u8"),
        (9, "T: f64 f32 f16 i64 i32 i8 u8"),
        (10, "T: f64 f32 f16 i64 i32 i8 u8"),] }),
    (Onnx, "", "Where", S { onnxruntime: &[
        (9, "T: not i16 u64 u16 bool c64 c128"),
        (16, "T: not bf16 i16 u64 u16 bool c64 c128"),], openvino: &[
        (9, "T: not string c64 c128"),
        (16, "T: not string c64 c128"),] }),
    (Onnx, "", "Xor", S { onnxruntime: &[
        (1, "-"),
        (7, "*"),], openvino: &[
        (1, "*"),
        (7, "*"),] }),
    (Onnx, "ai.onnx.ml", "ArrayFeatureExtractor", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "Binarizer", S { onnxruntime: &[
        (1, "T: f32"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "CastMap", S { onnxruntime: &[
        (1, "*"),], openvino: &[] }),
    (Onnx, "ai.onnx.ml", "CategoryMapper", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "DictVectorizer", S { onnxruntime: &[
        (1, "*"),], openvino: &[] }),
    (Onnx, "ai.onnx.ml", "FeatureVectorizer", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "Imputer", S { onnxruntime: &[
        (1, "T: f32"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "LabelEncoder", S { onnxruntime: &[
        (1, "*"),
        (2, "T1: string"),
        (4, "T1: string"),], openvino: &[
        (1, "-"),
        (2, "-"),
        (4, "-"),] }),
    (Onnx, "ai.onnx.ml", "LinearClassifier", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "LinearRegressor", S { onnxruntime: &[
        (1, "T: f32"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "Normalizer", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "ai.onnx.ml", "OneHotEncoder", S { onnxruntime: &[
        (1, "T: not i32"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "SVMClassifier", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "SVMRegressor", S { onnxruntime: &[
        (1, "T: f32"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "Scaler", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.ml", "TreeEnsemble", S { onnxruntime: &[
        (5, "T: not f16"),], openvino: &[
        (5, "-"),] }),
    (Onnx, "ai.onnx.ml", "TreeEnsembleClassifier", S { onnxruntime: &[
        (1, "*"),
        (3, "*"),], openvino: &[
        (1, "-"),
        (3, "-"),
        (5, "-"),] }),
    (Onnx, "ai.onnx.ml", "TreeEnsembleRegressor", S { onnxruntime: &[
        (1, "T: f64 f32"),
        (3, "T: f64 f32"),], openvino: &[
        (1, "-"),
        (3, "-"),
        (5, "-"),] }),
    (Onnx, "ai.onnx.ml", "ZipMap", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.preview", "FlexAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.preview.training", "Adagrad", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.preview.training", "Adam", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "ai.onnx.preview.training", "Gradient", S { onnxruntime: &[
        (1, "-"),], openvino: &[] }),
    (Onnx, "ai.onnx.preview.training", "Momentum", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Attention", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "AttnLSTM", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "BiasAdd", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "BiasDropout", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "BiasGelu", S { onnxruntime: &[
        (1, "T: f32 f16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "BiasSoftmax", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "BiasSplitGelu", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "BifurcationDetector", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "BitmaskBiasDropout", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "BitmaskDropout", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "BranchwiseRMSNorm", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "CDist", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "CausalConvWithState", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "ComplexMul", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "ComplexMulConj", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "ConvTransposeWithDynamicPads", S { onnxruntime: &[
        (1, "T: not f64"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "CropAndResize", S { onnxruntime: &[
        (1, "T1: not f64"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "DecoderAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "DecoderMaskedMultiHeadAttention", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "DecoderMaskedSelfAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "DequantizeBFP", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "DequantizeLinear", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "DequantizeWithOrder", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "DynamicQuantizeLSTM", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "DynamicQuantizeMatMul", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "DynamicSparseAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "DynamicTimeWarping", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "EPContext", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "EmbedLayerNormalization", S { onnxruntime: &[], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "EngramGate", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "ExpandDims", S { onnxruntime: &[
        (1, "T: not c64 c128"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "FastGelu", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "FusedConv", S { onnxruntime: &[
        (1, "T: not f64"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "FusedGemm", S { onnxruntime: &[
        (1, "T: f32 f16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "FusedMatMul", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "FusedMatMulActivation", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GatedAdd", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GatedDeltaNet", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GatedRMSNorm", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GatedRelativePositionBias", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GatherBlockQuantized", S { onnxruntime: &[
        (1, "T2: not bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "GatherND", S { onnxruntime: &[
        (1, "T: not c64 c128"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "Gelu", S { onnxruntime: &[
        (1, "T: f32 f16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "GemmFastGelu", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GemmFloat8", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GemmaRotaryEmbedding", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GridSample", S { onnxruntime: &[
        (1, "T1: f32 f16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "GroupNorm", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "GroupQueryAttention", S { onnxruntime: &[
        (1, "T: not bf16, T_CACHE: not bf16 f8e4m3"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "HyperConnectionPostMix", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "HyperConnectionPreMix", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Inverse", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Irfft", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "IsAllFinite", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "LinearAttention", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "LinearAttentionGate", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "LongformerAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MRotaryEmbedding", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MatMulBlockQuantizedFp4Weight", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MatMulBlockQuantizedFp8Weight", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MatMulBnb4", S { onnxruntime: &[
        (1, "T1: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MatMulFpQ4", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MatMulInteger16", S { onnxruntime: &[
        (1, "T1: i16, T2: i16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MatMulIntegerToFloat", S { onnxruntime: &[
        (1, "! T1: i8, T2: u8"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "MatMulNBits", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "MatMulNBitsMlp", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MatMulNBitsQkv", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MaxpoolWithMask", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MoE", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MulInteger", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "MultiHeadAttention", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "MurmurHash3", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "NGramHashMapping", S { onnxruntime: &[], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "NGramRepeatBlock", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "NhwcConv", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "NhwcFusedConv", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "NhwcMaxPool", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "PackedAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "PackedMultiHeadAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "PackedSparseAttentionIndexer", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Pad", S { onnxruntime: &[
        (1, "T: not f64"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "PagedAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QAttention", S { onnxruntime: &[
        (1, "T1: u8"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QEmbedLayerNormalization", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QGemm", S { onnxruntime: &[
        (1, "! TA: i8, TB: u8"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QLinearAdd", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearAveragePool", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearConcat", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearConv", S { onnxruntime: &[
        (1, "T1: i8, T2: i8, T3: i8 | T1: u8, T3: u8"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QLinearGlobalAveragePool", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QLinearLeakyRelu", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearMul", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearReduceMean", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearSigmoid", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearSoftmax", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QLinearWhere", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QMoE", S { onnxruntime: &[
        (1, "T: not bf16, T1: u8, T2: f32 f16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QOrderedAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QOrderedGelu", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QOrderedLayerNormalization", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QOrderedLongformerAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QOrderedMatMul", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QuantizeBFP", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QuantizeLinear", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "QuantizeWithOrder", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "QuickGelu", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "Range", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "ReduceSumInteger", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "RelativePositionBias", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "RemovePadding", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "RestorePadding", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Rfft", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "RotaryEmbedding", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "SampleOp", S { onnxruntime: &[
        (1, "T: f32 f16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "ScaledSiLU", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "SkipGroupNorm", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "SkipLayerNormalization", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "SkipSimplifiedLayerNormalization", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "Snpe", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "SparseAttention", S { onnxruntime: &[
        (1, "T: not bf16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "SparseAttentionIndexer", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "SparsePagedAttention", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Tokenizer", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "TorchEmbedding", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "TransposeMatMul", S { onnxruntime: &[
        (1, "T: f32 f16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Trilu", S { onnxruntime: &[
        (1, "T: f64 f32 f16 i64"),], openvino: &[
        (1, "*"),] }),
    (Onnx, "com.microsoft", "UnfoldTensor", S { onnxruntime: &[
        (1, "T: not c64 c128"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "Unique", S { onnxruntime: &[
        (1, "T: f32 f16"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "VarlenCausalConvWithState", S { onnxruntime: &[
        (1, "-"),], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "VarlenNGramHashMapping", S { onnxruntime: &[], openvino: &[
        (1, "-"),] }),
    (Onnx, "com.microsoft", "WordConvEmbedding", S { onnxruntime: &[
        (1, "*"),], openvino: &[
        (1, "-"),] }),
    (OpenVino, "", "Abs", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Acos", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Acosh", S { onnxruntime: &[], openvino: &[
        (4, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "AdaptiveAvgPool", S { onnxruntime: &[], openvino: &[
        (8, "T: not f32 i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SHAPE: not i2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 | T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SHAPE: not i4 i2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Add", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Asin", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Asinh", S { onnxruntime: &[], openvino: &[
        (4, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Atan", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Atanh", S { onnxruntime: &[], openvino: &[
        (4, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "AvgPool", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2 f4e2m1 nf4"),
        (14, "T: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2 f4e2m1 nf4"),] }),
    (OpenVino, "", "BatchNormInference", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16"),
        (5, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "BatchToSpace", S { onnxruntime: &[], openvino: &[
        (2, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_INT: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "BitwiseAnd", S { onnxruntime: &[], openvino: &[
        (13, "T: not i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "BitwiseLeftShift", S { onnxruntime: &[], openvino: &[
        (15, "T: not i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "BitwiseNot", S { onnxruntime: &[], openvino: &[
        (13, "T: not i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "BitwiseOr", S { onnxruntime: &[], openvino: &[
        (13, "T: not i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "BitwiseRightShift", S { onnxruntime: &[], openvino: &[
        (15, "T: not i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "BitwiseXor", S { onnxruntime: &[], openvino: &[
        (13, "T: not i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "Broadcast", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SHAPE: not i8 u8 i4 i2 u1 u3 u6, T_SHAPE2: not i8 u8 i2 u2 u1 u3 u6"),
        (3, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SHAPE: not i4 u4 i2 u1 u3 u6, T_SHAPE2: i64 i32 i16 u64 u32 u16 i4"),] }),
    (OpenVino, "", "Bucketize", S { onnxruntime: &[], openvino: &[
        (3, "T: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_BUCKETS: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "CTCGreedyDecoder", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16, T_MASK: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "Ceiling", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Clamp", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Col2Im", S { onnxruntime: &[], openvino: &[
        (15, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Concat", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Convert", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_OUT: not i32 i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4 | T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4, T_OUT: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4 | T: not f64 i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_OUT: not i32 i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ConvertLike", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_OUT: not i32 i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4 | T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4, T_OUT: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4 | T: not f64 i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_OUT: not i32 i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ConvertPromoteTypes", S { onnxruntime: &[], openvino: &[
        (14, "T1: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4, T2: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1 nf4"),] }),
    (OpenVino, "", "Convolution", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ConvolutionBackpropData", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Cos", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Cosh", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "CumSum", S { onnxruntime: &[], openvino: &[
        (3, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1, T_AXIS: i64 i32"),] }),
    (OpenVino, "", "DFT", S { onnxruntime: &[], openvino: &[
        (7, "*"),] }),
    (OpenVino, "", "DeformableConvolution", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),
        (8, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "DeformablePSROIPooling", S { onnxruntime: &[], openvino: &[
        (1, "T: not f32 i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_ROI: f64 f32 f16 i64 i32 i8 u64 u2 f8e8m0 | T: not f64 i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_ROI: f64 f32 f16 bf16 i64 u64 f8e8m0"),] }),
    (OpenVino, "", "DepthToSpace", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "DetectionOutput", S { onnxruntime: &[], openvino: &[
        (1, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_PRIORS: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),
        (8, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_PRIORS: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Divide", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Einsum", S { onnxruntime: &[], openvino: &[
        (7, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Elu", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "EmbeddingSegmentsSum", S { onnxruntime: &[], openvino: &[
        (3, "T: f64 f32 f16 bf16 i64 i32 i8 u64 u32 u16 u8 i4 u4 bool | T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool, T_IND: i32"),] }),
    (OpenVino, "", "Equal", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "Erf", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Exp", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "ExperimentalDetectronDetectionOutput", S { onnxruntime: &[], openvino: &[
        (6, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ExperimentalDetectronGenerateProposalsSingleImage", S { onnxruntime: &[], openvino: &[
        (6, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ExperimentalDetectronPriorGridGenerator", S { onnxruntime: &[], openvino: &[
        (6, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ExperimentalDetectronROIFeatureExtractor", S { onnxruntime: &[], openvino: &[
        (6, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ExperimentalDetectronTopKROIs", S { onnxruntime: &[], openvino: &[
        (6, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ExtractImagePatches", S { onnxruntime: &[], openvino: &[
        (3, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Eye", S { onnxruntime: &[], openvino: &[
        (9, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "FakeConvert", S { onnxruntime: &[], openvino: &[
        (13, "*"),] }),
    (OpenVino, "", "FakeQuantize", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 u64 u32 u16"),] }),
    (OpenVino, "", "Floor", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "FloorMod", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "GRN", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "GRUCell", S { onnxruntime: &[], openvino: &[
        (3, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "GRUSequence", S { onnxruntime: &[], openvino: &[
        (5, "T: f64 f32 f16 bf16, T_SEQ: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Gather", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i2 u1 u3 u6, T_AXIS: not i4 u4 i2 u1 u3 u6"),
        (7, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i2 u1 u3 u6, T_AXIS: not i4 u4 i2 u2 u1 u3 u6"),
        (8, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i2 u1 u3 u6, T_AXIS: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "GatherND", S { onnxruntime: &[], openvino: &[
        (5, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i2 u2 u1 u3 u6"),
        (8, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "GatherTree", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 i64 u64"),] }),
    (OpenVino, "", "Gelu", S { onnxruntime: &[], openvino: &[
        (2, "T: f64 f32 f16 bf16"),
        (7, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "GenerateProposals", S { onnxruntime: &[], openvino: &[
        (9, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IMAGE: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_DELTAS: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SCORES: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Greater", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "GreaterEqual", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "GridSample", S { onnxruntime: &[], openvino: &[
        (9, "T: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T1: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "GroupConvolution", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "GroupConvolutionBackpropData", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "GroupNormalization", S { onnxruntime: &[], openvino: &[
        (12, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "HSigmoid", S { onnxruntime: &[], openvino: &[
        (5, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "HSwish", S { onnxruntime: &[], openvino: &[
        (4, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "HardSigmoid", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8"),] }),
    (OpenVino, "", "I420toBGR", S { onnxruntime: &[], openvino: &[
        (8, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "I420toRGB", S { onnxruntime: &[], openvino: &[
        (8, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "IDFT", S { onnxruntime: &[], openvino: &[
        (7, "*"),] }),
    (OpenVino, "", "IRDFT", S { onnxruntime: &[], openvino: &[
        (9, "*"),] }),
    (OpenVino, "", "ISTFT", S { onnxruntime: &[], openvino: &[
        (16, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Identity", S { onnxruntime: &[], openvino: &[
        (16, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Interpolate", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i8 u8, T_SHAPE: i64 i32 u64 u32"),
        (4, "T: f64 f32 f16 bf16 i64 i32 i8 u8"),
        (11, "! T: not f32 f16 bf16 i64 i32 i8 u8, T_EITHER: f32, T_AXES: u64 u32 | T: not f64 f32, T_EITHER: f32, T_AXES: i32 | T: not f64 f32 f16 bf16 i64 i32 i8 u8"),] }),
    (OpenVino, "", "Inverse", S { onnxruntime: &[], openvino: &[
        (14, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "IsFinite", S { onnxruntime: &[], openvino: &[
        (10, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "IsInf", S { onnxruntime: &[], openvino: &[
        (10, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "IsNaN", S { onnxruntime: &[], openvino: &[
        (10, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "LRN", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "LSTMCell", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16"),
        (4, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "LSTMSequence", S { onnxruntime: &[], openvino: &[
        (5, "T: f64 f32 f16 bf16, T_SEQ: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Less", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "LessEqual", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "Log", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "LogSoftmax", S { onnxruntime: &[], openvino: &[
        (5, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "LogicalAnd", S { onnxruntime: &[], openvino: &[
        (1, "*"),] }),
    (OpenVino, "", "LogicalNot", S { onnxruntime: &[], openvino: &[
        (1, "*"),] }),
    (OpenVino, "", "LogicalOr", S { onnxruntime: &[], openvino: &[
        (1, "*"),] }),
    (OpenVino, "", "MVN", S { onnxruntime: &[], openvino: &[
        (2, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),
        (6, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "MatMul", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "MatrixNms", S { onnxruntime: &[], openvino: &[
        (8, "T: f32 f16"),] }),
    (OpenVino, "", "MaxPool", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2 f4e2m1"),
        (8, "T: f64 f32 f16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4"),
        (14, "T: f64 f32 f16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4"),] }),
    (OpenVino, "", "Maximum", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Minimum", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Mish", S { onnxruntime: &[], openvino: &[
        (4, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "Mod", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "MulticlassNms", S { onnxruntime: &[], openvino: &[
        (8, "T: f32 f16 bf16"),
        (9, "T: f32 f16 bf16"),] }),
    (OpenVino, "", "Multinomial", S { onnxruntime: &[], openvino: &[
        (13, "T_IN: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_OUT: i64 i32 i16 u64 u32 u16"),] }),
    (OpenVino, "", "Multiply", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "NMSRotated", S { onnxruntime: &[], openvino: &[
        (13, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SCORES: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_MAX: not i4 i2 u1 u3 u6, T_IOU: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SCORE: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "NV12toBGR", S { onnxruntime: &[], openvino: &[
        (8, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "NV12toRGB", S { onnxruntime: &[], openvino: &[
        (8, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Negative", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 i4"),] }),
    (OpenVino, "", "NonMaxSuppression", S { onnxruntime: &[], openvino: &[
        (1, "T: f32 f16 bf16, T_SCORES: f32 f16 bf16, T_MAX: not i4 i2 u1 u3 u6, T_IOU: f32 f16 bf16, T_SCORE: f32 f16 bf16"),
        (3, "T: f32 f16 bf16, T_SCORES: f32 f16 bf16, T_MAX: not i2 u1 u3 u6, T_IOU: f32 f16 bf16, T_SCORE: f32 f16 bf16"),
        (4, "T: f32 f16 bf16, T_SCORES: f32 f16 bf16, T_MAX: not i2 u1 u3 u6, T_IOU: f32 f16 bf16, T_SCORE: f32 f16 bf16"),
        (5, "T: f32 f16 bf16, T_SCORES: f32 f16 bf16, T_MAX: not i2 u1 u3 u6, T_IOU: f32 f16 bf16, T_SCORE: f32 f16 bf16"),
        (9, "T: f32 f16 bf16, T_SCORES: f32 f16 bf16, T_MAX: not i4 i2 u1 u3 u6, T_IOU: f32 f16 bf16, T_SCORE: f32 f16 bf16"),] }),
    (OpenVino, "", "NonZero", S { onnxruntime: &[], openvino: &[
        (3, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "NormalizeL2", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i8 u8 i4 u4, T_IND: not i4 u4 i2 u2 u1 u3 u6 | T: f32 f16 bf16 i8 u8 i4 u4, T_IND: not u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "NotEqual", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "OneHot", S { onnxruntime: &[], openvino: &[
        (1, "T_IND: i64 i32 i16 u64 u32 u16, T_DEPTH: not i2 u1 u3 u6, T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),
        (16, "T_IND: i64 i32 i16 u64 u32 u16, T_DEPTH: not i2 u1 u3 u6, T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "PSROIPooling", S { onnxruntime: &[], openvino: &[
        (1, "T: not f32 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_ROI: f64 f32 f16 bf16 f4e2m1 | T: not f64 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_ROI: f64 f32 bf16 f8e8m0"),] }),
    (OpenVino, "", "Pad", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2 nf4, T_INT: not i2 u1 u3 u6, T_INT2: not i2 u1 u3 u6"),
        (12, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2 nf4, T_INT: not i2 u1 u3 u6, T_INT2: not i2 u1 u3 u6"),] }),
    (OpenVino, "", "Power", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "PriorBox", S { onnxruntime: &[], openvino: &[
        (1, "T_SIZE: i64 u64 u4 u2, T_IMAGE: i64 u64 i4 u4 u2 | T_SIZE: i32 u32 i4 u4 u2, T_IMAGE: i32 u32 i4 u4 u2 | T_SIZE: i32 u64 u32 i4 u4 u2, T_IMAGE: u32 i4 u4 u2 | T_SIZE: i64 u64 u32 i4 u4 u2, T_IMAGE: u64 i4 u4 u2"),
        (8, "T_SIZE: i64 u64 i4 u4 u2, T_IMAGE: i64 u64 i4 u4 u2 | T_SIZE: i32 u32 u4 u2, T_IMAGE: i32 u32 i4 u4 u2 | T_SIZE: i32 u64 u32 i4 u4 u2, T_IMAGE: u32 i4 u4 u2 | T_SIZE: i64 u64 u32 i4 u4 u2, T_IMAGE: u64 i4 u4 u2"),] }),
    (OpenVino, "", "PriorBoxClustered", S { onnxruntime: &[], openvino: &[
        (1, "T_SIZE: i64 u64 i4 u4 u2, T_IMAGE: i64 u64 i4 u4 u2 | T_SIZE: i32 u32 u4 u2, T_IMAGE: i32 u32 i4 u4 u2 | T_SIZE: i32 u64 u32 i4 u4 u2, T_IMAGE: u32 i4 u4 u2 | T_SIZE: i64 u64 u32 i4 u4 u2, T_IMAGE: u64 i4 u4 u2"),] }),
    (OpenVino, "", "Proposal", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32, T_DELTAS: f64 f32, T_IMAGE: f8e8m0 | T: f64 f32, T_DELTAS: f64, T_IMAGE: f8e8m0 f4e2m1 | T: f64 f32, T_DELTAS: f32, T_IMAGE: f8e4m3 f8e8m0 | T: f64, T_DELTAS: f64 f32, T_IMAGE: f8e8m0 f4e2m1 | T: f32, T_DELTAS: f64 f32, T_IMAGE: f8e4m3 f8e8m0"),
        (4, "T: f64 f32, T_DELTAS: f64 f32, T_IMAGE: f8e8m0"),] }),
    (OpenVino, "", "RDFT", S { onnxruntime: &[], openvino: &[
        (9, "*"),] }),
    (OpenVino, "", "RNNCell", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "RNNSequence", S { onnxruntime: &[], openvino: &[
        (5, "T: f64 f32 f16 bf16, T_SEQ: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "ROIAlignRotated", S { onnxruntime: &[], openvino: &[
        (15, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i2 u1 u3 u6"),] }),
    (OpenVino, "", "ROIPooling", S { onnxruntime: &[], openvino: &[
        (2, "T: f64"),] }),
    (OpenVino, "", "RandomUniform", S { onnxruntime: &[], openvino: &[
        (8, "T: f32"),] }),
    (OpenVino, "", "Range", S { onnxruntime: &[], openvino: &[
        (1, "T: not i4 u4 i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),
        (4, "T1: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T2: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T3: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ReduceL1", S { onnxruntime: &[], openvino: &[
        (4, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6 | T: not f64 i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceL2", S { onnxruntime: &[], openvino: &[
        (4, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6 | T: not f64 i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceLogicalAnd", S { onnxruntime: &[], openvino: &[
        (1, "T_IND: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceLogicalOr", S { onnxruntime: &[], openvino: &[
        (1, "T_IND: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceMax", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceMean", S { onnxruntime: &[], openvino: &[
        (1, "T: not f32 i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not u4 i2 u2 u1 u3 u6 | T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceMin", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceProd", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6 | T: not f64 i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "ReduceSum", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "RegionYolo", S { onnxruntime: &[], openvino: &[
        (1, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ReorgYolo", S { onnxruntime: &[], openvino: &[
        (2, "T: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Reshape", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SHAPE: not i4 u4 i2 u2 u1 u3 u6 | T: not f64 i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SHAPE: not i4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "Reverse", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_AXES: i64 i32 i16 i8 u64 u32 u16 u8"),] }),
    (OpenVino, "", "ReverseSequence", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_SEQ: f64 u2"),] }),
    (OpenVino, "", "Roll", S { onnxruntime: &[], openvino: &[
        (7, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Round", S { onnxruntime: &[], openvino: &[
        (5, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "STFT", S { onnxruntime: &[], openvino: &[
        (15, "T: not f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ScaledDotProductAttention", S { onnxruntime: &[], openvino: &[
        (13, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "SearchSorted", S { onnxruntime: &[], openvino: &[
        (15, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "SegmentMax", S { onnxruntime: &[], openvino: &[
        (16, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Select", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16 i64 i32 i16 i8 u64 u32 u16 u8 i4 u4 bool"),] }),
    (OpenVino, "", "Selu", S { onnxruntime: &[], openvino: &[
        (1, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "ShapeOf", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),
        (3, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "ShuffleChannels", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Sigmoid", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Sign", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Sin", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Sinh", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Slice", S { onnxruntime: &[], openvino: &[
        (8, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_START: not i2 u1 u3 u6, T_STOP: not i2 u1 u3 u6, T_STEP: not i2 u2 u1 u3 u6, T_AXIS: i64 i32 i16 i8 i4 u4 u2"),] }),
    (OpenVino, "", "SliceScatter", S { onnxruntime: &[], openvino: &[
        (15, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_START: not i2 u1 u3 u6, T_STOP: not i2 u1 u3 u6, T_STEP: not i2 u1 u3 u6, T_AXIS: not i2 u1 u3 u6"),] }),
    (OpenVino, "", "SoftPlus", S { onnxruntime: &[], openvino: &[
        (4, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "SoftSign", S { onnxruntime: &[], openvino: &[
        (9, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "Softmax", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),
        (8, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "SpaceToBatch", S { onnxruntime: &[], openvino: &[
        (2, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_BLOCK: not i4 u4 i2 u2 u1 u3 u6, T_BEGIN: not i4 i2 u1 u3 u6, T_END: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "SpaceToDepth", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "SparseFillEmptyRows", S { onnxruntime: &[], openvino: &[
        (16, "T: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IDX: i64 i32, T_DEFAULT: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Split", S { onnxruntime: &[], openvino: &[
        (1, "T: not f32 i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_AXIS: not i2 u2 u1 u3 u6 | T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_AXIS: not u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "Sqrt", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "SquaredDifference", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Squeeze", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6 | T: not f64 i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u1 u3 u6"),
        (15, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "StridedSlice", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_BEGIN: not i2 u1 u3 u6, T_END: not i2 u1 u3 u6, T_STRIDE: not i2 u1 u3 u6"),] }),
    (OpenVino, "", "StringTensorUnpack", S { onnxruntime: &[], openvino: &[
        (15, "*"),] }),
    (OpenVino, "", "Subtract", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Swish", S { onnxruntime: &[], openvino: &[
        (4, "T: f64 f32 f16 bf16"),] }),
    (OpenVino, "", "Tan", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Tanh", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u2 u1 u3 u6 f8e4m3 f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0 f6e2m3 f6e3m2 f4e2m1"),] }),
    (OpenVino, "", "Tile", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_REPEATS: not i2 u1 u3 u6"),] }),
    (OpenVino, "", "TopK", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_K: i64 i32 i8"),
        (3, "T: not f32 i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_K: not u4 i2 u1 u3 u6 | T: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_K: not i4 u4 i2 u1 u3 u6"),
        (11, "T: not f32 i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_K: not i4 u4 i2 u1 u3 u6 | T: not i2 u1 u3 u6 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_K: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "Transpose", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_AXIS: not i4 u4 i2 u2 u1 u3 u6"),] }),
    (OpenVino, "", "Unique", S { onnxruntime: &[], openvino: &[
        (10, "T: not i2 u2 u1 u3 u6 string c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2"),] }),
    (OpenVino, "", "Unsqueeze", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T_IND: i64 i32 i16 i8"),] }),
    (OpenVino, "", "VariadicSplit", S { onnxruntime: &[], openvino: &[
        (1, "T: not i2 u1 u3 u6 c64 c128 f8e4m3fnuz f8e5m2fnuz f6e2m3 f6e3m2, T1: not u4 i2 u2 u1 u3 u6, T2: i64 i32 i16 i8 u2"),] }),
];
