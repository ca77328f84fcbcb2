//! Snapshots of models and of specification pages, for tests of other crates (feature `testing`).
//!
//! The texts are small and stable: they change if the model or the page changes, or if more is inferred, but not with the
//! path of a file, the machine, or the wording of messages. They are strings, intended for [insta], but suitable for any
//! other comparison. This crate does not depend on insta: [`assert_model_snapshot!`] expands to the `insta::assert_snapshot!` of the crate that uses it.
//!
//! ```
//! # let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
//! # let page = folder.join("testdata/openvino/reduce-min-page.rst");
//! for example in shapewright::testing::spec_examples(page) {
//!     // insta::assert_snapshot!(example.name(), example.report());
//!     assert!(example.report().ends_with("findings: none\n"), "{}", example.report());
//! }
//! ```
//!
//! All functions panic if there is nothing to test, so that a test without examples cannot pass: if the path is not a file,
//! or the file is not a page or a model. The functions whose names begin with `try_` return the error instead.
//!
//! [insta]: https://docs.rs/insta

use std::fmt;

mod example;
mod findings;
mod model;
mod page;
mod report;

use std::path::Path;

pub use crate::__assert_model_snapshot as assert_model_snapshot;
pub use example::{SpecExample, SpecExamples};
#[doc(hidden)]
pub use model::snapshot_name;

use crate::dialect::Format;
use crate::format::options::ReadOptions;
use crate::graph::{Model, Status};
use crate::source::OpenError;

/// Why there is nothing to test.
#[derive(Debug)]
#[non_exhaustive]
pub enum NothingToTest {
    /// The path is not a readable file.
    Open(OpenError),
    /// The file is not a page of an operator specification, or has no example.
    NoExample {
        /// The path as given.
        path: String,
        /// What the file is instead.
        found: String,
    },
    /// The file is not a readable model.
    NoModel {
        /// The path as given.
        path: String,
        /// The first finding.
        why: String,
    },
}

impl fmt::Display for NothingToTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NothingToTest::Open(what) => {
                write!(f, "{what}; paths in tests are relative to the directory of `Cargo.toml`")
            }
            NothingToTest::NoExample { found, path } => {
                write!(f, "`{path}` contains no example: no `<layer … type=\"…\">` between lines of text ({found})")
            }
            NothingToTest::NoModel { path, why } => write!(f, "`{path}` is not a readable model: {why}"),
        }
    }
}

impl std::error::Error for NothingToTest {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NothingToTest::Open(error) => Some(error),
            _ => None,
        }
    }
}

impl From<OpenError> for NothingToTest {
    fn from(error: OpenError) -> NothingToTest {
        NothingToTest::Open(error)
    }
}

/// The examples of a page of OpenVINO's operator specification (`.rst`, `.md` or plain text), in the order of the page.
///
/// # Panics
/// The path is not a file, or the file contains no example: [`try_spec_examples`] returns the error instead.
#[track_caller]
pub fn spec_examples(path: impl AsRef<Path>) -> SpecExamples {
    match try_spec_examples(path) {
        Ok(examples) => examples,
        Err(error) => panic!("{error}"),
    }
}

/// The examples of a page of OpenVINO's operator specification: at least one.
///
/// # Errors
/// The path is not a file, or the file contains no example.
pub fn try_spec_examples(path: impl AsRef<Path>) -> Result<SpecExamples, NothingToTest> {
    let model = Model::open(&path, &ReadOptions::default())?;
    let found = match (model.format(), model.status(), model.findings().first()) {
        (Format::SpecExample, Status::Ok, _) => return Ok(SpecExamples::new(model)),
        (_, Status::Unreadable, Some(finding)) => finding.message.clone(),
        (format, ..) => format!("the file is read as {}", format.name()),
    };
    Err(NothingToTest::NoExample { path: path.as_ref().display().to_string(), found })
}

/// The snapshot of a model or page: the listing of `shapewright print`, without hashes of weights and locations of
/// external data, then the type and shape of every value, then the findings.
///
/// # Panics
/// The path is not a file, or the file is not a model: [`try_model_snapshot`] returns the error instead.
#[track_caller]
pub fn model_snapshot(path: impl AsRef<Path>) -> String {
    match try_model_snapshot(path) {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    }
}

/// Like [`model_snapshot`], but returns errors.
///
/// # Errors
/// The path is not a file, or the file is not a model.
pub fn try_model_snapshot(path: impl AsRef<Path>) -> Result<String, NothingToTest> {
    let model = Model::open(&path, &ReadOptions::default())?;
    if model.status() == Status::Unreadable {
        let why = model.findings().first().map_or("", |finding| &finding.message).to_owned();
        return Err(NothingToTest::NoModel { path: path.as_ref().display().to_string(), why });
    }
    Ok(model::snapshot(&model))
}
