//! Output formats, one per file. The public ones are those of [`Report`]; the others belong to the command line.

#![cfg_attr(not(feature = "cli"), allow(dead_code))]

#[cfg(feature = "cli")]
mod chunks;
#[cfg(feature = "cli")]
mod concise;
#[cfg(feature = "cli")]
mod diff;
#[cfg(feature = "cli")]
mod edited;
#[cfg(feature = "cli")]
mod explanation;
mod findings;
#[cfg(feature = "cli")]
mod fold;
mod full;
#[cfg(feature = "cli")]
mod github;
#[cfg(feature = "cli")]
mod gitlab;
#[cfg(feature = "cli")]
mod graph;
#[cfg(feature = "cli")]
mod graph_paths;
#[cfg(feature = "cli")]
mod html;
#[cfg(feature = "cli")]
mod inspect;
#[cfg(feature = "cli")]
mod inspect_json;
#[cfg(feature = "render")]
mod json;
#[cfg(feature = "cli")]
mod json_writer;
#[cfg(feature = "cli")]
mod junit;
#[cfg(feature = "cli")]
mod line_diff;
#[cfg(feature = "cli")]
mod markdown;
#[cfg(feature = "cli")]
mod operator_page;
#[cfg(feature = "render")]
mod page;
#[cfg(feature = "render")]
mod sarif;
#[cfg(feature = "render")]
mod severity_order;
#[cfg(feature = "cli")]
mod shapes_json;
#[cfg(feature = "cli")]
mod shapes_table;
#[cfg(feature = "cli")]
mod shapes_text;
#[cfg(feature = "cli")]
mod shown_elements;
#[cfg(feature = "cli")]
mod statistics;
#[cfg(feature = "cli")]
mod type_json;
#[cfg(feature = "cli")]
mod type_texts;
#[cfg(feature = "cli")]
mod value_ids;
#[cfg(feature = "render")]
mod visible_json;

use std::io::{self, Write};

pub use crate::report::{Finding, Location, ProposedEdit, ProposedFix, Region};
#[cfg(feature = "cli")]
pub(crate) use concise::Concise;
#[cfg(feature = "cli")]
pub(crate) use diff::{write_diff, write_diff_json, write_not_compared, write_unreadable_json};
#[cfg(feature = "cli")]
pub(crate) use edited::{EditCount, EditSummary, edit_line, write_edit_json};
#[cfg(feature = "cli")]
pub(crate) use explanation::{write_why, write_why_json};
pub use findings::{Color, Report};
#[cfg(feature = "cli")]
pub(crate) use fold::{FoldSummary, fold_line, write_fold, write_fold_json};
pub(crate) use full::Full;
#[cfg(feature = "cli")]
pub(crate) use github::{Github, SummaryError};
#[cfg(feature = "cli")]
pub(crate) use gitlab::Gitlab;
#[cfg(feature = "cli")]
pub(crate) use graph::{Drawing, write_dot, write_mermaid};
#[cfg(feature = "cli")]
pub(crate) use html::{Html, RunInfo};
#[cfg(feature = "cli")]
pub(crate) use inspect::{Inspection, write_inspection};
#[cfg(feature = "cli")]
pub(crate) use inspect_json::write_inspection_json;
#[cfg(feature = "render")]
pub(crate) use json::Json;
#[cfg(feature = "cli")]
pub(crate) use json::{JsonLines, write_rules};
#[cfg(feature = "cli")]
pub(crate) use junit::Junit;
#[cfg(feature = "cli")]
pub(crate) use line_diff::write_line_diff;
#[cfg(feature = "cli")]
pub(crate) use markdown::Markdown;
#[cfg(feature = "cli")]
pub(crate) use operator_page::operator_page;
#[cfg(feature = "cli")]
pub(crate) use page::write_rule_table;
#[cfg(feature = "render")]
pub(crate) use page::{rule_markdown, rule_page};
#[cfg(feature = "render")]
pub(crate) use sarif::Sarif;
#[cfg(feature = "cli")]
pub(crate) use shapes_json::write_shapes_json;
#[cfg(feature = "cli")]
pub(crate) use shapes_table::{write_ends, write_table};
#[cfg(feature = "cli")]
pub(crate) use shapes_text::write_lines;
#[cfg(feature = "cli")]
pub(crate) use shown_elements::ShownElements;
#[cfg(feature = "cli")]
pub(crate) use statistics::Statistics;
#[cfg(feature = "cli")]
pub(crate) use value_ids::ValueNames;
#[cfg(feature = "cli")]
pub(crate) use visible_json::write_json;

use crate::diagnostic::are;
pub(crate) use crate::diagnostic::counted as count;
use crate::elements::Elements;
pub use crate::escape::one_line;
#[cfg(feature = "cli")]
use crate::fold::ConstantValues;
use crate::graph::Model;
use crate::ids::ValueId;
use crate::infer::Analysis;
use crate::report::{Counts, FileReport, Summary, is_vague};
use crate::unread_weights::UnreadWeights;

/// A report format. Files are added in order; then the report is ended.
pub(crate) trait Emitter: Send {
    /// Adds the next file.
    ///
    /// # Errors
    /// The output cannot be written.
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()>;

    /// Ends the report.
    ///
    /// # Errors
    /// The output cannot be written.
    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()>;
}

/// The data of a file whose values are shown.
#[cfg(feature = "cli")]
#[derive(Clone, Copy)]
pub(crate) struct Shapes<'a> {
    pub(crate) model: &'a Model,
    pub(crate) analysis: &'a Analysis,
    /// The path and the errors of the file.
    pub(crate) report: &'a FileReport,
    /// Whose elements are shown; none are if `None`.
    pub(crate) values: Option<&'a ShownElements>,
    /// The values that follow from constants alone, if they were searched for.
    pub(crate) constants: Option<&'a ConstantValues>,
}

#[cfg(feature = "cli")]
impl Shapes<'_> {
    /// The elements of an evaluated constant that are shown.
    pub(crate) fn evaluated(&self, value: ValueId) -> Option<Elements> {
        self.constants?.elements(value, self.most_elements()?)
    }

    /// Maximum number of elements of a constant whose elements are shown next; `None` if none are.
    pub(crate) fn most_elements(&self) -> Option<usize> {
        self.values?.most()
    }

    /// The number of values, and the number of those with an unknown element type, rank, or dimension.
    pub(crate) fn count(&self) -> (usize, usize) {
        let values = self.model.graphs().flat_map(|graph| self.model.values_of(graph));
        values
            .fold((0, 0), |(all, vague), value| (all + 1, vague + usize::from(is_vague(self.analysis.facts.ty(value)))))
    }
}

/// Where a finding is, for readers without the listing: the graph and the node. The number of a node without a name says
/// nothing to them, so its operator follows unless the message names it.
pub(crate) fn readable_place(finding: &Finding) -> Option<String> {
    let location = &finding.location;
    let unnamed = location.node.as_ref().is_some_and(|name| name.is_empty());
    let op = location.op.as_ref().filter(|op| unnamed && !finding.message().contains(&***op));
    let path = location.path()?;
    Some(op.map_or_else(|| path.clone(), |op| format!("{path} ({op})")))
}

/// `3 not shown; use \`--min-level note\` to show them.`
pub(crate) fn hidden(number: usize) -> String {
    let them = if number == 1 { "it" } else { "them" };
    format!("{number} not shown; use `--min-level note` to show {them}.")
}

/// `1 more is not shown.`
pub(crate) fn not_shown(number: usize) -> String {
    format!("{number} more {} not shown.", are(number))
}

/// `Weights of 3 constants were not read (`--no-weights`).`, unless all were read.
pub(crate) fn unread(weights: UnreadWeights) -> Option<String> {
    let reasons =
        [(weights.no_weights, "`--no-weights`"), (weights.unavailable, "not available"), (weights.limit, "limit")];
    let why = match reasons.iter().filter(|(number, _)| *number > 0).collect::<Vec<_>>()[..] {
        [] => return None,
        [(_, reason)] => (*reason).to_owned(),
        ref several => {
            several.iter().map(|(number, reason)| format!("{number}: {reason}")).collect::<Vec<_>>().join(", ")
        }
    };
    Some(format!("Weights of {} were not read ({why}).", count(weights.total(), "constant")))
}

/// `1 error, 2 warnings`: the findings that the report shows for a file.
pub(crate) fn shown(file: &FileReport) -> String {
    let counts = Counts::new(&file.findings);
    if file.findings.is_empty() && file.dropped > 0 { "nothing shown".to_owned() } else { found(counts) }
}

/// The notice about a run that failed for another reason than a finding.
pub(crate) fn incomplete(summary: &Summary) -> Option<String> {
    let code = summary.exit_code;
    let text = || format!("The run is incomplete (exit code {code}); standard error lists what could not be read.");
    (code > 1).then(text)
}

/// `1 error, 2 warnings`.
pub(crate) fn found(counts: Counts) -> String {
    let levels = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note")];
    let parts: Vec<String> = levels.iter().filter(|(n, _)| *n > 0).map(|(n, noun)| count(*n, noun)).collect();
    if parts.is_empty() { "nothing to report".to_owned() } else { parts.join(", ") }
}
