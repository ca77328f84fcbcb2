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

    fn analyzed(&self, job: usize, model: &Model, current: &CurrentNode, options: AnalysisOptions) -> Analysis {
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

/// Maximum number of buffered bytes of a file's output. A worker that exceeds it waits for the earlier files.
const MAX_BUFFERED_BYTES: usize = 1 << 20;

/// The output of a file. It is buffered until the earlier files have ended; if it is too large to be buffered, it is
/// written directly after them.
pub(super) struct Slot<'t, F> {
    queue: &'t OrderedQueue<RunReport<F>>,
    job: usize,
    buffer: Vec<u8>,
    guard: Option<OrderedGuard<'t, RunReport<F>>>,
    begin: fn(&mut RunReport<F>),
}

impl<'t, F: Send + 'static> Slot<'t, F> {
    /// The output of a job. `begin` writes what precedes every file.
    pub(super) fn new(queue: &'t OrderedQueue<RunReport<F>>, job: usize, begin: fn(&mut RunReport<F>)) -> Slot<'t, F> {
        Slot { queue, job, buffer: Vec::new(), guard: None, begin }
    }

    /// Writes the rest, and ends the job with `end`.
    pub(super) fn finish(self, end: impl FnOnce(&mut RunReport<F>) + Send + 'static) {
        let Slot { queue, job, buffer, guard, begin } = self;
        if let Some(mut guard) = guard {
            guard.out.write(|out| out.write_all(&buffer));
            end(&mut guard);
            return;
        }
        queue.submit(job, buffer.len(), move |report| {
            begin(report);
            report.out.write(|out| out.write_all(&buffer));
            end(report);
        });
    }
}

impl<F: Send + 'static> Write for Slot<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.guard.is_none() && self.buffer.len() + bytes.len() <= MAX_BUFFERED_BYTES {
            self.buffer.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        let begin = self.begin;
        let guard = self.guard.get_or_insert_with(|| {
            let mut guard = self.queue.lock(self.job);
            begin(&mut guard);
            guard
        });
        let buffer = std::mem::take(&mut self.buffer);
        guard.out.write(|out| out.write_all(&buffer));
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
