//! Tile: the whole tensor repeated along each dimension.

use super::OUTPUTS;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::elements::{Elements, Int};
use crate::fact::Fact;
use crate::ops::signature::{Formal, Signature, TypeVariable};
use crate::ops::{NodeCx, Operator, Resolved, layout, target_shape};
use crate::rules;
use crate::shape::Shape;

/// A resolved Tile.
#[derive(Debug)]
struct Tile {
    /// Whether there may be fewer or more repeats than dimensions; the shorter is filled with ones in front.
    fills: bool,
    /// ONNX's first version names one axis in its third input.
    one_axis: bool,
}

impl Operator for Tile {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let data = cx.shape(0);
        if self.one_axis {
            let shape = data.dims().map_or(data.clone(), |dims| Shape::of_rank(dims.len()));
            return cx.set_tensor(0, cx.element(0), shape);
        }
        let repeats = target_shape::read(cx, 1);
        let shape = match (data.dims(), repeats.dims()) {
            (Some(dims), Some(repeats)) if self.fills || dims.len() == repeats.len() => tiled(dims, repeats),
            (Some(dims), Some(repeats)) => {
                report(cx, dims.len(), repeats.len());
                Shape::of_rank(dims.len())
            }
            (Some(dims), None) if !self.fills => Shape::of_rank(dims.len()),
            (None, Some(repeats)) if !self.fills => Shape::of_rank(repeats.len()),
            _ => Shape::at_least(data.min_rank().max(repeats.min_rank())),
        };
        let elements = elements(cx, &shape);
        let why = target_shape::why(cx, 1, &shape);
        cx.set(0, Fact { why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
    }
}

fn tiled(dims: &[Dim], repeats: &[Dim]) -> Shape {
    let rank = dims.len().max(repeats.len());
    let one = Dim::exact(1);
    let at = |list: &[Dim], i: usize| (i + list.len()).checked_sub(rank).map_or(one.clone(), |i| list[i].clone());
    Shape::of((0..rank).map(|i| at(dims, i).times(&at(repeats, i))))
}

fn report(cx: &mut NodeCx<'_>, rank: usize, repeats: usize) {
    let message = format!("there are {repeats} repeats, but input {} has rank {rank}", cx.input_name(0));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    cx.report(finding.help("give one number for each dimension").data("repeats", repeats).data("rank", rank));
}

/// The elements of the result: each index taken back into the data.
fn elements(cx: &NodeCx<'_>, shape: &Shape) -> Option<Elements> {
    let (data, sizes) = layout::known(cx, 0)?;
    let exact = cx.elements(1)?.ints()?.iter().all(|int: &Int| int.value().is_some_and(|v| v >= 0));
    let strides = layout::strides(&sizes)?;
    let result = shape.sizes().filter(|_| exact)?;
    let extra = result.len().checked_sub(sizes.len())?;
    let positions = layout::positions(&result, cx.limits())?.into_iter().map(|index| {
        let steps = index[extra..].iter().zip(&sizes).zip(&strides);
        let at: i128 = steps.map(|((i, size), stride)| i128::from(i.checked_rem(*size).unwrap_or(0)) * stride).sum();
        usize::try_from(at).ok()
    });
    data.pick(positions.collect::<Option<Vec<usize>>>()?)
}

pub(super) fn resolve_onnx(cx: &mut NodeCx<'_>) -> Resolved {
    Resolved::operator(Tile { fills: false, one_axis: cx.version() == 1 })
}

pub(super) fn resolve_ir(_: &mut NodeCx<'_>) -> Resolved {
    Resolved::operator(Tile { fills: true, one_axis: false })
}

pub(super) const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[Formal::of("data", "T"), Formal::of("repeats", "T_REPEATS")])
    .outputs(OUTPUTS)
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_REPEATS", TypeSet::INTEGER)])];
