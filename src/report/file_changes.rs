//! What a fix changes in a file, for reports that show it.

use super::locate::Region;
use crate::dialect::Format;
use crate::graph::Model;
use crate::rewrite::Change;
use crate::source::{LineIndex, Span};
use crate::write::WriteOutput;

/// More changes, or more new bytes, are not shown: they are a new file rather than a suggestion.
const MOST_CHANGES: usize = 1000;
const MOST_BYTES: usize = 1 << 16;
/// The most lines of a text that are shown as they will be.
const MOST_LINES: usize = 3;

/// What changes in the file of a model, and in no other one.
#[derive(Debug)]
pub(crate) struct FileChanges {
    /// In ascending order.
    pub(crate) replacements: Vec<Replacement>,
    /// A change of a few lines of a text: the first line, and what the lines become.
    pub(crate) lines: Option<(u64, String)>,
}

/// A range of bytes and what replaces it.
#[derive(Debug)]
pub(crate) struct Replacement {
    pub(crate) span: Span,
    /// The lines and columns of the range, in a text.
    pub(crate) region: Option<Region>,
    pub(crate) new: Vec<u8>,
}

impl FileChanges {
    /// The changes that make what was written of the file of a model. `None` if they are large, if another file changes,
    /// too, or if the file is text in another encoding than UTF-8.
    pub(crate) fn new(model: &Model, written: &WriteOutput) -> Option<FileChanges> {
        let bytes = model.source().bytes();
        let is_text = model.format().is_text();
        let is_converted = model.format() == Format::OpenVinoIr && !model.has_records_of_file();
        if is_converted || is_text && std::str::from_utf8(bytes).is_err() || other_file_changes(model, written) {
            return None;
        }
        let changes = written.model.changes(bytes);
        let new: usize = changes.iter().map(|change| change.new.len()).sum();
        if changes.is_empty() || changes.len() > MOST_CHANGES || new > MOST_BYTES {
            return None;
        }
        let lines = is_text.then(|| LineIndex::new(bytes));
        let suggestion = lines.as_ref().and_then(|lines| suggestion(bytes, lines, &changes));
        let replacement = |Change { span, new }| {
            let region = lines.as_ref().map(|lines| Region::new(lines, span));
            Replacement { span, region, new }
        };
        Some(FileChanges { replacements: changes.into_iter().map(replacement).collect(), lines: suggestion })
    }
}

/// Whether the weights of an IR change.
fn other_file_changes(model: &Model, written: &WriteOutput) -> bool {
    let old = model.data_files().first().and_then(|file| file.bytes());
    match (&written.weights, old) {
        (Some(new), Some(old)) => !new.changes(old).is_empty(),
        (Some(new), None) => !new.is_empty(),
        (None, _) => false,
    }
}

/// The lines that change, if they are few and next to each other, as they will be.
fn suggestion(bytes: &[u8], lines: &LineIndex<'_>, changes: &[Change]) -> Option<(u64, String)> {
    let (first, last) = (changes.first()?, changes.last()?);
    let (from, to) = (lines.locate(first.span.start).line, lines.locate(last.span.end).line);
    let (start, end) = (lines.line(from).start, lines.line(to).end);
    let (mut new, mut done) = (Vec::new(), start);
    for change in changes {
        new.extend_from_slice(Span::new(done, change.span.start).of(bytes));
        new.extend_from_slice(&change.new);
        done = change.span.end;
    }
    new.extend_from_slice(Span::new(done, end.max(done)).of(bytes));
    let text = String::from_utf8(new).ok()?;
    let count = text.lines().count();
    let is_small = count <= MOST_LINES && to - from < MOST_LINES as u64 && !text.trim().is_empty();
    is_small.then(|| (from, text.trim_end().to_owned()))
}
