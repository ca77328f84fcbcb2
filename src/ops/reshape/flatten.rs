//! Flatten: two dimensions, the product of those before the axis and the product of the rest.

use crate::dim::Dim;
use crate::fact::Fact;
use crate::ops::EvalContext;
use crate::ops::OperandSource;
use crate::ops::axes::{self, Ranked};
use crate::ops::cost::{self, Cost};
use crate::ops::{InferContext, NodeProperty, Operator, Resolved, diagnostics, properties, view};
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Flatten.
#[derive(Debug)]
struct Flatten {
    axis: Option<i128>,
}

impl Operator for Flatten {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let shape = match (self.axis, data.dims()) {
            (Some(axis), Some(dims)) => split(cx, dims, axis),
            (Some(0), None) => Shape::from_dims([Dim::exact(1), Dim::unknown()]),
            _ => Shape::of_rank(2),
        };
        let elements = view::unmoved(cx, 0, &shape);
        cx.set(0, Fact::tensor(cx.element(0), shape).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        view::reshaped(cx.input(0)?, &cx.output(0)?.sizes)
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        properties::keeps_shape(cx)
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

fn split(cx: &mut InferContext<'_>, dims: &[Dim], axis: i128) -> Shape {
    let rank = dims.len();
    let at = match axis == rank as i128 {
        // The axis may equal the rank.
        true => Some(rank),
        false if axis == 0 => Some(0),
        false => axes::wrap_one(cx, axis, rank, OperandSource::Attribute("axis"), Ranked::Input(0)),
    };
    let Some(at) = at else { return Shape::of_rank(2) };
    let product = |dims: &[Dim]| dims.iter().fold(Dim::exact(1), |n, dim| n.mul(dim));
    Shape::from_dims([product(&dims[..at]), product(&dims[at..])])
}

pub(super) fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let axis = cx.int("axis").map(i128::from).filter(|_| !cx.has_unknown_value("axis"));
    if let Some(axis) = axis.filter(|&axis| axis < 0 && cx.version() < 11) {
        let valid = "at least 0: negative axes are valid from opset 11 on";
        diagnostics::attribute(cx, "axis", axis, valid, "count the axis from the start, or import opset 11");
    }
    Resolved::operator(Flatten { axis })
}
