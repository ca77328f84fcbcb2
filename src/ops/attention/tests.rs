use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, type_and_codes};

fn attention(version: i64, inputs: &[&str]) -> OpQuery {
    inputs.iter().fold(OpQuery::onnx("Attention", version), |query, input| match *input {
        "" => query.absent(),
        input => query.input(fact(input)),
    })
}

fn types(query: OpQuery, outputs: usize) -> (Vec<String>, Vec<&'static str>) {
    let answer = query.outputs(outputs).infer();
    let types = answer.outputs.iter().map(|f| f.ty.to_string()).collect();
    (types, answer.findings.iter().map(|f| f.rule.code).collect())
}

#[test]
fn four_dimensions_have_heads() {
    for version in [23, 24, 25] {
        let query = attention(version, &["f32[B,4,S,8]", "f32[B,2,5,8]", "f16[B,2,5,6]"]);
        let expected = ["f32[B,4,S,6]", "f32[B,2,5,8]", "f16[B,2,5,6]", "f32[B,4,S,5]"].map(str::to_owned);
        assert_eq!(types(query, 4), (expected.to_vec(), vec![]));
        let past = ["f32[2,4,3,8]", "f32[2,2,5,8]", "f32[2,2,5,6]", "", "f32[2,2,7,8]", "f32[2,2,7,6]"];
        let expected = ["f32[2,4,3,6]", "f32[2,2,12,8]", "f32[2,2,12,6]", "f32[2,4,3,12]"].map(str::to_owned);
        assert_eq!(types(attention(version, &past), 4), (expected.to_vec(), vec![]));
    }
}

#[test]
fn three_dimensions_pack_them() {
    let inputs = ["f32[2,S,32]", "f32[2,5,16]", "f32[2,5,12]"];
    let query = || attention(23, &inputs).attribute("q_num_heads", 4).attribute("kv_num_heads", 2);
    let expected = ["f32[2,S,24]", "f32[2,2,5,8]", "f32[2,2,5,6]", "f32[2,4,S,5]"].map(str::to_owned);
    assert_eq!(types(query(), 4), (expected.to_vec(), vec![]));
    assert_eq!(type_and_codes(attention(23, &inputs)).1, ["OP109", "OP109"]);
    let none = |inputs: &[&str]| attention(23, inputs).attribute("q_num_heads", -4).attribute("kv_num_heads", 0);
    assert_eq!(type_and_codes(none(&inputs)).1, ["OP105", "OP105"]);
    // Four dimensions say it themselves, and ONNX Runtime does not look.
    assert!(type_and_codes(none(&["f32[2,4,3,8]", "f32[2,2,5,8]", "f32[2,2,5,6]"])).1.is_empty());
    let odd = attention(23, &["f32[2,S,32]", "f32[2,5,16]", "f32[2,5,13]"]);
    assert_eq!(type_and_codes(odd.attribute("q_num_heads", 4).attribute("kv_num_heads", 2)).1, ["OP105"]);
}

#[test]
fn what_does_not_fit() {
    let of = |inputs: &[&str]| type_and_codes(attention(24, inputs)).1;
    assert_eq!(of(&["f32[2,4,3,8]", "f32[2,2,5,7]", "f32[2,2,5,6]"]), ["OP201"]);
    assert_eq!(of(&["f32[2,4,3,8]", "f32[2,2,5,8]", "f32[2,2,6,6]"]), ["OP201"]);
    assert_eq!(of(&["f32[2,4,3,8]", "f32[1,2,5,8]", "f32[1,2,5,6]"]), ["OP201"]);
    assert_eq!(of(&["f32[2,3,3,8]", "f32[2,2,5,8]", "f32[2,2,5,6]"]), ["OP201"]);
    assert_eq!(of(&["f32[2,3,32]", "f32[2,2,5,8]", "f32[2,2,5,6]"]), ["OP203"]);
    let (q, k, v) = ("f32[2,4,3,8]", "f32[2,2,5,8]", "f32[2,2,5,6]");
    assert_eq!(of(&[q, k, v, "", "f32[2,2,7,8]"]), ["OP115"]);
    assert!(of(&[q, k, v, "bool[3,4]"]).is_empty());
    assert_eq!(of(&[q, k, v, "bool[4,5]"]), ["OP201"]);
    assert_eq!(of(&[q, k, v, "", "", "", "i64[3]"]), ["OP201"]);
}

#[test]
fn bodies_keep_the_scores() {
    let query = ["f32[B,4,S,8]", "f32[B,2,5,8]", "f32[B,2,5,6]"]
        .iter()
        .fold(OpQuery::onnx("FlexAttention", 1).domain("ai.onnx.preview"), |query, input| query.input(fact(input)));
    assert_eq!(type_and_codes(query), ("f32[B,4,S,6]".into(), vec![]));
}
