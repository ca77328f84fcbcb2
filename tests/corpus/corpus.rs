//! Real model files compared with recorded runs. Runs if `../shared/corpus` exists; `--nocapture` shows the totals.

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use serde_json::Value;
use shapewright::graph::{Dialect, Model, ValueId};
use shapewright::{Analysis, AnalysisOptions, Dim, Level, Provenance, ReadOptions, Shape, Source, ValueType, analyze};

use crate::shared;

/// What the whole corpus gave.
#[derive(Default)]
struct Sum {
    files: usize,
    findings: BTreeMap<String, usize>,
    /// Tensors of runs: compared, of known rank, exact.
    tensors: [usize; 3],
    /// Values for which a run contradicts a declaration in the file.
    declared: usize,
    failures: Vec<String>,
    /// Errors on files that the reference tools refuse as well, or that never ran.
    refused: Vec<String>,
}

#[test]
fn every_model_is_read_and_agrees_with_its_run() {
    let Some(corpus) = shared::folder("corpus") else { return };
    let manifest = fs::read_to_string(corpus.join("manifest.json")).expect("the manifest is there");
    let manifest: Vec<Value> = serde_json::from_str(&manifest).expect("the manifest is JSON");
    let mut sum = Sum::default();
    for entry in &manifest {
        let file = entry["file"].as_str().expect("a path");
        let run = run_of(&corpus, entry["id"].as_str().expect("an id"));
        check(&corpus.join(file), file, is_good(entry), run.as_ref(), &mut sum);
    }
    assert_eq!(sum.files, 547);
    show("the manifest", &sum);
    assert!(sum.failures.is_empty(), "{} failures:\n{}", sum.failures.len(), sum.failures.join("\n"));
}

#[test]
fn every_converted_model_is_read_and_agrees_with_its_run() {
    let Some(corpus) = shared::folder("corpus") else { return };
    let mut sum = Sum::default();
    let mut ids: Vec<_> = fs::read_dir(corpus.join("ir/converted")).expect("a folder").flatten().collect();
    ids.sort_by_key(fs::DirEntry::file_name);
    for folder in ids {
        let id = folder.file_name().into_string().expect("a UTF-8 name");
        let run = run_of(&corpus, &id);
        check(&folder.path().join(format!("{id}.xml")), &id, true, run.as_ref(), &mut sum);
    }
    show("the converted models", &sum);
    assert!(sum.failures.is_empty(), "{} failures:\n{}", sum.failures.len(), sum.failures.join("\n"));
}

fn run_of(corpus: &Path, id: &str) -> Option<Value> {
    let text = fs::read_to_string(corpus.join("ref").join(format!("{id}.run.json"))).ok()?;
    Some(serde_json::from_str(&text).expect("a run is JSON"))
}

/// A model that runs and passes ONNX's own checks. Of IR files all are: they come from where they are used.
fn is_good(entry: &Value) -> bool {
    let ok = |key: &str| entry["ref"][key] == "ok";
    entry["kind"] == "ir" || (ok("run") && ok("check") && ok("full_check"))
}

fn check(path: &Path, name: &str, good: bool, run: Option<&Value>, sum: &mut Sum) {
    sum.files += 1;
    let read = catch_unwind(|| {
        let model = Model::read(Source::open(path).expect("the file is there"), &ReadOptions::default());
        let analysis = analyze(&model, &AnalysisOptions::default());
        (model, analysis)
    });
    let Ok((model, analysis)) = read else {
        sum.failures.push(format!("{name}: panic"));
        return;
    };
    for finding in &analysis.findings {
        *sum.findings.entry(format!("{} {}", finding.rule.code(), finding.level)).or_default() += 1;
        if finding.level == Level::Error {
            let line = format!("{name}: {} {}", finding.rule.code(), finding.message);
            // The weights of some files are not part of the corpus.
            let incomplete = finding.rule.code() == "FM004" && !path.with_extension("bin").is_file();
            if good && !incomplete { sum.failures.push(line) } else { sum.refused.push(line) }
        }
    }
    let converted = model.dialect() == Dialect::OpenVino;
    if let Some(run) = run.filter(|_| !(converted && is_misread(name))) {
        compare(&model, &analysis, name, run, sum);
    }
}

/// Models that OpenVINO's importer reads otherwise than ONNX Runtime: it passes over the `axes` attribute of LogSum and
/// LogSumExp at opset 13 to 17, so the converted file is another model.
fn is_misread(name: &str) -> bool {
    ["reduce_log_sum-", "reduce_log_sum_exp-"].iter().any(|misread| name.starts_with(misread))
}

/// The names by which a run may know a value.
fn names(model: &Model, value: ValueId) -> Vec<&str> {
    match model.dialect() {
        Dialect::Onnx => vec![model.value_name(value)],
        Dialect::OpenVino => model.name(model.output_port(value).tensor_names).split(',').collect(),
    }
}

fn compare(model: &Model, analysis: &Analysis, name: &str, run: &Value, sum: &mut Sum) {
    let Some(main) = model.main_graph() else { return };
    for value in model.values_of(main) {
        let known = names(model, value).into_iter().filter(|n| !n.is_empty());
        // A converter that drops a Squeeze leaves the names of both its ends on one port: which of them is meant?
        let mut runs = known.clone().filter_map(|n| run["tensors"].get(n).or_else(|| run["inputs"].get(n)));
        let Some(tensor) = runs.next() else { continue };
        if runs.any(|other| other[1] != tensor[1]) {
            continue;
        }
        let sizes: Vec<u64> = tensor[1].as_array().expect("sizes").iter().flat_map(Value::as_u64).collect();
        let ty = analysis.facts.ty(value);
        sum.tensors[0] += 1;
        let ValueType::Tensor(inferred) = ty else { continue };
        sum.tensors[1] += usize::from(inferred.shape.rank().is_some());
        sum.tensors[2] += usize::from(inferred.shape.is_static());
        let element = element_name(tensor[0].as_str().expect("a type"));
        let types_agree = inferred.element.is_none_or(|e| e.name() == element || model.dialect() == Dialect::OpenVino);
        if types_agree && allows(&inferred.shape, &sizes, &run["symbols"]) {
            continue;
        }
        let text = format!("{name}: `{}` is {inferred}, but was {element}{sizes:?}", names(model, value).join(","));
        match analysis.facts.provenance(value) {
            Provenance::Inferred => sum.failures.push(text),
            Provenance::Declared => sum.declared += 1,
        }
    }
}

/// Whether the shape allows the sizes, with the symbols that the run gave sizes to.
fn allows(shape: &Shape, sizes: &[u64], symbols: &Value) -> bool {
    let size = |dim: &Dim| dim.expr()?.evaluate(|symbol| symbols[symbol.name()].as_u64());
    let dims = shape.dims().unwrap_or_default();
    shape.contains(sizes)
        && dims.iter().zip(sizes).all(|(d, s)| size(d).is_none_or(|known| u64::try_from(known) == Ok(*s)))
}

/// Our name of numpy's.
fn element_name(numpy: &str) -> &str {
    match numpy {
        "float32" => "f32",
        "float64" => "f64",
        "float16" => "f16",
        "int64" => "i64",
        "int32" => "i32",
        "int16" => "i16",
        "int8" => "i8",
        "uint64" => "u64",
        "uint32" => "u32",
        "uint16" => "u16",
        "uint8" => "u8",
        "object" => "string",
        other => other,
    }
}

fn show(what: &str, sum: &Sum) {
    let [all, ranked, exact] = sum.tensors;
    println!("{what}: {} files, {} errors on files that are refused elsewhere too", sum.files, sum.refused.len());
    println!(
        "tensors of runs: {all} compared, {ranked} of known rank, {exact} exact, {} only declared wrong",
        sum.declared
    );
    for (code, count) in &sum.findings {
        println!("  {code}: {count}");
    }
    for line in &sum.refused {
        println!("  {line}");
    }
}
