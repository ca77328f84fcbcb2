//! Dropout: the identity outside training; the mask has the shape of the data.

use super::EvalContext;
use super::activation::scalar;
use super::cost::{self, Cost};
use super::runtime_behavior::RuntimeBehavior;
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved};
use crate::element::ElementType;
use crate::fact::{Fact, KnownValue};
use crate::kernel::copy;
use crate::target::Runtime;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Dropout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dropout {
    /// Whether the attributes select inference, where no element is dropped.
    pub(crate) inference: bool,
    /// Whether ratio and mode are inputs.
    pub(crate) by_input: bool,
    /// Whether the mask is boolean; in early versions it has the type of the data.
    pub(crate) boolean_mask: bool,
}

impl Dropout {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let inference = cx.attribute_kind("is_test").is_none() || cx.int("is_test").is_some_and(|v| v != 0);
        let version = cx.version();
        Resolved::operator(Dropout { inference, by_input: version >= 12, boolean_mask: version >= 10 })
    }
}

impl Operator for Dropout {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let mut inference = self.inference;
        if self.by_input {
            (1..cx.input_count()).for_each(|input| scalar(cx, input));
            inference = !cx.has_input(2) || cx.exact_ints(2).is_some_and(|mode| mode == [0]);
        }
        let data = Fact { unknown_reason: None, provenance: Fact::UNKNOWN.provenance, ..cx.input(0).clone() };
        let data = if inference { data } else { Fact { value: KnownValue::Unknown, ..data } };
        let mask = if self.boolean_mask { Some(ElementType::Bool) } else { data.element() };
        cx.set_tensor(1, mask, data.shape().clone());
        cx.set(0, data);
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let mode = match cx.optional(2).filter(|_| self.by_input) {
            Some(mode) => mode.values::<bool>().is_some_and(|mode| mode == [false]),
            None => self.by_input || self.inference,
        };
        match (mode, cx.outputs()) {
            (false, _) => Err(EvalError::Undefined("dropout in training mode is random".to_owned())),
            (true, [_]) => Ok(vec![cx.input(0)?.clone()]),
            // Early versions do not define the mask outside training, and runtimes differ.
            (true, _) if !self.by_input => Err(cx.no_evaluator()),
            (true, _) => {
                let kept =
                    Tensor::new([], vec![true]).ok().and_then(|kept| copy::filled(&kept, &cx.outputs()[1].sizes));
                Ok(vec![cx.input(0)?.clone(), kept.ok_or(EvalError::UnknownType)?])
            }
        }
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let training = match self.by_input {
            true if !cx.has_input(2) => Some(false),
            true => cx.exact_ints(2).and_then(|mode| Some(*mode.first()? != 0)),
            false => Some(!self.inference),
        };
        let says = if self.by_input { "`training_mode` is true" } else { "`is_test` is 0" };
        Some(if training? {
            NodeProperty::TrainingMode(says)
        } else {
            NodeProperty::Forwards(0, "dropout has no effect outside training")
        })
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::view()
    }
}

/// Measured with single nodes.
static BEHAVIORS: &[RuntimeBehavior] = &[
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| {
            case.version < 7 && case.int("is_test").unwrap_or(0) == 0
                || case.input(2).is_some_and(|mode| mode.ints.as_deref() == Some(&[1]))
        },
        "rejects training",
        "export the model for inference",
    ),
    RuntimeBehavior::refuses(
        Runtime::OpenVino,
        |case| case.is_computed(2),
        "rejects a `training_mode` that is known only at run time",
        "make `training_mode` a constant",
    ),
];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::onnx("Dropout", Dropout::resolve).with_properties().with_runtime_behaviors(BEHAVIORS)];

#[cfg(test)]
mod tests {

    use crate::op_query::OpQuery;
    use crate::tensor::Tensor;

    #[test]
    fn dropout_is_the_identity_outside_training() {
        let data = || Tensor::new([2], vec![1f32, 2.0]).unwrap();
        let of = |version| OpQuery::onnx("Dropout", version).tensor(data());
        assert_eq!(of(13).outputs(2).evaluate(), Ok(vec![data(), Tensor::new([2], vec![true; 2]).unwrap()]));
        assert_eq!(of(7).evaluate(), Ok(vec![data()]));
        assert!(
            of(7).outputs(2).evaluate().is_err() && of(10).outputs(2).evaluate().is_err(),
            "the mask is not defined"
        );
        assert!(of(6).evaluate().is_err(), "the default is training");
        let training = of(13).absent().tensor(Tensor::new([], vec![true]).unwrap());
        assert!(matches!(training.evaluate(), Err(crate::tensor::EvalError::Undefined(_))));
    }
}
