//! Unsqueeze: inserts dimensions of size 1.

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::runtime_behavior::RuntimeBehavior;
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, properties, view};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::{Fact, UnknownReason};
use crate::shape::Shape;
use crate::target::Runtime;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Unsqueeze.
#[derive(Debug)]
struct Unsqueeze {
    axes: Axes,
    source: OperandSource,
    /// Whether runtimes treat a repeated axis as one instead of failing.
    merges: bool,
}

impl Operator for Unsqueeze {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let shape = match &self.axes {
            Axes::All => Shape::with_min_rank(data.min_rank()),
            Axes::Known(list) => self.known(cx, &data, list),
            Axes::Runtime(count) => self.runtime(cx, &data, count),
        };
        let elements = view::unmoved(cx, 0, &shape);
        let why = self.why(cx);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(cx.element(0), shape) }.with_elements(elements));
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

impl Unsqueeze {
    fn known(&self, cx: &mut InferContext<'_>, data: &Shape, list: &[i128]) -> Shape {
        let Some(dims) = data.dims() else {
            axes::repeated(cx, list, self.source, Ranked::Output);
            return Shape::with_min_rank(axes::implied_rank(list).max(data.min_rank() + usize::from(!list.is_empty())));
        };
        let Some(rank) = view::rank(cx.limits(), (dims.len() + list.len()) as u64) else { return Shape::UNKNOWN };
        let wrapped = axes::wrap(cx, list, rank, self.source, Ranked::Output);
        if wrapped.out_of_range || wrapped.duplicate {
            return Shape::with_min_rank(dims.len() + usize::from(!list.is_empty()));
        }
        let mut new = vec![false; rank];
        for axis in wrapped.dims {
            new[axis] = true;
        }
        let mut old = dims.iter();
        let next = |new| if new { Some(Dim::exact(1)) } else { old.next().cloned() };
        Shape::from_dims(new.into_iter().filter_map(next))
    }

    /// Axes known only at run time: each dimension is a new one, or one that may have moved there.
    fn runtime(&self, cx: &InferContext<'_>, data: &Shape, count: &Dim) -> Shape {
        let certain = count.size().filter(|&k| k < 2 || !self.merges);
        let (Some(dims), Some(added)) = (data.dims(), certain) else {
            return Shape::with_min_rank(data.min_rank() + usize::from(count.low() > 0));
        };
        let rank = view::rank(cx.limits(), added.saturating_add(dims.len() as u64));
        let (Some(rank), Ok(added)) = (rank, usize::try_from(added)) else { return Shape::UNKNOWN };
        if added == 0 {
            return data.clone();
        }
        let moved = |to: usize| dims[to.saturating_sub(added)..dims.len().min(to + 1)].iter();
        Shape::from_dims((0..rank).map(|to| moved(to).fold(Dim::exact(1), |all, dim| all.join(dim))))
    }

    fn why(&self, cx: &InferContext<'_>) -> Option<UnknownReason> {
        match self.axes {
            Axes::Runtime(_) => {
                Some(cx.unknown_reason(1).unwrap_or_else(|| cx.unknown_because("the axes are known only at run time")))
            }
            _ => None,
        }
    }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let source = OperandSource::attribute_or_input(cx, "axes", 1);
    let axes = axes::read(cx, source);
    Resolved::operator(Unsqueeze { axes, source, merges: cx.dialect() == Dialect::OpenVino })
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("axes", "T_IND")])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL), TypeVariable::tensors("T_IND", TypeSet::INTEGER)])];

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] = &[RuntimeBehavior::refuses(
    Runtime::OpenVino,
    |case| case.is_computed(1),
    "rejects axes that are known only at run time",
    "make the axes a constant",
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Unsqueeze", resolve)
        .with_properties()
        .with_counterpart(Counterpart::WITH_AXES.axes_count_output())
        .with_runtime_behaviors(BEHAVIORS),
    OperatorDef::openvino("Unsqueeze", SIGNATURES, resolve)
        .with_properties()
        .with_runtime_behaviors(BEHAVIORS)
        .with_known_divergences(&[("OP103", "OpenVINO treats the axes as a set")]),
];
