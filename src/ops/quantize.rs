//! QuantizeLinear and DequantizeLinear: numbers as integers times a scale, one for a tensor, an axis or a block.

use super::OperandSource;
use super::axes::{self, Ranked};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// How far one scale reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Granularity {
    /// Over the tensor, or over what has one index on this axis.
    Axis(i64),
    /// Over so many elements along the axis.
    Blocks(i64, u64),
    /// It is not known.
    Unknown,
}

/// A resolved QuantizeLinear or DequantizeLinear: data, scale and zero point are the inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantization {
    /// How far one scale reaches.
    pub(crate) granularity: Granularity,
    /// The type that the file asks for, if it does; `Err` where that is not known.
    pub(crate) asked: Result<Option<ElementType>, ()>,
    /// The input whose type the result has if none is asked for.
    pub(crate) typed_by: usize,
    /// The type if that input is not there.
    pub(crate) default: Option<ElementType>,
}

impl Quantization {
    fn resolve_quantize(cx: &mut InferContext<'_>) -> Resolved {
        let granularity = granularity(cx);
        let asked = asked(cx);
        if let (Ok(Some(asked)), Some(zero)) = (asked, cx.element(2))
            && asked != zero
        {
            let message = format!("attribute `output_dtype` is {asked}, but zero point {} is {zero}", cx.input_name(2));
            let place = cx.attribute_place("output_dtype");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            let finding = finding.related(cx.input_place(2), zero.to_string());
            cx.report(
                finding.help("remove the attribute, or write the zero point's type").data("attribute", "output_dtype"),
            );
        }
        let default = Some(ElementType::U8);
        Resolved::operator(Quantization { granularity, asked, typed_by: 2, default })
    }

    fn resolve_dequantize(cx: &mut InferContext<'_>) -> Resolved {
        let granularity = granularity(cx);
        let asked = if cx.version() < 19 { Ok(Some(ElementType::F32)) } else { asked(cx) };
        Resolved::operator(Quantization { granularity, asked, typed_by: 1, default: None })
    }

    fn element(self, cx: &InferContext<'_>) -> Option<ElementType> {
        match self.asked {
            Ok(Some(asked)) => Some(asked),
            Ok(None) if cx.has_input(self.typed_by) => cx.element(self.typed_by),
            Ok(None) => self.default,
            Err(()) => None,
        }
    }
}

/// The attribute `output_dtype`, where 0 is none.
fn asked(cx: &InferContext<'_>) -> Result<Option<ElementType>, ()> {
    match cx.attribute_kind("output_dtype").and_then(|_| cx.int("output_dtype")) {
        _ if cx.is_unbound("output_dtype") => Err(()),
        None | Some(0) => Ok(None),
        Some(number) => ElementType::from_onnx(number).map(Some).ok_or(()),
    }
}

fn granularity(cx: &mut InferContext<'_>) -> Granularity {
    if cx.is_unbound("axis") || cx.is_unbound("block_size") {
        return Granularity::Unknown;
    }
    // The first version has no attribute, and ONNX Runtime reads its scales as those of the later ones.
    let axis = cx.int("axis").unwrap_or(1);
    match cx.attribute_kind("block_size").and_then(|_| cx.int("block_size")).unwrap_or(0) {
        0 => Granularity::Axis(axis),
        size => match u64::try_from(size) {
            Ok(size) => Granularity::Blocks(axis, size),
            Err(_) => {
                diagnostics::attribute(cx, "block_size", size, "0 or more", "write how many elements share a scale");
                Granularity::Unknown
            }
        },
    }
}

impl Operator for Quantization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        match self.granularity {
            Granularity::Axis(axis) => check_axis(cx, axis),
            Granularity::Blocks(axis, size) => check_blocks(cx, axis, size),
            Granularity::Unknown => {}
        }
        if cx.has_input(2) {
            check_zero_point(cx);
        }
        cx.set_tensor(0, self.element(cx), cx.shape(0));
    }
}

/// A scale for a tensor, or a list of one for each index of the axis.
fn check_axis(cx: &mut InferContext<'_>, axis: i64) {
    let scale = cx.shape(1);
    if !shape_checks::rank(cx, 1, 0..=1, "only blocks, with block_size, have scales of more dimensions")
        || shape_checks::may_be_one(&scale)
    {
        return;
    }
    let Some(rank) = cx.shape(0).rank() else { return };
    let source = OperandSource::Attribute("axis");
    if let Some(at) = axes::wrap_one(cx, axis.into(), rank, source, Ranked::Input(0)) {
        shape_checks::agree(cx, (0, at), (1, 0), "a list of scales has one for each index of the axis");
    }
}

/// Scales of the data's shape, but for the axis, which is cut into blocks.
fn check_blocks(cx: &mut InferContext<'_>, axis: i64, block: u64) {
    let data = cx.shape(0);
    let Some(dims) = data.dims() else { return };
    let help = "with block_size, scales have the data's dimensions, the axis divided by it";
    if !shape_checks::rank(cx, 1, dims.len()..=dims.len(), help) {
        return;
    }
    let source = OperandSource::Attribute("axis");
    let Some(axis) = axes::wrap_one(cx, axis.into(), dims.len(), source, Ranked::Input(0)) else { return };
    for (at, dim) in dims.iter().enumerate() {
        if at == axis {
            let blocks = dim.ceil_div(&Dim::exact(block));
            shape_checks::size(cx, (1, at), &blocks, "the number of blocks on the axis", help);
        } else {
            shape_checks::agree(cx, (0, at), (1, at), help);
        }
    }
}

/// The zero point has the scale's shape; one element is one element.
fn check_zero_point(cx: &mut InferContext<'_>) {
    let (scale, zero) = (cx.shape(1), cx.shape(2));
    let (Some(of_scale), Some(of_zero)) = (scale.dims(), zero.dims()) else { return };
    if shape_checks::may_be_one(&scale) && shape_checks::may_be_one(&zero) {
        return;
    }
    let help = "give the zero point the scale's shape";
    if of_scale.len() != of_zero.len() {
        return diagnostics::rank(cx, 2, format!("{}, that of the scale", of_scale.len()), help);
    }
    for axis in 0..of_scale.len() {
        if shape_checks::agree(cx, (1, axis), (2, axis), help).is_none() {
            return;
        }
    }
}

/// A resolved DynamicQuantizeLinear: scale and zero point are computed from the data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DynamicQuantization;

impl Operator for DynamicQuantization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        cx.set_tensor(0, Some(ElementType::U8), cx.shape(0));
        cx.set(1, Fact::tensor(ElementType::F32, Shape::scalar()));
        cx.set(2, Fact::tensor(ElementType::U8, Shape::scalar()));
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("QuantizeLinear", Quantization::resolve_quantize),
    OperatorDef::onnx("DequantizeLinear", Quantization::resolve_dequantize),
    OperatorDef::onnx("DynamicQuantizeLinear", |_| Resolved::operator(DynamicQuantization)),
];
