//! JSON written piece by piece, without a value in between.

use std::io::{self, Write};

/// Bytes that are collected before they are written.
const CHUNK: usize = 1 << 16;

/// Collects JSON text and hands it on in chunks.
pub(super) struct JsonWriter<'w> {
    out: &'w mut dyn Write,
    buffer: Vec<u8>,
}

impl<'w> JsonWriter<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> JsonWriter<'w> {
        JsonWriter { out, buffer: Vec::with_capacity(CHUNK + CHUNK / 8) }
    }

    /// Text that is JSON as it stands.
    pub(super) fn raw(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// A string.
    pub(super) fn string(&mut self, text: &str) {
        if text.bytes().any(|b| b < 0x20 || b == b'"' || b == b'\\') {
            return self.value(text);
        }
        self.buffer.push(b'"');
        self.buffer.extend_from_slice(text.as_bytes());
        self.buffer.push(b'"');
    }

    /// A string or `null`.
    pub(super) fn optional(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// Anything that knows how it is written.
    pub(super) fn value(&mut self, value: &(impl serde::Serialize + ?Sized)) {
        // Writing to a vector fails only if the value does, and ours do not.
        let _ = serde_json::to_writer(&mut self.buffer, value);
    }

    /// A number, or one of the words for what JSON has no number for.
    pub(super) fn float(&mut self, float: f64) {
        match float {
            f if f.is_nan() => self.raw("\"nan\""),
            f64::INFINITY => self.raw("\"inf\""),
            f64::NEG_INFINITY => self.raw("\"-inf\""),
            f => self.value(&f),
        }
    }

    /// A list, each item by `write`.
    pub(super) fn list<T>(&mut self, items: impl IntoIterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let mut separator = "[";
        for item in items {
            self.raw(separator);
            write(self, item);
            separator = ",";
        }
        self.raw(if separator == "[" { "[]" } else { "]" });
    }

    /// Hands on what was collected, if it is enough for one write.
    pub(super) fn pass(&mut self) -> io::Result<()> {
        if self.buffer.len() < CHUNK { Ok(()) } else { self.flush() }
    }

    /// Hands on what was collected.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}
