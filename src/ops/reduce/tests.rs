use half::f16;

use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::limits::Limits;
use crate::op_query::OpQuery;
use crate::shape::Shape;
use crate::tensor::{EvalError, Tensor};

fn data(shape: Shape) -> Fact {
    Fact::tensor(ElementType::F32, shape)
}

fn axes(list: &[i64]) -> Fact {
    let fact = Fact::tensor(ElementType::I64, Shape::from_dims([list.len() as u64]));
    fact.with_elements(Some(Elements::of_ints(list.iter().copied())))
}

fn runtime(count: Dim) -> Fact {
    Fact::tensor(ElementType::I64, Shape::from_dims([count]))
}

/// The shape and the codes of one question.
fn answer(query: OpQuery) -> (String, Vec<&'static str>) {
    let answer = query.infer();
    let codes = answer.findings.iter().map(|f| f.rule.code).collect();
    (answer.outputs[0].shape().to_string(), codes)
}

fn onnx(version: i64, shape: Shape, axes: Fact, keep: i64) -> (String, Vec<&'static str>) {
    answer(OpQuery::onnx("ReduceMin", version).attribute("keepdims", keep).input(data(shape)).input(axes))
}

fn openvino(shape: Shape, axes: Fact, keep: bool) -> (String, Vec<&'static str>) {
    answer(OpQuery::openvino("ReduceMin", 1).attribute("keep_dims", keep).input(data(shape)).input(axes))
}

fn ok(shape: &str) -> (String, Vec<&'static str>) {
    (shape.to_owned(), vec![])
}

const D234: [u64; 3] = [2, 3, 4];

#[test]
fn table_3_known_axes() {
    assert_eq!(onnx(18, Shape::from_dims(D234), axes(&[1]), 1), ok("[2,1,4]"));
    assert_eq!(onnx(18, Shape::from_dims(D234), axes(&[-1, 0]), 0), ok("[3]"));
    let symbolic = Shape::from_dims([Dim::from("N"), Dim::interval(2, 5), Dim::unknown()]);
    assert_eq!(onnx(20, symbolic, axes(&[2]), 0), ok("[N,2..5]"));
    assert_eq!(openvino(Shape::from_dims(D234), axes(&[-2]), false), ok("[2,4]"));
    assert_eq!(onnx(18, Shape::UNKNOWN, axes(&[3]), 1), ok("[...]"));
}

#[test]
fn table_3_runtime_axes() {
    assert_eq!(onnx(18, Shape::from_dims(D234), runtime(Dim::unknown()), 1), ok("[1..2,1..3,1..4]"));
    assert_eq!(onnx(18, Shape::from_dims(D234), runtime(1.into()), 0), ok("[2..3,3..4]"));
    assert_eq!(onnx(18, Shape::from_dims(D234), runtime(2.into()), 0), ok("[...]"));
    assert_eq!(openvino(Shape::from_dims(D234), runtime(2.into()), false), ok("[2..4]"));
    assert_eq!(openvino(Shape::from_dims(D234), runtime(3.into()), true), ok("[1,1,1]"));
    assert_eq!(openvino(Shape::from_dims(D234), runtime(0.into()), true), ok("[2,3,4]"));
    assert_eq!(onnx(18, Shape::from_dims(D234), runtime(0.into()), 0), ok("[]"));
}

#[test]
fn the_three_meanings_of_empty() {
    assert_eq!(onnx(18, Shape::from_dims(D234), axes(&[]), 0), ok("[]"));
    assert_eq!(openvino(Shape::from_dims(D234), axes(&[]), false), ok("[2,3,4]"));
    let noop = OpQuery::onnx("ReduceMin", 18).attribute("noop_with_empty_axes", 1).input(data(Shape::from_dims(D234)));
    assert_eq!(answer(noop), ok("[2,3,4]"));
    let all = OpQuery::onnx("ReduceMin", 13).attribute("keepdims", 0).input(data(Shape::UNKNOWN));
    assert_eq!(answer(all), ok("[]"));
    let empty = OpQuery::onnx("ReduceMin", 13).attribute("axes", Vec::<i64>::new()).input(data(Shape::from_dims(D234)));
    assert_eq!(answer(empty), ok("[1,1,1]"));
}

#[test]
fn a_fault_is_one_finding_and_leaves_the_weakest_fact() {
    assert_eq!(onnx(18, Shape::from_dims(D234), axes(&[3]), 1), ("[?,?,?]".to_owned(), vec!["OP102"]));
    assert_eq!(onnx(18, Shape::from_dims(D234), axes(&[-4]), 0), ("[...]".to_owned(), vec!["OP102"]));
    assert_eq!(onnx(18, Shape::from_dims(D234), axes(&[1, -2]), 0), ("[2,4]".to_owned(), vec!["OP103"]));
    assert_eq!(openvino(Shape::from_dims(D234), axes(&[1, 1]), true), ("[2,1,4]".to_owned(), vec!["OP103"]));
    assert_eq!(onnx(18, Shape::scalar(), axes(&[0]), 1), ("[]".to_owned(), vec!["OP102"]));
    assert_eq!(onnx(18, Shape::from_dims(D234), runtime(4.into()), 1), ("[?,?,?]".to_owned(), vec!["OP108"]));
    assert_eq!(onnx(18, Shape::from_dims(D234), axes(&[1]), 2).1, ["OP105"]);
    assert_eq!(onnx(18, Shape::from_dims([2u64, 0, 4]), axes(&[1]), 1), ("[2,1,4]".to_owned(), vec!["SH301"]));
    assert_eq!(onnx(18, Shape::from_dims([0u64, 0, 4]), axes(&[1]), 1), ok("[0,1,4]"));
}

#[test]
fn bounds_of_shape_arithmetic_survive() {
    let dims = Shape::from_dims([Dim::interval(1, 8), Dim::interval(2, 3), Dim::exact(6)]);
    let elements = Elements::Ints(dims.dims().unwrap().iter().map(Into::into).collect());
    let sizes = Fact::tensor(ElementType::I64, Shape::from_dims([3u64])).with_elements(Some(elements));
    let query = OpQuery::openvino("ReduceMin", 1).attribute("keep_dims", true).input(sizes.clone()).input(axes(&[0]));
    let answer = query.infer();
    let crate::fact::KnownValue::Elements(Elements::Ints(ints)) = &answer.outputs[0].value else {
        panic!("no elements")
    };
    assert_eq!(ints[0].to_string(), "1..3");
    let query = OpQuery::openvino("ReduceProd", 1).attribute("keep_dims", true).input(sizes).input(axes(&[0]));
    let crate::fact::KnownValue::Elements(Elements::Ints(ints)) = &query.infer().outputs[0].value else {
        panic!("no elements")
    };
    assert_eq!(ints[0].to_string(), "12..144");
}

/// The only result of a reduction of all elements.
fn reduced<T: crate::tensor::NativeElement>(query: OpQuery, values: Vec<T>) -> Result<T, EvalError> {
    let data = Tensor::new([values.len()], values).unwrap();
    let made = query.tensor(data).tensor(Tensor::new([1], vec![0i64]).unwrap()).evaluate()?.remove(0);
    Ok(made.values::<T>().unwrap()[0])
}

#[test]
fn siblings_as_the_references_give_them() {
    let onnx = |op: &str| OpQuery::onnx(op, 18);
    // What onnx.reference and ONNX Runtime agree on, or the one of them that runs it.
    assert_eq!(reduced(onnx("ReduceMean"), vec![-7i32, 4]), Ok(-1));
    assert_eq!(reduced(onnx("ReduceL1"), vec![7i32, -3, -9, 2]), Ok(21));
    assert_eq!(reduced(onnx("ReduceL2"), vec![20i32, 21]), Ok(29));
    assert_eq!(reduced(onnx("ReduceL2"), vec![f16::from_f32(300.0); 2]), Ok(f16::from_f32(424.25)));
    assert_eq!(reduced(onnx("ReduceLogSum"), vec![20i64, 21]), Ok(3));
    assert_eq!(reduced(onnx("ReduceLogSumExp"), vec![1000i64, 1000]), Ok(1000));
    assert_eq!(reduced(onnx("ReduceLogSumExp"), vec![3e38f32, 3e38]), Ok(3e38));
    assert_eq!(reduced(onnx("ReduceLogSumExp"), vec![f32::NEG_INFINITY; 2]), Ok(f32::NEG_INFINITY));
    assert_eq!(reduced(onnx("ReduceSumSquare"), vec![1000i64, -1000]), Ok(2_000_000));
    assert_eq!(reduced(OpQuery::onnx("ReduceSum", 13), vec![i32::MAX, i32::MAX, 5]), Ok(3), "wraps around");
    assert_eq!(reduced(OpQuery::onnx("ReduceSum", 13), vec![f16::from_f32(60000.0); 2]), Ok(f16::INFINITY));
    assert_eq!(reduced(OpQuery::onnx("ReduceSum", 13), vec![1.0, 1e100, 1.0, -1e100]), Ok(2.0), "better than either");
    let prod = OpQuery::openvino("ReduceProd", 1);
    assert_eq!(reduced(prod, vec![f32::INFINITY, f32::NEG_INFINITY, 1.0]), Ok(f32::NEG_INFINITY));
    // They overflow here, each in its own way; a mean never need.
    assert_eq!(reduced(onnx("ReduceMean"), vec![i64::MAX; 2]), Ok(i64::MAX));
    assert_eq!(reduced(OpQuery::openvino("ReduceMean", 1), vec![u32::MAX; 3]), Ok(u32::MAX));
    assert!(matches!(reduced(onnx("ReduceLogSum"), vec![-5i32]), Err(EvalError::Undefined(_))));
    assert!(matches!(reduced(onnx("ReduceMean"), Vec::<f32>::new()), Err(EvalError::Undefined(_))));
}

#[test]
fn axes_too_many_to_be_followed_are_read_all_the_same() {
    let limits = Limits { max_tracked_elements_per_tensor: 0, ..Limits::default() };
    let data = Tensor::new([1, 1], vec![5i8]).unwrap();
    let run = |axes: Vec<i32>| {
        let axes = Tensor::new([axes.len()], axes).unwrap();
        let query = OpQuery::openvino("ReduceL1", 4).attribute("keep_dims", true);
        query.tensor(data.clone()).tensor(axes).evaluate_within(&limits)
    };
    assert_eq!(run(vec![-1, 0]).unwrap()[0], data);
    let refusal = run(vec![0, 7]).unwrap_err();
    assert_eq!(refusal, EvalError::Invalid("axis 7 is out of range for rank 2 (valid: -2..=1)".to_owned()));
}

#[test]
fn a_run_of_one_element_is_shared() {
    let data = Tensor::new([2, 1, 3], vec![f32::NAN; 6]).unwrap();
    let axes = Tensor::new([1], vec![1i64]).unwrap();
    let made = OpQuery::onnx("ReduceMin", 18).tensor(data.clone()).tensor(axes).evaluate().unwrap().remove(0);
    assert_eq!(made.values::<f32>().unwrap().as_ptr(), data.values::<f32>().unwrap().as_ptr());
}

/// Axes within bounds or by name, with the shape and codes for data of rank 3.
fn open_axes(list: &[SymInt], keep: i64) -> (String, Vec<&'static str>) {
    let fact = Fact::tensor(ElementType::I64, Shape::from_dims([list.len() as u64]));
    onnx(18, Shape::from_dims(D234), fact.with_elements(Some(Elements::Ints(list.into()))), keep)
}

#[test]
fn open_axes_are_checked_where_no_run_is_right() {
    let named = |text: &str| SymInt::from(&Dim::from(text));
    assert_eq!(open_axes(&[SymInt::interval(3, 9)], 1), ("[?,?,?]".into(), vec!["OP102"]));
    assert_eq!(open_axes(&[SymInt::interval(-9, -4)], 0), ("[...]".into(), vec!["OP102"]));
    assert_eq!(open_axes(&[SymInt::interval(2, 9)], 1).1, [""; 0]);
    assert_eq!(open_axes(&[SymInt::interval(-9, -3)], 1).1, [""; 0]);
    assert_eq!(open_axes(&[named("N"), named("N")], 1).1, ["OP103"]);
    assert_eq!(open_axes(&[named("N"), named("M")], 1).1, [""; 0]);
    assert_eq!(open_axes(&[SymInt::exact(1), SymInt::interval(0, 2), SymInt::exact(-2)], 0).1, ["OP103"]);
    assert_eq!(open_axes(&[SymInt::interval(0, 2), SymInt::interval(0, 2)], 1).1, [""; 0]);
    let mixed = Fact::tensor(ElementType::I64, Shape::from_dims([3u64]));
    let list: Elements = Elements::Ints([SymInt::exact(1), SymInt::interval(0, 2), SymInt::exact(-2)].into());
    let query =
        OpQuery::onnx("ReduceMin", 18).input(data(Shape::from_dims(D234))).input(mixed.with_elements(Some(list)));
    assert_eq!(query.infer().findings[0].message, "axis -2 names dimension 1 a second time, after 1");
}

#[test]
fn an_empty_dimension_named_from_the_end_is_noted() {
    let notes = |axis: i64| {
        let query = OpQuery::onnx("ReduceMin", 18).input(data(Shape::from_dims([2, 0]))).input(axes(&[axis]));
        let findings = query.infer().findings;
        assert_eq!(findings.len(), 1);
        findings[0].notes.iter().filter(|note| note.contains("negative axis")).count()
    };
    assert_eq!((notes(-1), notes(1)), (1, 0));
}
