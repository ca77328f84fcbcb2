//! The default format: findings with the relevant lines of the file.

use std::io::{self, Write};

use annotate_snippets::{AnnotationKind, Group, Level as Mood, Origin, Renderer, Snippet};

use super::{Emitter, count, found, hidden, not_shown, unread};
use crate::escape::{one_line, visible};
use crate::report::{self, Excerpt, FileReport, Finding, Fixable, Location, Summary};
use crate::rule::{Level, RuleRef};

/// The default format.
pub(crate) struct Full {
    renderer: Renderer,
    /// Whether the report ends with a summary.
    summary: bool,
    /// The description of the file, for a summary of only one.
    only: Option<String>,
    /// Whether the summary mentions `--fix`.
    offers_fixes: bool,
    /// Level and code of the first finding of the highest level, for the hint at the end.
    most_severe: Option<(Level, RuleRef)>,
}

impl Full {
    /// Writes with or without color, and with or without a summary at the end.
    pub(crate) fn new(color: bool, summary: bool) -> Full {
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        Full { renderer, summary, only: None, offers_fixes: false, most_severe: None }
    }

    /// With the number of findings that `--fix` repairs, below the summary.
    #[cfg(feature = "cli")]
    pub(crate) fn offering_fixes(self, offers_fixes: bool) -> Full {
        Full { offers_fixes, ..self }
    }

    /// The findings of one file.
    pub(crate) fn findings(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        for shown in file.groups() {
            let finding = shown.finding;
            if self.most_severe.as_ref().is_none_or(|(level, _)| *level < finding.level) {
                self.most_severe = Some((finding.level, finding.rule().clone()));
            }
            let path = one_line(&file.path);
            let group = group(&path, finding, similar(&shown));
            let text = self.renderer.render(&[group]);
            writeln!(out, "{}\n", with_columns(&text, &path, &finding.excerpts))?;
        }
        Ok(())
    }
}

impl Emitter for Full {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        self.only = Some(about(file));
        self.findings(out, file)?;
        for (rule, level) in file.unshown_failures() {
            if self.most_severe.as_ref().is_none_or(|(highest, _)| *highest < level) {
                self.most_severe = Some((level, rule));
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        if !self.summary {
            return Ok(());
        }
        write!(out, "Checked {}", count(summary.files, "file"))?;
        if let (1, Some(only)) = (summary.files, &self.only) {
            write!(out, " ({only})")?;
        }
        write!(out, ": {}.", found(summary.counts))?;
        if summary.suppressed > 0 {
            write!(out, " {} suppressed.", summary.suppressed)?;
        }
        if summary.hidden > 0 {
            write!(out, " {}", hidden(summary.hidden))?;
        }
        if summary.dropped > 0 {
            write!(out, " {}", not_shown(summary.dropped))?;
        }
        if let Some(unread) = unread(summary.unread_weights) {
            write!(out, " {unread}")?;
        }
        if let Some((_, rule)) = &self.most_severe {
            write!(out, "   See `shapewright explain {}`.", rule.code())?;
        }
        writeln!(out)?;
        let hint = fixable(summary.fixable).filter(|_| self.offers_fixes);
        hint.map_or(Ok(()), |hint| writeln!(out, "{hint}"))
    }
}

/// `3 findings can be fixed with `--fix`, 1 more with `--unsafe-fixes`.`
fn fixable(fixable: Fixable) -> Option<String> {
    let Fixable { safe, guessed } = fixable;
    match (safe, guessed) {
        (0, 0) => None,
        (safe, 0) => Some(format!("{} can be fixed with `--fix`.", count(safe, "finding"))),
        (0, guessed) => Some(format!("{} can be fixed with `--fix --unsafe-fixes`.", count(guessed, "finding"))),
        (safe, guessed) => {
            Some(format!("{} can be fixed with `--fix`, {guessed} more with `--unsafe-fixes`.", count(safe, "finding")))
        }
    }
}

/// `ONNX, opset 18, 4 nodes`.
pub(super) fn about(file: &FileReport) -> String {
    use crate::dialect::Format;
    let title = file.format.title();
    let mut parts = vec![match (file.format, file.ir_version) {
        (Format::Unknown, _) => return title.to_owned(),
        (Format::OpenVinoIr, Some(version)) => format!("{title} v{version}"),
        _ => title.to_owned(),
    }];
    if let Some((_, version)) = file.opsets.iter().find(|(domain, _)| domain.is_empty() || domain == "ai.onnx") {
        parts.push(format!("opset {version}"));
    }
    parts.push(count(file.nodes, "node"));
    parts.join(", ")
}

fn group<'a>(path: &str, finding: &'a Finding, similar: Option<String>) -> Group<'a> {
    let mood = match finding.level {
        Level::Error => Mood::ERROR,
        Level::Warning => Mood::WARNING,
        Level::Note => Mood::NOTE,
    };
    let title = mood.primary_title(one_line(finding.message())).id(finding.rule().code());
    let mut group = Group::with_title(title);
    if finding.excerpts.is_empty() {
        group = group.element(Origin::path(path.to_owned()));
    }
    for excerpt in &finding.excerpts {
        group = if excerpt.text.is_empty() {
            group.element(origin(path, excerpt))
        } else {
            group.element(snippet(path, excerpt))
        };
    }
    let about = node_note(&finding.location);
    let notes = about.into_iter().chain(finding.notes().map(|n| one_line(n).into_owned()));
    let notes = notes.chain(similar.map(|note| one_line(&note).into_owned()));
    let notes: Vec<String> = notes.collect();
    let group = notes.into_iter().fold(group, |group, note| group.element(Mood::NOTE.message(note)));
    finding.help().iter().fold(group, |group, help| group.element(Mood::HELP.message(one_line(help))))
}

/// The rendered finding with the columns of the file: the renderer counts those of the excerpt, where lines may be cut.
fn with_columns(text: &str, path: &str, excerpts: &[Excerpt]) -> String {
    let name = format!("{path}:");
    // The title, which may contain a path, is the first line.
    let mut done = text.find('\n').unwrap_or(0);
    let mut out = text[..done].to_owned();
    for excerpt in excerpts {
        let Some(at) = text[done..].find(&name).map(|at| done + at + name.len()) else { break };
        let digits = text[at..].find(|c: char| !c.is_ascii_digit() && c != ':').map_or(text.len(), |end| at + end);
        out.push_str(&text[done..at]);
        match (excerpt.is_cut, excerpt.first_mark) {
            (true, (line, column)) => out.push_str(&format!("{line}:{column}")),
            (false, _) => out.push_str(&text[at..digits]),
        }
        done = digits;
    }
    out + &text[done..]
}

/// The note about the similar findings of a group.
fn similar(group: &report::Group<'_>) -> Option<String> {
    group.note().map(|note| format!("{note}; `lint --no-group` lists all"))
}

fn origin<'a>(path: &str, excerpt: &Excerpt) -> Origin<'a> {
    let (line, column) = excerpt.first_mark;
    Origin::path(path.to_owned()).line(line as usize).char_column(column as usize)
}

fn snippet<'a>(path: &str, excerpt: &'a Excerpt) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let marks = excerpt.marks.iter().map(|mark| {
        let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let label = (!mark.label.is_empty()).then(|| one_line(&mark.label));
        let moved = |at: usize| excerpt.text.get(..at).map_or(at, |start| visible(start).len());
        kind.span(moved(mark.range.start)..moved(mark.range.end)).label(label)
    });
    let snippet = Snippet::source(visible(&excerpt.text)).path(path.to_owned());
    snippet.line_start(excerpt.line as usize).annotations(marks)
}

/// The node of a finding in a binary file, where the line shown is one of the listing.
pub(super) fn node_note(location: &Location) -> Option<String> {
    let (Some(bytes), Some(graph)) = (location.bytes, &location.graph_name) else { return None };
    let (start, end) = (bytes.start, bytes.end);
    let Some((name, index)) = location.node.as_ref().zip(location.node_index) else {
        return Some(format!("in graph `{}`, file bytes {start}..{end}", one_line(graph)));
    };
    let graph = one_line(graph);
    let name = if name.is_empty() { String::new() } else { format!("`{}` ", one_line(name)) };
    Some(format!("node {name}(#{index} of graph `{graph}`, file bytes {start}..{end})"))
}
