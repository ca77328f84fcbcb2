//! The record of a graph or function: its fields in the order of the file, without those that were removed, and new
//! ones after the last of their kind.

use hashbrown::{HashMap, HashSet};
use std::iter::Peekable;

use bytes::Bytes;

use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan, payload};
use crate::format::onnx::schema::{function, graph};
use crate::graph::{GraphRole, NodeIds};
use crate::ids::{GraphId, NodeId, TensorId, ValueId};
use crate::protobuf::Field;
use crate::rewrite::WriteError;
use crate::source::Span;

/// The fields of a graph's record that edits change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    Node,
    Initializer,
    Sparse,
    Input,
    Output,
    Info,
    Annotation,
    /// Never changed.
    Other,
}

/// The message that a graph's record is.
pub(super) fn message_of(role: GraphRole) -> Message {
    if matches!(role, GraphRole::Function(_)) { Message::Function } else { Message::Graph }
}

/// In the order in which serializers write them.
const PARTS: [Part; 5] = [Part::Node, Part::Initializer, Part::Input, Part::Output, Part::Info];

impl Part {
    pub(super) fn of(message: Message, number: u32) -> Part {
        match (message, number) {
            (Message::Graph, graph::NODE) | (Message::Function, function::NODE) => Part::Node,
            (Message::Graph, graph::INITIALIZER) => Part::Initializer,
            (Message::Graph, graph::SPARSE_INITIALIZER) => Part::Sparse,
            (Message::Graph, graph::INPUT) | (Message::Function, function::INPUT) => Part::Input,
            (Message::Graph, graph::OUTPUT) | (Message::Function, function::OUTPUT) => Part::Output,
            (Message::Graph, graph::VALUE_INFO) | (Message::Function, function::VALUE_INFO) => Part::Info,
            (Message::Graph, graph::QUANTIZATION_ANNOTATION) => Part::Annotation,
            _ => Part::Other,
        }
    }

    /// The number of its field; `None` where the message has no such field.
    pub(super) fn number(self, message: Message) -> Option<u32> {
        let graph = message == Message::Graph;
        Some(match self {
            Part::Node => [function::NODE, graph::NODE][usize::from(graph)],
            Part::Input => [function::INPUT, graph::INPUT][usize::from(graph)],
            Part::Output => [function::OUTPUT, graph::OUTPUT][usize::from(graph)],
            Part::Info => [function::VALUE_INFO, graph::VALUE_INFO][usize::from(graph)],
            Part::Initializer if graph => graph::INITIALIZER,
            _ => return None,
        })
    }
}

/// A graph being written.
pub(super) struct Draft<'m> {
    pub(super) graph: GraphId,
    pub(super) message: Message,
    pub(super) out: Output<'m>,
    /// The nodes that are not written yet.
    nodes: Peekable<NodeIds<'m>>,
    /// The next node of the file.
    next: u32,
    /// By name in the file: values that were changed or, if `None`, removed. Empty if no record of the file has such names.
    pub(super) renamed: HashMap<&'m str, Option<ValueId>>,
    /// By record: initializers of such values.
    pub(super) initializers: HashMap<Span, (TensorId, Option<ValueId>)>,
    /// The inputs of the file that remain, by position, and the new ones.
    pub(super) inputs: HashMap<u32, ValueId>,
    pub(super) new_inputs: Vec<ValueId>,
    /// The position of the next input in the file.
    pub(super) next_input: u32,
    /// The records of outputs in the file; taken when the outputs are written.
    pub(super) outputs: Option<Vec<Span>>,
    /// The names whose declared types stay, if not all do.
    pub(super) declarable: Option<HashSet<&'m str>>,
    /// The names whose types the file has.
    pub(super) declared: HashSet<&'m str>,
}

impl<'m> Encoder<'m> {
    /// The record of a graph or function that is new or changed.
    pub(super) fn graph(&mut self, graph: GraphId) -> Result<Vec<Bytes>, WriteError> {
        let model = self.model;
        let (role, span) = (model.graph(graph).role, model.graph(graph).span);
        let message = message_of(role);
        let (ends, outputs) = self.ends(message, span)?;
        let mut draft = self.draft(graph, message, outputs);
        if ends.contains_key(&Part::Info) || ends.contains_key(&Part::Annotation) {
            draft.renamed = self.edits.renamed(graph).map(|(name, value)| (self.model.name(name), value)).collect();
        }
        match role {
            _ if self.edits.is_read(graph) => {}
            GraphRole::Function(function) => self.new_function(&mut draft.out, function),
            _ if model.graph(graph).name.is_empty() => {}
            _ => draft.out.add().text(graph::NAME, model.name(model.graph(graph).name).as_bytes()),
        }
        let mut scan = Scan::new(model.records(), message, span);
        while let Some((field, whole)) = scan.next()? {
            let part = Part::of(message, field.number);
            match payload(field) {
                Some(payload) => self.field(&mut draft, part, field, whole, payload)?,
                None => self.copy(&mut draft.out, message, field, whole)?,
            }
            if ends.get(&part) == Some(&whole.end) {
                self.added(&mut draft, part)?;
            }
        }
        for part in PARTS.into_iter().filter(|part| !ends.contains_key(part)) {
            self.added(&mut draft, part)?;
        }
        Ok(draft.out.finish())
    }

    fn draft(&self, graph: GraphId, message: Message, outputs: Vec<Span>) -> Draft<'m> {
        let (inputs, new_inputs) = self.edits.inputs(graph);
        Draft {
            graph,
            message,
            out: Output::new(self.model.records()),
            nodes: self.model.nodes_of(graph).peekable(),
            next: self.model.graph(graph).nodes.start,
            renamed: HashMap::new(),
            initializers: self.edits.initializers(graph),
            inputs,
            new_inputs,
            next_input: 0,
            outputs: Some(outputs),
            declarable: self.edits.declarable_names(graph),
            declared: HashSet::new(),
        }
    }

    /// Where the last field of each part ends, and the payloads of the outputs.
    fn ends(&self, message: Message, record: Span) -> Result<(HashMap<Part, u64>, Vec<Span>), WriteError> {
        let (mut ends, mut outputs) = (HashMap::new(), Vec::new());
        let mut scan = Scan::new(self.model.records(), message, record);
        while let Some((field, whole)) = scan.next()? {
            let part = Part::of(message, field.number);
            ends.insert(part, whole.end);
            outputs.extend(payload(field).filter(|_| part == Part::Output));
        }
        Ok((ends, outputs))
    }

    /// Copies, replaces, or omits a field of the file.
    fn field(
        &mut self,
        draft: &mut Draft<'m>,
        part: Part,
        field: Field,
        whole: Span,
        payload: Span,
    ) -> Result<(), WriteError> {
        match part {
            Part::Node => return self.read_node(draft, field, whole, payload),
            Part::Initializer | Part::Sparse if draft.initializers.contains_key(&payload) => {
                return self.changed_initializer(draft, field, payload);
            }
            Part::Input => return self.read_input(draft, field, whole, payload),
            Part::Output => return self.outputs(draft),
            Part::Info => return self.read_info(draft, field, whole, payload),
            Part::Annotation if !draft.renamed.is_empty() => return self.annotation(draft, field, payload),
            _ => {}
        }
        self.copy(&mut draft.out, draft.message, field, whole)
    }

    /// Adds what is new after the last field of a part.
    fn added(&mut self, draft: &mut Draft<'m>, part: Part) -> Result<(), WriteError> {
        match part {
            Part::Node => self.nodes_before(draft, None),
            Part::Initializer => self.new_initializers(draft),
            Part::Input => self.new_inputs(draft),
            Part::Output => self.outputs(draft),
            Part::Info => self.new_infos(draft),
            Part::Sparse | Part::Annotation | Part::Other => Ok(()),
        }
    }

    /// A node of the file, after the new ones before it. One that could not be read stays where it is.
    fn read_node(&mut self, draft: &mut Draft<'m>, field: Field, whole: Span, payload: Span) -> Result<(), WriteError> {
        let id = NodeId::new(draft.next);
        let is_next =
            self.model.graph(draft.graph).nodes.contains(&id.position()) && self.model.node(id).span() == payload;
        draft.next += u32::from(is_next);
        if is_next && self.model.is_removed(id) {
            return Ok(());
        }
        if is_next && self.edits.is_reordered(draft.graph) {
            return self.node_in_place(draft, field, whole, id);
        }
        if is_next {
            self.nodes_before(draft, Some(id))?;
            draft.nodes.next();
        }
        if !is_next || !self.edits.is_changed_node(id) {
            return self.copy(&mut draft.out, draft.message, field, whole);
        }
        let record = self.node(id)?;
        draft.out.add().message(field.number, record);
        Ok(())
    }

    /// In a graph whose nodes have another order: the node that comes where the file has `there`, after new ones before it.
    fn node_in_place(
        &mut self,
        draft: &mut Draft<'m>,
        field: Field,
        whole: Span,
        there: NodeId,
    ) -> Result<(), WriteError> {
        for id in draft.nodes.by_ref() {
            let is_read = self.edits.is_read_node(id);
            if id == there && !self.edits.is_changed_node(id) {
                return self.copy(&mut draft.out, draft.message, field, whole);
            }
            let record = match is_read && !self.edits.is_changed_node(id) {
                true => self.copied(Message::Node, self.model.node(id).span())?,
                false => self.node(id)?,
            };
            draft.out.add().message(field.number, record);
            if is_read {
                break;
            }
        }
        Ok(())
    }

    /// Writes the new nodes up to one of the file, or to the end.
    fn nodes_before(&mut self, draft: &mut Draft<'m>, end: Option<NodeId>) -> Result<(), WriteError> {
        let Some(number) = Part::Node.number(draft.message) else { return Ok(()) };
        while let Some(id) = draft.nodes.next_if(|&id| Some(id) != end) {
            if self.edits.is_read_node(id) {
                let node = self.model.describe(id);
                return Err(WriteError::Inconsistent(format!("{node} is not where the file has it")));
            }
            let record = self.node(id)?;
            draft.out.add().message(number, record);
        }
        Ok(())
    }
}
