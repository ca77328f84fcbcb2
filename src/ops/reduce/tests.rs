use crate::ops::Query;
use crate::{Dim, ElementType, Elements, Fact, Shape};

fn data(shape: Shape) -> Fact {
    Fact::tensor(ElementType::F32, shape)
}

fn axes(list: &[i64]) -> Fact {
    let fact = Fact::tensor(ElementType::I64, Shape::of([list.len() as u64]));
    fact.with_elements(Some(Elements::of_ints(list.iter().copied())))
}

fn runtime(count: Dim) -> Fact {
    Fact::tensor(ElementType::I64, Shape::of([count]))
}

/// The shape and the codes of one question.
fn answer(query: Query) -> (String, Vec<&'static str>) {
    let answer = query.infer();
    let codes = answer.findings.iter().map(|f| f.rule.code).collect();
    (answer.outputs[0].shape().to_string(), codes)
}

fn onnx(version: i64, shape: Shape, axes: Fact, keep: i64) -> (String, Vec<&'static str>) {
    answer(Query::onnx("ReduceMin", version).attribute("keepdims", keep).input(data(shape)).input(axes))
}

fn openvino(shape: Shape, axes: Fact, keep: bool) -> (String, Vec<&'static str>) {
    answer(Query::openvino("ReduceMin", 1).attribute("keep_dims", keep).input(data(shape)).input(axes))
}

fn ok(shape: &str) -> (String, Vec<&'static str>) {
    (shape.to_owned(), vec![])
}

const D234: [u64; 3] = [2, 3, 4];

#[test]
fn table_3_known_axes() {
    assert_eq!(onnx(18, Shape::of(D234), axes(&[1]), 1), ok("[2,1,4]"));
    assert_eq!(onnx(18, Shape::of(D234), axes(&[-1, 0]), 0), ok("[3]"));
    let symbolic = Shape::of([Dim::from("N"), Dim::interval(2, 5), Dim::any()]);
    assert_eq!(onnx(20, symbolic, axes(&[2]), 0), ok("[N,2..5]"));
    assert_eq!(openvino(Shape::of(D234), axes(&[-2]), false), ok("[2,4]"));
    assert_eq!(onnx(18, Shape::UNKNOWN, axes(&[3]), 1), ok("[...]"));
}

#[test]
fn table_3_runtime_axes() {
    assert_eq!(onnx(18, Shape::of(D234), runtime(Dim::any()), 1), ok("[1..2,1..3,1..4]"));
    assert_eq!(onnx(18, Shape::of(D234), runtime(1.into()), 0), ok("[2..3,3..4]"));
    assert_eq!(onnx(18, Shape::of(D234), runtime(2.into()), 0), ok("[...]"));
    assert_eq!(openvino(Shape::of(D234), runtime(2.into()), false), ok("[2..4]"));
    assert_eq!(openvino(Shape::of(D234), runtime(3.into()), true), ok("[1,1,1]"));
    assert_eq!(openvino(Shape::of(D234), runtime(0.into()), true), ok("[2,3,4]"));
    assert_eq!(onnx(18, Shape::of(D234), runtime(0.into()), 0), ok("[]"));
}

#[test]
fn the_three_meanings_of_empty() {
    assert_eq!(onnx(18, Shape::of(D234), axes(&[]), 0), ok("[]"));
    assert_eq!(openvino(Shape::of(D234), axes(&[]), false), ok("[2,3,4]"));
    let noop = Query::onnx("ReduceMin", 18).attribute("noop_with_empty_axes", 1).input(data(Shape::of(D234)));
    assert_eq!(answer(noop), ok("[2,3,4]"));
    let all = Query::onnx("ReduceMin", 13).attribute("keepdims", 0).input(data(Shape::UNKNOWN));
    assert_eq!(answer(all), ok("[]"));
    let empty = Query::onnx("ReduceMin", 13).attribute("axes", Vec::<i64>::new()).input(data(Shape::of(D234)));
    assert_eq!(answer(empty), ok("[1,1,1]"));
}

#[test]
fn a_fault_is_one_finding_and_leaves_the_weakest_fact() {
    assert_eq!(onnx(18, Shape::of(D234), axes(&[3]), 1), ("[?,?,?]".to_owned(), vec!["OP102"]));
    assert_eq!(onnx(18, Shape::of(D234), axes(&[-4]), 0), ("[...]".to_owned(), vec!["OP102"]));
    assert_eq!(onnx(18, Shape::of(D234), axes(&[1, -2]), 0), ("[2,4]".to_owned(), vec!["OP103"]));
    assert_eq!(openvino(Shape::of(D234), axes(&[1, 1]), true), ("[2,1,4]".to_owned(), vec!["OP103"]));
    assert_eq!(onnx(18, Shape::scalar(), axes(&[0]), 1), ("[]".to_owned(), vec!["OP102"]));
    assert_eq!(onnx(18, Shape::of(D234), runtime(4.into()), 1), ("[?,?,?]".to_owned(), vec!["OP108"]));
    assert_eq!(onnx(18, Shape::of(D234), axes(&[1]), 2).1, ["OP105"]);
    assert_eq!(onnx(18, Shape::of([2u64, 0, 4]), axes(&[1]), 1), ("[2,1,4]".to_owned(), vec!["SH301"]));
    assert_eq!(onnx(18, Shape::of([0u64, 0, 4]), axes(&[1]), 1), ok("[0,1,4]"));
}

#[test]
fn bounds_of_shape_arithmetic_survive() {
    let dims = Shape::of([Dim::interval(1, 8), Dim::interval(2, 3), Dim::exact(6)]);
    let elements = Elements::Ints(dims.dims().unwrap().iter().map(Into::into).collect());
    let sizes = Fact::tensor(ElementType::I64, Shape::of([3u64])).with_elements(Some(elements));
    let query = Query::openvino("ReduceMin", 1).attribute("keep_dims", true).input(sizes.clone()).input(axes(&[0]));
    let answer = query.infer();
    let crate::Content::Elements(Elements::Ints(ints)) = &answer.outputs[0].content else { panic!("no elements") };
    assert_eq!(ints[0].to_string(), "1..3");
    let query = Query::openvino("ReduceProd", 1).attribute("keep_dims", true).input(sizes).input(axes(&[0]));
    let crate::Content::Elements(Elements::Ints(ints)) = &query.infer().outputs[0].content else {
        panic!("no elements")
    };
    assert_eq!(ints[0].to_string(), "12..144");
}
