//! Proposal and GenerateProposals: the boxes of an image that most likely contain an object.

use super::attributes;
use super::ir_spelling::IrSpelling;
use super::shape_pattern::ShapeBindings;
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::{Diagnostic, counted};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// A resolved Proposal: a fixed number of rows for each image.
#[derive(Debug)]
struct Proposal {
    /// The number of boxes per image.
    boxes: Dim,
}

impl Operator for Proposal {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let inputs = [(0, "batch scores ? ?"), (1, "batch deltas ? ?"), (2, "3|4")];
        let dims = ShapeBindings::read(cx, &inputs);
        anchors(cx, (0, &dims.get("scores"), 2), (1, &dims.get("deltas"), 4));
        let rows = dims.get("batch").mul(&self.boxes);
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([rows.clone(), Dim::exact(5)])));
        cx.set(1, Fact::tensor(cx.element(0), Shape::from_dims([rows])));
    }
}

/// Reports inputs with different numbers of anchors: for each input, its channels and the channels per anchor.
fn anchors(
    cx: &mut InferContext<'_>,
    (scores, of_scores, a): (usize, &Dim, u64),
    (deltas, of_deltas, b): (usize, &Dim, u64),
) {
    let [one, other] = [(of_scores, b), (of_deltas, a)].map(|(dim, by)| dim.mul(&Dim::exact(by)));
    if one.meet(&other).is_some() {
        return;
    }
    let message = format!(
        "input {} has {} ({a} per anchor), but input {} has {of_deltas} ({b} per anchor)",
        cx.input_name(scores),
        counted(of_scores, "channel"),
        cx.input_name(deltas)
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(deltas), message);
    let finding = finding.label(cx.shape(deltas)).related(cx.input_place(scores), cx.shape(scores));
    cx.report(finding.help("give both inputs the same number of anchors"));
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Proposal { boxes: count(cx, "post_nms_topn") })
}

fn count(cx: &mut InferContext<'_>, name: &'static str) -> Dim {
    let fits = attributes::at_least(cx, name, 0);
    let count = cx.int(name).filter(|_| fits).and_then(|count| u64::try_from(count).ok());
    count.map_or(Dim::unknown(), Dim::exact)
}

/// A resolved GenerateProposals: the remaining rows for each image, and their number.
#[derive(Debug)]
struct GenerateProposals {
    boxes: Dim,
    /// The type of the row counts.
    numbers: Option<ElementType>,
}

impl Operator for GenerateProposals {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let dims = ShapeBindings::read(
            cx,
            &[
                (0, "batch 3|4"),
                (1, "height width anchors 4"),
                (2, "batch deltas height width"),
                (3, "batch anchors height width"),
            ],
        );
        anchors(cx, (3, &dims.get("anchors"), 1), (2, &dims.get("deltas"), 4));
        let most = dims.get("batch").mul(&self.boxes).high();
        let rows = if most == 0 { Dim::exact(0) } else { cx.data_dependent_dim(0, 0, 0, most) };
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([rows.clone(), Dim::exact(4)])));
        cx.set(1, Fact::tensor(cx.element(0), Shape::from_dims([rows])));
        cx.set(2, Fact::tensor(self.numbers, Shape::from_dims([dims.get("batch")])));
    }
}

fn resolve_generate(cx: &mut InferContext<'_>) -> Resolved {
    let numbers = match cx.attribute_record("roi_num_type") {
        Some(_) => cx.element_attribute("roi_num_type"),
        None => Some(ElementType::I64),
    };
    Resolved::operator(GenerateProposals { boxes: count(cx, "post_nms_count"), numbers })
}

const fn whole(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::required(name, AttributeKind::Integer)
}

const fn real(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::required(name, AttributeKind::Real)
}

const fn flag(name: &'static str, default: bool) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Bool, DefaultValue::Bool(default))
}

const fn one(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Real, DefaultValue::Float(1.0))
}

const INPUTS: &[FormalParameter] = &[
    FormalParameter::new("class_probs", "T"),
    FormalParameter::new("bbox_deltas", "T_DELTAS"),
    FormalParameter::new("image_shape", "T_IMAGE"),
];
const ROIS: FormalParameter = FormalParameter::new("rois", "T");
const ATTRIBUTES: &[AttributeSpec] = &[
    whole("base_size"),
    whole("pre_nms_topn"),
    whole("post_nms_topn"),
    real("nms_thresh"),
    whole("feat_stride"),
    whole("min_size"),
    AttributeSpec::required("ratio", AttributeKind::Reals),
    AttributeSpec::required("scale", AttributeKind::Reals),
    flag("clip_before_nms", true),
    flag("clip_after_nms", false),
    flag("normalize", false),
    one("box_size_scale"),
    one("box_coordinate_scale"),
    AttributeSpec::default("framework", AttributeKind::Text, DefaultValue::Text("")),
];
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::FLOAT),
    TypeVariable::tensors("T_DELTAS", TypeSet::FLOAT),
    TypeVariable::tensors("T_IMAGE", TypeSet::FLOAT),
    TypeVariable::tensors("T_SCORES", TypeSet::FLOAT),
];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).variables(VARIABLES)
}

const PROPOSAL: &[Signature] = &[
    ir(1).inputs(INPUTS).outputs(&[ROIS]).attributes(ATTRIBUTES),
    ir(4).inputs(INPUTS).outputs(&[ROIS, FormalParameter::new("scores", "T").optional()]).attributes(ATTRIBUTES),
];
const INDEX: FormalType =
    FormalType::Fixed(TypeConstraint::tensors(TypeSet::from_types(&[ElementType::I64, ElementType::I32])));
const GENERATE: &[Signature] = &[ir(9)
    .inputs(&[
        FormalParameter::new("im_info", "T"),
        FormalParameter::new("anchors", "T_IMAGE"),
        FormalParameter::new("deltas", "T_DELTAS"),
        FormalParameter::new("scores", "T_SCORES"),
    ])
    .outputs(&[
        ROIS,
        FormalParameter::new("scores", "T"),
        FormalParameter { name: "num", ty: INDEX, presence: ParameterOption::Required },
    ])
    .attributes(&[
        real("min_size"),
        real("nms_threshold"),
        whole("pre_nms_count"),
        whole("post_nms_count"),
        flag("normalized", true),
        one("nms_eta"),
        AttributeSpec::default("roi_num_type", AttributeKind::Element, DefaultValue::Text("i64")),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("GenerateProposals", GENERATE, resolve_generate),
    OperatorDef::openvino("Proposal", PROPOSAL, resolve).with_ir_spelling(IrSpelling::EXTENSION),
];
