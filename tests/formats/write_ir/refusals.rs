//! Rewrites that are rejected.

use super::outputs::split;
use super::weights::identities;
use super::*;

#[test]
fn invalid_text_is_rejected() {
    let mut file = LAYERS.as_bytes().to_vec();
    let at = LAYERS.find("by hand").expect("the comment");
    file[at] = 0xff;
    let model = read(file, &[0, 0x3c, 0, 0x40]);
    let rewrite = change(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, f32s(&[1.0, 2.0]))]);
    assert!(matches!(openvino::rewrite(&model, &rewrite), Err(WriteError::Inconsistent(_))));
}

/// The elements are in `<net>` and in each other.
#[test]
fn elements_in_very_many_others_are_rejected() {
    for (depth, is_written) in [(100_000, true), (100_001, false)] {
        let nested = "<a>".repeat(depth) + &"</a>".repeat(depth);
        let model = read(LAYERS.replace("</net>", &format!("{nested}</net>")), &[0, 0x3c, 0, 0x40]);
        let rewrite = change(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, f32s(&[1.0, 2.0]))]);
        match openvino::rewrite(&model, &rewrite) {
            Ok(_) => assert!(is_written, "{depth}"),
            Err(error) => {
                assert!(!is_written, "{error}");
                // `<net>` and 100,000 elements of three bytes are around it.
                let at = LAYERS.find("</net>").expect("its end") + 3 * 100_000;
                let why = format!("the element at byte {at} is in more than 100000 others; remove it");
                assert_eq!(error.to_string(), format!("the model cannot be written back: {why}"));
            }
        }
    }
}

#[test]
fn layer_with_readers_cannot_be_removed() {
    let model = read(split().file(), &[0; 32]);
    let refused = |layers: &[&str], constants: &[(&str, usize, Tensor)]| {
        openvino::rewrite(&model, &change(&model, layers, constants)).expect_err("it cannot be written").to_string()
    };
    let new = f32s(&[1.0, 2.0]);
    assert_eq!(refused(&["c"], &[]), "layer 9 `s` (Split) reads layer 5 `c` (Const), which is removed");
    assert_eq!(
        refused(&["c", "axis", "s"], &[("s", 0, new.clone())]),
        "layer 2 `second` (Result) reads layer 9 `s` (Split), which is removed"
    );
    assert_eq!(refused(&[], &[("s", 0, new.clone())]), "`s` becomes a constant, but its layer is not removed");
    assert_eq!(refused(&["third"], &[]), "layer 3 `third` (Result) cannot be removed");
    let foreign = Tensor::from_packed(ElementType::C64, [1], vec![0; 8]).expect("a tensor");
    assert_eq!(
        refused(&["s"], &[("s", 0, new.clone()), ("s", 1, new.clone()), ("s", 2, foreign)]),
        "OpenVINO IR has no constants of type c64"
    );
}

#[test]
fn other_formats_are_rejected() {
    let onnx = Source::from_bytes(
        "m.onnxtxt",
        "<ir_version: 9, opset_import: [\"\" : 18]> g (float x) => (float y) { y = Identity(x) }",
    );
    let onnx = Model::read(onnx, &ReadOptions::default());
    assert!(matches!(openvino::rewrite(&onnx, &Rewrite::default()), Err(WriteError::Unsupported(_))));
    let alone = read(split().layers[0].clone(), &[0; 32]);
    let rewrite = Rewrite { nodes: vec![layer(&alone, "c")], ..Rewrite::default() };
    assert!(matches!(openvino::rewrite(&alone, &rewrite), Err(WriteError::Unsupported(_))));
}

#[test]
fn duplicate_layer_id_is_rejected() {
    let file = split().file().replace("<layer id=\"6\"", "<layer id=\"5\"");
    let model = read(file, &[0; 32]);
    let rewrite = Rewrite { nodes: vec![layer(&model, "axis")], ..Rewrite::default() };
    let error = openvino::rewrite(&model, &rewrite).expect_err("which of the two is meant").to_string();
    assert_eq!(error, "the id of layer 5 `c` (Const) is not unique");
}

#[test]
fn missing_weights_are_not_replaced() {
    let missing = |text: String| Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    let model = missing(identities(&[0, 8]).file());
    let rewrite = change(&model, &["c0", "i0"], &[("i0", 0, f32s(&[1.0, 2.0]))]);
    assert!(matches!(openvino::rewrite(&model, &rewrite), Err(WriteError::Inconsistent(_))));
    assert!(matches!(openvino::rewrite(&model, &Rewrite::default()), Err(WriteError::Inconsistent(_))));
    // Nothing is left that needs them.
    let model = missing(identities(&[0]).file());
    let ir = written(&model, &["c0", "i0"], &[("i0", 0, f32s(&[1.0, 2.0]))]);
    read_back(&ir, &[("i0", "1", f32s(&[1.0, 2.0]))]);
}
