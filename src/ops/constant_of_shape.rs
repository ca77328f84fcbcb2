//! ConstantOfShape: a tensor filled with one value.

use super::EvalContext;
use super::cost::{self, Cost};
use super::{InferContext, Operator, OperatorDef, Resolved, constant, target_shape, view};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::fact::{Fact, KnownValue};
use crate::graph::AttributeValue;
use crate::ids::TensorId;
use crate::kernel::copy;
use crate::ops::size_operand::SizeOperand;
use crate::rules;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved ConstantOfShape: the type, and the value if it is known.
#[derive(Debug)]
struct ConstantOfShape {
    element: Option<ElementType>,
    value: Option<Elements>,
    /// The attribute; 0 by default.
    tensor: Option<TensorId>,
}

impl Operator for ConstantOfShape {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let shape = target_shape::read(cx, 0);
        let elements = shape.sizes().and_then(|sizes| {
            let count = view::count(&sizes, cx.limits())?;
            self.value.as_ref()?.filled(count)
        });
        let why = target_shape::why(cx, 0, &shape);
        cx.set(0, Fact { unknown_reason: why, ..Fact::tensor(self.element, shape) }.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let output = cx.output(0)?;
        let value = match self.tensor {
            Some(tensor) => cx.model().load(tensor)?,
            None => copy::zero(output.element).ok_or(EvalError::UnknownType)?,
        };
        Ok(vec![copy::filled(&value, &output.sizes).ok_or(EvalError::UnknownType)?])
    }

    fn cost(&self, _: &mut InferContext<'_>) -> Option<Cost> {
        cost::movement()
    }
}

/// By default, the result is filled with float zeros.
fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let (element, value, tensor) = match cx.attribute("value") {
        Some(AttributeValue::Tensor(tensor)) => {
            let fact = constant::from_tensor(cx, *tensor);
            let fits = fact.shape().dims().is_none_or(|dims| dims.len() == 1 && dims[0].is(1));
            if !fits {
                let message = format!("attribute `value` has shape {}; expected [1]", fact.shape());
                let place = cx.attribute_place("value");
                let finding = Diagnostic::new(&rules::invalid_attribute_value::RULE, place, message);
                cx.report(finding.help("set `value` to a tensor of shape [1]").data("attribute", "value"));
            }
            let value = if fact.value == KnownValue::Unknown { None } else { cx.elements_of(&fact) };
            (fact.element(), value.filter(|v| fits && v.len() == 1), Some(*tensor))
        }
        _ if cx.attribute_record("value").is_some() => (None, None, None),
        _ => (Some(ElementType::F32), Some(Elements::Floats([0.0].into())), None),
    };
    Resolved::operator(ConstantOfShape { element, value, tensor })
}

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::onnx("ConstantOfShape", resolve)
    .with_size_operands(&[SizeOperand::input(0, "sizes computed from an input of the model")])];

#[cfg(test)]
mod tests {
    use crate::element::ElementType;
    use crate::elements::Elements;

    use crate::graph::AttributeArg;
    use crate::op_query::OpQuery;

    use crate::tensor::Tensor;

    #[test]
    fn a_value_of_any_type_fills_the_tensor() {
        let sizes = || Tensor::new([2], vec![2i64, 600]).unwrap();
        let zeros = OpQuery::onnx("ConstantOfShape", 9).tensor(sizes()).evaluate().unwrap();
        assert_eq!(zeros[0].values::<f32>(), Some(&[0.0; 1200][..]));
        let value = AttributeArg::Elements(ElementType::U4, vec![1], Elements::of_ints([9]));
        let filled = OpQuery::onnx("ConstantOfShape", 21).attribute("value", value).tensor(sizes()).evaluate().unwrap();
        assert_eq!(filled[0].packed().as_deref(), Some(&[0x99; 600][..]));
    }
}
