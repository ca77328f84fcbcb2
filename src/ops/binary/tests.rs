use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, type_and_codes};

fn onnx(op: &str, version: i64, a: &str, b: &str) -> (String, Vec<&'static str>) {
    type_and_codes(OpQuery::onnx(op, version).input(fact(a)).input(fact(b)))
}

fn openvino(op: &str, mode: &str, a: &str, b: &str) -> (String, Vec<&'static str>) {
    type_and_codes(OpQuery::openvino(op, 1).attribute("auto_broadcast", mode).input(fact(a)).input(fact(b)))
}

#[test]
fn what_does_not_fit_is_one_finding_and_the_rest_is_kept() {
    assert_eq!(onnx("Add", 14, "f32[2,3,4]", "f32[5,4]"), ("f32[2,?,4]".into(), vec!["OP201"]));
    assert_eq!(openvino("Add", "none", "f32[2,3]", "f32[2,1]"), ("f32[2,?]".into(), vec!["OP201"]));
    let query = OpQuery::onnx("Max", 13).input(fact("f32[2,1]")).input(fact("f32[3]")).input(fact("f32[4,3]"));
    let answer = query.infer();
    assert_eq!(answer.findings.len(), 1);
    let message = &answer.findings[0].message;
    assert!(message.contains("`input0` of shape [2,1]") && message.contains("`input2` of shape [4,3]"), "{message}");
}
