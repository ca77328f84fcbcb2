//! IR files with and without faults.

use super::File;
use super::ir_build::*;

pub fn files() -> Vec<File> {
    let mut files = vec![
        detector(),
        dynamic(),
        siblings(),
        misspelt(),
        declared(),
        repeated(),
        version_10(),
        strings(),
        packed(),
        if_bodies(),
        loop_body(),
        tensor_iterator(),
        state(),
        edges(),
        lenient(),
    ]
    .concat();
    files.push(no_weights());
    files.push(bare_layer());
    files.push(page());
    files
}

fn pair(name: &str, xml: String, bin: Vec<u8>, findings: &str) -> Vec<File> {
    let xml = File::new(&format!("openvino/{name}.xml"), xml, findings);
    if bin.is_empty() { vec![xml] } else { vec![xml, File::new(&format!("openvino/{name}.bin"), bin, "")] }
}

/// The detector of `onnx/detector.onnx`: least score and least corner over the wrong axes.
fn detector() -> Vec<File> {
    let all = [
        parameter("x", "?,4,20,20", "f32", "FP32[-1,4,20,20]"),
        layer("relu: ReLU").inputs("FP32[-1,4,20,20]").outputs("FP32[-1,4,20,20]"),
        constant("score_axes", "i64", "2", (0, 16), "I64[2]"),
        layer("rmin_scores: ReduceMin")
            .data(r#"keep_dims="true""#)
            .inputs("FP32[-1,4,20,20] I64[2]")
            .outputs("FP32[-1,1,20,20]"),
        constant("box_axes", "i64", "2", (16, 16), "I64[2]"),
        layer("rmin_boxes: ReduceMin")
            .data(r#"keep_dims="false""#)
            .inputs("FP32[-1,4,20,20] I64[2]")
            .outputs("FP32[-1,4,20]"),
        result("scores", "FP32[-1,1,20,20]"),
        result("boxes", "FP32[-1,4,20]"),
    ];
    let edges = "0:0>1:0 1:1>3:0 2:0>3:1 1:1>5:0 4:0>5:1 3:2>6:0 5:2>7:0";
    pair(
        "detector",
        net("detector", 11, &all, edges),
        i64s(&[1, 4, 2, -2]),
        "error OP102 rmin_scores\nerror OP103 rmin_boxes",
    )
}

/// Intervals, a shape computed in the graph, axes known only when it runs.
fn dynamic() -> Vec<File> {
    let all = [
        parameter("x", "?,3,1..32,2..", "f32", "FP32[-1,3,-1,-1]"),
        layer("sizes: ShapeOf opset3").data(r#"output_type="i64""#).inputs("FP32[-1,3,-1,-1]").outputs("I64[4]"),
        constant("zero", "i64", "1", (0, 8), "I64[1]"),
        layer("least: ReduceMin").data(r#"keep_dims="true""#).inputs("I64[4] I64[1]").outputs("I64[1]"),
        constant("rest", "i64", "1", (8, 8), "I64[1]"),
        layer("target: Concat").data(r#"axis="0""#).inputs("I64[1] I64[1]").outputs("I64[2]"),
        layer("rows: Reshape").data(r#"special_zero="false""#).inputs("FP32[-1,3,-1,-1] I64[2]").outputs("FP32[-1,-1]"),
        parameter("axes", "2", "i32", "I32[2]"),
        layer("later: ReduceMin")
            .data(r#"keep_dims="true""#)
            .inputs("FP32[-1,3,-1,-1] I32[2]")
            .outputs("FP32[-1,-1,-1,-1]"),
        result("rows_out", "FP32[-1,-1]"),
        result("later_out", "FP32[-1,-1,-1,-1]"),
    ];
    let edges = "0:0>1:0 1:1>3:0 2:0>3:1 3:2>5:0 4:0>5:1 0:0>6:0 5:2>6:1 0:0>8:0 7:0>8:1 6:2>9:0 8:2>10:0";
    pair("dynamic", net("dynamic", 11, &all, edges), i64s(&[0, -1]), "")
}

/// Every reduction, each of the same data over the same axis.
fn siblings() -> Vec<File> {
    let ops = ["Max", "Mean", "Min", "Prod", "Sum", "L1", "L2"];
    let mut all = vec![
        parameter("x", "2,3,4", "f32", "FP32[2,3,4]"),
        parameter("flags", "2,3,4", "boolean", "BOOL[2,3,4]"),
        constant("axis", "i32", "", (0, 4), "I32[]"),
    ];
    let mut edges = String::new();
    for op in ops {
        let opset = if op.starts_with('L') { "opset4" } else { "opset1" };
        all.push(layer(&format!("{op}: Reduce{op} {opset}")).inputs("FP32[2,3,4] I32[]").outputs("FP32[2,4]"));
    }
    for op in ["LogicalAnd", "LogicalOr"] {
        let node = layer(&format!("{op}: Reduce{op} opset1")).data(r#"keep_dims="TRUE""#);
        all.push(node.inputs("BOOL[2,3,4] I32[]").outputs("BOOL[2,1,4]"));
    }
    for id in 3..12 {
        edges += &format!("{}:0>{id}:0 2:0>{id}:1 {id}:2>{}:0 ", u32::from(id >= 10), id + 9);
        all.push(result(&format!("r{id}"), if id < 10 { "FP32[2,4]" } else { "BOOL[2,1,4]" }));
    }
    pair("siblings", net("siblings", 11, &all, &edges), 1i32.to_le_bytes().to_vec(), "")
}

/// One ReduceMin over the axes of the weights, with these attributes and this recorded output.
fn one(name: &str, data: &str, axes: &[i64], recorded: &str, findings: &str) -> Vec<File> {
    let count = axes.len();
    let all = [
        parameter("x", "2,3,4", "f32", "FP32[2,3,4]"),
        constant("axes", "i64", &count.to_string(), (0, 8 * count), &format!("I64[{count}]")),
        layer("rmin: ReduceMin").data(data).inputs(&format!("FP32[2,3,4] I64[{count}]")).outputs(recorded),
        result("y", recorded),
    ];
    let edges = "0:0>2:0 1:0>2:1 2:2>3:0";
    pair(name, net(name, 11, &all, edges), i64s(axes), findings)
}

/// `keepdims` is ONNX's spelling: OpenVINO ignores it and drops the dimension that the file records.
fn misspelt() -> Vec<File> {
    one("misspelt", r#"keepdims="true""#, &[1], "FP32[2,1,4]", "error OP104 rmin")
}

/// The recorded output differs from the inferred one.
fn declared() -> Vec<File> {
    one("wrong-dims", r#"keep_dims="true""#, &[1], "FP32[2,3,4]", "error SH201 rmin")
}

/// One axis, written twice.
fn repeated() -> Vec<File> {
    one("duplicate-axes", r#"keep_dims="false""#, &[2, -1], "FP32[2,3]", "error OP103 rmin")
}

/// As OpenVINO's older writers did it: version 10, precisions in capitals, no precision on inputs.
fn version_10() -> Vec<File> {
    let all = [
        parameter("x", "1,3,8", "f16", "FP16[1,3,8]"),
        constant("slope", "f16", "1", (8, 2), "FP16[1]"),
        layer("prelu: PReLU").inputs("[1,3,8] [1]").outputs("FP16[1,3,8]"),
        constant("axes", "i64", "1", (0, 8), "I64[1]"),
        layer("rmin: ReduceMin").data(r#"keep_dims="1""#).inputs("[1,3,8] [1]").outputs("FP16[1,1,8]"),
        layer("soft: SoftMax").data(r#"axis="2""#).inputs("[1,1,8]").outputs("FP16[1,1,8]"),
        result("y", "[1,1,8]"),
    ];
    let edges = "0:0>2:0 1:0>2:1 2:2>4:0 3:0>4:1 4:2>5:0 5:1>6:0";
    let mut bin = i64s(&[1]);
    bin.extend([0x00, 0x38]);
    pair("version-10", net("version-10", 10, &all, edges), bin, "note OP117 rmin")
}

/// A constant of strings, as OpenVINO packs them: count, offsets, bytes.
fn strings() -> Vec<File> {
    let mut bin: Vec<u8> = [3i32, 0, 1, 1, 3].iter().flat_map(|v| v.to_le_bytes()).collect();
    bin.extend("aé".as_bytes());
    let all = [
        constant("words", "string", "3", (0, bin.len()), "STRING[3]"),
        layer("sizes: ShapeOf opset3").data(r#"output_type="i64""#).inputs("STRING[3]").outputs("I64[1]"),
        result("y", "I64[1]"),
    ];
    pair("strings", net("strings", 11, &all, "0:0>1:0 1:1>2:0"), bin, "")
}

/// A constant of each type that is not a whole number of bytes, used as axes: the first element of each is 1.
fn packed() -> Vec<File> {
    let types: [(&str, &str, &[u8]); 6] = [
        ("u1", "U1", &[0x80]),
        ("u2", "U2", &[0x01]),
        ("u3", "U3", &[0x40, 0x00, 0x00]),
        ("u4", "U4", &[0x01]),
        ("i4", "I4", &[0x0f]),
        ("u6", "U6", &[0x10, 0x00, 0x00]),
    ];
    let mut all = vec![parameter("x", "2,3,4", "f32", "FP32[2,3,4]")];
    let (mut edges, mut bin) = (String::new(), Vec::new());
    for (index, (element, precision, bytes)) in types.into_iter().enumerate() {
        let at = (bin.len(), bytes.len());
        bin.extend(bytes);
        let id = 1 + 3 * index;
        // -1 as i4 is the last axis, 1 the middle one.
        let reduced = if element == "i4" { "FP32[2,3]" } else { "FP32[2,4]" };
        all.push(constant(&format!("{element}_axis"), element, "1", at, &format!("{precision}[1]")));
        all.push(
            layer(&format!("{element}_min: ReduceMin")).inputs(&format!("FP32[2,3,4] {precision}[1]")).outputs(reduced),
        );
        all.push(result(&format!("{element}_y"), reduced));
        edges += &format!("0:0>{}:0 {id}:0>{}:1 {}:2>{}:0 ", id + 1, id + 1, id + 1, id + 2);
    }
    pair("packed", net("packed", 11, &all, &edges), bin, "")
}

/// Branches whose results agree on a rank and one dimension.
fn if_bodies() -> Vec<File> {
    let then_body = layers(
        &[
            parameter("tp", "2,3", "f32", "FP32[2,3]"),
            constant("tc", "i64", "1", (0, 8), "I64[1]"),
            layer("then_min: ReduceMin").data(r#"keep_dims="true""#).inputs("FP32[2,3] I64[1]").outputs("FP32[2,1]"),
            result("tr", "FP32[2,1]"),
        ],
        "0:0>2:0 1:0>2:1 2:2>3:0",
    );
    let else_body = layers(&[parameter("ep", "2,3", "f32", "FP32[2,3]"), result("er", "FP32[2,3]")], "0:0>1:0");
    let map = |side: &str, output: usize| {
        format!(
            "      <{side}_port_map>\n        <input external_port_id=\"1\" internal_layer_id=\"0\"/>\n        \
             <output external_port_id=\"2\" internal_layer_id=\"{output}\"/>\n      </{side}_port_map>\n"
        )
    };
    let bodies =
        format!("      <then_body>\n{then_body}      </then_body>\n      <else_body>\n{else_body}      </else_body>\n");
    let maps = map("then", 3) + &map("else", 1);
    let all = [
        parameter("flag", "", "boolean", "BOOL[]"),
        parameter("x", "2,3", "f32", "FP32[2,3]"),
        layer("choose: If opset8").bodies(&maps, &bodies).inputs("BOOL[] FP32[2,3]").outputs("FP32[2,-1]"),
        result("y", "FP32[2,-1]"),
    ];
    pair("if", net("if", 11, &all, "0:0>2:0 1:0>2:1 2:2>3:0"), i64s(&[1]), "")
}

/// Ten iterations over a carried tensor, whose minima are put together.
fn loop_body() -> Vec<File> {
    let body = layers(
        &[
            parameter("carried", "1,2,2", "f32", "FP32[1,2,2]"),
            constant("axis", "i64", "1", (9, 8), "I64[1]"),
            layer("body_min: ReduceMin")
                .data(r#"keep_dims="true""#)
                .inputs("FP32[1,2,2] I64[1]")
                .outputs("FP32[1,1,2]"),
            layer("next: Add")
                .data(r#"auto_broadcast="numpy""#)
                .inputs("FP32[1,2,2] FP32[1,1,2]")
                .outputs("FP32[1,2,2]"),
            constant("go_on", "boolean", "", (8, 1), "BOOL[]"),
            result("condition", "BOOL[]"),
            result("carry", "FP32[1,2,2]"),
            result("part", "FP32[1,1,2]"),
        ],
        "0:0>2:0 1:0>2:1 0:0>3:0 2:2>3:1 4:0>5:0 3:2>6:0 2:2>7:0",
    );
    let maps = r#"      <port_map>
        <input external_port_id="2" internal_layer_id="0"/>
        <output external_port_id="3" internal_layer_id="6"/>
        <output axis="1" external_port_id="4" internal_layer_id="7" start="0" end="-1" stride="1" part_size="1"/>
        <output external_port_id="-1" internal_layer_id="5" purpose="execution_condition"/>
      </port_map>
      <back_edges>
        <edge from-layer="6" to-layer="0"/>
      </back_edges>
"#;
    let body = format!("      <body>\n{body}      </body>\n");
    let all = [
        parameter("x", "1,2,2", "f32", "FP32[1,2,2]"),
        constant("trips", "i64", "", (0, 8), "I64[]"),
        constant("start", "boolean", "", (8, 1), "BOOL[]"),
        layer("repeat: Loop opset5")
            .bodies(maps, &body)
            .inputs("I64[] BOOL[] FP32[1,2,2]")
            .outputs("FP32[1,2,2] FP32[1,10,2]"),
        result("last", "FP32[1,2,2]"),
        result("parts", "FP32[1,10,2]"),
    ];
    let mut bin = i64s(&[10]);
    bin.push(1);
    bin.extend(i64s(&[1]));
    pair("loop", net("loop", 11, &all, "1:0>3:0 2:0>3:1 0:0>3:2 3:3>4:0 3:4>5:0"), bin, "")
}

/// Three slices along an axis, one an iteration.
fn tensor_iterator() -> Vec<File> {
    let body = layers(
        &[
            parameter("part", "1,2,4", "f32", "FP32[1,2,4]"),
            parameter("state", "1,2,4", "f32", "FP32[1,2,4]"),
            layer("sum: Add")
                .data(r#"auto_broadcast="numpy""#)
                .inputs("FP32[1,2,4] FP32[1,2,4]")
                .outputs("FP32[1,2,4]"),
            constant("axis", "i64", "1", (0, 8), "I64[1]"),
            layer("body_min: ReduceMin")
                .data(r#"keep_dims="true""#)
                .inputs("FP32[1,2,4] I64[1]")
                .outputs("FP32[1,2,1]"),
            result("state_out", "FP32[1,2,4]"),
            result("least", "FP32[1,2,1]"),
        ],
        "0:0>2:0 1:0>2:1 2:2>4:0 3:0>4:1 2:2>5:0 4:2>6:0",
    );
    let maps = r#"      <port_map>
        <input axis="0" external_port_id="0" internal_layer_id="0" start="0" end="-1" stride="1" part_size="1"/>
        <input external_port_id="1" internal_layer_id="1"/>
        <output external_port_id="2" internal_layer_id="5"/>
        <output axis="0" external_port_id="3" internal_layer_id="6" start="0" end="-1" stride="1" part_size="1"/>
      </port_map>
      <back_edges>
        <edge from-layer="5" to-layer="1"/>
      </back_edges>
"#;
    let body = format!("      <body>\n{body}      </body>\n");
    let all = [
        parameter("x", "3,2,4", "f32", "FP32[3,2,4]"),
        parameter("first", "1,2,4", "f32", "FP32[1,2,4]"),
        layer("slices: TensorIterator")
            .bodies(maps, &body)
            .inputs("FP32[3,2,4] FP32[1,2,4]")
            .outputs("FP32[1,2,4] FP32[3,2,1]"),
        result("last", "FP32[1,2,4]"),
        result("all", "FP32[3,2,1]"),
    ];
    pair("tensor-iterator", net("tensor-iterator", 11, &all, "0:0>2:0 1:0>2:1 2:2>3:0 2:3>4:0"), i64s(&[2]), "")
}

/// A variable that is read and written.
fn state() -> Vec<File> {
    let all = [
        parameter("x", "2,3", "f32", "FP32[2,3]"),
        layer("before: ReadValue opset6")
            .data(r#"variable_id="v" variable_type="f32" variable_shape="2,3""#)
            .inputs("FP32[2,3]")
            .outputs("FP32[2,3]"),
        constant("axes", "i64", "1", (0, 8), "I64[1]"),
        layer("rmin: ReduceMin").data(r#"keep_dims="false""#).inputs("FP32[2,3] I64[1]").outputs("FP32[2]"),
        layer("after: Assign opset6").data(r#"variable_id="v""#).inputs("FP32[2,3]").outputs("FP32[2,3]"),
        result("y", "FP32[2]"),
    ];
    pair("state", net("state", 11, &all, "0:0>1:0 1:1>3:0 2:0>3:1 1:1>4:0 3:2>5:0"), i64s(&[1]), "")
}

/// Edges that lead nowhere, and an input that has none.
fn edges() -> Vec<File> {
    let all = [
        parameter("x", "2,3", "f32", "FP32[2,3]"),
        layer("relu: ReLU").inputs("FP32[2,3]").outputs("FP32[2,3]"),
        layer("sum: Add").data(r#"auto_broadcast="numpy""#).inputs("FP32[2,3] FP32[2,3]").outputs("FP32[2,3]"),
        result("y", "FP32[2,3]"),
    ];
    let edges = "0:0>1:0 1:1>2:0 9:0>2:1 2:2>3:0 0:0>8:0";
    pair("bad-edges", net("bad-edges", 11, &all, edges), Vec::new(), "error GR101 sum\nwarning GR116 x")
}

/// Forms that OpenVINO reads but no writer emits.
fn lenient() -> Vec<File> {
    let all = [
        parameter("x", "2, 3,4", "f32", "FP32[2,3,4]"),
        constant("axes", "i64", "1x", (0, 8), "I64[1]"),
        layer("rmin: reducemin")
            .data("keep_dims=\"true\"/>\n      <data keep_dims=\"false\"")
            .inputs("FP32[2,3,4] I64[1]")
            .outputs("FP32[2,1,4]"),
        result("y", "FP32[2,1,4]"),
    ];
    let xml = net("lenient", 11, &all, "0:0>2:0 1:0>2:1 2:2>3:0");
    let xml = xml.replace("name=\"rmin\"", "name=\"rmin\" name=\"other\"") + "left over\n";
    let findings = "warning FM020 -\nwarning FM022 rmin\nwarning FM023 rmin\nwarning FM026 axes\nwarning OP111 -";
    pair("lenient", xml, i64s(&[1]), findings)
}

/// A model whose `.bin` is not there: the axes are known only when it runs.
fn no_weights() -> File {
    let mut files = one("missing-bin", r#"keep_dims="true""#, &[1], "FP32[2,1,4]", "error FM004 axes");
    files.remove(0)
}

/// A layer alone.
fn bare_layer() -> File {
    let text = r#"<layer id="1" name="rmin" type="ReduceMin" version="opset1">
  <data keep_dims="true"/>
  <input>
    <port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port>
    <port id="1" precision="I64"><dim>1</dim></port>
  </input>
  <output>
    <port id="2" precision="FP32"><dim>2</dim><dim>3</dim></port>
  </output>
</layer>
"#;
    File::new("openvino/layer.xml", text, "")
}

/// A page with the facts and the malformations of OpenVINO's page but its own text: bare layers, dots in the start tag,
/// no precision, and the value of the axes in a comment.
fn page() -> File {
    let mut text = String::from(
        "ReduceMin in four examples\n==========================\n\nEach layer takes the least element along the axes \
         that the comment behind the second port names. The layers\nleave out what a whole file would need.\n",
    );
    let examples: [(&str, &str, &[u64]); 4] = [
        ("true", "2, 3", &[6, 12, 1, 1]),
        ("false", "2, 3", &[6, 12]),
        ("false", "1", &[6, 10, 24]),
        ("false", "-2", &[6, 12, 24]),
    ];
    for (keep, axes, output) in examples {
        text += &example(keep, axes, output);
    }
    File::new("openvino/reduce-min-page.rst", text, "")
}

fn example(keep: &str, axes: &str, output: &[u64]) -> String {
    let dim = |size: &u64| format!("                <dim>{size}</dim>\n");
    let dims = |sizes: &[u64]| sizes.iter().map(dim).collect::<String>();
    let count = axes.split(',').count();
    format!(
        r#"
.. code-block:: xml
   :force:

    <layer id="1" type="ReduceMin" ...>
        <data keep_dims="{keep}" />
        <input>
            <port id="0">
{}            </port>
            <port id="1">
                <dim>{count}</dim>         <!-- value is [{axes}], counted from the left or, below zero, from the right -->
            </port>
        </input>
        <output>
            <port id="2">
{}            </port>
        </output>
    </layer>

"#,
        dims(&[6, 12, 10, 24]),
        dims(output)
    )
}
