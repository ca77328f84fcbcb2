//! `check`.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shapewright::cli::check::{self as library, CheckOptions, Configuration};
use shapewright::graph::Model;
use shapewright::render::{Color, Finding, Location, ProposedFix, Report};
use shapewright::{Analysis, DiagnosticValue};

use crate::errors;
use crate::handle::ModelHandle;
use crate::options;
use crate::run::{run, size_of};

/// The result of a check.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct Checked {
    name: String,
    report: Report,
    /// Whether a finding is at the level that fails a run.
    #[pyo3(get)]
    failed: bool,
    /// The number of findings below the minimum level.
    #[pyo3(get)]
    hidden: usize,
    /// The number of suppressed findings.
    #[pyo3(get)]
    suppressed: usize,
    /// The number of findings that were dropped because there were too many.
    #[pyo3(get)]
    dropped: usize,
    /// Warnings about the settings.
    #[pyo3(get)]
    warnings: Vec<String>,
}

impl Checked {
    /// The result of a check of a model.
    pub fn new(model: &Model, done: library::Checked) -> Checked {
        let name = model.source().name().to_owned();
        let library::Checked { report, failed, hidden, suppressed, dropped, warnings, .. } = done;
        Checked { name, report, failed, hidden, suppressed, dropped, warnings }
    }

    /// The findings of an analysis.
    pub fn of(model: &Model, analysis: &Analysis) -> Checked {
        let mut report = Report::new();
        report.add(model, analysis);
        let failed = report.findings().any(|finding| finding.level == shapewright::Level::Error);
        let name = model.source().name().to_owned();
        let suppressed = analysis.suppressed.len();
        Checked { name, report, failed, hidden: 0, suppressed, dropped: analysis.dropped, warnings: Vec::new() }
    }
}

#[pymethods]
impl Checked {
    /// The name of the model.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The findings, as tuples of the fields of `Finding`.
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.report.findings().map(|found| finding(py, found)).collect()
    }

    /// The report as the terminal shows it.
    fn text(&self, py: Python<'_>, color: bool) -> String {
        py.detach(|| self.report.text(if color { Color::Always } else { Color::Never }))
    }

    /// The report as JSON.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| self.report.json())
    }

    /// The report as SARIF.
    fn sarif(&self, py: Python<'_>) -> String {
        py.detach(|| self.report.sarif())
    }
}

fn finding<'py>(py: Python<'py>, found: &Finding) -> PyResult<Bound<'py, PyTuple>> {
    let related = found.related.iter().map(|(place, text)| (location(py, place)?, text).into_pyobject(py));
    let data = data(py, &found.diagnostic.data)?;
    (
        found.rule().code(),
        found.rule().name(),
        found.level.name(),
        found.message(),
        location(py, &found.location)?,
        PyTuple::new(py, related.collect::<PyResult<Vec<_>>>()?)?,
        PyTuple::new(py, found.notes().collect::<Vec<_>>())?,
        PyTuple::new(py, found.help())?,
        data,
        found.fix.as_deref().map(|found| fix(py, found)).transpose()?,
    )
        .into_pyobject(py)
}

fn data<'py>(py: Python<'py>, fields: &[(&'static str, DiagnosticValue)]) -> PyResult<Bound<'py, PyDict>> {
    let data = PyDict::new(py);
    for (key, value) in fields {
        data.set_item(key, datum(py, value)?)?;
    }
    Ok(data)
}

/// The fields of `Fix`; an edit is a dictionary, as in the JSON report.
fn fix<'py>(py: Python<'py>, fix: &ProposedFix) -> PyResult<Bound<'py, PyTuple>> {
    let edits = fix.edits.iter().map(|edit| {
        let fields = PyDict::new(py);
        fields.set_item("kind", edit.kind)?;
        fields.update(data(py, &edit.fields)?.as_mapping())?;
        Ok(fields)
    });
    let edits = PyTuple::new(py, edits.collect::<PyResult<Vec<_>>>()?)?;
    (&fix.title, fix.applicability.name(), edits).into_pyobject(py)
}

fn location<'py>(py: Python<'py>, place: &Location) -> PyResult<Bound<'py, PyTuple>> {
    (
        place.graph.as_deref(),
        place.node.as_deref(),
        place.node_index,
        place.op.as_deref(),
        place.value.as_deref(),
        place.layer.as_deref(),
        place.line_column().map(|(line, _)| line),
        place.line_column().map(|(_, column)| column),
        place.bytes.map(|span| (span.start, span.end)),
    )
        .into_pyobject(py)
}

fn datum<'py>(py: Python<'py>, value: &DiagnosticValue) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        DiagnosticValue::Int(number) => number.into_pyobject(py)?.into_any(),
        DiagnosticValue::Text(text) => text.into_pyobject(py)?.into_any(),
        DiagnosticValue::List(items) => {
            let items = items.iter().map(|item| datum(py, item)).collect::<PyResult<Vec<_>>>()?;
            items.into_pyobject(py)?.into_any()
        }
        other => other.to_string().into_pyobject(py)?.into_any(),
    })
}

/// The settings of a check.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct CheckSettings(pub CheckOptions);

#[pymethods]
impl CheckSettings {
    #[new]
    #[pyo3(signature = (*, select, extend_select, ignore, severity, min_level, target, bind, input_shapes, expect, config, search))]
    #[allow(clippy::too_many_arguments)] // The keywords of the Python function.
    fn new(
        select: Vec<String>,
        extend_select: Vec<String>,
        ignore: Vec<String>,
        severity: Vec<(String, String)>,
        min_level: Option<&str>,
        target: Vec<String>,
        bind: Option<&Bound<'_, PyDict>>,
        input_shapes: Option<&Bound<'_, PyDict>>,
        expect: Option<&Bound<'_, PyDict>>,
        config: Option<PathBuf>,
        search: bool,
    ) -> PyResult<CheckSettings> {
        let severity = severity.into_iter().map(|(rule, level)| Ok((rule, options::level(&level)?)));
        Ok(CheckSettings(CheckOptions {
            configuration: match config {
                Some(file) => Configuration::File(file),
                None if search => Configuration::Nearest,
                None => Configuration::None,
            },
            select,
            extend_select,
            ignore,
            severity: severity.collect::<PyResult<_>>()?,
            min_level: min_level.map(options::level).transpose()?,
            targets: target.iter().map(|text| text.parse().map_err(errors::option)).collect::<PyResult<_>>()?,
            bind: options::bindings(bind)?,
            inputs: options::types(input_shapes)?,
            expect: options::types(expect)?,
            option_names: options::NAMES,
            ..CheckOptions::default()
        }))
    }

    /// Refuses rules that do not exist, and a configuration file that is not valid.
    fn validate(&self) -> PyResult<()> {
        self.0.validate().map_err(errors::option)
    }
}

/// Checks a model.
#[pyfunction]
pub fn check(model: &Bound<'_, ModelHandle>, settings: &Bound<'_, CheckSettings>) -> PyResult<Checked> {
    let (model, options, py) = (Arc::clone(&model.get().model), settings.get().0.clone(), model.py());
    let done =
        run(py, size_of(&[&model]), move || library::check(&model, &options).map(|done| Checked::new(&model, done)))?;
    done.map_err(errors::option)
}
