//! The memory that a step takes beside the model, at its peak: what a step does not need is not held, and what it notes of very
//! many records is small.

use std::fmt::Write as _;

use crate::hostile::memory::peak;
use shapewright::annotate::{AnnotateOptions, annotate};
use shapewright::convert::{ConvertOptions, OnnxForm, Weights, convert};
use shapewright::graph::Model;
use shapewright::summary::summarize;
use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};

fn read(name: &str, file: String) -> Model {
    Model::read(Source::from_bytes(name, file), &ReadOptions::default())
}

#[test]
fn a_layout_of_very_many_names_is_checked_without_copies() {
    let layout = (0..100_000).map(|i| format!("d{i}")).collect::<Vec<_>>().join(",");
    let ports = r#"<input><port id="0"><dim>2</dim></port></input><output><port id="1" precision="FP32"><dim>2</dim></port></output>"#;
    let file = |layout: &str| {
        format!(
            r#"<net name="m" version="11"><layers><layer id="0" name="p" type="Parameter" version="opset1">
            <data shape="2" element_type="f32"/><output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
            <layer id="1" name="r" type="ReLU" version="opset1">{ports}<rt_info><attribute name="layout" version="0"
            layout="[{layout}]"/></rt_info></layer></layers><edges><edge from-layer="0" from-port="0" to-layer="1"
            to-port="0"/></edges></net>"#
        )
    };
    let findings = |layout: &str| {
        let (file, mut messages) = (file(layout), Vec::new());
        let (model, most) = peak(|| read("m.xml", file));
        messages.extend(model.findings().iter().map(|finding| finding.message.clone()));
        (messages, most)
    };
    let (messages, most) = findings(&layout);
    assert!(messages.is_empty(), "{messages:?}");
    assert!(most < 7 << 20, "{most} bytes for {}", layout.len());
    let (messages, _) = findings(&format!("{layout},D7"));
    assert!(messages.len() == 1 && messages[0].contains("names a dimension twice"), "{messages:?}");
}

#[test]
fn graphs_that_no_node_runs_take_little_memory_in_a_summary() {
    const EXAMPLES: usize = 20_000;
    let page = format!("ReduceMin\n=========\n\n{}", "<layer id=\"1\" type=\"".repeat(EXAMPLES));
    let model = read("m.rst", page);
    assert!(model.graphs().count() > EXAMPLES / 2, "{} graphs", model.graphs().count());
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let analysis = analyze(&model, &options);
    let (summary, most) = peak(|| summarize(&model, &options, &analysis));
    assert_eq!(summary.nodes, 0);
    assert!(most < 90 * model.graphs().count(), "{most} bytes for {} graphs", model.graphs().count());
}

#[test]
fn the_names_of_a_model_are_not_copied_for_annotation() {
    const SYMBOLS: usize = 30_000;
    let dims = |i: usize| (0..10).map(|at| format!("n{i}_{at}")).collect::<Vec<_>>().join(",");
    let inputs = (0..SYMBOLS / 10).map(|i| format!("float[{}] i{i}", dims(i))).collect::<Vec<_>>().join(", ");
    let text = format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng ({inputs}) => (y) {{ y = Shape (i0) }}");
    let mut model = read("m.onnxtxt", text);
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let (_, without) = peak(|| analyze(&model, &options));
    let (annotated, most) = peak(|| annotate(&mut model, &AnnotateOptions::new()));
    annotated.expect("no error");
    assert!(most < without + 100 * SYMBOLS, "{most} bytes, {without} of them for inference");
}

/// The peak of writing a text of 20,000 nodes in this form, with its data in a file, and the length of the text.
fn moving_data_to_a_file(form: OnnxForm) -> (usize, usize) {
    let mut nodes = String::new();
    (0..20_000).for_each(|i| writeln!(nodes, "o{} = Relu (o{i})", i + 1).expect("written"));
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] o0) => (y) <float[2] w = {{1, 2}}> {{\n{nodes}y = Add (o20000, w)\n}}"
    );
    let length = text.len();
    let model = read("m.onnxtxt", text);
    let weights = Weights::OneFile { location: "m.data".to_owned(), min_bytes: 0 };
    let options = ConvertOptions::new(form).weights(weights);
    let (converted, most) = peak(|| convert(&model, &options).expect("it can be converted"));
    assert_eq!(converted.data.map(|data| data.len()), Some(8));
    (most, length)
}

#[test]
fn text_with_its_data_in_a_file_is_written_from_one_copy() {
    let (most, length) = moving_data_to_a_file(OnnxForm::Text);
    assert!(most < 11 * length, "{most} bytes for {length}");
}

#[test]
fn text_is_not_read_again_to_move_its_data() {
    let (most, length) = moving_data_to_a_file(OnnxForm::Binary);
    assert!(most < 3 * length, "{most} bytes for {length}");
}

#[test]
fn names_that_collide_are_reported_one_after_another() {
    const LAYERS: usize = 10_000;
    let layer =
        |id| format!("<layer id=\"{id}\" name=\"a\" type=\"Parameter\"><output><port id=\"0\"/></output></layer>");
    let layers: String = (0..LAYERS).map(layer).collect();
    let mut options = ReadOptions::default();
    options.limits.max_diagnostics = 10;
    let reading = |version: usize| {
        let file = format!("<net name=\"m\" version=\"{version}\"><layers>{layers}</layers><edges/></net>");
        peak(|| Model::read(Source::from_bytes("m.xml", file), &options))
    };
    // Only in version 10, names of layers are names of tensors.
    let ((model, most), (other, usual)) = (reading(10), reading(11));
    let found = |model: &Model| model.findings().iter().map(|finding| finding.stands_for().max(1)).sum::<usize>();
    assert!(found(&model) > found(&other) + LAYERS / 2, "{} findings", found(&model));
    assert!(most < usual + 100 * LAYERS, "{most} bytes, {usual} without collisions");
}

#[test]
fn a_long_equation_takes_few_bytes_for_each_letter() {
    const LETTERS: usize = 1_000_000;
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (y) {{ y = Einsum <equation = \"{}->\"> (x) }}",
        "ab".repeat(LETTERS / 2)
    );
    let model = read("m.onnxtxt", text);
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let (analysis, most) = peak(|| analyze(&model, &options));
    assert!(analysis.findings.iter().any(|finding| finding.rule.code() == "OP203"), "{:?}", analysis.findings);
    // The node is resolved a second time with an input of another rank.
    assert!(most < 6 * LETTERS, "{most} bytes for {LETTERS} letters");
}

#[test]
fn a_result_of_more_dimensions_than_the_limit_takes_no_list_of_them() {
    const LETTERS: usize = 1_000_000;
    let port = |id: usize| format!("<port id=\"{id}\" precision=\"FP32\"><dim>2</dim></port>");
    let file = format!(
        "<net name=\"m\" version=\"11\"><layers><layer id=\"0\" name=\"x\" type=\"Parameter\" version=\"opset1\">\
         <data shape=\"2\" element_type=\"f32\"/><output>{}</output></layer><layer id=\"1\" name=\"e\" type=\"Einsum\" version=\"opset7\">\
         <data equation=\"i->{}\"/><input>{}</input><output><port id=\"1\" precision=\"FP32\"/></output></layer></layers>\
         <edges><edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" to-port=\"0\"/></edges></net>",
        port(0),
        "i".repeat(LETTERS),
        port(0)
    );
    let model = read("m.xml", file);
    let options = AnalysisOptions { run_lints: false, use_declared_types: false, ..AnalysisOptions::default() };
    let (analysis, most) = peak(|| analyze(&model, &options));
    let node = model.nodes_of(model.main_graph().expect("a graph")).last().expect("a node");
    let result = model.outputs(node).next().expect("an output");
    let why = analysis.facts.unknown_reason(result).map(|why| why.to_string());
    assert!(why.as_ref().is_some_and(|why| why.contains("`max_rank`")), "{why:?}");
    assert!(most < 6 * LETTERS, "{most} bytes for {LETTERS} letters");
}
