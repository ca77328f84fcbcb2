//! Evaluation of the selected values.

use super::Run;
use super::candidate::{Candidates, How};
use super::computed::Computed;
use super::reason::NotFoldedReason;
use super::selection::Choice;
use crate::evaluate::{Budget, LiveValues, NodeEvaluator, resident_bytes};
use crate::graph::Operand;
use crate::graph::label::cut_name;
use crate::ids::{NodeId, ValueId};
use crate::tensor::EvalError;
use crate::tensor::Tensor;
use crate::write::unwritable;

/// Evaluates the selected values that have not been evaluated yet.
pub(super) fn run(run: &Run<'_>, candidates: &Candidates, choice: &Choice, computed: &mut Computed) {
    let evaluator = NodeEvaluator::new(run.model, &run.options.analysis);
    computed.values.retain(|value, _| choice.emitted.binary_search(value).is_ok());
    let held = computed.values.values().flatten().map(resident_bytes).fold(0, u64::saturating_add);
    let budget = Budget::of_folding(&run.options.analysis.limits, run.model).continuing(held, computed.traffic);
    let mut fold_run = FoldRun { run, candidates, evaluator, budget, live: LiveValues::new(), computed };
    for node in fold_run.needed(choice) {
        let outcome = fold_run.node(node, choice);
        if let Err(why) = outcome {
            fold_run.computed.refused.insert(node, why);
        }
    }
    fold_run.computed.traffic = fold_run.budget.traffic();
}

struct FoldRun<'a, 'r> {
    run: &'a Run<'r>,
    candidates: &'a Candidates,
    evaluator: NodeEvaluator<'r>,
    budget: Budget,
    live: LiveValues<Live>,
    computed: &'a mut Computed,
}

/// A value that is still needed.
struct Live {
    tensor: Tensor,
    nan: bool,
}

impl FoldRun<'_, '_> {
    /// The nodes that the selected values depend on, producers first.
    fn needed(&mut self, choice: &Choice) -> Vec<NodeId> {
        let model = self.run.model;
        let mut order = Vec::new();
        for &node in self.run.order.iter().rev() {
            let Some(how) = self.candidates.how[node.index()] else { continue };
            let missing =
                |v: &ValueId| choice.emitted.binary_search(v).is_ok() && !self.computed.values.contains_key(v);
            let wanted = choice.folded[node.index()] && model.outputs(node).any(|v| missing(&v));
            if !wanted && !model.outputs(node).any(|v| self.live.uses_left(v) > 0) {
                continue;
            }
            order.push(node);
            if how == How::Computed {
                for value in model.inputs(node).iter().filter_map(|o| o.value()) {
                    self.live.add_use(value);
                }
            }
        }
        order.reverse();
        order
    }

    fn node(&mut self, node: NodeId, choice: &Choice) -> Result<(), NotFoldedReason> {
        let model = self.run.model;
        let outputs = match self.candidates.how[node.index()] {
            Some(How::Computed) => self.compute(node),
            _ => model.outputs(node).map(|v| self.run.source(v).map_err(NotFoldedReason::from)).collect(),
        };
        if self.candidates.how[node.index()] == Some(How::Computed) {
            for value in model.inputs(node).iter().filter_map(|o| o.value()) {
                self.used(value);
            }
        }
        for (value, tensor) in model.outputs(node).zip(outputs?) {
            let nan = tensor.holds_nan();
            if nan && !self.run.options.fold_nan {
                return Err(NotFoldedReason::Nan);
            }
            let record = self.run.record(value).is_some();
            let emitted = choice.emitted.binary_search(&value).is_ok();
            let graph = model.value(value).graph;
            if emitted
                && !record
                && let Some(why) = unwritable(model, graph, tensor.element(), Some(&tensor))
            {
                return Err(NotFoldedReason::Unwritable(why));
            }
            self.computed.sizes.insert(value, (tensor.num_elements() as u64, tensor.byte_len() as u64));
            if emitted {
                self.computed.values.insert(value, (!record).then(|| tensor.clone()));
            }
            if record || !(emitted || self.live.uses_left(value) > 0) {
                self.budget.release(&tensor);
            }
            if self.live.uses_left(value) > 0 {
                self.live.insert(value, Live { tensor, nan });
            }
        }
        Ok(())
    }

    fn compute(&mut self, node: NodeId) -> Result<Vec<Tensor>, NotFoldedReason> {
        let mut inputs = Vec::new();
        for operand in self.run.model.inputs(node) {
            inputs.push(match operand {
                Operand::Value(value) => Some(self.value(*value)?),
                Operand::Absent => None,
                Operand::Undefined(name) => {
                    return Err(EvalError::NotConstant(cut_name(self.run.model.name(*name)).into_owned()).into());
                }
            });
        }
        Ok(self.evaluator.evaluate(node, &inputs, &mut self.budget)?)
    }

    /// Why a reader of a value that could not be evaluated is not folded. Thousands of layers of IR can read one with a long
    /// name.
    fn upstream(&self, value: ValueId) -> NotFoldedReason {
        NotFoldedReason::Upstream(cut_name(self.run.model.value_name(value)).into_owned())
    }

    /// An input: a value that has been evaluated, or a source.
    fn value(&mut self, value: ValueId) -> Result<Tensor, NotFoldedReason> {
        let model = self.run.model;
        if let Some(live) = self.live.get(value) {
            return if live.nan && !self.run.options.fold_nan {
                Err(NotFoldedReason::Nan)
            } else {
                Ok(live.tensor.clone())
            };
        }
        if let Some(Some(tensor)) = self.computed.values.get(&value) {
            return Ok(tensor.clone());
        }
        if !self.run.is_source(value) {
            return Err(self.upstream(value));
        }
        let tensor = self.run.source(value)?;
        let nan = !self.run.options.fold_nan && tensor.holds_nan();
        self.computed.sizes.insert(value, (tensor.num_elements() as u64, tensor.byte_len() as u64));
        if self.live.uses_left(value) > 1 {
            self.live.insert(value, Live { tensor: tensor.clone(), nan });
        }
        match model.producer(value).filter(|producer| nan && self.computed.refused.contains_key(producer)) {
            Some(_) => Err(self.upstream(value)),
            None if nan => Err(NotFoldedReason::Nan),
            None => Ok(tensor),
        }
    }

    /// Counts a use, and drops a value after its last use.
    fn used(&mut self, value: ValueId) {
        // Sources do not count against the budget, and values kept for the new model are not returned to it.
        if let Some(live) = self.live.count_use(value)
            && !self.computed.values.contains_key(&value)
            && self.run.record(value).is_none()
            && self.run.model.producer(value).is_some()
        {
            self.budget.release(&live.tensor);
        }
    }
}
