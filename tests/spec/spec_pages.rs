//! The examples of OpenVINO's operation pages, and of the project's own page with the same facts: the recorded output is
//! inferred.

use std::fs;
use std::path::{Path, PathBuf};

use shapewright::graph::{Format, GraphRole, Model};
use shapewright::{Analysis, AnalysisOptions, KnownValue, ReadOptions, Source, analyze};

use crate::shared;

/// Data, axes, `keep_dims` and output of the four examples (`docs/spec/reduce.md`, "Examples of the specifications").
const OUTPUTS: [&str; 4] = ["[6,12,1,1]", "[6,12]", "[6,10,24]", "[6,12,24]"];

fn read(path: &Path) -> (Model, Analysis) {
    let model = Model::read(Source::open(path).expect("the page is there"), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    (model, analysis)
}

fn check(path: &Path) {
    let (model, analysis) = read(path);
    let name = path.display();
    assert_eq!(model.format(), Format::SpecExample, "{name}");
    let findings: Vec<String> =
        analysis.findings.iter().map(|f| format!("{} {}: {}", f.level, f.rule.code(), f.message)).collect();
    assert!(findings.is_empty(), "{name}: {findings:?}");
    let graphs: Vec<_> = model.graphs().collect();
    assert_eq!(graphs.len(), OUTPUTS.len(), "{name}");
    for (index, (graph, output)) in graphs.into_iter().zip(OUTPUTS).enumerate() {
        assert_eq!(model.graph(graph).role, GraphRole::Example(index as u32 + 1));
        let node = model.nodes_of(graph).last().expect("a layer");
        assert_eq!(model.op_type(node), "ReduceMin");
        let value = model.outputs(node).next().expect("an output");
        assert_eq!(analysis.facts.get(value).shape().to_string(), output, "{name}, example {}", index + 1);
        // The page gives no precision, so no type can be known, and what is recorded is the inferred shape.
        let declared = model.declared(value).and_then(|t| t.as_tensor()).expect("a recorded output");
        assert_eq!((declared.element, declared.shape.to_string()), (None, output.to_owned()), "{name}");
    }
}

fn own_page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/openvino/reduce-min-page.rst")
}

#[test]
fn examples_of_the_projects_own_page_match() {
    check(&own_page());
}

#[test]
fn examples_of_openvinos_pages_match() {
    let Some(folder) = shared::folder("spec") else { return };
    let pages = fs::read_dir(folder).expect("the folder can be read").flatten();
    let pages: Vec<_> =
        pages.filter(|e| e.file_name().to_string_lossy().starts_with("openvino-reduce-min-1")).collect();
    assert_eq!(pages.len(), 3);
    for page in pages {
        check(&page.path());
    }
}

/// A wrong number on the page is found: the examples are compared, not copied.
#[test]
fn wrong_page_is_detected() {
    let text = fs::read_to_string(own_page()).expect("our page");
    let wrong =
        text.replacen("<dim>1</dim>\n                <dim>1</dim>", "<dim>1</dim>\n                <dim>2</dim>", 1);
    assert_ne!(wrong, text);
    let source = Source::from_bytes("page.rst", wrong.into_bytes());
    let model = Model::read(source, &ReadOptions::default());
    let findings = analyze(&model, &AnalysisOptions::default()).findings;
    let codes: Vec<&str> = findings.iter().map(|f| f.rule.code()).collect();
    assert_eq!(codes, ["SH201"]);
}

#[test]
fn each_example_matches_its_snapshot() {
    let (model, analysis) = read(&own_page());
    for graph in model.graphs() {
        insta::assert_snapshot!(model.path(graph).replace('/', "-"), listing(&model, &analysis, graph));
    }
}

/// A graph in words: values with their facts, nodes with their attributes.
fn listing(model: &Model, analysis: &Analysis, graph: shapewright::graph::GraphId) -> String {
    let mut lines = vec![model.path(graph)];
    for value in model.values_of(graph) {
        let fact = analysis.facts.get(value);
        let declared = model.declared(value).map_or("nothing".to_owned(), ToString::to_string);
        let what = match model.producer(value) {
            Some(node) => format!("{} {}:", model.op_type(node), model.node_label(node)),
            None => "input".to_owned(),
        };
        let name = model.value_name(value);
        let elements = match fact.value {
            KnownValue::Constant(tensor) => model.elements(tensor, 16).and_then(|e| e.exact_ints()),
            _ => None,
        };
        let elements = elements.map_or(String::new(), |e| format!(", holds {e:?}"));
        lines.push(format!("{what} `{name}`: {}, recorded {declared}{elements}", fact.ty));
    }
    for node in model.nodes_of(graph) {
        for attribute in model.attributes(node) {
            let shapewright::graph::AttributeValue::Text(text) = attribute.value else { continue };
            lines.push(format!("{} {}", model.name(attribute.name), model.name(text)));
        }
    }
    lines.join("\n")
}
