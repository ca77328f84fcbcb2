//! Folding: what a model computes from constants alone becomes constants.
//!
//! 1. **Order and candidates** (forward): a node is a candidate if all its inputs are known, or if inference knows its
//!    outputs exactly. Nothing is computed yet.
//! 2. **Choice** (backward): a candidate is folded if everything that reads it is folded too, or if its outputs may
//!    become constants of the model: sizes and the caller's options decide.
//! 3. **Computation** (forward): only what chosen values depend on; each value is dropped after its last use. What cannot
//!    be computed, or holds NaN, is a candidate no more, and the choice is made again.
//! 4. **Removal**: what only folded nodes used goes too.
//!
//! What was computed may let inference know more shapes, so all of it is repeated until nothing new is known. As long as
//! `ROUNDS` suffice, and without `force`, folding a folded model changes nothing.

mod candidate;
mod compute;
pub(crate) mod cost;
mod dead_nodes;
mod report;
mod selection;

use std::collections::HashMap;

use crate::dialect::Dialect;
use crate::fact::{Fact, KnownValue};
use crate::format::onnx::write::constants_are_nodes;
use crate::graph::Model;
use crate::graph::order;
use crate::graph::uses::Uses;
use crate::ids::{NodeId, TensorId, ValueId};
use crate::infer::{Analysis, analyze_with};
use crate::options::AnalysisOptions;
use crate::rewrite::{NewConstant, Rewrite};
use crate::rule::Level;
use candidate::Candidates;
use compute::Computed;
pub use report::{FoldReport, FoldedNode, NotFoldedReason, UnfoldedNode};
use selection::Choice;

/// What is folded.
#[derive(Clone, Debug)]
pub struct FoldOptions {
    /// Elements that a new constant may have if it is larger than the constants that it replaces.
    pub max_elements: u64,
    /// Bytes that a new constant may have if it is larger than the constants that it replaces.
    pub max_bytes: u64,
    /// Whether constants that hold NaN are folded. Runtimes disagree on what some operators make of them.
    pub fold_nan: bool,
    /// Operators, as the file writes them, whose outputs may become constants; empty for all.
    pub only_ops: Vec<String>,
    /// Whether a model with errors is folded, and then only nodes without findings.
    pub force: bool,
    /// What is known beyond the file. With `overridable`, initializers that are graph inputs too are constants.
    pub analysis: AnalysisOptions,
}

impl Default for FoldOptions {
    fn default() -> FoldOptions {
        FoldOptions {
            max_elements: u64::MAX,
            max_bytes: 1 << 20,
            fold_nan: false,
            only_ops: Vec::new(),
            force: false,
            analysis: AnalysisOptions::default(),
        }
    }
}

/// What folding found: what is to change, and why the rest does not.
#[derive(Debug)]
pub struct Folded {
    /// What is known of the model, and what is wrong with it.
    pub analysis: Analysis,
    /// What is to change; nothing if the model has errors and folding was not forced.
    pub rewrite: Rewrite,
    /// What was folded, and what was not, and why.
    pub report: FoldReport,
}

/// How often what was computed is handed back to inference. Each time something more is known, so real models need two.
const ROUNDS: usize = 8;

/// Finds what of a model can be replaced by constants. The model is not changed: [`Folded::rewrite`] says what to write.
///
/// Never fails: what cannot be folded is in the report. Nodes of model-local functions are left as they are.
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
pub fn fold(model: &Model, options: &FoldOptions) -> Folded {
    let mut known: HashMap<ValueId, Fact> = HashMap::new();
    let mut round = 1;
    loop {
        let analysis = analyze_with(model, &options.analysis, known.clone());
        let faulty = analysis.findings.iter().any(|f| f.level == Level::Error);
        if faulty && !options.force {
            return Folded { analysis, rewrite: Rewrite::default(), report: FoldReport::default() };
        }
        let run = Run::new(model, options, &analysis);
        let (choice, computed, report) = run.decide();
        let news = computed.news(&analysis, &options.analysis.limits);
        if news.is_empty() || round == ROUNDS {
            let rewrite = run.rewrite(&choice, computed);
            return Folded { analysis, rewrite, report };
        }
        known.extend(news);
        round += 1;
    }
}

/// One round: a model, what is known of it, and who reads what.
struct Run<'a> {
    model: &'a Model,
    options: &'a FoldOptions,
    analysis: &'a Analysis,
    uses: Uses,
    order: Vec<NodeId>,
}

/// How often a choice is made anew after something could not be computed. A model needs one or two; one that needs
/// more is left as it is.
const ATTEMPTS: usize = 32;

impl<'a> Run<'a> {
    fn new(model: &'a Model, options: &'a FoldOptions, analysis: &'a Analysis) -> Run<'a> {
        Run { model, options, analysis, uses: Uses::new(model), order: order::across_graphs(model) }
    }

    /// Whether a node is a constant as a new one would be written.
    fn is_constant(&self, node: NodeId) -> bool {
        let model = self.model;
        let nodes = || model.dialect() == Dialect::OpenVino || constants_are_nodes(model, model.node(node).graph);
        model.inputs(node).is_empty() && nodes()
    }

    fn decide(&self) -> (Choice, Computed, FoldReport) {
        let mut computed = Computed::default();
        for _ in 0..ATTEMPTS {
            let candidates = Candidates::of(self, computed.refused());
            let choice = Choice::of(self, &candidates, &computed);
            let before = computed.refused().len();
            compute::run(self, &candidates, &choice, &mut computed);
            if computed.refused().len() == before {
                let report = FoldReport::of(self, &choice, &computed);
                return (choice, computed, report);
            }
        }
        (Choice::none(self.model), Computed::default(), FoldReport::default())
    }

    fn rewrite(&self, choice: &Choice, mut computed: Computed) -> Rewrite {
        let (nodes, initializers) = dead_nodes::of(self, choice);
        let mut constant = |&value: &ValueId| {
            let stored = self.record(value).map(NewConstant::CopiedFromFile);
            Some((value, stored.or_else(|| computed.take(value).map(NewConstant::Tensor))?))
        };
        let constants: Option<Vec<_>> = choice.emitted.iter().map(&mut constant).collect();
        debug_assert!(constants.is_some(), "a chosen value was not computed");
        // Without all its constants the new model would be wrong.
        constants.map_or_else(Rewrite::default, |constants| Rewrite { constants, nodes, initializers })
    }

    /// The record of the file that holds a value which a node without inputs gives, to be copied as it stands.
    fn record(&self, value: ValueId) -> Option<TensorId> {
        self.model.producer(value).filter(|&node| self.model.inputs(node).is_empty())?;
        match self.analysis.facts.value(value) {
            KnownValue::Constant(tensor) => Some(*tensor),
            _ => None,
        }
    }
}
