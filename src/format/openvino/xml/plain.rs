//! Tags as writers emit them, read in one step: nearly all tags of a file. Everything else is left to the general reader.

use super::attribute::{Attr, FEW};
use super::{Mode, Open, Tag, Xml};
use crate::source::Span;

impl<'a> Xml<'a> {
    /// Reads the next tag if it is plain and only blanks precede it: a start tag with attributes in double quotes, each
    /// once and without references, or the end tag of the innermost element, which is returned as `None`. Otherwise,
    /// nothing is read.
    pub(super) fn plain_tag(&mut self) -> Option<Option<Tag<'a>>> {
        if !self.is_plain() {
            return None;
        }
        let start = past_blanks(self.text, self.offset());
        let rest = self.text.as_bytes().get(start..)?;
        match rest {
            [b'<', b'/', ..] => self.plain_end(start).map(|()| None),
            [b'<', ..] => self.plain_start(start).map(Some),
            _ => None,
        }
    }

    /// The offset of the next element and what follows its start, if it starts with this, in a place where
    /// [`Xml::plain_tag`] would read it.
    pub(crate) fn plain_rest(&self, start: &str) -> Option<(usize, &'a [u8])> {
        if !self.is_plain() || self.empty || self.closing > 0 || self.keeps_comments {
            return None;
        }
        let at = past_blanks(self.text, self.offset());
        let text: &'a str = self.text;
        Some((at, text.as_bytes().get(at..)?.strip_prefix(start.as_bytes())?))
    }

    /// Continues at this offset, which is behind a whole element.
    pub(crate) fn go_to(&mut self, offset: usize) {
        let text: &'a str = self.text;
        *self.reader.get_mut() = text.as_bytes().get(offset..).unwrap_or_default();
    }

    /// Whether every fault that this text may have is reported.
    pub(crate) fn is_faultless_file(&self) -> bool {
        self.mode == Mode::File && self.faults.is_empty() && self.broken.is_none()
    }

    fn is_plain(&self) -> bool {
        self.mode == Mode::File && !self.gathering && !self.open.is_empty()
    }

    fn plain_end(&mut self, start: usize) -> Option<()> {
        let name = self.open.last()?.name.as_bytes();
        let after = self.text.as_bytes().get(start + 2..)?.strip_prefix(name)?.strip_prefix(b">")?;
        *self.reader.get_mut() = after;
        self.leave(start).then_some(())
    }

    fn plain_start(&mut self, start: usize) -> Option<Tag<'a>> {
        let text: &'a str = self.text;
        let (name, mut at) = name_at(text, start + 1)?;
        self.attributes.clear();
        let (end, empty) = loop {
            let next = past_blanks(text, at);
            match text.as_bytes().get(next..)? {
                [b'>', ..] => break (next + 1, false),
                [b'/', b'>', ..] => break (next + 2, true),
                _ if next == at => return None,
                _ => {}
            }
            let (attr, after) = attribute_at(text, next)?;
            if self.attributes.len() >= FEW || self.attributes.iter().any(|known| known.name == attr.name) {
                return None;
            }
            self.attributes.push(attr);
            at = after;
        };
        *self.reader.get_mut() = text.as_bytes().get(end..)?;
        if empty {
            self.empty = true;
        } else {
            self.open.push(Open { name, content: end });
        }
        Some(Tag { name, start, end })
    }
}

/// Which bytes a plain tag can have between attributes, in a name, and in a value: a table, because most bytes of a file are
/// looked at here.
const BLANK: u8 = 1;
const NAME: u8 = 2;
const VALUE: u8 = 4;
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte: u8 = 0;
    loop {
        let is_blank = matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        let is_name = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':');
        let is_value = !matches!(byte, b'"' | b'&' | b'<' | b'\t' | b'\n' | b'\r');
        kinds[byte as usize] = BLANK * is_blank as u8 + NAME * is_name as u8 + VALUE * is_value as u8;
        if byte == u8::MAX {
            break kinds;
        }
        byte += 1;
    }
};

/// The number of bytes of a kind at the start.
fn count(bytes: &[u8], kind: u8) -> usize {
    bytes.iter().take_while(|&&byte| KINDS[usize::from(byte)] & kind != 0).count()
}

fn past_blanks(text: &str, at: usize) -> usize {
    at + count(text.as_bytes().get(at..).unwrap_or(&[]), BLANK)
}

/// The ASCII name at an offset, and the offset after it.
fn name_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text.as_bytes().get(at..)?;
    if !rest.first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    let end = at + count(rest, NAME);
    Some((text.get(at..end)?, end))
}

/// The attribute at an offset if it is plain, and the offset after it.
fn attribute_at(text: &str, start: usize) -> Option<(Attr<'_>, usize)> {
    let (name, equals) = name_at(text, start)?;
    let value = equals + 2;
    let rest = text.as_bytes().get(equals..)?.strip_prefix(b"=\"")?;
    let length = count(rest, VALUE);
    if rest.get(length) != Some(&b'"') {
        return None;
    }
    let end = value + length;
    let span = Span::new(start as u64, end as u64 + 1);
    Some((Attr { name, raw: text.get(value..end)?, plain: true, span }, end + 1))
}

#[cfg(test)]
mod tests {
    use super::super::Xml;
    use super::*;

    /// What a cursor says of a text: elements with locations and attributes, and the faults.
    fn events(text: &str, is_plain_read: bool) -> String {
        let mut xml = Xml::new(text, 0..text.len(), Mode::File);
        let mut said = String::new();
        let mut depth = 0;
        loop {
            let plain = if is_plain_read { None } else { Some(std::mem::replace(&mut xml.gathering, true)) };
            let tag = xml.child();
            xml.gathering = plain.unwrap_or(xml.gathering);
            match tag {
                Some(tag) => {
                    depth += 1;
                    let attributes =
                        xml.attributes().iter().map(|a| format!("{}={:?}@{:?}", a.name, a.value(), a.span));
                    said += &format!("{}@{:?} {:?}\n", tag.name, tag.span(), attributes.collect::<Vec<_>>());
                }
                None if depth == 0 => {
                    return said + &format!("{:?}", xml.faults.iter().map(|f| &f.message).collect::<Vec<_>>());
                }
                None => {
                    depth -= 1;
                    said += &format!("end {}\n", xml.offset());
                }
            }
        }
    }

    #[test]
    fn plain_tags_are_read_like_all_others() {
        for text in [
            "<net name=\"a\" version='11'><layers> <layer id=\"0\" name=\"x\"/>\n</layers></net>",
            "<net><a b=\"1\"c=\"2\"/></net>",
            "<net><a b=\"1\" b=\"2\"></a ></net>",
            "<net><a b=\"x&amp;y\" c=\"a>b\" d=\"\u{e9}\"/><\u{e9}/></net>",
            "<net><a b = \"1\" /><b\tc=\"1\t2\"\n/></net>",
            "<net><a></b></a></net>",
            "<net><a b=\"1></a></net>",
            "<net><a b=\"1\"/ ></a></net>",
            "<net><!-- c --><a/><?pi?><b:c-d.e _f=\"\"/></net>",
            "<net><a",
            "<net></a",
            "<net><a></",
        ] {
            assert_eq!(events(text, true), events(text, false), "{text}");
        }
    }
}
