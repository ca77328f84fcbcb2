//! Names and IR signatures of the convolutions. ONNX signatures are in the generated table.

use super::Convolution;
use crate::element::TypeSet;
use crate::ops::OperatorDef;
use crate::ops::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use crate::ops::table::operators;

/// The kinds of convolution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Groups by an attribute, if at all.
    Plain,
    /// Groups by an axis of the filters.
    Grouped,
    /// Transposed.
    Transposed,
    /// Transposed, groups by an axis of the filters.
    GroupedTransposed,
    /// Integers that give integers.
    IntegerQuantized,
    /// Integers with scales and zero points.
    LinearQuantized,
    /// Every element of every window has an offset.
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
// OpenVINO takes filters of any type beside `u1`.
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

pub(crate) static OPERATORS: &[OperatorDef] = operators! { Convolution::resolve:
    Kind::Plain => onnx "Conv" openvino "Convolution" PLAIN;
    Kind::Grouped => openvino "GroupConvolution" PLAIN;
    Kind::Transposed => onnx "ConvTranspose" openvino "ConvolutionBackpropData" TRANSPOSED;
    Kind::GroupedTransposed => openvino "GroupConvolutionBackpropData" TRANSPOSED;
    Kind::IntegerQuantized => onnx "ConvInteger";
    Kind::LinearQuantized => onnx "QLinearConv";
    Kind::Plain => openvino "BinaryConvolution" BINARY;
    Kind::Deformable => onnx "DeformConv" openvino "DeformableConvolution" DEFORMED;
};
