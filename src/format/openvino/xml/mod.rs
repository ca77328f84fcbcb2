//! XML as OpenVINO's parser reads it: a cursor over elements with locations that continues after every error.
//!
//! The events are quick-xml's; which errors matter and how the tree continues after them is decided here. Nothing
//! recurses, so depth costs only the list of open elements.

mod attribute;
mod example;
mod fault;
mod plain;
mod text;

use std::ops::Range;

use hashbrown::HashMap;
use quick_xml::Reader;
use quick_xml::events::Event;

pub(crate) use attribute::Attr;

use crate::diagnostic::Diagnostic;
use crate::rule::{Level, RuleRef};
use crate::source::Span;

/// The maximum number of findings of one rule and level in one part of a file.
const MAX_FAULTS: usize = 1_000;

/// The number of open elements in which a misplaced end tag looks for its start tag.
const REACH: usize = 64;

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag<'a> {
    pub(crate) name: &'a str,
    /// The offset of its `<`.
    pub(crate) start: usize,
    /// The offset after its `>`, where its content starts.
    pub(crate) end: usize,
}

impl Tag<'_> {
    pub(crate) fn span(&self) -> Span {
        Span::new(self.start as u64, self.end as u64)
    }
}

/// An open element.
#[derive(Debug)]
struct Open<'a> {
    name: &'a str,
    content: usize,
}

/// How lenient the cursor is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// A file: what OpenVINO's parser rejects is reported.
    File,
    /// An example in a page: surrounding prose and `...` in tags are accepted.
    Fragment,
}

/// A cursor over the elements of a text or of a part of it.
pub(crate) struct Xml<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    mode: Mode,
    open: Vec<Open<'a>>,
    /// The number of open elements that have ended without the caller knowing.
    closing: usize,
    /// The element returned last has no content.
    empty: bool,
    /// The element is skipped: text in it is ignored.
    skipping: bool,
    /// The text of an element is being collected.
    gathering: bool,
    gathered: Range<usize>,
    /// Whether what was collected is more than blanks, which are not looked at again for each piece.
    has_text: bool,
    attributes: Vec<Attr<'a>>,
    /// The comments since the list was cleared, if they are kept.
    pub(crate) comments: Vec<Span>,
    keeps_comments: bool,
    /// Whether text between elements omits something with `...`.
    dots: bool,
    /// The text continues after the part.
    partial: bool,
    pub(crate) faults: Vec<Diagnostic>,
    /// The number of findings by rule and level, with those that are not kept.
    fault_counts: Vec<((RuleRef, Level), usize)>,
    /// Where the tree is broken, if it is.
    pub(crate) broken: Option<usize>,
    /// The ends of skipped bodies, by the offset of their content. Saves skipping nested ones again.
    pub(crate) bodies: HashMap<usize, usize>,
}

impl<'a> Xml<'a> {
    /// A cursor over a part of a text; offsets are those of the whole.
    pub(crate) fn new(text: &'a str, part: Range<usize>, mode: Mode) -> Xml<'a> {
        // A search from the end would look at blanks there once for each part.
        let partial = text.get(part.end..).is_some_and(|rest| !rest.trim_start().is_empty());
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
            has_text: false,
            attributes: Vec::new(),
            comments: Vec::new(),
            keeps_comments: mode == Mode::Fragment,
            dots: false,
            partial,
            faults: Vec::new(),
            fault_counts: Vec::new(),
            broken: None,
            bodies: HashMap::new(),
        }
    }

    /// Reads the rest, and the start tag returned last, as an example.
    pub(crate) fn forgive(&mut self, tag: &Tag<'a>) {
        self.mode = Mode::Fragment;
        self.keep_comments();
        self.broken = self.broken.filter(|at| !(tag.start..tag.end).contains(at));
        let span = tag.span();
        self.faults.retain(|f| f.place.span.is_none_or(|s| s.start < span.start || s.end > span.end));
    }

    /// The next child of the current element, or `None` at its end, which leaves it.
    ///
    /// Every element returned must be left: by [`Xml::skip`], by [`Xml::text`], or by calling this until `None`.
    pub(crate) fn child(&mut self) -> Option<Tag<'a>> {
        if self.empty {
            self.empty = false;
            return None;
        }
        if self.closing == 0
            && let Some(tag) = self.plain_tag()
        {
            return tag;
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

    /// Sets whether text between elements is accepted.
    pub(crate) fn allow_text(&mut self, allow: bool) {
        self.skipping = allow;
    }

    /// Collects comments in `comments`.
    pub(crate) fn keep_comments(&mut self) {
        self.keeps_comments = true;
    }

    /// Skips the content of the element returned last.
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

    /// Skips the content of `tag`, the element returned last, and returns its range. Its bodies are not skipped twice.
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

    /// Handles events other than tags.
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

    /// How lenient the cursor is.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// The first attribute of this name of the start tag returned last.
    pub(crate) fn attr(&self, name: &str) -> Option<Attr<'a>> {
        self.attributes.iter().find(|a| a.name == name).copied()
    }

    /// The attributes of the start tag returned last; the first of each name.
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

    /// Handles an end tag; whether it ended the innermost open element.
    fn end_tag(&mut self, start: usize) -> bool {
        let text: &'a str = self.text;
        let name = text.get(start + 2..self.offset().saturating_sub(1)).unwrap_or("");
        let name = name.trim_end_matches([' ', '\t', '\r', '\n']);
        let above = self.open.iter().rev().take(REACH).position(|o| o.name == name);
        if above != Some(0) {
            self.mismatch(start, name, above.is_some());
        }
        // In an example nothing else can be intended.
        let misspelt = self.mode == Mode::Fragment && self.open.last().is_some_and(|o| o.name == "dim");
        let Some(above) = above.or(misspelt.then_some(0)) else { return false };
        self.closing = above;
        self.leave(start)
    }

    /// Leaves the innermost open element, whose content ends at `start`; whether there is one.
    fn leave(&mut self, start: usize) -> bool {
        let Some(ended) = self.open.pop() else { return false };
        if ended.name.ends_with("body") {
            self.bodies.insert(ended.content, start);
        }
        true
    }
}

/// Whether OpenVINO's parser accepts a text as a name.
pub(crate) fn is_name(text: &str) -> bool {
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
