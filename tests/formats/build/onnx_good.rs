//! ONNX files without faults.

use prost::Message;

use super::File;
use super::onnx_build::*;
use crate::onnx_proto::attribute_proto::AttributeType;
use crate::onnx_proto::{
    DeviceConfigurationProto, ModelProto, NodeDeviceConfigurationProto, NodeProto, ShardedDimProto, ShardingSpecProto,
    SimpleShardedDimProto, SparseTensorProto, TensorAnnotation, TensorProto, TrainingInfoProto,
    simple_sharded_dim_proto,
};

pub fn files() -> Vec<File> {
    let file = |name: &str, model: ModelProto| File::new(&format!("onnx/{name}"), model.encode_to_vec(), "");
    vec![
        file("dynamic.onnx", dynamic()),
        file("upsample.onnx", upsample()),
        file("reductions-13.onnx", reductions_13()),
        file("reductions-18.onnx", reductions_18()),
        file("opset-1.onnx", opset_1()),
        file("overridable-axes.onnx", overridable_axes()),
        file("element-types.onnx", element_types()),
        file("typed-fields.onnx", typed_fields()),
        file("sparse.onnx", sparse()),
        file("external.onnx", external_data()),
        File::new("onnx/external.data", external_bytes(), ""),
        file("if.onnx", if_branches()),
        File::new("onnx/text.onnxtxt", TEXT, "note OP116 custom"),
        file("loop.onnx", loop_body()),
        file("scan.onnx", scan_body()),
        file("functions.onnx", functions()),
        File::new("onnx/attributes.onnx", attributes().encode_to_vec(), "note OP116 custom"),
        file("value-types.onnx", value_types()),
        file("training.onnx", training()),
        file("metadata.onnx", metadata()),
        file("multi-device.onnx", multi_device()),
    ]
}

/// Symbols through a shape computed in the graph, and axes known only when it runs.
fn dynamic() -> ModelProto {
    let nodes = vec![
        node("spatial: least = ReduceMin(image, hw)").with(int("keepdims", 0)),
        node("sizes: sizes = Shape(image)"),
        node("smallest: smallest = ReduceMin(sizes, first)"),
        node("rest: rest = Constant()").with(ints("value_ints", &[-1])),
        node("target: target = Concat(smallest, rest)").with(int("axis", 0)),
        node("rows: rows = Reshape(image, target)"),
        node("later: later = ReduceMin(image, axes)"),
    ];
    let constants = vec![raw_ints("int64[2] hw", &[2, 3]), raw_ints("int64[1] first", &[0])];
    let outputs = "float[N,3] least; float[?,?] rows; float[?,?,?,?] later";
    model(8, 18, graph("dynamic", "float[N,3,H,W] image; int64[2] axes", outputs, constants, nodes))
}

/// Sizes computed in floats, as PyTorch exports an interpolation: twice the height, half the width.
fn upsample() -> ModelProto {
    let nodes = vec![
        node("sizes: sizes = Shape(image)"),
        node("spatial: spatial = Gather(sizes, hw)"),
        node("wide: wide = Cast(spatial)").with(int("to", 1)),
        node("scaled: scaled = Mul(wide, scales)"),
        node("whole: whole = Floor(scaled)"),
        node("target: target = Cast(whole)").with(int("to", 7)),
        node("front: front = Gather(sizes, nc)"),
        node("all: all = Concat(front, target)").with(int("axis", 0)),
        node("resized: resized = Resize(image, , , all)"),
        node("flat: flat = Constant()").with(ints("value_ints", &[-1])),
        node("row: row = Concat(target, flat)").with(int("axis", 0)),
        node("rows: rows = Reshape(resized, row)"),
    ];
    let constants = vec![
        raw_ints("int64[2] nc", &[0, 1]),
        raw_ints("int64[2] hw", &[2, 3]),
        raw_floats("float[2] scales", &[2.0, 0.5]),
    ];
    let outputs = "float[?,3,?,?] resized; float[?,?,?] rows";
    model(8, 18, graph("upsample", "float[N,3,H,W] image", outputs, constants, nodes))
}

/// Axes as an attribute: every reduction in the last version that has it so.
fn reductions_13() -> ModelProto {
    let ops = ["Min", "Max", "Mean", "Prod", "L1", "L2", "LogSum", "LogSumExp", "SumSquare"];
    let mut nodes: Vec<_> = ops
        .iter()
        .map(|op| {
            let text = format!("{op}: y{op} = Reduce{op}(x)");
            node(&text).with(ints("axes", &[-1, 0])).with(int("keepdims", 0))
        })
        .collect();
    nodes.push(node("Sum: ySum = ReduceSum(x, axes)").with(int("keepdims", 1)));
    nodes.push(node("all: yAll = ReduceMin(x)"));
    let outputs: Vec<String> = ops.iter().map(|op| format!("float[3] y{op}")).collect();
    let outputs = format!("{}; float[1,3,1] ySum; float[1,1,1] yAll", outputs.join("; "));
    let axes = raw_ints("int64[2] axes", &[0, 2]);
    model(7, 13, graph("reductions", "float[2,3,4] x", &outputs, vec![axes], nodes))
}

/// Axes as an input: constant, empty with each meaning, left out, and given by the caller.
fn reductions_18() -> ModelProto {
    let nodes = vec![
        node("constant: a = ReduceMin(x, last)").with(int("keepdims", 0)),
        node("empty: b = ReduceMin(x, none)"),
        node("nothing: c = ReduceMin(x, none)").with(int("noop_with_empty_axes", 1)),
        node("absent: d = ReduceMin(x, )").with(int("keepdims", 0)),
        node("runtime: e = ReduceMax(x, given)").with(int("keepdims", 1)),
        node("dropped: f = ReduceMin(x, given)").with(int("keepdims", 0)),
        node("small: g = ReduceMin(flags, last)"),
    ];
    let constants = vec![raw_ints("int64[1] last", &[-1]), raw_ints("int64[0] none", &[])];
    let inputs = "float[2,N,4] x; bool[5,4] flags; int64[1] given";
    let outputs = "float[2,N] a; float[1,1,1] b; float[2,N,4] c; float[] d; float[?,?,?] e; float[?,?] f; bool[5,1] g";
    model(9, 20, graph("reductions", inputs, outputs, constants, nodes))
}

/// The oldest form: every initializer is an input as well.
fn opset_1() -> ModelProto {
    let nodes = vec![
        node("sum: s = Add(x, w)").with(int("broadcast", 1)),
        node("min: y = ReduceMin(s)").with(ints("axes", &[1])).with(int("keepdims", 1)),
    ];
    let weights = TensorProto { float_data: vec![0.5, 1.5, 2.5], ..tensor("float[3] w") };
    model(3, 1, graph("oldest", "float[2,3] x; float[3] w", "float[2,1] y", vec![weights], nodes))
}

/// An initializer that a caller may override is not a constant.
fn overridable_axes() -> ModelProto {
    let nodes = vec![node("min: y = ReduceMin(x, axes)")];
    let axes = raw_ints("int64[1] axes", &[1]);
    model(8, 18, graph("overridable", "float[2,3,4] x; int64[1] axes", "float[?,?,?] y", vec![axes], nodes))
}

/// Three elements of a type as raw bytes; strings have none.
fn three(name: &str) -> Option<Vec<u8>> {
    let bits = match name {
        "undefined" | "string" => return None,
        "complex128" => 128,
        "double" | "int64" | "uint64" | "complex64" => 64,
        "float" | "int32" | "uint32" => 32,
        "float16" | "bfloat16" | "int16" | "uint16" => 16,
        "uint4" | "int4" | "float4e2m1" => 4,
        "uint2" | "int2" => 2,
        "float6e2m3" | "float6e3m2" => 6,
        _ => 8,
    };
    let len = (3 * bits as usize).div_ceil(8);
    // Ones at the start of each element of whole bytes, so that booleans stay booleans.
    Some((0..len).map(|i| u8::from(bits < 8 || i % (bits / 8) as usize == 0)).collect())
}

/// A node that reads the tensor of a type: `Shape` allows all but the newest.
fn reader(name: &str) -> NodeProto {
    match name.starts_with("float6") {
        true => node(&format!("{name}: {name}_y = Cast({name}_w)")).with(int("to", 1)),
        false => node(&format!("{name}: {name}_y = Shape({name}_w)")),
    }
}

fn output(name: &str) -> String {
    let ty = if name.starts_with("float6") { "float[3]" } else { "int64[1]" };
    format!("{ty} {name}_y")
}

/// An initializer of every element type that raw bytes can represent.
fn element_types() -> ModelProto {
    let mut constants = Vec::new();
    let (mut nodes, mut outputs) = (Vec::new(), Vec::new());
    for name in ELEMENTS {
        let Some(data) = three(name) else { continue };
        constants.push(raw(&format!("{name}[3] {name}_w"), &data));
        nodes.push(reader(name));
        outputs.push(output(name));
    }
    model(14, 28, graph("element_types", "", &outputs.join("; "), constants, nodes))
}

/// An initializer of every element type, each in the typed field that the specification names for it.
fn typed_fields() -> ModelProto {
    let mut constants = Vec::new();
    let (mut nodes, mut outputs) = (Vec::new(), Vec::new());
    for name in &ELEMENTS[1..] {
        let empty = tensor(&format!("{name}[3] {name}_w"));
        constants.push(match *name {
            "float" => TensorProto { float_data: vec![1.0, -2.0, 0.5], ..empty },
            "complex64" => TensorProto { float_data: vec![1.0, 0.0, 2.0, 0.0, 3.0, 0.0], ..empty },
            "double" => TensorProto { double_data: vec![1.0, -2.0, 0.5], ..empty },
            "complex128" => TensorProto { double_data: vec![1.0, 0.0, 2.0, 0.0, 3.0, 0.0], ..empty },
            "int64" => TensorProto { int64_data: vec![1, -2, 3], ..empty },
            "uint32" | "uint64" => TensorProto { uint64_data: vec![1, 2, 3], ..empty },
            "string" => TensorProto { string_data: ["a", "", "é"].map(|s| bytes(s.as_bytes())).to_vec(), ..empty },
            "int4" | "uint4" | "float4e2m1" => TensorProto { int32_data: vec![0x21, 0x03], ..empty },
            "int2" | "uint2" => TensorProto { int32_data: vec![0b01_00_01], ..empty },
            _ => TensorProto { int32_data: vec![1, 0, 1], ..empty },
        });
        nodes.push(reader(name));
        outputs.push(output(name));
    }
    model(14, 28, graph("typed_fields", "", &outputs.join("; "), constants, nodes))
}

/// Sparse tensors as initializer and as constant, with linear indices and with coordinates.
fn sparse() -> ModelProto {
    let linear = SparseTensorProto {
        values: Some(raw_floats("float[2] sparse_w", &[1.0, 2.0])),
        indices: Some(raw_ints("int64[2]", &[1, 5])),
        dims: vec![2, 3],
    };
    let coordinates = SparseTensorProto {
        values: Some(raw_floats("float[2]", &[1.0, 2.0])),
        indices: Some(raw_ints("int64[2,2]", &[0, 1, 1, 2])),
        dims: vec![2, 3],
    };
    let nodes = vec![
        node("constant: c = Constant()").with(sparse_attribute("sparse_value", coordinates)),
        node("sum: s = Add(x, c)"),
        node("min: y = ReduceMin(s, axes)"),
    ];
    let mut graph = graph("sparse", "float[2,3] x", "float[2,1] y", vec![raw_ints("int64[1] axes", &[1])], nodes);
    graph.sparse_initializer = vec![linear];
    graph.node.insert(0, node("weighted: w = Identity(sparse_w)"));
    graph.output.extend(values("float[2,3] w"));
    model(8, 18, graph)
}

fn external_bytes() -> Vec<u8> {
    let weights = [1f32, 2.0, 3.0, 4.0].iter().flat_map(|v| v.to_le_bytes());
    weights.chain([1i64].iter().flat_map(|v| v.to_le_bytes())).collect()
}

/// Weights and axes in a file next to the model.
fn external_data() -> ModelProto {
    let constants =
        vec![external("float[4] w", "external.data", 0, 16), external("int64[1] axes", "external.data", 16, 8)];
    let nodes = vec![node("sum: s = Add(x, w)"), node("min: y = ReduceMin(s, axes)").with(int("keepdims", 0))];
    model(8, 18, graph("external", "float[3,4] x", "float[3] y", constants, nodes))
}

/// Branches that read values around them and agree on a rank only.
fn if_branches() -> ModelProto {
    let then_branch = graph("small", "", "float[?,?] t", vec![], vec![node("t_min: t = ReduceMin(x, last)")]);
    let nodes = vec![node("e_slice: e = Identity(x)")];
    let else_branch = graph("whole", "", "float[?,?] e", vec![], nodes);
    let nodes = vec![
        node("choose: y = If(flag)").with(body("then_branch", then_branch)).with(body("else_branch", else_branch)),
    ];
    let axes = raw_ints("int64[1] last", &[-1]);
    model(8, 18, graph("branches", "bool[] flag; float[2,8] x", "float[2,?] y", vec![axes], nodes))
}

/// A loop that carries a tensor, scans another, and reduces in its body.
fn loop_body() -> ModelProto {
    let inner = graph(
        "step",
        "int64[] i; bool[] go; float[3] carried",
        "bool[] again; float[3] next; float[1] part",
        vec![raw_ints("int64[1] axis", &[0])],
        vec![
            node("again: again = Identity(go)"),
            node("next: next = Add(carried, x)"),
            node("part: part = ReduceMin(next, axis)"),
        ],
    );
    let nodes = vec![node("repeat: last, parts = Loop(trip, , start)").with(body("body", inner))];
    let inputs = "int64[] trip; float[3] start; float[3] x";
    model(8, 18, graph("looping", inputs, "float[3] last; float[?,1] parts", vec![], nodes))
}

/// A scan over the rows of a matrix.
fn scan_body() -> ModelProto {
    let inner = graph(
        "row",
        "float[1] least; float[4] row",
        "float[1] lesser; float[1] seen",
        vec![raw_ints("int64[1] axis", &[0])],
        vec![
            node("row_min: m = ReduceMin(row, axis)"),
            node("lesser: lesser = Min(least, m)"),
            node("seen: seen = Identity(lesser)"),
        ],
    );
    let nodes =
        vec![node("rows: last, all = Scan(first, x)").with(body("body", inner)).with(int("num_scan_inputs", 1))];
    model(8, 18, graph("scanning", "float[1] first; float[5,4] x", "float[1] last; float[5,1] all", vec![], nodes))
}

/// Two functions of one name, attribute parameters with and without a default, one function calling another.
fn functions() -> ModelProto {
    let keep = || reference("keepdims", AttributeType::Int, "keep");
    let mut small =
        function("local.Least", "x, axes", "y", 18, vec![node("inner: y = ReduceMin(x, axes)").with(keep())]);
    small.attribute = vec!["keep".to_owned()];
    let mut of_all = function("local.Least", "x", "y", 18, vec![node("inner: y = ReduceMin(x)").with(keep())]);
    of_all.overload = Some("all".to_owned());
    of_all.attribute_proto = vec![int("keep", 0)];
    let mut twice = function(
        "local.Twice",
        "x, axes",
        "y",
        18,
        vec![
            node("first: t = local.Least(x, axes)").with(int("keep", 1)),
            node("second: y = local.Least(t, axes)").with(int("keep", 0)),
        ],
    );
    twice.opset_import.push(opset("local", 1));
    let mut all = node("all: c = local.Least(x)");
    all.overload = Some("all".to_owned());
    let nodes = vec![
        node("call: a = local.Least(x, axes)").with(int("keep", 0)),
        node("nested: b = local.Twice(x, axes)"),
        all,
    ];
    let axes = raw_ints("int64[1] axes", &[1]);
    let graph = graph("calls", "float[N,3] x", "float[N] a; float[N] b; float[] c", vec![axes], nodes);
    let mut model = model(10, 18, graph);
    model.opset_import.push(opset("local", 1));
    model.functions = vec![small, of_all, twice];
    model
}

/// An attribute of every type, on an operator of an unknown domain.
fn attributes() -> ModelProto {
    let inner = || graph("inner", "", "float[1] one", vec![raw_floats("float[1] one", &[1.0])], vec![]);
    let sparse = || SparseTensorProto {
        values: Some(raw_floats("float[1]", &[1.0])),
        indices: Some(raw_ints("int64[1]", &[2])),
        dims: vec![4],
    };
    let custom = node("custom: y = example.Everything(x)")
        .with(float("float", 0.5))
        .with(int("int", -7))
        .with(string("string", "text with \"quotes\", é and \n"))
        .with(tensor_attribute("tensor", raw_ints("int64[2] t", &[1, 2])))
        .with(body("graph", inner()))
        .with(floats("floats", &[1.0, -0.0, f32::INFINITY]))
        .with(ints("ints", &[i64::MIN, 0, i64::MAX]))
        .with(strings("strings", &["a", ""]))
        .with(tensors_attribute("tensors", vec![raw_floats("float[] s", &[2.5])]))
        .with(bodies("graphs", vec![inner(), inner()]))
        .with(sparse_attribute("sparse_tensor", sparse()))
        .with(sparse_list_attribute("sparse_tensors", vec![sparse()]))
        .with(type_attribute("type_proto", "float[N,3]"))
        .with(types_attribute("type_protos", &["seq(float[2])", "map(int64,string)"]))
        .with(ints("empty", &[]));
    let mut model = model(8, 18, graph("attributes", "float[2] x", "float[2] y", vec![], vec![custom]));
    model.opset_import.push(opset("example", 3));
    model
}

/// Values that are no dense tensors.
fn value_types() -> ModelProto {
    let nodes = vec![
        node("pair: both = SequenceConstruct(x, x)"),
        node("count: n = SequenceLength(both)"),
        node("maybe: some = Optional(x)"),
        node("there: is = OptionalHasElement(some)"),
    ];
    let inputs = "float[2,N] x; map(int64,float[]) table; sparse(float[4,4]) grid; optional(seq(float[2])) given";
    let outputs = "seq(float[2,N]) both; int64[] n; optional(float[2,N]) some; bool[] is";
    model(8, 18, graph("value_types", inputs, outputs, vec![], nodes))
}

/// Training information: a graph that sets weights and one that steps them.
fn training() -> ModelProto {
    let weights = raw_floats("float[3] w", &[1.0, 2.0, 3.0]);
    let nodes = vec![node("sum: s = Add(x, w)"), node("min: y = ReduceMin(s)").with(int("keepdims", 0))];
    let mut model = model(8, 18, graph("training", "float[3] x", "float[] y", vec![weights], nodes));
    let zeros = node("zeros: w0 = Constant()").with(floats("value_floats", &[0.0, 0.0, 0.0]));
    let step = graph("step", "float[3] gradient", "float[3] w1", vec![], vec![node("step: w1 = Sub(w, gradient)")]);
    model.training_info = vec![TrainingInfoProto {
        initialization: Some(graph("start", "", "float[3] w0", vec![], vec![zeros])),
        algorithm: Some(step),
        initialization_binding: vec![entry("w", "w0")],
        update_binding: vec![entry("w", "w1")],
    }];
    model
}

/// All metadata and annotations that do not change a model.
fn metadata() -> ModelProto {
    let mut reduce = node("min: y = ReduceMin(x, axes)");
    reduce.doc_string = Some("the least of each row".to_owned());
    reduce.metadata_props = vec![entry("pass", "1")];
    let constants =
        vec![raw_ints("int64[1] axes", &[1]), raw_floats("float[] x_scale", &[0.5]), raw("int8[] x_zero", &[0])];
    let mut graph = graph("metadata", "float[2,3] x", "float[2,1] y", constants, vec![reduce]);
    graph.doc_string = Some("a graph".to_owned());
    graph.metadata_props = vec![entry("graph", "yes")];
    graph.input[0].doc_string = Some("rows".to_owned());
    graph.input[0].metadata_props = vec![entry("layout", "NC")];
    graph.initializer[0].doc_string = Some("one axis".to_owned());
    graph.quantization_annotation = vec![TensorAnnotation {
        tensor_name: Some("x".to_owned()),
        quant_parameter_tensor_names: vec![entry("SCALE_TENSOR", "x_scale"), entry("ZERO_POINT_TENSOR", "x_zero")],
    }];
    let mut model = model(10, 18, graph);
    model.producer_version = Some("1".to_owned());
    model.domain = Some("example.test".to_owned());
    model.model_version = Some(4);
    model.doc_string = Some("a model\nof two lines".to_owned());
    model.metadata_props = vec![entry("licence", "MIT OR Apache-2.0"), entry("empty", "")];
    model
}

/// A node split over two devices.
fn multi_device() -> ModelProto {
    let shard = SimpleShardedDimProto { num_shards: Some(2), dim: Some(simple_sharded_dim_proto::Dim::DimValue(4)) };
    let spec = ShardingSpecProto {
        tensor_name: Some("x".to_owned()),
        device: vec![0, 1],
        index_to_device_group_map: vec![],
        sharded_dim: vec![ShardedDimProto { axis: Some(0), simple_sharding: vec![shard] }],
    };
    let mut reduce = node("min: y = ReduceMin(x, axes)");
    reduce.device_configurations = vec![NodeDeviceConfigurationProto {
        configuration_id: Some("pair".to_owned()),
        sharding_spec: vec![spec],
        pipeline_stage: Some(0),
    }];
    let axes = raw_ints("int64[1] axes", &[1]);
    let mut model = model(11, 18, graph("devices", "float[4,3] x", "float[4,1] y", vec![axes], vec![reduce]));
    model.configuration = vec![DeviceConfigurationProto {
        name: Some("pair".to_owned()),
        num_devices: Some(2),
        device: vec!["a".to_owned(), "b".to_owned()],
    }];
    model
}

/// ONNX text with every construct that the syntax has.
const TEXT: &str = r#"<ir_version: 10, opset_import: ["" : 18, "local" : 1, "other" : 2], producer_name: "p", metadata_props: ["k" : "v"]>
main (float[N,3] x, bool c) => (float[N] y, float[N,1] z, float[3] s, float[2] u)
  <int64[1] axes = {1}, float[3] w = {1.5, -2, 3e1}, float[N,1] t> {
  # a comment
  [min] y = ReduceMin <keepdims: int = 0> (x, axes)
  [choose] t = If (c) <then_branch = then () => (float[N,1] a) { a = local.Least <keep = 1> (x, axes) },
                       else_branch = other () => (float[N,1] b) { b = ReduceMin (x, axes) }>
  z = Relu (t)
  s = Neg (w)
  [custom] u = other.Custom <f = 0.5, i = -7, s = "a \"b\"", fs = [1.0, 2.5], is = [1, 2], ss = ["a", "b"],
                             t = int8[2] {1, 2}, ty: type_proto = seq(float[2])> ()
}
<domain: "local", opset_import: ["" : 18]>
Least <keep, other: int = 3> (x, axes) => (y) {
  y = ReduceMin <keepdims: int = @keep> (x, axes)
}
"#;
