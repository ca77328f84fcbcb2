//! Analysis: order, structure, conformance, inference, declarations.

pub(crate) mod again;
pub(crate) mod declared;
mod depth;
mod expectations;
mod given;
mod graph_inputs;
mod import_fit;
mod import_plan;
mod import_search;
pub(crate) mod incremental;
pub(crate) mod node_inference;
mod order;
pub(crate) mod reads;
mod rejected;
pub(crate) mod single_node;
mod stale_inputs;
mod state;
mod structure;
pub(crate) mod suppressions;
mod symbols;
pub(crate) mod unknown;
mod walk;

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::constraint::{Constraint, Constraints};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::fact::{Fact, KnownValue};
use crate::facts::FactStore;
use crate::graph::{Model, Status};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::node::resolver::{OpResolver, OpVersions};
use crate::ops::symbol_names::SymbolNamer;
use crate::options::AnalysisOptions;
use crate::place::Place;
use crate::rule::{Level, Rule};
use crate::rules;
use crate::unread_weights::UnreadWeights;
use again::WorkBudget;
use reads::CutReads;
use state::{Learned, Premise};
pub(crate) use structure::UNRESOLVED;
use walk::Inference;

/// The result of analyzing a model: a fact for each value, and findings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The fact of every value.
    pub facts: FactStore,
    /// Every symbol that occurs, with its interval.
    pub symbols: BTreeMap<Symbol, Dim>,
    /// Constraints between symbolic dimensions that a correct run satisfies, in the order in which nodes impose them.
    pub constraints: Vec<Constraint>,
    /// All findings, in file order.
    pub findings: Vec<Arc<Diagnostic>>,
    /// Findings that the file suppresses, in the same order.
    pub suppressed: Vec<Arc<Diagnostic>>,
    /// The number of findings dropped because the limit was exceeded.
    pub dropped: usize,
    /// The constants whose weights the lints did not read.
    pub unread_weights: UnreadWeights,
    /// How much work inference was, in nodes of a few inputs.
    pub(crate) work: usize,
    /// What nodes did not read, which is a finding.
    pub(crate) cut_reads: CutReads,
}

impl Analysis {
    /// Nothing is known, and nothing found.
    pub(crate) fn empty(model: &Model) -> Analysis {
        Analysis {
            facts: FactStore::new(model.values.len(), 0),
            symbols: BTreeMap::new(),
            constraints: Vec::new(),
            findings: Vec::new(),
            suppressed: Vec::new(),
            dropped: 0,
            unread_weights: UnreadWeights::default(),
            work: 0,
            cut_reads: CutReads::default(),
        }
    }

    /// Keeps the findings only, for a report on a model whose facts are not needed anymore.
    #[cfg(feature = "cli")]
    pub(crate) fn into_findings(mut self) -> Analysis {
        (self.facts, self.symbols, self.constraints) = (FactStore::new(0, 0), BTreeMap::new(), Vec::new());
        self
    }

    fn from_learned(model: &Model, learned: Learned) -> (Analysis, Diagnostics) {
        let Learned { facts, symbols, constraints, mut diagnostics, work, reads, .. } = learned;
        let symbols = symbols.finish(model, &mut diagnostics);
        let constraints = constraints.into_list();
        let (findings, suppressed, dropped) = (Vec::new(), Vec::new(), 0);
        let unread_weights = UnreadWeights::default();
        let work = again::work_of(work, diagnostics.received());
        let cut_reads = reads.cut();
        let analysis =
            Analysis { facts, symbols, constraints, findings, suppressed, dropped, unread_weights, work, cut_reads };
        (analysis, diagnostics)
    }

    /// Sets these findings, in file order, and separates those that the file suppresses. `looks_for`: whether the rule
    /// is checked, for a model with or without errors; a suppression of such a rule may be reported as unused.
    pub(crate) fn with(
        mut self,
        model: &Model,
        options: &AnalysisOptions,
        diagnostics: Diagnostics,
        looks_for: impl Fn(&Rule, bool) -> bool,
    ) -> Analysis {
        self.dropped = diagnostics.dropped();
        self.findings = diagnostics.into_findings();
        if model.status() == Status::Unreadable {
            return self;
        }
        sort(model, &mut self.findings);
        self.findings.retain(|finding| !model.is_elided(finding));
        suppressions::apply(model, options, &mut self, looks_for);
        sort(model, &mut self.findings);
        self
    }

    /// Whether a node only contains a constant.
    pub(crate) fn is_constant_node(&self, model: &Model, node: NodeId) -> bool {
        let known = |value| {
            !matches!(self.facts.value(value), KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_))
        };
        model.inputs(node).is_empty() && model.outputs(node).len() > 0 && model.outputs(node).all(known)
    }
}

/// Infers a model and collects findings, before any lint runs.
///
/// A model whose nodes are written for another version of an operator set than the one imported is inferred again as that
/// version, so that its import is the only finding.
pub(crate) fn infer_model(model: &Model, options: &AnalysisOptions) -> (Analysis, Diagnostics) {
    infer_in_versions(|versions| infer_as(model, options, HashMap::new(), versions), model, options)
}

/// Like [`infer_model`], without a search for declarations that are out of date, which infers a model with errors again and
/// again: each error is reported where it shows.
pub(crate) fn infer_as_declared(model: &Model, options: &AnalysisOptions) -> (Analysis, Diagnostics) {
    let infer = |versions: &OpVersions| infer_once(model, options, HashMap::new(), versions, Declarations::Trusted);
    infer_in_versions(infer, model, options)
}

fn infer_in_versions(
    infer: impl Fn(&OpVersions) -> (Analysis, Diagnostics),
    model: &Model,
    options: &AnalysisOptions,
) -> (Analysis, Diagnostics) {
    let (mut analysis, mut diagnostics) = infer(&OpVersions::AS_IMPORTED);
    let plan = import_plan::plan(model, options, &analysis.facts, diagnostics.findings());
    let Some(plan) = plan else { return (analysis, diagnostics) };
    let (mut budget, work) = (WorkBudget::new(model), analysis.work);
    if !plan.versions.is_empty() {
        if !budget.take(work) {
            diagnostics.report(too_much_work());
            return (analysis, diagnostics);
        }
        // Two would take twice the memory.
        drop((analysis, diagnostics));
        (analysis, diagnostics) = infer(&plan.versions);
    }
    let resolver = OpResolver::new(model, &options.operators);
    let found = import_search::search(model, resolver, &plan.candidates, diagnostics.findings(), |versions| {
        budget.take(work).then(|| infer(&plan.with_versions(versions)))
    });
    if let Some(found) = found {
        (analysis, diagnostics) = found.inferred;
        found.findings.into_iter().for_each(|finding| diagnostics.report(finding));
    }
    plan.apply(model, &mut diagnostics);
    if budget.is_exceeded() {
        diagnostics.report(too_much_work());
    }
    (analysis, diagnostics)
}

/// Infers a model with the imported operator sets, right or wrong, and with computed facts for some node outputs.
fn infer_as_imported(
    model: &Model,
    options: &AnalysisOptions,
    computed: HashMap<ValueId, Fact>,
) -> (Analysis, Diagnostics) {
    infer_as(model, options, computed, &OpVersions::AS_IMPORTED)
}

fn infer_as(
    model: &Model,
    options: &AnalysisOptions,
    computed: HashMap<ValueId, Fact>,
    versions: &OpVersions,
) -> (Analysis, Diagnostics) {
    infer_once(model, options, computed, versions, Declarations::Doubted)
}

/// Whether a declaration of an input is sought that causes several errors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Declarations {
    Doubted,
    Trusted,
}

fn infer_once(
    model: &Model,
    options: &AnalysisOptions,
    computed: HashMap<ValueId, Fact>,
    versions: &OpVersions,
    declarations: Declarations,
) -> (Analysis, Diagnostics) {
    let mut diagnostics = Diagnostics::new(model.dialect(), options.limits.max_diagnostics);
    model.findings().iter().for_each(|finding| diagnostics.take(finding));
    if model.status() == Status::Unreadable {
        return (Analysis::empty(model), diagnostics);
    }
    structure::check(model, options, &mut diagnostics);
    depth::check(model, &mut diagnostics);
    let premise = Premise { model, options, versions };
    graph_inputs::check_options(premise, &mut diagnostics);
    let (before, is_whole) = (diagnostics.findings().len(), computed.is_empty());
    let mut inference = Inference::new(premise, diagnostics, computed, Some(SymbolNamer::default()));
    inference.run();
    let mut learned = inference.finish();
    if is_whole && declarations == Declarations::Doubted {
        stale_inputs::check(premise, &mut learned, before);
    }
    if is_whole {
        rejected::join(premise, &mut learned, before);
    }
    if learned.facts.has_cut_text() {
        learned.diagnostics.report(too_much_text(options.limits.max_shape_text));
    }
    if learned.facts.has_cut_expressions() {
        learned.diagnostics.report(too_many_expressions(options.limits.max_expression_bytes));
    }
    if learned.facts.has_used_terms() {
        learned.diagnostics.report(too_many_terms(options.limits.max_expression_terms));
    }
    if let Some(limit) = learned.facts.cut_elements() {
        learned.diagnostics.report(too_many_elements(limit));
    }
    if learned.reads.cut().elements {
        learned.diagnostics.report(too_many_elements_read(options.limits.max_elements_read));
    }
    if learned.reads.cut().dims {
        learned.diagnostics.report(too_many_dims_read(options.limits.max_dims_read));
    }
    if learned.constraints.is_cut() {
        learned.diagnostics.report(too_many_constraints());
    }
    debug_assert!(learned.diagnostics.explains_omissions(), "an error was omitted, but none is reported");
    expectations::check(premise, &learned.facts, &mut learned.diagnostics);
    Analysis::from_learned(model, learned)
}

/// The finding that a model is not inferred in other versions of its operator sets because that is too much work.
fn too_much_work() -> Diagnostic {
    let (most, bytes) = (again::LEAST_WORK, again::BYTES_OF_A_NODE);
    let message = format!(
        "to infer the model as other versions of its operator sets is more work than {most} nodes, and one for each {bytes} \
         bytes of the file"
    );
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .level(Level::Note)
        .note("an import of the wrong version may cause several of the errors")
        .help("import the version that the nodes with errors are written for, or correct the other errors first")
        .data("limit", most)
}

/// The finding that some shapes are unknown because the texts of all are too long.
fn too_much_text(limit: u64) -> Diagnostic {
    let message = format!(
        "the shapes and lists of all values count more than {limit} bytes of text and twice the file, `max_shape_text`"
    );
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .note(
            "further shapes and lists of more than 256 bytes, and shapes of more than 12 dimensions, are unknown, and nodes \
             do not combine symbols any more",
        )
        .data("limit", limit)
}

/// The finding that nodes do not combine expressions any more because too many terms were made.
fn too_many_terms(limit: u64) -> Diagnostic {
    let message = format!(
        "the expressions that were made to combine and compare sizes have more than {limit} terms and one for each byte of the \
         file, `max_expression_terms`"
    );
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .note(
            "nodes do not combine symbols any more: those of which several inputs have some, or one has sums or quotients, read \
             intervals",
        )
        .data("limit", limit)
}

/// The finding that some sizes are intervals because there are too many different expressions.
fn too_many_expressions(limit: u64) -> Diagnostic {
    let message = format!(
        "the different expressions in shapes and lists take more memory than {limit} bytes and half the file, `max_expression_bytes`"
    );
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .note("sizes and elements that would be further expressions are intervals, and nodes do not combine symbols any more")
        .data("limit", limit)
}

/// The finding that the elements of some lists are unknown because there are too many.
fn too_many_elements(limit: usize) -> Diagnostic {
    let message = format!(
        "the lists that inference follows have more than {limit} elements, where each list counts as three more, `max_tracked_elements`"
    );
    // Nothing is unchecked, and few models have shapes that depend on such lists.
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .level(Level::Note)
        .note("the elements of further lists are unknown, those of lists of up to 16 above one and a half times that number")
        .data("limit", limit)
}

/// The finding that nodes do not know the elements of long lists because too many were read.
fn too_many_elements_read(limit: u64) -> Diagnostic {
    let message = format!(
        "nodes read more than {limit} elements of lists and sequences, and one for each byte of the file, besides the first 64 of each, \
         `max_elements_read`"
    );
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .level(Level::Note)
        .note("for further nodes, the elements of lists of more than 64 are unknown, and the items of long sequences")
        .data("limit", limit)
}

/// The finding that nodes do not know shapes of a high rank because too many dimensions were read.
fn too_many_dims_read(limit: u64) -> Diagnostic {
    let message = format!(
        "nodes read more than {limit} dimensions of shapes of more than 12, and 2 for each byte of the file, `max_dims_read`"
    );
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .note("for further nodes, shapes of more than 12 dimensions are unknown")
        .data("limit", limit)
}

/// The finding that not all requirements on symbols are listed.
fn too_many_constraints() -> Diagnostic {
    let most = Constraints::MOST;
    let message = format!("the nodes require more than {most} relations between symbolic dimensions");
    Diagnostic::new(&rules::limit_exceeded::RULE, Place::FILE, message)
        .level(Level::Note)
        .note("only the first ones are listed; shapes and other findings do not depend on that")
        .data("limit", most)
}

/// Like [`analyze()`](crate::analyze()), without lints.
pub(crate) fn analyze_without_lints(model: &Model, options: &AnalysisOptions) -> Analysis {
    let (analysis, diagnostics) = infer_model(model, options);
    // Whether a suppression is used depends on lints, which do not run here.
    analysis.with(model, options, diagnostics, |_, _| false)
}

/// Like [`analyze_without_lints`], with the imported operator sets and with computed facts for some node outputs: for
/// changing the model, which keeps its imports.
pub(crate) fn analyze_with(model: &Model, options: &AnalysisOptions, computed: HashMap<ValueId, Fact>) -> Analysis {
    let (analysis, diagnostics) = infer_as_imported(model, options, computed);
    analysis.with(model, options, diagnostics, |_, _| false)
}

/// Sorts findings into file order, and those that stand for others to the end.
fn sort(model: &Model, findings: &mut [Arc<Diagnostic>]) {
    findings.sort_by_key(|f| {
        (f.stands_for(), f.place.graph, f.place.node.map(|n| model.node(n).span().start), f.place.node)
    });
}

/// Infers one graph with the given input facts, by position.
pub(crate) fn infer_graph(model: &Model, options: &AnalysisOptions, graph: GraphId, inputs: Vec<Fact>) -> Analysis {
    let diagnostics = Diagnostics::new(model.dialect(), options.limits.max_diagnostics);
    let mut inference = Inference::new(
        Premise { model, options, versions: &OpVersions::AS_IMPORTED },
        diagnostics,
        HashMap::new(),
        None,
    );
    inference.walk(graph, Some(inputs));
    let (mut analysis, diagnostics) = Analysis::from_learned(model, inference.finish());
    analysis.dropped = diagnostics.dropped();
    analysis.findings = diagnostics.into_findings();
    sort(model, &mut analysis.findings);
    analysis
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_can_be_shared_by_threads() {
        fn shared<T: Send + Sync>() {}
        shared::<Analysis>();
        shared::<Model>();
    }
}
