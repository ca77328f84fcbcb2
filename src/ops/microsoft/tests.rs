use crate::elements::Elements;
use crate::fact::{Fact, KnownValue};
use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, int, ints};

fn microsoft(name: &str, inputs: &[&str]) -> OpQuery {
    let query = OpQuery::onnx(name, 1).domain("com.microsoft");
    inputs.iter().fold(query, |query, input| if input.is_empty() { query.absent() } else { query.input(fact(input)) })
}

/// The types of so many outputs, then the codes of the findings.
fn all(query: OpQuery, outputs: usize) -> String {
    let answer = query.outputs(outputs).infer();
    let types = answer.outputs.iter().map(|o| o.ty.to_string()).collect::<Vec<_>>().join(" ");
    answer.findings.iter().fold(types, |text, f| format!("{text} {}", f.rule.code))
}

#[test]
fn element_by_element() {
    assert_eq!(all(microsoft("FastGelu", &["f16[N,4]"]), 1), "f16[N,4]");
    assert_eq!(all(microsoft("Gelu", &["f32[...]"]), 1), "f32[...]");
    let bias = |bias| all(microsoft("BiasGelu", &["f32[N,S,8]", bias]), 1);
    assert_eq!(bias("f32[8]"), "f32[N,S,8]");
    assert_eq!(bias("f32[H]"), "f32[N,S,8]");
    assert_eq!(bias("f32[4]"), "f32[N,S,8] OP201");
    assert_eq!(bias("f32[1,8]"), "f32[N,S,8] OP203");
    assert_eq!(all(microsoft("BitmaskDropout", &["f32[5,7]"]), 2), "f32[5,7] u32[2]");
    assert_eq!(all(microsoft("BiasSplitGelu", &["f32[N,4,6]", "f32[6]"]), 1), "f32[N,4,3]");
}

#[test]
fn a_rest_is_any_number_of_dimensions() {
    let norm = |input| all(microsoft("SkipLayerNormalization", &[input, input, "f32[8]"]), 4);
    assert_eq!(norm("f32[N,S,8]"), "f32[N,S,8] f32[N,S,1] f32[N,S,1] f32[N,S,8]");
    assert_eq!(norm("f32[T,H]"), "f32[T,8] f32[T,1] f32[T,1] f32[T,8]");
    assert_eq!(norm("f32[...]"), "f32[...] f32[...] f32[...] f32[...]");
    let bits = |input| {
        let query = microsoft("MatMulNBits", &[input, "u8[3,2,8]", "f32[6]"]);
        all(query.attribute("K", 32).attribute("N", 3).attribute("block_size", 16), 1)
    };
    assert_eq!(bits("f32[B,S,32]"), "f32[B,S,3]");
    assert_eq!(bits("f32[B,S,K]"), "f32[B,S,3]");
    assert_eq!(bits("f32[B,S,16]"), "f32[B,S,3] OP201");
}

#[test]
fn sizes_come_from_attributes_and_elements() {
    let crop = microsoft("CropAndResize", &["f32[N,3,8,8]", "f32[R,4]", "i32[R]"]).input(ints("i32", &[5, 7]));
    assert_eq!(all(crop, 1), "f32[R,3,5,7]");
    let hash = microsoft("NGramHashMapping", &["i64[B,S]", "i64[3]", "i64[4]"]);
    let hash = hash.attribute("max_ngram_size", 3).attribute("n_head_per_ngram", 2).attribute("pad_id", 0);
    assert_eq!(all(hash, 2), "i64[B,S,4] i64[B,2]");
    let bias = microsoft("RelativePositionBias", &["f32[32,8]"]).input(int("i64", 5)).input(fact("i64[1]"));
    assert_eq!(all(bias.attribute("max_distance", 128), 1), "f32[1,8,5,?]");
}

#[test]
fn attention_makes_its_own_queries() {
    let attention = |inputs: &[&str]| all(microsoft("Attention", inputs).attribute("num_heads", 2), 2);
    assert_eq!(attention(&["f32[B,S,8]", "f32[8,24]", "f32[24]"]), "f32[B,S,8] f32[2,B,2,S,4]");
    assert_eq!(attention(&["f32[B,3,8]", "f32[8,24]", "f32[24]", "", "f32[2,B,2,5,4]"]), "f32[B,3,8] f32[2,B,2,8,4]");
    let sized = microsoft("Attention", &["f32[B,S,8]", "f32[8,20]"]).attribute("num_heads", 2);
    assert_eq!(all(sized.attribute("qkv_hidden_sizes", vec![8, 8, 4]), 2), "f32[B,S,4] f32[2,B,2,S,2..4]");
}

#[test]
fn heads_stand_side_by_side_or_apart() {
    let heads = |inputs: &[&str]| all(microsoft("MultiHeadAttention", inputs).attribute("num_heads", 2), 3);
    assert_eq!(heads(&["f32[B,S,8]", "f32[B,L,8]", "f32[B,L,6]"]), "f32[B,S,6] f32[B,2,L,4] f32[B,2,L,3]");
    assert_eq!(heads(&["f32[B,S,2,3,4]"]), "f32[B,S,8] f32[B,2,S,4] f32[B,2,S,4]");
    assert_eq!(heads(&["f32[B,S,8]", "f32[B,2,L,4]", "f32[B,2,L,3]"]), "f32[B,S,6] f32[B,2,L,4] f32[B,2,L,3]");
    let cached = ["f32[B,2,8]", "f32[B,2,8]", "f32[B,2,8]", "", "", "", "f32[B,2,5,4]", "f32[B,2,5,4]"];
    assert_eq!(heads(&cached), "f32[B,2,8] f32[B,2,7,4] f32[B,2,7,4]");
}

#[test]
fn groups_share_keys_and_values() {
    let grouped = |inputs: &[&str], total: Fact| {
        let query = microsoft("GroupQueryAttention", inputs).input(fact("i32[B]")).input(total);
        all(query.attribute("num_heads", 4).attribute("kv_num_heads", 2), 3)
    };
    let queries = ["f32[B,S,32]", "f32[B,S,16]", "f32[B,S,16]"];
    let empty = [&queries[..], &["", ""]].concat();
    assert_eq!(grouped(&empty, int("i32", 7)), "f32[B,S,32] f32[B,2,7,8] f32[B,2,7,8]");
    let cached = [&queries[..], &["f32[B,2,5,8]", "f32[B,2,5,8]"]].concat();
    assert_eq!(grouped(&cached, int("i32", 7)), "f32[B,S,32] f32[B,2,7,8] f32[B,2,7,8]");
    assert_eq!(grouped(&cached, fact("i32[]")), "f32[B,S,32] f32[B,2,5..,8] f32[B,2,5..,8]");
    assert_eq!(grouped(&["f32[B,S,64]", "", "", "", ""], int("i32", 1)), "f32[B,S,32] f32[B,2,1,8] f32[B,2,1,8]");
}

#[test]
fn products_are_turned_first() {
    let fused = |a, b, [x, y]: [i64; 2]| {
        let query = microsoft("FusedMatMul", &[a, b]);
        let query = query.attribute("transA", x).attribute("transB", x).attribute("transBatchA", y);
        all(query.attribute("transBatchB", y), 1)
    };
    assert_eq!(fused("f32[2,3,N]", "f32[4,3]", [1, 0]), "f32[2,N,4]");
    assert_eq!(fused("f32[3,2,4]", "f32[4,2,5]", [0, 1]), "f32[2,3,5]");
    assert_eq!(fused("f32[2,3]", "f32[4,5]", [0, 0]), "f32[2,5] OP201");
    assert_eq!(fused("f32[3]", "f32[2,3,5]", [0, 0]), "f32[2,5]");
    assert_eq!(fused("f32[2,3]", "f32[3]", [0, 0]), "f32[2]");
    let gemm = microsoft("FusedGemm", &["f32[K,M]", "f32[K,N]"]).attribute("transA", 1);
    assert_eq!(all(gemm, 1), "f32[M,N]");
    assert_eq!(all(microsoft("QGemm", &["u8[2,3]", "f32[]", "u8[]", "u8[3,4]", "f32[]", "u8[]"]), 1), "f32[2,4]");
    assert_eq!(all(microsoft("MatMulInteger16", &["u16[2,3]", "u16[3,4]"]), 1), "u32[2,4]");
    let ordered = |a, b| {
        let query = microsoft("QOrderedMatMul", &[a, "f32[]", b, "f32[]", "f32[]"]);
        all(["order_A", "order_B", "order_Y"].iter().fold(query, |query, name| query.attribute(name, 1)), 1)
    };
    assert_eq!(ordered("i8[N,2,3]", "i8[3,4]"), "i8[N,2,4]");
    assert_eq!(ordered("i8[N,2,3]", "i8[1,3,4]"), "i8[N,2,4]");
    assert_eq!(ordered("i8[2,3]", "i8[1,3,4]"), "i8[...]");
    assert_eq!(ordered("i8[...]", "i8[3,4]"), "i8[...]");
    assert_eq!(ordered("i8[2,3]", "i8[4,3]"), "i8[2,3] OP201");
}

#[test]
fn numbers_share_an_exponent() {
    let packed = |input| all(microsoft("QuantizeBFP", &[input]).attribute("bfp_type", 0), 3);
    assert_eq!(packed("f32[N,3]"), "u8[?] i64[2] i64[2]");
    assert_eq!(packed("f16[...]"), "u8[?] i64[?] i64[?]");
    let sizes = microsoft("QuantizeBFP", &["f32[2,3]"]).attribute("bfp_type", 0).outputs(3).infer();
    let known: Vec<_> = sizes.outputs.iter().map(|output| output.value.clone()).collect();
    assert_eq!(known, [KnownValue::Unknown, KnownValue::Elements(Elements::of_ints([2, 3])), KnownValue::Unknown]);
    let unpacked = |bytes, sizes: Fact, dtype: i64| {
        let query = microsoft("DequantizeBFP", &[bytes]).input(sizes).input(fact("i64[2]"));
        all(query.attribute("bfp_type", 0).attribute("dtype", dtype), 1)
    };
    assert_eq!(unpacked("u8[N]", ints("i64", &[2, 3]), 1), "f32[2,3]");
    assert_eq!(unpacked("u8[N]", fact("i64[2]"), 10), "f16[?,?]");
    assert_eq!(unpacked("u8[N,1]", ints("i64", &[2, 3]), 16), "bf16[2,3] OP203");
    assert_eq!(unpacked("u8[N]", fact("i64[]"), 7), "i64[...] OP105 OP203");
}

#[test]
fn quantized_operators_keep_their_shapes() {
    let add = ["u8[N,3]", "f32[]", "u8[]", "u8[1,3]", "f32[]", "u8[]", "f32[]", "u8[]"];
    assert_eq!(all(microsoft("QLinearAdd", &add), 1), "u8[N,3]");
    let concat = ["f32[]", "u8[]", "u8[N,3]", "f32[]", "u8[]", "u8[4,M]", "f32[]", "u8[]"];
    assert_eq!(all(microsoft("QLinearConcat", &concat).attribute("axis", 0), 1), "u8[N+4,3]");
    assert_eq!(all(microsoft("QuantizeLinear", &["f32[N]", "f32[]"]), 1), "u8[N]");
    assert_eq!(all(microsoft("QuantizeLinear", &["f32[N]", "f32[]", "i8[]"]), 1), "i8[N]");
    assert_eq!(all(microsoft("DequantizeLinear", &["u8[N]", "f32[]", "u8[]"]), 1), "f32[N]");
    let mean = microsoft("QLinearReduceMean", &["u8[N,C,4]", "f32[]", "u8[]", "f32[]", "u8[]"]);
    assert_eq!(all(mean.attribute("axes", vec![-1]).attribute("keepdims", 0), 1), "u8[N,C]");
}

#[test]
fn elements_are_moved() {
    let expand = |axis| all(microsoft("ExpandDims", &["f32[N,3]"]).input(int("i32", axis)), 1);
    assert_eq!([expand(0), expand(-1), expand(4)], ["f32[1,N,3]", "f32[N,3,1]", "f32[?,?,?] OP102"]);
    let pad = microsoft("Pad", &["f32[2,N]"]).input(ints("i64", &[1, 0, -2, 0]));
    assert_eq!(all(pad, 1), "f32[1,N]");
    let range = |list: [i64; 3]| {
        let query = list.iter().fold(microsoft("Range", &[]), |query, &v| query.input(int("i64", v)));
        all(query, 1)
    };
    assert_eq!([range([0, 7, 2]), range([5, 0, -2]), range([3, 1, 1])], ["i64[4]", "i64[3]", "i64[0]"]);
    let unfold = |input| microsoft("UnfoldTensor", &[input]).attribute("dim", -1).attribute("size", 3);
    assert_eq!(all(unfold("f32[N,8]").attribute("step", 2), 1), "f32[N,3,3]");
    assert_eq!(all(unfold("f32[N,3]"), 1), "f32[N,1,3]");
    assert_eq!(all(unfold("f32[N,2]"), 1), "f32[N,?,3] OP105");
    let gather = microsoft("GatherBlockQuantized", &["u8[V,16]", "i64[B,S]", "f32[V,2]"]);
    assert_eq!(all(gather.attribute("bits", 4).attribute("block_size", 16), 1), "f32[B,S,32]");
}

#[test]
fn what_only_the_runtime_has_is_noted() {
    let norm = OpQuery::onnx("SimplifiedLayerNormalization", 17).input(fact("f16[N,8]")).input(fact("f32[8]"));
    assert_eq!(all(norm, 2), "f32[N,8] f32[N,1] OP160");
    assert_eq!(all(OpQuery::onnx("Affine", 9).input(fact("f32[N]")), 1), "f32[N] OP160");
    assert_eq!(all(microsoft("Nix", &["f32[N]"]), 1), "? OP116");
    assert_eq!(all(OpQuery::onnx("SimplifiedLayerNorm", 17).input(fact("f32[N]")), 1), "? OP100");
}

#[test]
fn windows_know_where_channels_stand() {
    let pool = |data, last: i64| {
        let query = microsoft("QLinearAveragePool", &[data, "f32[]", "u8[]", "f32[]", "u8[]"]);
        let query = query.attribute("kernel_shape", vec![2, 2]).attribute("strides", vec![2, 2]);
        all(query.attribute("channels_last", last), 1)
    };
    assert_eq!([pool("u8[N,3,8,6]", 0), pool("u8[N,8,6,3]", 1)], ["u8[N,3,4,3]", "u8[N,4,3,3]"]);
    let fused = microsoft("FusedConv", &["f32[N,3,8,8]", "f32[5,3,3,3]"]).attribute("pads", vec![1, 1, 1, 1]);
    assert_eq!(all(fused, 1), "f32[N,5,8,8]");
    let quantized = ["u8[N,8,8,3]", "f32[]", "u8[]", "u8[5,3,3,3]", "f32[]", "u8[]", "f32[]", "i8[]"];
    assert_eq!(all(microsoft("QLinearConv", &quantized).attribute("channels_last", 1), 1), "i8[N,6,6,5]");
    let spread = microsoft("ConvTransposeWithDynamicPads", &["f32[N,2,5,5]", "f32[2,3,2,2]"]);
    let spread = spread.input(ints("i64", &[0, 0, 1, 0])).attribute("strides", vec![2, 1]);
    assert_eq!(all(spread, 1), "f32[N,3,9,6]");
}

#[test]
fn states_are_handed_on() {
    let linear = |inputs: &[&str], window: i64| {
        let query = microsoft("LinearAttention", inputs).attribute("q_num_heads", 4).attribute("kv_num_heads", 2);
        all(query.attribute("state_window", window), 2)
    };
    let packed = ["f32[B,T,32]", "f32[B,T,16]", "f32[B,T,6]"];
    assert_eq!(linear(&packed, 0), "f32[B,T,12] ?[B,2,8,3]");
    assert_eq!(linear(&packed, 5), "f32[B,T,12] ?[5,B,2,8,3]");
    assert_eq!(linear(&[&packed[..], &["f32[B,2,8,3]"]].concat(), 0), "f32[B,T,12] f32[B,2,8,3]");
    let causal = microsoft("CausalConvWithState", &["f32[B,C,T]", "f32[C,1,4]"]);
    assert_eq!(all(causal, 2), "f32[B,C,T] f32[B,C,3]");
}
