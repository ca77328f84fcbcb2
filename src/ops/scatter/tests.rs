use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::op_query::OpQuery;
use crate::ops::test_util::{ask, fact, i64s, ints};
use crate::tensor::{EvalError, Tensor};

fn elements(name: &str, version: i64, data: Fact, indices: Fact, updates: Fact) -> String {
    ask(OpQuery::onnx(name, version).attribute("axis", 1).input(data).input(indices).input(updates))
}

fn nd(version: i64, reduction: &str, data: Fact, indices: Fact, updates: Fact) -> String {
    let query = OpQuery::onnx("ScatterND", version);
    let query = if version < 16 { query } else { query.attribute("reduction", reduction) };
    ask(query.input(data).input(indices).input(updates))
}

fn rows(data: Fact, indices: Fact, updates: Fact, axis: i64) -> String {
    let query = OpQuery::openvino("ScatterUpdate", 3).input(data).input(indices).input(updates);
    ask(query.input(ints("i64", &[axis])))
}

#[test]
fn every_version_keeps_the_shape_of_the_data() {
    for (name, version) in [
        ("Scatter", 9),
        ("ScatterElements", 11),
        ("ScatterElements", 13),
        ("ScatterElements", 16),
        ("ScatterElements", 18),
    ] {
        let shape = elements(name, version, fact("f32[N,5]"), fact("i64[2,3]"), fact("f32[2,3]"));
        assert_eq!(shape, "f32[N,5]");
    }
    for version in [11, 13, 16, 18] {
        assert_eq!(nd(version, "none", fact("f32[N,5]"), fact("i64[2,1]"), fact("f32[2,5]")), "f32[N,5]");
    }
    for opset in [3, 12] {
        let query = OpQuery::openvino("ScatterElementsUpdate", opset).input(fact("f32[N,5]")).input(fact("i64[2,3]"));
        assert_eq!(ask(query.input(fact("f32[2,3]")).input(ints("i64", &[1]))), "f32[N,5]");
    }
    for opset in [4, 15] {
        let query = OpQuery::openvino("ScatterNDUpdate", opset).input(fact("f32[N,M]")).input(fact("i64[2,1]"));
        assert_eq!(ask(query.input(fact("f32[2,5]"))), "f32[N,5]");
    }
    assert_eq!(rows(fact("f32[N,5,M]"), fact("i32[2,3]"), fact("f32[4,2,3,7]"), 1), "f32[4,5,7]");
}

#[test]
fn elements_are_replaced() {
    let data = || i64s(&[2, 2], &[1, 2, 3, 4]);
    let update = || i64s(&[2, 1], &[8, 9]);
    assert_eq!(elements("ScatterElements", 18, data(), i64s(&[2, 1], &[-1, 0]), update()), "i64[2,2] = 1 8 9 4");
    assert_eq!(nd(18, "none", data(), i64s(&[1, 1], &[-1]), i64s(&[1, 2], &[8, 9])), "i64[2,2] = 1 2 8 9");
    assert_eq!(nd(18, "add", data(), i64s(&[2, 1], &[1, 1]), i64s(&[2, 2], &[1, 2, 3, 4])), "i64[2,2] = 1 2 7 10");
    assert_eq!(nd(18, "min", data(), i64s(&[1, 2], &[0, 1]), i64s(&[1], &[0])), "i64[2,2] = 1 0 3 4");
    assert_eq!(nd(18, "none", data(), i64s(&[2, 2], &[0, 0, 0, 0]), i64s(&[2], &[5, 8])), "i64[2,2] = 5..8 2 3 4");
    assert_eq!(rows(data(), i64s(&[1], &[1]), i64s(&[2, 1], &[8, 9]), 1), "i64[2,2] = 1 8 3 9");
    assert_eq!(rows(data(), i64s(&[], &[0]), i64s(&[2], &[8, 9]), 0), "i64[2,2] = 8 9 3 4");
    let named = fact("i64[2]").with_elements(Some(Elements::Ints([SymInt::exact(1), SymInt::interval(2, 5)].into())));
    assert_eq!(nd(13, "none", named, i64s(&[1, 1], &[0]), i64s(&[1], &[7])), "i64[2] = 7 2..5");
}

#[test]
fn without_the_first_value_nothing_is_known() {
    let sum = |init| {
        let query = OpQuery::openvino("ScatterElementsUpdate", 12).attribute("reduction", "sum");
        let query = query.attribute("use_init_val", init).input(ints("i64", &[1, 2])).input(ints("i64", &[0]));
        ask(query.input(ints("i64", &[5])).input(ints("i64", &[0])))
    };
    assert_eq!((sum("true"), sum("false")), ("i64[2] = 6 2".into(), "i64[2]".into()));
}

#[test]
fn faults() {
    let of = |data, indices, updates| elements("ScatterElements", 18, fact(data), fact(indices), fact(updates));
    assert_eq!(of("f32[4]", "i64[2]", "f32[2]"), "f32[4] OP102");
    assert_eq!(of("f32[4,5]", "i64[2]", "f32[2]"), "f32[4,5] OP203");
    assert_eq!(of("f32[4,5]", "i64[2,3]", "f32[2,4]"), "f32[4,5] OP201");
    assert_eq!(of("f32[4,5]", "i64[2,3]", "f32[2]"), "f32[4,5] OP203");
    let far = elements("ScatterElements", 18, fact("f32[4,5]"), i64s(&[1, 1], &[5]), fact("f32[1,1]"));
    assert_eq!(far, "f32[4,5] OP202");
    let lenient = OpQuery::openvino("ScatterNDUpdate", 4).input(fact("f32[4,5]")).input(fact("i64[2]"));
    assert_eq!(ask(lenient.input(fact("f32[4,2]"))), "f32[4,5]");
    let nd = |indices: Fact, updates| nd(18, "none", fact("f32[4,5]"), indices, fact(updates));
    assert_eq!(nd(fact("i64[]"), "f32[]"), "f32[4,5] OP203");
    assert_eq!(nd(fact("i64[2,3]"), "f32[2]"), "f32[4,5] OP201");
    assert_eq!(nd(fact("i64[2,1]"), "f32[2,4]"), "f32[4,5] OP201");
    assert_eq!(nd(fact("i64[2,1]"), "f32[2]"), "f32[4,5] OP203");
    assert_eq!(nd(i64s(&[1, 2], &[0, 5]), "f32[1]"), "f32[4,5] OP202");
    assert_eq!(self::nd(16, "max", fact("f32[4]"), fact("i64[1,1]"), fact("f32[1]")), "f32[4] OP105");
    assert_eq!(rows(fact("f32[4,5]"), fact("i64[3]"), fact("f32[4,4]"), 1), "f32[4,5] OP201");
}

#[test]
fn tensors_in_memory_are_updated() {
    let data = || Tensor::new([2, 3], vec![1u8, 2, 3, 4, 5, 6]).unwrap();
    let indices = |sizes: &[usize], list: &[i64]| Tensor::new(sizes, list.to_vec()).unwrap();
    let updates = |sizes: &[usize], list: &[u8]| Tensor::new(sizes, list.to_vec()).unwrap();
    let values = |made: Result<Vec<Tensor>, EvalError>| made.map(|made| made[0].values::<u8>().unwrap().to_vec());
    let nd =
        |by: Tensor, with| values(OpQuery::onnx("ScatterND", 13).tensor(data()).tensor(by).tensor(with).evaluate());
    assert_eq!(nd(indices(&[1, 1], &[-1]), updates(&[1, 3], &[7, 8, 9])), Ok(vec![1, 2, 3, 7, 8, 9]));
    assert_eq!(nd(indices(&[2, 2], &[1, 1, 0, 0]), updates(&[2], &[7, 8])), Ok(vec![8, 2, 3, 4, 7, 6]));
    assert!(matches!(nd(indices(&[2, 1], &[1, 1]), updates(&[2, 3], &[0; 6])), Err(EvalError::Undefined(_))));
    let elements = OpQuery::onnx("ScatterElements", 13).attribute("axis", 1).tensor(data());
    let elements = elements.tensor(indices(&[2, 1], &[2, 0])).tensor(updates(&[2, 1], &[8, 9]));
    assert_eq!(values(elements.evaluate()), Ok(vec![1, 2, 8, 9, 5, 6]));
    let rows = OpQuery::openvino("ScatterUpdate", 3).tensor(data()).tensor(indices(&[2], &[2, 0]));
    let rows = rows.tensor(updates(&[2, 2], &[7, 8, 9, 0])).tensor(indices(&[], &[1]));
    assert_eq!(values(rows.evaluate()), Ok(vec![8, 2, 7, 0, 5, 9]));
    let far = OpQuery::openvino("ScatterUpdate", 3).tensor(data()).tensor(indices(&[1], &[3]));
    let far = far.tensor(updates(&[2, 1], &[7, 8])).tensor(indices(&[], &[1]));
    assert!(matches!(far.evaluate(), Err(EvalError::Invalid(_))));
}
