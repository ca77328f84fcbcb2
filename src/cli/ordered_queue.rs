//! A queue for parallel jobs whose results are used in order.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of bytes of queued results. A worker that exceeds it waits.
const MAX_QUEUED_BYTES: usize = 64 << 20;

/// What ends a job.
pub(crate) type Action<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Gives the jobs 0, 1, 2, … access to `S` in this order.
pub(crate) struct OrderedQueue<S> {
    state: Mutex<State<S>>,
    changed: Condvar,
}

struct State<S> {
    next: usize,
    queued: BTreeMap<usize, (usize, Action<S>)>,
    bytes: usize,
    shared: S,
}

impl<S> OrderedQueue<S> {
    pub(crate) fn new(shared: S) -> OrderedQueue<S> {
        let state = State { next: 0, queued: BTreeMap::new(), bytes: 0, shared };
        OrderedQueue { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Runs `action` after all earlier jobs have ended; until then it occupies `bytes`. This ends the job, as does dropping
    /// its [`OrderedGuard`].
    pub(crate) fn submit(&self, job: usize, bytes: usize, action: impl FnOnce(&mut S) + Send + 'static) {
        let mut state = self.lock_state();
        if job > state.next && state.bytes + bytes <= MAX_QUEUED_BYTES {
            state.bytes += bytes;
            state.queued.insert(job, (bytes, Box::new(action)));
            return;
        }
        let mut guard = self.wait(state, job);
        action(&mut guard);
    }

    /// Waits until all earlier jobs have ended, and locks the shared state.
    pub(crate) fn lock(&self, job: usize) -> OrderedGuard<'_, S> {
        self.wait(self.lock_state(), job)
    }

    /// The shared state, after all jobs have ended.
    pub(crate) fn into_inner(self) -> S {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).shared
    }

    fn lock_state(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'t>(&'t self, mut state: MutexGuard<'t, State<S>>, job: usize) -> OrderedGuard<'t, S> {
        while state.next < job {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        OrderedGuard { queue: self, state, job }
    }
}

/// Access to the shared state for one job. Dropping it ends the job, and runs the queued actions that follow.
pub(crate) struct OrderedGuard<'t, S> {
    queue: &'t OrderedQueue<S>,
    state: MutexGuard<'t, State<S>>,
    job: usize,
}

impl<S> Deref for OrderedGuard<'_, S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state.shared
    }
}

impl<S> DerefMut for OrderedGuard<'_, S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.state.shared
    }
}

impl<S> Drop for OrderedGuard<'_, S> {
    fn drop(&mut self) {
        let state = &mut *self.state;
        state.next = state.next.max(self.job + 1);
        while let Some((bytes, action)) = state.queued.remove(&state.next) {
            state.bytes -= bytes;
            state.next += 1;
            action(&mut state.shared);
        }
        self.queue.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_used_in_order() {
        let queue = OrderedQueue::new(Vec::new());
        std::thread::scope(|scope| {
            for job in [3usize, 1, 2, 0] {
                let queue = &queue;
                scope.spawn(move || match job {
                    // Too large to be queued: the worker waits.
                    1 => queue.submit(job, usize::MAX / 2, move |seen| seen.push(job)),
                    2 => queue.lock(job).push(job),
                    _ => queue.submit(job, 10, move |seen: &mut Vec<usize>| seen.push(job)),
                });
            }
        });
        assert_eq!(queue.into_inner(), [0, 1, 2, 3]);
    }
}
