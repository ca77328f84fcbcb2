//! The lines that a finding shows.

use super::locate::Locator;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::source::Span;

/// Lines of the file or of its listing, with marks.
#[derive(Clone, Debug)]
pub(crate) struct Excerpt {
    /// The number of the first line.
    pub(crate) line: u64,
    /// The column of the first mark.
    pub(crate) column: u64,
    /// The lines; empty if they are too long to be shown.
    pub(crate) text: String,
    /// The marked ranges.
    pub(crate) marks: Vec<Mark>,
}

/// A marked range of an excerpt.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    /// Bytes of the excerpt's text, within one line.
    pub(crate) range: std::ops::Range<usize>,
    /// The label; may be empty.
    pub(crate) label: String,
    /// Whether it is the primary location of the finding.
    pub(crate) primary: bool,
}

/// Locations at most this many lines apart share an excerpt.
const MAX_LINES_BETWEEN: u64 = 24;
/// Locations at most this many columns apart share an excerpt.
const MAX_COLUMNS_BETWEEN: u64 = 120;
/// Maximum length of shown lines.
const MAX_LINE_LENGTH: u64 = 4_096;

struct Spot<'a> {
    span: Span,
    line: u64,
    /// Bytes before it in its line.
    column: u64,
    label: &'a str,
    primary: bool,
}

/// The excerpts of a finding, and the labels of locations without a line.
pub(super) fn excerpts(locator: &Locator<'_>, finding: &Diagnostic) -> (Vec<Excerpt>, Vec<String>) {
    let Some(first) = spot(locator, &finding.place, &finding.label, true) else {
        let own = named(locator, &finding.place, &finding.label);
        let related = finding.related.iter().filter_map(|label| named(locator, &label.place, &label.text));
        return (Vec::new(), own.into_iter().chain(related).collect());
    };
    let mut groups = vec![vec![first]];
    let mut unplaced = Vec::new();
    for label in &finding.related {
        let Some(spot) = spot(locator, &label.place, &label.text, false) else {
            unplaced.extend(named(locator, &label.place, &label.text));
            continue;
        };
        let near = |group: &&mut Vec<Spot<'_>>| {
            group.iter().any(|s| s.line.abs_diff(spot.line) <= MAX_LINES_BETWEEN)
                && group.iter().all(|s| s.column.abs_diff(spot.column) <= MAX_COLUMNS_BETWEEN)
        };
        match groups.iter_mut().find(near) {
            Some(group) => group.push(spot),
            None => groups.push(vec![spot]),
        }
    }
    (groups.iter().map(|g| excerpt(locator, g)).collect(), unplaced)
}

/// The label of a location without a line, with the name of its value.
fn named(locator: &Locator<'_>, place: &Place, text: &str) -> Option<String> {
    let value = locator.location(place).value.filter(|name| !name.is_empty());
    let say = || value.map_or_else(|| text.to_owned(), |name| format!("`{name}`: {text}"));
    (!text.is_empty()).then(say)
}

fn spot<'a>(locator: &Locator<'_>, place: &Place, label: &'a str, primary: bool) -> Option<Spot<'a>> {
    let span = locator.text_span(place)?;
    let line = locator.lines.locate(span.start).line;
    let column = span.start.saturating_sub(locator.lines.line(line).start);
    Some(Spot { span, line, column, label, primary })
}

fn excerpt(locator: &Locator<'_>, spots: &[Spot<'_>]) -> Excerpt {
    let lines = || spots.iter().map(|s| s.line);
    let (first, last) = (lines().min().unwrap_or(1), lines().max().unwrap_or(1));
    let window = Span::new(locator.lines.line(first).start, locator.lines.line(last).end);
    let start = spots.first().map_or(window.start, |s| s.span.start);
    let column = locator.lines.locate(start).column;
    let long = (first..=last).any(|line| locator.lines.line(line).len() > MAX_LINE_LENGTH);
    if long {
        return Excerpt { line: locator.lines.locate(start).line, column, text: String::new(), marks: Vec::new() };
    }
    let bytes = window.of(locator.text);
    // Invalid UTF-8 becomes one `?` per byte, which preserves offsets.
    let text = ascii_where_invalid(bytes);
    let marks = spots.iter().map(|spot| {
        let end = spot.span.end.min(locator.lines.line(spot.line).end).max(spot.span.start);
        let at = |offset: u64| boundary(&text, offset.saturating_sub(window.start) as usize);
        Mark { range: at(spot.span.start)..at(end), label: spot.label.to_owned(), primary: spot.primary }
    });
    Excerpt { line: first, column, marks: marks.collect(), text }
}

fn ascii_where_invalid(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

/// The last character boundary at or before `offset`.
fn boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}
