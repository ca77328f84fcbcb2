//! Turns: work is done in parallel, and its results are taken in order.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Bytes of results that may wait for their turn; a worker with more waits itself.
const MAX_WAITING: usize = 64 << 20;

type Action<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Hands `S` to the results of jobs 0, 1, 2, … in this order.
pub(crate) struct OrderedQueue<S> {
    state: Mutex<State<S>>,
    changed: Condvar,
}

struct State<S> {
    next: usize,
    waiting: BTreeMap<usize, (usize, Action<S>)>,
    bytes: usize,
    shared: S,
}

impl<S> OrderedQueue<S> {
    pub(crate) fn new(shared: S) -> OrderedQueue<S> {
        let state = State { next: 0, waiting: BTreeMap::new(), bytes: 0, shared };
        OrderedQueue { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Has `action` done when it is this job's turn; it holds `bytes` until then. A job ends with this, or with the
    /// end of its [`Turn`].
    pub(crate) fn submit(&self, job: usize, bytes: usize, action: impl FnOnce(&mut S) + Send + 'static) {
        let mut state = self.lock();
        if job > state.next && state.bytes + bytes <= MAX_WAITING {
            state.bytes += bytes;
            state.waiting.insert(job, (bytes, Box::new(action)));
            return;
        }
        let mut turn = self.wait(state, job);
        action(&mut turn);
    }

    /// Waits until it is this job's turn, and takes it.
    pub(crate) fn take(&self, job: usize) -> Turn<'_, S> {
        self.wait(self.lock(), job)
    }

    /// What all jobs shared, when they are done.
    pub(crate) fn into_inner(self) -> S {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).shared
    }

    fn lock(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'t>(&'t self, mut state: MutexGuard<'t, State<S>>, job: usize) -> Turn<'t, S> {
        while state.next < job {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        Turn { turns: self, state, job }
    }
}

/// A job's turn. When it ends, results that waited behind it are taken.
pub(crate) struct Turn<'t, S> {
    turns: &'t OrderedQueue<S>,
    state: MutexGuard<'t, State<S>>,
    job: usize,
}

impl<S> Deref for Turn<'_, S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.state.shared
    }
}

impl<S> DerefMut for Turn<'_, S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.state.shared
    }
}

impl<S> Drop for Turn<'_, S> {
    fn drop(&mut self) {
        let state = &mut *self.state;
        state.next = state.next.max(self.job + 1);
        while let Some((bytes, action)) = state.waiting.remove(&state.next) {
            state.bytes -= bytes;
            state.next += 1;
            action(&mut state.shared);
        }
        self.turns.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_taken_in_order_whoever_is_first() {
        let turns = OrderedQueue::new(Vec::new());
        std::thread::scope(|scope| {
            for job in [3usize, 1, 2, 0] {
                let turns = &turns;
                scope.spawn(move || match job {
                    // Too much to wait for its turn without holding up the worker.
                    1 => turns.submit(job, usize::MAX / 2, move |seen| seen.push(job)),
                    2 => turns.take(job).push(job),
                    _ => turns.submit(job, 10, move |seen: &mut Vec<usize>| seen.push(job)),
                });
            }
        });
        assert_eq!(turns.into_inner(), [0, 1, 2, 3]);
    }
}
