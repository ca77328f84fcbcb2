//! Tensors in ONNX text: new ones, and those of the file with another location of their data.

use crate::element::ElementType;
use crate::format::onnx::write::{ExternalDataPolicy, data_offset as offset, invalid_text, record};
use crate::format::onnx_text::print::{data_text, name_text, quoted_text, type_text};
use crate::format::onnx_text::read::{Cursor, is_space};
use crate::graph::Model;
use crate::ids::TensorId;
use crate::rewrite::WriteError;
use crate::source::Span;
use crate::tensor::Tensor;

/// `float[2] {1,2}`
pub(crate) fn made(tensor: &Tensor, name: &str) -> Result<String, WriteError> {
    Ok(format!("{} {}", type_text(tensor), data(tensor, name)?))
}

/// `{1,2}`, if it is read back unchanged.
pub(crate) fn data(tensor: &Tensor, name: &str) -> Result<String, WriteError> {
    if record::data_type(tensor.element()).is_none() {
        return Err(WriteError::ElementType { name: name.to_owned(), element: tensor.element() });
    }
    match loss(tensor) {
        Some(why) => Err(WriteError::Text { name: name.to_owned(), why }),
        None => Ok(data_text(tensor)),
    }
}

/// What the text of the elements would lose.
pub(crate) fn loss(tensor: &Tensor) -> Option<&'static str> {
    if let Some(why) = invalid_text(tensor) {
        return Some(why);
    }
    let payload = tensor.packed().is_some_and(|bytes| has_payload(tensor.element(), &bytes));
    payload.then_some("a NaN has a payload, which `nan` loses")
}

/// Whether there is a NaN with other bits than those of `nan` and `-nan`. Small floats are written as bits.
fn has_payload(element: ElementType, bytes: &[u8]) -> bool {
    match element {
        ElementType::F32 | ElementType::C64 => bytes.as_chunks().0.iter().any(|&word| {
            let value = f32::from_le_bytes(word);
            value.is_nan() && value.abs().to_bits() != f32::NAN.to_bits()
        }),
        ElementType::F64 | ElementType::C128 => bytes.as_chunks().0.iter().any(|&word| {
            let value = f64::from_le_bytes(word);
            value.is_nan() && value.abs().to_bits() != f64::NAN.to_bits()
        }),
        _ => false,
    }
}

/// A tensor of the text, unchanged except for its external data.
pub(crate) fn stored(model: &Model, id: TensorId, external: &ExternalDataPolicy) -> Result<String, WriteError> {
    let (text, span) = (&model.source().bytes()[..], model.tensor(id).span);
    let written = |start, end| String::from_utf8_lossy(Span::new(start, end).of(text)).into_owned();
    Ok(match edit(model, id, external)? {
        Some((at, with)) => format!("{}{with}{}", written(span.start, at.start), written(at.end, span.end)),
        None => written(span.start, span.end),
    })
}

/// The edit of a tensor's external data, as a location and its replacement.
pub(crate) fn edit(
    model: &Model,
    id: TensorId,
    external: &ExternalDataPolicy,
) -> Result<Option<(Span, String)>, WriteError> {
    let tensor = model.tensor(id);
    let Some(entries) = Entries::find(model.source().bytes(), tensor.span) else { return Ok(None) };
    Ok(match external {
        ExternalDataPolicy::Keep => None,
        ExternalDataPolicy::Relocate(new) => new.get(&entries.location).map(|new| (entries.quoted, quoted_text(new))),
        ExternalDataPolicy::Repack(new) => {
            let moved = offset(tensor).and_then(|at| new.get(&(entries.location, at)));
            moved.zip(entries.offset).map(|(new, quoted)| (quoted, format!("\"{new}\"")))
        }
        ExternalDataPolicy::Embed => {
            let name = model.name(tensor.name);
            let missing = |_| WriteError::Data { name: name.to_owned(), location: entries.location };
            Some((entries.list, data(&model.load(id).map_err(missing)?, name)?))
        }
    })
}

/// The location of a tensor's external data as written, if its data is external.
pub(crate) fn location(model: &Model, id: TensorId) -> Option<String> {
    Entries::find(model.source().bytes(), model.tensor(id).span).map(|entries| entries.location)
}

/// Whether the text of an initializer has this name.
pub(crate) fn is_named(initializer: &[u8], name: &str) -> bool {
    let Some(head) = initializer.iter().position(|&b| b == b'=').and_then(|at| initializer.get(..at)) else {
        return false;
    };
    let blanks = head.iter().rev().take_while(|&&b| is_space(b)).count();
    let head = head.get(..head.len() - blanks).unwrap_or(&[]);
    let name = name_text(name);
    head.strip_suffix(name.as_bytes()).and_then(<[u8]>::last).is_some_and(|&b| is_space(b) || b == b']')
}

/// `["location": "w.bin", "offset": "0"]`
struct Entries {
    list: Span,
    /// The location with its quotes.
    quoted: Span,
    location: String,
    /// The offset with its quotes.
    offset: Option<Span>,
}

impl Entries {
    fn find(text: &[u8], tensor: Span) -> Option<Entries> {
        let (mut at, mut open) = (usize::try_from(tensor.start).ok()?, None);
        let end = usize::try_from(tensor.end).ok()?.min(text.len());
        let (mut found, mut offset): (Option<(Span, String)>, _) = (None, None);
        while at < end {
            match text[at] {
                b'"' => {
                    let (key, after) = quoted(text, at, end)?;
                    at = after;
                    let colon = skip_blanks(text, at, end);
                    if !matches!(&key[..], b"location" | b"offset") || text.get(colon) != Some(&b':') {
                        continue;
                    }
                    let start = skip_blanks(text, colon + 1, end);
                    let (value, after) = quoted(text, start, end)?;
                    let span = Span::new(start as u64, after as u64);
                    match &key[..] {
                        b"offset" => offset = Some(span),
                        _ => found = Some((span, String::from_utf8_lossy(&value).into_owned())),
                    }
                    at = after;
                    continue;
                }
                b'#' => at += text[at..end].iter().position(|&b| b == b'\n').unwrap_or(end - at),
                b'[' => open = Some(at),
                b']' => {
                    if let (Some(open), Some((quoted, location))) = (open, found.take()) {
                        return Some(Entries { list: Span::new(open as u64, at as u64 + 1), quoted, location, offset });
                    }
                }
                _ => {}
            }
            at += 1;
        }
        None
    }
}

/// Where the next token starts.
fn skip_blanks(text: &[u8], at: usize, end: usize) -> usize {
    Cursor::new(text.get(..end).unwrap_or(text), at).start()
}

/// The string that starts here, without its escapes, and where it ends.
fn quoted(text: &[u8], start: usize, end: usize) -> Option<(Vec<u8>, usize)> {
    let mut rest = text.get(start..end)?.iter().enumerate();
    rest.next().filter(|&(_, &b)| b == b'"')?;
    let mut inner = Vec::new();
    while let Some((at, &byte)) = rest.next() {
        match byte {
            b'"' => return Some((inner, start + at + 1)),
            b'\\' => inner.push(*rest.next()?.1),
            _ => inner.push(byte),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_found_among_other_strings() {
        let find = |text: &str| Entries::find(text.as_bytes(), Span::new(0, text.len() as u64));
        let text = r#"float[2] "location" = ["offset": "]", "location" : "a\"b", "length": "8"]"#;
        let found = find(text).expect("entries");
        assert_eq!(found.location, "a\"b");
        assert_eq!(found.quoted.of(text.as_bytes()), br#""a\"b""#);
        assert!(found.list.of(text.as_bytes()).starts_with(b"[\"offset\""));
        for text in [r#"string[1] {"location"}"#, r#"float[2] "location" = {1, 2}"#, r#"float[1] ["loc"#] {
            assert!(find(text).is_none(), "{text}");
        }
    }

    #[test]
    fn initializers_are_identified_by_name() {
        assert!(is_named(b"float[2] w = {1, 2}", "w"));
        assert!(is_named(b"float[2]\"a b\"={1, 2}", "a b"));
        assert!(!is_named(b"float[2] ww = {1, 2}", "w"));
        assert!(!is_named(b"float[2] x", "w"));
    }
}
