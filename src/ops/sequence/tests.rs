use crate::fact::{Fact, ValueType};
use crate::op_query::OpQuery;
use crate::ops::test_util::{ask, fact, int, ints};

fn made(items: &[Fact]) -> Fact {
    let query = items.iter().fold(OpQuery::onnx("SequenceConstruct", 11), |query, item| query.input(item.clone()));
    let answer = query.infer();
    assert!(answer.findings.is_empty());
    answer.outputs[0].clone()
}

fn two() -> Fact {
    made(&[fact("f32[2,3]"), fact("f32[N,3]")])
}

fn unknown(inner: &str) -> Fact {
    ValueType::Sequence(fact(inner).ty.into()).into()
}

fn at(sequence: Fact, position: Fact) -> String {
    ask(OpQuery::onnx("SequenceAt", 11).input(sequence).input(position))
}

fn only(query: OpQuery) -> Fact {
    let answer = query.infer();
    assert!(answer.findings.is_empty(), "{:?}", answer.findings);
    answer.outputs[0].clone()
}

#[test]
fn items_keep_what_is_known_of_them() {
    assert_eq!(two().ty.to_string(), "seq(f32[?,3])");
    assert_eq!(at(two(), int("i64", 0)), "f32[2,3]");
    assert_eq!(at(two(), int("i32", -1)), "f32[N,3]");
    assert_eq!(at(two(), fact("i64[]")), "f32[?,3]");
    assert_eq!(at(unknown("f32[4]"), int("i64", 9)), "f32[4]");
    assert_eq!(at(made(&[ints("i64", &[7]), ints("i64", &[8])]), int("i64", 1)), "i64[1] = 8");
    assert_eq!(at(two(), int("i64", 2)), "f32[?,3] OP202");
    assert_eq!(at(two(), int("i64", -3)), "f32[?,3] OP202");
    assert_eq!(at(two(), ints("i64", &[1])), "f32[N,3] OP203");
    assert_eq!(ask(OpQuery::onnx("SequenceLength", 11).input(two())), "i64[] = 2");
    assert_eq!(ask(OpQuery::onnx("SequenceLength", 11).input(unknown("f32[4]"))), format!("i64[] = 0..{}", i64::MAX));
}

#[test]
fn an_empty_sequence_has_a_type() {
    let empty = || only(OpQuery::onnx("SequenceEmpty", 11));
    assert_eq!(empty().ty.to_string(), "seq(f32[...])");
    assert_eq!(only(OpQuery::onnx("SequenceEmpty", 11).attribute("dtype", 7)).ty.to_string(), "seq(i64[...])");
    assert_eq!(ask(OpQuery::onnx("SequenceEmpty", 11).attribute("dtype", 99)), "seq(?[...]) OP105");
    assert_eq!(at(empty(), int("i64", 0)), "f32[...] OP202");
    assert_eq!(ask(OpQuery::onnx("SequenceErase", 11).input(empty())), "seq(f32[...]) OP202");
    // It says nothing of what is put into it later.
    assert_eq!(empty().join(&two()).ty.to_string(), "seq(f32[?,3])");
    assert_eq!(two().join(&empty()).ty.to_string(), "seq(f32[?,3])");
}

#[test]
fn items_come_and_go() {
    let insert = |sequence: Fact, item: &str| OpQuery::onnx("SequenceInsert", 11).input(sequence).input(fact(item));
    assert_eq!(at(only(insert(two(), "f32[9]")), int("i64", -1)), "f32[9]");
    let first = only(insert(two(), "f32[9]").input(int("i64", -2)));
    assert_eq!((at(first.clone(), int("i64", 0)), at(first, int("i64", 1))), ("f32[9]".into(), "f32[2,3]".into()));
    let somewhere = only(insert(two(), "f32[9,9]").input(fact("i64[]")));
    assert_eq!(at(somewhere.clone(), int("i64", 0)), "f32[?,3..9]");
    assert_eq!(ask(OpQuery::onnx("SequenceLength", 11).input(somewhere)), "i64[] = 3");
    assert_eq!(ask(insert(two(), "f32[2,3]").input(int("i64", 3))), "seq(f32[?,3]) OP202");
    assert_eq!(ask(insert(unknown("f32[4]"), "f32[4]")), "seq(f32[4])");
    assert_eq!(ask(insert(unknown("i64[4]"), "f32[4]")), "seq(?[4]) TY102");
    let erase = |position| OpQuery::onnx("SequenceErase", 11).input(two()).input(int("i64", position));
    assert_eq!(only(erase(0)).ty.to_string(), "seq(f32[N,3])");
    assert_eq!(only(OpQuery::onnx("SequenceErase", 11).input(two())).ty.to_string(), "seq(f32[2,3])");
    assert_eq!(ask(erase(2)), "seq(f32[?,3]) OP202");
    assert_eq!(ask(OpQuery::onnx("SequenceErase", 11).input(unknown("f32[4]"))), "seq(f32[4])");
}

fn split(version: i64, keep: i64, axis: i64, data: &str, sizes: Option<Fact>) -> OpQuery {
    let query = OpQuery::onnx("SplitToSequence", version).attribute("axis", axis).attribute("keepdims", keep);
    let query = query.input(fact(data));
    match sizes {
        Some(sizes) => query.input(sizes),
        None => query,
    }
}

#[test]
fn tensors_are_cut() {
    for version in [11, 24] {
        let last = |query| at(only(query), int("i64", -1));
        assert_eq!(last(split(version, 1, 1, "f32[3,4]", None)), "f32[3,1]");
        assert_eq!(last(split(version, 0, 1, "f32[3,4]", None)), "f32[3]");
        assert_eq!(last(split(version, 1, -1, "f32[3,4]", Some(int("i64", 3)))), "f32[3,1]");
        assert_eq!(last(split(version, 1, 1, "f32[3,4]", Some(ints("i64", &[3, 1])))), "f32[3,1]");
        assert_eq!(last(split(version, 0, 1, "f32[3,4]", Some(ints("i64", &[3, 1])))), "f32[3,1]");
        assert_eq!(last(split(version, 0, 1, "f32[3,4]", Some(int("i64", 1)))), "f32[...]");
        assert_eq!(ask(split(version, 0, 1, "f32[3,4]", Some(int("i64", 2)))), "seq(f32[3,2])");
        assert_eq!(ask(split(version, 1, 1, "f32[3,N]", None)), "seq(f32[3,1])");
        assert_eq!(ask(split(version, 1, 1, "f32[3,N]", Some(int("i64", 4)))), "seq(f32[3,1..4])");
        assert_eq!(ask(split(version, 1, 1, "f32[3,4]", Some(fact("i64[2]")))), "seq(f32[3,0..4])");
        assert_eq!(ask(split(version, 1, 1, "f32[...]", None)), "seq(f32[...])");
    }
    let cut = OpQuery::onnx("SplitToSequence", 11).input(ints("i64", &[5, 6, 7])).input(int("i64", 2));
    assert_eq!(at(only(cut), int("i64", 1)), "i64[1] = 7");
}

#[test]
fn bad_cuts() {
    assert_eq!(ask(split(11, 1, 2, "f32[3,4]", None)), "seq(f32[?,?]) OP102");
    assert_eq!(ask(split(11, 1, 1, "f32[3,4]", Some(int("i64", 0)))), "seq(f32[3,0..4]) OP202");
    assert_eq!(ask(split(11, 1, 1, "f32[3,4]", Some(ints("i64", &[-1, 5])))), "seq(f32[3,0..4]) OP202");
    assert_eq!(ask(split(11, 1, 1, "f32[3,4]", Some(ints("i64", &[1, 2])))), "seq(f32[3,0..4]) OP201");
    assert_eq!(ask(split(11, 1, 1, "f32[3,4]", Some(fact("i64[2,1]")))), "seq(f32[3,0..4]) OP203");
    assert_eq!(ask(split(11, 2, 1, "f32[3,4]", None)), "seq(f32[...]) OP105");
}

fn join(sequence: Fact, axis: i64, new: i64) -> String {
    ask(OpQuery::onnx("ConcatFromSequence", 11).attribute("axis", axis).attribute("new_axis", new).input(sequence))
}

#[test]
fn items_are_joined() {
    assert_eq!(join(made(&[fact("f32[2,3]"), fact("f32[4,?]")]), 0, 0), "f32[6,3]");
    assert_eq!(join(made(&[fact("f32[2,3]"), fact("f32[2,?]")]), -1, 1), "f32[2,3,2]");
    assert_eq!(join(made(&[fact("f32[]"), fact("f32[]")]), 0, 1), "f32[2]");
    assert_eq!(join(unknown("f32[2,3]"), 0, 0), "f32[?,3]");
    assert_eq!(join(unknown("f32[2,3]"), 1, 1), "f32[2,?,3]");
    assert_eq!(join(unknown("f32[...]"), 1, 1), "f32[...]");
    assert_eq!(join(made(&[int("i64", 3), int("i64", 4)]), 0, 1), "i64[2] = 3 4");
    assert_eq!(join(made(&[ints("i64", &[3]), ints("i64", &[4, 5])]), 0, 0), "i64[3] = 3 4 5");
}

#[test]
fn items_that_do_not_fit() {
    assert_eq!(join(made(&[fact("f32[2,3]"), fact("f32[4,5]")]), 0, 0), "f32[?,?] OP201");
    assert_eq!(join(made(&[fact("f32[2,3]"), fact("f32[3,3]")]), 0, 1), "f32[?,?,?] OP201");
    assert_eq!(join(made(&[fact("f32[2,3]"), fact("f32[2]")]), 0, 0), "f32[...] OP203");
    assert_eq!(join(made(&[fact("f32[2,3]")]), 2, 0), "f32[...] OP102");
    assert_eq!(join(only(OpQuery::onnx("SequenceEmpty", 11)), 0, 0), "f32[...] OP202");
    assert_eq!(join(unknown("f32[2,3]"), 0, 2), "f32[...] OP105");
}
