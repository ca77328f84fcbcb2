//! MatrixNms and MulticlassNms: non-maximum suppression over all classes.

use super::attributes;
use super::shape_pattern::ShapeBindings;
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::fact::Fact;
use crate::shape::Shape;

/// A resolved MatrixNms or MulticlassNms.
#[derive(Debug)]
struct ClassNms {
    /// The maximum number of boxes per class before suppression, and per batch element in the result.
    within_class: Dim,
    within_batch: Dim,
    /// The element type of the indices.
    indices: Option<ElementType>,
}

impl Operator for ClassNms {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let inputs: &[(usize, &'static str)] = match cx.has_input(2) {
            false => &[(0, "batch boxes 4"), (1, "batch classes boxes")],
            // The boxes of the whole batch in one row, and their number per batch element.
            true => &[(0, "classes boxes 4"), (1, "classes boxes"), (2, "batch")],
        };
        let dims = ShapeBindings::read(cx, inputs);
        let class = dims.get("boxes").min(&self.within_class);
        let element = dims.get("classes").mul(&class).min(&self.within_batch);
        let most = dims.get("batch").mul(&element).high();
        let found = if most == 0 { Dim::exact(0) } else { cx.data_dependent_dim(0, 0, 0, most) };
        cx.set(0, Fact::tensor(cx.element(0), Shape::from_dims([found.clone(), Dim::exact(6)])));
        cx.set(1, Fact::tensor(self.indices, Shape::from_dims([found, Dim::exact(1)])));
        cx.set(2, Fact::tensor(self.indices, Shape::from_dims([dims.get("batch")])));
    }
}

fn resolve(cx: &mut InferContext<'_>) -> Resolved {
    let limit = |cx: &mut InferContext<'_>, name: &'static str| {
        let fits = attributes::at_least(cx, name, -1);
        let most = cx.int(name).filter(|_| fits).and_then(|most| u64::try_from(most).ok());
        most.map_or(Dim::unknown(), Dim::exact)
    };
    let (within_class, within_batch) = (limit(cx, "nms_top_k"), limit(cx, "keep_top_k"));
    let indices = match cx.attribute_record("output_type") {
        Some(_) => cx.element_attribute("output_type"),
        None => Some(ElementType::I64),
    };
    Resolved::operator(ClassNms { within_class, within_batch, indices })
}

const BOXES: FormalParameter = FormalParameter::new("boxes", "T");
const SCORES: FormalParameter = FormalParameter::new("scores", "T");
const INDEX: FormalType =
    FormalType::Fixed(TypeConstraint::tensors(TypeSet::from_types(&[ElementType::I64, ElementType::I32])));
const OUTPUTS: &[FormalParameter] = &[
    FormalParameter::new("selected_outputs", "T"),
    FormalParameter { name: "selected_indices", ty: INDEX, presence: ParameterOption::Optional },
    FormalParameter { name: "selected_num", ty: INDEX, presence: ParameterOption::Optional },
];

const fn whole(name: &'static str) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Integer, DefaultValue::Int(-1))
}

const fn real(name: &'static str, default: f32) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Real, DefaultValue::Float(default))
}

const fn flag(name: &'static str, default: bool) -> AttributeSpec<'static> {
    AttributeSpec::default(name, AttributeKind::Bool, DefaultValue::Bool(default))
}

const ORDER: AttributeSpec = AttributeSpec::default(
    "sort_result_type",
    AttributeKind::Word(&["classid", "score", "none"]),
    DefaultValue::Text("none"),
);
const DECAY: AttributeSpec = AttributeSpec::default(
    "decay_function",
    AttributeKind::Word(&["gaussian", "linear"]),
    DefaultValue::Text("linear"),
);
const OUTPUT_TYPE: AttributeSpec =
    AttributeSpec::default("output_type", AttributeKind::Element, DefaultValue::Text("i64"));
const MATRIX_ATTRIBUTES: &[AttributeSpec] = &[
    ORDER,
    OUTPUT_TYPE,
    whole("nms_top_k"),
    whole("keep_top_k"),
    flag("sort_result_across_batch", false),
    real("score_threshold", 0.0),
    whole("background_class"),
    DECAY,
    real("gaussian_sigma", 2.0),
    real("post_threshold", 0.0),
    flag("normalized", true),
];
const MULTICLASS_ATTRIBUTES: &[AttributeSpec] = &[
    ORDER,
    OUTPUT_TYPE,
    whole("nms_top_k"),
    whole("keep_top_k"),
    flag("sort_result_across_batch", false),
    real("iou_threshold", 0.0),
    real("score_threshold", 0.0),
    whole("background_class"),
    real("nms_eta", 1.0),
    flag("normalized", true),
];
const VARIABLES: &[TypeVariable] =
    &[TypeVariable::tensors("T", TypeSet::FLOAT), TypeVariable::tensors("T_NUM", TypeSet::INTEGER)];

const fn ir(since: i64) -> Signature {
    Signature::since(since).until(16).inputs(&[BOXES, SCORES]).outputs(OUTPUTS).variables(VARIABLES)
}

const MATRIX: &[Signature] = &[ir(8).attributes(MATRIX_ATTRIBUTES)];
const MULTICLASS: &[Signature] = &[
    ir(8).attributes(MULTICLASS_ATTRIBUTES),
    ir(9)
        .inputs(&[BOXES, SCORES, FormalParameter::new("roisnum", "T_NUM").optional()])
        .attributes(MULTICLASS_ATTRIBUTES),
];

pub(super) static OPERATORS: &[OperatorDef] =
    &[OperatorDef::openvino("MatrixNms", MATRIX, resolve), OperatorDef::openvino("MulticlassNms", MULTICLASS, resolve)];
