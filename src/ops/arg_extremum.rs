//! ArgMax and ArgMin: the index of the largest or smallest element along an axis.

use super::OperandSource;
use super::attributes;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::table::operators;
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, view};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::kernel::lines::{Lines, keys};
use crate::rule::Level;
use crate::rules;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

/// A resolved ArgMax or ArgMin.
#[derive(Debug)]
struct ArgExtremum {
    /// The axis; `None` if it is unknown.
    axis: Option<i128>,
    /// Whether the reduced axis is kept with size 1.
    keep: Option<bool>,
    /// Whether the specification bounds the axis by the rank; otherwise any axis is accepted for a scalar.
    within_rank: bool,
    /// Whether the element is the largest one.
    largest: bool,
    /// Whether the last one of several is meant; `None` if it is unknown.
    last: Option<bool>,
}

impl Operator for ArgExtremum {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let at = self.axis(cx, &data);
        if let (Some(at), Some(dims)) = (at, data.dims()) {
            check_size(cx, at, &dims[at]);
        }
        let shape = self.shape(&data, at);
        let chosen = at.and_then(|at| data.dims()?.get(at).cloned());
        let elements = chosen.and_then(|dim| indices(cx, &shape, &dim));
        cx.set(0, Fact::tensor(ElementType::I64, shape).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let (data, result) = (cx.input(0)?, cx.output(0)?);
        let (Some(axis), Some(last)) = (self.axis, self.last) else { return Err(cx.no_evaluator()) };
        let axis = axes::position(axis, data.sizes().len()).ok_or(EvalError::UnknownType)?;
        let lines = Lines::along(data.sizes(), axis)?;
        let keys = keys(data)?;
        let extremum = |start: usize| {
            let order = |&(i, at): &(usize, usize)| {
                // The complement reverses the order of all integers; the negation of the least one overflows.
                let key = if self.largest { keys[at] } else { !keys[at] };
                (key, if last { i as i128 } else { -(i as i128) })
            };
            lines.line(start).enumerate().max_by_key(order).map_or(0, |(i, _)| i as i64)
        };
        let found: Vec<i64> = lines.starts().map(extremum).collect();
        Tensor::new(&*result.sizes, found).map(|found| vec![found]).map_err(|_| EvalError::UnknownType)
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 1)
    }
}

impl ArgExtremum {
    /// A scalar has no axis; ONNX Runtime returns 0 for it if it does not know the rank before execution.
    fn axis(&self, cx: &mut InferContext<'_>, data: &Shape) -> Option<usize> {
        let rank = data.rank().filter(|&rank| rank > 0 || self.within_rank)?;
        axes::wrap_one(cx, self.axis?, rank, OperandSource::Attribute("axis"), Ranked::Input(0))
    }

    fn shape(&self, data: &Shape, at: Option<usize>) -> Shape {
        let (Some(dims), Some(keep)) = (data.dims(), self.keep) else {
            let lost = usize::from(self.keep != Some(true));
            return Shape::with_min_rank(data.min_rank().saturating_sub(lost));
        };
        let one = Dim::exact(1);
        match (at, keep) {
            _ if dims.is_empty() => Shape::scalar(),
            (None, true) => Shape::from_dims(dims.iter().map(|dim| dim.join(&one))),
            (None, false) => Shape::of_rank(dims.len() - 1),
            (Some(at), true) => {
                Shape::from_dims(dims.iter().enumerate().map(|(i, d)| if i == at { &one } else { d }).cloned())
            }
            (Some(at), false) => {
                Shape::from_dims(dims.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, dim)| dim.clone()))
            }
        }
    }
}

/// An axis of size 0 has no extremum.
fn check_size(cx: &mut InferContext<'_>, axis: usize, dim: &Dim) {
    let shape = cx.shape(0);
    let some = shape.dims().is_some_and(|dims| dims.iter().enumerate().all(|(i, d)| i == axis || d.low() > 0));
    if !dim.is(0) || !some {
        return;
    }
    let message = format!("dimension {axis} of input {} is 0; expected at least 1", cx.input_name(0));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
    let finding = finding.label(&shape).help("set `axis` to a dimension that is not empty");
    let finding = finding.level(Level::Warning).note("ONNX Runtime returns the data unchanged; onnx.reference fails");
    cx.report(finding.data("dimension", axis));
}

/// An index along the axis for each element.
fn indices(cx: &InferContext<'_>, shape: &Shape, dim: &Dim) -> Option<Elements> {
    let last = dim.high().checked_sub(1).filter(|_| dim.high() != Dim::UNBOUNDED)?;
    let count = view::count(&shape.sizes()?, cx.limits())?;
    Some(Elements::Ints(vec![SymInt::interval(0, last.into()); count].into()))
}

fn resolve(largest: bool, cx: &mut InferContext<'_>) -> Resolved {
    let axis = axes::read_one(cx, OperandSource::Attribute("axis")).filter(|_| !cx.has_unknown_value("axis"));
    let last = match cx.attribute_kind("select_last_index") {
        Some(_) => attributes::doubtful_flag(cx, "select_last_index"),
        None => Some(false),
    };
    let within_rank = cx.version() >= 11;
    let keep = attributes::doubtful_flag(cx, "keepdims");
    Resolved::operator(ArgExtremum { axis, keep, within_rank, largest, last })
}

pub(super) static OPERATORS: &[OperatorDef] = operators! {
    resolve:
    true => onnx "ArgMax";
    false => onnx "ArgMin";
};
