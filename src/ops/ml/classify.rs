//! LinearClassifier and SVMClassifier: a label and scores per example.

use super::{Labels, TRANSFORMS, examples, labels, tensor};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{attributes, diagnostics};
use crate::rule::Level;

use crate::shape::Shape;

/// A resolved classifier.
#[derive(Clone, Debug)]
pub(super) struct Classifier {
    /// The type of labels.
    pub(super) label: Option<ElementType>,
    /// The number of scores per example.
    pub(super) scores: Dim,
}

impl Operator for Classifier {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let rows = examples(cx);
        let label = tensor(cx, self.label, Shape::from_dims([rows.clone()]));
        let scores = tensor(cx, Some(ElementType::F32), Shape::from_dims([rows, self.scores.clone()]));
        cx.set(0, label);
        cx.set(1, scores);
    }
}

pub(super) fn linear(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "post_transform", TRANSFORMS);
    attributes::doubtful_flag(cx, "multi_class");
    let labels = labels(cx, "classlabels_strings", "classlabels_ints", Level::Error);
    if cx.attribute_record("intercepts").is_none() {
        attributes::missing(cx, "intercepts", "ONNX Runtime rejects the model without them");
    }
    let classes = attributes::length(cx, "intercepts").map(|n| n as u64).filter(|&n| n > 0);
    let scores = match (classes, labels.count) {
        (None, _) => Dim::unknown(),
        // One row of coefficients distinguishes two classes.
        (Some(1), Some(2)) => {
            check_coefficients(cx, 1);
            Dim::exact(2)
        }
        (Some(1), Some(count)) => {
            report_labels(cx, count, 1);
            Dim::unknown()
        }
        (Some(1), None) => Dim::interval(1, 2),
        (Some(classes), labels) => {
            if let Some(count) = labels.filter(|&count| count < classes) {
                report_labels(cx, count, classes);
            }
            check_coefficients(cx, classes);
            Dim::exact(classes)
        }
    };
    Resolved::operator(Classifier { label: labels.element, scores })
}

/// OP105: the number of labels does not match the number of classes.
fn report_labels(cx: &mut InferContext<'_>, count: u64, classes: u64) {
    let name =
        if cx.attribute_record("classlabels_strings").is_some() { "classlabels_strings" } else { "classlabels_ints" };
    let valid = if classes == 1 { "2, for one intercept".to_owned() } else { format!("{classes}, one per intercept") };
    let finding = diagnostics::invalid_attribute(cx, name, format_args!("{count} long"), &valid);
    cx.report(finding.help("list one label per class"));
}

/// OP105: the number of coefficients does not match the number of classes.
fn check_coefficients(cx: &mut InferContext<'_>, classes: u64) {
    let Some(count) = attributes::length(cx, "coefficients").map(|n| n as u64) else { return };
    if count % classes != 0 {
        let valid = format!("a multiple of {classes}, the number of classes");
        let finding = diagnostics::invalid_attribute(cx, "coefficients", format_args!("{count} long"), &valid);
        return cx.report(finding.help("list one coefficient per feature and class"));
    }
    let shape = cx.shape(0);
    let features = shape.dims().and_then(|dims| dims.last()).map_or(0, Dim::low);
    if features.saturating_mul(classes) > count {
        let valid = format!("{classes} times {features}, the number of features");
        let finding = diagnostics::invalid_attribute(cx, "coefficients", format_args!("{count} long"), &valid);
        let finding = finding.related(cx.input_place(0), &shape);
        cx.report(finding.help("list one coefficient per feature and class"));
    }
}

pub(super) fn support_vectors(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "post_transform", TRANSFORMS);
    attributes::word(cx, "kernel_type", &["LINEAR", "POLY", "RBF", "SIGMOID"]);
    let labels = labels(cx, "classlabels_strings", "classlabels_ints", Level::Warning);
    let vectors = attributes::length(cx, "vectors_per_class").unwrap_or(0) as u64;
    if let Some(count) = labels.count.filter(|&count| vectors > 0 && count != vectors) {
        let finding = diagnostics::invalid_attribute(
            cx,
            "vectors_per_class",
            format_args!("{vectors} long"),
            format!("{count}, one per label"),
        );
        cx.report(finding.help("list one number of vectors per class"));
    }
    let unknown = ["vectors_per_class", "prob_a"].iter().any(|name| cx.has_unknown_value(name));
    let scores = if unknown { Dim::unknown() } else { scores(cx, labels, vectors) };
    Resolved::operator(Classifier { label: labels.element, scores })
}

/// The specification has one score per class; without probabilities, ONNX Runtime returns one per pair of classes.
fn scores(cx: &InferContext<'_>, labels: Labels, vectors: u64) -> Dim {
    let Some(classes) = labels.count.filter(|&count| vectors == 0 || count == vectors) else { return Dim::unknown() };
    let probable = attributes::length(cx, "prob_a").is_some_and(|n| n > 0);
    match classes {
        _ if probable || vectors == 0 => Dim::exact(classes),
        // ONNX Runtime returns the score of the only class and its complement.
        1 => Dim::interval(1, 2),
        0..=2 => Dim::exact(classes),
        _ => Dim::exact(classes).join(&Dim::exact(classes.saturating_mul(classes - 1) / 2)),
    }
}
