//! Analysis: order, structure, conformance, inference, declarations.

pub(crate) mod advice;
pub(crate) mod call;
mod captures;
mod cause;
pub(crate) mod conform;
mod contract;
mod declared;
mod depth;
pub(crate) mod facts;
mod infer;
pub(crate) mod lookup;
pub(crate) mod made;
mod named;
pub(crate) mod order;
mod seed;
mod structure;
mod symbols;
mod trace;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::constraint::Constraint;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dim::{Dim, Symbol};
use crate::element::ElementType;
use crate::fact::{KnownValue, Fact};
use crate::graph::{Model, NodeId, Status, ValueId};
use crate::limits::Limits;
use crate::ops::OperatorDef;
use crate::rules::Rule;
use crate::shape::Shape;
use crate::suppress;
use crate::targets::Target;
pub use facts::FactStore;
#[cfg(feature = "cli")]
pub(crate) use named::{input_names, is_named, symbols};
pub use trace::{FactProperty, Explanation, ExplanationStep, explain};
#[cfg(feature = "cli")]
pub(crate) use trace::{Explainer, ExplainBudget, operator};

/// What the caller knows beyond the file, and bounds on work.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// Sizes of symbols, as `--bind N=8`.
    pub bind: Vec<(String, u64)>,
    /// Types of graph inputs, as `--input-shape x:f32[1,3]`.
    pub inputs: Vec<NamedType>,
    /// Whose the last of `bind` and `inputs` are, if not the caller's own.
    pub configured: Option<OptionSource>,
    /// Types that values must provably have, as `--expect y:f32[N,10]`.
    pub expect: Vec<NamedType>,
    /// Whether declarations of inner values fill what inference leaves unknown.
    pub declared: bool,
    /// Whether an initializer that is also a graph input is a constant, though a caller may override it.
    pub overridable: bool,
    /// Operators that nobody but the caller knows, of domains of their own; they come before ours.
    pub operators: Vec<&'static OperatorDef>,
    /// Whether rules look at the whole model once it is inferred: what could be smaller, faster, or was meant otherwise.
    /// Faults are found without it.
    pub advice: bool,
    /// The runtimes that the model is meant for: what they refuse or read otherwise is a finding.
    pub targets: Vec<Target>,
    /// Which of those rules; all but those of style if the caller does not say.
    pub wanted: Option<Vec<&'static Rule>>,
    /// Bounds on work.
    pub limits: Limits,
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            bind: Vec::new(),
            inputs: Vec::new(),
            configured: None,
            expect: Vec::new(),
            declared: true,
            overridable: false,
            operators: Vec::new(),
            advice: true,
            targets: Vec::new(),
            wanted: None,
            limits: Limits::default(),
        }
    }
}

/// A configuration that adds to what the caller says, as messages name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSource {
    /// The name of the file.
    pub file: String,
    /// How many of [`AnalysisOptions::bind`], from the first, are the caller's own.
    pub bind: usize,
    /// How many of [`AnalysisOptions::inputs`], from the first, are the caller's own.
    pub inputs: usize,
}

impl AnalysisOptions {
    /// Who says the entry of `bind` at this position, in words.
    pub(crate) fn bind_source(&self, at: usize) -> String {
        let file = self.configured.as_ref().filter(|configured| at >= configured.bind);
        file.map_or_else(|| "--bind".to_owned(), |configured| format!("`bind` of `{}`", configured.file))
    }

    /// Who says the entry of `inputs` at this position, in words.
    pub(crate) fn input_source(&self, at: usize) -> String {
        let file = self.configured.as_ref().filter(|configured| at >= configured.inputs);
        file.map_or_else(|| "--input-shape".to_owned(), |configured| format!("`input-shape` of `{}`", configured.file))
    }
}

/// The type that a caller gives to a graph input, or expects of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedType {
    /// The name: the tensor's, or for IR the layer's or a tensor name of its port.
    pub name: String,
    /// The element type, if the caller gives one.
    pub element: Option<ElementType>,
    /// The shape.
    pub shape: Shape,
}

/// What is known of a model: facts beside the graph, and findings.
#[derive(Debug)]
pub struct Analysis {
    /// What is known of every value.
    pub facts: FactStore,
    /// Every symbol that occurs, with the interval that it lies in.
    pub symbols: BTreeMap<Symbol, Dim>,
    /// What must hold between sizes by name for a run to be correct, in the order in which nodes demand it.
    pub constraints: Vec<Constraint>,
    /// Everything that is wrong, in file order.
    pub findings: Vec<Diagnostic>,
    /// What the file itself says not to report, in the same order.
    pub suppressed: Vec<Diagnostic>,
    /// Findings that were dropped because there were too many.
    pub dropped: usize,
}

impl Analysis {
    /// Whether a node only holds a constant.
    pub(crate) fn is_constant_node(&self, model: &Model, node: NodeId) -> bool {
        let known =
            |value| !matches!(self.facts.content(value), KnownValue::Unknown | KnownValue::Items(_) | KnownValue::Split(_));
        model.inputs(node).is_empty() && model.outputs(node).len() > 0 && model.outputs(node).all(known)
    }
}

/// Checks a model and infers the type and shape of every value.
///
/// Never fails: what is wrong is among the findings.
pub fn analyze(model: &Model, options: &AnalysisOptions) -> Analysis {
    whole(model, options, HashMap::new(), options.advice)
}

/// As [`analyze()`], without advice and with outputs of nodes that evaluation knows better.
pub(crate) fn analyze_with(model: &Model, options: &AnalysisOptions, computed: HashMap<ValueId, Fact>) -> Analysis {
    whole(model, options, computed, false)
}

fn whole(model: &Model, options: &AnalysisOptions, computed: HashMap<ValueId, Fact>, advice: bool) -> Analysis {
    LAST_NODE.set(None);
    let mut sink = Diagnostics::new(model.dialect(), options.limits.findings).naming(Arc::default());
    for finding in model.findings() {
        sink.report(finding.clone().level(finding.level));
    }
    if model.status() == Status::Unreadable {
        let facts = FactStore::new(0, 0);
        let findings = sink.into_findings();
        let (symbols, constraints, suppressed) = (BTreeMap::new(), Vec::new(), Vec::new());
        return Analysis { facts, symbols, constraints, findings, suppressed, dropped: 0 };
    }
    structure::check(model, options, &mut sink);
    depth::check(model, &mut sink);
    let mut engine = infer::Inference::new(model, options, sink);
    engine.computed = computed;
    engine.run();
    contract::check(&mut engine);
    let mut analysis = engine.advised(advice);
    analysis.findings.retain(|finding| !model.is_elided(finding));
    suppress::apply(model, options, &mut analysis);
    sort(model, &mut analysis.findings);
    analysis
}

/// Puts findings into the order of the file.
fn sort(model: &Model, findings: &mut [Diagnostic]) {
    findings.sort_by_key(|f| (f.place.graph, f.place.node.map(|n| model.node(n).span.start), f.place.node));
}

thread_local! {
    static LAST_NODE: std::cell::Cell<Option<crate::graph::NodeId>> = const { std::cell::Cell::new(None) };
}

/// The node that this thread began to infer last: where a fault of ours showed.
#[cfg(feature = "cli")]
pub(crate) fn last_node() -> Option<crate::graph::NodeId> {
    LAST_NODE.get()
}

/// Infers one graph, the facts of whose inputs the caller gives by position.
pub(crate) fn infer_graph(
    model: &Model,
    options: &AnalysisOptions,
    graph: crate::graph::GraphId,
    inputs: Vec<crate::fact::Fact>,
) -> Analysis {
    let mut engine = infer::Inference::new(model, options, Diagnostics::new(model.dialect(), options.limits.findings));
    engine.walk(graph, Some(inputs));
    engine.finish()
}
