//! Constant folding: values that are computed only from constants become constants.
//!
//! 1. **Order and candidates** (forward): a node is a candidate if all its inputs are known, or if inference knows its
//!    outputs exactly. Nothing is evaluated yet.
//! 2. **Selection** (backward): a candidate is folded if all its readers are folded, too, or if its outputs may become
//!    constants of the model, which depends on their size and on the caller's options.
//! 3. **Evaluation** (forward): only what selected values depend on; each value is dropped after its last use. A node that
//!    cannot be evaluated, or produces NaN, is no longer a candidate, and the selection is repeated.
//! 4. **Removal**: nodes and initializers that only folded nodes used are removed.
//!
//! Then the constants that make the file larger than allowed are left out, and what they replace stays.
//!
//! Evaluated values may allow inference to determine more shapes, so everything is repeated until nothing new is known. If
//! `MAX_ROUNDS` suffice, and without `force`, folding a folded model changes nothing.

mod candidate;
#[cfg(feature = "evaluate")]
mod compute;
mod computed;
#[cfg(feature = "cli")]
mod constants;
pub(crate) mod cost;
mod dead_nodes;
#[cfg(feature = "evaluate")]
mod growth;
mod reason;
mod report;
mod selection;

use std::borrow::Cow;
#[cfg(feature = "evaluate")]
use std::cell::Cell;

use hashbrown::{HashMap, HashSet};

use crate::dialect::Dialect;
use crate::fact::{Fact, KnownValue};
use crate::format::onnx::write::constants_are_nodes;
use crate::graph::order;
use crate::graph::uses::Uses;
use crate::graph::{GraphRole, Model};
use crate::ids::{NodeId, TensorId, ValueId};
use crate::infer::{Analysis, analyze_with, analyze_without_lints};
use crate::ops;
use crate::options::AnalysisOptions;
use crate::rewrite::{NewConstant, Rewrite};
use crate::rule::Level;
use candidate::Candidates;
use computed::Computed;
#[cfg(feature = "cli")]
pub(crate) use constants::ConstantValues;
pub use reason::NotFoldedReason;
pub use report::{FoldReport, FoldedNode, UnfoldedNode};
use selection::Choice;

/// The options for folding.
#[derive(Clone, Debug)]
pub struct FoldOptions {
    /// Maximum number of elements of a new constant that is larger than the constants that it replaces.
    pub max_elements: u64,
    /// Maximum number of bytes of a new constant that is larger than the constants that it replaces.
    pub max_bytes: u64,
    /// By how many bytes all new constants together may make the files larger. Of those that would make them larger than
    /// that, the ones that add most are left out.
    pub allow_growth: u64,
    /// Whether constants that contain NaN are folded. Runtimes handle NaN differently in some operators.
    pub fold_nan: bool,
    /// Operators, as written in the file, whose outputs may become constants; all if empty.
    pub only_ops: Vec<String>,
    /// Whether a model with errors is folded; then only nodes without findings are.
    pub force: bool,
    /// The options for the analysis. With `fold_overridable_inputs`, initializers that are also graph inputs are constants.
    pub analysis: AnalysisOptions,
}

impl Default for FoldOptions {
    fn default() -> FoldOptions {
        FoldOptions {
            max_elements: u64::MAX,
            max_bytes: 1 << 20,
            allow_growth: 0,
            fold_nan: false,
            only_ops: Vec::new(),
            force: false,
            analysis: AnalysisOptions::default(),
        }
    }
}

impl FoldOptions {
    /// The first name in `only_ops` that is neither an operator nor in the model, with the most similar operator.
    pub fn unknown_operator(&self, model: &Model) -> Option<(&str, Option<&'static str>)> {
        let dialect = model.dialect();
        let written: HashSet<&str> = model.ops.iter().map(|op| model.name(op.written)).collect();
        let is_known = |name: &str| written.contains(name) || ops::lookup(dialect, "", name).is_some();
        let name = self.only_ops.iter().find(|name| !is_known(name))?;
        Some((name, ops::suggest(dialect, "", name)))
    }
}

/// The result of folding.
#[derive(Debug)]
#[non_exhaustive]
pub struct Folded {
    /// The facts about the model, and its findings.
    pub analysis: Analysis,
    /// The changes; none if the model has errors and folding was not forced.
    pub rewrite: Rewrite,
    /// What was folded, and what was not, and why.
    pub report: FoldReport,
}

/// Maximum number of rounds of inference and evaluation. Each round adds facts; real models need two.
const MAX_ROUNDS: usize = 8;

/// Finds the values of a model that can be replaced with constants. The model is not changed: [`Folded::rewrite`]
/// describes the changes.
///
/// Never fails: nodes that cannot be folded are in the report. Model-local functions are not changed.
///
/// ```
/// use shapewright::fold::{FoldOptions, fold};
/// use shapewright::graph::Model;
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"
///     <ir_version: 9, opset_import: ["" : 18]>
///     g (float[3] x) => (float[3] y) <float[2,1] c = {4, 2}, int64[1] axes = {0}> {
///         least = ReduceMin <keepdims = 0> (c, axes)
///         y = Add (x, least)
///     }"#;
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let folded = fold(&model, &FoldOptions::default());
/// assert_eq!(folded.rewrite.constants.len(), 1);
/// assert_eq!(folded.rewrite.initializers.len(), 2);
/// ```
#[cfg(feature = "evaluate")]
pub fn fold(model: &Model, options: &FoldOptions) -> Folded {
    let mut known: HashMap<ValueId, Fact> = HashMap::new();
    let (mut round, mut traffic, mut visited) = (1, 0, Cell::default());
    loop {
        let analysis = analyze_with(model, &options.analysis, known.clone());
        if is_faulty(&analysis) && !options.force {
            // A wrong import is one finding there, unless the file suppresses it.
            let reported = analyze_without_lints(model, &options.analysis);
            let analysis = if is_faulty(&reported) { reported } else { analysis };
            return Folded { analysis, rewrite: Rewrite::default(), report: FoldReport::default() };
        }
        let run = Run::new(model, options, &analysis);
        let (choice, computed) = run.select(Computed { traffic, visited, ..Computed::default() });
        let new_facts = computed.new_facts(&analysis, &options.analysis.limits);
        if new_facts.is_empty() || round == MAX_ROUNDS {
            let (choice, computed, rewrite) = run.within_growth(choice, computed);
            let report = FoldReport::new(&run, &choice, &computed);
            return Folded { analysis, rewrite, report };
        }
        known.extend(new_facts);
        (traffic, visited) = (computed.traffic, computed.visited);
        round += 1;
    }
}

fn is_faulty(analysis: &Analysis) -> bool {
    analysis.findings.iter().any(|finding| finding.level == Level::Error)
}

/// One round: a model, its facts, and the readers of its values.
struct Run<'a> {
    model: &'a Model,
    options: &'a FoldOptions,
    analysis: &'a Analysis,
    uses: Cow<'a, Uses>,
    order: Vec<NodeId>,
    /// The inputs of all bodies: a body may have very many, beside as many initializers that are none.
    body_inputs: HashSet<ValueId>,
}

fn body_inputs(model: &Model) -> HashSet<ValueId> {
    let graphs = model.graphs().map(|graph| model.graph(graph));
    let bodies = graphs.filter(|graph| matches!(graph.role, GraphRole::Body { .. }));
    bodies.flat_map(|graph| graph.inputs.iter().copied()).collect()
}

/// Maximum number of selections after nodes that could not be evaluated. A model needs one or two; a model that needs
/// more is not folded.
const MAX_ATTEMPTS: usize = 32;

impl<'a> Run<'a> {
    fn new(model: &'a Model, options: &'a FoldOptions, analysis: &'a Analysis) -> Run<'a> {
        Run::with_uses(model, options, analysis, Cow::Owned(Uses::new(model)))
    }

    fn with_uses(model: &'a Model, options: &'a FoldOptions, analysis: &'a Analysis, uses: Cow<'a, Uses>) -> Run<'a> {
        Run { model, options, analysis, uses, order: order::across_graphs(model), body_inputs: body_inputs(model) }
    }

    /// Without the order and the uses, which only what looks at several nodes needs.
    #[cfg(feature = "cli")]
    fn without_order(model: &'a Model, options: &'a FoldOptions, analysis: &'a Analysis) -> Run<'a> {
        let (uses, order, body_inputs) = (Cow::default(), Vec::new(), body_inputs(model));
        Run { model, options, analysis, uses, order, body_inputs }
    }

    /// Whether a node is a constant in the form in which new constants are written.
    fn is_constant(&self, node: NodeId) -> bool {
        let model = self.model;
        let nodes = || model.dialect() == Dialect::OpenVino || constants_are_nodes(model, model.node(node).graph);
        model.inputs(node).is_empty() && nodes()
    }

    /// Selects and evaluates, starting from what was evaluated before.
    #[cfg(feature = "evaluate")]
    fn select(&self, mut computed: Computed) -> (Choice, Computed) {
        for _ in 0..MAX_ATTEMPTS {
            let candidates = Candidates::find(self, computed.refused());
            let mut choice = Choice::decide(self, &candidates, &computed);
            let before = computed.refused().len();
            compute::run(self, &candidates, &choice, &mut computed);
            if computed.refused().len() == before {
                choice.kept.extend(candidates.excluded);
                return (choice, computed);
            }
        }
        (self.unsettled(&computed), Computed::default())
    }

    /// Folds nothing, and says of each candidate why.
    #[cfg(feature = "evaluate")]
    fn unsettled(&self, computed: &Computed) -> Choice {
        let candidates = Candidates::find(self, computed.refused());
        let nodes = self.order.iter().filter(|node| candidates.how[node.index()].is_some());
        let kept = nodes.map(|&node| (node, NotFoldedReason::Unsettled)).chain(candidates.excluded);
        Choice { kept: kept.collect(), ..Choice::none(self.model) }
    }

    fn rewrite(&self, choice: &Choice, computed: &Computed) -> Rewrite {
        let (nodes, initializers) = dead_nodes::find_dead(self, choice);
        let constant = |&value: &ValueId| {
            let stored = self.record(value).map(NewConstant::CopiedFromFile);
            Some((value, stored.or_else(|| computed.tensor(value).map(NewConstant::Tensor))?))
        };
        let constants: Option<Vec<_>> = choice.emitted.iter().map(constant).collect();
        debug_assert!(constants.is_some(), "a selected value was not evaluated");
        // A model without some of its constants would be wrong.
        constants.map_or_else(Rewrite::default, |constants| Rewrite { constants, nodes, initializers })
    }

    /// The record of the file with the value of a node without inputs, to be copied unchanged.
    fn record(&self, value: ValueId) -> Option<TensorId> {
        self.model.producer(value).filter(|&node| self.model.inputs(node).is_empty())?;
        match self.analysis.facts.value(value) {
            KnownValue::Constant(tensor) => Some(*tensor),
            _ => None,
        }
    }
}

#[cfg(all(test, feature = "evaluate"))]
mod tests {
    use hashbrown::HashMap;

    use crate::fold::computed::Computed;
    use crate::fold::{FoldOptions, NotFoldedReason, Run, body_inputs};
    use crate::format::options::ReadOptions;
    use crate::graph::Model;
    use crate::infer::analyze_with;
    use crate::source::Source;

    #[test]
    fn a_selection_that_does_not_settle_is_a_reason_at_each_node() {
        let text = "<ir_version: 9, opset_import: [\"\" : 18]>
            g (float[2] x) => (float[2] y) <float[2] c = {1, 2}> { n = Neg (c)  y = Add (x, n) }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let options = FoldOptions::default();
        let analysis = analyze_with(&model, &options.analysis, HashMap::new());
        let choice = Run::new(&model, &options, &analysis).unsettled(&Computed::default());
        assert!(choice.emitted.is_empty() && choice.folded.iter().all(|folded| !folded));
        let [(node, NotFoldedReason::Unsettled)] = &choice.kept[..] else { panic!("{:?}", choice.kept) };
        assert_eq!(model.op_type(*node), "Neg");
    }

    #[test]
    fn a_reader_of_what_is_not_evaluated_has_the_start_of_its_name() {
        let name = "l".repeat(100_000);
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>
            g (float[2] x) => (float[2] y) <float[2] c = {{-1, -2}}> {{ {name} = Log (c)  n = Neg ({name})  y = Add (x, n) }}"
        );
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let options = FoldOptions::default();
        let analysis = analyze_with(&model, &options.analysis, HashMap::new());
        let (_, computed) = Run::new(&model, &options, &analysis).select(Computed::default());
        let mut upstream = computed.refused.values().filter_map(|why| match why {
            NotFoldedReason::Upstream(name) => Some(name),
            _ => None,
        });
        let shown = upstream.next().expect("a reader");
        assert!(shown.starts_with("lll") && shown.len() < 2_000, "{} bytes", shown.len());
    }

    #[test]
    fn inputs_of_bodies_are_found_once() {
        let text = "<ir_version: 9, opset_import: [\"\" : 18]>
            g (float[1] x, int64 n) => (y) {
                y = Loop (n, \"\", x) <body: graph = b (int64 i, bool c, float[1] v) => (bool d, float[1] w)
                    <float[1] k = {1}> { d = Identity (c)  w = Add (v, k) }>
            }";
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let mut names: Vec<&str> = body_inputs(&model).into_iter().map(|value| model.value_name(value)).collect();
        names.sort_unstable();
        assert_eq!(names, ["c", "i", "v"]);
    }
}
