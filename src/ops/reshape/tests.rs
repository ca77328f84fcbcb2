use crate::dim::Dim;
use crate::element::ElementType;
use crate::elements::{Elements, SymInt};
use crate::fact::Fact;
use crate::op_query::OpQuery;
use crate::ops::integers;
use crate::ops::test_util::{ask, f32, i64s, runtime};
use crate::shape::Shape;

fn list(values: &[i64]) -> Fact {
    i64s(&[values.len() as u64], values)
}

fn ints(values: &[SymInt]) -> Fact {
    let fact = Fact::tensor(ElementType::I64, Shape::from_dims([values.len() as u64]));
    fact.with_elements(Some(Elements::Ints(values.into())))
}

fn named(name: &str) -> SymInt {
    SymInt::from(&Dim::from(name))
}

fn onnx(data: Fact, target: Fact) -> String {
    ask(OpQuery::onnx("Reshape", 14).input(data).input(target))
}

fn dims<const N: usize>(dims: [Dim; N]) -> Fact {
    f32(Shape::from_dims(dims))
}

fn n34() -> Fact {
    dims([Dim::from("N"), Dim::exact(3), Dim::exact(4)])
}

fn tensor(sizes: &[u64]) -> Fact {
    f32(Shape::from_dims(sizes.iter().copied()))
}

#[test]
fn a_size_that_may_be_zero_may_copy() {
    let [c, k, n] = ["C", "K", "N"].map(Dim::from);
    let reshape = |first: SymInt| onnx(dims([c.clone(), k.clone()]), ints(&[first, SymInt::exact(-1)]));
    // With C = 1 and N = 3 it is 0, and the result [1,K]: assumed not to occur (see tests/laws/symbols.rs).
    assert!(reshape(SymInt::from(&c.floor_div(&n))).starts_with("f32[floor(C/N),"));
    assert!(reshape(integers::subtract(&SymInt::from(&n), &SymInt::exact(1)).unwrap()).starts_with("f32[N-1,"));
    // These are 0 only for unrealistic sizes.
    assert_eq!(reshape(SymInt::from(&n.modulo(&Dim::exact(4)))), "f32[?,?]");
    assert_eq!(reshape(integers::subtract(&SymInt::from(&n), &SymInt::from(&k)).unwrap()), "f32[?,?]");
    // These are 0 only if a symbolic dimension is.
    assert_eq!(reshape(SymInt::from(&c)), "f32[C,K]");
    let up = n.ceil_div(&Dim::exact(7));
    assert!(reshape(SymInt::from(&up)).starts_with(&format!("f32[{up},")));
    let keeps = OpQuery::onnx("Reshape", 14).attribute("allowzero", 1).input(dims([c.clone(), k.clone()]));
    let target = ints(&[SymInt::from(&c.floor_div(&n)), SymInt::exact(-1)]);
    assert!(ask(keeps.input(target)).starts_with("f32[floor(C/N),"));
}

#[test]
fn the_number_of_elements_takes_precedence_over_a_quotient() {
    let c = Dim::from("C");
    let fourth = c.floor_div(&Dim::exact(4));
    assert_eq!(onnx(tensor(&[6, 4]), ints(&[SymInt::from(&fourth), SymInt::exact(3)])), "f32[8,3]");
    // It is 0 here, and copies the 5.
    let few = SymInt::from(&fourth.min(&Dim::exact(1)));
    assert_eq!(onnx(tensor(&[5, 3]), ints(&[few.clone(), SymInt::exact(3)])), "f32[5,3]");
    // A multiple of 5 is not one element.
    let both = |size| onnx(dims([Dim::exact(size), Dim::from("M")]), ints(&[few.clone(), few.clone()]));
    assert_eq!((both(1), both(5)), ("f32[1,1]".into(), "f32[0..5,?]".into()));
}

#[test]
fn symbols_pass_through() {
    assert_eq!(onnx(n34(), list(&[0, -1])), "f32[N,12]");
    assert_eq!(onnx(n34(), list(&[-1, 12])), "f32[N,12]");
    assert_eq!(onnx(n34(), list(&[-1])), "f32[12*N]");
    let pairs = dims([Dim::from("N"), Dim::from("C").mul(&Dim::exact(2)), Dim::from("H")]);
    assert_eq!(onnx(pairs.clone(), list(&[0, -1])), "f32[N,2*C*H]");
    assert_eq!(onnx(pairs, list(&[-1, 2])), "f32[C*H*N,2]");
    assert_eq!(onnx(dims([Dim::from("N")]), list(&[-1, 2])), "f32[floor(N/2),2]");
    assert_eq!(onnx(n34(), ints(&[named("N"), SymInt::exact(-1)])), "f32[N,12]");
    assert_eq!(onnx(dims([Dim::from("N"), Dim::from("S"), Dim::exact(8)]), list(&[0, 0, 2, -1])), "f32[N,S,2,4]");
    // At N = 0, the target's 0 would copy the 1, and the -1 would be undetermined: the model must mean N >= 1.
    let crossed = dims([Dim::exact(1), Dim::from("N"), Dim::exact(8)]);
    assert_eq!(onnx(crossed, ints(&[named("N"), SymInt::exact(-1)])), "f32[N,8]");
    let rows = dims([Dim::from("N").mul(&Dim::from("S")), Dim::exact(8)]);
    assert_eq!(onnx(rows, ints(&[named("N"), named("S"), SymInt::exact(-1)])), "f32[N,S,8]");
    let split = [named("B"), named("S"), SymInt::exact(8)];
    assert_eq!(onnx(dims([Dim::unknown(), Dim::exact(8)]), ints(&split)), "f32[B,S,8]");
    assert_eq!(onnx(f32(Shape::UNKNOWN), list(&[0, -1, 8])), "f32[?,?,8]");
}

#[test]
fn run_time_targets() {
    assert_eq!(onnx(n34(), runtime(2)), "f32[?,?]");
    assert_eq!(onnx(tensor(&[2, 3]), runtime(1)), "f32[6]");
    assert_eq!(onnx(n34(), Fact::tensor(ElementType::I64, Shape::of_rank(1))), "f32[...]");
    assert_eq!(onnx(n34(), runtime(1 << 40)), "f32[...]");
    assert_eq!(onnx(tensor(&[2, 3]), ints(&[SymInt::unknown(), SymInt::exact(3)])), "f32[2,3]");
}

#[test]
fn a_copied_size_that_may_be_zero_adds_constraints() {
    use super::{Size, product};
    let solved = |copied: Dim| {
        let data = Shape::from_dims([Dim::from("N"), copied.clone()]);
        let fit = product::fit(&data, &[Size::Open(Dim::unknown()), Size::Copy(copied)]).unwrap();
        let demands: Vec<String> = fit.demands.iter().map(|(demand, a, b)| format!("{demand:?} {a} {b}")).collect();
        (Shape::from_dims(fit.dims).to_string(), demands)
    };
    assert_eq!(solved(Dim::from("M")), ("[N,M]".into(), vec!["AtLeast M 1".into(), "Equal 0 0".into()]));
    assert_eq!(solved(Dim::unknown()), ("[?,?]".into(), vec![]));
    assert_eq!(solved(Dim::interval(1, 4)), ("[N,1..4]".into(), vec!["Equal 0 0".into()]));
}
