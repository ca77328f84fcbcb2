//! Identity: the value as it is.

use super::signature::{Formal, Kinds, Signature, TypeVariable};
use super::{NodeCx, Operator, OperatorDef, Resolved};
use crate::fact::Fact;

/// What hands its first input on, whatever kind of value it is.
#[derive(Debug)]
pub(super) struct Identity;

impl Operator for Identity {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let fact = Fact { why: cx.why(0), ..cx.input(0).clone() };
        cx.set(0, fact);
    }
}

fn resolve(_: &mut NodeCx<'_>) -> Resolved {
    Resolved::operator(Identity)
}

const SIGNATURES: &[Signature] = &[Signature::since(16)
    .until(16)
    .inputs(&[Formal::of("data", "T")])
    .outputs(&[Formal::of("output", "T")])
    .variables(&[TypeVariable { name: "T", allowed: Kinds::ANY }])];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("Identity", resolve), OperatorDef::openvino("Identity", SIGNATURES, resolve)];

#[cfg(test)]
mod tests {
    use crate::ops::Query;
    use crate::{Dim, ElementType, Elements, Fact, Shape, ValueType};

    #[test]
    fn all_that_is_known_goes_on() {
        let ints = Fact::tensor(ElementType::I64, Shape::of([1u64])).with_elements(Some(Elements::of_ints([3])));
        assert_eq!(Query::onnx("Identity", 13).input(ints.clone()).infer().outputs[0], ints);
        let named = Fact::tensor(ElementType::F32, Shape::of([Dim::from("N")]));
        assert_eq!(Query::openvino("Identity", 16).input(named.clone()).infer().outputs[0].ty, named.ty);
        let sequence = Fact::from(ValueType::Sequence(named.ty.into()));
        assert_eq!(Query::onnx("Identity", 14).input(sequence.clone()).infer().outputs[0].ty, sequence.ty);
    }
}
