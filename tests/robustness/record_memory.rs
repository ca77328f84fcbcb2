//! The memory that records take, counted: what is equal is stored once, tables have no more than they need, and small records
//! of IR reach the limit `max_record_bytes` like those of ONNX.

use crate::hostile::memory::peak;
use crate::hostile::wire;
use shapewright::annotate::{AnnotateOptions, annotate};
use shapewright::graph::{Model, Place};
use shapewright::print::{ListingOptions, listing};
use shapewright::specialize::{SpecializeOptions, specialize};
use shapewright::summary::summarize;
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, Limits, ReadOptions, Source, ValueType, analyze};

const COUNT: usize = 30_000;

/// A model with one of something for each number, besides a node.
fn onnx(each: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let ends = [wire::value(11, "x", &wire::tensor_type(&[2])), wire::value(12, "y", &wire::tensor_type(&[2]))];
    let many: Vec<u8> = (0..COUNT).flat_map(each).collect();
    wire::model(&[wire::node("Relu", &["x"], &["y"], &[]), ends.concat(), many].concat())
}

fn read(bytes: Vec<u8>) -> Model {
    Model::read(Source::from_bytes("m.onnx", bytes), &ReadOptions::default())
}

/// Commands that edit a model keep the one that was read.
#[test]
fn a_copy_of_a_model_takes_memory_only_for_what_is_edited() {
    let model = read(onnx(|i| wire::node("Relu", &["x"], &[&format!("v{i}")], &[])));
    let (mut copy, copied) = peak(|| model.clone());
    assert!(copied < 10_000, "{copied} bytes for a copy");
    let graph = copy.main_graph().expect("a graph");
    let node = copy.nodes_of(graph).next().expect("a node");
    copy.rename_node(node, "changed");
    assert_eq!((copy.name(copy.node(node).name), model.name(model.node(node).name)), ("changed", ""));
}

#[test]
fn equal_declared_types_are_stored_once() {
    let ty = wire::tensor_type(&[2, 3, 4, 5, 6, 7]);
    let bytes = onnx(|i| wire::value(13, &format!("v{i}"), &ty));
    let (model, peak) = peak(|| read(bytes));
    let allowed = 150 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
    let graph = model.main_graph().expect("a graph");
    let types = model.value_infos(graph).iter().map(|info| model.declaration(info.declaration).ty.to_string());
    assert!(types.take(3).all(|ty| ty == "f32[2,3,4,5,6,7]"));
}

/// A small file may have ten thousand faults. A model, its analysis, and a report on it have one text of each.
#[test]
fn a_finding_is_stored_once() {
    let model = read(onnx(|_| wire::node("Relu", &["x"], &["twice"], &[])));
    let (analysis, analyzing) = peak(|| analyze(&model, &AnalysisOptions::default()));
    let (first, again) = (&model.findings()[0], &analysis.findings);
    assert!(again.iter().any(|finding| std::sync::Arc::ptr_eq(finding, first)), "the analysis has a copy");
    let own = analysis.findings.len() - model.findings().len();
    let allowed = 150 * COUNT + 800 * own;
    assert!(analyzing < allowed, "{analyzing} bytes for an analysis with {own} findings of its own, {allowed} allowed");
}

/// Each declaration with a fault is a finding of its own.
#[test]
fn an_equal_type_with_a_fault_is_reported_again() {
    let faulty = wire::field(1, &[wire::number(1, 99), wire::field(2, &[])].concat());
    let values: Vec<u8> = ["a", "b"].iter().flat_map(|name| wire::value(13, name, &faulty)).collect();
    let model = read(wire::model(&values));
    let found = model.findings().iter().filter(|finding| finding.message.contains("unknown element type 99"));
    assert_eq!(found.count(), 2, "{:?}", model.findings());
}

#[test]
fn entries_of_a_listing_are_located_in_little_memory() {
    let model = read(onnx(|i| wire::value(12, &format!("v{i}"), &wire::tensor_type(&[2]))));
    let graph = model.main_graph().expect("a graph");
    let listing = listing(&model, &ListingOptions::default());
    let output = &model.graph(graph).outputs[COUNT / 2];
    let record = model.declaration(output.declaration.expect("a type")).span;
    let (found, peak) = peak(|| listing.locate(&model, &Place::graph(graph).at(record)));
    let found = found.expect("a location");
    let line = listing.text.lines().nth(found.line as usize - 1).expect("a line");
    let text: String =
        line.chars().skip(found.column as usize - 1).take((found.end_column - found.column) as usize).collect();
    assert!(text.ends_with(model.name(output.name)), "{text}");
    let allowed = 100 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

#[test]
fn facts_of_constants_take_little_memory() {
    let model = read(onnx(|i| wire::ints(&format!("c{i}"), &[1, 2])));
    // Nothing reads the constants, which is a finding for each.
    let limits = Limits { max_diagnostics: 10, ..Limits::default() };
    let options = AnalysisOptions { run_lints: false, limits, ..AnalysisOptions::default() };
    let (_, peak) = peak(|| analyze(&model, &options));
    let allowed = 150 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

#[test]
fn operators_are_summarized_in_little_memory() {
    let model = read(onnx(|i| wire::node(&format!("Op{i}"), &["x"], &[&format!("v{i}")], &[])));
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let analysis = analyze(&model, &options);
    let (summary, peak) = peak(|| summarize(&model, &options, &analysis));
    assert_eq!(summary.operators.len(), COUNT + 1);
    let allowed = 600 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

/// Values without a declaration get none.
#[test]
fn giving_inputs_another_shape_takes_memory_only_for_what_changes() {
    let graph: Vec<u8> = (0..COUNT).flat_map(|i| wire::node("Relu", &["x"], &[&format!("v{i}")], &[])).collect();
    let ends = [wire::value(11, "x", &symbolic("N")), wire::value(12, "v0", &symbolic("N"))].concat();
    let mut model = read(wire::model(&[graph, ends].concat()));
    let limits = Limits { max_diagnostics: 10, ..Limits::default() };
    let analysis = AnalysisOptions { limits, ..AnalysisOptions::default() };
    let options = SpecializeOptions::new().bind("N", 7).analysis(analysis);
    let (done, peak) = peak(|| specialize(&mut model, &options));
    assert_eq!(done.map(|done| (done.inputs, done.declarations)).ok(), Some((1, 1)));
    let allowed = 330 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

fn symbolic(name: &str) -> Vec<u8> {
    wire::field(1, &[wire::number(1, 1), wire::field(2, &wire::field(1, &wire::field(2, name.as_bytes())))].concat())
}

#[test]
fn equal_types_that_are_declared_share_their_memory() {
    let nodes = (0..COUNT).flat_map(|i| wire::node("Relu", &["x"], &[&format!("v{i}")], &[])).collect::<Vec<_>>();
    let ends = [wire::value(11, "x", &symbolic("N")), wire::value(12, "v0", &symbolic("N"))].concat();
    let mut model = read(wire::model(&[nodes, ends].concat()));
    let limits = Limits { max_diagnostics: 10, ..Limits::default() };
    let options = AnnotateOptions::new().analysis(AnalysisOptions { limits, ..AnalysisOptions::default() });
    let (done, peak) = peak(|| annotate(&mut model, &options));
    assert_eq!(done.map(|done| done.added).ok(), Some(COUNT - 1));
    let allowed = 220 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

#[test]
fn new_declarations_are_written_in_little_memory() {
    let mut model = read(onnx(|i| wire::node("Relu", &["x"], &[&format!("v{i}")], &[])));
    let graph = model.main_graph().expect("a graph");
    let ty: ValueType = "f32[2]".parse().expect("a type");
    let values: Vec<_> = model.nodes_of(graph).flat_map(|node| model.outputs(node)).collect();
    values.iter().for_each(|&value| model.declare(value, ty.clone()));
    let (written, peak) = peak(|| write(&model, &ExternalDataPolicy::Keep));
    let length = written.expect("written").model.len() as usize;
    let allowed = length + 40 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

/// A body is entered several times, and what is not known of its inputs is said in words.
#[test]
fn reasons_take_memory_once_however_often_a_loop_is_inferred() {
    const STATES: usize = 300;
    let long = "s".repeat(2_000);
    let names: Vec<String> = (0..STATES).map(|i| format!("{long}{i}")).collect();
    let typed = |name: &str, i: usize| format!("float[N{i}, {}] {name}", i + 1);
    let given: Vec<String> = (0..STATES).map(|i| typed(&format!("g{i}"), i)).collect();
    let results: Vec<String> = (0..STATES).map(|i| format!("o{i}")).collect();
    let inputs = names.join(", ");
    let outputs = [&names[1..], &names[..1]].concat().join(", ");
    let states = (0..STATES).map(|i| format!("g{i}")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (int64 m, bool c, {}, float[2] x) => (float[2] y) {{\ny = Relu (x)\n\
         {} = Loop (m, c, {states}) <body = b (int64 it, bool cond, {inputs}) => (bool again, {outputs}) {{ again = Identity (cond) }}>\n}}",
        given.join(", "),
        results.join(", "),
    );
    let length = text.len();
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let (_, peak) = peak(|| analyze(&model, &options));
    let allowed = 4 * length;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

#[test]
fn nodes_in_order_are_sorted_in_little_memory() {
    let model = read(onnx(|i| wire::node("Relu", &["x"], &[&format!("v{i}")], &[])));
    let graph = model.main_graph().expect("a graph");
    let (order, peak) = peak(|| model.topological_order(graph));
    assert!(order.iter().copied().eq(model.nodes_of(graph)));
    let allowed = 20 * COUNT;
    assert!(peak < allowed, "{peak} bytes, {allowed} allowed");
}

/// Layers, ports, attributes, and metadata with a long key, each in a few bytes of the file.
#[test]
fn tiny_records_of_ir_take_memory_in_proportion_to_the_file() {
    const BYTES: usize = 1_000_000;
    let layer =
        |content: &str| format!("<layer id=\"0\" name=\"a\" type=\"Split\" version=\"opset1\">{content}</layer>");
    let many = |text: &str| text.repeat(BYTES / text.len());
    let each = |text: fn(usize) -> String| (0..BYTES / 16).map(text).collect::<String>();
    let long = "k".repeat(3_000);
    // Only what is in proportion to the file.
    let limits = Limits { max_record_bytes: 0, max_diagnostics: 10, ..Limits::default() };
    for (what, layers, more) in [
        ("layers", many("<layer/>"), String::new()),
        ("inputs", layer(&format!("<input>{}</input>", many("<port/>"))), String::new()),
        ("outputs", layer(&format!("<output>{}</output>", many("<port/>"))), String::new()),
        ("attributes", layer(&format!("<data {}/>", each(|i| format!("a{i}=\"\" ")))), String::new()),
        (
            "metadata",
            String::new(),
            format!("<rt_info><{long}>{}</{long}></rt_info>", each(|i| format!("<b{i} value=\"\"/>"))),
        ),
    ] {
        let text = format!("<net name=\"n\" version=\"11\"><layers>{layers}</layers><edges></edges>{more}</net>");
        assert_takes_memory_in_proportion(what, Source::from_bytes("m.xml", text), &limits);
    }
    let examples = format!("Page\n====\n\n{}", many("<layer type=\"A\"/>\n\n"));
    assert_takes_memory_in_proportion("examples", Source::from_bytes("m.rst", examples), &limits);
}

/// Records of two bytes in lists of their own, and types in types.
#[test]
fn tiny_records_of_onnx_take_memory_in_proportion_to_the_file() {
    // A list that grows has twice what it needs, just above a power of two.
    const BYTES: usize = 1_060_000;
    let limits = Limits { max_record_bytes: 0, max_diagnostics: 10, ..Limits::default() };
    let empty = |number: u64| wire::field(number, &[]).repeat(BYTES / 2);
    let node = |more: &[u8]| wire::model(&wire::node("Relu", &["x"], &["y"], more));
    let function = |more: &[u8]| [node(&[]), wire::field(25, &[wire::field(1, b"F"), more.to_vec()].concat())].concat();
    let types = wire::field(15, &wire::nest(&[4, 1], 15, &[]));
    for (what, bytes) in [
        ("placements of a node", node(&empty(10))),
        ("metadata of a node", node(&empty(9))),
        ("texts", node(&wire::attribute("a", 8, &empty(9)))),
        ("types in types", node(&wire::attribute("a", 14, &types.repeat(BYTES / types.len())))),
        ("parameters", function(&empty(6))),
        ("defaults", function(&empty(11))),
        ("imports", function(&empty(9))),
        ("training", [node(&[]), wire::field(20, &empty(1))].concat()),
    ] {
        assert_takes_memory_in_proportion(what, Source::from_bytes("m.onnx", bytes), &limits);
    }
}

/// Asserts that a file takes at most 8 times its bytes and 4 MiB, and that the limit on records says so.
fn assert_takes_memory_in_proportion(what: &str, source: Source, limits: &Limits) {
    let allowed = (4 << 20) + 8 * source.bytes().len();
    let work = || {
        let model = Model::read(source, &ReadOptions { limits: limits.clone(), ..ReadOptions::default() });
        let options = AnalysisOptions { limits: limits.clone(), ..AnalysisOptions::default() };
        let analysis = analyze(&model, &options);
        (model, analysis)
    };
    let ((_, analysis), peak) = peak(work);
    println!("{what}: {peak} bytes, {allowed} allowed");
    assert!(peak <= allowed, "{what}: {peak} bytes, {allowed} allowed");
    let mut messages = analysis.findings.iter().map(|finding| finding.message.as_str());
    assert!(messages.any(|text| text.contains("`max_record_bytes`")), "{what}: {:?}", analysis.findings);
}
