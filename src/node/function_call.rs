//! Calls of model-local functions.

use hashbrown::{HashMap, HashSet};
use std::cell::{OnceCell, RefCell};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use super::Bindings;
use crate::diagnostic::{Diagnostic, counted};
use crate::fact::{Fact, KnownValue, Provenance, ValueType};
use crate::graph::{AttributeValue, Function, GraphRole, Model};
use crate::ids::{GraphId, NameId, NodeId};
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
    results: HashMap<Key, Vec<Answer>>,
    /// The bytes that the results take, about.
    memory: u64,
    running: HashSet<u32>,
}

/// The function, a hash of the attributes of the call, and the types of its inputs.
type Key = (u32, u64, Vec<ValueType>);

/// The bytes that results may take besides as many as the file has. Further ones are not kept: functions that call each other
/// with other attributes have very many calls, each with its own result.
const KEPT_BYTES: u64 = 8 << 20;

/// The results of a function for these inputs.
#[derive(Debug)]
struct Answer {
    question: Question,
    outputs: Vec<Fact>,
}

/// The arguments of a function call, without the reasons for unknown facts.
#[derive(PartialEq, Debug, Default)]
struct Question {
    /// Those of the node; the others have the default of the function. They are compared first, because inputs may be long.
    attributes: Vec<(NameId, AttributeValue)>,
    inputs: Vec<(KnownValue, Provenance)>,
}

impl Shared {
    /// The first outputs of an earlier call, as many as the node has.
    fn known(&self, key: &Key, question: &Question, count: usize) -> Option<Vec<Fact>> {
        let answer = self.results.get(key)?.iter().find(|answer| answer.question == *question)?;
        Some(answer.outputs.iter().take(count).cloned().collect())
    }

    fn keep(&mut self, key: Key, question: Question, outputs: &[Fact], most: u64) {
        let types = key.2.iter().chain(outputs.iter().map(|fact| &fact.ty));
        let memory = types.map(memory_of).sum::<u64>() + 64 * question.attributes.len() as u64 + 256;
        if self.memory + memory > most {
            return;
        }
        let answers = self.results.entry(key).or_default();
        if answers.len() < MOST_ANSWERS {
            self.memory += memory;
            answers.push(Answer { question, outputs: outputs.to_vec() });
        }
    }
}

/// The calls with the same types that are compared with a new one: thousands may have other elements each.
const MOST_ANSWERS: usize = 64;

/// The bytes that a fact of this type takes, about.
fn memory_of(ty: &ValueType) -> u64 {
    let rank = ty.as_tensor().and_then(|tensor| tensor.shape.rank()).unwrap_or(0);
    128 + 32 * rank as u64
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
    key: Key,
    question: Question,
}

impl ControlFlow for Call {
    fn resume(&mut self, cx: &mut InferContext<'_>, body: Option<BodyFacts>) -> Option<BodyCall> {
        let index = cx.model().op(cx.node()).function?;
        let function = &cx.model().functions()[index as usize];
        if let Some(outputs) = body {
            let mut shared = self.shared.borrow_mut();
            shared.running.remove(&index);
            let (key, question) = (std::mem::take(&mut self.key), std::mem::take(&mut self.question));
            shared.keep(key, question, &outputs, KEPT_BYTES.saturating_add(cx.model().file_len()));
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
        let attributes = given(cx.model(), cx.node(), cx.bindings);
        self.key = (index, hash_of(&attributes), inputs.iter().map(|fact| fact.ty.clone()).collect());
        let known = inputs.iter().map(|fact| (fact.value.clone(), fact.provenance)).collect();
        self.question = Question { inputs: known, attributes };
        if let Some(outputs) = shared.known(&self.key, &self.question, cx.output_count()) {
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

/// The attributes of a call, each name once, with the values of parameters of the enclosing scope.
fn given(model: &Model, node: NodeId, outer: &[(NameId, AttributeValue)]) -> Vec<(NameId, AttributeValue)> {
    let resolved = |value: &AttributeValue| match value {
        AttributeValue::Reference(parameter, _) => ops::bound(outer, *parameter).cloned(),
        value => Some(value.clone()),
    };
    let mut given: Vec<_> = model.attributes(node).iter().map(|attribute| (attribute.name, &attribute.value)).collect();
    // The first of several attributes of one name counts.
    given.sort_by_key(|(name, _)| *name);
    given.dedup_by_key(|(name, _)| *name);
    given.into_iter().filter_map(|(name, value)| Some((name, resolved(value)?))).collect()
}

/// A hash of attributes, by which most calls with other attributes are told apart.
fn hash_of(attributes: &[(NameId, AttributeValue)]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (name, value) in attributes {
        name.hash(&mut hasher);
        match value {
            AttributeValue::Int(int) => int.hash(&mut hasher),
            AttributeValue::Float(float) => (float + 0.0).to_bits().hash(&mut hasher),
            AttributeValue::String(text) => text.hash(&mut hasher),
            AttributeValue::Ints(ints) => ints.hash(&mut hasher),
            AttributeValue::Floats(floats) => floats.iter().for_each(|float| (float + 0.0).to_bits().hash(&mut hasher)),
            AttributeValue::Strings(texts) => texts.hash(&mut hasher),
            AttributeValue::Tensor(tensor) => tensor.hash(&mut hasher),
            AttributeValue::Tensors(tensors) => tensors.hash(&mut hasher),
            _ => {}
        }
    }
    hasher.finish()
}

/// The number of results that a node needs of a body or function: a function may have very many that a call leaves out.
pub(crate) fn results(model: &Model, node: NodeId, body: GraphId) -> usize {
    let all = model.graph(body).outputs.len();
    match model.graph(body).role {
        GraphRole::Function(_) => all.min(model.outputs(node).len()),
        _ => all,
    }
}

/// The attribute parameters inside a body that a node runs: a function's own, otherwise those of the enclosing scope.
/// They are sorted by the ids of their names, for [`ops::bound`]: thousands of calls may bind a parameter with a long name.
pub(crate) fn bindings(model: &Model, node: NodeId, body: GraphId, outer: &Bindings) -> Bindings {
    let GraphRole::Function(index) = model.graph(body).role else { return outer.clone() };
    let given: HashMap<NameId, AttributeValue> = given(model, node, outer).into_iter().collect();
    let mut all = Vec::new();
    for parameter in &model.functions()[index as usize].attributes {
        if let Some(value) = given.get(&parameter.name).or(parameter.default.as_ref()).cloned() {
            all.push((parameter.name, value));
        }
    }
    // The first of several parameters of one name counts, as for attributes.
    all.sort_by_key(|(name, _)| *name);
    all.dedup_by_key(|(name, _)| *name);
    Arc::new(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::element::ElementType;
    use crate::format::options::ReadOptions;
    use crate::shape::Shape;
    use crate::source::Source;

    fn of_size(size: u64) -> Fact {
        Fact::tensor(Some(ElementType::F32), Shape::from_dims([size]))
    }

    #[test]
    fn parameters_are_bound_by_the_ids_of_their_names() {
        let text = "<ir_version: 9, opset_import: [\"\" : 18, \"my\" : 1]>
            g (float x) => (y) { y = my.f <b = 2> (x) }
            <domain: \"my\", opset_import: [\"\" : 18]> f <b, a: int = 1> (x) => (y) { y = Identity (x) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let node = model.nodes_of(model.main_graph().expect("a graph")).next().expect("a node");
        let bound = bindings(&model, node, model.functions()[0].graph, &Bindings::default());
        let id = |name: &str| model.names().find(name).expect(name);
        for (name, value) in [("a", 1), ("b", 2)] {
            assert_eq!(ops::bound(&bound, id(name)), Some(&AttributeValue::Int(value)), "{name}");
        }
        assert_eq!((bound.len(), ops::bound(&bound, id("x"))), (2, None));
    }

    #[test]
    fn results_are_kept_by_their_attributes_within_a_limit() {
        let value = |int| vec![(NameId::EMPTY, AttributeValue::Int(int))];
        let question = |int| Question { inputs: Vec::new(), attributes: value(int) };
        let key = |int| (0, hash_of(&value(int)), vec![of_size(2).ty]);
        let outputs = [of_size(3)];
        let mut shared = Shared::default();
        for int in 0..4 {
            // Two types with a dimension each, and an attribute.
            shared.keep(key(int), question(int), &outputs, 3 * (2 * (128 + 32) + 64 + 256));
        }
        let known = |int| shared.known(&key(int), &question(int), 1);
        assert_eq!((known(0), known(2), known(3)), (Some(outputs.to_vec()), Some(outputs.to_vec()), None));
        assert_ne!(hash_of(&value(1)), hash_of(&value(2)), "calls with other attributes are not compared one by one");
    }
}
