//! Edits of the text of a file.

use bytes::Bytes;

use super::{Candidate, Written};
use crate::dialect::Format;
use crate::fix_edit::FixEdit;
use crate::graph::Model;
use crate::rewrite::PatchedFile;
use crate::source::Span;
use crate::write::WriteOutput;

/// The fixes whose texts do not overlap, and the file with them.
pub(super) fn replaced<'f>(model: &Model, candidates: &[Candidate<'f>]) -> Result<Written<'f>, String> {
    let bytes = model.source().bytes();
    let is_text = matches!(model.format(), Format::OpenVinoIr | Format::OnnxText);
    // A file in another encoding was converted.
    if !is_text || model.format() == Format::OpenVinoIr && model.records() != bytes {
        return Err("the file is not text in UTF-8".to_owned());
    }
    let (mut applied, mut patches): (Vec<_>, Vec<(Span, &str)>) = (Vec::new(), Vec::new());
    for &(finding, fix) in candidates {
        let own: Option<Vec<(Span, &str)>> = fix.edits.iter().map(patch).collect();
        let Some(own) = own else { return Err("edits of the graph and of the text go together".to_owned()) };
        if own.iter().all(|patch| patches.contains(patch)) {
            applied.push((finding, fix));
        } else if own.iter().all(|(span, _)| patches.iter().all(|(other, _)| apart(*span, *other))) {
            patches.extend(own);
            applied.push((finding, fix));
        }
    }
    patches.sort_by_key(|(span, _)| *span);
    let output = WriteOutput { model: patched(bytes, &patches), weights: None };
    Ok((applied, output))
}

fn patch(edit: &FixEdit) -> Option<(Span, &str)> {
    match edit {
        FixEdit::ReplaceText { span, text } => Some((*span, text)),
        _ => None,
    }
}

fn apart(a: Span, b: Span) -> bool {
    a.end < b.start || b.end < a.start || (a.end == b.start || b.end == a.start) && !(a.is_empty() || b.is_empty())
}

fn patched(bytes: &Bytes, patches: &[(Span, &str)]) -> PatchedFile {
    let mut file = PatchedFile::default();
    let mut done = 0;
    for (span, text) in patches {
        let (start, end) = (span.start as usize, span.end as usize);
        file.push(bytes.slice(done..start));
        file.push((*text).to_owned());
        done = end;
    }
    file.push(bytes.slice(done..));
    file
}
