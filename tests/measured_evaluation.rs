//! ReduceMin's results against those that OpenVINO 2026.4.1 was measured to give (`testdata/cases`, facts only): equal,
//! except where the contract says otherwise, that is for NaN, which wins, and for runs of no elements, which IR leaves
//! undefined.

use std::path::Path;

use half::{bf16, f16};
use serde_json::Value;
use shapewright::ops::Query;
use shapewright::{Native, Refusal, Tensor};

fn rows(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/cases").join(file);
    let text = std::fs::read_to_string(path).expect("the measured rows are in testdata");
    serde_json::from_str(&text).expect("the measured rows are JSON")
}

/// A number as the rows write it.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |t| t.to_lowercase())
}

fn integer<T: TryFrom<i128>>(text: &str) -> T {
    // Large integers are written exactly, others perhaps as 1.0.
    let number = text.parse::<i128>().unwrap_or_else(|_| text.parse::<f64>().expect("a number") as i128);
    T::try_from(number).ok().expect("a number of the type")
}

fn sizes(value: &Value) -> Vec<usize> {
    value.as_array().expect("a list").iter().map(|s| s.as_u64().expect("a size") as usize).collect()
}

/// Whether the row's result is right, and whether it is one where the contract differs from what was measured.
fn check<T: Native + PartialEq + std::fmt::Debug>(
    row: &Value,
    of: impl Fn(&str) -> T,
    nan: impl Fn(T) -> bool,
    bits: impl Fn(T) -> u64,
) -> bool {
    let list = |key: &str| -> Vec<T> { row[key].as_array().expect("a list").iter().map(|v| of(&text(v))).collect() };
    let axes: Vec<i64> = row["axes"].as_array().expect("axes").iter().map(|a| a.as_i64().expect("an axis")).collect();
    let (data, sizes, expected) = (list("data"), sizes(&row["shape"]), list("out"));
    let query = Query::openvino("ReduceMin", 1).attribute("keep_dims", row["keep_dims"] == true);
    let query = query.tensor(Tensor::new(sizes, data.clone()).expect("as many elements as the shape says"));
    let answer = query.tensor(Tensor::new([axes.len()], axes).expect("a list")).evaluate();
    if data.is_empty() && !expected.is_empty() {
        assert!(matches!(answer, Err(Refusal::Undefined(_))), "{row}: {answer:?}");
        return true;
    }
    let answer = answer.unwrap_or_else(|refusal| panic!("{row}: {refusal}"));
    let found = answer[0].values::<T>().expect("elements of the data's type");
    assert_eq!(answer[0].sizes(), self::sizes(&row["out_shape"]), "{row}");
    let mut differs = false;
    for (&found, &expected) in found.iter().zip(&expected) {
        // Where a NaN stood OpenVINO gives the least of the others.
        differs |= nan(found);
        assert!(bits(found) == bits(expected) || (nan(found) && data.iter().any(|&d| nan(d))), "{row}: {found:?}");
    }
    assert_eq!(found.len(), expected.len(), "{row}");
    differs
}

fn run(file: &str) -> (usize, usize) {
    let rows = rows(file);
    let float = |t: &str| t.parse::<f64>().expect("a number");
    let never = |_| false;
    let differing = rows.iter().filter(|row| match row["type"].as_str().expect("a type") {
        "f32" => check::<f32>(row, |t| float(t) as f32, f32::is_nan, |v| v.to_bits().into()),
        "f16" => check::<f16>(row, |t| f16::from_f64(float(t)), f16::is_nan, |v| v.to_bits().into()),
        "bf16" => check::<bf16>(row, |t| bf16::from_f64(float(t)), bf16::is_nan, |v| v.to_bits().into()),
        "i8" => check::<i8>(row, integer, |_| false, |v| v as u64),
        "u8" => check::<u8>(row, integer, |_| false, u64::from),
        "i32" => check::<i32>(row, integer, |_| false, |v| v as u64),
        "u32" => check::<u32>(row, integer, |_| false, u64::from),
        "i64" => check::<i64>(row, integer, |_| false, |v| v as u64),
        "u64" => check::<u64>(row, integer, never, |v| v),
        other => panic!("no case for {other}"),
    });
    (differing.count(), rows.len())
}

#[test]
fn measured_results() {
    assert_eq!(run("reduce_min_eval.openvino.json"), (20, 160), "twenty hold NaN or reduce nothing");
}

#[test]
fn results_of_the_operator_tests() {
    assert_eq!(run("op_reference_reduce_min.openvino.json"), (10, 90), "ten reduce nothing");
}
