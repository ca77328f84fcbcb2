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
    waiting: BTreeMap<usize, Waiting<S>>,
    /// The sum of the bytes of `waiting`.
    bytes: usize,
    shared: S,
}

/// What a job occupies before its turn.
struct Waiting<S> {
    bytes: usize,
    /// What ends the job, once it is known.
    action: Option<Action<S>>,
}

impl<S> State<S> {
    /// Whether a job may occupy this many bytes in all. It may not if it is its turn.
    fn occupy(&mut self, job: usize, bytes: usize) -> bool {
        let before = self.waiting.get(&job).map_or(0, |waiting| waiting.bytes);
        let all = (self.bytes - before).saturating_add(bytes);
        if job <= self.next || all > MAX_QUEUED_BYTES {
            return false;
        }
        self.bytes = all;
        self.waiting.entry(job).or_insert(Waiting { bytes, action: None }).bytes = bytes;
        true
    }

    fn remove(&mut self, job: usize) -> Option<Action<S>> {
        let waiting = self.waiting.remove(&job)?;
        self.bytes -= waiting.bytes;
        waiting.action
    }
}

impl<S> OrderedQueue<S> {
    pub(crate) fn new(shared: S) -> OrderedQueue<S> {
        let state = State { next: 0, waiting: BTreeMap::new(), bytes: 0, shared };
        OrderedQueue { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Runs `action` after all earlier jobs have ended; until then it occupies `bytes`. This ends the job, as does dropping
    /// its [`OrderedGuard`].
    pub(crate) fn submit(&self, job: usize, bytes: usize, action: impl FnOnce(&mut S) + Send + 'static) {
        let mut state = self.lock_state();
        if state.occupy(job, bytes) {
            state.waiting.insert(job, Waiting { bytes, action: Some(Box::new(action)) });
            return;
        }
        let mut guard = self.wait(state, job);
        action(&mut guard);
    }

    /// Whether a job that has not ended may occupy this many bytes in all while it waits for its turn. It may not if it is
    /// its turn, or if others occupy too much.
    pub(crate) fn reserve(&self, job: usize, bytes: usize) -> bool {
        self.lock_state().occupy(job, bytes)
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
        state.remove(self.job);
        state.next = state.next.max(self.job + 1);
        while state.waiting.get(&state.next).is_some_and(|waiting| waiting.action.is_some()) {
            let action = state.remove(state.next);
            state.next += 1;
            action.into_iter().for_each(|action| action(&mut state.shared));
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

    #[test]
    fn bytes_are_reserved_until_the_job_ends() {
        let queue = OrderedQueue::new(Vec::new());
        let push = |job| move |seen: &mut Vec<usize>| seen.push(job);
        assert!(!queue.reserve(0, 1), "it is its turn");
        assert!(queue.reserve(1, MAX_QUEUED_BYTES - 10) && queue.reserve(1, MAX_QUEUED_BYTES - 5));
        assert!(!queue.reserve(2, 6) && queue.reserve(2, 5), "of the rest");
        // In place of what was reserved.
        queue.submit(1, 10, push(1));
        assert!(queue.reserve(2, MAX_QUEUED_BYTES - 10));
        queue.submit(0, 0, push(0));
        assert!(!queue.reserve(2, 1) && queue.reserve(3, 10), "job 1 has ended, and it is the turn of job 2");
        queue.lock(2).push(2);
        assert!(!queue.reserve(3, 1), "its turn, although it has reserved bytes");
        queue.submit(3, usize::MAX, push(3));
        assert!(queue.reserve(5, MAX_QUEUED_BYTES), "nothing else is left");
        assert_eq!(queue.into_inner(), [0, 1, 2, 3]);
    }
}
