//! Calls of model-local functions.

use hashbrown::{HashMap, HashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::Bindings;
use crate::diagnostic::{Diagnostic, counted};
use crate::fact::{Fact, KnownValue, Provenance, ValueType};
use crate::graph::{AttributeValue, Function, GraphRole, Model};
use crate::ids::{GraphId, NodeId};
use crate::ops::{self, BodyCall, BodyFacts, ControlFlow, InferContext};
use crate::rules;

/// Results of earlier calls, so that a function called again with the same facts is not walked again.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    /// Made by the first call.
    shared: OnceCell<Rc<RefCell<Shared>>>,
}

#[derive(Debug, Default)]
struct Shared {
    /// By function and the types of its inputs.
    results: HashMap<(u32, Vec<ValueType>), Vec<Answer>>,
    running: HashSet<u32>,
}

/// The results of a function for these inputs.
#[derive(Debug)]
struct Answer {
    question: Question,
    outputs: Vec<Fact>,
}

/// The arguments of a function call, without the reasons for unknown facts.
#[derive(PartialEq, Debug, Default)]
struct Question {
    inputs: Vec<(KnownValue, Provenance)>,
    attributes: Bindings,
}

impl Shared {
    fn known(&self, key: &(u32, Vec<ValueType>), question: &Question) -> Option<Vec<Fact>> {
        let answers = self.results.get(key)?;
        answers.iter().find(|answer| answer.question == *question).map(|answer| answer.outputs.clone())
    }
}

impl Calls {
    /// A call, which requests the body of its function.
    pub(crate) fn call(&self) -> Box<dyn ControlFlow> {
        Box::new(Call {
            shared: self.shared.get_or_init(Rc::default).clone(),
            key: Default::default(),
            question: Question::default(),
        })
    }
}

#[derive(Debug)]
struct Call {
    shared: Rc<RefCell<Shared>>,
    key: (u32, Vec<ValueType>),
    question: Question,
}

impl ControlFlow for Call {
    fn resume(&mut self, cx: &mut InferContext<'_>, body: Option<BodyFacts>) -> Option<BodyCall> {
        let index = cx.model().op(cx.node()).function?;
        let function = &cx.model().functions()[index as usize];
        if let Some(outputs) = body {
            let mut shared = self.shared.borrow_mut();
            shared.running.remove(&index);
            let question = std::mem::take(&mut self.question);
            let answers = shared.results.entry(std::mem::take(&mut self.key)).or_default();
            answers.push(Answer { question, outputs: outputs.clone() });
            return set_all(cx, outputs);
        }
        check_arity(cx, function);
        let mut shared = self.shared.borrow_mut();
        if shared.running.contains(&index) {
            let name = cx.op_type();
            let finding = Diagnostic::new(
                &rules::recursive_function::RULE,
                cx.place(),
                format!("function `{name}` calls itself, directly or through others"),
            );
            cx.report(finding.note("ONNX forbids recursive functions").data("function", name));
            let why = cx.unknown_because("the function calls itself");
            return set_all(cx, vec![Fact { unknown_reason: Some(why), ..Fact::UNKNOWN }; cx.output_count()]);
        }
        let inputs: Vec<Fact> = (0..cx.input_count()).map(|i| cx.input(i).clone()).collect();
        let attributes = bindings(cx.model(), cx.node(), function.graph, cx.bindings);
        self.key = (index, inputs.iter().map(|fact| fact.ty.clone()).collect());
        let known = inputs.iter().map(|fact| (fact.value.clone(), fact.provenance)).collect();
        self.question = Question { inputs: known, attributes };
        if let Some(outputs) = shared.known(&self.key, &self.question) {
            return set_all(cx, outputs);
        }
        shared.running.insert(index);
        Some(BodyCall { graph: function.graph, inputs, reachable: true })
    }

    fn results(&self, cx: &InferContext<'_>, output: usize) -> Vec<(GraphId, usize)> {
        let function = cx.model().op(cx.node()).function.and_then(|index| cx.model().functions().get(index as usize));
        function.map(|f| (f.graph, output)).into_iter().collect()
    }
}

/// Reports a call with more inputs or with another number of outputs than the function declares. Inputs that a call leaves
/// out are optional; an output that it does not need has the empty name.
fn check_arity(cx: &mut InferContext<'_>, function: &Function) {
    let (graph, name) = (cx.model().graph(function.graph), cx.op_type());
    let (inputs, given) = (graph.inputs.len(), cx.input_count());
    if given > inputs {
        let message =
            format!("the call of function `{name}` has {}; expected at most {inputs}", counted(given, "input"));
        let finding = Diagnostic::new(&rules::wrong_input_count::RULE, cx.place(), message);
        let finding = finding.help("remove the extra inputs, or declare them in the function");
        cx.report(finding.data("given", given).data("most", inputs));
    }
    let (outputs, listed) = (graph.outputs.len(), cx.output_count());
    if listed != outputs {
        let message = format!("the call of function `{name}` has {}; expected {outputs}", counted(listed, "output"));
        let finding = Diagnostic::new(&rules::wrong_output_count::RULE, cx.place(), message);
        let finding = finding.help(match listed > outputs {
            true => "remove the extra outputs, or declare them in the function",
            false => "list every output; the name of an unused one is empty",
        });
        cx.report(finding.data("given", listed).data("least", outputs));
    }
}

pub(super) fn set_all(cx: &mut InferContext<'_>, outputs: Vec<Fact>) -> Option<BodyCall> {
    for (index, fact) in outputs.into_iter().enumerate() {
        cx.set(index, fact);
    }
    None
}

/// The attribute parameters inside a body that a node runs: a function's own, otherwise those of the enclosing scope.
/// They are sorted by name, for [`ops::bound`].
pub(crate) fn bindings(model: &Model, node: NodeId, body: GraphId, outer: &[(String, AttributeValue)]) -> Bindings {
    let GraphRole::Function(index) = model.graph(body).role else { return Arc::new(outer.to_vec()) };
    let resolved = |value: &AttributeValue| match value {
        AttributeValue::Reference(parameter, _) => ops::bound(outer, model.name(*parameter)).cloned(),
        value => Some(value.clone()),
    };
    let mut given = HashMap::new();
    for attribute in model.attributes(node) {
        given.entry(attribute.name).or_insert(&attribute.value);
    }
    let mut all = Vec::new();
    for parameter in &model.functions()[index as usize].attributes {
        let given = given.get(&parameter.name).and_then(|value| resolved(value));
        if let Some(value) = given.or_else(|| parameter.default.clone()) {
            all.push((model.name(parameter.name).to_owned(), value));
        }
    }
    // The first of several parameters of one name counts, as for attributes.
    all.sort_by(|(a, _), (b, _)| a.cmp(b));
    all.dedup_by(|(later, _), (first, _)| later == first);
    Arc::new(all)
}
