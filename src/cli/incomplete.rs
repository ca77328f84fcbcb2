//! Models of which a part could not be read: what is said of the rest may be wrong.

use crate::graph::{Model, Status};
use crate::infer::Analysis;
use crate::report::{FileReport, Verdict};
use crate::rule::Level;
use crate::rules;

/// Whether something of a model could not be read, so that it can be neither written nor compared.
pub(crate) fn is_cut(model: &Model) -> bool {
    let cut = [&rules::truncated_model::RULE, &rules::limit_exceeded::RULE];
    model.status() == Status::Unreadable
        || model.graphs().any(|graph| model.is_partial(graph))
        || model.findings().iter().any(|finding| cut.contains(&finding.rule))
}

/// Why, in findings: errors of the file itself, since others may only tell of what is missing.
pub(crate) fn report(name: &str, model: &Model, analysis: &Analysis) -> FileReport {
    FileReport::new(name, model, analysis, |finding| match finding.level {
        Level::Error if finding.rule.code.starts_with("FM") => Verdict::Report(Level::Error),
        _ => Verdict::Drop,
    })
}
