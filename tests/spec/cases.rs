//! Runs every case of `tests/cases`: a finding that is not listed fails, and so does one that is listed and not found.

use std::path::Path;

use crate::support;

#[test]
fn every_case_gives_what_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let (mut ran, mut failures) = (0, Vec::new());
    for path in support::files(&folder) {
        for case in support::parse(&path) {
            for opset in &case.opsets {
                ran += 1;
                failures.extend(failure(&case, opset));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {ran} cases failed:\n{}", failures.len(), failures.join("\n"));
    assert!(ran > 100, "only {ran} cases ran");
}

fn failure(case: &support::Case, opset: &str) -> Option<String> {
    let (model, analysis) = support::run(case, opset);
    let expected = case.findings.as_ref().unwrap_or_else(|| panic!("{}: a model without findings block", case.file));
    let mut found = support::findings(&model, &analysis);
    let mut expected: Vec<String> = expected.clone();
    found.sort();
    expected.sort();
    let mut wrong = Vec::new();
    if found != expected {
        let messages: Vec<String> =
            analysis.findings.iter().map(|f| format!("    {}: {}", f.rule.code, f.message)).collect();
        wrong.push(format!("  expected {expected:?}\n  found    {found:?}\n{}", messages.join("\n")));
    }
    for line in &case.shapes {
        let (name, ty) = line.rsplit_once(' ').unwrap_or_else(|| panic!("{}: `{line}` is no shape", case.file));
        let inferred = support::shape_of(&model, &analysis, name.trim());
        if inferred.as_deref() != Some(ty) {
            wrong.push(format!("  `{name}` should be {ty}, is {inferred:?}"));
        }
    }
    (!wrong.is_empty()).then(|| format!("{} ({} {opset}):\n{}", case.file, case.language, wrong.join("\n")))
}
