//! The operators of the family and their IR signatures.

use super::super::OperatorDef;
use super::super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::super::table::operators;
use super::runtimes::LOCAL;
use super::{K, Normalization};
use crate::element::TypeSet;
use crate::ops::counterpart::Counterpart;
use crate::ops::ir_spelling::IrSpelling;

const DATA: FormalParameter = FormalParameter::new("data", "T");
// OpenVINO computes with axes of any integer type, although it documents two for MVN.
const AXES: &[FormalParameter] = &[DATA, FormalParameter::new("axes", "T_IND")];
const OUTPUT: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const VARIABLES: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_IND", TypeSet::INTEGER)];

const fn ir(since: i64, inputs: &'static [FormalParameter], attributes: &'static [AttributeSpec]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUT).attributes(attributes).variables(VARIABLES)
}

const fn real(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::required(name, AttributeKind::Real)
}

const NORMALIZE_VARIANCE: AttributeSpec =
    AttributeSpec::default("normalize_variance", AttributeKind::Bool, DefaultValue::Bool(true));
const MVN: &[Signature] = &[
    ir(
        2,
        &[DATA],
        &[
            AttributeSpec::default("across_channels", AttributeKind::Bool, DefaultValue::Bool(false)),
            NORMALIZE_VARIANCE,
            real("eps"),
            // Written by OpenVINO beside the flag that determines it.
            AttributeSpec::optional("reduction_axes", AttributeKind::Integers),
        ],
    ),
    Signature::since(6)
        .until(16)
        .inputs(AXES)
        .outputs(OUTPUT)
        .attributes(&[
            AttributeSpec::required("normalize_variance", AttributeKind::Bool),
            real("eps"),
            AttributeSpec::required(
                "eps_mode",
                // OpenVINO's specification uses lower case, its writer upper case.
                AttributeKind::Word(&["inside_sqrt", "outside_sqrt", "INSIDE_SQRT", "OUTSIDE_SQRT"]),
            ),
        ])
        .variables(VARIABLES),
];
const NORMALIZE_L2: &[Signature] =
    &[ir(1, AXES, &[real("eps"), AttributeSpec::required("eps_mode", AttributeKind::Word(&["add", "max"]))])];
const LRN: &[Signature] = &[ir(
    1,
    AXES,
    &[real("alpha"), real("beta"), real("bias"), AttributeSpec::required("size", AttributeKind::Integer)],
)];
const GRN: &[Signature] = &[ir(1, &[DATA], &[real("bias")])];

pub(crate) static OPERATORS: &[OperatorDef] = operators! { Normalization::resolve:
    K::MeanVariance => onnx "MeanVarianceNormalization"
        openvino "MVN" MVN {.with_ir_spelling(IrSpelling::NOT_IN_OPSET_1)};
    K::L2 => openvino "NormalizeL2" NORMALIZE_L2;
    K::Lp => onnx "LpNormalization";
    K::Local => onnx "LRN" {.with_counterpart(Counterpart::WITH_AXES).with_runtime_behaviors(LOCAL)} openvino "LRN" LRN;
    K::Global => openvino "GRN" GRN;
};
