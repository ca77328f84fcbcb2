//! Operators that the shapes of their inputs describe completely, as patterns.

use crate::element::ElementType;
use crate::ops::shape_pattern::ShapeBindings;
use crate::ops::signature::FormalType;
use crate::ops::{InferContext, Operator, Resolved};

/// The patterns of an operator's inputs and outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    inputs: &'static [&'static str],
    outputs: &'static [&'static str],
}

impl Pattern {
    pub(crate) fn resolve(inputs: &'static [&'static str], outputs: &'static [&'static str]) -> Resolved {
        Resolved::operator(Pattern { inputs, outputs })
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
