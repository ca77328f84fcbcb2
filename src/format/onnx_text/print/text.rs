//! A text being written, and its tokens.

use std::fmt::Write as _;

use crate::short_text::LONGEST_INDENT;

/// Whether `text` is an identifier, which needs no quotes.
fn is_identifier(text: &str) -> bool {
    let word = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    word && text.bytes().next().is_some_and(|b| !b.is_ascii_digit())
}

/// Whether a name of an operator, a domain or an attribute is read back unchanged without quotes.
fn is_word(text: &str) -> bool {
    #[rustfmt::skip]
    let ends = |b: u8| matches!(
        b,
        b' ' | b'\t'..=b'\r' | b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}'
            | b':' | b'=' | b',' | b'"' | b'#' | b'@'
    );
    !text.is_empty() && !text.bytes().any(ends)
}

/// The shortest digits of a float may be halfway between two others; the standard library then uses the upper one and
/// C++ the even one. Returns the other candidate, if there can be one.
fn to_even(digits: &str, rounded: impl FnOnce(usize) -> String) -> Option<String> {
    let mantissa = digits.split('e').next()?;
    let odd = mantissa.bytes().last()? % 2 == 1;
    let places = mantissa.split_once('.')?.1.len();
    if odd { Some(rounded(places)) } else { None }
}

/// A text that may start in the middle of another one, so that one line of a listing can be written again.
pub(crate) struct Text {
    buffer: String,
    /// The offset of the buffer's start in the listing.
    base: u64,
    /// The offset at which the elements of tensors are cut.
    most: u64,
    is_cut: bool,
    /// The offset of the first elements that were cut; further ones are not tried, because each may be as long as the rest.
    cut_from: u64,
    /// Whether only positions matter.
    forgets: bool,
    /// The spaces before lines so far.
    indented: usize,
}

/// The spaces past which lines are indented by a few only: a node of five bytes may be deep inside others, and the whole text
/// is in memory.
const MOST_INDENTED: usize = 8 << 20;
const FEW_SPACES: usize = 3;

impl Default for Text {
    fn default() -> Text {
        Text::at(0)
    }
}

impl Text {
    /// An empty text at this offset.
    pub(crate) fn at(base: u64) -> Text {
        Text {
            buffer: String::new(),
            base,
            most: u64::MAX,
            is_cut: false,
            cut_from: u64::MAX,
            forgets: false,
            indented: 0,
        }
    }

    /// Cuts elements of tensors past this offset.
    pub(crate) fn cut_at(self, most: u64) -> Text {
        Text { most, ..self }
    }

    /// Continues a text whose elements were cut from this offset on.
    pub(crate) fn with_cut_from(self, cut_from: u64) -> Text {
        Text { cut_from, ..self }
    }

    /// The offset of the first elements that were cut; greater than any other if there are none.
    pub(crate) fn cut_from(&self) -> u64 {
        self.cut_from
    }

    /// Removes everything from an offset on if elements after it were cut. Whether they were. No others are cut.
    pub(crate) fn take_back_cut(&mut self, start: u64) -> bool {
        if self.is_cut {
            self.buffer.truncate(start.saturating_sub(self.base) as usize);
            (self.most, self.cut_from) = (u64::MAX, start);
        }
        std::mem::take(&mut self.is_cut)
    }

    /// The offset of what is written next.
    pub(crate) fn position(&self) -> u64 {
        self.base + self.buffer.len() as u64
    }

    /// Continues at a later offset, as if everything before it were written.
    pub(crate) fn skip_to(&mut self, position: u64) {
        self.base = position.saturating_sub(self.buffer.len() as u64);
    }

    pub(crate) fn into_string(self) -> String {
        self.buffer
    }

    /// Keeps positions only: what is written is forgotten in long lists.
    pub(crate) fn forgetting(self) -> Text {
        Text { forgets: true, ..self }
    }

    fn forget(&mut self) {
        const LONG: usize = 64 << 10;
        if self.forgets && self.buffer.len() > LONG {
            self.base += self.buffer.len() as u64;
            self.buffer.clear();
        }
    }

    /// Makes room for a text of about this length: a text that grows is copied, and both are in memory meanwhile.
    pub(crate) fn reserved(mut self, length: usize) -> Text {
        self.buffer.reserve(length);
        self
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.buffer.push_str(text);
    }

    /// Indents a line. In very many bodies, the spaces would be most of the text.
    pub(crate) fn spaces(&mut self, count: usize) {
        let most = if self.indented < MOST_INDENTED { LONGEST_INDENT } else { FEW_SPACES };
        let count = count.min(most);
        self.indented += count;
        self.buffer.extend(std::iter::repeat_n(' ', count));
    }

    pub(crate) fn display(&mut self, value: impl std::fmt::Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.buffer, "{value}");
    }

    /// A string in quotes.
    pub(crate) fn quoted(&mut self, text: &str) {
        self.buffer.push('"');
        for part in text.split_inclusive(['"', '\\']) {
            match part.as_bytes().last() {
                Some(&last @ (b'"' | b'\\')) => {
                    self.buffer.push_str(&part[..part.len() - 1]);
                    self.buffer.push('\\');
                    self.buffer.push(char::from(last));
                }
                _ => self.buffer.push_str(part),
            }
        }
        self.buffer.push('"');
    }

    /// Bytes in quotes, with invalid UTF-8 replaced.
    pub(crate) fn quoted_bytes(&mut self, bytes: &[u8]) {
        self.quoted(&String::from_utf8_lossy(bytes));
    }

    /// A name, in quotes unless it is an identifier.
    pub(crate) fn name(&mut self, name: &str) {
        if is_identifier(name) { self.push(name) } else { self.quoted(name) }
    }

    /// A word, which the reference printer always writes without quotes; in quotes if it would not be read back
    /// unchanged, or if it contains `unlike`.
    pub(crate) fn word(&mut self, word: &str, unlike: Option<char>) {
        let plain = is_word(word) && unlike.is_none_or(|c| !word.contains(c));
        if plain { self.push(word) } else { self.quoted(word) }
    }

    /// The items of a list with their separator.
    pub(crate) fn list<T>(
        &mut self,
        separator: &str,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Text, T),
    ) {
        for (i, value) in items.into_iter().enumerate() {
            if i > 0 {
                self.push(separator);
            }
            item(self, value);
            self.forget();
        }
    }

    /// Like [`Text::list`], for the elements of a tensor, which are cut where the text is long enough.
    pub(crate) fn elements<T>(
        &mut self,
        separator: &str,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Text, T),
    ) {
        for (i, value) in items.into_iter().enumerate() {
            if self.position() > self.most {
                self.is_cut = true;
                return;
            }
            self.push(if i > 0 { separator } else { "" });
            item(self, value);
        }
    }

    /// `["key": "value"]`
    pub(crate) fn entries(&mut self, entries: &[(impl AsRef<str>, impl AsRef<str>)]) {
        self.push("[");
        self.list(", ", entries, |text, (key, value)| {
            text.quoted(key.as_ref());
            text.push(": ");
            text.quoted(value.as_ref());
        });
        self.push("]");
    }

    /// A 32-bit float in the shortest form that is read back as the same value.
    pub(crate) fn float(&mut self, value: f32) {
        if !value.is_finite() {
            return self.special(value.into());
        }
        let digits = format!("{value:e}");
        let even = to_even(&digits, |places| format!("{value:.places$e}"));
        let even = even.filter(|text| text.parse() == Ok(value));
        self.shortest(&even.unwrap_or(digits), value.into());
    }

    /// A 64-bit float in the shortest form that is read back as the same value.
    pub(crate) fn double(&mut self, value: f64) {
        if !value.is_finite() {
            return self.special(value);
        }
        let digits = format!("{value:e}");
        let even = to_even(&digits, |places| format!("{value:.places$e}"));
        let even = even.filter(|text| text.parse() == Ok(value));
        self.shortest(&even.unwrap_or(digits), value);
    }

    /// A float by value where an integer would be bits: always with a point, an exponent, or a word.
    pub(crate) fn value(&mut self, scientific: &str, value: f32) {
        if !value.is_finite() {
            return self.push(scientific);
        }
        let start = self.buffer.len();
        self.shortest(scientific, value.into());
        if !self.buffer[start..].contains(['.', 'e']) {
            self.push(".0");
        }
    }

    fn special(&mut self, value: f64) {
        self.push(if value.is_sign_negative() { "-" } else { "" });
        self.push(if value.is_nan() { "nan" } else { "inf" });
    }

    /// Writes `1.25e-5` as C++ does: without an exponent unless that is longer.
    fn shortest(&mut self, scientific: &str, value: f64) {
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        let count = digits.len() as i32;
        // The power of ten of the last digit decides; a single digit needs no point.
        let last = exponent - (count - 1);
        let single = i32::from(count == 1);
        if !(single - count - 3..=5 - single).contains(&last) {
            let sign = if exponent < 0 { '-' } else { '+' };
            return self.display(format_args!("{mantissa}e{sign}{:02}", exponent.unsigned_abs()));
        }
        if last >= 0 {
            // A whole number is written exactly, without zeros in place of digits.
            return self.display(format_args!("{value:.0}"));
        }
        self.push(if mantissa.starts_with('-') { "-" } else { "" });
        let whole = usize::try_from(exponent + 1).unwrap_or(0);
        let zeros = usize::try_from(-1 - exponent).unwrap_or(0);
        self.push(if whole == 0 { "0" } else { &digits[..whole] });
        self.push(".");
        self.buffer.extend(std::iter::repeat_n('0', zeros));
        self.push(&digits[whole..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Text)) -> String {
        let mut text = Text::default();
        write(&mut text);
        text.into_string()
    }

    #[test]
    fn many_lines_that_are_far_inside_are_indented_a_little() {
        let mut text = Text::default();
        let mut width = |count: usize| {
            let start = text.position();
            text.spaces(count);
            text.position() - start
        };
        assert_eq!([2, 500].map(&mut width), [2, LONGEST_INDENT as u64]);
        (0..MOST_INDENTED / LONGEST_INDENT).for_each(|_| assert_eq!(width(500), LONGEST_INDENT as u64));
        assert_eq!([2, 500].map(&mut width), [2, FEW_SPACES as u64]);
    }

    #[test]
    fn floats_are_written_as_the_reference_printer_does() {
        for (value, text) in [
            ("0", "0"),
            ("-0", "-0"),
            ("1", "1"),
            ("0.1", "0.1"),
            ("1e-3", "0.001"),
            ("1e-4", "1e-04"),
            ("0.00012", "0.00012"),
            ("1e4", "10000"),
            ("1e5", "1e+05"),
            ("1.23456e10", "12345600000"),
            ("1.2345679e9", "1234567936"),
            ("1.76953125", "1.7695312"),
            ("-2.5e-3", "-0.0025"),
            ("3.4028235e38", "3.4028235e+38"),
            ("1e-45", "1e-45"),
            ("inf", "inf"),
        ] {
            assert_eq!(written(|t| t.float(value.parse().expect("a float"))), text);
        }
        assert_eq!(written(|t| t.float(f32::NAN.copysign(-1.0))), "-nan");
        assert_eq!(written(|t| t.double(1e300)), "1e+300");
        assert_eq!(written(|t| t.double(0.30000000000000004)), "0.30000000000000004");
    }

    #[test]
    fn names_other_than_identifiers_are_quoted() {
        for (name, text) in
            [("a_1", "a_1"), ("", "\"\""), ("1a", "\"1a\""), ("a\"b\\", "\"a\\\"b\\\\\""), ("é", "\"é\"")]
        {
            assert_eq!(written(|t| t.name(name)), text);
        }
        assert_eq!(written(|t| t.word("a-b.c", None)), "a-b.c");
        assert_eq!(written(|t| t.word("a-b.c", Some('.'))), "\"a-b.c\"");
        assert_eq!(written(|t| t.word("a b", None)), "\"a b\"");
    }
}
