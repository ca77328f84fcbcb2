//! What edits of many nodes, values, and symbols allocate grows with their number, not with its square.

use std::fmt::Write as _;

use shapewright::annotate::{AnnotateOptions, Expressions, annotate};
use shapewright::extract::extract;
use shapewright::fix::{FixOptions, fix};
use shapewright::graph::Model;
use shapewright::specialize::{SpecializeOptions, specialize};
use shapewright::suppress::suppress;
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, Diagnostic, ReadOptions, Source, analyze};

use crate::hostile::memory::bytes;
use crate::hostile::wire;

fn read(text: String) -> Model {
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

/// Twice as much of everything allocates at most this many times as much. Tables grow in steps.
const MOST: f64 = 2.6;

/// Compares the bytes that an edit of this many things allocates with those for twice as many.
fn is_linear(what: &str, many: usize, edit: impl Fn(usize) -> usize) {
    // What every process makes once is not counted.
    edit(10);
    let (once, twice) = (edit(many), edit(2 * many));
    assert!((twice as f64) < MOST * once as f64, "{what}: {once} bytes for {many}, {twice} for twice as many");
}

/// Inputs of sizes with different names, two of which are joined and read by one output each.
fn symbols(count: usize) -> Model {
    let (mut inputs, mut outputs, mut nodes) = (Vec::new(), Vec::new(), String::new());
    for i in 0..count {
        inputs.push(format!("float[S{i},3] x{i}"));
        outputs.push(format!("float[?,3] y{i}"));
        let next = (i + 1) % count;
        writeln!(nodes, "h{i} = Concat <axis = 0> (x{i}, x{next})\ny{i} = Neg (h{i})").expect("written");
    }
    let (inputs, outputs) = (inputs.join(", "), outputs.join(", "));
    read(format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng ({inputs}) => ({outputs}) {{\n{nodes}}}"))
}

#[test]
fn new_names_of_expressions() {
    is_linear("annotate", 1_000, |count| {
        let mut model = symbols(count);
        let options = AnnotateOptions::new().expressions(Expressions::Symbol);
        let (annotated, bytes) = bytes(|| annotate(&mut model, &options));
        annotated.expect("it agrees");
        bytes
    });
}

#[test]
fn inputs_that_a_part_does_not_need() {
    is_linear("extract", 2_000, |count| {
        let model = symbols(count);
        let facts = analyze(&model, &AnalysisOptions::default()).facts;
        let (part, bytes) = bytes(|| extract(&model, &facts, &[], &["y1"]));
        let part = part.expect("a part");
        assert_eq!(part.graph(part.main_graph().expect("a graph")).inputs.len(), 2);
        bytes
    });
}

/// A chain of nodes beside the output.
fn dead_chain(count: usize) -> Model {
    let mut nodes = "y = Relu (x)\nd0 = Neg (x)\n".to_owned();
    for i in 1..count {
        writeln!(nodes, "d{i} = Neg (d{})", i - 1).expect("written");
    }
    read(format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (float[N] y) {{\n{nodes}}}"))
}

#[test]
fn a_chain_of_dead_nodes() {
    is_linear("fix", 2_000, |count| {
        let model = dead_chain(count);
        let (fixed, bytes) = bytes(|| fix(model, &FixOptions::default(), |_, _| true));
        assert_eq!(fixed.applied.len(), count);
        bytes
    });
}

/// Layers beside the output, each of which reads the next one in the file.
fn reversed_dead_layers(count: usize) -> Model {
    let port = |id: usize| format!("<port id=\"{id}\" precision=\"FP32\"><dim>2</dim></port>");
    let mut layers = format!(
        "<layer id=\"0\" name=\"x\" type=\"Parameter\" version=\"opset1\"><data shape=\"2\" element_type=\"f32\"/><output>{0}</output></layer>\
         <layer id=\"1\" name=\"y\" type=\"Result\" version=\"opset1\"><input>{0}</input></layer>",
        port(0)
    );
    let mut edges = "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" to-port=\"0\"/>".to_owned();
    for id in 2..count + 2 {
        let (input, output) = (port(0), port(1));
        write!(layers, "<layer id=\"{id}\" name=\"d{id}\" type=\"ReLU\" version=\"opset1\"><input>{input}</input><output>{output}</output></layer>")
            .expect("written");
        let (from, port) = if id == count + 1 { (0, 0) } else { (id + 1, 1) };
        write!(edges, "<edge from-layer=\"{from}\" from-port=\"{port}\" to-layer=\"{id}\" to-port=\"0\"/>")
            .expect("written");
    }
    let text = format!(
        "<?xml version=\"1.0\"?><net name=\"m\" version=\"11\"><layers>{layers}</layers><edges>{edges}</edges></net>"
    );
    Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default())
}

#[test]
fn a_reversed_chain_of_dead_layers() {
    is_linear("fix", 500, |count| {
        let model = reversed_dead_layers(count);
        let (fixed, bytes) = bytes(|| fix(model, &FixOptions::default(), |_, _| true));
        assert_eq!((fixed.applied.len(), fixed.refused.len()), (count, 0));
        bytes
    });
}

/// More than the findings that are kept of a model.
#[test]
fn a_chain_of_more_dead_nodes_than_findings_is_removed() {
    let count = AnalysisOptions::default().limits.max_diagnostics + 500;
    let fixed = fix(dead_chain(count), &FixOptions::default(), |_, _| true);
    assert_eq!((fixed.applied.len(), fixed.refused.len()), (count, 0));
    assert!(fixed.analysis.findings.is_empty());
}

#[test]
fn suppressions_in_a_single_line() {
    is_linear("suppress", 1_000, |count| {
        let nodes: Vec<String> = (0..count).map(|i| format!("d{i} = Neg (x)")).collect();
        let nodes = nodes.join("  ");
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18]> g (float[N] x) => (float[N] y) {{ y = Relu (x)  {nodes} }}"
        );
        let model = read(text);
        let findings = analyze(&model, &AnalysisOptions::default()).findings;
        let (done, bytes) = bytes(|| suppress(&model, &findings));
        let done = done.expect("it can be edited");
        let again = read(String::from_utf8(done.file.expect("a file").to_bytes().to_vec()).expect("text"));
        assert_eq!((done.added.len(), analyze(&again, &AnalysisOptions::default()).findings.len()), (count, 0));
        bytes
    });
}

#[test]
fn sizes_of_many_symbols_and_inputs() {
    // A comparison that copies the names shows.
    let long = "s".repeat(200);
    is_linear("specialize", 500, |count| {
        let inputs: Vec<String> = (0..count).map(|i| format!("float[{long}{i},3] x{i}")).collect();
        let graph = format!("g ({}) => (float[?,3] y) {{ y = Neg (x0) }}", inputs.join(", "));
        let mut model = read(format!("<ir_version: 9, opset_import: [\"\" : 18]>\n{graph}"));
        let mut options = SpecializeOptions::new();
        for i in 0..count {
            let ty = format!("x{i}:[{long}{i},3]").parse().expect("a type");
            options = options.bind(&format!("{long}{i}"), 2).input(ty);
        }
        let (done, bytes) = bytes(|| specialize(&mut model, &options));
        assert_eq!(done.expect("the shapes are allowed").inputs, count);
        bytes
    });
}

/// One symbol with as many sizes: by its name for inputs of these sizes, or by these sizes for an input with the name.
#[test]
fn a_symbol_of_many_sizes() {
    let declared = |is_named: bool, count: usize| {
        let size = |i: usize, is_named: bool| if is_named { "N".to_owned() } else { (i + 2).to_string() };
        let values = |name: &str, is_named: bool| -> Vec<String> {
            (0..count).map(|i| format!("float[{}] {name}{i}", size(i, is_named))).collect()
        };
        let (inputs, inner) = (values("x", !is_named).join(", "), values("v", is_named).join(", "));
        let nodes: String = (0..count).map(|i| format!("v{i} = Relu (x{i})\n")).collect();
        let head = format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng ({inputs}) => (float[?] y) <{inner}>");
        read(format!("{head} {{\n{nodes}y = Relu (x0)\n}}"))
    };
    for is_named in [true, false] {
        is_linear("annotate", 200, |count| {
            let mut model = declared(is_named, count);
            let (annotated, bytes) = bytes(|| annotate(&mut model, &AnnotateOptions::new().overwrite(true)));
            assert_eq!(annotated.expect("it is overwritten").corrected, count);
            bytes
        });
    }
}

/// Lists of sizes that come from one node with many inputs.
#[test]
fn sizes_that_come_from_many_constants() {
    is_linear("specialize", 1_000, |count| {
        let nodes: String = (0..count).map(|i| format!("r{i} = Reshape (x, s)\n")).collect();
        let lists = ["c"].repeat(count).join(", ");
        let mut model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[4,6] x) => (float[4,6] y) <int64[1] c = {{-1}}> {{\n\
             s = Max ({lists})\n{nodes}y = Relu (x)\n}}"
        ));
        let options = SpecializeOptions::new().input("x:[M,6]".parse().expect("a type"));
        let (done, bytes) = bytes(|| specialize(&mut model, &options));
        assert_eq!(done.expect("the shape is allowed").inputs, 1);
        bytes
    });
}

/// A node with as many outputs, all of which get another name, as placements on devices, each of which has one of them.
#[test]
fn renamed_outputs_of_a_node_that_is_placed_on_devices() {
    is_linear("rename", 500, |count| {
        let names: Vec<String> = (0..count).map(|i| format!("o{i}")).collect();
        let outputs: Vec<&str> = names.iter().map(String::as_str).collect();
        let device = |name: &String| wire::field(10, &wire::field(2, &wire::field(1, name.as_bytes())));
        let devices: Vec<u8> = names.iter().flat_map(device).collect();
        let ends = [wire::value(11, "x", &wire::tensor_type(&[2])), wire::value(12, "o0", &wire::tensor_type(&[2]))];
        let file = wire::model(&[wire::node("Split", &["x"], &outputs, &devices), ends.concat()].concat());
        let mut model = Model::read(Source::from_bytes("m.onnx", file), &ReadOptions::default());
        let graph = model.main_graph().expect("a graph");
        let values: Vec<_> = model.nodes_of(graph).flat_map(|node| model.outputs(node)).collect();
        for (i, &value) in values.iter().enumerate() {
            model.rename_value(value, &format!("n{i}")).expect("a new name");
        }
        let (written, bytes) = bytes(|| write(&model, &ExternalDataPolicy::Keep));
        let written = written.expect("a model").model.to_bytes();
        let last = wire::field(2, &wire::field(1, format!("n{}", count - 1).as_bytes()));
        assert!(written.windows(last.len()).any(|window| window == last), "the last placement has the new name");
        bytes
    });
}

/// Outputs without types, whose names are written in another form than they would be printed in.
#[test]
fn types_of_outputs_that_have_none() {
    is_linear("annotate", 500, |count| {
        let outputs: Vec<String> = (0..count).map(|i| format!("\"\\a{i}\"")).collect();
        let nodes: String = (0..count).map(|i| format!("a{i} = Relu (x)\n")).collect();
        let mut model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => ({}) {{\n{nodes}}}",
            outputs.join(", ")
        ));
        let (written, bytes) = bytes(|| {
            annotate(&mut model, &AnnotateOptions::new()).expect("it agrees");
            write(&model, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes()
        });
        assert_eq!(String::from_utf8_lossy(&written).matches("float[N] a").count(), count);
        bytes
    });
}

#[test]
fn sparse_constants_that_a_part_does_not_need() {
    is_linear("extract", 500, |count| {
        let constant = |i: usize| format!("sparse_tensor(float[5]) w{i} = {{float[1] {{1}}, int64[1] {{0}}}}");
        let constants: Vec<String> = (0..count).map(constant).collect();
        let model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (y) <{}> {{ y = Add (x, w1) }}",
            constants.join(", ")
        ));
        let facts = analyze(&model, &AnalysisOptions::default()).facts;
        let (written, bytes) = bytes(|| {
            let part = extract(&model, &facts, &[], &["y"]).expect("a part");
            write(&part, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes()
        });
        let written = String::from_utf8_lossy(&written);
        assert!(written.matches("sparse_tensor").count() == 1 && written.contains(" w1 = "), "{written}");
        bytes
    });
}

/// The first output is not in the part, and has a long name, whose escape makes a copy of it each time that it is read.
#[test]
fn outputs_after_one_that_a_part_does_not_have() {
    is_linear("extract", 500, |count| {
        let long = "z".repeat(20 * count);
        let names: Vec<String> = (0..count).map(|i| format!("y{i}")).collect();
        let nodes: String = names.iter().map(|name| format!("{name} = Relu (x)\n")).collect();
        let model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (\"\\{long}\", {}) {{\n{long} = Relu (x)\n{nodes}}}",
            names.join(", ")
        ));
        let facts = analyze(&model, &AnalysisOptions::default()).facts;
        let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        let (written, bytes) = bytes(|| {
            let part = extract(&model, &facts, &[], &wanted).expect("a part");
            write(&part, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes()
        });
        let written = String::from_utf8_lossy(&written);
        assert!(written.matches("Relu").count() == count && !written.contains(&long));
        bytes
    });
}

/// A name of as many words, with blanks before each dot.
#[test]
fn words_of_a_domain() {
    is_linear("read", 2_000, |count| {
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (opaque(a{}, t) x) => (y) {{ y = F (x) }}",
            " .b".repeat(count)
        );
        let (model, bytes) = bytes(|| read(text));
        let domain = format!("a{}", ".b".repeat(count));
        assert!(model.records().windows(domain.len()).any(|window| window == domain.as_bytes()));
        bytes
    });
}

/// Dead nodes, each of which reads the next one in the file, in a body.
#[test]
fn a_reversed_chain_of_dead_nodes_with_bodies() {
    is_linear("fix", 300, |count| {
        let mut nodes = "y = Relu (x)\n".to_owned();
        for i in 0..count {
            let read = if i + 1 < count { format!("d{}", i + 1) } else { "x".to_owned() };
            writeln!(nodes, "d{i} = If (c) <then_branch = t () => (a{i}) {{ a{i} = Neg ({read}) }}, else_branch = e () => (b{i}) {{ b{i} = Abs (x) }}>")
                .expect("written");
        }
        let header = "<ir_version: 9, opset_import: [\"\" : 18]>";
        let model = read(format!("{header}\ng (float[N] x, bool c) => (float[N] y) {{\n{nodes}}}"));
        let is_dead = |_: &Model, finding: &Diagnostic| finding.rule.name() == "dead-node";
        let (fixed, bytes) = bytes(|| fix(model, &FixOptions::default(), is_dead));
        assert_eq!((fixed.applied.len(), fixed.refused.len()), (count, 0));
        bytes
    });
}

/// Edits of a node with as many nodes in its body.
#[test]
fn attributes_of_a_node_with_a_large_body() {
    is_linear("set_attribute", 1_000, |count| {
        let nodes: String = (0..count).map(|i| format!("n{i} = Abs (x)\n")).collect();
        let mut model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x, bool c) => (float[N] y) {{\n\
             y = If (c) <then_branch = t () => (a) {{ a = Neg (x)\n{nodes} }}, else_branch = e () => (b) {{ b = Abs (x) }}>\n}}"
        ));
        let graph = model.main_graph().expect("a graph");
        let node = model.nodes_of(graph).next().expect("a node");
        let x = model.graph(graph).inputs[0];
        let ((), bytes) = bytes(|| (0..count as i64).for_each(|i| model.set_attribute(node, "own", i)));
        assert_eq!(model.uses(x).count(), count + 2);
        bytes
    });
}

/// Tensors with too much data, which would fit if any of as many sizes were another one.
#[test]
fn sizes_that_may_all_be_wrong() {
    is_linear("analyze", 100, |rank| {
        let tensors = (0..50).map(|i| {
            let dims = vec![1u8; rank];
            wire::field(
                5,
                &[
                    wire::field(1, &dims),
                    wire::number(2, 1),
                    wire::field(8, format!("t{i}").as_bytes()),
                    wire::field(9, &[0; 28]),
                ]
                .concat(),
            )
        });
        let file = wire::model(&tensors.collect::<Vec<_>>().concat());
        let model = Model::read(Source::from_bytes("m.onnx", file), &ReadOptions::default());
        let (analysis, bytes) = bytes(|| analyze(&model, &AnalysisOptions::default()));
        assert!(analysis.findings.iter().any(|finding| finding.rule.name() == "wrong-tensor-length"));
        bytes
    });
}

/// Each attribute of a node twice.
#[test]
fn repeated_attributes() {
    is_linear("fix", 500, |count| {
        let attributes: String = (0..count).map(|i| format!("a{i} = 1, a{i} = 1, ")).collect();
        let model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (float[N] y) {{ y = Abs <{attributes}b = 1> (x) }}"
        ));
        let (fixed, bytes) = bytes(|| fix(model, &FixOptions::default(), |_, _| true));
        // Only nodes with as many attributes as real ones have are fixed.
        assert_eq!(fixed.applied.len(), if count == 10 { count } else { 0 });
        bytes
    });
}

/// Values that both of their readers reject.
#[test]
fn values_that_all_readers_reject() {
    is_linear("analyze", 500, |count| {
        let inputs: Vec<String> = (0..count).map(|i| format!("string[2] x{i}")).collect();
        let nodes: String = (0..count).map(|i| format!("a{i} = Relu (x{i})\nb{i} = Relu (x{i})\n")).collect();
        let outputs: Vec<String> = (0..count).map(|i| format!("a{i}, b{i}")).collect();
        let (inputs, outputs) = (inputs.join(", "), outputs.join(", "));
        let header = "<ir_version: 9, opset_import: [\"\" : 18]>";
        let model = read(format!("{header}\ng ({inputs}) => ({outputs}) {{\n{nodes}}}"));
        let (analysis, bytes) = bytes(|| analyze(&model, &AnalysisOptions::default()));
        let errors = analysis.findings.iter().filter(|finding| finding.rule.name() == "type-not-allowed");
        assert_eq!(errors.count(), count);
        bytes
    });
}

/// Values of one shape with long names, each of which is declared with another rank: the messages have the start of the shape.
#[test]
fn declarations_that_contradict_a_long_shape() {
    let sizes: Vec<String> = (0..12).map(|i| format!("{}{i}", "N".repeat(1_000))).collect();
    let of = |count: usize| {
        let nodes: String = (0..count).map(|i| format!("y{i} = Neg (x)\n")).collect();
        let outputs: Vec<String> = (0..count).map(|i| format!("float[2] y{i}")).collect();
        let header = "<ir_version: 9, opset_import: [\"\" : 18]>";
        let (sizes, outputs) = (sizes.join(","), outputs.join(", "));
        let model = read(format!("{header}\ng (float[{sizes}] x) => ({outputs}) {{\n{nodes}}}"));
        let (analysis, bytes) = bytes(|| analyze(&model, &AnalysisOptions::default()));
        let found = analysis.findings.iter().filter(|finding| finding.rule.name() == "declared-shape-mismatch");
        assert_eq!(found.count(), count);
        bytes
    };
    // Only the first ones name the nodes on which the shape rests.
    let each = (of(2_000) - of(1_000)) / 1_000;
    assert!(each < 40_000, "{each} bytes");
}
