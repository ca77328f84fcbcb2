use crate::op_query::OpQuery;
use crate::ops::test_util::{fact, ints, type_and_codes};

#[test]
fn blocks_move_between_space_and_depth() {
    let of = |name: &str, version: i64, shape: &str, block: i64| {
        type_and_codes(OpQuery::onnx(name, version).attribute("blocksize", block).input(fact(shape)))
    };
    for version in [1, 13, 28] {
        assert_eq!(of("SpaceToDepth", version, "f32[N,2,4,6]", 2), ("f32[N,8,2,3]".into(), vec![]));
    }
    for version in [1, 11, 13, 28] {
        assert_eq!(of("DepthToSpace", version, "f32[N,8,4,6]", 2), ("f32[N,2,8,12]".into(), vec![]));
    }
    assert_eq!(of("SpaceToDepth", 13, "f32[N,2,4,5]", 2), ("f32[N,8,2,?]".into(), vec!["OP201"]));
    assert_eq!(of("SpaceToDepth", 13, "f32[N,2,4]", 2), ("f32[?,?,?,?]".into(), vec!["OP203"]));
    assert_eq!(of("DepthToSpace", 13, "f32[N,6,4,5]", 2), ("f32[N,?,8,10]".into(), vec!["OP201"]));
    assert_eq!(of("DepthToSpace", 13, "f32[N,8,4,5]", 0), ("f32[?,?,?,?]".into(), vec!["OP105"]));
    assert_eq!(of("DepthToSpace", 13, "f32[...]", 2), ("f32[?,?,?,?]".into(), vec![]));
    let mode = OpQuery::onnx("DepthToSpace", 13).attribute("blocksize", 2).attribute("mode", "ABC");
    assert_eq!(type_and_codes(mode.input(fact("f32[1,4,1,1]"))).1, ["OP105"]);
    let ir = |name: &str, shape: &str| {
        let query = OpQuery::openvino(name, 1).attribute("block_size", 2).attribute("mode", "depth_first");
        type_and_codes(query.input(fact(shape))).0
    };
    assert_eq!(ir("SpaceToDepth", "f32[1,2,4,6,2]"), "f32[1,16,2,3,1]");
    assert_eq!(ir("SpaceToDepth", "f32[1,?,3..9,6]"), "f32[1,?,2..4,3]");
    assert_eq!(ir("DepthToSpace", "f32[1,8,4]"), "f32[1,4,8]");
    assert_eq!(ir("DepthToSpace", "f32[1,3..9,?,6]"), "f32[1,1..2,?,12]");
}

#[test]
fn blocks_move_between_space_and_batch() {
    let of = |name: &str, shape: &str, lists: [&[i64]; 3]| {
        let query = OpQuery::openvino(name, 2).input(fact(shape));
        type_and_codes(lists.iter().fold(query, |query, list| query.input(ints("i64", list))))
    };
    let none: &[i64] = &[0; 4];
    let (to, from) = ("SpaceToBatch", "BatchToSpace");
    assert_eq!(of(to, "f32[2,3,4,6]", [&[1, 1, 2, 3], &[0, 0, 1, 2], &[0, 0, 1, 1]]).0, "f32[12,3,3,3]");
    assert_eq!(of(to, "f32[2,3,4,6]", [&[1, 1, 3, 3], none, none]), ("f32[18,3,?,2]".into(), vec!["OP201"]));
    assert_eq!(of(to, "f32[2,3,4,6]", [&[1, 1, 0, 3], none, none]).1, ["OP202"]);
    assert_eq!(of(to, "f32[2,3,4,6]", [&[1, 2, 3], none, none]), ("f32[?,0..3,0..4,0..6]".into(), vec!["OP201"]));
    assert_eq!(of(to, "f32[...]", [&[1, 1, 2, 3], none, none]), ("f32[?,?,?,?]".into(), vec![]));
    assert_eq!(of(to, "f32[2]", [&[1], &[0], &[0]]).1, ["OP203"]);
    assert_eq!(of(from, "f32[12,3,4,6]", [&[1, 1, 2, 3], &[0, 0, 1, 2], &[0, 0, 1, 1]]).0, "f32[2,3,6,15]");
    assert_eq!(of(from, "f32[13,3,4,6]", [&[1, 1, 2, 3], none, none]), ("f32[?,3,8,18]".into(), vec!["OP201"]));
    assert_eq!(of(from, "f32[?,3,2..4,6]", [&[1, 1, 2, 3], &[0, 0, 1, 0], none]).0, "f32[?,3,3..7,18]");
    assert_eq!(of(from, "f32[12,3,4,6]", [&[1, 1, 2, 3], &[0, 0, 9, 0], none]).1, ["OP201"]);
    assert_eq!(of(from, "f32[12,3,4,6]", [&[1, 1, 2, 3], &[0, 0, -1, 0], none]).1, ["OP202"]);
}

#[test]
fn a_shuffle_keeps_the_shape() {
    for opset in [1, 3] {
        let of = |shape: &str, axis: i64, group: i64| {
            let query = OpQuery::openvino("ShuffleChannels", opset).attribute("axis", axis).attribute("group", group);
            type_and_codes(query.input(fact(shape)))
        };
        assert_eq!(of("f32[N,4,8]", 1, 2), ("f32[N,4,8]".into(), vec![]));
        assert_eq!(of("f32[N,5,8]", -2, 2), ("f32[N,5,8]".into(), vec!["OP201"]));
        assert_eq!(of("f32[N,4,8]", 3, 2).1, ["OP102"]);
        assert_eq!(of("f32[N,4,8]", 1, 0).1, ["OP105"]);
    }
    let reverse = |mode: &str, axes: crate::fact::Fact| {
        type_and_codes(OpQuery::openvino("Reverse", 1).attribute("mode", mode).input(fact("f32[N,4]")).input(axes))
    };
    assert_eq!(reverse("index", ints("i64", &[1])), ("f32[N,4]".into(), vec![]));
    assert_eq!(reverse("index", ints("i64", &[2])).1, ["OP102"]);
    assert_eq!(reverse("mask", fact("bool[2]")), ("f32[N,4]".into(), vec![]));
    assert_eq!(reverse("mask", fact("bool[3]")).1, ["OP201"]);
}

#[test]
fn yolo_reorganizes_its_grid() {
    let reorg = |shape: &str, stride: i64| {
        type_and_codes(OpQuery::openvino("ReorgYolo", 2).attribute("stride", stride).input(fact(shape)))
    };
    assert_eq!(reorg("f32[N,4,8,6]", 2), ("f32[N,16,4,3]".into(), vec![]));
    assert_eq!(reorg("f32[N,4,7,6]", 2), ("f32[N,16,?,3]".into(), vec!["OP201"]));
    assert_eq!(reorg("f32[N,3,8,6]", 2).1, ["OP201"]);
    assert_eq!(reorg("f32[N,4,8]", 2).1, ["OP203"]);
}

#[test]
fn yolo_flattens_its_regions() {
    let of = |shape: &str, (softmax, classes): (bool, i64), axis: i64, end: i64| {
        let query = OpQuery::openvino("RegionYolo", 1).attribute("axis", axis).attribute("end_axis", end);
        let query = query.attribute("do_softmax", softmax).attribute("mask", vec![0, 1, 2]);
        let query = query.attribute("classes", classes).attribute("coords", 4).attribute("num", 5);
        type_and_codes(query.attribute("anchors", vec![1.0f32, 2.0]).input(fact(shape)))
    };
    let region = |shape: &str, softmax: bool, axis: i64, end: i64| of(shape, (softmax, 20), axis, end);
    assert_eq!(of("f32[N,125,?,13]", (false, -2), 1, 3), ("f32[N,9,?,13]".into(), vec![]));
    assert_eq!(of("f32[N,125,?,13]", (false, -6), 1, 3), ("f32[N,?,?,13]".into(), vec![]));
    assert_eq!(region("f32[N,125,13,13]", true, 1, 3), ("f32[N,21125]".into(), vec![]));
    assert_eq!(region("f32[N,125,13,13]", true, 1, -1), ("f32[N,21125]".into(), vec![]));
    assert_eq!(region("f32[N,125,13,13]", true, 1, 2), ("f32[N,1625,13]".into(), vec![]));
    assert_eq!(region("f32[N,125,13,13]", true, 3, 1), ("f32[N,125,13,13]".into(), vec![]));
    assert_eq!(region("f32[N,125,?,13]", false, 1, 3), ("f32[N,75,?,13]".into(), vec![]));
    assert_eq!(region("f32[N,125,13,13]", true, 1, 4).1, ["OP102"]);
    assert_eq!(region("f32[N,125,13]", true, 1, 3).1, ["OP203"]);
}
