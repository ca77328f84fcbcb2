//! What `--target` reports of nodes, compared with what the runtimes were seen to do with them.
//!
//! `tests/spec/target_behaviors.md` has the models; `tools/runtime_support.py` runs them.

use std::sync::Arc;

use shapewright::graph::Model;
use shapewright::{AnalysisOptions, Level, ReadOptions, Source, Target, analyze};

const CASES: &str = include_str!("target_behaviors.md");

/// A model, and what each runtime does with it.
struct Case {
    runtimes: Vec<(&'static str, &'static str)>,
    model: &'static str,
}

fn cases() -> Vec<Case> {
    let blocks = CASES.split("```runtimes\n").skip(1).map(|rest| rest.split("\n```").next().expect("a block"));
    blocks.map(case).collect()
}

fn case(block: &'static str) -> Case {
    let (head, model) = block.split_once('\n').expect("a line before the model");
    let runtimes = head.split(';').next().unwrap_or_default().split(", ");
    let runtimes = runtimes.map(|words| words.split_once(' ').expect("a runtime and what it does")).collect();
    Case { runtimes, model }
}

/// What is reported of each target, as the words of the cases.
fn reported(case: &Case) -> Vec<(&'static str, &'static str)> {
    let targets: Vec<Target> = ["onnxruntime", "openvino"].map(|name| name.parse().expect("a target")).into();
    let options = AnalysisOptions { targets, ..AnalysisOptions::default() };
    let model = Model::read(Source::from_bytes("m.onnxtxt", case.model), &ReadOptions::default());
    let findings = analyze(&model, &options).findings;
    ["onnxruntime", "openvino"]
        .map(|runtime| {
            let of = |code: &str| {
                findings
                    .iter()
                    .any(|found| found.rule.code() == code && found.data.contains(&("target", runtime.into())))
            };
            let other = |found: &Arc<shapewright::Diagnostic>| {
                found.level == Level::Error && !found.rule.code().starts_with("PO2")
            };
            let does = match (of("PO202") || of("PO203"), of("PO204")) {
                _ if findings.iter().any(other) => "has an error of another rule",
                (true, false) => "refuses",
                (false, true) => "differs",
                (false, false) => "runs",
                (true, true) => "refuses and differs",
            };
            (runtime, does)
        })
        .into()
}

#[test]
fn targets_do_what_was_measured() {
    let cases = cases();
    assert!(cases.len() > 60, "{} cases", cases.len());
    let wrong: Vec<String> = cases
        .iter()
        .map(|case| (case, reported(case)))
        .filter(|(case, found)| case.runtimes != *found)
        .map(|(case, found)| format!("{:?} is reported as {found:?}:\n{}", case.runtimes, case.model))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
