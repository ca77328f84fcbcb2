//! The number of findings of each rule, instead of the findings.

use super::visible_json::write_json;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::{Emitter, count, found};
use crate::report::{Counts, FileReport, Summary};
use crate::rule::{Level, RuleRef};

/// A line for each violated rule, the most frequent first. Hidden findings count, too.
pub(crate) struct Statistics {
    json: bool,
    rules: BTreeMap<String, Row>,
}

struct Row {
    rule: RuleRef,
    counts: Counts,
    files: usize,
}

#[derive(Serialize)]
struct RowJson<'a> {
    code: &'a str,
    name: &'a str,
    findings: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    files: usize,
}

impl RowJson<'_> {
    fn new(row: &Row) -> RowJson<'_> {
        RowJson {
            code: row.rule.code(),
            name: row.rule.name(),
            findings: row.findings(),
            errors: row.counts.errors,
            warnings: row.counts.warnings,
            notes: row.counts.notes,
            files: row.files,
        }
    }
}

impl Row {
    /// The number of findings of all levels.
    fn findings(&self) -> usize {
        self.counts.at_least(Level::Note)
    }
}

impl Statistics {
    /// Writes a table, or JSON.
    pub(crate) fn new(json: bool) -> Statistics {
        Statistics { json, rules: BTreeMap::new() }
    }

    fn sorted(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rules.values().collect();
        // A stable sort: rules with equal counts remain in the order of their codes.
        rows.sort_by_key(|row| std::cmp::Reverse(row.findings()));
        rows
    }
}

impl Emitter for Statistics {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        let mut seen: Vec<RuleRef> = Vec::new();
        let shown = file.findings.iter().map(|finding| (finding.rule().clone(), finding.level));
        for (rule, level) in shown.chain(file.unshown.iter().cloned()) {
            let new = || Row { rule: rule.clone(), counts: Counts::default(), files: 0 };
            let row = self.rules.entry(rule.code().to_owned()).or_insert_with(new);
            row.counts.count(level);
            if !seen.contains(&rule) {
                seen.push(rule);
                row.files += 1;
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, _: &Summary) -> io::Result<()> {
        let rows = self.sorted();
        if self.json {
            write_json(&mut *out, &rows.into_iter().map(RowJson::new).collect::<Vec<_>>())?;
            return writeln!(out);
        }
        let width = rows.iter().map(|row| row.findings().to_string().len()).max().unwrap_or(0);
        for row in rows {
            let (Row { rule, counts, .. }, files) = (row, count(row.files, "file"));
            let (number, found) = (row.findings(), found(*counts));
            writeln!(out, "{number:width$}  {} {}  {found} in {files}: {}", rule.code(), rule.name(), rule.summary())?;
        }
        Ok(())
    }
}
