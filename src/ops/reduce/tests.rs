use crate::analyze::analyze;
use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::elements::SymInt;
use crate::fact::Fact;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::limits::Limits;
use crate::op_query::OpQuery;
use crate::options::AnalysisOptions;
use crate::shape::Shape;
use crate::source::Source;
use crate::tensor::{EvalError, Tensor};

fn data(shape: Shape) -> Fact {
    Fact::tensor(ElementType::F32, shape)
}

fn axes(list: &[i64]) -> Fact {
    let fact = Fact::tensor(ElementType::I64, Shape::from_dims([list.len() as u64]));
    fact.with_elements(Some(Elements::of_ints(list.iter().copied())))
}

/// The shape and the codes of one query.
fn answer(query: OpQuery) -> (String, Vec<&'static str>) {
    let answer = query.infer();
    let codes = answer.findings.iter().map(|f| f.rule.as_static().map_or("", |rule| rule.code())).collect();
    (answer.outputs[0].shape().to_string(), codes)
}

fn onnx(version: i64, shape: Shape, axes: Fact, keep: i64) -> (String, Vec<&'static str>) {
    answer(OpQuery::onnx("ReduceMin", version).attribute("keepdims", keep).input(data(shape)).input(axes))
}

const D234: [u64; 3] = [2, 3, 4];

#[test]
fn untracked_axes_are_still_read() {
    let limits = Limits { max_tracked_elements_per_tensor: 0, ..Limits::default() };
    let options = AnalysisOptions { limits, ..AnalysisOptions::default() };
    let data = Tensor::new([1, 1], vec![5i8]).unwrap();
    let run = |axes: Vec<i32>| {
        let axes = Tensor::new([axes.len()], axes).unwrap();
        let query = OpQuery::openvino("ReduceL1", 4).attribute("keep_dims", true);
        query.tensor(data.clone()).tensor(axes).evaluate_with(&options)
    };
    assert_eq!(run(vec![-1, 0]).unwrap()[0], data);
    let refusal = run(vec![0, 7]).unwrap_err();
    assert_eq!(refusal, EvalError::Invalid("axis 7 is out of range for rank 2; expected -2..=1".to_owned()));
}

#[test]
fn a_run_of_one_element_is_shared() {
    let data = Tensor::new([2, 1, 3], vec![f32::NAN; 6]).unwrap();
    let axes = Tensor::new([1], vec![1i64]).unwrap();
    let made = OpQuery::onnx("ReduceMin", 18).tensor(data.clone()).tensor(axes).evaluate().unwrap().remove(0);
    assert_eq!(made.values::<f32>().unwrap().as_ptr(), data.values::<f32>().unwrap().as_ptr());
}

/// Axes with bounds or symbols, with the shape and codes for data of rank 3.
fn open_axes(list: &[SymInt], keep: i64) -> (String, Vec<&'static str>) {
    let fact = Fact::tensor(ElementType::I64, Shape::from_dims([list.len() as u64]));
    onnx(18, Shape::from_dims(D234), fact.with_elements(Some(Elements::Ints(list.into()))), keep)
}

#[test]
fn open_axes_are_reported_if_every_run_fails() {
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
    assert_eq!(query.infer().findings[0].message, "axis -2 is a duplicate of axis 1: both refer to dimension 1");
}

#[test]
fn an_empty_dimension_with_a_negative_axis_is_noted() {
    let notes = |axis: i64| {
        let query = OpQuery::onnx("ReduceMin", 18).input(data(Shape::from_dims([2, 0]))).input(axes(&[axis]));
        let findings = query.infer().findings;
        assert_eq!(findings.len(), 1);
        findings[0].notes.iter().filter(|note| note.contains("negative axis")).count()
    };
    assert_eq!((notes(-1), notes(1)), (1, 0));
}

/// The first findings of a rule are kept although those of another one are only counted, and need their texts.
#[test]
fn the_first_wrong_axes_after_very_many_other_errors_have_their_messages() {
    let nodes = |of: &str, count: usize| (0..count).map(|i| of.replace('#', &i.to_string())).collect::<String>();
    let others = nodes("v# = Relu <wrong# = 1> (x)\n", 30);
    let wrong = nodes("w# = ReduceMin <axes = [4]> (x)\n", 40) + &nodes("u# = Add (x, z)\n", 40);
    let text = format!(
        "<ir_version: 8, opset_import: [\"\" : 13]>\ng (float[2] x, float[3] z) => (float[2] y) {{\n{others}{wrong}y = Relu (x)\n}}"
    );
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let limits = Limits { max_diagnostics: 25, ..Limits::default() };
    let findings = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() }).findings;
    for (code, start) in [
        ("OP102", "axis 4 is out of range for input `x` of rank 1"),
        ("OP201", "input `x` of shape [2] and input `z` of shape [3]"),
    ] {
        let found: Vec<&str> = findings.iter().filter(|f| f.rule.code() == code).map(|f| &*f.message).collect();
        let (last, listed) = found.split_last().expect("findings");
        assert_eq!((listed.len(), *last), (20, "20 more errors of this rule are not listed"));
        assert!(listed.iter().all(|message| message.starts_with(start)), "{listed:?}");
    }
}
