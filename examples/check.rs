//! Prints the findings in the named model files, one per line.
//!
//! `cargo run --example check -- testdata/onnx/detector.onnx`

use std::process::ExitCode;

use shapewright::graph::Model;
use shapewright::{AnalysisOptions, Level, ReadOptions, analyze};

fn main() -> ExitCode {
    let mut errors = 0;
    let named: Vec<String> = std::env::args().skip(1).collect();
    let paths = if named.is_empty() { vec!["testdata/onnx/detector.onnx".to_owned()] } else { named };
    for path in &paths {
        // Only a file that cannot be opened is an error. A problem with its content is a finding.
        let model = match Model::open(path, &ReadOptions::default()) {
            Ok(model) => model,
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(2);
            }
        };
        for finding in analyze(&model, &AnalysisOptions::default()).findings {
            let node = finding.place.node.map(|node| model.node_label(node)).unwrap_or_default();
            println!("{path}: {} {} [{node}] {}", finding.level, finding.rule.code(), finding.message);
            errors += usize::from(finding.level == Level::Error);
        }
    }
    println!("{errors} errors");
    ExitCode::SUCCESS
}
