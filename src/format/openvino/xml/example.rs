//! Differences in examples of a page: `...`, comments with values, unclosed elements.

use super::{Mode, Xml, reader_at};
use crate::place::Place;
use crate::rules::not_well_formed;
use crate::source::Span;

impl Xml<'_> {
    /// Whether there were dots between elements since the last call.
    pub(crate) fn take_dots(&mut self) -> bool {
        std::mem::take(&mut self.dots)
    }

    /// The comment that follows on the same line.
    pub(crate) fn comment_behind(&self) -> Option<Span> {
        let rest = self.text.get(self.offset()..)?;
        let comment = rest.trim_start_matches([' ', '\t']);
        let length = comment.strip_prefix("<!--")?.find("-->")? + 7;
        let start = self.text.len() - comment.len();
        Some(Span::new(start as u64, (start + length) as u64))
    }

    /// Whether the innermost element of an example must have ended before the start tag at this offset, which it cannot
    /// contain: the tag is then read again.
    pub(crate) fn ends_first(&mut self, start: usize) -> bool {
        let Some(open) = self.open.last().filter(|_| self.mode == Mode::Fragment) else { return false };
        let tag = self.text.get(start + 1..).unwrap_or("");
        let name = tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).next().unwrap_or("");
        let outside: &[&str] = match open.name {
            "dim" => &["dim", "port", "input", "output", "data", "layer"],
            "port" => &["port", "input", "output", "data", "layer"],
            "input" | "output" | "data" => &["input", "output", "data", "layer"],
            _ => &[],
        };
        if !outside.contains(&name) {
            return false;
        }
        self.unclosed(start, name);
        self.open.pop();
        self.reader = reader_at(self.text, start);
        true
    }

    /// The innermost element of an example lacks its end tag.
    fn unclosed(&mut self, at: usize, next: &str) {
        let Some(open) = self.open.last() else { return };
        // A truncated end tag is part of the element's text, which is reported. What was collected last for an element of
        // another name may be long.
        if open.name == "dim" && self.gathered_text().trim_end().ends_with("/dim>") {
            return;
        }
        let (name, content) = (open.name, open.content);
        let start = self.text.get(..content).and_then(|before| before.rfind('<')).unwrap_or(content);
        let finding = Self::new_fault(&not_well_formed::RULE, start..content, format!("`<{name}>` is not closed"))
            .label(format!("read as if it ended before the next `<{next}>`"))
            .related(Place::bytes(Span::new(at as u64, at as u64 + 1)), format!("`<{next}>` cannot be inside it"))
            .help(format!("write `</{name}>`"))
            .data("element", name);
        self.fault(finding);
    }

    /// Whether an example omits attributes here.
    pub(crate) fn is_elision(&self, at: usize, to: usize) -> bool {
        let rest = self.text.get(at..to).unwrap_or("");
        let end = rest.find(|c| !matches!(c, '.' | '\u{2026}')).unwrap_or(rest.len());
        self.mode == Mode::Fragment && (rest[..end].ends_with("...") || rest[..end].ends_with('\u{2026}'))
    }
}
