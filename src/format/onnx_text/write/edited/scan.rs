//! Where the parts of a graph's text are that no record has a location for: its lists, and the start of its nodes.

use std::borrow::Cow;

use crate::format::onnx_text::read::{Cursor, comment_len, is_space};
use crate::source::Span;

/// A list in brackets.
pub(super) struct List {
    /// All of it, with the brackets.
    pub(super) whole: Span,
    /// Its items, without white space and comments around them.
    pub(super) items: Vec<Span>,
}

/// The text of a graph or function up to its nodes.
pub(super) struct Head {
    pub(super) inputs: Option<List>,
    /// Where the `=>` is.
    pub(super) arrow: u64,
    pub(super) outputs: Option<List>,
    /// Initializers and types.
    pub(super) values: Option<List>,
    /// One past the `{`.
    pub(super) body: u64,
}

/// Tokens, without white space and comments.
struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    end: usize,
}

impl Iterator for Tokens<'_> {
    /// The first byte of a token, and where the token is.
    type Item = (u8, Span);

    fn next(&mut self) -> Option<(u8, Span)> {
        loop {
            let start = self.at;
            let byte = *self.text.get(start).filter(|_| start < self.end)?;
            let rest = &self.text[start..self.end];
            let length = match byte {
                b'#' => comment_len(rest),
                b'"' => string_length(rest),
                b'=' if rest.starts_with(b"=>") => 2,
                _ => 1,
            };
            self.at += length;
            if byte != b'#' && !is_space(byte) {
                return Some((byte, Span::new(start as u64, self.at as u64)));
            }
        }
    }
}

fn string_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        at += if byte == b'\\' { 2 } else { 1 };
        if byte == b'"' {
            break;
        }
    }
    at.min(text.len())
}

fn tokens(text: &[u8], span: Span) -> Tokens<'_> {
    let end = usize::try_from(span.end).unwrap_or(usize::MAX).min(text.len());
    Tokens { text, at: usize::try_from(span.start).unwrap_or(end).min(end), end }
}

/// The parts of the graph or function that has this text; `None` if it has no nodes in braces.
pub(super) fn head(text: &[u8], graph: Span) -> Option<Head> {
    let mut tokens = tokens(text, graph);
    let mut head = Head { inputs: None, arrow: 0, outputs: None, values: None, body: 0 };
    while let Some((byte, span)) = tokens.next() {
        let is_after = head.arrow > 0;
        match byte {
            b'=' if span.len() == 2 => head.arrow = span.start,
            b'(' if is_after => head.outputs = Some(list(&mut tokens, span.start)),
            b'(' => head.inputs = Some(list(&mut tokens, span.start)),
            b'<' if is_after => head.values = Some(list(&mut tokens, span.start)),
            b'<' => drop(list(&mut tokens, span.start)),
            b'{' => {
                head.body = span.end;
                return Some(head).filter(|head| head.outputs.is_some());
            }
            _ => {}
        }
    }
    None
}

/// The header of a model, before its graph.
pub(super) fn header(text: &[u8]) -> Option<List> {
    let start = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let mut tokens = tokens(text, Span::new(start, text.len() as u64));
    let (_, first) = tokens.next().filter(|&(byte, _)| byte == b'<')?;
    Some(list(&mut tokens, first.start))
}

/// The list whose opening bracket is at `start`, up to its closing one.
fn list(tokens: &mut Tokens<'_>, start: u64) -> List {
    let (mut items, mut item, mut depth) = (Vec::new(), None::<Span>, 0);
    let mut whole = Span::new(start, start + 1);
    for (byte, span) in tokens.by_ref() {
        whole.end = span.end;
        match byte {
            b')' | b'>' | b']' | b'}' if depth == 0 => break,
            b')' | b'>' | b']' | b'}' => depth -= 1,
            b'(' | b'<' | b'[' | b'{' => depth += 1,
            b',' if depth == 0 => {
                items.extend(item.take());
                continue;
            }
            _ => {}
        }
        let begin = item.map_or(span.start, |item| item.start);
        item = Some(Span::new(begin, span.end));
    }
    items.extend(item);
    List { whole, items }
}

/// Where the value after the first `=` of an item starts, such as the data of an initializer.
pub(super) fn value_of(text: &[u8], item: Span) -> Option<u64> {
    tokens(text, item).find(|&(byte, span)| byte == b'=' && span.len() == 1).map(|(_, span)| span.end)
}

/// The text of an item before its `=`, if it has one.
pub(super) fn head_of(text: &[u8], item: Span) -> Span {
    let end = value_of(text, item).map_or(item.end, |end| end - 1);
    let last = tokens(text, Span::new(item.start, end)).last();
    Span::new(item.start, last.map_or(end, |(_, span)| span.end))
}

/// The name at the end of an item, before its value, as it is read: an identifier, or a string without its escapes.
pub(super) fn name_of(text: &[u8], item: Span) -> Cow<'_, str> {
    let head = head_of(text, item);
    let last = tokens(text, head).last().filter(|&(byte, _)| byte == b'"');
    if let Some((_, string)) = last {
        let start = usize::try_from(string.start).unwrap_or(usize::MAX);
        return match Cursor::new(text, start).quoted() {
            Ok(Cow::Borrowed(name)) => String::from_utf8_lossy(name),
            Ok(Cow::Owned(name)) => String::from_utf8_lossy(&name).into_owned().into(),
            Err(_) => Cow::Borrowed(""),
        };
    }
    let head = head.of(text);
    let start = head.iter().rposition(|&b| !b.is_ascii_alphanumeric() && b != b'_').map_or(0, |last| last + 1);
    String::from_utf8_lossy(&head[start..])
}

/// A text without white space and comments between its tokens, to compare it.
pub(super) fn plain(text: &[u8]) -> Vec<u8> {
    let tokens = tokens(text, Span::new(0, text.len() as u64));
    tokens.flat_map(|(_, token)| token.of(text)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_found_among_strings_and_comments() {
        let text = br#"g (float[N, 2] "a)b", y # the last {
            ) => (z) <int64[2] w = {1, 2}, s> { z = F (y) }"#;
        let head = head(text, Span::new(0, text.len() as u64)).expect("a graph");
        let items = |list: &Option<List>| -> Vec<String> {
            let items = list.iter().flat_map(|list| &list.items);
            items.map(|item| String::from_utf8_lossy(item.of(text)).into_owned()).collect()
        };
        assert_eq!(items(&head.inputs), ["float[N, 2] \"a)b\"", "y"]);
        assert_eq!(items(&head.outputs), ["z"]);
        assert_eq!(items(&head.values), ["int64[2] w = {1, 2}", "s"]);
        assert_eq!(&text[head.body as usize..], b" z = F (y) }");
        let item = head.values.expect("a list").items[0];
        assert_eq!(head_of(text, item).of(text), b"int64[2] w");
        assert!(super::head(b"g (x) => (y)", Span::new(0, 12)).is_none());
    }
}
