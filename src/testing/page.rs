//! A specification page that has been read and analyzed.

use super::findings;
use crate::diagnostic::Diagnostic;
use crate::graph::Model;
use crate::infer::Analysis;

/// A page, read and analyzed once for all of its examples.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) model: Model,
    pub(super) analysis: Analysis,
    /// The file's name without its folder.
    pub(super) file: String,
}

impl Page {
    /// The findings about one example, in the order of the page. Findings about the page itself are with the first.
    pub(super) fn findings(&self, number: u32) -> impl Iterator<Item = &Diagnostic> {
        findings::default_findings(&self.analysis.findings)
            .filter(move |finding| findings::example_of(&self.model, finding).unwrap_or(1) == number)
    }
}
