//! The number of findings of each rule, instead of the findings.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::{Emitter, count, found};
use crate::report::{Counts, FileReport, Summary};
use crate::rule::{Level, Rule};

/// A line for each violated rule, the most frequent first. Hidden findings count, too.
pub(crate) struct Statistics {
    json: bool,
    rules: BTreeMap<&'static str, Row>,
}

struct Row {
    rule: &'static Rule,
    counts: Counts,
    files: usize,
}

#[derive(Serialize)]
struct RowJson {
    code: &'static str,
    name: &'static str,
    findings: usize,
    errors: usize,
    warnings: usize,
    notes: usize,
    files: usize,
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
        let mut seen: Vec<&'static str> = Vec::new();
        let shown = file.findings.iter().map(|finding| (finding.rule, finding.level));
        for (rule, level) in shown.chain(file.unshown.iter().copied()) {
            let row = self.rules.entry(rule.code).or_insert(Row { rule, counts: Counts::default(), files: 0 });
            row.counts.count(level);
            if !seen.contains(&rule.code) {
                seen.push(rule.code);
                row.files += 1;
            }
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, _: &Summary) -> io::Result<()> {
        let rows = self.sorted();
        if self.json {
            let json = |row: &&Row| RowJson {
                code: row.rule.code,
                name: row.rule.name,
                findings: row.findings(),
                errors: row.counts.errors,
                warnings: row.counts.warnings,
                notes: row.counts.notes,
                files: row.files,
            };
            serde_json::to_writer(&mut *out, &rows.iter().map(json).collect::<Vec<_>>())?;
            return writeln!(out);
        }
        let width = rows.iter().map(|row| row.findings().to_string().len()).max().unwrap_or(0);
        for row in rows {
            let (Row { rule, counts, .. }, files) = (row, count(row.files, "file"));
            let (number, found) = (row.findings(), found(*counts));
            writeln!(out, "{number:width$}  {} {}  {found} in {files}: {}", rule.code, rule.name, rule.summary)?;
        }
        Ok(())
    }
}
