//! Models as text, and comparisons.

use std::borrow::Cow;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use shapewright::analyze;
use shapewright::cli::check as library;
use shapewright::cli::explain::page;
use shapewright::convert::{ConvertOptions, OnnxForm, Weights, convert as convert_model};
use shapewright::diff::compare;
use shapewright::graph::Dialect;
use shapewright::print::{ListingOptions, listing};
use shapewright::rules::{RULES, Rule};
use shapewright::write::ExternalDataPolicy;

use crate::destination::bytes;
use crate::errors;
use crate::fit;
use crate::handle::ModelHandle;
use crate::options;
use crate::run::{run, size_of};

/// The listing of a model.
#[pyfunction]
#[pyo3(signature = (model, *, weights, hashes))]
pub fn print_model(model: &Bound<'_, ModelHandle>, weights: bool, hashes: bool) -> PyResult<String> {
    let read = Arc::clone(&model.get().model);
    run(model.py(), size_of(&[&read]), move || listing(&read, &ListingOptions { weights, hashes }).text)
}

/// The snapshot of a model.
#[pyfunction]
#[pyo3(signature = (model, *, bind, input_shapes))]
pub fn snapshot(
    model: &Bound<'_, ModelHandle>,
    bind: Option<&Bound<'_, PyDict>>,
    input_shapes: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let read = Arc::clone(&model.get().model);
    let options = options::analysis(bind, input_shapes)?;
    let text = run(model.py(), size_of(&[&read]), move || {
        fit::require_of(&read, &options).map(|()| library::snapshot(&read, &options))
    })?;
    text.map_err(|message| errors::misfit(model.py(), &message))
}

/// The fields of a difference.
type Difference = (String, Option<String>, &'static str, Option<String>, Option<String>, Option<String>);
/// What has no counterpart in the other format: operator, attribute, and the number of nodes.
type NotCompared = (String, String, usize);

/// The differences between two models, and the text that shows them.
#[pyfunction]
#[pyo3(signature = (before, after, *, bind, input_shapes))]
pub fn diff(
    before: &Bound<'_, ModelHandle>,
    after: &Bound<'_, ModelHandle>,
    bind: Option<&Bound<'_, PyDict>>,
    input_shapes: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Vec<Difference>, Vec<NotCompared>, String)> {
    let models = [before, after].map(|model| Arc::clone(&model.get().model));
    let options = options::analysis(bind, input_shapes)?;
    let compared = run(before.py(), size_of(&[&models[0], &models[1]]), move || {
        let [before, after] = &models;
        let [first, second] = [before, after].map(|model| analyze(model, &options));
        fit::require_either(
            [(before, &first), (after, &second)].map(|(model, analysis)| fit::misfits(model, analysis)),
        )?;
        let compared = compare((before, &first), (after, &second));
        let text = library::diff_text((before.source().name(), after.source().name()), &compared);
        Ok::<_, String>((compared, text))
    })?;
    let (compared, text) = compared.map_err(|message| errors::misfit(before.py(), &message))?;
    let differences = compared.differences.into_iter().map(|found| {
        let (word, detail) = (found.aspect.word(), found.aspect.detail());
        let text = |text: Option<Arc<str>>| text.as_deref().map(str::to_owned);
        (found.graph.to_string(), text(found.node), word, detail, text(found.before), text(found.after))
    });
    let open = compared.not_compared.into_iter().map(|open| (open.operator, open.attribute, open.nodes));
    Ok((differences.collect(), open.collect(), text))
}

/// A converted model, and what its new form does not have: parts and their numbers.
type Converted<'py> = (Bound<'py, PyBytes>, Vec<(String, usize)>);

/// A model in the other form of ONNX.
#[pyfunction]
#[pyo3(signature = (model, *, text, inline, omit_weights))]
pub fn convert<'py>(
    model: &Bound<'py, ModelHandle>,
    text: bool,
    inline: bool,
    omit_weights: bool,
) -> PyResult<Converted<'py>> {
    let (py, read) = (model.py(), Arc::clone(&model.get().model));
    let weights = match (omit_weights, inline) {
        (true, _) => Weights::Omitted,
        (false, true) => Weights::Stored(ExternalDataPolicy::Embed),
        (false, false) => Weights::Stored(ExternalDataPolicy::Keep),
    };
    let form = if text { OnnxForm::Text } else { OnnxForm::Binary };
    let converted =
        run(py, size_of(&[&read]), move || convert_model(&read, &ConvertOptions::new(form).weights(weights)))?;
    let converted = converted.map_err(|error| errors::model(py, error.to_string(), None))?;
    let losses = converted.losses.iter().map(|loss| (loss.field.to_string(), loss.count)).collect();
    Ok((bytes(py, &converted.model)?, losses))
}

/// A text from a file with what could start a line or control the terminal as `\u{1b}`.
#[pyfunction]
pub fn one_line(text: &str) -> Cow<'_, str> {
    shapewright::render::one_line(text)
}

/// The page of a rule or of an operator.
#[pyfunction]
pub fn explain(subject: &str) -> PyResult<String> {
    page(subject).map_err(errors::option)
}

/// The fields of a rule: code, name, category, levels, lifecycle, summary, and kinds of fixes.
type RuleFields =
    (&'static str, &'static str, &'static str, [&'static str; 2], &'static str, &'static str, Vec<&'static str>);

/// All rules.
#[pyfunction]
pub fn rules() -> Vec<RuleFields> {
    let fields = |rule: &&'static Rule| {
        let levels = [Dialect::Onnx, Dialect::OpenVino].map(|dialect| rule.level(dialect).name());
        let (stage, fixes) = (rule.lifecycle().name(), rule.fixes().iter().map(|fix| fix.name()).collect());
        (rule.code(), rule.name(), rule.category().name(), levels, stage, rule.summary(), fixes)
    };
    RULES.iter().map(fields).collect()
}
