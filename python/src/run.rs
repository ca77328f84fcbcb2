//! Calls of the library: without the interpreter lock, on a thread with a large stack, and answering Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors;

/// Recursion is bounded by the nesting of the model, but a stack overflow cannot be caught, so the margin is wide, as on
/// the command line. Unused stack takes no memory.
const STACK: usize = 64 << 20;

/// How often signals are looked for.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work`. If the user interrupts it, it is abandoned: it goes on in the background, and its result is dropped.
pub fn run<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
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
