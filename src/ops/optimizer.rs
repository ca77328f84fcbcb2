//! Optimizers of `ai.onnx.preview.training`: they update tensors from gradients and per-tensor state.

use super::{InferContext, Operator, OperatorDef, Resolved};
use super::{diagnostics, shape_checks};

use crate::diagnostic::{Diagnostic, counted};
use crate::fact::Fact;
use crate::graph::AttributeValue;
use crate::rules;

/// A resolved optimizer. Its inputs are the learning rate, the step and groups of tensors: the tensors to optimize,
/// their gradients, and their state. Its outputs are all groups except the gradients.
#[derive(Clone, Copy, Debug)]
struct Optimizer {
    /// The number of groups, including the gradients.
    groups: usize,
}

/// The number of inputs before the groups.
const HEAD: usize = 2;

impl Operator for Optimizer {
    fn infer(&self, cx: &mut InferContext<'_>) {
        for input in 0..HEAD {
            shape_checks::rank(cx, input, 0..=1, "use a scalar or a one-element list");
        }
        let given = cx.input_count().saturating_sub(HEAD);
        let each = given / self.groups;
        if !given.is_multiple_of(self.groups) || cx.output_count() != each * (self.groups - 1) {
            let (groups, kept) = (self.groups, self.groups - 1);
            let outputs = cx.output_count();
            let message = format!(
                "the node has {} and {}; expected {groups} and {kept} for each optimized tensor",
                counted(given, "tensor"),
                counted(outputs, "output")
            );
            let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.place(), message);
            return cx.report(finding.help("list a gradient and the state for each tensor").data("given", given));
        }
        for tensor in 0..each {
            for group in 1..self.groups {
                self.check(cx, HEAD + tensor, HEAD + group * each + tensor);
            }
        }
        for output in 0..cx.output_count() {
            // The gradients are the second group and are not returned.
            let input = if output < each { output } else { output + each };
            let fact = cx.input(HEAD + input);
            let fact = Fact::tensor(fact.element(), fact.shape().clone());
            cx.set(output, fact);
        }
    }
}

impl Optimizer {
    /// Reports an input whose shape differs from that of its tensor.
    fn check(self, cx: &mut InferContext<'_>, tensor: usize, other: usize) {
        let (a, b) = (cx.shape(tensor), cx.shape(other));
        let (Some(x), Some(y)) = (a.rank(), b.rank()) else { return };
        let help = "give a tensor, its gradient and its state the same shape";
        if x != y {
            return diagnostics::rank(cx, other, format!("{x}, the rank of its tensor"), help);
        }
        for axis in 0..x {
            if shape_checks::agree(cx, (tensor, axis), (other, axis), help).is_none() {
                return;
            }
        }
    }
}

/// A resolved Gradient: an output for each tensor to differentiate by, which are the first inputs.
#[derive(Clone, Copy, Debug)]
struct Gradient {
    /// How many tensors it differentiates by; `None` if unknown.
    count: Option<usize>,
}

impl Operator for Gradient {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let outputs = cx.output_count();
        if let Some(count) = self.count.filter(|&count| count < outputs) {
            let message = format!(
                "the node has {}, but differentiates by {}",
                counted(outputs, "output"),
                counted(count, "tensor")
            );
            let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
            cx.report(finding.help("list each tensor in `xs`").data("given", outputs).data("least", count));
        }
        for output in 0..outputs.min(self.count.unwrap_or(outputs)) {
            let fact = cx.input(output);
            let fact = Fact::tensor(fact.element(), fact.shape().clone());
            cx.set(output, fact);
        }
    }
}

fn resolve_gradient(cx: &mut InferContext<'_>) -> Resolved {
    let count = match cx.attribute("xs") {
        Some(AttributeValue::Strings(names)) => Some(names.len()),
        _ => None,
    };
    Resolved::operator(Gradient { count })
}

const DOMAIN: &str = "ai.onnx.preview.training";

const fn optimizer(name: &'static str, resolve: fn(&mut InferContext<'_>) -> Resolved) -> OperatorDef {
    OperatorDef::onnx(name, resolve).in_domain(DOMAIN)
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    optimizer("Adagrad", |_| Resolved::operator(Optimizer { groups: 3 })),
    optimizer("Adam", |_| Resolved::operator(Optimizer { groups: 4 })),
    optimizer("Gradient", resolve_gradient),
    optimizer("Momentum", |_| Resolved::operator(Optimizer { groups: 3 })),
];
