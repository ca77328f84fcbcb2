//! Names and IR signatures of the region operators. ONNX signatures are in the generated table.

use super::Regions;
use crate::element::TypeSet;
use crate::ops::OperatorDef;
use crate::ops::counterpart::{Counterpart, Equivalence, SettingPair};
use crate::ops::ir_spelling::IrSpelling;
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::table::operators;

/// The kinds of region operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegionKind {
    /// The patch size is a list.
    Listed,
    /// The patch size is two attributes, and a region begins with its image index.
    Pooled,
    /// The image indices are an input.
    Sampled,
    /// As `Sampled`, and a region ends with its angle.
    Rotated,
    /// Every position of a patch has its own channels.
    Positions,
    /// As `Positions`, with offsets in an input.
    Deformed,
}

const fn integer(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::optional(name, AttributeKind::Integer)
}

const fn word(name: &'static str, words: &'static [&'static str], default: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Word(words), DefaultValue::Text(default))
}

const SCALE: AttributeSpec = AttributeSpec::required("spatial_scale", AttributeKind::Real);
const SCALE_OR_NONE: AttributeSpec = AttributeSpec::optional("spatial_scale", AttributeKind::Real);
const SIZE: AttributeSpec = AttributeSpec::optional("output_size", AttributeKind::Integers);
const ROI: AttributeSpec = AttributeSpec::optional("output_roi", AttributeKind::Integers);
const HEIGHT: AttributeSpec = integer("pooled_h");
const WIDTH: AttributeSpec = integer("pooled_w");
const RATIO: AttributeSpec = integer("sampling_ratio");
const METHOD: AttributeSpec = word("method", &["max", "bilinear"], "max");
const MODE: AttributeSpec = word("mode", &["avg", "max"], "avg");
const ALIGNED: AttributeSpec = word("aligned_mode", &["asymmetric", "half_pixel_for_nn", "half_pixel"], "asymmetric");
const CLOCKWISE: AttributeSpec =
    AttributeSpec::default("clockwise_mode", AttributeKind::Bool, DefaultValue::Bool(false));
const CHANNELS: AttributeSpec = AttributeSpec::required("output_dim", AttributeKind::Integer);
const GROUP: AttributeSpec = AttributeSpec::required("group_size", AttributeKind::Integer);
const ONE_GROUP: AttributeSpec = AttributeSpec::default("group_size", AttributeKind::Integer, DefaultValue::Int(1));
const POSITIONS_MODE: AttributeSpec = AttributeSpec::required("mode", AttributeKind::Word(&["average", "bilinear"]));
const DEFORMED_MODE: AttributeSpec = word("mode", &["bilinear_deformable"], "bilinear_deformable");
const BINS: [AttributeSpec; 2] = [
    AttributeSpec::default("spatial_bins_x", AttributeKind::Integer, DefaultValue::Int(1)),
    AttributeSpec::default("spatial_bins_y", AttributeKind::Integer, DefaultValue::Int(1)),
];
const DEVIATION: AttributeSpec = AttributeSpec::optional("trans_std", AttributeKind::Real);
const PART: AttributeSpec = AttributeSpec::default("part_size", AttributeKind::Integer, DefaultValue::Int(1));

const DATA: FormalParameter = FormalParameter::new("data", "T");
const ROIS: FormalParameter = FormalParameter::new("rois", "T");
const BATCH: FormalParameter = FormalParameter::new("batch_indices", "T_IND");
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const FLOAT: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_IND", TypeSet::INTEGER)];
const LOOSE_ROIS: FormalParameter = FormalParameter::new("rois", "T_ROI");
// OpenVINO does not compare these types.
const LOOSE_FLOAT: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_ROI", TypeSet::NUMERIC)];
const LOOSE: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::NUMERIC),
    TypeVariable::tensors("T_ROI", TypeSet::NUMERIC),
    TypeVariable::tensors("T_OFF", TypeSet::NUMERIC),
];

const fn ir(since: i64, inputs: &'static [FormalParameter], attributes: &'static [AttributeSpec]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUTS).attributes(attributes).variables(FLOAT)
}

const POOLED: &[Signature] = &[ir(2, &[DATA, ROIS], &[SIZE, ROI, HEIGHT, WIDTH, SCALE, METHOD])];
const SAMPLED: &[Signature] = &[
    ir(3, &[DATA, ROIS, BATCH], &[HEIGHT, WIDTH, RATIO, SCALE_OR_NONE, MODE]),
    ir(9, &[DATA, ROIS, BATCH], &[HEIGHT, WIDTH, RATIO, SCALE_OR_NONE, MODE, ALIGNED]),
];
const ROTATED: &[Signature] = &[ir(15, &[DATA, ROIS, BATCH], &[HEIGHT, WIDTH, RATIO, SCALE_OR_NONE, CLOCKWISE])];
const POSITIONS: &[Signature] =
    &[ir(1, &[DATA, LOOSE_ROIS], &[CHANNELS, GROUP, SCALE, POSITIONS_MODE, BINS[0], BINS[1]]).variables(LOOSE_FLOAT)];
const DEFORMED: &[Signature] = &[ir(
    1,
    &[DATA, LOOSE_ROIS, FormalParameter::new("offsets", "T_OFF").optional()],
    &[CHANNELS, SCALE_OR_NONE, ONE_GROUP, DEFORMED_MODE, BINS[0], BINS[1], DEVIATION, PART],
)
.variables(LOOSE)];

const ALIGN: Counterpart = Counterpart::named("ROIAlign").settings(&[
    SettingPair::new("mode", &["mode"], Equivalence::Words(&[])),
    SettingPair::new("output_height", &["pooled_h"], Equivalence::Plain),
    SettingPair::new("output_width", &["pooled_w"], Equivalence::Plain),
]);

pub(crate) static OPERATORS: &[OperatorDef] = operators! { Regions::resolve:
    RegionKind::Listed => onnx "MaxRoiPool";
    RegionKind::Sampled => onnx "RoiAlign" {.with_counterpart(ALIGN)} openvino "ROIAlign" SAMPLED;
    RegionKind::Rotated => openvino "ROIAlignRotated" ROTATED;
    RegionKind::Pooled => openvino "ROIPooling" POOLED {.with_ir_spelling(IrSpelling::NOT_IN_OPSET_1)};
    RegionKind::Positions => openvino "PSROIPooling" POSITIONS;
    RegionKind::Deformed => openvino "DeformablePSROIPooling" DEFORMED;
};
