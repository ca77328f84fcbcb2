//! The values that follow from constants alone, for reports that show them without folding the model.

use hashbrown::HashMap;

use super::candidate::{Candidates, How};
use super::{FoldOptions, Run};
use crate::elements::Elements;
use crate::evaluate::{Budget, LiveValues, NodeEvaluator};
use crate::graph::{Model, Operand, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::infer::Analysis;
use crate::options::AnalysisOptions;
use crate::tensor::{EvalError, Tensor};

/// Values with at most this many elements are always evaluated, so that the answer does not depend on how many elements
/// are shown.
const MIN_EVALUATED: usize = 4_096;
/// A node whose inputs have more elements together is not evaluated: it counts as constant if its inputs are.
const MAX_INPUT_ELEMENTS: u64 = 1 << 16;

/// What the budget counts for an element that is loaded.
const BYTES_OF_ELEMENT: u64 = 8;

/// The values that follow from constants alone.
#[derive(Debug, Default)]
pub(crate) struct ConstantValues {
    known: Vec<bool>,
    /// The elements of evaluated values that are shown.
    shown: HashMap<ValueId, Tensor>,
}

impl ConstantValues {
    /// Finds the constants of a model, and keeps the elements of those with at most `shown` elements, if any are shown. A
    /// value whose evaluation fails is not among them, because `fold` does not replace it, either; NaN is a value, as with
    /// `fold --nan`.
    pub(crate) fn find(
        model: &Model,
        analysis: &Analysis,
        options: &AnalysisOptions,
        shown: Option<usize>,
    ) -> ConstantValues {
        let options = FoldOptions { analysis: options.clone(), ..FoldOptions::default() };
        let sources = Run::without_order(model, &options, analysis);
        let known: Vec<bool> = (0..model.values.len()).map(|value| sources.is_source(ValueId::at(value))).collect();
        // The first node that computes a constant has inputs that no node computes.
        if !(0..model.nodes.len()).any(|node| sources.may_compute(NodeId::at(node), &known)) {
            return ConstantValues { known, shown: HashMap::new() };
        }
        let run = Run::new(model, &options, analysis);
        let Candidates { how, known, .. } = Candidates::find(&run, &HashMap::new());
        let computed = || run.order.iter().copied().filter(|node| how[node.index()] == Some(How::Computed));
        let mut search = Search {
            run: &run,
            shown,
            max: shown.unwrap_or_default().max(MIN_EVALUATED) as u64,
            evaluator: NodeEvaluator::new(model, &options.analysis),
            budget: Budget::of_report(&options.analysis.limits, model),
            live: LiveValues::new(),
            found: ConstantValues { known, shown: HashMap::new() },
        };
        for value in computed().flat_map(|node| model.inputs(node)).filter_map(|operand| operand.value()) {
            search.live.add_use(value);
        }
        computed().for_each(|node| search.node(node));
        search.found
    }

    /// Whether the value follows from constants alone.
    pub(crate) fn contains(&self, value: ValueId) -> bool {
        self.known.get(value.index()) == Some(&true)
    }

    /// The elements of a value that was evaluated, if there are at most `max`.
    pub(crate) fn elements(&self, value: ValueId, max: usize) -> Option<Elements> {
        self.shown.get(&value)?.elements(max)
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
    shown: Option<usize>,
    /// Maximum number of elements of an output that is evaluated.
    max: u64,
    evaluator: NodeEvaluator<'r>,
    budget: Budget,
    /// Evaluated values that other nodes compute constants from.
    live: LiveValues<Tensor>,
    found: ConstantValues,
}

/// What is known about the outputs of a node that computes constants.
enum Outcome {
    Evaluated(Vec<Tensor>),
    /// It was not evaluated, because it is large: its outputs count as constants with unknown elements.
    Unevaluated,
    /// Its outputs are not constants, unless they have been read from the file.
    Failed,
}

impl Search<'_, '_> {
    fn node(&mut self, node: NodeId) {
        let model = self.run.model;
        if !model.outputs(node).all(|value| self.run.is_source(value)) {
            match self.outcome(node) {
                Outcome::Evaluated(tensors) => {
                    model.outputs(node).zip(tensors).for_each(|(value, tensor)| self.keep(value, tensor));
                }
                Outcome::Unevaluated => (),
                Outcome::Failed => {
                    model.outputs(node).for_each(|value| self.found.known[value.index()] = self.run.is_source(value));
                }
            }
        }
        model.inputs(node).iter().filter_map(|operand| operand.value()).for_each(|value| self.used(value));
    }

    fn outcome(&mut self, node: NodeId) -> Outcome {
        if !self.has_constant_inputs(node) {
            return Outcome::Failed;
        }
        if !self.is_small(node) || !self.may_load(node) {
            return Outcome::Unevaluated;
        }
        let Some(inputs) = self.inputs(node) else { return Outcome::Failed };
        match self.evaluator.evaluate(node, &inputs, &mut self.budget) {
            Ok(tensors) => Outcome::Evaluated(tensors),
            Err(EvalError::TooLarge { .. } | EvalError::TooMuchWork { .. }) => Outcome::Unevaluated,
            Err(_) => Outcome::Failed,
        }
    }

    /// Keeps a value that is shown or used.
    fn keep(&mut self, value: ValueId, tensor: Tensor) {
        let is_shown = self.shown.is_some_and(|most| tensor.num_elements() <= most);
        if is_shown {
            self.found.shown.insert(value, tensor.clone());
        }
        if self.live.uses_left(value) > 0 {
            self.live.insert(value, tensor);
        } else if !is_shown {
            self.budget.release(&tensor);
        }
    }

    /// Counts a use, and drops the value after its last one.
    fn used(&mut self, value: ValueId) {
        if let Some(tensor) = self.live.count_use(value)
            && !self.found.shown.contains_key(&value)
        {
            self.budget.release(&tensor);
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
            && inputs().all(|value| self.live.get(value).is_some() || self.run.is_source(value))
    }

    /// Counts the constants of the file that a node reads. Each is loaded for every node, and very many may read the same
    /// one, also when no more of them can be evaluated.
    fn may_load(&mut self, node: NodeId) -> bool {
        let inputs = self.run.model.inputs(node).iter().filter_map(|operand| operand.value());
        let loaded = inputs.filter(|&value| self.live.get(value).is_none()).map(|value| self.stored_bytes(value));
        let bytes = loaded.fold(0, u64::saturating_add);
        self.budget.load(bytes).is_ok()
    }

    /// The bytes that are read to load a constant: those of its elements, or of its record if that is longer.
    fn stored_bytes(&self, value: ValueId) -> u64 {
        let record = match self.run.model.value(value).role {
            ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => {
                self.run.model.tensor(tensor).span.len()
            }
            _ => 0,
        };
        let ty = self.run.analysis.facts.ty(value).as_tensor();
        let count = ty.and_then(|ty| ty.shape.num_elements().size()).unwrap_or(0);
        count.saturating_mul(BYTES_OF_ELEMENT).max(record)
    }

    fn inputs(&self, node: NodeId) -> Option<Vec<Option<Tensor>>> {
        let mut inputs = Vec::new();
        for operand in self.run.model.inputs(node) {
            inputs.push(match operand {
                Operand::Value(value) => Some(match self.live.get(*value) {
                    Some(tensor) => tensor.clone(),
                    None => self.run.source(*value).ok()?,
                }),
                Operand::Absent => None,
                Operand::Undefined(_) => return None,
            });
        }
        Some(inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;
    use crate::analyze::analyze;
    use crate::limits::Limits;
    use crate::source::Source;

    /// `n` and `a` have 1,100 elements, more than inference follows, and `d` has twice as many.
    fn model() -> Model {
        let elements = vec!["1"; 1_100].join(", ");
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[1] x) => (y) <float[1100] c = {{{elements}}}> {{ n = Neg (c)
                d = Concat <axis = 0> (n, c)
                a = Abs (c)
                s = Add (x, d)
                y = Concat <axis = 0> (s, a) }}"
        );
        Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
    }

    /// How many elements of `n`, `d`, and `a` are shown, which are constants.
    fn found(shown: Option<usize>, options: &AnalysisOptions) -> [Option<usize>; 3] {
        let model = model();
        let analysis = analyze(&model, options);
        let constants = ConstantValues::find(&model, &analysis, options, shown);
        ["n", "d", "a"].map(|name| {
            let value = (0..model.values.len()).map(ValueId::at).find(|&v| model.value_name(v) == name).expect(name);
            assert!(constants.contains(value), "{name}");
            constants.elements(value, usize::MAX).map(|elements| elements.len())
        })
    }

    #[test]
    fn only_elements_that_are_shown_are_kept() {
        let options = AnalysisOptions::default();
        assert_eq!(found(None, &options), [None; 3]);
        assert_eq!(found(Some(1_100), &options), [Some(1_100), None, Some(1_100)]);
        assert_eq!(found(Some(2_200), &options), [Some(1_100), Some(2_200), Some(1_100)]);
    }

    #[test]
    fn what_does_not_fit_is_a_constant_without_elements() {
        let found = |limits| found(Some(2_200), &AnalysisOptions { limits, ..AnalysisOptions::default() });
        // `n` and `a` have 4,400 bytes, `d` has 8,800.
        let limits = Limits { max_resident_bytes: 10_000, ..Limits::default() };
        assert_eq!(found(limits), [Some(1_100), None, Some(1_100)]);
        // An element that is loaded, read, or written counts 8 bytes, and all but `n` are too much.
        let limits = Limits { max_io_bytes: 30_000, ..Limits::default() };
        assert_eq!(found(limits), [Some(1_100), None, None]);
        // What is loaded for `n` counts, too: without it, this would be enough.
        let limits = Limits { max_io_bytes: 20_000, ..Limits::default() };
        assert_eq!(found(limits), [None; 3]);
    }
}
