//! Functions that return another model: `infer_shapes`, `annotate`, `specialize`, `fold`, `extract`, and `fix`.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shapewright::annotate::{
    AnnotateError, AnnotateOptions, Expressions, annotate as annotate_model, strip as strip_model,
};
use shapewright::cli::check as library;
use shapewright::extract::{ExtractError, extract as extract_part};
use shapewright::fix::Applicability;
use shapewright::fold::{FoldOptions, fold as fold_model};
use shapewright::graph::{Model, Status};
use shapewright::specialize::{Obstacle, Remedy, SpecializeError, SpecializeOptions, specialize as specialize_model};
use shapewright::{AnalysisOptions, Level, analyze};

use crate::check::{CheckSettings, Checked};
use crate::destination::{Destination, Failure, Output, Written, failure};
use crate::errors;
use crate::fit;
use crate::handle::ModelHandle;
use crate::options;
use crate::run::{run, size_of};

/// Edits a model, and returns it as bytes or as the path that it was written to.
fn edit<'py>(
    model: &Bound<'py, ModelHandle>,
    destination: (Option<PathBuf>, &str),
    work: impl FnOnce(&Model, &Destination) -> Result<Written, Failure> + Send + 'static,
) -> PyResult<Output<'py>> {
    edit_as_large(model, size_of(&[&model.get().model]), destination, work)
}

/// Edits a model with work that takes as long as that on a file of this size.
fn edit_as_large<'py>(
    model: &Bound<'py, ModelHandle>,
    size: usize,
    (output, external): (Option<PathBuf>, &str),
    work: impl FnOnce(&Model, &Destination) -> Result<Written, Failure> + Send + 'static,
) -> PyResult<Output<'py>> {
    let (py, read) = (model.py(), Arc::clone(&model.get().model));
    let destination = Destination::new(output, external)?;
    let written = run(py, size, move || work(&read, &destination))?;
    written.map_err(|(message, report)| errors::model(py, message, report))?.into_python(py)
}

/// How dimensions that are expressions are declared.
fn expressions(text: &str) -> PyResult<Expressions> {
    Ok(match text {
        "text" => Expressions::Text,
        "symbol" => Expressions::Symbol,
        "omit" => Expressions::Omit,
        _ => return Err(errors::option(format!("unknown form `{text}`; expected text, symbol, or omit"))),
    })
}

/// Writes the inferred types into a model, which may get other input shapes first.
#[pyfunction]
#[pyo3(signature = (model, *, bind, input_shapes, overwrite, strict, output, external))]
#[allow(clippy::too_many_arguments)] // The keywords of the Python function, here and below.
pub fn infer_shapes<'py>(
    model: &Bound<'py, ModelHandle>,
    bind: Option<&Bound<'py, PyDict>>,
    input_shapes: Option<&Bound<'py, PyDict>>,
    overwrite: bool,
    strict: bool,
    output: Option<PathBuf>,
    external: &str,
) -> PyResult<Output<'py>> {
    let mut inputs = SpecializeOptions::new();
    (inputs.bind, inputs.inputs) = (options::bindings(bind)?, options::declared_types(input_shapes)?);
    let options = AnnotateOptions::new().overwrite(overwrite).force(!strict);
    edit(model, (output, external), move |read, destination| {
        let mut model = read.clone();
        if !inputs.bind.is_empty() || !inputs.inputs.is_empty() {
            specialized(&mut model, &inputs)?;
        }
        annotated(read, &mut model, &options)?;
        destination.write(read, &model)
    })
}

/// Writes the inferred types into a model, or removes those of inner values.
#[pyfunction]
#[pyo3(signature = (model, *, overwrite, force, expressions, strip, output, external))]
#[allow(clippy::too_many_arguments)]
pub fn annotate<'py>(
    model: &Bound<'py, ModelHandle>,
    overwrite: bool,
    force: bool,
    expressions: &str,
    strip: bool,
    output: Option<PathBuf>,
    external: &str,
) -> PyResult<Output<'py>> {
    let options = AnnotateOptions::new().overwrite(overwrite).force(force);
    let options = options.expressions(self::expressions(expressions)?);
    edit(model, (output, external), move |read, destination| {
        let mut model = read.clone();
        match strip {
            true => drop(strip_model(&mut model)),
            false => annotated(read, &mut model, &options)?,
        }
        destination.write(read, &model)
    })
}

fn annotated(read: &Model, model: &mut Model, options: &AnnotateOptions) -> Result<(), Failure> {
    let done = annotate_model(model, options);
    done.map(|_| ()).map_err(|error| {
        let hint = match &error {
            AnnotateError::Contradicted { .. } => "; overwrite=True replaces them",
            _ => "",
        };
        failure(read, format!("{error}{hint}"), Some(error.into_analysis()))
    })
}

/// Gives the inputs of a model other shapes.
#[pyfunction]
#[pyo3(signature = (model, *, bind, input_shapes, rewrite, keep_fixed, expressions, output, external))]
#[allow(clippy::too_many_arguments)]
pub fn specialize<'py>(
    model: &Bound<'py, ModelHandle>,
    bind: Option<&Bound<'py, PyDict>>,
    input_shapes: Option<&Bound<'py, PyDict>>,
    rewrite: bool,
    keep_fixed: bool,
    expressions: &str,
    output: Option<PathBuf>,
    external: &str,
) -> PyResult<Output<'py>> {
    let mut options = SpecializeOptions::new().rewrite(rewrite).keep_fixed(keep_fixed);
    options = options.expressions(self::expressions(expressions)?);
    (options.bind, options.inputs) = (options::bindings(bind)?, options::declared_types(input_shapes)?);
    edit(model, (output, external), move |read, destination| {
        let mut model = read.clone();
        specialized(&mut model, &options)?;
        destination.write(read, &model)
    })
}

fn specialized(model: &mut Model, options: &SpecializeOptions) -> Result<(), Failure> {
    specialize_model(model, options).map(|_| ()).map_err(|error| {
        let mut message = error.to_string();
        match &error {
            SpecializeError::NothingSet => message.push_str("; pass `bind=` or `input_shapes=`"),
            SpecializeError::Obstructed { obstacles, .. } => {
                for obstacle in obstacles {
                    message.push('\n');
                    message.push_str(&line(obstacle, model));
                }
            }
            _ => {}
        }
        failure(model, message, error.into_analysis())
    })
}

fn line(obstacle: &Obstacle, model: &Model) -> String {
    let place = obstacle.node.map_or("the model".to_owned(), |node| model.describe(node));
    let keyword = match obstacle.remedy {
        Some(Remedy::Rewrite) => " (`rewrite=True` sets them)",
        Some(Remedy::KeepFixed) => " (`keep_fixed=True` leaves it)",
        _ => "",
    };
    format!("{place}: {}; it needs: {}{keyword}", obstacle.message, obstacle.needs)
}

/// Evaluates constants.
#[pyfunction]
#[pyo3(signature = (model, *, max_elements, max_bytes, allow_growth, fold_nan, only, overridable, force, output, external))]
#[allow(clippy::too_many_arguments)]
pub fn fold<'py>(
    model: &Bound<'py, ModelHandle>,
    max_elements: Option<u64>,
    max_bytes: Option<u64>,
    allow_growth: u64,
    fold_nan: bool,
    only: Vec<String>,
    overridable: bool,
    force: bool,
    output: Option<PathBuf>,
    external: &str,
) -> PyResult<Output<'py>> {
    let mut options = FoldOptions { allow_growth, fold_nan, only_ops: only, force, ..FoldOptions::default() };
    options.max_elements = max_elements.unwrap_or(options.max_elements);
    options.max_bytes = max_bytes.unwrap_or(options.max_bytes);
    options.analysis.fold_overridable_inputs = overridable;
    // What is evaluated may take long in a file of any size.
    edit_as_large(model, usize::MAX, (output, external), move |read, destination| {
        if let Some((name, near)) = options.unknown_operator(read) {
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err((format!("unknown operator `{name}` in only{near}"), None));
        }
        let folded = fold_model(read, &options);
        let faulty = folded.analysis.findings.iter().any(|finding| finding.level == Level::Error);
        if read.status() != Status::Ok || (faulty && !options.force) {
            let message = "the model has errors and is not folded; force=True folds the nodes without findings";
            return Err(failure(read, message.to_owned(), Some(folded.analysis)));
        }
        destination.write_rewritten(read, &folded.rewrite)
    })
}

/// The part of a model between values.
#[pyfunction]
#[pyo3(signature = (model, *, inputs, outputs, output, external))]
pub fn extract<'py>(
    model: &Bound<'py, ModelHandle>,
    inputs: Vec<String>,
    outputs: Vec<String>,
    output: Option<PathBuf>,
    external: &str,
) -> PyResult<Output<'py>> {
    edit(model, (output, external), move |read, destination| {
        let analysis = analyze(read, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() });
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let outputs: Vec<&str> = outputs.iter().map(String::as_str).collect();
        let part = extract_part(read, &analysis.facts, &inputs, &outputs);
        let part = part.map_err(|error| {
            let names = match &error {
                ExtractError::NoSuchValue { near: None, .. } => format!("; it has {}", fit::listed(names(read))),
                _ => String::new(),
            };
            (format!("{error}{names}"), None)
        });
        destination.write(read, &part?)
    })
}

/// The names of the values of the main graph.
fn names(model: &Model) -> impl Iterator<Item = &str> {
    let values = model.main_graph().into_iter().flat_map(|graph| model.values_of(graph));
    values.map(|value| model.value_name(value)).filter(|name| !name.is_empty())
}

/// What `fix` returns: the model if something was fixed, the fixes that were applied and those that were not, and the
/// report of what remains.
type FixedModel<'py> =
    (Option<Output<'py>>, Vec<(String, String, String, bool)>, Vec<(String, String, String)>, Checked);

/// Fixes findings.
#[pyfunction]
#[pyo3(signature = (model, settings, *, unsafe_fixes, output, external))]
pub fn fix<'py>(
    model: &Bound<'py, ModelHandle>,
    settings: &Bound<'py, CheckSettings>,
    unsafe_fixes: bool,
    output: Option<PathBuf>,
    external: &str,
) -> PyResult<FixedModel<'py>> {
    let (py, read, options) = (model.py(), Arc::clone(&model.get().model), settings.get().0.clone());
    let destination = Destination::new(output, external)?;
    let done = run(py, usize::MAX, move || {
        let fixed = library::fix(Model::clone(&read), &options, unsafe_fixes).map_err(|error| error.to_string())?;
        let report = library::check(&fixed.model, &options).map_err(|error| error.to_string())?;
        let report = Checked::new(&fixed.model, report);
        let is_new = fixed.output.is_some() || destination.is_file();
        let written = is_new.then(|| destination.write(&fixed.model, &fixed.model));
        Ok::<_, String>((written, fixed.applied, fixed.refused, report))
    })?;
    let (written, applied, refused, report) = done.map_err(errors::option)?;
    let written = written.transpose().map_err(|(message, report)| errors::model(py, message, report))?;
    let applied = applied.into_iter().map(|fix| {
        let safe = fix.applicability == Applicability::Safe;
        (fix.rule.code().to_owned(), fix.message, fix.title, safe)
    });
    let refused = refused.into_iter().map(|fix| (fix.rule.code().to_owned(), fix.title, fix.why));
    let written = written.map(|written| written.into_python(py)).transpose()?;
    Ok((written, applied.collect(), refused.collect(), report))
}
