//! Lints of the caller's own: rules about whole models that are checked beside ours.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::constraint::Constraint;
use crate::diagnostic::Diagnostic;
use crate::elements::Elements;
use crate::fact::Fact;
use crate::graph::{GraphRole, Model};
use crate::ids::{NodeId, ValueId};
use crate::place::Place;
use crate::rule::Rule;

/// A check of whole models with rules of its own, for [`AnalysisOptions::lints`](crate::AnalysisOptions).
///
/// It runs after inference, beside our lints and under the same conditions: `run_lints` is set, some of its rules are
/// enabled, and the model has no structural errors. A model suppresses its findings by code or name like ours.
///
/// ```
/// use std::sync::Arc;
///
/// use shapewright::graph::Model;
/// use shapewright::rules::Rule;
/// use shapewright::{AnalysisOptions, Diagnostic, Level, Lint, LintRun, ReadOptions, Source, analyze};
///
/// /// Warns of nodes whose output has more than a number of elements.
/// #[derive(Debug)]
/// struct TooLarge {
///     most: u64,
///     rule: Arc<Rule>,
/// }
///
/// impl Lint for TooLarge {
///     fn rules(&self) -> Vec<Arc<Rule>> {
///         vec![self.rule.clone()]
///     }
///
///     fn check(&self, run: &LintRun<'_>) {
///         for node in run.nodes() {
///             let size = |value| run.fact(value).shape().num_elements().lower();
///             if let Some(elements) = run.model().outputs(node).map(size).max().filter(|&elements| elements > self.most) {
///                 let message = format!("{} computes {elements} elements", run.model().describe(node));
///                 run.report(Diagnostic::new(&self.rule, run.place(node), message).data("elements", elements));
///             }
///         }
///     }
/// }
///
/// let rule = Rule::custom("ACME001", "too-large", Level::Warning).with_help("tile the operation").into();
/// let options = AnalysisOptions { lints: vec![Arc::new(TooLarge { most: 100, rule })], ..AnalysisOptions::default() };
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[9,N,20] x) => (float[9,N,20] y) { [n] y = Relu (x) }";
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// assert!(analyze(&model, &options).findings.is_empty());
///
/// let wide = text.replace('N', "30");
/// let model = Model::read(Source::from_bytes("m.onnxtxt", wide), &ReadOptions::default());
/// let finding = &analyze(&model, &options).findings[0];
/// assert_eq!((finding.rule.code(), &*finding.message), ("ACME001", "`n` computes 5400 elements"));
/// ```
pub trait Lint: fmt::Debug + Send + Sync {
    /// The rules whose violations it reports. Findings of other rules are dropped.
    fn rules(&self) -> Vec<Arc<Rule>>;

    /// Examines a model and [reports](LintRun::report) what it finds.
    fn check(&self, run: &LintRun<'_>);
}

/// What inference knows of a model.
pub(crate) trait Known {
    fn fact(&self, value: ValueId) -> Fact;
    fn elements(&self, value: ValueId) -> Option<Elements>;
    fn constraints(&self) -> &[Constraint];
    fn findings(&self) -> &[Arc<Diagnostic>];
}

/// A run of a [`Lint`] over a model.
pub struct LintRun<'a> {
    pub(crate) model: &'a Model,
    pub(crate) known: &'a dyn Known,
    pub(crate) found: RefCell<Vec<Diagnostic>>,
}

impl<'a> LintRun<'a> {
    /// The model.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The fact of a value.
    pub fn fact(&self, value: ValueId) -> Fact {
        self.known.fact(value)
    }

    /// The elements of a value, exact or within bounds, if it is small enough to be tracked. Reads constants.
    pub fn elements(&self, value: ValueId) -> Option<Elements> {
        self.known.elements(value)
    }

    /// The constraints between symbolic dimensions that a correct run satisfies.
    pub fn constraints(&self) -> &[Constraint] {
        self.known.constraints()
    }

    /// The findings of inference.
    pub fn findings(&self) -> &[Arc<Diagnostic>] {
        self.known.findings()
    }

    /// The nodes of the main graph and its bodies, without those that have a finding: an error should not cause further
    /// findings.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<'a> {
        let faulty: HashSet<NodeId> = self.findings().iter().filter_map(|finding| finding.place.node).collect();
        let model = self.model;
        let runs = move |graph: &_| matches!(model.graph(*graph).role, GraphRole::Main | GraphRole::Body { .. });
        let nodes = model.graphs().filter(runs).flat_map(|graph| model.nodes_of(graph));
        nodes.filter(move |node| !faulty.contains(node))
    }

    /// The location of a node.
    pub fn place(&self, node: NodeId) -> Place {
        Place::node(self.model.node(node).graph, node)
    }

    /// The location of a value.
    pub fn value_place(&self, value: ValueId) -> Place {
        Place::value(self.model.value(value).graph, value)
    }

    /// Reports a finding of one of the lint's rules.
    pub fn report(&self, finding: Diagnostic) {
        self.found.borrow_mut().push(finding);
    }
}
