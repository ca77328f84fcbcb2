//! The differences between two models, as text and as JSON.

use super::visible_json::write_json;
use std::io::{self, Write};
use std::sync::Arc;

use super::count;
use super::json::{SCHEMA_VERSION, diagnostic as diagnostic_json};
use crate::diff::{Aspect, Comparison, Difference};
use crate::escape::one_line;
use crate::graph::readable_path;
use crate::report::FileReport;
use crate::short_text;

/// Writes the differences, graph by graph; nothing if there are none.
pub(crate) fn write_diff(out: &mut dyn Write, names: (&str, &str), found: &[Difference]) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "--- {}\n+++ {}", one_line(names.0), one_line(names.1))?;
    let mut graph = None;
    for difference in found {
        if graph != Some(&difference.graph) {
            writeln!(out, "{}", one_line(&readable_path(&difference.graph)))?;
            graph = Some(&difference.graph);
        }
        writeln!(out, "  {}", line(difference))?;
    }
    Ok(())
}

/// `+` for an addition, `-` for a removal, `~` for a change.
fn line(difference: &Difference) -> String {
    let text = |text: &Option<Arc<str>>| text.as_deref().map(shortened);
    let (before, after) = (text(&difference.before), text(&difference.after));
    let subject = match (&difference.node, &difference.aspect) {
        (Some(node), Aspect::Node) => one_line(node).into_owned(),
        (Some(node), aspect) => format!("{} {}", one_line(node), title(aspect)),
        (None, aspect) => title(aspect),
    };
    match (before, after) {
        (Some(before), Some(after)) => format!("~ {subject}: {before} -> {after}"),
        (Some(before), None) => format!("- {subject}: {before}"),
        (None, Some(after)) => format!("+ {subject}: {after}"),
        (None, None) => format!("~ {subject}"),
    }
}

fn title(aspect: &Aspect) -> String {
    if let Aspect::Further(count) = aspect {
        return super::count(*count, "further difference");
    }
    let word = aspect.word().replace('-', " ");
    match aspect.detail().as_deref() {
        None => word,
        Some("") => format!("{word} of ai.onnx"),
        Some(detail) => format!("{word} {}", one_line(detail)),
    }
}

fn shortened(text: &str) -> String {
    let mut text = one_line(text).into_owned();
    short_text::shorten(&mut text);
    text
}

/// Writes a line for each item that was not compared.
pub(crate) fn write_not_compared(out: &mut dyn Write, compared: &Comparison) -> io::Result<()> {
    for open in &compared.not_compared {
        let (operator, attribute) = (one_line(&open.operator), one_line(&open.attribute));
        writeln!(out, "not compared across formats: {operator} {attribute} ({})", count(open.nodes, "node"))?;
    }
    Ok(())
}

/// Writes an object without differences, for files that cannot be compared.
pub(crate) fn write_unreadable_json(out: &mut dyn Write, names: (&str, &str), files: &[FileReport]) -> io::Result<()> {
    write_names(out, names)?;
    write!(out, "\"differences\": null, \"not_compared\": [], \"unreadable\": [")?;
    let findings = files.iter().flat_map(|file| file.findings.iter().map(move |finding| (&file.path, finding)));
    for (at, (path, finding)) in findings.enumerate() {
        write!(out, "{}", if at > 0 { ",\n  " } else { "\n  " })?;
        write_json(&mut *out, &diagnostic_json(path, finding))?;
    }
    writeln!(out, "]}}")
}

fn write_names(out: &mut dyn Write, names: (&str, &str)) -> io::Result<()> {
    write!(out, "{{\"schema_version\": {SCHEMA_VERSION}, \"before\": ")?;
    write_json(&mut *out, names.0)?;
    write!(out, ", \"after\": ")?;
    write_json(&mut *out, names.1)?;
    write!(out, ", ")
}

/// Writes one object; the list of differences may be empty.
pub(crate) fn write_diff_json(out: &mut dyn Write, names: (&str, &str), compared: &Comparison) -> io::Result<()> {
    write_names(out, names)?;
    write!(out, "\"differences\": [")?;
    for (at, difference) in compared.differences.iter().enumerate() {
        let object = serde_json::json!({
            "graph": &*difference.graph,
            "node": difference.node.as_deref(),
            "aspect": difference.aspect.word(),
            "detail": difference.aspect.detail(),
            "before": difference.before.as_deref(),
            "after": difference.after.as_deref(),
        });
        write!(out, "{}", if at > 0 { ",\n  " } else { "\n  " })?;
        write_json(&mut *out, &object)?;
    }
    write!(out, "], \"not_compared\": [")?;
    for (at, open) in compared.not_compared.iter().enumerate() {
        let object = serde_json::json!({"operator": open.operator, "attribute": open.attribute, "nodes": open.nodes});
        write!(out, "{}", if at > 0 { ",\n  " } else { "\n  " })?;
        write_json(&mut *out, &object)?;
    }
    writeln!(out, "], \"unreadable\": []}}")
}
