//! Names and IR signatures of the pools. ONNX signatures are in the generated table.

use super::Pool;
use super::adaptive::Adaptive;
use super::global::Global;
use super::kind::PoolingKind;
use super::runtimes::BEHAVIORS;
use super::unpool::Unpool;
use crate::element::{ElementType, TypeSet};
use crate::ops::OperatorDef;
use crate::ops::counterpart::{Counterpart, Equivalence, SettingPair};
use crate::ops::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use crate::ops::size_operand::SizeOperand;

const X: &[FormalParameter] = &[FormalParameter::new("data", "T")];
const VALUES: FormalParameter = FormalParameter::new("output", "T");
const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I64, ElementType::I32]);
const INDICES: FormalParameter = FormalParameter {
    name: "indices",
    ty: FormalType::Fixed(TypeConstraint::tensors(INDEX)),
    presence: ParameterOption::Required,
};
const AUTO_PAD: AttributeSpec = AttributeSpec::default(
    "auto_pad",
    AttributeKind::Word(&["explicit", "same_upper", "same_lower", "valid"]),
    DefaultValue::Text("explicit"),
);
const ROUNDING: AttributeSpec =
    AttributeSpec::default("rounding_type", AttributeKind::Word(&["floor", "ceil"]), DefaultValue::Text("floor"));
const ROUNDING_14: AttributeSpec = AttributeSpec::default(
    "rounding_type",
    AttributeKind::Word(&["floor", "ceil", "ceil_torch"]),
    DefaultValue::Text("floor"),
);
const STRIDES: AttributeSpec = AttributeSpec::required("strides", AttributeKind::Integers);
// The specification requires both; OpenVINO reads missing ones as zeros.
const PADS_BEGIN: AttributeSpec = AttributeSpec::optional("pads_begin", AttributeKind::Integers);
const PADS_END: AttributeSpec = AttributeSpec::optional("pads_end", AttributeKind::Integers);
const KERNEL: AttributeSpec = AttributeSpec::required("kernel", AttributeKind::Integers);
const DILATIONS: AttributeSpec = AttributeSpec::optional("dilations", AttributeKind::Integers);
const INDEX_TYPE: AttributeSpec =
    AttributeSpec::default("index_element_type", AttributeKind::Element, DefaultValue::Text("i64"));
const AXIS: AttributeSpec = AttributeSpec::default("axis", AttributeKind::Integer, DefaultValue::Int(0));
const EXCLUDE: AttributeSpec = AttributeSpec::optional("exclude-pad", AttributeKind::Bool);
const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];
// OpenVINO averages booleans and accepts any numeric type for sizes.
const AVERAGED: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::ALL)];
const SIZED: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_SHAPE", TypeSet::NUMERIC)];

const fn ir(since: i64, attributes: &'static [AttributeSpec]) -> Signature {
    Signature::since(since).until(16).inputs(X).attributes(attributes).variables(NUMERIC)
}

const MAX: &[Signature] = &[
    ir(1, &[STRIDES, PADS_BEGIN, PADS_END, KERNEL, ROUNDING, AUTO_PAD]).outputs(&[VALUES]),
    ir(8, &[STRIDES, DILATIONS, PADS_BEGIN, PADS_END, KERNEL, ROUNDING, AUTO_PAD, INDEX_TYPE, AXIS])
        .outputs(&[VALUES, INDICES]),
    ir(14, &[STRIDES, DILATIONS, PADS_BEGIN, PADS_END, KERNEL, ROUNDING_14, AUTO_PAD, INDEX_TYPE, AXIS])
        .outputs(&[VALUES, INDICES]),
];

const AVERAGE: &[Signature] = &[
    ir(1, &[STRIDES, PADS_BEGIN, PADS_END, KERNEL, EXCLUDE, ROUNDING, AUTO_PAD]).outputs(&[VALUES]).variables(AVERAGED),
    ir(14, &[STRIDES, PADS_BEGIN, PADS_END, KERNEL, EXCLUDE, ROUNDING_14, AUTO_PAD])
        .outputs(&[VALUES])
        .variables(AVERAGED),
    ir(16, &[STRIDES, DILATIONS, PADS_BEGIN, PADS_END, KERNEL, EXCLUDE, ROUNDING_14, AUTO_PAD])
        .outputs(&[VALUES])
        .variables(AVERAGED),
];

const ADAPTIVE: &[FormalParameter] =
    &[FormalParameter::new("data", "T"), FormalParameter::new("output_shape", "T_SHAPE")];
const ADAPTIVE_AVERAGE: &[Signature] =
    &[Signature::since(8).until(16).inputs(ADAPTIVE).outputs(&[VALUES]).variables(SIZED)];
const ADAPTIVE_MAX: &[Signature] = &[Signature::since(8)
    .until(16)
    .inputs(ADAPTIVE)
    .outputs(&[VALUES, INDICES])
    .attributes(&[INDEX_TYPE])
    .variables(SIZED)];

const CEIL_MODE: SettingPair = SettingPair::new(
    "ceil_mode",
    &["rounding_type"],
    Equivalence::Words(&[("0", "floor"), ("1", "ceil"), ("1", "ceil_torch")]),
);
const INCLUDE_PAD: SettingPair = SettingPair::new("count_include_pad", &["exclude-pad"], Equivalence::Not);
const MAX_POOL: Counterpart = Counterpart::SAME_NAME.settings(&[
    SettingPair::AUTO_PAD,
    CEIL_MODE,
    SettingPair::DILATIONS,
    SettingPair::PADS,
    SettingPair::STRIDES,
]);
const AVERAGE_POOL: Counterpart = Counterpart::named("AvgPool").settings(&[
    SettingPair::AUTO_PAD,
    CEIL_MODE,
    INCLUDE_PAD,
    SettingPair::DILATIONS,
    SettingPair::PADS,
    SettingPair::STRIDES,
]);

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("MaxPool", |cx| Pool::resolve(PoolingKind::Max, cx))
        .with_counterpart(MAX_POOL)
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("MaxPool", MAX, |cx| Pool::resolve(PoolingKind::Max, cx)),
    OperatorDef::onnx("AveragePool", |cx| Pool::resolve(PoolingKind::Average, cx))
        .with_counterpart(AVERAGE_POOL)
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("AvgPool", AVERAGE, |cx| Pool::resolve(PoolingKind::Average, cx)),
    OperatorDef::onnx("LpPool", |cx| Pool::resolve(PoolingKind::Norm, cx)).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::onnx("GlobalAveragePool", |cx| Global::resolve(PoolingKind::Average, cx)),
    OperatorDef::onnx("GlobalLpPool", |cx| Global::resolve(PoolingKind::Norm, cx)),
    OperatorDef::onnx("GlobalMaxPool", |cx| Global::resolve(PoolingKind::Max, cx)),
    OperatorDef::openvino("AdaptiveAvgPool", ADAPTIVE_AVERAGE, Adaptive::resolve),
    OperatorDef::openvino("AdaptiveMaxPool", ADAPTIVE_MAX, Adaptive::resolve),
    OperatorDef::onnx("MaxUnpool", Unpool::resolve).with_size_operands(&[SizeOperand::input(2, "no `output_shape`")]),
];
