use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::op_query::OpQuery;
use crate::ops::test_util::{ask, f32, i64s, runtime};
use crate::shape::Shape;
use crate::tensor::Tensor;

fn list(values: &[i64]) -> Fact {
    i64s(&[values.len() as u64], values)
}

fn tensor(sizes: &[u64]) -> Fact {
    f32(Shape::from_dims(sizes.iter().copied()))
}

fn expand(data: Fact, target: Fact) -> String {
    let onnx = ask(OpQuery::onnx("Expand", 13).input(data.clone()).input(target.clone()));
    let ir = OpQuery::openvino("Broadcast", 3).attribute("mode", "bidirectional").input(data).input(target);
    assert_eq!(ask(ir), onnx);
    onnx
}

fn broadcast(mode: &str, data: Fact, target: &[i64], mapping: Option<&[i64]>) -> String {
    let query = OpQuery::openvino("Broadcast", 1).attribute("mode", mode).input(data).input(list(target));
    ask(match mapping {
        Some(mapping) => query.input(list(mapping)),
        None => query,
    })
}

#[test]
fn both_ways() {
    assert_eq!(expand(tensor(&[3, 1]), list(&[2, 1, 6])), "f32[2,3,6]");
    assert_eq!(expand(tensor(&[2, 3]), list(&[3])), "f32[2,3]");
    assert_eq!(expand(f32(Shape::from_dims([Dim::from("N"), Dim::exact(1)])), list(&[1, 4])), "f32[N,4]");
    assert_eq!(expand(f32(Shape::from_dims([Dim::from("N")])), list(&[4])), "f32[4]");
    assert_eq!(expand(f32(Shape::from_dims([Dim::interval(1, 3)])), runtime(1)), "f32[?]");
    assert_eq!(expand(tensor(&[5]), runtime(1)), "f32[5]");
    assert_eq!(expand(tensor(&[1]), list(&[0])), "f32[0]");
    assert_eq!(expand(list(&[7, 8]), list(&[2, 2])), "i64[2,2] = 7 8 7 8");
    assert_eq!(expand(tensor(&[2, 3]), runtime(1 << 40)), "f32[...]");
    let sizes = Elements::Ints([SymInt::from(&Dim::from("N")), SymInt::exact(3)].into());
    let sizes = Fact::tensor(ElementType::I64, Shape::from_dims([2u64])).with_elements(Some(sizes));
    assert_eq!(expand(tensor(&[1, 3]), sizes), "f32[N,3]");
}

#[test]
fn to_the_target() {
    assert_eq!(broadcast("numpy", tensor(&[3]), &[2, 3], None), "f32[2,3]");
    assert_eq!(broadcast("explicit", tensor(&[3]), &[3, 4], Some(&[0])), "f32[3,4]");
    assert_eq!(broadcast("explicit", list(&[7, 8]), &[2, 2], Some(&[0])), "i64[2,2] = 7 7 8 8");
    assert_eq!(broadcast("pdpd", tensor(&[3, 1]), &[2, 3, 4], None), "f32[2,3,4]");
    // Older files have another word for it, and version 1 does without the mapping.
    assert_eq!(broadcast("none", tensor(&[3]), &[3, 4], Some(&[0])), "f32[3,4]");
    assert_eq!(broadcast("none", tensor(&[4]), &[3, 4], None), "f32[3,4]");
    assert_eq!(broadcast("explicit", tensor(&[]), &[1, 4], Some(&[0])), "f32[1,4]");
    // Without a word for it, version 1 has a mapping for OpenVINO and none for the page.
    let unsaid = OpQuery::openvino("Broadcast", 1).input(tensor(&[3])).input(list(&[2, 3, 4])).input(list(&[1]));
    assert_eq!(ask(unsaid), "f32[2,3,4]");
    // The data says more than the target.
    let to = |target| ask(OpQuery::openvino("Broadcast", 3).input(tensor(&[1, 3])).input(target));
    assert_eq!(to(runtime(3)), "f32[?,?,3]");
    assert_eq!(to(runtime(1 << 40)), "f32[...]");
}

#[test]
fn tiles() {
    let tile = |data, repeats| ask(OpQuery::onnx("Tile", 13).input(data).input(repeats));
    let ir = |data, repeats| ask(OpQuery::openvino("Tile", 1).input(data).input(repeats));
    assert_eq!(tile(tensor(&[2, 3]), list(&[2, 1])), "f32[4,3]");
    assert_eq!(tile(f32(Shape::from_dims([Dim::from("N")])), list(&[1])), "f32[N]");
    assert_eq!(tile(i64s(&[1, 2], &[7, 8]), list(&[2, 2])), "i64[2,4] = 7 8 7 8 7 8 7 8");
    assert_eq!(ir(tensor(&[2, 3]), list(&[2])), "f32[2,6]");
    assert_eq!(ir(list(&[7, 8]), list(&[2, 1])), "i64[2,2] = 7 8 7 8");
    assert_eq!(tile(tensor(&[2, 3]), runtime(2)), "f32[?,?]");
    assert_eq!(tile(tensor(&[2, 3]), list(&[2])), "f32[?,?] OP201");
    assert_eq!(tile(tensor(&[2]), list(&[-1])), "f32[?] OP202");
    assert_eq!(ir(tensor(&[2, 3]), list(&[2, -1])), "f32[4,0] OP202");
}

#[test]
fn tiles_along_one_axis() {
    let scalar =
        |v: f64| Fact::tensor(ElementType::F32, Shape::scalar()).with_elements(Some(Elements::Floats([v].into())));
    let tile = |tiles, axis| ask(OpQuery::onnx("Tile", 1).input(tensor(&[2, 3])).input(tiles).input(axis));
    assert_eq!(tile(scalar(2.0), scalar(-1.0)), "f32[2,6]");
    assert_eq!(tile(f32(Shape::scalar()), scalar(0.0)), "f32[?,3]");
    assert_eq!(tile(scalar(2.0), f32(Shape::scalar())), "f32[?,?]");
    assert_eq!(tile(scalar(2.0), scalar(2.0)), "f32[?,?] OP102");
    assert_eq!(tile(scalar(-2.0), scalar(0.0)), "f32[?,3] OP202");
}

#[test]
fn faults() {
    assert_eq!(expand(tensor(&[3]), list(&[2])), "f32[?] OP201");
    assert_eq!(expand(tensor(&[3]), list(&[-1])), "f32[3] OP202");
    assert_eq!(broadcast("numpy", tensor(&[3]), &[2, 1], None), "f32[2,1] OP201");
    // No element of a misfit is known.
    assert_eq!(broadcast("numpy", list(&[7, 8, 9]), &[2, 1], None), "i64[2,1] OP201");
    assert_eq!(broadcast("explicit", tensor(&[4]), &[3, 4], Some(&[-1])), "f32[3,4] OP102");
    assert_eq!(broadcast("explicit", tensor(&[]), &[3, 4], Some(&[0])), "f32[3,4] OP201");
    let ir =
        |mode: &str| OpQuery::openvino("Broadcast", 3).attribute("mode", mode).input(tensor(&[3])).input(list(&[3]));
    assert_eq!(ask(ir("explicit")), "f32[3] OP101");
    assert_eq!(ask(ir("numpy").input(list(&[0]))), "f32[3] OP101");
    assert_eq!(broadcast("numpy", tensor(&[2, 3]), &[3], None), "f32[3] OP201");
    assert_eq!(broadcast("explicit", tensor(&[3]), &[2, 4], Some(&[0])), "f32[2,4] OP201");
    assert_eq!(broadcast("explicit", tensor(&[3]), &[3, 4], Some(&[2])), "f32[3,4] OP102");
    assert_eq!(broadcast("explicit", tensor(&[3, 4]), &[4, 3], Some(&[1, 0])), "f32[4,3] OP202");
    assert_eq!(broadcast("explicit", tensor(&[3, 4]), &[4, 3], Some(&[1])), "f32[4,3] OP201");
    assert_eq!(broadcast("sideways", tensor(&[3]), &[3], None), "f32[...] OP105");
}

#[test]
fn elements_are_repeated() {
    let list = |values: &[i64]| Tensor::new([values.len()], values.to_vec()).unwrap();
    let data = || Tensor::new([2], vec![1u8, 2]).unwrap();
    let made = |query: OpQuery| query.evaluate().unwrap().remove(0);
    let column = data().reshaped([2, 1]).unwrap();
    let expanded = made(OpQuery::onnx("Expand", 13).tensor(column).tensor(list(&[2, 1, 3])));
    assert_eq!(expanded, Tensor::new([2, 2, 3], [[1u8, 1, 1, 2, 2, 2]; 2].concat()).unwrap());
    let explicit = OpQuery::openvino("Broadcast", 3).attribute("mode", "explicit").tensor(data());
    let explicit = made(explicit.tensor(list(&[2, 3])).tensor(list(&[0])));
    assert_eq!(explicit, Tensor::new([2, 3], vec![1u8, 1, 1, 2, 2, 2]).unwrap());
    let tiled = made(OpQuery::openvino("Tile", 1).tensor(data()).tensor(list(&[2, 2])));
    assert_eq!(tiled, Tensor::new([2, 4], vec![1u8, 2, 1, 2, 1, 2, 1, 2]).unwrap());
    let none = made(OpQuery::openvino("Tile", 1).tensor(data()).tensor(list(&[3, 0])));
    assert_eq!(none.sizes(), [3, 0]);
    let number = |value: f32| Tensor::new([], vec![value]).unwrap();
    let floats = Tensor::new([1, 2], vec![1f32, 2.0]).unwrap();
    let first = made(OpQuery::onnx("Tile", 1).tensor(floats).tensor(number(2.0)).tensor(number(1.0)));
    assert_eq!(first, Tensor::new([1, 4], vec![1f32, 2.0, 1.0, 2.0]).unwrap());
}
