//! The values that follow from constants alone, for reports that show them without folding the model.

use hashbrown::HashMap;

use super::candidate::{Candidates, How};
use super::{FoldOptions, Run};
use crate::elements::Elements;
use crate::evaluate::{Budget, NodeEvaluator};
use crate::graph::{Model, Operand};
use crate::ids::{NodeId, ValueId};
use crate::infer::Analysis;
use crate::options::AnalysisOptions;
use crate::tensor::Tensor;

/// Values with at most this many elements are always evaluated, so that the answer does not depend on how many elements
/// are shown.
const MIN_EVALUATED: usize = 4_096;
/// A node whose inputs have more elements together is not evaluated: it counts as constant if its inputs are.
const MAX_INPUT_ELEMENTS: u64 = 1 << 16;

/// The values that follow from constants alone.
#[derive(Debug, Default)]
pub(crate) struct ConstantValues {
    known: Vec<bool>,
    tensors: HashMap<ValueId, Tensor>,
}

impl ConstantValues {
    /// Finds the constants of a model, and evaluates those with at most `max_elements` elements. A value whose evaluation
    /// fails is not among them, because `fold` does not replace it, either; NaN is a value, as with `fold --nan`.
    pub(crate) fn find(
        model: &Model,
        analysis: &Analysis,
        options: &AnalysisOptions,
        max_elements: usize,
    ) -> ConstantValues {
        let options = FoldOptions { analysis: options.clone(), ..FoldOptions::default() };
        let sources = Run::without_order(model, &options, analysis);
        let known: Vec<bool> = (0..model.values.len()).map(|value| sources.is_source(ValueId::at(value))).collect();
        // The first node that computes a constant has inputs that no node computes.
        if !(0..model.nodes.len()).any(|node| sources.may_compute(NodeId::at(node), &known)) {
            return ConstantValues { known, tensors: HashMap::new() };
        }
        let run = Run::new(model, &options, analysis);
        let candidates = Candidates::find(&run, &HashMap::new());
        let mut search = Search {
            run: &run,
            max: max_elements.max(MIN_EVALUATED) as u64,
            evaluator: NodeEvaluator::new(model, &options.analysis),
            budget: Budget::of_folding(&options.analysis.limits, model),
            found: ConstantValues { known: candidates.known, tensors: HashMap::new() },
        };
        for &node in run.order.iter().filter(|node| candidates.how[node.index()] == Some(How::Computed)) {
            search.node(node);
        }
        search.found
    }

    /// Whether the value follows from constants alone.
    pub(crate) fn contains(&self, value: ValueId) -> bool {
        self.known.get(value.index()) == Some(&true)
    }

    /// The elements of a value that was evaluated, if there are at most `max`.
    pub(crate) fn elements(&self, value: ValueId, max: usize) -> Option<Elements> {
        self.tensors.get(&value)?.elements(max)
    }
}

impl Run<'_> {
    /// Whether all inputs of a node are known, and it is not a constant itself.
    fn may_compute(&self, node: NodeId, known: &[bool]) -> bool {
        let is_known = |operand: &Operand| operand.value().is_none_or(|value| known[value.index()]);
        self.model.inputs(node).iter().all(is_known) && !self.is_constant(node)
    }
}

struct Search<'a, 'r> {
    run: &'a Run<'r>,
    /// Maximum number of elements of an output that is evaluated.
    max: u64,
    evaluator: NodeEvaluator<'r>,
    budget: Budget,
    found: ConstantValues,
}

impl Search<'_, '_> {
    /// Evaluates a node, or keeps its outputs as constants with unknown elements if that takes too long.
    fn node(&mut self, node: NodeId) {
        let model = self.run.model;
        if model.outputs(node).all(|value| self.run.is_source(value)) {
            return;
        }
        let outputs = match self.has_constant_inputs(node) {
            true if !self.is_small(node) => return,
            true => self.evaluate(node),
            false => None,
        };
        for (at, value) in model.outputs(node).enumerate() {
            match outputs.as_ref().and_then(|outputs| outputs.get(at)) {
                Some(tensor) => drop(self.found.tensors.insert(value, tensor.clone())),
                None => self.found.known[value.index()] = self.run.is_source(value),
            }
        }
    }

    fn has_constant_inputs(&self, node: NodeId) -> bool {
        let inputs = self.run.model.inputs(node).iter();
        inputs.filter_map(|operand| operand.value()).all(|value| self.found.contains(value))
    }

    /// Whether the sizes of inputs and outputs allow to evaluate the node, and the elements of its inputs are at hand.
    fn is_small(&self, node: NodeId) -> bool {
        let model = self.run.model;
        let size = |value: ValueId| {
            let ty = self.run.analysis.facts.ty(value).as_tensor();
            ty.and_then(|ty| ty.shape.num_elements().size()).unwrap_or(u64::MAX)
        };
        let inputs = || model.inputs(node).iter().filter_map(|operand| operand.value());
        let read = inputs().fold(0, |sum: u64, value| sum.saturating_add(size(value)));
        read <= MAX_INPUT_ELEMENTS
            && model.outputs(node).all(|value| size(value) <= self.max)
            && inputs().all(|value| self.found.tensors.contains_key(&value) || self.run.is_source(value))
    }

    fn evaluate(&mut self, node: NodeId) -> Option<Vec<Tensor>> {
        let mut inputs = Vec::new();
        for operand in self.run.model.inputs(node) {
            inputs.push(match operand {
                Operand::Value(value) => Some(match self.found.tensors.get(value) {
                    Some(tensor) => tensor.clone(),
                    None => self.run.source(*value).ok()?,
                }),
                Operand::Absent => None,
                Operand::Undefined(_) => return None,
            });
        }
        self.evaluator.evaluate(node, &inputs, &mut self.budget).ok()
    }
}
