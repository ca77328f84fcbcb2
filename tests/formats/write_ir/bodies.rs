//! Bodies of layers.

use super::weights::numbered;
use super::*;

/// A TensorIterator over `x` whose body adds up two constants, `depth` Ifs around it.
fn nested(depth: usize) -> String {
    let data = "<data shape=\"2\" element_type=\"f32\"/>\n";
    let mut body = Net::new()
        .layer(0, "in", "Parameter", data, &ports(0, 1, "FP32", 2))
        .layer(1, "deep", "Const", &constant_data("f32", "2", 0, 8), &ports(0, 1, "FP32", 2))
        .layer(2, "sum", "Negative", "", &ports(1, 1, "FP32", 2))
        .layer(3, "add", "Add", "<data auto_broadcast=\"numpy\"/>\n", &ports(2, 1, "FP32", 2))
        .layer(4, "out", "Result", "", &ports(1, 0, "FP32", 2))
        .edge((1, 0), (2, 0))
        .edge((0, 0), (3, 0))
        .edge((2, 1), (3, 1))
        .edge((3, 2), (4, 0));
    for level in 0..depth {
        let (port, result) = (
            "<input external_port_id=\"0\" internal_layer_id=\"0\"/>",
            "<output external_port_id=\"1\" internal_layer_id=\"4\"/>",
        );
        let map = |name: &str| format!("<{name}>\n{port}\n{result}\n</{name}>\n");
        let parts = format!("{}{}<body>\n{}</body>\n", ports(1, 1, "FP32", 2), map("port_map"), body.sections());
        body = Net::new()
            .layer(0, "in", "Parameter", data, &ports(0, 1, "FP32", 2))
            .layer(
                1,
                &format!("constant of {level}"),
                "Const",
                &constant_data("f32", "2", 8, 8),
                &ports(0, 1, "FP32", 2),
            )
            .layer(2, &format!("ti of {level}"), "TensorIterator", "", &parts)
            .layer(3, "sub", "Subtract", "<data auto_broadcast=\"numpy\"/>\n", &ports(2, 1, "FP32", 2))
            .layer(4, "out", "Result", "", &ports(1, 0, "FP32", 2))
            .edge((0, 0), (2, 0))
            .edge((2, 1), (3, 0))
            .edge((1, 0), (3, 1))
            .edge((3, 2), (4, 0));
    }
    body.file()
}

#[test]
fn bodies_are_edited_at_every_depth() {
    for depth in [1, 2, 200] {
        let file = nested(depth);
        let model = read(file.clone(), &numbered(16));
        assert!(model.findings().is_empty(), "{:#?}", model.findings());
        let new = f32s(&[-1.0, 1.0]);
        let ir = written(&model, &["deep", "sum"], &[("sum", 0, new.clone())]);
        let layer = new_layer(
            "id=\"2\" name=\"sum\"",
            "element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\"",
            "id=\"1\" precision=\"FP32\"",
            2,
        );
        let edge = "\n<edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>";
        let expected = replaced(
            &file,
            &[
                (between(&file, "\n<layer id=\"1\" name=\"deep\"", "</layer>"), ""),
                (between(&file, "<layer id=\"2\" name=\"sum\"", "</layer>"), &layer),
                (edge, ""),
            ],
        );
        assert!(text(&ir) == expected, "depth {depth}");
        assert_eq!(ir.weights.to_bytes()[..], [bytes(&new), numbered(16)[8..].to_vec()].concat());
    }
}

/// Removing a layer removes its bodies and the data to which only they refer.
#[test]
fn removed_layer_removes_its_bodies() {
    let file = nested(2);
    let model = read(file.clone(), &numbered(16));
    let new = f32s(&[-1.0, 1.0]);
    // What is within is listed too: a pass over all constants finds it.
    let ir =
        written(&model, &["ti of 1", "deep", "sum"], &[("ti of 1", 0, new.clone()), ("sum", 0, f32s(&[9.0, 9.0]))]);
    let layer = new_layer(
        "id=\"2\" name=\"ti of 1\"",
        "element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\"",
        "id=\"1\" precision=\"FP32\"",
        2,
    );
    let outer = &file[file.find("<layer id=\"2\" name=\"ti of 1\"").expect("the layer")..];
    let end = outer.find("<layer id=\"3\" name=\"sub\"").and_then(|_| outer.rfind("<layer id=\"3\" name=\"sub\""));
    let outer = outer[..end.expect("the next layer")].trim_end();
    let edge = "\n<edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>";
    let expected = replaced(&replaced(&file, &[(outer, &layer)]), &[(edge, "")]);
    assert_eq!(text(&ir), expected);
    assert_eq!(ir.weights.to_bytes()[..], [bytes(&new), numbered(16)[8..].to_vec()].concat());
    read_back(&ir, &[("ti of 1", "1", new)]);
}
