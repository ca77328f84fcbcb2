//! Text from a file in a page.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};
use std::ops::Range;

use crate::escape::{is_control, is_second_hash};
use crate::rule::Level;

/// Text that is escaped for elements and quoted attributes, in HTML and in XML. Control characters and characters that
/// change the direction of text are shown as escapes, and a `#` after another one is an entity.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut plain = 0;
        for (at, c) in self.0.char_indices() {
            let entity = match c {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                '\'' => "&#39;",
                '#' if is_second_hash(self.0, at, c) => "&#35;",
                '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
                '\t' => continue,
                c if is_control(c) => "",
                _ => continue,
            };
            f.write_str(&self.0[plain..at])?;
            plain = at + c.len_utf8();
            if entity.is_empty() { c.escape_default().fmt(f)? } else { f.write_str(entity)? }
        }
        f.write_str(&self.0[plain..])
    }
}

/// A sentence of this program: text in backquotes is code.
pub(super) struct Prose<'a>(pub(super) &'a str);

impl Display for Prose<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.matches('`').count() % 2 == 1 {
            return Escaped(self.0).fmt(f);
        }
        for (at, part) in self.0.split('`').enumerate() {
            match at % 2 {
                0 => Escaped(part).fmt(f)?,
                _ => write!(f, "<code>{}</code>", Escaped(part))?,
            }
        }
        Ok(())
    }
}

/// Writes a text with marks in it. Where marks overlap, the shortest one is shown; an empty one only outside of others.
pub(super) fn marked(
    out: &mut dyn Write,
    text: &str,
    marks: impl IntoIterator<Item = (Range<usize>, Level)>,
) -> io::Result<()> {
    let valid = |(range, _): &(Range<usize>, Level)| text.get(range.clone()).is_some();
    let mut marks: Vec<(Range<usize>, Level)> = marks.into_iter().filter(valid).collect();
    let ends = marks.iter().flat_map(|(range, _)| [range.start, range.end]).chain([0, text.len()]);
    let mut ends: Vec<usize> = ends.collect();
    ends.sort_unstable();
    ends.dedup();
    // Stable, so that of several empty marks at one place the first is written.
    marks.sort_by_key(|(range, _)| range.start);
    let mut rest = &marks[..];
    let mut open = BinaryHeap::new();
    for (at, &start) in ends.iter().enumerate() {
        let end = ends.get(at + 1).copied().unwrap_or(start);
        close(&mut open, start);
        let here;
        (here, rest) = rest.split_at(rest.partition_point(|(range, _)| range.start <= start));
        let empty = here.iter().find(|(range, _)| range.is_empty());
        if let Some((_, level)) = empty.filter(|_| open.is_empty()) {
            write!(out, "<mark class=\"{level}\"></mark>")?;
        }
        open.extend(here.iter().map(|(range, level)| Open {
            length: Reverse(range.len()),
            level: *level,
            end: range.end,
        }));
        close(&mut open, start);
        if start == end {
            continue;
        }
        let shown = Escaped(&text[start..end]);
        match open.peek() {
            Some(Open { level, .. }) => write!(out, "<mark class=\"{level}\">{shown}</mark>")?,
            None => write!(out, "{shown}")?,
        }
    }
    Ok(())
}

/// A mark that began: the greatest is the shortest and, of equally short ones, the most severe.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    length: Reverse<usize>,
    level: Level,
    end: usize,
}

/// Removes marks that ended from the top, so that the one there, if any, contains the character at `start`.
fn close(open: &mut BinaryHeap<Open>, start: usize) {
    while open.peek().is_some_and(|mark| mark.end <= start) {
        open.pop();
    }
}

/// At most `bytes` bytes of a text, truncated at a character boundary.
pub(super) fn start_of(text: &str, bytes: usize) -> &str {
    let end = bytes.min(text.len());
    let end = (0..=end).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let name = "</script><b a=\"x\" c='y'>&\u{1b}\n\u{202e}\u{ffff}é";
        let shown = "&lt;/script&gt;&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;\\u{1b}\\n\\u{202e}\u{fffd}é";
        assert_eq!(Escaped(name).to_string(), shown);
        assert_eq!(Prose("input `<x>` & y").to_string(), "input <code>&lt;x&gt;</code> &amp; y");
        // A name that contains a backquote.
        assert_eq!(Prose("input `a`b`").to_string(), "input `a`b`");
    }

    #[test]
    fn shortest_of_overlapping_marks_is_shown() {
        let html = |marks: &[(Range<usize>, Level)]| {
            let mut out = Vec::new();
            marked(&mut out, "ab<dé", marks.iter().cloned()).expect("memory");
            String::from_utf8(out).expect("UTF-8")
        };
        let (error, note, end) = ("<mark class=\"error\">", "<mark class=\"note\">", "</mark>");
        assert_eq!(html(&[]), "ab&lt;dé");
        let nested = html(&[(0..4, Level::Note), (1..2, Level::Error)]);
        assert_eq!(nested, format!("{note}a{end}{error}b{end}{note}&lt;d{end}é"));
        let equal = html(&[(1..2, Level::Note), (1..2, Level::Error), (9..12, Level::Note)]);
        assert_eq!(equal, format!("a{error}b{end}&lt;dé"));
        assert_eq!(html(&[(4..4, Level::Error)]), format!("ab&lt;d{error}{end}é"));
        assert_eq!(html(&[(0..4, Level::Note), (1..1, Level::Error)]), format!("{note}a{end}{note}b&lt;d{end}é"));
        let crossing = html(&[(1..6, Level::Error), (0..3, Level::Note)]);
        assert_eq!(crossing, format!("{note}a{end}{note}b&lt;{end}{error}dé{end}"));
        assert_eq!((start_of("aé", 2), start_of("aé", 9)), ("a", "aé"));
    }
}
