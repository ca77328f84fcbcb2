//! Names and IR signatures of the reductions. ONNX signatures are in the generated table.

use super::runtimes::BEHAVIORS;
use super::{Reduce, ReduceKind};
use crate::element::{ElementType, TypeSet};
use crate::ops::counterpart::{Counterpart, Equivalence, SettingPair};
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::{InferContext, OperatorDef, Resolved};

const INPUTS: &[FormalParameter] = &[FormalParameter::new("data", "T"), FormalParameter::new("axes", "T_IND")];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("reduced", "T")];
const ATTRIBUTES: &[AttributeSpec] =
    &[AttributeSpec::default("keep_dims", AttributeKind::Bool, DefaultValue::Bool(false))];

/// An IR reduction over these element types, in opsets from `since` to 16.
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

/// Tools that diverge on a faulty ONNX reduction, by rule code (measured: onnx 1.23.2, ONNX Runtime 1.31.1, OpenVINO
/// 2026.4.1).
const ONNX_READERS: &[(&str, &str)] = &[
    (
        "OP102",
        "onnx.checker accepts this without full_check; at opset 1 and 11, full_check and ONNX Runtime's loader accept it too, and the run fails",
    ),
    (
        "OP103",
        "the ONNX specification does not say; ONNX Runtime and OpenVINO treat axes as a set, onnx.reference and tract reject duplicates",
    ),
    ("OP106", "onnx.checker accepts this without full_check; OpenVINO's importer and onnx.reference read int32 axes"),
    ("OP107", "ONNX Runtime fails only at run time; OpenVINO's importer reads a scalar as all axes"),
    ("OP108", "onnx and ONNX Runtime accept this; onnx.reference rejects it at run time"),
    ("TY101", "onnx.checker accepts this without full_check; ONNX Runtime rejects the model"),
];

/// Tools that diverge on a faulty IR reduction, by rule code (measured: OpenVINO 2026.4.1).
const IR_READERS: &[(&str, &str)] = &[
    ("OP103", "the specification requires unique axes; OpenVINO accepts duplicates and treats axes as a set"),
    ("OP106", "OpenVINO accepts string, nf4 and sub-byte types as axes"),
    ("OP108", "OpenVINO accepts this and leaves the shape unknown"),
    ("TY101", "OpenVINO accepts string and nf4 as data"),
];

const COUNTERPART: Counterpart = Counterpart::SAME_NAME
    .settings(&[SettingPair::AXES, SettingPair::new("keepdims", &["keep_dims"], Equivalence::Plain)]);

type Resolve = fn(&mut InferContext<'_>) -> Resolved;

const fn in_onnx(name: &'static str, resolve: Resolve) -> OperatorDef {
    OperatorDef::onnx(name, resolve)
        .with_properties()
        .with_known_divergences(ONNX_READERS)
        .with_runtime_behaviors(BEHAVIORS)
}

const fn in_ir(name: &'static str, signatures: &'static [Signature], resolve: Resolve) -> OperatorDef {
    let record = OperatorDef::openvino(name, signatures, resolve).with_properties();
    record.with_known_divergences(IR_READERS).with_runtime_behaviors(BEHAVIORS)
}

macro_rules! reductions {
    ($($kind:ident:
        $(both $both:literal $shared:ident)? $(onnx $onnx:literal)? $(openvino $ir:literal $signatures:ident)?;
    )*) => {
        pub(crate) static OPERATORS: &[OperatorDef] = &[$(
            $(in_onnx($both, resolve::$kind).with_counterpart(COUNTERPART), in_ir($both, $shared, resolve::$kind),)?
            $(in_onnx($onnx, resolve::$kind),)?
            $(in_ir($ir, $signatures, resolve::$kind),)?
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
    Min: both "ReduceMin" ARITHMETIC;
    Max: both "ReduceMax" ARITHMETIC;
    Sum: both "ReduceSum" ARITHMETIC;
    Mean: both "ReduceMean" ARITHMETIC;
    Prod: both "ReduceProd" ARITHMETIC;
    L1: both "ReduceL1" NORM;
    L2: both "ReduceL2" NORM;
    LogSum: onnx "ReduceLogSum";
    LogSumExp: onnx "ReduceLogSumExp";
    SumSquare: onnx "ReduceSumSquare";
    LogicalAnd: openvino "ReduceLogicalAnd" LOGICAL;
    LogicalOr: openvino "ReduceLogicalOr" LOGICAL;
}
