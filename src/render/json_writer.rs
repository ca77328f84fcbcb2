//! JSON that is written directly, without an intermediate value.

use std::io::{self, Write};

use super::visible_json::write_json;

/// The size of the buffer.
const CHUNK: usize = 1 << 16;

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
        if text.bytes().any(|b| !(0x20..0x7f).contains(&b) || b == b'"' || b == b'\\') {
            return self.value(text);
        }
        self.buffer.push(b'"');
        self.buffer.extend_from_slice(text.as_bytes());
        self.buffer.push(b'"');
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
