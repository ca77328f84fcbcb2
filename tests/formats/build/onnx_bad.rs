//! ONNX files with faults, and their expected findings.

use prost::Message;

use super::File;
use super::onnx_build::*;
use crate::onnx_proto::{ModelProto, TensorProto};

pub fn files() -> Vec<File> {
    let file = |name: &str, model: ModelProto, findings: &str| {
        File::new(&format!("onnx/{name}"), model.encode_to_vec(), findings)
    };
    vec![
        file("detector.onnx", detector(), "error OP102 rmin_scores\nerror OP103 rmin_boxes"),
        file(
            "bad-attributes.onnx",
            bad_attributes(),
            "error OP104 misspelt\nerror OP105 keep_two\nerror OP104 axes_attribute\nerror OP110 float_flag\n\
             error OP111 written_twice\nerror OP105 noop_two",
        ),
        file(
            "bad-types.onnx",
            bad_types(),
            "error TY101 short\nerror OP106 narrow_axes\nerror OP107 square_axes\nerror OP107 scalar_axes\n\
             error OP108 many_axes",
        ),
        file(
            "bad-structure.onnx",
            bad_structure(),
            "error GR101 misnamed\nerror GR105 second\nerror GR102 round\nerror GR104 early\nwarning GR103 same\n\
             error GR107 -",
        ),
        file(
            "bad-declarations.onnx",
            bad_declarations(),
            "error SH201 wrong_size\nerror SH201 wrong_rank\nerror TY103 wrong_type\nerror SH202 seven",
        ),
        file(
            "bad-tensors.onnx",
            bad_tensors(),
            "error TN104 -\nerror TN104 -\nerror TN103 -\nerror TN101 -\nerror TN105 -\nerror TN102 -",
        ),
        file("bad-opsets.onnx", bad_opsets(), "error FM014 -"),
        file("missing-data.onnx", missing_data(), "warning FM004 -"),
        file("outside-data.onnx", outside_data(), "error FM006 -"),
        file("unused.onnx", unused(), "note GR109 nobody\nnote GR110 -\nnote GR111 -"),
        file("reduce-empty.onnx", reduce_empty(), "warning SH301 min"),
        File::new("onnx/cut.onnx", cut(), "error FM002 -"),
        File::new("onnx/trailing.onnx", trailing(), "warning FM009 -"),
    ]
}

/// The head of a detector: least score and least corner over the wrong axes.
fn detector() -> ModelProto {
    let nodes = vec![
        node("relu: r = Relu(x)"),
        node("rmin_scores: scores = ReduceMin(r, score_axes)").with(int("keepdims", 1)),
        node("rmin_boxes: boxes = ReduceMin(r, box_axes)").with(int("keepdims", 0)),
        node("sum: y = Add(boxes, bias)"),
    ];
    let constants = vec![
        raw_ints("int64[2] score_axes", &[1, 4]),
        raw_ints("int64[2] box_axes", &[2, -2]),
        raw_floats("float[1] bias", &[0.25]),
    ];
    let outputs = "float[N,1,20,20] scores; float[N,4,20] y";
    model(8, 18, graph("detector", "float[N,4,20,20] x", outputs, constants, nodes))
}

/// Attributes of `ReduceMin` with one fault each.
fn bad_attributes() -> ModelProto {
    let reduce = |name: &str| node(&format!("{name}: y_{name} = ReduceMin(x, axes)"));
    let nodes = vec![
        reduce("misspelt").with(int("keep_dims", 1)),
        reduce("keep_two").with(int("keepdims", 2)),
        reduce("axes_attribute").with(ints("axes", &[1])),
        reduce("float_flag").with(float("keepdims", 1.0)),
        reduce("written_twice").with(int("keepdims", 1)).with(int("keepdims", 1)),
        reduce("noop_two").with(int("noop_with_empty_axes", 2)),
    ];
    let outputs: Vec<String> = nodes.iter().map(|n| format!("float[?,?] {}", n.output[0])).collect();
    let axes = raw_ints("int64[1] axes", &[1]);
    model(8, 18, graph("attributes", "float[2,3] x", &outputs.join("; "), vec![axes], nodes))
}

/// Inputs of `ReduceMin` with one fault each.
fn bad_types() -> ModelProto {
    let nodes = vec![
        node("short: a = ReduceMin(i16, axes)"),
        node("narrow_axes: b = ReduceMin(x, axes32)"),
        node("square_axes: c = ReduceMin(x, axes2d)"),
        node("scalar_axes: d = ReduceMin(x, axis)"),
        node("many_axes: e = ReduceMin(x, given)"),
    ];
    let constants = vec![
        raw_ints("int64[1] axes", &[1]),
        raw("int32[1] axes32", &1i32.to_le_bytes()),
        raw_ints("int64[1,1] axes2d", &[1]),
        raw_ints("int64[] axis", &[1]),
    ];
    let outputs = "int16[2,1] a; float[2,?] b; float[?,?] c; float[?,?] d; float[?,?] e";
    model(8, 18, graph("types", "float[2,3] x; int16[2,3] i16; int64[3] given", outputs, constants, nodes))
}

/// A graph whose wires are wrong.
fn bad_structure() -> ModelProto {
    let nodes = vec![
        node("misnamed: a = ReduceMin(xx)"),
        node("first: b = Relu(x)"),
        node("second: b = Neg(x)"),
        node("round: c = Add(x, d)"),
        node("about: d = Relu(c)"),
        node("early: e = Relu(late)"),
        node("behind: late = Relu(x)"),
        node("same: f = Relu(x)"),
        node("same: g = Relu(x)"),
    ];
    let outputs = "float[?] a; float[2] b; float[2] c; float[2] e; float[2] f; float[2] g; float[2] nowhere";
    model(8, 18, graph("structure", "float[2] x", outputs, vec![], nodes))
}

/// Declarations that inference contradicts.
fn bad_declarations() -> ModelProto {
    let nodes = vec![
        node("wrong_size: a = ReduceMin(x, axes)"),
        node("wrong_rank: b = ReduceMin(x, axes)").with(int("keepdims", 0)),
        node("wrong_type: c = ReduceMin(x, axes)"),
        // `N` is 5 here and 7 there.
        node("five: d = Identity(w)"),
        node("seven: e = Identity(v)"),
    ];
    let constants =
        vec![raw_ints("int64[1] axes", &[1]), raw_floats("float[5] w", &[1.0; 5]), raw_floats("float[7] v", &[1.0; 7])];
    let outputs = "float[2,3] a; float[2,1] b; int64[2,1] c; float[N] d; float[N] e";
    model(8, 18, graph("declarations", "float[2,6] x", outputs, constants, nodes))
}

/// Initializers whose data contradicts their type or dims.
fn bad_tensors() -> ModelProto {
    let constants = vec![
        raw("float[2] short_raw", &[0; 7]),
        raw("float[2] long_raw", &[0; 12]),
        TensorProto { float_data: vec![1.0, 2.0], ..tensor("int64[2] wrong_field") },
        TensorProto { dims: vec![-1], ..raw("float[1] negative", &[0; 4]) },
        TensorProto { int32_data: vec![300], ..tensor("int8[1] too_large") },
        TensorProto { data_type: Some(99), ..raw("float[1] unknown_type", &[0; 4]) },
    ];
    let names: Vec<String> = constants.iter().map(|t| t.name().to_owned()).collect();
    let nodes = names.iter().map(|n| node(&format!("{n}_shape: {n}_y = Shape({n})"))).collect();
    let outputs: Vec<String> = names.iter().map(|n| format!("int64[1] {n}_y")).collect();
    model(8, 18, graph("tensors", "", &outputs.join("; "), constants, nodes))
}

/// One operator set, twice in two versions.
fn bad_opsets() -> ModelProto {
    let nodes = vec![node("min: y = ReduceMin(x)")];
    let mut model = model(8, 13, graph("opsets", "float[2,3] x", "float[1,1] y", vec![], nodes));
    model.opset_import.push(opset("ai.onnx", 18));
    model
}

fn with_external_axes(location: &str) -> ModelProto {
    let axes = external("int64[1] axes", location, 0, 8);
    let nodes = vec![node("min: y = ReduceMin(x, axes)")];
    model(8, 18, graph("external", "float[2,3] x", "float[?,?] y", vec![axes], nodes))
}

/// The file with the axes is missing: the inferred shape is imprecise but sound.
fn missing_data() -> ModelProto {
    with_external_axes("nowhere.data")
}

/// The file with the axes lies outside the model's folder.
fn outside_data() -> ModelProto {
    with_external_axes("../../Cargo.toml")
}

/// A node, an initializer and a declaration that nothing needs.
fn unused() -> ModelProto {
    let nodes = vec![node("min: y = ReduceMin(x)"), node("nobody: z = ReduceMin(x)")];
    let mut model =
        model(8, 18, graph("unused", "float[2] x", "float[1] y", vec![raw_floats("float[1] w", &[1.0])], nodes));
    model.graph.as_mut().expect("a graph").value_info = values("float[3] nowhere");
    model
}

/// The minimum over no elements.
fn reduce_empty() -> ModelProto {
    let nodes = vec![node("min: y = ReduceMin(x, axes)")];
    let axes = raw_ints("int64[1] axes", &[1]);
    model(8, 18, graph("empty", "float[2,0] x", "float[2,1] y", vec![axes], nodes))
}

/// A file that ends in the middle of its graph.
fn cut() -> Vec<u8> {
    let mut bytes = detector().encode_to_vec();
    bytes.truncate(bytes.len() * 2 / 3);
    bytes
}

/// A model with trailing bytes.
fn trailing() -> Vec<u8> {
    let mut bytes = reduce_small().encode_to_vec();
    bytes.extend(b"\0\0\0\0");
    bytes
}

fn reduce_small() -> ModelProto {
    let nodes = vec![node("min: y = ReduceMin(x)")];
    model(8, 18, graph("small", "float[2] x", "float[1] y", vec![], nodes))
}
