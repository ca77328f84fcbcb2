//! NonMaxSuppression: for each class, the boxes that do not overlap a better one.

use super::attributes;
use super::counterpart::{Counterpart, Equivalence, SettingPair};
use super::scalar::{self, OneListed};
use super::shape_pattern::ShapeBindings;
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::rule::Level;
use crate::shape::Shape;

/// A resolved NonMaxSuppression.
#[derive(Debug)]
struct NonMaxSuppression {
    /// The pattern of the boxes' shape.
    boxes: &'static str,
    /// The type of the indices.
    indices: Option<ElementType>,
    /// Whether a one-element list is accepted as a scalar.
    listed: OneListed,
    /// Whether only the first element of a longer list is read.
    first_of_many: bool,
}

impl Operator for NonMaxSuppression {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let dims = ShapeBindings::read(cx, &[(0, self.boxes), (1, "batch classes boxes")]);
        for input in (2..cx.input_count()).filter(|&input| cx.has_input(input)).collect::<Vec<_>>() {
            let fault = scalar::fault(cx, input, self.listed);
            fault.into_iter().for_each(|finding| cx.report(self.with_level(finding)));
        }
        let each = dims.get("boxes").min(&most_of_a_class(cx));
        let most = dims.get("batch").mul(&dims.get("classes")).mul(&each).high();
        let found = if most == 0 { Dim::exact(0) } else { cx.data_dependent_dim(0, 0, 0, most) };
        let three = Shape::from_dims([found.clone(), Dim::exact(3)]);
        cx.set(0, Fact::tensor(self.indices, three.clone()));
        cx.set(1, Fact::tensor(ElementType::F32, three));
        cx.set(2, Fact::tensor(self.indices, Shape::from_dims([1u64])));
    }
}

impl NonMaxSuppression {
    fn with_level(&self, finding: Diagnostic) -> Diagnostic {
        match self.first_of_many {
            true => finding.level(Level::Warning).note("ONNX Runtime reads the first element"),
            false => finding,
        }
    }
}

/// The maximum number of boxes per class; 0 if the input is omitted.
fn most_of_a_class(cx: &InferContext<'_>) -> Dim {
    if !cx.has_input(2) {
        return Dim::exact(0);
    }
    match scalar::integer(cx, 2) {
        Some(most) => most.to_dim().unwrap_or(Dim::exact(0)),
        None => Dim::unknown(),
    }
}

fn resolve_onnx(cx: &mut InferContext<'_>) -> Resolved {
    attributes::flag(cx, "center_point_box");
    let indices = Some(ElementType::I64);
    Resolved::operator(NonMaxSuppression {
        boxes: "batch boxes 4",
        indices,
        listed: OneListed::Valid,
        first_of_many: true,
    })
}

fn resolve_boxes(cx: &mut InferContext<'_>, boxes: &'static str) -> Resolved {
    let indices = match cx.attribute_record("output_type") {
        Some(_) => cx.element_attribute("output_type"),
        None => Some(ElementType::I64),
    };
    let listed = if cx.version() >= 5 { OneListed::Valid } else { OneListed::Refused };
    Resolved::operator(NonMaxSuppression { boxes, indices, listed, first_of_many: false })
}

fn resolve_ir(cx: &mut InferContext<'_>) -> Resolved {
    resolve_boxes(cx, "batch boxes 4")
}

fn resolve_rotated(cx: &mut InferContext<'_>) -> Resolved {
    resolve_boxes(cx, "batch boxes 5")
}

const BOXES: FormalParameter = FormalParameter::new("boxes", "T");
const SCORES: FormalParameter = FormalParameter::new("scores", "T_SCORES");
const MOST: FormalParameter = FormalParameter::new("max_output_boxes_per_class", "T_MAX");
const OVERLAP: FormalParameter = FormalParameter::new("iou_threshold", "T_IOU");
const SCORE: FormalParameter = FormalParameter::new("score_threshold", "T_SCORE");
const SIGMA: FormalParameter = FormalParameter::new("soft_nms_sigma", "T_SIGMA");
const FIVE: &[FormalParameter] = &[BOXES, SCORES, MOST.optional(), OVERLAP.optional(), SCORE.optional()];
const SIX: &[FormalParameter] =
    &[BOXES, SCORES, MOST.optional(), OVERLAP.optional(), SCORE.optional(), SIGMA.optional()];
const INDEX: FormalType =
    FormalType::Fixed(TypeConstraint::tensors(TypeSet::from_types(&[ElementType::I64, ElementType::I32])));
const INDICES: FormalParameter =
    FormalParameter { name: "selected_indices", ty: INDEX, presence: ParameterOption::Required };
const THREE: &[FormalParameter] = &[
    INDICES,
    FormalParameter::fixed("selected_scores", TypeConstraint::tensor(ElementType::F32)).optional(),
    FormalParameter { name: "valid_outputs", ty: INDEX, presence: ParameterOption::Optional },
];
const ENCODING: AttributeSpec =
    AttributeSpec::default("box_encoding", AttributeKind::Word(&["corner", "center"]), DefaultValue::Text("corner"));
const DESCENDING: AttributeSpec =
    AttributeSpec::default("sort_result_descending", AttributeKind::Bool, DefaultValue::Bool(true));
const OUTPUT_TYPE: AttributeSpec =
    AttributeSpec::default("output_type", AttributeKind::Element, DefaultValue::Text("i64"));
const CLOCKWISE: AttributeSpec = AttributeSpec::default("clockwise", AttributeKind::Bool, DefaultValue::Bool(true));
const VARIABLES: &[TypeVariable] = &[
    TypeVariable::tensors("T", TypeSet::FLOAT),
    TypeVariable::tensors("T_SCORES", TypeSet::FLOAT),
    TypeVariable::tensors("T_MAX", TypeSet::INTEGER),
    TypeVariable::tensors("T_IOU", TypeSet::FLOAT),
    TypeVariable::tensors("T_SCORE", TypeSet::FLOAT),
    TypeVariable::tensors("T_SIGMA", TypeSet::FLOAT),
];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).variables(VARIABLES)
}

const SIGNATURES: &[Signature] = &[
    ir(1).inputs(FIVE).outputs(&[INDICES]).attributes(&[ENCODING, DESCENDING]),
    ir(3).inputs(FIVE).outputs(&[INDICES]).attributes(&[ENCODING, DESCENDING, OUTPUT_TYPE]),
    ir(4).inputs(FIVE).outputs(&[INDICES]).attributes(&[ENCODING, DESCENDING, OUTPUT_TYPE]),
    ir(5).inputs(SIX).outputs(THREE).attributes(&[ENCODING, DESCENDING, OUTPUT_TYPE]),
    ir(9).inputs(SIX).outputs(THREE).attributes(&[ENCODING, DESCENDING, OUTPUT_TYPE]),
];
const ROTATED: &[Signature] = &[ir(13).inputs(&[BOXES, SCORES, MOST, OVERLAP, SCORE]).outputs(THREE).attributes(&[
    DESCENDING,
    OUTPUT_TYPE,
    CLOCKWISE,
])];

const COUNTERPART: Counterpart = Counterpart::SAME_NAME.settings(&[SettingPair::new(
    "center_point_box",
    &["box_encoding"],
    Equivalence::Words(&[("0", "corner"), ("1", "center")]),
)]);

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("NMSRotated", ROTATED, resolve_rotated),
    OperatorDef::onnx("NonMaxSuppression", resolve_onnx).with_counterpart(COUNTERPART),
    OperatorDef::openvino("NonMaxSuppression", SIGNATURES, resolve_ir),
];
