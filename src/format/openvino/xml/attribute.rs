//! Attributes of a start tag, and the text of values.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Mode, Xml, is_name};
use crate::source::Span;

/// One attribute of a start tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attr<'a> {
    pub(crate) name: &'a str,
    pub(super) raw: &'a str,
    /// The value contains no references or line ends.
    pub(super) plain: bool,
    /// From the name to the closing quote.
    pub(crate) span: Span,
}

impl<'a> Attr<'a> {
    /// The value, with entities resolved.
    pub(crate) fn value(&self) -> Cow<'a, str> {
        if self.plain {
            return Cow::Borrowed(self.raw);
        }
        // OpenVINO's parser converts every line end and tab in a value to a space, but not those that are references.
        let spaced = self.raw.replace("\r\n", " ").replace(['\t', '\n', '\r'], " ");
        Cow::Owned(unescape(&spaced).into_owned())
    }
}

/// Syntax errors of an attribute.
pub(crate) enum Form {
    Unquoted,
    HalfQuoted,
    NoValue,
    NoName,
    BadName,
    Glued,
}

/// The number of attributes up to which a linear search is faster than hashing.
pub(super) const FEW: usize = 16;

impl<'a> Xml<'a> {
    /// Reads the attributes between two offsets.
    pub(crate) fn read_attributes(&mut self, from: usize, to: usize) {
        self.attributes.clear();
        let mut seen: HashSet<&'a str> = HashSet::new();
        let mut at = from;
        loop {
            let gap = at;
            at = self.past_blank(at, to);
            if at >= to {
                return;
            }
            if at == gap && !self.attributes.is_empty() && !self.is_elision(at, to) {
                self.bad_attribute(at, Form::Glued);
            }
            let (attr, next) = self.one_attribute(at, to);
            at = next;
            let Some(attr) = attr else { continue };
            if self.is_new(&attr, &mut seen) {
                self.attributes.push(attr);
            } else {
                self.repeated_attribute(&attr);
            }
        }
    }

    fn is_new(&self, attr: &Attr<'a>, seen: &mut HashSet<&'a str>) -> bool {
        if self.attributes.len() < FEW {
            return self.attributes.iter().all(|a| a.name != attr.name);
        }
        if seen.is_empty() {
            seen.extend(self.attributes.iter().map(|a| a.name));
        }
        seen.insert(attr.name)
    }

    fn past_blank(&self, at: usize, to: usize) -> usize {
        self.past(at, to, |b| matches!(b, b' ' | b'\t' | b'\r' | b'\n'))
    }

    fn past(&self, at: usize, to: usize, within: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(at..to).unwrap_or(&[]);
        at + rest.iter().position(|&b| !within(b)).unwrap_or(rest.len())
    }

    /// The attribute that starts at an offset, and the offset after it.
    fn one_attribute(&mut self, start: usize, to: usize) -> (Option<Attr<'a>>, usize) {
        let text: &'a str = self.text;
        let name_end = self.past(start, to, |b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'=' | b'"' | b'\''));
        let name = text.get(start..name_end).unwrap_or("");
        let equals = self.past_blank(name_end, to);
        let byte = |at: usize| if at < to { text.as_bytes().get(at).copied() } else { None };
        if byte(equals) != Some(b'=') {
            let form = match name {
                "" => Form::NoName,
                _ if self.mode == Mode::Fragment && !is_name(name) => Form::BadName,
                _ => Form::NoValue,
            };
            if !self.is_elision(start, name_end) {
                self.bad_attribute(start, form);
            }
            return (None, name_end.max(start + 1));
        }
        if !is_name(name) {
            self.bad_attribute(start, if name.is_empty() { Form::NoName } else { Form::BadName });
        }
        let open = self.past_blank(equals + 1, to);
        let (value, end) = match byte(open) {
            Some(quote @ (b'"' | b'\'')) => {
                let close = self.past(open + 1, to, |b| b != quote);
                (open + 1..close, (close + 1).min(to))
            }
            _ => {
                let end = self.past(open, to, |b| !matches!(b, b' ' | b'\t' | b'\r' | b'\n'));
                let quoted = text.get(open..end).is_some_and(|value| value.contains(['"', '\'']));
                self.bad_attribute(start, if quoted { Form::HalfQuoted } else { Form::Unquoted });
                (open..end, end)
            }
        };
        let raw = text.get(value).unwrap_or("");
        let plain = !raw.bytes().any(|b| matches!(b, b'&' | b'<' | b'\t' | b'\n' | b'\r'));
        if !plain {
            self.check_value(name, raw, start..end);
        }
        let attr = Attr { name, raw, plain, span: Span::new(start as u64, end as u64) };
        ((!name.is_empty()).then_some(attr), end)
    }
}

/// Resolves predefined entities and character references; anything else is kept as written.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        match entity(rest) {
            Some((c, len)) => {
                out.push(c);
                rest = &rest[len..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The character of the reference at the start of `text`, and the length of the reference.
fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|b| b == b';')?;
    let body = text.get(1..end)?;
    let c = match body {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = body.strip_prefix('#')?;
            let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |hex| (hex, 16));
            // A number in Rust may have a sign.
            if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
                return None;
            }
            char::from_u32(u32::from_str_radix(digits, radix).ok()?)?
        }
    };
    Some((c, end + 1))
}

/// Whether a raw value contains a `&` that does not start a reference.
pub(crate) fn has_bare_ampersand(raw: &str) -> bool {
    raw.match_indices('&').any(|(at, _)| {
        let rest = &raw.as_bytes()[at + 1..];
        let name =
            rest.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'#' | b'_' | b'.' | b'-')).count();
        name == 0 || rest.get(name) != Some(&b';')
    })
}
