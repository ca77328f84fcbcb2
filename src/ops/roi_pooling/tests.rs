use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, type_and_codes};

fn infer(query: OpQuery, shapes: &[&str]) -> (String, Vec<&'static str>) {
    type_and_codes(shapes.iter().fold(query, |query, shape| query.input(fact(shape))))
}

#[test]
fn every_region_becomes_a_patch() {
    for version in [1, 22] {
        let query = OpQuery::onnx("MaxRoiPool", version).attribute("pooled_shape", vec![2, 3]);
        assert_eq!(infer(query, &["f32[N,C,8,8]", "f32[R,5]"]), ("f32[R,C,2,3]".into(), vec![]));
    }
    for version in [10, 16, 22] {
        let query = OpQuery::onnx("RoiAlign", version).attribute("output_height", 2).attribute("output_width", 3);
        assert_eq!(infer(query, &["f32[N,C,8,8]", "f32[?,4]", "i64[R]"]), ("f32[R,C,2,3]".into(), vec![]));
    }
    let aligned = |query: OpQuery| {
        let query = query.attribute("pooled_h", 2).attribute("pooled_w", 3).attribute("sampling_ratio", 2);
        query.attribute("spatial_scale", 0.5)
    };
    for opset in [3, 9] {
        let query = aligned(OpQuery::openvino("ROIAlign", opset)).attribute("mode", "avg");
        assert_eq!(infer(query, &["f32[...]", "f32[R,4]", "i32[3]"]), ("f32[3,?,2,3]".into(), vec![]));
    }
    let query = aligned(OpQuery::openvino("ROIAlignRotated", 15)).attribute("clockwise_mode", true);
    assert_eq!(infer(query, &["f32[N,C,8,8]", "f32[3,5]", "i32[3]"]), ("f32[3,C,2,3]".into(), vec![]));
    let query = OpQuery::openvino("ROIPooling", 2).attribute("pooled_h", 2).attribute("pooled_w", 3);
    let query = query.attribute("spatial_scale", 0.5).attribute("method", "max");
    assert_eq!(infer(query, &["f32[N,C,8,8]", "f32[R,5]"]), ("f32[R,C,2,3]".into(), vec![]));
}

#[test]
fn positions_have_channels_of_their_own() {
    let query = |name: &str| {
        let query = OpQuery::openvino(name, 1).attribute("output_dim", 4).attribute("group_size", 2);
        query.attribute("spatial_scale", 0.5)
    };
    let average = || query("PSROIPooling").attribute("mode", "average");
    assert_eq!(infer(average(), &["f32[1,16,8,8]", "f32[3,5]"]), ("f32[3,4,2,2]".into(), vec![]));
    assert_eq!(infer(average(), &["f32[1,15,8,8]", "f32[3,5]"]), ("f32[3,4,2,2]".into(), vec!["OP201"]));
    let bilinear = query("PSROIPooling").attribute("mode", "bilinear").attribute("spatial_bins_x", 2);
    let bilinear = bilinear.attribute("spatial_bins_y", 3);
    assert_eq!(infer(bilinear, &["f32[1,24,8,8]", "f32[3,5]"]), ("f32[3,4,2,2]".into(), vec![]));
    let deformed = || query("DeformablePSROIPooling");
    assert_eq!(infer(deformed(), &["f32[1,15,8,8]", "f32[3,5]"]), ("f32[3,4,2,2]".into(), vec![]));
    assert_eq!(infer(deformed(), &["f32[1,16,8,8]", "f32[3,5]", "f32[3,2,2]"]).1, ["OP203"]);
}

#[test]
fn a_region_is_described_in_full() {
    let pool = |shapes: &[&str]| infer(OpQuery::onnx("MaxRoiPool", 1).attribute("pooled_shape", vec![2, 3]), shapes);
    assert_eq!(pool(&["f32[N,C,8,8]", "f32[3,4]"]), ("f32[3,C,2,3]".into(), vec!["OP201"]));
    assert_eq!(pool(&["f32[N,C,8]", "f32[3,5]"]), ("f32[3,?,2,3]".into(), vec!["OP203"]));
    assert_eq!(pool(&["f32[N,C,8,8]", "f32[3]"]), ("f32[?,C,2,3]".into(), vec!["OP203"]));
    let align = |query: OpQuery, rows: &str| infer(query, &["f32[N,C,8,8]", "f32[3,4]", rows]);
    let onnx = || OpQuery::onnx("RoiAlign", 16);
    assert_eq!(align(onnx(), "i64[2]"), ("f32[3,C,1,1]".into(), vec!["OP201"]));
    assert_eq!(align(onnx(), "i64[3,1]"), ("f32[3,C,1,1]".into(), vec!["OP203"]));
    assert_eq!(align(onnx().attribute("mode", "mean"), "i64[3]").1, ["OP105"]);
    assert_eq!(align(onnx().attribute("sampling_ratio", -1), "i64[3]").1, ["OP105"]);
    assert_eq!(align(onnx().attribute("coordinate_transformation_mode", "x"), "i64[3]").1, ["OP105"]);
    assert_eq!(align(onnx().attribute("output_width", -1), "i64[3]"), ("f32[3,C,1,?]".into(), vec!["OP105"]));
    let scaled = OpQuery::onnx("MaxRoiPool", 1).attribute("pooled_shape", vec![2, 3]).attribute("spatial_scale", 0.0);
    assert_eq!(infer(scaled, &["f32[N,C,8,8]", "f32[3,5]"]).1, ["OP105"]);
    let listed = OpQuery::onnx("MaxRoiPool", 1).attribute("pooled_shape", vec![2]);
    assert_eq!(infer(listed, &["f32[N,C,8,8]", "f32[3,5]"]), ("f32[3,C,?,?]".into(), vec!["OP105"]));
}
