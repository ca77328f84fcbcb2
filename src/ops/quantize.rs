//! QuantizeLinear and DequantizeLinear: integers times a scale, which is per tensor, per axis or per block.

#[cfg(feature = "evaluate")]
mod evaluate;

use super::OperandSource;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// What a scale covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Granularity {
    /// The tensor, or everything with one index on this axis.
    Axis(i64),
    /// A block of this many elements along the axis.
    Blocks(i64, u64),
    /// Unknown.
    Unknown,
}

/// A resolved QuantizeLinear or DequantizeLinear: data, scale and zero point are the inputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantization {
    /// What a scale covers.
    pub(crate) granularity: Granularity,
    /// The requested output type, if any; `Err` if unknown.
    pub(crate) requested: Result<Option<ElementType>, ()>,
    /// The input whose type the result has if none is requested.
    pub(crate) typed_by: usize,
    /// The type if that input is absent.
    pub(crate) default: Option<ElementType>,
    /// What is computed.
    direction: Direction,
}

/// What a node computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// Numbers from quantized ones.
    Dequantize,
    /// Quantized numbers.
    Quantize {
        /// The type in which the data is divided by the scale, if one is requested; `Err` if unknown.
        precision: Result<Option<ElementType>, ()>,
        /// Whether a number too great for an 8-bit float becomes the greatest one; `None` if unknown.
        saturate: Option<bool>,
    },
}

impl Quantization {
    fn resolve_quantize(cx: &mut InferContext<'_>) -> Resolved {
        let granularity = granularity(cx);
        let requested = element(cx, "output_dtype");
        if let (Ok(Some(requested)), Some(zero)) = (requested, cx.element(2))
            && requested != zero
        {
            let message = format!(
                "attribute `output_dtype` is {requested}; expected {zero}, the type of zero point {}",
                cx.input_name(2)
            );
            let place = cx.attribute_place("output_dtype");
            let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
            let finding = finding.related(cx.input_place(2), zero);
            cx.report(
                finding
                    .help("remove the attribute, or set it to the type of the zero point")
                    .data("attribute", "output_dtype"),
            );
        }
        let default = Some(ElementType::U8);
        let saturate = if cx.has_unknown_value("saturate") { None } else { Some(cx.int("saturate") != Some(0)) };
        let direction = Direction::Quantize { precision: element(cx, "precision"), saturate };
        Resolved::operator(Quantization { granularity, requested, typed_by: 2, default, direction })
    }

    fn resolve_dequantize(cx: &mut InferContext<'_>) -> Resolved {
        let granularity = granularity(cx);
        let requested = if cx.version() < 19 { Ok(Some(ElementType::F32)) } else { element(cx, "output_dtype") };
        let direction = Direction::Dequantize;
        Resolved::operator(Quantization { granularity, requested, typed_by: 1, default: None, direction })
    }

    fn element(self, cx: &InferContext<'_>) -> Option<ElementType> {
        match self.requested {
            Ok(Some(requested)) => Some(requested),
            Ok(None) if cx.has_input(self.typed_by) => cx.element(self.typed_by),
            Ok(None) => self.default,
            Err(()) => None,
        }
    }
}

/// An attribute that is an element type; 0 means none.
fn element(cx: &InferContext<'_>, name: &str) -> Result<Option<ElementType>, ()> {
    match cx.attribute_kind(name).and_then(|_| cx.int(name)) {
        _ if cx.has_unknown_value(name) => Err(()),
        None | Some(0) => Ok(None),
        Some(number) => ElementType::from_onnx(number).map(Some).ok_or(()),
    }
}

fn granularity(cx: &mut InferContext<'_>) -> Granularity {
    if cx.has_unknown_value("axis") || cx.has_unknown_value("block_size") {
        return Granularity::Unknown;
    }
    // The first version has no such attribute; ONNX Runtime interprets its scales like those of later versions.
    let axis = cx.int("axis").unwrap_or(1);
    match cx.attribute_kind("block_size").and_then(|_| cx.int("block_size")).unwrap_or(0) {
        0 => Granularity::Axis(axis),
        size => match u64::try_from(size) {
            Ok(size) => Granularity::Blocks(axis, size),
            Err(_) => {
                diagnostics::attribute(
                    cx,
                    "block_size",
                    size,
                    "at least 0",
                    "set `block_size` to the number of elements that share a scale",
                );
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

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![match self.direction {
            Direction::Quantize { precision, saturate } => self.quantized(cx, precision, saturate)?,
            Direction::Dequantize => self.dequantized(cx)?,
        }])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// A scale per tensor, or a list with one scale for each index of the axis.
fn check_axis(cx: &mut InferContext<'_>, axis: i64) {
    let scale = cx.shape(1);
    if !shape_checks::rank(cx, 1, 0..=1, "set `block_size` for block quantization, or use a scalar or a list")
        || shape_checks::may_be_one(&scale)
    {
        return;
    }
    let Some(rank) = cx.shape(0).rank() else { return };
    let source = OperandSource::Attribute("axis");
    if let Some(at) = axes::wrap_one(cx, axis.into(), rank, source, Ranked::Input(0)) {
        shape_checks::agree(cx, (0, at), (1, 0), "list one scale for each index of the axis");
    }
}

/// Scales have the shape of the data, except for the axis, which is divided into blocks.
fn check_blocks(cx: &mut InferContext<'_>, axis: i64, block: u64) {
    let data = cx.shape(0);
    let Some(dims) = data.dims() else { return };
    let help = "give the scale the shape of the data, with the axis divided by `block_size`";
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

/// The zero point has the shape of the scale; any shape of one element will do.
fn check_zero_point(cx: &mut InferContext<'_>) {
    let (scale, zero) = (cx.shape(1), cx.shape(2));
    let (Some(of_scale), Some(of_zero)) = (scale.dims(), zero.dims()) else { return };
    if shape_checks::may_be_one(&scale) && shape_checks::may_be_one(&zero) {
        return;
    }
    let help = "give the zero point the shape of the scale";
    if of_scale.len() != of_zero.len() {
        return diagnostics::rank(cx, 2, format!("{}, the rank of the scale", of_scale.len()), help);
    }
    for axis in 0..of_scale.len() {
        if shape_checks::agree(cx, (1, axis), (2, axis), help).is_none() {
            return;
        }
    }
}

/// A resolved DynamicQuantizeLinear: computes scale and zero point from the data.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DynamicQuantization;

impl Operator for DynamicQuantization {
    fn infer(&self, cx: &mut InferContext<'_>) {
        cx.set_tensor(0, Some(ElementType::U8), cx.shape(0));
        cx.set(1, Fact::tensor(ElementType::F32, Shape::scalar()));
        cx.set(2, Fact::tensor(ElementType::U8, Shape::scalar()));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        evaluate::dynamic(cx)
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 3)
    }
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("QuantizeLinear", Quantization::resolve_quantize),
    OperatorDef::onnx("DequantizeLinear", Quantization::resolve_dequantize).fused_with_readers(),
    OperatorDef::onnx("DynamicQuantizeLinear", |_| Resolved::operator(DynamicQuantization)),
];
