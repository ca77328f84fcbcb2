//! Where and Select: choose between two inputs, element by element.

use super::EvalContext;
use super::binary::common_element;
use super::broadcast::{self, AUTO_BROADCAST, Broadcast};
use super::cost::{self, Cost};
use super::counterpart::Counterpart;
use super::signature::{FormalParameter, Signature, TypeConstraint, TypeVariable};
use super::{InferContext, NodeProperty, Operator, OperatorDef, Resolved, integers, view};
use crate::element::{ElementType, TypeSet};
use crate::elements::{Elements, SymFloat, SymInt};
use crate::fact::Fact;
use crate::kernel::select::{self, BroadcastOperand};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// A resolved Where or Select.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Select {
    /// How the condition and both choices are broadcast; `None` if the attribute is invalid.
    pub(crate) broadcast: Option<Broadcast>,
}

impl Select {
    fn resolve(cx: &mut InferContext<'_>) -> Resolved {
        let broadcast = Broadcast::resolve(cx);
        Resolved::operator(Select { broadcast })
    }
}

impl Operator for Select {
    fn infer(&self, cx: &mut InferContext<'_>) {
        // Paddle's rule broadcasts the other inputs to the first choice.
        let order = match self.broadcast {
            Some(Broadcast::Within { .. }) => [1, 2, 0],
            _ => [0, 1, 2],
        };
        let (shape, why) = broadcast::shape(cx, &order, self.broadcast);
        let element = common_element(cx, &[1, 2]);
        let operands = match (self.broadcast, &why) {
            (Some(Broadcast::Numpy | Broadcast::Equal), None) => broadcast::bounded_elements(cx, &order, &shape),
            _ => None,
        };
        let elements = operands.and_then(|inputs| match &inputs[..] {
            [condition, a, b] => integers::narrowed(select(condition, a, b)?, element),
            _ => None,
        });
        let fact = Fact { unknown_reason: why, ..Fact::tensor(element, shape) };
        cx.set(0, fact.with_elements(elements));
    }

    #[cfg(feature = "evaluate")]
    fn evaluate(&self, cx: &EvalContext<'_>) -> Result<Vec<Tensor>, EvalError> {
        let sizes = &cx.output(0)?.sizes;
        let operand = |input: usize| {
            let tensor = cx.input(input)?;
            let steps = self.steps(tensor, &view::wide(sizes)).ok_or(EvalError::UnknownType)?;
            Ok::<_, EvalError>(BroadcastOperand { tensor, steps })
        };
        let made = select::selected(&operand(0)?, [&operand(1)?, &operand(2)?], sizes);
        Ok(vec![made.ok_or(EvalError::UnknownType)?])
    }

    fn properties(&self, cx: &InferContext<'_>) -> Option<NodeProperty> {
        let condition: Vec<bool> = cx.exact_ints(0)?.into_iter().map(|c| c != 0).collect();
        let first = *condition.first()?;
        let taken = if first { "the first choice" } else { "the second choice" };
        condition.iter().all(|c| *c == first).then_some(NodeProperty::ConstantCondition(0, taken))
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::elementwise(cx, 1)
    }
}

impl Select {
    /// How far a step in each dimension of the result moves within an input.
    fn steps(&self, input: &Tensor, result: &[u64]) -> Option<Vec<i128>> {
        let first = match self.broadcast? {
            Broadcast::Numpy | Broadcast::Equal | Broadcast::Within { axis: None, .. } => {
                result.len().checked_sub(input.sizes().len())?
            }
            Broadcast::Within { axis: Some(axis), .. } => usize::try_from(axis).ok()?,
        };
        let mapping: Vec<usize> = (first..first.checked_add(input.sizes().len())?).collect();
        let view = view::View::laid(&view::sizes(input), &mapping, result)?;
        Some(view.dims.iter().map(|(_, step)| *step).collect())
    }
}

/// Where the condition is uncertain, the facts that apply to both choices.
fn select(condition: &Elements, a: &Elements, b: &Elements) -> Option<Elements> {
    let condition = condition.ints()?.iter().map(|c| c.value().map(|c| c != 0));
    match (a, b) {
        (Elements::Ints(a), Elements::Ints(b)) => {
            let choices = condition.zip(a.iter().zip(b.iter()));
            let of = |(condition, (a, b)): (Option<bool>, (&SymInt, &SymInt))| match condition {
                Some(true) => a.clone(),
                Some(false) => b.clone(),
                None => a.join(b),
            };
            Some(Elements::Ints(choices.map(of).collect()))
        }
        // Exact floats stay exact, including NaN.
        (Elements::Floats(a), Elements::Floats(b)) if condition.clone().all(|c| c.is_some()) => {
            let choices = condition.zip(a.iter().zip(b.iter()));
            Some(Elements::Floats(choices.map(|(c, (a, b))| if c == Some(true) { *a } else { *b }).collect()))
        }
        (a, b) => {
            let (a, b) = (a.open_floats()?, b.open_floats()?);
            let of = |(condition, (a, b)): (Option<bool>, (&SymFloat, &SymFloat))| match condition {
                Some(true) => a.clone(),
                Some(false) => b.clone(),
                None => a.join(b),
            };
            Elements::of_floats(condition.zip(a.iter().zip(&b)).map(of).collect())
        }
    }
}

const SELECT: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[
        FormalParameter::fixed("cond", TypeConstraint::tensor(ElementType::Bool)),
        FormalParameter::new("then", "T"),
        FormalParameter::new("else", "T"),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AUTO_BROADCAST])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::onnx("Where", Select::resolve).with_properties().with_counterpart(Counterpart::named("Select")),
    OperatorDef::openvino("Select", SELECT, Select::resolve).with_properties(),
];
