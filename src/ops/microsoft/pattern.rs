//! Operators that the shapes of their inputs describe completely, as patterns.

use crate::element::ElementType;
use crate::ops::cost::{self, Cost};
use crate::ops::shape_pattern::ShapeBindings;
use crate::ops::signature::FormalType;
use crate::ops::{InferContext, Operator, Resolved};

/// The patterns of an operator's inputs and outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    inputs: &'static [&'static str],
    outputs: &'static [&'static str],
    cost: Formula,
}

/// What an operator costs, for the sizes of its patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Formula {
    /// There is no formula.
    None,
    /// Elements are only moved.
    Movement,
    /// As many multiply-accumulates as a tensor of this shape has elements.
    Products(&'static str),
    /// As many operations for each element of the first output.
    Operations(u64),
}

impl Pattern {
    pub(crate) fn resolve(
        inputs: &'static [&'static str],
        outputs: &'static [&'static str],
        cost: Formula,
    ) -> Resolved {
        Resolved::operator(Pattern { inputs, outputs, cost })
    }
}

impl Operator for Pattern {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let names = ShapeBindings::read_onnxruntime(cx, self.inputs);
        for (output, pattern) in self.outputs.iter().enumerate() {
            let shape = names.shape(cx, pattern);
            cx.set_tensor(output, element(cx, output), shape);
        }
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        match self.cost {
            Formula::None => None,
            Formula::Movement => cost::movement(),
            Formula::Operations(each) => cost::elementwise(cx, each),
            Formula::Products(pattern) => {
                let names = ShapeBindings::read_onnxruntime(cx, self.inputs);
                cost::products(names.shape(cx, pattern).num_elements())
            }
        }
    }
}

/// The element type of an output in the signature: that of an input with the same type variable, or the only valid one.
pub(crate) fn element(cx: &InferContext<'_>, output: usize) -> Option<ElementType> {
    let signature = cx.signature?;
    let formal = signature.outputs().formal(output)?;
    if let FormalType::Variable(variable) = formal.ty {
        let same = |index: &usize| {
            let input = signature.inputs().formal(*index);
            input.is_some_and(|f| matches!(f.ty, FormalType::Variable(v) if v == variable))
        };
        if let Some(element) = (0..cx.input_count()).filter(same).find_map(|index| cx.element(index)) {
            return Some(element);
        }
    }
    let mut allowed = signature.allowed(&formal).tensor.iter();
    allowed.next().filter(|_| allowed.next().is_none())
}
