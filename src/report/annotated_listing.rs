//! The listing of a model, with the types of its values and the locations of findings.

use std::collections::HashSet;
use std::sync::Arc;

use super::Finding;
use super::locate::existing;
use crate::graph::{Model, Status};
use crate::ids::ValueId;
use crate::infer::Analysis;
use crate::infer::unknown::is_vague;
use crate::print;
use crate::print::ListingOptions;

/// Of a longer listing, the first whole lines are shown: browsers take long for larger pages.
const MAX_LISTING_BYTES: usize = 1 << 20;

/// A listing to show next to the findings. Lines are counted from 1.
#[derive(Debug)]
pub(crate) struct Page {
    /// The canonical text, whatever the format of the file, up to [`MAX_LISTING_BYTES`].
    pub(crate) text: String,
    /// The number of lines after them.
    pub(crate) hidden_lines: usize,
    /// The values in the order of the lines that define them.
    pub(crate) values: Vec<PageValue>,
    /// The locations of findings, in the order of the text.
    pub(crate) marks: Vec<PageMark>,
}

/// A value, shown next to its line.
#[derive(Debug)]
pub(crate) struct PageValue {
    pub(crate) line: u64,
    /// The name in the listing.
    pub(crate) name: Box<str>,
    pub(crate) ty: Arc<str>,
    /// Why the type is partly unknown, or the node that caused it.
    pub(crate) why: Option<Arc<str>>,
}

/// Texts that many values have, each stored once.
#[derive(Default)]
struct Texts(HashSet<Arc<str>>);

impl Texts {
    fn share(&mut self, text: String) -> Arc<str> {
        if let Some(known) = self.0.get(text.as_str()) {
            return known.clone();
        }
        let text: Arc<str> = text.into();
        self.0.insert(text.clone());
        text
    }
}

/// The location of a finding.
#[derive(Debug)]
pub(crate) struct PageMark {
    pub(crate) line: u64,
    /// Columns in Unicode scalar values, from 1; the end is exclusive.
    pub(crate) columns: std::ops::Range<u64>,
    /// The index of the finding in its file.
    pub(crate) finding: usize,
}

impl Page {
    /// The page of a model with its findings; `None` if the file is not a model.
    pub(crate) fn new(model: &Model, analysis: &Analysis, findings: &[Finding]) -> Option<Page> {
        if model.status() == Status::Unreadable {
            return None;
        }
        let mut listing = print::listing(model, &ListingOptions { weights: false, hashes: false });
        let shown = shown(&listing.text).len();
        let hidden_lines = listing.text[shown..].matches('\n').count();
        listing.cut(shown);
        let all = model.graphs().flat_map(|graph| model.values_of(graph)).filter(|v| !model.is_omitted(*v));
        let mut texts = Texts::default();
        let value = |value: ValueId| {
            Some(PageValue {
                line: listing.line_of(model, value)?,
                name: listing.name_of(model, value).into(),
                ty: texts.share(analysis.facts.ty(value).to_string()),
                why: why(model, analysis, value).map(|why| texts.share(why)),
            })
        };
        let mut values: Vec<PageValue> = all.filter_map(value).collect();
        // Sorting takes memory also for what is in order.
        if !values.is_sorted_by_key(|value| value.line) {
            values.sort_by_key(|value| value.line);
        }
        let mark = |(finding, found): (usize, &Finding)| {
            let at = listing.locate(model, &existing(model, found.diagnostic.place))?;
            Some(PageMark { line: at.line, columns: at.column..at.end_column, finding })
        };
        let mut marks: Vec<PageMark> = findings.iter().enumerate().filter_map(mark).collect();
        marks.sort_by_key(|mark| (mark.line, mark.columns.start, mark.finding));
        Some(Page { text: listing.text, hidden_lines, values, marks })
    }

    /// Removes the marks of findings that are not kept, and renumbers the others.
    pub(crate) fn keep(&mut self, kept: &[bool]) {
        let mut next = 0..;
        let position = |keeps: &bool| if *keeps { next.next() } else { None };
        let positions: Vec<Option<usize>> = kept.iter().map(position).collect();
        self.marks.retain_mut(|mark| {
            let position = positions.get(mark.finding).copied().flatten();
            mark.finding = position.unwrap_or_default();
            position.is_some()
        });
    }

    /// The approximate size in memory.
    pub(crate) fn bytes(&self) -> usize {
        let value = |value: &PageValue| {
            let texts = value.name.len() + value.ty.len() + value.why.as_ref().map_or(0, |why| why.len());
            texts + size_of::<PageValue>()
        };
        self.text.len() + self.values.iter().map(value).sum::<usize>() + self.marks.len() * size_of::<PageMark>()
    }
}

/// The lines of a listing that are shown, at least one.
fn shown(text: &str) -> &str {
    if text.len() <= MAX_LISTING_BYTES {
        return text;
    }
    let head = &text.as_bytes()[..MAX_LISTING_BYTES];
    let end = head.iter().rposition(|&b| b == b'\n').or_else(|| text.find('\n')).unwrap_or(text.len());
    &text[..end]
}

/// Often, one node is the cause of many unknowns: the reason is shown there, and elsewhere a reference to the node.
fn why(model: &Model, analysis: &Analysis, value: ValueId) -> Option<String> {
    let why = analysis.facts.unknown_reason(value).filter(|_| is_vague(analysis.facts.ty(value)))?;
    Some(match why.node().filter(|node| Some(*node) != model.producer(value)) {
        Some(node) => format!("see {}", model.describe(node)),
        None => why.to_string(),
    })
}
