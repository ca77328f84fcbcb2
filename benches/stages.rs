//! Measures the stages of an analysis by themselves, in bytes of the model: reading, inference, all lints, the listing, the
//! summary, and folding.
//!
//! `cargo bench --bench stages -- "IR chain/read"` measures one stage of one model. `tools/profile.py` shows which functions
//! a stage spends its time in, for any model.
#![allow(missing_docs)] // for the items that the macros below define

use std::fmt::Write;

use bytes::Bytes;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shapewright::convert::{ConvertOptions, OnnxForm, convert};
use shapewright::fold::{FoldOptions, fold};
use shapewright::graph::{Model, Status};
use shapewright::print::{ListingOptions, listing};
use shapewright::summary::summarize;
use shapewright::{AnalysisOptions, Level, ReadOptions, Source, analyze};

/// A made model: its name, and its file.
type Made = (&'static str, &'static str, Bytes);

/// Models of about 10,000 nodes.
fn models() -> [Made; 4] {
    [
        ("ONNX chain", "m.onnx", onnx("float[N,64] x", "", |at| format!("Relu ({})", before(at)))),
        (
            "ONNX reductions",
            "m.onnx",
            onnx("float[N,64,8] x", "int64[1] axes = {-1}", |_| "ReduceMin (x, axes)".to_owned()),
        ),
        (
            "ONNX constants",
            "m.onnx",
            onnx("float[4] x", "float[4] w = {1, 2, 3, 4}", |at| match at {
                0 => "Add (w, w)".to_owned(),
                _ => format!("Add (w, o{})", at - 1),
            }),
        ),
        ("IR chain", "m.xml", Bytes::from(ir_chain())),
    ]
}

/// The number of nodes.
const NODES: usize = 10_000;

/// The value that a node of a chain reads.
fn before(at: usize) -> String {
    at.checked_sub(1).map_or("x".to_owned(), |before| format!("o{before}"))
}

/// A binary ONNX model with these nodes, each with one output.
fn onnx(input: &str, initializer: &str, node: impl Fn(usize) -> String) -> Bytes {
    let mut text =
        format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng ({input}) => (o{}) <{initializer}> {{\n", NODES - 1);
    for at in 0..NODES {
        let _ = writeln!(text, "o{at} = {}", node(at));
    }
    text.push('}');
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    convert(&model, &ConvertOptions::new(OnnxForm::Binary)).expect("the text is a model").model.to_bytes()
}

/// An IR model of ReLU layers.
fn ir_chain() -> String {
    let port = |id: usize| format!("<port id=\"{id}\" precision=\"FP32\"><dim>2</dim><dim>64</dim></port>");
    let mut text = format!(
        "<net name=\"n\" version=\"11\"><layers><layer id=\"0\" name=\"x\" type=\"Parameter\" version=\"opset1\"><data \
         element_type=\"f32\" shape=\"2,64\"/><output>{}</output></layer>\n",
        port(0)
    );
    for id in 1..NODES {
        let _ = writeln!(
            text,
            "<layer id=\"{id}\" name=\"l{id}\" type=\"ReLU\" version=\"opset1\"><input>{}</input><output>{}</output></layer>",
            port(0),
            port(1)
        );
    }
    let _ = writeln!(
        text,
        "<layer id=\"{NODES}\" name=\"r\" type=\"Result\" version=\"opset1\"><input>{}</input></layer></layers><edges>",
        port(0)
    );
    for to in 1..=NODES {
        let from = to - 1;
        let _ = writeln!(
            text,
            "<edge from-layer=\"{from}\" from-port=\"{}\" to-layer=\"{to}\" to-port=\"0\"/>",
            usize::from(from > 0)
        );
    }
    text.push_str("</edges></net>");
    text
}

fn stages(criterion: &mut Criterion) {
    let (lints, bare) =
        (AnalysisOptions::default(), AnalysisOptions { run_lints: false, ..AnalysisOptions::default() });
    for (name, file, bytes) in models() {
        let read = || Model::read(Source::from_bytes(file, bytes.clone()), &ReadOptions::default());
        let model = read();
        let analysis = analyze(&model, &lints);
        let faults = analysis.findings.iter().filter(|finding| finding.level == Level::Error).count();
        assert!(model.status() == Status::Ok && faults == 0, "{name} is not valid");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(20).throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function("read", |bencher| bencher.iter(read));
        group.bench_function("infer", |bencher| bencher.iter(|| analyze(&model, &bare)));
        group.bench_function("infer and lint", |bencher| bencher.iter(|| analyze(&model, &lints)));
        group.bench_function("list", |bencher| bencher.iter(|| listing(&model, &ListingOptions::default())));
        group.bench_function("summarize", |bencher| bencher.iter(|| summarize(&model, &bare, &analysis)));
        group.bench_function("fold", |bencher| bencher.iter(|| fold(&model, &FoldOptions::default())));
        group.finish();
    }
}

criterion_group!(benches, stages);
criterion_main!(benches);
