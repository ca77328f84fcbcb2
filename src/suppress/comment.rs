//! Suppressions as comments, each an insertion into a text.

use super::Existing;
use crate::dialect::Format;
use crate::graph::Model;
use crate::rewrite::WriteError;
use crate::source::Span;
use crate::suppression::Scope;

/// Where the lines of a text and its nodes are: a text may be a single line.
pub(super) struct Layout<'m> {
    model: &'m Model,
    text: &'m [u8],
    line_end: &'static str,
    /// The positions of line feeds.
    line_feeds: Vec<usize>,
    /// The positions of what may begin a string or a comment of ONNX text.
    marks: Vec<usize>,
    /// Where nodes start, sorted.
    starts: Vec<usize>,
}

impl<'m> Layout<'m> {
    pub(super) fn new(model: &'m Model) -> Layout<'m> {
        let text = &model.source().bytes()[..];
        let positions = |wanted: fn(u8) -> bool| -> Vec<usize> {
            text.iter().enumerate().filter(|(_, byte)| wanted(**byte)).map(|(at, _)| at).collect()
        };
        let line_feeds = positions(|byte| byte == b'\n');
        let marks = match model.format() {
            Format::OpenVinoIr => Vec::new(),
            _ => positions(|byte| matches!(byte, b'#' | b'"')),
        };
        let mut starts: Vec<usize> = model.nodes.iter().map(|node| node.span().start as usize).collect();
        starts.sort_unstable();
        let first = line_feeds.first();
        let line_end = if first.is_some_and(|at| text[..*at].ends_with(b"\r")) { "\r\n" } else { "\n" };
        Layout { model, text, line_end, line_feeds, marks, starts }
    }
}

/// The first of sorted positions that is not before this one.
fn next(positions: &[usize], from: usize) -> Option<usize> {
    positions.get(positions.partition_point(|&at| at < from)).copied()
}

/// Where a comment for this scope is inserted, and its text.
pub(super) fn patch(
    layout: &Layout<'_>,
    known: &Existing<'_>,
    scope: Scope,
    rules: &str,
) -> Result<(usize, String), WriteError> {
    let (model, text) = (layout.model, layout.text);
    if let Some((suppression, _)) = known.get(scope) {
        let written = suppression.span.of(text);
        let bracket = written.iter().position(|&byte| byte == b']');
        let at = bracket.ok_or_else(|| WriteError::structure(suppression.span.start, "it has no list of rules"))?;
        return Ok((suppression.span.start as usize + at, format!(", {rules}")));
    }
    let comment = match model.format() {
        Format::OpenVinoIr if rules.contains("--") => {
            return Err(WriteError::Unsupported("a name with `--` cannot be part of a comment".to_owned()));
        }
        Format::OpenVinoIr => format!("<!-- shapewright: ignore[{rules}] -->"),
        _ => format!("# shapewright: ignore[{rules}]"),
    };
    Ok(match scope {
        Scope::Node(node) => before_node(layout, model.node(node).span(), &comment),
        _ => (start_of_file(text), format!("{comment}{}", layout.line_end)),
    })
}

/// A comment applies to the next node if it is on a line of its own, or within the list of layers.
fn before_node(layout: &Layout<'_>, node: Span, comment: &str) -> (usize, String) {
    let (at, text) = (node.start as usize, layout.text);
    let lines = layout.line_feeds.partition_point(|&end| end < at);
    let line = lines.checked_sub(1).map_or(0, |last| layout.line_feeds[last] + 1);
    let indent = &text[line..at];
    // What is before the node on its line may be long; its last byte decides.
    if indent.iter().rev().all(|byte| matches!(byte, b' ' | b'\t')) {
        return (line, format!("{}{comment}{}", String::from_utf8_lossy(indent), layout.line_end));
    }
    if layout.model.format() == Format::OpenVinoIr {
        return (at, comment.to_owned());
    }
    // At the end of the line, a comment applies to the last node that starts on it. With a string, the line may end in the
    // string, and with a comment, the end is part of the comment.
    let end = next(&layout.line_feeds, at).unwrap_or(text.len());
    let end = if text[..end].ends_with(b"\r") { end - 1 } else { end };
    let is_last = next(&layout.starts, at + 1).is_none_or(|other| other >= end);
    let is_plain = next(&layout.marks, at).is_none_or(|mark| mark >= end);
    match is_last && is_plain {
        true => (end, format!("  {comment}")),
        false => (at, format!("{0}{comment}{0}", layout.line_end)),
    }
}

/// Where a comment for the whole file begins: after a byte order mark and the declaration of XML.
fn start_of_file(text: &[u8]) -> usize {
    let start = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    if !text[start..].starts_with(b"<?xml") {
        return start;
    }
    let end = text.windows(2).position(|pair| pair == b"?>").map_or(start, |at| at + 2);
    end + text[end..].iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).unwrap_or(0)
}
