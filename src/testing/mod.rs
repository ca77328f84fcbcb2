//! Snapshots of models and of specification pages, for the tests of crates that work with either (feature `testing`).
//!
//! The texts are small and stable: they change when the model or the page does, or when more is known of them; not
//! with the place of a file, the machine, or the wording of our messages. They are made for [insta], but they are
//! strings, and any other way to compare strings does as well. insta is no dependency of this crate:
//! [`assert_model_snapshot!`] expands to the `insta::assert_snapshot!` of the crate that uses it.
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
//! Everything here panics where there is nothing to test, so that a test never passes over no examples: a path that is
//! no file, a file that is no page or no model. The functions whose names begin with `try_` give the error instead.
//!
//! [insta]: https://docs.rs/insta

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
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NothingToTest {
    /// The path is no file that can be read.
    #[error("{0}; paths in tests start at the folder of `Cargo.toml`")]
    Open(#[from] OpenError),
    /// The file is no page of an operator specification, or one without an example.
    #[error("`{path}` holds no example: no `<layer … type=\"…\">` between lines of text ({found})")]
    NoExample {
        /// The path as given.
        path: String,
        /// What it is instead.
        found: String,
    },
    /// The file is no model that can be read.
    #[error("`{path}` is no model: {why}")]
    NoModel {
        /// The path as given.
        path: String,
        /// The first finding.
        why: String,
    },
}

/// The examples of a page of OpenVINO's operator specification (`.rst`, `.md` or plain text), in the order of the page.
///
/// # Panics
/// The path is no file, or the file holds no example: [`try_spec_examples`] gives the error instead.
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
/// The path is no file, or the file holds no example.
pub fn try_spec_examples(path: impl AsRef<Path>) -> Result<SpecExamples, NothingToTest> {
    let model = Model::open(&path, &ReadOptions::default())?;
    let found = match (model.format(), model.status(), model.findings().first()) {
        (Format::SpecExample, Status::Ok, _) => return Ok(SpecExamples::new(model)),
        (_, Status::Unreadable, Some(finding)) => finding.message.clone(),
        (format, ..) => format!("the file is read as {}", format.name()),
    };
    Err(NothingToTest::NoExample { path: path.as_ref().display().to_string(), found })
}

/// The snapshot of a model or page: the listing that `shapewright print` gives, without hashes of weights and the
/// places of external data, then the type and shape of every value, then the findings.
///
/// # Panics
/// The path is no file, or the file is no model: [`try_model_snapshot`] gives the error instead.
#[track_caller]
pub fn model_snapshot(path: impl AsRef<Path>) -> String {
    match try_model_snapshot(path) {
        Ok(text) => text,
        Err(error) => panic!("{error}"),
    }
}

/// As [`model_snapshot`].
///
/// # Errors
/// The path is no file, or the file is no model.
pub fn try_model_snapshot(path: impl AsRef<Path>) -> Result<String, NothingToTest> {
    let model = Model::open(&path, &ReadOptions::default())?;
    if model.status() == Status::Unreadable {
        let why = model.findings().first().map_or("", |finding| &finding.message).to_owned();
        return Err(NothingToTest::NoModel { path: path.as_ref().display().to_string(), why });
    }
    Ok(model::snapshot(&model))
}
