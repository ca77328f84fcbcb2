//! Models with other input shapes: fixed sizes for symbolic dimensions, and the other way round.

mod assumed;
mod error;
mod fixed_sizes;
mod freed;
mod obstacle;
mod request;
mod size_lists;
mod stale;

pub use error::{Obstacle, Remedy, SpecializeError};

use std::collections::HashSet;

use crate::annotate::{self, Expressions};
use crate::constraint::Constraint;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::facts::FactStore;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::infer::{Analysis, analyze_without_lints};
use crate::options::AnalysisOptions;
use crate::type_syntax::NamedType;
use obstacle::Search;
use request::Request;

/// Options of [`specialize()`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SpecializeOptions {
    /// What symbolic dimensions become: a size, or another symbol, which replaces the name everywhere. An interval stays an
    /// assumption, since no format can state it.
    pub bind: Vec<(String, Dim)>,
    /// Types of inputs. A dimension that was symbolic has the new size wherever the symbol is.
    pub inputs: Vec<NamedType>,
    /// How dimensions that are expressions are declared.
    pub expressions: Expressions,
    /// Whether nodes with fixed sizes get others where there is one correct form: 0 or -1 in the target of a Reshape.
    pub rewrite: bool,
    /// Whether nodes that are valid with the new shapes, but keep a size that the file had, are left as they are.
    pub keep_fixed: bool,
    /// Options of the analysis; its own `bind` and `inputs` are ignored. Without `use_declared_types`, the declarations of inner
    /// values are replaced where a type is inferred without them.
    pub analysis: AnalysisOptions,
}

impl SpecializeOptions {
    /// The defaults: nothing is set.
    pub fn new() -> SpecializeOptions {
        SpecializeOptions::default()
    }

    /// Sets what a symbolic dimension becomes: a size, another symbol, or the interval that contains it.
    #[must_use]
    pub fn bind(mut self, symbol: &str, size: impl Into<Dim>) -> SpecializeOptions {
        self.bind.push((symbol.to_owned(), size.into()));
        self
    }

    /// Sets the type of an input.
    #[must_use]
    pub fn input(mut self, ty: NamedType) -> SpecializeOptions {
        self.inputs.push(ty);
        self
    }

    /// Sets how dimensions that are expressions are declared.
    #[must_use]
    pub fn expressions(mut self, expressions: Expressions) -> SpecializeOptions {
        self.expressions = expressions;
        self
    }

    /// Gives nodes with fixed sizes others where there is one correct form.
    #[must_use]
    pub fn rewrite(mut self, rewrite: bool) -> SpecializeOptions {
        self.rewrite = rewrite;
        self
    }

    /// Leaves nodes as they are that are valid with the new shapes, but keep a size that the file had.
    #[must_use]
    pub fn keep_fixed(mut self, keep_fixed: bool) -> SpecializeOptions {
        self.keep_fixed = keep_fixed;
        self
    }

    /// Sets the options of the analysis.
    #[must_use]
    pub fn analysis(mut self, analysis: AnalysisOptions) -> SpecializeOptions {
        self.analysis = analysis;
        self
    }
}

/// What [`specialize()`] changed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Specialized {
    /// The analysis of the model with the new inputs.
    pub analysis: Analysis,
    /// Inputs with another type.
    pub inputs: usize,
    /// Other declarations that changed.
    pub declarations: usize,
    /// Nodes with another list of sizes.
    pub rewritten: Vec<NodeId>,
    /// What the new symbols must satisfy in a run, such as a least size.
    pub conditions: Vec<Constraint>,
}

/// Gives inputs of the main graph other shapes. Every declaration follows: what the file declares is declared again as it
/// is inferred from the new inputs. Nodes and constants stay as they are, unless [`SpecializeOptions::rewrite`] is set.
///
/// A size that becomes a symbol may be fixed elsewhere in the model. A list of sizes is in the way if 0 or -1 in it lets the
/// result keep more of the new symbols. It has one correct form if all such lists have the same result; that result is the
/// one before for the old sizes, and has as many elements as the data for all others.
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::specialize::{SpecializeOptions, specialize};
/// use shapewright::write::{ExternalDataPolicy, write};
/// use shapewright::{ReadOptions, Source};
///
/// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[N,3] x) => (float[M,3] y) {
///   y = Concat <axis = 0> (x, x)
/// }"#;
/// let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// specialize(&mut model, &SpecializeOptions::new().bind("N", 4)).unwrap();
/// let written = write(&model, &ExternalDataPolicy::Keep).unwrap().model.to_bytes();
/// assert_eq!(
///     String::from_utf8_lossy(&written),
///     r#"<ir_version: 9, opset_import: ["" : 18]>
/// g (float[4,3] x) => (float[8,3] y) {
///   y = Concat <axis = 0> (x, x)
/// }"#,
/// );
/// ```
///
/// # Errors
/// The model is only a part of one or has errors, an option names what the model does not have or contradicts another, or
/// nodes do not allow the shapes. Then nothing changes.
pub fn specialize(model: &mut Model, options: &SpecializeOptions) -> Result<Specialized, SpecializeError> {
    let Some(named) = request::with_names(model, options) else { return specialize_named(model, options) };
    // What a size without a name stands in the way of is known only with one.
    let mut edited = model.clone();
    let done = specialize_named(&mut edited, &named)?;
    let unnamed = SpecializeOptions { bind: Vec::new(), rewrite: false, keep_fixed: true, ..options.clone() };
    let last = specialize_named(&mut edited, &unnamed)?;
    let declarations = stale::changed(model, &edited);
    *model = edited;
    Ok(Specialized { analysis: last.analysis, declarations, ..done })
}

/// The same, where every dimension that is no longer a size has a name.
fn specialize_named(model: &mut Model, options: &SpecializeOptions) -> Result<Specialized, SpecializeError> {
    let plain = AnalysisOptions { bind: Vec::new(), inputs: Vec::new(), ..options.analysis.clone() };
    let replaced = match plain.use_declared_types {
        true => HashSet::new(),
        false => annotate::unneeded(model, &plain),
    };
    let used = annotate::without(model, &replaced);
    let mut before = analyze_without_lints(&used, &plain);
    if !model.is_whole() {
        return Err(SpecializeError::Incomplete(before.into()));
    }
    if before.findings.iter().any(|finding| annotate::is_error(finding)) {
        return Err(SpecializeError::Faulty(before.into()));
    }
    let request = Request::new(model, &before.facts, options)?;
    // What follows compares types. Several analyses are held at the same time.
    before.facts.forget_contents();
    let mut edited = used.into_owned();
    let inputs = request.apply(&mut edited)?;
    stale::forget(&mut edited, &request);
    let known = AnalysisOptions { inputs: request.known(model), bind: request.intervals.clone(), ..plain };
    let (edited, lists) = size_lists::change(edited, &before.facts, &request, &known)?;
    if request.freed.is_empty() {
        // Nothing asks for the facts before unless sizes become symbols, and they would be held beside those after.
        before.facts = FactStore::new(0, 0);
    }
    let analysis = analyze_without_lints(&edited, &known);
    let conditions = obstacle::conditions(&request, &before, &analysis);
    let mut search = Search::new((&*model, edited), &request, &before, &known, options.keep_fixed);
    if !options.rewrite {
        search.add(lists.iter().map(|list| list.obstacle(model.describe(list.node), Some(Remedy::Rewrite))));
    }
    let (obstacles, is_complete, mut edited) = search.run(&analysis);
    if !obstacles.is_empty() {
        return Err(SpecializeError::Obstructed { obstacles, is_complete, analysis: analysis.into() });
    }
    annotate::follow(&mut edited, &analysis.facts, options.expressions, replaced);
    if has_names(model) {
        stale::keep_names(model, &mut edited);
    }
    let declarations = stale::changed(model, &edited);
    *model = edited;
    let rewritten = lists.into_iter().map(|list| list.node).collect();
    Ok(Specialized { analysis, inputs, declarations, rewritten, conditions })
}

/// Whether the format has names for dimensions.
fn has_names(model: &Model) -> bool {
    model.dialect() == Dialect::Onnx
}
