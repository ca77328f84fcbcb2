//! The node test cases of the `onnx` package, evaluated: the oracle of every evaluator.
//!
//! `SHAPEWRIGHT_NODE_CASES=DIRECTORY cargo test --test corpus node_cases -- --nocapture` runs them and shows the totals. The
//! directory contains `CASE/model.onnx`, `CASE/test_data_set_N/{input,output}_N.pb` and `index.json` (a list of objects with
//! `name`, `rtol` and `atol`), as a few lines of Python around `onnx.backend.test.case.node.collect_testcases` write them.
//!
//! Integers, booleans, strings and moved data must be equal. A float of an operator that rounds may differ from the recorded
//! one, because NumPy computes in a different order and precision: by 1e-6 of its value in f32 and f64, by two units in the
//! last place in narrower types. If several operators amplify each other's rounding, for example by subtracting nearly equal
//! numbers, the tolerance of the case applies; for reductions, it never does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use shapewright::graph::{Model, ValueId, ValueRole};
use shapewright::{AnalysisOptions, Elements, EvalError, ReadOptions, Source, Tensor, evaluate};

/// Operators that move or choose elements, or compute them exactly: results of models of these alone are equal.
const EXACT: &str = "ReduceMin ReduceMax Min Max Identity Constant ConstantOfShape Shape Size Cast CastLike Concat Slice \
                     Split Gather GatherElements GatherND Squeeze Unsqueeze Reshape Flatten Transpose Expand Tile Where \
                     Range Pad Neg Abs Sign Floor Ceil Round Clip Relu Equal Less LessOrEqual Greater GreaterOrEqual Not \
                     And Or Xor BitShift BitwiseAnd BitwiseOr BitwiseXor BitwiseNot";

/// Operators that add numbers, which may nearly cancel out: what NumPy lost when it rounded each sum is relative to the
/// greatest number, and a few results are recorded with four digits.
const SUMS: &str = "AveragePool Attention BatchNormalization BlackmanWindow CausalConvWithState Conv ConvTranspose DFT Einsum GRU \
                    Gemm GridSample GroupNormalization HannWindow InstanceNormalization LSTM LayerNormalization \
                    LinearAttention MeanVarianceNormalization RMSNormalization RNN RotaryEmbedding STFT";

/// Refusals that are right, by how they end: there is nothing to compute, or nothing that all agree on.
const RIGHT: &[(&str, &str)] = &[
    (" is not evaluated", "operators without an evaluator"),
    ("an input is no tensor", "sequences, optionals and maps are not evaluated"),
    (" is undefined", "ONNX leaves a float out of the integer's range to the runtime"),
    ("dropout in training mode is random", "training"),
];

/// Prefixes of cases with output sizes that cannot be inferred: they depend on the rounding of a runtime, or on
/// elements that an operator without an evaluator computes.
const SIZE_OF_A_RUN: [&str; 7] = [
    "test_range_float16_type_positive_delta",
    "test_range_bfloat16_type_positive_delta",
    "test_image_decoder_",
    "test_nonmaxsuppression_",
    "test_split_to_sequence_",
    "test_string_split_",
    "test_strnormalizer_",
];

fn folder() -> Option<PathBuf> {
    let folder = env::var_os("SHAPEWRIGHT_NODE_CASES").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: SHAPEWRIGHT_NODE_CASES names no folder with the node cases of the onnx package");
    }
    folder
}

/// What came of all cases.
#[derive(Default)]
struct Sum {
    cases: usize,
    evaluated: usize,
    data_sets: usize,
    exact: usize,
    /// Evaluated cases by the set of their operators.
    operators: BTreeMap<String, usize>,
    refused: BTreeMap<String, Vec<String>>,
    failures: Vec<String>,
}

/// One case of the index.
struct Case {
    name: String,
    folder: PathBuf,
    rtol: f64,
    atol: f64,
}

fn cases(folder: &Path) -> Vec<Case> {
    let index = fs::read_to_string(folder.join("index.json")).expect("index.json");
    let index: Vec<serde_json::Value> = serde_json::from_str(&index).expect("a list");
    let case = |entry: &serde_json::Value| {
        let name = entry["name"].as_str().expect("a name").to_owned();
        let tolerance = |key: &str| entry[key].as_f64().expect("a tolerance");
        Case { folder: folder.join(&name), name, rtol: tolerance("rtol"), atol: tolerance("atol") }
    };
    index.iter().map(case).collect()
}

/// The tensor of a file that contains only a tensor record, read as the initializer of a model.
fn tensor(path: &Path) -> Option<Tensor> {
    let field = |number: u8, bytes: &[u8]| {
        let (mut record, mut length) = (vec![number << 3 | 2], bytes.len());
        while length > 127 {
            record.push(length as u8 | 128);
            length >>= 7;
        }
        record.push(length as u8);
        record.extend_from_slice(bytes);
        record
    };
    let bytes = field(7, &field(5, &fs::read(path).ok()?));
    let model = Model::from_onnx(Source::from_bytes("tensor", bytes), &ReadOptions::default());
    let initializer = model.values_of(model.main_graph()?).find_map(|v| match model.value(v).role {
        ValueRole::Initializer(tensor) => Some(tensor),
        _ => None,
    });
    model.load(initializer?).ok()
}

/// Why a case is not evaluated: in words that are the same for like cases.
fn reason(refusal: &EvalError) -> String {
    match refusal {
        EvalError::NoEvaluator(op) => format!("{op} is not evaluated"),
        other => other.to_string(),
    }
}

fn run(case: &Case, sum: &mut Sum) {
    sum.cases += 1;
    let source = Source::open(case.folder.join("model.onnx")).expect("the model");
    let model = Model::read(source, &ReadOptions::default());
    let mut evaluated = 0;
    for set in 0.. {
        let data = case.folder.join(format!("test_data_set_{set}"));
        if !data.is_dir() {
            break;
        }
        match evaluate_set(&model, &data) {
            Ok(found) => {
                evaluated += 1;
                compare(case, &model, &data, &found, sum);
            }
            Err(reason) => return sum.refused.entry(reason).or_default().push(case.name.clone()),
        }
    }
    sum.data_sets += evaluated;
    sum.evaluated += 1;
    let mut operators: Vec<&str> = operators(&model);
    operators.dedup();
    *sum.operators.entry(operators.join(" ")).or_default() += 1;
}

fn operators(model: &Model) -> Vec<&str> {
    let mut operators: Vec<&str> =
        model.graphs().flat_map(|g| model.nodes_of(g)).map(|node| model.op_type(node)).collect();
    operators.sort_unstable();
    operators
}

/// The outputs for one set of inputs.
fn evaluate_set(model: &Model, data: &Path) -> Result<Vec<Tensor>, String> {
    let graph = model.graph(model.main_graph().expect("a main graph"));
    let outputs: Vec<ValueId> = graph.outputs.iter().filter_map(|o| o.operand.value()).collect();
    let mut given = Vec::new();
    for (index, &input) in graph.inputs.iter().enumerate() {
        let is_tensor = model.declared(input).is_some_and(|t| t.as_tensor().is_some());
        if !is_tensor {
            return Err("an input is no tensor".to_owned());
        }
        given.push((input, tensor(&data.join(format!("input_{index}.pb"))).ok_or("an input cannot be read")?));
    }
    evaluate(model, &outputs, given, &AnalysisOptions::default()).map_err(|refusal| reason(&refusal))
}

fn compare(case: &Case, model: &Model, data: &Path, found: &[Tensor], sum: &mut Sum) {
    let exact = operators(model).iter().all(|op| EXACT.split_whitespace().any(|e| e == *op));
    let several = operators(model).len() > 1 && !case.name.starts_with("test_reduce_");
    let mut all_equal = true;
    for (index, found) in found.iter().enumerate() {
        let Some(expected) = tensor(&data.join(format!("output_{index}.pb"))) else {
            sum.failures.push(format!("{}: output {index} is not recorded as a tensor", case.name));
            continue;
        };
        all_equal &= *found == expected;
        let wrong = match exact {
            true => different(found, &expected, 0.0, 0.0),
            // A chain rounds every result on its way in the type; onnx's tolerances are for 32 bits.
            false if operators(model).iter().all(|op| SUMS.split_whitespace().any(|sum| sum == *op)) => {
                let greatest = expected
                    .elements(usize::MAX)
                    .map_or(0.0, |e| e.floats().map_or(0.0, |all| all.iter().fold(0.0, |a: f64, b| a.max(b.abs()))));
                different(found, &expected, case.rtol.max(rounding(found)), case.atol.max(rounding(found) * greatest))
            }
            false if several => different(found, &expected, case.rtol.max(rounding(found)), case.atol),
            false => different(found, &expected, rounding(found), 0.0),
        };
        if let Some(wrong) = wrong {
            sum.failures.push(format!("{} {:?}: output {index}: {wrong}", case.name, operators(model)));
        }
    }
    sum.exact += usize::from(all_equal);
}

/// The relative difference that rounding explains.
fn rounding(tensor: &Tensor) -> f64 {
    match tensor.element().name() {
        "f64" | "f32" => 1e-6,
        "f16" => f64::powi(2.0, -9),
        "bf16" => f64::powi(2.0, -6),
        _ => 0.0,
    }
}

/// What differs by more than the tolerance. A NaN equals any NaN, and zeros of both signs are equal under a tolerance.
fn different(found: &Tensor, expected: &Tensor, rtol: f64, atol: f64) -> Option<String> {
    if found.element() != expected.element() || found.sizes() != expected.sizes() {
        return Some(format!("{found:?}, recorded {expected:?}"));
    }
    if found == expected {
        return None;
    }
    let (Some(Elements::Floats(a)), Some(Elements::Floats(b))) =
        (found.elements(usize::MAX), expected.elements(usize::MAX))
    else {
        return Some(format!("{found:?}, recorded {expected:?}"));
    };
    let close = |a: f64, b: f64| {
        a.to_bits() == b.to_bits()
            || (a.is_nan() && b.is_nan())
            || (rtol > 0.0 && (a == b || (a - b).abs() <= atol + rtol * b.abs()))
    };
    let first = (0..a.len()).find(|&i| !close(a[i], b[i]))?;
    Some(format!("element {first} is {:e}, recorded {:e}", a[first], b[first]))
}

fn show(what: &str, sum: &Sum) {
    println!(
        "{what}: {} cases, {} evaluated on {} sets of data, {} of these equal in every bit",
        sum.cases, sum.evaluated, sum.data_sets, sum.exact
    );
    for (operators, count) in &sum.operators {
        println!("  {count:4} {operators}");
    }
    let mut refused: Vec<_> = sum.refused.iter().collect();
    refused.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
    for (reason, names) in refused {
        println!("  not evaluated: {:4} {reason}: {}", names.len(), names[..names.len().min(3)].join(", "));
    }
}

/// Every reduction is evaluated, and equal.
#[test]
fn reduction_cases() {
    let Some(folder) = folder() else { return };
    let mut sum = Sum::default();
    for case in cases(&folder).iter().filter(|c| c.name.starts_with("test_reduce_")) {
        run(case, &mut sum);
    }
    show("reductions", &sum);
    assert!(sum.failures.is_empty(), "{} differ:\n{}", sum.failures.len(), sum.failures.join("\n"));
    assert!(sum.refused.is_empty(), "not evaluated: {:?}", sum.refused);
    assert!(sum.cases > 0, "no reductions in {}", folder.display());
}

/// Every case whose operators are all evaluated is equal, and every refusal is one of those that are right.
#[test]
fn all_node_cases() {
    let Some(folder) = folder() else { return };
    let mut sum = Sum::default();
    cases(&folder).iter().for_each(|case| run(case, &mut sum));
    show("all", &sum);
    assert!(sum.failures.is_empty(), "{} differ:\n{}", sum.failures.len(), sum.failures.join("\n"));
    let right = |reason: &str, names: &[String]| {
        RIGHT.iter().any(|(end, _)| reason.ends_with(end))
            || names.iter().all(|n| SIZE_OF_A_RUN.iter().any(|start| n.starts_with(start)))
    };
    let others: Vec<_> = sum.refused.iter().filter(|(reason, names)| !right(reason, names)).collect();
    assert!(others.is_empty(), "refused for another reason: {others:#?}");
}
