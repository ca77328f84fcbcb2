//! Names and IR signatures of the block operators. ONNX signatures are in the generated table.

use super::batch::Batch;
use super::depth::Depth;
use super::shuffle::{Reverse, Shuffle};
use super::yolo::{Region, Reorg};
use crate::element::{ElementType, TypeSet};
use crate::ops::OperatorDef;
use crate::ops::counterpart::{Counterpart, Equivalence, SettingPair};
use crate::ops::ir_spelling::IrSpelling;
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};

const DATA: FormalParameter = FormalParameter::new("data", "T");
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const ANY: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::ALL)];
const FLOAT: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::FLOAT)];

const BLOCK: AttributeSpec = AttributeSpec::required("block_size", AttributeKind::Integer);
const MODE: AttributeSpec = AttributeSpec::default(
    "mode",
    AttributeKind::Word(&["blocks_first", "depth_first"]),
    DefaultValue::Text("blocks_first"),
);
const AXIS: AttributeSpec = AttributeSpec::default("axis", AttributeKind::Integer, DefaultValue::Int(1));
const GROUP: AttributeSpec = AttributeSpec::default("group", AttributeKind::Integer, DefaultValue::Int(1));
const STRIDE: AttributeSpec = AttributeSpec::required("stride", AttributeKind::Integers);
const REGION: &[AttributeSpec] = &[
    AttributeSpec::optional("anchors", AttributeKind::Reals),
    AttributeSpec::optional("axis", AttributeKind::Integer),
    AttributeSpec::optional("coords", AttributeKind::Integer),
    AttributeSpec::optional("classes", AttributeKind::Integer),
    AttributeSpec::optional("end_axis", AttributeKind::Integer),
    AttributeSpec::optional("num", AttributeKind::Integer),
    AttributeSpec::default("do_softmax", AttributeKind::Bool, DefaultValue::Bool(false)),
    AttributeSpec::optional("mask", AttributeKind::Integers),
];
const REVERSE: &[AttributeSpec] = &[AttributeSpec::required("mode", AttributeKind::Word(&["index", "mask"]))];

const fn ir(since: i64, inputs: &'static [FormalParameter], attributes: &'static [AttributeSpec]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUTS).attributes(attributes).variables(ANY)
}

const fn integers(name: &'static str, variable: &'static str) -> FormalParameter<'static> {
    FormalParameter::new(name, variable)
}

// OpenVINO does not compare the types of the lists of SpaceToBatch.
const LISTS: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_BLOCK", TypeSet::INTEGER),
    TypeVariable::tensors("T_BEGIN", TypeSet::INTEGER),
    TypeVariable::tensors("T_END", TypeSet::INTEGER),
];
const ONE_TYPE: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_INT", TypeSet::INTEGER)];
const PADDED: &[FormalParameter] =
    &[DATA, integers("block_shape", "T_BLOCK"), integers("pads_begin", "T_BEGIN"), integers("pads_end", "T_END")];
const CROPPED: &[FormalParameter] =
    &[DATA, integers("block_shape", "T_INT"), integers("crops_begin", "T_INT"), integers("crops_end", "T_INT")];

const DEPTH: &[Signature] = &[ir(1, &[DATA], &[BLOCK, MODE])];
const TO_BATCH: &[Signature] = &[ir(2, PADDED, &[]).variables(LISTS)];
const FROM_BATCH: &[Signature] = &[ir(2, CROPPED, &[]).variables(ONE_TYPE)];
const SHUFFLE: &[Signature] = &[ir(1, &[DATA], &[AXIS, GROUP])];
const REORG: &[Signature] = &[ir(2, &[DATA], &[STRIDE])];
const REGION_YOLO: &[Signature] = &[ir(1, &[DATA], REGION).variables(FLOAT)];
const NUMBERS_OR_FLAGS: TypeSet = TypeSet::INTEGER.union(TypeSet::from_types(&[ElementType::Bool]));
const REVERSED: &[Signature] = &[ir(1, &[DATA, FormalParameter::new("axes", "T_AXES")], REVERSE)
    .until(1)
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_AXES", NUMBERS_OR_FLAGS)])];

const BLOCKS: Counterpart = Counterpart::SAME_NAME.settings(&[
    SettingPair::new("blocksize", &["block_size"], Equivalence::Plain),
    SettingPair::new("mode", &["mode"], Equivalence::Words(&[("dcr", "blocks_first"), ("crd", "depth_first")])),
]);

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("SpaceToDepth", |cx| Depth::resolve(true, cx)).with_counterpart(BLOCKS),
    OperatorDef::openvino("SpaceToDepth", DEPTH, |cx| Depth::resolve(true, cx)),
    OperatorDef::onnx("DepthToSpace", |cx| Depth::resolve(false, cx)).with_counterpart(BLOCKS),
    OperatorDef::openvino("DepthToSpace", DEPTH, |cx| Depth::resolve(false, cx)),
    OperatorDef::openvino("SpaceToBatch", TO_BATCH, |cx| Batch::resolve(true, cx)),
    OperatorDef::openvino("BatchToSpace", FROM_BATCH, |cx| Batch::resolve(false, cx)),
    OperatorDef::openvino("ShuffleChannels", SHUFFLE, Shuffle::resolve),
    OperatorDef::openvino("Reverse", REVERSED, Reverse::resolve),
    OperatorDef::openvino("ReorgYolo", REORG, Reorg::resolve).with_ir_spelling(IrSpelling::NOT_IN_OPSET_1),
    OperatorDef::openvino("RegionYolo", REGION_YOLO, Region::resolve),
];
