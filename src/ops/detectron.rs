//! OpenVINO's experimental operators of detection networks: proposals, region features and boxes.

use super::attributes;
use super::ir_spelling::IrSpelling;
use super::shape_pattern::ShapeBindings;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// An integer attribute as a dimension; reports a negative one.
fn count(cx: &mut InferContext<'_>, name: &'static str) -> Dim {
    let fits = attributes::at_least(cx, name, 0);
    let count = cx.int(name).filter(|_| fits).and_then(|count| u64::try_from(count).ok());
    count.map_or(Dim::unknown(), Dim::exact)
}

/// A resolved ExperimentalDetectronDetectionOutput.
#[derive(Debug)]
struct DetectionOutput {
    /// The number of output boxes, independent of the input.
    boxes: Dim,
    classes: Dim,
}

impl Operator for DetectionOutput {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let dims = ShapeBindings::read(cx, &[(0, "rois 4"), (1, "rois deltas"), (2, "rois scores"), (3, "1 3")]);
        let (deltas, scores) = (dims.get("deltas"), dims.get("scores"));
        check_dim(cx, (1, 1), &deltas, &self.classes.mul(&Dim::exact(4)));
        check_dim(cx, (2, 1), &scores, &self.classes);
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([self.boxes.clone(), Dim::exact(4)])));
        cx.set(1, Fact::tensor(ElementType::I32, Shape::from_dims([self.boxes.clone()])));
        cx.set(2, Fact::tensor(cx.element(0), Shape::from_dims([self.boxes.clone()])));
    }
}

/// Reports a dimension of an input that contradicts the attributes.
fn check_dim(cx: &mut InferContext<'_>, (input, axis): (usize, usize), dim: &Dim, expected: &Dim) {
    if dim.meet(expected).is_some() {
        return;
    }
    let message = format!("dimension {axis} of input {} is {dim}; expected {expected}", cx.input_name(input));
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(input), message);
    let finding = finding.label(cx.shape(input)).help("give it the size that the attributes determine");
    cx.report(finding.data("dimension", axis).data("size", dim.to_string()));
}

fn resolve_detection(cx: &mut InferContext<'_>) -> Resolved {
    let (boxes, classes) = (count(cx, "max_detections_per_image"), count(cx, "num_classes"));
    Resolved::operator(DetectionOutput { boxes, classes })
}

/// A resolved ExperimentalDetectronGenerateProposalsSingleImage.
#[derive(Debug)]
struct SingleImage {
    boxes: Dim,
}

impl Operator for SingleImage {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let inputs = [(0, "3"), (1, "? 4"), (2, "deltas height width"), (3, "anchors height width")];
        let dims = ShapeBindings::read(cx, &inputs);
        check_dim(cx, (2, 0), &dims.get("deltas"), &dims.get("anchors").mul(&Dim::exact(4)));
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([self.boxes.clone(), Dim::exact(4)])));
        cx.set(1, Fact::tensor(cx.element(0), Shape::from_dims([self.boxes.clone()])));
    }
}

fn resolve_single(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(SingleImage { boxes: count(cx, "post_nms_count") })
}

/// A resolved ExperimentalDetectronPriorGridGenerator.
#[derive(Debug)]
struct PriorGrid {
    /// Whether all boxes are in one row; `None` if unspecified: one row in the specification, a grid in OpenVINO.
    flat: Option<bool>,
    /// The dimensions of the grid, if they differ from those of the feature map.
    height: Option<Dim>,
    width: Option<Dim>,
}

impl Operator for PriorGrid {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let dims = ShapeBindings::read(cx, &[(0, "priors 4"), (1, "1 ? height width"), (2, "1 ? ? ?")]);
        // The specification uses the attributes if present; OpenVINO always allocates for the feature map.
        let size = |name, given: &Option<Dim>| {
            let size = dims.get(name);
            given.as_ref().map_or_else(|| size.clone(), |given| size.join(given))
        };
        let (height, width, priors) = (size("height", &self.height), size("width", &self.width), dims.get("priors"));
        let shape = match self.flat {
            Some(true) => Shape::from_dims([height.mul(&width).mul(&priors), Dim::exact(4)]),
            Some(false) => Shape::from_dims([height, width, priors, Dim::exact(4)]),
            None => Shape::with_min_rank(2),
        };
        cx.set_tensor(0, cx.element(0), shape);
    }
}

fn resolve_grid(cx: &mut InferContext<'_>) -> Resolved {
    let given = |cx: &mut InferContext<'_>, name| Some(count(cx, name)).filter(|size| !size.is(0));
    let (height, width) = (given(cx, "h"), given(cx, "w"));
    let flat = cx.attribute_record("flatten").and_then(|_| cx.bool("flatten"));
    Resolved::operator(PriorGrid { flat, height, width })
}

/// A resolved ExperimentalDetectronROIFeatureExtractor.
#[derive(Debug)]
struct RegionFeatures {
    /// Height and width of the extracted features.
    size: Dim,
}

impl Operator for RegionFeatures {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let mut dims = ShapeBindings::read(cx, &[(0, "rois 4")]);
        for input in 1..cx.input_count() {
            dims.add(cx, input, "1 channels ? ?");
        }
        let (rois, channels) = (dims.get("rois"), dims.get("channels"));
        let shape = Shape::from_dims([rois.clone(), channels, self.size.clone(), self.size.clone()]);
        cx.set_tensor(0, cx.element(0), shape);
        cx.set_tensor(1, cx.element(0), Shape::from_dims([rois, Dim::exact(4)]));
    }
}

fn resolve_features(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(RegionFeatures { size: count(cx, "output_size") })
}

/// A resolved ExperimentalDetectronTopKROIs.
#[derive(Debug)]
struct TopRegions {
    most: Dim,
}

impl Operator for TopRegions {
    fn infer(&self, cx: &mut InferContext<'_>) {
        ShapeBindings::read(cx, &[(0, "rois 4"), (1, "rois")]);
        cx.set_tensor(0, cx.element(0), Shape::from_dims([self.most.clone(), Dim::exact(4)]));
    }
}

fn resolve_top(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(TopRegions { most: count(cx, "max_rois") })
}

const fn whole(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::required(name, AttributeKind::Integer)
}

const fn real(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::required(name, AttributeKind::Real)
}

const fn input(name: &'static str) -> FormalParameter<'static> {
    FormalParameter::new(name, "T")
}

const fn ir(
    inputs: &'static [FormalParameter],
    outputs: &'static [FormalParameter],
    attributes: &'static [AttributeSpec],
) -> Signature {
    const VARIABLES: &[TypeVariable] =
        &[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_IND", TypeSet::INTEGER)];
    Signature::since(6).until(16).inputs(inputs).outputs(outputs).attributes(attributes).variables(VARIABLES)
}

const DETECTION: &[Signature] = &[ir(
    &[input("input_rois"), input("input_deltas"), input("input_scores"), input("input_im_info")],
    &[input("boxes"), FormalParameter::new("classes", "T_IND"), input("scores")],
    &[
        real("score_threshold"),
        real("nms_threshold"),
        real("max_delta_log_wh"),
        whole("num_classes"),
        whole("post_nms_count"),
        whole("max_detections_per_image"),
        AttributeSpec::optional("class_agnostic_box_regression", AttributeKind::Bool),
        AttributeSpec::required("deltas_weights", AttributeKind::Reals),
    ],
)];
const SINGLE: &[Signature] = &[ir(
    &[input("im_info"), input("anchors"), input("deltas"), input("scores")],
    &[input("rois"), input("scores")],
    &[real("min_size"), real("nms_threshold"), whole("post_nms_count"), whole("pre_nms_count")],
)];
const GRID: &[Signature] = &[ir(
    &[input("priors"), input("feature_map"), input("im_data")],
    &[input("priors_grid")],
    &[
        AttributeSpec::default("flatten", AttributeKind::Bool, super::signature::DefaultValue::Bool(true)),
        AttributeSpec::default("h", AttributeKind::Integer, super::signature::DefaultValue::Int(0)),
        AttributeSpec::default("w", AttributeKind::Integer, super::signature::DefaultValue::Int(0)),
        AttributeSpec::default("stride_x", AttributeKind::Real, super::signature::DefaultValue::Float(0.0)),
        AttributeSpec::default("stride_y", AttributeKind::Real, super::signature::DefaultValue::Float(0.0)),
    ],
)];
const FEATURES: &[Signature] = &[ir(
    &[input("rois"), FormalParameter::new("pyramid", "T").variadic(1)],
    &[input("features"), input("rois").optional()],
    &[
        whole("output_size"),
        whole("sampling_ratio"),
        AttributeSpec::required("pyramid_scales", AttributeKind::Integers),
        AttributeSpec::default("aligned", AttributeKind::Bool, super::signature::DefaultValue::Bool(false)),
    ],
)];
const TOP: &[Signature] = &[ir(
    &[input("input_rois"), input("input_probs")],
    &[input("rois")],
    &[AttributeSpec::default("max_rois", AttributeKind::Integer, super::signature::DefaultValue::Int(0))],
)];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("ExperimentalDetectronDetectionOutput", DETECTION, resolve_detection)
        .with_ir_spelling(IrSpelling::EXTENSION),
    OperatorDef::openvino("ExperimentalDetectronGenerateProposalsSingleImage", SINGLE, resolve_single)
        .with_ir_spelling(IrSpelling::EXTENSION),
    OperatorDef::openvino("ExperimentalDetectronPriorGridGenerator", GRID, resolve_grid)
        .with_ir_spelling(IrSpelling::EXTENSION),
    OperatorDef::openvino("ExperimentalDetectronROIFeatureExtractor", FEATURES, resolve_features)
        .with_ir_spelling(IrSpelling::EXTENSION),
    OperatorDef::openvino("ExperimentalDetectronTopKROIs", TOP, resolve_top).with_ir_spelling(IrSpelling::EXTENSION),
];
