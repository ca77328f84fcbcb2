//! The number of allocations of each stage, which is the same on every machine: a change that makes one more for every node
//! fails here, long before it is visible in times.
//!
//! `SHAPEWRIGHT_BLESS=1 cargo test --test robustness allocations` writes `allocations.txt` anew. Commit it with the change
//! that explains the difference.

use std::fmt::Write as _;
use std::path::Path;

use crate::hostile::memory::count;
use crate::hostile::wire;
use shapewright::annotate::{AnnotateOptions, annotate};
use shapewright::graph::Model;
use shapewright::rules::RULES;
use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};

/// The nodes of a chain.
const NODES: usize = 3_000;

/// The counts may differ by this share, in percent, and by this many: hash tables grow at other times if the allocator or
/// the standard library changes.
const TOLERANCE: (usize, usize) = (2, 10);

/// A chain of Add, Relu, and ReduceMin with kept dimensions: as ONNX.
fn onnx_chain() -> Vec<u8> {
    let nodes = (0..NODES).flat_map(|i| {
        let (from, to) = (if i == 0 { "x".to_owned() } else { format!("v{}", i - 1) }, format!("v{i}"));
        match i % 3 {
            0 => wire::node("Add", &[&from, "b"], &[&to], &[]),
            1 => wire::node("Relu", &[&from], &[&to], &[]),
            _ => wire::node("ReduceMin", &[&from, "axes"], &[&to], &[]),
        }
    });
    let interface = |list, name: &str| wire::value(list, name, &wire::tensor_type(&[4, 8, 16]));
    let last = format!("v{}", NODES - 1);
    let output = wire::value(12, &last, &wire::tensor_type(&[4, 8, 1]));
    let inputs = [interface(11, "x"), interface(11, "b"), wire::ints("axes", &[2]), output].concat();
    wire::model(&[nodes.collect(), inputs].concat())
}

/// The same chain as IR, with recorded types.
fn ir_chain() -> Vec<u8> {
    let port = |id: usize, sizes: [u32; 3]| {
        let dims: String = sizes.iter().map(|size| format!("<dim>{size}</dim>")).collect();
        format!("<port id=\"{id}\" precision=\"FP32\">{dims}</port>")
    };
    let parameter = |id: usize| {
        let data = "<data shape=\"4,8,16\" element_type=\"f32\"/>";
        let output = port(0, [4, 8, 16]);
        format!(
            "<layer id=\"{id}\" name=\"p{id}\" type=\"Parameter\" version=\"opset1\">{data}<output>{output}</output></layer>\n"
        )
    };
    let (mut layers, mut edges) = (parameter(0) + &parameter(1), String::new());
    let (mut last, mut sizes) = ((0, 0), [4, 8, 16]);
    for i in 0..NODES {
        let id = 2 + i;
        let is_add = i % 2 == 0;
        let second = if is_add { port(1, [4, 8, 16]) } else { String::new() };
        let inputs = port(0, sizes) + &second;
        sizes = [4, 8, 16];
        let (op, data, out) = if is_add { ("Add", "<data auto_broadcast=\"numpy\"/>", 2) } else { ("ReLU", "", 1) };
        let output = port(out, sizes);
        writeln!(layers, "<layer id=\"{id}\" name=\"n{i}\" type=\"{op}\" version=\"opset1\">{data}<input>{inputs}</input><output>{output}</output></layer>").expect("written");
        let mut edge = |from: (usize, usize), port| {
            writeln!(
                edges,
                "<edge from-layer=\"{}\" from-port=\"{}\" to-layer=\"{id}\" to-port=\"{port}\"/>",
                from.0, from.1
            )
            .expect("written");
        };
        edge(last, 0);
        if is_add {
            edge((1, 0), 1);
        }
        last = (id, out);
    }
    let id = 2 + NODES;
    let input = port(0, sizes);
    writeln!(layers, "<layer id=\"{id}\" name=\"r\" type=\"Result\" version=\"opset1\"><input>{input}</input></layer>")
        .expect("written");
    writeln!(edges, "<edge from-layer=\"{}\" from-port=\"{}\" to-layer=\"{id}\" to-port=\"0\"/>", last.0, last.1)
        .expect("written");
    format!("<?xml version=\"1.0\"?>\n<net name=\"chain\" version=\"11\">\n<layers>\n{layers}</layers>\n<edges>\n{edges}</edges>\n</net>\n").into_bytes()
}

/// The allocations of reading, inferring, linting with all rules, and annotating a model, one line each.
fn stages(name: &str, bytes: &[u8]) -> Vec<(String, usize)> {
    let read = || Model::read(Source::from_bytes(name, bytes.to_vec()), &ReadOptions::default());
    let inferring = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    let linting = AnalysisOptions {
        run_lints: true,
        enabled_rules: Some(RULES.iter().copied().map(Into::into).collect()),
        ..AnalysisOptions::default()
    };
    // What every process makes once is not counted.
    analyze(&read(), &linting);
    let (mut model, reading) = count(read);
    let (analysis, inference) = count(|| analyze(&model, &inferring));
    assert!(analysis.findings.is_empty(), "{name}: {:?}", analysis.findings);
    let (_, lints) = count(|| analyze(&model, &linting));
    let (annotated, annotating) = count(|| annotate(&mut model, &AnnotateOptions::default()));
    annotated.unwrap_or_else(|error| panic!("{name}: {error}"));
    let stages =
        [("read", reading), ("infer", inference), ("lint", lints.saturating_sub(inference)), ("annotate", annotating)];
    stages.map(|(stage, count)| (format!("{name} {stage}"), count)).into()
}

#[test]
fn allocations_stay_what_they_are() {
    let measured = [stages("chain.onnx", &onnx_chain()), stages("chain.xml", &ir_chain())].concat();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/robustness/allocations.txt");
    if std::env::var_os("SHAPEWRIGHT_BLESS").is_some() {
        let head = format!("# Allocations for chains of {NODES} nodes; `allocations.rs` explains them.\n");
        let lines: String = measured.iter().map(|(stage, count)| format!("{stage} {count}\n")).collect();
        return std::fs::write(path, head + &lines).expect("a writable file");
    }
    let table = std::fs::read_to_string(path).expect("the table");
    let expected: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(expected.len(), measured.len(), "{table}");
    for (line, (stage, count)) in expected.into_iter().zip(measured) {
        let (name, before) = line.rsplit_once(' ').expect("a stage and a number");
        let before: usize = before.parse().expect("a number");
        assert_eq!(name, stage);
        let allowed = before * TOLERANCE.0 / 100 + TOLERANCE.1;
        assert!(
            count.abs_diff(before) <= allowed,
            "{stage}: {count} allocations, {before} before; if that is intended, write the table with `SHAPEWRIGHT_BLESS=1 cargo test --test robustness allocations`"
        );
    }
}
