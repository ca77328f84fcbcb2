//! What a file costs is in proportion to it: each limit has a finding or a reason that names it, and large honest models
//! stay exact.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::hostile::memory::{bytes, count, peak};
use crate::hostile::wire;
use shapewright::annotate::{AnnotateOptions, annotate};
use shapewright::convert::{ConvertOptions, OnnxForm, convert};
use shapewright::diff::{Aspect, diff};
use shapewright::fold::{FoldOptions, NotFoldedReason, fold};
use shapewright::graph::{At, Model, NewNode, ValueId};
use shapewright::write::{ExternalDataPolicy, write, write_rewritten};
use shapewright::{
    Analysis, AnalysisOptions, Diagnostic, EvalError, KnownValue, Level, Limits, ReadOptions, Source, analyze,
};

fn read(text: String) -> Model {
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

fn analyzed(model: &Model) -> Analysis {
    analyze(model, &AnalysisOptions::default())
}

/// An analysis in which nodes may read wide shapes as often as they like.
fn analyzed_in_full_width(model: &Model) -> Analysis {
    let limits = Limits { max_dims_read: u64::MAX, ..Limits::default() };
    analyze(model, &AnalysisOptions { limits, ..AnalysisOptions::default() })
}

fn shape_of_output(model: &Model, analysis: &Analysis) -> String {
    let graph = model.graph(model.main_graph().expect("a graph"));
    let output = graph.outputs[0].operand.value().expect("a value");
    analysis.facts.ty(output).to_string()
}

fn value_named(model: &Model, name: &str) -> ValueId {
    let graph = model.main_graph().expect("a graph");
    model.values_of(graph).find(|&value| model.value_name(value) == name).expect(name)
}

fn relu_of(dim: &str) -> Model {
    read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[\"{dim}\",4] x) => (float[?,4] y) {{ y = Relu (x) }}"
    ))
}

#[test]
fn a_dimension_with_a_very_long_name_is_unknown_and_reported() {
    let model = relu_of(&"N".repeat(1_025));
    let found: Vec<_> = model.findings().iter().filter(|f| f.rule.code() == "FM011").collect();
    assert_eq!(found.len(), 1, "{:?}", model.findings());
    assert!(found[0].message.contains("1025 bytes; expected at most 1024"), "{}", found[0].message);
    assert_eq!(shape_of_output(&model, &analyzed(&model)), "f32[?,4]");
}

#[test]
fn a_dimension_with_a_name_of_500_characters_is_exact() {
    let name = "é".repeat(500);
    let model = relu_of(&name);
    assert!(model.findings().is_empty(), "{:?}", model.findings());
    assert_eq!(shape_of_output(&model, &analyzed(&model)), format!("f32[{name},4]"));
}

/// One value of 512 MiB, and 48 nodes that each double the list before, up to 2^48 elements.
#[test]
fn values_of_a_small_file_take_no_more_than_the_stated_memory() {
    let mut nodes = "big = Expand (c, size)\n".to_owned();
    for i in 0..48 {
        let last = if i == 0 { "c".to_owned() } else { format!("o{}", i - 1) };
        writeln!(nodes, "o{i} = Concat <axis = 0> ({last}, {last})").expect("written");
    }
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64[1] x) => (int64[?] y, int64[?] z) \
         <int64[1] c = {{1}}, int64[1] size = {{67108864}}> {{\n{nodes}y = Add (x, o47)\nz = Add (x, big)\n}}"
    ));
    let folded = fold(&model, &FoldOptions { max_bytes: u64::MAX, ..FoldOptions::default() });
    let bytes = model.source().bytes().len() as u64;
    let (memory, work) = ((256 << 20) + 4 * bytes, (512 << 20) + 128 * bytes);
    let reason = |is: &dyn Fn(&EvalError) -> bool| {
        let refused = |why: &&NotFoldedReason| matches!(why, NotFoldedReason::Refused(error) if is(error));
        let why = folded.report.kept.iter().map(|node| &node.why).find(refused);
        why.unwrap_or_else(|| panic!("neither {memory} nor {work} in {:?}", folded.report.kept)).to_string()
    };
    let too_large = reason(&|error| matches!(error, EvalError::TooLarge { limit, .. } if *limit == memory));
    assert!(too_large.contains(&memory.to_string()) && too_large.contains("--max-memory"), "{too_large}");
    let too_much = reason(&|error| matches!(error, EvalError::TooMuchWork { limit, .. } if *limit == work));
    assert!(too_much.contains(&work.to_string()), "{too_much}");
}

/// Values of 96 MiB, each of which the limit allows, and that are all in memory until the last one is there. Their sum is small, so
/// nothing but memory stops them.
#[test]
fn values_in_memory_together_take_no_more_than_the_stated_memory() {
    const BYTES: usize = 96 << 20;
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64[1] x) => (int64[?] y) \
         <int64[1] c = {{1}}, int64[1] size = {{{}}}> {{\n{}\
         all = Concat <axis = 0> (v0, v1, v2, v3)\nsum = ReduceSum <keepdims = 0> (all)\ny = Add (x, sum)\n}}",
        BYTES / 8,
        (0..4).map(|i| format!("v{i} = Expand (c, size)\n")).collect::<String>()
    ));
    let (folded, most) = peak(|| fold(&model, &FoldOptions::default()));
    let limit = (256 << 20) + 4 * model.source().bytes().len();
    assert!((2 * BYTES..limit + (1 << 20)).contains(&most), "{} MB, {} allowed", most >> 20, limit >> 20);
    let is_refused = |why: &NotFoldedReason| matches!(why, NotFoldedReason::Refused(EvalError::TooLarge { .. }));
    assert!(folded.report.kept.iter().any(|node| is_refused(&node.why)), "{:?}", folded.report.kept);
}

/// 5,000 inputs with 2,000 symbols, names of 500 characters, and 100,000 constants.
#[test]
fn a_large_honest_model_is_exact() {
    let long = "layer.".repeat(83);
    let symbol = |i: usize| format!("{long}{}", i % 2_000);
    let inputs: Vec<String> = (0..5_000).map(|i| format!("float[\"{}\",4] x{i}", symbol(i))).collect();
    let constants: Vec<String> = (0..100_000).map(|i| format!("float[1] c{i} = {{1}}")).collect();
    let mut nodes = String::new();
    for i in 0..5_000 {
        writeln!(nodes, "o{i} = Add (x{i}, c{i})").expect("written");
    }
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng ({}) => (float[?,4] o4321) <{}> {{\n{nodes}}}",
        inputs.join(", "),
        constants.join(", ")
    );
    let model = read(text);
    assert!(model.findings().is_empty(), "{:?}", model.findings().first());
    let analysis = analyzed(&model);
    assert_eq!(shape_of_output(&model, &analysis), format!("f32[{},4]", symbol(4_321)));
    let known = model.main_graph().into_iter().flat_map(|graph| model.values_of(graph));
    assert!(known.map(|value| analysis.facts.ty(value).to_string()).all(|ty| !ty.contains('?')));
}

/// A chain of additions, of which each and its constant take fewer than 50 bytes of the file.
#[test]
fn very_many_constants_with_short_names_are_exact() {
    let constants: Vec<String> = (0..100_000).map(|i| format!("float[1] c{i} = {{1}}")).collect();
    let mut nodes = String::new();
    for i in 0..100_000 {
        writeln!(nodes, "a{} = Add (a{i}, c{i})", i + 1).expect("written");
    }
    let text = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,4] a0) => (float[?,4] a100000) <{}> {{\n{nodes}}}",
        constants.join(", ")
    ));
    let binary = convert(&text, &ConvertOptions::new(OnnxForm::Binary)).expect("a binary model").model.to_bytes();
    assert!(binary.len() < 100_000 * 52, "{} bytes", binary.len());
    let binary = Model::read(Source::from_bytes("m.onnx", binary), &ReadOptions::default());
    for model in [text, binary] {
        assert!(model.findings().is_empty(), "{:?}", model.findings().first());
        assert_eq!(shape_of_output(&model, &analyzed(&model)), "f32[N,4]");
    }
}

/// The message of the only finding FM011 about the whole file or a node.
fn limit_of(model: &Model, analysis: &Analysis) -> String {
    let found: Vec<&str> =
        analysis.findings.iter().filter(|f| f.rule.code() == "FM011").map(|f| f.message.as_str()).collect();
    assert_eq!(found.len(), 1, "{found:?} in {}", model.source().name());
    found[0].to_owned()
}

/// Records of two bytes, of each kind that takes much memory.
#[test]
fn tiny_records_take_memory_in_proportion_to_the_file() {
    const BYTES: usize = 3_000_000;
    let empty = |number: u64| wire::field(number, &[]).repeat(BYTES / 2);
    let outputs = wire::field(1, &[wire::field(2, &[]).repeat(60_000), wire::field(4, b"Split")].concat());
    // One list in the memory of texts is not in that of graphs.
    let bodies = wire::field(11, &[]).repeat(BYTES / 6);
    let lists = wire::field(5, &[wire::field(1, b"gs"), bodies, vec![0xa0, 0x01, 10]].concat());
    let imports =
        (0..BYTES / 12).map(|i| wire::field(8, &[wire::field(1, format!("{i}").as_bytes()), vec![16, 0]].concat()));
    let operators =
        (0..BYTES / 200).map(|i| wire::field(1, &wire::field(4, &[i.to_string().as_bytes(), &[255; 190]].concat())));
    for (what, bytes) in [
        ("bodies", wire::model(&wire::field(1, &lists))),
        ("initializers", wire::model(&empty(5))),
        ("inputs", wire::model(&empty(11))),
        ("outputs", wire::model(&empty(12))),
        ("types", wire::model(&empty(13))),
        ("annotations", wire::model(&empty(14))),
        ("sparse initializers", wire::model(&empty(15))),
        ("outputs of nodes", wire::model(&outputs.repeat(BYTES / outputs.len()))),
        ("imports of version 0", [wire::model(&[]), imports.flatten().collect()].concat()),
        ("names that are no UTF-8", wire::model(&operators.flatten().collect::<Vec<u8>>())),
    ] {
        let allowed = (64 << 20) + 8 * bytes.len();
        assert_cut_within(what, bytes, allowed);
    }
}

/// `max_record_bytes` cuts off a part of the model, and reading and analyzing it takes at most so many bytes of memory.
fn assert_cut_within(what: &str, bytes: Vec<u8>, allowed: usize) {
    let source = Source::from_bytes("m.onnx", bytes);
    let work = || {
        let model = Model::read(source, &ReadOptions::default());
        let analysis = analyzed(&model);
        (model, analysis)
    };
    let ((model, analysis), peak) = peak(work);
    println!("{what}: {} MB, {} allowed", peak >> 20, allowed >> 20);
    assert!(peak <= allowed, "{what}: {} MB, {} allowed", peak >> 20, allowed >> 20);
    assert!(limit_of(&model, &analysis).contains("`max_record_bytes`"), "{what}");
}

/// Each declares a name and a dimension that no other one has. A fifth of what is estimated is left for the blocks that the allocator
/// keeps and for the mapped file.
#[test]
fn declarations_take_no_more_memory_than_is_estimated() {
    let declared = |number: u64, count: usize| -> Vec<u8> {
        let one = |i: usize| {
            let dim = wire::field(1, &wire::field(2, format!("q{i:x}").as_bytes()));
            let tensor = wire::field(1, &[vec![8, 1], wire::field(2, &dim)].concat());
            wire::field(number, &[wire::field(1, format!("{i:x}").as_bytes()), wire::field(2, &tensor)].concat())
        };
        (0..count).flat_map(one).collect()
    };
    for (what, declarations) in [("outputs", declared(12, 300_000)), ("types", declared(13, 540_000))] {
        let bytes = wire::model(&declarations);
        let estimated = ReadOptions::default().limits.max_record_bytes as usize + 6 * bytes.len();
        assert_cut_within(what, bytes, estimated / 5 * 4);
    }
}

#[test]
fn a_node_with_very_many_inputs_is_not_read_and_reported() {
    let with = |count: usize| {
        let inputs = vec!["x"; count].join(", ");
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y) {{ y = Sum ({inputs}) }}"
        );
        let model = read(text);
        let analysis = analyzed(&model);
        (model, analysis)
    };
    let (model, analysis) = with(70_000);
    assert!(limit_of(&model, &analysis).contains("70001 inputs and outputs; expected at most 65536 (`max_ports`)"));
    let (model, analysis) = with(60_000);
    assert!(analysis.findings.is_empty(), "{:?}", analysis.findings[0]);
    assert_eq!(shape_of_output(&model, &analysis), "f32[2]");
}

/// One shape with much text, which many values have.
#[test]
fn the_text_of_all_shapes_is_in_proportion_to_the_file() {
    let dims: Vec<String> = (0..250).map(|i| format!("\"{}{i}\"", "S".repeat(900))).collect();
    let nodes: String = (0..3_000).map(|i| format!("o{i} = Relu (z)\n")).collect();
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{}] z, float[2] x) => (float[2] y) {{\n{nodes}y = Relu (x)\n}}",
        dims.join(", ")
    );
    let allowed = (1 << 20) + 2 * text.len();
    let model = read(text);
    let analysis = analyzed_in_full_width(&model);
    let types = || model.graphs().flat_map(|graph| model.values_of(graph)).map(|value| analysis.facts.ty(value));
    let lengths: usize = types().map(|ty| ty.to_string().len()).filter(|&length| length > 256).sum();
    assert!(lengths > 0 && lengths <= allowed, "{lengths} bytes, {allowed} allowed");
    assert!(limit_of(&model, &analysis).contains("`max_shape_text`"));
    assert_eq!(shape_of_output(&model, &analysis), "f32[2]", "a short one stays exact");
    let cut = value_named(&model, "o2999");
    assert_eq!(analysis.facts.ty(cut).to_string(), "f32[...]");
    let why = analysis.facts.unknown_reason(cut).expect("a reason").to_string();
    assert!(why.contains("`max_shape_text`"), "{why}");
}

/// One shape of fewer than 256 bytes of text, which many outputs of the graph return, each in a few bytes.
#[test]
fn the_text_of_a_value_counts_for_each_output_that_returns_it() {
    let is_known = |outputs: usize| {
        let dims: Vec<String> = (0..12).map(|i| format!("\"{}{i}\"", "S".repeat(15))).collect();
        let text = format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{}] z) => ({}) {{\ny = Relu (z)\n}}",
            dims.join(", "),
            vec!["y"; outputs].join(", ")
        );
        // Ten names of 16 bytes and two of 17, 11 commas, and `f32[]`; what an output accounts for is 16 bytes.
        let ty = 10 * 16 + 2 * 17 + 11 + 5 - 16;
        let fits = (outputs - 1) * ty <= (1 << 20) + 2 * text.len();
        let model = read(text);
        let analysis = analyzed(&model);
        assert_eq!(shape_of_output(&model, &analysis) != "f32[...]", fits);
        assert_eq!(analysis.findings.iter().any(|finding| finding.rule.code() == "FM011"), !fits);
        fits
    };
    assert!(is_known(5_000) && !is_known(7_000));
}

/// Thousands of shapes of 200 dimensions with short texts, no two of which are equal.
#[test]
fn the_dimensions_of_all_shapes_are_in_proportion_to_the_file() {
    let axes = |i: usize| format!("axes = [{}], starts = [0], ends = [{}]", i % 200, 1 + i / 200);
    let nodes: String = (0..1_600).map(|i| format!("o{i} = Slice <{}> (z)\n", axes(i))).collect();
    let text = format!(
        "<ir_version: 4, opset_import: [\"\" : 9]>\ng (float[{}] z, float[2] x) => (float[2] y) {{\n{nodes}y = Relu (x)\n}}",
        ["9"; 200].join(",")
    );
    // Each counts 16 bytes for each dimension, and has a text of less than 410.
    let allowed = ((1 << 20) + 2 * text.len()) / (16 * 200) - 1;
    let model = read(text);
    let analysis = analyzed_in_full_width(&model);
    assert!(limit_of(&model, &analysis).contains("`max_shape_text`"));
    let is_known = |i: usize| analysis.facts.get(value_named(&model, &format!("o{i}"))).shape().dims().is_some();
    assert_eq!((0..1_600).filter(|&i| is_known(i)).count(), allowed);
    assert_eq!(shape_of_output(&model, &analysis), "f32[2]", "a short one stays exact");
}

/// Sequences of 60 items of 200 dimensions each, of which an analysis follows as many as their dimensions allow.
#[test]
fn the_dimensions_of_all_items_are_in_proportion_to_the_file() {
    let items = ["z"; 60].join(",");
    let nodes: String = (0..50).map(|i| format!("o{i} = SequenceConstruct ({items})\n")).collect();
    let dims = ["1"; 200].join(",");
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{dims}] z, float[2] x) => (float[2] y) {{\n{nodes}y = Relu (x)\n}}"
    );
    // 200,000 elements and one for each 64 bytes, and half as many more for sequences.
    let allowed = (200_000 + text.len() / 64) * 3 / 2 / (2 + 60 * 204);
    let model = read(text);
    let analysis = analyzed_in_full_width(&model);
    assert!(limit_of(&model, &analysis).contains("`max_tracked_elements`"));
    let follows =
        |i: usize| matches!(analysis.facts.value(value_named(&model, &format!("o{i}"))), KnownValue::Items(_));
    assert_eq!((0..50).filter(|&i| follows(i)).count(), allowed);
}

/// Sums of two symbols each, of which the limit and half the file allow some.
#[test]
fn the_expressions_of_all_shapes_are_in_proportion_to_the_file() {
    let inputs: Vec<String> = (0..101).map(|i| format!("float[S{i}] i{i}")).collect();
    let nodes: String = (0..100).map(|i| format!("c{i} = Concat <axis = 0> (i{i}, i{})\n", i + 1)).collect();
    let inputs = inputs.join(", ");
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng ({inputs}) => (y) {{\n{nodes}r = Relu (i7)\ny = Neg (c99)\n}}"
    );
    let limits = Limits { max_expression_bytes: 12_000 - text.len() as u64 / 2, ..Limits::default() };
    let model = read(text);
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    assert!(limit_of(&model, &analysis).contains("`max_expression_bytes`"));
    let ty = |name: &str| analysis.facts.ty(value_named(&model, name)).to_string();
    // 240 bytes each.
    assert_eq!([ty("c0"), ty("c49"), ty("c50"), ty("c99")], ["f32[S0+S1]", "f32[S49+S50]", "f32[?]", "f32[?]"]);
    assert_eq!(ty("r"), "f32[S7]", "a node that combines nothing keeps its symbol");
    // The first one that is cut, and one that does not combine its symbols any more.
    for name in ["c50", "c99"] {
        let why = analysis.facts.unknown_reason(value_named(&model, name)).expect("a reason").to_string();
        assert!(why.contains("`max_expression_bytes`"), "{name}: {why}");
    }
    let is_limit = |finding: &Arc<Diagnostic>| finding.rule.code() == "FM011";
    assert!(!analyzed(&model).findings.iter().any(is_limit), "the default allows them");
}

/// Maxima of two lists of symbols, of which the limit and the bytes of the file allow some.
#[test]
fn the_terms_of_expressions_are_in_proportion_to_the_file() {
    let dims = |letter: char| (0..64).map(|i| format!("{letter}{i}")).collect::<Vec<_>>().join(",");
    let nodes: String = (0..100).map(|i| format!("m{i} = Max (c, d)\n")).collect();
    let (first, second) = (dims('a'), dims('b'));
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{first}] x, float[{second}] z) => (y) {{\n\
         c = Shape (x)\nd = Shape (z)\n{nodes}l = Neg (c)\n\
         r = Relu (x)\ny = Neg (m99)\n}}"
    ));
    let limits = Limits { max_expression_terms: 0, ..Limits::default() };
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    assert!(limit_of(&model, &analysis).contains("`max_expression_terms`"));
    let has_expressions = |name: &str| match analysis.facts.value(value_named(&model, name)) {
        KnownValue::Elements(list) => list.ints().is_some_and(|ints| ints.iter().all(|int| int.expr().is_some())),
        _ => false,
    };
    assert_eq!(["m0", "m1", "m98", "m99"].map(has_expressions), [true, true, false, false]);
    assert!(!has_expressions("l"), "a long list takes as long as two inputs");
    assert_eq!(analysis.facts.ty(value_named(&model, "r")).to_string(), format!("f32[{first}]"));
    assert!(analyzed(&model).findings.iter().all(|finding| finding.rule.code() != "FM011"), "the default allows them");
}

/// A node that reads the same list or shape thousands of times takes little memory.
#[test]
fn the_inputs_of_one_node_are_in_proportion_to_the_file() {
    let list: Vec<String> = (0..1_024).map(|i| i.to_string()).collect();
    let list = list.join(",");
    let largest = |count: usize| {
        let inputs = ["n"; 1].repeat(count).join(", ");
        let model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64[1024] x) => (int64[1024] y) <int64[1024] l = {{{list}}}, \
             int64[1] n = {{3}}> {{\nm = Max (l, {inputs})\ny = Add (x, m)\n}}"
        ));
        let (analysis, most) = peak(|| analyzed(&model));
        (matches!(analysis.facts.value(value_named(&model, "m")), KnownValue::Elements(_)), most)
    };
    assert!(largest(1).0 && largest(2).0, "the elements of few inputs are followed");
    // A list of 1,024 elements takes 32 KiB.
    let (is_followed, most) = largest(4_000);
    assert!(!is_followed && most < 4 << 20, "{most} bytes");
}

/// Thousands of outputs or states of one node, of which each would have a list or shape of its own.
#[test]
fn the_outputs_of_one_node_are_in_proportion_to_the_file() {
    const COUNT: usize = 8_000;
    let names = |start: &str| (0..COUNT).map(|i| format!("{start}{i}")).collect::<Vec<_>>().join(", ");
    let list = |first: usize| (first..first + 1_024).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let (outputs, same, wide) = (names("o"), ["q"; COUNT].join(", "), ["2"; 255].join(","));
    let branch = |list: &str| format!("b () => ({same}) {{ q = Identity ({list}) }}");
    let body = format!("b (int64 i, bool k, {}) => (k, {same}) {{ q = Identity (m) }}", names("s"));
    let initial = ["l"; COUNT].join(", ");
    for (what, node) in [
        ("Split", format!("Split <axis = 0, num_outputs = {COUNT}> (w)")),
        ("If", format!("If (c) <then_branch = {}, else_branch = {}>", branch("l"), branch("m"))),
        ("Loop", format!("Loop (, c, {initial}) <body = {body}>")),
    ] {
        let model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 20]>\ng (bool c, float[{COUNT},{wide}] w) => (y) <int64[1024] l = {{{}}}, \
             int64[1024] m = {{{}}}> {{\n{outputs} = {node}\ny = Identity (o0)\n}}",
            list(0),
            list(1)
        ));
        let (analysis, most) = peak(|| analyzed(&model));
        let findings = || analysis.findings.iter().filter(|finding| finding.place.node.is_some());
        let codes: Vec<&str> = findings().map(|finding| finding.rule.code()).collect();
        assert_eq!(codes, ["FM011"], "{what}: {:?}", findings().map(|f| &f.message).collect::<Vec<_>>());
        assert!(most < 32 << 20, "{what}: {most} bytes");
    }
}

/// Dimensions that depend on data take 600 bytes each: every one has a name of its own.
#[test]
fn dimensions_that_depend_on_data_are_in_proportion_to_the_file() {
    let nodes: String = (0..100).map(|i| format!("c{i} = NonZero (x)\n")).collect();
    let text =
        format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[?] x) => (y) {{\n{nodes}y = Neg (c99)\n}}");
    let limits = Limits { max_expression_bytes: 12_000 - text.len() as u64 / 2, ..Limits::default() };
    let model = read(text);
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    assert!(limit_of(&model, &analysis).contains("`max_expression_bytes`"));
    let ty = |name: &str| analysis.facts.ty(value_named(&model, name)).to_string();
    assert_eq!([ty("c0"), ty("c19"), ty("c20")], ["i64[1,c0.1]", "i64[1,c19.1]", "i64[1,?]"]);
    assert!(analyzed(&model).findings.iter().all(|finding| finding.rule.code() != "FM011"), "the default allows them");
}

/// Lists of 100 elements up to the limit, and lists of 4 up to one and a half times the limit.
#[test]
fn the_elements_of_all_lists_are_in_proportion_to_the_file() {
    let ones = ["1"; 100].join(", ");
    let long: String = (0..20).map(|i| format!("l{i} = Neg (l)\n")).collect();
    let short: String = (0..300).map(|i| format!("s{i} = Neg (s)\n")).collect();
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (y) <int64[100] l = {{{ones}}}, int64[4] s = {{1, 2, 3, 4}}> \
         {{\n{long}{short}y = Relu (x)\n}}"
    ));
    let limits = Limits { max_tracked_elements: 1_000, ..Limits::default() };
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    assert!(limit_of(&model, &analysis).contains("`max_tracked_elements`"));
    let follows = |name: &str| *analysis.facts.value(value_named(&model, name)) != KnownValue::Unknown;
    // 9 lists that count as 103 each, then 81 that count as 7.
    assert_eq!(["l0", "l8", "l9", "s0", "s80", "s81"].map(follows), [true, true, false, true, true, false]);
    assert!(analyzed(&model).findings.iter().all(|finding| finding.rule.code() != "FM011"), "the default allows them");
}

/// A function of 100 nodes that runs with 40 ranks and calls another one: the first run is free, and each further one counts as
/// the nodes with their inputs and outputs. What the other one is given in further runs is unknown, too.
#[test]
fn what_runs_again_is_in_proportion_to_the_file() {
    let body: String = (1..99).map(|i| format!("b{i} = Relu (b{})\n", i - 1)).collect();
    let inputs: Vec<String> = (0..40).map(|i| format!("float[{}] x{i}", vec!["2"; i + 1].join(","))).collect();
    let calls: String = (0..40).map(|i| format!("c{i} = f.F (x{i})\n")).collect();
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18, \"f\" : 1]>\ng ({}) => (y) {{\n{calls}y = Neg (c0)\n}}\n\
         <domain: \"f\", opset_import: [\"\" : 18, \"f\" : 1]>\nF (a) => (b99) {{\nb0 = Neg (a)\n{body}b99 = f.G (b98)\n}}\n\
         <domain: \"f\", opset_import: [\"\" : 18]>\nG (d) => (e) {{ e = Neg (d) }}",
        inputs.join(", ")
    );
    // 100 nodes, an input, an output, and the run; and 6 for the other function.
    let runs = 1 + (500 + text.len() / 4) / (300 + 3 + 6);
    assert!((2..40).contains(&runs), "{runs}");
    let model = read(text);
    let limits = Limits { max_repeated_records: 500, ..Limits::default() };
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    assert!(limit_of(&model, &analysis).contains("`max_repeated_records`"));
    let is_known = |i: usize| analysis.facts.ty(value_named(&model, &format!("c{i}"))).to_string() != "?";
    assert_eq!((0..40).filter(|&i| is_known(i)).collect::<Vec<_>>(), (0..runs).collect::<Vec<_>>());
    let why = analysis.facts.unknown_reason(value_named(&model, &format!("c{runs}"))).expect("a reason").to_string();
    assert!(why.contains("`max_repeated_records`"), "{why}");
    for function in model.functions() {
        let types: Vec<_> = model.values_of(function.graph).map(|value| analysis.facts.ty(value).to_string()).collect();
        assert!(types.iter().all(|ty| ty == "?"), "{types:?}");
    }
    let analysis = analyzed(&model);
    assert!(analysis.findings.iter().all(|finding| finding.rule.code() != "FM011"), "the default allows them");
    let value = model.values_of(model.functions()[1].graph).next().expect("an input");
    assert_eq!(analysis.facts.ty(value).to_string(), "f32[...]");
}

#[test]
fn long_attributes_of_calls_are_read_in_proportion_to_the_file() {
    let list = vec!["7"; 1_000].join(",");
    let reads: String = (0..10).map(|i| format!("c{i} = Constant <value_ints: ints = @k> ()\n")).collect();
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18, \"f\" : 1]>\ng (float[2] x) => (y) {{\ny = f.F <k = [{list}]> (x)\n}}\n\
         <domain: \"f\", opset_import: [\"\" : 18]>\nF <k> (a) => (c0) {{\n{reads}}}"
    );
    // Of each reader, 8 elements are free.
    let needed = 10 * (1_000 - 8) - text.len() as u64 / 4;
    let model = read(text);
    let with_limit = |max_repeated_records: u64| {
        let limits = Limits { max_repeated_records, ..Limits::default() };
        analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() })
    };
    let analysis = with_limit(needed);
    assert!(analysis.findings.iter().all(|finding| finding.rule.code() != "FM011"), "{:?}", analysis.findings);
    assert_eq!(shape_of_output(&model, &analysis), "i64[1000]");
    let analysis = with_limit(needed - 1);
    let finding = limit_of(&model, &analysis);
    assert!(finding.contains("attribute `k`") && finding.contains("`max_repeated_records`"), "{finding}");
    let ty = analysis.facts.ty(value_named(&model, "y")).to_string();
    assert!(ty.starts_with('?'), "a constant without its value has no type: {ty}");
}

#[test]
fn elements_that_nodes_read_are_in_proportion_to_the_file() {
    let table = (0..1_000).map(|i| (i % 10).to_string()).collect::<Vec<_>>().join(",");
    let places: Vec<String> = (0..20).map(|i| format!("int64 p{i} = {{{i}}}")).collect();
    let nodes: String = (0..20).map(|i| format!("y{i} = Gather (t, p{i})\n")).collect();
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float x) => (y0) <int64[1000] t = {{{table}}}, {}> {{\n{nodes}}}",
        places.join(", ")
    );
    let model = read(text.clone());
    let known = |analysis: &Analysis| -> Vec<usize> {
        let value = |i: usize| analysis.facts.value(value_named(&model, &format!("y{i}")));
        (0..20).filter(|&i| matches!(value(i), KnownValue::Elements(_))).collect()
    };
    let analysis = analyzed(&model);
    assert_eq!(known(&analysis), (0..20).collect::<Vec<_>>());
    assert!(analysis.findings.iter().all(|finding| finding.rule.code() != "FM011"), "the default allows them");
    let limits = Limits { max_elements_read: 5_000, ..Limits::default() };
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    // The first 64 elements are free.
    let read = (5_000 + text.len()).div_ceil(1_000 - 64);
    assert!((6..20).contains(&read), "{read}");
    assert_eq!(known(&analysis), (0..read).collect::<Vec<_>>());
    assert!(limit_of(&model, &analysis).contains("`max_elements_read`"));
}

/// The items of a sequence count with their dimensions.
#[test]
fn items_that_nodes_read_are_in_proportion_to_the_file() {
    let dims: Vec<String> = (0..20).map(|i| format!("N{i}")).collect();
    let items = vec!["x"; 64].join(", ");
    let nodes: String =
        (-20..20).map(|axis| format!("y{} = ConcatFromSequence <axis = {axis}> (q)\n", axis + 20)).collect();
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{}] x) => (y0) {{\nq = SequenceConstruct ({items})\n{nodes}}}",
        dims.join(",")
    );
    let model = read(text.clone());
    let known = |analysis: &Analysis| {
        let size = |i: usize| analysis.facts.ty(value_named(&model, &format!("y{i}"))).to_string();
        (0..40).filter(|&i| size(i).contains("64*")).count()
    };
    let analysis = analyzed(&model);
    assert_eq!(known(&analysis), 40);
    assert!(analysis.findings.iter().all(|finding| finding.rule.code() != "FM011"), "the default allows them");
    let limits = Limits { max_elements_read: 10_000, ..Limits::default() };
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    // The first 64 are free.
    let read = (10_000 + text.len()).div_ceil(64 * 20 - 64);
    assert!((8..20).contains(&read), "{read}");
    assert_eq!(known(&analysis), read);
    assert!(limit_of(&model, &analysis).contains("`max_elements_read`"));
}

/// Nodes read the dimensions of a wide shape as long as there is room, and say why those of further ones are unknown.
#[test]
fn dimensions_that_nodes_read_are_in_proportion_to_the_file() {
    let dims: Vec<String> = (0..100).map(|i| format!("N{i}")).collect();
    let nodes: String = (0..200).map(|i| format!("y{i} = LeakyRelu <alpha = 0.{i:03}> (x)\n")).collect();
    let usual = "u = Relu (w)";
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{}] x, float[A,B] w) => (y0) {{\n{nodes}{usual}}}",
        dims.join(",")
    );
    let model = read(text.clone());
    let known = |analysis: &Analysis| -> Vec<usize> {
        let rank = |i: usize| analysis.facts.get(value_named(&model, &format!("y{i}"))).shape().rank();
        (0..200).filter(|&i| rank(i) == Some(100)).collect()
    };
    let analysis = analyzed(&model);
    assert_eq!(known(&analysis), (0..200).collect::<Vec<_>>());
    assert!(analysis.findings.iter().all(|finding| finding.rule.code() != "FM011"), "the default allows them");
    let limits = Limits { max_dims_read: 1_000, ..Limits::default() };
    let analysis = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() });
    let read = (1_000 + 2 * text.len()) / 100;
    assert!((11..200).contains(&read), "{read}");
    assert_eq!(known(&analysis), (0..read).collect::<Vec<_>>());
    assert!(limit_of(&model, &analysis).contains("`max_dims_read`"));
    let why = analysis.facts.get(value_named(&model, "y199")).unknown_reason.map(|why| why.to_string());
    assert!(why.as_ref().is_some_and(|why| why.contains("`max_dims_read`")), "{why:?}");
    assert_eq!(analysis.facts.get(value_named(&model, "u")).shape().to_string(), "[A,B]", "usual shapes are free");
}

/// Nodes that are equal are inferred once, but rules ask each of them.
#[test]
fn what_rules_read_of_wide_shapes_is_in_proportion_to_the_file() {
    let nodes: String = (0..300).map(|i| format!("y{i} = ReduceMin <keepdims = 0> (x)\n")).collect();
    let dims = vec!["1"; 200].join(",");
    let outputs: Vec<String> = (0..300).map(|i| format!("float y{i}")).collect();
    let model = read(format!(
        "<ir_version: 8, opset_import: [\"\" : 17]>\ng (float[{dims}] x) => ({}) {{\n{nodes}}}",
        outputs.join(", ")
    ));
    let limited = |max_dims_read| {
        let limits = Limits { max_dims_read, ..Limits::default() };
        analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() })
    };
    assert!(limited(100_000).findings.iter().all(|finding| finding.rule.code() != "FM011"));
    assert!(limit_of(&model, &limited(0)).contains("`max_dims_read`"));
}

/// Squeeze is written for a later version than the one imported. Each further attribute is a finding in every version.
#[test]
fn a_model_is_inferred_in_other_versions_in_proportion_to_its_file() {
    let with = |count: usize| {
        let wrong: Vec<String> = (0..40).map(|i| format!("a{i}=1")).collect();
        let nodes: String = (0..count).map(|i| format!("y{i} = Relu <{}> (x)\n", wrong.join(","))).collect();
        let model = read(format!(
            "<ir_version: 8, opset_import: [\"\" : 12]>\ng (float[2,1,1] x) => (t) <int64[1] last = {{-1}}> {{\n\
             s = Squeeze (x, last)\nt = Squeeze (s, last)\n{nodes}}}"
        ));
        let limits = Limits { max_diagnostics: 1_000_000, ..Limits::default() };
        let findings = analyze(&model, &AnalysisOptions { limits, ..AnalysisOptions::default() }).findings;
        let count = |code: &str| findings.iter().filter(|finding| finding.rule.code() == code).count();
        let is_cut = |finding: &&std::sync::Arc<Diagnostic>| finding.message.contains("is more work than 30000 nodes");
        (count("FM035"), findings.iter().filter(is_cut).count())
    };
    assert_eq!(with(10), (1, 0), "the import is the only finding on both nodes");
    assert_eq!(with(4_000), (0, 1));
}

/// Each node reads its list twice: to infer its result, and to evaluate it.
#[test]
fn elements_that_folding_infers_from_are_in_proportion_to_the_file() {
    let table = (0..1_000).map(|i| (i % 10).to_string()).collect::<Vec<_>>().join(",");
    let nodes: String =
        (0..100).map(|i| format!("u{i} = Unique (t)\ny{i} = Gather (u{i}, p)\ns{i} = Add (x, y{i})\n")).collect();
    let outputs: Vec<String> = (0..100).map(|i| format!("s{i}")).collect();
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64[1] x) => ({}) \
         <int64[1000] t = {{{table}}}, int64[1] p = {{0}}> {{\n{nodes}}}",
        outputs.join(", ")
    ));
    let limits = Limits { max_io_bytes: 10_000_000, ..Limits::default() };
    let analysis = AnalysisOptions { limits, ..AnalysisOptions::default() };
    let folded = fold(&model, &FoldOptions { analysis, ..FoldOptions::default() });
    // Each element counts 256 bytes, except for the first 64. Besides, a node reads 8,000 bytes and writes no more than 9,000.
    let [least, most] = [936 * 256 + 17_000, 936 * 256 + 8_000].map(|node| 10_000_000 / node);
    // The result of a Gather that is evaluated would make the model grow, as long as other nodes read the list.
    let is_evaluated = |why: &NotFoldedReason| matches!(why, NotFoldedReason::Grows { .. });
    let gathers = folded.report.kept.iter().filter(|kept| model.op_type(kept.node) == "Gather");
    let evaluated = gathers.filter(|kept| is_evaluated(&kept.why)).count();
    assert!((least..=most).contains(&evaluated), "{evaluated} of {least} to {most}");
}

/// Bodies in each other, whose paths would take the square of the file if a report wrote them whole for each finding.
#[test]
fn the_path_of_a_graph_that_is_deep_loses_its_middle() {
    let nested = |depth: usize, padding: usize| {
        let pad = "n".repeat(padding);
        let inner = (0..depth).rev().fold("a = Identity (x)".to_owned(), |inner, level| {
            format!("[{pad}{level}] a = If (c) <then_branch = t () => (a) {{ {inner} }}, else_branch = e () => (a) {{ a = Neg (x) }}>")
        });
        read(format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (bool c, float x) => (float a) {{ {inner} }}"))
    };
    let paths = |model: &Model| -> Vec<String> { model.graphs().map(|graph| model.path(graph)).collect() };
    let (few, deep) = (paths(&nested(2, 400)), paths(&nested(200, 20)));
    let name = "n".repeat(400);
    assert!(few.contains(&format!("main/{name}0/then_branch/{name}1/then_branch")), "{few:?}");
    let longest = deep.iter().max_by_key(|path| path.len()).expect("a path");
    assert!(longest.len() < 1_200, "{longest}");
    assert!(
        longest.starts_with("main/nnnnnnnnnnnnnnnnnnnn0/then_branch/") && longest.contains("/[... graph #"),
        "{longest}"
    );
    assert_eq!(deep.iter().collect::<std::collections::HashSet<_>>().len(), 401, "each graph has another path");
    // One name that is longer than a path.
    let long = paths(&nested(2, 5_000));
    assert!(long.iter().all(|path| path.len() < 4_000), "{:?}", long.iter().map(String::len).collect::<Vec<_>>());
}

/// An operator reads up to 1,024 axes, and a node has a finding for each wrong one until there are too many.
#[test]
fn wrong_axes_that_are_not_reported_are_counted() {
    let axes = (100..1_124).map(|axis: i32| axis.to_string()).collect::<Vec<_>>().join(",");
    let nodes: String = (0..20).map(|i| format!("y{i} = ReduceMin (x, axes)\n")).collect();
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2,3] x) => (y0) <int64[1024] axes = {{{axes}}}> {{\n{nodes}}}"
    ));
    let analysis = analyzed(&model);
    let wrong = analysis.findings.iter().filter(|finding| finding.rule.code() == "OP102");
    assert_eq!(
        wrong.map(|finding| finding.stands_for().max(1)).sum::<usize>(),
        20 * 1_024,
        "{:?}",
        analysis.findings[0]
    );
}

/// The rules of the errors.
fn errors(analysis: &Analysis) -> Vec<&str> {
    analysis
        .findings
        .iter()
        .filter(|finding| finding.level == Level::Error)
        .map(|finding| finding.rule.code())
        .collect()
}

/// Operators read no list of axes or sizes that is longer than any tensor or node needs.
#[test]
fn long_lists_of_attributes_are_not_read() {
    let node = |op: &str, count: usize, number: i64| {
        let list = vec![number.to_string(); count].join(",");
        read(format!(
            "<ir_version: 9, opset_import: [\"\" : 2]>\ng (float[2,3] x) => (float[?,?] y) {{ y = {op} = [{list}]> (x) }}"
        ))
    };
    for (op, number) in [("ReduceMin <axes", 1), ("ReduceMin <axes", 99), ("Pad <pads", 1), ("Split <split", 1)] {
        let model = node(op, 200_000, number);
        let (analysis, peak) = peak(|| analyzed(&model));
        assert!(peak < 1 << 20, "{op}: {peak} bytes");
        assert!(limit_of(&model, &analysis).contains("has more than 65536 integers and is not read"));
        assert_eq!(errors(&analysis), ["FM011"], "{op}");
    }
    let analysis = analyzed(&node("ReduceMin <axes", 65_536, 99));
    assert!(errors(&analysis).contains(&"OP102"));
}

/// The places of n-grams, and the elements of a constant, are data of any length.
#[test]
fn long_lists_of_data_are_read() {
    let list = (0..100_000).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64[5] x) => (float[?] y, int64[?] c) {{\nc = Constant <value_ints = \
         [{list}]> ()\ny = TfIdfVectorizer <mode = \"TF\", min_gram_length = 1, max_gram_length = 1, max_skip_count = 0, \
         ngram_counts = [0], ngram_indexes = [{list}], pool_int64s = [{list}]> (x)\n}}"
    ));
    let analysis = analyzed(&model);
    assert!(errors(&analysis).is_empty(), "{:?}", errors(&analysis));
    assert_eq!(shape_of_output(&model, &analysis), "f32[100000]");
    assert_eq!(analysis.facts.ty(value_named(&model, "c")).to_string(), "i64[100000]");
}

/// A decoder must accept any number of packed fields.
#[test]
fn very_many_pieces_of_a_tensor_are_not_read() {
    let model = |pieces: usize| {
        let dims = wire::number(1, pieces as u64);
        let tensor = [dims, wire::number(2, 7), wire::field(8, b"t"), wire::field(7, b"\x01").repeat(pieces)].concat();
        let source = Source::from_bytes("m.onnx", wire::model(&wire::field(5, &tensor)));
        Model::read(source, &ReadOptions::default())
    };
    let few = model(100_000);
    assert!(few.findings().iter().all(|finding| finding.rule.code() != "FM011"), "{:?}", few.findings());
    let many = model(700_000);
    assert!(limit_of(&many, &analyzed(&many)).contains("`max_record_bytes`"));
}

/// Equal findings of one suppression are one, so that their number does not end the search for what is meant.
#[test]
fn an_unknown_rule_is_looked_for_once() {
    let names = vec!["éP100O"; 20_000].join(",");
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\n# shapewright: ignore[{names}]\n\
         g (float[2] x) => (float[2] y) {{ y = Relu (x) }}"
    ));
    let (analysis, allocations) = count(|| analyzed(&model));
    assert_eq!(analysis.findings.len(), 1, "{:?}", analysis.findings);
    assert!(allocations < 20 * 20_000, "{allocations} allocations");
}

/// Lists of 16 sizes with names of 900 characters.
#[test]
fn the_names_in_all_lists_are_in_proportion_to_the_file() {
    let dims: Vec<String> = (10..26).map(|i| format!("\"{}{i}\"", "S".repeat(900))).collect();
    let nodes: String = (0..300).map(|i| format!("o{i} = Shape (z)\n")).collect();
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{}] z) => (int64[16] y) {{\n{nodes}y = Shape (z)\n}}",
        dims.join(", ")
    );
    // The shape of `z`, and a list of 16 names of 902 bytes for each node.
    let allowed = ((1 << 20) + 2 * text.len() - 16 * 903 - 5) / (16 * 902);
    let model = read(text);
    let analysis = analyzed(&model);
    assert!(limit_of(&model, &analysis).contains("`max_shape_text`"));
    let follows = |i: usize| *analysis.facts.value(value_named(&model, &format!("o{i}"))) != KnownValue::Unknown;
    assert_eq!((0..300).filter(|&i| follows(i)).count(), allowed);
    assert_eq!(shape_of_output(&model, &analysis), "i64[16]");
}

/// Reports have the reason and the node for each value behind an unknown operator.
#[test]
fn the_reason_of_a_value_has_a_long_name_in_part() {
    let operator = "Strange".repeat(10_000);
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18, \"d\" : 1]>\ng (float[2] x) => (y) {{\nu = d.{operator} (x)\ny = Relu (u)\n}}"
    ));
    let analysis = analyzed(&model);
    let reason = analysis.facts.unknown_reason(value_named(&model, "y")).expect("a reason");
    let node = model.describe(reason.node().expect("a node"));
    let [cause, node] = [reason.to_string(), node];
    assert!(cause.contains("Strange") && cause.contains("[...]") && cause.len() < 1_200, "{} bytes", cause.len());
    assert!(node.starts_with("node #0 (Strange") && node.ends_with("Strange)") && node.len() < 1_200, "{node}");
}

/// Chains of equal nodes without names, the second with one more.
#[test]
fn long_chains_of_equal_nodes_are_compared_in_proportion_to_their_length() {
    let chain = |letter: char, nodes: usize| {
        let mut lines = format!("{letter}0 = Relu (x)\n");
        for i in 0..nodes {
            writeln!(lines, "{letter}{} = Relu ({letter}{i})", i + 1).expect("written");
        }
        let head = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] x) => (float[N,3] out)";
        let model = read(format!("{head} {{\n{lines}out = Identity ({letter}{nodes})\n}}"));
        let analysis = analyzed(&model);
        (model, analysis)
    };
    let allocations = |nodes: usize| {
        let (before, after) = (chain('v', nodes), chain('w', nodes + 1));
        let (found, count) = count(|| shapewright::diff::diff((&before.0, &before.1), (&after.0, &after.1)));
        assert!(found.len() < 10, "{found:?}");
        count
    };
    let (few, many) = (allocations(1_000), allocations(4_000));
    assert!(many < 5 * few, "{few} allocations for 1,000 nodes, {many} for 4,000");
}

#[test]
fn a_shape_with_more_dimensions_than_tools_allow_is_unknown_and_reported() {
    let of_rank = |rank: usize| {
        let dims = vec!["1"; rank].join(",");
        let model = read(format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[{dims}] x) => (float[{dims}] y) {{ y = Relu (x) }}"
        ));
        let analysis = analyzed(&model);
        (shape_of_output(&model, &analysis), model)
    };
    let (shape, model) = of_rank(256);
    assert!(model.findings().is_empty(), "{:?}", model.findings());
    assert_eq!(shape.matches(',').count(), 255, "{shape}");
    let (shape, model) = of_rank(257);
    assert!(model.findings().iter().any(|finding| finding.rule.code() == "FM011"), "{:?}", model.findings());
    assert_eq!(shape.matches(',').count(), 0, "{shape}");
}

/// The body of a loop is inferred again when the shape of its state grows, and each value keeps what was known before.
#[test]
fn a_body_that_is_inferred_again_takes_little_memory() {
    const VALUES: usize = 20_000;
    let nodes: String = (0..VALUES).map(|i| format!("b{i} = Relu (x)\n")).collect();
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64 n, float[2] x) => (float[?] y) {{ y = Loop (n, , x) <body = b (int64 i, bool c, \
         float[?] s) => (bool d, float[?] t) {{\n{nodes}d = Identity (c)\nt = Concat <axis = 0> (s, x)\n}}> }}"
    ));
    let limits = Limits { max_diagnostics: 10, ..Limits::default() };
    let options = AnalysisOptions { run_lints: false, limits, ..AnalysisOptions::default() };
    let (analysis, peak) = peak(|| analyze(&model, &options));
    assert_eq!(analysis.facts.ty(value_named_in_body(&model, "b7")).to_string(), "f32[2]");
    let allowed = 110 * VALUES;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

fn value_named_in_body(model: &Model, name: &str) -> ValueId {
    let mut values = model.graphs().flat_map(|graph| model.values_of(graph));
    values.find(|&value| model.value_name(value) == name).expect(name)
}

/// The constants of 16 MiB are too large for the file, and so are those that they are computed from.
#[test]
fn constants_that_are_left_out_make_room_for_others() {
    const MIB: usize = 1 << 20;
    let elements = vec!["1"; MIB / 8].join(",");
    let nodes: String =
        (0..16).map(|i| format!("a{i} = Add (c, c)\nb{i} = Add (a{i}, c)\ny{i} = Add (x, b{i})\n")).collect();
    let outputs: Vec<String> = (0..16).map(|i| format!("y{i}")).collect();
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64[1] x) => ({}) <int64[{}] c = {{{elements}}}> {{\n{nodes}}}",
        outputs.join(", "),
        MIB / 8
    ));
    let (folded, peak) = peak(|| fold(&model, &FoldOptions::default()));
    assert!(folded.rewrite.constants.is_empty(), "{:?}", folded.rewrite.constants.len());
    assert_eq!(folded.report.kept.len(), 32, "{:?}", folded.report.kept);
    assert!(peak < 28 * MIB, "{} MiB", peak / MIB);
}

#[test]
fn long_attributes_that_are_equal_are_compared_without_their_text() {
    let list = vec!["1000000"; 100_000].join(", ");
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18, \"f\" : 1]>\ng (float[2] x) => (y) {{ y = f.F <a: ints = [{list}]> (x) }}"
    ));
    let analysis = analyzed(&model);
    let (found, peak) = peak(|| shapewright::diff::diff((&model, &analysis), (&model, &analysis)));
    assert_eq!(found, []);
    assert!(peak < 100_000, "{peak} bytes");
}

/// A model that is much work for its size, with errors for which edits and declarations are tried out.
#[test]
fn what_is_tried_out_is_in_proportion_to_the_work_of_a_model() {
    let wrong = ["99"; 8].join(",");
    let innermost = format!("r = ReduceMin <axes = [{wrong}]> (x)\nt = Transpose (x)\n");
    let nested = (0..5).fold(innermost, |nodes, i| {
        format!(
            "v{i} = Loop (n, , x) <body = b{i} (int64 i{i}, bool c{i}, s{i}) => (k{i}, q{i}) {{\n\
             k{i} = Identity (c{i})\n{nodes}q{i} = Identity (s{i})\n}}>\n"
        )
    });
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 13]>\n\
         g (float[N,4] x) => (y) <int64 n = {{8}}> {{\n{nested}y = Identity (v4)\n}}"
    ));
    let (analysis, allocated) = bytes(|| analyzed(&model));
    assert!(analysis.findings.iter().any(|finding| finding.level == Level::Error));
    assert!(allocated < 200 << 20, "{allocated} bytes");
}

/// Thousands of nodes read one constant, whose text is made once.
#[test]
fn differences_of_one_constant_are_in_proportion_to_the_files() {
    let sizes = ["1"; 200].join(",");
    let model = |element: u8| {
        let inputs = ["k"; 2_000].join(", ");
        read(format!(
            "<ir_version: 9, opset_import: [\"\" : 13, \"other\" : 1]>\n\
             g (float[2] x) => (float[2] y) <uint8[{sizes}] k = {{{element}}}> {{\nu = other.U ({inputs})\ny = Relu (x)\n}}"
        ))
    };
    let (old, new) = (model(1), model(2));
    let (before, after) = (analyzed(&old), analyzed(&new));
    let (differences, allocated) = bytes(|| diff((&old, &before), (&new, &after)));
    assert_eq!(differences.len(), 2_000);
    assert!(allocated < 16 << 20, "{allocated} bytes");
}

/// A difference takes many times the bytes of an attribute.
#[test]
fn differences_of_attributes_are_in_proportion_to_the_files() {
    let model = |names: [&str; 2]| {
        let attributes = |name: &str| (0..30_000).map(|at| format!("{name}{at} = 1")).collect::<Vec<_>>().join(", ");
        let node = |y: &str, name: &str, x: &str| format!("{y} = other.U <{}> ({x})", attributes(name));
        let nodes = [node("y", names[0], "x"), node("z", names[1], "y")].join("\n");
        read(format!(
            "<ir_version: 9, opset_import: [\"\" : 13, \"other\" : 1]>\ng (float[2] x) => (float[2] z) {{\n{nodes}\n}}"
        ))
    };
    let (old, new) = (model(["a", "b"]), model(["c", "d"]));
    let differences = diff((&old, &analyzed(&old)), (&new, &analyzed(&new)));
    assert_eq!(differences.len(), 100_001);
    assert!(differences[..100_000].iter().all(|difference| matches!(difference.aspect, Aspect::Attribute(_))));
    assert_eq!(differences[100_000].aspect, Aspect::Further(20_000));
}

/// Results that read one value of this rank.
fn results_of_one_value(rank: usize, first: usize, count: usize) -> Model {
    let dims: String = (first..first + rank).map(|dim| format!("<dim>{dim}</dim>")).collect();
    let shape = (first..first + rank).map(|dim| dim.to_string()).collect::<Vec<_>>().join(",");
    let layer = |i: usize| {
        format!(
            "<layer id=\"{i}\" name=\"r\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>"
        )
    };
    let edge = |i: usize| format!("<edge from-layer=\"0\" from-port=\"0\" to-layer=\"{i}\" to-port=\"0\"/>");
    let text = format!(
        "<net name=\"m\" version=\"11\"><layers><layer id=\"0\" name=\"a\" type=\"Parameter\" version=\"opset1\">\
         <data shape=\"{shape}\" element_type=\"f32\"/>\
         <output><port id=\"0\" precision=\"FP32\">{dims}</port></output></layer>{}</layers><edges>{}</edges></net>",
        (1..=count).map(layer).collect::<String>(),
        (1..=count).map(edge).collect::<String>()
    );
    Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default())
}

#[test]
fn differences_of_outputs_are_in_proportion_to_the_files() {
    const COUNT: usize = 16_000;
    let sizes = 1_000_000_000_000_000;
    let (old, new) = (results_of_one_value(12, sizes, COUNT), results_of_one_value(12, sizes + 1, COUNT));
    let (before, after) = (analyzed(&old), analyzed(&new));
    let (differences, most) = peak(|| diff((&old, &before), (&new, &after)));
    let outputs = |found: &[shapewright::diff::Difference]| {
        found.iter().filter(|found| matches!(found.aspect, Aspect::GraphOutput(_))).count()
    };
    let (listed, last) = (outputs(&differences), differences.last().map(|found| &found.aspect));
    // Each has two types of 208 bytes, and 100,000 of up to 64 bytes are listed. One is the input.
    assert_eq!((listed, last), (100_000 / (1 + 2 * 208 / 64) - 1, Some(&Aspect::Further(COUNT - listed))));
    assert!(most < 16 << 20, "{most} bytes");
}

#[test]
fn the_types_of_outputs_are_listed_in_proportion_to_the_file() {
    let model = results_of_one_value(200, 1_000_000, 2_000);
    let text = shapewright::print::listing(&model, &Default::default()).text;
    let file = model.source().bytes().len();
    assert!(text.len() < 2 * file, "{} bytes, {file} in the file", text.len());
    assert_eq!(text.matches("float[1000000,").count(), 2, "an input and the first output");
}

/// The loops of an evaluation over the other sizes of tensors without elements: an empty result needs none, and others count.
#[test]
fn loops_over_tensors_without_elements_are_short() {
    const LONG: u64 = 1 << 40;
    let empty = [
        (22, "float[1,0,L,1] a", "AveragePool <kernel_shape = [L,1]> (a)"),
        (22, "float[1,0,L,1] a", "LpPool <kernel_shape = [L,1]> (a)"),
        (22, "float[1,0,L,1] a, float[0,0,1,1] b", "Conv (a, b)"),
        (22, "float[1,0,L,1] a, float[0,0,1,1] b", "ConvTranspose (a, b)"),
        (23, "float[1,1,L,0] a", "Attention (a, a, a)"),
        (22, "float[L,0] a", "Unique <axis = 1> (a)"),
        (22, "float[L,0] a, bool[1] b = {1}", "Compress <axis = 0> (a, b)"),
        (22, "float[L,0] a, float[0,0] b", "MatMul (a, b)"),
        (22, "float[L,0] a", "Einsum <equation = \"ij->j\"> (a)"),
        (22, "float[L,0,1] a", "LRN <size = 3> (a)"),
        (22, "float[0,1048576,1048576] a", "Det (a)"),
    ];
    let counted = [
        (22, "float[L,1,0] a, float[1,1,0] b, float[1,1,1] c = {0}", "RNN <hidden_size = 1> (a, b, c)"),
        (22, "float[L,1,0] a, float[1,4,0] b, float[1,4,1] c = {0,0,0,0}", "LSTM <hidden_size = 1> (a, b, c)"),
        (22, "float[L,1,0] a, float[1,3,0] b, float[1,3,1] c = {0,0,0}", "GRU <hidden_size = 1> (a, b, c)"),
        (22, "float[L,0] a", "ReduceMin <keepdims = 0> (a)"),
    ];
    let constant = |declared: &str| {
        let content = if declared.contains('=') { "" } else { " = {}" };
        declared.replace('L', &LONG.to_string()) + content
    };
    let folded = |(opset, constants, node): (i64, &str, &str)| {
        let outputs = if node.contains("hidden_size") { ", o" } else { "o" };
        let model = read(format!(
            "<ir_version: 10, opset_import: [\"\" : {opset}]>\ng () => (o) <{}> {{\n{outputs} = {}\n}}",
            constants.split(", ").map(constant).collect::<Vec<_>>().join(", "),
            node.replace("[L", &format!("[{LONG}")),
        ));
        fold(&model, &FoldOptions::default()).report
    };
    for case in empty {
        let report = folded(case);
        assert_eq!((report.folded.len(), report.kept.len()), (1, 0), "{}: {:?}", case.2, report.kept);
    }
    for case in counted {
        let report = folded(case);
        let is_refused = |why: &NotFoldedReason| {
            matches!(why, NotFoldedReason::Refused(EvalError::TooMuchWork { .. } | EvalError::TooLarge { .. }))
        };
        assert!(report.kept.iter().any(|node| is_refused(&node.why)), "{}: {:?}", case.2, report.kept);
    }
}

/// The bytes of the indentation of one line in the files of the next tests.
const INDENT: usize = 100_000;

/// Compares the bytes of a file with an indentation that is most of it with those of what is written.
fn is_in_proportion(what: &str, file: usize, written: usize) {
    assert!(file > INDENT && written < 2 * file, "{what}: {written} bytes, {file} in the file");
}

/// 100 constants replace one node, and 100 nodes follow one.
#[test]
fn new_statements_do_not_repeat_a_long_indentation() {
    let (blanks, outputs) = (" ".repeat(INDENT), names(100));
    let text = format!(
        "<ir_version: 10, opset_import: [\"\" : 21]>\ng (float[1] x) => (float[101] y) <float[100] c = {{{}}}> {{\n\
         {blanks}{outputs} = Split <num_outputs = 100> (c)\n{blanks}y = Concat <axis = 0> ({outputs}, x)\n}}\n",
        (0..100).map(|i| format!("{i}.5")).collect::<Vec<_>>().join(",")
    );
    let mut model = read(text.clone());
    let folded = fold(&model, &FoldOptions { allow_growth: u64::MAX, ..FoldOptions::default() });
    assert_eq!(folded.rewrite.constants.len(), 100, "{:?}", folded.report.kept);
    let written = write_rewritten(&model, &folded.rewrite, &ExternalDataPolicy::Keep).expect("a model").model;
    is_in_proportion("fold", text.len(), written.to_bytes().len());
    let (graph, x) = (model.main_graph().expect("a graph"), value_named(&model, "x"));
    for _ in 0..100 {
        model.insert(At::End(graph), NewNode::new("Neg").input(x)).expect("x is available");
    }
    let written = write(&model, &ExternalDataPolicy::Keep).expect("a model").model;
    is_in_proportion("insert", text.len(), written.to_bytes().len());
}

fn names(count: usize) -> String {
    (0..count).map(|i| format!("a{i}")).collect::<Vec<_>>().join(", ")
}

/// A chain of layers for a shape of these dimensions, with a long indentation before the first layer and the first dimension.
fn layers_far_to_the_right(data: &str, kind: &str, dims: &str) -> String {
    let blanks = format!("\n{}", " ".repeat(INDENT));
    let port = |id: usize| format!("<port id=\"{id}\" precision=\"FP32\">{blanks}{dims}</port>");
    format!(
        "<?xml version=\"1.0\"?>\n<net name=\"a\" version=\"11\">\n<layers>{blanks}\
         <layer id=\"0\" name=\"x\" {data}<output>{}</output></layer>\
         {blanks}<layer id=\"1\" name=\"r\" type=\"{kind}\" version=\"opset1\">{blanks} <input><port id=\"0\"/></input>\
         <output>{}</output></layer>\
         <layer id=\"2\" name=\"o\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>\n</layers>\n\
         <edges>\n<edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" to-port=\"0\"/>\
         <edge from-layer=\"1\" from-port=\"1\" to-layer=\"2\" to-port=\"0\"/>\n</edges>\n</net>\n",
        port(0),
        port(1)
    )
}

#[test]
fn new_elements_do_not_repeat_a_long_indentation() {
    let data = format!(
        "type=\"Parameter\" version=\"opset1\"><data shape=\"{}\" element_type=\"f32\"/>",
        ["1"; 100].join(",")
    );
    let text = layers_far_to_the_right(&data, "ReLU", &format!("<dim>1</dim>{}", "<dim>-1</dim>".repeat(99)));
    let mut model = Model::read(Source::from_bytes("m.xml", text.clone()), &ReadOptions::default());
    let annotated = annotate(&mut model, &AnnotateOptions::new().overwrite(true)).expect("an annotated model");
    assert!(annotated.is_changed());
    let written = write(&model, &ExternalDataPolicy::Keep).expect("a model").model;
    is_in_proportion("annotate", text.len(), written.to_bytes().len());
    let (graph, x) = (model.main_graph().expect("a graph"), value_named(&model, "x"));
    for _ in 0..20 {
        model.insert(At::End(graph), NewNode::new("Relu").input(x)).expect("x is available");
    }
    let written = write(&model, &ExternalDataPolicy::Keep).expect("a model").model;
    is_in_proportion("insert", text.len(), written.to_bytes().len());
}

#[test]
fn new_constants_do_not_repeat_a_long_indentation() {
    let shape = ["1"; 100].join(",");
    let data = format!(
        "type=\"Const\" version=\"opset1\"><data shape=\"{shape}\" element_type=\"f32\" offset=\"0\" size=\"4\"/>"
    );
    let text = layers_far_to_the_right(&data, "ReLU", &"<dim>1</dim>".repeat(100));
    let source = Source::from_bytes("m.xml", text.clone());
    let model = Model::read_with_weights(source, 2.5f32.to_le_bytes().to_vec(), &ReadOptions::default());
    let folded = fold(&model, &FoldOptions { allow_growth: u64::MAX, ..FoldOptions::default() });
    assert_eq!(folded.rewrite.constants.len(), 1, "{:?}", folded.report.kept);
    let written = write_rewritten(&model, &folded.rewrite, &ExternalDataPolicy::Keep).expect("a model").model;
    is_in_proportion("fold", text.len(), written.to_bytes().len());
}

/// Two layers of 50 outputs that become constants, whose long names differ only in the middle.
#[test]
fn constants_do_not_repeat_the_long_name_of_their_layer() {
    const OUTPUTS: usize = 50;
    let port = |id: usize| format!("<port id=\"{id}\" precision=\"FP32\"><dim>1</dim></port>");
    let constant = |id: usize, data: &str, port: &str| {
        format!(
            "<layer id=\"{id}\" name=\"c{id}\" type=\"Const\" version=\"opset1\"><data {data}/>\
             <output><port id=\"0\" {port}</port></output></layer>"
        )
    };
    let half = "n".repeat(INDENT / 2);
    let split = |id: usize| {
        let outputs: String = (0..OUTPUTS).map(|at| port(2 + at)).collect();
        format!(
            "<layer id=\"{id}\" name=\"{half}{id}{half}\" type=\"Split\" version=\"opset1\"><data num_splits=\"{OUTPUTS}\"/>\
             <input><port id=\"0\"/><port id=\"1\"/></input><output>{outputs}</output></layer>"
        )
    };
    let edge = |(from, out): (usize, usize), (to, port): (usize, usize)| {
        format!("<edge from-layer=\"{from}\" from-port=\"{out}\" to-layer=\"{to}\" to-port=\"{port}\"/>")
    };
    let count = 2 * OUTPUTS + 1;
    let layers = [
        format!(
            "<layer id=\"0\" name=\"x\" type=\"Parameter\" version=\"opset1\"><data shape=\"1\" element_type=\"f32\"/>\
             <output>{}</output></layer>",
            port(0)
        ),
        constant(1, "element_type=\"f32\" shape=\"50\" offset=\"0\" size=\"200\"", "precision=\"FP32\"><dim>50</dim>"),
        constant(2, "element_type=\"i64\" shape=\"\" offset=\"200\" size=\"8\"", "precision=\"I64\">"),
        split(3),
        split(4),
        format!(
            "<layer id=\"5\" name=\"y\" type=\"Concat\" version=\"opset1\"><data axis=\"0\"/><input>{}</input><output>\
             <port id=\"{count}\" precision=\"FP32\"><dim>{count}</dim></port></output></layer>\
             <layer id=\"6\" name=\"o\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>",
            (0..count).map(|at| format!("<port id=\"{at}\"/>")).collect::<String>()
        ),
    ];
    let parts = (0..2 * OUTPUTS).map(|at| edge((3 + at / OUTPUTS, 2 + at % OUTPUTS), (5, at)));
    let ends = [edge((0, 0), (5, count - 1)), edge((5, count), (6, 0))];
    let inputs = [3, 4].map(|split| edge((1, 0), (split, 0)) + &edge((2, 0), (split, 1)));
    let edges: String = parts.chain(ends).chain(inputs).collect();
    let text = format!(
        "<?xml version=\"1.0\"?><net name=\"a\" version=\"11\"><layers>{}</layers><edges>{edges}</edges></net>",
        layers.concat()
    );
    let weights: Vec<u8> =
        (0..OUTPUTS).flat_map(|at| (at as f32 + 0.5).to_le_bytes()).chain(0i64.to_le_bytes()).collect();
    let source = Source::from_bytes("m.xml", text.clone());
    let model = Model::read_with_weights(source, weights.clone(), &ReadOptions::default());
    let folded = fold(&model, &FoldOptions { allow_growth: u64::MAX, ..FoldOptions::default() });
    assert_eq!(folded.rewrite.constants.len(), 2 * OUTPUTS, "{:?}", folded.report.kept);
    let written =
        write_rewritten(&model, &folded.rewrite, &ExternalDataPolicy::Keep).expect("a model").model.to_bytes();
    is_in_proportion("fold", text.len(), written.len());
    let again = Model::read_with_weights(Source::from_bytes("m.xml", written), weights, &ReadOptions::default());
    let graph = again.main_graph().expect("a graph");
    let names: Vec<&str> = again.nodes_of(graph).map(|node| again.name(again.node(node).name)).collect();
    let different: std::collections::HashSet<&str> = names.iter().copied().collect();
    assert!(names.len() > 2 * OUTPUTS && different.len() == names.len(), "{} of {}", different.len(), names.len());
}
