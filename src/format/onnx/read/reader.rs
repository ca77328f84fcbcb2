//! The state shared by all parts of the reader: the bytes, the model so far, and the findings.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use hashbrown::{HashMap, HashSet};

use super::external::External;
use super::gap::Gap;
use super::memory;
use super::spans::SpanMap;
use crate::diagnostic::{Diagnostic, Diagnostics, counted};
use crate::dim::Dim;
use crate::fact::ValueType;
use crate::format::onnx::decoded::{self, Record, Refused};
use crate::format::onnx::schema::Message;
use crate::format::options::ReadOptions;
use crate::graph::label::cut_name;
use crate::graph::{Model, OpsetImport, ValueInfo};
use crate::ids::{DeclarationId, GraphId, NameId, OpId};
use crate::limits::Limits;
use crate::place::Place;
use crate::protobuf::{Fault, FaultKind, Field, Fields};
use crate::rules::{invalid_utf8, limit_exceeded, malformed_record};
use crate::source::Span;

/// The largest record that is decoded whole; what is made of it may allocate about a dozen times its length.
const DECODED: u64 = 1 << 20;

/// The state of reading one model.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) model: Model,
    pub(crate) diagnostics: Diagnostics,
    pub(crate) options: &'a ReadOptions,
    /// The IR version whose rules apply: the model's, or the newest if it has none.
    pub(crate) ir: i64,
    /// Operator sets of the model, then of each function.
    pub(crate) opsets: Vec<Opsets>,
    pub(crate) ops: HashMap<(u32, NameId, NameId, NameId), OpId>,
    pub(crate) functions: HashMap<(NameId, NameId, NameId), u32>,
    /// Attribute parameters by position of the function and name.
    pub(crate) parameters: HashSet<(usize, NameId)>,
    /// Symbolic dimensions, each created once.
    pub(crate) symbols: HashMap<String, Dim>,
    /// Types of declarations, by their records.
    pub(crate) types: HashMap<&'a [u8], Arc<ValueType>>,
    /// The memory of lists of numbers while they are read.
    pub(crate) ints: Vec<i64>,
    /// One per graph of the model.
    pub(crate) work: Vec<GraphTask>,
    pub(crate) infos: Vec<Info>,
    pub(crate) external: External,
    /// Whether undefined inputs become the model's inputs instead of errors: a single message.
    pub(crate) open: bool,
    /// Names that become graph inputs of a single message.
    pub(crate) free: Vec<NameId>,
    /// What the declaration of each input of the main graph omits, even if an output or a `value_info` of the same name has it.
    pub(crate) input_gaps: Vec<Option<Gap>>,
    /// The number of findings that are known not to explain an undefined name, or to explain one already.
    pub(crate) explained: usize,
    /// Imports of version 0, with the position of their operator sets, their domain, and the function's graph: their level
    /// depends on whether a node uses them.
    pub(crate) zero_imports: Vec<(u32, NameId, OpsetImport, Option<GraphId>)>,
    /// Whether a node that spells out the domain `ai.onnx` was reported.
    pub(crate) spelled_out: bool,
    /// Whether the file is truncated; what is missing is then not reported.
    pub(crate) truncated: bool,
    spans: Option<&'a SpanMap>,
    /// The number of records that the limits still allow.
    left: usize,
    /// The bytes of memory that they still allow for records.
    bytes_left: u64,
}

/// The versions that apply in the model's graphs or in one function.
#[derive(Default)]
pub(crate) struct Opsets {
    /// By domain, where `ai.onnx` is the empty one.
    pub(crate) versions: HashMap<NameId, Option<i64>>,
    /// Whether there are no imports, which has been reported.
    pub(crate) absent: bool,
}

/// The reading of one graph, pending or done.
#[derive(Default)]
pub(crate) struct GraphTask {
    /// The payloads of its record; several if the file repeats the field.
    pub(crate) parts: Vec<Span>,
    /// The message it is read from.
    pub(crate) layout: GraphMessage,
    /// The index of its operator sets.
    pub(crate) opsets: u32,
    /// The outer graph, whose values are visible in it.
    pub(crate) outer: Option<GraphId>,
    /// The number of outer graphs.
    pub(crate) depth: usize,
    /// Whether part of it is missing; consequences are then not reported.
    pub(crate) partial: bool,
    /// The range of its value infos.
    pub(crate) infos: Range<usize>,
    /// The range of its quantization annotations.
    pub(crate) annotations: Range<usize>,
}

/// The message that a graph is read from.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum GraphMessage {
    #[default]
    Graph,
    /// By position among the model's functions.
    Function(u32),
    /// A single node.
    Node,
}

/// One entry of `value_info`.
pub(crate) struct Info {
    pub(crate) name: NameId,
    pub(crate) declaration: DeclarationId,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        mut model: Model,
        bytes: &'a Bytes,
        options: &'a ReadOptions,
        spans: Option<&'a SpanMap>,
    ) -> Reader<'a> {
        model.omits_weights = options.no_weights;
        // The records of a text are longer than it, and in memory besides it.
        let file_bytes = bytes.len().min(model.source().bytes().len()) as u64;
        Reader {
            bytes,
            diagnostics: Diagnostics::new(model.dialect(), options.limits.max_diagnostics),
            external: External::new(model.source(), &options.limits),
            model,
            options,
            ir: crate::format::onnx::schema::NEWEST_IR,
            opsets: vec![Opsets::default()],
            ops: HashMap::new(),
            functions: HashMap::new(),
            parameters: HashSet::new(),
            symbols: HashMap::new(),
            types: HashMap::new(),
            ints: Vec::new(),
            work: Vec::new(),
            infos: Vec::new(),
            open: false,
            zero_imports: Vec::new(),
            spelled_out: false,
            free: Vec::new(),
            input_gaps: Vec::new(),
            explained: 0,
            truncated: false,
            spans,
            left: options.limits.max_records.min(u32::MAX as usize / 2),
            bytes_left: options.limits.max_record_bytes.saturating_add(6 * file_bytes),
        }
    }

    /// The model as read, with the findings.
    pub(crate) fn finish(mut self) -> Model {
        self.report_external_files();
        self.join_missing_data();
        self.model.incomplete_graphs.sort_unstable();
        for (graph, work) in self.work.iter().enumerate() {
            let graph = GraphId::at(graph);
            let infos = self.infos.get(work.infos.clone()).unwrap_or(&[]);
            let entry = |i: &Info| ValueInfo { graph, name: i.name, declaration: i.declaration };
            self.model.infos.extend(infos.iter().map(entry));
        }
        self.model.findings = self.diagnostics.into_findings();
        self.model
    }

    /// The location of a record in the file.
    pub(crate) fn span(&self, record: Span) -> Span {
        self.spans.map_or(record, |map| map.place(record))
    }

    /// Whether a graph's record lacks part of the text.
    pub(crate) fn is_partial(&self, record: Span) -> bool {
        self.spans.is_some_and(|map| map.is_partial(record))
    }

    pub(crate) fn fields(&self, record: Span) -> Fields<'a> {
        Fields::new(self.bytes, record)
    }

    /// The text at `span`; `None` if it is not UTF-8.
    pub(crate) fn str(&self, span: Span) -> Option<&'a str> {
        std::str::from_utf8(span.of(self.bytes)).ok()
    }

    /// Interns the text at `span`, and reports it if it is not UTF-8.
    pub(crate) fn name(&mut self, span: Span, field: &'static str, place: Place) -> NameId {
        if let Some(name) = self.model.names.intern_bytes(span.of(self.bytes)) {
            return name;
        }
        self.report_utf8(field, span, place);
        if !self.take_replaced(span) {
            return NameId::EMPTY;
        }
        self.model.names.intern(&String::from_utf8_lossy(span.of(self.bytes)))
    }

    /// Takes what the limits still allow for the bytes of a name that the file does not have, because others are no UTF-8.
    pub(crate) fn take_replaced(&mut self, span: Span) -> bool {
        let bytes = span.of(self.bytes);
        let more = String::from_utf8_lossy(bytes).len().saturating_sub(bytes.len()) as u64;
        self.take(0, memory::REPLACED_BYTE * more)
    }

    pub(crate) fn report_utf8(&mut self, field: &str, span: Span, place: Place) {
        let bytes = span.of(self.bytes);
        let bad = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), |_| 0);
        let text = String::from_utf8_lossy(bytes);
        let message = format!("`{field}` is not valid UTF-8 from byte {bad}: `{}`", excerpt(&text));
        let finding = Diagnostic::new(&invalid_utf8::RULE, place.at(place.span.unwrap_or(self.span(span))), message);
        self.diagnostics.report(
            finding
                .note("all ONNX strings are UTF-8; some decoders reject the whole file")
                .help("encode the name as UTF-8")
                .data("field", field)
                .data("offset", span.start.saturating_add(bad as u64)),
        );
    }

    /// A name in a message about a record that refers to it, of which there may be very many.
    pub(crate) fn shown(&self, name: NameId) -> Cow<'_, str> {
        cut_name(self.model.name(name))
    }

    /// Takes `records` and the bytes of memory that they occupy together from the limits. `false`, and a finding, if less is
    /// left.
    pub(crate) fn take(&mut self, records: usize, memory: u64) -> bool {
        let bytes = self.bytes_left.checked_sub(memory);
        if let (Some(left), Some(bytes)) = (self.left.checked_sub(records), bytes) {
            (self.left, self.bytes_left) = (left, bytes);
            return true;
        }
        let Limits { max_records, max_record_bytes, .. } = self.options.limits;
        // The limit that was reached first stays the one that is reported.
        let is_memory = self.bytes_left == 0 || self.left >= records;
        let (message, limit) = if is_memory {
            self.bytes_left = 0;
            let message = format!(
                "the records of the file take more memory than {max_record_bytes} bytes and six times the file, \
                 `max_record_bytes`"
            );
            (message, max_record_bytes)
        } else {
            let message =
                format!("the file has more than {max_records} nodes, values, attributes, and tensors (`max_records`)");
            (message, max_records as u64)
        };
        self.left = 0;
        self.diagnostics.report(
            Diagnostic::new(&limit_exceeded::RULE, Place::FILE, message)
                .note("the rest was not read")
                .data("limit", limit),
        );
        false
    }

    /// How many records the limits still allow.
    pub(crate) fn left(&self) -> usize {
        self.left
    }

    /// Whether a record's fields ended before the record did, which is reported.
    pub(crate) fn broken(&mut self, fields: &Fields<'_>, message: &Message, record: Span, place: Place) -> bool {
        let Some(fault) = fields.fault() else { return false };
        let text = describe(fault, message, record);
        let place = place.at(place.span.unwrap_or(self.span(record)));
        let mut finding = Diagnostic::new(&malformed_record::RULE, place, text).label("not read completely");
        if let FaultKind::Overrun { needed, left, .. } = fault.kind {
            finding = finding.data("needed", needed).data("left", left);
        }
        self.diagnostics.report(finding.note("decoders reject the whole file").data("offset", fault.start));
        true
    }

    /// Reports a known field with an unexpected wire type.
    pub(crate) fn unexpected(&mut self, message: &Message, field: Field, place: Place) {
        if message.allows(field.number, field.value) {
            return;
        }
        let name = message.field(field.number).unwrap_or("?");
        let text = format!("field `{name}` of this `{}` is stored as {}", message.name, field.value.name());
        let start = Span::new(field.start as u64, field.start as u64);
        let place = place.at(place.span.unwrap_or(self.span(start)));
        self.diagnostics.report(
            Diagnostic::new(&malformed_record::RULE, place, text)
                .note("decoders skip it as an unknown field")
                .data("field", name),
        );
    }

    /// Reports a message that may occur once and does again. Decoders merge it with the ones before it.
    pub(crate) fn report_again(&mut self, message: &Message, number: u32, place: Place) {
        let name = message.field(number).unwrap_or("?");
        let text = format!("field `{name}` of this `{}` occurs more than once", message.name);
        self.diagnostics.report(
            Diagnostic::new(&malformed_record::RULE, place, text)
                .note("protobuf merges them: lists are joined, and of other fields the last one counts")
                .help("remove all but one: a file may have been appended to another")
                .data("field", name),
        );
    }

    /// Decodes a small record. `None`, and a finding, if it cannot be decoded.
    pub(crate) fn decode<R: Record>(&mut self, span: Span, what: &str, place: Place) -> Option<R> {
        let place = place.at(place.span.unwrap_or(self.span(span)));
        if span.len() > DECODED {
            let message = format!("this `{what}` has {} bytes, more than {DECODED}", span.len());
            self.diagnostics.report(
                Diagnostic::new(&limit_exceeded::RULE, place, message)
                    .note("it was not read")
                    .data("bytes", span.len())
                    .data("limit", DECODED),
            );
            return None;
        }
        decoded::decode(self.bytes, span).map_err(|why| self.refuse(what, why, place)).ok()
    }

    fn refuse(&mut self, what: &str, why: Refused, place: Place) {
        let rule = if why == Refused::Utf8 { &invalid_utf8::RULE } else { &malformed_record::RULE };
        let finding = Diagnostic::new(rule, place, format!("this `{what}` cannot be decoded: {}", why.text()));
        self.diagnostics.report(finding.note("it was ignored").data("record", what));
    }
}

/// Describes the field at which a record ends.
fn describe(fault: Fault, message: &Message, record: Span) -> String {
    let (this, field) = (message.name, field_name(message, fault));
    let at = (fault.start as u64).saturating_sub(record.start);
    match fault.kind {
        FaultKind::Cut => {
            let len = counted(record.len(), "byte");
            format!("{field} of this `{this}` is truncated: the record ends after {len}")
        }
        FaultKind::Overrun { needed, left, .. } => {
            let needed = counted(needed, "byte");
            format!("{field} of this `{this}` needs {needed}, but the record has only {left} more")
        }
        FaultKind::NoField => format!("byte {at} of this `{this}` does not start a field"),
    }
}

/// A field in a message.
pub(crate) fn field_name(message: &Message, fault: Fault) -> String {
    match (message.field(fault.number), fault.number) {
        (Some(name), _) => format!("field `{name}`"),
        (None, 0) => "a field".to_owned(),
        (None, number) => format!("field {number}"),
    }
}

/// The start of a text, for a message.
pub(crate) fn excerpt(text: &str) -> &str {
    match text.char_indices().nth(40) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
