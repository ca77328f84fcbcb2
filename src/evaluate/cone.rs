//! The part of a graph that the target values depend on.

use super::{Budget, LiveValues, NodeEvaluator};
use crate::graph::{Model, Operand, ValueRole};
use crate::ids::{NodeId, ValueId};
use crate::options::AnalysisOptions;
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// The values of `targets`, computed from constants of the model and from the provided values.
///
/// Only the nodes that the targets depend on are evaluated, without recursion, and each value is dropped after its last
/// use. A provided value replaces its producer; an overridable initializer is a constant here unless it
/// is provided. Of the options, the operators of your own and the limits matter.
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, ReadOptions, Source, Tensor, evaluate};
///
/// let text = r#"
///     <ir_version: 9, opset_import: ["" : 18]>
///     g (float[2,2] x) => (float[2,1] y) <int64[1] axes = {1}> {
///         y = ReduceMin (x, axes)
///     }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let graph = model.graph(model.main_graph().unwrap());
/// let (x, y) = (graph.inputs[0], graph.outputs[0].operand.value().unwrap());
/// let data = Tensor::new([2, 2], vec![4f32, -0.0, 0.0, f32::NAN]).unwrap();
/// let found = evaluate(&model, &[y], [(x, data)], &AnalysisOptions::default()).unwrap();
/// let row = found[0].values::<f32>().unwrap();
/// assert!(row[0].is_sign_negative() && row[1].is_nan());
/// ```
///
/// # Errors
/// Why the first target that cannot be computed fails.
pub fn evaluate(
    model: &Model,
    targets: &[ValueId],
    given: impl IntoIterator<Item = (ValueId, Tensor)>,
    options: &AnalysisOptions,
) -> Result<Vec<Tensor>, EvalError> {
    let mut cone = Cone {
        model,
        evaluator: NodeEvaluator::new(model, options),
        budget: Budget::new(&options.limits, model),
        live: LiveValues::new(),
    };
    for (value, tensor) in given {
        cone.live.insert(value, Live { tensor, is_given: true });
    }
    for &target in targets {
        cone.live.add_use(target);
    }
    for node in cone.order(targets) {
        cone.run(node)?;
    }
    targets.iter().map(|&target| cone.value(target)).collect()
}

struct Cone<'m> {
    model: &'m Model,
    evaluator: NodeEvaluator<'m>,
    budget: Budget,
    live: LiveValues<Live>,
}

struct Live {
    tensor: Tensor,
    /// Whether it is from the caller, and does not count toward the budget.
    is_given: bool,
}

impl Cone<'_> {
    /// The nodes that the targets depend on, producers first. A cycle ends where it began, so that one of its nodes has
    /// a missing input.
    fn order(&mut self, targets: &[ValueId]) -> Vec<NodeId> {
        enum Step {
            Enter(NodeId),
            Leave(NodeId),
        }
        let producer = |cone: &Cone<'_>, value| match cone.live.get(value) {
            Some(_) => None,
            None => cone.model.producer(value),
        };
        let mut order = Vec::new();
        let mut entered = std::collections::HashSet::new();
        let mut stack: Vec<Step> = targets.iter().rev().filter_map(|&t| producer(self, t)).map(Step::Enter).collect();
        while let Some(step) = stack.pop() {
            match step {
                Step::Leave(node) => order.push(node),
                Step::Enter(node) if entered.insert(node) => {
                    stack.push(Step::Leave(node));
                    for value in self.model.inputs(node).iter().filter_map(|o| o.value()) {
                        self.live.add_use(value);
                        stack.extend(producer(self, value).map(Step::Enter));
                    }
                }
                Step::Enter(_) => {}
            }
        }
        order
    }

    /// A provided or computed value, or a constant.
    fn value(&self, value: ValueId) -> Result<Tensor, EvalError> {
        if let Some(live) = self.live.get(value) {
            return Ok(live.tensor.clone());
        }
        match self.model.value(value).role {
            ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => self.model.load(tensor),
            _ => Err(EvalError::NotConstant(self.model.value_name(value).to_owned())),
        }
    }

    fn run(&mut self, node: NodeId) -> Result<(), EvalError> {
        let mut inputs = Vec::new();
        for operand in self.model.inputs(node) {
            inputs.push(match operand {
                Operand::Value(value) => Some(self.value(*value)?),
                Operand::Absent => None,
                Operand::Undefined(name) => return Err(EvalError::NotConstant(self.model.name(*name).to_owned())),
            });
        }
        let outputs = self.evaluator.evaluate(node, &inputs, &mut self.budget)?;
        for (value, tensor) in self.model.outputs(node).zip(outputs) {
            match self.live.uses_left(value) {
                0 => self.budget.release(&tensor),
                // A given value replaces the one that is computed beside another output.
                _ if self.live.get(value).is_some() => self.budget.release(&tensor),
                _ => self.live.insert(value, Live { tensor, is_given: false }),
            }
        }
        for value in self.model.inputs(node).iter().filter_map(|o| o.value()) {
            if let Some(Live { tensor, is_given: false }) = self.live.count_use(value) {
                self.budget.release(&tensor);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, Source};

    #[test]
    fn a_given_value_replaces_one_output_of_a_node_that_is_needed_for_another() {
        let text = r#"<ir_version: 9, opset_import: ["" : 18]>
            g (float[4] x) => (float[4] y) { a, b = Split <num_outputs = 2> (x)  y = Concat <axis = 0> (a, b) }"#;
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let [x, a, y] = ["x", "a", "y"].map(|name| {
            (0..model.values.len()).map(ValueId::at).find(|&value| model.value_name(value) == name).expect(name)
        });
        let of = |elements: &[f32]| Tensor::new([elements.len()], elements.to_vec()).expect("a tensor");
        let given = [(x, of(&[1., 2., 3., 4.])), (a, of(&[7., 8.]))];
        let found = evaluate(&model, &[y, a], given, &AnalysisOptions::default()).expect("values");
        assert_eq!(found, [of(&[7., 8., 3., 4.]), of(&[7., 8.])]);
    }
}
