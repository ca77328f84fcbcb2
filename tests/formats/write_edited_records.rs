//! What becomes of each kind of record when something around it or in it is edited, in both forms of ONNX.

use std::collections::BTreeMap;
use std::sync::Arc;

use prost::Message as _;
use shapewright::graph::{
    At, AttributeType, AttributeValue, Format, GraphId, Model, NewNode, NodeId, Operand, SparseTensor, ValueId,
};
use shapewright::write::{ExternalDataPolicy, WriteError, write};
use shapewright::{Dim, ElementType, ReadOptions, Shape, Source, Tensor, TensorType, ValueType};

use crate::build::onnx_build as b;
use crate::onnx_proto::{self as proto, ModelProto};
use crate::random_edits::read;
use crate::write_edited::{check, written};
use crate::write_onnx::everywhere;

fn parse(bytes: &[u8]) -> Model {
    Model::read(Source::from_bytes("m", bytes.to_vec()), &ReadOptions::default())
}

fn of(model: &ModelProto) -> Model {
    let read = Model::from_onnx(Source::from_bytes("m.onnx", model.encode_to_vec()), &ReadOptions::default());
    assert_eq!(read.findings().iter().map(|f| f.message.as_str()).collect::<Vec<_>>(), [""; 0]);
    read
}

fn decoded(model: &Model) -> ModelProto {
    ModelProto::decode(&*written(model)).expect("a model")
}

fn value(model: &Model, name: &str) -> ValueId {
    let mut values = model.graphs().flat_map(|g| model.values_of(g)).collect::<Vec<_>>().into_iter();
    values.find(|&v| model.value_name(v) == name).unwrap_or_else(|| panic!("no value `{name}`"))
}

fn node(model: &Model, name: &str) -> NodeId {
    let mut nodes = model.graphs().flat_map(|g| model.nodes_of(g)).collect::<Vec<_>>().into_iter();
    nodes.find(|&n| model.name(model.node(n).name) == name).unwrap_or_else(|| panic!("no node `{name}`"))
}

fn main(model: &Model) -> GraphId {
    model.main_graph().expect("a main graph")
}

fn ty(text: &str) -> ValueType {
    text.parse().expect("a type")
}

/// The one difference between two models; `change` makes it in the first one.
fn assert_only(before: &ModelProto, after: &ModelProto, change: impl FnOnce(&mut ModelProto)) {
    let mut expected = before.clone();
    change(&mut expected);
    assert_eq!(&expected, after);
}

fn graph_of(model: &mut ModelProto) -> &mut proto::GraphProto {
    model.graph.as_mut().expect("a graph")
}

/// A model in which every kind of record names `x` or `w`.
fn annotated() -> ModelProto {
    let mut first = b::node("first: t = Mul(x, w)").with(b::int("unknown", 7));
    first.doc_string = Some("why".to_owned());
    first.metadata_props = vec![b::entry("origin", "layer 1")];
    let mut graph = b::graph(
        "g",
        "float[N] x",
        "float[N] y",
        vec![b::raw_floats("float[1] w", &[2.0])],
        vec![first, b::node("last: y = Relu(t)")],
    );
    graph.value_info = b::values("float[N] t");
    graph.value_info[0].doc_string = Some("inner".to_owned());
    graph.input[0].doc_string = Some("input".to_owned());
    graph.output[0].doc_string = Some("output".to_owned());
    let parameters = vec![b::entry("SCALE_TENSOR", "w"), b::entry("ZERO_POINT_TENSOR", "w")];
    graph.quantization_annotation =
        vec![proto::TensorAnnotation { tensor_name: Some("t".to_owned()), quant_parameter_tensor_names: parameters }];
    b::model(9, 18, graph)
}

#[test]
fn renamed_values_are_renamed_everywhere() {
    let before = annotated();
    let mut model = of(&before);
    for (old, new) in [("x", "data"), ("w", "weights"), ("t", "product"), ("y", "result")] {
        let value = value(&model, old);
        model.rename_value(value, new).expect("a new name");
    }
    let after = decoded(&model);
    assert_only(&before, &after, |model| {
        let graph = graph_of(model);
        graph.input[0].name = Some("data".to_owned());
        graph.output[0].name = Some("result".to_owned());
        graph.initializer[0].name = Some("weights".to_owned());
        graph.value_info[0].name = Some("product".to_owned());
        graph.node[0].input = vec!["data".to_owned(), "weights".to_owned()];
        graph.node[0].output = vec!["product".to_owned()];
        graph.node[1].input = vec!["product".to_owned()];
        graph.node[1].output = vec!["result".to_owned()];
        let annotation = &mut graph.quantization_annotation[0];
        annotation.tensor_name = Some("product".to_owned());
        annotation.quant_parameter_tensor_names[0].value = Some("weights".to_owned());
        annotation.quant_parameter_tensor_names[1].value = Some("weights".to_owned());
    });
}

#[test]
fn what_names_a_removed_value_goes_with_it() {
    let before = annotated();
    let mut model = of(&before);
    let (first, last) = (node(&model, "first"), node(&model, "last"));
    let (x, w) = (value(&model, "x"), value(&model, "w"));
    model.set_input(last, 0, x).expect("x is available");
    model.remove(first).expect("nothing reads it");
    model.remove_constant(w).expect("nothing reads it");
    assert_only(&before, &decoded(&model), |model| {
        let graph = graph_of(model);
        graph.node.remove(0);
        graph.node[0].input = vec!["x".to_owned()];
        graph.initializer.clear();
        graph.value_info.clear();
        graph.quantization_annotation.clear();
    });
}

#[test]
fn a_changed_node_keeps_what_the_model_does_not_know() {
    let before = annotated();
    let mut model = of(&before);
    let (first, x) = (node(&model, "first"), value(&model, "x"));
    model.set_input(first, 1, x).expect("x is available");
    model.set_attribute(first, "axis", 1);
    assert_only(&before, &decoded(&model), |model| {
        let first = &mut graph_of(model).node[0];
        first.input[1] = "x".to_owned();
        first.attribute.push(b::int("axis", 1));
    });
}

#[test]
fn declarations_are_written_where_the_file_has_them() {
    let before = annotated();
    let mut model = of(&before);
    // ONNX has no expressions.
    let longer = Shape::from_dims([Dim::from("N").add(&Dim::exact(1))]);
    let longer = ValueType::Sparse(TensorType::new(ElementType::F32, longer));
    for (name, new) in [("x", ty("f32[4]")), ("t", ty("seq(f16[?,2])")), ("y", longer)] {
        let value = value(&model, name);
        model.declare(value, new);
    }
    assert_only(&before, &decoded(&model), |model| {
        let graph = graph_of(model);
        graph.input[0].r#type = Some(b::type_of("float[4]"));
        graph.value_info[0].r#type = Some(b::type_of("seq(float16[?,2])"));
        graph.output[0].r#type = Some(b::type_of("sparse(float[?])"));
    });
}

#[test]
fn new_records_come_after_the_last_of_their_kind() {
    let before = annotated();
    let mut model = of(&before);
    let (graph, last) = (main(&model), node(&model, "last"));
    let z = model.add_input(graph, "z", ty("optional(map(i64,string[]))")).expect("a new name");
    let c = model.add_constant(graph, "c", &Tensor::new([2], vec![1i64, -1]).expect("a tensor")).expect("a new name");
    let sum = NewNode::new("Sum").domain("my").name("s").inputs([z, c]).input(Operand::Absent).output("o");
    model.set_opset("my", 3);
    model.set_metadata("author", "me");
    let sum = model.insert(At::Before(last), sum).expect("the inputs are available");
    let o = model.outputs(sum).next().expect("an output");
    model.declare(o, ty("f32[N,?]"));
    model.add_output(graph, o).expect("the value is in the graph");
    assert_only(&before, &decoded(&model), |model| {
        model.opset_import.push(b::opset("my", 3));
        model.metadata_props.push(b::entry("author", "me"));
        let graph = graph_of(model);
        graph.node.insert(1, b::node("s: o = my.Sum(z, c, )"));
        graph.initializer.push(b::raw_ints("int64[2] c", &[1, -1]));
        graph.input.extend(b::values("optional(map(int64,string[])) z"));
        graph.output.extend(b::values("float[N,?] o"));
    });
}

#[test]
fn outputs_keep_their_records() {
    let before = annotated();
    let mut model = of(&before);
    let (graph, t) = (main(&model), value(&model, "t"));
    model.set_output(graph, 0, t).expect("the value is in the graph");
    // `t` is read by the node whose output was `y`: the two names are exchanged.
    let after = decoded(&model);
    let written = after.graph.expect("a graph");
    let names: Vec<_> = written.node.iter().map(|node| (node.input.join(","), node.output.join(","))).collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(names, [pair("x,w", "y"), pair("y", "t")]);
    assert_eq!(written.output, before.graph.expect("a graph").output);
}

#[test]
fn names_in_device_configurations_and_bindings_follow() {
    for (file, old) in [("onnx/multi-device.onnx", "x"), ("onnx/training.onnx", "w")] {
        let mut model = read(file);
        let value = value(&model, old);
        model.rename_value(value, "another name").expect("a new name");
        let again = parse(&written(&model));
        let before: Vec<_> = read(file).findings().iter().map(|f| f.message.clone()).collect();
        assert_eq!(again.findings().iter().map(|f| f.message.clone()).collect::<Vec<_>>(), before, "{file}");
        let text = format!("{:?}", ModelProto::decode(&*written(&model)).expect("a model"));
        assert!(!text.contains(&format!("\"{old}\"")), "{file}: {text}");
    }
}

/// The bytes of a model in which one of two bytes that are no UTF-8 stands for each `~0` and `~1`.
fn not_utf8(model: &ModelProto) -> Vec<u8> {
    let mut bytes = model.encode_to_vec();
    for at in 1..bytes.len() {
        if let [b'~', digit @ (b'0' | b'1')] = bytes[at - 1..=at] {
            bytes[at - 1..=at].copy_from_slice(&[0xFF - (digit - b'0'), b'.']);
        }
    }
    bytes
}

fn count(bytes: &[u8], text: &[u8]) -> usize {
    bytes.windows(text.len()).filter(|window| *window == text).count()
}

#[test]
fn names_that_are_no_utf8_stay_when_a_neighbor_is_changed() {
    let mut nodes = vec![b::node("first: t = Relu(x)"), b::node("last: y = Neg(t)")];
    (nodes[0].output[0], nodes[1].input[0], nodes[1].output[0]) = ("t~0".into(), "t~0".into(), "y~0".into());
    let mut graph = b::graph("g", "float[2] x", "float[2] y", vec![], nodes);
    graph.output[0].name = Some("y~0".to_owned());
    let bytes = not_utf8(&b::model(9, 18, graph));
    let mut model = parse(&bytes);
    let (graph, last) = (main(&model), node(&model, "last"));
    model.rename_node(last, "changed");
    let read = model.inputs(last)[0].value().expect("a value");
    model.insert(At::End(graph), NewNode::new("Abs").input(read).output("more")).expect("it is available");
    let after = written(&model);
    assert_eq!((count(&after, b"t\xFF"), count(&after, b"y\xFF"), count(&after, b"\xEF\xBF\xBD")), (3, 2, 0));
    check(&model, &parse(&after), "names that are no UTF-8");
    // Another name repairs it.
    model.rename_value(read, "t").expect("a new name");
    let after = written(&model);
    assert_eq!((count(&after, b"t\xFF"), count(&after, b"y\xFF")), (0, 2));
}

#[test]
fn names_that_are_no_utf8_and_read_alike_are_refused() {
    let mut nodes = vec![b::node("first: t = Relu(x)"), b::node("last: y = Neg(t)")];
    (nodes[0].output[0], nodes[1].input[0]) = ("t~0".into(), "t~1".into());
    let bytes = not_utf8(&b::model(9, 18, b::graph("g", "float[2] x", "float[2] y", vec![], nodes)));
    let mut model = parse(&bytes);
    let last = node(&model, "last");
    model.rename_node(last, "changed");
    let refused = write(&model, &ExternalDataPolicy::Keep).map(|_| ());
    assert!(matches!(&refused, Err(WriteError::Unsupported(why)) if why.contains("not UTF-8")), "{refused:?}");
}

#[test]
fn texts_that_are_no_utf8_stay_when_another_is_edited() {
    let mut before = annotated();
    before.metadata_props = vec![b::entry("first", "v~0"), b::entry("second", "2")];
    let bindings = vec![b::entry("k~0", "w"), b::entry("w", "v~1")];
    let algorithm = b::graph("a", "float[2] i", "float[2] o", vec![], vec![b::node("o = Relu(i)")]);
    let training = proto::TrainingInfoProto { algorithm: Some(algorithm), ..Default::default() };
    before.training_info = vec![proto::TrainingInfoProto { update_binding: bindings, ..training }];
    let mut model = parse(&not_utf8(&before));
    model.set_metadata("second", "3");
    let value = value(&model, "w");
    model.rename_value(value, "weights").expect("a new name");
    let after = written(&model);
    for text in [&b"v\xFF"[..], b"k\xFF", b"v\xFE"] {
        assert_eq!(count(&after, text), 1, "{text:?}");
    }
    assert_eq!(count(&after, b"\xEF\xBF\xBD"), 0);
}

#[test]
fn before_ir_version_4_new_constants_are_inputs() {
    let graph = b::graph("g", "float[1] x", "float[1] y", vec![], vec![b::node("y = Relu(x)")]);
    let mut model = of(&b::model(3, 7, graph));
    let graph = main(&model);
    model.add_constant(graph, "c", &Tensor::new([2], vec![0.5f32, 1.0]).expect("a tensor")).expect("a new name");
    let after = decoded(&model).graph.expect("a graph");
    assert_eq!(after.input[1..], b::values("float[2] c"));
    assert!(parse(&written(&model)).findings().is_empty());
}

/// A node with an attribute of every kind, and a function that refers to a parameter.
fn every_attribute(format: Format) -> Model {
    let mut model = Model::empty(format, &[("", 18), ("my", 1)]);
    let graph = main(&model);
    let x = model.add_input(graph, "x", ty("f32[2]")).expect("a new name");
    let floats = Tensor::new([2], vec![1.5f32, -2.0]).expect("a tensor");
    let texts = Tensor::of_strings([2], [Arc::from(&b"a"[..]), Arc::from(&b"b c"[..])]).expect("strings");
    let holder = NewNode::new("Holder").domain("my").attribute("a", floats.clone()).attribute("b", texts);
    let holder = holder.attribute("c", Tensor::new([2], vec![0i64, 3]).expect("a tensor")).without_outputs();
    let holder = model.insert(At::End(graph), holder).expect("the domain is imported");
    let tensors: Vec<_> = model.attributes(holder).iter().map(|a| a.value.clone()).collect();
    let [AttributeValue::Tensor(a), AttributeValue::Tensor(b), AttributeValue::Tensor(c)] = tensors[..] else {
        panic!("three tensors");
    };
    let sparse = SparseTensor { values: a, indices: Some(c), shape: Some(Arc::from([5u64])) };
    let bytes = |text: &str| Arc::from(text.as_bytes());
    let types = [ty("seq(f16[N,3])"), ty("f32[?]")];
    let values = [
        ("int", AttributeValue::Int(-3)),
        ("float", AttributeValue::Float(0.1)),
        ("string", AttributeValue::String(bytes("a \"b\" \\"))),
        ("tensor", AttributeValue::Tensor(a)),
        ("sparse", AttributeValue::SparseTensor(Arc::new(sparse.clone()))),
        ("type", AttributeValue::Type(types[0].clone())),
        ("ints", AttributeValue::Ints(Arc::from([i64::MIN, 0, 7]))),
        ("floats", AttributeValue::Floats(Arc::from([f32::INFINITY, 1e-9]))),
        ("strings", AttributeValue::Strings(Arc::from([bytes("a"), bytes("")]))),
        ("tensors", AttributeValue::Tensors(Arc::from([a, b]))),
        ("sparses", AttributeValue::SparseTensors(Arc::from([sparse]))),
        ("types", AttributeValue::Types(Arc::from(types))),
        ("none", AttributeValue::Ints(Arc::from([]))),
    ];
    let all = values.into_iter().fold(NewNode::new("All").domain("my"), |new, (name, v)| new.attribute(name, v));
    let all = model.insert(At::End(graph), all.input(x).output("y").output("").output("z")).expect("x is available");
    for name in ["graph", "other"] {
        let body = model.add_body(all, name).expect("the format has bodies");
        let inner = model.insert(At::End(body), NewNode::new("Relu").input(x)).expect("x is around the body");
        let inner = model.outputs(inner).next().expect("an output");
        model.declare(inner, ty("f32[2]"));
        model.add_output(body, inner).expect("the value is in the body");
    }
    let y = model.outputs(all).next().expect("an output");
    model.declare(y, ty("f32[2]"));
    model.add_output(graph, y).expect("the value is in the graph");
    model.set_metadata("key", "value");
    model
}

#[test]
fn a_model_from_nothing_is_the_same_when_it_is_read_again() {
    for format in [Format::Onnx, Format::OnnxText] {
        let model = every_attribute(format);
        let bytes = written(&model);
        let again = parse(&bytes);
        assert_eq!(again.findings().iter().map(|f| f.message.as_str()).collect::<Vec<_>>(), [""; 0]);
        assert_eq!(again.format(), format);
        check(&model, &again, format.name());
        // Written again without edits, it is the same file.
        assert_eq!(written(&again), bytes);
    }
}

#[test]
fn lists_of_graphs_and_references_are_copied_into_new_nodes() {
    let body = |name: &str| b::graph(name, "", "float[1] r", vec![], vec![b::node("r = Relu(x)")]);
    let many = b::node("many: y = F.Many(x)").with(b::bodies("list", vec![body("one"), body("two")]));
    let mut before = b::model(9, 18, b::graph("g", "float[1] x", "float[1] y", vec![], vec![many]));
    before.opset_import.push(b::opset("F", 1));
    let least =
        b::node("b = ReduceMin(a)").with(b::reference("keepdims", proto::attribute_proto::AttributeType::Int, "k"));
    let mut function = b::function("F.Least", "a", "b", 18, vec![least]);
    function.attribute = vec!["k".to_owned()];
    before.functions = vec![function];
    let mut model = of(&before);
    let many = node(&model, "many");
    let list = model.attribute(many, "list").expect("the attribute").value.clone();
    let x = value(&model, "x");
    let new = NewNode::new("Other").domain("F").input(x).attribute("list", list);
    model.replace_node(many, new).expect("one output");
    let inner = model.graphs().find(|&g| model.name(model.graph(g).name) == "two").expect("a body");
    let relu = model.nodes_of(inner).next().expect("a node");
    model.set_attribute(relu, "alpha", 0.5);
    let least = model.graph(model.functions()[0].graph).inputs[0];
    let graph = model.functions()[0].graph;
    let reference = AttributeValue::Reference(model.functions()[0].attributes[0].name, AttributeType::Int);
    let new = NewNode::new("ReduceMax").input(least).attribute("keepdims", reference).output("c");
    model.insert(At::Start(graph), new).expect("the input is available");
    assert_only(&before, &decoded(&model), |model| {
        let many = &mut graph_of(model).node[0];
        many.op_type = Some("Other".to_owned());
        many.attribute[0].graphs[1].node[0].attribute.push(b::float("alpha", 0.5));
        let max = b::node("c = ReduceMax(a)");
        let kind = proto::attribute_proto::AttributeType::Int;
        model.functions[0].node.insert(0, max.with(b::reference("keepdims", kind, "k")));
    });
}

#[test]
fn external_data_follows_edits() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("edited-data");
    std::fs::create_dir_all(&folder).expect("a folder");
    let data: Vec<u8> = (0..10).flat_map(|i| (i as f32).to_le_bytes()).collect();
    std::fs::write(folder.join("w.bin"), data).expect("a file");
    let before = everywhere(|text, at| b::external(text, "w.bin", 4 * at as u64, 4));
    std::fs::write(folder.join("m.onnx"), before.encode_to_vec()).expect("a file");
    let source = Source::open(folder.join("m.onnx")).expect("a file");
    let mut model = Model::from_onnx(source, &ReadOptions::default());
    let (p, w) = (value(&model, "p"), value(&model, "w"));
    let sum = model.producer(p).expect("a node");
    model.set_attribute(sum, "note", "in a body");
    model.rename_value(w, "weights").expect("a new name");
    let edit = |model: &mut ModelProto| {
        let graph = graph_of(model);
        let body = graph.node[1].attribute[0].g.as_mut().expect("a body");
        body.node[1].attribute.push(b::string("note", "in a body"));
        graph.initializer[0].name = Some("weights".to_owned());
        graph.node[4].input[4] = "weights".to_owned();
    };
    let moved = ExternalDataPolicy::Relocate(BTreeMap::from([("w.bin".to_owned(), "sub/w.bin".to_owned())]));
    for (policy, expected) in [
        (ExternalDataPolicy::Keep, before.clone()),
        (moved, everywhere(|text, at| b::external(text, "sub/w.bin", 4 * at as u64, 4))),
        (ExternalDataPolicy::Embed, everywhere(|text, at| b::raw_floats(text, &[at as f32]))),
    ] {
        let written = write(&model, &policy).expect("a model").model.to_bytes();
        assert_only(&expected, &ModelProto::decode(written).expect("a model"), edit);
    }
    drop(std::fs::remove_dir_all(&folder));
}

/// The same name twice, and then one that another value has in the body.
#[test]
fn each_name_that_a_node_reads_is_checked() {
    let weights = vec![b::raw_floats("float[1] w", &[1.0])];
    let body = b::graph("b", "", "float[1] r", weights, vec![b::node("n: r = Sum(w, w, w)")]);
    let other = b::graph("b", "", "float[1] r", Vec::new(), vec![b::node("o: r = Neg(x)")]);
    let choice = b::node("choice: y = If(c)").with(b::body("then_branch", body)).with(b::body("else_branch", other));
    let outer = vec![b::raw_floats("float[1] w", &[2.0])];
    let mut model = of(&b::model(9, 18, b::graph("g", "float[1] x; bool[] c", "float[1] y", outer, vec![choice])));
    let (inner, x, w) = (node(&model, "n"), value(&model, "x"), model.values_of(main(&model)).nth(2).expect("w"));
    for (index, value) in [x, x, w].into_iter().enumerate() {
        model.set_input(inner, index, value).expect("the value is around the body");
    }
    let refused = write(&model, &ExternalDataPolicy::Keep).map(drop).expect_err("a refusal").to_string();
    assert!(refused.starts_with("input `w` of `n` cannot be written"), "{refused}");
    model.rename_value(w, "outer").expect("a new name");
    let again = of(&decoded(&model));
    let names = again.inputs(node(&again, "n")).iter().filter_map(|operand| operand.value());
    assert_eq!(names.map(|value| again.value_name(value)).collect::<Vec<_>>(), ["x", "x", "outer"]);
}

#[test]
fn names_that_would_reach_another_value_are_refused() {
    let body =
        b::graph("b", "", "float[1] r", vec![b::raw_floats("float[1] w", &[1.0])], vec![b::node("n: r = Neg(w)")]);
    let nodes = vec![
        b::node("choice: y = If(c)").with(b::body("then_branch", body.clone())).with(b::body("else_branch", body)),
        b::node("two: , m = Dropout(x)"),
    ];
    let outer = vec![b::raw_floats("float[1] w", &[2.0])];
    let before = b::model(9, 18, b::graph("g", "float[1] x; bool[] c", "float[1] y", outer, nodes));
    let mut model = of(&before);
    let (inner, w) = (node(&model, "n"), model.values_of(main(&model)).nth(2).expect("an initializer"));
    model.set_input(inner, 0, w).expect("the value is around the body");
    let refused = |model: &Model| write(model, &ExternalDataPolicy::Keep).map(drop).expect_err("a refusal").to_string();
    let expected = "input `w` of `n` cannot be written: a value of a graph between it and the reader has the same name; \
                    rename one of them";
    assert_eq!(refused(&model), expected);
    model.rename_value(w, "outer").expect("a new name");
    assert!(write(&model, &ExternalDataPolicy::Keep).is_ok());

    let mut model = of(&before);
    let dropout = node(&model, "two");
    let omitted = model.outputs(dropout).next().expect("an output");
    let new = NewNode::new("Relu").input(omitted);
    model.insert(At::After(dropout), new).expect("the value is available");
    assert!(refused(&model).ends_with("name it with `Model::rename_value`"), "{}", refused(&model));
}

#[test]
fn types_that_onnx_does_not_have_are_refused() {
    for format in [Format::Onnx, Format::OnnxText] {
        let mut model = Model::empty(format, &[("", 18)]);
        let graph = main(&model);
        model.add_input(graph, "x", ValueType::tensor(ElementType::U1, Shape::of_rank(1))).expect("a new name");
        let refused = write(&model, &ExternalDataPolicy::Keep).map(drop);
        let expected = WriteError::ElementType { name: "x".to_owned(), element: ElementType::U1 };
        assert_eq!(refused, Err(expected), "{}", format.name());
    }
}

#[test]
fn only_what_changed_in_a_text_is_printed() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18]> # header
g (float[N] x, # first
   bool c) => (float[N] y)
  <float[1] w = {1}, # one
   float[N] t> {
  t = Mul (x,   w)
  # kept
  y = If (c) <then_branch = a () => (float[N] p) { p = Neg (t) }, # then
              else_branch = b () => (float[N] q) {
                q = Abs  (t)
              }>
}"#;
    let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let (graph, t, x) = (main(&model), value(&model, "t"), value(&model, "x"));
    let q = value(&model, "q");
    let abs = model.producer(q).expect("a node");
    model.insert(At::After(abs), NewNode::new("Relu").name("late").input(q)).expect("q is available");
    let multiply = model.producer(t).expect("a node");
    model.insert(At::Before(multiply), NewNode::new("Sign").input(x).output("sign")).expect("x is available");
    model.add_constant(graph, "v", &Tensor::new([], vec![2i64]).expect("a scalar")).expect("a new name");
    model.set_metadata("k", "v");
    let expected = r#"<ir_version: 9, opset_import: ["" : 18], metadata_props: ["k": "v"]> # header
g (float[N] x, # first
   bool c) => (float[N] y)
  <float[1] w = {1}, # one
   float[N] t, int64 v = {2}> {
  sign = Sign (x)
  t = Mul (x,   w)
  # kept
  y = If (c) <then_branch = a () => (float[N] p) { p = Neg (t) }, else_branch = b () => (float[N] q) {
                q = Abs  (t)
                [late] late = Relu (q)
              }>
}"#;
    assert_eq!(String::from_utf8_lossy(&written(&model)), expected);
}

#[test]
fn a_removed_function_takes_its_record_with_it() {
    let function = |name: &str, op: &str| b::function(name, "a", "b", 18, vec![b::node(&format!("b = {op}(a)"))]);
    let graph = b::graph("g", "float[N] x", "float[N] y", vec![], vec![b::node("y = local.H(x)")]);
    let mut before = b::model(9, 18, graph);
    before.opset_import.push(b::opset("local", 1));
    before.functions = vec![function("local.F", "Neg"), function("local.G", "Abs"), function("local.H", "Exp")];
    let mut model = of(&before);
    let refused = model.remove_function(2).expect_err("it is called");
    assert!(
        refused.to_string().starts_with("function `local::H` cannot be removed: it is still called by "),
        "{refused}"
    );
    assert!(model.remove_function(3).is_err());
    assert_eq!(written(&model), before.encode_to_vec());
    model.remove_function(1).expect("nothing calls it");
    before.functions.remove(1);
    assert_eq!(written(&model), before.encode_to_vec());
    // The function that is called has another number now.
    let call = model.nodes_of(model.main_graph().expect("a graph")).next().expect("a node");
    let called = model.op(call).function.expect("a function") as usize;
    assert_eq!(model.name(model.functions()[called].name), "H");
    let undone: Result<(), ()> = model.transaction(|model| {
        assert_eq!(model.inline_call(call).map(|nodes| nodes.len()), Ok(1));
        assert_eq!((model.remove_unused_functions(), model.functions().len()), (2, 0));
        Err(())
    });
    assert!(undone.is_err());
    assert_eq!(written(&model), before.encode_to_vec());
    assert_eq!(model.remove_unused_functions(), 1);
    before.functions.remove(0);
    assert_eq!(written(&model), before.encode_to_vec());
}

#[test]
fn sparse_initializers_are_renamed() {
    let mut before = ModelProto::decode(&*written(&read("onnx/sparse.onnx"))).expect("a model");
    let graph = graph_of(&mut before);
    let mut second = graph.sparse_initializer[0].clone();
    second.values.as_mut().expect("values").name = Some("second".into());
    graph.sparse_initializer.push(second);
    let mut model = of(&before);
    for (old, new) in [("second", "b"), ("sparse_w", "a")] {
        let value = value(&model, old);
        model.rename_value(value, new).expect("a new name");
    }
    assert_only(&before, &decoded(&model), |model| {
        let graph = graph_of(model);
        for (sparse, new) in graph.sparse_initializer.iter_mut().zip(["a", "b"]) {
            sparse.values.as_mut().expect("values").name = Some(new.into());
        }
        graph.node[0].input[0] = "a".into();
    });
}
