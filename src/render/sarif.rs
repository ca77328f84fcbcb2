//! SARIF 2.1.0, for code scanning services.

use super::visible_json::write_json;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::json::data;
use super::severity_order::BySeverity;
use super::{Emitter, count, hidden, not_shown, unread};
use crate::escape::base64;
use crate::graph::label::cut_name;
use crate::report::{FileReport, Finding, Location, ProposedFix, Replacement, Summary};
use crate::rule::Level;
use crate::rule::{Rule, RuleRef};

/// GitHub rejects a run with more results.
const MAX_RESULTS: usize = 25_000;

/// One run. The tool section lists the violated rules, so results are kept until the end.
pub(crate) struct Sarif {
    /// The most results that are written: the most severe ones.
    most: usize,
    omitted: usize,
    results: BySeverity<Box<[u8]>>,
    rules: Vec<RuleRef>,
    notifications: Vec<Value>,
}

impl Default for Sarif {
    fn default() -> Sarif {
        let (results, rules, notifications) = (BySeverity::default(), Vec::new(), Vec::new());
        Sarif { most: MAX_RESULTS, omitted: 0, results, rules, notifications }
    }
}

impl Emitter for Sarif {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        self.results.next_file();
        let mut text = Vec::new();
        for finding in &file.findings {
            if finding.level == Level::Note && self.results.len() >= self.most {
                self.omitted += 1;
                continue;
            }
            let index = self.rule(finding.rule());
            text.clear();
            write_json(&mut text, &result(&file.path_bytes, finding, index))?;
            self.results.push(finding, |_| text.as_slice().into());
        }
        let hidden_count = file.hidden.at_least(Level::Note);
        if hidden_count > 0 {
            let text = format!("{}: {}", file.path, hidden(hidden_count));
            self.notifications.push(json!({"level": "note", "message": {"text": text}}));
        }
        if let Some(unread) = unread(file.unread_weights) {
            let text = format!("{}: {unread}", file.path);
            self.notifications.push(json!({"level": "note", "message": {"text": text}}));
        }
        if file.dropped > 0 {
            let text = format!("{}: {}", file.path, not_shown(file.dropped));
            self.notifications.push(json!({"level": "warning", "message": {"text": text}}));
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        let mut results = std::mem::take(&mut self.results).sorted();
        self.omitted += results.len().saturating_sub(self.most);
        results.truncate(self.most);
        if self.omitted > 0 {
            let omitted = count(self.omitted, "result");
            let text =
                format!("{omitted} omitted: a run has at most {}; the formats json and jsonl have all", self.most);
            self.notifications.push(json!({"level": "warning", "message": {"text": text}}));
        }
        let rules: Vec<Value> = self.rules.iter().map(|rule| described(rule)).collect();
        let driver = json!({
            "name": env!("CARGO_PKG_NAME"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        let invocation = json!({
            "executionSuccessful": summary.exit_code < 2,
            "exitCode": summary.exit_code,
            "toolExecutionNotifications": self.notifications,
        });
        writeln!(out, "{{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",")?;
        writeln!(out, "  \"version\": \"2.1.0\",\n  \"runs\": [\n    {{")?;
        writeln!(out, "      \"tool\": {{\"driver\": {driver}}},\n      \"invocations\": [{invocation}],")?;
        writeln!(out, "      \"columnKind\": \"unicodeCodePoints\",")?;
        write!(out, "      \"results\": [")?;
        for (at, (_, result)) in results.iter().enumerate() {
            write!(out, "{}", if at > 0 { ",\n        " } else { "\n        " })?;
            out.write_all(result)?;
        }
        if !results.is_empty() {
            write!(out, "\n      ")?;
        }
        writeln!(out, "]\n    }}\n  ]\n}}")
    }
}

impl Sarif {
    /// The index of a rule in the list.
    fn rule(&mut self, rule: &RuleRef) -> usize {
        self.rules.iter().position(|known| known == rule).unwrap_or_else(|| {
            self.rules.push(rule.clone());
            self.rules.len() - 1
        })
    }
}

fn described(rule: &Rule) -> Value {
    json!({
        "id": rule.code(),
        "name": pascal(rule.name()),
        "shortDescription": {"text": rule.summary()},
        "fullDescription": {"text": rule.summary()},
        "help": {"text": super::rule_page(rule), "markdown": super::rule_markdown(rule)},
        "defaultConfiguration": {"level": level(rule.onnx.level().max(rule.openvino.level()))},
        "properties": {"tags": [rule.category().name()], "alias": rule.name()},
    })
}

/// SARIF requires names in Pascal case.
fn pascal(name: &str) -> String {
    name.split('-')
        .flat_map(|word| word[..1].to_uppercase().chars().chain(word[1..].chars()).collect::<Vec<_>>())
        .collect()
}

fn level(level: Level) -> &'static str {
    // SARIF uses the same names.
    level.name()
}

fn result(path: &[u8], finding: &Finding, rule: usize) -> Value {
    let mut text = finding.message().to_owned();
    let help = finding.help().iter().map(|help| ("help", help.as_str()));
    for (kind, line) in finding.notes().map(|note| ("note", note)).chain(help) {
        text.push_str(&format!("\n{kind}: {line}"));
    }
    let mut properties = Map::new();
    properties.insert("data".to_owned(), data(&finding.diagnostic.data));
    if let Some(listing) = finding.location.listing {
        let at = json!({"line": listing.line, "column": listing.column, "endColumn": listing.end_column});
        properties.insert("listing".to_owned(), at);
    }
    let mut result = json!({
        "ruleId": finding.rule().code(),
        "ruleIndex": rule,
        "level": level(finding.level),
        "message": {"text": text},
        "locations": [location(path, &finding.location)],
        "partialFingerprints": {"shapewright/v1": finding.fingerprint},
        "properties": properties,
    });
    if let (Some(fix), Some(result)) = (finding.fix.as_deref().and_then(|f| fix(path, f)), result.as_object_mut()) {
        result.insert("fixes".to_owned(), json!([fix]));
    }
    result
}

/// A fix whose changes of the file are known. SARIF has no word for how safe it is.
fn fix(path: &[u8], fix: &ProposedFix) -> Option<Value> {
    let changes = fix.changes.as_ref()?;
    let replacements: Vec<Value> = changes.replacements.iter().map(replacement).collect();
    Some(json!({
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": {"uri": uri(path)}, "replacements": replacements}],
        "properties": {"applicability": fix.applicability.name()},
    }))
}

/// Text has lines and columns, a binary file bytes.
fn replacement(replacement: &Replacement) -> Value {
    let Replacement { span, region, new } = replacement;
    let Some(at) = region else {
        let deleted = json!({"byteOffset": span.start, "byteLength": span.len()});
        return json!({"deletedRegion": deleted, "insertedContent": {"binary": base64(new)}});
    };
    let deleted = json!({
        "startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column,
    });
    json!({"deletedRegion": deleted, "insertedContent": {"text": String::from_utf8_lossy(new)}})
}

/// Services require a file and a line, so a result in a binary file has line 1, and also its bytes.
fn location(path: &[u8], location: &Location) -> Value {
    let mut region = match location.source {
        Some(at) => json!({
            "startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column,
        }),
        None => json!({"startLine": 1}),
    };
    if let (Some(bytes), Some(region)) = (location.bytes, region.as_object_mut()) {
        region.insert("byteOffset".to_owned(), bytes.start.into());
        region.insert("byteLength".to_owned(), bytes.end.saturating_sub(bytes.start).into());
    }
    let mut place = json!({"physicalLocation": {"artifactLocation": {"uri": uri(path)}, "region": region}});
    if let (Some(path), Some(place)) = (location.pointer(), place.as_object_mut()) {
        let name = location.value.as_deref().or(location.node.as_deref()).filter(|name| !name.is_empty());
        let name = cut_name(name.unwrap_or(&path));
        let kind = if location.node.is_some() { "element" } else { "module" };
        let logical = json!([{"fullyQualifiedName": cut_name(&path), "name": name, "kind": kind}]);
        place.insert("logicalLocations".to_owned(), logical);
    }
    place
}

/// A path as a URI, relative if the path is relative.
fn uri(path: &[u8]) -> String {
    let bytes = path.strip_prefix(b"./").unwrap_or(path);
    let mut out = String::with_capacity(bytes.len() + 8);
    let drive = bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.get(1..3) == Some(b":/");
    if bytes.starts_with(b"/") || drive {
        out.push_str(if drive { "file:///" } else { "file://" });
    }
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte.into()),
            b':' if drive && out.len() == 9 => out.push(':'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Model;
    use crate::graph::label::LONGEST_NAME;
    use crate::report::Verdict;
    use crate::{AnalysisOptions, ReadOptions, Source, analyze};

    #[test]
    fn a_path_is_a_uri() {
        assert_eq!(uri("./models/a b.onnx".as_bytes()), "models/a%20b.onnx");
        assert_eq!(uri("/tmp/größe.onnx".as_bytes()), "file:///tmp/gr%C3%B6%C3%9Fe.onnx");
        assert_eq!(uri("C:/m.onnx".as_bytes()), "file:///C:/m.onnx");
        assert_eq!(uri("a:b#c?d".as_bytes()), "a%3Ab%23c%3Fd");
        assert_eq!(uri(b"a\xff.onnx"), "a%FF.onnx");
    }

    #[test]
    fn the_most_severe_results_are_written_and_the_others_counted() {
        let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (y) {
            unused = Relu (x)
            z = Relu (missing)
            y = Relu (x) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let analysis = analyze(&model, &AnalysisOptions::default());
        let file = FileReport::new("m.onnxtxt", &model, &analysis, |finding| {
            Verdict::Report(if finding.level == Level::Error { Level::Error } else { Level::Note })
        });
        let written = |most| {
            let (mut sarif, mut out) = (Sarif { most, ..Sarif::default() }, Vec::new());
            sarif.file(&mut out, &file).expect("memory");
            sarif.end(&mut out, &Summary::default()).expect("memory");
            let run = serde_json::from_slice::<Value>(&out).expect("JSON")["runs"][0].take();
            let levels = run["results"].as_array().expect("results").iter().map(|result| result["level"].to_string());
            (levels.collect::<Vec<_>>().join(" "), run["invocations"][0]["toolExecutionNotifications"].to_string())
        };
        assert_eq!(written(2), ("\"error\" \"note\"".to_owned(), "[]".to_owned()));
        let (levels, notifications) = written(1);
        assert_eq!(levels, "\"error\"");
        assert!(notifications.contains("1 result omitted: a run has at most 1"), "{notifications}");
    }

    #[test]
    fn a_very_long_name_is_cut_in_each_logical_location() {
        let of = |length: usize| {
            let name = "n".repeat(length);
            let [graph, node] = ["main", &name].map(|text| Some(text.into()));
            let place = location(b"m.onnx", &Location { graph, node, ..Location::default() });
            let logical = &place["logicalLocations"][0];
            let length = |key: &str| logical[key].as_str().map(str::len);
            [length("name"), length("fullyQualifiedName")]
        };
        assert_eq!(of(1_000), [Some(1_000), Some(1_005)]);
        assert_eq!(of(100_000), [Some(LONGEST_NAME + 5); 2]);
    }

    #[test]
    fn a_rule_has_a_name_that_viewers_show() {
        assert_eq!(pascal("axis-out-of-range"), "AxisOutOfRange");
    }
}
