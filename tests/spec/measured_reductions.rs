//! Reductions compared with what OpenVINO 2026.4.1 was measured to infer (`testdata/cases`, facts only).
//!
//! Every row must be at least as precise as recorded, and every recorded rejection an error; where `docs/spec/reduce.md` is
//! stricter than OpenVINO, the row must have exactly the finding that it names.

use std::path::Path;

use serde_json::Value;
use shapewright::{Dim, ElementType, Elements, Fact, Level, Shape};
use shapewright::{OpQuery, OpQueryResult};

use crate::support;

fn rows(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cases").join(file);
    let text = std::fs::read_to_string(path).expect("the measured rows are in testdata");
    serde_json::from_str(&text).expect("the measured rows are JSON")
}

/// OpenVINO's notation: `[1,?,2..,..5,3..7]`, `[...]`.
fn shape(text: &str) -> Shape {
    let inner = text.trim().strip_prefix('[').and_then(|t| t.strip_suffix(']')).expect("a shape in brackets");
    if inner == "..." {
        return Shape::UNKNOWN;
    }
    let number = |t: &str| t.parse::<u64>().expect("a size");
    Shape::from_dims(inner.split(',').filter(|d| !d.is_empty()).map(|dim| match dim.split_once("..") {
        _ if dim == "?" => Dim::unknown(),
        None => Dim::exact(number(dim)),
        Some((low, high)) => {
            let high = if high.is_empty() { u64::MAX } else { number(high) };
            Dim::interval(if low.is_empty() { 0 } else { number(low) }, high)
        }
    }))
}

/// A shape that the rows write as a text or as a list of numbers.
fn any_shape(value: &Value) -> Shape {
    match value.as_array() {
        Some(sizes) => Shape::from_dims(sizes.iter().map(|s| s.as_u64().expect("a size"))),
        None => shape(value.as_str().expect("a shape")),
    }
}

fn element(row: &Value, key: &str, otherwise: Option<ElementType>) -> Option<ElementType> {
    match row[key].as_str() {
        None => otherwise,
        Some("dynamic") => None,
        Some("boolean") => Some(ElementType::Bool),
        Some(name) => Some(name.parse().expect("an element type")),
    }
}

/// Runs the query of a row.
fn ask(op: &str, row: &Value, data_type: Option<ElementType>) -> OpQueryResult {
    let axes = Fact::tensor(element(row, "axes_type", None), any_shape(&row["axes_shape"]));
    let values = row["axes"].as_array().filter(|_| row["axes_kind"] != "param");
    let values = values.map(|v| Elements::of_ints(v.iter().map(|a| a.as_i64().expect("an axis"))));
    let keep = row["keep_dims"].as_bool().expect("keep_dims");
    let opset = if matches!(op, "ReduceL1" | "ReduceL2") { 4 } else { 1 };
    let query = OpQuery::openvino(op, opset).attribute("keep_dims", keep);
    query.input(Fact::tensor(data_type, any_shape(&row["data_shape"]))).input(axes.with_elements(values)).infer()
}

fn errors(answer: &OpQueryResult) -> Vec<&'static str> {
    answer
        .findings
        .iter()
        .filter(|f| f.level == Level::Error)
        .map(|f| f.rule.as_static().map_or("", |rule| rule.code()))
        .collect()
}

/// Whether everything that `inferred` allows is allowed by `recorded`.
fn as_precise(inferred: &Shape, recorded: &Shape) -> bool {
    match (inferred.dims(), recorded.dims()) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| support::is_within(a, b)),
    }
}

#[test]
fn measured_shapes_are_matched_or_refined() {
    let (mut stricter, mut unranked, mut failures) = (0, 0, Vec::new());
    let rows = rows("reduce_shapes.openvino.json");
    assert_eq!(rows.len(), 600);
    for row in &rows {
        let answer = ask(row["op"].as_str().expect("op"), row, Some(ElementType::F32));
        let (errors, inferred) = (errors(&answer), answer.outputs[0].shape());
        if row["error"].is_string() {
            if errors.is_empty() {
                failures.push(format!("accepted, but OpenVINO refuses: {row}"));
            }
            continue;
        }
        let recorded = any_shape(&row["out"]);
        // `reduce` C5, C12, and C4 where OpenVINO lets a scalar have an axis.
        let by_contract = match &errors[..] {
            [] => false,
            codes => codes.iter().all(|c| *c == "OP103" || *c == "OP108" || (*c == "OP102" && is_scalar(row))),
        };
        if by_contract {
            // The same number twice is a duplicate whatever the rank.
            match any_shape(&row["data_shape"]).rank() {
                Some(_) => stricter += 1,
                None => unranked += 1,
            }
            // With duplicates alone the shape is exact all the same.
            if errors.iter().all(|c| *c == "OP103") && !as_precise(inferred, &recorded) {
                failures.push(format!("{inferred} is less precise than recorded: {row}"));
            }
        } else if !errors.is_empty() {
            failures.push(format!("{errors:?}: {row}"));
        } else if !as_precise(inferred, &recorded) {
            failures.push(format!("{inferred} is less precise than recorded: {row}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!((stricter, unranked), (125, 6), "rows where the contract is stricter than OpenVINO");
}

fn is_scalar(row: &Value) -> bool {
    any_shape(&row["data_shape"]).rank() == Some(0)
}

#[test]
fn measured_types_match() {
    let mut failures = Vec::new();
    for row in rows("type_prop_reduce.openvino.json") {
        if row["graph"].is_string() {
            continue; // whole graphs: `bounds_propagate_through_shape_of` below
        }
        for op in row["ops"].as_array().expect("ops") {
            let op = op.as_str().expect("a name");
            let answer = ask(op, &row, element(&row, "data_type", None));
            let actual = row["actual_2026_4_1"].as_str().expect("what was measured");
            let (errors, inferred) = (errors(&answer), answer.outputs[0].shape());
            let duplicates = row["test"].as_str().is_some_and(|t| t.contains("duplicated"));
            let expected: &[&str] = if duplicates { &["OP103"] } else { &[] };
            if actual.starts_with("ERR") {
                if errors.is_empty() {
                    failures.push(format!("{op} accepted: {row}"));
                }
            } else if errors != expected || !as_precise(inferred, &shape(actual)) {
                failures.push(format!("{op} {errors:?} {inferred}: {row}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn bounds_propagate_through_shape_of() {
    let mut ran = 0;
    for row in rows("type_prop_reduce.openvino.json").iter().filter(|r| r["graph"].is_string()) {
        let op = row["ops"][0].as_str().expect("op");
        let data = Fact::tensor(ElementType::F32, any_shape(&row["data_shape"]));
        let sizes = OpQuery::openvino("ShapeOf", 3).input(data.clone()).infer().outputs.remove(0);
        let axes =
            Fact::tensor(ElementType::I64, Shape::from_dims([1u64])).with_elements(Some(Elements::of_ints([0i64])));
        let reduced =
            OpQuery::openvino(op, 1).attribute("keep_dims", true).input(sizes).input(axes).infer().outputs.remove(0);
        let query = OpQuery::openvino("Reshape", 1).attribute("special_zero", false).input(data).input(reduced);
        let inferred = query.infer().outputs.remove(0);
        let expected = shape(row["actual_2026_4_1"].as_str().expect("what was measured"));
        assert!(as_precise(inferred.shape(), &expected), "{} for {row}", inferred.shape());
        ran += 1;
    }
    assert_eq!(ran, 4);
}

#[test]
fn measured_attribute_values_match() {
    let rows = rows("visitors_reduce.openvino.json");
    assert_eq!(rows.len(), 18);
    for row in &rows {
        let op = row["op"].as_str().expect("op");
        let answer = ask(op, row, element(row, "type", None));
        assert!(errors(&answer).is_empty(), "{row}");
        let rank = answer.outputs[0].shape().rank();
        // Two unique axes of three dimensions, known only at run time.
        assert_eq!(rank, Some(if row["keep_dims"] == true { 3 } else { 1 }), "{row}");
    }
}
