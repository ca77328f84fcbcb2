//! Parts of models: what is kept, what is removed, and what is refused.

use shapewright::extract::{ExtractError, extract};
use shapewright::graph::Model;
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};

fn read(text: &str) -> Model {
    Model::read(Source::from_bytes("m.onnxtxt", text.to_owned()), &ReadOptions::default())
}

/// The extracted part as text, after a check that it has no errors.
fn part(model: &Model, inputs: &[&str], outputs: &[&str]) -> Result<String, ExtractError> {
    let facts = analyze(model, &AnalysisOptions::default()).facts;
    let part = extract(model, &facts, inputs, outputs)?;
    let written = write(&part, &ExternalDataPolicy::Keep).expect("it can be written").model.to_bytes();
    let text = String::from_utf8_lossy(&written).into_owned();
    let name = if text.contains("<net") { "m.xml" } else { "m.onnxtxt" };
    let read = Model::read(Source::from_bytes(name, text.clone()), &ReadOptions::default());
    let options = AnalysisOptions { run_lints: false, ..AnalysisOptions::default() };
    assert_eq!(analyze(&read, &options).findings, [], "{text}");
    Ok(text)
}

const CHAIN: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,4] x, float[4] b, float[1] unused) => (float[N,4] y, float[N,4] z)
<float[4] w = {1, 2, 3, 4}, float[4] v = {5, 6, 7, 8}>
{
  a = Mul (x, w)  # first
  c = Add (a, b)
  y = Abs (c)
  d = Sub (c, v)
  z = Neg (d)
}"#;

#[test]
fn a_cut_is_declared_as_annotate_declares_it() {
    let text = |outputs: &str, values: &str| {
        format!(
            "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,3] x) => ({outputs}) {values}{{ a = Concat <axis = 0> (x, x) b = Neg (a) y = Abs (b) }}"
        )
    };
    let cut = part(&read(&text("float[M,3] y", "")), &["a"], &["y"]).unwrap();
    assert!(cut.contains("g (float[\"2*N\",3] a) => (float[M,3] y)"), "{cut}");
    let named = part(&read(&text("float[M,3] y", "<float[M,3] a> ")), &["a"], &["b"]).unwrap();
    assert!(named.contains("g (float[M,3] a) => (float[\"2*N\",3] b)"), "{named}");
}

#[test]
fn a_value_that_is_named_twice_is_one_input() {
    let once = part(&read(CHAIN), &["c"], &["d"]);
    assert!(once.is_ok());
    assert_eq!(part(&read(CHAIN), &["c", "c"], &["d", "d"]), once);
}

#[test]
fn the_nodes_between_values_are_kept_with_their_constants() {
    let expected = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,4] c) => (float[N,4] d)
<float[4] v = {5, 6, 7, 8}>
{
  # first
  d = Sub (c, v)
}"#;
    assert_eq!(part(&read(CHAIN), &["c"], &["d"]).as_deref(), Ok(expected));
}

#[test]
fn without_inputs_those_of_the_model_remain_that_are_needed() {
    let expected = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,4] x, float[4] b) => (float[N,4] y)
<float[4] w = {1, 2, 3, 4}>
{
  a = Mul (x, w)  # first
  c = Add (a, b)
  y = Abs (c)
}"#;
    assert_eq!(part(&read(CHAIN), &[], &["y"]).as_deref(), Ok(expected));
}

#[test]
fn outputs_have_the_order_that_is_asked_for() {
    let text = part(&read(CHAIN), &["x", "b"], &["z", "a"]).unwrap();
    assert!(text.contains("=> (float[N,4] z, float[N,4] a)"), "{text}");
    assert!(!text.contains("Abs"), "{text}");
}

#[test]
fn a_producer_of_another_output_stays_with_its_cut_output_renamed() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[8] x) => (float[4] y) { a, b = Split <num_outputs = 2> (x)  c = Neg (a)  y = Add (c, b) }"#;
    // `a` is an input, but `Split` still computes `b`.
    let text = part(&read(text), &["x", "a"], &["y"]).unwrap();
    assert!(text.contains("g (float[8] x, float[4] a) => (float[4] y)"), "{text}");
    assert!(text.contains("a_1, b = Split"), "{text}");
}

#[test]
fn what_bodies_read_is_needed_and_can_be_cut() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]>
g (bool c, float[2] x) => (float[2] y) {
  s = Neg (x)
  t = Exp (x)
  y = If (c) <
    then_branch = a () => (p) { p = Abs (s) },
    else_branch = b () => (q) { q = Relu (t) }
  >
}"#;
    let model = read(text);
    let cut = part(&model, &["c", "s", "t"], &["y"]).unwrap();
    assert!(cut.contains("g (bool c, float[2] s, float[2] t) => (float[2] y)"), "{cut}");
    assert!(cut.contains("Abs (s)") && !cut.contains("Neg") && !cut.contains("Exp"), "{cut}");
    let missing = part(&model, &["c", "s"], &["y"]).unwrap_err();
    assert_eq!(missing, ExtractError::MissingInputs { outputs: vec!["y".to_owned()], inputs: vec!["x".to_owned()] });
}

#[test]
fn an_input_with_a_default_need_not_be_named() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N] x, float[1] b, float[1] unused) => (float[N] y) <float[1] b = {2}, float[1] unused = {3}> {
  a = Neg (x)
  y = Add (a, b)
}"#;
    let text = part(&read(text), &["a"], &["y"]).unwrap();
    assert!(text.contains("g (float[1] b, float[N] a) => (float[N] y)"), "{text}");
    assert!(text.contains("b = {2}") && !text.contains("unused"), "{text}");
}

#[test]
fn nodes_in_any_order_are_removed() {
    let model = read(
        r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N] x) => (float[N] y, float[N] z) { y = Abs (b)  b = Neg (a)  a = Exp (x)  z = Relu (a) }"#,
    );
    let facts = analyze(&model, &AnalysisOptions::default()).facts;
    let part = extract(&model, &facts, &["x"], &["z"]).unwrap();
    let left: Vec<&str> = part.nodes_of(part.main_graph().unwrap()).map(|node| part.op_type(node)).collect();
    assert_eq!(left, ["Exp", "Relu"]);
}

#[test]
fn wrong_requests_are_explained() {
    let model = read(CHAIN);
    for (inputs, outputs, message) in [
        (&["x"][..], &["y"][..], "`y` depends on graph input `b`, which is not among the inputs; add it"),
        (&["cc"], &["y"], "the main graph has no value `cc`; did you mean `c`?"),
        (&["c"], &["nothing"], "the main graph has no value `nothing`"),
        (&["c"], &["c"], "`c` is both an input and an output; expected different values"),
        (&["c"], &[], "no output is named; expected at least one"),
    ] {
        assert_eq!(part(&model, inputs, outputs).unwrap_err().to_string(), message);
    }
    let named =
        read(r#"<ir_version: 9, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { [last] y = Abs (x) }"#);
    let refused = part(&named, &["x"], &["last"]).unwrap_err().to_string();
    assert_eq!(refused, "the main graph has no value `last`; did you mean `y`?");
    let unknown = read(
        r#"<ir_version: 9, opset_import: ["" : 18, "c" : 1]> g (float[2] x) => (float[2] y) { a = c.Op (x)  y = Abs (a) }"#,
    );
    let refused = part(&unknown, &["a"], &["y"]).unwrap_err().to_string();
    assert!(refused.starts_with("the type of `a` is unknown: "), "{refused}");
}

/// A layer with one output port of type `f32[2,3]`; `inputs` are its input ports.
fn layer(id: u32, name: &str, op: &str, data: &str, inputs: u32) -> String {
    let shape = "<dim>2</dim><dim>3</dim>";
    let ports: String = (0..inputs).map(|at| format!("<port id=\"{at}\" precision=\"FP32\">{shape}</port>")).collect();
    let input = if inputs > 0 { format!("<input>{ports}</input>") } else { String::new() };
    let output = format!("<output><port id=\"{inputs}\" precision=\"FP32\" names=\"{name}_t\">{shape}</port></output>");
    let output = if op == "Result" { String::new() } else { output };
    format!("<layer id=\"{id}\" name=\"{name}\" type=\"{op}\" version=\"opset1\">{data}{input}{output}</layer>\n")
}

#[test]
fn a_part_of_an_ir_has_new_parameters_and_results() {
    let parameter = r#"<data shape="2,3" element_type="f32"/>"#;
    let multiply = r#"<data auto_broadcast="numpy"/>"#;
    let layers = [
        layer(0, "x", "Parameter", parameter, 0),
        layer(1, "relu", "ReLU", "", 1),
        layer(2, "sq", "Multiply", multiply, 2),
        layer(3, "exp", "Exp", "", 1),
        layer(4, "out", "Result", "", 1),
    ];
    let edges = [(0, 0, 1, 0), (1, 1, 2, 0), (1, 1, 2, 1), (2, 2, 3, 0), (3, 1, 4, 0)]
        .map(|(a, b, c, d)| format!("<edge from-layer=\"{a}\" from-port=\"{b}\" to-layer=\"{c}\" to-port=\"{d}\"/>\n"));
    let (layers, edges) = (layers.concat(), edges.concat());
    let text =
        format!("<net name=\"m\" version=\"11\">\n<layers>\n{layers}</layers>\n<edges>\n{edges}</edges>\n</net>\n");
    let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    let text = part(&model, &["relu"], &["sq"]).unwrap();
    let read = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    let graph = read.main_graph().unwrap();
    let mut kinds: Vec<&str> = read.nodes_of(graph).map(|node| read.op_type(node)).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["Multiply", "Parameter", "Result"]);
    let input = read.graph(graph).inputs[0];
    assert_eq!((read.value_name(input), read.uses(input).count()), ("relu", 2));
    assert_eq!(read.name(read.output_port(input).tensor_names), "relu_t");
    // A tensor name is a name, too.
    assert_eq!(part(&model, &["relu_t"], &["sq_t"]).map(|text| text.contains("Exp")), Ok(false));
    // So are the ids of a layer and a port; this one has no port 0.
    assert_eq!(part(&model, &["1:1"], &["2:2"]), part(&model, &["relu"], &["sq"]));
    assert!(part(&model, &["1:0"], &["2:2"]).is_err());
}

const FUNCTIONS: &str = r#"<ir_version: 9, opset_import: ["" : 18, "local" : 1]>
g (float[N] x) => (float[N] y, float[N] z) {
  y = local.F (x)
  z = local.H (x)
}

# Calls another one.
<domain: "local", opset_import: ["" : 18, "local" : 1]>
F (a) => (b) {
  b = local.G (a)
}

<domain: "local", opset_import: ["" : 18]>
G (a) => (b) {
  b = Neg (a)
}

<domain: "local", opset_import: ["" : 18]>
H (a) => (b) { b = Abs (a) }
"#;

#[test]
fn functions_are_kept_if_something_calls_them() {
    let names = |model: &Model| -> Vec<String> {
        model.functions().iter().map(|function| model.name(function.name).to_owned()).collect()
    };
    for (output, kept) in [("y", &["F", "G"][..]), ("z", &["H"])] {
        let model = read(FUNCTIONS);
        let facts = analyze(&model, &AnalysisOptions::default()).facts;
        let part = extract(&model, &facts, &[], &[output]).expect("a part");
        assert_eq!(names(&part), kept, "{output}");
        let written = write(&part, &ExternalDataPolicy::Keep).expect("it can be written").model.to_bytes();
        let again = read(&String::from_utf8_lossy(&written));
        assert_eq!((names(&again), again.findings().len()), (names(&part), 0), "{output}");
    }
    let expected = r#"<ir_version: 9, opset_import: ["" : 18, "local" : 1]>
g (float[N] x) => (float[N] z) {
  z = local.H (x)
}

# Calls another one.


<domain: "local", opset_import: ["" : 18]>
H (a) => (b) { b = Abs (a) }
"#;
    assert_eq!(part(&read(FUNCTIONS), &["x"], &["z"]).as_deref(), Ok(expected));
}

#[test]
fn a_conversion_records_its_own_type_when_its_constant_becomes_an_input() {
    let text = r#"<net name="g" version="11"><layers>
<layer id="0" name="w" type="Const" version="opset1"><data element_type="f16" shape="4" offset="0" size="8"/><output><port id="0" precision="FP16"><dim>4</dim></port></output></layer>
<layer id="1" name="z" type="Convert" version="opset1"><data destination_type="f32"/><rt_info><attribute name="decompression" version="0"/></rt_info><input><port id="0" precision="FP16"><dim>4</dim></port></input><output><port id="1" precision="FP16"><dim>4</dim></port></output></layer>
<layer id="2" name="out" type="Result" version="opset1"><input><port id="0" precision="FP16"><dim>4</dim></port></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>"#;
    let model = Model::read(Source::from_bytes("m.xml", text.to_owned()), &ReadOptions::default());
    let cut = part(&model, &["w"], &["z"]).unwrap();
    assert!(cut.contains(r#"<port id="1" precision="FP32">"#), "{cut}");
}
