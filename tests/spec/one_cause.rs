//! A fault with several consequences is one error, at the place that most facts point to, and its help repairs the model.

use std::sync::Arc;

use shapewright::graph::Model;
use shapewright::graph::Part;
use shapewright::{AnalysisOptions, Diagnostic, Level, ReadOptions, Source, analyze};

/// A model with a fault, the edit that its help describes, and the only error.
struct Fault {
    model: &'static str,
    edit: (&'static str, &'static str),
    code: &'static str,
    /// The node or the value of the error.
    at: &'static str,
    help: &'static str,
}

fn read(text: &str) -> Model {
    let text = format!("<ir_version: 9, opset_import: [\"\" : 17]>\n{text}");
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

fn errors(model: &Model) -> Vec<Arc<Diagnostic>> {
    let findings = analyze(model, &AnalysisOptions::default()).findings;
    findings.into_iter().filter(|finding| finding.level == Level::Error).collect()
}

fn place(model: &Model, finding: &Diagnostic) -> String {
    match (finding.place.node, finding.place.part) {
        (Some(node), _) => model.name(model.node(node).name).to_owned(),
        (None, Part::Value(value)) => model.value_name(value).to_owned(),
        (None, part) => format!("{part:?}"),
    }
}

const FAULTS: &[Fault] = &[
    Fault {
        model: "g (float[1,3,8,8] x, float[5,3,3,3] w) => (float[1,5,6,6] y) {
            [n] y = Conv <kernel_shape = [3,3,1], strides = [1,1], dilations = [1,1], pads = [0,0,0,0]> (x, w) }",
        edit: ("[3,3,1]", "[3, 3]"),
        code: "OP105",
        at: "n",
        help: "set `kernel_shape` to [3, 3]",
    },
    Fault {
        model: "g (float[1,3,8,8] x) => (y) {
            [n] y = MaxPool <kernel_shape = [3,3,3], strides = [1,1], pads = [0,0,0,0]> (x) }",
        edit: ("[3,3,3]", "[3,3]"),
        code: "OP105",
        at: "n",
        help: "list 2 numbers, one for each spatial axis, in order",
    },
    // Filters, window, and pads state two spatial axes, so the data is wrong.
    Fault {
        model: "g (float[3,32,32] x, float[6,3,5,5] w) => (y) {
            [n] c = Conv <kernel_shape = [5,5], pads = [0,0,0,0]> (x, w)
            [m] y = MaxPool <kernel_shape = [2,2], strides = [2,2]> (c) }",
        edit: ("float[3,32,32]", "float[1,3,32,32]"),
        code: "OP203",
        at: "n",
        help: "use data with 2 spatial axes, as the filters and the attributes state",
    },
    // The body returns another type than it takes.
    Fault {
        model: "g (float[2] x) => (float[2] y) <int64 trips = {3}, bool go = {1}> {
            [n] y = Loop (trips, go, x) <body = b (int64 i, bool c, float[2] s) => (bool d, t) {
                [keep] d = Identity (c) [cast] t = Cast <to = 7> (s) }> }",
        edit: ("to = 7", "to = 1"),
        code: "OP204",
        at: "n",
        help: "convert output 1 of the body to f32",
    },
    Fault {
        model: "g (float[1,64,8,8] x, float[9,64,1,1] w) => (float[1,9,8,8] y) { [n] y = Conv <group = 2> (x, w) }",
        edit: ("group = 2", "group = 1"),
        code: "OP105",
        at: "n",
        help: "set `group` to 1",
    },
    Fault {
        model: "g (float[1,8,7,7] x, float[16,8,1,1] w, float[16] b) => (float[1,16,7,7] y) {
            [n] y = Conv <kernel_shape = [1,1]> (w, x, b) }",
        edit: ("(w, x, b)", "(x, w, b)"),
        code: "OP201",
        at: "n",
        help: "swap the inputs `w` and `x`: each fits the position of the other",
    },
    Fault {
        model: "g (float[1,2,5,5] x, float[2,3,2,2] w, float[3] b) => (float[1,3,4,4] y) { [n] y = Conv (x, w, b) }",
        edit: ("float[2,3,2,2]", "float[3,2,2,2]"),
        code: "OP201",
        at: "n",
        help: "exchange the axes 0 and 1 of `w`",
    },
    Fault {
        model: "g (float[5,2,8] x) => (float[5,16] y) <int64[2] shape = {5, 16}> { [n] r = Reshape (shape, x)
            y = Relu (r) }",
        edit: ("(shape, x)", "(x, shape)"),
        code: "TY101",
        at: "n",
        help: "swap the inputs `shape` and `x`: each fits the position of the other",
    },
    Fault {
        model: "g (float[1,20] x, float[4,20] w, float[4] b) => (float[1,4] y) { [n] y = Gemm (x, w, b) }",
        edit: ("Gemm (", "Gemm <transB = 1> ("),
        code: "OP201",
        at: "n",
        help: "set `transB` to 1",
    },
    // Whatever `n` is, transposed weights fit; exchanged inputs would only do so for one `n`.
    Fault {
        model: "g (float[n,64] x, float[32,64] w) => (float[n,32] y) { [n] y = MatMul (x, w) }",
        edit: ("float[32,64]", "float[64,32]"),
        code: "OP201",
        at: "n",
        help: "transpose `w`",
    },
    Fault {
        model: "g (float[1,c,4] x, float[4] s, float[3] b, float[3] m, float[3] v) => (y) {
            [n] y = BatchNormalization (x, s, b, m, v) }",
        edit: ("float[4] s", "float[3] s"),
        code: "OP201",
        at: "n",
        help: "give it 3 elements",
    },
    Fault {
        model: "g (float16[1,3,8,8] x, float[5,3,3,3] w, float[5] b, float c) => (float[1,5,6,6] y) {
            [n] s = Conv (x, w, b)
            y = Div (s, c) }",
        edit: ("float16[", "float["),
        code: "TY102",
        at: "n",
        help: "declare `x` as f32, or convert it",
    },
    Fault {
        model: "g (float16[2,4] x, float[2,4] a, float[2,4] b) => (float[2,4] y, float[2,4] z) {
            r = Relu (x)
            y = Add (x, a)
            z = Mul (r, b) }",
        edit: ("float16[", "float["),
        code: "TY103",
        at: "x",
        help: "declare it as f32[2,4]",
    },
    Fault {
        model: "g (float[2,4] x, float[2,3] a, float[4,3] b) => (y, z) {
            r = Transpose <perm = [1,0]> (x)
            y = Add (x, a)
            z = MatMul (b, r) }",
        edit: ("float[2,4] x", "float[2,3] x"),
        code: "SH201",
        at: "x",
        help: "declare it as f32[2,3]",
    },
    Fault {
        model: "g (float[3,8] x) => (y, z) { y = ReduceMin <axes = [2]> (x)
            z = Softmax <axis = 2> (x) }",
        edit: ("float[3,8]", "float[1,3,8]"),
        code: "SH201",
        at: "x",
        help: "declare it as f32[?,3,8]",
    },
    // The shape of an input of a wrong type says nothing.
    Fault {
        model: "g (float[3,8] x, float[2] i, float[1,8] a) => (y) { [n] s = Gather (x, i)
            y = Add (s, a) }",
        edit: ("float[2] i", "int64[2] i"),
        code: "TY101",
        at: "n",
        help: "convert the input to an allowed type",
    },
    // The rank of an output of a node that lacks an input is unknown.
    Fault {
        model: "g (float[2,3] x, float[4,2,3] w) => (y) { [n] a = Add (x)
            y = Transpose <perm = [2,1,0]> (a) }",
        edit: ("Add (x)", "Add (x, w)"),
        code: "OP101",
        at: "n",
        help: "add the input `B`",
    },
    // Of two ranks that are equally frequent, the one that has the axis.
    Fault {
        model: "g (float s, float[1] t, float[3] x) => (y) { [n] y = Concat <axis = 0> (s, x) }",
        edit: ("(s, x)", "(t, x)"),
        code: "OP203",
        at: "n",
        help: "reshape one of the inputs",
    },
    Fault {
        model: "g (float[5,2,3] x, float[2,4,3] w, float[2,4,4] r) => (y) {
            [n] y = RNN <direction = \"forward\", hidden_size = 4, activations = [\"Tanh\", \"Tanh\"]> (x, w, r) }",
        edit: ("forward", "bidirectional"),
        code: "OP201",
        at: "n",
        help: "set `direction` to bidirectional",
    },
    Fault {
        model: "g (float[5,2,3] x, float[1,16,3] w, float[1,16,4] r) => (y) {
            [n] y = LSTM <hidden_size = 5> (x, w, r) }",
        edit: ("hidden_size = 5", "hidden_size = 4"),
        code: "OP201",
        at: "n",
        help: "set `hidden_size` to 4",
    },
    // Constants usually come last, but types decide.
    Fault {
        model: "g (int64[3] i) => (y) <float[2] w = {1.0, 2.0}> { [n] y = Gather (i, w) }",
        edit: ("(i, w)", "(w, i)"),
        code: "TY101",
        at: "n",
        help: "swap the inputs `i` and `w`: each fits the position of the other",
    },
    // Readers of a name with two definitions may mean either.
    Fault {
        model: "g (float[2,3] x) => (y) <int64[2] s = {3, 2}> { [m] a = Relu (x)
            [n] a = Identity (s)
            y = Reshape (x, a) }",
        edit: ("[m] a", "[m] b"),
        code: "GR105",
        at: "n",
        help: "rename one of them",
    },
    Fault {
        model: "g (float[2,3] x) => (y) <int64[2] s = {3, 2}> { [m] a = Relu (x)
            [n] a = Identity (s)
            y = Reshape (x, b) }",
        edit: ("[n] a", "[n] b"),
        code: "GR105",
        at: "n",
        help: "rename the output of `n` to `b`, which is read but not defined",
    },
    Fault {
        model: "g (float[2] x) => (y, z) { y = Relu (a)
            z = Abs (a)
            [n] a = Neg (x) }",
        edit: (
            "{ y = Relu (a)
            z = Abs (a)
            [n] a = Neg (x) }",
            "{ [n] a = Neg (x) y = Relu (a) z = Abs (a) }",
        ),
        code: "GR104",
        at: "n",
        help: "move `n` before node #0 (Relu)",
    },
    Fault {
        model: "g (float[2] x) => (y) <int64[3] axes = {1, 1, 1}> { [n] y = Unsqueeze (x, axes) }",
        edit: ("int64[3] axes = {1, 1, 1}", "int64[1] axes = {1}"),
        code: "OP103",
        at: "n",
        help: "remove the elements 1 and 2",
    },
    // What the file records of several values agrees against the declaration.
    Fault {
        model: "g (float16[4] s, int64[1] i, int64[1] j) => (float[1] y, float[1] z) { y = Gather (s, i)
            z = Gather (s, j) }",
        edit: ("float16[4]", "float[4]"),
        code: "TY103",
        at: "s",
        help: "declare it as f32[4]",
    },
    // No reader accepts the value, so one of them stands for all.
    Fault {
        model: "g (float[5] x, float[3] a, float[2] b) => (y, z) { [m] v = ReduceMax <keepdims = 0> (x)
            [n] y = Concat <axis = 0> (a, v)
            [o] z = Concat <axis = 0> (b, v) }",
        edit: ("keepdims = 0", "keepdims = 1"),
        code: "OP203",
        at: "n",
        help: "reshape one of the inputs",
    },
    Fault {
        model: "g (float16[4] x) => (float[2] y, float[2] z) { y, z = Split <axis = 0> (x) }",
        edit: ("float16[4]", "float[4]"),
        code: "TY103",
        at: "x",
        help: "declare it as f32[4]",
    },
    // A name that nothing reads is meant rather than one that differs in a number.
    Fault {
        model: "g (float[2] conv1_out) => (y) { conv2_out_renamed = Relu (conv1_out)
            [n] y = Abs (conv2_out) }",
        edit: ("Abs (conv2_out)", "Abs (conv2_out_renamed)"),
        code: "GR101",
        at: "n",
        help: "did you mean `conv2_out_renamed`?",
    },
];

#[test]
fn a_fault_is_one_error_whose_help_repairs_the_model() {
    for fault in FAULTS {
        let model = read(fault.model);
        let found = errors(&model);
        let [error] = &found[..] else { panic!("{}: {found:#?}", fault.model) };
        assert_eq!((error.rule.code(), &*place(&model, error)), (fault.code, fault.at), "{}", fault.model);
        assert_eq!(error.help, [fault.help], "{}", fault.model);
        let (wrong, right) = fault.edit;
        assert!(fault.model.contains(wrong), "{}", fault.model);
        let repaired = errors(&read(&fault.model.replacen(wrong, right, 1)));
        assert!(repaired.is_empty(), "{}: {repaired:#?}", fault.model);
    }
}

#[test]
fn the_statements_against_an_outlier_are_related_places() {
    let [error] = &errors(&read(FAULTS[0].model))[..] else { panic!("one error") };
    let shown: Vec<&str> = error.related.iter().map(|label| &*label.text).collect();
    assert_eq!(shown, ["[5,3,3,3]", "[1,3,8,8]", "2 numbers", "2 numbers", "4 numbers"]);
}

#[test]
fn faults_with_different_causes_remain_different_errors() {
    // Two inputs are stale, each for one reader.
    let two = "g (float[2,4] x, float[2,3] a, float[5] u, float[6] v) => (y, z) { y = Add (x, a)\nz = Mul (u, v) }";
    assert_eq!(errors(&read(two)).len(), 2);
    // No single edit of the node helps.
    let none = "g (float[2,3] x, float[5,7] w) => (y) { y = MatMul (x, w) }";
    let [error] = &errors(&read(none))[..] else { panic!("one error") };
    assert_eq!(error.help, ["make the inner dimensions equal, for example by transposing one of the two"]);
}

/// An IR with `r = Add(x, a)`, where the attribute of `x`, its port, and the port of the Add state these sizes of axis 1.
fn added([attribute, port, reader]: [u64; 3]) -> Model {
    let dims = |size: u64| format!("<dim>2</dim><dim>{size}</dim>");
    let parameter = |id: u64, name: &str, attribute: u64, port: u64| {
        format!(
            "<layer id=\"{id}\" name=\"{name}\" type=\"Parameter\" version=\"opset1\">\
             <data shape=\"2,{attribute}\" element_type=\"f32\"/>\
             <output><port id=\"0\" precision=\"FP32\">{}</port></output></layer>",
            dims(port)
        )
    };
    let text = format!(
        "<net name=\"m\" version=\"11\"><layers>{}{}\
         <layer id=\"2\" name=\"r\" type=\"Add\" version=\"opset1\"><data auto_broadcast=\"numpy\"/>\
         <input><port id=\"0\" precision=\"FP32\">{}</port><port id=\"1\" precision=\"FP32\">{{2}}</port></input>\
         <output><port id=\"2\" precision=\"FP32\">{{2}}</port></output></layer>\
         <layer id=\"3\" name=\"out\" type=\"Result\" version=\"opset1\">\
         <input><port id=\"0\" precision=\"FP32\">{{2}}</port></input></layer></layers>\
         <edges><edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>\
         <edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"1\"/>\
         <edge from-layer=\"2\" from-port=\"2\" to-layer=\"3\" to-port=\"0\"/></edges></net>",
        parameter(0, "x", attribute, port),
        parameter(1, "a", 3, 3),
        dims(reader),
    );
    let text = text.replace("{2}", &dims(3));
    Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default())
}

#[test]
fn a_stale_parameter_is_one_error_at_the_parameter() {
    for stale in [[4, 4, 3], [4, 3, 3]] {
        let model = added(stale);
        let found = errors(&model);
        let [error] = &found[..] else { panic!("{stale:?}: {found:#?}") };
        assert_eq!((error.rule.code(), &*place(&model, error)), ("SH201", "x"), "{stale:?}");
        assert_eq!(error.help, ["declare it as f32[2,3]"], "{stale:?}");
    }
    assert!(errors(&added([3, 3, 3])).is_empty());
    // Only the port is stale: what reads it agrees with the attribute.
    let found = errors(&added([3, 4, 3]));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].help, ["declare it as f32[2,3]"]);
}

fn codes(model: &Model) -> Vec<String> {
    errors(model).iter().map(|error| format!("{} {}", error.rule.code(), place(model, error))).collect()
}

#[test]
fn a_fault_does_not_hide_an_independent_one() {
    let cases: [(&str, &[&str]); 11] = [
        // The declared output of the faulty node is what the next node is checked against.
        (
            "g (float[2,3] x, float[4,5] w, float[9] v) => (float[2,3] a, y) { [n] a = Add (x, w)
            [m] y = Add (a, v) }",
            &["OP201 n", "OP201 m"],
        ),
        // Axes that are listed twice leave no doubt about the shape, so a wrong declaration behind them is found.
        (
            "g (float[2,3] x) => (float[2,7] y) { [n] r = ReduceMin <axes = [1,1]> (x)
            [m] y = Relu (r) }",
            &["OP103 n", "SH201 m"],
        ),
        // An attribute of a later node has nothing to do with shapes.
        (
            "g (float[2,3] x, float[4,5] w) => (y) { [n] a = Add (x, w)
            [m] y = ReduceMin <keepdims = 2> (a) }",
            &["OP201 n", "OP105 m"],
        ),
        // Sizes are in doubt, but not the rank.
        (
            "g (float[2,3] x, float[4,5] w) => (y) { [n] a = Add (x, w)
            [m] y = Transpose <perm = [0]> (a) }",
            &["OP201 n", "OP105 m"],
        ),
        // A typo is not the name that a value with another's name should have.
        (
            "g (float[2] xyz) => (y, z) { [m] a = Relu (xyz)
            [n] a = Abs (xyz)
            [o] y = Neg (xyy)
            z = Neg (a) }",
            &["GR105 n", "GR101 o"],
        ),
        // Moving `n` would only move the fault.
        (
            "g (float[2] x) => (y, z) { [a] y = Relu (v)
            [b] z = Abs (v)
            [m] u = Neg (x)
            [n] v = Neg (u) }",
            &["GR104 a", "GR104 b"],
        ),
        // Two lists of axes.
        (
            "g (float[2,3] x) => (y, z) { [n] y = ReduceMin <axes = [1,1,1]> (x)
            [m] z = ReduceMin <axes = [0,0]> (x) }",
            &["OP103 n", "OP103 m"],
        ),
        // One reader accepts the value, so each of the others is judged by itself.
        (
            "g (float[5] x, float[3] a, float[2] b) => (y, z, u) { [m] v = ReduceMax <keepdims = 0> (x)
            [n] y = Concat <axis = 0> (a, v)
            [o] z = Concat <axis = 0> (b, v)
            u = Neg (v) }",
            &["OP203 n", "OP203 o"],
        ),
        // Integers where floats are declared lack a conversion each.
        (
            "g (int64[4] x) => (float[4] y, float[4] z) { [n] y = Neg (x)
            [o] z = Abs (x) }",
            &["TY103 n", "TY103 o"],
        ),
        // The number of directions is wrong, but so is a name.
        (
            "g (float[5,2,3] x, float[2,4,3] w, float[2,4,4] r) => (y) {
            [n] y = RNN <direction = \"forward\", hidden_size = 4, activations = [\"Tann\", \"Tanh\"]> (x, w, r) }",
            &["OP201 n", "OP105 n"],
        ),
        // Each call of a function is judged anew.
        (
            "g (float[2,3] x, float[4,5] w) => (y, z) { [a] y = l.f (x, w)
            [b] z = l.f (x, x) }
            <domain: \"l\", opset_import: [\"\" : 17]>
            f (p, q) => (r) { [v] v = Constant <value_floats = [1.0,2.0,3.0,4.0,5.0,6.0,7.0]> ()
            [m] s = Add (p, q)
            [c] r = Add (s, v) }",
            &["OP201 m", "OP201 c"],
        ),
    ];
    for (text, expected) in cases {
        let model = if text.contains("l.f") { read_with_functions(text) } else { read(text) };
        assert_eq!(codes(&model), expected, "{text}");
    }
}

fn read_with_functions(text: &str) -> Model {
    let text = format!("<ir_version: 9, opset_import: [\"\" : 17, \"l\" : 1]>\n{text}");
    Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default())
}

/// An IR with `r = MatMul(x, w)` of shapes that do not match, and an attribute.
fn multiplied(attribute: &str) -> Model {
    let port = |id: u32, dims: &str| format!("<port id=\"{id}\" precision=\"FP32\">{dims}</port>");
    let (x, w) = ("<dim>2</dim><dim>3</dim>", "<dim>4</dim><dim>3</dim>");
    let parameter = |id: u32, name: &str, shape: &str, dims: &str| {
        format!(
            "<layer id=\"{id}\" name=\"{name}\" type=\"Parameter\" version=\"opset1\">\
             <data shape=\"{shape}\" element_type=\"f32\"/><output>{}</output></layer>",
            port(0, dims)
        )
    };
    let text = format!(
        "<net name=\"m\" version=\"11\"><layers>{}{}\
         <layer id=\"2\" name=\"r\" type=\"MatMul\" version=\"opset1\"><data {attribute}=\"false\"/>\
         <input>{}{}</input><output>{}</output></layer>\
         <layer id=\"3\" name=\"out\" type=\"Result\" version=\"opset1\"><input>{}</input></layer></layers>\
         <edges><edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>\
         <edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"1\"/>\
         <edge from-layer=\"2\" from-port=\"2\" to-layer=\"3\" to-port=\"0\"/></edges></net>",
        parameter(0, "x", "2,3", x),
        parameter(1, "w", "4,3", w),
        port(0, x),
        port(1, w),
        port(2, x),
        port(0, x),
    );
    Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default())
}

#[test]
fn an_attribute_that_openvino_ignores_hides_no_error() {
    // One typo away from `transpose_b`: the error about the name covers what follows from it.
    assert_eq!(codes(&multiplied("transposeb")), ["OP104 r"]);
    // Names that are only a warning do not.
    for warning in ["trnspose__b", "alpha"] {
        assert_eq!(codes(&multiplied(warning)), ["OP201 r"], "{warning}");
    }
}

/// An IR with a node that reads two inputs, each with what its ports record.
fn two_inputs(layer: &str, first: &str, second: &str, edges: [u32; 2]) -> Model {
    let port = |id: u32, dims: &str| {
        let dims: String = dims.split(',').map(|dim| format!("<dim>{dim}</dim>")).collect();
        format!("<port id=\"{id}\" precision=\"FP32\">{dims}</port>")
    };
    let parameter = |id: u32, name: &str, shape: &str| {
        format!(
            "<layer id=\"{id}\" name=\"{name}\" type=\"Parameter\" version=\"opset1\">\
             <data shape=\"{shape}\" element_type=\"f32\"/><output>{}</output></layer>",
            port(0, shape)
        )
    };
    let text = format!(
        "<net name=\"m\" version=\"11\"><layers>{}{}\
         <layer id=\"2\" name=\"r\" {layer}<input>{}{}</input><output>{}</output></layer>\
         <layer id=\"3\" name=\"out\" type=\"Result\" version=\"opset1\"><input>{}</input></layer></layers>\
         <edges><edge from-layer=\"{}\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>\
         <edge from-layer=\"{}\" from-port=\"0\" to-layer=\"2\" to-port=\"1\"/>\
         <edge from-layer=\"2\" from-port=\"2\" to-layer=\"3\" to-port=\"0\"/></edges></net>",
        parameter(0, "x", first),
        parameter(1, "w", second),
        port(0, first),
        port(1, second),
        port(2, "3,3"),
        port(0, "3,3"),
        edges[0],
        edges[1],
    );
    Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default())
}

#[test]
fn swapped_edges_are_one_error_even_if_the_layer_is_valid() {
    let layer = "type=\"Add\" version=\"opset1\"><data auto_broadcast=\"numpy\"/>";
    assert!(errors(&two_inputs(layer, "3,3", "3", [0, 1])).is_empty());
    let found = errors(&two_inputs(layer, "3,3", "3", [1, 0]));
    let [error] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(error.rule.code(), "TY104");
    assert_eq!(error.help, ["swap the inputs `w` and `x`: each fits the position of the other"]);
    // One port that records another shape is not a swap.
    assert_eq!(codes(&two_inputs(layer, "3,3", "3", [0, 0])), ["TY104 r"]);
}

#[test]
fn without_an_import_nothing_is_said_of_the_version() {
    let text = "<ir_version: 8, opset_import: []>\ng (float[1,1,2,2] x, float[4] s) => (y) { [n] y = Upsample (x, s) }";
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let found: Vec<&str> =
        errors(&model).iter().map(|error| error.rule.as_static().map_or("", |rule| rule.code())).collect();
    assert_eq!(found, ["FM013"]);
}

#[test]
fn an_operator_in_a_wrong_domain_is_one_error() {
    let text = "<ir_version: 9, opset_import: [\"\" : 17, \"ai.onnx.ml\" : 3]>\n\
                g (float[2,3] x, float[3,4] w) => (y) { [n] y = ai.onnx.ml.MatMul (x, w) }";
    let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let found = errors(&model);
    let [error] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(
        (error.rule.code(), &*error.help[0]),
        ("OP100", "remove the domain: `MatMul` is an operator of `ai.onnx`")
    );
}
