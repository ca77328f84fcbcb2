//! Fixes: what becomes of a file, in text and in the binary form.

use prost::Message;
use shapewright::fix::{Applicability, FixOptions, Fixed, fix};
use shapewright::graph::Model;
use shapewright::print::{ListingOptions, listing};
use shapewright::rules::RULES;
use shapewright::{AnalysisOptions, ReadOptions, Source};

use crate::build::onnx_build as b;
use crate::onnx_proto::TensorProto;

fn read(name: &str, bytes: impl Into<bytes::Bytes>) -> Model {
    Model::read(Source::from_bytes(name, bytes), &ReadOptions::default())
}

fn fixed(model: Model, unsafe_fixes: bool) -> Fixed {
    let analysis = AnalysisOptions {
        enabled_rules: Some(RULES.iter().map(|rule| (*rule).into()).collect()),
        ..AnalysisOptions::default()
    };
    fix(model, &FixOptions { unsafe_fixes, analysis, ..FixOptions::default() }, |_, _| true)
}

fn text_of(fixed: &Fixed) -> String {
    let refused = || panic!("nothing was fixed: {:?} {:?}", fixed.refused, fixed.analysis.findings);
    let output = fixed.output.as_ref().unwrap_or_else(refused);
    String::from_utf8(output.model.to_bytes().to_vec()).expect("text")
}

fn titles(fixed: &Fixed) -> Vec<&str> {
    fixed.applied.iter().map(|applied| applied.title.as_str()).collect()
}

/// The text of a model without findings, and how often and where it was made wrong.
struct Case {
    what: &'static str,
    right: &'static str,
    with: &'static [(&'static str, &'static str)],
    applicability: Applicability,
}

const fn safe(what: &'static str, right: &'static str, with: &'static [(&'static str, &'static str)]) -> Case {
    Case { what, right, with, applicability: Applicability::Safe }
}

const fn guess(what: &'static str, right: &'static str, with: &'static [(&'static str, &'static str)]) -> Case {
    Case { what, right, with, applicability: Applicability::Unsafe }
}

const PLAIN: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,3] y)
<float[3] w = {1,2,3}, float[N,3] a>
{
  # what it computes
  [first] a = Add (x, w)
  [second] y = Softmax <axis: int = 1> (a)
}
"#;

const LAST: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,3] y)
<float[N,3] a, float[3] w = {1,2,3}>
{
  [first] a = Add (x, w)
  [second] y = Neg (a)
}
"#;

const TURNED: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[1,9,4] x, float[6,4,3] w) => (float[1,6,8] y)
{
  [turn] t = Transpose <perm: ints = [0, 2, 1]> (x)
  [conv] c = Conv <kernel_shape: ints = [3], strides: ints = [2]> (t, w)
  [both] y = Concat <axis: int = 2> (c, c)
}
"#;

const IN_BODY: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (bool c, float[2] x) => (float[2] y)
{
  [late] z = Abs (x)
  [choose] y = If (c) <then_branch = t () => (float[2] p) { [inner] p = Relu (z) }, else_branch = e () => (float[2] q) { [other] q = Neg (x) }>
}
"#;

const CASES: &[Case] = &[
    guess(
        "an initializer among the inputs",
        LAST,
        &[("[N,3] x)", "[N,3] x, float[3] w = {1,2,3})"), (", float[3] w = {1,2,3}>", ">")],
    ),
    guess("an initializer declared among the inputs", LAST, &[("[N,3] x)", "[N,3] x, float[3] w)")]),
    guess("an input without readers", PLAIN, &[("[N,3] x)", "[N,3] x, float[7] unread)")]),
    guess("a typo in an operator", PLAIN, &[("Softmax", "Sotmax")]),
    safe("an operator in another case", PLAIN, &[("Softmax", "SoftMAX")]),
    safe("a typo in an attribute", PLAIN, &[("axis:", "axs:")]),
    safe("an attribute in another case", PLAIN, &[("axis:", "Axis:")]),
    safe("a float for an integer", PLAIN, &[("int = 1", "float = 1.0")]),
    safe("an attribute twice", PLAIN, &[("axis: int = 1", "axis: int = 1, axis: int = 1")]),
    safe("the declared shape of an inner value", PLAIN, &[("float[N,3] a", "float[N,4] a")]),
    safe("the declared type of an inner value", PLAIN, &[("float[N,3] a", "int64[N,3] a")]),
    guess("the declared shape of an output", PLAIN, &[("=> (float[N,3]", "=> (float[N,4]")]),
    safe("an initializer without readers", PLAIN, &[("{1,2,3}, ", "{1,2,3}, float[2] unused = {1,2}, ")]),
    safe("a declaration of nothing", PLAIN, &[("float[N,3] a>", "float[N,3] a, float[7] nothing>")]),
    safe("a dead chain", PLAIN, &[("  [second]", "  [d1] b = Abs (a)\n  [d2] c = Neg (b)\n  [second]")]),
    safe("a no-op", PLAIN, &[("(a)", "(b)"), ("  [second]", "  [id] b = Identity (a)\n  [second]")]),
    safe("an unused import", PLAIN, &[("18]", "18, \"ai.onnx.ml\" : 3]")]),
    safe("an import twice", PLAIN, &[("18]", "18, \"\" : 18]")]),
    safe("an old format", PLAIN, &[("version: 8", "version: 7")]),
    guess("a misspelled input", PLAIN, &[("Softmax <axis: int = 1> (a)", "Softmax <axis: int = 1> (aa)")]),
    guess("an attribute of another operator", PLAIN, &[("Add (x", "Add <alpha: int = 1> (x")]),
    guess("an order with a dimension twice", TURNED, &[("[0, 2, 1]", "[0, 0, 1]")]),
    guess("a number too many", TURNED, &[("strides: ints = [2]", "strides: ints = [2, 2]")]),
    guess("an axis out of range", TURNED, &[("axis: int = 2", "axis: int = 5")]),
    safe("another window than the filters", TURNED, &[("kernel_shape: ints = [3]", "kernel_shape: ints = [5]")]),
    safe(
        "an order",
        IN_BODY,
        &[("  [late] z = Abs (x)\n", ""), ("e>\n", "e>\n"), (" }>\n", " }>\n  [late] z = Abs (x)\n")],
    ),
];

/// The wrong text of a case.
fn wrong(case: &Case) -> String {
    case.with.iter().fold(case.right.to_owned(), |text, (old, new)| {
        assert!(*old == "e>\n" || text.contains(old), "{}: {old}", case.what);
        text.replacen(old, new, 1)
    })
}

fn shown(model: &Model) -> String {
    listing(model, &ListingOptions { weights: true, hashes: true }).text
}

#[test]
fn a_fault_is_undone_and_everything_else_keeps_its_bytes() {
    for case in CASES {
        let only_safe = fixed(read("m.onnxtxt", wrong(case)), false);
        if case.applicability == Applicability::Unsafe {
            assert!(only_safe.output.is_none(), "{}: {:?}", case.what, titles(&only_safe));
        }
        let all = fixed(read("m.onnxtxt", wrong(case)), true);
        assert_eq!(text_of(&all), case.right, "{}: {:?} {:?}", case.what, titles(&all), all.refused);
        assert!(all.applied.iter().all(|fix| fix.applicability == case.applicability), "{}", case.what);
    }
}

#[test]
fn the_binary_form_is_fixed_like_the_text() {
    for case in CASES {
        let text = fixed(read("m.onnxtxt", wrong(case)), true);
        let records = read("m.onnxtxt", wrong(case)).records().clone();
        let binary = fixed(read("m.onnx", records), true);
        assert_eq!(titles(&binary), titles(&text), "{}: {:?}", case.what, binary.refused);
        let bytes = binary
            .output
            .as_ref()
            .unwrap_or_else(|| panic!("{}: {:?} {:?}", case.what, binary.refused, titles(&binary)))
            .model
            .to_bytes();
        assert_eq!(shown(&read("m.onnx", bytes)), shown(&text.model), "{}", case.what);
    }
}

#[test]
fn an_import_is_the_version_that_fits() {
    let reduce = "  [a] r = ReduceMax <axes = [1]> (x)\n  [b] s = ReduceMin <axes = [1]> (x)\n  [c] y = Add (r, s)\n";
    let text =
        format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] x) => (float[N,1] y)\n{{\n{reduce}}}\n");
    assert!(fixed(read("m.onnxtxt", text.clone()), false).output.is_none());
    let all = fixed(read("m.onnxtxt", text.clone()), true);
    assert_eq!(text_of(&all), text.replace("18", "17"));
}

#[test]
fn axes_become_an_input() {
    let text = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,1] y)
{
  [a] r = Abs (x)
  [b] s = ReduceMax (r, axes)
  [c] t = ReduceMin <axes = [1], keepdims = 1> (r)
  [d] y = Add (s, t)
}
"#;
    let text = text.replace("y)\n{", "y)\n<int64[1] axes = {1}>\n{");
    let all = fixed(read("m.onnxtxt", text.clone()), false);
    // The attribute that is left says what is the default.
    assert_eq!(titles(&all), ["pass `axes` as an input", "remove 1 attribute"]);
    let right = text
        .replace("{1}>", "{1}, int64[1] ReduceMin_1 = {1}>")
        .replace("<axes = [1], keepdims = 1> (r)", "(r, ReduceMin_1)");
    assert_eq!(text_of(&all), right);
}

#[test]
fn what_nothing_can_undo_is_left() {
    // The name has two neighbors, and the two imports differ.
    let text = r#"<ir_version: 8, opset_import: ["" : 17, "" : 18]>
g (float[N] x) => (float[N] y) { [a] y = Sine (x) }"#;
    let all = fixed(read("m.onnxtxt", text), true);
    assert!(all.output.is_none(), "{:?}", titles(&all));
    assert!(all.analysis.findings.iter().any(|finding| finding.rule.name() == "unknown-operator"));
}

#[test]
fn a_fix_that_would_cause_an_error_is_taken_back() {
    // Softmax has no input of this kind, so renaming the attribute uncovers a wrong value.
    let text = PLAIN.replace("axis: int = 1", "axs: int = 7");
    let all = fixed(read("m.onnxtxt", text), true);
    assert!(all.output.is_none() && all.applied.is_empty(), "{:?}", titles(&all));
    assert_eq!(all.refused.len(), 1);
    assert!(all.refused[0].why.starts_with("it would cause "), "{}", all.refused[0].why);
}

#[test]
fn only_wanted_findings_are_fixed() {
    let text = PLAIN.replace("{1,2,3}, ", "{1,2,3}, float[2] unused = {1,2}, ").replace("float[N,3] a", "float[N,4] a");
    let options = FixOptions::default();
    let some = fix(read("m.onnxtxt", text), &options, |_, finding| finding.rule.name() == "unused-initializer");
    assert_eq!(titles(&some), ["remove the initializer `unused`"]);
}

/// A model that adds a vector of 2 elements to this tensor.
fn with_tensor(tensor: TensorProto) -> Model {
    let graph = b::graph("g", "float[2] x", "float[2] y", vec![tensor], vec![b::node("add: y = Add(x, w)")]);
    read("m.onnx", b::model(8, 18, graph).encode_to_vec())
}

#[test]
fn a_tensor_gets_the_type_that_its_data_and_its_readers_require() {
    let right = 1f32.to_le_bytes().repeat(2);
    for (wrong, applicability) in [
        ("float[3] w", Applicability::Unsafe),
        // Of the types with 4 bytes, only one can be added to a float.
        ("double[2] w", Applicability::Unsafe),
        ("float[-1] w", Applicability::Safe),
    ] {
        let only_safe = fixed(with_tensor(b::raw(wrong, &right)), false);
        assert_eq!(only_safe.output.is_some(), applicability == Applicability::Safe, "{wrong}");
        let all = fixed(with_tensor(b::raw(wrong, &right)), true);
        assert_eq!(titles(&all), ["make `w` f32[2], as which it has the right number of bytes"], "{wrong}");
        assert_eq!(shown(&all.model), shown(&with_tensor(b::raw("float[2] w", &right))), "{wrong}");
    }
    // Either dimension could be wrong, and both leave a valid model.
    let two = fixed(with_tensor(b::raw("float[2,2] w", &right)), true);
    assert!(two.output.is_none(), "{:?}", titles(&two));
}

#[test]
fn what_several_edits_would_repair_is_left() {
    // Dimensions 1 and 2 have one size, so the order can be completed in two ways.
    let text = TURNED.replace("[1,9,4] x", "[9,9,4] x").replace("[1,6,8]", "[9,6,8]").replace("[0, 2, 1]", "[0, 2, 0]");
    let all = fixed(read("m.onnxtxt", text), true);
    assert!(all.output.is_none(), "{:?}", titles(&all));
}

#[test]
fn a_result_records_the_type_that_it_reads() {
    let text = r#"<net name="g" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,3" element_type="f32"/><output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="1" name="y" type="Result" version="opset1"><input><port id="0" precision="FP16"><dim>2</dim><dim>3</dim></port></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges></net>"#;
    let fixed = fixed(read("m.xml", text), false);
    assert_eq!(titles(&fixed), ["record the type of what `y` reads"]);
    assert_eq!(text_of(&fixed), text.replace("FP16", "FP32"));
}

/// What unsafe fixes make of a text, and why other fixes were refused.
fn text_and_refusals(text: &str) -> (String, Vec<String>) {
    let all = fixed(read("m.onnxtxt", text.to_owned()), true);
    let text = all.output.as_ref().map_or_else(|| text.to_owned(), |_| text_of(&all));
    (text, all.refused.into_iter().map(|refused| refused.why).collect())
}

#[test]
fn a_default_in_the_list_of_initializers_stays_there() {
    let header = "<ir_version: 11, opset_import: [\"\" : 23]>\n";
    let sparse = "sparse_tensor(float[2]) w = {float[1] {1}, int64[1] {0}}";
    for (input, value) in
        [("float[2] w", "float[2] w = {1,2}"), ("float[3] w", "float[2] w = {1,2}"), ("float[2] w", sparse)]
    {
        let graph = |inputs: &str| {
            format!("{header}g ({inputs}) => (float[2] y) <{value}> {{\n  [f] y = Add (x, w)\n  [d] z = Abs (x)\n}}\n")
        };
        let (text, refused) = text_and_refusals(&graph(&format!("float[2] x, {input}")));
        let right = graph("float[2] x").replace("  [d] z = Abs (x)\n", "");
        assert_eq!((text, refused), (right, Vec::new()), "{input}, {value}");
    }
}

#[test]
fn an_output_without_a_type_stays_as_it_is() {
    let text = r#"<ir_version: 11, opset_import: ["" : 23]>
g (float[N] x, float[N] v) => (float[N] y, v) {
  [d] z = Abs (x)
  [f] y = Add (x, v)
}
"#;
    let (fixed, _) = text_and_refusals(text);
    assert_eq!(fixed, text.replace("  [d] z = Abs (x)\n", ""));
}

#[test]
fn names_of_other_branches_and_functions_are_free() {
    let header = |imports: &str| format!("<ir_version: 11, opset_import: [\"\" : 23{imports}]>\n");
    let function = |text: &str| format!("<domain: \"l\", opset_import: [\"\" : 23]>\nF {text}\n");
    let branches = |one: &str, other: &str| {
        format!(
            "g (float[2,3] x, bool b) => (float[?,?] z) {{\n  [if] z = If (b) <then_branch = t () => (total) {one}, else_branch = e () => (total) {other}>\n}}\n"
        )
    };
    let reduce = |ty: &str| format!("<{ty}[1] axes = {{1}}> {{ [r] total = ReduceSum (x, axes) }}");
    let abs = |name: &str| format!("{{ [r] {name} = Abs (x) }}");
    let calls = "g (float[2,3] x) => (float[1,1] z) <int64[1] axes = {1}> {
  [a] y = ReduceSum (x, axes)
  [b] z = l.F (y)
}
";
    let constant =
        function("(a) => (c) {\n  [k] axes = Constant <value_ints = [0]> ()\n  [r] c = ReduceSum (a, axes)\n}");
    let output = "g (float[2,3] x) => (float[2,3] z, float[2,3] w) {\n  [a] z = Abs (x)\n  [b] w = l.F (x)\n}\n";
    let input = function("(z) => (c) {\n  [r] c = Abs (z)\n}");
    for (wrong, right) in [
        (branches(&reduce("int32"), &reduce("int64")), branches(&reduce("int64"), &reduce("int64"))),
        (calls.replace("int64[1]", "int32[1]") + &constant, calls.to_owned() + &constant),
        (branches(&abs("totl"), &abs("total")), branches(&abs("total"), &abs("total"))),
        (output.replace("z = Abs", "zz = Abs") + &input, output.to_owned() + &input),
    ] {
        let plain = |text: String| text.replace(", ", ",");
        let header = header(if right.contains("l.F") { ", \"l\" : 1" } else { "" });
        let (text, refused) = text_and_refusals(&format!("{header}{wrong}"));
        assert_eq!((plain(text), refused), (plain(format!("{header}{right}")), Vec::new()));
    }
}

#[test]
fn tensors_of_one_name_in_two_branches_get_their_types() {
    let right = 1f32.to_le_bytes().repeat(2);
    let model = |ty: &str| {
        let branch = |name, ty, output: &str| {
            let node = b::node(&format!("{name}: {output} = Add(x, w)"));
            b::body(name, b::graph(name, "", &format!("float[2] {output}"), vec![b::raw(ty, &right)], vec![node]))
        };
        let choose = b::node("choose: y = If(c)").with(branch("then_branch", ty, "q"));
        let choose = choose.with(branch("else_branch", "float[2] w", "r"));
        let graph = b::graph("g", "float[2] x; bool c", "float[2] y", vec![], vec![choose]);
        read("m.onnx", b::model(8, 18, graph).encode_to_vec())
    };
    let all = fixed(model("float[-1] w"), true);
    assert_eq!(titles(&all), ["make `w` f32[2], as which it has the right number of bytes"], "{:?}", all.refused);
    assert_eq!(shown(&all.model), shown(&model("float[2] w")));
}

#[test]
fn a_tensor_that_is_an_output_gets_its_type() {
    let right = 1f32.to_le_bytes().repeat(2);
    let model = |ty: &str| {
        let (outputs, nodes) = ("float[2] y; float[N] w", vec![b::node("add: y = Add(x, w)")]);
        read(
            "m.onnx",
            b::model(8, 18, b::graph("g", "float[2] x", outputs, vec![b::raw(ty, &right)], nodes)).encode_to_vec(),
        )
    };
    let all = fixed(model("float[-1] w"), false);
    assert_eq!(titles(&all), ["make `w` f32[2], as which it has the right number of bytes"], "{:?}", all.refused);
    assert_eq!(shown(&all.model), shown(&model("float[2] w")));
}

#[test]
fn a_port_records_the_type_of_a_new_constant() {
    let text = |constant: &str, rest: &str| {
        format!(
            r#"<net name="g" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,3" element_type="f32"/><output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
{constant}<layer id="2" name="m" type="Transpose" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port><port id="1" precision="I64"><dim>2</dim></port></input><output><port id="2" precision="FP32"><dim>3</dim><dim>2</dim></port></output></layer>
<layer id="3" name="r" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>3</dim><dim>2</dim></port></input></layer>
{rest}"#
        )
    };
    let constant = r#"<layer id="1" name="order" type="Const" version="opset1"><data element_type="i64" shape="2" offset="0" size="16"/><output><port id="0" precision="I64"><dim>2</dim></port></output></layer>
"#;
    let edges = r#"</layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/><edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>"#;
    let source = Source::from_bytes("m.xml", text(constant, edges));
    let weights: Vec<u8> = [1u64, 1].iter().flat_map(|axis| axis.to_le_bytes()).collect();
    let all = fixed(Model::read_with_weights(source, weights, &ReadOptions::default()), true);
    assert_eq!(all.applied.len(), 1, "{:?}", all.refused);
    let written = text_of(&all);
    assert!(written.starts_with(&text("", "")), "{written}");
}

#[test]
fn a_constant_keeps_its_node_and_has_the_declared_type() {
    let text = r#"<ir_version: 11, opset_import: ["" : 23]>
g (float[N,M] x) => (float[N,M] y) <int64[3] k, float[1,1] s, int64[3] i = {0,0,1}> {
  [k] k = Constant <value: tensor = int64[3] {0,0,1}> ()
  [r] s = ReduceSum (x, k)
  [t] t = ReduceSum (x, i)
  [u] u = Add (s, t)
  [y] y = Add (x, u)
}
"#;
    let (fixed, refused) = text_and_refusals(text);
    let right = text.replace("int64[3]", "int64[2]").replace("{0,0,1}", "{0,1}");
    assert_eq!((fixed, refused), (right, Vec::new()));
    let mut graph = b::graph(
        "g",
        "float[2,3] x",
        "float[1,1] y",
        vec![b::raw_ints("int64[3] k", &[0, 0, 1])],
        vec![b::node("r: y = ReduceSum(x, k)")],
    );
    graph.value_info = b::values("int64[3] k");
    let all = fixed_model(b::model(8, 18, graph).encode_to_vec());
    let k = all.model.graphs().flat_map(|graph| all.model.values_of(graph)).find(|&k| all.model.value_name(k) == "k");
    let declared = k.and_then(|k| all.model.declared(k)).map(ToString::to_string);
    assert_eq!(declared.as_deref(), Some("i64[2]"), "{:?}", all.refused);
}

fn fixed_model(bytes: Vec<u8>) -> Fixed {
    fixed(read("m.onnx", bytes), true)
}
