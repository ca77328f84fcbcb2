//! Bucketize and SearchSorted: the insertion index of each value in a sorted sequence.

use super::shape_checks;
use super::shape_pattern::ShapeBindings;
use super::signature::{
    AttributeKind, AttributeSpec, DefaultValue, FormalParameter, FormalType, ParameterOption, Signature,
    TypeConstraint, TypeVariable,
};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::element::{ElementType, TypeSet};
use crate::rules;
use crate::shape::Shape;

/// A resolved Bucketize: all values are searched in the same buckets.
#[derive(Debug)]
struct Bucketize {
    element: Option<ElementType>,
}

impl Operator for Bucketize {
    fn infer(&self, cx: &mut InferContext<'_>) {
        ShapeBindings::read(cx, &[(1, "buckets")]);
        cx.set_tensor(0, self.element, cx.shape(0));
    }
}

/// A resolved SearchSorted: each row of values is searched in the sorted row of the same index, or in the only one.
#[derive(Debug)]
struct SearchSorted {
    element: Option<ElementType>,
}

impl Operator for SearchSorted {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let (sorted, values) = (cx.shape(0), cx.shape(1));
        shape_checks::rank(cx, 0, 1..=usize::MAX, "reshape the sorted values to at least one dimension");
        let shape = match (sorted.dims(), values.dims()) {
            (Some([_]), _) | (None, _) => values,
            (Some(rows), None) if values.min_rank() <= rows.len() => Shape::from_dims(
                rows.iter().take(rows.len().saturating_sub(1)).cloned().chain([crate::dim::Dim::unknown()]),
            ),
            (Some(rows), Some(dims)) if rows.len() == dims.len() => {
                let mut dims = dims.to_vec();
                let last = dims.len().saturating_sub(1);
                for (at, (dim, row)) in dims.iter_mut().zip(rows).enumerate().take(last) {
                    match cx.unify(row, dim) {
                        Some(met) => *dim = met,
                        None => report_mismatch(cx, at),
                    }
                }
                Shape::from_dims(dims)
            }
            _ => {
                let valid = sorted.min_rank();
                shape_checks::rank(cx, 1, valid..=valid, "give the values the rank of the sorted sequence");
                values
            }
        };
        cx.set_tensor(0, self.element, shape);
    }
}

fn report_mismatch(cx: &mut InferContext<'_>, dim: usize) {
    let (sorted, values) = (cx.shape(0), cx.shape(1));
    let message = format!(
        "dimension {dim} differs: input {} has shape {sorted}, input {} has shape {values}",
        cx.input_name(0),
        cx.input_name(1)
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(&values).related(cx.input_place(0), &sorted);
    cx.report(finding.help("make all dimensions but the last equal").data("dimension", dim));
}

/// The element type of the indices.
fn element(cx: &InferContext<'_>) -> Option<ElementType> {
    match cx.attribute_record("output_type") {
        Some(_) => cx.element_attribute("output_type"),
        None => Some(ElementType::I64),
    }
}

fn resolve_bucketize(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(Bucketize { element: element(cx) })
}

fn resolve_search(cx: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(SearchSorted { element: element(cx) })
}

const INDEX: TypeSet = TypeSet::from_types(&[ElementType::I64, ElementType::I32]);
const OUTPUTS: &[FormalParameter] = &[FormalParameter {
    name: "output",
    ty: FormalType::Fixed(TypeConstraint::tensors(INDEX)),
    presence: ParameterOption::Required,
}];
const OUTPUT_TYPE: AttributeSpec =
    AttributeSpec::default("output_type", AttributeKind::Element, DefaultValue::Text("i64"));
const BUCKETIZE: &[Signature] = &[Signature::since(3)
    .until(16)
    .inputs(&[FormalParameter::new("data", "T"), FormalParameter::new("buckets", "T_BUCKETS")])
    .outputs(OUTPUTS)
    .attributes(&[
        OUTPUT_TYPE,
        AttributeSpec::default("with_right_bound", AttributeKind::Bool, DefaultValue::Bool(true)),
    ])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC), TypeVariable::tensors("T_BUCKETS", TypeSet::NUMERIC)])];
const SEARCH_SORTED: &[Signature] = &[Signature::since(15)
    .until(16)
    .inputs(&[FormalParameter::new("sorted", "T"), FormalParameter::new("values", "T")])
    .outputs(OUTPUTS)
    .attributes(&[AttributeSpec::default("right_mode", AttributeKind::Bool, DefaultValue::Bool(false)), OUTPUT_TYPE])
    .variables(&[TypeVariable::tensors("T", TypeSet::ALL)])];

pub(super) static OPERATORS: &[OperatorDef] = &[
    OperatorDef::openvino("Bucketize", BUCKETIZE, resolve_bucketize),
    OperatorDef::openvino("SearchSorted", SEARCH_SORTED, resolve_search),
];
