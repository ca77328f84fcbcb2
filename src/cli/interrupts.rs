//! Ctrl-C and requests to end, which wait until files that belong together are all renamed.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locked while files are renamed.
static RENAMING: Mutex<()> = Mutex::new(());

/// Holds interrupts back while the result lives, if [`defer`] was called before.
pub(super) fn hold_back() -> MutexGuard<'static, ()> {
    RENAMING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets a thread of its own receive interrupts, so that they can be held back. It must be called before there are other
/// threads, which would receive them too. A program that is started afterwards (git) does not receive them, and ends when it has
/// answered.
#[cfg(unix)]
pub(super) fn defer() {
    use nix::sys::signal::{SigSet, Signal};

    let interrupts = SigSet::from_iter([Signal::SIGHUP, Signal::SIGINT, Signal::SIGQUIT, Signal::SIGTERM]);
    if interrupts.thread_block().is_err() {
        return;
    }
    let wait = move || {
        while let Ok(signal) = interrupts.wait() {
            let _renamed = hold_back();
            raise(signal);
        }
    };
    if std::thread::Builder::new().stack_size(STACK).spawn(wait).is_err() {
        // It blocked them before.
        let _ = interrupts.thread_unblock();
    }
}

#[cfg(not(unix))]
pub(super) fn defer() {}

#[cfg(unix)]
const STACK: usize = 64 << 10;

/// Does what the signal does to the process: it ends it, unless whoever started it lets it ignore the signal (`nohup`).
#[cfg(unix)]
fn raise(signal: nix::sys::signal::Signal) {
    let only = nix::sys::signal::SigSet::from(signal);
    if only.thread_unblock().is_ok() {
        let _ = nix::sys::signal::raise(signal);
        let _ = only.thread_block();
    }
}
