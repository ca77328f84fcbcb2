//! Names and IR signatures of the operators on images. ONNX signatures are in the generated table.

use super::col2im::Columns;
use super::color::{FromPlanes, IntoPlanes};
use super::crop::Crop;
use super::decoder::Decoder;
use super::patches::Patches;
use crate::element::{ElementType, TypeSet};
use crate::ops::OperatorDef;
use crate::ops::counterpart::{Counterpart, SettingPair};
use crate::ops::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, ParameterOption, Signature, TypeVariable,
};
use crate::ops::size_operand::SizeOperand;

const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const DATA: FormalParameter = FormalParameter::new("data", "T");
const ANY: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::ALL)];
const PIXELS: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::FLOAT.union(TypeSet::from_types(&[ElementType::U8])))];

const fn list(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::optional(name, AttributeKind::Integers)
}

const PATCHES: &[Signature] = &[Signature::since(3)
    .until(16)
    .inputs(&[DATA])
    .outputs(OUTPUTS)
    .attributes(&[
        AttributeSpec::required("sizes", AttributeKind::Integers),
        AttributeSpec::required("strides", AttributeKind::Integers),
        AttributeSpec::required("rates", AttributeKind::Integers),
        AttributeSpec::required("auto_pad", AttributeKind::Word(&["same_upper", "same_lower", "valid"])),
    ])
    .variables(ANY)];
const COLUMNS: &[Signature] = &[Signature::since(15)
    .until(16)
    .inputs(&[DATA, FormalParameter::new("output_size", "T_IDX"), FormalParameter::new("kernel_size", "T_IDX")])
    .outputs(OUTPUTS)
    .attributes(&[list("strides"), list("dilations"), list("pads_begin"), list("pads_end")])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_IDX", TypeSet::from_types(&[ElementType::I32, ElementType::I64])),
    ])];

const fn planes(inputs: &'static [FormalParameter]) -> Signature {
    Signature::since(8).until(16).inputs(inputs).outputs(OUTPUTS).variables(PIXELS)
}

const NV12: &[Signature] = &[planes(&[FormalParameter::new("y", "T"), FormalParameter::new("uv", "T").optional()])];
const I420: &[Signature] = &[planes(&[
    FormalParameter::new("y", "T"),
    FormalParameter::new("u", "T").optional(),
    FormalParameter::new("v", "T").optional(),
])];
const SINGLE: AttributeSpec = AttributeSpec::default("single_plane", AttributeKind::Bool, DefaultValue::Bool(true));
const INTO: &[Signature] = &[Signature::since(17)
    .inputs(&[FormalParameter::new("image", "T")])
    .outputs(&[
        FormalParameter::new("y", "T"),
        FormalParameter { presence: ParameterOption::Optional, ..FormalParameter::new("uv", "T") },
    ])
    .attributes(&[SINGLE])
    .variables(PIXELS)];

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("CenterCropPad", Crop::resolve)
        .with_size_operands(&[SizeOperand::input(1, "sizes computed from its input")]),
    OperatorDef::onnx("ImageDecoder", Decoder::resolve),
    OperatorDef::onnx("Col2Im", Columns::resolve).with_counterpart(Counterpart::SAME_NAME.settings(&[
        SettingPair::DILATIONS,
        SettingPair::PADS,
        SettingPair::STRIDES,
    ])),
    OperatorDef::openvino("Col2Im", COLUMNS, Columns::resolve),
    OperatorDef::openvino("ExtractImagePatches", PATCHES, Patches::resolve),
    OperatorDef::openvino("NV12toRGB", NV12, |cx| FromPlanes::resolve(true, cx)),
    OperatorDef::openvino("NV12toBGR", NV12, |cx| FromPlanes::resolve(true, cx)),
    OperatorDef::openvino("I420toRGB", I420, |cx| FromPlanes::resolve(false, cx)),
    OperatorDef::openvino("I420toBGR", I420, |cx| FromPlanes::resolve(false, cx)),
    OperatorDef::openvino("RGBtoNV12", INTO, IntoPlanes::resolve),
    OperatorDef::openvino("BGRtoNV12", INTO, IntoPlanes::resolve),
];
