//! Resolves, infers and checks one node with the facts of its input tensors, then computes it.

use hashbrown::HashMap;

use super::Budget;
use super::budget::Extra;
use crate::diagnostic::Diagnostics;
use crate::fact::Fact;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::node::function_call::Calls;
use crate::node::resolver::OpResolver;
use crate::node::run::{self, NodeOperator, NodeRun};
use crate::ops::{EvalContext, Found, Operator, StaticTensorType};
use crate::options::AnalysisOptions;
use crate::shape::Shape;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Evaluates nodes of one model, one by one.
pub(crate) struct NodeEvaluator<'m> {
    model: &'m Model,
    options: &'m AnalysisOptions,
    resolver: OpResolver<'m>,
    calls: Calls,
}

impl<'m> NodeEvaluator<'m> {
    pub(crate) fn new(model: &'m Model, options: &'m AnalysisOptions) -> NodeEvaluator<'m> {
        let resolver = OpResolver::new(model, &options.operators);
        NodeEvaluator { model, options, resolver, calls: Calls::default() }
    }

    /// The outputs of a node for these inputs; `None` for omitted outputs.
    pub(crate) fn evaluate(
        &mut self,
        node: NodeId,
        inputs: &[Option<Tensor>],
        budget: &mut Budget,
    ) -> Result<Vec<Tensor>, EvalError> {
        budget.check()?;
        let facts = facts(inputs, self.options.limits.max_tracked_elements_per_tensor);
        budget.infer(&facts)?;
        let (operator, outputs) = self.infer(node, facts)?;
        let extra = Extra {
            read: operator.extra_bytes_read(inputs, &outputs),
            scratch: operator.scratch_bytes(inputs, &outputs),
        };
        let op = self.resolver.resolve(node);
        let reserved = match budget.reserve(inputs, &outputs, extra) {
            // The work is that of loops over the other sizes of empty results. An operator of the user may check more.
            Err(_) if !op.is_own() && outputs.iter().all(|output| output.sizes.contains(&0)) => return empty(&outputs),
            reserved => reserved?,
        };
        let cx = EvalContext { inputs, outputs: &outputs, model: self.model, node, signature: op.signature };
        let computed = run::evaluate(op, &*operator, &cx);
        budget.settle(reserved, computed.as_deref().unwrap_or_default());
        computed
    }

    /// The resolved operator, and the exact types of its outputs.
    fn infer(
        &mut self,
        node: NodeId,
        facts: Vec<Fact>,
    ) -> Result<(Box<dyn Operator>, Vec<StaticTensorType>), EvalError> {
        let op = self.resolver.resolve(node);
        let mut diagnostics = Diagnostics::new(self.model.dialect(), 1);
        let found = Found { diagnostics: &mut diagnostics, constraints: None, names: None };
        let outcome = NodeRun::new(self.model, self.options, op, node, facts).infer(&self.calls, found, |_| ());
        let NodeOperator::Plain(operator) = outcome.operator else {
            return Err(EvalError::NoEvaluator(self.model.op_type(node).to_owned()));
        };
        let outputs: Option<Vec<StaticTensorType>> = outcome.outputs.iter().map(output_type).collect();
        if let Some(error) = diagnostics.findings().iter().find(|finding| finding.prevents_evaluation()) {
            return Err(EvalError::Invalid(error.message.clone()));
        }
        Ok((operator, outputs.ok_or(EvalError::UnknownType)?))
    }
}

fn empty(outputs: &[StaticTensorType]) -> Result<Vec<Tensor>, EvalError> {
    let made = outputs.iter().map(|output| Tensor::empty(output.element, &output.sizes));
    made.collect::<Result<_, _>>().map_err(|_| EvalError::UnknownType)
}

/// The facts of the inputs. An operator that reads the elements of its inputs has few inputs; of one with very many, the first
/// ones have elements.
fn facts(inputs: &[Option<Tensor>], max_elements: usize) -> Vec<Fact> {
    let mut left = MOST_LISTS.saturating_mul(max_elements);
    // Thousands of inputs may have one shape.
    let mut shapes: HashMap<Vec<usize>, Shape> = HashMap::new();
    let mut fact = |tensor: &Tensor| {
        let count = tensor.num_elements();
        let followed = if count <= max_elements.min(left) { count } else { 0 };
        left -= followed;
        let elements = (followed == count).then(|| tensor.elements(max_elements)).flatten();
        let shape = match inputs.len() > FEW_INPUTS {
            true => shapes.entry_ref(tensor.sizes()).or_insert_with(|| tensor.shape()).clone(),
            false => tensor.shape(),
        };
        Fact::tensor(tensor.element(), shape).with_elements(elements)
    };
    inputs.iter().map(|tensor| tensor.as_ref().map_or(Fact::UNKNOWN, &mut fact)).collect()
}

/// The inputs of a node up to which each has a shape of its own.
const FEW_INPUTS: usize = 16;

/// The number of longest lists whose elements are known to the operator of one node.
const MOST_LISTS: usize = 64;

/// The type of an output, if it is exact.
fn output_type(fact: &Fact) -> Option<StaticTensorType> {
    let sizes = fact.shape().sizes()?;
    let sizes: Option<Vec<usize>> = sizes.into_iter().map(|s| usize::try_from(s).ok()).collect();
    Some(StaticTensorType { element: fact.element()?, sizes: sizes?.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::KnownValue;

    #[test]
    fn of_very_many_inputs_the_first_ones_have_elements() {
        let tensor = |length: usize| Some(Tensor::new([length], vec![1i64; length]).unwrap());
        let is_known = |fact: &Fact| fact.value != KnownValue::Unknown;
        let mut inputs: Vec<_> = (0..100).map(|_| tensor(10)).collect();
        inputs.splice(0..0, [None, tensor(11), tensor(0)]);
        let facts = facts(&inputs, 10);
        // None, one that is too long, one without elements, and the first 64 lists.
        let known: Vec<bool> = facts.iter().map(is_known).collect();
        assert_eq!(known[..3], [false, false, true]);
        assert_eq!(known[3..].iter().filter(|known| **known).count(), 64);
        assert!(known[3..67].iter().all(|known| *known));
        assert_eq!(facts[102].ty, facts[3].ty, "types are always known");
    }
}
