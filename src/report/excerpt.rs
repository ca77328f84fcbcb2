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
    /// Line and column of the first mark.
    pub(crate) first_mark: (u64, u64),
    /// The lines; long ones are cut around the marks.
    pub(crate) text: String,
    /// Whether a line is cut, so that its columns are not those of the file.
    pub(crate) is_cut: bool,
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
/// Maximum number of bytes of a line that is shown whole.
const MAX_LINE_LENGTH: u64 = 132;
/// The bytes at the start of a longer line that are shown: they contain the node's name and outputs.
const LINE_START: u64 = 40;
/// The bytes that are shown around the marks of a longer line.
const AROUND_MARKS: u64 = 32;
/// Maximum number of bytes of a mark that determine what is shown of a longer line.
const MAX_MARK_LENGTH: u64 = 60;

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

/// The label of a location without a line, with the name of its value or its node.
fn named(locator: &Locator<'_>, place: &Place, text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    let value = locator.location(place).value.filter(|name| !name.is_empty());
    Some(match (value, place.node) {
        (Some(name), _) => format!("`{name}`: {text}"),
        (None, Some(node)) => format!("{}: {text}", locator.model.describe(node)),
        (None, None) => text.to_owned(),
    })
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
    let mut lines = ShownLines { file: locator.text, text: String::new(), pieces: Vec::new(), is_cut: false };
    for line in first..=last {
        lines.push(locator.lines.line(line), spots.iter().filter(|spot| spot.line == line).map(|spot| spot.span));
    }
    let marks = spots.iter().map(|spot| {
        let end = spot.span.end.min(locator.lines.line(spot.line).end).max(spot.span.start);
        Mark { range: lines.range(spot.span.start, end), label: spot.label.to_owned(), primary: spot.primary }
    });
    let marks = marks.collect();
    let start = spots.first().map_or(0, |s| s.span.start);
    let at = locator.lines.locate(start);
    Excerpt { line: first, first_mark: (at.line, at.column), marks, text: lines.text, is_cut: lines.is_cut }
}

/// Lines of an excerpt as they are shown.
struct ShownLines<'a> {
    file: &'a [u8],
    text: String,
    /// The parts of the file that the text consists of.
    pieces: Vec<Piece>,
    is_cut: bool,
}

/// A part of the file, and its offset in the text.
struct Piece {
    span: Span,
    at: usize,
}

impl ShownLines<'_> {
    /// Adds a line with marks at these spans.
    fn push(&mut self, line: Span, marks: impl Iterator<Item = Span>) {
        if !self.pieces.is_empty() {
            self.text.push('\n');
        }
        if line.len() <= MAX_LINE_LENGTH {
            return self.piece(line);
        }
        self.is_cut = true;
        let around = marks.fold(None, |around: Option<Span>, mark| {
            let end = mark.end.min(mark.start.saturating_add(MAX_MARK_LENGTH));
            let (start, end) = (mark.start.saturating_sub(AROUND_MARKS), end.saturating_add(AROUND_MARKS));
            Some(around.map_or(Span::new(start, end), |a| Span::new(a.start.min(start), a.end.max(end))))
        });
        let head = Span::new(line.start, self.boundary(line.start + LINE_START));
        let shown = around
            .map_or(head, |a| Span::new(self.boundary(a.start.max(line.start)), self.boundary(a.end.min(line.end))));
        let shown = if shown.start <= head.end { Span::new(line.start, shown.end) } else { shown };
        if shown.start > line.start {
            self.piece(head);
            self.text.push_str(" … ");
        }
        self.piece(shown);
        if shown.end < line.end {
            self.text.push_str(" …");
        }
    }

    fn piece(&mut self, span: Span) {
        self.pieces.push(Piece { span, at: self.text.len() });
        // Invalid UTF-8 becomes one `?` per byte, which preserves offsets.
        self.text.push_str(&ascii_where_invalid(span.of(self.file)));
    }

    /// The start of the character at an offset of the file.
    fn boundary(&self, offset: u64) -> u64 {
        let is_start = |&at: &u64| self.file.get(at as usize).is_none_or(|byte| byte & 0xC0 != 0x80);
        (offset.saturating_sub(3)..=offset).rev().find(is_start).unwrap_or(offset)
    }

    /// The bytes of the text that show a range of the file.
    fn range(&self, start: u64, end: u64) -> std::ops::Range<usize> {
        let Some(piece) = self.pieces.iter().rfind(|piece| piece.span.start <= start) else { return 0..0 };
        let at =
            |offset: u64| boundary(&self.text, piece.at + (offset.min(piece.span.end) - piece.span.start) as usize);
        at(start)..at(end.max(start))
    }
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
