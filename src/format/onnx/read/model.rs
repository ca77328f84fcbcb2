//! The model record: its graphs and functions, and whether the bytes are a model.

use super::attribute::payloads;
use super::memory;
use super::reader::{GraphMessage, GraphTask, Reader};
use crate::diagnostic::{Diagnostic, are, counted};
use crate::format::onnx::schema::{NEWEST_IR, entry, model, training_info};
use crate::graph::{GraphRole, Status};
use crate::ids::GraphId;
use crate::place::Place;
use crate::protobuf::{Fault, FaultKind, Fields, Wire};
use crate::rules::{malformed_record, trailing_bytes, truncated_model, unknown_ir_version, unreadable_model};
use crate::source::Span;

/// The fields of a `ModelProto`, in file order.
#[derive(Default)]
struct ModelRecords {
    ir_version: Option<i64>,
    graphs: Vec<Span>,
    opsets: Vec<Span>,
    metadata: Vec<Span>,
    training: Vec<Span>,
    functions: Vec<Span>,
    devices: Vec<Span>,
    /// The end of the last known field.
    end: usize,
    /// The number of the field in which the file is truncated.
    cut: Option<u32>,
}

impl Reader<'_> {
    /// Reads a `ModelProto` from all of the bytes.
    pub(crate) fn read_model(&mut self) {
        let all = Span::new(0, self.bytes.len() as u64);
        let mut fields = self.fields(all);
        let mut records = self.top_level(&mut fields);
        self.check_end(&fields, &mut records);
        if records.graphs.is_empty() {
            self.give_up(&fields);
            return;
        }
        self.model.opsets = self.read_imports(&records.opsets, Place::FILE);
        self.set_ir_version(records.ir_version);
        self.read_header();
        self.settle_model_imports();
        self.enqueue_main(&records.graphs, records.cut == Some(model::GRAPH));
        for (index, &record) in records.functions.iter().enumerate() {
            let last = index + 1 == records.functions.len();
            self.function(record, None, last && records.cut == Some(model::FUNCTIONS));
        }
        self.enqueue_training(&records.training);
        self.read_metadata(&records.metadata);
        self.read_devices(&records.devices);
        self.read_graphs();
        self.resolve();
        self.check_node_devices();
    }

    fn top_level(&mut self, fields: &mut Fields<'_>) -> ModelRecords {
        let mut records = ModelRecords::default();
        while let Some(field) = fields.next() {
            let list = match (field.number, field.value) {
                (model::IR_VERSION, Wire::Varint(version)) => {
                    records.ir_version = Some(version.cast_signed());
                    None
                }
                (model::GRAPH, Wire::Payload(span)) => Some((&mut records.graphs, span)),
                (model::OPSET_IMPORT, Wire::Payload(span)) => Some((&mut records.opsets, span)),
                (model::METADATA_PROPS, Wire::Payload(span)) => Some((&mut records.metadata, span)),
                (model::TRAINING_INFO, Wire::Payload(span)) => Some((&mut records.training, span)),
                (model::FUNCTIONS, Wire::Payload(span)) => Some((&mut records.functions, span)),
                (model::CONFIGURATION, Wire::Payload(span)) => Some((&mut records.devices, span)),
                (number, value) => {
                    let known = model::MESSAGE.field(number).is_some() && model::MESSAGE.allows(number, value);
                    if !known {
                        continue;
                    }
                    None
                }
            };
            records.end = fields.offset();
            match list {
                Some(_) if !self.take(1, memory::OTHER) => break,
                Some((list, span)) => list.push(span),
                None => {}
            }
        }
        records
    }

    /// Reports why the fields end before the file does: it is truncated, or something follows the model.
    fn check_end(&mut self, fields: &Fields<'_>, records: &mut ModelRecords) {
        let Some(fault) = fields.fault() else { return };
        let known = self.is_model_field(fault);
        match fault.kind {
            FaultKind::Overrun { payload, needed, left } if known => {
                self.report_truncated(fault, payload, needed, left);
                records.cut = Some(fault.number);
                let rest = Span::new(payload as u64, self.bytes.len() as u64);
                match fault.number {
                    model::GRAPH => records.graphs.push(rest),
                    model::FUNCTIONS => records.functions.push(rest),
                    _ => {}
                }
            }
            FaultKind::Cut if known || (records.graphs.is_empty() && records.ir_version.is_some()) => {
                self.truncated = true;
                let message = "the file ends inside a field, before its data";
                let place = Place::bytes(Span::new(fault.start as u64, self.bytes.len() as u64));
                self.diagnostics
                    .report(Diagnostic::new(&truncated_model::RULE, place, message).help("get the complete file"));
            }
            _ if !records.graphs.is_empty() => self.report_trailing(records.end),
            _ => {}
        }
    }

    /// Whether a field that could not be read is one of `ModelProto`, by its number and wire type.
    fn is_model_field(&self, fault: Fault) -> bool {
        let value = match self.bytes.get(fault.start).map(|tag| tag & 7) {
            Some(0) => Wire::Varint(0),
            Some(2) => Wire::Payload(Span::default()),
            _ => return false,
        };
        model::MESSAGE.field(fault.number).is_some() && model::MESSAGE.allows(fault.number, value)
    }

    fn report_truncated(&mut self, fault: Fault, payload: usize, needed: u64, left: usize) {
        self.truncated = true;
        let (name, size) = (model::MESSAGE.field(fault.number).unwrap_or("?"), self.bytes.len());
        let missing = needed.saturating_sub(left as u64);
        let message =
            format!("the file ends inside field `{name}`: {} {} missing", counted(missing, "byte"), are(missing));
        let note =
            format!("`{name}` starts at byte {payload} and needs {}; the file has {size}", counted(needed, "byte"));
        let place = Place::bytes(Span::new(fault.start as u64, size as u64));
        self.diagnostics.report(
            Diagnostic::new(&truncated_model::RULE, place, message)
                .note(note)
                .help("get the complete file: a download or copy was probably interrupted")
                .data("field", name)
                .data("start", payload)
                .data("needed", needed)
                .data("missing", missing),
        );
    }

    fn report_trailing(&mut self, end: usize) {
        let size = self.bytes.len();
        let extra = size - end.min(size);
        let message = format!("{} after the model {} not part of a field", counted(extra, "byte"), are(extra));
        self.diagnostics.report(
            Diagnostic::new(&trailing_bytes::RULE, Place::bytes(Span::new(end as u64, size as u64)), message)
                .note("onnx's C++ reader skips them; its Python reader and ONNX Runtime reject the file")
                .help(format!("truncate the file after {}", counted(end, "byte")))
                .data("start", end)
                .data("bytes", extra),
        );
    }

    /// There is no graph: reports why the bytes are not a model.
    fn give_up(&mut self, fields: &Fields<'_>) {
        self.model.status = Status::Unreadable;
        if self.truncated {
            return;
        }
        let message = match fields.fault() {
            _ if self.bytes.is_empty() => "the file is empty".to_owned(),
            Some(fault) => {
                format!("not an ONNX model: byte {} does not start a field", fault.start)
            }
            None => "not an ONNX model: it has no `graph`".to_owned(),
        };
        let finding = Diagnostic::new(&unreadable_model::RULE, Place::FILE, message);
        self.diagnostics.report(finding.help("an ONNX model is a `ModelProto` in binary protobuf"));
    }

    fn set_ir_version(&mut self, version: Option<i64>) {
        let newest = NEWEST_IR;
        self.model.ir_version = version;
        let Some(given) = version.filter(|&v| v > 0) else {
            let message = match version {
                Some(given) => format!("the model's IR version is {given}; expected 1 to {newest}"),
                None => format!("the model has no IR version; expected 1 to {newest}"),
            };
            self.diagnostics.report(
                Diagnostic::new(&unknown_ir_version::RULE, Place::FILE, message)
                    .note(format!("checked as IR version {newest}"))
                    .help(self.ir_version_help(&self.model.opsets)),
            );
            return;
        };
        if given > newest {
            let message = format!("IR version {given} is newer than {newest}, the newest known");
            self.diagnostics.report(
                Diagnostic::new(&unknown_ir_version::RULE, Place::FILE, message)
                    .note(format!("checked as IR version {newest}"))
                    .data("ir_version", given),
            );
        }
        self.ir = given.min(newest);
    }

    fn enqueue_main(&mut self, graphs: &[Span], partial: bool) {
        if let [first, second, ..] = graphs {
            let message = format!("the model has {} `graph` fields", graphs.len());
            let place = Place::bytes(self.span(*second));
            self.diagnostics.report(
                Diagnostic::new(&malformed_record::RULE, place, message)
                    .related(Place::bytes(self.span(*first)), "the first one")
                    .note("protobuf merges them into one graph, which is what is checked")
                    .help("remove all but one: a file may have been appended to another"),
            );
        }
        let work = GraphTask { parts: graphs.to_vec(), layout: GraphMessage::Graph, partial, ..GraphTask::default() };
        self.enqueue(GraphRole::Main, work, Place::FILE);
    }

    /// Training graphs see the values of the main graph.
    fn enqueue_training(&mut self, records: &[Span]) {
        for (index, &record) in records.iter().enumerate() {
            let place = Place::FILE.at(self.span(record));
            let mut fields = self.fields(record);
            let (mut initialization, mut algorithm) = (Vec::new(), Vec::new());
            for field in fields.by_ref() {
                match (field.number, field.value) {
                    (number @ (training_info::INITIALIZATION | training_info::ALGORITHM), Wire::Payload(span)) => {
                        let parts =
                            if number == training_info::ALGORITHM { &mut algorithm } else { &mut initialization };
                        if parts.len() == 1 {
                            self.report_again(&training_info::MESSAGE, number, place.at(self.span(span)));
                        }
                        if !self.take(1, memory::OTHER) {
                            break;
                        }
                        parts.push(span);
                    }
                    (training_info::INITIALIZATION_BINDING | training_info::UPDATE_BINDING, Wire::Payload(span)) => {
                        self.training_binding(span, place);
                    }
                    _ => self.unexpected(&training_info::MESSAGE, field, place),
                }
            }
            let partial = self.broken(&fields, &training_info::MESSAGE, record, place);
            for (parts, is_algorithm) in [(initialization, false), (algorithm, true)] {
                if !parts.is_empty() {
                    let outer = Some(GraphId::at(0));
                    let work = GraphTask { parts, outer, depth: 1, partial, ..GraphTask::default() };
                    self.enqueue(GraphRole::Training(index as u32, is_algorithm), work, place);
                }
            }
        }
    }

    /// Records the two names of a binding; decoders use the last field of each number.
    fn training_binding(&mut self, record: Span, place: Place) {
        self.pair_key(record, place);
        for number in [entry::KEY, entry::VALUE] {
            let text = payloads(self.fields(record), number).last();
            let name = text.and_then(|text| self.model.names.intern_bytes(text.of(self.bytes)));
            self.model.training_bindings.extend(name);
        }
    }
}
