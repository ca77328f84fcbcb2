//! OpenVINO IR: XML and weights become a [`Model`].
//!
//! The reader is as lenient as OpenVINO. What OpenVINO's writers emit, now or in the past, is accepted; what they never
//! emit is reported; what OpenVINO rejects is reported as an error, and reading continues.

mod body;
mod constant;
mod constant_size;
mod edge;
mod edge_errors;
mod example_values;
mod fragment;
mod graph;
mod known_port;
mod layer;
mod memory;
mod metadata;
mod names;
mod operator;
mod plain_edge;
mod port;
mod port_map;
mod root;
mod runtime_attribute;
mod weights;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use bytes::Bytes;
use hashbrown::{HashMap, HashSet};

use self::operator::LayerType;
use super::xml::{Mode, Xml};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::{Dialect, Format};
use crate::fact::ValueType;
use crate::format::encoding;
use crate::format::options::ReadOptions;
use crate::graph::{Model, OpName, Status};
use crate::ids::{NameId, NodeId, OpId};
use crate::limits::Limits;
use crate::place::Place;
use crate::rule::Rule;
use crate::rules::unreadable_model;
use crate::source::{Source, Span};
pub(crate) use fragment::next_layer;
pub(crate) use operator::opset_of;

/// Reads an IR file, or single layers. Weights are those given, or in the `.bin` file next to the model.
pub(crate) fn read(source: Source, weights: Option<Bytes>, options: &ReadOptions) -> Model {
    start(source, weights, options, Format::OpenVinoIr, |reading| reading.file())
}

/// Reads the examples of a page of the operator specification.
pub(crate) fn read_examples(source: Source, options: &ReadOptions) -> Model {
    start(source, None, options, Format::SpecExample, |reading| reading.examples())
}

fn start(
    source: Source,
    given: Option<Bytes>,
    options: &ReadOptions,
    format: Format,
    read: impl FnOnce(&mut IrReader<'_>),
) -> Model {
    let bytes = source.bytes().clone();
    let (mut text, finding) = encoding::text_of(&bytes);
    let source = match &text {
        Cow::Borrowed(text) => source.with_bytes(bytes.slice_ref(text.as_bytes())),
        Cow::Owned(text) => source.with_bytes(text.clone()),
    };
    if format == Format::SpecExample && text.contains("< !--") {
        text = Cow::Owned(fragment::relaxed(&text));
    }
    // The text may be in another encoding than the file; writing needs the bytes of the file.
    let model = Model { records: bytes.clone(), ..Model::new(source, format) };
    let mut reading = IrReader::new(model, &text, options, given);
    if let Some(finding) = finding {
        reading.diagnostics.report(finding);
    }
    reading.check_zero_bytes();
    read(&mut reading);
    reading.finish()
}

/// A file being read.
struct IrReader<'a> {
    text: &'a str,
    mode: Mode,
    model: Model,
    diagnostics: Diagnostics,
    limits: &'a Limits,
    /// The opset of a page, if it states one.
    opset: Option<i64>,
    weights: weights::Weights,
    /// Bodies whose graphs have ids but have not been read yet.
    queue: VecDeque<body::Pending>,
    /// The ends of skipped bodies.
    bodies: HashMap<usize, usize>,
    /// Recorded types, shared by ports of the same type and dims.
    types: HashMap<Box<[i64]>, Arc<ValueType>>,
    /// Dimensions of the port being read.
    dims: Vec<i64>,
    /// Their locations.
    dim_spans: Vec<Span>,
    known_ports: known_port::KnownPorts<'a>,
    /// Operators by type and version as written.
    spellings: HashMap<(NameId, NameId), OpId>,
    layer_types: HashMap<NameId, LayerType>,
    ops: HashMap<OpName, OpId>,
    /// Layers without an input port to which an edge leads: a port map may refer to it too.
    short: HashSet<NodeId>,
    /// Where the XML tree is broken, if it is.
    broken: Option<usize>,
    /// The bytes of memory that the limits still allow for records.
    bytes_left: u64,
    /// The finding of a limit on records that was exceeded.
    cut: Option<Diagnostic>,
}

impl<'a> IrReader<'a> {
    fn new(mut model: Model, text: &'a str, options: &'a ReadOptions, given: Option<Bytes>) -> IrReader<'a> {
        model.omits_weights = options.no_weights;
        let mode = if model.format == Format::SpecExample { Mode::Fragment } else { Mode::File };
        IrReader {
            text,
            mode,
            diagnostics: Diagnostics::new(Dialect::OpenVino, options.limits.max_diagnostics),
            limits: &options.limits,
            opset: None,
            weights: weights::Weights::new(&model, given, options),
            model,
            queue: VecDeque::new(),
            bodies: HashMap::new(),
            types: HashMap::new(),
            dims: Vec::new(),
            dim_spans: Vec::new(),
            known_ports: known_port::KnownPorts::default(),
            spellings: HashMap::new(),
            layer_types: HashMap::new(),
            ops: HashMap::new(),
            short: HashSet::new(),
            broken: None,
            bytes_left: options.limits.max_record_bytes.saturating_add(6 * text.len() as u64),
            cut: None,
        }
    }

    fn finish(mut self) -> Model {
        // A page needs no weights.
        if self.mode == Mode::File {
            self.report_weights();
        }
        self.model.port_spans.finish();
        self.model.incomplete_graphs.sort_unstable();
        self.model.incomplete_graphs.dedup();
        self.model.findings = self.diagnostics.into_findings();
        // It is never one of those that are not listed.
        self.cut.take().into_iter().for_each(|finding| self.model.findings.insert(0, finding.into()));
        let model = &self.model;
        let excused: Vec<bool> = model.findings.iter().map(|finding| model.is_elided(finding)).collect();
        let mut excused = excused.into_iter();
        self.model.findings.retain(|_| excused.next() != Some(true));
        if self.model.status == Status::Unreadable {
            // The graph of these findings has been dropped; their bytes still exist.
            for finding in self.model.findings.iter_mut().map(Arc::make_mut) {
                let places = finding.related.iter_mut().map(|label| &mut label.place);
                places.chain([&mut finding.place]).for_each(|place| *place = Place { span: place.span, ..Place::FILE });
            }
        }
        self.model
    }

    /// A cursor over a part of the file.
    fn xml(&mut self, part: std::ops::Range<usize>) -> Xml<'a> {
        let mut xml = Xml::new(self.text, part, self.mode);
        xml.bodies = std::mem::take(&mut self.bodies);
        xml
    }

    /// Takes over the state and the findings of a cursor.
    fn done(&mut self, mut xml: Xml<'a>) {
        self.bodies = std::mem::take(&mut xml.bodies);
        self.broken = self.broken.or(xml.broken);
        self.take_faults(xml);
    }

    fn take_faults(&mut self, xml: Xml<'a>) {
        for (rule, level, count) in xml.dropped_faults() {
            self.diagnostics.count_dropped(rule, level, count);
        }
        for finding in xml.faults {
            self.diagnostics.report(finding);
        }
    }

    fn report(&mut self, rule: &'static Rule, place: Place, message: String) {
        self.diagnostics.report(Diagnostic::new(rule, place, message));
    }

    /// For OpenVINO's parser, a zero byte ends the text; after the last element it is harmless.
    fn check_zero_bytes(&mut self) {
        let text = self.text.trim_end_matches('\0');
        if let Some(at) = memchr::memchr(0, text.as_bytes()) {
            let place = Place::bytes(Span::new(at as u64, at as u64 + 1));
            let finding = Diagnostic::new(&unreadable_model::RULE, place, "a zero byte within the text")
                .note("OpenVINO treats it as the end of the file")
                .help("the file is damaged: copy or export it again");
            self.diagnostics.report(finding);
        }
    }
}
