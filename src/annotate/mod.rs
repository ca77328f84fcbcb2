//! Inferred types and shapes, written into a model as declarations.

mod error;
mod ignored;
mod known;
mod plan;
mod sources;
mod strip;

pub use crate::declarable::Expressions;
pub use error::AnnotateError;
pub(crate) use ignored::{unneeded, without};
pub use strip::strip;

use std::collections::HashSet;

use crate::declarable::Names;
use crate::diagnostic::Diagnostic;
use crate::dialect::Format;
use crate::facts::FactStore;
use crate::graph::{Model, ValueRole};
use crate::ids::ValueId;
use crate::infer::{Analysis, analyze_without_lints};
use crate::limits::memory_of_copies;
use crate::options::AnalysisOptions;
use crate::place::Part;
use crate::rule::Level;
use crate::rules;
use known::Known;
use plan::{Plan, Treatment};
use sources::Sources;

/// Options of [`annotate()`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AnnotateOptions {
    /// How dimensions that are expressions are declared.
    pub expressions: Expressions,
    /// Whether declarations that contradict what is inferred or each other are replaced. Otherwise they are an error.
    pub overwrite: bool,
    /// Whether a model with other errors is annotated: with what is certain in spite of them.
    pub force: bool,
    /// Options of the analysis; `bind` and `inputs`, which are not in the file, are ignored. Without `use_declared_types`, the
    /// declarations of inner values are replaced where a type is inferred without them.
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
    /// The analysis of the model as it was before, without declarations that are not used.
    pub analysis: Analysis,
    /// Values that had no declared type.
    pub added: usize,
    /// Declarations that are now more precise. IR: also those of input ports.
    pub refined: usize,
    /// Declarations that contradicted what is inferred, or that were not used.
    pub corrected: usize,
    /// Values with a new declaration that rests on those of others, which inference does not confirm.
    pub unconfirmed: Vec<Unconfirmed>,
}

/// A value with a new declaration that rests on those of other values: what it says is true only if they are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Unconfirmed {
    /// The value.
    pub value: ValueId,
    /// The values whose declarations it rests on: the nearest ones before it, of which at most 8 are listed.
    pub sources: Vec<ValueId>,
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
/// Where inference alone does not know a dimension, a declaration of an inner value before it may: the new declaration then
/// rests on that one, see [`Annotated::unconfirmed`]. A size that such a declaration states for a symbol of the inputs, as of
/// one run, is declared of no other value.
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
/// The model is only a part of one, it has errors that are not to be ignored, a declaration contradicts what is inferred and is not to be
/// overwritten, or a text and its declarations would take more memory than its file justifies. Then nothing changes.
pub fn annotate(model: &mut Model, options: &AnnotateOptions) -> Result<Annotated, AnnotateError> {
    Ok(prepare(model, options)?.apply(model))
}

/// Declarations that are found, and not yet made.
pub(crate) struct Prepared {
    pub(crate) analysis: Analysis,
    plan: Plan,
    unconfirmed: Vec<Unconfirmed>,
}

impl Prepared {
    /// Makes them, in the model that they were found for.
    pub(crate) fn apply(self, model: &mut Model) -> Annotated {
        let Prepared { analysis, plan, unconfirmed } = self;
        let [added, refined, corrected] = plan.apply(model);
        Annotated { analysis, added, refined, corrected, unconfirmed }
    }
}

/// The first half of [`annotate()`].
pub(crate) fn prepare(model: &Model, options: &AnnotateOptions) -> Result<Prepared, AnnotateError> {
    let plain = AnalysisOptions { bind: Vec::new(), inputs: Vec::new(), ..options.analysis.clone() };
    let (analysis, replaced) = analysis_of(model, options, &plain);
    if !model.is_whole() {
        return Err(AnnotateError::Incomplete(analysis.into()));
    }
    let conflicts = conflicts(model, &analysis);
    let is_open = |finding: &Diagnostic| {
        is_error(finding) && !is_correctable(model, finding) && ignored::conflicting(model, finding).is_none()
    };
    if !options.force && analysis.findings.iter().any(|finding| is_open(finding)) {
        return Err(AnnotateError::Faulty(analysis.into()));
    }
    let used = without(model, &replaced);
    let names = Names::new(&used, &analysis.facts, options.expressions);
    let mut known = Known::new(model, &analysis.facts);
    let treatment = Treatment { replaced, overwrite: options.overwrite };
    let mut plan = Plan::new(model, &known, &names, &treatment);
    let contradictions = plan.contradictions + conflicts.len();
    if contradictions > 0 && !options.overwrite {
        return Err(AnnotateError::Contradicted { count: contradictions, analysis: analysis.into() });
    }
    if plan.rests_on_declared {
        known.compare(model, &plain);
        plan = Plan::new(model, &known, &names, &treatment);
    }
    // Binary declarations are pieces of a file, and those of a text are texts of their own.
    let held = model.memory().saturating_add(analysis.facts.memory()).saturating_add(plan.memory());
    if model.format() == Format::OnnxText && held > memory_of_copies(model.source().bytes().len()) {
        return Err(AnnotateError::TooLarge(analysis.into()));
    }
    let mut sources = Sources::new(model, &known);
    let unconfirmed = plan.unconfirmed.iter().map(|&value| Unconfirmed { value, sources: sources.of(value) }).collect();
    Ok(Prepared { analysis, plan, unconfirmed })
}

/// After so many analyses, all declarations that give one of the symbols a size are ignored: an analysis finds two, and
/// there may be thousands.
const ROUNDS: usize = 4;

/// After so many, all declarations of what nodes compute are ignored: what is inferred may rest on one of them.
const LAST_ROUND: usize = 8;

/// The analysis of a model, and the values whose declarations it does not use: all that inference does without, or those that
/// contradict each other and are to be replaced.
fn analysis_of(model: &Model, options: &AnnotateOptions, plain: &AnalysisOptions) -> (Analysis, HashSet<ValueId>) {
    let mut ignored = match plain.use_declared_types {
        true => HashSet::new(),
        false => unneeded(model, plain),
    };
    let mut round = 0;
    loop {
        let analysis = analyze_without_lints(&without(model, &ignored), plain);
        let before = ignored.len();
        let found = if options.overwrite { conflicts(model, &analysis) } else { HashSet::new() };
        match round {
            _ if found.is_empty() => {}
            ROUNDS => ignored.extend(ignored::stating(model, &analysis, plain)),
            LAST_ROUND.. => ignored.extend(ignored::computed(model)),
            _ => {}
        }
        ignored.extend(found);
        if ignored.len() == before {
            return (analysis, ignored);
        }
        round += 1;
    }
}

/// The values whose declarations give a symbol two sizes.
fn conflicts(model: &Model, analysis: &Analysis) -> HashSet<ValueId> {
    analysis.findings.iter().filter_map(|finding| ignored::conflicting(model, finding)).flatten().collect()
}

/// Declares again what is declared, as it is inferred, and values that have no declaration now but had one.
pub(crate) fn follow(model: &mut Model, facts: &FactStore, expressions: Expressions, replaced: HashSet<ValueId>) {
    let names = Names::new(model, facts, expressions);
    let treatment = Treatment { replaced, overwrite: false };
    Plan::of_declared(model, &Known::new(model, facts), &names, &treatment).apply(model);
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
        Part::Value(value) => !matches!(model.value(value).role, ValueRole::Output(_)),
        _ => false,
    };
    is_about_declaration(finding) && !is_fixed(finding.place.part)
}
