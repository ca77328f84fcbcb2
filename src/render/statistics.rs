//! The number of findings of each rule, instead of the findings.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::{Emitter, count};
use crate::report::{FileReport, Summary};
use crate::rule::Rule;

/// A line for each violated rule, the most frequent first. Hidden findings count, too.
pub(crate) struct Statistics {
    json: bool,
    rules: BTreeMap<&'static str, Row>,
}

struct Row {
    rule: &'static Rule,
    findings: usize,
    files: usize,
}

#[derive(Serialize)]
struct RowJson {
    code: &'static str,
    name: &'static str,
    findings: usize,
    files: usize,
}

impl Statistics {
    /// Writes a table, or JSON.
    pub(crate) fn new(json: bool) -> Statistics {
        Statistics { json, rules: BTreeMap::new() }
    }

    fn sorted(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = self.rules.values().collect();
        // A stable sort: rules with equal counts remain in the order of their codes.
        rows.sort_by_key(|row| std::cmp::Reverse(row.findings));
        rows
    }
}

impl Emitter for Statistics {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        let mut seen: Vec<&'static str> = Vec::new();
        let shown = file.findings.iter().map(|finding| finding.rule);
        for rule in shown.chain(file.unshown.iter().map(|(rule, _)| *rule)) {
            let row = self.rules.entry(rule.code).or_insert(Row { rule, findings: 0, files: 0 });
            row.findings += 1;
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
                findings: row.findings,
                files: row.files,
            };
            serde_json::to_writer(&mut *out, &rows.iter().map(json).collect::<Vec<_>>())?;
            return writeln!(out);
        }
        let width = rows.iter().map(|row| row.findings.to_string().len()).max().unwrap_or(0);
        for row in rows {
            let (Row { rule, findings, .. }, files) = (row, count(row.files, "file"));
            writeln!(out, "{findings:width$}  {} {}  in {files}: {}", rule.code, rule.name, rule.summary)?;
        }
        Ok(())
    }
}
