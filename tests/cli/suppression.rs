//! Suppressions in files: what they apply to, what they leave, and that unused ones are reported.

use crate::folder::Folder;

/// Two nodes with the same fault, one that is dead, and places for comments.
fn onnx(file: &str, line: &str, end: &str) -> String {
    format!(
        r#"{file}
<ir_version: 8, opset_import: ["" : 18]>
g (float[2,3] x) => (float[2,1] y, float[2,1] w) {{
  {line}
  [one] y = ReduceMin <keepdims = 2> (x) {end}
  [two] w = ReduceMin <keepdims = 2> (x)
}}
"#
    )
}

const IR: &str = r#"<net name="m" version="11">
<!-- HERE: file -->
<layers>
  <layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,3" element_type="f32"/>
    <output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
  <!-- HERE: before -->
  <layer id="1" name="one" type="ReLU" version="opset1">
    <!-- HERE: inside -->
    <input><port id="0"/></input>
    <output><port id="1" precision="FP32"><dim>2</dim><dim>7</dim></port></output>
  </layer>
  <layer id="2" name="two" type="ReLU" version="opset1">
    <input><port id="0"/></input>
    <output><port id="1" precision="FP32"><dim>2</dim><dim>7</dim></port></output>
  </layer>
  <layer id="3" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
  <layer id="4" name="z" type="Result" version="opset1"><input><port id="0"/></input></layer>
  <!-- HERE: behind -->
</layers>
<edges>
  <edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
  <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
  <edge from-layer="1" from-port="1" to-layer="3" to-port="0"/>
  <edge from-layer="2" from-port="1" to-layer="4" to-port="0"/>
</edges>
</net>
"#;

/// What is found in IR with a comment at one place.
fn ir(folder: &Folder, place: &str, note: &str) -> Vec<String> {
    folder.write("m.xml", IR.replace(&format!("HERE: {place}"), note));
    folder.findings(&["m.xml"])
}

#[test]
fn xml_comment_applies_to_its_layer_the_next_or_the_file() {
    let folder = Folder::new("xml");
    assert_eq!(ir(&folder, "nowhere", ""), ["SH201 one", "SH201 two"]);
    let note = "shapewright: ignore[declared-shape-mismatch] the exporter's";
    assert_eq!(ir(&folder, "file", note), [""; 0]);
    assert_eq!(ir(&folder, "before", note), ["SH201 two"]);
    assert_eq!(ir(&folder, "inside", note), ["SH201 two"]);
    assert_eq!(ir(&folder, "behind", note), ["SU001 -", "SH201 one", "SH201 two"]);
    assert_eq!(ir(&folder, "inside", "shapewright: ignore[ SH201 , OP105 ]"), ["SU001 one", "SH201 two"]);
    // A comment that is about us and not for us.
    assert_eq!(ir(&folder, "file", "see shapewright: ignore[SH201]"), ["SH201 one", "SH201 two"]);
}

#[test]
fn onnx_text_comment_applies_to_its_node_the_next_or_the_file() {
    let folder = Folder::new("text");
    let found = |file: &str, line: &str, end: &str| {
        folder.write("m.onnxtxt", onnx(file, line, end));
        folder.findings(&["m.onnxtxt"])
    };
    let note = "# shapewright: ignore[OP105] as written";
    assert_eq!(found("", "", ""), ["OP105 one", "OP105 two"]);
    assert_eq!(found(note, "", ""), [""; 0]);
    assert_eq!(found("", note, ""), ["OP105 two"]);
    assert_eq!(found("", "", note), ["OP105 two"]);
    assert_eq!(found("", "", "# shapewright: ignore[OP106]"), ["OP105 one", "SU001 one", "OP105 two"]);
}

/// A length-delimited field of protobuf.
fn field(number: u8, content: &[u8]) -> Vec<u8> {
    let varint = |number: usize| match number {
        0..128 => vec![number as u8],
        _ => vec![number as u8 | 0x80, (number >> 7) as u8],
    };
    assert!(content.len() < 128 * 128);
    [varint(usize::from(number) << 3 | 2), varint(content.len()), content.to_vec()].concat()
}

fn entry(number: u8, value: &str) -> Vec<u8> {
    field(number, &[field(1, b"shapewright.ignore"), field(2, value.as_bytes())].concat())
}

/// Binary ONNX with two faulty nodes: `keepdims` is 2.
fn binary(model: &[u8], graph: &[u8], node: &[u8]) -> Vec<u8> {
    // `i` is field 3, `type` field 20.
    let keepdims = field(5, &[field(1, b"keepdims"), vec![0x18, 2, 0xa0, 0x01, 2]].concat());
    let reduce = |name: &[u8], output: &[u8], more: &[u8]| {
        let parts =
            [field(1, b"x"), field(2, output), field(3, name), field(4, b"ReduceMin"), keepdims.clone(), more.to_vec()];
        field(1, &parts.concat())
    };
    let float = field(2, &field(1, &[8, 1]));
    let value = |number: u8, name: &[u8]| field(number, &[field(1, name), float.clone()].concat());
    let graph = [
        reduce(b"one", b"y", node),
        reduce(b"two", b"z", b""),
        field(2, b"g"),
        value(11, b"x"),
        value(12, b"y"),
        value(12, b"z"),
        graph.to_vec(),
    ];
    [vec![8, 8], field(7, &graph.concat()), field(8, &[field(1, b""), vec![16, 18]].concat()), model.to_vec()].concat()
}

#[test]
fn onnx_metadata_applies_to_its_model_graph_or_node() {
    let folder = Folder::new("metadata");
    let found = |bytes: Vec<u8>| {
        folder.write("m.onnx", bytes);
        folder.findings(&["--select", "OP,SU", "m.onnx"])
    };
    assert_eq!(found(binary(b"", b"", b"")), ["OP105 one", "OP105 two"]);
    assert_eq!(found(binary(&entry(14, "OP105"), b"", b"")), [""; 0]);
    assert_eq!(found(binary(b"", &entry(16, "invalid-attribute-value"), b"")), [""; 0]);
    assert_eq!(found(binary(b"", b"", &entry(9, "OP105"))), ["OP105 two"]);
    assert_eq!(found(binary(b"", b"", &entry(9, "OP105, dead-node"))), ["SU001 one", "OP105 two"]);
}

#[test]
fn misspelled_suppression_is_reported() {
    let folder = Folder::new("misspelt");
    for key in ["shapewright.ignores", "Shapewright.Ignore", "shapewright-ignore"] {
        let entry = field(14, &[field(1, key.as_bytes()), field(2, b"OP105")].concat());
        folder.write("m.onnx", binary(&entry, b"", b""));
        let report = folder.lint(&["--select", "SU001", "m.onnx"]);
        let finding = &report["diagnostics"][0];
        assert_eq!(finding["message"], format!("metadata key `{key}` is not understood"));
        assert_eq!(finding["help"][0], "write `shapewright.ignore`");
    }
    for key in ["shapewright.elided", "ignore", "com.example.ignore"] {
        let entry = field(14, &[field(1, key.as_bytes()), field(2, b"OP105")].concat());
        folder.write("m.onnx", binary(&entry, b"", b""));
        assert_eq!(folder.findings(&["--select", "SU001", "m.onnx"]), [""; 0], "{key}");
    }
    let found = ir(&folder, "before", "Shapewright: Ignore[declared-shape-mismatch]");
    assert_eq!(found, ["SH201 one", "SU001 one", "SH201 two"]);
}

#[test]
fn suppression_includes_bodies() {
    let model = |note: &str| {
        format!(
            r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[2,3] x, bool c) => (float[2,1] y) {{
  {note}
  [if] y = If <then_branch = t () => (float[2,1] a) {{ [inner] a = ReduceMin <keepdims = 2> (x) }},
               else_branch = e () => (float[2,1] b) {{ [other] b = ReduceMin (x) }}> (c)
}}
"#
        )
    };
    let folder = Folder::new("bodies").with("m.onnxtxt", model(""));
    assert_eq!(folder.findings(&["--select", "OP,SU", "m.onnxtxt"]), ["OP105 inner"]);
    folder.write("m.onnxtxt", model("# shapewright: ignore[OP105]"));
    assert_eq!(folder.findings(&["--select", "OP,SU", "m.onnxtxt"]), [""; 0]);
}

#[test]
fn suppressed_findings_are_counted() {
    let folder = Folder::new("count").with("m.onnxtxt", onnx("# shapewright: ignore[OP105]", "", ""));
    let report = folder.lint(&["m.onnxtxt"]);
    assert_eq!((report["summary"]["suppressed"].as_u64(), folder.code(&["m.onnxtxt"])), (Some(2), Some(0)));
    let shown = String::from_utf8(folder.run(&["m.onnxtxt"]).stdout).expect("UTF-8");
    assert!(shown.ends_with("nothing to report. 2 suppressed.\n"), "{shown}");
    // What nobody asks for is not suppressed either.
    assert_eq!(folder.lint(&["--select", "SH", "m.onnxtxt"])["summary"]["suppressed"], 0);
}

#[test]
fn unused_suppressions_are_reported() {
    let folder = Folder::new("unused");
    let messages = |file: &str| {
        folder.write("m.onnxtxt", onnx(file, "", ""));
        let report = folder.lint(&["--select", "SU001", "m.onnxtxt"]);
        let texts = report["diagnostics"].as_array().expect("a list").iter();
        texts.map(|f| format!("{} ({})", f["message"], f["help"][0]).replace('"', "")).collect::<Vec<_>>()
    };
    assert_eq!(
        messages("# shapewright: ignore[dead-node]"),
        ["the file has no dead-node finding to suppress (remove dead-node from the comment)"]
    );
    assert_eq!(
        messages("# shapewright: ignore[dead-nod, OP105]"),
        ["`dead-nod` is not the code or name of a rule (did you mean `dead-node`?)"]
    );
    assert_eq!(
        messages("# shapewright: ignore[dead-node OP105]"),
        ["`dead-node OP105` is not the code or name of a rule (separate rules with commas)"]
    );
    let form = "this comment is not understood (write `# shapewright: ignore[rule, ...] reason`)";
    for wrong in
        ["# shapewright: ignore", "# shapewright: ignore OP105", "# shapewright: off", "#shapewright: ignore[OP105"]
    {
        assert_eq!(messages(wrong), [form], "{wrong}");
    }
    // It can be left out by the caller, and not by the file.
    assert_eq!(folder.findings(&["--ignore", "SU001", "m.onnxtxt"]).len(), 2);
    assert_eq!(messages("# shapewright: ignore[SU001]").len(), 1);
    // Twice is once in vain.
    assert_eq!(messages("# shapewright: ignore[OP105]\n# shapewright: ignore[OP105]").len(), 1);
    assert_eq!(messages("# Shapewright: Ignore[dead-node]"), [form], "in other letters");
    assert_eq!(messages("# Shapewright: what it is").len(), 0, "a sentence");
    let empty = "a suppression does not name a rule";
    for wrong in ["# shapewright: ignore[]", "# shapewright: ignore[OP105, ]"] {
        assert!(messages(wrong).iter().any(|message| message.starts_with(empty)), "{wrong}");
    }
}

#[test]
fn node_with_a_suppressed_error_is_not_folded() {
    let model = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[2,3] x) => (float[2,1] y, float[1,1] w, float[1,1] v)
<float[1,2] c = {1, 2}>
{
  [x] y = ReduceMin <keepdims = 2> (x)  # shapewright: ignore[OP105]
  [one] w = ReduceMin <keepdims = 2> (c)  # shapewright: ignore[OP105]
  [two] v = ReduceMin <keepdims = 1> (c)
}
"#;
    let folder = Folder::new("fold").with("m.onnxtxt", model);
    let report = folder.run(&["fold", "m.onnxtxt", "--dry-run", "-f", "json", "--allow-growth", "100"]);
    assert_eq!(report.status.code(), Some(0));
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).expect("JSON");
    assert_eq!(report["diagnostics"].as_array().map(Vec::len), Some(0), "{report}");
    let folded = report["folded"].as_array().expect("a list").iter().map(|node| &node["node"]);
    assert_eq!(folded.collect::<Vec<_>>(), ["two"]);
}
