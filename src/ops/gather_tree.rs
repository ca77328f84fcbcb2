//! GatherTree: the beams of a search, followed back from their ends.

use super::named_dims::NamedDims;
use super::signature::{FormalParameter, Signature, TypeVariable};
use super::{InferContext, Operator, OperatorDef, Resolved};
use crate::element::TypeSet;

/// A resolved GatherTree; it has no attributes.
#[derive(Debug)]
struct GatherTree;

impl Operator for GatherTree {
    fn infer(&self, cx: &mut InferContext<'_>) {
        let steps = "max_time batch beam";
        let dims = NamedDims::read(cx, &[(0, steps), (1, steps), (2, "batch"), (3, "")]);
        cx.set_tensor(0, cx.element(0), dims.shape(steps));
    }
}

fn resolve(_: &mut InferContext<'_>) -> Resolved {
    Resolved::operator(GatherTree)
}

const SIGNATURES: &[Signature] = &[Signature::since(1)
    .until(16)
    .inputs(&[
        FormalParameter::of("step_ids", "T"),
        FormalParameter::of("parent_idx", "T"),
        FormalParameter::of("max_seq_len", "T"),
        FormalParameter::of("end_token", "T"),
    ])
    .outputs(&[FormalParameter::of("final_idx", "T")])
    .variables(&[TypeVariable::tensors("T", TypeSet::NUMERIC)])];

pub(super) static OPERATORS: &[OperatorDef] = &[OperatorDef::openvino("GatherTree", SIGNATURES, resolve)];
