//! Hostile files: each produces a report, within bounds on memory and on the number of findings.

mod cuts;
mod ir;
pub mod memory;
mod onnx;
mod text;
pub mod wire;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use shapewright::graph::{Model, Part, Place, Status};
use shapewright::{Analysis, AnalysisOptions, Level, ReadOptions, Source, analyze};

/// The allowed cost of a file, in addition to the fixed allowance for every file.
#[derive(Clone, Copy)]
pub struct Bound {
    /// Bytes held at once for each byte of the file.
    pub per_byte: usize,
    /// Findings.
    pub findings: usize,
}

/// 5,000 of each level, and one with the number of the others.
pub const FINDINGS: usize = 3 * 5_000 + 1;

/// The memory that SECURITY.md promises: so many bytes for each byte of a file, and this for every file.
pub const PER_BYTE: usize = 8;
const BASE: usize = 64 << 20;

/// A file that is read in few bytes, without a fault; there may be advice.
pub fn calm(what: &str, name: &str, bytes: &[u8]) {
    let codes = run(what, name, bytes, Bound { per_byte: PER_BYTE, findings: 0 });
    let faults: Vec<_> = codes.iter().filter(|code| !code.starts_with("PF") && !code.starts_with("SU")).collect();
    assert!(faults.is_empty(), "{what}: {faults:?}");
}

/// A file with faults. Gives the codes of its findings.
pub fn noisy(what: &str, name: &str, bytes: &[u8]) -> Vec<&'static str> {
    let codes = run(what, name, bytes, Bound { per_byte: PER_BYTE, findings: FINDINGS });
    assert!(!codes.is_empty(), "{what}: no finding");
    codes
}

/// A file within a bound. Gives the codes of its findings, each once.
pub fn run(what: &str, name: &str, bytes: &[u8], bound: Bound) -> Vec<&'static str> {
    bounded(what, name, bytes, bound)
}

/// An IR file with weights.
pub fn run_with_weights(what: &str, name: &str, bytes: &[u8], weights: &[u8]) -> Vec<&'static str> {
    let read = || {
        let source = Source::from_bytes(name, bytes.to_vec());
        Model::read_with_weights(source, weights.to_vec(), &ReadOptions::default())
    };
    measure(what, bytes.len() + weights.len(), Bound { per_byte: PER_BYTE, findings: FINDINGS }, read)
}

/// Reads and analyzes a file, and checks its bound.
pub fn bounded(what: &str, name: &str, bytes: &[u8], bound: Bound) -> Vec<&'static str> {
    let source = Source::from_bytes(name, bytes.to_vec());
    measure(what, bytes.len(), bound, || Model::read(source, &ReadOptions::default()))
}

fn measure(what: &str, len: usize, bound: Bound, read: impl FnOnce() -> Model) -> Vec<&'static str> {
    let work = || {
        let model = read();
        let analysis = analyze(&model, &AnalysisOptions::default());
        // A report asks for every value and every place.
        for graph in model.graphs() {
            for value in model.values_of(graph) {
                let _ = analysis.facts.get(value).ty.to_string().len();
            }
        }
        for finding in &analysis.findings {
            let related = finding.related.iter().map(|label| &label.place);
            related.chain([&finding.place]).for_each(|place| look_at(&model, place));
        }
        (model, analysis)
    };
    let (result, peak) = memory::peak(|| catch_unwind(AssertUnwindSafe(work)));
    let (model, analysis) = result.unwrap_or_else(|_| panic!("{what} ({len} bytes) ends in a panic"));
    let allowed = BASE + bound.per_byte * len;
    assert!(peak <= allowed, "{what}: {} MB for {len} bytes, {} allowed", peak >> 20, allowed >> 20);
    // The limit is one of each level.
    let levels = [Level::Error, Level::Warning, Level::Note];
    let of = |level: &Level| analysis.findings.iter().filter(|f| f.level == *level).count();
    // Advice on a file without faults is a note.
    let counted = if bound.findings == 0 { &levels[..2] } else { &levels[..] };
    let count = counted.iter().map(of).max().unwrap_or(0);
    let first = analysis.findings.first().map(|f| &f.message);
    assert!(count <= bound.findings, "{what}: {count} findings, {} allowed; {first:?}", bound.findings);
    let messages: usize = analysis.findings.iter().map(|f| f.message.len() + f.label.len()).sum();
    assert!(messages <= (16 << 20) + 4 * len, "{what}: {} MB of messages", messages >> 20);
    if std::env::var_os("SHAPEWRIGHT_SHOW").is_some() && len > 4_000 {
        let rate = peak as f64 / len as f64;
        println!("{what}: {len} bytes, {} MB, {rate:.1} a byte, {count} findings", peak >> 20);
    }
    codes(&model, &analysis)
}

/// Asks for everything that a place names: a place in a graph that is not there would end a report.
fn look_at(model: &Model, place: &Place) {
    let _ = place.graph.map(|graph| model.graph(graph).name);
    let _ = place.node.map(|node| model.describe(node).len());
    let _ = match place.part {
        Part::Attribute(name) | Part::Name(name) => model.name(name).len(),
        Part::Value(value) => model.value_name(value).len(),
        Part::Whole | Part::Input(_) | Part::Element(..) | Part::Output(_) => 0,
    };
}

fn codes(model: &Model, analysis: &Analysis) -> Vec<&'static str> {
    // A file that cannot be read says so.
    assert!(model.status() == Status::Ok || !analysis.findings.is_empty());
    let codes: BTreeSet<&'static str> =
        analysis.findings.iter().map(|f| f.rule.as_static().map_or("", |rule| rule.code())).collect();
    codes.into_iter().collect()
}

/// The small files of `testdata` that mutations start from.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut seeds = Vec::new();
    for folder in ["onnx", "openvino"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("testdata").flatten() {
            let name = entry.file_name().into_string().expect("a UTF-8 name");
            if !name.ends_with(".bin") && !name.ends_with(".data") {
                seeds.push((name, std::fs::read(entry.path()).expect("a file")));
            }
        }
    }
    seeds.sort();
    seeds
}
