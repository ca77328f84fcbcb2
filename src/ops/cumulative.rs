//! CumSum and CumProd: sums and products of all that stands before, along an axis.

use super::OperandSource;
use super::attributes;
use super::axes::{self, Ranked};
use super::scalar::{self, OneListed};
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::table::operators;
use super::{InferContext, Operator, OperatorDef, Resolved, integers, view};
use crate::dialect::Dialect;
use crate::element::TypeSet;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;

/// What is done with the elements.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Sum,
    Product,
}

/// A resolved CumSum or CumProd.
#[derive(Debug)]
struct Cumulative {
    kind: Kind,
    /// The axis; `None` if it is known only when the model runs.
    axis: Option<i128>,
    /// Whether an element itself is left out; `None` if the file does not say.
    exclusive: Option<bool>,
    /// Whether it goes backwards.
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

impl Kind {
    fn neutral(self) -> SymInt {
        match self {
            Kind::Sum => SymInt::exact(0),
            Kind::Product => SymInt::exact(1),
        }
    }

    fn apply(self, a: &SymInt, b: &SymInt) -> Option<SymInt> {
        match self {
            Kind::Sum => integers::add(a, b),
            Kind::Product => integers::multiply(a, b),
        }
    }
}

fn resolve(kind: Kind, cx: &mut InferContext<'_>) -> Resolved {
    let given = cx.has_input(1);
    let axis = match given && scalar::expect(cx, 1, OneListed::Valid) {
        true => axes::read_one(cx, OperandSource::Input(1)),
        // IR: without an axis it is the first.
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
    Kind::Product => onnx "CumProd";
    Kind::Sum => onnx "CumSum" openvino "CumSum" SIGNATURES;
};
