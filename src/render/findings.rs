//! The findings of models as text, JSON, or SARIF, for programs that use the library.

use std::fmt;

use super::{Emitter, Full};
#[cfg(feature = "render")]
use super::{Json, Sarif};
use crate::graph::Model;
use crate::infer::Analysis;
use crate::report::{FileReport, Finding, Summary, Verdict};

/// The findings of one or more models, in the formats that the command line writes. The models may be dropped.
///
/// ```
/// use shapewright::graph::Model;
/// use shapewright::render::{Color, Report};
/// use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};
///
/// let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[3] x) => (float[3] y) { y = Relo (x) }";
/// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
/// let mut report = Report::new();
/// report.add(&model, &analyze(&model, &AnalysisOptions::default()));
/// let text = report.text(Color::Never);
/// assert!(text.starts_with("error[OP100]: there is no operator `Relo` in any known operator set"));
/// assert!(text.contains("help: did you mean `Relu`?"));
/// ```
#[derive(Debug, Default)]
pub struct Report {
    files: Vec<FileReport>,
    /// Whether the text ends with a summary.
    summarized: bool,
}

/// Whether text is colored for a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Color {
    /// Plain text.
    #[default]
    Never,
    /// With escape sequences for terminals.
    Always,
}

impl Report {
    /// A report without models.
    pub fn new() -> Report {
        Report::default()
    }

    /// The report on one file, whose text ends with a summary.
    #[cfg(feature = "cli")]
    pub(crate) fn of(file: FileReport) -> Report {
        Report { files: vec![file], summarized: true }
    }

    /// The findings of all models, in the order in which they were added; those of a model in the order of its file.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.files.iter().flat_map(|file| &file.findings)
    }

    /// Adds the findings of a model, under the name of its [source](Model::source).
    pub fn add(&mut self, model: &Model, analysis: &Analysis) {
        let name = model.source().name().replace('\\', "/");
        let mut file = FileReport::new(&name, model, analysis, |finding| Verdict::Report(finding.level));
        file.individually = true;
        self.files.push(file);
    }

    /// Every finding with the lines that it is about, as the terminal shows it; empty if there are no findings. The lines of
    /// a binary file are those of its listing.
    pub fn text(&self, color: Color) -> String {
        self.write(&mut Full::new(color == Color::Always, self.summarized))
    }

    /// The findings as one JSON object, as `lint --format json` writes it: `schema_version` is its version.
    #[cfg(feature = "render")]
    pub fn json(&self) -> String {
        self.write(&mut Json::default())
    }

    /// The findings as a SARIF 2.1.0 log with one run, for services that show findings in code.
    #[cfg(feature = "render")]
    pub fn sarif(&self) -> String {
        self.write(&mut Sarif::default())
    }

    fn write(&self, format: &mut dyn Emitter) -> String {
        let (mut out, mut summary) = (Vec::new(), Summary::default());
        self.files.iter().for_each(|file| summary.add(file));
        summary.exit_code = u8::from(summary.failed);
        let written = self.files.iter().try_for_each(|file| format.file(&mut out, file));
        let written = written.and_then(|()| format.end(&mut out, &summary));
        debug_assert!(written.is_ok(), "a vector takes everything: {written:?}");
        String::from_utf8_lossy(&out).into_owned()
    }
}

/// The plain text.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Color::Never))
    }
}
