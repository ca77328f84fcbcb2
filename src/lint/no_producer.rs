//! See the page of `no-producer`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::place::Place;
use crate::rules::no_producer::RULE;

/// Reports a model without a producer.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let named = model.header().producer_name.is_some_and(|name| !model.name(name).trim().is_empty());
    if model.dialect() == Dialect::Onnx && !named {
        whole.report(Diagnostic::new(&RULE, Place::FILE, "the model does not name its producer"));
    }
}
