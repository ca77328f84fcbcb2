//! Answers of nodes that were inferred: a node that differs from an earlier one only in its names has the same outputs.
//!
//! Networks repeat their layers, so most nodes without weights have an operator, attributes, and input types that an
//! earlier node had. The key of an answer contains everything that checks and inference use of a node: its operator with
//! the version, its attributes, which inputs and outputs it omits, the facts of its inputs, and what the file declares for
//! them and for its outputs. Facts are compared by their numbers in the store. What is known of the elements of its inputs
//! is the second part of the key, only for nodes whose operator used it: weights usually make no difference. Short constants
//! are compared by their bytes, and others by their ids, except for those that are too long for operators to read. Other lists
//! of integers are compared by their elements if these are few and exact, and otherwise by their addresses: then the answer keeps
//! them in memory.
//!
//! An answer is kept only if the node left no trace besides the facts of its outputs: nothing was found, no declaration
//! contradicted, no expression too large, and no elements, names, or reasons are its own. Constraints and symbols are collected in sets, to which
//! the same ones can be added any number of times. `InferContext` notes whether an operator used anything else.

use std::sync::Arc;

use hashbrown::HashMap;

use super::{GraphFrame, Inference};
use crate::elements::{Elements, SymInt};
use crate::expr::Expr;
use crate::fact::KnownValue;
use crate::facts::{FactStore, PlainFact};
use crate::graph::{AttributeValue, FileId, GraphRole, Model, Operand, Storage};
use crate::ids::{DeclarationId, NameId, NodeId, TensorId, ValueId};
use crate::ops::{Doubt, bound};

/// The number of answers from which on all are forgotten, which bounds the memory.
const MOST: usize = 1_024;
/// The bytes of lists in answers from which on all are forgotten: a list may have expressions that nothing else has any more.
const MOST_BYTES: u64 = 1 << 20;
/// The longest key; nodes with more inputs or longer attributes are rarely alike.
const LONGEST: usize = 64;
/// The elements of a list that are compared: those of axes and shapes.
const FEW_ELEMENTS: usize = 8;
/// The bytes of a constant that are compared: those of axes and shapes.
const FEW_BYTES: u64 = 64;

/// The outputs of a node, and the lists whose addresses are in its key. While they exist, no other list has their address.
struct Answer {
    outputs: Box<[PlainFact]>,
    lists: Box<[Arc<[SymInt]>]>,
}

/// The outputs of inferred nodes by what they follow from.
#[derive(Default)]
pub(super) struct Answers {
    known: HashMap<Box<[u64]>, Answer>,
    /// About how many bytes the lists of all answers take.
    list_bytes: u64,
    /// The key of the node that is being inferred; empty if it can have no answer.
    key: Vec<u64>,
    /// The length of the part of the key without elements.
    general: usize,
    /// Whether the elements can be compared, and the key has both parts.
    is_whole: bool,
    /// The lists whose addresses are in the key.
    lists: Vec<Arc<[SymInt]>>,
}

impl Answers {
    /// The key of the node that is being inferred, if it can have such an answer.
    fn key(&self, with_elements: bool) -> Option<&[u64]> {
        let key = if with_elements { &self.key[..] } else { &self.key[..self.general] };
        (!key.is_empty() && (self.is_whole || !with_elements)).then_some(key)
    }

    /// Keeps an answer, and forgets the others if they would take too much memory.
    fn keep(&mut self, key: Box<[u64]>, answer: Answer) -> Option<Answer> {
        let bytes = answer.lists.iter().map(|list| bytes_of(list)).sum::<u64>();
        if self.known.len() == MOST || self.list_bytes + bytes > MOST_BYTES {
            self.known.clear();
            self.list_bytes = 0;
        }
        self.list_bytes += bytes;
        self.known.insert(key, answer)
    }
}

impl Inference<'_> {
    /// Sets the outputs of a node to those of an earlier one from which it does not differ. Returns whether there is one.
    pub(super) fn repeat_answer(&mut self, node: NodeId, frame: &GraphFrame) -> bool {
        let Inference { answers, learned, premise, .. } = self;
        answers.key.clear();
        answers.lists.clear();
        (answers.general, answers.is_whole) = (0, false);
        let is_plain = self.computed.is_empty()
            && learned.doubt_about_inputs(premise.model, node) == Doubt::Nothing
            && premise.model.ambiguous.is_empty()
            && frame.given.is_empty()
            && frame.reachable;
        let (model, facts) = (premise.model, &learned.facts);
        let readable = premise.options.limits.max_tracked_elements_per_tensor;
        let Answers { key: words, lists, .. } = answers;
        let mut key = Key { words, lists, model, facts, readable, bindings: &frame.bindings };
        if !is_plain || key.node(node).is_none() {
            answers.key.clear();
            return false;
        }
        answers.general = key.words.len();
        let mut known = answers.known.get(&key.words[..]);
        if known.is_none() {
            answers.is_whole = key.elements(node).is_some();
            let is_longer = answers.is_whole && key.words.len() > answers.general;
            known = if is_longer { answers.known.get(&key.words[..]) } else { None };
        }
        let Some(answer) = known else { return false };
        let outputs = || premise.model.outputs(node).zip(answer.outputs.iter().copied());
        if !learned.facts.has_room_for(outputs()) {
            return false;
        }
        learned.facts.set_excess(node, None);
        for (value, fact) in outputs() {
            learned.facts.set_plain(value, fact);
            learned.set_doubt(value, Doubt::Nothing);
        }
        true
    }

    /// Counts what a node can leave besides the facts of its outputs and what sets contain.
    pub(super) fn traces(&self) -> (usize, usize, usize) {
        (self.learned.diagnostics.received(), self.learned.contradictions, self.learned.doubts.len())
    }

    /// Keeps the outputs of the node that was looked for last, and that left no traces. Returns whether that was possible.
    pub(super) fn keep_answer(&mut self, node: NodeId, uses_elements: bool) -> bool {
        let Inference { answers, learned, premise, .. } = self;
        let (model, facts) = (premise.model, &learned.facts);
        if self.resolver.resolve(node).is_own() {
            return false;
        }
        let inputs = || model.inputs(node).iter().filter_map(|operand| operand.value());
        let passes =
            |fact: PlainFact| !fact.has_reason() || inputs().any(|input| fact.has_reason_of(facts.plain(input)));
        let is_general = |value: ValueId| {
            let fact = facts.plain(value);
            facts.constant(value) == Ok(None) && passes(fact)
        };
        if !model.outputs(node).all(is_general) {
            return false;
        }
        let Some(key) = answers.key(uses_elements).map(Box::from) else { return false };
        let outputs: Box<[PlainFact]> = model.outputs(node).map(|value| facts.plain(value)).collect();
        let lists = if uses_elements { answers.lists.drain(..).collect() } else { Box::default() };
        let earlier = answers.keep(key, Answer { outputs: outputs.clone(), lists });
        let is_same = earlier.is_none_or(|earlier| earlier.outputs == outputs);
        debug_assert!(is_same, "{} was answered otherwise", model.describe(node));
        true
    }
}

/// About how many bytes a list takes, with its expressions.
fn bytes_of(list: &[SymInt]) -> u64 {
    let exprs = list.iter().filter_map(SymInt::expr).map(Expr::memory).sum::<u64>();
    exprs + size_of_val(list) as u64
}

/// Collects the key of a node. Each part has a known length or states it, so that different nodes have different keys.
struct Key<'a> {
    words: &'a mut Vec<u64>,
    lists: &'a mut Vec<Arc<[SymInt]>>,
    model: &'a Model,
    facts: &'a FactStore,
    /// The elements of the longest constant that operators can read.
    readable: usize,
    /// The attribute parameters of the function that contains the node.
    bindings: &'a [(NameId, AttributeValue)],
}

impl<'a> Key<'a> {
    /// Adds everything that inference uses of a node besides elements. `None` if that cannot be compared.
    fn node(&mut self, node: NodeId) -> Option<()> {
        let model = self.model;
        let record = model.node(node);
        let (inputs, attributes) = (model.inputs(node), model.attributes(node));
        // Constants have no answer.
        if inputs.is_empty() {
            return None;
        }
        let counts = [inputs.len(), model.outputs(node).len(), attributes.len()];
        if model.op(node).function.is_some() || counts.iter().any(|&count| count > LONGEST) {
            return None;
        }
        let role = match model.graph(record.graph).role {
            GraphRole::Main => 0,
            GraphRole::Body { .. } => 1,
            GraphRole::Function(_) => 2,
            GraphRole::Example(_) => 3,
            GraphRole::Training(..) => 4,
        };
        let [inputs_len, outputs_len, attributes_len] = counts.map(|count| count as u64);
        self.words.push(role << 32 | u64::from(record.op.position()));
        self.words.push(inputs_len << 32 | outputs_len << 16 | attributes_len);
        for (at, &operand) in inputs.iter().enumerate() {
            self.input(operand, model.input_port(node, at).and_then(|port| port.declaration))?;
        }
        for output in model.outputs(node) {
            let value = model.value(output);
            self.words.push(u64::from(value.name.is_empty()));
            self.declaration(value.declaration);
        }
        for attribute in attributes {
            self.words.push(u64::from(attribute.name.position()));
            self.attribute(&attribute.value)?;
        }
        (self.words.len() <= LONGEST).then_some(())
    }

    fn input(&mut self, operand: Operand, recorded: Option<DeclarationId>) -> Option<()> {
        let value = match operand {
            Operand::Value(value) => value,
            Operand::Absent => {
                self.words.push(u64::MAX);
                return Some(());
            }
            Operand::Undefined(_) => return None,
        };
        let [ty, origin] = self.facts.plain(value).words();
        let elements = match self.facts.constant(value) {
            Ok(None) => 0,
            Ok(Some(_)) => 1,
            Err(_) => 2,
        };
        self.words.extend([ty, origin << 2 | elements]);
        // What an IR layer records for an input is compared with what its producer records.
        self.declaration(recorded);
        if recorded.is_some() {
            self.declaration(self.model.value(value).declaration);
        }
        Some(())
    }

    /// Adds what is known of the elements of a node's inputs. `None` if that cannot be compared.
    fn elements(&mut self, node: NodeId) -> Option<()> {
        for value in self.model.inputs(node).iter().filter_map(|operand| operand.value()) {
            match self.facts.constant(value) {
                Ok(None) => {}
                Ok(Some(id)) => self.constant(id),
                Err(KnownValue::Elements(Elements::Ints(list))) => self.list(list)?,
                Err(_) => return None,
            }
        }
        (self.words.len() <= LONGEST).then_some(())
    }

    /// Adds a list that is no constant. `None` if its elements do not fit.
    fn list(&mut self, list: &Arc<[SymInt]>) -> Option<()> {
        if list.len() > FEW_ELEMENTS || list.iter().any(|int| int.value().is_none()) {
            self.words.extend([4, list.as_ptr().addr() as u64]);
            self.lists.push(Arc::clone(list));
            return Some(());
        }
        self.words.extend([5, list.len() as u64]);
        for value in list.iter().filter_map(SymInt::value) {
            self.words.push(i64::try_from(value).ok()?.cast_unsigned());
        }
        Some(())
    }

    /// Adds a constant: its elements if they are few, and nothing if they are too many for operators to read.
    fn constant(&mut self, id: TensorId) {
        let tensor = self.model.tensor(id);
        let Some(count) = tensor.num_elements().filter(|&count| count <= self.readable as u64) else {
            return self.words.push(1);
        };
        match (self.few_bytes(&tensor.storage), tensor.element) {
            (Some(bytes), Some(element)) => {
                self.words.extend([2, element as u64, count, bytes.len() as u64]);
                self.bytes(bytes);
            }
            _ => self.words.extend([3, u64::from(id.position())]),
        }
    }

    /// The bytes of a constant, if they are few and no other file has to be opened for them.
    fn few_bytes(&self, storage: &'a Storage) -> Option<&'a [u8]> {
        match storage {
            Storage::Packed(FileId::MODEL, span) if span.len() <= FEW_BYTES => {
                Some(span.of(self.model.file_bytes(FileId::MODEL)?))
            }
            Storage::Owned(bytes) if bytes.len() as u64 <= FEW_BYTES => Some(bytes),
            _ => None,
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        self.words.extend(bytes.chunks(8).map(word));
    }

    /// Adds a declared type by its address: the reader stores equal ones once, and the model keeps them.
    fn declaration(&mut self, declaration: Option<DeclarationId>) {
        let address = declaration.map_or(0, |id| Arc::as_ptr(&self.model.declaration(id).ty).addr());
        self.words.push(address as u64);
    }

    fn attribute(&mut self, value: &AttributeValue) -> Option<()> {
        match value {
            AttributeValue::Int(int) => self.words.extend([1, int.cast_unsigned()]),
            AttributeValue::Float(float) => self.words.extend([2, u64::from(float.to_bits())]),
            AttributeValue::Text(text) => self.words.extend([3, u64::from(text.position())]),
            AttributeValue::Ints(ints) if ints.len() <= LONGEST => {
                self.words.extend([4, ints.len() as u64]);
                self.words.extend(ints.iter().map(|int| int.cast_unsigned()));
            }
            AttributeValue::String(bytes) if bytes.len() <= LONGEST => {
                self.words.extend([5, bytes.len() as u64]);
                self.bytes(bytes);
            }
            AttributeValue::Reference(parameter, kind) => {
                self.words.extend([6, *kind as u64]);
                return match bound(self.bindings, *parameter)? {
                    AttributeValue::Reference(..) => None,
                    value => self.attribute(value),
                };
            }
            _ => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::dim::Dim;
    use crate::format::options::ReadOptions;
    use crate::infer::state::Premise;
    use crate::node::resolver::OpVersions;
    use crate::ops::symbol_names::SymbolNamer;
    use crate::options::AnalysisOptions;
    use crate::rule::Level;
    use crate::source::Source;

    /// The number of different answers of these nodes, each of which is also inferred and compared with its answer.
    fn answers(inputs: &str, nodes: &str) -> usize {
        answers_of(&text(inputs, &format!("{nodes} out = Identity (x)"), "out")) - 1
    }

    fn text(inputs: &str, nodes: &str, output: &str) -> String {
        format!("<ir_version: 9, opset_import: [\"\" : 18]> g ({inputs}) => ({output}) {{ {nodes} }}")
    }

    fn answers_of(text: &str) -> usize {
        let model = Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default());
        let mut findings = model.findings().iter();
        assert!(findings.all(|finding| finding.level < Level::Error), "{:?}", model.findings());
        let options = AnalysisOptions::default();
        let premise = Premise { model: &model, options: &options, versions: &OpVersions::AS_IMPORTED };
        let diagnostics = Diagnostics::new(model.dialect(), 100);
        let mut inference = Inference::new(premise, diagnostics, HashMap::new(), Some(SymbolNamer::default()));
        inference.run();
        inference.answers.known.len()
    }

    #[test]
    fn equal_nodes_have_one_answer() {
        assert_eq!(answers("float[4,8] x", "a = Relu (x) b = Relu (a) y = Relu (b)"), 1);
        assert_eq!(answers("float[4,8] x", "a = Relu (x) b = Sigmoid (a) c = Relu (b) y = Sigmoid (c)"), 2);
        assert_eq!(answers("float[N,M] x, float[M,K] w", "a = MatMul (x, w) b = MatMul (x, w) y = Add (a, b)"), 2);
        // An operator can say why the size of a graph input is open, which is not known of its own outputs.
        assert_eq!(answers("float[N,8] x", "a = Relu (x) b = Relu (a) y = Relu (b)"), 2);
    }

    #[test]
    fn other_facts_have_other_answers() {
        assert_eq!(answers("float[N,8] x, float[M,8] z", "a = Relu (x) b = Relu (z) y = Add (a, a)"), 3);
        assert_eq!(answers("float[N,8] x, double[N,8] z", "a = Relu (x) b = Relu (z) y = Add (a, a)"), 3);
        assert_eq!(answers("float[?] x, float[?] z", "a = Relu (x) b = Relu (z) y = Relu (a)"), 2, "reasons differ");
        assert_eq!(answers("float[?] x, float[?] z", "a = Relu (x) y = Relu (a)"), 1);
    }

    #[test]
    fn other_attributes_have_other_answers() {
        let nodes = "a = Softmax <axis = 0> (x) b = Softmax <axis = 1> (a) y = Softmax <axis = 0> (b)";
        assert_eq!(answers("float[8,8] x", nodes), 2);
        let nodes = "a = Transpose <perm = [1,0]> (x) b = Transpose <perm = [0,1]> (x) y = Transpose (x)";
        assert_eq!(answers("float[8,8] x", nodes), 3);
        assert_eq!(answers("float[8] x", "a = LeakyRelu <alpha = 0.5> (x) y = LeakyRelu <alpha = 0.25> (a)"), 2);
    }

    #[test]
    fn omitted_inputs_and_outputs_count() {
        let nodes = "a = Clip (x) b = Clip (x, s) y = Clip (x, , s)";
        assert_eq!(answers("float[8] x, float s", nodes), 3);
        let nodes = "a, m = Dropout (x) b = Dropout (x) y = Dropout (b)";
        assert_eq!(answers("float[8] x", nodes), 2);
    }

    #[test]
    fn nodes_at_fault_have_no_answer() {
        let none = |inputs: &str, nodes: &str| assert_eq!(answers_of(&text(inputs, nodes, "y")), 0, "{nodes}");
        none("float[8] x, float[9] z", "a = Add (x, z) y = Add (x, z)");
        none("float[8] x", "a = Relu <alpha = 1> (x) y = Relu <alpha = 1> (x)");
        none("float[8] x", "a = Unheard (x) y = Unheard (x)");
    }

    #[test]
    fn what_belongs_to_one_node_is_no_answer() {
        // Dimensions that are named after the output.
        assert_eq!(answers("float[8] x", "a = NonZero (x) y = NonZero (x)"), 0);
        // Elements.
        assert_eq!(answers("float[8,N] x", "a = Shape (x) y = Shape (x)"), 0);
        // A reason that names the node.
        assert_eq!(answers("float[8] x, int64[2] s", "a = Reshape (x, s) y = Reshape (x, s)"), 0);
    }

    #[test]
    fn constants_have_their_own_answers() {
        let weights = "<int64[1] p = {0}, int64[1] q = {1}, int64[1] r = {0}>";
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18]> g (float[8,4] x) => (y) {weights}
            {{ a = ReduceMin (x, p) b = ReduceMin (x, q) c = ReduceMin (x, p) y = Identity (x) }}"
        );
        assert_eq!(answers_of(&text), 3);
    }

    #[test]
    fn weights_that_are_too_long_to_read_are_alike() {
        let tensor = |name: &str, size: usize| {
            let elements = vec!["1"; size].join(",");
            format!("float[{size}] {name} = {{{elements}}}")
        };
        let count = |size: usize| {
            let weights = [tensor("v", size), tensor("w", size)].join(", ");
            answers_of(&format!(
                "<ir_version: 9, opset_import: [\"\" : 18]> g (float[2,{size}] x) => (y) <{weights}>
                {{ a = Add (v, w) b = Add (w, v) y = Add (x, a) }}"
            ))
        };
        // The output of a short sum has elements.
        assert_eq!([count(1_024), count(1_025)], [1, 2]);
    }

    #[test]
    fn weights_that_no_operator_reads_are_alike() {
        let weights = "<float[4] v = {1,2,3,4}, float[4] w = {5,6,7,8}, int64[1] size = {4}>";
        let count = |nodes: &str| {
            answers_of(&format!(
                "<ir_version: 9, opset_import: [\"\" : 18]> g (float[2,4] x) => (y) {weights} {{ {nodes} }}"
            ))
        };
        assert_eq!(count("a = Add (x, v) y = Add (a, w)"), 1);
        // Those that nodes compute, too.
        assert_eq!(count("c = ConstantOfShape (size) d = Neg (c) a = Add (x, c) y = Add (a, d)"), 1);
        assert_eq!(count("a = Expand (x, size) y = Expand (a, size)"), 1);
    }

    #[test]
    fn long_shapes_have_answers() {
        let dims = |letter: char| (0..40).map(|at| format!("{letter}_number_{at}")).collect::<Vec<_>>().join(",");
        let inputs = format!("float[{}] x, float[{}] z", dims('a'), dims('b'));
        assert_eq!(answers(&inputs, "a = Add (x, z) b = Add (x, z) y = Add (x, z)"), 1);
    }

    #[test]
    fn lists_are_compared_by_their_elements_or_addresses() {
        let inputs = "float[1,1] x, float[N,M] z";
        assert_eq!(answers(inputs, "s = Shape (z) a = Expand (x, s) b = Expand (x, s) y = Expand (x, s)"), 1);
        let inputs_of_sizes = "float[1,1] x, float[4,8] z, float[4,9] w";
        let nodes = "s = Shape (z) t = Shape (z) u = Shape (w) a = Expand (x, s) b = Expand (x, t) y = Expand (x, u)";
        assert_eq!(answers(inputs_of_sizes, nodes), 2);
        assert_eq!(
            answers(inputs, "s = Shape (z) t = Shape (z) a = Expand (x, s) b = Expand (x, t) y = Expand (x, s)"),
            2
        );
    }

    #[test]
    fn lists_whose_addresses_are_compared_are_kept() {
        let list = |name: &str| -> Arc<[SymInt]> { vec![SymInt::from(&Dim::from(name)); 64].into() };
        let mut answers = Answers::default();
        let kept = list("N");
        answers.keep(Box::from([1]), Answer { outputs: Box::default(), lists: Box::from([Arc::clone(&kept)]) });
        assert_eq!((Arc::strong_count(&kept), answers.list_bytes), (2, bytes_of(&kept)));
        let most = MOST_BYTES / bytes_of(&kept);
        let another =
            |at: u64| (Box::from([1 + at]), Answer { outputs: Box::default(), lists: Box::from([list("M")]) });
        for (key, answer) in (1..most).map(another) {
            answers.keep(key, answer);
        }
        assert_eq!((answers.known.len() as u64, Arc::strong_count(&kept)), (most, 2));
        let (key, answer) = another(most);
        answers.keep(key, answer);
        assert_eq!(
            (answers.known.len(), Arc::strong_count(&kept)),
            (1, 1),
            "all are forgotten when they take too much memory"
        );
    }

    #[test]
    fn a_fault_leaves_the_answers_of_other_nodes() {
        assert_eq!(answers("float[8] x, float[9] z", "a = Add (x, z) b = Relu (x) y = Relu (b)"), 1);
        assert_eq!(answers("float[8] x, float[9] z", "a = Add (x, z) b = Relu (a) y = Relu (b)"), 0);
    }

    #[test]
    fn parameters_of_functions_have_their_own_answers() {
        let main = "g (float[8,8] x) => (y) { a = my.f <k = 1> (x) b = my.f <k = 0> (a) y = my.f <k = 1> (b) }";
        let function = "f <k> (x) => (y) { a = Softmax <axis: int = @k> (x) b = Relu (a) y = Relu (b) }";
        let imports = "opset_import: [\"\" : 18]";
        assert_eq!(
            answers_of(&format!(
                "<ir_version: 9, opset_import: [\"\" : 18, \"my\" : 1]> {main} <domain: \"my\", {imports}> {function}"
            )),
            3
        );
    }

    #[test]
    fn declarations_have_their_own_answers() {
        let text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[N,4] x) => (float[8,4] y) <float[9,4] a>
            { a = Relu (x) b = Relu (x) y = Relu (x) }";
        assert_eq!(answers_of(text), 3);
    }

    #[test]
    fn answers_are_forgotten_when_there_are_many() {
        let input = |at: usize| format!("float[{at}] x{at}");
        let inputs: Vec<String> = (1..=MOST + 7).map(input).collect();
        let nodes: Vec<String> = (1..=MOST + 7).map(|at| format!("v{at} = Relu (x{at})")).collect();
        assert_eq!(answers(&format!("float x, {}", inputs.join(", ")), &nodes.join("\n")), 7);
    }
}
