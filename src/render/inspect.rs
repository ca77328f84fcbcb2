//! The screen of `inspect`.

use std::io::{self, Write};

use super::{count, found};
use crate::dialect::Dialect;
use crate::escape::one_line;
use crate::graph::{Model, Status};
use crate::report::{Counts, FileReport};
use crate::summary::{OperatorSummary, PortSummary, Quantity, Summary, Work};

/// How many lines of each list are shown; JSON has all of them.
const SHOWN: usize = 12;
/// The length above which an expression in a table is cut.
const WIDE: usize = 36;

/// The most characters of the name of an operator in a column.
const WIDE_NAME: usize = 80;

/// What is shown of a file.
#[derive(Clone, Copy)]
pub(crate) struct Inspection<'a> {
    pub(crate) model: &'a Model,
    /// The path and the errors of the file.
    pub(crate) report: &'a FileReport,
    pub(crate) summary: &'a Summary,
}

/// Writes the screen of a file, without its errors.
pub(crate) fn write_inspection(out: &mut dyn Write, inspection: Inspection<'_>) -> io::Result<()> {
    let Inspection { model, report, summary } = inspection;
    if model.status() == Status::Unreadable {
        return Ok(());
    }
    writeln!(out, "{}  {}", one_line(&report.path), about(model, summary))?;
    if let Some(producer) = &summary.producer {
        row(out, "producer", &one_line(producer))?;
    }
    ports(out, "input", &summary.inputs)?;
    ports(out, "output", &summary.outputs)?;
    parameters(out, summary)?;
    row(out, "nodes", &format!("{} of {}", summary.nodes, count(summary.operators.len(), "operator")))?;
    work(out, summary)?;
    peak(out, model, summary)?;
    unknown(out, model, summary)?;
    let counts = Counts { errors: summary.errors, warnings: summary.warnings, notes: summary.notes };
    row(out, "findings", &found(counts))?;
    operators(out, summary)?;
    heaviest(out, model, summary)?;
    writeln!(out)
}

fn row(out: &mut dyn Write, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "  {label:<12}{text}")
}

/// `ONNX, IR version 8, opset 18, com.microsoft 1`.
fn about(model: &Model, summary: &Summary) -> String {
    let version = summary.ir_version.map(|version| match model.dialect() {
        Dialect::Onnx => format!("IR version {version}"),
        Dialect::OpenVino => format!("version {version}"),
    });
    let set = |(domain, version): &(String, i64)| match domain.as_str() {
        "" | "ai.onnx" => format!("opset {version}"),
        domain => format!("{} {version}", one_line(domain)),
    };
    let mut parts = vec![summary.format.title().to_owned()];
    parts.extend(version);
    parts.extend(summary.opsets.iter().map(set));
    parts.join(", ")
}

fn ports(out: &mut dyn Write, label: &str, ports: &[PortSummary]) -> io::Result<()> {
    for port in ports.iter().take(SHOWN) {
        let size = port.bytes().and_then(|bytes| bytes.size()).map(|size| format!("  {}", bytes(size)));
        let text = format!("{}  {}{}", one_line(&port.name), one_line(&port.ty.to_string()), size.unwrap_or_default());
        row(out, label, &text)?;
    }
    more(out, ports.len(), label)
}

fn more(out: &mut dyn Write, all: usize, label: &str) -> io::Result<()> {
    match all.checked_sub(SHOWN) {
        None | Some(0) => Ok(()),
        Some(more) => row(out, "", &format!("and {}", count(more, &format!("more {label}")))),
    }
}

fn parameters(out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
    let of = &summary.parameters;
    let types = of.by_type.iter().map(|of| {
        let name = of.element.map_or("unknown type", |element| element.name());
        format!("{name} {} in {}", bytes(of.bytes), count_of(of.tensors, "tensor"))
    });
    let types: Vec<String> = types.collect();
    let types = if types.is_empty() { String::new() } else { format!(": {}", types.join(", ")) };
    let text = format!("{}, {}{types}", count_of(of.elements, "element"), bytes(of.bytes));
    row(out, "parameters", &text)?;
    for file in summary.external.iter().take(SHOWN) {
        let used = format!("{} of {}", bytes(file.bytes), count_of(file.tensors, "tensor"));
        let text = match file.len {
            Some(len) => format!("{}  {}, with {used}", one_line(&file.path), bytes(len)),
            None => format!("{}  not read", one_line(&file.path)),
        };
        row(out, "external", &text)?;
    }
    more(out, summary.external.len(), "file")
}

/// The totals. What they do not contain follows.
fn work(out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
    let Work { macs, operations, bytes: moved, .. } = &summary.work;
    let least = if summary.unknown_work.is_empty() { "" } else { "at least " };
    row(out, "MACs", &format!("{least}{}", total(macs, number)))?;
    row(out, "operations", &format!("{least}{}", total(operations, number)))?;
    row(out, "moved", &format!("{least}{}", total(moved, bytes)))?;
    let missing: Vec<&OperatorSummary> = summary.operators.iter().filter(|of| of.not_counted > 0).collect();
    let shown = missing.iter().take(SHOWN).map(|of| format!("{} ({})", name(of), of.not_counted));
    if !missing.is_empty() {
        row(out, "not counted", &shown.collect::<Vec<_>>().join(", "))?;
    }
    more(out, missing.len(), "operator")
}

fn peak(out: &mut dyn Write, model: &Model, summary: &Summary) -> io::Result<()> {
    let peak = &summary.peak;
    let place = |node| {
        let graph = model.node(node).graph;
        let inner = (Some(graph) != model.main_graph()).then(|| format!(" of `{}`", model.display_path(graph)));
        one_line(&format!(" at {}{}", model.describe(node), inner.unwrap_or_default())).into_owned()
    };
    let at = peak.node.map(place).unwrap_or_default();
    let amount = match (&peak.candidates[..], peak.size()) {
        (_, Some(size)) => bytes(size),
        ([], _) => "the symbols decide; bind them with --bind".to_owned(),
        _ => format!("{} bytes", one_line(&peak.to_string())),
    };
    let without = match peak.unknown {
        0 => String::new(),
        unknown => format!(", without {} of unknown size", count(unknown, "value")),
    };
    row(out, "peak", &format!("{amount}{at}{without}"))
}

/// The values and the nodes of which something is unknown.
fn unknown(out: &mut dyn Write, model: &Model, summary: &Summary) -> io::Result<()> {
    let (values, nodes) = (&summary.unknown_values, &summary.unknown_work);
    if !values.is_empty() {
        row(out, "unknown", &format!("{} of {}", values.len(), count(summary.values, "value")))?;
        if let Some((value, Some(reason))) = values.iter().next() {
            row(out, "", &format!("`{}`: {}", one_line(model.value_name(value)), one_line(reason)))?;
        }
    }
    if let Some((node, reason)) = nodes.iter().next() {
        row(out, "unknown", &format!("the cost of {}", count(nodes.len(), "node")))?;
        let reason = reason.unwrap_or_default();
        row(out, "", &format!("{}: {}", one_line(&model.describe(node)), one_line(reason)))?;
    }
    Ok(())
}

fn operators(out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
    let mut rows = vec![["operator", "nodes", "MACs", "operations", "moved"].map(str::to_owned)];
    for of in summary.operators.iter().take(SHOWN) {
        let [macs, operations, moved] = cells(&of.work);
        let macs = if of.not_counted > 0 { "not counted".to_owned() } else { macs };
        rows.push([cut(&name(of), WIDE_NAME), of.nodes.to_string(), macs, operations, moved]);
    }
    table(out, &rows)?;
    more(out, summary.operators.len(), "operator")
}

fn heaviest(out: &mut dyn Write, model: &Model, summary: &Summary) -> io::Result<()> {
    if summary.heaviest.is_empty() {
        return Ok(());
    }
    let mut rows = vec![["heaviest node", "operator", "MACs", "operations", "moved"].map(str::to_owned)];
    for of in &summary.heaviest {
        let [macs, operations, moved] = cells(&of.work);
        let node = cut(&one_line(&model.describe(of.node)), WIDE);
        rows.push([node, cut(&one_line(model.op_type(of.node)), WIDE_NAME), macs, operations, moved]);
    }
    table(out, &rows)
}

fn name(of: &OperatorSummary) -> String {
    match of.domain.as_str() {
        "" | "ai.onnx" => one_line(&of.name).into_owned(),
        domain => one_line(&format!("{domain}.{}", of.name)).into_owned(),
    }
}

fn cells(work: &Work) -> [String; 3] {
    let cell = |quantity: &Quantity, exact: fn(u64) -> String| match quantity.size() {
        Some(0) => "-".to_owned(),
        Some(size) => exact(size),
        None => cut(&one_line(&quantity.to_string()), WIDE),
    };
    [cell(&work.macs, number), cell(&work.operations, number), cell(&work.bytes, bytes)]
}

/// Aligned columns; the first two are names. No cell is wider than a column may be, for which formatting has a limit, too.
fn table(out: &mut dyn Write, rows: &[[String; 5]]) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths = [0, 1, 2, 3, 4].map(width);
    writeln!(out)?;
    for row in rows {
        let cells = row.iter().zip(widths).enumerate().map(|(at, (cell, width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  "))?;
    }
    Ok(())
}

/// Text of at most `most` characters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// A total: exact, and rounded if it is long.
fn total(quantity: &Quantity, rounded: fn(u64) -> String) -> String {
    match quantity.size() {
        Some(size @ ..10_000) => rounded(size),
        Some(size) => format!("{} ({size})", rounded(size)),
        None => one_line(&quantity.to_string()).into_owned(),
    }
}

fn count_of(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// `64`, `12.3 k`, `4.09 G`.
fn number(size: u64) -> String {
    scaled(size).unwrap_or_else(|| size.to_string())
}

/// `64 B`, `12.3 kB`, `4.09 GB`: decimal.
fn bytes(size: u64) -> String {
    scaled(size).map_or_else(|| format!("{size} B"), |scaled| format!("{scaled}B"))
}

/// Three digits and a prefix, from 1000.
fn scaled(size: u64) -> Option<String> {
    let prefixes = ["k", "M", "G", "T", "P", "E"];
    let mut value = size as f64 / 1000.0;
    let mut at = 0;
    // 999.5 is rounded to the next prefix.
    while value >= 999.5 && at + 1 < prefixes.len() {
        value /= 1000.0;
        at += 1;
    }
    let decimals = if value < 9.995 { 2 } else { usize::from(value < 99.95) };
    (size >= 1000).then(|| format!("{value:.decimals$} {}", prefixes[at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let texts = [0, 999, 1000, 12_345, 999_499, 999_500, 4_089_184_256, u64::MAX].map(number);
        assert_eq!(texts, ["0", "999", "1.00 k", "12.3 k", "999 k", "1.00 M", "4.09 G", "18.4 E"]);
        assert_eq!((bytes(12), bytes(102_400)), ("12 B".to_owned(), "102 kB".to_owned()));
    }
}
