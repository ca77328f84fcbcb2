//! One node: resolved, inferred and checked with the facts of its input tensors, then computed.

use super::Budget;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::fact::Fact;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::node::check_signature;
use crate::node::function_call::Calls;
use crate::node::resolver::OpResolver;
use crate::ops::{EvalContext, StaticTensorType};
use crate::ops::{Operator, Resolved};
use crate::options::AnalysisOptions;
use crate::rule::Level;
use crate::rules;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Evaluates nodes of one model, one by one.
pub(crate) struct NodeEvaluator<'m> {
    model: &'m Model,
    options: AnalysisOptions,
    lookups: OpResolver<'m>,
    calls: Calls,
}

impl<'m> NodeEvaluator<'m> {
    pub(crate) fn new(model: &'m Model, options: AnalysisOptions) -> NodeEvaluator<'m> {
        let lookups = OpResolver::new(model, &options.operators);
        NodeEvaluator { model, options, lookups, calls: Calls::default() }
    }

    /// The outputs of a node with these inputs, `None` where one is left out.
    pub(crate) fn evaluate(
        &mut self,
        node: NodeId,
        inputs: &[Option<Tensor>],
        budget: &mut Budget,
    ) -> Result<Vec<Tensor>, EvalError> {
        let facts = inputs.iter().map(|t| t.as_ref().map_or(Fact::UNKNOWN, |t| t.fact(&self.options.limits)));
        let (operator, outputs) = self.infer(node, facts.collect())?;
        budget.take(inputs, &outputs, operator.extra_bytes_read(inputs, &outputs))?;
        let made = operator.evaluate(&EvalContext { inputs, outputs: &outputs, model: self.model, node })?;
        let fits = made.len() == outputs.len()
            && made.iter().zip(&outputs).all(|(t, o)| t.element() == o.element && *t.sizes() == *o.sizes);
        // What contradicts the inference is a fault of ours; no value is better than a wrong one.
        debug_assert!(fits, "{}: {made:?} is not {outputs:?}", self.model.op_type(node));
        if fits { Ok(made) } else { Err(EvalError::UnknownType) }
    }

    /// The resolved operator, and the exact types of its outputs.
    fn infer(
        &mut self,
        node: NodeId,
        facts: Vec<Fact>,
    ) -> Result<(Box<dyn Operator>, Vec<StaticTensorType>), EvalError> {
        let lookup = self.lookups.resolve(node);
        let mut sink = Diagnostics::new(self.model.dialect(), 1);
        let mut cx = lookup.cx((self.model, &self.options, &mut sink), node, facts, &[], &[]);
        if let (Some(known), Some(signature)) = (lookup.known, lookup.signature) {
            check_signature::check(&mut cx, signature, known.signatures);
        }
        let Resolved::Operator(operator) = lookup.resolve(&mut cx, &self.calls) else {
            return Err(EvalError::NoEvaluator(self.model.op_type(node).to_owned()));
        };
        operator.infer(&mut cx);
        let outputs: Option<Vec<StaticTensorType>> = cx.outputs.iter().map(output_type).collect();
        // Axes named twice are a set: everyone who accepts them agrees, and the types are exact (`reduce` C5).
        let is_fatal = |f: &&Diagnostic| f.level == Level::Error && f.rule.code != rules::duplicate_axis::RULE.code;
        if let Some(error) = sink.findings().iter().find(is_fatal) {
            return Err(EvalError::Invalid(error.message.clone()));
        }
        Ok((operator, outputs.ok_or(EvalError::UnknownType)?))
    }
}

/// The exact type of an output, if it is exact.
fn output_type(fact: &Fact) -> Option<StaticTensorType> {
    let sizes = fact.shape().sizes()?;
    let sizes: Option<Vec<usize>> = sizes.into_iter().map(|s| usize::try_from(s).ok()).collect();
    Some(StaticTensorType { element: fact.element()?, sizes: sizes?.into() })
}
