use crate::op_query::OpQuery;
use crate::ops::test_util::{ask, fact, int, ints};

fn dft(version: i64, data: &str) -> OpQuery {
    OpQuery::onnx("DFT", version).input(fact(data))
}

fn ir(name: &str, opset: i64, data: &str, axes: &[i64]) -> OpQuery {
    OpQuery::openvino(name, opset).input(fact(data)).input(ints("i64", axes))
}

#[test]
fn every_version_of_onnx() {
    for version in [17, 20] {
        assert_eq!(ask(dft(version, "f32[N,8,1]")), "f32[N,8,2]");
        assert_eq!(ask(dft(version, "f32[N,8,2]").attribute("inverse", 1)), "f32[N,8,2]");
        assert_eq!(ask(dft(version, "f32[N,8,1]").attribute("onesided", 1)), "f32[N,5,2]");
        let back = || dft(version, "f32[N,5,2]").attribute("onesided", 1).attribute("inverse", 1);
        assert_eq!(ask(back()), "f32[N,8,1]");
        assert_eq!(ask(back().input(int("i64", 9))), "f32[N,9,1]");
        assert_eq!(ask(dft(version, "f32[N,8,1]").input(int("i64", 5))), "f32[N,5,2]");
        assert_eq!(ask(dft(version, "f32[N,8,1]").input(ints("i64", &[5]))), "f32[N,5,2] OP203");
        assert_eq!(ask(dft(version, "f32[N,8,1]").input(int("i64", 0))), "f32[N,?,2] OP202");
        assert_eq!(ask(dft(version, "f32[N,8,3]")), "f32[N,8,2] OP201");
        assert_eq!(ask(dft(version, "f32[N,8,2]").attribute("onesided", 1)), "f32[N,5,2] OP201");
        assert_eq!(ask(dft(version, "f32[8]")), "f32[...] OP203");
        assert_eq!(ask(dft(version, "f32[N,8,1]").attribute("inverse", 2)), "f32[N,8,2] OP105");
        assert_eq!(ask(dft(version, "f32[...]")), "f32[...]");
    }
}

#[test]
fn axes_of_onnx() {
    let axis = |axis| dft(17, "f32[4,8,6,1]").attribute("axis", axis).attribute("onesided", 1);
    assert_eq!(ask(dft(17, "f32[4,8,6,1]").attribute("onesided", 1)), "f32[4,5,6,2]");
    assert_eq!(ask(axis(2)), "f32[4,8,4,2]");
    assert_eq!(ask(axis(-2)), "f32[4,8,4,2]");
    assert_eq!(ask(axis(-1)), "f32[?,?,?,2] OP102");
    assert_eq!(ask(axis(4)), "f32[?,?,?,2] OP102");
    let axis = |axis| dft(20, "f32[4,8,6,1]").attribute("onesided", 1).absent().input(axis);
    assert_eq!(ask(dft(20, "f32[4,8,6,1]").attribute("onesided", 1)), "f32[4,8,4,2]");
    assert_eq!(ask(axis(int("i64", 0))), "f32[3,8,6,2]");
    assert_eq!(ask(axis(int("i64", 3))), "f32[?,?,?,2] OP102");
    assert_eq!(ask(axis(fact("i64[]"))), "f32[?,?,?,2]");
    assert_eq!(ask(dft(20, "f32[4,8,6,1]").absent().input(fact("i64[]"))), "f32[4,8,6,2]");
}

#[test]
fn every_version_of_openvino() {
    for name in ["DFT", "IDFT"] {
        let sized = |sizes: &[i64]| ask(ir(name, 7, "f32[2,8,6,2]", &[1, -1]).input(ints("i64", sizes)));
        assert_eq!(ask(ir(name, 7, "f32[N,8,6,2]", &[1, 2])), "f32[N,8,6,2]");
        assert_eq!(sized(&[5, -1]), "f32[2,5,6,2]");
        assert_eq!(sized(&[5]), "f32[2,?,?,2] OP201");
        assert_eq!(sized(&[0, -1]), "f32[2,?,?,2] OP202");
        assert_eq!(ask(ir(name, 7, "f32[N,8,6,2]", &[3])), "f32[N,8,6,2] OP102");
        assert_eq!(ask(ir(name, 7, "f32[N,8,6,2]", &[1, -2])), "f32[N,8,6,2] OP103");
        assert_eq!(ask(ir(name, 7, "f32[N,8,3]", &[1])), "f32[N,8,2] OP201");
        assert_eq!(ask(ir(name, 7, "f32[2]", &[0])), "f32[...] OP203");
    }
    assert_eq!(ask(ir("RDFT", 9, "f32[N,8,6]", &[1, 2])), "f32[N,8,4,2]");
    assert_eq!(ask(ir("RDFT", 9, "f32[N,8,6]", &[2, 1]).input(ints("i64", &[7, 9]))), "f32[N,5,7,2]");
    assert_eq!(ask(ir("RDFT", 9, "f32[8]", &[-1])), "f32[5,2]");
    assert_eq!(ask(ir("RDFT", 9, "f32[2..9]", &[0])), "f32[2..5,2]");
    assert_eq!(ask(ir("IRDFT", 9, "f32[N,8,6,2]", &[1, 2])), "f32[N,8,10]");
    assert_eq!(ask(ir("IRDFT", 9, "f32[N,8,6,2]", &[-1]).input(ints("i64", &[9]))), "f32[N,8,9]");
    let later = OpQuery::openvino("RDFT", 9).input(fact("f32[2,8]")).input(fact("i64[1]"));
    assert_eq!(ask(later), "f32[?,?,2]");
}
