use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, ints, type_and_codes};

fn conv(version: i64, shapes: &[&str]) -> OpQuery {
    inputs(OpQuery::onnx("Conv", version), shapes)
}

fn inputs(query: OpQuery, shapes: &[&str]) -> OpQuery {
    shapes.iter().fold(query, |query, shape| query.input(fact(shape)))
}

/// A layer with the attributes that its page demands; those that the test writes are left to it.
fn layer(name: &str, opset: i64, axes: usize, written: &[&str]) -> OpQuery {
    let demanded = [("strides", 1), ("dilations", 1), ("pads_begin", 0), ("pads_end", 0)];
    let rest = demanded.into_iter().filter(|(name, _)| !written.contains(name));
    rest.fold(OpQuery::openvino(name, opset), |query, (name, value)| query.attribute(name, vec![value; axes]))
}

fn shape(query: OpQuery) -> String {
    let (ty, codes) = type_and_codes(query);
    assert!(codes.is_empty(), "{ty} {codes:?}");
    ty
}

#[test]
fn filters_give_the_channels_and_the_window() {
    for version in [1, 11, 22] {
        assert_eq!(shape(conv(version, &["f32[N,4,8,7]", "f32[6,4,3,3]", "f32[6]"])), "f32[N,6,6,5]");
    }
    let strided = |query: OpQuery| query.attribute("strides", vec![2, 3]).attribute("pads", vec![1, 0, 1, 2]);
    assert_eq!(shape(strided(conv(11, &["f32[1,4,8,7]", "f32[6,4,3,3]"]))), "f32[1,6,4,3]");
    assert_eq!(shape(conv(11, &["f32[1,4,8,7]", "f32[6,2,3,3]"]).attribute("group", 2)), "f32[1,6,6,5]");
    let same = conv(11, &["f32[1,4,8,7]", "f32[6,4,3,3]"]).attribute("auto_pad", "SAME_UPPER");
    assert_eq!(shape(same.attribute("strides", vec![2, 3])), "f32[1,6,4,3]");
    let ir = layer("Convolution", 1, 2, &[]);
    assert_eq!(shape(inputs(ir, &["f16[N,4,8,7]", "f16[6,4,3,3]"])), "f16[N,6,6,5]");
    let padded = layer("Convolution", 16, 2, &["pads_begin", "pads_end"])
        .attribute("pads_begin", vec![1, 1])
        .attribute("pads_end", vec![1, 1]);
    assert_eq!(shape(inputs(padded, &["f32[1,4,H,7]", "f32[6,4,3,3]"])), "f32[1,6,H,7]");
}

#[test]
fn what_is_not_known_does_not_hide_the_rest() {
    assert_eq!(shape(conv(11, &["f32[...]", "f32[6,4,3,3]"])), "f32[?,6,1..,1..]");
    assert_eq!(shape(conv(11, &["f32[1,4,8,8]", "f32[...]"])), "f32[1,?,1..8,1..8]");
    assert_eq!(shape(conv(11, &["f32[...]", "f32[...]", "f32[6]"])), "f32[...]");
    assert_eq!(shape(conv(11, &["f32[...]", "f32[...]"]).attribute("kernel_shape", vec![3])), "f32[?,?,1..]");
    assert_eq!(shape(conv(11, &["f32[1,4,8,8]", "f32[?,?,2..3,3]", "f32[6]"])), "f32[1,6,6..7,6]");
    let ir = |shapes: &[&str]| shape(inputs(layer("GroupConvolution", 1, 2, &[]), shapes));
    assert_eq!(ir(&["f32[1,4,8,8]", "f32[?,3,2,3,3]"]), "f32[1,6,6,6]");
    assert_eq!(ir(&["f32[1,?,8,8]", "f32[2,3,2,3,3]"]), "f32[1,6,6,6]");
}

#[test]
fn channels_and_groups_agree() {
    let of = |shapes: &[&str]| type_and_codes(conv(11, shapes));
    assert_eq!(of(&["f32[1,3,8,8]", "f32[6,4,3,3]"]), ("f32[1,6,6,6]".into(), vec!["OP201"]));
    assert_eq!(of(&["f32[1,4,8,8]", "f32[6,4,3,3]", "f32[5]"]), ("f32[1,6,6,6]".into(), vec!["OP201"]));
    assert_eq!(of(&["f32[1,4,8,8]", "f32[6,4,3,3]", "f32[6,1]"]), ("f32[1,6,6,6]".into(), vec!["OP203"]));
    assert_eq!(of(&["f32[1,4,8,8]", "f32[6,4,3]"]), ("f32[1,?,1..8,1..8]".into(), vec!["OP203"]));
    assert_eq!(of(&["f32[1,4]", "f32[6,4]"]), ("f32[...]".into(), vec!["OP203"]));
    assert_eq!(of(&["f32[1,4,2,8]", "f32[6,4,3,3]"]), ("f32[1,6,?,6]".into(), vec!["OP201"]));
    assert_eq!(of(&["f32[1,4,8,8]", "f32[6,4,0,3]"]), ("f32[1,6,?,6]".into(), vec!["OP201"]));
    let grouped = |groups: i64, shapes: &[&str]| type_and_codes(conv(11, shapes).attribute("group", groups));
    assert_eq!(grouped(2, &["f32[1,4,8,8]", "f32[3,2,3,3]"]), ("f32[1,3,6,6]".into(), vec!["OP105"]));
    assert_eq!(grouped(0, &["f32[1,4,8,8]", "f32[3,2,3,3]"]), ("f32[1,3,6,6]".into(), vec!["OP105"]));
    let ir = layer("GroupConvolution", 1, 2, &[]);
    assert_eq!(type_and_codes(inputs(ir, &["f32[1,5,8,8]", "f32[2,3,2,3,3]"])), ("f32[1,6,6,6]".into(), vec!["OP201"]));
    let deep = &["f32[1,4,8,8,8,8]", "f32[6,4,3,3,3,3]"];
    assert_eq!(type_and_codes(inputs(layer("Convolution", 1, 4, &[]), deep)).1, ["OP203"]);
}

#[test]
fn a_window_is_one_thing() {
    let of = |name: &str, value: Vec<i64>| {
        type_and_codes(conv(11, &["f32[1,4,8,8]", "f32[6,4,3,3]"]).attribute(name, value))
    };
    assert_eq!(of("kernel_shape", vec![3, 3]).1, [""; 0]);
    assert_eq!(of("kernel_shape", vec![3, 2]), ("f32[1,6,6,6]".into(), vec!["OP105"]));
    assert_eq!(of("strides", vec![1]), ("f32[1,6,?,?]".into(), vec!["OP105"]));
    assert_eq!(of("strides", vec![0, 1]).1, ["OP105"]);
    assert_eq!(of("pads", vec![1, 1]).1, ["OP105"]);
    assert_eq!(of("pads", vec![-1, 0, 0, 0]).1, ["OP105"]);
    let both = conv(11, &["f32[1,4,8,8]", "f32[6,4,3,3]"]).attribute("auto_pad", "SAME_UPPER");
    assert_eq!(type_and_codes(both.attribute("pads", vec![1; 4])), ("f32[1,6,?,?]".into(), vec!["OP105"]));
}

#[test]
fn a_transposed_convolution_spreads() {
    let of = || OpQuery::onnx("ConvTranspose", 11);
    let strided = |name: &str, value: Vec<i64>| {
        let query = of().attribute("strides", vec![2, 2]).attribute(name, value);
        type_and_codes(inputs(query, &["f32[N,4,5,5]", "f32[4,3,3,3]", "f32[3]"]))
    };
    for version in [1, 11, 22] {
        let query = OpQuery::onnx("ConvTranspose", version);
        assert_eq!(shape(inputs(query, &["f32[1,2,5,W]", "f32[2,4,3,3]"])), "f32[1,4,7,W+2]");
    }
    assert_eq!(strided("pads", vec![0, 0, 1, 1]), ("f32[N,3,10,10]".into(), vec![]));
    assert_eq!(strided("output_padding", vec![1, 0]), ("f32[N,3,12,11]".into(), vec![]));
    assert_eq!(strided("output_padding", vec![2, 0]), ("f32[N,3,13,11]".into(), vec!["OP105"]));
    assert_eq!(strided("output_shape", vec![10, 9]), ("f32[N,3,10,9]".into(), vec![]));
    assert_eq!(strided("output_shape", vec![10]), ("f32[N,3,?,?]".into(), vec!["OP105"]));
    assert_eq!(strided("pads", vec![9, 0, 9, 0]), ("f32[N,3,0,11]".into(), vec!["OP105"]));
    let same = |shapes: &[&str]| {
        shape(inputs(of().attribute("strides", vec![2, 2]).attribute("auto_pad", "SAME_UPPER"), shapes))
    };
    assert_eq!(same(&["f32[1,2,5,5]", "f32[2,4,3,3]"]), "f32[1,4,10,10]");
    // The text and onnx.reference give 10, ONNX Runtime 9.
    assert_eq!(same(&["f32[1,2,5,5]", "f32[2,4,1,1]"]), "f32[1,4,9..10,9..10]");
    let grouped = |groups: i64, bias: &str| {
        type_and_codes(inputs(of().attribute("group", groups), &["f32[1,4,5,5]", "f32[4,3,3,3]", bias]))
    };
    assert_eq!(grouped(2, "f32[6]"), ("f32[1,6,7,7]".into(), vec![]));
    assert_eq!(grouped(3, "f32[9]"), ("f32[1,9,7,7]".into(), vec!["OP105"]));
    assert_eq!(grouped(2, "f32[3]"), ("f32[1,6,7,7]".into(), vec!["OP201"]));
}

#[test]
fn a_transposed_layer_spreads() {
    let of = |name: &str| {
        let query = layer(name, 1, 2, &["strides", "pads_begin", "pads_end"]).attribute("strides", vec![2, 2]);
        query.attribute("pads_begin", vec![1, 0]).attribute("pads_end", vec![0, 1])
    };
    let plain = || of("ConvolutionBackpropData").input(fact("f32[1,4,5,5]")).input(fact("f32[4,6,3,3]"));
    assert_eq!(shape(plain()), "f32[1,6,10,10]");
    assert_eq!(shape(plain().attribute("output_padding", vec![5, 1])), "f32[1,6,15,11]");
    assert_eq!(shape(plain().attribute("auto_pad", "same_upper")), "f32[1,6,11,11]");
    assert_eq!(shape(plain().input(ints("i64", &[10, 11]))), "f32[1,6,10,11]");
    assert_eq!(shape(plain().input(fact("i64[2]"))), "f32[1,6,?,?]");
    assert_eq!(type_and_codes(plain().input(ints("i64", &[-1, 11]))).1, ["OP202"]);
    let grouped = of("GroupConvolutionBackpropData").input(fact("f32[1,4,5,5]")).input(fact("f32[2,2,3,3,3]"));
    assert_eq!(shape(grouped), "f32[1,6,10,10]");
}

#[test]
fn deformable_convolution_has_an_offset_for_every_element() {
    let data = ["f32[1,4,8,8]", "f32[6,4,3,3]"];
    let onnx = |offsets: &str, mask: &str| {
        let query = inputs(OpQuery::onnx("DeformConv", 19), &[data[0], data[1], offsets]);
        let query = if mask.is_empty() { query } else { query.absent().input(fact(mask)) };
        type_and_codes(query.attribute("offset_group", 2))
    };
    assert_eq!(onnx("f32[1,36,6,6]", "f32[1,18,6,6]"), ("f32[1,6,6,6]".into(), vec![]));
    assert_eq!(onnx("f32[1,18,6,6]", ""), ("f32[1,6,6,6]".into(), vec!["OP201"]));
    assert_eq!(onnx("f32[1,36,5,6]", ""), ("f32[1,6,6,6]".into(), vec!["OP201"]));
    assert_eq!(onnx("f32[1,36,6,6]", "f32[1,9,6,6]"), ("f32[1,6,6,6]".into(), vec!["OP201"]));
    let ir = |opset: i64, offsets: &str, group: i64| {
        let query = layer("DeformableConvolution", opset, 2, &[]).attribute("deformable_group", group);
        type_and_codes(inputs(query, &["f32[N,4,H,8]", offsets, "f32[6,4,3,3]"]))
    };
    for opset in [1, 8] {
        assert_eq!(ir(opset, "f32[1,36,6,6]", 2), ("f32[1,6,6,6]".into(), vec![]));
        assert_eq!(ir(opset, "f32[1,54,6,6]", 3), ("f32[1,6,6,6]".into(), vec!["OP105"]));
    }
}

#[test]
fn quantized_convolutions_have_their_own_types() {
    let integer = |zero: &str| {
        type_and_codes(inputs(OpQuery::onnx("ConvInteger", 10), &["u8[1,4,8,8]", "i8[6,4,3,3]", "u8[]", zero]))
    };
    assert_eq!(integer("i8[6]"), ("i32[1,6,6,6]".into(), vec![]));
    assert_eq!(integer("i8[5]"), ("i32[1,6,6,6]".into(), vec!["OP201"]));
    let linear = |scale: &str, filters: &str, bias: &str| {
        let shapes = ["u8[1,4,8,8]", scale, "u8[]", "i8[6,4,3,3]", filters, "i8[]", "f32[]", "u8[]", bias];
        type_and_codes(inputs(OpQuery::onnx("QLinearConv", 10), &shapes))
    };
    assert_eq!(linear("f32[1]", "f32[6]", "i32[6]"), ("u8[1,6,6,6]".into(), vec![]));
    assert_eq!(linear("f32[2]", "f32[6]", "i32[6]"), ("u8[1,6,6,6]".into(), vec!["OP201"]));
    assert_eq!(linear("f32[]", "f32[5]", "i32[6]"), ("u8[1,6,6,6]".into(), vec!["OP201"]));
    assert_eq!(linear("f32[]", "f32[]", "i32[5]"), ("u8[1,6,6,6]".into(), vec!["OP201"]));
    let binary = layer("BinaryConvolution", 1, 2, &[]).attribute("mode", "xnor-popcount").attribute("pad_value", 0.0);
    assert_eq!(shape(inputs(binary, &["f32[1,4,8,8]", "u1[6,4,3,3]"])), "f32[1,6,6,6]");
}

#[test]
fn a_layer_says_how_its_window_moves() {
    let of = |written: &[&str]| inputs(layer("Convolution", 1, 2, written), &["f32[1,4,8,8]", "f32[6,4,3,3]"]);
    assert_eq!(type_and_codes(of(&["strides"])), ("f32[1,6,6,6]".into(), vec!["OP109"]));
    assert_eq!(type_and_codes(of(&["strides", "pads_end"])).1, ["OP109"]);
    assert_eq!(type_and_codes(of(&["pads_begin", "pads_end"])).1, ["OP109"]);
    let same = of(&["pads_begin", "pads_end"]).attribute("auto_pad", "same_upper");
    assert_eq!(type_and_codes(same), ("f32[1,6,8,8]".into(), vec![]));
}
