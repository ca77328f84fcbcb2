//! Models of which a part could not be read: findings about the rest may be wrong.

use crate::graph::Model;
use crate::infer::Analysis;
use crate::report::{FileReport, Verdict};
use crate::rule::Level;
use crate::rules;

/// Whether a part of a model could not be read, so that it can be neither written nor compared.
pub(crate) fn is_incomplete(model: &Model) -> bool {
    !model.is_complete()
}

/// The errors about the file itself. Other findings may be consequences of the missing part.
pub(crate) fn report(name: &str, model: &Model, analysis: &Analysis) -> FileReport {
    FileReport::new(name, model, analysis, |finding| match finding.level {
        Level::Error if finding.rule.group() == rules::truncated_model::RULE.group() => Verdict::Report(Level::Error),
        _ => Verdict::Drop,
    })
}
