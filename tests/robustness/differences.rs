//! What `diff` does is in proportion to the models, however often a node reads a constant and whatever the names are.

use std::fmt::Write as _;

use crate::hostile::memory::{bytes, count, peak};
use shapewright::diff::{compare, diff};
use shapewright::graph::Model;
use shapewright::summary::summarize;
use shapewright::{Analysis, AnalysisOptions, ReadOptions, Source, analyze};

fn read(text: String) -> (Model, Analysis) {
    let name = if text.starts_with("<net") { "m.xml" } else { "m.onnxtxt" };
    let model = Model::read(Source::from_bytes(name, text), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    (model, analysis)
}

fn onnx(values: &str, nodes: &str) -> String {
    format!(
        "<ir_version: 9, opset_import: [\"\" : 18, \"other\" : 1]>\ng (float[2] x) => (float[?] y) <{values}> {{\n{nodes}}}"
    )
}

#[test]
fn a_list_that_is_read_very_often_is_described_once() {
    const READS: usize = 20_000;
    for kind in ["ints", "floats"] {
        let list = vec!["1"; 1_000].join(", ");
        let nodes = format!(
            "l = Constant <value_{kind} = [{list}]> ()\nz = Concat <axis = 0> ({})\ny = other.Use (z)\n",
            vec!["l"; READS].join(", ")
        );
        let (model, analysis) = read(onnx("", &nodes));
        let (differences, allocations) = count(|| diff((&model, &analysis), (&model, &analysis)));
        assert!(differences.is_empty(), "{differences:?}");
        assert!(allocations < 4 * READS, "{kind}: {allocations} allocations");
    }
}

#[test]
fn constants_that_are_all_compared_with_each_other_are_read_once() {
    const COUNT: usize = 60;
    let values: Vec<String> =
        (0..COUNT).map(|i| format!("string[500] c{i} = {{{}}}", vec!["\"\""; 500].join(", "))).collect();
    // All pairs of constants are inputs at one position.
    let model = |place: fn(usize, usize) -> usize| {
        let pairs = (0..COUNT).flat_map(|i| (0..COUNT).map(move |j| (i, j)));
        let reads: Vec<String> = pairs.map(|(i, j)| format!("c{}", place(i, j))).collect();
        read(onnx(&values.join(", "), &format!("y = other.Use (x, {})\n", reads.join(", "))))
    };
    let (old, new) = (model(|i, _| i), model(|_, j| j));
    let (_, allocated) = bytes(|| diff((&old.0, &old.1), (&new.0, &new.1)));
    // To read both constants of each of 3,600 pairs would allocate more.
    assert!(allocated < 16 << 20, "{allocated} bytes");
}

/// An operator without a counterpart, whose attributes are not compared across formats.
#[test]
fn a_long_name_of_an_operator_is_listed_with_its_start() {
    let (name, count) = ("O".repeat(20_000), 3_000);
    let attributes: Vec<String> = (0..count).map(|i| format!("a{i} = 1")).collect();
    let old = read(onnx("", &format!("y = {name} <{}> (x)\n", attributes.join(", "))));
    let attributes: Vec<String> = (0..count).map(|i| format!("b{i}=\"1\"")).collect();
    let port = "<port id=\"0\" precision=\"FP32\"><dim>2</dim></port>";
    let layer = |id: usize, layer: &str, ty: &str, data: &str, ports: &str| {
        format!("<layer id=\"{id}\" name=\"{layer}\" type=\"{ty}\" version=\"opset1\"><data {data}/>{ports}</layer>")
    };
    let both = format!("<input>{port}</input><output>{}</output>", port.replace("id=\"0\"", "id=\"1\""));
    let new = read(format!(
        "<net name=\"g\" version=\"11\"><layers>{}{}{}</layers><edges><edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" \
         to-port=\"0\"/><edge from-layer=\"1\" from-port=\"1\" to-layer=\"2\" to-port=\"0\"/></edges></net>",
        layer(0, "x", "Parameter", "shape=\"2\" element_type=\"f32\"", &format!("<output>{port}</output>")),
        layer(1, "y", &name, &attributes.join(" "), &both),
        layer(2, "r", "Result", "", &format!("<input>{port}</input>"))
    ));
    let (compared, peak) = peak(|| compare((&old.0, &old.1), (&new.0, &new.1)));
    assert!(peak < 8 << 20, "{peak} bytes");
    let last = compared.not_compared.first().expect("attributes that are not compared");
    assert_eq!((compared.not_compared.len(), &*last.operator, &*last.attribute), (1_001, "...", "..."));
    assert_eq!(compared.not_compared.iter().map(|open| open.nodes).sum::<usize>(), 2 * count);
}

/// Every Result reads one value with very many names.
#[test]
fn the_names_of_a_value_are_collected_once_for_all_outputs() {
    check_results_of_many_names(|id| format!("name=\"r{id}\""));
    check_results_of_many_names(|_| String::new());
}

fn check_results_of_many_names(named: fn(usize) -> String) {
    const COUNT: usize = 500;
    let names: Vec<String> = (0..2_000).map(|i| format!("n{i}")).collect();
    let port = format!("<port id=\"0\" precision=\"FP32\" names=\"{}\"><dim>2</dim></port>", names.join(","));
    let (mut layers, mut edges) = (String::new(), String::new());
    for id in 1..=COUNT {
        write!(
            layers,
            "<layer id=\"{id}\" {} type=\"Result\" version=\"opset1\"><input><port id=\"0\" precision=\"FP32\">\
             <dim>2</dim></port></input></layer>",
            named(id)
        )
        .expect("written");
        write!(edges, "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"{id}\" to-port=\"0\"/>").expect("written");
    }
    let (model, analysis) = read(format!(
        "<net name=\"g\" version=\"11\"><layers><layer id=\"0\" name=\"x\" type=\"Parameter\" version=\"opset1\">\
         <data shape=\"2\" element_type=\"f32\"/><output>{port}</output></layer>{layers}</layers><edges>{edges}</edges></net>"
    ));
    let (differences, allocations) = count(|| diff((&model, &analysis), (&model, &analysis)));
    assert!(differences.is_empty(), "{differences:?}");
    assert!(allocations < 200 * COUNT, "{allocations} allocations");
}

/// Outputs of few bytes have types of hundreds, and one of very many inputs is a name of a thousand.
#[test]
fn texts_of_differences_are_in_proportion_to_the_files() {
    const COUNT: usize = 20_000;
    let ports: Vec<String> = (0..COUNT).map(|i| format!("o{i}")).collect();
    let texts = |width: usize, name: &str| {
        let (dim, name, ports) = ("n".repeat(200), name.repeat(1_000), ports.join(","));
        let head = "<ir_version: 9, opset_import: [\"\" : 18]>";
        let split = format!("{ports} = Split <num_outputs = {COUNT}, axis = 1> (x)");
        let sum = format!("y = Sum ({})", vec![name.as_str(); COUNT / 100].join(","));
        read(format!("{head}\ng (float[{dim},{}] x, float[2] {name}) => (y) {{\n{split}\n{sum}\n}}", width * COUNT))
    };
    let (old, new) = (texts(1, "a"), texts(2, "b"));
    let differences = diff((&old.0, &old.1), (&new.0, &new.1));
    let text = |text: &Option<std::sync::Arc<str>>| text.as_ref().map_or(0, |text| text.len());
    let all: usize = differences.iter().map(|difference| text(&difference.before) + text(&difference.after)).sum();
    assert!(all < 100_000 * 64, "{all} bytes");
    let further =
        differences.iter().find(|difference| difference.aspect.word() == "further").expect("some are not listed");
    let listed = differences.iter().filter(|difference| difference.aspect.word() == "output").count();
    assert_eq!(further.aspect.detail(), Some((COUNT - listed).to_string()));
}

/// Results without a name of their own have that of the layer.
#[test]
fn results_of_a_layer_with_a_long_name_have_its_start() {
    const COUNT: usize = 500;
    let name = "n".repeat(100_000);
    let model = |size: usize| {
        let result = |id: usize| format!("<layer id=\"{id}\" type=\"Result\"><input><port id=\"0\"/></input></layer>");
        let edge = |id: usize| format!("<edge from-layer=\"0\" from-port=\"0\" to-layer=\"{id}\" to-port=\"0\"/>");
        read(format!(
            "<net name=\"g\" version=\"11\"><layers><layer id=\"0\" name=\"{name}\" type=\"Parameter\" version=\"opset1\">\
             <data shape=\"{size}\" element_type=\"f32\"/><output><port id=\"0\" precision=\"FP32\"><dim>{size}</dim></port>\
             </output></layer>{}</layers><edges>{}</edges></net>",
            (1..=COUNT).map(result).collect::<String>(),
            (1..=COUNT).map(edge).collect::<String>()
        ))
    };
    let (old, new) = (model(2), model(3));
    let differences = diff((&old.0, &old.1), (&new.0, &new.1));
    let names = differences.iter().filter_map(|difference| difference.aspect.detail());
    assert_eq!((names.map(|name| name.len().min(2_000)).sum::<usize>()), COUNT * 1_029 + 2_000);
    let summary = summarize(&old.0, &AnalysisOptions::default(), &old.1);
    assert!(summary.outputs.len() == COUNT && summary.outputs.iter().all(|output| output.name.len() == 1_029));
}

/// The names of the nodes have moved, and those of their outputs have not.
#[test]
fn nodes_of_one_operator_with_names_in_common_match_first() {
    let model = |names: [&str; 2]| {
        let [first, second] = names;
        read(onnx("", &format!("[{first}] a, b = other.F (x)\n[{second}] c, d = other.G (x)\ny = Add (a, d)\n")))
    };
    let (old, new) = (model(["n1", "n2"]), model(["n2", "n1"]));
    let differences = diff((&old.0, &old.1), (&new.0, &new.1));
    let aspects: Vec<&str> = differences.iter().map(|difference| difference.aspect.word()).collect();
    assert_eq!(aspects, ["name", "name"], "{differences:?}");
}
