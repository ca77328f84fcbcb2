//! Standard input, which can be read only once.

use std::io;
use std::sync::{Mutex, PoisonError};

use crate::source::read_stream;

/// Standard input, with the bytes that were read in advance.
#[derive(Debug, Default)]
pub(super) struct Stdin(Mutex<Option<Vec<u8>>>);

impl Stdin {
    /// Reads everything.
    pub(super) fn read(&self) -> io::Result<Vec<u8>> {
        if let Some(kept) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Ok(kept);
        }
        read_stream(io::stdin().lock())
    }

    /// Reads everything, and keeps it for the next call.
    pub(super) fn peek(&self) -> io::Result<Vec<u8>> {
        let bytes = self.read()?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(bytes.clone());
        Ok(bytes)
    }
}
