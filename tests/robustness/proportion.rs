//! What a file costs is in proportion to it: each limit has a finding or a reason that names it, and large honest models
//! stay exact.

use std::fmt::Write as _;

use shapewright::fold::{FoldOptions, NotFoldedReason, fold};
use shapewright::graph::Model;
use shapewright::{Analysis, AnalysisOptions, EvalError, ReadOptions, Source, analyze};

fn read(text: String) -> Model {
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

fn analyzed(model: &Model) -> Analysis {
    analyze(model, &AnalysisOptions::default())
}

fn shape_of_output(model: &Model, analysis: &Analysis) -> String {
    let graph = model.graph(model.main_graph().expect("a graph"));
    let output = graph.outputs[0].operand.value().expect("a value");
    analysis.facts.ty(output).to_string()
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

/// Each node doubles the list before: 48 of them are 2^48 elements.
#[test]
fn values_of_a_small_file_take_no_more_than_the_stated_memory() {
    let mut nodes = String::new();
    for i in 0..48 {
        let last = if i == 0 { "c".to_owned() } else { format!("o{}", i - 1) };
        writeln!(nodes, "o{i} = Concat <axis = 0> ({last}, {last})").expect("written");
    }
    let model = read(format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64[1] x) => (int64[?] y) <int64[1] c = {{1}}> {{\n{nodes}y = Add (x, o47)\n}}"
    ));
    let folded = fold(&model, &FoldOptions { max_bytes: u64::MAX, ..FoldOptions::default() });
    let limit = (256 << 20) + 4 * model.source().bytes().len() as u64;
    let too_large = |why: &NotFoldedReason| matches!(why, NotFoldedReason::Refused(EvalError::TooLarge { limit: at, .. }) if *at == limit);
    let why = folded.report.kept.iter().map(|node| &node.why).find(|why| too_large(why));
    let why = why.unwrap_or_else(|| panic!("no reason names {limit}: {:?}", folded.report.kept)).to_string();
    assert!(why.contains(&limit.to_string()) && why.contains("--max-memory"), "{why}");
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
