//! Many files at the same time.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::files::Input;
use super::ordered_queue::{OrderedQueue, Turn};
use super::report::RunReport;
use super::{exit, panic};
use crate::analyze::analyze;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::infer::Analysis;
use crate::options::{AnalysisOptions, CurrentNode};

/// The stack of a worker. Nothing of ours recurses with the depth of a file beyond `Limits::depth`; a stack that
/// overflows cannot be caught, so the margin is wide. Only what is used of it is ever memory.
const STACK: usize = 64 << 20;

/// Files, and how to read them.
pub(super) struct Run<'a> {
    pub(super) inputs: &'a [Input],
    pub(super) jobs: Option<NonZeroUsize>,
    pub(super) read: ReadOptions,
}

impl Run<'_> {
    /// Reads and analyzes every file with its options, and has `tell` end its job in `report`.
    pub(super) fn each<F: Send + 'static>(
        &self,
        options: impl Fn(usize) -> AnalysisOptions + Sync,
        report: RunReport<F>,
        tell: impl Fn(&OrderedQueue<RunReport<F>>, usize, &Model, &Analysis) + Sync,
    ) -> RunReport<F> {
        self.models(report, |turns, job, model, current| {
            let options = AnalysisOptions { current_node: Some(current.clone()), ..options(job) };
            let analysis = analyze(model, &options);
            panic::on_request(&self.inputs[job].name);
            tell(turns, job, model, &analysis);
        })
    }

    /// Reads every file, and has `tell` end its job in `report`.
    pub(super) fn models<F: Send + 'static>(
        &self,
        report: RunReport<F>,
        tell: impl Fn(&OrderedQueue<RunReport<F>>, usize, &Model, &CurrentNode) + Sync,
    ) -> RunReport<F> {
        let available = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let workers = self.jobs.map_or_else(available, NonZeroUsize::get).min(self.inputs.len());
        let turns = OrderedQueue::new(report);
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = self.inputs.get(job) else { break };
                self.file(&turns, job, input, &tell);
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
        turns.into_inner()
    }

    fn file<F: Send + 'static>(
        &self,
        turns: &OrderedQueue<RunReport<F>>,
        job: usize,
        input: &Input,
        tell: &impl Fn(&OrderedQueue<RunReport<F>>, usize, &Model, &CurrentNode),
    ) {
        let (mut model, current) = (None, CurrentNode::default());
        let done = catch_unwind(AssertUnwindSafe(|| {
            let model = &*model.insert(input.read(&self.read)?);
            tell(turns, job, model, &current);
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
        turns.submit(job, text.len(), move |report| report.trouble(&text, code));
    }
}

/// Does `work` as a worker does: on a wide stack, with a fault of ours as an error that says so.
pub(super) fn guarded<T: Send>(path: &str, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let guarded = || catch_unwind(AssertUnwindSafe(work)).map_err(|_| panic::message(path, None));
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, guarded);
        let done = worker.map_err(|error| format!("cannot start a thread: {error}"))?.join();
        done.unwrap_or_else(|_| Err(panic::message(path, None)))
    })
}

/// Bytes that a file's output may have before its worker waits for its turn to write them.
const MAX_BUFFERED: usize = 1 << 20;

/// A file's output: kept until it is the file's turn, or until it is too much to keep, then written at once.
pub(super) struct Slot<'t, F> {
    turns: &'t OrderedQueue<RunReport<F>>,
    job: usize,
    buffer: Vec<u8>,
    turn: Option<Turn<'t, RunReport<F>>>,
    begin: fn(&mut RunReport<F>),
}

impl<'t, F: Send + 'static> Slot<'t, F> {
    /// The output of a job; `begin` writes what stands before every file's.
    pub(super) fn new(turns: &'t OrderedQueue<RunReport<F>>, job: usize, begin: fn(&mut RunReport<F>)) -> Slot<'t, F> {
        Slot { turns, job, buffer: Vec::new(), turn: None, begin }
    }

    /// Ends the job with `end`, when everything is written.
    pub(super) fn finish(self, end: impl FnOnce(&mut RunReport<F>) + Send + 'static) {
        let Slot { turns, job, buffer, turn, begin } = self;
        if let Some(mut turn) = turn {
            turn.out.write(|out| out.write_all(&buffer));
            end(&mut turn);
            return;
        }
        turns.submit(job, buffer.len(), move |report| {
            begin(report);
            report.out.write(|out| out.write_all(&buffer));
            end(report);
        });
    }
}

impl<F: Send + 'static> Write for Slot<'_, F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() > MAX_BUFFERED || self.turn.is_some() {
            let begin = self.begin;
            let turn = self.turn.get_or_insert_with(|| {
                let mut turn = self.turns.take(self.job);
                begin(&mut turn);
                turn
            });
            let buffer = &self.buffer;
            turn.out.write(|out| out.write_all(buffer));
            self.buffer.clear();
            if turn.out.has_failed() {
                // Nobody reads any more, so the rest need not be put together. The output keeps the cause.
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
