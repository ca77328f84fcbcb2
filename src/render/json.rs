//! Findings as JSON: one object, or one object per line.

use super::visible_json::write_json;
use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, Serializer};

use super::Emitter;
use crate::diagnostic::DiagnosticValue;
use crate::report::{FileReport, Finding, Location, ProposedEdit, ProposedFix, Summary};
use crate::rule::{RemovedRule, Rule};
use crate::unread_weights::UnreadWeights;

/// The `schema_version` of the reports.
pub(super) const SCHEMA_VERSION: u32 = 1;

/// One object. Findings are kept as text until the list of files is complete.
#[derive(Default)]
pub(crate) struct Json {
    files: Vec<u8>,
    diagnostics: Vec<u8>,
}

impl Emitter for Json {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        item(&mut self.files, ",\n  ", &FileJson::new(file))?;
        for finding in &file.findings {
            item(&mut self.diagnostics, ",\n  ", &diagnostic(&file.path, finding))?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        write!(out, "{{\"schema_version\": {SCHEMA_VERSION}, \"tool\": ")?;
        write_json(&mut *out, &Tool::THIS)?;
        write!(out, ",\n \"files\": [")?;
        out.write_all(&self.files)?;
        write!(out, "],\n \"diagnostics\": [")?;
        out.write_all(&self.diagnostics)?;
        write!(out, "],\n \"summary\": ")?;
        write_json(&mut *out, &SummaryJson::new(summary))?;
        writeln!(out, "}}")
    }
}

/// One diagnostic per line, then a line with everything else.
#[derive(Default)]
pub(crate) struct JsonLines {
    files: Vec<u8>,
}

impl Emitter for JsonLines {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        item(&mut self.files, ",", &FileJson::new(file))?;
        for finding in &file.findings {
            write_json(&mut *out, &diagnostic(&file.path, finding))?;
            writeln!(out)?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        write!(out, "{{\"schema_version\":{SCHEMA_VERSION},\"tool\":")?;
        write_json(&mut *out, &Tool::THIS)?;
        write!(out, ",\"files\":[")?;
        out.write_all(&self.files)?;
        write!(out, "],\"summary\":")?;
        write_json(&mut *out, &SummaryJson::new(summary))?;
        writeln!(out, "}}")
    }
}

/// Adds an item to the text of a list.
fn item(list: &mut Vec<u8>, separator: &str, value: &impl Serialize) -> io::Result<()> {
    if !list.is_empty() {
        list.extend_from_slice(separator.as_bytes());
    }
    write_json(list, value)
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

impl Tool {
    const THIS: Tool = Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
}

#[derive(Serialize)]
struct FileJson<'a> {
    path: &'a str,
    format: &'static str,
    ir_version: Option<i64>,
    #[serde(serialize_with = "opsets")]
    opsets: &'a [(String, i64)],
    nodes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_weights: Option<UnreadJson>,
}

impl FileJson<'_> {
    fn new(file: &FileReport) -> FileJson<'_> {
        FileJson {
            path: &file.path,
            format: file.format.name(),
            ir_version: file.ir_version,
            opsets: &file.opsets,
            nodes: file.nodes,
            unread_weights: UnreadJson::new(file.unread_weights),
        }
    }
}

/// The number of constants whose weights were not read, by reason.
#[derive(Serialize)]
struct UnreadJson {
    no_weights: usize,
    unavailable: usize,
    limit: usize,
}

impl UnreadJson {
    /// `None` if all were read.
    fn new(unread: UnreadWeights) -> Option<UnreadJson> {
        let UnreadWeights { no_weights, unavailable, limit } = unread;
        (unread.total() > 0).then_some(UnreadJson { no_weights, unavailable, limit })
    }
}

fn opsets<S: Serializer>(opsets: &&[(String, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(opsets.iter().map(|(domain, version)| (domain, version)))
}

#[derive(Serialize)]
struct SummaryJson {
    files: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    suppressed: usize,
    hidden: usize,
    dropped: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_weights: Option<UnreadJson>,
    exit_code: u8,
}

impl SummaryJson {
    fn new(summary: &Summary) -> SummaryJson {
        SummaryJson {
            files: summary.files,
            errors: summary.counts.errors,
            warnings: summary.counts.warnings,
            notes: summary.counts.notes,
            suppressed: summary.suppressed,
            hidden: summary.hidden,
            dropped: summary.dropped,
            unread_weights: UnreadJson::new(summary.unread_weights),
            exit_code: summary.exit_code,
        }
    }
}

#[derive(Serialize)]
pub(super) struct DiagnosticJson<'a> {
    code: &'a str,
    name: &'a str,
    level: &'static str,
    path: &'a str,
    message: &'a str,
    location: LocationJson<'a>,
    data: DataMap<'a>,
    notes: Vec<&'a str>,
    help: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<FixJson<'a>>,
    fingerprint: &'a str,
}

/// The JSON of a finding about the file with this path.
pub(super) fn diagnostic<'a>(path: &'a str, finding: &'a Finding) -> DiagnosticJson<'a> {
    DiagnosticJson {
        code: finding.rule().code(),
        name: finding.rule().name(),
        level: finding.level.name(),
        path,
        message: finding.message(),
        location: LocationJson::new(&finding.location),
        data: DataMap(&finding.diagnostic.data),
        notes: finding.notes().collect(),
        help: finding.help(),
        fix: finding.fix.as_deref().map(FixJson),
        fingerprint: &finding.fingerprint,
    }
}

/// A fix: an edit is an object with its kind and the names of what it applies to.
struct FixJson<'a>(&'a ProposedFix);

impl Serialize for FixJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let edits: Vec<EditJson<'_>> = self.0.edits.iter().map(EditJson).collect();
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("title", &self.0.title)?;
        map.serialize_entry("applicability", self.0.applicability.name())?;
        map.serialize_entry("edits", &edits)?;
        map.end()
    }
}

struct EditJson<'a>(&'a ProposedEdit);

impl Serialize for EditJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1 + self.0.fields.len()))?;
        map.serialize_entry("kind", self.0.kind)?;
        self.0.fields.iter().try_for_each(|(key, value)| map.serialize_entry(key, &DataJson(value)))?;
        map.end()
    }
}

#[derive(Serialize)]
struct LocationJson<'a> {
    graph: Option<&'a str>,
    node: Option<&'a str>,
    node_index: Option<usize>,
    op: Option<&'a str>,
    value: Option<&'a str>,
    layer: Option<&'a str>,
    bytes: Option<[u64; 2]>,
    listing: Option<ListingJson>,
    source: Option<SourceJson>,
}

#[derive(Serialize)]
struct ListingJson {
    line: u64,
    column: u64,
    end_column: u64,
}

#[derive(Serialize)]
struct SourceJson {
    line: u64,
    column: u64,
    end_line: u64,
    end_column: u64,
}

impl LocationJson<'_> {
    fn new(location: &Location) -> LocationJson<'_> {
        LocationJson {
            graph: location.graph.as_deref(),
            node: location.node.as_deref(),
            node_index: location.node_index,
            op: location.op.as_deref(),
            value: location.value.as_deref(),
            layer: location.layer.as_deref(),
            bytes: location.bytes.map(|span| [span.start, span.end]),
            listing: location.listing.map(|l| ListingJson { line: l.line, column: l.column, end_column: l.end_column }),
            source: location.source.map(|s| SourceJson {
                line: s.line,
                column: s.column,
                end_line: s.end_line,
                end_column: s.end_column,
            }),
        }
    }
}

/// The data of a finding.
pub(super) fn data(data: &[(&'static str, DiagnosticValue)]) -> serde_json::Value {
    // Fails only for integers of more than 64 bits, which become null.
    serde_json::to_value(DataMap(data)).unwrap_or_default()
}

struct DataMap<'a>(&'a [(&'static str, DiagnosticValue)]);

impl Serialize for DataMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            map.serialize_entry(key, &DataJson(value))?;
        }
        map.end()
    }
}

struct DataJson<'a>(&'a DiagnosticValue);

impl Serialize for DataJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            DiagnosticValue::Int(value) => serializer.serialize_i128(*value),
            DiagnosticValue::Text(text) => serializer.serialize_str(text),
            DiagnosticValue::List(items) => {
                let mut list = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    list.serialize_element(&DataJson(item))?;
                }
                list.end()
            }
        }
    }
}

#[derive(Serialize)]
struct RuleJson {
    code: &'static str,
    name: &'static str,
    category: &'static str,
    lifecycle: LifecycleJson,
    onnx: &'static str,
    openvino: &'static str,
    summary: &'static str,
    fixes: Vec<&'static str>,
}

#[derive(Serialize)]
struct LifecycleJson {
    stage: &'static str,
    since: &'static str,
    instead: Option<&'static str>,
}

#[derive(Serialize)]
struct RemovedJson {
    code: &'static str,
    name: &'static str,
    version: &'static str,
    explanation: &'static str,
    replacement: Option<&'static str>,
}

/// Writes all rules and all removed rules as one object.
pub(crate) fn write_rules(out: &mut dyn Write, rules: &[&'static Rule], removed: &[RemovedRule]) -> io::Result<()> {
    let mut list = Vec::new();
    for rule in rules {
        let rule = RuleJson {
            code: rule.code(),
            name: rule.name(),
            category: rule.category().name(),
            lifecycle: LifecycleJson {
                stage: rule.lifecycle().name(),
                since: rule.lifecycle().since(),
                instead: rule.lifecycle().instead(),
            },
            onnx: rule.onnx.level().name(),
            openvino: rule.openvino.level().name(),
            summary: rule.summary(),
            fixes: rule.fixes.iter().map(|fix| fix.name()).collect(),
        };
        item(&mut list, ",\n  ", &rule)?;
    }
    write!(out, "{{\"schema_version\": {SCHEMA_VERSION}, \"rules\": [\n  ")?;
    out.write_all(&list)?;
    let mut list = Vec::new();
    for &RemovedRule { code, name, version, explanation, replacement } in removed {
        item(&mut list, ",\n  ", &RemovedJson { code, name, version, explanation, replacement })?;
    }
    write!(out, "], \"removed\": [")?;
    out.write_all(&list)?;
    writeln!(out, "]}}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::rule::tests::{DEPRECATED, PREVIEW};
    use crate::rules;

    #[test]
    fn rules_have_their_lifecycle_and_removed_ones_are_listed() {
        let mut out = Vec::new();
        let stable = rules::lookup("OP103").expect("a rule");
        write_rules(&mut out, &[stable, &PREVIEW, &DEPRECATED], rules::REMOVED).expect("a vector takes it");
        let list: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
        let lifecycle = |at: usize| list["rules"][at]["lifecycle"].clone();
        assert_eq!(lifecycle(0), json!({"stage": "stable", "since": "0.1.0", "instead": null}));
        assert_eq!(lifecycle(1), json!({"stage": "preview", "since": "0.2.0", "instead": null}));
        assert_eq!(lifecycle(2), json!({"stage": "deprecated", "since": "0.2.0", "instead": "OP103"}));
        let removed = json!([{"code": "OP199", "name": "old-name", "version": "0.2.0",
            "explanation": "no runtime accepts such a model", "replacement": "OP103"}]);
        assert_eq!(list["removed"], removed);
    }
}
