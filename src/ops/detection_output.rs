//! DetectionOutput: the best boxes of each image, from their locations and confidences.

use super::shape_pattern::ShapeBindings;
use super::signature::{AttributeKind, AttributeSpec, DefaultValue, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved, attributes};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::TypeSet;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// A resolved DetectionOutput.
#[derive(Debug)]
struct DetectionOutput {
    /// The number of classes; later versions infer it from the inputs.
    classes: Option<Dim>,
    /// The maximum number of boxes per image, and of candidates per class; `None` if it is unknown or unlimited.
    kept: Option<u64>,
    chosen: Option<u64>,
    /// The numbers per prior box: its corners, after an index if they are not normalized.
    corners: u64,
    /// Whether the prior boxes come without variances; otherwise those are the second row of input 2.
    bare: bool,
    /// Whether all classes share one location per box.
    shared: bool,
}

impl Operator for DetectionOutput {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let proposals = if self.bare { "images 1 priors" } else { "images 2 priors" };
        let mut dims = ShapeBindings::read(cx, &[(0, "batch places"), (1, "batch confidences"), (2, proposals)]);
        let images = dims.get("images");
        if !images.contains(1) && images.meet(&dims.get("batch")).is_none() {
            self.images(cx, &images, &dims.get("batch"));
        }
        for (input, pattern) in [(3, "batch ?"), (4, "batch ?")] {
            if cx.has_input(input) {
                dims.add(cx, input, pattern);
            }
        }
        let priors = dims.get("priors");
        let boxes = priors.floor_div(&Dim::exact(self.corners));
        if priors.size().is_some_and(|size| size % self.corners != 0) {
            self.report_partial_boxes(cx, &priors);
        }
        // Every box has one confidence per class.
        let confidences = dims.get("confidences");
        let fits = match (&self.classes, confidences.size(), boxes.size()) {
            (Some(classes), ..) => boxes.mul(classes).meet(&confidences).is_some(),
            (None, Some(confidences), Some(boxes)) => boxes > 0 && confidences % boxes == 0 || confidences == boxes,
            _ => true,
        };
        let places = if self.shared { boxes.clone() } else { confidences.clone() }.mul(&Dim::exact(4));
        if !fits {
            self.report_confidences(cx, &confidences, &boxes);
        } else if places.meet(&dims.get("places")).is_none() {
            self.report_locations(cx, &dims.get("places"), &places);
        }
        let classes = |given: &Option<Dim>| given.clone().unwrap_or_else(|| confidences.floor_div(&boxes));
        let rows = match (self.kept, self.chosen, &self.classes) {
            (Some(kept), ..) => Dim::exact(kept),
            (None, Some(chosen), given) => Dim::exact(chosen).mul(&classes(given)),
            (None, None, Some(given)) => {
                let all = boxes.mul(given);
                all.meet(&confidences).unwrap_or(all)
            }
            (None, None, None) => confidences.clone(),
        };
        let rows = dims.get("batch").mul(&rows);
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([Dim::exact(1), Dim::exact(1), rows, Dim::exact(7)])));
    }
}

impl DetectionOutput {
    fn images(&self, cx: &mut InferContext<'_>, images: &Dim, batch: &Dim) {
        let message = format!("dimension 0 of input {} is {images}; expected 1 or {batch}", cx.input_name(2));
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(2), message);
        let finding = finding.label(cx.shape(2)).related(cx.input_place(0), cx.shape(0));
        let finding = finding.help("use one set of prior boxes for all images, or one per image");
        cx.report(finding.data("dimension", 0usize).data("size", images.to_string()));
    }

    /// The number of confidences is not the same for every box.
    fn report_confidences(&self, cx: &mut InferContext<'_>, confidences: &Dim, boxes: &Dim) {
        let message = format!(
            "dimension 1 of input {} is {confidences}; expected a multiple of the {boxes} prior boxes",
            cx.input_name(1)
        );
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
        let finding = finding.label(cx.shape(1)).related(cx.input_place(2), cx.shape(2));
        let finding = finding.help("use one confidence per class of every box");
        cx.report(finding.data("dimension", 1usize).data("size", confidences.to_string()));
    }

    /// The number of locations is not four per box, or per class of every box.
    fn report_locations(&self, cx: &mut InferContext<'_>, given: &Dim, expected: &Dim) {
        let message = format!("dimension 1 of input {} is {given}; expected {expected}", cx.input_name(0));
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(0), message);
        let finding = finding.label(cx.shape(0)).related(cx.input_place(2), cx.shape(2));
        let whose = if self.shared { "every prior box" } else { "every class of every prior box" };
        let finding = finding.help(format!("use four numbers for {whose}"));
        cx.report(finding.data("dimension", 1usize).data("size", given.to_string()));
    }

    fn report_partial_boxes(&self, cx: &mut InferContext<'_>, priors: &Dim) {
        let message =
            format!("dimension 2 of input {} is {priors}; expected a multiple of {}", cx.input_name(2), self.corners);
        let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(2), message);
        let finding = finding.label(cx.shape(2));
        let finding = finding.note("a prior box has 4 coordinates, after an index if `normalized` is false");
        cx.report(
            finding.help("use a whole number of boxes").data("dimension", 2usize).data("size", priors.to_string()),
        );
    }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let positive = |value: Option<i64>| value.and_then(|v| u64::try_from(v).ok()).filter(|&v| v > 0);
    let classes = cx.attribute_kind("num_classes").is_some();
    let classes = classes.then(|| attributes::positive(cx, "num_classes", None).map_or(Dim::unknown(), Dim::exact));
    let kept = positive(cx.ints("keep_top_k").and_then(|list| list.first().copied()));
    let corners = if cx.bool("normalized") == Some(true) { 4 } else { 5 };
    let chosen = positive(cx.int("top_k"));
    let bare = cx.bool("variance_encoded_in_target") == Some(true);
    let shared = cx.bool("share_location") != Some(false);
    Resolved::operator(DetectionOutput { classes, kept, chosen, corners, bare, shared })
}

const INPUTS: &[FormalParameter] = &[
    FormalParameter::new("box_logits", "T"),
    FormalParameter::new("class_preds", "T"),
    FormalParameter::new("proposals", "T_PRIORS"),
    FormalParameter::new("aux_class_preds", "T_AUX").optional(),
    FormalParameter::new("aux_box_preds", "T_AUX_BOX").optional(),
];
const OUTPUTS: &[FormalParameter] = &[FormalParameter::new("output", "T")];

const fn flag(name: &'static str, default: bool) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Bool, DefaultValue::Bool(default))
}

const CLASSES: AttributeSpec = AttributeSpec::required("num_classes", AttributeKind::Integer);
const BACKGROUND: AttributeSpec =
    AttributeSpec::default("background_label_id", AttributeKind::Integer, DefaultValue::Int(0));
const TOP_K: AttributeSpec = AttributeSpec::default("top_k", AttributeKind::Integer, DefaultValue::Int(-1));
const KEEP_TOP_K: AttributeSpec = AttributeSpec::required("keep_top_k", AttributeKind::Integers);
const CODE_TYPE: AttributeSpec = AttributeSpec::default(
    "code_type",
    AttributeKind::Word(&["caffe.PriorBoxParameter.CORNER", "caffe.PriorBoxParameter.CENTER_SIZE"]),
    DefaultValue::Text("caffe.PriorBoxParameter.CORNER"),
);
const OVERLAP: AttributeSpec = AttributeSpec::required("nms_threshold", AttributeKind::Real);
const CONFIDENCE: AttributeSpec =
    AttributeSpec::default("confidence_threshold", AttributeKind::Real, DefaultValue::Float(0.0));
const HEIGHT: AttributeSpec = AttributeSpec::default("input_height", AttributeKind::Integer, DefaultValue::Int(1));
const WIDTH: AttributeSpec = AttributeSpec::default("input_width", AttributeKind::Integer, DefaultValue::Int(1));
const OBJECTNESS: AttributeSpec =
    AttributeSpec::default("objectness_score", AttributeKind::Real, DefaultValue::Float(0.0));
const LATER: &[AttributeSpec] = &[
    BACKGROUND,
    TOP_K,
    flag("variance_encoded_in_target", false),
    KEEP_TOP_K,
    CODE_TYPE,
    flag("share_location", true),
    OVERLAP,
    CONFIDENCE,
    flag("clip_after_nms", false),
    flag("clip_before_nms", false),
    flag("decrease_label_id", false),
    flag("normalized", false),
    HEIGHT,
    WIDTH,
    OBJECTNESS,
];
const FIRST: &[AttributeSpec] = &[
    CLASSES,
    BACKGROUND,
    TOP_K,
    flag("variance_encoded_in_target", false),
    KEEP_TOP_K,
    CODE_TYPE,
    flag("share_location", true),
    OVERLAP,
    CONFIDENCE,
    flag("clip_after_nms", false),
    flag("clip_before_nms", false),
    flag("decrease_label_id", false),
    flag("normalized", false),
    HEIGHT,
    WIDTH,
    OBJECTNESS,
];
// In real files, prior boxes may have a different type.
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::FLOAT),
    TypeVariable::tensors("T_PRIORS", TypeSet::FLOAT),
    TypeVariable::tensors("T_AUX", TypeSet::FLOAT),
    TypeVariable::tensors("T_AUX_BOX", TypeSet::FLOAT),
];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(INPUTS).outputs(OUTPUTS).variables(VARIABLES)
}

const SIGNATURES: &[Signature] =
    &[ir(1).attributes(FIRST).legacy_attributes(&["pad_mode", "resize_mode"]), ir(8).attributes(LATER)];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("DetectionOutput", SIGNATURES, resolve)];
