//! Names and IR signatures of the reductions. ONNX signatures are in the generated table.

use super::{Reduce, ReduceKind};
use crate::element::{ElementType, TypeSet};
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::{InferContext, OperatorDef, Resolved};

const INPUTS: &[FormalParameter] = &[FormalParameter::new("data", "T"), FormalParameter::new("axes", "T_IND")];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("reduced", "T")];
const ATTRIBUTES: &[AttributeSpec] =
    &[AttributeSpec::default("keep_dims", AttributeKind::Bool, DefaultValue::Bool(false))];

/// An IR reduction over these element types, held by opsets from `since` to 16.
const fn ir(since: i64, variables: &'static [TypeVariable]) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).attributes(ATTRIBUTES).variables(variables)
}

const NUMERIC: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_IND", TypeSet::INTEGER)];
const BOOLEAN: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::from_types(&[ElementType::Bool])),
    TypeVariable::tensors("T_IND", TypeSet::INTEGER),
];
const ARITHMETIC: &[Signature] = &[ir(1, NUMERIC)];
const NORM: &[Signature] = &[ir(4, NUMERIC)];
const LOGICAL: &[Signature] = &[ir(1, BOOLEAN)];

/// Who reads a faulty ONNX reduction otherwise (measured: onnx 1.23.2, ONNX Runtime 1.31.1, OpenVINO 2026.4.1).
const ONNX_READERS: &[(&str, &str)] = &[
    (
        "OP102",
        "onnx.checker accepts this without full_check; at opset 1 and 11 so do full_check and ONNX Runtime's loader, and the run fails",
    ),
    ("OP103", "ONNX's text is silent: ONNX Runtime and OpenVINO treat axes as a set, onnx.reference and tract refuse"),
    ("OP106", "onnx.checker accepts this without full_check; OpenVINO's importer and onnx.reference read int32 axes"),
    ("OP107", "ONNX Runtime fails only when the model runs; OpenVINO's importer reads a scalar as all axes"),
    ("OP108", "onnx and ONNX Runtime accept this; onnx.reference refuses it when the model runs"),
    ("TY101", "onnx.checker accepts this without full_check; ONNX Runtime refuses to load it"),
];

/// Who reads a faulty IR reduction otherwise (measured: OpenVINO 2026.4.1).
const IR_READERS: &[(&str, &str)] = &[
    ("OP103", "the specification says unique; OpenVINO accepts duplicates and treats axes as a set"),
    ("OP106", "OpenVINO lets string, nf4 and sub-byte types pass as axes"),
    ("OP108", "OpenVINO accepts this and leaves the shape unknown"),
    ("TY101", "OpenVINO lets string and nf4 pass as data"),
];

macro_rules! reductions {
    ($($kind:ident: $(onnx $onnx:literal)? $(openvino $ir:literal $signatures:ident)?;)*) => {
        pub(crate) static OPERATORS: &[OperatorDef] = &[$(
            $(OperatorDef::onnx($onnx, resolve::$kind).with_known_divergences(ONNX_READERS),)?
            $(OperatorDef::openvino($ir, $signatures, resolve::$kind).with_known_divergences(IR_READERS),)?
        )*];

        #[allow(non_snake_case)]
        mod resolve {
            use super::*;

            $(pub(super) fn $kind(cx: &mut InferContext<'_>) -> Resolved {
                Reduce::resolve(ReduceKind::$kind, cx)
            })*
        }
    };
}

reductions! {
    Min: onnx "ReduceMin" openvino "ReduceMin" ARITHMETIC;
    Max: onnx "ReduceMax" openvino "ReduceMax" ARITHMETIC;
    Sum: onnx "ReduceSum" openvino "ReduceSum" ARITHMETIC;
    Mean: onnx "ReduceMean" openvino "ReduceMean" ARITHMETIC;
    Prod: onnx "ReduceProd" openvino "ReduceProd" ARITHMETIC;
    L1: onnx "ReduceL1" openvino "ReduceL1" NORM;
    L2: onnx "ReduceL2" openvino "ReduceL2" NORM;
    LogSum: onnx "ReduceLogSum";
    LogSumExp: onnx "ReduceLogSumExp";
    SumSquare: onnx "ReduceSumSquare";
    LogicalAnd: openvino "ReduceLogicalAnd" LOGICAL;
    LogicalOr: openvino "ReduceLogicalOr" LOGICAL;
}
