//! The cost of bodies and functions: many, deeply nested, and functions that call each other twice per level.
//!
//! The limit on allocations is far above what is counted, and far below that of anything but linear work.

use std::fmt::Write;

use crate::hostile::memory::count;
use shapewright::graph::Model;
use shapewright::{AnalysisOptions, Level, Limits, ReadOptions, Source, analyze};

/// Siblings: ten times as many where the build is optimized.
const SIBLINGS: usize = if cfg!(debug_assertions) { 2_000 } else { 20_000 };
/// Allocations of a model without text, and for each byte.
const ALLOCATIONS: (usize, usize) = (4_000_000, 8);

/// Reads and analyzes a model without errors. Returns the type of its first output.
fn output(name: &str, text: String) -> String {
    let allowed = ALLOCATIONS.0 + ALLOCATIONS.1 * text.len();
    let ((model, analysis), count) = count(|| {
        let model = Model::read(Source::from_bytes(name, text), &ReadOptions::default());
        let analysis = analyze(&model, &AnalysisOptions::default());
        (model, analysis)
    });
    assert!(count < allowed, "{count} allocations, {allowed} allowed");
    let errors: Vec<_> = analysis.findings.iter().filter(|f| f.level == Level::Error).collect();
    assert!(errors.is_empty(), "{}", errors[0].message);
    let graph = model.graph(model.main_graph().expect("a main graph"));
    let value = graph.outputs[0].operand.value().expect("an output");
    analysis.facts.ty(value).to_string()
}

const HEAD: &str = "<ir_version: 8, opset_import: [\"\" : 18, \"f\" : 1]>\n";

#[test]
fn many_sibling_branches() {
    let mut text = format!("{HEAD}g (bool c, float[N,3] x) => (float[N,3] v{SIBLINGS}) {{ v0 = Relu (x)\n");
    for i in 0..SIBLINGS {
        let next = i + 1;
        let _ = writeln!(
            text,
            "v{next} = If (c) <then_branch = t () => (float[N,3] a{next}) {{ a{next} = Relu (v{i}) }}, \
             else_branch = e () => (float[N,3] b{next}) {{ b{next} = Neg (v{i}) }}>"
        );
    }
    assert_eq!(output("m.onnxtxt", text + "}"), "f32[N,3]");
}

#[test]
fn nested_branches() {
    let inner = (0..31).fold("r = Relu (x)".to_owned(), |inner, _| {
        format!(
            "r = If (c) <then_branch = t () => (float[N,3] r) {{ {inner} }}, \
             else_branch = e () => (float[N,3] q) {{ q = Neg (x) }}>"
        )
    });
    assert_eq!(
        output("m.onnxtxt", format!("{HEAD}g (bool c, float[N,3] x) => (float[N,3] r) {{ {inner} }}")),
        "f32[N,3]"
    );
}

#[test]
fn nested_loops() {
    let inner = (0..30).fold("r0 = Concat <axis = 0> (v1, v1)".to_owned(), |inner, k| {
        let (outer, before) = (k + 2, k + 1);
        format!(
            "r{before} = Loop (n, c, v{outer}) <body = b (int64 i, bool c, float[M,3] v{before}) => \
             (bool d{before}, float[M2,3] r{k}) {{ d{before} = Identity (c) {inner} }}>"
        )
    });
    let text = format!("{HEAD}g (int64 n, bool c, float[1,3] v31) => (float[M,3] r30) {{ {inner} }}");
    assert_eq!(output("m.onnxtxt", text), "f32[M,3]");
}

#[test]
fn functions_with_exponential_calls() {
    let mut text = format!("{HEAD}g (float[1,3] x) => (float[M,3] y) {{ y = f.F22 (x) }}\n");
    for k in (1..=22).rev() {
        let before = k - 1;
        let _ = writeln!(
            text,
            "<domain: \"f\", opset_import: [\"\" : 18, \"f\" : 1]> F{k} (a) => (b) {{ c = f.F{before} (a) b = f.F{before} (c) }}"
        );
    }
    text += "<domain: \"f\", opset_import: [\"\" : 18]> F0 (a) => (b) { b = Relu (a) }";
    assert_eq!(output("m.onnxtxt", text), "f32[1,3]");
}

#[test]
fn functions_with_very_many_attributes() {
    const COUNT: usize = 4_000;
    let mut text = format!("{HEAD}g (float[1,3] x) => (float[M,3] y) {{ a0 = Relu (x)\n");
    for k in 1..COUNT {
        let _ = writeln!(text, "a{k} = f.F (a{})", k - 1);
    }
    let _ = writeln!(text, "y = f.F (a{}) }}", COUNT - 1);
    let defaults: Vec<String> = (0..COUNT).map(|k| format!("p{k}: int = 1")).collect();
    text += &format!(
        "<domain: \"f\", opset_import: [\"\" : 18]> F <{}> (a) => (b) {{ b = Relu (a) }}",
        defaults.join(", ")
    );
    assert_eq!(output("m.onnxtxt", text), "f32[1,3]");
}

/// The layers of a graph that has a condition and a tensor as inputs and passes the tensor through `inner`.
fn layers(inner: &str) -> String {
    format!(
        r#"<layers>
<layer id="0" name="c" type="Parameter" version="opset1"><data shape="" element_type="boolean"/>
<output><port id="0" precision="BOOL"/></output></layer>
<layer id="1" name="x" type="Parameter" version="opset1"><data shape="?,3" element_type="f32"/>
<output><port id="0" precision="FP32"><dim>-1</dim><dim>3</dim></port></output></layer>
{inner}
<layer id="3" name="o" type="Result" version="opset1"><input><port id="0"/></input></layer></layers>"#
    )
}

/// As many branches of IR in each other.
pub fn branches_of_ir(depth: usize) -> String {
    let output_port = r#"<output><port id="3" precision="FP32"><dim>-1</dim><dim>3</dim></port></output>"#;
    let leaf = layers(&format!(
        r#"<layer id="2" name="r" type="ReLU" version="opset1"><input><port id="0"/></input>{output_port}</layer>"#
    ));
    let edge = |from: &str, to: &str| {
        let ((a, b), (c, d)) = (from.split_once(':').expect("a port"), to.split_once(':').expect("a port"));
        format!(r#"<edge from-layer="{a}" from-port="{b}" to-layer="{c}" to-port="{d}"/>"#)
    };
    let leaf = format!("{leaf}<edges>{}{}</edges>", edge("1:0", "2:0"), edge("2:3", "3:0"));
    let map = r#"<input external_port_id="1" internal_layer_id="0"/><input external_port_id="2" internal_layer_id="1"/>
<output external_port_id="3" internal_layer_id="3"/>"#;
    let edges = [edge("0:0", "2:0"), edge("0:0", "2:1"), edge("1:0", "2:2"), edge("2:3", "3:0")].concat();
    let nested = (0..depth).fold(leaf.clone(), |inner, _| {
        let branch = format!(
            r#"<layer id="2" name="if" type="If" version="opset8">
<input><port id="0"/><port id="1"/><port id="2"/></input>{output_port}
<then_port_map>{map}</then_port_map><else_port_map>{map}</else_port_map>
<then_body>{inner}</then_body><else_body>{leaf}</else_body></layer>"#
        );
        format!("{}<edges>{edges}</edges>", layers(&branch))
    });
    format!(r#"<net name="m" version="11">{nested}</net>"#)
}

#[test]
fn nested_branches_of_ir() {
    assert_eq!(output("m.xml", branches_of_ir(400)), "f32[?,3]");
}

/// The bodies that are beyond the limit are reported, and the others are read.
#[test]
fn bodies_of_ir_nest_up_to_the_limit() {
    let read = |depth: usize, limits: Limits| {
        let options = ReadOptions { limits, ..ReadOptions::default() };
        let model = Model::read(Source::from_bytes("m.xml", branches_of_ir(depth)), &options);
        let limits = model.findings().iter().filter(|finding| finding.rule.code() == "FM011");
        (model.graphs().count(), limits.map(|finding| finding.message.clone()).collect::<Vec<_>>())
    };
    let small = || Limits { max_depth: 7, ..Limits::default() };
    assert_eq!(read(7, small()), (15, vec![]));
    let beyond = |limit: usize| vec![format!("bodies nest deeper than {limit} (`max_depth`); this one was not read")];
    assert_eq!(read(8, small()), (15, beyond(7)));
    assert_eq!(read(30, small()), (15, beyond(7)));
    assert_eq!(read(1_000, Limits::default()), (2_001, vec![]));
    assert_eq!(read(1_001, Limits::default()), (2_001, beyond(1_000)));
}

#[test]
fn optionals_in_optionals_are_followed_to_a_depth() {
    use std::fmt::Write as _;

    let wrap = |count: usize| {
        let mut nodes = String::from("v0 = Optional (x) ");
        (1..count).for_each(|i| write!(nodes, "v{i} = Optional (v{}) ", i - 1).expect("writing to a string"));
        format!("<ir_version: 9, opset_import: [\"\" : 18]> g (float[2] x) => (float[2] y) {{ {nodes} y = Neg (x) }}")
    };
    let model = Model::read(Source::from_bytes("m.onnxtxt", wrap(200)), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    let fact = |name: &str| {
        let graph = model.main_graph().expect("a main graph");
        let value = model.values_of(graph).find(|&value| model.value_name(value) == name).expect("a value");
        analysis.facts.get(value)
    };
    assert_eq!(fact("v1").ty.to_string(), "optional(optional(f32[2]))");
    let deepest = fact("v199");
    // Unknown at the limit, and wrapped again from there.
    assert!(deepest.ty.to_string().len() < 40 * "optional()".len(), "{}", deepest.ty);
    let unknown = fact("v32");
    assert_eq!(unknown.ty.to_string(), "?");
    let why = unknown.unknown_reason.as_ref().expect("a reason").to_string();
    assert_eq!(why, "sequences and optionals are nested too deeply");
}
