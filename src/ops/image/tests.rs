use crate::fact::Fact;
use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, ints, type_and_codes};

fn infer(query: OpQuery, inputs: Vec<Fact>) -> (String, Vec<&'static str>) {
    type_and_codes(inputs.into_iter().fold(query, OpQuery::input))
}

#[test]
fn a_crop_has_the_sizes_asked_for() {
    let crop = || OpQuery::onnx("CenterCropPad", 18);
    assert_eq!(infer(crop(), vec![fact("f32[2,3,4]"), ints("i64", &[2, 5, 3])]), ("f32[2,5,3]".into(), vec![]));
    let axes = |list: Vec<i64>, sizes: &[i64]| {
        infer(crop().attribute("axes", list), vec![fact("f32[N,3,4]"), ints("i64", sizes)])
    };
    assert_eq!(axes(vec![-1, 1], &[5, 6]), ("f32[N,6,5]".into(), vec![]));
    assert_eq!(axes(vec![1], &[5, 6]), ("f32[N,?,4]".into(), vec!["OP201"]));
    assert_eq!(axes(vec![3], &[5]), ("f32[?,?,?]".into(), vec!["OP102"]));
    assert_eq!(axes(vec![1, 1], &[5, 6]).1, ["OP103"]);
    assert_eq!(infer(crop(), vec![fact("f32[...]"), fact("i64[3]")]).0, "f32[?,?,?]");
    let axis = crop().attribute("axes", vec![1]);
    assert_eq!(infer(axis, vec![fact("f32[2,3,4]"), fact("i64[1]")]).0, "f32[2,?,4]");
}

#[test]
fn a_decoder_knows_its_channels() {
    let decoder = |format: &str| OpQuery::onnx("ImageDecoder", 20).attribute("pixel_format", format);
    let dims = |query: OpQuery| query.infer().outputs[0].shape().dims().map(|dims| (dims.len(), dims[2].size()));
    assert_eq!(dims(decoder("BGR").input(fact("u8[?]"))), Some((3, Some(3))));
    assert_eq!(dims(decoder("Grayscale").input(fact("u8[?]"))), Some((3, Some(1))));
    assert_eq!(infer(decoder("HSV"), vec![fact("u8[9]")]).1, ["OP105"]);
    assert_eq!(infer(decoder("RGB"), vec![fact("u8[9,1]")]).1, ["OP203"]);
}

#[test]
fn columns_make_a_picture() {
    let onnx = |data: &str, image: &[i64], block: &[i64]| {
        infer(OpQuery::onnx("Col2Im", 18), vec![fact(data), ints("i64", image), ints("i64", block)])
    };
    assert_eq!(onnx("f32[N,10,5]", &[5, 5], &[1, 5]), ("f32[N,2,5,5]".into(), vec![]));
    assert_eq!(onnx("f32[N,10,6]", &[5, 5], &[1, 5]), ("f32[N,2,5,5]".into(), vec!["OP201"]));
    assert_eq!(onnx("f32[N,11,5]", &[5, 5], &[1, 5]), ("f32[N,?,5,5]".into(), vec!["OP201"]));
    assert_eq!(onnx("f32[10,5]", &[5, 5], &[1, 5]), ("f32[?,?,5,5]".into(), vec!["OP203"]));
    assert_eq!(onnx("f32[N,10,5]", &[5, 5, 5], &[1, 5]).1, ["OP201"]);
    let runtime =
        |image: Fact, block: Fact| infer(OpQuery::onnx("Col2Im", 18), vec![fact("f32[1,10,5]"), image, block]);
    assert_eq!(runtime(ints("i64", &[5, 5]), fact("i64[2]")), ("f32[1,0..10,5,5]".into(), vec![]));
    assert_eq!(runtime(fact("i64[2]"), ints("i64", &[1, 5])), ("f32[1,2,?,?]".into(), vec![]));
    let ir = |data: &str, stride: i64| {
        let query = OpQuery::openvino("Col2Im", 15).attribute("strides", vec![stride, stride]);
        infer(query, vec![fact(data), ints("i64", &[4, 4]), ints("i64", &[2, 2])])
    };
    assert_eq!(ir("f32[1,16,9]", 1), ("f32[1,4,4,4]".into(), vec![]));
    assert_eq!(ir("f32[16,4]", 2), ("f32[4,4,4]".into(), vec![]));
    assert_eq!(ir("f32[...]", 2), ("f32[...]".into(), vec![]));
    assert_eq!(ir("f32[1,16,8]", 1).1, ["OP201"]);
    let automatic =
        OpQuery::openvino("Col2Im", 15).attribute("auto_pad", "same_upper").attribute("strides", vec![1, 1]);
    let automatic = infer(automatic, vec![fact("f32[1,16,9]"), ints("i64", &[4, 4]), ints("i64", &[2, 2])]);
    assert_eq!(automatic, ("f32[1,4,4,4]".into(), vec!["OP104"]));
}

#[test]
fn patches_stand_in_the_channels() {
    let patches = |shape: &str, sizes: Vec<i64>, strides: Vec<i64>, pad: &str| {
        let query = OpQuery::openvino("ExtractImagePatches", 3).attribute("sizes", sizes).attribute("strides", strides);
        infer(query.attribute("rates", vec![1, 1]).attribute("auto_pad", pad), vec![fact(shape)])
    };
    assert_eq!(patches("f32[N,3,10,10]", vec![3, 3], vec![5, 5], "valid"), ("f32[N,27,2,2]".into(), vec![]));
    assert_eq!(patches("f32[N,3,10,9]", vec![4, 4], vec![3, 2], "same_upper"), ("f32[N,48,4,5]".into(), vec![]));
    assert_eq!(patches("f32[N,3,2,10]", vec![3, 3], vec![5, 5], "valid"), ("f32[N,27,0,2]".into(), vec![]));
    assert_eq!(patches("f32[N,3,10]", vec![3, 3], vec![5, 5], "valid").1, ["OP203"]);
    assert_eq!(patches("f32[N,3,9,9]", vec![3], vec![5, 5], "valid"), ("f32[?,?,?,?]".into(), vec!["OP105"]));
    assert_eq!(patches("f32[N,3,9,9]", vec![3, 3], vec![0, 5], "valid").1, ["OP105"]);
    assert_eq!(patches("f32[N,3,9,9]", vec![3, 3], vec![5, 5], "explicit").1, ["OP105"]);
}

#[test]
fn planes_become_points_and_points_planes() {
    let planes =
        |name: &str, shapes: &[&str]| infer(OpQuery::openvino(name, 8), shapes.iter().map(|s| fact(s)).collect());
    for name in ["NV12toRGB", "NV12toBGR"] {
        assert_eq!(planes(name, &["u8[N,12,8,1]"]), ("u8[N,8,8,3]".into(), vec![]));
        assert_eq!(planes(name, &["u8[N,?,8,1]", "u8[1,4,4,2]"]), ("u8[1,8,8,3]".into(), vec![]));
        assert_eq!(planes(name, &["u8[1,8,8,1]", "u8[1,4,3,2]"]).1, ["OP201"]);
    }
    for name in ["I420toRGB", "I420toBGR"] {
        assert_eq!(planes(name, &["f32[N,3..12,8,1]"]), ("f32[N,2..8,8,3]".into(), vec![]));
        assert_eq!(planes(name, &["u8[1,8,8,1]", "u8[1,4,4,1]", "u8[1,4,4,1]"]), ("u8[1,8,8,3]".into(), vec![]));
    }
    assert_eq!(planes("NV12toRGB", &["u8[1,13,8,1]"]).1, ["OP201"]);
    assert_eq!(planes("NV12toRGB", &["u8[1,12,7,1]"]).1, ["OP201"]);
    assert_eq!(planes("NV12toRGB", &["u8[1,12,8,3]"]).1, ["OP201"]);
    assert_eq!(planes("NV12toRGB", &["u8[1,12,8]"]).1, ["OP203"]);
    for name in ["RGBtoNV12", "BGRtoNV12"] {
        let query = |single: bool| OpQuery::openvino(name, 17).attribute("single_plane", single);
        assert_eq!(infer(query(true), vec![fact("u8[N,8,6,3]")]), ("u8[N,12,6,1]".into(), vec![]));
        let answer = query(false).input(fact("u8[N,8,6,3]")).outputs(2).infer();
        assert_eq!(answer.outputs.iter().map(|f| f.ty.to_string()).collect::<Vec<_>>(), ["u8[N,8,6,1]", "u8[N,4,3,2]"]);
        assert_eq!(infer(query(true), vec![fact("u8[N,7,6,3]")]).1, ["OP201"]);
    }
}
