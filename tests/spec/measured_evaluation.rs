//! ReduceMin's elements compared with what OpenVINO 2026.4.1 was measured to compute (`testdata/cases`, facts only).
//!
//! All rows are bit-identical, except where `docs/spec/reduce.md` is stricter: a NaN makes its result NaN, where OpenVINO
//! ignores it; a reduction over no elements has no value in IR, where OpenVINO returns one. Duplicate axes are a finding, and
//! are treated as a set, as in all tools that accept them.

use std::path::Path;

use serde_json::Value;
use shapewright::OpQuery;
use shapewright::{ElementType, Elements, EvalError, Level, Tensor};

fn rows(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cases").join(file);
    let text = std::fs::read_to_string(path).expect("the measured rows are in testdata");
    serde_json::from_str(&text).expect("the measured rows are JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn sizes(value: &Value) -> Vec<usize> {
    list(value).iter().map(|s| s.as_u64().expect("a size") as usize).collect()
}

fn is_float(element: ElementType) -> bool {
    element.integer_range().is_none()
}

/// Rows write numbers as they are or as texts.
fn tensor(element: ElementType, sizes: Vec<usize>, numbers: &[Value]) -> Tensor {
    let text = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
    let elements = match is_float(element) {
        true => Elements::Floats(numbers.iter().map(|v| text(v).parse::<f64>().expect("a float")).collect()),
        false => Elements::of_ints(numbers.iter().map(|v| text(v).parse::<i128>().expect("an integer"))),
    };
    let made = Tensor::from_elements(element, sizes, &elements).expect("as many elements as the sizes ask for");
    let back = made.elements(usize::MAX).expect("elements");
    assert!(elements.join(&back).is_some() || made.num_elements() == 0, "a row's numbers are exact in its type");
    made
}

/// The dimensions that the row's axes name, as a set.
fn reduced(row: &Value, rank: usize) -> Vec<bool> {
    let mut reduced = vec![false; rank];
    for axis in list(&row["axes"]) {
        let axis = axis.as_i64().expect("an axis");
        reduced[if axis < 0 { axis + rank as i64 } else { axis } as usize] = true;
    }
    reduced
}

/// The index of the result to which each element contributes.
fn targets(sizes: &[usize], reduced: &[bool]) -> Vec<usize> {
    let mut targets = vec![0];
    for (&size, &reduced) in sizes.iter().zip(reduced) {
        let (step, size_kept) = if reduced { (0, 1) } else { (1, size) };
        targets = targets.iter().flat_map(|t| (0..size).map(move |i| t * size_kept + i * step)).collect();
    }
    targets
}

/// The results that `docs/spec/reduce.md` requires: the recorded numbers, and NaN for elements that include one.
fn by_contract(row: &Value, data: &Tensor) -> (Tensor, bool) {
    let mut out = list(&row["out"]).to_vec();
    let mut changed = false;
    if let Some(Elements::Floats(floats)) = data.elements(usize::MAX) {
        let targets = targets(data.sizes(), &reduced(row, data.sizes().len()));
        for target in floats.iter().zip(targets).filter_map(|(f, t)| f.is_nan().then_some(t)) {
            (out[target], changed) = ("nan".into(), true);
        }
    }
    (tensor(data.element(), sizes(&row["out_shape"]), &out), changed)
}

/// Equal bits; of a NaN only that it is one.
fn same(a: &Tensor, b: &Tensor) -> bool {
    if a.element() != b.element() || a.sizes() != b.sizes() {
        return false;
    }
    match (a.elements(usize::MAX), b.elements(usize::MAX)) {
        (Some(Elements::Floats(a)), Some(Elements::Floats(b))) => {
            a.iter().zip(b.iter()).all(|(a, b)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()))
        }
        _ => a == b,
    }
}

/// The number of rows by outcome.
#[derive(Default, PartialEq, Debug)]
struct Counts {
    rows: usize,
    /// Equal to the recorded result.
    equal: usize,
    /// Of these: without an element in the result.
    nothing: usize,
    /// With a NaN that OpenVINO drops.
    nan: usize,
    /// Refused: a run without elements has no value.
    undefined: usize,
    /// Of all: axes named twice.
    duplicate: usize,
}

fn query(row: &Value, data: &Tensor) -> OpQuery {
    let axes = list(&row["axes"]);
    let axes = tensor(ElementType::I64, vec![axes.len()], axes);
    let keep = row["keep_dims"].as_bool().expect("keep_dims");
    OpQuery::openvino("ReduceMin", 1).attribute("keep_dims", keep).tensor(data.clone()).tensor(axes)
}

fn check(file: &str) -> Counts {
    let (mut counts, mut failures) = (Counts::default(), Vec::new());
    for row in &rows(file) {
        let element: ElementType = row["type"].as_str().expect("a type").parse().expect("an element type");
        let data = tensor(element, sizes(&row["shape"]), list(&row["data"]));
        let (expected, has_nan) = by_contract(row, &data);
        let errors: Vec<&str> = query(row, &data)
            .infer()
            .findings
            .iter()
            .filter(|f| f.level == Level::Error)
            .map(|f| f.rule.as_static().map_or("", |rule| rule.code()))
            .collect();
        let named: usize = reduced(row, data.sizes().len()).iter().filter(|&&r| r).count();
        let duplicates = list(&row["axes"]).len() - named;
        counts.rows += 1;
        counts.duplicate += usize::from(duplicates > 0);
        if errors != vec!["OP103"; usize::from(duplicates > 0)] {
            failures.push(format!("{errors:?}, not {duplicates} duplicates: {row}"));
        }
        match query(row, &data).evaluate() {
            Err(EvalError::Undefined(_)) if data.num_elements() == 0 && expected.num_elements() > 0 => {
                counts.undefined += 1
            }
            Ok(found)
                if found.len() == 1
                    && same(&found[0], &expected)
                    && (data.num_elements() > 0 || expected.num_elements() == 0) =>
            {
                let count = if has_nan { &mut counts.nan } else { &mut counts.equal };
                *count += 1;
                counts.nothing += usize::from(expected.num_elements() == 0);
            }
            other => failures.push(format!("{other:?}, not {expected:?}: {row}")),
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), counts.rows, failures.join("\n"));
    counts
}

#[test]
fn random_rows_match_openvino() {
    let counts = check("reduce_min_eval.openvino.json");
    let expected = Counts { rows: 160, equal: 140, nothing: 27, nan: 6, undefined: 14, duplicate: 28 };
    assert_eq!(counts, expected);
}

#[test]
fn rows_of_openvinos_own_tests_match() {
    let counts = check("op_reference_reduce_min.openvino.json");
    let expected = Counts { rows: 90, equal: 80, nothing: 10, nan: 0, undefined: 10, duplicate: 0 };
    assert_eq!(counts, expected);
}
