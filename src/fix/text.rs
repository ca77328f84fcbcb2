//! Edits of the text of a file.

use std::collections::BTreeMap;

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
    if !is_text || model.format() == Format::OpenVinoIr && !model.has_records_of_file() {
        return Err("the file is not text in UTF-8".to_owned());
    }
    let (mut applied, mut patches) = (Vec::new(), Patches::new());
    for &(finding, fix) in candidates {
        let own: Option<Vec<(Span, &str)>> = fix.edits.iter().map(patch).collect();
        let Some(own) = own else { return Err("edits of the graph and of the text go together".to_owned()) };
        let is_repeated = own.iter().all(|(span, text)| patches.get(span).is_some_and(|texts| texts.contains(text)));
        if is_repeated || own.iter().all(|(span, _)| is_free(&patches, *span)) {
            applied.push((finding, fix));
            let new = own.into_iter().filter(|_| !is_repeated);
            new.for_each(|(span, text)| patches.entry(span).or_default().push(text));
        }
    }
    let output = WriteOutput { model: patched(bytes, &patches), weights: None };
    Ok((applied, output))
}

/// New texts, by what they replace. Only those of one fix are for the same place.
type Patches<'f> = BTreeMap<Span, Vec<&'f str>>;

/// Whether a patch neither overlaps nor touches others. As these are apart, only those next to it can.
fn is_free(patches: &Patches<'_>, span: Span) -> bool {
    let (before, after) = (patches.range(..=span).next_back(), patches.range(span..).next());
    before.into_iter().chain(after).all(|(other, _)| apart(span, *other))
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

fn patched(bytes: &Bytes, patches: &Patches<'_>) -> PatchedFile {
    let mut file = PatchedFile::default();
    let mut done = 0;
    for (span, texts) in patches {
        let (start, end) = (span.start as usize, span.end as usize);
        file.push(bytes.slice(done..start));
        texts.iter().for_each(|text| file.push((*text).to_owned()));
        done = end;
    }
    file.push(bytes.slice(done..));
    file
}
