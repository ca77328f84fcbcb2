//! The snapshot of a whole model, and the macro that compares it.

use std::path::Path;

use super::findings;
use crate::analyze::analyze;
use crate::graph::Model;
use crate::options::AnalysisOptions;
use crate::print::{ListingOptions, listing};
use crate::snapshot;

/// Listing, shapes and findings.
pub(super) fn snapshot(model: &Model) -> String {
    let analysis = analyze(model, &AnalysisOptions::default());
    let listing = listing(model, &ListingOptions { weights: false, hashes: false });
    let findings = findings::default_findings(&analysis.findings).map(|f| findings::snapshot_of(model, f));
    format!("{}\n{}", without_offsets(&listing.text), snapshot::snapshot(model, &analysis, findings))
}

/// A listing without the offsets of constants in the weights file of an IR.
fn without_offsets(listing: &str) -> String {
    const OFFSET: &str = "offset: string = \"";
    let mut text = String::with_capacity(listing.len());
    for line in listing.split_inclusive('\n') {
        let digits = line.split_once(OFFSET).filter(|_| line.contains("= openvino.Constant:"));
        match digits.and_then(|(before, rest)| Some((before, rest.split_once('"')?.1))) {
            Some((before, after)) => text.extend([before, OFFSET, "...\"", after]),
            None => text.push_str(line),
        }
    }
    text
}

/// The name of a snapshot, derived from the file name, so that two models in one test have different snapshots.
#[doc(hidden)]
pub fn snapshot_name(path: impl AsRef<Path>) -> String {
    let name = path.as_ref().file_name().unwrap_or_default().to_string_lossy();
    name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' }).collect()
}

/// Compares the [snapshot](crate::testing::model_snapshot) of a model with the one that insta keeps under the model's
/// file name, `detector-onnx` for `models/detector.onnx`, or under the name in the first argument.
///
/// It expands to `insta::assert_snapshot!` of the calling crate, with any version of insta.
///
/// ```no_run
/// use shapewright::testing::assert_model_snapshot;
///
/// #[test]
/// fn the_detector_is_as_reviewed() {
///     assert_model_snapshot!("models/detector.onnx");
///     assert_model_snapshot!("detector-of-old", "models/old/detector.onnx");
/// }
/// ```
///
/// # Panics
/// The snapshot differs or does not exist, the path is not a file, or the file is not a model.
#[doc(hidden)]
#[macro_export]
macro_rules! __assert_model_snapshot {
    ($path:expr $(,)?) => {
        ::insta::assert_snapshot!($crate::testing::snapshot_name($path), $crate::testing::model_snapshot($path))
    };
    ($name:expr, $path:expr $(,)?) => {
        ::insta::assert_snapshot!($name, $crate::testing::model_snapshot($path))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_offsets_of_constants_are_omitted() {
        let constant = "[c] c = openvino.Constant:opset1 <offset: string = \"64\", size: string = \"16\"> ()\n";
        let other = "[p] p = openvino.PriorBox:opset1 <offset: string = \"0.5\"> (a, b)\n";
        assert_eq!(without_offsets(constant), constant.replace("64", "..."));
        assert_eq!(without_offsets(other), other);
    }

    #[test]
    fn snapshots_are_named_after_files() {
        assert_eq!(snapshot_name("a/b/det ector.v2.onnx"), "det-ector-v2-onnx");
    }
}
