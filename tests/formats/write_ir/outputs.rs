//! Layers with several outputs.

use super::*;

/// A constant cut in three: all parts become constants, or only the last two.
pub fn split() -> Net {
    let axis = "<port id=\"1\" precision=\"I64\"/>\n</input>";
    let split = ports(1, 3, "FP32", 6).replace("</input>", axis);
    let split = split.replace("id=\"3\"", "id=\"4\"").replace("id=\"2\"", "id=\"3\"");
    let (input, output) = split.split_at(split.find("<output>").expect("outputs"));
    let output = output.replacen("id=\"1\"", "id=\"2\"", 1).replace("<dim>6", "<dim>2");
    Net::new()
        .layer(5, "c", "Const", &constant_data("f32", "6", 0, 24), &ports(0, 1, "FP32", 6))
        .layer(
            6,
            "axis",
            "Const",
            &constant_data("i64", "", 24, 8),
            "<output>\n<port id=\"0\" precision=\"I64\"/>\n</output>\n",
        )
        .layer(9, "s", "Split", "<data num_splits=\"3\"/>\n", &(input.to_owned() + &output))
        .layer(1, "s.1", "Result", "", &ports(1, 0, "FP32", 2))
        .layer(2, "second", "Result", "", &ports(1, 0, "FP32", 2))
        .layer(3, "third", "Result", "", &ports(1, 0, "FP32", 2))
        .edge((5, 0), (9, 0))
        .edge((6, 0), (9, 1))
        .edge((9, 2), (1, 0))
        .edge((9, 3), (2, 0))
        .edge((9, 4), (3, 0))
}

#[test]
fn each_constant_output_gets_its_own_layer() {
    let file = split().file();
    let data: Vec<u8> = [1f32, 2.0, 3.0, 4.0, 5.0, 6.0].iter().flat_map(|v| v.to_le_bytes()).chain([0; 8]).collect();
    let model = read(file.clone(), &data);
    assert!(model.findings().is_empty(), "{:#?}", model.findings());
    let (a, b, c) = (f32s(&[1.0, 2.0]), f32s(&[3.0, 4.0]), f32s(&[5.0, 6.0]));
    let all = [("s", 0, a.clone()), ("s", 1, b.clone()), ("s", 2, c.clone())];
    let ir = written(&model, &["c", "axis", "s"], &all);
    // `s.1` is the name of a layer of the file, `s.2` of none; 9 is the greatest id.
    let layers = [
        new_layer(
            "id=\"9\" name=\"s\"",
            "element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\"",
            "id=\"2\" precision=\"FP32\"",
            2,
        ),
        new_layer(
            "id=\"10\" name=\"s.1_1\"",
            "element_type=\"f32\" shape=\"2\" offset=\"8\" size=\"8\"",
            "id=\"3\" precision=\"FP32\"",
            2,
        ),
        new_layer(
            "id=\"11\" name=\"s.2\"",
            "element_type=\"f32\" shape=\"2\" offset=\"16\" size=\"8\"",
            "id=\"4\" precision=\"FP32\"",
            2,
        ),
    ];
    let expected = replaced(
        &file,
        &[
            (between(&file, "\n<layer id=\"5\"", "</layer>"), ""),
            (between(&file, "\n<layer id=\"6\"", "</layer>"), ""),
            (between(&file, "<layer id=\"9\"", "</layer>"), &layers.join("\n")),
            ("\n<edge from-layer=\"5\" from-port=\"0\" to-layer=\"9\" to-port=\"0\"/>", ""),
            ("\n<edge from-layer=\"6\" from-port=\"0\" to-layer=\"9\" to-port=\"1\"/>", ""),
            ("from-layer=\"9\" from-port=\"3\"", "from-layer=\"10\" from-port=\"3\""),
            ("from-layer=\"9\" from-port=\"4\"", "from-layer=\"11\" from-port=\"4\""),
        ],
    );
    assert_eq!(text(&ir), expected);
    read_back(&ir, &[("s", "2", a), ("s.1_1", "3", b), ("s.2", "4", c)]);
}

#[test]
fn first_constant_output_reuses_the_layer() {
    // The first result goes, so the first output is read by nobody.
    let mut net = split();
    net.layers.remove(3);
    net.edges.remove(2);
    let model = read(net.file(), &[0; 32]);
    let (b, c) = (f32s(&[3.0, 4.0]), f32s(&[5.0, 6.0]));
    let ir = written(&model, &["c", "axis", "s"], &[("s", 1, b.clone()), ("s", 2, c.clone())]);
    read_back(&ir, &[("s", "3", b), ("s.2", "4", c)]);
    assert!(text(&ir).contains("<edge from-layer=\"9\" from-port=\"3\" to-layer=\"2\" to-port=\"0\"/>"));
}
