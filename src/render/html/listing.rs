//! The listing, line by line, with the types of values and the findings next to each line.

use std::io::{self, Write};
use std::ops::Range;

use super::text::{Escaped, Prose, marked, start_of};
use crate::render::count;
use crate::report::{Finding, Page, PageMark, PageValue};
use crate::rule::Level;

/// Lines of one block: browsers skip the layout of blocks that are not visible.
const BLOCK_LINES: usize = 100;
/// Maximum number of bytes of a line that are shown.
const MAX_LINE_BYTES: usize = 2_000;
/// Maximum number of values of a line that are initially expanded.
const MAX_EXPANDED_VALUES: usize = 3;
/// Maximum number of findings of a line that are initially expanded.
const MAX_EXPANDED_FINDINGS: usize = 10;

/// Writes the listing of file number `file`.
pub(super) fn write(out: &mut dyn Write, file: usize, page: &Page, findings: &[Finding]) -> io::Result<()> {
    let lines = page.text.split('\n').count();
    let all = count(lines + page.hidden_lines, "line");
    writeln!(out, "<h3 id=\"f{file}-listing\">Listing, with the type of every value</h3>")?;
    let open = if findings.is_empty() { "" } else { " open=\"open\"" };
    writeln!(out, "<details class=\"listing\"{open}><summary>{all}</summary>")?;
    let (mut values, mut marks) = (&page.values[..], &page.marks[..]);
    for (at, line) in page.text.split('\n').enumerate() {
        if at % BLOCK_LINES == 0 {
            let close = if at > 0 { "</ol>\n" } else { "" };
            let block = BLOCK_LINES.min(lines - at);
            writeln!(out, "{close}<ol class=\"block\" role=\"list\" start=\"{}\" style=\"--n:{block}\">", at + 1)?;
        }
        let number = at as u64 + 1;
        let here = take(&mut values, |value| value.line <= number);
        let found = take(&mut marks, |mark| mark.line <= number);
        write!(out, "<li id=\"f{file}L{number}\" value=\"{number}\"><code>")?;
        code(out, line, found, findings)?;
        write!(out, "</code>")?;
        types(out, here)?;
        line_findings(out, file, found, findings)?;
        writeln!(out, "</li>")?;
    }
    writeln!(out, "</ol>")?;
    if page.hidden_lines > 0 {
        let hidden = count(page.hidden_lines, "more line");
        writeln!(out, "<p class=\"cut\">… {hidden}, which <code>shapewright print</code> writes</p>")?;
    }
    writeln!(out, "</details>")
}

/// Removes the first items that match the predicate from the list, and returns them.
fn take<'a, T>(list: &mut &'a [T], belongs: impl Fn(&T) -> bool) -> &'a [T] {
    let (first, rest) = list.split_at(list.partition_point(belongs));
    *list = rest;
    first
}

fn code(out: &mut dyn Write, line: &str, marks: &[PageMark], findings: &[Finding]) -> io::Result<()> {
    let levels = marks.iter().filter_map(|mark| Some(findings.get(mark.finding)?.level));
    let ranges = ranges(line, marks);
    let (whole, ranges) = without_hashes(line, ranges);
    let text = start_of(&whole, MAX_LINE_BYTES);
    let marks: Vec<(Range<usize>, Level)> = ranges.into_iter().zip(levels).collect();
    let shown = marks.iter().filter(|(range, _)| range.start < text.len() || text.len() == whole.len());
    marked(out, text, shown.map(|(range, level)| (range.start..range.end.min(text.len()), *level)))?;
    let Some(rest) = whole.get(text.len()..).filter(|rest| !rest.is_empty()) else { return Ok(()) };
    let sign = format!("… {} not shown", count(rest.chars().count(), "character"));
    let level = marks.iter().filter(|(range, _)| range.start >= text.len()).map(|(_, level)| *level).max();
    write!(out, " <span class=\"cut\">")?;
    marked(out, &sign, level.map(|level| (0..sign.len(), level)))?;
    write!(out, "</span>")
}

/// The byte range in the line of each mark.
fn ranges(line: &str, marks: &[PageMark]) -> Vec<Range<usize>> {
    let end = |mark: &PageMark| mark.columns.end.max(mark.columns.start);
    let mut columns: Vec<u64> = marks.iter().flat_map(|mark| [mark.columns.start, end(mark)]).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut chars = line.char_indices().map(|(at, _)| at).chain([line.len()]).zip(1u64..).peekable();
    let offset = |wanted: &u64| {
        while chars.next_if(|(_, column)| column < wanted).is_some() {}
        chars.peek().map_or(line.len(), |(at, _)| *at)
    };
    let offsets: Vec<usize> = columns.iter().map(offset).collect();
    let offset_of = |column: u64| offsets[columns.partition_point(|&known| known < column)];
    marks.iter().map(|mark| offset_of(mark.columns.start)..offset_of(end(mark))).collect()
}

/// The line without the hashes of omitted data; the ranges are adjusted.
fn without_hashes(line: &str, mut ranges: Vec<Range<usize>>) -> (String, Vec<Range<usize>>) {
    let dots = format!(" sha256:{}", ".".repeat(64));
    let holes: Vec<usize> = line.match_indices(&dots).map(|(at, _)| at).collect();
    let moved = |offset: usize| {
        let before = holes.partition_point(|&hole| hole < offset);
        let inside = before.checked_sub(1).map_or(0, |last| (holes[last] + dots.len()).saturating_sub(offset));
        (offset + inside).saturating_sub(before * dots.len())
    };
    ranges.iter_mut().for_each(|range| *range = moved(range.start)..moved(range.end));
    (if holes.is_empty() { line.to_owned() } else { line.replace(&dots, "") }, ranges)
}

/// The facts about the values that a line defines.
fn types(out: &mut dyn Write, values: &[PageValue]) -> io::Result<()> {
    if values.is_empty() {
        return Ok(());
    }
    let close = open(out, "types", values.len(), MAX_EXPANDED_VALUES, "value")?;
    for value in values {
        write!(out, "<li><b>{}</b> {}", Escaped(&value.name), Escaped(&value.ty))?;
        if let Some(why) = &value.why {
            write!(out, " <span class=\"why\">unknown: {}</span>", Prose(why))?;
        }
        write!(out, "</li>")?;
    }
    write!(out, "{close}")
}

/// The findings of a line, shown below it.
fn line_findings(out: &mut dyn Write, file: usize, marks: &[PageMark], findings: &[Finding]) -> io::Result<()> {
    let of = |mark: &PageMark| Some((mark.finding + 1, findings.get(mark.finding)?));
    let here: Vec<(usize, &Finding)> = marks.iter().filter_map(of).collect();
    if here.is_empty() {
        return Ok(());
    }
    let close = open(out, "here", here.len(), MAX_EXPANDED_FINDINGS, "finding")?;
    for (number, finding) in here {
        let (level, code, message) = (finding.level, finding.rule().code(), Prose(finding.message()));
        write!(out, "<li class=\"{level}\"><a href=\"#f{file}-{number}\">{level} {code}</a> {message}</li>")?;
    }
    write!(out, "{close}")
}

/// Begins a list, which is folded if it is long, and returns its closing tags.
fn open(out: &mut dyn Write, class: &str, items: usize, few: usize, noun: &str) -> io::Result<&'static str> {
    if items <= few {
        write!(out, "<ul class=\"{class}\" role=\"list\">")?;
        return Ok("</ul>");
    }
    let summary = count(items, noun);
    write!(out, "<details class=\"{class}\"><summary>{summary}</summary><ul role=\"list\">")?;
    Ok("</ul></details>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(columns: Range<u64>) -> PageMark {
        PageMark { line: 1, columns, finding: 0 }
    }

    #[test]
    fn columns_are_byte_offsets() {
        let line = "é = Ab (c)";
        assert_eq!(
            ranges(line, &[mark(1..2), mark(1..4), mark(5..7), mark(9..90), mark(99..100)]),
            [0..2, 0..4, 5..7, 9..11, 11..11]
        );
    }

    #[test]
    fn hashes_of_omitted_data_are_removed() {
        let dots = ".".repeat(64);
        let line = format!("<a = {{… sha256:{dots}}}, b = {{… sha256:{dots}}}>");
        let at = |text: &str| line.rfind(text).expect("it is there");
        let ranges = vec![1..2, 5..line.find('}').expect("a brace") + 1, at("b ")..at("b ") + 1];
        let (text, ranges) = without_hashes(&line, ranges);
        assert_eq!(text, "<a = {…}, b = {…}>");
        let shown: Vec<&str> = ranges.into_iter().map(|range| &text[range]).collect();
        assert_eq!(shown, ["a", "{…}", "b"]);
    }
}
