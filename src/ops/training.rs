//! Steps of training: optimizers give what they update its shape, gradients have that of what they belong to.

use super::{NodeCx, Operator, OperatorDef, Resolved, attribute_checks};
use crate::diagnostic::Diagnostic;
use crate::fact::Fact;
use crate::rules;

/// An optimizer: after the rate and the count come equally long lists of tensors, the gradients second among them.
#[derive(Clone, Copy, Debug)]
struct Optimizer {
    lists: usize,
}

impl Operator for Optimizer {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        let tensors = cx.input_count().saturating_sub(2);
        let each = tensors / self.lists;
        if tensors % self.lists != 0 || each == 0 {
            self.uneven(cx, tensors);
            return;
        }
        for at in 0..each {
            // A tensor, its gradient and what is remembered of it are of one shape.
            let mut shape = cx.shape(2 + at);
            for list in 1..self.lists {
                let input = 2 + list * each + at;
                let Some(met) = shape.meet(&cx.shape(input)) else {
                    differ(cx, 2 + at, input);
                    break;
                };
                shape = met;
            }
            // The gradient is not given back.
            for list in 0..self.lists - 1 {
                let input = 2 + at + if list == 0 { 0 } else { (list + 1) * each };
                let fact = Fact { why: cx.why(input), ..Fact::tensor(cx.element(input), shape.clone()) };
                cx.set(list * each + at, fact);
            }
        }
    }
}

impl Optimizer {
    /// OP101: tensors that are not as many lists.
    fn uneven(self, cx: &mut NodeCx<'_>, tensors: usize) {
        let (operator, lists) = (cx.versioned(), self.lists);
        let message = format!("{operator} takes {lists} tensors for each one optimized, but {tensors} are given");
        let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.place(), message);
        let finding = finding.help("give every tensor its gradient and what is remembered of it");
        cx.report(finding.data("given", tensors).data("least", lists));
    }
}

/// OP201.
fn differ(cx: &mut NodeCx<'_>, first: usize, input: usize) {
    let (a, b) = (cx.shape(first), cx.shape(input));
    let (of_a, of_b) = (cx.input_name(first), cx.input_name(input));
    let message = format!("input {of_b} has shape {b}, but belongs to input {of_a} of shape {a}");
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    let finding = finding.label(b.to_string()).related(cx.input_place(first), a.to_string());
    cx.report(finding.help("a tensor, its gradient and what is remembered of it are of one shape"));
}

fn momentum(cx: &mut NodeCx<'_>) -> Resolved {
    attribute_checks::word(cx, "mode", &["standard", "nesterov"]);
    Resolved::operator(Optimizer { lists: 3 })
}

/// Gradient: of one result by each of the first inputs.
#[derive(Clone, Copy, Debug)]
struct Gradient;

impl Operator for Gradient {
    fn infer(&self, cx: &mut NodeCx<'_>) {
        for output in 0..cx.output_count() {
            let shape = cx.shape(output);
            cx.set(output, Fact { why: cx.why(output), ..Fact::tensor(cx.element(output), shape) });
        }
    }
}

const fn training(name: &'static str, resolve: fn(&mut NodeCx<'_>) -> Resolved) -> OperatorDef {
    OperatorDef { domain: "ai.onnx.preview.training", ..OperatorDef::onnx(name, resolve) }
}

pub(super) static OPERATORS: &[OperatorDef] = &[
    training("Adagrad", |_| Resolved::operator(Optimizer { lists: 3 })),
    training("Adam", |_| Resolved::operator(Optimizer { lists: 4 })),
    // What it differentiates is the graph around it.
    training("Gradient", |_| Resolved::operator(Gradient)).at_run_time(),
    training("Momentum", momentum),
];

#[cfg(test)]
mod tests {
    use crate::ops::Query;
    use crate::ops::sample::fact;
    use crate::ops::testing::ask;

    fn query(name: &str, inputs: &[&str], outputs: usize) -> Query {
        let query = Query::onnx(name, 1).domain("ai.onnx.preview.training").outputs(outputs);
        inputs.iter().fold(query, |query, input| query.input(fact(input)))
    }

    #[test]
    fn what_is_updated_keeps_its_shape() {
        let two = ["f32[]", "i64[]", "f32[N,3]", "f32[4]", "f32[N,3]", "f32[4]", "f32[?,?]", "f32[?]"];
        assert_eq!(ask(query("Adagrad", &two, 4)), "f32[N,3] | f32[4] | f32[N,3] | f32[4]");
        let adam = query("Adam", &["f32[]", "i64[]", "f32[4]", "f32[?]", "f32[?]", "f32[...]"], 3);
        assert_eq!(ask(adam), "f32[4] | f32[4] | f32[4]");
        let momentum = query("Momentum", &["f32[]", "i64[]", "f32[4]", "f32[4]", "f32[4]"], 2).attribute("alpha", 1f32);
        let momentum = momentum.attribute("beta", 1f32).attribute("norm_coefficient", 1f32);
        assert_eq!(ask(momentum.attribute("mode", "standard")), "f32[4] | f32[4]");
        let gradient = query("Gradient", &["f32[N,3]", "f32[4]"], 1).attribute("xs", vec!["a"]).attribute("y", "b");
        assert_eq!(ask(gradient.attribute("zs", vec!["c"])), "f32[N,3]");
    }

    #[test]
    fn faults() {
        assert_eq!(
            ask(query("Adagrad", &["f32[]", "i64[]", "f32[4]", "f32[5]", "f32[4]"], 2)),
            "f32[4] | f32[4] OP201"
        );
        assert_eq!(ask(query("Adagrad", &["f32[]", "i64[]", "f32[4]", "f32[4]"], 2)), "? | ? OP101");
    }
}
