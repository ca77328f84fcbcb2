//! The report of a command that writes an edited model, as a line and as JSON.

use std::io::{self, Write};

use super::json::SCHEMA_VERSION;
use super::json_writer::JsonWriter;
use super::{count, json};
use crate::escape::one_line;
use crate::graph::{Model, Status};
use crate::report::FileReport;
use crate::write::WriteOutput;

/// The outcome for one model.
pub(crate) struct EditSummary<'a> {
    pub(crate) model: &'a Model,
    pub(crate) path: &'a str,
    pub(crate) findings: &'a FileReport,
    /// The new model, if there is one.
    pub(crate) written: Option<&'a WriteOutput>,
    /// The output file; `None` in a dry run.
    pub(crate) output: Option<&'a str>,
    /// What was changed: its name in JSON, in words, and how often.
    pub(crate) counts: &'a [EditCount],
    /// What else there is to say, each on a line.
    pub(crate) lines: &'a [String],
}

/// How often something was changed.
pub(crate) struct EditCount {
    pub(crate) key: &'static str,
    /// After the number, as in `3 types added`: the noun, and what happened.
    pub(crate) words: (&'static str, &'static str),
    pub(crate) count: usize,
    /// Of how many, if that is said.
    pub(crate) total: Option<usize>,
}

impl EditCount {
    pub(crate) fn new(key: &'static str, words: (&'static str, &'static str), count: usize) -> EditCount {
        EditCount { key, words, count, total: None }
    }

    /// The number with its noun, as in `3 types` or `0 of 5 nodes`.
    fn amount(&self) -> String {
        match self.total {
            None => count(self.count, self.words.0),
            Some(total) => format!("{} of {}", self.count, count(total, self.words.0)),
        }
    }
}

/// A one-line summary.
pub(crate) fn edit_line(summary: &EditSummary<'_>) -> String {
    let to = summary.output.map(|out| format!(" -> {}", one_line(out))).unwrap_or_default();
    let changed = summary.counts.iter().filter(|count| count.count > 0 || count.total.is_some());
    let changed = changed.map(|count| {
        let what = count.words.1;
        format!("{}{}{what}", count.amount(), if what.is_empty() { "" } else { " " })
    });
    let changed = match changed.collect::<Vec<_>>() {
        none if none.is_empty() => "nothing to change".to_owned(),
        some => some.join(", "),
    };
    format!("{}{to}: {changed}", one_line(summary.path))
}

/// Writes the report as one object.
pub(crate) fn write_edit_json(out: &mut dyn Write, summary: &EditSummary<'_>) -> io::Result<()> {
    let model = summary.model;
    let status = match (model.status(), summary.written) {
        (Status::Unreadable, _) => "unreadable",
        (Status::Ok, Some(_)) => "ok",
        (Status::Ok, None) => "not-written",
    };
    let mut json = JsonWriter::new(out);
    json.raw(&format!("{{\"schema_version\": {SCHEMA_VERSION}, \"path\": "));
    json.string(summary.path);
    json.raw(&format!(", \"format\": \"{}\", \"status\": \"{status}\", \"output\": ", model.format().name()));
    json.optional(summary.output);
    for EditCount { key, count, .. } in summary.counts {
        json.raw(&format!(", \"{key}\": {count}"));
    }
    json.raw(",\n \"messages\": ");
    json.list(summary.lines, |json, line| json.string(line));
    json.raw(",\n \"diagnostics\": ");
    json.list(&summary.findings.findings, |json, finding| json.value(&json::diagnostic(summary.path, finding)));
    json.raw("}\n");
    json.flush()
}
