use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, floats, ints, type_and_codes};

const DATA: &str = "f32[1,2,5,7]";

fn by_scales(version: i64, data: &str, scales: &[f64]) -> OpQuery {
    let query = OpQuery::onnx("Resize", version).input(fact(data));
    let query = if version > 10 { query.input(fact("f32[0]")) } else { query };
    query.input(floats("f32", scales))
}

#[test]
fn scales_are_multiplied_and_rounded_down() {
    for version in [10, 11, 13, 18, 19] {
        let of = |data: &str, scales: &[f64]| type_and_codes(by_scales(version, data, scales));
        assert_eq!(of(DATA, &[1., 1., 2., 2.5]), ("f32[1,2,10,17]".into(), vec![]));
        assert_eq!(of(DATA, &[1., 1., 1. / 3., 0.6]), ("f32[1,2,1,4]".into(), vec![]));
        assert_eq!(of("f32[N,C,4..6,?]", &[1., 1., 2., 0.3]), ("f32[N,C,8..12,?]".into(), vec![]));
        assert_eq!(of("f32[...]", &[1., 1., 2., 2.]), ("f32[?,?,?,?]".into(), vec![]));
        assert_eq!(of(DATA, &[1., 1., 0., 2.]), ("f32[1,2,?,14]".into(), vec!["OP202"]));
        assert_eq!(of(DATA, &[1., 1., f64::NAN, 2.]), ("f32[1,2,?,14]".into(), vec!["OP202"]));
        assert_eq!(of(DATA, &[1., 1., 2.]), ("f32[?,?,?,?]".into(), vec!["OP201"]));
    }
    assert_eq!(type_and_codes(by_scales(13, "f32[N]", &[2.0])).0, "f32[2*N]");
    assert_eq!(type_and_codes(by_scales(13, "f32[N]", &[0.5])).0, "f32[floor(N/2)]");
}

#[test]
fn an_interpolation_pads_first() {
    let of = |mode: &str| {
        OpQuery::openvino("Interpolate", 4).attribute("mode", "nearest").attribute("shape_calculation_mode", mode)
    };
    let four = |mode: &str, list: &[i64], scales: &[f64], axes: &[i64]| {
        let query = of(mode).attribute("pads_begin", vec![0, 0, 1, 1]).attribute("pads_end", vec![0, 0, 1]);
        let query = query.input(fact(DATA)).input(ints("i64", list)).input(floats("f32", scales));
        type_and_codes(query.input(ints("i64", axes)))
    };
    assert_eq!(four("sizes", &[9], &[1.], &[3]), ("f32[1,2,7,9]".into(), vec![]));
    assert_eq!(four("scales", &[9], &[2.], &[3]), ("f32[1,2,7,16]".into(), vec![]));
    assert_eq!(four("sizes", &[9, 8, 7], &[1.], &[2, 3]), ("f32[1,2,9,8]".into(), vec![]));
    assert_eq!(four("sizes", &[9], &[1.], &[2, 3]), ("f32[1,2,?,?]".into(), vec!["OP201"]));
    assert_eq!(four("sizes", &[9, 8], &[1.], &[2, 4]), ("f32[?,?,?,?]".into(), vec!["OP102"]));
    let all = of("scales").input(fact(DATA)).input(fact("i64[4]")).input(floats("f32", &[1., 1., 2., 0.34]));
    assert_eq!(type_and_codes(all), ("f32[1,2,10,2]".into(), vec![]));
    let eleven = |mode: &str, target: crate::fact::Fact| {
        let query = OpQuery::openvino("Interpolate", 11).attribute("mode", "bilinear_pillow");
        let query = query.attribute("shape_calculation_mode", mode).input(fact("f32[1,2,H,W]")).input(target);
        type_and_codes(query.input(ints("i32", &[2, 3])))
    };
    assert_eq!(eleven("sizes", ints("i64", &[9, 8])), ("f32[1,2,9,8]".into(), vec![]));
    assert_eq!(eleven("scales", floats("f32", &[2., 3.])), ("f32[1,2,2*H,3*W]".into(), vec![]));
    let first = |axes: Vec<i64>| {
        let query = OpQuery::openvino("Interpolate", 1).attribute("axes", axes).attribute("mode", "linear");
        type_and_codes(query.input(fact("f32[N,2,5,7]")).input(ints("i32", &[9, 8])))
    };
    let padded = OpQuery::openvino("Interpolate", 1).attribute("axes", vec![2, 3]).attribute("mode", "linear");
    let padded = padded.attribute("pads_end", vec![-1]).input(fact("f32[N,2,5,7]")).input(ints("i32", &[9, 8]));
    assert_eq!(type_and_codes(padded), ("f32[N,2,9,8]".into(), vec!["OP105"]));
    // OpenVINO 2026.4 reads f32[1,2,9,8] and returns f32[3,2,9,8].
    let both = OpQuery::openvino("Interpolate", 1).attribute("axes", vec![2, 3]).attribute("mode", "nearest");
    let both = both.attribute("pads_begin", vec![1]).attribute("pads_end", vec![1, 0, 4]);
    let both = both.input(fact(DATA)).input(ints("i32", &[9, 8]));
    assert_eq!(type_and_codes(both), ("f32[1..3,2,9,8]".into(), vec![]));
    assert_eq!(first(vec![2, 3]), ("f32[N,2,9,8]".into(), vec![]));
    assert_eq!(first(vec![3, 1]), ("f32[N,9,5,8]".into(), vec![]));
    assert_eq!(first(vec![2, 4]).1, ["OP102"]);
    assert_eq!(first(vec![-1, 2]), ("f32[?,?,?,?]".into(), vec!["OP105"]));
}
