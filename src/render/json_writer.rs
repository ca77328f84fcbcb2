//! JSON that is written directly, without an intermediate value.

use std::io::{self, Write};
use std::ops::Range;

use super::visible_json::write_json;

/// The size of the buffer.
const CHUNK: usize = 1 << 16;

/// Whether a string is the same in JSON, and shows as itself. `false` may be wrong next to a character that is not.
fn is_plain(text: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGH: u64 = ONES << 7;
    // The highest bit of a byte is set if the byte is at least 0x80, 0x7f, below 0x20, or one of those that may be escaped.
    let marks = |word: u64| {
        let zero = |word: u64| word.wrapping_sub(ONES);
        // A quote, or a `#`, which differs from it in one bit.
        let (quote, backslash) = ((word & !ONES) ^ (ONES * 0x22), word ^ (ONES * 0x5c));
        word | word.wrapping_add(ONES) | word.wrapping_sub(ONES * 0x20) | zero(quote) | zero(backslash)
    };
    let (words, rest) = text.as_chunks::<8>();
    let mut last = [b' '; 8];
    last[..rest.len()].copy_from_slice(rest);
    words.iter().chain([&last]).fold(0, |all, word| all | marks(u64::from_le_bytes(*word))) & HIGH == 0
}

/// Buffers JSON text, and writes it in chunks.
pub(super) struct JsonWriter<'w> {
    out: &'w mut dyn Write,
    buffer: Vec<u8>,
}

impl<'w> JsonWriter<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> JsonWriter<'w> {
        JsonWriter { out, buffer: Vec::with_capacity(CHUNK + CHUNK / 8) }
    }

    /// Writes text that is already JSON.
    pub(super) fn raw(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Writes a string.
    pub(super) fn string(&mut self, text: &str) {
        if !is_plain(text.as_bytes()) {
            return self.value(text);
        }
        self.buffer.reserve(text.len() + 2);
        self.buffer.push(b'"');
        self.buffer.extend_from_slice(text.as_bytes());
        self.buffer.push(b'"');
    }

    /// Writes a number.
    pub(super) fn number(&mut self, mut number: u64) {
        let mut digits = [0; 20];
        let mut start = digits.len();
        loop {
            start -= 1;
            digits[start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.buffer.extend_from_slice(&digits[start..]);
    }

    /// Returns the text that `write` writes, so that it can be repeated. It is not flushed meanwhile.
    pub(super) fn written_by(&mut self, write: impl FnOnce(&mut Self)) -> &str {
        let start = self.position();
        write(self);
        self.since(start)
    }

    /// The position in the text that is not flushed.
    pub(super) fn position(&self) -> usize {
        self.buffer.len()
    }

    /// The text since a position.
    pub(super) fn since(&self, start: usize) -> &str {
        // Everything that is written is text.
        std::str::from_utf8(&self.buffer[start..]).unwrap_or_default()
    }

    /// Removes the text since a position.
    pub(super) fn take_back(&mut self, start: usize) {
        self.buffer.truncate(start);
    }

    /// Writes text that is not flushed again.
    pub(super) fn repeat(&mut self, range: Range<usize>) {
        self.buffer.extend_from_within(range);
    }

    /// Writes a string or `null`.
    pub(super) fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// Writes a serializable value.
    pub(super) fn value(&mut self, value: &(impl serde::Serialize + ?Sized)) {
        // Writing to a vector fails only if serialization fails, and these values never do.
        let _ = write_json(&mut self.buffer, value);
    }

    /// Writes a number, or a string for NaN and infinities.
    pub(super) fn float(&mut self, float: f64) {
        match float {
            f if f.is_nan() => self.raw("\"nan\""),
            f64::INFINITY => self.raw("\"inf\""),
            f64::NEG_INFINITY => self.raw("\"-inf\""),
            f => self.value(&f),
        }
    }

    /// Writes a list, each item with `write`.
    pub(super) fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let mut separator = "[";
        for item in items {
            self.raw(separator);
            write(self, item);
            separator = ",";
        }
        self.raw(if separator == "[" { "[]" } else { "]" });
    }

    /// Writes a list that may take more memory than the file, so it is flushed meanwhile.
    pub(super) fn long_list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) -> io::Result<()> {
        self.raw("[");
        for (at, item) in items.into_iter().enumerate() {
            self.raw(if at == 0 { "" } else { "," });
            write(self, item);
            self.flush_if_full()?;
        }
        self.raw("]");
        Ok(())
    }

    /// Flushes the buffer if it is full.
    pub(super) fn flush_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() < CHUNK { Ok(()) } else { self.flush() }
    }

    /// Flushes the buffer.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut JsonWriter<'_>)) -> String {
        let mut out = Vec::new();
        let mut json = JsonWriter::new(&mut out);
        write(&mut json);
        json.flush().expect("memory");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_string_is_what_the_serializer_writes() {
        for c in (0..=0x2ff).filter_map(char::from_u32) {
            for at in [0, 1, 7, 8, 9, 15] {
                let text = format!("{}{c}{}", "a".repeat(at), "~ !#[]^".repeat(at % 3));
                let mut expected = Vec::new();
                write_json(&mut expected, &text).expect("memory");
                assert_eq!(written(|json| json.string(&text)).as_bytes(), expected, "{text:?}");
            }
        }
        assert_eq!(written(|json| json.string("")), "\"\"");
    }

    #[test]
    fn plain_text_is_recognized() {
        assert!(is_plain(b"") && is_plain(b"layer_1/conv.weight:0") && is_plain(b" !$[]^~"));
        let is_special = |byte: &u8| !(0x20..0x7f).contains(byte) || [b'"', b'#', b'\\'].contains(byte);
        assert!((0..=u8::MAX).all(|byte| is_plain(&[b'a', byte]) != is_special(&byte)));
    }

    #[test]
    fn a_number_has_all_its_digits() {
        for number in [0, 1, 9, 10, 99, 100, 1_234_567_890, u64::MAX] {
            assert_eq!(written(|json| json.number(number)), number.to_string());
        }
    }
}
