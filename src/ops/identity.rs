//! Identity: returns its input.

use super::EvalContext;
use super::cost::{self, Cost};
use super::signature::{FormalParameter, Signature, TypeConstraint, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved};
use crate::fact::Fact;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Forwards the first input, whatever its type.
#[derive(Debug)]
pub(super) struct Identity;

impl Operator for Identity {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let fact = Fact { unknown_reason: cx.unknown_reason(0), ..cx.input(0).clone() };
        cx.set(0, fact);
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        Ok(vec![cx.input(0)?.clone()])
    }

    fn properties(&self, _: &InferContext<'_>) -> Option<NodeProperty> {
        Some(NodeProperty::Forwards(0, "the operator is the identity"))
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

fn resolve(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Identity)
}

const SIGNATURES: &[Signature] = &[Signature::since(16)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T")])
    .outputs(&[FormalParameter::new("output", "T")])
    .variables(&[TypeVariable { name: "T", allowed: TypeConstraint::ANY }])];

/// The operator whose output is its input, in both formats.
pub(crate) const IDENTITY: &str = "Identity";

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx(IDENTITY, resolve).with_properties(),
    OperatorDef::openvino(IDENTITY, SIGNATURES, resolve).with_properties(),
];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;

    use crate::tensor::Tensor;

    #[test]
    fn elements_are_shared() {
        let tensor = Tensor::new([2], vec![f64::NAN, -0.0]).unwrap();
        let outputs = OpQuery::onnx("Identity", 13).tensor(tensor.clone()).evaluate().unwrap();
        assert_eq!(outputs[0], tensor);
        assert_eq!(outputs[0].values::<f64>().unwrap().as_ptr(), tensor.values::<f64>().unwrap().as_ptr());
    }
}
