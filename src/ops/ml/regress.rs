//! LinearRegressor and SVMRegressor: numbers per example.

use super::{TRANSFORMS, examples, tensor};
use crate::dim::Dim;
use crate::element::ElementType;
use crate::ops::{InferContext, Operator, Resolved};
use crate::ops::{attributes, diagnostics};

use crate::shape::Shape;

/// A resolved regressor.
#[derive(Clone, Debug)]
pub(super) struct Regressor {
    /// The number of targets per example.
    pub(super) targets: Dim,
    /// Whether they have the type of the input.
    pub(super) typed: bool,
}

impl Operator for Regressor {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let rows = examples(cx);
        let element = if self.typed { cx.element(0) } else { Some(ElementType::F32) };
        let fact = tensor(cx, element, Shape::from_dims([rows, self.targets.clone()]));
        cx.set(0, fact);
    }
}

pub(super) fn linear(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "post_transform", TRANSFORMS);
    if cx.attribute_record("coefficients").is_none() {
        attributes::missing(cx, "coefficients", "ONNX Runtime rejects the model without them");
    }
    let targets = attributes::positive(cx, "targets", None);
    check_coefficients(cx, targets.unwrap_or(1));
    Resolved::operator(Regressor { targets: targets.map_or(Dim::unknown(), Dim::exact), typed: false })
}

/// OP105: too few coefficients for the features; excess ones are ignored.
fn check_coefficients(cx: &mut InferContext<'_>, targets: u64) {
    let Some(count) = attributes::length(cx, "coefficients") else { return };
    let shape = cx.shape(0);
    let features = shape.dims().and_then(|dims| dims.last()).map_or(0, Dim::low);
    if features.saturating_mul(targets) > count as u64 {
        let valid = format!("{targets} times {features}, the number of features");
        let finding = diagnostics::invalid_attribute(cx, "coefficients", format_args!("{count} long"), &valid);
        let finding = finding.related(cx.input_place(0), &shape);
        cx.report(finding.help("list one coefficient per feature and target"));
    }
}

pub(super) fn support_vectors(cx: &mut InferContext<'_>) -> Resolved {
    attributes::word(cx, "post_transform", TRANSFORMS);
    attributes::word(cx, "kernel_type", &["LINEAR", "POLY", "RBF", "SIGMOID"]);
    attributes::doubtful_flag(cx, "one_class");
    Resolved::operator(Regressor { targets: Dim::exact(1), typed: false })
}
