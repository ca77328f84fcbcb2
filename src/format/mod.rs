//! Readers: any bytes become a [`Model`].

mod constant_bytes;
pub(crate) mod encoding;
pub(crate) mod onnx;
pub(crate) mod onnx_text;
pub(crate) mod openvino;
pub(crate) mod options;
mod sniff;
pub(crate) mod spec_page;
pub(crate) mod unsupported_format;

use std::path::Path;

use bytes::Bytes;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::dialect::{Dialect, Format};
use crate::graph::{Model, Status};
use crate::place::Place;
use crate::rules::limit_exceeded;
use crate::source::{OpenError, Source};
use crate::suppression;
pub use options::ReadOptions;
use sniff::FileKind;

impl Model {
    /// Reads a model file. Weights next to it are found when a value in them is needed.
    ///
    /// # Errors
    /// The file cannot be opened or read. Problems with its content are findings of the model, never errors.
    pub fn open(path: impl AsRef<Path>, options: &ReadOptions) -> Result<Model, OpenError> {
        Ok(Model::read(Source::open(path)?, options))
    }

    /// Reads a model from a source. The content determines the format; the name decides only ambiguous cases.
    pub fn read(source: Source, options: &ReadOptions) -> Model {
        read(source, None, options)
    }

    /// Reads a model with weights in memory: the content of the `.bin` of an OpenVINO model.
    pub fn read_with_weights(source: Source, weights: impl Into<Bytes>, options: &ReadOptions) -> Model {
        read(source, Some(weights.into()), options)
    }
}

fn read(source: Source, weights: Option<Bytes>, options: &ReadOptions) -> Model {
    let mut model = match sniff::kind(&source) {
        FileKind::OpenVino => openvino::read::read(source, weights, options),
        FileKind::SpecPage => spec_page::read(source, options),
        FileKind::Onnx => onnx::read::read(source, options),
        FileKind::OnnxText => onnx_text::read::read(source, options),
        FileKind::Foreign(finding) => unreadable(source, *finding),
    };
    read_suppressions(&mut model);
    model.names.settle();
    if model.names.is_full() {
        let message = "the names in the file have more than 4 GiB; those beyond are read as empty";
        model.findings.push(Diagnostic::new(&limit_exceeded::RULE, Place::FILE, message).into());
    }
    model
}

/// A file that is not a model, with the finding that says what it is.
fn unreadable(source: Source, finding: Diagnostic) -> Model {
    let mut model = Model::new(source, Format::Unknown);
    model.status = Status::Unreadable;
    let mut diagnostics = Diagnostics::new(Dialect::Onnx, 1);
    diagnostics.report(finding);
    model.findings = diagnostics.into_findings();
    model
}

/// Adds the suppressions in comments of a text file.
fn read_suppressions(model: &mut Model) {
    let bytes = model.source.bytes().clone();
    let Some(text) = std::str::from_utf8(&bytes).ok().filter(|text| suppression::mentions_us(text)) else { return };
    let found = match model.format {
        Format::OpenVinoIr => openvino::suppressions(model, text),
        Format::OnnxText => onnx_text::suppressions(model, text),
        Format::Onnx | Format::SpecExample | Format::Unknown => Vec::new(),
    };
    model.suppressions.extend(found);
}
