//! Text from a file in a page.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};
use std::ops::Range;

use crate::escape::is_control;
use crate::rule::Level;

/// Text that is escaped for elements and quoted attributes, in HTML and in XML. Control characters and characters that
/// change the direction of text are shown as escapes.
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
                '\u{fffe}' | '\u{ffff}' => "\u{fffd}",
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

/// Writes a text with marks in it, which must be sorted; a mark that begins within another is omitted.
pub(super) fn marked(
    out: &mut dyn Write,
    text: &str,
    marks: impl IntoIterator<Item = (Range<usize>, Level)>,
) -> io::Result<()> {
    let mut done = 0;
    for (range, level) in marks {
        let (Some(before), Some(within)) = (text.get(done..range.start), text.get(range.clone())) else { continue };
        write!(out, "{}<mark class=\"{level}\">{}</mark>", Escaped(before), Escaped(within))?;
        done = range.end;
    }
    write!(out, "{}", Escaped(&text[done..]))
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
    fn marks_do_not_overlap() {
        let mut out = Vec::new();
        let marks = [(2..4, Level::Error), (3..6, Level::Note), (4..4, Level::Warning), (9..12, Level::Note)];
        marked(&mut out, "ab<dé", marks).expect("memory");
        assert_eq!(
            String::from_utf8_lossy(&out),
            "ab<mark class=\"error\">&lt;d</mark><mark class=\"warning\"></mark>é"
        );
        assert_eq!((start_of("aé", 2), start_of("aé", 9)), ("a", "aé"));
    }
}
