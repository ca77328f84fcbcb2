//! Runs every model of `tests/cases`: both unlisted findings and listed findings that do not occur fail the test. The cases of
//! an operator run with `operators.rs`.

use std::path::Path;

use crate::current::path;
use crate::support;

#[test]
fn every_case_has_its_listed_findings_and_shapes() {
    let (operators, others): (Vec<_>, Vec<_>) =
        support::files(&path("tests/cases")).into_iter().partition(|file| file.starts_with(path("tests/cases/ops")));
    let failures: Vec<String> = others.iter().flat_map(|file| failures(file)).collect();
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
    let models = operators.iter().chain(&others).flat_map(|file| support::parse(file));
    let count: usize = models.map(|case| case.opsets.len()).sum();
    assert!(count > 390, "only {count} models are cases");
}

/// What is wrong with the models of a file.
pub fn failures(file: &Path) -> Vec<String> {
    let cases = support::parse(file);
    cases.iter().flat_map(|case| case.opsets.iter().filter_map(|opset| failure(case, opset))).collect()
}

fn failure(case: &support::Case, opset: &str) -> Option<String> {
    let (model, analysis) = support::run(case, opset);
    let expected = case.findings.as_ref().unwrap_or_else(|| panic!("{}: a model without findings block", case.place));
    let mut found = support::findings(&model, &analysis);
    let mut expected: Vec<String> = expected.clone();
    found.sort();
    expected.sort();
    let mut wrong = Vec::new();
    if found != expected {
        let messages: Vec<String> =
            analysis.findings.iter().map(|f| format!("    {}: {}", f.rule.code(), f.message)).collect();
        wrong.push(format!("  expected {expected:?}\n  found    {found:?}\n{}", messages.join("\n")));
    }
    for line in &case.shapes {
        let (name, ty) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{}: `{line}` is no shape", case.place));
        let inferred = support::shape_of(&model, &analysis, name.trim());
        if inferred.as_deref() != Some(ty) {
            wrong.push(format!("  `{name}` should be {ty}, is {inferred:?}"));
        }
    }
    (!wrong.is_empty()).then(|| format!("{} ({} {opset}):\n{}", case.place, case.language, wrong.join("\n")))
}
