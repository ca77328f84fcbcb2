//! One example of a specification page.

use std::path::Path;
use std::sync::Arc;

use super::page::Page;
use super::{model, report};
use crate::analyze::analyze;
use crate::diagnostic::Diagnostic;
use crate::graph::{GraphRole, Model};
use crate::ids::GraphId;
use crate::infer::Analysis;
use crate::options::AnalysisOptions;
use crate::source::LineIndex;

/// The examples of a page: at least one.
#[derive(Clone, Debug)]
pub struct SpecExamples(Vec<SpecExample>);

/// One example of a specification page.
#[derive(Clone, Debug)]
pub struct SpecExample {
    page: Arc<Page>,
    graph: GraphId,
    number: u32,
    line: u64,
}

impl SpecExamples {
    /// The examples of a page, which must contain at least one.
    pub(super) fn new(model: Model) -> SpecExamples {
        // The outputs that a page records are compared with inference, and must not influence it.
        let options = AnalysisOptions { use_declared_types: false, run_lints: false, ..AnalysisOptions::default() };
        let analysis = analyze(&model, &options);
        let file = Path::new(model.source().name()).file_name().unwrap_or_default();
        let page = Arc::new(Page { file: file.to_string_lossy().into_owned(), analysis, model });
        let lines = LineIndex::new(page.model.source().bytes());
        let examples = page.model.graphs().filter_map(|graph| {
            let record = page.model.graph(graph);
            let GraphRole::Example(number) = record.role else { return None };
            Some(SpecExample { page: page.clone(), graph, number, line: lines.locate(record.span.start).line })
        });
        SpecExamples(examples.collect())
    }

    /// The number of examples.
    #[allow(clippy::len_without_is_empty)] // there is always one
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The examples in the order of the page.
    pub fn iter(&self) -> std::slice::Iter<'_, SpecExample> {
        self.0.iter()
    }
}

impl IntoIterator for SpecExamples {
    type Item = SpecExample;
    type IntoIter = std::vec::IntoIter<SpecExample>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a SpecExamples {
    type Item = &'a SpecExample;
    type IntoIter = std::slice::Iter<'a, SpecExample>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl SpecExample {
    /// A name for a snapshot, unique in its page: `reduce-min-1-example-4`.
    pub fn name(&self) -> String {
        let stem = Path::new(&self.page.file).file_stem().unwrap_or_default();
        format!("{}-example-{}", model::snapshot_name(stem), self.number)
    }

    /// The number of the example in its page, counted from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The line of the page on which its layer begins, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The page as a model: one graph for each example, and one for each body.
    pub fn model(&self) -> &Model {
        &self.page.model
    }

    /// The graph of the example in the model.
    pub fn graph(&self) -> GraphId {
        self.graph
    }

    /// The facts about the values of the page, inferred only from the inputs of its examples.
    pub fn analysis(&self) -> &Analysis {
        &self.page.analysis
    }

    /// The findings in the example, in the order of the page. The first example has those about the page, too.
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.page.findings(self.number)
    }

    /// The example in a few lines: the operator with its attributes, inputs and outputs, how recorded types compare with
    /// inferred ones, bodies, and findings.
    ///
    /// ```text
    /// spec reduce-min-1.rst, example 4 (line 140)
    /// ReduceMin-1 keep_dims=false
    /// in   0 data  ?[6,12,10,24]
    /// in   1 axes  i64[1] = [-2], from a comment
    /// out  2       declared ?[6,12,24], inferred ?[6,12,24]: ok
    /// findings: none
    /// ```
    ///
    /// `ok`: the inferred type agrees with the page and is at least as precise. `open`: it does not contradict the page,
    /// but is less precise. `differs`: it contradicts the page.
    pub fn report(&self) -> String {
        report::report(&self.page, self.graph, self.number, self.line)
    }
}
