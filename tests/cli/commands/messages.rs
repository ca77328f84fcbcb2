//! Messages of findings: the value as written, and what would be valid.

use crate::folder::Folder;

/// The only message of level warning or worse, with its help.
fn message(name: &str, model: &str) -> String {
    let folder = Folder::new(name).with("m.onnxtxt", model).with("m.xml", model);
    let path = if model.contains("<net") { "m.xml" } else { "m.onnxtxt" };
    let report = folder.lint(&[path]);
    let found: Vec<_> =
        report["diagnostics"].as_array().expect("a list").iter().filter(|f| f["level"] != "note").collect();
    assert_eq!(found.len(), 1, "{found:?}");
    let text = |of: &serde_json::Value| of.as_str().unwrap_or_default().to_owned();
    format!("{}; {}", text(&found[0]["message"]), text(&found[0]["help"][0]))
}

const HEAD: &str = "<ir_version: 8, opset_import: [\"\" : 18]>\n";

#[test]
fn unsorted_node_names_its_producer() {
    let model = "g (float[2] x) => (float[2] y) {\n  [late] y = Relu (a)\n  [early] a = Abs (x)\n}\n";
    let expected = "`late` reads `a` of `early`, which appears after it; move `late` after `early`";
    assert_eq!(message("unsorted", &format!("{HEAD}{model}")), expected);
}

#[test]
fn message_names_the_opset_that_allows_a_type() {
    let model = "<ir_version: 8, opset_import: [\"\" : 13]>\n\
                 g (int32[2] x) => (int32[2] y) {\n  [relu] y = Relu (x)\n}\n";
    let found = message("later-type", model);
    assert!(
        found.ends_with(", or i32 from opset 14; convert the model to opset 14, the first that allows i32"),
        "{found}"
    );
}

/// An import has no line in the listing of a binary file, where its finding lists the nodes without an excerpt.
#[test]
fn nodes_without_an_excerpt_are_named() {
    let text = "<ir_version: 8, opset_import: [\"\" : 12]>\n\
                g (float[2,1,1] x) => (y) <int64[1] last = {-1}> {\n\
                [first] s = Squeeze (x, last)\n t = Squeeze (s, last)\n y = Relu (t)\n}\n";
    let folder = Folder::new("named-nodes").with("m.onnxtxt", text);
    assert!(folder.run(&["convert", "m.onnxtxt", "-o", "m.onnx"]).status.success());
    let report = String::from_utf8(folder.run(&["lint", "m.onnx"]).stdout).expect("UTF-8");
    for node in ["`first`: not valid in opset 12", "node #1 (Squeeze): not valid in opset 12"] {
        assert!(report.contains(&format!("note: {node}\n")), "{report}");
    }
}

#[test]
fn message_for_a_single_axis_mentions_no_element() {
    let model = "g (float[2,3] x) => (float[2,3] y) {\n  [soft] y = Softmax <axis = 4> (x)\n}\n";
    let folder = Folder::new("one-axis").with("m.onnxtxt", format!("{HEAD}{model}"));
    let (out, ..) = folder.says(&["m.onnxtxt"]);
    assert!(out.contains("^ attribute `axis` is 4\n"), "{out}");
}

#[test]
fn unknown_opset_is_not_an_extension() {
    let xml = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/dynamic.xml"));
    let xml =
        xml.expect("a file").replace("type=\"ReduceMin\" version=\"opset1\"", "type=\"ReduceMin\" version=\"opset0\"");
    let folder = Folder::new("opset0").with("m.xml", xml);
    let (out, _, code) = folder.says(&["-f", "concise", "--no-weights", "m.xml"]);
    assert!(out.contains("ReduceMin is not in opset 0") && !out.contains("extension") && code == 1, "{out}");
}

#[test]
fn labels_far_apart_in_a_line_are_shown_separately() {
    let inputs: String = (0..60).map(|i| format!("float[2] a_long_name_of_an_input_{i}, ")).collect();
    let node = "  [max] m = Max (x)\n  [relu] y = Relu (m)";
    let model = format!("{HEAD}g ({inputs}float[2] x) => (float[2] y, float[2] x)\n{{\n{node}\n}}\n");
    let folder = Folder::new("far-apart").with("m.onnxtxt", model);
    let (out, ..) = folder.says(&["--select", "ALL", "m.onnxtxt"]);
    let longest = out.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    assert!(!out.is_empty() && longest <= 200, "{longest}: {out}");
}

#[test]
fn commands_of_other_tools_are_suggested() {
    let folder = Folder::new("words").with("m.onnxtxt", "");
    for (word, command) in [("check", "lint"), ("validate", "lint"), ("simplify", "fold"), ("shpaes", "shapes")] {
        let (_, errors, code) = folder.says(&[word, "m.onnxtxt"]);
        let said = format!("error: `{word}` does not exist; did you mean the command `{command}`?");
        assert!(errors.contains(&said) && code == 2, "{errors}");
    }
}

#[test]
fn unsorted_value_in_a_body_names_the_node_to_move() {
    let branches = "then_branch = t () => (float[2] p) { [inner] p = Relu (a) }, else_branch = e () => (float[2] q) { q = Neg (x) }";
    let model = format!(
        "g (bool c, float[2] x) => (float[2] y) {{\n  [if] y = If (c) <{branches}>\n  [late] a = Abs (x)\n}}\n"
    );
    let expected = "`inner` reads `a` of `late`, which appears after `if`, the node that contains the body; move `if` after `late`";
    assert_eq!(message("unsorted_body", &format!("{HEAD}{model}")), expected);
}

#[test]
fn sequence_types_show_only_the_difference() {
    let sequence = |inner: &str| {
        let model = format!("g (float[2] a) => (seq({inner}) y) {{ y = SequenceConstruct (a) }}\n");
        message("sequence", &format!("{HEAD}{model}"))
    };
    assert_eq!(
        sequence("float[3]"),
        "`y` is declared as seq(f32[3]), but it is seq(f32[2]); declare it as seq(f32[2])"
    );
    assert_eq!(sequence("int32[2]"), "`y` is declared as seq(i32), but it is seq(f32); declare it as seq(f32)");
}

#[test]
fn message_shows_the_complete_permutation() {
    let model = "g (float[2,3,4] x) => (float[a,b,c] y) {\n  [turn] y = Transpose <perm = [2,0,0]> (x)\n}\n";
    let expected = "the order [2, 0, 0] repeats dimension 0; list every dimension of the input once, starting with 0";
    assert_eq!(message("order", &format!("{HEAD}{model}")), expected);
}

#[test]
fn missing_convolution_attributes_are_one_finding() {
    let dims = |sizes: &[u32]| sizes.iter().map(|n| format!("<dim>{n}</dim>")).collect::<String>();
    let port = |id: u32, sizes: &[u32]| format!("<port id=\"{id}\" precision=\"FP32\">{}</port>", dims(sizes));
    let (data, filters, result) = ([1, 4, 8, 8], [6, 4, 3, 3], [1, 6, 6, 6]);
    let parameter = |id: u32, name: &str, sizes: &[u32; 4]| {
        let shape = sizes.map(|n| n.to_string()).join(",");
        let head = format!("<layer id=\"{id}\" name=\"{name}\" type=\"Parameter\" version=\"opset1\">");
        format!("{head}<data shape=\"{shape}\" element_type=\"f32\"/><output>{}</output></layer>\n", port(0, sizes))
    };
    let layers = [
        parameter(0, "x", &data),
        parameter(1, "w", &filters),
        "<layer id=\"2\" name=\"conv\" type=\"Convolution\" version=\"opset1\"><data dilations=\"1,1\"/>".into(),
        format!(
            "<input>{}{}</input><output>{}</output></layer>\n",
            port(0, &data),
            port(1, &filters),
            port(2, &result)
        ),
        format!(
            "<layer id=\"3\" name=\"y\" type=\"Result\" version=\"opset1\"><input>{}</input></layer>",
            port(0, &result)
        ),
    ];
    let edge = |from: [u32; 2], to: [u32; 2]| {
        format!(
            "<edge from-layer=\"{}\" from-port=\"{}\" to-layer=\"{}\" to-port=\"{}\"/>",
            from[0], from[1], to[0], to[1]
        )
    };
    let edges = [edge([0, 0], [2, 0]), edge([1, 0], [2, 1]), edge([2, 2], [3, 0])].concat();
    let model =
        format!("<net name=\"m\" version=\"11\"><layers>{}</layers><edges>{edges}</edges></net>", layers.concat());
    let names = "`strides`, `pads_begin`, `pads_end`";
    assert_eq!(message("convolution", &model), format!("Convolution-1 needs the attributes {names}; add {names}"));
}
