//! What the caller of an analysis knows beyond the file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::ids::NodeId;
use crate::limits::Limits;
use crate::ops::OperatorDef;
use crate::rule::Rule;
use crate::target::Target;
use crate::type_syntax::NamedType;

/// What the caller knows beyond the file, and bounds on work.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// Sizes of symbols, as `--bind N=8`.
    pub bind: Vec<(String, u64)>,
    /// Types of graph inputs, as `--input-shape x:f32[1,3]`.
    pub inputs: Vec<NamedType>,
    /// Whose the last of `bind` and `inputs` are, if not the caller's own.
    pub option_source: Option<OptionSource>,
    /// Types that values must provably have, as `--expect y:f32[N,10]`.
    pub expect: Vec<NamedType>,
    /// Whether declarations of inner values fill what inference leaves unknown.
    pub use_declared_types: bool,
    /// Whether an initializer that is also a graph input is a constant, though a caller may override it.
    pub fold_overridable_inputs: bool,
    /// Operators that nobody but the caller knows, of domains of their own; they come before ours.
    pub operators: Vec<&'static OperatorDef>,
    /// Whether rules look at the whole model once it is inferred: what could be smaller, faster, or was meant otherwise.
    /// Faults are found without it.
    pub run_lints: bool,
    /// The runtimes that the model is meant for: what they refuse or read otherwise is a finding.
    pub targets: Vec<Target>,
    /// Which of those rules; all but those of style if the caller does not say.
    pub enabled_rules: Option<Vec<&'static Rule>>,
    /// Bounds on work.
    pub limits: Limits,
    /// Where inference notes which node it is at, so that a report of an internal error can name it.
    pub current_node: Option<CurrentNode>,
}

/// The node that is being inferred, shared with whoever watches.
#[derive(Clone, Default, Debug)]
pub struct CurrentNode(Arc<AtomicU32>);

impl CurrentNode {
    pub(crate) fn set(&self, node: NodeId) {
        self.0.store(node.0.saturating_add(1), Ordering::Relaxed);
    }

    /// The node that was begun last; `None` before the first.
    pub fn get(&self) -> Option<NodeId> {
        self.0.load(Ordering::Relaxed).checked_sub(1).map(NodeId)
    }
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            bind: Vec::new(),
            inputs: Vec::new(),
            option_source: None,
            expect: Vec::new(),
            use_declared_types: true,
            fold_overridable_inputs: false,
            operators: Vec::new(),
            run_lints: true,
            targets: Vec::new(),
            enabled_rules: None,
            limits: Limits::default(),
            current_node: None,
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
        let file = self.option_source.as_ref().filter(|configured| at >= configured.bind);
        file.map_or_else(|| "--bind".to_owned(), |configured| format!("`bind` of `{}`", configured.file))
    }

    /// Who says the entry of `inputs` at this position, in words.
    pub(crate) fn input_source(&self, at: usize) -> String {
        let file = self.option_source.as_ref().filter(|configured| at >= configured.inputs);
        file.map_or_else(|| "--input-shape".to_owned(), |configured| format!("`input-shape` of `{}`", configured.file))
    }
}
