//! Inferred types and shapes, written into a model as declarations.

mod error;
mod plan;
mod strip;

pub use crate::declarable::Expressions;
pub use error::AnnotateError;
pub use strip::strip;

use crate::declarable::Names;
use crate::diagnostic::Diagnostic;
use crate::facts::FactStore;
use crate::graph::{Model, ValueRole};
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::place::Part;
use crate::rule::Level;
use crate::rules;
use plan::Plan;

/// Options of [`annotate()`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AnnotateOptions {
    /// How dimensions that are expressions are declared.
    pub expressions: Expressions,
    /// Whether declarations that contradict what is inferred are replaced. Otherwise they are an error.
    pub overwrite: bool,
    /// Whether a model with other errors is annotated: with what is certain in spite of them.
    pub force: bool,
    /// Options of the analysis; `bind` and `inputs`, which are not in the file, are ignored.
    pub analysis: AnalysisOptions,
}

impl AnnotateOptions {
    /// The defaults.
    pub fn new() -> AnnotateOptions {
        AnnotateOptions::default()
    }

    /// Sets how dimensions that are expressions are declared.
    #[must_use]
    pub fn expressions(mut self, expressions: Expressions) -> AnnotateOptions {
        self.expressions = expressions;
        self
    }

    /// Replaces declarations that contradict what is inferred.
    #[must_use]
    pub fn overwrite(mut self, overwrite: bool) -> AnnotateOptions {
        self.overwrite = overwrite;
        self
    }

    /// Annotates a model with other errors.
    #[must_use]
    pub fn force(mut self, force: bool) -> AnnotateOptions {
        self.force = force;
        self
    }

    /// Sets the options of the analysis.
    #[must_use]
    pub fn analysis(mut self, analysis: AnalysisOptions) -> AnnotateOptions {
        self.analysis = analysis;
        self
    }
}

/// What [`annotate()`] changed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Annotated {
    /// The analysis of the model as it was before.
    pub analysis: Analysis,
    /// Values that had no declared type.
    pub added: usize,
    /// Declarations that are now more precise. IR: also those of input ports.
    pub refined: usize,
    /// Declarations that contradicted what is inferred.
    pub corrected: usize,
}

impl Annotated {
    /// Whether any declaration changed.
    pub fn is_changed(&self) -> bool {
        self.added + self.refined + self.corrected > 0
    }
}

/// Declares every type and shape that is inferred, as far as the format can state it. ONNX: of the outputs of nodes and
/// graphs, in bodies, and from IR version 10 in functions. IR: of all ports.
///
/// A declaration that is as precise as what is inferred stays as it is. Graph inputs stay, too: their declarations are
/// the premise. A second time, nothing changes.
///
/// ```
/// use shapewright::annotate::{AnnotateOptions, annotate};
/// use shapewright::graph::Model;
/// use shapewright::write::{ExternalDataPolicy, write};
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[N,3] x) => (float[M,K] y) {
///   twice = Concat <axis = 0> (x, x)
///   y = Abs (twice)
/// }"#;
/// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let done = annotate(&mut model, &AnnotateOptions::new()).unwrap();
/// assert_eq!((done.added, done.refined, done.corrected), (1, 1, 0));
/// let written = write(&model, &ExternalDataPolicy::Keep).unwrap().model.to_bytes();
/// assert_eq!(
///     String::from_utf8_lossy(&written),
///     r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[N,3] x) => (float[M,3] y) <float["2*N",3] twice> {
///   twice = Concat <axis = 0> (x, x)
///   y = Abs (twice)
/// }"#,
/// );
/// ```
///
/// # Errors
/// The model is only a part of one, it has errors that are not to be ignored, or a declaration contradicts what is inferred and is not to be
/// overwritten. Then nothing changes.
pub fn annotate(model: &mut Model, options: &AnnotateOptions) -> Result<Annotated, AnnotateError> {
    let analysis = AnalysisOptions { bind: Vec::new(), inputs: Vec::new(), ..options.analysis.clone() };
    let analysis = analyze_without_lints(model, &analysis);
    if !model.is_whole() {
        return Err(AnnotateError::Incomplete(analysis.into()));
    }
    let is_open = |finding: &&Diagnostic| is_error(finding) && !is_correctable(model, finding);
    if !options.force && analysis.findings.iter().any(|finding| is_open(&finding)) {
        return Err(AnnotateError::Faulty(analysis.into()));
    }
    let names = Names::new(model, &analysis.facts, options.expressions);
    let plan = Plan::new(model, &analysis.facts, names);
    if plan.contradictions > 0 && !options.overwrite {
        return Err(AnnotateError::Contradicted { count: plan.contradictions, analysis: analysis.into() });
    }
    let [added, refined, corrected] = plan.apply(model);
    Ok(Annotated { analysis, added, refined, corrected })
}

/// Declares again what is declared, as it is inferred.
pub(crate) fn follow(model: &mut Model, facts: &FactStore, expressions: Expressions) {
    let names = Names::new(model, facts, expressions);
    Plan::of_declared(model, facts, names).apply(model);
}

/// Whether a finding is an error for what needs no weights.
pub(crate) fn is_error(finding: &Diagnostic) -> bool {
    finding.level == Level::Error && *finding.rule != rules::missing_weights::RULE
}

/// Whether a finding is about a declaration.
pub(crate) fn is_about_declaration(finding: &Diagnostic) -> bool {
    let rules = [
        &rules::declared_shape_mismatch::RULE,
        &rules::declared_type_mismatch::RULE,
        &rules::recorded_input_mismatch::RULE,
        &rules::conflicting_declarations::RULE,
    ];
    rules.contains(&&*finding.rule)
}

/// Whether an error is about a declaration that can be replaced. That of a graph input cannot: callers rely on it.
pub(crate) fn is_correctable(model: &Model, finding: &Diagnostic) -> bool {
    let is_fixed = |part| match part {
        Part::Value(value) => !matches!(model.value(value).role, ValueRole::Output { .. }),
        _ => false,
    };
    is_about_declaration(finding) && !is_fixed(finding.place.part)
}
