//! Attributes: one scan finds which fields hold the value, a second one reads lists.

use std::sync::Arc;

use super::memory;
use super::reader::{GraphMessage, GraphTask, Reader};
use crate::diagnostic::Diagnostic;
use crate::fact::ValueType;
use crate::format::onnx::schema::{ATTRIBUTE_TYPES, attribute};
use crate::graph::{Attribute, AttributeType, AttributeValue, GraphRole, SparseTensor};
use crate::ids::{GraphId, NameId, NodeId};
use crate::place::{Part, Place};
use crate::protobuf;
use crate::protobuf::{Fields, Wire};
use crate::rules::malformed_record;
use crate::source::Span;

/// The owner of an attribute, for the subgraphs in it.
#[derive(Clone, Copy)]
pub(crate) struct Owner {
    pub(crate) graph: GraphId,
    /// `None` for the default of a function's parameter.
    pub(crate) node: Option<NodeId>,
}

/// The bit of the type with this field; 0 if there is none.
const fn bit(number: u32) -> u16 {
    let mut at = 0;
    while at < ATTRIBUTE_TYPES.len() {
        if ATTRIBUTE_TYPES[at].1 == number {
            return 1 << at;
        }
        at += 1;
    }
    0
}

/// What the first scan finds.
#[derive(Default)]
struct AttributeFields {
    name: NameId,
    declared: Option<u64>,
    reference: NameId,
    /// The types whose fields are present, one bit each.
    present: u16,
    int: i64,
    float: f32,
    /// The payload of `s`, `t`, `g`, `tp` or `sparse_tensor`, whichever came last.
    payload: Span,
    /// Whether a message that may occur once does again.
    again: bool,
}

impl Reader<'_> {
    /// Reads an `AttributeProto`; `None`, and a finding, if its record is malformed.
    pub(crate) fn attribute(&mut self, record: Span, owner: Owner, place: Place) -> Option<Attribute> {
        let span = self.span(record);
        let (draft, whole) = self.attribute_draft(record, place);
        if !whole {
            return None;
        }
        let place = place.part(Part::Attribute(draft.name)).at(span);
        let value = self.attribute_value(&draft, record, owner, place);
        Some(Attribute { name: draft.name, value, span })
    }

    fn attribute_draft(&mut self, record: Span, place: Place) -> (AttributeFields, bool) {
        let mut draft = AttributeFields::default();
        let mut fields = self.fields(record);
        while let Some(field) = fields.next() {
            match (field.number, field.value) {
                (attribute::INTS, Wire::Varint(_)) => fields.next_varints(attribute::INTS, |_| {}),
                (attribute::FLOATS, Wire::Fixed32(_)) => fields.next_floats(attribute::FLOATS, |_| {}),
                (attribute::NAME, Wire::Payload(text)) => draft.name = self.name(text, "name", place),
                (attribute::TYPE, Wire::Varint(number)) => draft.declared = Some(number),
                (attribute::REF_ATTR_NAME, Wire::Payload(text)) => {
                    draft.reference = self.name(text, "ref_attr_name", place)
                }
                (attribute::F, Wire::Fixed32(bits)) => draft.float = f32::from_bits(bits),
                (attribute::I, Wire::Varint(number)) => draft.int = number.cast_signed(),
                (
                    number @ (attribute::T | attribute::G | attribute::TP | attribute::SPARSE_TENSOR),
                    Wire::Payload(payload),
                ) => {
                    if draft.present & bit(number) != 0 && !draft.again {
                        draft.again = true;
                        self.report_again(&attribute::MESSAGE, number, place.at(self.span(payload)));
                    }
                    draft.payload = payload;
                }
                (attribute::S, Wire::Payload(text)) => draft.payload = text,
                (number, value) => {
                    if !attribute::MESSAGE.allows(number, value) {
                        self.unexpected(&attribute::MESSAGE, field, place);
                        continue;
                    }
                }
            }
            draft.present |= bit(field.number);
        }
        let whole = !self.broken(&fields, &attribute::MESSAGE, record, place);
        (draft, whole)
    }

    fn attribute_value(&mut self, draft: &AttributeFields, record: Span, owner: Owner, place: Place) -> AttributeValue {
        let declared = match draft.declared {
            None | Some(0) => None,
            Some(number) => match ATTRIBUTE_TYPES.get((number - 1) as usize) {
                Some(&(kind, _)) => Some(kind),
                None => {
                    self.report_kind(draft, number, place);
                    return AttributeValue::Malformed(None);
                }
            },
        };
        if !draft.reference.is_empty() {
            return match declared {
                Some(kind) if draft.present == 0 => {
                    self.check_reference(draft.reference, owner, place);
                    AttributeValue::Reference(draft.reference, kind)
                }
                _ => AttributeValue::Malformed(declared),
            };
        }
        let found = draft.found();
        match (declared, found) {
            (_, Err(())) => AttributeValue::Malformed(declared),
            (Some(kind), Ok(None)) => empty(kind),
            (Some(kind), Ok(Some(found))) if kind == found => self.value(draft, kind, record, owner, place),
            (Some(kind), Ok(Some(_))) => AttributeValue::Malformed(Some(kind)),
            (None, Ok(Some(found))) => {
                self.report_untyped(draft, found, place);
                self.value(draft, found, record, owner, place)
            }
            (None, Ok(None)) => AttributeValue::Malformed(None),
        }
    }

    fn report_kind(&mut self, draft: &AttributeFields, number: u64, place: Place) {
        let message = format!("attribute `{}` has type {number}; expected 1 to 14", self.model.name(draft.name));
        self.diagnostics.report(Diagnostic::new(&malformed_record::RULE, place, message).data("type", number));
    }

    /// From IR version 2, an attribute has a `type`.
    fn report_untyped(&mut self, draft: &AttributeFields, found: AttributeType, place: Place) {
        if self.ir < 2 {
            return;
        }
        let (name, kind) = (self.model.name(draft.name), found.name());
        let message = format!("attribute `{name}` has no `type`; its value has type {kind}");
        self.diagnostics.report(
            Diagnostic::new(&malformed_record::RULE, place, message)
                .note("ONNX Runtime treats such an attribute as one without a value")
                .help(format!("set `type` to {kind}"))
                .data("kind", kind),
        );
    }

    fn value(
        &mut self,
        draft: &AttributeFields,
        kind: AttributeType,
        record: Span,
        owner: Owner,
        place: Place,
    ) -> AttributeValue {
        let payload = draft.payload;
        match kind {
            AttributeType::Graph => {
                let parts = if draft.again { self.parts(record) } else { vec![payload] };
                self.body(draft.name, parts, 0, owner, place)
                    .map_or(AttributeValue::Malformed(Some(kind)), AttributeValue::Graph)
            }
            AttributeType::Int => AttributeValue::Int(draft.int),
            AttributeType::Float => AttributeValue::Float(draft.float),
            AttributeType::String => AttributeValue::String(payload.of(self.bytes).into()),
            // Whatever would follow from a part of the value has been reported.
            AttributeType::Tensor if draft.again => AttributeValue::Tensor(self.unknown_tensor(payload)),
            AttributeType::Type if draft.again => AttributeValue::Type(ValueType::Unknown),
            AttributeType::SparseTensor if draft.again => {
                let tensor = SparseTensor { values: self.unknown_tensor(payload), indices: None, shape: None };
                AttributeValue::SparseTensor(Arc::new(tensor))
            }
            AttributeType::Tensor => AttributeValue::Tensor(self.tensor(payload, place)),
            AttributeType::Type => {
                AttributeValue::Type(self.type_proto(payload, draft.name, place).unwrap_or(ValueType::Unknown))
            }
            AttributeType::SparseTensor => match self.sparse(payload, place) {
                Some(sparse) => AttributeValue::SparseTensor(Arc::new(sparse.tensor)),
                None => AttributeValue::Malformed(Some(kind)),
            },
            AttributeType::Ints | AttributeType::Floats => self.numbers(kind, record),
            _ => self.records(draft, kind, record, owner, place),
        }
    }

    fn numbers(&mut self, kind: AttributeType, record: Span) -> AttributeValue {
        const LONG: u64 = 4096;
        if kind == AttributeType::Ints && record.len() > LONG {
            return self.long_ints(record);
        }
        // A number takes at least one byte: the length of the record bounds what is allocated.
        if !self.take(usize::try_from(record.len() / 8).unwrap_or(usize::MAX), record.len()) {
            return AttributeValue::Malformed(Some(kind));
        }
        let mut fields = self.fields(record);
        let (mut ints, mut floats): (Vec<i64>, Vec<f32>) = (std::mem::take(&mut self.ints), Vec::new());
        ints.clear();
        while let Some(field) = fields.next() {
            match (field.number, field.value) {
                (attribute::INTS, Wire::Payload(run)) => {
                    ints.extend(protobuf::varints(run.of(self.bytes)).map(u64::cast_signed));
                }
                (attribute::INTS, Wire::Varint(first)) => {
                    ints.push(first.cast_signed());
                    fields.next_varints(attribute::INTS, |next| ints.push(next.cast_signed()));
                }
                (attribute::FLOATS, Wire::Payload(run)) => {
                    floats.extend(run.of(self.bytes).as_chunks().0.iter().map(|word| f32::from_le_bytes(*word)));
                }
                (attribute::FLOATS, Wire::Fixed32(first)) => {
                    floats.push(f32::from_bits(first));
                    fields.next_floats(attribute::FLOATS, |next| floats.push(next));
                }
                _ => {}
            }
        }
        // One that takes a byte of the file takes more in memory.
        let more = (memory::INTEGER * ints.len() as u64).saturating_sub(record.len());
        let value = match kind {
            _ if !self.take(0, more) => AttributeValue::Malformed(Some(kind)),
            AttributeType::Ints => AttributeValue::Ints(ints.as_slice().into()),
            _ => AttributeValue::Floats(floats.into()),
        };
        self.ints = ints;
        value
    }

    /// A long list of integers, without a copy.
    fn long_ints(&mut self, record: Span) -> AttributeValue {
        fn each(fields: Fields<'_>, bytes: &[u8], mut visit: impl FnMut(i64)) {
            for field in fields.filter(|field| field.number == attribute::INTS) {
                match field.value {
                    Wire::Payload(run) => {
                        protobuf::varints(run.of(bytes)).for_each(|number| visit(number.cast_signed()))
                    }
                    Wire::Varint(number) => visit(number.cast_signed()),
                    _ => {}
                }
            }
        }
        let mut count = 0;
        each(self.fields(record), self.bytes, |_| count += 1);
        if !self.take(count / 8, memory::INTEGER * count as u64) {
            return AttributeValue::Malformed(Some(AttributeType::Ints));
        }
        let mut ints: Arc<[i64]> = std::iter::repeat_n(0, count).collect();
        if let Some(ints) = Arc::get_mut(&mut ints) {
            let mut slots = ints.iter_mut();
            each(self.fields(record), self.bytes, |number| slots.next().into_iter().for_each(|slot| *slot = number));
        }
        AttributeValue::Ints(ints)
    }

    /// Lists of records: strings, tensors, subgraphs, types.
    fn records(
        &mut self,
        draft: &AttributeFields,
        kind: AttributeType,
        record: Span,
        owner: Owner,
        place: Place,
    ) -> AttributeValue {
        let number = ATTRIBUTE_TYPES.iter().find(|k| k.0 == kind).map_or(0, |k| k.1);
        // They are counted first: the span of an empty one takes eight times its bytes of the file.
        let count = payloads(self.fields(record), number).count();
        if !self.take(count, memory::TEXT * count as u64) {
            return AttributeValue::Malformed(Some(kind));
        }
        let mut spans: Vec<Span> = Vec::with_capacity(count);
        spans.extend(payloads(self.fields(record), number));
        match kind {
            AttributeType::Strings => AttributeValue::Strings(spans.iter().map(|s| s.of(self.bytes).into()).collect()),
            AttributeType::Tensors => AttributeValue::Tensors(spans.iter().map(|&s| self.tensor(s, place)).collect()),
            AttributeType::SparseTensors => {
                let all: Vec<SparseTensor> =
                    spans.iter().filter_map(|&s| self.sparse(s, place)).map(|s| s.tensor).collect();
                AttributeValue::SparseTensors(all.into())
            }
            AttributeType::Types => {
                let types = spans.iter().map(|&s| self.type_proto(s, draft.name, place));
                AttributeValue::Types(types.map(|t| t.unwrap_or(ValueType::Unknown)).collect())
            }
            _ => {
                let bodies = spans.iter().enumerate();
                let bodies: Option<Arc<[GraphId]>> =
                    bodies.map(|(i, &s)| self.body(draft.name, vec![s], i as u32, owner, place)).collect();
                bodies.map_or(AttributeValue::Malformed(Some(kind)), AttributeValue::Graphs)
            }
        }
    }

    /// The parts of a subgraph that occurs more than once, as far as there is memory for them.
    fn parts(&mut self, record: Span) -> Vec<Span> {
        let all = payloads(self.fields(record), attribute::G);
        all.take_while(|_| self.take(1, memory::OTHER)).collect()
    }

    /// Queues a subgraph to be read, which may be in several parts; `None` if no node owns it, or there is no
    /// memory for it.
    fn body(&mut self, name: NameId, parts: Vec<Span>, index: u32, owner: Owner, place: Place) -> Option<GraphId> {
        let node = owner.node?;
        let outer = self.work.get(owner.graph.index())?;
        let (depth, opsets) = (outer.depth + 1, outer.opsets);
        let work = GraphTask {
            parts,
            layout: GraphMessage::Graph,
            opsets,
            outer: Some(owner.graph),
            depth,
            ..GraphTask::default()
        };
        let role = GraphRole::Body { owner: node, attribute: name, index };
        self.enqueue(role, work, place)
    }
}

impl AttributeFields {
    /// The one type whose field is present, if any; an error if there are several.
    fn found(&self) -> Result<Option<AttributeType>, ()> {
        match self.present.count_ones() {
            0 => Ok(None),
            1 => Ok(ATTRIBUTE_TYPES.get(self.present.trailing_zeros() as usize).map(|k| k.0)),
            _ => Err(()),
        }
    }
}

/// The value of an attribute that declares a type but has no field: writers without field presence omit zeros, empty
/// strings and empty lists.
fn empty(kind: AttributeType) -> AttributeValue {
    match kind {
        AttributeType::Int => AttributeValue::Int(0),
        AttributeType::Float => AttributeValue::Float(0.0),
        AttributeType::String => AttributeValue::String(Arc::new([])),
        AttributeType::Ints => AttributeValue::Ints(Arc::new([])),
        AttributeType::Floats => AttributeValue::Floats(Arc::new([])),
        AttributeType::Strings => AttributeValue::Strings(Arc::new([])),
        AttributeType::Tensors => AttributeValue::Tensors(Arc::new([])),
        AttributeType::SparseTensors => AttributeValue::SparseTensors(Arc::new([])),
        AttributeType::Graphs => AttributeValue::Graphs(Arc::new([])),
        AttributeType::Types => AttributeValue::Types(Arc::new([])),
        AttributeType::Tensor | AttributeType::SparseTensor | AttributeType::Graph | AttributeType::Type => {
            AttributeValue::Malformed(Some(kind))
        }
    }
}

/// The payloads of the fields of one number.
pub(crate) fn payloads<'a>(fields: Fields<'a>, number: u32) -> impl Iterator<Item = Span> + use<'a> {
    fields.filter(move |f| f.number == number).filter_map(|f| match f.value {
        Wire::Payload(span) => Some(span),
        _ => None,
    })
}
