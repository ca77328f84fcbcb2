//! Suppressions as comments, each an insertion into a text.

use super::existing;
use crate::dialect::Format;
use crate::graph::Model;
use crate::rewrite::WriteError;
use crate::source::Span;
use crate::suppression::Scope;

/// Where a comment for this scope is inserted, and its text.
pub(super) fn patch(model: &Model, scope: Scope, rules: &str) -> Result<(usize, String), WriteError> {
    let text = &model.source().bytes()[..];
    if let Some((suppression, _)) = existing(model, scope) {
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
    let end = line_end(text);
    Ok(match scope {
        Scope::Node(node) => before_node(model, text, model.node(node).span, &comment),
        _ => (start_of_file(text), format!("{comment}{end}")),
    })
}

/// A comment applies to the next node if it is on a line of its own, or within the list of layers.
fn before_node(model: &Model, text: &[u8], node: Span, comment: &str) -> (usize, String) {
    let at = node.start as usize;
    let line = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let indent = &text[line..at];
    if indent.iter().all(|byte| matches!(byte, b' ' | b'\t')) {
        return (line, format!("{}{comment}{}", String::from_utf8_lossy(indent), line_end(text)));
    }
    if model.format() == Format::OpenVinoIr {
        return (at, comment.to_owned());
    }
    // At the end of the line, a comment applies to the last node that starts on it. With a string, the line may end in the
    // string, and with a comment, the end is part of the comment.
    let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |end| at + end);
    let end = if text[..end].ends_with(b"\r") { end - 1 } else { end };
    let is_last = !model.nodes.iter().any(|other| other.span.start > node.start && (other.span.start as usize) < end);
    let is_plain = !text[at..end].iter().any(|byte| matches!(byte, b'#' | b'"'));
    match is_last && is_plain {
        true => (end, format!("  {comment}")),
        false => (at, format!("{0}{comment}{0}", line_end(text))),
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

fn line_end(text: &[u8]) -> &'static str {
    let first = text.iter().position(|&byte| byte == b'\n');
    if first.is_some_and(|at| text[..at].ends_with(b"\r")) { "\r\n" } else { "\n" }
}
