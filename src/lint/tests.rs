//! The findings of each lint on small models; the rule pages contain one more example each.

use std::sync::Arc;

use crate::analyze::analyze;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::ops::runtime_behavior::{RuntimeBehavior, RuntimeEffect};
use crate::ops::{self, OperatorDef};
use crate::options::AnalysisOptions;
use crate::rules::RULES;
use crate::source::Source;
use crate::target::Runtime;

/// Codes and nodes of all findings of a model in ONNX text.
fn found(head: &str, body: &str) -> Vec<String> {
    found_with(head, body, &AnalysisOptions::default())
}

fn found_with(head: &str, body: &str, options: &AnalysisOptions) -> Vec<String> {
    let text = format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng {head} {{\n{body}\n}}");
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let name = |f: &crate::diagnostic::Diagnostic| f.place.node.map_or("-", |node| model.name(model.node(node).name));
    let analysis = analyze(&model, options);
    analysis.findings.iter().map(|f| format!("{} {}", f.rule.code(), name(f))).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn operators_say_when_they_hand_their_input_on() {
    let one = |node: &str, constants: &str| {
        let body = format!("h = Relu (x)\n[n] i = {node}\ny = Neg (i)");
        found(&format!("(float[N,3] x) => (float[?,?] y) <{constants}>"), &body)
    };
    for node in [
        "Identity (h)",
        "Cast <to = 1> (h)",
        "CastLike (h, x)",
        "Transpose <perm = [0, 1]> (h)",
        "Concat <axis = 0> (h)",
        "Dropout (h)",
    ] {
        assert_eq!(one(node, ""), ["PF103 n"], "{node}");
    }
    assert_eq!(one("Pad (h, p)", "int64[4] p = {0, 0, 0, 0}"), ["PF103 n"]);
    assert_eq!(one("Slice (h, a, b)", "int64[1] a = {0}, int64[1] b = {9223372036854775807}"), ["PF103 n"]);
    assert_eq!(one("Reshape (h, s)", "int64[2] s = {0, 3}"), ["PF103 n"]);
    assert_eq!(one("Flatten (h)", ""), ["PF103 n"]);
    assert_eq!(one("Tile (h, r)", "int64[2] r = {1, 1}"), ["PF103 n"]);
    for node in ["Cast <to = 11> (h)", "Transpose (h)", "Concat <axis = 0> (h, h)", "Abs (h)"] {
        assert!(!one(node, "").contains(&"PF103 n".to_owned()), "{node}");
    }
    assert_eq!(one("Pad (h, p)", "int64[4] p = {0, 1, 0, -1}"), NONE);
    let backwards = "int64[1] a = {-1}, int64[1] b = {-9223372036854775807}, int64[1] axis = {1}, int64[1] step = {-1}";
    assert_eq!(one("Slice (h, a, b, axis, step)", backwards), NONE);
    assert_eq!(one("Reshape (h, s)", "int64[2] s = {3, -1}"), NONE);
}

#[test]
fn a_name_of_the_interface_needs_its_node() {
    assert_eq!(found("(float[2] x) => (float[2] y)", "[n] y = Identity (x)"), NONE);
    let kept = "h = Relu (x)\n[n] y = Identity (h)\nz = Neg (y)";
    assert_eq!(found("(float[2] x) => (float[2] y, float[2] z)", kept), NONE);
}

#[test]
fn one_fault_breeds_no_advice() {
    // Names that lead nowhere: no advice at all.
    let unresolved = "[n] i = Identity (x)\ny = Add (i, missing)";
    let codes = found("(float[2] x, float[2] unused) => (float[2] y)", unresolved);
    assert!(codes.iter().all(|code| code.starts_with("GR")), "{codes:?}");
    // A fault of a node: none on that node.
    let faulty = "h = Relu (x)\n[n] i = Transpose <perm = [0, 1], bogus = 1> (h)\ny = Neg (i)";
    assert_eq!(found("(float[2,3] x) => (float[2,3] y)", faulty), ["OP104 n"]);
}

#[test]
fn conditions_are_known_where_sizes_are() {
    let body = "s = Shape (x)\n[n] c = Greater (s, two)\n[w] y = Where (c, x, x)";
    assert!(found("(float[3] x) => (float[3] y) <int64[1] two = {2}>", body).contains(&"SU105 w".to_owned()));
    assert_eq!(found("(float[N] x) => (float[N] y) <int64[1] two = {2}>", body), NONE);
}

#[test]
fn a_reshape_of_sizes_that_data_decides_is_no_baked_batch() {
    let head = "(float[6] x) => (int64[1,6] y) <int64[2] s = {1, 6}>";
    assert_eq!(found(head, "[n] i = NonZero (x)\n[r] y = Reshape (i, s)"), NONE);
    let named = "(float[N,3] x) => (float[6] y) <int64[1] s = {6}>";
    assert_eq!(found(named, "[r] y = Reshape (x, s)"), ["SU102 r"]);
}

#[test]
fn infinities_are_faults_beside_numbers_only() {
    let weights = |w: &str| found(&format!("(float[4] x) => (float[4] y) <float[4] w = {{{w}}}>"), "y = Add (x, w)");
    assert_eq!(weights("0, -inf, 0, -inf"), NONE);
    assert_eq!(weights("0.5, inf, 0.25, 3"), ["SU101 -"]);
    assert_eq!(weights("nan, 0, 0, 0"), ["SU101 -"]);
}

#[test]
fn nothing_is_said_that_is_not_wanted() {
    let body = "h = Relu (x)\n[n] i = Identity (h)\ny = Neg (i)";
    let head = "(float[2] x) => (float[2] y)";
    let only = |code: &str| {
        let wanted = RULES.iter().copied().filter(|rule| rule.code() == code).map(Into::into).collect();
        found_with(head, body, &AnalysisOptions { enabled_rules: Some(wanted), ..AnalysisOptions::default() })
    };
    assert_eq!(only("PF103"), ["PF103 n"]);
    assert_eq!(only("ST101"), ["ST101 "]);
    assert_eq!(only("PF101"), NONE);
    assert_eq!(found_with(head, body, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() }), NONE);
}

/// The record of any operator may hold what runtimes do with it; rules name none.
#[test]
fn targets_read_the_record_of_every_operator() {
    let def = ops::lookup(Dialect::Onnx, "", "Relu").and_then(|known| known.def).expect("a record");
    let rejected = OperatorDef::custom(Dialect::Onnx, "", "Relu").resolve(|cx| def.resolve_node(cx));
    let rejected = Arc::new(rejected.with_runtime_behaviors(&[RuntimeBehavior {
        runtime: Runtime::OpenVino,
        effect: RuntimeEffect::RefusesType,
        applies: |case| case.has(&[ElementType::F64]) && case.sizes() == Some(&[Some(2)][..]),
        does: "rejects this",
        source: None,
        help: "use another type",
    }]));
    let targeted = |element: &str, target: &str| {
        let (operators, targets) = (vec![rejected.clone()], vec![target.parse().expect("a target")]);
        let options = AnalysisOptions { operators, targets, ..AnalysisOptions::default() };
        let found = found_with(&format!("({element}[2] x) => ({element}[2] y)"), "[n] y = Relu (x)", &options);
        found.contains(&"PO203 n".to_owned())
    };
    assert!(targeted("double", "openvino"));
    assert!(!targeted("double", "tensorrt") && !targeted("float", "openvino"));
}

#[test]
fn targets_speak_of_what_was_measured() {
    let with = |targets: &str, head: &str, body: &str| {
        let targets = targets.split(',').map(|target| target.parse().expect("a target")).collect();
        found_with(head, body, &AnalysisOptions { targets, ..AnalysisOptions::default() })
    };
    let open = ("(float[2,3] x, int64[K] axes) => (float y)", "[n] y = ReduceMin <keepdims = 0> (x, axes)");
    assert_eq!(with("openvino,tensorrt", open.0, open.1), ["PO202 n"]);
    assert_eq!(with("onnxruntime", open.0, open.1), NONE);
    let wide = ("(uint64[2] x) => (uint64[1] y)", "[n] y = ReduceMin (x)");
    assert_eq!(with("onnxruntime,openvino", wide.0, wide.1), ["PO203 n", "PO204 n"]);
    let double = ("(double[2] x) => (double[2] y)", "[n] y = Neg (x)");
    assert_eq!(with("onnxruntime,tensorrt>=10", double.0, double.1), ["PO103 n"]);
    for (auto_pad, dilation, expected) in
        [("SAME_UPPER", 2, &["PO202 n"][..]), ("SAME_UPPER", 1, &[]), ("VALID", 2, &[])]
    {
        let head = "(float[1,3,9,9] x, float[5,3,3,3] w) => (float[1,5,?,?] y)";
        let conv = format!("[n] y = Conv <auto_pad = \"{auto_pad}\", dilations = [{dilation}, {dilation}]> (x, w)");
        assert_eq!(with("onnxruntime", head, &conv), expected, "{conv}");
        assert_eq!(with("openvino", head, &conv), NONE);
    }
    for (layout, expected) in [(1, &["PO202 n"][..]), (0, &[])] {
        let head = "(float[2,2,3] x, float[1,16,3] w, float[1,16,4] r) => (float[2,?,?,4] y)";
        let lstm = format!("[n] y = LSTM <hidden_size = 4, layout = {layout}> (x, w, r)");
        assert_eq!(with("onnxruntime", head, &lstm), expected, "{lstm}");
    }
}

#[test]
fn a_target_counts_once_however_often_it_is_named() {
    let found = |targets: &[&str], opset: i64, body: &str| {
        let text = format!("<ir_version: 9, opset_import: [\"\" : {opset}, \"com.other\" : 1]>\n{body}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let targets = targets.iter().map(|target| target.parse().expect("a target")).collect();
        let analysis = analyze(&model, &AnalysisOptions { targets, ..AnalysisOptions::default() });
        analysis.findings.iter().map(|finding| (finding.message.clone(), finding.data.clone())).collect::<Vec<_>>()
    };
    for (target, newer, opset, body) in [
        ("onnxruntime", "onnxruntime>=1.20", 18, "g (bfloat16[2] x) => (bfloat16[2] y) { h = Ceil (x)  y = Ceil (h) }"),
        ("openvino", "openvino>=2025.0", 18, "g (float[2] x) => (float[?] y) { y = com.other.F (x) }"),
        (
            "openvino",
            "openvino>=2025.0",
            18,
            "g (seq(float[2]) x) => (float[?] y, seq(float[2]) x) { y = ConcatFromSequence <axis = 0> (x) }",
        ),
        ("onnxruntime>=1.20", "onnxruntime>=1.20", 99, "g (float[2] x) => (float[2] y) { y = Neg (x) }"),
    ] {
        let once = found(&[target], opset, body);
        assert!(!once.is_empty(), "{body}");
        assert_eq!(found(&[target, newer, target], opset, body), once, "{body}");
    }
}

#[test]
fn a_suppression_is_in_vain_only_if_the_rule_was_checked() {
    let body = "h = Relu (x)\n[n] i = Identity (h)\ny = Neg (i)";
    let of = |rules: &str, faulty: bool| {
        let y = if faulty { "int32[2] y" } else { "float[2] y" };
        let head =
            format!("ir_version: 9, opset_import: [\"\" : 18], metadata_props: [\"shapewright.ignore\" : \"{rules}\"]");
        let text = format!("<{head}>\ng (float[2] x) => ({y}) {{\n{body}\n}}");
        let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        analyze(&model, &AnalysisOptions::default())
            .findings
            .iter()
            .map(|f| f.rule.name().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("PF103", false), NONE);
    assert_eq!(of("PF104", false), ["unused-suppression", "no-op-node"]);
    // Rules that are off, or that need a target.
    assert_eq!(of("ST103,PO201", false), ["no-op-node"]);
    // Where something is wrong there may be no advice.
    assert!(!of("PF104", true).iter().any(|name| name == "unused-suppression"));
}

#[test]
fn equal_constants_are_told_from_those_that_differ_in_one_element() {
    // Constants of 300 floats whose element at this position is not 1, named by the position.
    let constant = |name: &str, at: Option<usize>| {
        let elements: Vec<&str> = (0..300).map(|i| if Some(i) == at { "2" } else { "1" }).collect();
        format!("float[300] {name} = {{{}}}", elements.join(", "))
    };
    let sum = |constants: &[(&str, Option<usize>)]| {
        let list: Vec<String> = constants.iter().map(|(name, at)| constant(name, *at)).collect();
        let names: Vec<&str> = constants.iter().map(|(name, _)| *name).collect();
        let head = format!("(float[N,300] x) => (float[N,300] y) <{}>", list.join(", "));
        let of_duplicates = |code: &String| code.starts_with("PF102");
        found(&head, &format!("y = Sum (x, {})", names.join(", "))).into_iter().filter(of_duplicates).count()
    };
    // Elements 20 and 100 are in none of the samples that are compared first; element 299 is in the last one.
    for at in [20, 100, 299] {
        assert_eq!(sum(&[("a", None), ("b", Some(at))]), 0, "{at}");
        assert_eq!(sum(&[("a", None), ("b", Some(at)), ("c", None), ("d", Some(at))]), 2, "{at}");
    }
    assert_eq!(sum(&[("a", None), ("b", None), ("c", None)]), 1);
}

/// An IR whose outputs are constants of floats, each with a length and an offset in its weights of this many bytes.
fn ir_of_constants(constants: impl IntoIterator<Item = (usize, usize)>, bytes: usize) -> Model {
    let (mut layers, mut edges) = (String::new(), String::new());
    for (at, (count, offset)) in constants.into_iter().enumerate() {
        let (id, result) = (2 * at, 2 * at + 1);
        layers.push_str(&format!(
            "<layer id=\"{id}\" name=\"w{at}\" type=\"Const\" version=\"opset1\">
            <data element_type=\"f32\" shape=\"{count}\" offset=\"{offset}\" size=\"{}\"/>
            <output><port id=\"0\" precision=\"FP32\"><dim>{count}</dim></port></output></layer>
            <layer id=\"{result}\" name=\"y{at}\" type=\"Result\" version=\"opset1\">
            <input><port id=\"0\" precision=\"FP32\"><dim>{count}</dim></port></input></layer>",
            count * 4
        ));
        edges.push_str(&format!("<edge from-layer=\"{id}\" from-port=\"0\" to-layer=\"{result}\" to-port=\"0\"/>"));
    }
    let xml = format!("<net name=\"g\" version=\"11\"><layers>{layers}</layers><edges>{edges}</edges></net>");
    Model::read_with_weights(Source::from_bytes("m.xml", xml), vec![0; bytes], &ReadOptions::default())
}

#[test]
fn constants_beyond_the_read_limit_are_the_same_in_every_run() {
    // Three equal constants of each size, which overlap: together, more bytes than are read.
    let constants = (0..60).flat_map(|group| [0, 4, 8].map(|offset| (20_000 - group, offset)));
    let model = ir_of_constants(constants, 80_016);
    let options = AnalysisOptions {
        enabled_rules: Some(vec![(&crate::rules::duplicate_weights::RULE).into()]),
        ..AnalysisOptions::default()
    };
    let names = || {
        let findings = analyze(&model, &options).findings;
        findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    let first = names();
    assert!(first.iter().any(|text| text.contains("the constants share data")), "{first:?}");
    assert!(first.iter().any(|text| text.starts_with("`w1` contains the same")), "{first:?}");
    for _ in 0..8 {
        assert_eq!(names(), first);
    }
}
