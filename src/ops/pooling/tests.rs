use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, ints, type_and_codes};

fn onnx(version: i64) -> OpQuery {
    OpQuery::onnx("MaxPool", version).attribute("kernel_shape", vec![3, 3])
}

fn ir(opset: i64) -> OpQuery {
    let query = OpQuery::openvino("MaxPool", opset).attribute("kernel", vec![3, 3]).attribute("strides", vec![2, 3]);
    query.attribute("pads_begin", vec![0, 0]).attribute("pads_end", vec![0, 0])
}

#[test]
fn every_version_slides_the_same_window() {
    for version in [1, 8, 10, 11, 12, 22] {
        let query = onnx(version).attribute("strides", vec![2, 3]).input(fact("f32[N,3,8,7]"));
        assert_eq!(type_and_codes(query), ("f32[N,3,3,2]".into(), vec![]));
    }
    for opset in [1, 8, 14] {
        let outputs = if opset < 8 { 1 } else { 2 };
        let query = ir(opset).input(fact("f32[N,3,8,7]")).outputs(outputs);
        assert_eq!(type_and_codes(query), ("f32[N,3,3,2]".into(), vec![]));
        let query = ir(opset).attribute("rounding_type", "ceil").input(fact("f32[N,3,8,7]")).outputs(outputs);
        assert_eq!(type_and_codes(query), ("f32[N,3,4,3]".into(), vec![]));
    }
}

#[test]
fn indices_have_a_type_of_their_own() {
    let answer = ir(8).attribute("index_element_type", "i32").input(fact("f16[N,3,8,7]")).outputs(2).infer();
    assert_eq!(answer.outputs[1].ty.to_string(), "i32[N,3,3,2]");
    let answer = onnx(12).input(fact("f16[N,3,8,7]")).outputs(2).infer();
    assert_eq!(answer.outputs[1].ty.to_string(), "i64[N,3,6,5]");
}

#[test]
fn padding_is_one_thing_or_the_other() {
    let same = || onnx(12).attribute("auto_pad", "SAME_UPPER").attribute("strides", vec![2, 3]);
    assert_eq!(type_and_codes(same().input(fact("f32[1,3,8,7]"))), ("f32[1,3,4,3]".into(), vec![]));
    let both = same().attribute("pads", vec![1, 1, 1, 1]).input(fact("f32[1,3,8,7]"));
    assert_eq!(type_and_codes(both), ("f32[1,3,?,?]".into(), vec!["OP105"]));
    let valid = onnx(12).attribute("auto_pad", "VALID").attribute("pads", vec![0, 0, 0, 0]);
    assert_eq!(type_and_codes(valid.input(fact("f32[1,3,8,7]"))), ("f32[1,3,6,5]".into(), vec![]));
    let padded = onnx(12).attribute("pads", vec![1, 0, 1, 2]).input(fact("f32[1,3,H,7]"));
    assert_eq!(type_and_codes(padded), ("f32[1,3,H,7]".into(), vec![]));
}

#[test]
fn a_fault_is_one_finding_and_the_rest_is_kept() {
    let of = |query: OpQuery, shape: &str| type_and_codes(query.input(fact(shape)));
    assert_eq!(of(onnx(12), "f32[N,3,8]"), ("f32[...]".into(), vec!["OP203"]));
    assert_eq!(of(onnx(12), "f32[N,3,8,1..2]"), ("f32[N,3,6,0..1]".into(), vec!["OP105"]));
    assert_eq!(of(onnx(12), "f32[N,3,8,2]"), ("f32[N,3,6,0]".into(), vec!["OP105"]));
    assert_eq!(of(onnx(12).attribute("strides", vec![0, 1]), "f32[N,3,8,8]"), ("f32[N,3,?,?]".into(), vec!["OP105"]));
    assert_eq!(of(onnx(12).attribute("pads", vec![1, 1]), "f32[N,3,8,8]").1, ["OP105"]);
    assert_eq!(of(onnx(12).attribute("ceil_mode", 2), "f32[N,3,8,8]").1, ["OP105"]);
    assert_eq!(of(onnx(12), "f32[...]"), ("f32[?,?,?,?]".into(), vec![]));
    assert_eq!(of(ir(8).attribute("axis", 4).outputs(2), "f32[N,3,8,7]").1, ["OP102"]);
    assert_eq!(of(ir(8).attribute("rounding_type", "ceil_torch").outputs(2), "f32[N,3,8,7]").1, ["OP105"]);
}

#[test]
fn every_kind_of_pool_slides_the_same_window() {
    let of = |query: OpQuery| type_and_codes(query.attribute("kernel_shape", vec![3, 3]).input(fact("f32[N,3,8,7]")));
    for version in [1, 7, 10, 11, 19, 22] {
        assert_eq!(of(OpQuery::onnx("AveragePool", version)), ("f32[N,3,6,5]".into(), vec![]));
    }
    for version in [1, 2, 11, 18, 22] {
        assert_eq!(of(OpQuery::onnx("LpPool", version)), ("f32[N,3,6,5]".into(), vec![]));
    }
    // The oldest version has a kernel only if it is given.
    assert_eq!(type_and_codes(OpQuery::onnx("LpPool", 1).input(fact("f32[N,3,8,7]"))), ("f32[N,3,?,?]".into(), vec![]));
    let ceil = |version: i64| {
        let query = OpQuery::onnx("AveragePool", version).attribute("ceil_mode", 1).attribute("pads", vec![1; 4]);
        let query = query.attribute("strides", vec![3, 3]).attribute("kernel_shape", vec![2, 2]);
        type_and_codes(query.input(fact("f32[1,2,8,7]"))).0
    };
    assert_eq!([ceil(19), ceil(22)], ["f32[1,2,3..4,3..4]", "f32[1,2,3,3]"]);
    let padded = OpQuery::onnx("AveragePool", 11).attribute("pads", vec![3, 0, 0, 0]);
    assert_eq!(of(padded), ("f32[N,3,9,5]".into(), vec!["OP105"]));
    let flagged = OpQuery::onnx("AveragePool", 11).attribute("count_include_pad", 2);
    assert_eq!(of(flagged).1, ["OP105"]);
}

#[test]
fn an_average_has_every_version_of_a_layer() {
    let of = |opset: i64, name: &str, value: &str| {
        let query =
            OpQuery::openvino("AvgPool", opset).attribute("kernel", vec![3, 3]).attribute("strides", vec![2, 3]);
        let query = query.attribute("exclude-pad", true).attribute(name, value);
        type_and_codes(query.input(fact("f32[N,3,8,7]")))
    };
    for opset in [1, 14, 16] {
        assert_eq!(of(opset, "rounding_type", "floor"), ("f32[N,3,3,2]".into(), vec![]));
        assert_eq!(of(opset, "rounding_type", "ceil"), ("f32[N,3,4,3]".into(), vec![]));
        assert_eq!(of(opset, "strides", "1").1, ["OP111"]);
    }
    assert_eq!(of(14, "rounding_type", "ceil_torch"), ("f32[N,3,4,3]".into(), vec![]));
    assert_eq!(of(1, "rounding_type", "ceil_torch").1, ["OP105"]);
    assert_eq!(of(16, "dilations", "2,2"), ("f32[N,3,2,1]".into(), vec![]));
    assert_eq!(of(14, "dilations", "2,2").1, ["OP104"]);
}

#[test]
fn a_pool_over_everything_keeps_the_rank() {
    let of = |name: &str, version: i64, shape: &str| type_and_codes(OpQuery::onnx(name, version).input(fact(shape)));
    for (name, versions) in [
        ("GlobalAveragePool", [1, 22]),
        ("GlobalMaxPool", [1, 22]),
        ("GlobalLpPool", [1, 2]),
        ("GlobalLpPool", [2, 22]),
    ] {
        for version in versions {
            assert_eq!(of(name, version, "f32[N,3,H,7]"), ("f32[N,3,1,1]".into(), vec![]));
        }
    }
    assert_eq!(of("GlobalMaxPool", 1, "f32[...]"), ("f32[...]".into(), vec![]));
    assert_eq!(of("GlobalMaxPool", 1, "f32[3]"), ("f32[...]".into(), vec!["OP203"]));
}

#[test]
fn an_adaptive_pool_has_the_sizes_asked_for() {
    let of = |name: &str, data: &str, sizes: crate::fact::Fact| {
        type_and_codes(OpQuery::openvino(name, 8).input(fact(data)).input(sizes).outputs(if name.contains("Max") {
            2
        } else {
            1
        }))
    };
    for name in ["AdaptiveAvgPool", "AdaptiveMaxPool"] {
        assert_eq!(of(name, "f32[N,3,8,7]", ints("i64", &[2, 9])), ("f32[N,3,2,9]".into(), vec![]));
        assert_eq!(of(name, "f32[N,3,8,7]", fact("i32[2]")), ("f32[N,3,?,?]".into(), vec![]));
        assert_eq!(of(name, "f32[...]", ints("i64", &[2])), ("f32[?,?,2]".into(), vec![]));
        assert_eq!(of(name, "f32[N,3,8,7]", ints("i64", &[2])), ("f32[N,3,?,?]".into(), vec!["OP201"]));
        assert_eq!(of(name, "f32[N,3]", fact("i64[?]")), ("f32[...]".into(), vec!["OP203"]));
        assert_eq!(of(name, "f32[N,3,8]", ints("i64", &[-1])), ("f32[N,3,?]".into(), vec!["OP202"]));
    }
    let typed = OpQuery::openvino("AdaptiveMaxPool", 8).attribute("index_element_type", "i32").outputs(2);
    let answer = typed.input(fact("f32[N,3,8]")).input(ints("i64", &[2])).infer();
    assert_eq!(answer.outputs[1].ty.to_string(), "i32[N,3,2]");
}

#[test]
fn an_unpool_undoes_the_window() {
    let of = |data: &str, indices: &str, sizes: Option<&[i64]>| {
        let query =
            OpQuery::onnx("MaxUnpool", 11).attribute("kernel_shape", vec![2, 2]).attribute("strides", vec![2, 2]);
        let query = query.input(fact(data)).input(fact(indices));
        type_and_codes(match sizes {
            Some(sizes) => query.input(ints("i64", sizes)),
            None => query,
        })
    };
    for version in [9, 11, 22] {
        let query =
            OpQuery::onnx("MaxUnpool", version).attribute("kernel_shape", vec![2]).attribute("pads", vec![1, 0]);
        let query = query.input(fact("f32[N,C,5]")).input(fact("i64[N,C,5]"));
        assert_eq!(type_and_codes(query), ("f32[N,C,5]".into(), vec![]));
    }
    assert_eq!(of("f32[1,1,2,3]", "i64[1,1,2,3]", None), ("f32[1,1,4,6]".into(), vec![]));
    assert_eq!(of("f32[1,1,2,?]", "i64[1,1,2,3]", Some(&[1, 1, 5, 7])), ("f32[1,1,5,7]".into(), vec![]));
    assert_eq!(of("f32[1,1,2,3]", "i64[1,1,2,2]", None).1, ["OP201"]);
    assert_eq!(of("f32[1,1,2,3]", "i64[1,1,2,3]", Some(&[5, 7])), ("f32[1,1,?,?]".into(), vec!["OP201"]));
    assert_eq!(of("f32[1,1,2,3]", "i64[1,1,2,3]", Some(&[2, 1, 5, 7])), ("f32[?,1,5,7]".into(), vec!["OP201"]));
    assert_eq!(of("f32[1,1,2,3]", "i64[1,1,2,3]", Some(&[1, 1, 3, 7])), ("f32[1,1,3,7]".into(), vec!["OP202"]));
    assert_eq!(of("f32[1,1,2]", "i64[1,1,2]", None).1, ["OP203"]);
}
