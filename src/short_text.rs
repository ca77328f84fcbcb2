//! Texts without the parts that make them too long: a file can have names of megabytes, and many findings about each.

use std::borrow::Cow;
use std::fmt;

/// The bytes of a text of a finding that are kept; very long names make longer ones.
pub(crate) const LONGEST_TEXT: usize = 2_000;
/// The bytes that are kept once the long texts of all findings have very many bytes. A longer text is a long one.
pub(crate) const SHORT_TEXT: usize = 500;
/// The blanks before a line that are copied to others: in a file with a very long indentation, they would be most of a new text.
pub(crate) const LONGEST_INDENT: usize = 120;
/// What stands for the part of a text that is not shown.
const CUT: &str = "[...]";
/// The bytes after which the text of a label ends.
const LONGEST_LABEL: usize = 200;

/// Removes the middle of a text that a very long name makes too long to be kept a thousand times.
pub(crate) fn shorten(text: &mut String) {
    shorten_to(text, LONGEST_TEXT);
}

/// The text up to a number of bytes: a shape with long names may have megabytes, of which further ones are not written.
pub(crate) fn start_of(text: impl fmt::Display) -> String {
    start_up_to(text, LONGEST_LABEL)
}

/// The text up to this number of bytes.
pub(crate) fn start_up_to(text: impl fmt::Display, longest: usize) -> String {
    let mut start = Start { text: String::new(), longest };
    if fmt::write(&mut start, format_args!("{text}")).is_err() {
        start.text.push_str(CUT);
    }
    start.text
}

/// Takes text up to a number of bytes.
struct Start {
    text: String,
    longest: usize,
}

impl fmt::Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.longest.saturating_sub(self.text.len());
        let end = (0..=room.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        self.text.push_str(&text[..end]);
        if end < text.len() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The blanks before a line as they are copied before another one.
pub(crate) fn indentation(blanks: &str) -> &str {
    blanks.get(blanks.len().saturating_sub(LONGEST_INDENT)..).unwrap_or("")
}

/// Removes the middle of a text with more than `longest` bytes.
pub(crate) fn shorten_to(text: &mut String, longest: usize) {
    if let Cow::Owned(short) = shortened(text, longest) {
        *text = short;
    }
    if text.len() > SHORT_TEXT {
        text.shrink_to_fit();
    }
}

/// The text without its middle if it has more than `longest` bytes.
pub(crate) fn shortened(text: &str, longest: usize) -> Cow<'_, str> {
    if text.len() <= longest {
        return Cow::Borrowed(text);
    }
    let boundary = |at: &usize| text.is_char_boundary(*at);
    let start = (0..=longest / 2).rev().find(boundary).unwrap_or(0);
    let end = (text.len() - longest / 2..=text.len()).find(boundary).unwrap_or(text.len());
    Cow::Owned(format!("{}{CUT}{}", &text[..start], &text[end..]))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_text_ends_when_it_is_too_long() {
        /// Writes many parts, and counts them.
        struct Parts<'a>(&'a Cell<usize>);

        impl fmt::Display for Parts<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (0..100_000).try_for_each(|_| {
                    self.0.set(self.0.get() + 1);
                    f.write_str("é")
                })
            }
        }

        let written = Cell::new(0);
        assert_eq!(start_of(Parts(&written)), format!("{}[...]", "é".repeat(100)));
        assert_eq!(written.get(), 101);
        assert_eq!(start_of("n".repeat(200)), "n".repeat(200));
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        let mut long = "é".repeat(3_000);
        shorten(&mut long);
        assert!(long.len() <= 2_010 && long.contains("é[...]é"));
        let mut short = "axis 4".to_owned();
        shorten(&mut short);
        assert_eq!(short, "axis 4");
    }
}
