//! GatherTree: the beams of a search, followed back from their ends.

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

#[cfg(test)]
mod tests {
    use crate::op_query::OpQuery;
    use crate::ops::test_util::{fact, type_and_codes};

    fn tree(steps: &str, parents: &str, lengths: &str, end: &str) -> (String, Vec<&'static str>) {
        let query = OpQuery::openvino("GatherTree", 1).input(fact(steps)).input(fact(parents));
        type_and_codes(query.input(fact(lengths)).input(fact(end)))
    }

    #[test]
    fn what_one_input_leaves_open_another_tells() {
        assert_eq!(tree("i32[T,B,3]", "i32[7,B,W]", "i32[2]", "i32[]"), ("i32[7,2,3]".into(), vec![]));
        assert_eq!(tree("f32[...]", "f32[...]", "f32[N]", "f32[]"), ("f32[?,N,?]".into(), vec![]));
    }

    #[test]
    fn faults() {
        assert_eq!(tree("i32[T,2,3]", "i32[T,4,3]", "i32[2]", "i32[]"), ("i32[T,2,3]".into(), vec!["OP201"]));
        assert_eq!(tree("i32[T,2,3]", "i32[T,2]", "i32[2]", "i32[]"), ("i32[T,2,3]".into(), vec!["OP203"]));
        assert_eq!(tree("i32[T,2,3]", "i32[T,2,3]", "i32[2]", "i32[1]"), ("i32[T,2,3]".into(), vec!["OP203"]));
    }
}
