//! The text of elements.

use std::borrow::Cow;
use std::ops::Range;

use super::Xml;
use super::attribute::unescape;
use crate::source::Span;

impl<'a> Xml<'a> {
    /// Reads `<dim>6</dim>`, the most frequent element, in one step if it is next. Returns the size and the location of
    /// the element.
    pub(crate) fn plain_dim(&mut self) -> Option<(i64, Span)> {
        if self.empty || self.closing > 0 {
            return None;
        }
        let rest = self.reader.get_ref().trim_ascii_start();
        let start = self.text.len() - rest.len();
        let text = rest.strip_prefix(b"<dim>")?;
        let (negative, digits) = text.strip_prefix(b"-").map_or((false, text), |rest| (true, rest));
        let count = digits.iter().take(18).take_while(|b| b.is_ascii_digit()).count();
        let after = digits.get(count..)?.strip_prefix(b"</dim>")?;
        let size = digits.iter().take(count).fold(0, |n, b| n * 10 + i64::from(b - b'0'));
        let plain = match digits.first()? {
            b'0' => count == 1 && !negative,
            _ => !negative || size == 1,
        };
        if count == 0 || !plain {
            return None;
        }
        *self.reader.get_mut() = after;
        let span = Span::new(start as u64, self.offset() as u64);
        Some((if negative { -size } else { size }, span))
    }

    /// Leaves the element returned last; returns its first run of text, with entities resolved, and its location.
    pub(crate) fn text(&mut self) -> (Cow<'a, str>, Span) {
        let at = self.offset();
        self.gathered = at..at;
        self.has_text = false;
        self.gathering = true;
        while self.child().is_some() {
            self.gathering = false;
            self.skip();
            self.gathering = true;
        }
        self.gathering = false;
        let span = Span::new(self.gathered.start as u64, self.gathered.end as u64);
        (unescape(self.gathered_text()), span)
    }

    pub(crate) fn gathered_text(&self) -> &'a str {
        let text: &'a str = self.text;
        text.get(self.gathered.clone()).unwrap_or("")
    }

    /// Adds a piece of text: the first non-blank one and what follows it directly are kept.
    pub(crate) fn gather(&mut self, piece: Range<usize>) {
        if !self.has_text {
            self.gathered = piece;
            self.has_text = !self.gathered_text().trim_start().is_empty();
        } else if self.gathered.end == piece.start {
            self.gathered.end = piece.end;
        }
    }
}
