use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, int, ints, type_and_codes};

#[test]
fn onnx_keeps_the_shape() {
    for version in [1, 13] {
        let lrn = |size: i64| {
            type_and_codes(OpQuery::onnx("LRN", version).attribute("size", size).input(fact("f32[N,3,H,W]")))
        };
        assert_eq!(lrn(3), ("f32[N,3,H,W]".into(), vec![]));
        assert_eq!((lrn(4).1, lrn(0).1), (vec!["OP105"], vec!["OP105"]));
    }
    for version in [1, 22] {
        let lp = |p: i64, x: &str| {
            type_and_codes(OpQuery::onnx("LpNormalization", version).attribute("p", p).input(fact(x)))
        };
        assert_eq!(lp(1, "f32[N,3]"), ("f32[N,3]".into(), vec![]));
        assert_eq!((lp(3, "f32[N,3]").1, lp(2, "f32[]").1), (vec!["OP105"], vec!["OP102"]));
    }
    for version in [9, 13] {
        let mean = |axes: Vec<i64>| {
            type_and_codes(
                OpQuery::onnx("MeanVarianceNormalization", version).attribute("axes", axes).input(fact("f32[N,3,H]")),
            )
        };
        assert_eq!((mean(vec![1, -1, -2]).1, mean(vec![0, 2, 3]).1, mean(vec![4]).1), (vec![], vec![], vec!["OP102"]));
        let default = OpQuery::onnx("MeanVarianceNormalization", version).input(fact("f32[...]"));
        assert_eq!(type_and_codes(default), ("f32[...]".into(), vec![]));
    }
}

#[test]
fn ir_keeps_the_shape() {
    let mvn = OpQuery::openvino("MVN", 2).attribute("eps", 0.1f32).attribute("across_channels", true);
    assert_eq!(
        type_and_codes(mvn.attribute("normalize_variance", false).input(fact("f16[N,3]"))),
        ("f16[N,3]".into(), vec![])
    );
    let mvn = |axes| {
        let query = OpQuery::openvino("MVN", 6).attribute("eps", 0.1f32).attribute("normalize_variance", true);
        type_and_codes(query.attribute("eps_mode", "inside_sqrt").input(fact("f32[N,3]")).input(axes))
    };
    assert_eq!(mvn(ints("i64", &[1, -1])), ("f32[N,3]".into(), vec![]));
    assert_eq!(mvn(ints("i64", &[2])).1, ["OP102"]);
    assert_eq!(mvn(int("i32", 1)).1, ["OP107"]);
    let l2 = |axes| {
        let query = OpQuery::openvino("NormalizeL2", 1).attribute("eps", 0.1f32).attribute("eps_mode", "max");
        type_and_codes(query.input(fact("f32[...]")).input(axes)).1
    };
    assert!(l2(int("i64", 1)).is_empty() && l2(fact("i64[?]")).is_empty());
    let lrn = |axes| {
        let query = OpQuery::openvino("LRN", 1).attribute("alpha", 0.1f32).attribute("beta", 0.1f32);
        type_and_codes(query.attribute("bias", 1.0f32).attribute("size", 4).input(fact("f32[N,3,4]")).input(axes)).1
    };
    assert_eq!((lrn(ints("i64", &[1])), lrn(ints("i64", &[3]))), (vec![], vec!["OP102"]));
    let grn = |x: &str| type_and_codes(OpQuery::openvino("GRN", 1).attribute("bias", 0.1f32).input(fact(x))).1;
    assert_eq!((grn("f32[N,3,4,5]"), grn("f32[N]")), (vec![], vec!["OP203"]));
}
