//! The walk from the model's record to the records that change.

use std::iter::Peekable;
use std::vec::IntoIter;

use bytes::Bytes;

use super::patch::{Patches, RecordId};
use super::plan::{Edit, EditPlan, GraphEdit, Target};
use super::{record, tensor};
use crate::format::onnx::schema::{
    attribute, function, graph, model, node, sparse_tensor, tensor_annotation, training_info, value_info,
};
use crate::protobuf;
use crate::protobuf::{Field, Fields, Wire};
use crate::rewrite::WriteError;
use crate::source::Span;

/// The messages that contain other messages.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Message {
    Model,
    Training,
    Graph,
    Function,
    Node,
    Attribute,
    Sparse,
    Tensor,
    /// One that contains none of these.
    Leaf,
}

/// A record that the walk is in.
struct RecordFrame<'a> {
    message: Message,
    payload: Span,
    /// `None` for the file, which has no length.
    id: Option<RecordId>,
    fields: Fields<'a>,
    /// Non-repeated fields that were seen, one bit each.
    seen: u32,
    edit: Option<GraphEdit<'a>>,
    /// Where new initializers and inputs are inserted: after the existing ones.
    initializers: Option<u64>,
    inputs: Option<u64>,
}

struct Walk<'a> {
    source: &'a [u8],
    targets: Peekable<IntoIter<Target<'a>>>,
    patches: Patches,
    stack: Vec<RecordFrame<'a>>,
}

/// The patches that apply a plan.
pub(crate) fn patches(source: &Bytes, plan: EditPlan<'_>) -> Result<Patches, WriteError> {
    patches_in(source, Message::Model, Span::new(0, source.len() as u64), plan.targets)
}

/// The payload of a record with edits of records inside it, in the order of the file.
pub(crate) fn edited(
    source: &Bytes,
    message: Message,
    payload: Span,
    targets: Vec<Target<'_>>,
) -> Result<Vec<Bytes>, WriteError> {
    Ok(patches_in(source, message, payload, targets)?.apply_in(source, payload).into_pieces())
}

fn patches_in(
    source: &Bytes,
    message: Message,
    payload: Span,
    targets: Vec<Target<'_>>,
) -> Result<Patches, WriteError> {
    let targets = targets.into_iter().peekable();
    let mut walk = Walk { source, targets, patches: Patches::default(), stack: Vec::new() };
    if walk.targets.peek().is_some() {
        walk.enter(message, payload, None, None);
    }
    while let Some(frame) = walk.stack.last_mut() {
        match frame.fields.next() {
            Some(field) => walk.field(field)?,
            None => walk.leave()?,
        }
    }
    match walk.targets.next() {
        Some(missed) => Err(not_found(&missed)),
        None => Ok(walk.patches),
    }
}

fn not_found(target: &Target<'_>) -> WriteError {
    WriteError::structure(target.record.start, "no record of the model starts here")
}

impl Message {
    /// The message in a field, and whether the field may occur only once.
    pub(crate) fn inside(self, number: u32) -> Option<(Message, bool)> {
        Some(match (self, number) {
            (Message::Model, model::GRAPH)
            | (Message::Training, training_info::INITIALIZATION | training_info::ALGORITHM)
            | (Message::Attribute, attribute::G) => (Message::Graph, true),
            (Message::Attribute, attribute::GRAPHS) => (Message::Graph, false),
            (Message::Model, model::TRAINING_INFO) => (Message::Training, false),
            (Message::Model, model::FUNCTIONS) => (Message::Function, false),
            (Message::Graph, graph::NODE) | (Message::Function, function::NODE) => (Message::Node, false),
            (Message::Node, node::ATTRIBUTE) | (Message::Function, function::ATTRIBUTE_PROTO) => {
                (Message::Attribute, false)
            }
            (Message::Graph, graph::INITIALIZER) | (Message::Attribute, attribute::TENSORS) => (Message::Tensor, false),
            (Message::Attribute, attribute::T) | (Message::Sparse, sparse_tensor::VALUES | sparse_tensor::INDICES) => {
                (Message::Tensor, true)
            }
            (Message::Graph, graph::SPARSE_INITIALIZER) | (Message::Attribute, attribute::SPARSE_TENSORS) => {
                (Message::Sparse, false)
            }
            (Message::Attribute, attribute::SPARSE_TENSOR) => (Message::Sparse, true),
            _ => return None,
        })
    }
}

impl<'a> Walk<'a> {
    fn enter(&mut self, message: Message, payload: Span, id: Option<RecordId>, edit: Option<GraphEdit<'a>>) {
        let fields = Fields::new(self.source, payload);
        self.stack.push(RecordFrame { message, payload, id, fields, seen: 0, edit, initializers: None, inputs: None });
    }

    /// Visits a field of the innermost record.
    fn field(&mut self, field: Field) -> Result<(), WriteError> {
        let Some(frame) = self.stack.last_mut() else { return Ok(()) };
        let Wire::Payload(payload) = field.value else { return Ok(()) };
        let whole = Span::new(field.start as u64, frame.fields.offset() as u64);
        let inside = frame.message.inside(field.number);
        frame.once(field, inside)?;
        match (frame.message, field.number) {
            (Message::Graph, graph::INITIALIZER) => frame.initializers = Some(whole.end),
            (Message::Graph, graph::INPUT) => frame.inputs = Some(whole.end),
            _ => {}
        }
        let id = frame.id;
        let target = match self.targets.peek() {
            Some(target) if target.record.start < payload.start => return Err(not_found(target)),
            Some(target) if target.record == payload => self.targets.next(),
            Some(target) if target.record.start < payload.end => {
                let Some((message, _)) = inside else { return Err(not_found(target)) };
                let inner = self.enclose(field, payload, id);
                self.enter(message, payload, Some(inner), None);
                return Ok(());
            }
            _ => None,
        };
        match target.map(|target| target.edit) {
            Some(edit) => self.edit(edit, field, whole, payload),
            None if frame_drops(self.stack.last(), self.source, field.number, payload) => {
                self.patches.replace(id, whole, Vec::new());
            }
            None => {}
        }
        Ok(())
    }

    fn enclose(&mut self, field: Field, payload: Span, outer: Option<RecordId>) -> RecordId {
        self.patches.enclose(payload, self.length(field, payload), outer)
    }

    /// The location of the length of a field's payload.
    fn length(&self, field: Field, payload: Span) -> Span {
        let tag =
            self.source.get(field.start..).and_then(|bytes| protobuf::varint(bytes).ok()).map_or(0, |(_, len)| len);
        Span::new((field.start + tag) as u64, payload.start)
    }

    fn edit(&mut self, edit: Edit<'a>, field: Field, whole: Span, payload: Span) {
        let Some(frame) = self.stack.last() else { return };
        let (id, inside) = (frame.id, frame.message.inside(field.number));
        match edit {
            Edit::Cut => self.patches.replace(id, whole, Vec::new()),
            Edit::Replace(with) => self.patches.replace(id, whole, with),
            Edit::Payload(with) => {
                let at = Span::new(self.length(field, payload).start, payload.end);
                let mut record = Vec::with_capacity(with.len() + 1);
                record.push(record::varint(record::len(&with)));
                record.extend(with);
                self.patches.replace(id, at, record);
            }
            Edit::Graph(edit) => {
                let inner = self.enclose(field, payload, id);
                let message = inside.map_or(Message::Graph, |(message, _)| message);
                self.enter(message, payload, Some(inner), Some(*edit));
            }
        }
    }

    /// Ends the innermost record.
    fn leave(&mut self) -> Result<(), WriteError> {
        let Some(frame) = self.stack.pop() else { return Ok(()) };
        // Bytes after the model's fields are copied with them.
        if let Some(fault) = frame.fields.fault().filter(|_| frame.id.is_some()) {
            return Err(WriteError::structure(fault.start as u64, "no field starts here"));
        }
        let Some(edit) = frame.edit else { return Ok(()) };
        if let Some((at, field)) = edit.other {
            self.patches.replace(frame.id, at, field);
        }
        for (at, fields) in [(frame.inputs, edit.inputs), (frame.initializers, edit.initializers)] {
            if !fields.is_empty() {
                let at = at.unwrap_or(frame.payload.end);
                self.patches.replace(frame.id, Span::new(at, at), fields);
            }
        }
        Ok(())
    }
}

impl RecordFrame<'_> {
    /// Decoders merge repeated records of a field that should occur once; one of them is not complete.
    fn once(&mut self, field: Field, inside: Option<(Message, bool)>) -> Result<(), WriteError> {
        if let Some((_, true)) = inside {
            let bit = 1 << (field.number % 32);
            if self.seen & bit != 0 {
                return Err(WriteError::structure(
                    field.start as u64,
                    "a record that may occur only once occurs again",
                ));
            }
            self.seen |= bit;
        }
        Ok(())
    }
}

/// Whether a field is about a removed value.
fn frame_drops(frame: Option<&RecordFrame<'_>>, source: &[u8], number: u32, payload: Span) -> bool {
    let Some((frame, edit)) = frame.and_then(|frame| Some((frame, frame.edit.as_ref()?))) else { return false };
    let gone = match (frame.message, number) {
        (Message::Graph, graph::VALUE_INFO | graph::QUANTIZATION_ANNOTATION)
        | (Message::Function, function::VALUE_INFO) => &edit.gone,
        (Message::Graph, graph::INPUT) => &edit.gone_inputs,
        _ => return false,
    };
    // The name is the first field of both messages.
    const { assert!(value_info::NAME == tensor_annotation::TENSOR_NAME) };
    !gone.is_empty() && gone.contains(tensor::text(source, payload, value_info::NAME).unwrap_or(&[]))
}
