//! Tags of an IR file as text.

use std::borrow::Cow;

use crate::fix_edit::FixEdit;
use crate::graph::Model;
use crate::ids::{GraphId, NodeId};
use crate::ir_syntax::attribute_text;
use crate::source::Span;

/// The start tag of a layer.
pub(super) fn start_tag(model: &Model, node: NodeId) -> Option<Span> {
    let start = model.node(node).span().start;
    // A node of ONNX has no tag, which would be sought in the rest of the file.
    let rest =
        Some(Span::new(start, u64::MAX).of(model.source().bytes())).filter(|rest| rest.starts_with(b"<layer"))?;
    let mut quote = None;
    let end = rest.iter().position(|&byte| {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        quote.is_none() && byte == b'>'
    })?;
    Some(Span::new(start, start + end as u64 + 1))
}

/// Where the attributes of a tag end.
fn attributes_end(model: &Model, tag: Span) -> u64 {
    let text = tag.of(model.source().bytes());
    let inner = text.strip_suffix(b"/>").or_else(|| text.strip_suffix(b">")).unwrap_or(text);
    tag.start + inner.trim_ascii_end().len() as u64
}

/// The text of an attribute's value, without its quotes.
pub(super) fn attribute_value(model: &Model, tag: Span, name: &str) -> Option<Span> {
    let text = std::str::from_utf8(tag.of(model.source().bytes())).ok()?;
    attributes(text).find(|(known, ..)| *known == name).map(|(_, _, at)| {
        let start = tag.start + at.start as u64;
        Span::new(start, start + at.len() as u64)
    })
}

/// Names and values of the attributes of a tag, and where the values are.
pub(super) fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str, std::ops::Range<usize>)> {
    attributes_after(tag, tag.find(char::is_whitespace).unwrap_or(tag.len()))
}

/// Like [`attributes`], of what follows the name of the tag.
pub(super) fn attributes_after(tag: &str, start: usize) -> impl Iterator<Item = (&str, &str, std::ops::Range<usize>)> {
    let mut at = start;
    std::iter::from_fn(move || {
        let equals = at + tag[at..].find('=')?;
        let name = tag[at..equals].trim();
        let open = equals + 1 + tag[equals + 1..].find(['"', '\''])?;
        let close = open + 1 + tag[open + 1..].find(&tag[open..open + 1])?;
        at = close + 1;
        Some((name, &tag[open + 1..close], open + 1..close))
    })
}

/// The tag at a place, if it is that of an element of this name.
pub(super) fn tag_at<'m>(model: &'m Model, span: Option<Span>, element: &str) -> Option<(Span, &'m str)> {
    let span = span.filter(|_| model.has_records_of_file())?;
    let text = std::str::from_utf8(span.of(model.source().bytes())).ok()?;
    let is_it = text.strip_prefix('<').and_then(|text| text.strip_prefix(element)).is_some_and(|rest| !rest.is_empty());
    is_it.then_some((span, text))
}

/// The `<data>` of a layer, which follows its start tag.
pub(super) fn data_tag(model: &Model, node: NodeId) -> Option<Span> {
    let rest = Span::new(start_tag(model, node)?.end, u64::MAX).of(model.source().bytes());
    let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let tag = rest[space..].starts_with(b"<data ").then(|| rest[space..].split(|&byte| byte == b'>').next())??;
    let start = (model.source().bytes().len() - rest.len() + space) as u64;
    Some(Span::new(start, start + tag.len() as u64 + 1))
}

/// Where the text between `<edges>` and `</edges>` of a graph starts, and the text. They follow its layers.
pub(super) fn edges_of(model: &Model, graph: GraphId) -> Option<(u64, &str)> {
    let last = model.nodes_of(graph).map(|node| model.node(node).span().start).max()?;
    let rest = Span::new(last, u64::MAX).of(model.source().bytes());
    let layers = end_of_layers(rest).filter(|_| model.has_records_of_file())?;
    let between = rest[layers..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let inner = rest[layers + between..].strip_prefix(b"<edges>")?;
    let start = rest.len() - inner.len();
    let end = start + find(inner, b"</edges>")?;
    // An edge in a comment is none.
    let is_plain = find(&rest[..end], b"<!--").is_none();
    let edges = std::str::from_utf8(&rest[start..end]).ok().filter(|_| is_plain)?;
    Some((last + start as u64, edges))
}

/// Where bytes first are.
fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = |from: usize| bytes[from..].iter().position(|byte| *byte == wanted[0]).map(|at| from + at);
    let mut starts = std::iter::successors(first(0), |&at| first(at + 1));
    starts.find(|&at| bytes[at..].starts_with(wanted))
}

/// The end of the `</layers>` that closes the graph in whose layers the text starts. The bodies of these layers have layers
/// of their own.
fn end_of_layers(text: &[u8]) -> Option<usize> {
    const START: &[u8] = b"<layers>";
    const END: &[u8] = b"</layers>";
    let (mut depth, mut done) = (0_usize, 0);
    loop {
        done += find(&text[done..], b"<")?;
        let rest = &text[done..];
        match depth {
            _ if rest.starts_with(START) => depth += 1,
            0 if rest.starts_with(END) => return Some(done + END.len()),
            _ if rest.starts_with(END) => depth -= 1,
            _ => {}
        }
        done += 1;
    }
}

/// The edit that removes a tag, with its line if nothing else is in it.
pub(super) fn removed(model: &Model, tag: Span) -> FixEdit {
    let bytes = model.source().bytes();
    let (before, after) = (&bytes[..tag.start as usize], &bytes[tag.end as usize..]);
    let indent = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_line = before[..before.len() - indent].ends_with(b"\n") && after.starts_with(b"\n");
    let span = if is_line { Span::new(tag.start - indent as u64, tag.end + 1) } else { tag };
    FixEdit::ReplaceText { span, text: String::new() }
}

/// Sets an attribute of a tag.
pub(super) fn set(model: &Model, tag: Span, name: &str, value: &str) -> FixEdit {
    match attribute_value(model, tag, name) {
        Some(span) => FixEdit::ReplaceText { span, text: escaped(value) },
        None => insert(model, tag, name, value),
    }
}

/// Adds an attribute to a tag that does not have it.
pub(super) fn insert(model: &Model, tag: Span, name: &str, value: &str) -> FixEdit {
    let at = attributes_end(model, tag);
    FixEdit::ReplaceText { span: Span::new(at, at), text: format!(" {name}=\"{}\"", escaped(value)) }
}

/// The value of an attribute as it is written between quotes of either kind.
pub(super) fn escaped(value: &str) -> String {
    attribute_text(value).replace('\'', "&apos;")
}

/// The value of an attribute, from its text; what cannot be read stays as it is.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    quick_xml::escape::unescape(text).unwrap_or(Cow::Borrowed(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_attributes() {
        let value = "a<b>&\"c\"'\td\n";
        assert_eq!(plain(&escaped(value)), value);
        assert!(!escaped(value).contains(['<', '>', '"', '\'', '\t', '\n']));
        assert_eq!(plain("&nothing;"), "&nothing;");
    }

    #[test]
    fn bytes_are_found_where_they_first_are() {
        assert_eq!(find(b"<<!<!--", b"<!--"), Some(3));
        assert_eq!((find(b"", b"<"), find(b"<!-", b"<!--")), (None, None));
        assert_eq!(end_of_layers(b"<layers></layers><x></layers>-"), Some(29));
    }
}
