//! A queue for parallel jobs whose results are used in order.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Maximum number of bytes of the results of jobs that wait for earlier ones. A worker that exceeds it waits.
const MAX_QUEUED_BYTES: usize = 64 << 20;

/// What ends a job.
pub(crate) type Action<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Gives the jobs 0, 1, 2, … access to `S` in this order.
pub(crate) struct OrderedQueue<S> {
    state: Mutex<State<S>>,
    changed: Condvar,
    /// Separate from `state`, so that results can be queued while others are used. `state` is never locked while a worker
    /// waits for this.
    shared: Mutex<S>,
}

struct State<S> {
    next: usize,
    queued: BTreeMap<usize, Action<S>>,
    /// The number of bytes that each job occupies.
    occupied: BTreeMap<usize, usize>,
    /// The sum of `occupied`.
    bytes: usize,
}

impl<S> State<S> {
    /// Lets a job whose turn has not come occupy `bytes` instead of what it occupies, if there is room for them.
    fn occupy(&mut self, job: usize, bytes: usize) -> bool {
        let others = self.bytes - self.occupied.get(&job).unwrap_or(&0);
        let fits = job > self.next && bytes <= MAX_QUEUED_BYTES.saturating_sub(others);
        if fits {
            self.occupied.insert(job, bytes);
            self.bytes = others + bytes;
        }
        fits
    }

    /// Ends a job, and returns the next one if it is queued.
    fn end(&mut self, job: usize) -> Option<(usize, Action<S>)> {
        self.next = self.next.max(job + 1);
        self.bytes -= self.occupied.remove(&job).unwrap_or(0);
        self.queued.remove(&self.next).map(|action| (self.next, action))
    }
}

impl<S> OrderedQueue<S> {
    pub(crate) fn new(shared: S) -> OrderedQueue<S> {
        let state = State { next: 0, queued: BTreeMap::new(), occupied: BTreeMap::new(), bytes: 0 };
        OrderedQueue { state: Mutex::new(state), changed: Condvar::new(), shared: Mutex::new(shared) }
    }

    /// Runs `action` after all earlier jobs have ended; until then it occupies `bytes`, which include those that were
    /// reserved. This ends the job, as does dropping its [`OrderedGuard`].
    pub(crate) fn submit(&self, job: usize, bytes: usize, action: impl FnOnce(&mut S) + Send + 'static) {
        let mut state = self.lock_state();
        if state.occupy(job, bytes) {
            state.queued.insert(job, Box::new(action));
            return;
        }
        let mut guard = self.wait(state, job);
        action(&mut guard);
    }

    /// Reserves room for `bytes` of the results of a job, which include those that it has reserved before. If all earlier
    /// jobs have ended, or if there is no room and they end, this locks the shared state instead.
    pub(crate) fn reserve(&self, job: usize, bytes: usize) -> Option<OrderedGuard<'_, S>> {
        let mut state = self.lock_state();
        (!state.occupy(job, bytes)).then(|| self.wait(state, job))
    }

    /// Waits until all earlier jobs have ended, and locks the shared state.
    pub(crate) fn lock(&self, job: usize) -> OrderedGuard<'_, S> {
        self.wait(self.lock_state(), job)
    }

    /// The shared state, after all jobs have ended.
    pub(crate) fn into_inner(self) -> S {
        self.shared.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_state(&self) -> MutexGuard<'_, State<S>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, job: usize) -> Option<(usize, Action<S>)> {
        let next = self.lock_state().end(job);
        self.changed.notify_all();
        next
    }

    fn wait<'t>(&'t self, mut state: MutexGuard<'t, State<S>>, job: usize) -> OrderedGuard<'t, S> {
        while state.next < job {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        OrderedGuard { queue: self, shared: self.shared.lock().unwrap_or_else(PoisonError::into_inner), job }
    }
}

/// Access to the shared state for one job. Dropping it ends the job, and runs the queued actions that follow.
pub(crate) struct OrderedGuard<'t, S> {
    queue: &'t OrderedQueue<S>,
    shared: MutexGuard<'t, S>,
    job: usize,
}

impl<S> Deref for OrderedGuard<'_, S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.shared
    }
}

impl<S> DerefMut for OrderedGuard<'_, S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.shared
    }
}

impl<S> Drop for OrderedGuard<'_, S> {
    fn drop(&mut self) {
        let mut panicked = None;
        let mut ended = self.job;
        while let Some((job, action)) = self.queue.end(ended) {
            // A job ends even if it panics, because later jobs wait for it.
            panicked = catch_unwind(AssertUnwindSafe(|| action(&mut self.shared))).err().or(panicked);
            ended = job;
        }
        if let Some(panic) = panicked
            && !thread::panicking()
        {
            resume_unwind(panic);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_are_used_in_order() {
        let queue = OrderedQueue::new(Vec::new());
        thread::scope(|scope| {
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
    fn a_job_waits_only_if_there_is_no_room() {
        let queue = Arc::new(OrderedQueue::new(Vec::new()));
        assert!(queue.reserve(1, MAX_QUEUED_BYTES / 2).is_none());
        // What was reserved before is included.
        assert!(queue.reserve(1, MAX_QUEUED_BYTES).is_none());
        queue.submit(1, MAX_QUEUED_BYTES - 10, |seen| seen.push(1));
        assert!(queue.reserve(2, 10).is_none());
        let (done, waiting) = mpsc::channel();
        let worker = queue.clone();
        thread::spawn(move || {
            worker.reserve(2, 11).expect("there is no room").push(2);
            done.send(()).expect("the test waits");
        });
        assert!(waiting.recv_timeout(Duration::from_millis(50)).is_err());
        queue.lock(0).push(0);
        waiting.recv_timeout(Duration::from_secs(60)).expect("the earlier jobs have ended");
        assert!(queue.reserve(4, MAX_QUEUED_BYTES).is_none(), "nothing is queued");
        assert_eq!(*queue.lock(3), [0, 1, 2]);
    }

    #[test]
    fn a_job_is_queued_while_an_earlier_one_uses_the_shared_state() {
        let queue = OrderedQueue::new(Vec::new());
        let mut first = queue.lock(0);
        queue.submit(2, 10, |seen| seen.push(2));
        queue.submit(1, 10, |seen| seen.push(1));
        first.push(0);
        drop(first);
        assert_eq!(queue.into_inner(), [0, 1, 2]);
    }

    #[test]
    fn jobs_after_one_that_panics_are_run() {
        let queue = OrderedQueue::new(Vec::new());
        queue.submit(1, 10, |_| panic!("a test asked for it"));
        queue.submit(2, 10, |seen| seen.push(2));
        assert!(catch_unwind(AssertUnwindSafe(|| queue.lock(0).push(0))).is_err());
        queue.submit(3, 10, |seen| seen.push(3));
        assert_eq!(queue.into_inner(), [0, 2, 3]);
    }
}
