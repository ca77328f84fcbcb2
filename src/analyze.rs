//! Inference and lints together.

use crate::graph::{Model, Status};
use crate::infer::{Analysis, infer_model};
use crate::lint;
use crate::options::AnalysisOptions;
use crate::propose;

/// Checks a model and infers the type and shape of every value.
///
/// Never fails: errors are reported as findings.
pub fn analyze(model: &Model, options: &AnalysisOptions) -> Analysis {
    let (mut analysis, mut diagnostics) = infer_model(model, options);
    if options.run_lints && model.status() == Status::Ok {
        analysis.unread_weights = lint::check(model, options, &analysis, &mut diagnostics);
    }
    let mut analysis =
        analysis.with(model, options, diagnostics, |rule, faulty| lint::looks_for(options, rule, faulty));
    propose::attach(model, options, &mut analysis);
    analysis
}
