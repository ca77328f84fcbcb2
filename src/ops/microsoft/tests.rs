use crate::op_query::OpQuery;
use crate::ops::test_util::fact;

fn microsoft(name: &str, inputs: &[&str]) -> OpQuery {
    let query = OpQuery::onnx(name, 1).domain("com.microsoft");
    inputs.iter().fold(query, |query, input| if input.is_empty() { query.absent() } else { query.input(fact(input)) })
}

/// The types of this many outputs, followed by the codes of the findings.
fn all(query: OpQuery, outputs: usize) -> String {
    let answer = query.outputs(outputs).infer();
    let types = answer.outputs.iter().map(|o| o.ty.to_string()).collect::<Vec<_>>().join(" ");
    answer.findings.iter().fold(types, |text, f| format!("{text} {}", f.rule.code()))
}

#[test]
fn runtime_specific_ranks_are_noted() {
    let norm = OpQuery::onnx("SimplifiedLayerNormalization", 17).input(fact("f16[N,8]")).input(fact("f32[8]"));
    assert_eq!(all(norm, 2), "f32[N,8] f32[N,1] OP160");
    assert_eq!(all(OpQuery::onnx("Affine", 9).input(fact("f32[N]")), 1), "f32[N] OP160");
    assert_eq!(all(microsoft("Nix", &["f32[N]"]), 1), "? OP116");
    assert_eq!(all(OpQuery::onnx("SimplifiedLayerNorm", 17).input(fact("f32[N]")), 1), "? OP100");
}
