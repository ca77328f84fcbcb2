//! Calls of the library: without the interpreter lock, and answering Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use shapewright::graph::Model;

use crate::errors;

/// As on the command line. Unused stack takes no memory.
const STACK: usize = 64 << 20;

/// How often signals are looked for.
const INTERVAL: Duration = Duration::from_millis(50);

/// Files of at most this size are read and inferred before a user could interrupt it, so they need no thread, for which a
/// busy system may take longer than for the work. No recursion of the library has a depth that a file controls.
const SMALL: usize = 1 << 20;

/// The number of bytes that decide how long an operation on models takes.
pub fn size_of(models: &[&Model]) -> usize {
    models.iter().map(|model| model.source().bytes().len()).sum()
}

/// Runs `work` on a file of this size. If the user interrupts the work on a large file, it is abandoned: it goes on in the
/// background, and its result is dropped.
pub fn run<T: Send + 'static>(py: Python<'_>, size: usize, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    if size <= SMALL {
        return py.detach(|| catch_unwind(AssertUnwindSafe(work))).map_err(|_| errors::internal(py));
    }
    let (send, mut receive) = mpsc::sync_channel(1);
    let work = move || {
        // There is no receiver if the call was interrupted.
        let _ = send.send(catch_unwind(AssertUnwindSafe(work)));
    };
    thread::Builder::new().stack_size(STACK).spawn(work)?;
    loop {
        let (received, receiver) = py.detach(move || (receive.recv_timeout(INTERVAL), receive));
        receive = receiver;
        match received {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(errors::internal(py)),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
