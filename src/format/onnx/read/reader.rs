//! What every part of the reader works with: the bytes, the model as far as it is filled, and the findings.

use std::ops::Range;

use bytes::Bytes;
use hashbrown::{HashMap, HashSet};

use super::external::External;
use super::spans::SpanMap;
use crate::diagnostic::{Diagnostic, Diagnostics, counted};
use crate::dim::Dim;
use crate::format::onnx::schema::Message;
use crate::format::options::ReadOptions;
use crate::graph::{Model, ValueInfo};
use crate::ids::{DeclarationId, GraphId, NameId, OpId};
use crate::place::Place;
use crate::protobuf::{Fault, FaultKind, Field, Fields};
use crate::rules::{invalid_utf8, limit_exceeded, malformed_record};
use crate::source::Span;

/// Records that prost decodes whole are small; what it may allocate for one is some dozen times its length.
const DECODED: u64 = 1 << 20;

/// The state of reading one model.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) model: Model,
    pub(crate) sink: Diagnostics,
    pub(crate) options: &'a ReadOptions,
    /// Which rules of the IR apply: the model's version, or the newest where it gives none.
    pub(crate) ir: i64,
    /// Operator sets of the model, then of each function.
    pub(crate) opsets: Vec<Opsets>,
    pub(crate) ops: HashMap<(u32, NameId, NameId, NameId), OpId>,
    pub(crate) functions: HashMap<(NameId, NameId, NameId), u32>,
    /// Attribute parameters: position of the function, name.
    pub(crate) parameters: HashSet<(usize, NameId)>,
    /// Named dimensions, each made once.
    pub(crate) symbols: HashMap<String, Dim>,
    /// One for each graph of the model.
    pub(crate) work: Vec<GraphTask>,
    pub(crate) infos: Vec<Info>,
    pub(crate) external: External,
    /// Whether inputs without a producer are the model's inputs rather than faults: a single message.
    pub(crate) open: bool,
    /// Names that become graph inputs of a single message.
    pub(crate) free: Vec<NameId>,
    /// Whether the file ends too early, so that what is missing is no fault of its own.
    pub(crate) truncated: bool,
    records: Bytes,
    spans: Option<&'a SpanMap>,
    /// Records that the limits still allow.
    left: usize,
}

/// The versions that apply in the model's graphs or in one function.
#[derive(Default)]
pub(crate) struct Opsets {
    /// By domain, where `ai.onnx` is the empty one.
    pub(crate) versions: HashMap<NameId, Option<i64>>,
    /// Whether nothing is imported at all and a finding says so.
    pub(crate) absent: bool,
}

/// What is to be read, or was, of one graph.
#[derive(Default)]
pub(crate) struct GraphTask {
    /// The payloads of its record; several where the file has the field several times.
    pub(crate) parts: Vec<Span>,
    /// What kind of record it is.
    pub(crate) layout: GraphMessage,
    /// Position of its operator sets.
    pub(crate) opsets: u32,
    /// The graph whose values it sees as well.
    pub(crate) outer: Option<GraphId>,
    /// Graphs around it.
    pub(crate) depth: usize,
    /// Whether something of it is missing, so that what follows from that is no fault of its own.
    pub(crate) partial: bool,
    /// Positions of its value infos.
    pub(crate) infos: Range<usize>,
    /// Positions of its quantization annotations.
    pub(crate) annotations: Range<usize>,
}

/// The message that a graph is read from.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum GraphMessage {
    #[default]
    Graph,
    /// By position among the model's functions.
    Function(u32),
    /// A node alone.
    Node,
}

/// One entry of `value_info`.
pub(crate) struct Info {
    pub(crate) name: NameId,
    pub(crate) declaration: DeclarationId,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        model: Model,
        bytes: &'a Bytes,
        options: &'a ReadOptions,
        spans: Option<&'a SpanMap>,
    ) -> Reader<'a> {
        Reader {
            bytes,
            sink: Diagnostics::new(model.dialect(), options.limits.max_diagnostics),
            external: External::new(model.source()),
            model,
            options,
            ir: crate::format::onnx::schema::NEWEST_IR,
            opsets: vec![Opsets::default()],
            ops: HashMap::new(),
            functions: HashMap::new(),
            parameters: HashSet::new(),
            symbols: HashMap::new(),
            work: Vec::new(),
            infos: Vec::new(),
            open: false,
            free: Vec::new(),
            truncated: false,
            records: bytes.clone(),
            spans,
            left: options.limits.max_records.min(u32::MAX as usize / 2),
        }
    }

    /// The model as it was read, with what was found.
    pub(crate) fn finish(mut self) -> Model {
        self.model.incomplete_graphs.sort_unstable();
        for (graph, work) in self.work.iter().enumerate() {
            let graph = GraphId::at(graph);
            let infos = self.infos.get(work.infos.clone()).unwrap_or(&[]);
            let entry = |i: &Info| ValueInfo { graph, name: i.name, declaration: i.declaration };
            self.model.infos.extend(infos.iter().map(entry));
        }
        self.model.findings = self.sink.into_findings();
        self.model
    }

    /// Where a record stands in the file.
    pub(crate) fn span(&self, record: Span) -> Span {
        self.spans.map_or(record, |map| map.place(record))
    }

    /// Whether a graph's record lacks something that stands in the text.
    pub(crate) fn is_partial(&self, record: Span) -> bool {
        self.spans.is_some_and(|map| map.is_partial(record))
    }

    pub(crate) fn fields(&self, record: Span) -> Fields<'a> {
        Fields::new(self.bytes, record)
    }

    /// The text at `span`; `None` if it is no UTF-8.
    pub(crate) fn str(&self, span: Span) -> Option<&'a str> {
        std::str::from_utf8(span.of(self.bytes)).ok()
    }

    /// Interns the text at `span`, and reports it if it is no UTF-8.
    pub(crate) fn name(&mut self, span: Span, field: &'static str, place: Place) -> NameId {
        if let Some(name) = self.model.names.intern_bytes(span.of(self.bytes)) {
            return name;
        }
        self.report_utf8(field, span, place);
        let text = String::from_utf8_lossy(span.of(self.bytes));
        self.model.names.intern(&text)
    }

    pub(crate) fn report_utf8(&mut self, field: &str, span: Span, place: Place) {
        let bytes = span.of(self.bytes);
        let bad = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), |_| 0);
        let text = String::from_utf8_lossy(bytes);
        let message = format!("`{field}` is not valid UTF-8 from byte {bad}: {:?}", excerpt(&text));
        let finding = Diagnostic::new(&invalid_utf8::RULE, place.at(place.span.unwrap_or(self.span(span))), message);
        self.sink.report(
            finding
                .note("all ONNX strings are UTF-8; some decoders reject the whole file")
                .help("encode the name as UTF-8")
                .data("field", field)
                .data("offset", span.start.saturating_add(bad as u64)),
        );
    }

    /// Takes `records` from what the limits allow. `false`, and a finding, if there are not so many left.
    pub(crate) fn take(&mut self, records: usize) -> bool {
        if let Some(left) = self.left.checked_sub(records) {
            self.left = left;
            return true;
        }
        self.left = 0;
        let limit = self.options.limits.max_records;
        let message = format!("the file has more than {limit} nodes, values, attributes and tensors");
        self.sink.report(
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

    /// Whether a record's fields ended before the record did; a finding says so.
    pub(crate) fn broken(&mut self, fields: &Fields<'_>, message: &Message, record: Span, place: Place) -> bool {
        let Some(fault) = fields.fault() else { return false };
        let text = describe(fault, message, record);
        let place = place.at(place.span.unwrap_or(self.span(record)));
        let mut finding = Diagnostic::new(&malformed_record::RULE, place, text).label("not read completely");
        if let FaultKind::Overrun { needed, left, .. } = fault.kind {
            finding = finding.data("needed", needed).data("left", left);
        }
        self.sink.report(finding.note("decoders reject the whole file").data("offset", fault.start));
        true
    }

    /// Reports a known field that is stored in another way than its type is.
    pub(crate) fn unexpected(&mut self, message: &Message, field: Field, place: Place) {
        if message.allows(field.number, field.value) {
            return;
        }
        let name = message.field(field.number).unwrap_or("?");
        let text = format!("field `{name}` of this `{}` is stored as {}", message.name, field.value.name());
        let start = Span::new(field.start as u64, field.start as u64);
        let place = place.at(place.span.unwrap_or(self.span(start)));
        self.sink.report(
            Diagnostic::new(&malformed_record::RULE, place, text)
                .note("decoders skip it as an unknown field")
                .data("field", name),
        );
    }

    /// Decodes a small record. `None`, and a finding, if it cannot be decoded.
    pub(crate) fn decode<M: prost::Message + Default>(&mut self, span: Span, what: &str, place: Place) -> Option<M> {
        let place = place.at(place.span.unwrap_or(self.span(span)));
        if span.len() > DECODED {
            let message = format!("this `{what}` has {} bytes, more than {DECODED}", span.len());
            self.sink.report(
                Diagnostic::new(&limit_exceeded::RULE, place, message)
                    .note("it was not read")
                    .data("bytes", span.len())
                    .data("limit", DECODED),
            );
            return None;
        }
        let range = span.start as usize..(span.end as usize).min(self.records.len());
        let range = range.start.min(range.end)..range.end;
        M::decode(self.records.slice(range)).map_err(|error| self.refuse(what, &error.to_string(), place)).ok()
    }

    fn refuse(&mut self, what: &str, error: &str, place: Place) {
        let rule = if error.contains("UTF-8") { &invalid_utf8::RULE } else { &malformed_record::RULE };
        let why = error.rsplit(": ").next().unwrap_or(error);
        let finding = Diagnostic::new(rule, place, format!("this `{what}` cannot be decoded: {why}"));
        self.sink.report(finding.note("it was ignored").data("record", what));
    }
}

/// What a message says of the field at which a record ends.
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

/// What a message calls a field.
pub(crate) fn field_name(message: &Message, fault: Fault) -> String {
    match (message.field(fault.number), fault.number) {
        (Some(name), _) => format!("field `{name}`"),
        (None, 0) => "a field".to_owned(),
        (None, number) => format!("field {number}"),
    }
}

/// The beginning of a text, for a message.
pub(crate) fn excerpt(text: &str) -> &str {
    match text.char_indices().nth(40) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
