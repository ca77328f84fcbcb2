use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, floats, int, ints, sizes, type_and_codes, values};
use crate::tensor::{EvalError, Tensor};

fn onnx(op: &str, version: i64, a: &str, b: &str) -> (String, Vec<&'static str>) {
    type_and_codes(OpQuery::onnx(op, version).input(fact(a)).input(fact(b)))
}

fn openvino(op: &str, mode: &str, a: &str, b: &str) -> (String, Vec<&'static str>) {
    type_and_codes(OpQuery::openvino(op, 1).attribute("auto_broadcast", mode).input(fact(a)).input(fact(b)))
}

fn ok(ty: &str) -> (String, Vec<&'static str>) {
    (ty.to_owned(), vec![])
}

#[test]
fn shapes_stretch_as_numpy_does() {
    for op in ["Add", "Sub", "Mul", "Div", "Pow"] {
        assert_eq!(onnx(op, 15, "f32[N,1,4]", "f32[3,1]"), ok("f32[N,3,4]"), "{op}");
    }
    assert_eq!(onnx("Add", 14, "f32[N,4]", "f32[M,4]"), ok("f32[min(1,M,N)*max(M,N),4]"));
    assert_eq!(onnx("Add", 14, "f32[N,4]", "f32[8,?]"), ok("f32[8,4]"));
    assert_eq!(onnx("Add", 14, "f32[...]", "f32[8,1]"), ok("f32[...]"));
    assert_eq!(onnx("Add", 14, "f32[...]", "f32[]"), ok("f32[...]"));
    assert_eq!(openvino("Subtract", "numpy", "f32[2,1]", "f32[3]"), ok("f32[2,3]"));
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

#[test]
fn versions_before_7_broadcast_on_demand() {
    let legacy = |broadcast: i64, axis: i64, b: &str| {
        let query = OpQuery::onnx("Add", 6).attribute("broadcast", broadcast).attribute("axis", axis);
        type_and_codes(query.input(fact("f32[2,3,4,5]")).input(fact(b)))
    };
    assert_eq!(legacy(1, 1, "f32[3,4]"), ok("f32[2,3,4,5]"));
    assert_eq!(legacy(1, 0, "f32[2]"), ok("f32[2,3,4,5]"));
    assert_eq!(legacy(1, 1, "f32[4,5]").1, ["OP201"]);
    assert_eq!(legacy(0, 0, "f32[5]").1, ["OP201"]);
    assert_eq!(legacy(2, 0, "f32[5]").1, ["OP105"]);
    assert_eq!(onnx("Add", 6, "f32[2,N]", "f32[2,3]"), ok("f32[2,3]"));
    assert_eq!(onnx("Sum", 6, "f32[2,3]", "f32[1,3]").1, ["OP201"]);
    assert_eq!(onnx("Sum", 8, "f32[2,3]", "f32[1,3]"), ok("f32[2,3]"));
}

#[test]
fn paddles_rule_lays_the_second_into_the_first() {
    assert_eq!(openvino("Add", "pdpd", "f32[2,3,4]", "f32[2,3]"), ok("f32[2,3,4]"));
    assert_eq!(openvino("Add", "pdpd", "f32[2,?,4]", "f32[1,3]"), ok("f32[2,3,4]"));
    assert_eq!(openvino("Add", "pdpd", "f32[2,3,4]", "f32[3,4]").1, ["OP201"]);
    assert_eq!(openvino("Add", "pdpd", "f32[2,1,4]", "f32[1,0]"), ok("f32[2,0,4]"));
    assert_eq!(openvino("Add", "pdpd", "f32[2,1,4]", "f32[1,?]"), ok("f32[2,0..1,4]"));
    assert_eq!(openvino("Add", "numpyy", "f32[2,3,4]", "f32[3,4]"), ("f32[...]".into(), vec!["OP105"]));
}

#[test]
fn the_type_is_the_common_one() {
    assert_eq!(onnx("Add", 14, "?[2]", "i64[2]"), ok("i64[2]"));
    assert_eq!(onnx("Add", 14, "f32[2]", "i64[2]"), ("?[2]".into(), vec!["TY102"]));
    assert_eq!(onnx("Pow", 15, "f32[2]", "i64[2]"), ok("f32[2]"));
    assert_eq!(openvino("Power", "numpy", "f32[2]", "i64[2]").1, ["TY102"]);
}

#[test]
fn integers_divide_as_each_specification_says() {
    let of = |query: OpQuery| values(query.input(ints("i64", &[-7, 7, -7])).input(ints("i64", &[2, -2, -2])));
    assert_eq!(of(OpQuery::onnx("Div", 14)), ["-3", "-3", "3"]);
    assert_eq!(of(OpQuery::onnx("Mod", 13)), ["1", "-1", "-1"]);
    assert_eq!(of(OpQuery::onnx("Mod", 13).attribute("fmod", 1)), ["-1", "1", "-1"]);
    assert_eq!(of(OpQuery::openvino("Divide", 1)), ["-4", "-4", "3"]);
    assert_eq!(of(OpQuery::openvino("Divide", 1).attribute("m_pythondiv", false)), ["-3", "-3", "3"]);
    assert_eq!(of(OpQuery::openvino("Mod", 1)), ["-1", "1", "-1"]);
    assert_eq!(of(OpQuery::openvino("FloorMod", 1)), ["1", "-1", "-1"]);
}

#[test]
fn sizes_keep_bounds_and_names() {
    let of = |op: &str, shape: &str, by: i64| values(OpQuery::onnx(op, 14).input(sizes(shape)).input(int("i64", by)));
    assert_eq!(of("Add", "N,4,2..3", 0), ["N", "4", "2..3"]);
    assert_eq!(of("Mul", "N,4,2..3", 1), ["N", "4", "2..3"]);
    assert_eq!(of("Add", "2..3", 5), ["7..8"]);
    assert_eq!(of("Div", "8,2..9", 2), ["4", "1..4"]);
    assert_eq!(of("Max", "4,2..9,0..3", 3), ["4", "3..9", "3"]);
    let square = OpQuery::openvino("SquaredDifference", 1).input(sizes("2..5")).input(int("i64", 4));
    assert_eq!(values(square), ["0..4"]);
    let shifted = OpQuery::onnx("BitShift", 11).attribute("direction", "RIGHT");
    assert_eq!(values(shifted.input(ints("u8", &[200])).input(ints("u8", &[3]))), ["25"]);
}

#[test]
fn floats_are_rounded_to_their_type() {
    let third =
        |element: &str| values(OpQuery::onnx("Div", 14).input(floats(element, &[1.0])).input(floats(element, &[3.0])));
    assert_eq!(third("f64"), [(1.0f64 / 3.0).to_string()]);
    assert_eq!(third("f32"), [f64::from(1.0f32 / 3.0).to_string()]);
}

#[test]
fn shifts_by_more_than_there_is_have_a_result_since_version_28() {
    let shift = |version: i64, direction: &str| {
        let of = |values: Vec<i32>| Tensor::new([values.len()], values).unwrap();
        let query = OpQuery::onnx("BitShift", version).attribute("direction", direction);
        query.tensor(of(vec![-8, 4, -8])).tensor(of(vec![32, -1, 1])).evaluate()
    };
    assert_eq!(shift(28, "RIGHT").unwrap()[0].values::<i32>(), Some(&[-1, 0, -4][..]));
    assert_eq!(shift(28, "LEFT").unwrap()[0].values::<i32>(), Some(&[0, 0, -16][..]));
    let unsigned = |version| {
        let of = |value| Tensor::new([1], vec![value]).unwrap();
        OpQuery::onnx("BitShift", version).attribute("direction", "LEFT").tensor(of(3u8)).tensor(of(8)).evaluate()
    };
    assert!(matches!(unsigned(11), Err(EvalError::Undefined(_))), "version 11 says nothing of it");
}

#[test]
fn one_input_bounds_integers_of_which_nothing_is_known() {
    let of = |op: &str, version, element: &str, bound: i64| {
        values(OpQuery::onnx(op, version).input(fact(&format!("{element}[]"))).input(int(element, bound)))
    };
    assert_eq!(of("Max", 13, "i64", 1), ["1..9223372036854775807"]);
    assert_eq!(of("Min", 13, "u8", 7), ["0..7"]);
    assert_eq!(of("Mod", 13, "i32", 8), ["0..7"]);
    assert_eq!(of("BitwiseAnd", 18, "i64", 7), ["0..7"]);
    for (op, version, bound) in [("BitwiseAnd", 18, -8), ("Mod", 13, 0), ("Max", 13, i64::MIN), ("Add", 14, 1)] {
        assert!(of(op, version, "i64", bound).is_empty(), "{op}: no more than the type says");
    }
}
