//! CumSum and CumProd: cumulative sums and products along an axis.

use super::OperandSource;
use super::attributes;
use super::axes::{self, Ranked};
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::scalar::{self, OneListed};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::table::operators;
use super::{EvalContext, StaticTensorType, wide_bytes};
use super::{InferContext, Operator, OperatorDef, Resolved, integers, view};
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::kernel::dense::{Number, Numbers, with_numbers};
use crate::kernel::lines::Lines;
use crate::tensor::{EvalError, Tensor};

/// The operation on the elements.
#[derive(Clone, Copy, Debug)]
enum CumulativeKind {
    Sum,
    Product,
}

/// A resolved CumSum or CumProd.
#[derive(Debug)]
struct Cumulative {
    kind: CumulativeKind,
    /// The axis; `None` if it is not known statically.
    axis: Option<i128>,
    /// Whether an element is excluded from its own sum; `None` if it is unknown.
    exclusive: Option<bool>,
    /// Whether the direction is reversed.
    reverse: Option<bool>,
}

impl Operator for Cumulative {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let data = cx.shape(0);
        let axis = self
            .axis
            .zip(data.rank().filter(|&rank| rank > 0))
            .and_then(|(axis, rank)| axes::wrap_one(cx, axis, rank, OperandSource::Input(1), Ranked::Input(0)));
        let elements = axis.and_then(|axis| self.elements(cx, axis));
        cx.set(0, Fact::tensor(cx.element(0), data).with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn scratch_bytes(&self, inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
        wide_bytes(inputs, outputs)
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let data = cx.input(0)?;
        let (Some(axis), Some(exclusive), Some(reverse)) = (self.axis, self.exclusive, self.reverse) else {
            return Err(cx.no_evaluator());
        };
        let axis = axes::position(axis, data.sizes().len()).ok_or(EvalError::UnknownType)?;
        let lines = Lines::along(data.sizes(), axis)?;
        let made = with_numbers!(Numbers::of(data)?, values => self.kind.scan(values, lines, exclusive, reverse));
        Ok(vec![made.into_tensor(data.element(), data.sizes())?])
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

impl Cumulative {
    fn elements(&self, cx: &InferContext<'_>, axis: usize) -> Option<Elements> {
        let (elements, sizes) = view::known(cx, 0)?;
        let (exclusive, reverse) = (self.exclusive?, self.reverse?);
        let range = cx.element(0)?.integer_range()?;
        let mut ints = elements.ints()?.to_vec();
        let stride = usize::try_from(*view::strides(&sizes)?.get(axis)?).ok()?;
        let size = usize::try_from(*sizes.get(axis)?).ok()?;
        for first in (0..ints.len()).filter(|at| at / stride % size == 0) {
            let mut so_far = self.kind.neutral();
            for step in 0..size {
                let at = first + stride * if reverse { size - 1 - step } else { step };
                let own = ints.get_mut(at)?;
                let with = integers::within(self.kind.apply(&so_far, own), range);
                *own = if exclusive { so_far } else { with.clone() };
                so_far = with;
            }
        }
        Some(Elements::Ints(ints.into()))
    }
}

impl CumulativeKind {
    fn neutral(self) -> SymInt {
        match self {
            CumulativeKind::Sum => SymInt::exact(0),
            CumulativeKind::Product => SymInt::exact(1),
        }
    }

    /// Replaces each element by the sum or product of those before it and, unless `exclusive`, itself.
    fn scan<T: Number>(self, mut values: Vec<T>, lines: Lines, exclusive: bool, reverse: bool) -> Vec<T> {
        for start in lines.starts() {
            let mut so_far = if matches!(self, CumulativeKind::Sum) { T::default() } else { T::ONE };
            for step in 0..lines.size {
                let at = start + lines.inner * if reverse { lines.size - 1 - step } else { step };
                let with = match self {
                    CumulativeKind::Sum => so_far.plus(values[at]),
                    CumulativeKind::Product => so_far.times(values[at]),
                };
                values[at] = if exclusive { so_far } else { with };
                so_far = with;
            }
        }
        values
    }

    fn apply(self, a: &SymInt, b: &SymInt) -> Option<SymInt> {
        match self {
            CumulativeKind::Sum => integers::add(a, b),
            CumulativeKind::Product => integers::multiply(a, b),
        }
    }
}

fn resolve(kind: CumulativeKind, cx: &mut InferContext<'_>) -> Resolved {
    let given = cx.has_input(1);
    let axis = match given && scalar::expect(cx, 1, OneListed::Valid) {
        true => axes::read_one(cx, OperandSource::Input(1)),
        // IR: the default axis is the first.
        false => (!given).then_some(0),
    };
    let mut flag = |name| match cx.dialect() {
        Dialect::Onnx => attributes::doubtful_flag(cx, name),
        Dialect::OpenVino => cx.bool(name),
    };
    let (exclusive, reverse) = (flag("exclusive"), flag("reverse"));
    Resolved::operator(Cumulative { kind, axis, exclusive, reverse })
}

const SIGNATURES: &[Signature] = &[Signature::since(3)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("axis", "T_AXIS").optional()])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[
        AttributeSpec::default("exclusive", AttributeKind::Bool, DefaultValue::Bool(false)),
        AttributeSpec::default("reverse", AttributeKind::Bool, DefaultValue::Bool(false)),
    ])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_AXIS", TypeSet::INTEGER)])];

pub(super) static OPERATORS: &[OperatorDef] = operators! {
    resolve:
    CumulativeKind::Product => onnx "CumProd";
    CumulativeKind::Sum => onnx "CumSum" {.with_counterpart(Counterpart::WITH_AXIS)} openvino "CumSum" SIGNATURES;
};
