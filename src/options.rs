//! Options of an analysis: the caller's knowledge beyond the file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::custom_lint::Lint;
use crate::dim::Dim;
use crate::ids::NodeId;
use crate::limits::Limits;
use crate::ops::OperatorDef;
use crate::rule::RuleRef;
use crate::rules;
use crate::target::Target;
use crate::type_syntax::NamedType;

/// The caller's knowledge beyond the file, and limits on work.
#[derive(Clone, Debug)]
pub struct AnalysisOptions {
    /// What symbols are: a size, for example `--bind N=8`, or an interval that contains every size, for example
    /// `--bind B=1..8`. With a symbol or an expression, it replaces the symbol everywhere.
    ///
    /// ```
    /// use shapewright::graph::Model;
    /// use shapewright::{AnalysisOptions, Dim, ReadOptions, Source, analyze};
    ///
    /// let text = r#"
    ///     <ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[B,H] x, float[1,H] z) => (float[C,H] y) { y = Concat <axis = 0> (x, z) }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let bind = vec![("B".to_owned(), Dim::interval(1, 8)), ("H".to_owned(), Dim::exact(64))];
    /// let analysis = analyze(&model, &AnalysisOptions { bind, ..AnalysisOptions::default() });
    ///
    /// let y = model.graph(model.main_graph().unwrap()).outputs[0].operand.value().unwrap();
    /// let rows = &analysis.facts.ty(y).as_tensor().unwrap().shape.dims().unwrap()[0];
    /// assert_eq!((rows.to_string().as_str(), rows.lower(), rows.upper()), ("B+1", 2, Some(9)));
    /// ```
    pub bind: Vec<(String, Dim)>,
    /// Types of graph inputs, for example `--input-shape x:f32[1,3]`.
    pub inputs: Vec<NamedType>,
    /// How messages spell `bind` and `inputs`.
    pub option_names: OptionNames,
    /// The source of the last entries of `bind` and `inputs`, if it is not the caller.
    pub option_source: Option<OptionSource>,
    /// Types that values must provably have, for example `--expect y:f32[N,10]`.
    pub expect: Vec<NamedType>,
    /// Whether declarations of inner values fill what inference leaves unknown.
    pub use_declared_types: bool,
    /// Whether an initializer that is also a graph input counts as a constant, although a caller may override it.
    pub fold_overridable_inputs: bool,
    /// Additional [operators](OperatorDef::custom) from the caller; they take precedence over the registry.
    pub operators: Vec<Arc<OperatorDef>>,
    /// [Lints](Lint) of the caller's own, which run beside ours.
    pub lints: Vec<Arc<dyn Lint>>,
    /// Whether lint rules examine the whole model after inference: possible savings and likely mistakes. Errors are
    /// found without it.
    pub run_lints: bool,
    /// The runtimes that the model targets: operators that they reject or interpret differently are findings.
    pub targets: Vec<Target>,
    /// The enabled lint rules, ours and the caller's own; by default all except style rules. [`AnalysisOptions::rules`] lists
    /// all that there are.
    pub enabled_rules: Option<Vec<RuleRef>>,
    /// Limits on work.
    pub limits: Limits,
    /// Inference records the current node here, so that a report of an internal error can name it.
    pub current_node: Option<CurrentNode>,
}

/// The node that is being inferred, shared with any observer.
#[derive(Clone, Default, Debug)]
pub struct CurrentNode(Arc<AtomicU32>);

impl CurrentNode {
    pub(crate) fn set(&self, node: NodeId) {
        self.0.store(node.position().saturating_add(1), Ordering::Relaxed);
    }

    /// The node that was started last; `None` before the first.
    pub fn get(&self) -> Option<NodeId> {
        self.0.load(Ordering::Relaxed).checked_sub(1).map(NodeId::new)
    }
}

impl Default for AnalysisOptions {
    fn default() -> AnalysisOptions {
        AnalysisOptions {
            bind: Vec::new(),
            inputs: Vec::new(),
            option_names: OptionNames::default(),
            option_source: None,
            expect: Vec::new(),
            use_declared_types: true,
            fold_overridable_inputs: false,
            operators: Vec::new(),
            lints: Vec::new(),
            run_lints: true,
            targets: Vec::new(),
            enabled_rules: None,
            limits: Limits::default(),
            current_node: None,
        }
    }
}

/// How messages spell the options of an analysis that name a part of the model. By default, these are the fields of
/// [`AnalysisOptions`].
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::{AnalysisOptions, Dim, OptionNames, ReadOptions, Source, analyze};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[N] x) => (float[N] y) { y = Abs (x) }";
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let bind = vec![("M".to_owned(), Dim::exact(8))];
/// let mut options = AnalysisOptions { bind, ..AnalysisOptions::default() };
/// let message = |options: &AnalysisOptions| analyze(&model, options).findings[0].message.clone();
/// assert_eq!(message(&options), "`bind` names `M`, but the model has no such symbol");
/// options.option_names = OptionNames::COMMAND_LINE;
/// assert_eq!(message(&options), "--bind names `M`, but the model has no such symbol");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionNames {
    /// Of [`AnalysisOptions::bind`].
    pub bind: &'static str,
    /// Of [`AnalysisOptions::inputs`].
    pub inputs: &'static str,
}

impl OptionNames {
    /// The options of the command line.
    pub const COMMAND_LINE: OptionNames = OptionNames { bind: "--bind", inputs: "--input-shape" };
}

impl Default for OptionNames {
    fn default() -> OptionNames {
        OptionNames { bind: "`bind`", inputs: "`inputs`" }
    }
}

/// A configuration that adds to the caller's options, as messages name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSource {
    /// The name of the file.
    pub file: String,
    /// How many leading entries of [`AnalysisOptions::bind`] are the caller's own.
    pub bind: usize,
    /// How many leading entries of [`AnalysisOptions::inputs`] are the caller's own.
    pub inputs: usize,
}

impl AnalysisOptions {
    /// Every rule: ours, sorted by code, then those of the caller's own lints.
    ///
    /// ```
    /// use shapewright::AnalysisOptions;
    ///
    /// // Everything but one rule.
    /// let mut options = AnalysisOptions::default();
    /// let enabled = options.rules().filter(|rule| rule.is_default() && rule.code() != "SU107").collect();
    /// options.enabled_rules = Some(enabled);
    /// assert_eq!(options.rule("nan-weights").map(|rule| rule.code().to_owned()).as_deref(), Some("SU101"));
    /// ```
    pub fn rules(&self) -> impl Iterator<Item = RuleRef> {
        let own = self.lints.iter().flat_map(|lint| lint.rules()).map(RuleRef::from);
        rules::RULES.iter().map(|rule| RuleRef::from(*rule)).chain(own)
    }

    /// The rule with this code (in any case) or name (case-sensitive), like [`rules::lookup`], also of the caller's own lints.
    pub fn rule(&self, code_or_name: &str) -> Option<RuleRef> {
        let own = || self.rules().find(|rule| rules::is_named(rule, code_or_name));
        rules::lookup(code_or_name).map(RuleRef::from).or_else(own)
    }

    /// The source of the `bind` entry at this position, in words.
    pub(crate) fn bind_source(&self, at: usize) -> String {
        let file = self.option_source.as_ref().filter(|configured| at >= configured.bind);
        file.map_or_else(|| self.option_names.bind.to_owned(), |configured| format!("`bind` of `{}`", configured.file))
    }

    /// The source of the `inputs` entry at this position, in words.
    pub(crate) fn input_source(&self, at: usize) -> String {
        let file = self.option_source.as_ref().filter(|configured| at >= configured.inputs);
        file.map_or_else(
            || self.option_names.inputs.to_owned(),
            |configured| format!("`input-shape` of `{}`", configured.file),
        )
    }
}
