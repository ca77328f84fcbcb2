//! GatherTree: backtracks the beams of a beam search from their ends.

use super::shape_pattern::ShapeBindings;
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::element::TypeSet;

/// A resolved GatherTree; it has no attributes.
#[derive(Debug)]
struct GatherTree;

impl Operator for GatherTree {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let steps = "max_time batch beam";
        let dims = ShapeBindings::read(cx, &[(0, steps), (1, steps), (2, "batch"), (3, "scalar")]);
        cx.set_tensor(0, cx.element(0), dims.shape(cx, steps));
    }
}

fn resolve(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(GatherTree)
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[
        FormalParameter::new("step_ids", "T"),
        FormalParameter::new("parent_idx", "T"),
        FormalParameter::new("max_seq_len", "T"),
        FormalParameter::new("end_token", "T"),
    ])
    .outputs(&[FormalParameter::new("final_idx", "T")])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC)])];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("GatherTree", SIGNATURES, resolve)];
