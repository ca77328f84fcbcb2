//! What is left out because there is too much of it is counted or named, and hides no other finding.

use std::collections::HashSet;

use shapewright::graph::Model;
use shapewright::{Analysis, AnalysisOptions, Diagnostic, Level, ReadOptions, Source, analyze};

fn ir(content: &str, weights: Vec<u8>) -> Model {
    let text = format!("<net name=\"m\" version=\"11\">{content}</net>");
    Model::read_with_weights(Source::from_bytes("m.xml", text), weights, &ReadOptions::default())
}

fn parameter(id: usize) -> String {
    format!(
        "<layer id=\"{id}\" name=\"x{id}\" type=\"Parameter\" version=\"opset1\"><data shape=\"2\" element_type=\"f32\"/>\
         <output><port id=\"0\" precision=\"FP32\"><dim>2</dim></port></output></layer>"
    )
}

/// A model of constants of this type, which share the weights, each with a result.
fn constants(count: usize, (element, precision): (&str, &str), elements: usize, weights: Vec<u8>) -> Model {
    let (mut layers, mut edges) = (String::new(), String::new());
    let dims = format!("<dim>{elements}</dim></port>");
    for id in 0..count {
        layers += &format!(
            "<layer id=\"{id}\" name=\"c{id}\" type=\"Const\" version=\"opset1\"><data element_type=\"{element}\" \
             shape=\"{elements}\" offset=\"0\" size=\"{}\"/><output><port id=\"0\" precision=\"{precision}\">{dims}\
             </output></layer><layer id=\"{}\" name=\"r{id}\" type=\"Result\" version=\"opset1\"><input><port id=\"0\" \
             precision=\"{precision}\">{dims}</input></layer>",
            weights.len(),
            count + id
        );
        edges += &format!("<edge from-layer=\"{id}\" from-port=\"0\" to-layer=\"{}\" to-port=\"0\"/>", count + id);
    }
    ir(&format!("<layers>{layers}</layers><edges>{edges}</edges>"), weights)
}

fn of<'a>(findings: &'a [std::sync::Arc<Diagnostic>], code: &str) -> Vec<&'a Diagnostic> {
    findings.iter().map(|finding| &**finding).filter(|finding| finding.rule.code() == code).collect()
}

/// How many findings of a rule the reader does not list.
fn not_listed(model: &Model, code: &str) -> Vec<usize> {
    of(model.findings(), code).iter().map(|finding| finding.stands_for()).filter(|&count| count > 0).collect()
}

#[test]
fn stray_text_that_is_not_listed_is_counted_and_hides_no_broken_element() {
    let model = ir(&format!("<layers>{}</layers><edges/><broken", "<a/>text".repeat(1_200)), Vec::new());
    assert_eq!(of(model.findings(), "FM020").len(), 1_000 + 1, "{:?}", &model.findings()[..3]);
    assert_eq!(not_listed(&model, "FM020"), [200]);
    assert!(model.findings().iter().any(|finding| finding.level == Level::Error), "the file ends in a tag");
}

#[test]
fn what_is_not_listed_has_the_level_of_what_is() {
    let declarations = "<?xml version=\"1.0\"?>".repeat(1_200);
    let model = ir(&format!("<layers>{}</layers><edges/>{declarations}", parameter(0)), Vec::new());
    let found = of(model.findings(), "FM021");
    assert_eq!(found.iter().map(|finding| finding.stands_for()).collect::<HashSet<_>>(), HashSet::from([0, 200]));
    assert!(found.iter().all(|finding| finding.level == Level::Note), "{:?}", found.last());
}

#[test]
fn edges_to_missing_layers_that_are_not_listed_are_counted() {
    let edge = |to: usize| format!("<edge from-layer=\"0\" from-port=\"0\" to-layer=\"{}\" to-port=\"0\"/>", to + 10);
    let edges: String = (0..12_000).map(edge).collect();
    let model = ir(&format!("<layers>{}</layers><edges>{edges}</edges>", parameter(0)), Vec::new());
    let listed = of(model.findings(), "GR116").len() - 1;
    assert_eq!(not_listed(&model, "GR116"), [12_000 - listed]);
}

#[test]
fn the_last_of_many_attributes_of_a_port_is_compared_with_all() {
    let attribute = |at: usize| format!("<attribute name=\"a{at}\" version=\"0\"/>");
    let attributes: String = (0..200).map(attribute).chain([attribute(150)]).collect();
    let layer = parameter(0).replace("</dim></port>", &format!("</dim><rt_info>{attributes}</rt_info></port>"));
    let model = ir(&format!("<layers>{layer}</layers><edges/>"), Vec::new());
    let twice: Vec<_> = model.findings().iter().filter(|finding| finding.message.contains("appears twice")).collect();
    assert!(twice.len() == 1 && twice[0].message.contains("`a150`"), "{:?}", model.findings());
}

fn text(file: String) -> (Model, Analysis) {
    let model = Model::read(Source::from_bytes("m.onnxtxt", file), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    (model, analysis)
}

#[test]
fn requirements_that_are_not_listed_are_named_and_hide_no_advice() {
    let model = |pairs: usize| {
        let inputs: Vec<_> = (0..pairs).map(|i| format!("float[a{i}] x{i}, float[b{i}] y{i}")).collect();
        let nodes: String = (0..pairs).map(|i| format!("s{i} = Sum (x{i}, y{i})\n")).collect();
        let outputs: Vec<_> = (0..pairs).map(|i| format!("float[n{i}] s{i}")).collect();
        text(format!(
            "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2] z, {}) => (float[2] w, {}) {{\n\
             [same] w = Identity (z)\n[dead] v = Relu (z)\n{nodes}}}",
            inputs.join(", "),
            outputs.join(", ")
        ))
    };
    let codes = |analysis: &Analysis| {
        let mut codes: Vec<_> = analysis.findings.iter().map(|finding| finding.rule.code().to_owned()).collect();
        codes.retain(|code| code != "FM011");
        codes.sort();
        codes.dedup();
        codes
    };
    let (_, few) = model(300);
    assert!(few.constraints.len() >= 300 && of(&few.findings, "FM011").is_empty(), "{:?}", few.constraints.len());
    let (_, many) = model(1_200);
    assert_eq!(many.constraints.len(), 1_000);
    let limits = of(&many.findings, "FM011");
    assert!(limits.len() == 1 && limits[0].message.contains("more than 1000 relations"), "{limits:?}");
    assert_eq!(codes(&many), codes(&few));
    assert!(!codes(&few).is_empty());
}

#[test]
fn weights_that_rules_do_not_read_are_named() {
    const BYTES: usize = 40_000;
    let model = |count: usize| {
        let model = constants(count, ("f32", "FP32"), BYTES / 4, vec![1; BYTES]);
        analyze(&model, &AnalysisOptions::default())
    };
    assert!(of(&model(15).findings, "FM011").is_empty());
    let analysis = model(40);
    let limits = of(&analysis.findings, "FM011");
    assert_eq!(limits.len(), 1, "{:?}", analysis.findings);
    assert!(limits[0].message.contains("16 times the bytes"), "{limits:?}");
}

#[test]
fn the_last_of_very_many_integers_is_compared_with_the_target() {
    const COUNT: usize = (17 << 20) / 8;
    let mut weights = vec![0; COUNT * 8];
    weights[COUNT * 8 - 8..].copy_from_slice(&(1i64 << 40).to_le_bytes());
    let model = constants(1, ("i64", "I64"), COUNT, weights);
    let targets = vec!["openvino".parse().expect("a target")];
    let analysis = analyze(&model, &AnalysisOptions { targets, ..AnalysisOptions::default() });
    assert_eq!(of(&analysis.findings, "PO102").len(), 1, "{:?}", analysis.findings);
}
