//! XML as OpenVINO's parser takes it: a cursor over elements, each with its place, that reads on after every fault.
//!
//! The events are quick-xml's; which faults matter and how the tree goes on behind them is decided here. Nothing
//! recurses, so depth costs only the list of open elements.

mod attribute;
mod example;
mod fault;
mod text;

use std::ops::Range;

use hashbrown::HashMap;
use quick_xml::Reader;
use quick_xml::events::Event;

pub(crate) use attribute::Attr;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Findings kept of one part of a file: more of them say nothing new.
const MOST_FAULTS: usize = 1_000;

/// How far up a misplaced end tag may look for the element that it ends.
const REACH: usize = 64;

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    /// The offset of its `<`.
    pub(crate) start: usize,
    /// The offset behind its `>`, where its content begins.
    pub(crate) end: usize,
}

impl Tag<'_> {
    pub(crate) fn span(&self) -> Span {
        Span::new(self.start as u64, self.end as u64)
    }
}

/// An element that is not ended yet.
#[derive(Debug)]
struct Open<'a> {
    name: &'a str,
    content: usize,
}

/// How much is forgiven.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// A file: what OpenVINO's parser refuses is a finding.
    File,
    /// An example in a page: prose around it and `...` in its tags are normal.
    Fragment,
}

/// A cursor over the elements of a text or of a part of it.
pub(crate) struct Xml<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    mode: Mode,
    open: Vec<Open<'a>>,
    /// How many open elements have ended without anybody having been told.
    closing: usize,
    /// The element returned last has no content.
    empty: bool,
    /// The element is passed over: text in it is nobody's business.
    skipping: bool,
    /// The text of an element is wanted, and this much was found.
    gathering: bool,
    gathered: Range<usize>,
    attributes: Vec<Attr<'a>>,
    /// The comments passed since the list was cleared, if they are kept.
    pub(crate) comments: Vec<Span>,
    keeps_comments: bool,
    /// Whether text between elements says with `...` that an example leaves something out.
    dots: bool,
    /// The text goes on behind the part.
    partial: bool,
    pub(crate) faults: Vec<Diagnostic>,
    /// Where the tree is no longer what its writer meant, if there is such a place.
    pub(crate) broken: Option<usize>,
    /// Bodies passed over, by the offset of their content: where they end. Saves passing over nested ones again.
    pub(crate) bodies: HashMap<usize, usize>,
}

impl<'a> Xml<'a> {
    /// A cursor over a part of a text; offsets are those of the whole.
    pub(crate) fn new(text: &'a str, part: Range<usize>, mode: Mode) -> Xml<'a> {
        let partial = part.end < text.trim_end().len();
        let text = text.get(..part.end).unwrap_or(text);
        Xml {
            text,
            reader: reader_at(text, part.start),
            mode,
            open: Vec::new(),
            closing: 0,
            empty: false,
            skipping: false,
            gathering: false,
            gathered: 0..0,
            attributes: Vec::new(),
            comments: Vec::new(),
            keeps_comments: mode == Mode::Fragment,
            dots: false,
            partial,
            faults: Vec::new(),
            broken: None,
            bodies: HashMap::new(),
        }
    }

    /// Forgives from here on what examples do; and what the start tag returned last did.
    pub(crate) fn forgive(&mut self, tag: &Tag<'a>) {
        self.mode = Mode::Fragment;
        self.keep_comments();
        self.broken = self.broken.filter(|at| !(tag.start..tag.end).contains(at));
        let span = tag.span();
        self.faults.retain(|f| f.place.span.is_none_or(|s| s.start < span.start || s.end > span.end));
    }

    /// The next element within the current one, or `None` at the end of the current one, which is then left.
    ///
    /// Every element returned must be left again: by [`Xml::skip`], by [`Xml::text`], or by asking until `None`.
    pub(crate) fn child(&mut self) -> Option<Tag<'a>> {
        if self.empty {
            self.empty = false;
            return None;
        }
        loop {
            if self.closing > 0 {
                self.closing -= 1;
                self.open.pop();
                return None;
            }
            let start = self.offset();
            match self.reader.read_event() {
                Ok(event @ (Event::Start(_) | Event::Empty(_))) => {
                    if self.ends_first(start) {
                        return None;
                    }
                    if let Some(tag) = self.start_tag(start, matches!(event, Event::Empty(_))) {
                        return Some(tag);
                    }
                }
                Ok(Event::End(_)) => {
                    if self.end_tag(start) {
                        return None;
                    }
                }
                Ok(Event::Eof) if self.open.is_empty() => return None,
                Ok(Event::Eof) => self.truncated(start, None),
                Ok(other) => self.other(&other, start),
                Err(error) => self.error(&error, start),
            }
        }
    }

    /// Whether text between elements is normal here.
    pub(crate) fn allow_text(&mut self, allow: bool) {
        self.skipping = allow;
    }

    /// Collects comments in `comments`.
    pub(crate) fn keep_comments(&mut self) {
        self.keeps_comments = true;
    }

    /// Leaves the element returned last without looking at what is in it.
    pub(crate) fn skip(&mut self) {
        if std::mem::take(&mut self.empty) {
            return;
        }
        let depth = self.open.len();
        let outer = std::mem::replace(&mut self.skipping, true);
        while self.open.len() >= depth && depth > 0 {
            if self.child().is_some() {
                self.empty = false;
            }
        }
        self.skipping = outer;
    }

    /// Leaves the element `tag`, returned last, and says where its content lies. Its bodies are not passed over twice.
    pub(crate) fn skip_body(&mut self, tag: &Tag<'a>) -> Range<usize> {
        if self.empty {
            self.skip();
            return tag.end..tag.end;
        }
        if let Some(&end) = self.bodies.get(&tag.end) {
            self.reader = reader_at(self.text, end);
        }
        self.skip();
        tag.end..self.bodies.get(&tag.end).copied().unwrap_or(tag.end)
    }

    /// Takes what is no tag.
    fn other(&mut self, event: &Event<'a>, start: usize) {
        let end = self.offset();
        match event {
            Event::Text(_) | Event::GeneralRef(_) if self.gathering => self.gather(start..end),
            Event::CData(_) if self.gathering => self.gather(start + 9..end.saturating_sub(3)),
            Event::Text(_) | Event::GeneralRef(_) | Event::CData(_) => self.stray(start..end),
            Event::Comment(_) if self.keeps_comments => {
                self.comments.push(Span::new(start as u64, end as u64));
            }
            Event::Decl(_) => self.declaration(start..end),
            Event::PI(pi) if !pi.target().starts_with(|c: char| c.is_alphabetic() || c == '_' || c == ':') => {
                self.not_a_tag(start, end)
            }
            _ => {}
        }
    }

    /// How much is forgiven.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// The first attribute of this name of the start tag returned last.
    pub(crate) fn attr(&self, name: &str) -> Option<Attr<'a>> {
        self.attributes.iter().find(|a| a.name == name).copied()
    }

    /// The attributes of the start tag returned last: the first of each name.
    pub(crate) fn attributes(&self) -> &[Attr<'a>] {
        &self.attributes
    }

    /// The offset of what is read next.
    pub(crate) fn offset(&self) -> usize {
        self.text.len() - self.reader.get_ref().len()
    }

    fn start_tag(&mut self, start: usize, empty: bool) -> Option<Tag<'a>> {
        let end = self.offset();
        let text: &'a str = self.text;
        let inner = text.get(start + 1..end - if empty { 2 } else { 1 }).unwrap_or("");
        let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
        let name = inner.get(..inner.bytes().position(|b| blank(&b)).unwrap_or(inner.len())).unwrap_or("");
        if !is_name(name) {
            self.not_a_tag(start, end);
            return None;
        }
        let from = start + 1 + name.len();
        self.read_attributes(from, start + 1 + inner.len());
        if empty {
            self.empty = true;
        } else {
            self.open.push(Open { name, content: end });
        }
        Some(Tag { name, start, end })
    }

    /// Takes an end tag; whether it ended the innermost open element.
    fn end_tag(&mut self, start: usize) -> bool {
        let text: &'a str = self.text;
        let name = text.get(start + 2..self.offset().saturating_sub(1)).unwrap_or("");
        let name = name.trim_end_matches([' ', '\t', '\r', '\n']);
        let above = self.open.iter().rev().take(REACH).position(|o| o.name == name);
        if above != Some(0) {
            self.mismatch(start, name, above.is_some());
        }
        // In an example nothing else can have been meant.
        let misspelt = self.mode == Mode::Fragment && self.open.last().is_some_and(|o| o.name == "dim");
        let Some(above) = above.or(misspelt.then_some(0)) else { return false };
        self.closing = above;
        let Some(ended) = self.open.pop() else { return false };
        if ended.name.ends_with("body") {
            self.bodies.insert(ended.content, start);
        }
        true
    }
}

/// Whether a text is a name to OpenVINO's parser.
fn is_name(text: &str) -> bool {
    let start = |b: u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b':') || b >= 0x80;
    let mut bytes = text.bytes();
    bytes.next().is_some_and(start) && bytes.all(|b| start(b) || b.is_ascii_digit() || matches!(b, b'-' | b'.'))
}

fn reader_at(text: &str, start: usize) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text.get(start..).unwrap_or(""));
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    reader
}
