//! Names and IR signatures of resizing. ONNX signatures are in the generated table.

use super::Resize;
use super::runtimes::BEHAVIORS;
use crate::element::{ElementType, TypeSet};
use crate::ops::OperatorDef;
use crate::ops::counterpart::{Counterpart, Equivalence, SettingPair};
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::size_operand::SizeOperand;

const fn word(name: &'static str, words: &'static [&'static str], default: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Word(words), DefaultValue::Text(default))
}

const AXES: AttributeSpec = AttributeSpec::optional("axes", AttributeKind::Integers);
// OpenVINO accepts any text here.
const FREE_MODE: AttributeSpec = AttributeSpec::optional("mode", AttributeKind::Text);
const ALIGN: AttributeSpec = AttributeSpec::default("align_corners", AttributeKind::Bool, DefaultValue::Bool(true));
const ANTIALIAS: AttributeSpec = AttributeSpec::default("antialias", AttributeKind::Bool, DefaultValue::Bool(false));
const PADS_BEGIN: AttributeSpec = AttributeSpec::optional("pads_begin", AttributeKind::Integers);
const PADS_END: AttributeSpec = AttributeSpec::optional("pads_end", AttributeKind::Integers);
const MODE_4: AttributeSpec = word("mode", &["nearest", "linear", "linear_onnx", "cubic"], "nearest");
const MODE_11: AttributeSpec =
    word("mode", &["nearest", "linear", "linear_onnx", "cubic", "bilinear_pillow", "bicubic_pillow"], "nearest");
const CALCULATION: AttributeSpec = word("shape_calculation_mode", &["sizes", "scales"], "sizes");
const COORDINATES: AttributeSpec = word(
    "coordinate_transformation_mode",
    &["half_pixel", "pytorch_half_pixel", "asymmetric", "tf_half_pixel_for_nn", "align_corners"],
    "half_pixel",
);
const NEAREST: AttributeSpec =
    word("nearest_mode", &["round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple"], "round_prefer_floor");
const CUBE: AttributeSpec = AttributeSpec::default("cube_coeff", AttributeKind::Real, DefaultValue::Float(-0.75));

const DATA: FormalParameter = FormalParameter::new("data", "T");
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
// OpenVINO's element types for the later versions; the specification has all integer and all floating-point types.
const WHOLE: TypeSet = TypeSet::from_types(&[ElementType::I32, ElementType::I64, ElementType::U32, ElementType::U64]);
const SCALES: TypeSet = TypeSet::from_types(&[ElementType::F32, ElementType::F16, ElementType::Bf16]);
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::ALL),
    TypeVariable::tensors("T_SHAPE", TypeSet::INTEGER),
    TypeVariable::tensors("T_SIZES", WHOLE),
    TypeVariable::tensors("T_SCALES", SCALES),
    TypeVariable::tensors("T_EITHER", WHOLE.union(SCALES)),
    TypeVariable::tensors("T_AXES", WHOLE),
];

const fn ir(since: i64, inputs: &'static [FormalParameter], attributes: &'static [AttributeSpec]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUTS).attributes(attributes).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[
    ir(
        1,
        &[DATA, FormalParameter::new("target_spatial_shape", "T_SHAPE")],
        &[AXES, FREE_MODE, ALIGN, ANTIALIAS, PADS_BEGIN, PADS_END],
    ),
    ir(
        4,
        &[
            DATA,
            FormalParameter::new("sizes", "T_SIZES"),
            FormalParameter::new("scales", "T_SCALES"),
            FormalParameter::new("axes", "T_AXES").optional(),
        ],
        &[MODE_4, CALCULATION, COORDINATES, NEAREST, ANTIALIAS, PADS_BEGIN, PADS_END, CUBE],
    ),
    ir(
        11,
        &[DATA, FormalParameter::new("scales_or_sizes", "T_EITHER"), FormalParameter::new("axes", "T_AXES").optional()],
        &[MODE_11, CALCULATION, COORDINATES, NEAREST, ANTIALIAS, PADS_BEGIN, PADS_END, CUBE],
    ),
];

const MODES: SettingPair = SettingPair::new("mode", &["mode"], Equivalence::Words(&[("linear", "linear_onnx")]));
const INTERPOLATE: Counterpart =
    Counterpart::named("Interpolate").inputs(&[(0, 0)]).settings(&[SettingPair::AXES, MODES, SettingPair::PADS]);

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Resize", Resize::resolve)
        .with_counterpart(INTERPOLATE)
        .with_runtime_behaviors(BEHAVIORS)
        .with_size_operands(&[SizeOperand::input(3, "scales, or sizes computed from its input")]),
    OperatorDef::onnx("Upsample", Resize::resolve).with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("Interpolate", SIGNATURES, Resize::resolve)
        .with_size_operands(&[SizeOperand::input(1, "scales, or sizes computed from its input")]),
];
