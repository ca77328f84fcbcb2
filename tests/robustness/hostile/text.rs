//! Hostile ONNX text and specification pages.

use super::{Bound, FINDINGS, PER_BYTE, noisy, run};

const HEADER: &str = "<ir_version: 8, opset_import: [\"\" : 18]>\n";

#[test]
fn text_nested_100_000_deep() {
    let depth = 100_000;
    for open in ["(", "[", "{", "<", "seq(", "optional(", "sequence(", "f<", "f<a=g () => () {", "y=If(c)<t=g()=>(){"] {
        noisy(open, "m.onnxtxt", open.repeat(depth).as_bytes());
        noisy(open, "m.onnxtxt", format!("{HEADER}g ({}float x", open.repeat(depth)).as_bytes());
        noisy(open, "m.onnxtxt", format!("{HEADER}g (float[2] x) => (float y) {{ {}", open.repeat(depth)).as_bytes());
    }
    let graphs = "b = If <then_branch = g () => (float[2] a) { ".repeat(20_000);
    noisy("bodies", "m.onnxtxt", format!("{HEADER}g (bool c) => (float[2] y) {{ {graphs}").as_bytes());
}

#[test]
fn overlong_names_strings_and_lists() {
    let bound = Bound { per_byte: PER_BYTE, findings: FINDINGS };
    let name = "n".repeat(1 << 20);
    run(
        "name",
        "m.onnxtxt",
        format!("{HEADER}g (float[2] {name}) => (float[2] y) {{ y = Relu({name}) }}").as_bytes(),
        bound,
    );
    noisy("string", "m.onnxtxt", format!("{HEADER}g (float[2] x) => (float[2] y) {{ y = F <a = \"{name}").as_bytes());
    noisy("digits", "m.onnxtxt", format!("{HEADER}g (float[{}] x) => () {{ }}", "9".repeat(1 << 20)).as_bytes());
    let dims = "1,".repeat(200_000);
    noisy("dims", "m.onnxtxt", format!("{HEADER}g (float[{dims}1] x) => () {{ }}").as_bytes());
    let nodes: String = (0..20_000).map(|i| format!("v{} = Relu(v{i})\n", i + 1)).collect();
    run("nodes", "m.onnxtxt", format!("{HEADER}g (float[2] v0) => (float[2] v20000) {{ {nodes} }}").as_bytes(), bound);
    let wrong = "y = = Relu((x)\n".repeat(20_000);
    run("faults", "m.onnxtxt", format!("{HEADER}g (float[2] x) => (float[2] y) {{ {wrong} }}").as_bytes(), bound);
}

#[test]
fn overlong_pages() {
    let bound = Bound { per_byte: PER_BYTE, findings: FINDINGS };
    let layer = "<layer id=\"1\" type=\"ReduceMin\" ...><data keep_dims=\"true\" /><input><port id=\"0\"><dim>6</dim></port>\
                 <port id=\"1\"><dim>1</dim> <!-- value is [0] that --></port></input><output><port id=\"2\"><dim>1</dim>\
                 </port></output></layer>\n\n";
    run("examples", "m.rst", layer.repeat(5_000).as_bytes(), bound);
    noisy("open", "m.rst", "<layer id=\"1\" type=\"ReduceMin\" ...>".repeat(20_000).as_bytes());
    noisy("value", "m.rst", layer.replace("[0]", &format!("[{}]", "1, ".repeat(100_000))).as_bytes());
    run("number", "m.rst", layer.replace("[0]", &format!("[{}]", "9".repeat(100_000))).as_bytes(), bound);
}
