//! `graph`.

use super::{GOOD, chain};
use crate::folder::Folder;

#[test]
fn drawing_is_written_to_a_file() {
    let folder = Folder::new("graph-file").with("m.onnxtxt", GOOD);
    let (drawn, ..) = folder.says(&["graph", "m.onnxtxt"]);
    assert_eq!(folder.says(&["graph", "-o", "m.dot", "m.onnxtxt"]), (String::new(), String::new(), 0));
    assert_eq!((folder.text_of("m.dot"), drawn.is_empty()), (drawn, false));
    for place in ["m.onnxtxt", "./m.onnxtxt", "no/such/m.dot", "."] {
        let (out, errors, code) = folder.says(&["graph", "-o", place, "m.onnxtxt"]);
        assert!(out.is_empty() && errors.starts_with("error: ") && code == 2, "{place}: {errors}");
    }
    assert_eq!(folder.text_of("m.onnxtxt"), GOOD);
}

#[test]
fn drawing_language_follows_the_extension() {
    let folder = Folder::new("graph-language").with("m.onnxtxt", GOOD);
    let mermaid = folder.says(&["graph", "m.onnxtxt", "-f", "mermaid"]).0;
    let dot = folder.says(&["graph", "m.onnxtxt"]).0;
    for (place, flags, drawn) in [
        ("g.mmd", &[][..], &mermaid),
        ("g.MERMAID", &[], &mermaid),
        ("g.gv", &[], &dot),
        ("g", &[], &dot),
        ("h.mmd", &["-f", "dot"], &dot),
    ] {
        assert_eq!(folder.says(&[&["graph", "m.onnxtxt", "-o", place], flags].concat()).2, 0);
        assert_eq!(&folder.text_of(place), drawn, "{place}");
    }
}

#[test]
fn unknown_node_name_is_an_error() {
    let folder = Folder::new("graph-names").with("m.onnxtxt", GOOD);
    for (arguments, why) in [
        (["--bind", "Q=1"], "--bind names `Q`, but no file has such a symbol"),
        (["--input-shape", "nope:[2,3]"], "--input-shape names `nope`, but no file has such an input"),
    ] {
        let (out, errors, code) = folder.says(&[&["graph", "m.onnxtxt", "-o", "g.dot"], &arguments[..]].concat());
        assert!(errors.contains(why), "{errors}");
        assert_eq!((out.as_str(), code), ("", 2));
        assert!(!folder.0.join("g.dot").exists());
    }
}

#[test]
fn drawing_has_types_on_edges_and_bodies_as_clusters() {
    let folder = Folder::new("graph").with("m.onnxtxt", GOOD);
    let (dot, errors, code) = folder.says(&["graph", "m.onnxtxt"]);
    assert_eq!((errors.as_str(), code), ("", 0));
    for line in [
        r#"i0 [label="x\nf32[N,3,H,W]", shape=ellipse];"#,
        r##"n0 [label="Relu\nrelu", style="filled", fillcolor="#d8f0d3"];"##,
        r##"n1 [label="ReduceMin\nrmin\na i64[1]", style="filled", fillcolor="#fde4c8"];"##,
        r#"n0 -> n1 [label="f32[N,3,H,W]"];"#,
        r#"n1 -> o0_0 [label="f32[N,H,W]"];"#,
    ] {
        assert!(dot.contains(line), "{line}\n{dot}");
    }
    let bound = folder.says(&["graph", "m.onnxtxt", "-f", "mermaid", "--bind", "N=8"]).0;
    assert!(bound.starts_with("flowchart TD\n"), "{bound}");
    assert!(bound.contains(r#"n0 -->|"f32[8,3,H,W]"| n1"#), "{bound}");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/");
    let (dot, ..) = folder.says(&["graph", &format!("{root}onnx/if.onnx")]);
    assert!(dot.contains("subgraph cluster_1 {\n  label=\"then_branch of choose\"; style=dashed;"), "{dot}");
    assert!(dot.contains("lhead=cluster_1"), "{dot}");
    let (mermaid, ..) = folder.says(&["graph", "-f", "mermaid", &format!("{root}openvino/tensor-iterator.xml")]);
    assert!(mermaid.contains("subgraph g1[\"body of slices\"]"), "{mermaid}");
    assert_eq!(mermaid.matches("\"x<br/>").count() + mermaid.matches("Parameter<br/>x\"").count(), 1, "{mermaid}");
}

#[test]
fn nodes_with_findings_are_marked() {
    let folder = Folder::new("faulty").with("m.onnxtxt", GOOD.replace("{1}", "{9}"));
    let marked = "color=\"#b3261e\", penwidth=3];";
    let (dot, ..) = folder.says(&["graph", "m.onnxtxt"]);
    let lines: Vec<&str> = dot.lines().filter(|line| line.contains(marked)).collect();
    assert!(lines.len() == 1 && lines[0].contains("ReduceMin"), "{dot}");
    let (mermaid, ..) = folder.says(&["graph", "-f", "mermaid", "m.onnxtxt"]);
    assert!(mermaid.contains("  style n1 stroke:#b3261e,stroke-width:3px"), "{mermaid}");
    assert!(mermaid.contains(":::elementwise") && mermaid.contains("classDef elementwise "), "{mermaid}");
    let ir = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/detector.xml");
    let (dot, ..) = folder.says(&["graph", ir]);
    assert!(dot.contains(marked) && dot.contains("#fde4c8"), "{dot}");
}

#[test]
fn around_and_depth_select_a_part() {
    let folder = Folder::new("around").with("m.onnxtxt", chain(3_000)).with("none.onnx", "no model");
    let around = |arguments: &[&str]| {
        let (dot, errors, code) = folder.says(&[&["graph", "m.onnxtxt"], arguments].concat());
        assert_eq!((errors.as_str(), code), ("", 0));
        (dot.matches("Relu").count(), dot)
    };
    assert_eq!(around(&[]).0, 3_000);
    let (nodes, dot) = around(&["--around", "n1500", "--depth", "2"]);
    assert_eq!(nodes, 5);
    assert!(dot.contains("label=\"5 of 3001 nodes, around n1500\""), "{dot}");
    assert!(dot.contains("n1498 [label=\"Relu\\nn1498\", style=\"filled,dashed\", "), "{dot}");
    assert_eq!(around(&["--around", "v1501", "--depth", "0"]).0, 1, "by the value's name");
    assert_eq!(around(&["--around", "#0", "--depth", "1"]).0, 2, "by its position");
    let (out, errors, code) = folder.says(&["graph", "m.onnxtxt", "--around", "lost"]);
    assert!(errors.contains("`lost`") && errors.contains("did you mean `last`?"), "{errors}");
    assert_eq!((out.as_str(), code), ("", 2));
    assert_eq!(folder.says(&["graph", "m.onnxtxt", "--depth", "1"]).2, 2, "depth of what");
    let (out, errors, code) = folder.says(&["graph", "none.onnx"]);
    assert!(out.is_empty() && errors.contains("error[FM") && code == 1, "{errors}");
    assert_eq!(folder.says(&["graph", "missing.onnx"]).2, 2);
}

#[test]
fn names_are_escaped_in_drawings() {
    let model = GOOD.replace("[relu]", "[\"a\\\"]; <b>|x -->\\\\\"]");
    let folder = Folder::new("escape").with("m.onnxtxt", model);
    let (dot, ..) = folder.says(&["graph", "m.onnxtxt"]);
    assert!(dot.contains(r#"n0 [label="Relu\na\"]; <b>|x -->\\", style="filled""#), "{dot}");
    let (mermaid, ..) = folder.says(&["graph", "m.onnxtxt", "-f", "mermaid"]);
    assert!(mermaid.contains(r#"n0["Relu<br/>a#34;]#59; #60;b#62;#124;x --#62;#92;"]"#), "{mermaid}");
}

#[test]
fn drawing_uses_the_configuration() {
    let config = "model = [{ path = \"m.*\", bind = { N = 8 } }]";
    let folder = Folder::new("graph-config").with("m.onnxtxt", GOOD).with("shapewright.toml", config);
    assert!(folder.says(&["graph", "m.onnxtxt"]).0.contains(r#"label="f32[8,3,H,W]""#));
    assert!(folder.says(&["graph", "m.onnxtxt", "--isolated"]).0.contains(r#"label="f32[N,3,H,W]""#));
    assert!(folder.says(&["graph", "m.onnxtxt", "--bind", "N=2"]).0.contains(r#"label="f32[2,3,H,W]""#));
    let folder = folder.with("shapewright.toml", "modell = []");
    let (out, errors, code) = folder.says(&["graph", "m.onnxtxt"]);
    assert!(out.is_empty() && errors.contains("did you mean `model`?") && code == 2, "{errors}");
}

#[test]
fn a_file_is_named_like_what_is_written_to_it() {
    let folder = Folder::new("graph-extension").with("m.onnxtxt", GOOD);
    let picture = "is a picture, and a drawing is text; --render draws .svg, .png, and .pdf with Graphviz";
    for (arguments, why) in [
        (&["-o", "x.png"][..], picture),
        (&["-o", "x.JPG"], picture),
        (&["-f", "dot", "-o", "x.svg"], picture),
        (&["-o", "x.csv"], "selects no language; expected .dot or .gv for Graphviz, .mmd or .mermaid for Mermaid, or"),
        (&["--render", "-o", "x.dot"], "--render cannot draw `x.dot`; expected .svg, .png, or .pdf"),
        (&["--render", "-o", "x.gif"], "--render cannot draw `x.gif`; expected .svg, .png, or .pdf"),
        (&["--render", "-o", "-"], "a picture cannot be written to standard output"),
        (&["--render"], "--output"),
        (&["--render", "-f", "mermaid", "-o", "x.svg"], "cannot be used with"),
    ] {
        let (out, errors, code) = folder.says(&[&["graph", "m.onnxtxt"], arguments].concat());
        assert!(errors.contains(why), "{arguments:?}: {errors}");
        assert_eq!((out.as_str(), code), ("", 2), "{arguments:?}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 1);
    assert_eq!(folder.code(&["graph", "m.onnxtxt", "-f", "mermaid", "-o", "x.md"]), Some(0));
}

#[test]
#[cfg(unix)]
fn graphviz_draws_pictures() {
    use std::os::unix::fs::PermissionsExt;

    let folder =
        Folder::new("graph-render").with("m.onnxtxt", GOOD).with("bin/dot", "#!/bin/sh\necho \"$@\"; /bin/cat\n");
    let program = folder.0.join("bin/dot");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).expect("a program");
    let render = |name: &str, path: &std::path::Path| {
        let mut command = folder.command(&["graph", "m.onnxtxt", "--render", "-o", name]);
        let output = command.env("PATH", path).output().expect("it runs");
        (String::from_utf8_lossy(&output.stderr).trim().to_owned(), output.status.code())
    };
    let (dot, ..) = folder.says(&["graph", "m.onnxtxt"]);
    for (name, format) in [("x.svg", "svg"), ("x.PNG", "png"), ("; x.pdf", "pdf")] {
        assert_eq!(render(name, &folder.0.join("bin")), (String::new(), Some(0)), "{name}");
        assert_eq!(folder.text_of(name), format!("-T{format}\n{dot}"), "{name}");
    }
    let why = "error: Graphviz is not installed: there is no program `dot` on the PATH; install it, or write a .dot file \
               without --render";
    assert_eq!(render("y.svg", &folder.0), (why.to_owned(), Some(2)));
    folder.write("bin/dot", "#!/bin/sh\necho 'syntax error' >&2; exit 1\n");
    let (errors, code) = render("x.svg", &folder.0.join("bin"));
    assert!(
        errors.starts_with("error: `dot` did not draw the graph (") && errors.ends_with("): syntax error"),
        "{errors}"
    );
    assert_eq!(code, Some(2));
    // What was there before stays.
    assert_eq!(folder.text_of("x.svg"), format!("-Tsvg\n{dot}"));
    assert!(!folder.0.join("y.svg").exists());
}

#[test]
fn a_long_type_is_written_at_the_first_edge_only() {
    let dims: Vec<String> = (0..60).map(|i| format!("\"symbol_{i}\"")).collect();
    let nodes: String = (0..9).map(|i| format!("[n{i}] o{i} = Size (z)\n")).collect();
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{}] z) => (int64 o8) {{\n{nodes}}}",
        dims.join(", ")
    );
    let folder = Folder::new("graph-long").with("m.onnxtxt", text);
    let (out, ..) = folder.says(&["graph", "m.onnxtxt"]);
    assert_eq!(out.matches("symbol_59").count(), 1, "{out}");
    assert_eq!(out.matches("type as before").count(), 9, "{out}");
}
