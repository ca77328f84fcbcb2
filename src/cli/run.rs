//! Reads and analyzes files in parallel.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::input::Input;
use super::ordered_queue::{Action, OrderedGuard, OrderedQueue};
use super::report::RunReport;
use super::{exit, panic};
use crate::analyze::analyze;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::options::{AnalysisOptions, CurrentNode};

/// The stack size of a worker. Recursion is bounded by `Limits::max_depth`, but a stack overflow cannot be caught, so the
/// margin is wide. Unused stack takes no memory.
const STACK: usize = 64 << 20;

/// What ends the job of a file, and the approximate number of bytes that it holds.
pub(super) type Ending<F> = (usize, Action<RunReport<F>>);

/// The files of a run, and how to read them.
pub(super) struct Run<'a> {
    pub(super) inputs: &'a [Input],
    pub(super) jobs: Option<NonZeroUsize>,
    pub(super) read: ReadOptions,
}

impl Run<'_> {
    /// Reads and analyzes every file with its options. `finish` ends the job of a file in `report`.
    pub(super) fn each<F: Send + 'static>(
        &self,
        options: impl Fn(usize) -> AnalysisOptions + Sync,
        report: RunReport<F>,
        finish: impl Fn(&OrderedQueue<RunReport<F>>, usize, &Model, &Analysis) + Sync,
    ) -> RunReport<F> {
        self.models(report, |queue, job, model, current| {
            finish(queue, job, model, &self.analyzed(job, model, current, options(job)));
        })
    }

    /// Reads and analyzes every file with its options. What `result` returns ends its job, when the model is gone.
    pub(super) fn reported<F: Send + 'static>(
        &self,
        options: impl Fn(usize) -> AnalysisOptions + Sync,
        report: RunReport<F>,
        result: impl Fn(usize, Model, Analysis) -> Ending<F> + Sync,
    ) -> RunReport<F> {
        self.files(report, |_, job, model, current| {
            let analysis = self.analyzed(job, model.as_ref()?, current, options(job));
            Some(result(job, model.take()?, analysis))
        })
    }

    pub(super) fn analyzed(
        &self,
        job: usize,
        model: &Model,
        current: &CurrentNode,
        options: AnalysisOptions,
    ) -> Analysis {
        let analysis = analyze(model, &AnalysisOptions { current_node: Some(current.clone()), ..options });
        panic::on_request(&self.inputs[job].name);
        analysis
    }

    /// Reads every file. `finish` ends its job in `report`.
    pub(super) fn models<F: Send + 'static>(
        &self,
        report: RunReport<F>,
        finish: impl Fn(&OrderedQueue<RunReport<F>>, usize, &Model, &CurrentNode) + Sync,
    ) -> RunReport<F> {
        self.files(report, |queue, job, model, current| {
            finish(queue, job, model.as_ref()?, current);
            None
        })
    }

    /// Reads every file. `finish` ends its job in `report`, or returns what does. It may take the model.
    pub(super) fn files<F: Send + 'static>(
        &self,
        report: RunReport<F>,
        finish: impl Fn(&OrderedQueue<RunReport<F>>, usize, &mut Option<Model>, &CurrentNode) -> Option<Ending<F>> + Sync,
    ) -> RunReport<F> {
        let available = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let workers = self.jobs.map_or_else(available, NonZeroUsize::get).min(self.inputs.len());
        let queue = OrderedQueue::new(report);
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = self.inputs.get(job) else { break };
                self.file(&queue, job, input, &finish);
            }
        };
        thread::scope(|scope| {
            let started = (0..workers).filter(|_| {
                let builder = thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, work).is_ok()
            });
            if started.count() == 0 {
                work();
            }
        });
        queue.into_inner()
    }

    fn file<F: Send + 'static>(
        &self,
        queue: &OrderedQueue<RunReport<F>>,
        job: usize,
        input: &Input,
        finish: &impl Fn(&OrderedQueue<RunReport<F>>, usize, &mut Option<Model>, &CurrentNode) -> Option<Ending<F>>,
    ) {
        let (mut model, current) = (None, CurrentNode::default());
        let done = catch_unwind(AssertUnwindSafe(|| {
            model = Some(input.read(&self.read)?);
            let ending = finish(queue, job, &mut model, &current);
            model = None;
            if let Some((bytes, end)) = ending {
                queue.submit(job, bytes, end);
            }
            Ok(())
        }));
        let (text, code) = match done {
            Ok(Ok(())) => return,
            Ok(Err(error)) => {
                let error: crate::source::OpenError = error;
                (format!("cannot read `{}`: {}", input.name, error.source), exit::USAGE)
            }
            Err(_) => {
                let node = model.as_ref().zip(current.get()).map(|(model, node): (&Model, _)| model.describe(node));
                (panic::message(&input.name, node.as_deref()), exit::INTERNAL)
            }
        };
        queue.submit(job, text.len(), move |report| report.fail(&text, code));
    }
}

/// Runs `work` like a worker: with a large stack, and with a panic as an error message.
pub(super) fn guarded<T: Send>(path: &str, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let guarded = || catch_unwind(AssertUnwindSafe(work)).map_err(|_| panic::message(path, None));
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, guarded);
        let done = worker.map_err(|error| format!("cannot start a thread: {error}"))?.join();
        done.unwrap_or_else(|_| Err(panic::message(path, None)))
    })
}

/// The number of bytes by which the buffer of a file's output grows. The first ones are always buffered, so that files are
/// not written in small pieces.
const BUFFER_STEP: usize = 1 << 20;

/// The output of a file. It is buffered until the earlier files have ended, as far as the queue has room; the rest is
/// written directly after them.
pub(super) struct Slot<'t, F> {
    queue: &'t OrderedQueue<RunReport<F>>,
    job: usize,
    buffer: Vec<u8>,
    /// The number of bytes that may be buffered.
    room: usize,
    guard: Option<OrderedGuard<'t, RunReport<F>>>,
    begin: fn(&mut RunReport<F>),
}

impl<'t, F: Send + 'static> Slot<'t, F> {
    /// The output of a job. `begin` writes what precedes every file.
    pub(super) fn new(queue: &'t OrderedQueue<RunReport<F>>, job: usize, begin: fn(&mut RunReport<F>)) -> Slot<'t, F> {
        Slot { queue, job, buffer: Vec::new(), room: BUFFER_STEP, guard: None, begin }
    }

    /// Writes the rest, and ends the job with `end`.
    pub(super) fn finish(self, end: impl FnOnce(&mut RunReport<F>) + Send + 'static) {
        let Slot { queue, job, buffer, guard, begin, .. } = self;
        if let Some(mut guard) = guard {
            end(&mut guard);
            return;
        }
        queue.submit(job, buffer.len(), move |report| {
            begin(report);
            report.out.write(|out| out.write_all(&buffer));
            end(report);
        });
    }

    /// Makes room for a buffer of this length. If it is the job's turn, or if there is no room, the buffer is written instead.
    fn grow(&mut self, length: usize) {
        self.room = length.next_multiple_of(BUFFER_STEP);
        let Some(mut guard) = self.queue.reserve(self.job, self.room) else {
            self.buffer.reserve_exact(self.room - self.buffer.len());
            return;
        };
        (self.begin)(&mut guard);
        let buffer = std::mem::take(&mut self.buffer);
        guard.out.write(|out| out.write_all(&buffer));
        self.guard = Some(guard);
    }
}

impl<F: Send + 'static> Write for Slot<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.buffer.len() + bytes.len();
        if self.guard.is_none() && length > self.room {
            self.grow(length);
        }
        let Some(guard) = &mut self.guard else {
            self.buffer.extend_from_slice(bytes);
            return Ok(bytes.len());
        };
        guard.out.write(|out| out.write_all(bytes));
        if guard.out.has_failed() {
            // The reader is gone, so the rest is not rendered. The output keeps the cause.
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::time::Duration;

    use super::super::output::Output;
    use super::*;

    type Queue = Arc<OrderedQueue<RunReport<()>>>;

    fn queue(file: &std::path::Path) -> Queue {
        let out = Output::file(file).expect("a file");
        Arc::new(OrderedQueue::new(RunReport { out, ..RunReport::new((), 3, exit::OK, true) }))
    }

    /// Writes the output of a job on another thread, and returns what receives a message when the job is done.
    fn write(queue: &Queue, job: usize, output: Vec<u8>) -> mpsc::Receiver<()> {
        let (queue, (done, waiting)) = (queue.clone(), mpsc::channel());
        thread::spawn(move || {
            let mut slot = Slot::new(&queue, job, |_| {});
            output.chunks(1000).for_each(|piece| slot.write_all(piece).expect("written"));
            slot.finish(|_| {});
            drop(queue);
            done.send(()).expect("the test waits");
        });
        waiting
    }

    #[test]
    fn a_file_waits_for_earlier_ones_only_if_the_queue_is_full() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("out");
        let queue = queue(&file);
        let outputs = [b"0", b"1", b"2"].map(|digit| digit.repeat(3 * BUFFER_STEP));
        let soon = Duration::from_secs(60);
        write(&queue, 1, outputs[1].clone()).recv_timeout(soon).expect("job 1 does not wait");
        // Of 64 MiB, 3 are occupied.
        assert!(queue.reserve(3, 59 << 20).is_none());
        let waiting = write(&queue, 2, outputs[2].clone());
        assert!(waiting.recv_timeout(Duration::from_millis(50)).is_err());
        write(&queue, 0, outputs[0].clone()).recv_timeout(soon).expect("job 0 is next");
        waiting.recv_timeout(soon).expect("job 1 has ended");
        queue.submit(3, 0, |_| {});
        let Ok(queue) = Arc::try_unwrap(queue) else { panic!("a job uses the queue") };
        assert_eq!(queue.into_inner().out.end(exit::OK), exit::OK);
        assert!(std::fs::read(file).expect("a file") == outputs.concat());
    }

    #[test]
    fn the_next_file_is_not_buffered_beyond_the_first_step() {
        let folder = tempfile::tempdir().expect("a folder");
        let queue = queue(&folder.path().join("out"));
        let mut slot = Slot::new(&queue, 0, |_| {});
        slot.write_all(&[0; BUFFER_STEP]).expect("written");
        assert_eq!(slot.buffer.len(), BUFFER_STEP);
        slot.write_all(&[0]).expect("written");
        assert!(slot.buffer.capacity() == 0 && slot.guard.is_some());
    }
}
