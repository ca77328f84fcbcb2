//! ONNX text: the syntax of `onnx.parser` and `onnx.printer`, converted to records of the binary format.
//!
//! Accepts everything that the reference parser of ONNX 1.23 accepts, and what its printer writes but it cannot read:
//! names of operators, domains and attributes that are not identifiers, data that it could not print (`...`), lists of
//! tensors, graphs and types, graph names in quotes. It also accepts what our own listing writes: `{… sha256:…}` for
//! omitted data, `sparse_tensor(float[5]) w = {float[2] {1,2}, int64[2] {0,3}}`, and elements by value of types that the
//! reference writes as bits: `float16[2] w = {1.0,-0.5}`, `int4[3] w = {-8,0,7}`.
//!
//! A text without a header (`<ir_version: 8, …>`) is read as the newest IR version with the newest operator sets. A
//! syntax error costs the enclosing node or list entry; an operator of the domain `shapewright.unreadable` replaces
//! such a node, so that readers of its outputs are not reported.

mod attribute;
mod cursor;
mod fault;
mod graph;
mod header;
mod parser;
mod records;
mod recover;
mod tensor;
#[cfg(test)]
mod tests;
mod two_forms;
mod types;

use std::sync::Arc;

use crate::format::onnx::schema::{self, NEWEST_IR};
use crate::graph::UNREADABLE;
use cursor::Fault;
pub(crate) use cursor::{Cursor, comment_len, comments, is_space};
use parser::Parser;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::{Dialect, Format};
use crate::format::onnx::read;
use crate::format::onnx::read::SpanMap;
use crate::format::options::ReadOptions;
use crate::graph::{Model, Status};
use crate::ops;
use crate::place::Place;
use crate::source::{Source, Span};

/// How far into a text a graph's `=>` is looked for, to tell what the text is.
const SNIFFED: usize = 1 << 20;

/// The longest text that is read. Records take up to a dozen times its length, and their lengths 35 bits.
pub(crate) const LONGEST: u64 = 1 << 31;

/// Whether a text seems to be one of ours: it begins with a header, or with a graph or function without one.
pub(crate) fn looks_like(text: &[u8]) -> bool {
    let text = &text[..text.len().min(SNIFFED)];
    let mut cursor = Cursor::new(text, start_of(text));
    if cursor.eat("<") {
        return header::is_key(cursor.identifier()) && cursor.eat(":");
    }
    if !matches!(cursor.name(), Ok(Some(_))) {
        return false;
    }
    if cursor.eat("(") {
        recover::to_end_of_list(&mut cursor);
    }
    cursor.eat("=>") && cursor.peek() == Some(b'(')
}

/// The operator set of a domain that a text without a header is read with.
fn newest_opset(domain: &str) -> i64 {
    ops::latest_version(Dialect::Onnx, domain).unwrap_or(1)
}

/// Where the text starts: after a byte order mark, which some editors put there.
fn start_of(text: &[u8]) -> usize {
    if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}

impl Model {
    /// Reads ONNX text, the syntax of `onnx.parser`, whatever its name and first bytes say that it is.
    pub fn from_onnx_text(source: Source, options: &ReadOptions) -> Model {
        read(source, options)
    }
}

/// Reads a text.
pub(crate) fn read(source: Source, options: &ReadOptions) -> Model {
    let Written { records, spans, found, findings } = write(source.bytes(), options);
    let mut model = if found {
        read::read_mapped(source, records.into(), &spans, options)
    } else {
        Model { status: Status::Unreadable, ..Model::new(source, Format::OnnxText) }
    };
    model.format = Format::OnnxText;
    let mut all = Diagnostics::new(Dialect::Onnx, options.limits.max_diagnostics);
    findings.iter().chain(&model.findings).for_each(|finding| all.take(finding));
    model.findings = all.into_findings();
    model
}

/// What a text was turned into.
struct Written {
    /// A `ModelProto`.
    records: Vec<u8>,
    spans: SpanMap,
    /// Whether there is a graph.
    found: bool,
    findings: Vec<Arc<Diagnostic>>,
}

fn write(text: &[u8], options: &ReadOptions) -> Written {
    let mut diagnostics = Diagnostics::new(Dialect::Onnx, options.limits.max_diagnostics);
    if text.len() as u64 > LONGEST {
        let message = format!("the text has {} bytes, more than {LONGEST}", text.len());
        let finding = Diagnostic::new(&crate::rules::limit_exceeded::RULE, Place::FILE, message);
        diagnostics.report(finding.note("it was not read").data("bytes", text.len()).data("limit", LONGEST));
        let (records, spans) = (Vec::new(), SpanMap::default());
        return Written { records, spans, found: false, findings: diagnostics.into_findings() };
    }
    let mut parser = Parser::new(text, start_of(text), diagnostics);
    let found = parser.model();
    let (records, spans) = parser.out.finish();
    Written { records, spans, found, findings: parser.diagnostics.into_findings() }
}

impl Parser<'_> {
    /// Takes a whole model; whether there is a graph.
    fn model(&mut self) -> bool {
        let start = self.cursor.start();
        let has_header = self.cursor.eat("<");
        if has_header {
            self.entries(Self::model_entry);
        }
        if !self.main_graph() {
            return false;
        }
        while self.cursor.peek().is_some() {
            self.function();
        }
        if !has_header || self.has_faulty_header {
            self.newest_versions();
        }
        if !has_header && self.diagnostics.findings().is_empty() {
            self.report_no_header(start);
        }
        if self.domains.contains(UNREADABLE.as_bytes()) && !self.imported.contains(UNREADABLE.as_bytes()) {
            self.import(UNREADABLE, 1);
        }
        true
    }

    /// Takes the main graph; whether there is one.
    fn main_graph(&mut self) -> bool {
        let start = self.cursor.start();
        let open = self.out.begin_at(schema::model::GRAPH, start);
        self.owner = Some(open);
        let header: Result<(), Fault> = self.graph_header();
        let Err(fault) = header else {
            self.body(open, schema::graph::NODE);
            return true;
        };
        // Errors before the nodes that follow from an earlier one are not reported.
        if self.diagnostics.findings().is_empty() {
            self.report(fault);
        }
        self.lose();
        recover::to_body(&mut self.cursor);
        self.lost_to_the_end();
        if self.cursor.eat("{") {
            self.body(open, schema::graph::NODE);
            return true;
        }
        self.out.end_at(open, self.cursor.end());
        self.has_graph
    }

    /// Gives the model the versions that its header does not, or not so that they can be read.
    fn newest_versions(&mut self) {
        if !self.has_ir_version {
            self.out.int(schema::model::IR_VERSION, NEWEST_IR);
        }
        self.domains.insert(b"".into());
        let domains: Vec<String> = self.domains.iter().map(|d| String::from_utf8_lossy(d).into_owned()).collect();
        let missing = |d: &&String| *d != UNREADABLE && !self.imported.contains(d.as_bytes());
        let missing: Vec<&String> = domains.iter().filter(missing).collect();
        for domain in missing {
            self.import(domain, newest_opset(domain));
        }
    }

    fn report_no_header(&mut self, start: usize) {
        let message =
            format!("the text has no header; it is read as IR version {} with opset {}", NEWEST_IR, newest_opset(""));
        let place = Place::bytes(Span::new(start as u64, start as u64));
        self.diagnostics.report(
            Diagnostic::new(&crate::rules::missing_text_header::RULE, place, message)
                .label("expected `<ir_version: …, opset_import: […]>` before the graph")
                .help("begin the text with `<ir_version: 8, opset_import: [\"\" : 18]>`, with the versions it is written for"),
        );
    }

    fn import(&mut self, domain: &str, version: i64) {
        let open = self.out.begin(schema::model::OPSET_IMPORT);
        self.out.text(schema::opset_id::DOMAIN, domain.as_bytes());
        self.out.int(schema::opset_id::VERSION, version);
        self.out.end(open);
    }
}
