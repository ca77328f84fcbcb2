//! Quantized operators: shapes follow the float operator; scales and zero points are interleaved.

use std::collections::HashSet;

use super::pattern::element;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::fact::Fact;
use crate::ops::OperandSource;
use crate::ops::axes::{self, Ranked};
use crate::ops::broadcast::{self, Broadcast};
use crate::ops::cost::{self, Cost};
use crate::ops::{InferContext, Operator, OperatorDef, Resolved, attributes};
use crate::shape::Shape;

/// An elementwise operator over these inputs, with NumPy broadcasting.
#[derive(Clone, Copy, Debug)]
struct Elementwise(&'static [usize]);

impl Operator for Elementwise {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (shape, why) = broadcast::shape(cx, self.0, Some(Broadcast::Numpy));
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(element(cx, 0), shape) });
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

/// An elementwise operator whose result has another type.
#[derive(Clone, Copy, Debug)]
struct Retyped {
    /// The input that determines the result's type, if present.
    like: Option<usize>,
    /// The type if that input is absent.
    otherwise: Option<ElementType>,
}

impl Operator for Retyped {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shown = self.like.filter(|&input| cx.has_input(input));
        let element = shown.map_or(self.otherwise, |input| cx.element(input));
        let shape = cx.shape(0);
        cx.set_tensor(0, element, shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

fn hash(cx: &mut InferContext<'_>) -> Resolved {
    let positive = cx.int("positive").filter(|_| !cx.has_unknown_value("positive"));
    let otherwise = positive.map(|p| if p == 1 { ElementType::U32 } else { ElementType::I32 });
    Resolved::operator(Retyped { like: None, otherwise })
}

fn reordered(cx: &mut InferContext<'_>) -> Resolved {
    let otherwise = cx.int("to").and_then(ElementType::from_onnx);
    Resolved::operator(Retyped { like: None, otherwise })
}

/// Concatenation of tensors along an axis, each followed by a scale and a zero point.
#[derive(Clone, Copy, Debug)]
struct Concat {
    axis: Option<i128>,
}

impl Concat {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let axis = cx.int("axis").filter(|_| !cx.has_unknown_value("axis")).map(i128::from);
        Resolved::operator(Concat { axis })
    }

    fn shape(self, cx: &mut InferContext<'_>) -> Shape {
        let parts: Vec<usize> = (2..cx.input_count()).step_by(3).collect();
        let Some(first) = parts.iter().copied().find(|&i| cx.shape(i).rank().is_some()) else { return Shape::UNKNOWN };
        let rank = cx.shape(first).min_rank();
        let source = OperandSource::Attribute("axis");
        let axis = self.axis.and_then(|axis| axes::wrap_one(cx, axis, rank, source, Ranked::Input(first)));
        let (Some(axis), mut dims) = (axis, vec![Dim::unknown(); rank]) else { return Shape::of_rank(rank) };
        let mut sum = Dim::exact(0);
        // Many parts may have the same shape, whose dimensions are unified once.
        let mut unified = HashSet::new();
        for part in parts {
            let shape = Some(cx.shape(part)).filter(|shape| shape.rank() == Some(rank));
            let shape = shape.unwrap_or_else(|| Shape::of_rank(rank));
            let own = shape.dims().unwrap_or_default();
            sum = sum.add(&own[axis]);
            if !unified.insert(shape.clone()) {
                continue;
            }
            for (dim, own) in dims.iter_mut().zip(own) {
                *dim = cx.unify(dim, own).unwrap_or(Dim::unknown());
            }
        }
        dims[axis] = sum;
        Shape::from_dims(dims)
    }
}

impl Operator for Concat {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        cx.set_tensor(0, cx.element(1), shape);
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// A reduction over the axes in an attribute.
#[derive(Clone, Debug)]
struct Reduced {
    axes: Option<Vec<i128>>,
    keep: Option<bool>,
}

impl Reduced {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let known = |name: &str| !cx.has_unknown_value(name);
        let axes = cx.ints("axes").filter(|_| known("axes")).map(|list| list.iter().map(|&a| a.into()).collect());
        let keep = cx.int("keepdims").filter(|_| known("keepdims")).map(|keep| keep != 0);
        Resolved::operator(Reduced { axes, keep })
    }

    fn shape(&self, cx: &mut InferContext<'_>) -> Shape {
        let shape = cx.shape(0);
        let (Some(dims), Some(list), Some(keep)) = (shape.dims(), &self.axes, self.keep) else { return Shape::UNKNOWN };
        // Without axes, all of them are reduced.
        let all: Vec<i128> = (0..dims.len() as i128).collect();
        let list = if list.is_empty() { &all } else { list };
        let wrapped = axes::wrap(cx, list, dims.len(), OperandSource::Attribute("axes"), Ranked::Input(0));
        if wrapped.out_of_range {
            return Shape::UNKNOWN;
        }
        let left = dims.iter().enumerate().filter_map(|(at, dim)| match wrapped.dims.contains(&at) {
            true => keep.then_some(Dim::exact(1)),
            false => Some(dim.clone()),
        });
        Shape::from_dims(left.collect::<Vec<_>>())
    }
}

impl Operator for Reduced {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = self.shape(cx);
        cx.set_tensor(0, element(cx, 0), shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 1)
    }
}

/// The mean over every spatial axis.
#[derive(Clone, Copy, Debug)]
struct GlobalPool {
    /// Whether the channels are last; `None` if unknown.
    channels_last: Option<bool>,
}

impl GlobalPool {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let channels_last = attributes::nonzero_or(cx, "channels_last", false);
        Resolved::operator(GlobalPool { channels_last })
    }
}

impl Operator for GlobalPool {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = cx.shape(0);
        let shape = match (shape.dims(), self.channels_last) {
            (Some(dims), Some(last)) => {
                let channels = if last { dims.len().saturating_sub(1) } else { 1 };
                let stays = |at: usize| at == 0 || at == channels;
                let dims = dims.iter().enumerate();
                Shape::from_dims(dims.map(|(at, dim)| if stays(at) { dim.clone() } else { Dim::exact(1) }))
            }
            (Some(dims), None) => Shape::of_rank(dims.len()),
            (None, _) => Shape::with_min_rank(shape.min_rank()),
        };
        cx.set_tensor(0, element(cx, 0), shape);
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 1)
    }
}

macro_rules! of {
    ($operator:expr) => {
        |_| Resolved::operator($operator)
    };
}

pub(crate) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::microsoft("ComplexMul", of!(Elementwise(&[0, 1]))),
    OperatorDef::microsoft("ComplexMulConj", of!(Elementwise(&[0, 1]))),
    OperatorDef::microsoft("DequantizeLinear", of!(Retyped { like: Some(1), otherwise: None })),
    OperatorDef::microsoft("DequantizeWithOrder", reordered),
    OperatorDef::microsoft("MulInteger", of!(Elementwise(&[0, 2]))),
    OperatorDef::microsoft("MurmurHash3", hash),
    OperatorDef::microsoft("QLinearAdd", of!(Elementwise(&[0, 3]))),
    OperatorDef::microsoft("QLinearConcat", Concat::resolve),
    OperatorDef::microsoft("QLinearGlobalAveragePool", GlobalPool::resolve),
    OperatorDef::microsoft("QLinearMul", of!(Elementwise(&[0, 3]))),
    OperatorDef::microsoft("QLinearReduceMean", Reduced::resolve),
    OperatorDef::microsoft("QLinearWhere", of!(Elementwise(&[0, 1, 4]))),
    OperatorDef::microsoft("QuantizeLinear", of!(Retyped { like: Some(2), otherwise: Some(ElementType::U8) })),
    OperatorDef::microsoft("QuantizeWithOrder", of!(Retyped { like: None, otherwise: Some(ElementType::I8) })),
    OperatorDef::microsoft("ReduceSumInteger", Reduced::resolve),
];
