//! SegmentMax: the maximum of the slices of each segment.

use super::cost::{self, Cost};
use super::scalar::{self, OneListed};
use super::shape_checks;
use super::signature::{AttributeKind, AttributeSpec, FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::element::{ElementType, TypeSet};
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::rules;
use crate::shape::Shape;

/// A resolved SegmentMax; its attribute affects only the values of empty segments.
#[derive(Debug)]
struct SegmentMax;

impl Operator for SegmentMax {
    fn infer(&self, cx: &mut InferContext<'_>) {
        shape_checks::rank(cx, 0, 1..=usize::MAX, "add a first dimension, with one slice per segment ID");
        shape_checks::rank(cx, 1, 1..=1, "use a list with one segment ID per slice");
        let data = cx.shape(0);
        let numbers = cx.shape(1).num_elements();
        if let Some(slices) = data.dims().and_then(<[_]>::first)
            && cx.unify(slices, &numbers).is_none()
        {
            report_count(cx, &numbers);
        }
        check_order(cx);
        let count = match cx.has_input(2) {
            true => scalar::count(cx, 2, 0, "number of segments", OneListed::Refused),
            false => segments(cx, &numbers),
        };
        let count =
            count.filter(|dim| !dim.is_unknown()).unwrap_or_else(|| cx.data_dependent_dim(0, 0, 0, Dim::UNBOUNDED));
        let shape = match data.dims() {
            Some([_, rest @ ..]) => Shape::from_dims([count].iter().chain(rest).cloned()),
            _ => Shape::with_min_rank(data.min_rank().max(1)),
        };
        cx.set(0, Fact::tensor(cx.element(0), shape));
    }

    fn cost(&self, cx: &mut InferContext<'_>) -> Option<Cost> {
        cost::per_input(cx, 1)
    }
}

/// One more than the last ID; without slices, there are no segments.
fn segments(cx: &InferContext<'_>, numbers: &Dim) -> Option<Dim> {
    if numbers.is(0) {
        return Some(Dim::exact(0));
    }
    let elements = cx.elements(1)?;
    let last = elements.ints()?.last()?.to_dim()?;
    Some(last.add(&Dim::exact(1)))
}

fn check_order(cx: &mut InferContext<'_>) {
    let Some(elements) = cx.elements(1) else { return };
    let ints = elements.ints().unwrap_or_default();
    let falls = |pair: &[SymInt]| pair[1].high() < pair[0].low();
    let Some(at) = ints.windows(2).position(falls).map(|at| at + 1) else { return };
    let message = format!(
        "segment ID {} in input {} follows {}; expected ascending order",
        ints[at],
        cx.input_name(1),
        ints[at - 1]
    );
    let finding = Diagnostic::new(&rules::invalid_input_value::RULE, cx.element_place(1, at), message);
    let finding = finding.label(format!("element {at} is {}", ints[at]));
    cx.report(finding.help("sort the segment IDs together with their slices").data("element", at));
}

fn report_count(cx: &mut InferContext<'_>, numbers: &Dim) {
    let data = cx.shape(0);
    let message = format!(
        "the number of segment IDs in input {} is {numbers}, but input {} has shape {data}",
        cx.input_name(1),
        cx.input_name(0)
    );
    let finding = Diagnostic::new(&rules::incompatible_shapes::RULE, cx.input_place(1), message);
    let finding = finding.label(cx.shape(1)).related(cx.input_place(0), &data);
    cx.report(
        finding.help("list one segment ID for each slice of the first dimension").data("size", numbers.to_string()),
    );
}

fn resolve(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(SegmentMax)
}

const SIGNATURES: &[Signature] = &[Signature::since(16)
    .until(16)
    .inputs(&[
        FormalParameter::new("data", "T"),
        FormalParameter::new("segment_ids", "T_IDX1"),
        FormalParameter::new("num_segments", "T_IDX2").optional(),
    ])
    .outputs(&[FormalParameter::new("output", "T")])
    .attributes(&[AttributeSpec::optional("fill_mode", AttributeKind::Word(&["zero", "lowest"]))])
    .variables(&[
        TypeVariable::tensors("T", TypeSet::ALL),
        TypeVariable::tensors("T_IDX1", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
        TypeVariable::tensors("T_IDX2", TypeSet::from_types(&[ElementType::I64, ElementType::I32])),
    ])];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("SegmentMax", SIGNATURES, resolve)];
