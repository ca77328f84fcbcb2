//! Hostile bytes: nothing panics, and memory is bounded by the size of the file.

use crate::format::onnx::read::tests::*;
use crate::graph::Status;

/// A small deterministic generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A model with something of everything.
fn rich() -> ModelProto {
    let inner = GraphProto {
        name: Some("b".into()),
        node: vec![node("Add", &["x", "w"], &["c"])],
        output: vec![info("c", &[1])],
        ..GraphProto::default()
    };
    let relu = with(
        node("LeakyRelu", &["a"], &["b"]),
        AttributeProto { ref_attr_name: Some("alpha".into()), ..attribute("alpha", AttributeType::Float) },
    );
    let function = FunctionProto {
        domain: Some("local".into()),
        name: Some("F".into()),
        input: vec!["a".into()],
        output: vec!["b".into()],
        attribute: vec!["alpha".into()],
        node: vec![relu],
        opset_import: vec![import("", 18)],
        ..FunctionProto::default()
    };
    let axes = AttributeProto { ints: vec![1, 300], ..attribute("axes", AttributeType::Ints) };
    let mut all = graph(vec![
        with(node("If", &["x"], &["h"]), body("then_branch", inner)),
        with(node("ReduceMin", &["h"], &["i"]), axes),
        NodeProto { domain: Some("local".into()), ..node("F", &["i"], &["y"]) },
    ]);
    all.initializer = vec![i64s("w", &[1, 2, 3])];
    all.value_info = vec![info("h", &[2, 3])];
    all.sparse_initializer =
        vec![SparseTensorProto { values: Some(i64s("s", &[1])), indices: Some(i64s("", &[2])), dims: vec![4] }];
    let mut rich = model(all);
    rich.opset_import.push(import("local", 1));
    rich.functions = vec![function];
    rich
}

/// Walks all that a reader of the model may ask for.
fn walk(model: &Model) {
    for graph in model.graphs() {
        model.path(graph);
        for node in model.nodes_of(graph) {
            model.describe(node);
            assert_eq!(model.node(node).graph, graph);
            assert!(model.inputs(node).iter().filter_map(|o| o.value()).all(|v| v.index() < model.values.len()));
            model.attributes(node).iter().for_each(|a| assert!(model.name(a.name).len() < 1_000));
            model.outputs(node).for_each(|v| assert_eq!(model.producer(v), Some(node)));
        }
        model.values_of(graph).for_each(|v| assert_eq!(model.value(v).graph, graph));
    }
    for finding in model.findings() {
        finding.place.node.map(|node| model.describe(node));
        finding.place.graph.map(|graph| model.path(graph));
    }
    (0..model.tensors.len()).for_each(|t| drop(model.elements(crate::ids::TensorId::at(t), 1000)));
}

#[test]
fn the_rich_model_is_sound() {
    let read = read(&rich());
    assert_eq!(codes(&read), [""; 0]);
    walk(&read);
}

#[test]
fn every_truncation_and_many_changed_bytes_are_read() {
    let bytes = rich().encode_to_vec();
    (0..bytes.len()).for_each(|end| walk(&read_bytes(bytes[..end].to_vec())));
    let mut random = Random(0x5EED);
    for _ in 0..4_000 {
        let mut changed = bytes.clone();
        for _ in 0..1 + random.below(3) {
            let at = random.below(changed.len());
            changed[at] ^= 1 << random.below(8);
        }
        walk(&read_bytes(changed));
    }
}

#[test]
fn a_truncation_is_one_finding() {
    let bytes = rich().encode_to_vec();
    for end in 1..bytes.len() {
        let read = read_bytes(bytes[..end].to_vec());
        assert!(read.findings().len() <= 2, "{end}: {:?}", codes(&read));
        assert!(read.status() == Status::Ok || read.main_graph().is_none());
    }
}

#[test]
fn empty_nodes_are_read_up_to_the_limit_of_memory() {
    let graph = [0x0A, 0].repeat(1_000_000);
    let read = Model::from_graph_bytes(graph, &[("", 18)]);
    let count = read.nodes_of(GraphId::at(0)).len();
    // 24 MiB and six times two megabytes, at 80 bytes each.
    assert!((455_000..475_000).contains(&count), "{count}");
    let limits: Vec<_> = read.findings().iter().filter(|found| found.rule.code() == "FM011").collect();
    assert!(limits.len() == 1 && limits[0].message.contains("`max_record_bytes`"), "{limits:?}");
}

/// A length-delimited record.
fn wrap(tag: &[u8], payload: Vec<u8>) -> Vec<u8> {
    let mut out = tag.to_vec();
    prost::encoding::encode_varint(payload.len() as u64, &mut out);
    out.extend(payload);
    out
}

#[test]
fn bodies_a_hundred_thousand_deep() {
    // Built from the inside out, in reverse, so that no prefix is copied again and again.
    let mut reversed: Vec<u8> = Vec::new();
    for _ in 0..100_000 {
        for tag in [0x32u8, 0x2A, 0x0A] {
            let mut head = vec![tag];
            prost::encoding::encode_varint(reversed.len() as u64, &mut head);
            reversed.extend(head.iter().rev());
        }
    }
    reversed.reverse();
    let read = read_bytes([vec![8, 9], wrap(&[0x3A], reversed), vec![0x42, 2, 16, 18]].concat());
    assert!(read.graphs().count() <= 1_002);
    assert!(codes(&read).contains(&"FM011"), "{:?}", codes(&read));
}

#[test]
fn types_nest_within_bounds() {
    let mut ty = tensor_type(1, None).encode_to_vec();
    for _ in 0..500 {
        ty = wrap(&[0x22], wrap(&[0x0A], ty));
    }
    let input = wrap(&[0x5A], [vec![0x0A, 1, b'x'], wrap(&[0x12], ty)].concat());
    let read = Model::from_graph_bytes(input, &[]);
    assert_eq!(codes(&read), ["FM010"]);
}

#[test]
fn limits_are_enforced() {
    let bytes = model(graph((0..100).map(|i| node("Relu", &["x"], &[&format!("v{i}")])).collect())).encode_to_vec();
    let mut options = ReadOptions::default();
    options.limits.max_records = 50;
    let read = crate::format::onnx::read::read(Source::from_bytes("test", bytes), &options);
    assert_eq!(codes(&read), ["FM011"]);
    assert!(read.nodes_of(GraphId::at(0)).len() < 50);
    walk(&read);
    let shape = TensorShapeProto { dim: vec![tensor_shape_proto::Dimension::default(); 2000] };
    let mut wide = graph(vec![node("Identity", &["x"], &["y"])]);
    wide.input[0] = typed("x", tensor_type(1, Some(shape)));
    assert_eq!(codes(&super::read(&model(wide))).first(), Some(&"FM011"));
    let mut long = graph(vec![node("Identity", &["x"], &["y"])]);
    let huge = tensor_type(1, Some(TensorShapeProto { dim: vec![tensor_shape_proto::Dimension::default(); 600_000] }));
    long.value_info = vec![typed("y", huge)];
    assert_eq!(codes(&super::read(&model(long))), ["FM011"]);
}

#[test]
fn names_are_looked_up_in_linear_time() {
    // Many names, all undefined, each nearly like many that are defined: suggestions stop after a while.
    let nodes: Vec<NodeProto> =
        (0..5_000).map(|i| node("Add", &[&format!("missing_{i}"), "x"], &[&format!("missing_{i}_")])).collect();
    let read = read(&model(graph(nodes)));
    assert_eq!(read.findings().iter().filter(|f| f.rule.code() == "GR101").count(), 5_000);
}

/// A model around a graph of these fields.
fn around(graph: Vec<u8>) -> Model {
    let header = ModelProto { graph: None, ..model(GraphProto::default()) };
    read_bytes([header.encode_to_vec(), wrap(&[0x3A], graph)].concat())
}

/// A model around one node, to whose attribute these bytes are appended.
fn appended(mut node: NodeProto, more: Vec<u8>) -> Model {
    let attribute = node.attribute.pop().expect("an attribute").encode_to_vec();
    let node = [node.encode_to_vec(), wrap(&[0x2A], [attribute, more].concat())].concat();
    around([graph(vec![super::node("Relu", &["x"], &["y"])]).encode_to_vec(), wrap(&[0x0A], node)].concat())
}

/// The messages of the errors that the analysis finds.
fn errors(model: &Model) -> Vec<String> {
    let found = crate::analyze(model, &crate::AnalysisOptions::default()).findings;
    found.iter().filter(|finding| finding.level == Level::Error).map(|finding| finding.message.clone()).collect()
}

/// What is said of a field that occurs again.
fn again(field: &str, message: &str) -> Vec<String> {
    vec![format!("field `{field}` of this `{message}` occurs more than once")]
}

#[test]
fn a_message_that_occurs_again_is_one_finding_and_its_value_unknown() {
    // Decoders read `[1, 3]` here, and the first `t` alone is a valid tensor.
    let constant = with(
        node("Constant", &[], &["c"]),
        AttributeProto { t: Some(i64s("", &[7])), ..attribute("value", AttributeType::Tensor) },
    );
    let more = i64s("", &[1, 2, 3]).encode_to_vec();
    let twice = appended(constant.clone(), wrap(&[0x2A], more.clone()));
    assert_eq!(errors(&twice), again("t", "AttributeProto"));
    let often = appended(constant, [wrap(&[0x2A], more.clone()), wrap(&[0x2A], more)].concat());
    assert_eq!(errors(&often), again("t", "AttributeProto"));
}

#[test]
fn parts_of_a_body_are_merged() {
    let part = |op: &str, from: &str, to: &str| GraphProto {
        name: Some("b".into()),
        node: vec![node(op, &[from], &[to])],
        ..GraphProto::default()
    };
    let last = GraphProto { output: vec![info("q", &[2, 3])], ..part("ReduceMix", "p", "q") };
    let branch = |name, graph| with(node("If", &["c"], &["z"]), body(name, graph));
    let read = appended(branch("then_branch", part("Relu", "x", "p")), wrap(&[0x32], last.encode_to_vec()));
    let inner = read.graphs().nth(1).expect("a body");
    let ops: Vec<&str> = read.nodes_of(inner).map(|node| read.name(read.op(node).name)).collect();
    assert_eq!(ops, ["Relu", "ReduceMix"]);
    assert!(errors(&read).iter().any(|text| text.contains("ReduceMix")), "{:?}", errors(&read));
    assert!(errors(&read).contains(&again("g", "AttributeProto")[0]), "{:?}", errors(&read));
}

#[test]
fn a_type_that_occurs_again_is_one_finding() {
    let element = wrap(&[0x12], tensor_type(1, None).encode_to_vec());
    let shape = TypeProto {
        value: Some(type_proto::Value::TensorType(type_proto::Tensor { elem_type: None, shape: Some(dims(&[3])) })),
        denotation: None,
    };
    let input = [vec![0x0A, 1, b'x'], element.clone(), wrap(&[0x12], shape.encode_to_vec()), element].concat();
    let only = GraphProto { input: Vec::new(), ..graph(vec![node("Relu", &["x"], &["y"])]) };
    let inner = [only.encode_to_vec(), wrap(&[0x5A], input)].concat();
    assert_eq!(errors(&around(inner)), again("type", "ValueInfoProto"));
}

#[test]
fn values_of_a_sparse_tensor_that_occur_again_are_one_finding() {
    let sparse = SparseTensorProto { values: Some(i64s("s", &[1])), indices: Some(i64s("i", &[0])), dims: vec![3] };
    let constant = with(
        node("Constant", &[], &["c"]),
        AttributeProto {
            sparse_tensor: Some(sparse.clone()),
            ..attribute("sparse_value", AttributeType::SparseTensor)
        },
    );
    let mut doubled = sparse.encode_to_vec();
    doubled.extend(wrap(&[0x0A], i64s("s", &[2]).encode_to_vec()));
    let mut node = constant;
    node.attribute[0].sparse_tensor = None;
    let number = wrap(&[0xB2, 0x01], doubled);
    assert_eq!(errors(&appended(node, number)), again("values", "SparseTensorProto"));
}
