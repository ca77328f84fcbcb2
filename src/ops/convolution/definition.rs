//! Names and IR signatures of the convolutions. ONNX signatures are in the generated table.

use super::Convolution;
use super::runtimes::{INTEGER_BEHAVIORS, PLAIN_BEHAVIORS, TRANSPOSED_BEHAVIORS};
use crate::element::TypeSet;
use crate::ops::OperatorDef;
use crate::ops::counterpart::{Counterpart, Equivalence, ImpliedSetting, SettingPair};
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::size_operand::SizeOperand;
use crate::ops::table::operators;

/// The variants of convolution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ConvolutionKind {
    /// Without groups, or with groups from an attribute.
    Plain,
    /// Groups from an axis of the filters.
    Grouped,
    /// Transposed.
    Transposed,
    /// Transposed, with groups from an axis of the filters.
    GroupedTransposed,
    /// Integers with an integer result.
    IntegerQuantized,
    /// Integers with scales and zero points.
    LinearQuantized,
    /// With an offset for every element of every window.
    Deformable,
}

const STRIDES: AttributeSpec = AttributeSpec::optional("strides", AttributeKind::Integers);
const DILATIONS: AttributeSpec = AttributeSpec::optional("dilations", AttributeKind::Integers);
const PADS_BEGIN: AttributeSpec = AttributeSpec::optional("pads_begin", AttributeKind::Integers);
const PADS_END: AttributeSpec = AttributeSpec::optional("pads_end", AttributeKind::Integers);
const AUTO_PAD: AttributeSpec = AttributeSpec::default(
    "auto_pad",
    AttributeKind::Word(&["explicit", "same_upper", "same_lower", "valid"]),
    DefaultValue::Text("explicit"),
);
const OUTPUT_PADDING: AttributeSpec = AttributeSpec::optional("output_padding", AttributeKind::Integers);
const MODE: AttributeSpec =
    AttributeSpec::default("mode", AttributeKind::Word(&["xnor-popcount"]), DefaultValue::Text("xnor-popcount"));
const PAD_VALUE: AttributeSpec = AttributeSpec::default("pad_value", AttributeKind::Real, DefaultValue::Float(0.0));
const GROUP: AttributeSpec = AttributeSpec::default("group", AttributeKind::Integer, DefaultValue::Int(1));
const DEFORMABLE: AttributeSpec =
    AttributeSpec::default("deformable_group", AttributeKind::Integer, DefaultValue::Int(1));
const INTERPOLATION: AttributeSpec =
    AttributeSpec::default("bilinear_interpolation_pad", AttributeKind::Bool, DefaultValue::Bool(false));

const WINDOW: &[AttributeSpec] = &[STRIDES, PADS_BEGIN, PADS_END, DILATIONS, AUTO_PAD];
const BINARY_WINDOW: &[AttributeSpec] = &[STRIDES, PADS_BEGIN, PADS_END, DILATIONS, AUTO_PAD, MODE, PAD_VALUE];
const SPREAD: &[AttributeSpec] = &[STRIDES, PADS_BEGIN, PADS_END, DILATIONS, AUTO_PAD, OUTPUT_PADDING];
const OFFSET: &[AttributeSpec] = &[STRIDES, PADS_BEGIN, PADS_END, DILATIONS, AUTO_PAD, GROUP, DEFORMABLE];
const MASKED: &[AttributeSpec] =
    &[STRIDES, PADS_BEGIN, PADS_END, DILATIONS, AUTO_PAD, GROUP, DEFORMABLE, INTERPOLATION];

const DATA: FormalParameter = FormalParameter::new("data", "T");
const FILTERS: FormalParameter = FormalParameter::new("filters", "T");
const OFFSETS: FormalParameter = FormalParameter::new("offsets", "T");
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];
const NUMERIC: &[TypeVariable] = &[TypeVariable::tensors("T", TypeSet::NUMERIC)];
const SIZED: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_SHAPE", TypeSet::INTEGER)];
// OpenVINO accepts filters of any type besides `u1`.
const BITS: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T2", TypeSet::ALL)];

const fn ir(since: i64, inputs: &'static [FormalParameter], attributes: &'static [AttributeSpec]) -> Signature {
    Signature::since(since).until(16).inputs(inputs).outputs(OUTPUTS).attributes(attributes).variables(NUMERIC)
}

const PLAIN: &[Signature] = &[ir(1, &[DATA, FILTERS], WINDOW).legacy_attributes(&["output_padding"])];
const TRANSPOSED: &[Signature] =
    &[ir(1, &[DATA, FILTERS, FormalParameter::new("output_shape", "T_SHAPE").optional()], SPREAD).variables(SIZED)];
const BINARY: &[Signature] = &[ir(1, &[DATA, FormalParameter::new("kernel", "T2")], BINARY_WINDOW).variables(BITS)];
const DEFORMED: &[Signature] = &[
    ir(1, &[DATA, OFFSETS, FILTERS], OFFSET),
    ir(8, &[DATA, OFFSETS, FILTERS, FormalParameter::new("mask", "T").optional()], MASKED),
];

/// The weights of an IR operator for several groups have an axis for them.
const GROUP_COUNT: SettingPair = SettingPair::new("group", &[], Equivalence::Implied);
const ONE_GROUP: Counterpart = Counterpart::SAME_NAME.implies(&[("group", ImpliedSetting::Number(1.0))]);
const GROUPS: Counterpart = Counterpart::SAME_NAME.implies(&[("group", ImpliedSetting::FirstDimensionOf(1))]);

const CONVOLUTION: Counterpart = Counterpart::named("Convolution")
    .inputs(&[(0, 0), (1, 1)])
    .settings(&[SettingPair::AUTO_PAD, SettingPair::DILATIONS, GROUP_COUNT, SettingPair::PADS, SettingPair::STRIDES])
    .bias(2, "Add")
    .constants_are_reshaped();
const EXTRA_PADDING: SettingPair = SettingPair::new("output_padding", &["output_padding"], Equivalence::Fill(0.0));
const TRANSPOSED_CONVOLUTION: Counterpart = CONVOLUTION.operator("ConvolutionBackpropData").settings(&[
    SettingPair::AUTO_PAD,
    SettingPair::DILATIONS,
    GROUP_COUNT,
    EXTRA_PADDING,
    SettingPair::PADS,
    SettingPair::STRIDES,
]);
const DEFORMABLE_CONVOLUTION: Counterpart = Counterpart::named("DeformableConvolution")
    .inputs(&[(0, 0), (1, 2), (2, 1), (4, 3)])
    .settings(&[SettingPair::AUTO_PAD, SettingPair::DILATIONS, SettingPair::PADS, SettingPair::STRIDES]);

const OUTPUT_SHAPE: &[SizeOperand] = &[SizeOperand::input(2, "no output shape, or one computed from its input")];

pub(crate) static OPERATORS: &[OperatorDef] = operators! { Convolution::resolve:
    ConvolutionKind::Plain => onnx "Conv" {.with_counterpart(CONVOLUTION).with_runtime_behaviors(PLAIN_BEHAVIORS)}
        openvino "Convolution" PLAIN {.with_counterpart(ONE_GROUP)};
    ConvolutionKind::Grouped => openvino "GroupConvolution" PLAIN {.with_counterpart(GROUPS.operator("Conv"))};
    ConvolutionKind::Transposed => onnx "ConvTranspose"
        {
            .with_counterpart(TRANSPOSED_CONVOLUTION)
            .with_runtime_behaviors(TRANSPOSED_BEHAVIORS)
            .with_size_operands(&[SizeOperand::attribute("output_shape", "`pads`")])
        }
        openvino "ConvolutionBackpropData" TRANSPOSED {.with_counterpart(ONE_GROUP).with_size_operands(OUTPUT_SHAPE)};
    ConvolutionKind::GroupedTransposed => openvino "GroupConvolutionBackpropData" TRANSPOSED
        {.with_counterpart(GROUPS.operator("ConvTranspose")).with_size_operands(OUTPUT_SHAPE)};
    ConvolutionKind::IntegerQuantized => onnx "ConvInteger" {.with_runtime_behaviors(INTEGER_BEHAVIORS)};
    ConvolutionKind::LinearQuantized => onnx "QLinearConv";
    ConvolutionKind::Plain => openvino "BinaryConvolution" BINARY;
    ConvolutionKind::Deformable => onnx "DeformConv" {.with_counterpart(DEFORMABLE_CONVOLUTION)}
        openvino "DeformableConvolution" DEFORMED;
};
