//! Unsqueeze: dimensions of size 1 are put in.

use super::EvalContext;
use super::OperandSource;
use super::axes::{self, Axes, Ranked};
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, properties, view};
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::{Fact, UnknownReason};
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Unsqueeze.
#[derive(Debug)]
struct Unsqueeze {
    axes: Axes,
    source: OperandSource,
    /// Whether a runtime that is given an axis twice puts it in once instead of failing.
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

    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        view::reshaped(cx.input(0)?, &cx.output(0)?.sizes)
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        properties::keeps_shape(cx)
    }
}

impl Unsqueeze {
    fn known(&self, cx: &mut InferContext<'_>, data: &Shape, list: &[i128]) -> Shape {
        let Some(dims) = data.dims() else {
            axes::repeated(cx, list, self.source);
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

    /// Axes that are known only when the model runs: each dimension is a new one, or one that could have moved there.
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

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Unsqueeze", resolve),
    OperatorDef::openvino("Unsqueeze", SIGNATURES, resolve)
        .with_known_divergences(&[("OP103", "OpenVINO reads the axes as a set")]),
];

#[cfg(test)]
mod tests {
    use crate::dim::Dim;
    use crate::fact::Fact;
    use crate::op_query::OpQuery;
    use crate::ops::test_util::{ask, f32, i64s, runtime};
    use crate::shape::Shape;
    use crate::tensor::Tensor;

    fn named() -> Fact {
        f32(Shape::from_dims([Dim::from("N"), Dim::exact(3)]))
    }

    fn onnx(data: Fact, axes: &[i64]) -> String {
        ask(OpQuery::onnx("Unsqueeze", 13).input(data).input(i64s(&[axes.len() as u64], axes)))
    }

    #[test]
    fn axes_are_those_of_the_output() {
        assert_eq!(onnx(named(), &[0, 3]), "f32[1,N,3,1]");
        assert_eq!(onnx(named(), &[-1]), "f32[N,3,1]");
        assert_eq!(onnx(named(), &[2, 1]), "f32[N,1,1,3]");
        assert_eq!(onnx(i64s(&[], &[7]), &[0]), "i64[1] = 7");
        let scalar = OpQuery::openvino("Unsqueeze", 1).input(named()).input(i64s(&[], &[-3]));
        assert_eq!(ask(scalar), "f32[1,N,3]");
        assert_eq!(ask(OpQuery::onnx("Unsqueeze", 1).attribute("axes", vec![1]).input(named())), "f32[N,1,3]");
    }

    #[test]
    fn axes_of_the_run() {
        let query = |query: OpQuery, count| ask(query.input(f32(Shape::from_dims([2u64, 3]))).input(runtime(count)));
        assert_eq!(query(OpQuery::onnx("Unsqueeze", 13), 1), "f32[1..2,1..3,1..3]");
        assert_eq!(query(OpQuery::onnx("Unsqueeze", 13), 2), "f32[1..2,1..3,1..3,1..3]");
        assert_eq!(query(OpQuery::openvino("Unsqueeze", 1), 2), "f32[...]");
        assert_eq!(query(OpQuery::onnx("Unsqueeze", 13), 1 << 40), "f32[...]");
    }

    #[test]
    fn faults() {
        assert_eq!(onnx(named(), &[3]), "f32[...] OP102");
        assert_eq!(onnx(named(), &[-4]), "f32[...] OP102");
        assert_eq!(onnx(named(), &[0, -4]), "f32[...] OP103");
        assert_eq!(onnx(f32(Shape::UNKNOWN), &[1, 1]), "f32[...] OP103");
    }

    #[test]
    fn elements_stay() {
        let data = Tensor::new([2], vec![1u8, 2]).unwrap();
        let axes = Tensor::new([2], vec![0i64, -1]).unwrap();
        let made = OpQuery::onnx("Unsqueeze", 13).tensor(data.clone()).tensor(axes).evaluate().unwrap();
        assert_eq!(made[0], data.reshaped([1, 2, 1]).unwrap());
    }
}
