//! Cases: Markdown files with a model, its findings, and the shapes of its values.
//!
//! A block ```` ```onnx ```` or ```` ```xml ```` is a model. `opsets=1,11` in its info string runs it once for each version,
//! with `OPSET` in the text replaced by the version. The blocks that follow belong to it: `bin` (weights: lines such as
//! `i64 2 3` or `hex 00ff`), `findings` (one line each: level, code, node or `-`), `shapes` (value, type). Blocks `infer` and
//! `evaluate` contain calls of one operator: see `tests/spec/operators.rs`.

#![allow(dead_code)] // every test binary uses a part of it

use std::path::{Path, PathBuf};

use shapewright::graph::Model;
use shapewright::{Analysis, AnalysisOptions, Dim, ReadOptions, Source, analyze};

/// One model of a case file with its expected results.
#[derive(Debug, Default)]
pub struct Case {
    /// The file, from the root of the repository, and the line of the model.
    pub place: String,
    pub language: String,
    pub opsets: Vec<String>,
    pub text: String,
    pub weights: Vec<u8>,
    pub findings: Option<Vec<String>>,
    pub shapes: Vec<String>,
}

/// Every case file below a folder, sorted.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == "md") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// The cases of one file.
pub fn parse(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("a case file is UTF-8");
    let mut cases: Vec<Case> = Vec::new();
    let file = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display();
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else { continue };
        let body: Vec<&str> = lines.by_ref().map(|(_, line)| line).take_while(|l| *l != "```").collect();
        let mut words = info.split_whitespace();
        let language = words.next().unwrap_or_default();
        match language {
            "onnx" | "xml" => cases.push(Case {
                place: format!("{file}:{number}"),
                language: language.to_owned(),
                opsets: opsets(words.next()),
                text: body.join("\n"),
                ..Case::default()
            }),
            "infer" | "evaluate" => {}
            _ => {
                let case = cases.last_mut().unwrap_or_else(|| panic!("{file}:{number}: `{info}` before a model"));
                expect(case, language, &body);
            }
        }
    }
    cases
}

fn opsets(word: Option<&str>) -> Vec<String> {
    let list = word.and_then(|w| w.strip_prefix("opsets="));
    list.map_or_else(|| vec![String::new()], |l| l.split(',').map(str::to_owned).collect())
}

fn expect(case: &mut Case, block: &str, body: &[&str]) {
    let lines = body.iter().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty());
    match block {
        "bin" => case.weights = body.iter().flat_map(|line| weights(line)).collect(),
        "findings" => case.findings = Some(lines.collect()),
        "shapes" => case.shapes = lines.collect(),
        other => panic!("{}: unknown block `{other}`", case.place),
    }
}

/// One line of a `bin` block.
pub fn weights(line: &str) -> Vec<u8> {
    let mut words = line.split_whitespace();
    let kind = words.next().unwrap_or_default();
    words
        .flat_map(|word| match kind {
            "i64" => word.parse::<i64>().expect("an i64").to_le_bytes().to_vec(),
            "i32" => word.parse::<i32>().expect("an i32").to_le_bytes().to_vec(),
            "i8" => word.parse::<i8>().expect("an i8").to_le_bytes().to_vec(),
            "u64" => word.parse::<u64>().expect("a u64").to_le_bytes().to_vec(),
            "f32" => word.parse::<f32>().expect("an f32").to_le_bytes().to_vec(),
            "hex" => {
                (0..word.len() / 2).map(|i| u8::from_str_radix(&word[2 * i..2 * i + 2], 16).expect("hex")).collect()
            }
            other => panic!("unknown kind of weights `{other}`"),
        })
        .collect()
}

/// Reads and analyzes a model of a case.
pub fn run(case: &Case, opset: &str) -> (Model, Analysis) {
    let text = case.text.replace("OPSET", opset);
    let name = if case.language == "xml" { "case.xml" } else { "case.onnxtxt" };
    let source = Source::from_bytes(name, text.into_bytes());
    let model = Model::read_with_weights(source, case.weights.clone(), &ReadOptions::default());
    // Cases are about faults; advice has its examples on the pages of its rules.
    let analysis = analyze(&model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() });
    (model, analysis)
}

/// Findings as case files list them.
pub fn findings(model: &Model, analysis: &Analysis) -> Vec<String> {
    let node = |f: &shapewright::Diagnostic| match f.place.node.map(|n| model.name(model.node(n).name)) {
        None | Some("") => "-".to_owned(),
        Some(name) => name.to_owned(),
    };
    analysis.findings.iter().map(|f| format!("{} {} {}", f.level, f.rule.code(), node(f))).collect()
}

/// The types of all values with names, as case files list them.
pub fn shape_of(model: &Model, analysis: &Analysis, name: &str) -> Option<String> {
    let mut found = model.graphs().flat_map(|g| model.values_of(g)).filter(|&v| model.value_name(v) == name);
    found.next().map(|v| analysis.facts.ty(v).to_string())
}

/// Whether every size that `a` allows is between the bounds of `b`.
pub fn is_within(a: &Dim, b: &Dim) -> bool {
    a.lower() >= b.lower() && b.upper().is_none_or(|most| a.upper().is_some_and(|high| high <= most))
}
