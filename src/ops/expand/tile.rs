//! Tile: repeats the whole tensor along each dimension.

use super::OUTPUTS;
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::ops::EvalContext;
use crate::ops::OperandSource;
use crate::ops::axes::{self, Ranked};
use crate::ops::cost::{self, Cost};
use crate::ops::signature::{FormalParameter, Signature, TypeVariable};
use crate::ops::{InferContext, NodeProperty, Operator, Resolved, properties, target_shape, view};
use crate::rules;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Tile.
#[derive(Debug)]
struct Tile {
    /// Whether the number of repeats may differ from the rank; the shorter list is padded with leading ones.
    fills: bool,
    /// ONNX's first version repeats along one axis, its third input.
    one_axis: bool,
    /// Whether a negative number of repeats is treated as zero.
    negative_is_zero: bool,
}

impl Operator for Tile {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        if self.one_axis {
            return one_axis(cx, &data);
        }
        let repeats = target_shape::counts(cx, 1, ["repeat", "repeats"], self.negative_is_zero);
        let shape = match (data.dims(), repeats.dims()) {
            (Some(dims), Some(repeats)) if self.fills || dims.len() == repeats.len() => tiled(dims, repeats),
            (Some(dims), Some(repeats)) => {
                report(cx, dims.len(), repeats.len());
                Shape::of_rank(dims.len())
            }
            (Some(dims), None) if !self.fills => Shape::of_rank(dims.len()),
            (None, Some(repeats)) if !self.fills => Shape::of_rank(repeats.len()),
            _ => Shape::with_min_rank(data.min_rank().max(repeats.min_rank())),
        };
        let elements = elements(cx, &shape);
        let why = target_shape::why(cx, 1, &shape);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, &cx.output(0)?.sizes);
        let view = repeated(&view::sizes(data), &view::wide(result)).ok_or(EvalError::UnknownType)?;
        view::reshaped(&view.of_tensor(data)?, result)
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        properties::keeps_shape(cx)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// A view that repeats a tensor of sizes `from` to the result: for each dimension, the repeats and then the dimension.
fn repeated(from: &[u64], result: &[u64]) -> Option<view::View> {
    if result.contains(&0) {
        return Some(view::View { offset: 0, dims: result.iter().map(|&size| (size, 0)).collect() });
    }
    let extra = result.len().checked_sub(from.len())?;
    let strides = view::strides(from)?;
    let mut dims: Vec<(u64, i128)> = result[..extra].iter().map(|&size| (size, 0)).collect();
    for ((&size, stride), &to) in from.iter().zip(strides).zip(&result[extra..]) {
        dims.extend([(to.checked_div(size)?, 0), (size, stride)]);
    }
    Some(view::View { offset: 0, dims })
}

/// ONNX's first version: one number of repeats and one axis, both of the data's type.
fn one_axis(cx: &mut InferContext<'_>, data: &Shape) {
    let (tiles, axis) = (whole(cx, 1), whole(cx, 2));
    let tiles = tiles.and_then(|tiles| {
        if tiles < 0 {
            let message = format!("the number of tiles is {tiles}; expected at least 0");
            let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.input_place(1), message);
            cx.report(finding.help("set it to 1 to keep the data unchanged").data("value", tiles));
        }
        u64::try_from(tiles).ok()
    });
    let shape = match (data.dims(), axis) {
        (Some(dims), Some(axis)) => {
            let axis = axes::wrap_one(cx, axis, dims.len(), OperandSource::Input(2), Ranked::Input(0));
            let times = tiles.map_or(Dim::unknown(), Dim::exact);
            let size = |(i, d): (usize, &Dim)| match axis {
                Some(axis) if i == axis => d.mul(&times),
                Some(_) => d.clone(),
                None => Dim::unknown(),
            };
            Shape::from_dims(dims.iter().enumerate().map(size))
        }
        (Some(dims), None) => Shape::of_rank(dims.len()),
        (None, _) => data.clone(),
    };
    let why =
        (tiles.is_none() || axis.is_none()).then(|| cx.unknown_because("the number of tiles or their axis is unknown"));
    cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) });
}

/// The only number of an input, if it is an integer.
fn whole(cx: &InferContext<'_>, input: usize) -> Option<i128> {
    match cx.elements(input)? {
        Elements::Ints(ints) if ints.len() == 1 => ints[0].value(),
        Elements::Floats(floats) if floats.len() == 1 && floats[0].fract() == 0.0 => Some(floats[0] as i128),
        _ => None,
    }
}

fn tiled(dims: &[Dim], repeats: &[Dim]) -> Shape {
    let rank = dims.len().max(repeats.len());
    let one = Dim::exact(1);
    let at = |list: &[Dim], i: usize| (i + list.len()).checked_sub(rank).map_or(one.clone(), |i| list[i].clone());
    Shape::from_dims((0..rank).map(|i| at(dims, i).mul(&at(repeats, i))))
}

fn report(cx: &mut InferContext<'_>, rank: usize, repeats: usize) {
    let message = format!(
        "the list has {}; expected one for each dimension of input {}, {rank}",
        counted(repeats, "repeat"),
        cx.input_name(0)
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    cx.report(finding.help("list one number of repeats per dimension").data("repeats", repeats).data("rank", rank));
}

/// The elements of the result: each index is mapped back to the data.
fn elements(cx: &InferContext<'_>, shape: &Shape) -> Option<Elements> {
    let (data, sizes) = view::known(cx, 0)?;
    let exact = cx.elements(1)?.ints()?.iter().all(|int: &SymInt| int.value().is_some_and(|v| v >= 0));
    let strides = view::strides(&sizes)?;
    let result = shape.sizes().filter(|_| exact)?;
    let extra = result.len().checked_sub(sizes.len())?;
    let positions = view::positions(&result, cx.limits())?.into_iter().map(|index| {
        let steps = index[extra..].iter().zip(&sizes).zip(&strides);
        let at: i128 = steps.map(|((i, size), stride)| i128::from(i.checked_rem(*size).unwrap_or(0)) * stride).sum();
        usize::try_from(at).ok()
    });
    data.gather(positions.collect::<Option<Vec<usize>>>()?)
}

pub(super) fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Tile { fills: false, one_axis: cx.version() == 1, negative_is_zero: false })
}

pub(super) fn resolve_ir(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Tile { fills: true, one_axis: false, negative_is_zero: true })
}

pub(super) const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("repeats", "T_REPEATS")])
    .outputs(OUTPUTS)
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_REPEATS", TypeSet::INTEGER)])];
